// Material puts the copy button of every code block into a <nav> without a name: to a screen reader, a page with ten
// examples has ten unnamed navigations. Without that role the button speaks for itself.
const silence = () => {
  for (const nav of document.querySelectorAll("nav.md-code__nav:not([role])")) {
    nav.setAttribute("role", "none");
  }
};
new MutationObserver(silence).observe(document.body, { childList: true, subtree: true });
silence();

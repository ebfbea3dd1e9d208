// A link to each row, to be copied. There is one for all rows, which goes to where the pointer or the focus is: two
// thousand of them would make the page heavy.

const LABEL = "复制这一行的链接";

const copy = (link, said) => {
  const tell = () => (link.title = said.textContent = "已复制链接");
  navigator.clipboard.writeText(link.href).then(tell, () => location.assign(link.href));
};

// Returns what gives a table's rows the link.
export const makeRowLink = () => {
  const link = document.createElement("a");
  const said = document.createElement("span");
  link.className = "apimap-row-link";
  said.className = "apimap-said";
  said.setAttribute("role", "status");
  document.querySelector(".md-content__inner").append(said);
  const come = ({ target, type }) => {
    const row = target.closest("tbody tr[id]");
    if (!row || (row.contains(link) && link.title === LABEL)) return;
    // A pointer that happens to rest somewhere takes nothing from those who use the keyboard.
    if (type === "mouseover" && link.closest("tr")?.querySelector(":focus-visible")) return;
    link.href = `${location.pathname}#${row.id}`;
    link.title = LABEL;
    link.setAttribute("aria-label", `复制 ${row.id} 这一行的链接`);
    said.textContent = "";
    row.cells[1].append(link);
  };
  link.addEventListener("click", (event) => {
    // Where nothing can be copied, following the link puts the address where people can copy it.
    if (!navigator.clipboard) return;
    event.preventDefault();
    copy(link, said);
  });
  return ({ element }) => {
    element.addEventListener("mouseover", come);
    element.addEventListener("focusin", come);
  };
};

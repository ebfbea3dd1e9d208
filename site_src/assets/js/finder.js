// The finder: a box that takes an API's name or a pasted line of code, and goes to the page. What is here makes those of the
// page work, and the ways to them: the key `/`, and an address that does not exist.

import { Finder } from "./finder/combobox.js";

const finders = [...document.querySelectorAll("form[data-finder]")].map((form, index) => new Finder(form, index));

const inView = ({ input }) => {
  const { top, bottom } = input.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
};

const takesText = (target) => target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;

// On the way down, before the theme's own shortcut for its search sees the key.
window.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || takesText(event.target)) {
      return;
    }
    const finder = finders.findLast(inView) || finders[0];
    if (finder) {
      event.preventDefault();
      event.stopPropagation();
      finder.input.focus();
      finder.input.select();
    }
  },
  { capture: true },
);

// What somebody looked for who came to an address that does not exist: `/api/torch.nn.Linaer/`.
const wantedHere = () => {
  const parts = location.pathname.split("/").filter((part) => part && part !== "index.html");
  const name = (parts.pop() || "").replace(/\.(html|md|json)$/, "");
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

const missing = finders.find(({ stays }) => stays);
if (missing && !missing.input.value) {
  missing.input.value = wantedHere();
  missing.update();
}

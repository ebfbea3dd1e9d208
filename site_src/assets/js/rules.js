// The page of rules: a search over its table, by text, family and whether --fix mends it. Without JavaScript the table
// is there in full. The state stands in the address, so that a filtered list can be sent to a colleague; it is not
// called "q" there, which would open the theme's own search.
const rulesTable = () => {
  const first = document.querySelector(".md-content table th");
  return first && first.textContent.trim() === "规则" && document.getElementById("spec") ? first.closest("table") : null;
};

const addRulesFilter = (table) => {
  const rows = [...table.querySelectorAll("tbody tr")];
  const families = [...new Set(rows.map((row) => row.cells[2].textContent.trim()))];
  const form = document.createElement("form");
  form.className = "apimap-filter";
  form.setAttribute("role", "search");
  form.innerHTML =
    '<label>查找 <input name="text" type="search" autocomplete="off"></label> ' +
    '<label>族 <select name="family"><option value="">全部</option></select></label> ' +
    '<label><input name="fixable" type="checkbox" value="1"> 只看可修正的</label> <output role="status"></output>';
  const { text, family, fixable } = form.elements;
  for (const name of families) {
    family.add(new Option(name, name));
  }
  const wanted = new URLSearchParams(location.search);
  text.value = wanted.get("text") || "";
  family.value = families.includes(wanted.get("family")) ? wanted.get("family") : "";
  fixable.checked = wanted.has("fixable");

  const update = () => {
    const sought = text.value.trim().toLowerCase();
    let shown = 0;
    for (const row of rows) {
      const fits =
        row.textContent.toLowerCase().includes(sought) &&
        (!family.value || row.cells[2].textContent.trim() === family.value) &&
        (!fixable.checked || row.cells[4].textContent.trim() !== "");
      row.hidden = !fits;
      shown += fits;
    }
    form.querySelector("output").textContent = `${shown} / ${rows.length} 条`;
    const state = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
    history.replaceState(null, "", `${location.pathname}${state.size ? `?${state}` : ""}${location.hash}`);
  };
  form.addEventListener("input", update);
  form.addEventListener("submit", (event) => event.preventDefault());
  (table.closest(".apimap-scroll") || table).before(form);
  update();
};

const table = rulesTable();
if (table) {
  addRulesFilter(table);
}

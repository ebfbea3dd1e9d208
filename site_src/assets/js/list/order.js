// Sorting by a column: all tables of a page alike, each within itself.

import { textOf } from "./rows.js";

const SORTED = ["torch", "paddle", "alias", "name", "category", "rule", "family", "severity"];

const keyOf = ({ cell, number, values }, name) => {
  if (name === "number") return number;
  if (name === "category") return values.category[0] || "~";
  return textOf(cell(name)).toLowerCase();
};

// `sort` is a column's name, with a minus for the last first; "" is the order of the page.
export const order = (tables, items, sort) => {
  const name = sort.replace("-", "") || "number";
  const sign = sort.startsWith("-") ? -1 : 1;
  for (const table of tables) {
    const keyed = items.filter((item) => item.table === table).map((item) => [keyOf(item, name), item]);
    keyed.sort(([a, x], [b, y]) => (a < b ? -sign : a > b ? sign : x.number - y.number));
    table.element.tBodies[0].append(...keyed.map(([, { row }]) => row));
    for (const head of table.element.tHead.rows[0].cells) {
      head.removeAttribute("aria-sort");
      if (sort && head.dataset.column === name) head.setAttribute("aria-sort", sign < 0 ? "descending" : "ascending");
    }
  }
};

export const canSort = (tables, sort) =>
  tables.some(({ keys }) => keys.some((key) => SORTED.includes(key) && key === sort.replace(/^-/, "")));

export const addSortButtons = (tables, onSort) => {
  for (const head of tables.flatMap(({ element }) => [...element.tHead.rows[0].cells])) {
    const name = head.dataset.column;
    if (!SORTED.includes(name)) continue;
    head.innerHTML = `<button type="button" class="apimap-sort">${head.innerHTML}</button>`;
    head.firstChild.addEventListener("click", () => onSort(head.getAttribute("aria-sort") === "ascending" ? `-${name}` : name));
  }
};

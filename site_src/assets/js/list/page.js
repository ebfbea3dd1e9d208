// A page with lists: its tables (the master table has one for each section) act as one. The state stands in the address,
// so that a filtered view can be sent to a colleague; no parameter is called "q" or "h", which the theme's own search
// takes for its own.

import { fillForm, fillOptions, findForm, makeEmptyNote, readForm } from "./form.js";
import { addSortButtons, canSort, order } from "./order.js";
import { makeRowLink } from "./row_link.js";
import { FACETS, partsOf, readOverview, readRows, readTables } from "./rows.js";
import { addSaving } from "./save.js";

const NAMES = ["text", "sort", "unanswered", ...FACETS.map(({ name }) => name)];

// Shows the rows that fit and hides the others, touching only those that change; counts what is shown of each table.
const filter = (items, { text = "", unanswered, ...facets }) => {
  // What is pasted may be a call: its arguments are not looked for.
  const terms = text.toLowerCase().replace(/\(.*$/, "").split(/\s+/).filter(Boolean);
  const chosen = Object.entries(facets);
  const counts = new Map();
  for (const item of items) {
    const fits =
      (unanswered || !item.table.unanswered) &&
      terms.every((term) => item.text.includes(term)) &&
      chosen.every(([name, value]) => item.values[name].includes(value));
    if (fits !== item.shown) item.row.hidden = !(item.shown = fits);
    if (fits) counts.set(item.table, (counts.get(item.table) || 0) + 1);
  }
  return counts;
};

const write = (state) => {
  const all = new URLSearchParams(location.search);
  for (const name of NAMES) all.delete(name);
  for (const [name, value] of Object.entries(state)) all.set(name, value);
  const search = all.toString();
  history.replaceState(null, "", location.pathname + (search ? `?${search}` : ""));
};

class Page {
  constructor(tables) {
    this.tables = tables;
    this.items = readRows(tables);
    this.form = findForm(this.items);
    this.overview = readOverview();
    this.note = makeEmptyNote();
    this.form.after(this.note);
    this.parts = tables.map((table) => [table, tables.length > 1 ? partsOf(table) : [table.box]]);
    this.sort = "";
    this.linkRows = makeRowLink();
    tables.forEach(this.linkRows);
  }

  show() {
    const chosen = readForm(this.form);
    const filtered = Object.keys(chosen).length > 0;
    const counts = filter(this.items, chosen);
    const shown = [...counts.values()].reduce((sum, count) => sum + count, 0);
    for (const [table, nodes] of this.parts) {
      for (const node of nodes) node.hidden = (filtered || table.unanswered) && !counts.has(table);
    }
    for (const node of this.overview) node.hidden = filtered;
    this.note.hidden = shown > 0;
    this.form.elements.clear.hidden = !filtered && !this.sort;
    const all = chosen.unanswered ? this.items : this.items.filter(({ table }) => !table.unanswered);
    this.form.querySelector("output").textContent = `显示 ${shown} / ${all.length}`;
  }

  sortBy(sort) {
    if (sort !== this.sort) order(this.tables, this.items, (this.sort = sort));
  }

  // What is not recorded is no part of the page: its rows come when somebody asks for them, behind all others.
  async addUnanswered() {
    this.adding ??= import("./unanswered.js").then(({ makeTable }) => makeTable(this.tables));
    const table = await this.adding;
    if (this.tables.includes(table)) return;
    this.tables.push(table);
    this.items.push(...readRows([table]));
    this.parts.push([table, partsOf(table)]);
    fillOptions(this.form, this.items);
    addSortButtons([table], this.onSort);
    this.linkRows(table);
  }

  async change() {
    if (this.form.elements.unanswered?.checked) await this.addUnanswered();
    this.show();
    this.keep();
  }

  async restore(state) {
    const sort = state.get("sort") || "";
    if (state.get("unanswered") && this.form.elements.unanswered) await this.addUnanswered();
    fillForm(this.form, state);
    this.sortBy(canSort(this.tables, sort) ? sort : "");
    this.show();
  }

  // Waits a little: browsers refuse an address that changes with every key.
  keep() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => write({ ...readForm(this.form), ...(this.sort && { sort: this.sort }) }), 200);
  }

  reset() {
    this.restore(new URLSearchParams());
    this.keep();
    this.form.elements.text.focus();
  }

  // A link to a row shows the row, whatever is filtered.
  arrive() {
    const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!this.items.some((item) => item.row === row)) return;
    if (row.hidden) this.restore(new URLSearchParams());
    row.scrollIntoView({ block: "center" });
  }

  listen() {
    this.onSort = (sort) => {
      this.sortBy(sort);
      this.change();
    };
    this.form.addEventListener("input", () => this.change());
    this.form.elements.clear.addEventListener("click", () => this.reset());
    addSaving(this.form, () => this.items.filter(({ shown }) => shown));
    this.note.querySelector("button").addEventListener("click", () => this.reset());
    addEventListener("hashchange", () => this.arrive());
    addSortButtons(this.tables, this.onSort);
  }
}

export const start = () => {
  const tables = readTables();
  const page = new Page(tables);
  page.listen();
  // Somebody may have typed before this script came.
  const state = new URLSearchParams({ ...readForm(page.form), ...Object.fromEntries(new URLSearchParams(location.search)) });
  page.restore(state).then(() => page.arrive());
};

// The rows that are shown, as text for a spreadsheet: copied with tabs between the cells, or saved as CSV.

import { textOf } from "./rows.js";

const BETWEEN = " ; ";
const EFFORT = { key: "effort", heading: "要改多少" };
const COPIED = "已复制";

// What a cell says: several names with a mark between them, and of a chip of effort nothing, which has a column of its own.
const said = (cell) => {
  const copy = cell.cloneNode(true);
  for (const node of copy.querySelectorAll(".apimap-effort, .apimap-row-link, .apimap-out")) node.remove();
  for (const node of copy.querySelectorAll("br")) node.replaceWith(BETWEEN);
  return textOf(copy).replace(/\s+/g, " ");
};

const cellsOf = ({ row, cell }, columns) =>
  columns.map(({ key }) => {
    if (key === EFFORT.key) return textOf(row.querySelector("[data-effort]"));
    return cell(key) ? said(cell(key)) : "";
  });

// All columns of the page's tables but the number, and what the usual call takes before the category or the remark.
const columnsOf = (items) => {
  const named = items.flatMap(({ table }) => table.columns).filter(({ key }) => key !== "number");
  const found = [...new Map(named.map((column) => [column.key, column])).values()];
  if (!items.some(({ row }) => row.querySelector("[data-effort]"))) return found;
  const at = found.findIndex(({ key }) => key === "category" || key === "remark");
  return at < 0 ? [...found, EFFORT] : [...found.slice(0, at), EFFORT, ...found.slice(at)];
};

export const rowsOf = (items) => {
  const columns = columnsOf(items);
  return [columns.map(({ heading }) => heading), ...items.map((item) => cellsOf(item, columns))];
};

// No spreadsheet is to take text for a formula.
const safe = (text) => (/^[=+\-@\t\r]/.test(text) && text !== "-" ? `'${text}` : text);
const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
export const toCsv = (rows) => `\ufeff${rows.map((row) => row.map((text) => quoted(safe(text))).join(",")).join("\r\n")}\r\n`;
export const toTabs = (rows) => rows.map((row) => row.map(safe).join("\t")).join("\n");

const save = (text) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  link.download = "api-mapping.csv";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

export const addSaving = (form, shown) => {
  const { copy, save: button } = form.elements;
  if (!copy || !button) return;
  const label = copy.textContent;
  copy.hidden = !navigator.clipboard;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(toTabs(rowsOf(shown())));
    copy.textContent = COPIED;
    setTimeout(() => (copy.textContent = label), 2000);
  });
  button.addEventListener("click", () => save(toCsv(rowsOf(shown()))));
};

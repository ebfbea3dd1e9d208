// The rows that are shown, as text for a spreadsheet: copied with tabs between the cells, or saved as CSV.

import { textOf } from "./rows.js";

const BETWEEN = " ; ";
const EFFORT = "要改多少";
const COPIED = "已复制";

// What a cell says: several names with a mark between them, and of a chip of effort nothing, which has a column of its own.
const said = (cell) => {
  const copy = cell.cloneNode(true);
  for (const node of copy.querySelectorAll(".apimap-effort, .apimap-row-link, .apimap-out")) node.remove();
  for (const node of copy.querySelectorAll("br")) node.replaceWith(BETWEEN);
  return textOf(copy).replace(/\s+/g, " ");
};

const cellsOf = ({ row, table }, headings) =>
  headings.map((heading) => {
    if (heading === EFFORT) return textOf(row.querySelector("[data-effort]"));
    const cell = row.cells[table.headings.indexOf(heading)];
    return cell ? said(cell) : "";
  });

// All columns of the page's tables but the number, and what the usual call takes before the category or the remark.
const headingsOf = (items) => {
  const found = [...new Set(items.flatMap(({ table }) => table.headings.slice(table.headings[0] === "序号" ? 1 : 0)))];
  if (!items.some(({ row }) => row.querySelector("[data-effort]"))) return found;
  const at = found.findIndex((heading) => heading === "映射分类" || heading === "备注");
  return at < 0 ? [...found, EFFORT] : [...found.slice(0, at), EFFORT, ...found.slice(at)];
};

export const rowsOf = (items) => {
  const headings = headingsOf(items);
  return [headings, ...items.map((item) => cellsOf(item, headings))];
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

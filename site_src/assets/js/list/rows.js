// What the lists of a page say: their tables, their rows, and by what each row can be found.

// A table whose columns have keys is a list. Rows and tables carry what they can be filtered by: no word of the page is
// looked for. The words here are those of the form's options, as generator/publishing/views/statuses.py has them.
const STATUSES = {
  verified: "已验证",
  untold: "有未说明的差异",
  skipped: "部分未运行",
  differs: "结果不一致",
  failed: "运行失败",
  stale: "证据已过时",
  missing: "尚未验证",
};
// What holds of a row where only the prefix is replaced.
const FACTS = {
  prefix: "可直接替换前缀",
  keywords: "关键字也不必改",
  compat: "enable_compat 之后不必改",
};

// How a row stands on the releases that the form names; the states and their words are those of generator/publishing/views/releases.py.
const RELEASES = (document.querySelector(".apimap-filter")?.dataset.releases || "").split(" ").filter(Boolean);
const STATES = { holds: "与本页一致", partly: "部分一致", fails: "不成立", "not-run": "没有运行", unknown: "不明" };
// Who uses a release asks first for all that can be written there as the page has it.
const WORKS = ["works", "能用"];

export const textOf = (node) => (node ? node.textContent.trim() : "");
const option = (value, label = value) => ({ value, label });
const optionsOf = (cell) => {
  const chip = cell && cell.querySelector("[data-category]");
  const text = textOf(chip || cell);
  return text && text !== "-" ? [option(chip ? chip.dataset.category : text, text)] : [];
};
// Who plans a migration asks for all that takes more than another name.
const WIDER = [
  [/^1/, "*1", "1 类：换个名称就行"],
  [/^[2-7]/, "*2-7", "2 至 7 类：看参数、改写或没有"],
];
const categoriesOf = (item) => {
  const found = optionsOf(item.cell("category"));
  const wider = WIDER.find(([pattern]) => pattern.test(found[0]?.value));
  return wider ? [...found, option(wider[1], wider[2])] : found;
};
// From the least work to the most, as in generator/model/call_verdict.py.
const EFFORTS = ["verbatim", "renamed", "arguments", "rewrite", "missing", "unverified"];
const effortsOf = ({ row }) => {
  const chip = row.querySelector("[data-effort]");
  return chip ? [option(chip.dataset.effort, textOf(chip))] : [];
};
const modulesOf = ({ table, row }) => {
  const name = table.keys[0] === "number" ? textOf(row.cells[1].querySelector("a, code") || row.cells[1]) : "";
  const parts = /^[\w.]+$/.test(name) ? name.split(".").slice(0, -1) : [];
  const above = parts.map((_, index) => parts.slice(0, index + 1).join(".")).slice(1);
  const wider = above.map((module) => option(`${module}.*`, `${module} 及其下级`));
  return parts.length ? [option(parts.join(".")), ...wider] : [];
};
const sectionOf = ({ table: { section } }) => (section ? [option(section)] : []);
const factsOf = ({ row }) => (row.dataset.facts || "").split(" ").filter((name) => FACTS[name]);
const statusOf = ({ row: { dataset } }) => (dataset.status ? [option(dataset.status, STATUSES[dataset.status])] : []);

const versionsOf = ({ row }) =>
  [...(row.dataset.on || "")].flatMap((letter, index) => {
    const release = RELEASES[index];
    const [state, words] = Object.entries(STATES).find(([name]) => name[0] === letter);
    const found = option(`${release}-${state}`, `${release} ${words}`);
    return "hp".includes(letter) ? [found, option(`${release}-${WORKS[0]}`, `${release} ${WORKS[1]}`)] : [found];
  });

// By what can be filtered, as the form's controls are named (templates/page.html.j2). `of` tells a row's own.
export const FACETS = [
  { name: "section", of: sectionOf },
  { name: "module", of: modulesOf, sorted: true },
  { name: "effort", of: effortsOf, order: EFFORTS },
  { name: "category", of: categoriesOf, sorted: true },
  { name: "family", of: (item) => optionsOf(item.cell("family")) },
  { name: "status", of: statusOf },
  // Addresses with dropin=1 are older than the other two facts.
  { name: "dropin", of: (item) => factsOf(item).map((name) => option(name === "prefix" ? "1" : name, FACTS[name])) },
  { name: "version", of: versionsOf, order: RELEASES.flatMap((release) => [WORKS[0], ...Object.keys(STATES)].map((state) => `${release}-${state}`)) },
  { name: "fixable", of: (item) => optionsOf(item.cell("fixable")).map(() => option("1")) },
];

export const readTable = (element) => {
  const heads = [...element.tHead.rows[0].cells];
  const columns = heads.map((head) => ({ key: head.dataset.column, heading: textOf(head) }));
  const box = element.parentElement.matches(".md-content__inner") ? element : element.parentElement;
  let heading = box.previousElementSibling;
  while (heading && !/^H[12]$/.test(heading.tagName)) heading = heading.previousElementSibling;
  heading = heading && heading.tagName === "H2" ? heading : null;
  return { element, columns, keys: columns.map(({ key }) => key), box, heading, section: element.dataset.section };
};

export const readTables = () =>
  [...document.querySelectorAll(".md-content table")]
    .filter((element) => element.querySelector("thead [data-column]"))
    .map(readTable);

export const readRows = (tables) =>
  tables.flatMap((table) =>
    [...table.element.tBodies[0].rows].map((row, number) => {
      const item = { row, table, number, shown: true, text: row.textContent.toLowerCase() };
      item.cell = (key) => row.cells[table.keys.indexOf(key)];
      item.options = FACETS.map((facet) => facet.of(item));
      item.values = {};
      FACETS.forEach(({ name }, index) => (item.values[name] = item.options[index].map(({ value }) => value)));
      return item;
    }),
  );

// All that goes when a section has nothing to show: its heading, what stands under it, its entries in the contents.
export const partsOf = (table) => {
  const parts = [table.box];
  if (!table.heading) return parts;
  for (let node = table.box; node !== table.heading; parts.push(node)) node = node.previousElementSibling;
  const links = [...document.querySelectorAll(".md-nav--secondary a")];
  const entries = links.filter(({ hash }) => decodeURIComponent(hash) === `#${table.heading.id}`);
  return [...parts, ...entries.map((link) => link.closest("li"))];
};

// The overview of several lists goes when they are filtered.
export const readOverview = () =>
  [...document.querySelectorAll(".apimap-overview")].flatMap((element) => partsOf(readTable(element)));

// The rows of what no record answers, for a page of lists: a section of its own behind the others, made of the same list
// that the finder reads (generator/publishing/pages/finder.py).

import { prepareUnanswered } from "../finder/names.js";
import { readTable } from "./rows.js";

const SITE = new URL("../../../", import.meta.url);

const cell = (...content) => {
  const td = document.createElement("td");
  td.append(...content);
  return td;
};

const linkTo = ({ torch, address }) => Object.assign(document.createElement("a"), { href: new URL(address, SITE), textContent: torch });

// By the key of its column; columns that only records fill have a dash.
const CELLS = {
  number: (_, number) => cell(number + 1),
  torch: (record) => cell(linkTo(record)),
  paddle: ({ paddle, sameAs }) => cell(paddle.length ? `可能是 ${paddle[0]}` : sameAs ? `同 ${sameAs}` : "-"),
  category: ({ unanswered }) => cell(unanswered),
  remark: ({ paddle, guess, unanswered }) => cell(paddle.length ? `${unanswered}，${guess}` : unanswered),
};

export const makeTable = async ([first]) => {
  const list = await (await fetch(new URL("assets/unanswered.json", SITE))).json();
  const records = prepareUnanswered(list).filter(({ side }) => side === 0).map(({ record }) => record);
  const heading = Object.assign(document.createElement("h2"), { id: list.mark });
  heading.append(`${list.mark} API`);
  const element = document.createElement("table");
  element.className = first.element.className;
  element.dataset.section = list.mark;
  element.setAttribute("role", "table");
  const head = element.createTHead().insertRow();
  for (const { key, heading: textContent } of first.columns) {
    const th = Object.assign(document.createElement("th"), { scope: "col", textContent });
    th.dataset.column = key;
    head.append(th);
  }
  head.cells[0].className = "apimap-number";
  const rows = records.map((record, number) => {
    const row = Object.assign(document.createElement("tr"), { id: record.torch });
    row.append(...first.keys.map((key) => (CELLS[key] || (() => cell("-")))(record, number)));
    return row;
  });
  element.createTBody().append(...rows);
  const last = [...document.querySelectorAll(".md-content__inner .apimap-list")].pop();
  last.after(heading, element);
  return Object.assign(readTable(element), { unanswered: true });
};

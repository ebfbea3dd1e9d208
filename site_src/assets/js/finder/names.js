// The finder's list (generator/publishing/pages/finder.py) as the search takes it.

import { fold, lastOf } from "./spelling.js";

export const VERSION = 1;

const check = (version) => {
  if (version !== VERSION) {
    throw new Error(`The finder's list has version ${version}, and not ${VERSION}`);
  }
};

// A record under each of its names, by side: its own, the aliases, Paddle's.
const namesOf = (record) =>
  [[record.torch], record.aliases, record.paddle].flatMap((group, side) =>
    group.map((text) => {
      const folded = fold(text);
      return { record, text, lower: text.toLowerCase(), folded, last: lastOf(folded), joined: folded.replaceAll(".", ""), side };
    }),
  );

const split = (text) => (text ? text.split(" ") : []);

// The list as `find` takes it: each record with all its names, and the names in one row.
export const prepare = ({ version, categories, efforts, statuses, records }) => {
  check(version);
  const names = [];
  for (const [torch, paddle = "", category = 0, status = 0, dropIn = 0, aliases = "", page = "", effort = 0] of records) {
    const [number, label, pages] = categories[category]; // whether each has its own, or the name of the one that lists them
    const record = {
      torch,
      paddle: split(paddle),
      aliases: split(aliases),
      effort: { key: efforts[effort][0], label: efforts[effort][1] },
      category: { number, label },
      status: { key: statuses[status][0], label: statuses[status][1] },
      dropIn: Boolean(dropIn),
      address: pages === true ? `api/${page || torch}/` : `${pages || "missing"}/#${torch}`,
    };
    names.push(...namesOf(record));
  }
  return names;
};

// Notes, topics and rules, with all that they are found by.
export const preparePages = ({ pages = [] }) =>
  pages.map(([kind, title, address, words = ""]) => ({ kind, title, address, lower: title.toLowerCase(), all: `${title} ${words}`.toLowerCase() }));

// The pages of Paddle names that no record maps to, which are found by nothing but the name.
export const prepareTitles = ({ paddle = [] }) => new Map(paddle.map(([title, address]) => [title.toLowerCase(), { kind: "Paddle", title, address }]));

// The same of what no record answers: `guess` says what speaks for the likely counterpart, `page` is the module's.
export const prepareUnanswered = ({ version, mark, grounds, modules }) => {
  check(version);
  const names = [];
  for (const [page, entries] of modules) {
    for (const [name, paddle = "", ground = 0, others = "", sameAs = "", see = ""] of entries) {
      const torch = `${page}.${name}`;
      const address = `unanswered/${page}/#${torch}`;
      names.push(...namesOf({ torch, paddle: split(paddle), aliases: split(others), address, page, unanswered: mark, guess: grounds[ground], sameAs, see }));
    }
  }
  return names;
};

// Every module and class with the number of its records and of what is not recorded, and the page of the latter.
export const modulesOf = (names) => {
  const found = new Map();
  for (const { record, side } of names) {
    if (side === 0) {
      const parts = record.torch.split(".");
      for (let length = parts.length - 1; length > 0; length -= 1) {
        const name = parts.slice(0, length).join(".");
        const known = found.get(name) || { name, folded: fold(name), records: 0, below: 0, unanswered: 0, page: "" };
        found.set(name, known);
        if (!record.unanswered) {
          known.records += length === parts.length - 1 ? 1 : 0;
          known.below += 1;
        } else if (length === parts.length - 1 || name === record.page) {
          known.unanswered += 1;
          known.page = record.page;
        }
      }
    }
  }
  return [...found.values()];
};

// The finder's list (generator/pages/finder.py) as the search takes it.

import { fold, lastOf } from "./spelling.js";

export const VERSION = 1;

// The list as `find` takes it: each record with all its names, and the names in one row.
export const prepare = ({ version, categories, statuses, records }) => {
  if (version !== VERSION) {
    throw new Error(`finder.json has version ${version}, and not ${VERSION}`);
  }
  const names = [];
  for (const [torch, paddle = "", category = 0, status = 0, dropIn = 0, aliases = "", page = ""] of records) {
    const [number, label, hasPage] = categories[category];
    const record = {
      torch,
      paddle: paddle ? paddle.split(" ") : [],
      aliases: aliases ? aliases.split(" ") : [],
      category: { number, label },
      status: { key: statuses[status][0], label: statuses[status][1] },
      dropIn: Boolean(dropIn),
      address: hasPage ? `api/${page || torch}/` : `missing/#${torch}`,
    };
    [[torch], record.aliases, record.paddle].forEach((group, side) => {
      for (const text of group) {
        const folded = fold(text);
        names.push({ record, text, lower: text.toLowerCase(), folded, last: lastOf(folded), joined: folded.replaceAll(".", ""), side });
      }
    });
  }
  return names;
};

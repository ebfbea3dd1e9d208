// Which API somebody means: pure functions over the finder's list (generator/pages/finder.py). ../finder.js loads them, and
// the list, when a finder is first used.

import { wantedNames } from "./text.js";

export const VERSION = 1;

// How well a name fits, from best to worst.
const EXACT = 0;
const SUFFIX = 1;
const PREFIX = 2;
const IN_MODULE = 3;
const SUBSTRING = 4;
const TYPO = 5;
// A name that fits only without what stands before its last dot comes after one that fits as it was written.
const WITHOUT_RECEIVER = 0.5;

// Whose methods a variable most likely has, by its name; a name that is not here is taken for a Tensor.
const RECEIVERS = [
  [/^(np|numpy|jnp|math)$/, "torch."],
  [/^(self|model|net|module|layer)/i, "torch.nn.Module."],
  [/^opt/i, "torch.optim."],
  [/^(lr_)?sched/i, "torch.optim.lr_scheduler."],
  [/^/, "torch.Tensor."],
];
const fold = (text) => text.toLowerCase().replaceAll("_", "");
const lastOf = (text) => text.slice(text.lastIndexOf(".") + 1);

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

// Whether one letter more, less, other, or two exchanged make one text the other.
export const isOneTypo = (a, b) => {
  if (Math.abs(a.length - b.length) > 1 || a === b) {
    return false;
  }
  let at = 0;
  while (a[at] === b[at]) {
    at += 1;
  }
  const exchanged = a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
  return exchanged || a.slice(at + 1) === b.slice(at + 1) || a.slice(at + 1) === b.slice(at) || a.slice(at) === b.slice(at + 1);
};

// The records that fit the text best, each once: `{record, via, tier}`, best first. Of several calls in the text, the best
// record of each comes first, in the order of the calls.
export const find = (names, text, limit = 20) => {
  const searches = wantedNames(text).map((wanted) => findName(names, wanted, limit));
  const certain = searches.filter((found) => found.length && found[0].tier < PREFIX);
  if (searches.length < 2 || !certain.length) {
    return searches.reduce((a, b) => ((b[0]?.tier ?? Infinity) < (a[0]?.tier ?? Infinity) ? b : a), []);
  }
  const rest = certain.flatMap((found) => found.slice(1).filter(({ tier }) => tier < PREFIX));
  return [...eachOnce([...certain.map(([best]) => best), ...rest])].slice(0, limit);
};

const eachOnce = function* (results) {
  const seen = new Set();
  for (const result of results) {
    if (!seen.has(result.record)) {
      seen.add(result.record);
      yield result;
    }
  }
};

const findName = (names, { name, call }, limit) => {
  const words = name.split(/\s+/);
  const matches = [...new Set([words.join("."), words.join("")])].flatMap((spelling) => matching(names, spelling));
  if (words.length > 1) {
    const parts = words.map(fold);
    const all = names.filter(({ folded }) => parts.every((part) => folded.includes(part)));
    matches.push(...all.map((candidate) => ({ name: candidate, tier: SUBSTRING, spelling: name })));
  }
  const last = lastOf(name);
  if (last && last !== name && !matches.some(({ tier }) => tier < PREFIX)) {
    const receiver = name.slice(0, -last.length - 1);
    matches.push(...matching(names, last, receiver).filter(({ tier }) => tier < PREFIX || !call));
  }
  if (!matches.some(({ tier }) => tier < SUBSTRING)) {
    matches.push(...typos(names, name));
  }
  return best(matches, limit);
};

// Names that fit, without an order: `{name, tier, spelling, receiver}`. `receiver` is what the text has before `spelling`.
const matching = (names, spelling, receiver = "") => {
  const query = fold(spelling);
  const joined = query.replaceAll(".", "");
  const found = [];
  for (const name of joined ? names : []) {
    const tier = tierOf(name, query, joined);
    if (tier !== undefined) {
      found.push({ name, tier: receiver ? tier + WITHOUT_RECEIVER : tier, spelling, receiver });
    }
  }
  return found;
};

const tierOf = ({ folded, last, joined: all }, query, joined) => {
  if (!all.includes(joined)) {
    return undefined;
  }
  if (folded === query) {
    return EXACT;
  }
  if (folded.endsWith(`.${query}`)) {
    return SUFFIX;
  }
  if (folded.startsWith(query) || folded.includes(`.${query}`)) {
    return last.startsWith(lastOf(query)) ? PREFIX : IN_MODULE;
  }
  return SUBSTRING;
};

const typos = (names, name) => {
  const last = fold(lastOf(name.replace(/\s+/g, "")));
  const receiver = name.slice(0, Math.max(0, name.lastIndexOf(".")));
  const fitting = last.length < 3 ? [] : names.filter((candidate) => isOneTypo(candidate.last, last));
  return fitting.map((candidate) => ({ name: candidate, tier: TYPO, spelling: lastOf(name), receiver }));
};

// The best matches, each record once. Only tiers that are needed are put in order: one letter fits nearly every name.
const best = (matches, limit) => {
  const tiers = new Map();
  for (const match of matches) {
    const tier = tiers.get(match.tier);
    if (tier) {
      tier.push(match);
    } else {
      tiers.set(match.tier, [match]);
    }
  }
  const results = function* () {
    for (const tier of [...tiers.keys()].sort((a, b) => a - b)) {
      yield* tiers.get(tier).map(result).sort(compare);
    }
  };
  const found = [];
  for (const item of eachOnce(results())) {
    found.push(item);
    if (found.length === limit) {
      break;
    }
  }
  return found;
};

// A result, and what it is compared by in its tier, in this order; smaller is better.
const result = ({ name: { record, text, lower, folded, side }, tier, spelling, receiver = "" }) => ({
  record,
  via: text,
  tier,
  key: [
    text.endsWith(spelling) ? 0 : lower.endsWith(spelling.toLowerCase()) ? 1 : 2,
    -sharedParts(folded, fold(receiver)),
    side,
    receiver && text.startsWith(RECEIVERS.find(([pattern]) => pattern.test(lastOf(receiver)))[1]) ? 0 : 1,
    text.split(".").length,
    text.length,
    record.torch.split(".").length,
    record.torch.length,
  ],
});

// How many parts of two modules are the same, counted from the end: `x.functional` is more like `torch.nn.functional`.
const sharedParts = (folded, receiver) => {
  const own = folded.split(".").slice(0, -1).reverse();
  const other = receiver ? receiver.split(".").reverse() : [];
  let shared = 0;
  while (shared < other.length && own[shared] && (own[shared] === other[shared] || isOneTypo(own[shared], other[shared]))) {
    shared += 1;
  }
  return shared;
};

const compare = (a, b) => {
  for (let at = 0; at < a.key.length; at += 1) {
    if (a.key[at] !== b.key[at]) {
      return a.key[at] - b.key[at];
    }
  }
  return a.via < b.via || (a.via === b.via && a.record.torch < b.record.torch) ? -1 : 1;
};

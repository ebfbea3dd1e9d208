// Which API somebody means: pure functions over the names (names.js). combobox.js loads them when a finder is first used.

import { best, eachOnce } from "./ranking.js";
import { fold, isOneTypo, lastOf } from "./spelling.js";
import { wantedNames } from "./text.js";

// How well a name fits, from best to worst.
const EXACT = 0;
const SUFFIX = 1;
const PREFIX = 2;
const IN_MODULE = 3;
const SUBSTRING = 4;
const TYPO = 5;
// A name that fits only without what stands before its last dot comes after one that fits as it was written.
const WITHOUT_RECEIVER = 0.5;
// What a member belongs to that has no entry of its own comes before members of others that are called alike.
const OWNER = 1.25;
// The side of a name that is Paddle's; that of what no record answers is a guess.
const PADDLE_SIDE = 2;

// The records that fit the text best, each once: `{record, via, tier}`, best first. Of several calls in the text, the best
// record of each comes first, in the order of the calls.
export const find = (names, text, limit = 20) => {
  const wanted = wantedNames(text);
  const certain = wanted.length < 2 ? [] : wanted.map((one) => findName(endingAlike(names, one), one, limit)).filter(isCertain);
  if (!certain.length) {
    const searches = wanted.slice(0, limit).map((one) => findName(names, one, limit));
    return searches.reduce((a, b) => ((b[0]?.tier ?? Infinity) < (a[0]?.tier ?? Infinity) ? b : a), []);
  }
  const rest = certain.flatMap((found) => found.slice(1).filter(({ tier }) => tier < PREFIX));
  return [...eachOnce([...certain.map(([first]) => first), ...rest])].slice(0, limit);
};

const isCertain = (found) => found.length > 0 && found[0].tier < PREFIX;

// The names among which are all that fit one of many names for certain: those with its last part. A pasted file has hundreds
// of calls, and looking through all names for each of them would stop the page.
const endingAlike = (names, { name }) => {
  let groups = endings.get(names);
  if (!groups) {
    groups = new Map();
    for (const one of names) {
      groups.set(one.last, groups.get(one.last) ?? []).get(one.last).push(one);
    }
    endings.set(names, groups);
  }
  return groups.get(fold(lastOf(name))) ?? [];
};
const endings = new WeakMap();

// The calls in a text of which no name fits: they are told, since the list shows nothing for them.
export const missedNames = (names, text) => {
  const wanted = wantedNames(text);
  return wanted.length < 2 ? [] : wanted.filter((one) => !isCertain(findName(endingAlike(names, one), one, 1))).map(({ name }) => name);
};

// The modules that a text names, with or without what stands before: `torch.nn.functional`, `nn.functional.`, `linalg`.
export const findModules = (modules, text) => {
  const wanted = wantedNames(text);
  const query = wanted.length === 1 && !wanted[0].call ? fold(wanted[0].name).replace(/\.+$/, "") : "";
  const fitting = query ? modules.filter(({ folded }) => folded === query || folded.endsWith(`.${query}`)) : [];
  const exact = fitting.filter(({ folded }) => folded === query);
  return (exact.length ? exact : fitting).sort((a, b) => a.name.length - b.name.length).slice(0, 2);
};

// How many results stand before the lists of modules: those of exactly this name, and those of a class, which is a module
// of its members as well.
export const beforeModules = (results, modules) => {
  const classes = new Set(modules.map(({ folded }) => folded));
  const leads = ({ record, tier }) => tier < PREFIX && !record.unanswered;
  const isClass = results.some((result) => leads(result) && classes.has(fold(result.record.torch)));
  return results.findLastIndex((result) => (isClass ? leads(result) : result.tier === EXACT)) + 1;
};

// Notes, topics and rules that have all words of a text, or every sign of a Chinese one; best are those that have them in the title.
export const findPages = (pages, text, limit = 4) => {
  const words = text.toLowerCase().match(/[a-z_][a-z_0-9.]+|[\u4e00-\u9fff]+|\d+/g) ?? [];
  const inAll = words.length ? pages.filter(({ all }) => words.every((word) => all.includes(word))) : [];
  const fitting = inAll.length ? inAll : withPairs(pages, text);
  const inTitle = ({ lower }) => words.filter((word) => lower.includes(word)).length;
  return fitting.sort((a, b) => inTitle(b) - inTitle(a)).slice(0, limit);
};

// The pages that have most of the neighbouring signs of a Chinese text, which has no spaces between its words.
const withPairs = (pages, text) => {
  const signs = (text.match(/[\u4e00-\u9fff]+/g) ?? []).join("");
  const pairs = [...signs].slice(1).map((sign, at) => signs[at] + sign);
  const shared = new Map(pages.map((page) => [page, pairs.filter((pair) => page.all.includes(pair)).length]));
  const most = Math.max(0, ...shared.values());
  return most ? pages.filter((page) => shared.get(page) === most) : [];
};

// Whether what was found for a text has another name, and is shown for want of a better one.
export const areOnlySimilar = (text, [best]) =>
  best !== undefined && (best.tier > SUBSTRING || (!Number.isInteger(best.tier) && /^\s*(torch|torchvision|paddle)\./.test(text)));

const findName = (names, { name, call }, limit) => {
  const words = name.split(/\s+/);
  const matches = [...new Set([words.join("."), words.join("")])].flatMap((spelling) => matching(names, spelling));
  if (words.length > 1) {
    const parts = words.map(fold);
    const all = names.filter(({ folded }) => parts.every((part) => folded.includes(part)));
    matches.push(...all.map((candidate) => ({ name: candidate, tier: SUBSTRING, spelling: name })));
  }
  if (words.length > 1 && !matches.length) {
    // A name with words about it: `torch.load map_location`.
    matches.push(...words.flatMap((word) => matching(names, word)).filter(({ tier }) => tier < PREFIX));
  }
  const last = lastOf(name);
  // A module is named for what is in it, and not for its last part.
  const module = `${fold(name)}.`;
  const isModule = matches.some((match) => match.name.folded.startsWith(module));
  if (last && last !== name && !isModule && !matches.some(({ tier }) => tier < PREFIX)) {
    const receiver = name.slice(0, -last.length - 1);
    matches.push(...matching(names, last, receiver).filter(({ tier }) => tier < PREFIX || !call));
  }
  if (!matches.some(({ tier }) => tier < SUBSTRING)) {
    matches.push(...typos(names, name));
  }
  if (!matches.some(({ tier }) => tier <= SUFFIX)) {
    matches.push(...ownerOf(names, name, matches));
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
      const guessed = name.record.unanswered && name.side === PADDLE_SIDE;
      found.push({ name, tier: guessed ? TYPO : receiver ? tier + WITHOUT_RECEIVER : tier, spelling, receiver });
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

// The class that a full name is a member of, where nothing of it was found under a name like this: it has no such entry.
const ownerOf = (names, name, found) => {
  const owner = fold(name.slice(0, Math.max(0, name.lastIndexOf("."))));
  if (!/^(torch|torchvision)\../.test(owner) || found.some((match) => match.name.folded.startsWith(`${owner}.`))) {
    return [];
  }
  const fitting = names.filter(({ folded }) => folded === owner);
  return fitting.map((candidate) => ({ name: candidate, tier: OWNER, spelling: candidate.text }));
};

const typos = (names, name) => {
  const last = fold(lastOf(name.replace(/\s+/g, "")));
  const receiver = name.slice(0, Math.max(0, name.lastIndexOf(".")));
  const fitting = last.length < 3 ? [] : names.filter((candidate) => isOneTypo(candidate.last, last));
  return fitting.map((candidate) => ({ name: candidate, tier: TYPO, spelling: lastOf(name), receiver }));
};

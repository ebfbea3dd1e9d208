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

// The records that fit the text best, each once: `{record, via, tier}`, best first. Of several calls in the text, the best
// record of each comes first, in the order of the calls.
export const find = (names, text, limit = 20) => {
  const searches = wantedNames(text).map((wanted) => findName(names, wanted, limit));
  const certain = searches.filter((found) => found.length && found[0].tier < PREFIX);
  if (searches.length < 2 || !certain.length) {
    return searches.reduce((a, b) => ((b[0]?.tier ?? Infinity) < (a[0]?.tier ?? Infinity) ? b : a), []);
  }
  const rest = certain.flatMap((found) => found.slice(1).filter(({ tier }) => tier < PREFIX));
  return [...eachOnce([...certain.map(([first]) => first), ...rest])].slice(0, limit);
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

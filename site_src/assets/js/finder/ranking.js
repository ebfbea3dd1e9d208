// Which of the names that fit come first: pure functions over matches, as match.js finds them.

import { fold, isOneTypo, lastOf } from "./spelling.js";

// Whose methods a variable most likely has, by its name; a name that is not here is taken for a Tensor.
const RECEIVERS = [
  [/^(np|numpy|jnp|math)$/, "torch."],
  [/^(self|model|net|module|layer)/i, "torch.nn.Module."],
  [/^opt/i, "torch.optim."],
  [/^(lr_)?sched/i, "torch.optim.lr_scheduler."],
  [/^/, "torch.Tensor."],
];

export const eachOnce = function* (results) {
  const seen = new Set();
  for (const result of results) {
    if (!seen.has(result.record)) {
      seen.add(result.record);
      yield result;
    }
  }
};

// The best matches, each record once. Only tiers that are needed are put in order: one letter fits nearly every name.
export const best = (matches, limit) => {
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
    record.unanswered ? 1 : 0,
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

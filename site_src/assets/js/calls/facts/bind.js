// Binds the arguments of a call to the parameters of a signature, as Python does.

import { OTHER_NAMES } from "../knowledge/names.js";
import { POSITIONAL_ONLY, VAR_KEYWORD, VAR_POSITIONAL, isPositional, isRequired } from "../model/signature.js";

// The variadic parameter of those that take the lengths of two dimensions or more: `Tensor(dim0, dim1, *dims)`.
const LENGTHS = "dims";

/**
 * Binds a call; undefined where the signature does not accept it. The arguments stand in the order of the text, each
 * `{parameter, value, values, keyword, position, key, entry, isSure}`: it is one of `values`, passed by the name `key`; `entry` is
 * what a dictionary has under that name, where `keyword` passes all of it. `isOpen` where `*args` or `**kwargs` may carry any
 * others; `displays` tells what dictionaries hold, `keywords` other names of parameters. `gathered` names the `**` parameter of the function around it that is passed on,
 * as far as calls of that function show what it holds. As in torch, a variadic parameter takes a keyword as well:
 * `torch.ones(size=(2, 3))`.
 */
export const bind = (call, signature, displays, keywords = {}) => {
  const others = { ...OTHER_NAMES, ...keywords };
  const named = new Map(signature.filter(({ kind }) => kind !== POSITIONAL_ONLY).map((parameter) => [parameter.name, parameter]));
  const positional = signature.filter(isPositional);
  const variadic = signature.find(({ kind }) => kind === VAR_POSITIONAL);
  const extra = signature.find(({ kind }) => kind === VAR_KEYWORD);
  const found = [];
  let isOpen = false;
  for (const [position, value] of call.args.entries()) {
    if (value.type === "Starred" && !takesStar(call, position, positional, variadic)) {
      isOpen = true;
      break;
    }
    const parameter = positional[position] ?? variadic;
    if (!parameter) {
      return undefined;
    }
    found.push({ parameter, value, values: [value], keyword: null, position, key: "", entry: undefined, isSure: true });
  }
  const given = new Set(found.map(({ parameter }) => parameter.name));
  const keys = new Set();
  for (const keyword of call.keywords) {
    const passed = passedBy(keyword, displays);
    isOpen ||= !passed;
    for (const [key, entry] of passed ?? []) {
      const other = Object.hasOwn(others, key) ? named.get(others[key]) : undefined;
      const parameter = named.get(key) ?? other ?? extra;
      if (!parameter || (given.has(parameter.name) && parameter !== extra) || keys.has(key)) {
        return undefined;
      }
      given.add(parameter.name);
      keys.add(key);
      found.push(byName(parameter, keyword, key, entry));
    }
  }
  const isMissing = signature.some((parameter) => isRequired(parameter) && parameter.default === null && !given.has(parameter.name));
  if (isMissing && !isOpen) {
    return undefined;
  }
  const byParameter = new Map();
  for (const argument of found) {
    const { name } = argument.parameter;
    byParameter.set(name, [...(byParameter.get(name) ?? []), argument]);
  }
  const gathered = call.keywords.find((keyword) => displays?.isGathered(keyword))?.value.id ?? "";
  return { signature, arguments: found, isOpen, byParameter, gathered };
};

/** Whether a starred argument stands for some of those of one parameter, or for lengths beside another. */
const takesStar = (call, index, positional, variadic) =>
  Boolean(variadic) && (index >= positional.length || (variadic.name === LENGTHS && call.args.length >= positional.length));

/** The names by which a keyword, or the dictionary after `**`, passes something; undefined where they are not known. */
const passedBy = (keyword, displays) => {
  if (keyword.arg !== null) {
    return [[keyword.arg, undefined]];
  }
  const held = displays?.of(keyword.value);
  return held && [...held];
};

/** An argument that is passed by name; one that torch needs surely is, or the call would fail in torch. */
const byName = (parameter, keyword, key, entry) => {
  const values = entry?.values ?? [keyword.value];
  const isNeeded = isRequired(parameter) && parameter.default === null;
  const sure = entry && { values, isSure: entry.isSure || isNeeded };
  return { parameter, value: values[0], values, keyword, position: null, key, entry: sure, isSure: sure?.isSure ?? true };
};

// Binds the arguments of a call to the parameters of a signature, as Python does.

import { POSITIONAL_ONLY, VAR_KEYWORD, VAR_POSITIONAL, isPositional, isRequired } from "./signature.js";

// NumPy's names of arguments, which torch's functions in C take though no signature shows it.
const NUMPY_NAMES = { axis: "dim", keepdims: "keepdim", x: "input", x1: "input", x2: "other" };

/**
 * Binds a call; undefined where the signature does not accept it. The arguments stand in the order of the text, each
 * `{parameter, value, keyword, position}`; `isOpen` where `*args` or `**kwargs` may carry any others. As in torch, a variadic
 * parameter takes a keyword as well: `torch.ones(size=(2, 3))`.
 */
export const bind = (call, signature) => {
  const named = new Map(signature.filter(({ kind }) => kind !== POSITIONAL_ONLY).map((parameter) => [parameter.name, parameter]));
  const positional = signature.filter(isPositional);
  const variadic = signature.find(({ kind }) => kind === VAR_POSITIONAL);
  const extra = signature.find(({ kind }) => kind === VAR_KEYWORD);
  const found = [];
  let isOpen = false;
  for (const [position, value] of call.args.entries()) {
    if (value.type === "Starred" && (positional.length || !variadic)) {
      isOpen = true;
      break;
    }
    const parameter = positional[position] ?? variadic;
    if (!parameter) {
      return undefined;
    }
    found.push({ parameter, value, keyword: null, position });
  }
  const given = new Set(found.map(({ parameter }) => parameter.name));
  for (const keyword of call.keywords) {
    if (keyword.arg === null) {
      isOpen = true;
      continue;
    }
    const other = Object.hasOwn(NUMPY_NAMES, keyword.arg) ? named.get(NUMPY_NAMES[keyword.arg]) : undefined;
    const parameter = named.get(keyword.arg) ?? other ?? extra;
    if (!parameter || (given.has(parameter.name) && parameter !== extra)) {
      return undefined;
    }
    given.add(parameter.name);
    found.push({ parameter, value: keyword.value, keyword, position: null });
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
  return { signature, arguments: found, isOpen, byParameter };
};

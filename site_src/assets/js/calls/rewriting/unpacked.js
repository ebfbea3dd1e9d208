// Writes the dictionaries after `**` in a call: they stay, or leave out what Paddle has no parameter for.

import { targetOf } from "./decide.js";
import { POSITIONAL_ONLY, VAR_KEYWORD, VAR_POSITIONAL } from "../model/signature.js";
import { CALL } from "../model/template.js";

const NAME = /(?<![\w.])[A-Za-z_]\w*/g;
const IDENTIFIER = /^[A-Za-z_]\w*$/;
const VARIABLES = [
  ["name", "value"],
  ["key", "item"],
];

/** Why a dictionary cannot be passed to Paddle as it is, or without some of its keys; empty where it can. */
export const unwritable = (change, text) => {
  const { wraps, then, templates, binding } = change;
  const every = [...wraps, ...then, ...[...templates.values()].flat().map(([, template]) => template)];
  const used = new Set([...every.flatMap(({ names }) => names), ...templates.keys()]);
  const isLost = wraps.length > 0 && !wraps[0].names.includes(CALL);
  for (const argument of binding.arguments.filter(({ entry }) => entry)) {
    const problem = isLost || used.has(argument.parameter.name) ? "在 Paddle 中要另写" : problemOf(change, argument);
    if (problem) {
      const dictionary = [...text.of(argument.keyword.value)].slice(0, 40).join("");
      const has = argument.isSure ? "有" : "可能有";
      return `\`**${dictionary}\` 里${has} \`${argument.key}\`，${problem}，请直接写出这些参数`;
    }
  }
  return "";
};

/** What is wrong with a key of a dictionary that no template uses. */
const problemOf = (change, argument) => {
  const { key, keyword, parameter } = argument;
  const { names, dropped, way } = change;
  if (!names.has(parameter.name) || dropped.has(parameter.name)) {
    return keyword.value.type === "Name" && IDENTIFIER.test(key) ? "" : "Paddle 没有这个参数";
  }
  const target = targetOf(change, argument);
  if (target !== key) {
    return `Paddle 的名称是 \`${target}\``;
  }
  const taking = way.paddleParameters.filter(({ name }) => name === key);
  if (taking.length && parameter.kind === VAR_KEYWORD) {
    return "在 Paddle 中是另一个参数";
  }
  if ([parameter, ...taking].some(({ kind }) => kind === POSITIONAL_ONLY || kind === VAR_POSITIONAL)) {
    return "在 Paddle 中不能写成关键字";
  }
  const row = way.rows.find((each) => each.parameter === parameter.name && each.paddle && each.set && !each.when);
  return row && !argument.entry.isSure ? `没有它时 Paddle 要写 \`${target}=${row.set}\`` : "";
};

/** The arguments that leave the text, and the dictionaries that stay without some keys, each with what it becomes. */
export const narrowed = (dropped, { binding }, text) => {
  const staying = new Set(binding.arguments.filter((argument) => !dropped.includes(argument)).map(({ keyword }) => keyword));
  const isLeftOut = ({ entry, keyword }) => entry && staying.has(keyword);
  const leftOut = new Map();
  for (const { keyword, key } of dropped.filter(isLeftOut)) {
    leftOut.set(keyword, [...(leftOut.get(keyword) ?? []), key]);
  }
  const dictionaries = [...leftOut].map(([{ value }, keys]) => [value, without(text.of(value), keys, text)]);
  return { going: dropped.filter((argument) => !isLeftOut(argument)), dictionaries };
};

/** The dictionary without some keys, as a comprehension. */
const without = (dictionary, keys, text) => {
  const [name, value] = variables(text);
  const words = keys.map((key) => `'${key}'`);
  const which = words.length > 1 ? `not in {${words.join(", ")}}` : `!= ${words[0]}`;
  return `{${name}: ${value} for ${name}, ${value} in ${dictionary}.items() if ${name} ${which}}`;
};

/** Names for a key and its value that the text has for nothing else. */
const variables = ({ source }) => {
  const taken = new Set(source.match(NAME));
  const isFree = (pair) => !pair.some((each) => taken.has(each));
  const plain = VARIABLES.find(isFree);
  if (plain) {
    return plain;
  }
  for (let number = 2; ; number += 1) {
    const pair = VARIABLES[0].map((name) => `${name}${number}`);
    if (isFree(pair)) {
      return pair;
    }
  }
};

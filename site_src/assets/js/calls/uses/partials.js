// Functions and classes to which `functools.partial` passes some arguments, for calls that pass the rest by position.

import { targetOf } from "../rewriting/decide.js";
import { isPositional } from "../model/signature.js";
import { NotWritable } from "../rewriting/rewrite.js";

export const PARTIAL = "functools.partial";
const WHOLE = "要改写的不只是 `partial` 传入的实参";

/**
 * The call that comes of a call of `partial` where no more is passed than the function needs; and the names of that. What is
 * passed later stands in it as a name without a place in the text.
 */
export const complete = (call, answer) => {
  const [func, ...positional] = call.args;
  const [signature = []] = answer.ways.flatMap(({ signatures }) => signatures);
  const given = new Set(call.keywords.map(({ arg }) => arg));
  const later = signature
    .filter(isPositional)
    .slice(positional.length)
    .filter((parameter) => parameter.default === null && !given.has(parameter.name))
    .map(({ name }) => name);
  const names = later.map((id) => ({ type: "Name", id, ctx: "Load" }));
  return [{ type: "Call", func, args: [...positional, ...names], keywords: call.keywords }, later];
};

const byName = (argument, change, value) => {
  const { name } = argument.parameter;
  if (change.templates.has(name) && !argument.entry) {
    return change.templates.get(name).map(([target, template]) => {
      if (template.names.some((each) => each !== name)) {
        throw new NotWritable(WHOLE);
      }
      return `${target}=${template.fill({ [name]: value })}`;
    });
  }
  if (change.names.has(name) && !argument.entry) {
    return [`${targetOf(change, argument)}=${value}`];
  }
  if (argument.entry || !change.dropped.has(name)) {
    throw new NotWritable(WHOLE);
  }
  return [];
};

/** The keywords in calls of the variable that a partial object is bound to which have to change in Paddle. */
export const laterKeywords = (call, change, variables) => {
  const parent = variables.parents.get(call);
  const target = parent?.type === "Assign" && parent.targets.length === 1 ? parent.targets[0] : undefined;
  const places = (target?.type === "Name" && variables.places(target)) || [];
  const calls = places.map((place) => [place, variables.parents.get(place)]).filter(([place, each]) => each.type === "Call" && each.func === place);
  const same = new Set(change.way.rows.filter((row) => row.target === row.parameter && !row.convert).map(({ parameter }) => parameter));
  return calls.flatMap(([, { keywords }]) => keywords.map(({ arg }) => arg)).filter((name) => name !== null && !same.has(name));
};

/** Those of the keywords in later calls of a name which torch alone has; Paddle takes some of torch's names beside its own. */
export const missingKeywords = (passed, { rows }) => {
  const missing = new Set(rows.filter(({ torch, paddle }) => torch && !paddle).map(({ parameter }) => parameter));
  return passed.filter((name) => missing.has(name));
};

/** What stands in the parentheses of a call of `partial` whose completed call becomes `change`. Throws NotWritable. */
export const writePartial = (call, change, edits) => {
  const written = new Set([...call.args, ...call.keywords.map(({ value }) => value)]);
  const theirs = change.way.paddleParameters.map(({ name }) => name);
  if (change.wraps.length || change.then.length || !change.way.paddle) {
    throw new NotWritable(WHOLE);
  }
  const found = change.binding.arguments.flatMap((argument) => {
    const { parameter, position, value } = argument;
    if (position === null) {
      return byName(argument, change, edits.text(value.start, value.end));
    }
    if (change.templates.has(parameter.name) || change.names.get(parameter.name) !== theirs[position]) {
      throw new NotWritable(WHOLE);
    }
    return written.has(value) ? [edits.text(value.start, value.end)] : [];
  });
  for (const [name, made] of change.templates) {
    if (!change.binding.byParameter.has(name)) {
      if (made.some(([, template]) => template.names.length)) {
        throw new NotWritable(WHOLE);
      }
      found.push(...made.map(([target, template]) => `${target}=${template.fill({})}`));
    }
  }
  return [change.way.paddle, ...found, ...change.added.map(([target, value]) => `${target}=${value}`)].join(", ");
};

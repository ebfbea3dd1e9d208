// Writes the Paddle call in the place of a torch call, each argument by itself, so that comments and layout stay.

import { targetOf } from "./decide.js";
import { NO_LITERAL, literalOf } from "../model/literal.js";
import { fold } from "../text/fold.js";
import { lastPart } from "../knowledge/names.js";
import { KEYWORD, POSITIONAL_ONLY, VAR_POSITIONAL, isVariadic } from "../model/signature.js";
import { VERDICTS } from "../site.js";
import { Edits, Text } from "../text/spans.js";
import { commentsOf, isConstruction, isExpression, isPlace, isSuper, parseExpression, parseExpressionAtLine } from "../text/syntax.js";
import { Captured, NOTHING, NoExpression, isAtom, parenthesised } from "../model/template.js";
import { narrowed, unwritable } from "./unpacked.js";
import { baseOf } from "../facts/views.js";

/** The change is decided, but cannot be written in the place of this call; the message is a reason in Chinese. */
export class NotWritable extends Error {}

const edit = (start, end, text) => ({ start, end, text });
const isSpace = (character) => character !== undefined && /\s/.test(character);

/** A call in its text; `opening` is the offset of the parenthesis that opens the arguments. */
class Place {
  constructor(call, text, edits) {
    Object.assign(this, { call, text, edits, source: text.source, opening: openingOf(call, text.source) });
    /** All arguments, in the order of the text. */
    this.passed = [...call.args, ...call.keywords].sort((a, b) => a.start - b.start);
  }

  /** The range of an argument's value; a lone generator has the parentheses of the call for its own. */
  value({ start, end }) {
    return start === this.opening ? [start + 1, end - 1] : [start, end];
  }

  written(node) {
    return this.edits.text(...this.value(node));
  }

  /** The range of an argument's value with the parentheses around it, which belong to no node. */
  enclosed(node) {
    const { source } = this;
    let [first, last] = this.value(node);
    for (;;) {
      let left = first - 1;
      let right = last;
      while (left > this.opening && isSpace(source[left])) {
        left -= 1;
      }
      while (isSpace(source[right])) {
        right += 1;
      }
      if (left <= this.opening || source[left] !== "(" || source[right] !== ")") {
        return [first, last];
      }
      [first, last] = [left, right + 1];
    }
  }

  /** The range of an argument with its keyword and its parentheses. */
  whole(node) {
    return node.type === "keyword" ? [node.start, this.enclosed(node.value)[1]] : this.enclosed(node);
  }

  /** The offset of the comma between two offsets, or undefined; comments are passed over. */
  comma(after, limit) {
    const { source } = this;
    let at = after;
    while (at < limit && source[at] !== ",") {
      at = source[at] === "#" ? source.indexOf("\n", at) : at + 1;
      if (at < 0 || at >= limit) {
        return undefined;
      }
    }
    return at < limit ? at : undefined;
  }
}

/**
 * Rewrites a call in `edits`; returns the verdict on what that amounts to. Without `lines`, no value is given a name. Throws
 * NotWritable.
 */
export const writeCall = (call, change, receiver, parent, text, edits, lines = undefined) => {
  const reason = unwritable(change, text);
  if (reason) {
    throw new NotWritable(reason);
  }
  if (isConstruction(call) && (change.wraps.length || change.then.length)) {
    throw new NotWritable("派生的类自己调用构造函数，要改写的不只是实参");
  }
  const place = new Place(call, text, edits);
  return edits.attempt(() => {
    nameRepeated(change, receiver, place, lines);
    return write(change, receiver, parent, place, lines);
  });
};

/** Writes a call, no argument of which has to be evaluated twice. */
const write = (change, receiver, parent, place, lines) => {
  const { call, text, edits } = place;
  const { start, end } = call;
  const inner = edits.text(start, end);
  const sources = sourcesOf(change, receiver, place);
  const { kept: all, dropped, added } = sortedArguments(change, sources);
  checkTargets(all, added);
  const { paddleIsMember } = change.way;
  const callee = calleeEdits(change, receiver, place, sources);
  const kept = !receiver && paddleIsMember ? all.slice(1) : all;
  const { going, dictionaries } = narrowed(dropped, change, text);
  const edited = argumentEdits(place, positions(kept, change, receiver && !paddleIsMember ? 1 : 0), going, added);
  edited.push(...dictionaries.map(([value, without]) => edit(...place.enclosed(value), without)));
  let source = edits.rewritten(start, end, [...callee, ...edited]);
  for (const template of change.wraps) {
    source = fold(filled(template, { ...sources, call: source }));
  }
  const isCallee = parent?.type === "Call" && parent.func === call;
  if (change.wraps.length && (isCallee || !isComplete(source, parent))) {
    source = parenthesised(source);
  }
  checkText(inner, source);
  if (source === NOTHING && parent?.type === "Expr" && parent.start === start && parent.end === end) {
    source = "pass";
  }
  if (source === inner && !change.then.length) {
    return VERDICTS.VERBATIM;
  }
  if (change.then.length) {
    writeWithThen(change, parent, place, sources, source, lines);
  } else {
    edits.replace(start, end, source);
  }
  return edited.length || change.wraps.length ? VERDICTS.ARGUMENTS : VERDICTS.RENAMED;
};

/** What stands for `x += y`, whose `change` is that of a call of `method` with `y` alone. Throws NotWritable. */
export const writeUpdate = (node, change, method, text, edits) => {
  const operator = text.source.indexOf("=", node.target.end) + 1;
  const written = `${text.of(node.target)}.${method}(${edits.text(operator, node.end).trim()})`;
  const call = parseExpression(written);
  const given = change.binding.arguments.map((argument) => ({ ...argument, value: call.args[0] }));
  const byParameter = new Map(given.map((argument) => [argument.parameter.name, [argument]]));
  const made = new Edits(written);
  const binding = { ...change.binding, arguments: given, byParameter };
  writeCall(call, { ...change, binding }, call.func.value, { type: "Expr", value: call }, new Text(written), made);
  return made.text(0, written.length);
};

/** Writes a call and the statements about its value: below its assignment, or all above the statement that uses it. */
const writeWithThen = (change, parent, { call, text, edits }, sources, source, lines) => {
  const written = (name) => change.then.map((template) => statementOf(filled(template, { ...sources, call: name })));
  if (parent?.type === "Assign" && parent.targets.length === 1 && isPlace(parent.targets[0])) {
    const indentation = text.source.slice(text.lineStart(text.line(parent.start)), parent.start);
    const [, rest, ending = "\n"] = /^([^\r\n]*)(\r\n|\r|\n)?/.exec(text.source.slice(parent.end));
    if (indentation.trim() || (rest.trim() && !rest.trim().startsWith("#"))) {
      throw new NotWritable("转写后要加一个语句，请让这一句独占一行");
    }
    const at = parent.end + rest.length;
    const below = written(text.of(parent.targets[0])).map((each) => `${ending}${indentation}${each}`);
    edits.replace(call.start, call.end, source);
    edits.replace(at, at, below.join(""));
    return;
  }
  const above = lines?.place(call, lastPart(change.way.paddle));
  if (!above) {
    throw new NotWritable("转写后还要用到返回值，请先存进变量");
  }
  const { name, at, indentation } = above;
  const statements = [`${name} = ${source}`, ...written(name)];
  edits.name(call, name, edit(at, at, statements.map((each) => `${indentation}${each}${text.ending()}`).join("")));
};

/** An expression as people write it for its effect: `x.y = z` for `setattr(x, 'y', z)`. */
const statementOf = (expression) => {
  const { type, func, args } = parseExpression(expression);
  const isSet = type === "Call" && func.id === "setattr" && args.length === 3;
  if (!isSet || typeof args[1].value !== "string") {
    return expression;
  }
  const [holder, , value] = args.map(({ start, end }) => expression.slice(start, end));
  return `${holder}.${args[1].value} = ${value}`;
};

/** Writes what templates make of a property; `name` is Paddle's for `{call}`, empty where there is none. */
export const writeAttribute = (node, wraps, name, parent, text, edits) => {
  const { start, end, value } = node;
  const times = wraps.reduce((before, { names, repeated }) => {
    const used = [...names, ...repeated];
    const calls = used.filter((each) => each === "call").length;
    return before * calls + used.length - calls;
  }, 1);
  if (times !== 1 && !isSimple(value)) {
    throw new NotWritable(`\`${node.attr}\` 的对象在转写后${times ? "要用两次，请先存进变量" : "不再求值"}`);
  }
  const inner = edits.text(start, end);
  const receiver = edits.text(value.start, value.end);
  let source = name ? edits.rewritten(start, end, [edit(end - node.attr.length, end, name)]) : inner;
  writeWrapped(node, source, wraps, Object.fromEntries(RECEIVER.map((each) => [each, receiver])), parent, edits);
};

/** Writes what templates of `{call}` alone make of the value of a call that stays as it is written. */
export const writeResult = (node, wraps, parent, edits) => {
  if (wraps.length) {
    writeWrapped(node, edits.text(node.start, node.end), wraps, {}, parent, edits);
  }
};

const writeWrapped = (node, written, wraps, sources, parent, edits) => {
  const { start, end } = node;
  let source = wraps.reduce((call, template) => fold(filled(template, { ...sources, call })), written);
  const isCallee = parent?.type === "Call" && parent.func === node;
  if (isCallee || !isComplete(source, parent)) {
    source = parenthesised(source);
  }
  checkText(edits.text(start, end), source);
  edits.replace(start, end, source);
};

/** Writes what a template makes of the code around the use of an attribute. */
export const writeAround = ({ root, row, found }, parent, text, edits) => {
  const template = row.convert.call;
  for (const name of template.repeated) {
    if (!isSimple(found.get(name))) {
      throw new NotWritable(`\`${[...text.of(found.get(name))].slice(0, 40).join("")}\` 在转写后要用两次，请先存进变量`);
    }
  }
  const { start, end } = root;
  const sources = Object.fromEntries([...found].map(([name, node]) => [name, edits.text(node.start, node.end)]));
  let source = fold(filled(template, sources));
  const before = edits.text(start, end);
  if (isExpression(root)) {
    source = isComplete(source, parent) ? source : parenthesised(source);
    checkText(before, source);
    edits.replace(start, end, source);
  } else {
    const comments = commentsAbove(before, source, text.source.slice(text.lineStart(text.line(start)), start));
    checkText(before, comments + source);
    edits.replace(start, end, comments + (returns(root) ? "return " : "") + statementOf(source));
  }
};

/** Whether all that a loop does is to return the value of its first pass. */
const returns = ({ type, body }) => type === "For" && body[0].type === "Return";

/** The comments above a statement that stood in those that it takes the place of, as they go before it. */
const commentsAbove = (before, after, indentation) => {
  if (!before.includes("#") || indentation.trim()) {
    return "";
  }
  const ending = before.includes("\r\n") ? "\r\n" : "\n";
  const kept = commentsOf(after);
  const lost = commentsOf(before).filter((comment) => {
    const at = kept.indexOf(comment);
    return at < 0 || !kept.splice(at, 1);
  });
  return lost.map((comment) => `${comment}${ending}${indentation}`).join("");
};

const openingOf = (call, source) => {
  let at = call.func.end;
  while (source[at] !== "(") {
    at = source[at] === "#" ? source.indexOf("\n", at) : at + 1;
  }
  return at;
};

// The names of a method's object in templates.
const RECEIVER = ["self", "input"];

/** The source text of each torch parameter for the templates: as passed, or torch's default. */
const sourcesOf = ({ binding }, receiver, place) => {
  const found = {};
  for (const { name, default: initial } of binding.signature) {
    if (initial !== null) {
      found[name] = initial;
    }
  }
  for (const [name, given] of binding.byParameter) {
    found[name] = given.map(({ value }) => place.written(value)).join(", ");
    found[`*${name}`] = found[name];
    const base = given.length === 1 ? baseOf(given[0].value) : undefined;
    if (base) {
      found[`${name}.base`] = place.edits.text(base.start, base.end);
    }
  }
  for (const name of receiver ? RECEIVER : []) {
    found[name] ??= place.edits.text(receiver.start, receiver.end);
  }
  return found;
};

const filled = (template, sources) => {
  const missing = template.places.find(({ name }) => !Object.hasOwn(sources, name));
  if (missing !== undefined) {
    const [name, base] = missing.name.split(".");
    throw new NotWritable(base ? `\`${name}\` 是视图，不能换成原来的 Tensor` : `转写要用到 \`${name}\`，这里没有传入`);
  }
  try {
    return template.fill(sources);
  } catch (error) {
    if (error instanceof Captured) {
      throw new NotWritable(error.message);
    }
    throw error instanceof NoExpression ? new NotWritable("带星号的实参不能用在转写里") : error;
  }
};

/** The arguments that stay, those that go, and the keywords that are added, with their text. */
const sortedArguments = (change, sources) => {
  const { binding, names, templates } = change;
  const kept = [];
  const dropped = [];
  const byTemplate = new Set([...templates.values()].flat().map(([target]) => target));
  const added = change.added.filter(([target]) => !byTemplate.has(target)); // a template replaces what is set otherwise
  const made = new Set();
  const write = (pairs) => pairs.map(([target, template]) => [target, fold(filled(template, sources))]);
  for (const argument of binding.arguments) {
    const { name } = argument.parameter;
    const together = binding.byParameter.get(name);
    if (made.has(name)) {
      dropped.push(argument);
    } else if (templates.has(name)) {
      made.add(name);
      const [[target, text], ...more] = write(templates.get(name));
      kept.push({ argument, target, text });
      added.push(...more);
    } else if (names.has(name) && !change.dropped.has(name)) {
      const target = names.get(name);
      const isAlone = together.length === 1 && argument.value.type !== "Starred";
      if (isAlone || isVariadicTarget(change, target)) {
        kept.push({ argument, target: targetOf(change, argument) });
      } else if (argument === together[0]) {
        kept.push({ argument, target, last: together.at(-1) }); // several of a variadic parameter become one list
      }
    } else {
      dropped.push(argument);
    }
  }
  for (const [name, pairs] of templates) {
    if (!binding.byParameter.has(name)) {
      added.push(...write(pairs));
    }
  }
  return { kept, dropped, added };
};

const isVariadicTarget = ({ way }, target) => way.paddleParameters.filter(({ name }) => name === target).every(isVariadic);

// ---- what forbids a conversion ----

/** Refuses a Paddle argument that would be set twice; the several values of a variadic one stand together. */
const checkTargets = (kept, added) => {
  const targets = new Map(kept.map(({ target, argument }) => [target, argument.parameter]));
  const names = [...targets.keys(), ...added.map(([name]) => name)];
  const twice = names.find((name, index) => names.indexOf(name) !== index) ?? kept.find(({ target, argument }) => targets.get(target) !== argument.parameter)?.target;
  if (twice !== undefined) {
    throw new NotWritable(`Paddle 的 \`${twice}\` 会传入两次`);
  }
};

/**
 * Gives the values a name on a line above that would be evaluated more than once; not a variable, an attribute, a literal or a
 * view, nor, where there is no such line, a sequence of what is calculated from them. Throws NotWritable.
 */
const nameRepeated = (change, receiver, { call, text, edits }, lines) => {
  const templates = [...change.wraps, ...[...change.templates.values()].flat().map(([, template]) => template)];
  for (const [parameter, value] of repeatedIn(change, receiver).sort(([, a], [, b]) => a.start - b.start)) {
    const isOther = ["Starred", "GeneratorExp"].includes(value.type) || isSuper(value) || templates.some(({ based }) => based.includes(parameter));
    const isLater = templates.some(({ deferred }) => deferred.has(parameter));
    const called = RECEIVER.includes(parameter) ? "value" : parameter;
    const above = isOther || isLater ? undefined : lines?.place(value, called);
    if (!above) {
      if (isCalculated(value)) {
        continue;
      }
      throw new NotWritable(`\`${parameter}\` 在转写后要用两次，请先存进变量`);
    }
    const { name, at, indentation } = above;
    const source = edits.text(value.start, value.end);
    const written = isComplete(source, call) ? source : parenthesised(source);
    edits.name(value, name, edit(at, at, `${indentation}${name} = ${written}${text.ending()}`));
  }
};

/** The values that would be evaluated more than once, each with its parameter. Throws NotWritable where the call itself would be. */
const repeatedIn = ({ wraps, templates, then, names, dropped, binding }, receiver) => {
  if (wraps.some(({ repeated }) => repeated.includes("call"))) {
    throw new NotWritable("调用在转写后要用两次，请先存进变量");
  }
  const passed = binding.byParameter;
  const used = wraps.flatMap((template) => [...template.names, ...template.repeated]);
  if (!wraps.length || wraps[0].names.includes("call")) {
    used.push(...[...passed.keys()].filter((name) => names.has(name) && !dropped.has(name) && !templates.has(name)));
    used.push(...[...templates.values()].flat().flatMap(([, template]) => [...template.names, ...template.repeated]));
    used.push(...(receiver ? RECEIVER.filter((each) => !passed.has(each)) : []));
  }
  used.push(...then.flatMap((template) => [...template.names, ...template.names])); // later than the call
  return [...new Set(used)]
    .filter((name) => used.indexOf(name) !== used.lastIndexOf(name))
    .flatMap((name) => {
      const given = (passed.get(name) ?? []).map(({ value }) => value);
      const values = receiver && RECEIVER.includes(name) && !given.length ? [receiver] : given;
      return values.filter((value) => !isSimple(value)).map((value) => [name, value]);
    });
};

/** The methods that look at a Tensor in another way, which costs nothing. */
const VIEWS = new Set(["detach", "flatten", "permute", "reshape", "size", "squeeze", "t", "transpose", "unsqueeze", "view"]);

/** The indices that choose an item or a slice of a Tensor: a name may choose an item of a data set, which is made anew. */
const FIXED = new Set(["Slice", "Tuple", "Constant", "UnaryOp"]);

/**
 * Whether an expression may be evaluated twice: a variable or an attribute, a view, item or slice of one, a literal, or several,
 * compared or chosen from.
 */
const isSimple = (value) => {
  switch (value.type) {
    case "Call":
      return (
        value.func.type === "Attribute" && VIEWS.has(value.func.attr) && !value.keywords.length
        && [value.func.value, ...value.args].every(isSimple)
      );
    case "Tuple":
    case "List":
      return value.elts.every(isSimple);
    case "BoolOp":
      return value.values.every(isSimple);
    case "Compare":
      return [value.left, ...value.comparators].every(isSimple);
    case "IfExp":
      return [value.test, value.body, value.orelse].every(isSimple);
    case "Slice":
      return [value.lower, value.upper, value.step].filter(Boolean).every(isSimple);
    case "Subscript":
      return FIXED.has(value.slice.type) && isSimple(value.value) && isSimple(value.slice);
    default:
      return isPlace(value) || literalOf(value) !== NO_LITERAL;
  }
};

/** Whether an expression is a sequence of sums, products and powers of what may be evaluated twice. */
const isCalculated = ({ type, elts }) => ["Tuple", "List"].includes(type) && elts.flatMap(operandsOf).every(isSimple);

/** What an expression calculates with; what is no arithmetic is its own operand. */
const operandsOf = (value) => (value.type === "BinOp" ? [value.left, value.right].flatMap(operandsOf) : [value]);

// Where an expression with operators needs no parentheses.
const COMPLETE = new Set(["Expr", "Assign", "AugAssign", "AnnAssign", "Return", "keyword", "List", "Tuple", "Call"]);
const OPERATIONS = new Set(["BinOp", "Compare", "BoolOp", "UnaryOp", "IfExp", "Constant"]);

/** Whether the expression that takes the place of a call keeps its meaning there. */
const isComplete = (source, parent) => {
  if (isAtom(source)) {
    return true;
  }
  return COMPLETE.has(parent?.type) && OPERATIONS.has(parseExpressionAtLine(source)?.type);
};

/** Refuses a text that is no expression, or that has lost a comment. */
const checkText = (before, after) => {
  if (!parseExpression(`(\n${after}\n)`)) {
    throw new NotWritable("实参的写法太特殊，转写不了");
  }
  const comments = (source) => commentsOf(source).sort().join("\n");
  if (before.includes("#") && comments(before) !== comments(after)) {
    throw new NotWritable("转写会丢掉调用中的注释");
  }
};

// ---- the edits ----

const calleeEdits = ({ way, binding }, receiver, place, sources) => {
  const { call, source, opening } = place;
  const { start, end } = call.func;
  const name = lastPart(way.paddle);
  if (isConstruction(call) || receiver === call.func) {
    return []; // an object that is called, of which a template makes the whole
  }
  if (receiver && way.paddleIsMember) {
    return call.func.attr === name ? [] : [edit(end - call.func.attr.length, end, name)];
  }
  if (receiver) {
    // x.f(a) becomes paddle.f(x, a)
    const isBare = !["NamedExpr", "Yield", "YieldFrom", "Tuple"].includes(receiver.type);
    const comma = place.passed.length ? (isSpace(source[opening + 1]) ? "," : ", ") : "";
    return [
      edit(start, receiver.start, isBare ? `${way.paddle}(` : `${way.paddle}((`),
      edit(receiver.end, opening + 1, isBare ? comma : `)${comma}`),
    ];
  }
  if (!way.paddleIsMember) {
    return [edit(start, end, way.paddle)];
  }
  // torch.f(x, a) becomes x.f(a)
  const [first] = binding.arguments;
  if (!first || first.position !== 0 || first.value.type === "Starred") {
    throw new NotWritable("第一个实参要成为方法的对象，请按位置写出");
  }
  const [, last] = place.whole(first.value);
  const comma = place.comma(last, call.end - 1);
  let after = comma === undefined ? last : comma + 1;
  while (source[after] === " ") {
    after += 1;
  }
  return [edit(start, after, `${parenthesised(sources[first.parameter.name])}.${name}(`)];
};

/** Each argument with the keyword that it needs; `place` is where the first of them stands among Paddle's parameters. */
const positions = (kept, { way }, first) => {
  const parameters = way.paddleParameters;
  let place = first;
  let isInOrder = true;
  const written = kept.filter(({ argument }) => !argument.entry); // what a dictionary has is under Paddle's name already
  return written.map((each) => {
    const { argument, target } = each;
    if (argument.keyword) {
      return [each, argument.keyword.arg === target ? "" : target];
    }
    const here = parameters[place];
    if (isInOrder && here?.name === target && here.kind !== KEYWORD) {
      place += here.kind === VAR_POSITIONAL ? 0 : 1;
      return [each, ""];
    }
    isInOrder = false;
    const found = parameters.find(({ name }) => name === target);
    if (!found || found.kind === POSITIONAL_ONLY || found.kind === VAR_POSITIONAL) {
      throw new NotWritable(`\`${argument.parameter.name}\` 在 Paddle 中的位置不同，且不能写成关键字`);
    }
    if (argument.parameter.kind === VAR_POSITIONAL && !each.last && argument.position) {
      throw new NotWritable(`\`${argument.parameter.name}\` 传入了可变个数的实参`);
    }
    return [each, target];
  });
};

const argumentEdits = (place, written, dropped, added) => {
  const changes = [];
  for (const [{ argument, text, last }, keyword] of written) {
    const { value } = argument;
    if (argument.keyword && keyword) {
      changes.push(edit(argument.keyword.start, argument.keyword.start + argument.keyword.arg.length, keyword));
    }
    const prefix = keyword && !argument.keyword ? `${keyword}=` : "";
    const [start, end] = place.enclosed(value);
    if (text !== undefined && text !== place.written(value)) {
      changes.push(edit(start, end, prefix + text));
    } else if (last) {
      const [, closing] = place.enclosed(last.value);
      changes.push(edit(start, start, `${prefix}[`), edit(closing, closing, "]"));
    } else if (prefix) {
      changes.push(edit(start, start, prefix));
    }
  }
  const gone = new Set(dropped.map(({ keyword, value }) => keyword ?? value));
  changes.push(...removals(place, gone));
  if (added.length) {
    changes.push(addition(place, gone, added.map(([name, value]) => `${name}=${value}`).join(", ")));
  }
  return changes;
};

/** Removes arguments with their commas; comments between them stay, and so does a comma at the end. */
const removals = (place, gone) => {
  const { source, passed } = place;
  if (!gone.size) {
    return [];
  }
  const close = place.call.end - 1;
  if (passed.every((node) => gone.has(node)) && !source.slice(place.opening, close).includes("#")) {
    return [edit(place.opening + 1, close, "")];
  }
  const ranges = passed.map((node) => place.whole(node));
  const following = [...ranges.slice(1).map(([start]) => start), close];
  const commas = ranges.map(([, end], index) => place.comma(end, following[index]));
  const going = passed.map((node) => gone.has(node));
  const changes = [];
  ranges.forEach(([start, end], index) => {
    if (!going[index]) {
      return;
    }
    const comma = commas[index];
    const isLast = index > 0 && going.includes(false) && !going.slice(index).includes(false);
    const before = isLast ? commas[index - 1] : undefined;
    let [first, last, single] = [start, comma === undefined ? end : following[index], comma];
    if (before === undefined) {
      // another argument follows, or none stays
      last = index + 1 < ranges.length || comma === undefined ? last : comma + 1;
    } else if (commas.at(-1) === undefined) {
      [first, last, single] = [before, end, before];
    } else {
      [first, last] = [before + 1, comma + 1];
    }
    if (!(source.slice(first, start) + source.slice(end, last)).includes("#")) {
      changes.push(edit(first, last, ""));
    } else {
      changes.push(edit(start, end, ""), edit(single, single + 1, ""));
    }
  });
  return changes;
};

/** Adds keywords after the last argument that stays. */
const addition = (place, gone, words) => {
  const stays = place.passed.filter((node) => !gone.has(node));
  if (!stays.length) {
    return edit(place.opening + 1, place.opening + 1, words);
  }
  if (stays[0].type === "GeneratorExp" && place.passed.length === 1) {
    throw new NotWritable("生成器表达式之后不能再加实参");
  }
  const end = Math.max(...stays.map((node) => place.whole(node)[1]));
  return edit(end, end, `, ${words}`);
};

// Templates of Paddle expressions with placeholders for the arguments of a torch call: `paddle.assign({call})`.

import { parseExpression, parseExpressionAtLine, walk } from "../text/syntax.js";
import { isNumber } from "../python/values.js";

/** The placeholder of the converted call itself. */
export const CALL = "call";
/** The whole template of a call that Paddle does without: its arguments go with it. */
export const NOTHING = "None";
/** The key of the statement that follows, among the Paddle parameters of a conversion. */
export const THEN = "then";
/** The key of the expression for a call of which the text does not show whether the condition holds, beside that of the call. */
export const UNDECIDED = "undecided";
const TOKEN = /\{\{|\}\}|\{(\*?[A-Za-z_]\w*|[A-Za-z_]\w*\.base)\}/g;
const NUMBER = /^\d[\d_.]*(e[+-]?\d+)?$/i;

/** A text that means something else, or is no Python, in a comprehension or lambda of a template; the message is in Chinese. */
export class Captured extends Error {}

/** A text that is no expression. */
export class NoExpression extends Error {}

/** The text around placeholders, one part more than there are, and their names. */
export const splitPlaceholders = (text) => {
  const parts = [""];
  const names = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    parts[parts.length - 1] += text.slice(end, match.index);
    end = match.index + match[0].length;
    if (match[1] !== undefined) {
      names.push(match[1]);
      parts.push("");
    } else {
      parts[parts.length - 1] += match[0][0];
    }
  }
  parts[parts.length - 1] += text.slice(end);
  return { parts, names };
};

const ids = (nodes) => nodes.filter(({ type }) => type === "Name").map(({ id }) => id);

/** The names that are the whole argument of a call, or the whole item of a list, tuple or index. */
const wholeArguments = (tree) => {
  const whole = [tree]; // whoever puts the result into code gives it its parentheses
  for (const node of walk(tree)) {
    if (node.type === "Call") {
      whole.push(...node.args, ...node.keywords.filter(({ arg }) => arg !== null).map(({ value }) => value));
    } else if (node.type === "List" || node.type === "Tuple") {
      whole.push(...node.elts);
    } else if (node.type === "Subscript") {
      whole.push(node.slice);
    }
  }
  return new Set(ids(whole));
};

/** The names that are items of lists, where a star stands for several items. */
const items = (tree) => new Set(ids([...walk(tree)].flatMap(({ type, elts }) => (type === "List" ? elts : []))));

/** The names that are operands of arithmetic and comparisons. */
const operands = (tree) => {
  const found = [];
  for (const { type, left, right, comparators, operand } of walk(tree)) {
    if (type === "BinOp") {
      found.push(left, right);
    } else if (type === "Compare") {
      found.push(left, ...comparators);
    } else if (type === "UnaryOp") {
      found.push(operand);
    }
  }
  return new Set(ids(found));
};

const COMPREHENSIONS = new Set(["ListComp", "SetComp", "DictComp", "GeneratorExp"]);
const idsIn = (tree) => new Set(ids([...walk(tree)]));

/** The placeholders inside of comprehensions and lambdas, of lambdas, and of what they go through first, and the names that they bind. */
const scopeOf = (tree, placeholders) => {
  const inner = new Set();
  const deferred = new Set();
  const iterated = new Set();
  const binds = new Set();
  for (const node of walk(tree)) {
    if (COMPREHENSIONS.has(node.type)) {
      const first = idsIn(node.generators[0].iter);
      first.forEach((id) => iterated.add(id));
      [...idsIn(node)].filter((id) => !first.has(id)).forEach((id) => inner.add(id));
      node.generators.flatMap(({ target }) => [...idsIn(target)]).forEach((id) => binds.add(id));
    } else if (node.type === "Lambda") {
      idsIn(node.body).forEach((id) => deferred.add(id));
      [...walk(node.args)].filter(({ type }) => type === "arg").forEach(({ arg }) => binds.add(arg));
    }
  }
  const named = (found) => new Set([...found].filter((id) => placeholders.has(id)).map((id) => parameterOf(placeholders.get(id))));
  return { inner: named([...inner, ...deferred]), deferred: named(deferred), iterated: named(iterated), binds };
};

const parsed = new Map();

const isSeveral = (placeholder) => placeholder.startsWith("*");
const parameterOf = (placeholder) => placeholder.replace(/^\*/, "").split(".")[0];

/**
 * A Python expression with placeholders `{parameter}` and `{call}`; its own braces are doubled. `{parameter.base}` is what
 * an argument is written as a view of: `x` of `x.data` and `x.detach()`. `{*parameter}` are all arguments of a variadic one.
 */
export class Template {
  static parse(text) {
    if (!parsed.has(text)) {
      parsed.set(text, new Template(text));
    }
    return parsed.get(text);
  }

  constructor(text) {
    const { parts, names } = splitPlaceholders(text);
    const mark = (index) => `__placeholder_${index}__`;
    const tree = parseExpression(parts.map((part, index) => part + (index < names.length ? mark(index) : "")).join(""));
    const whole = wholeArguments(tree);
    const inOperation = operands(tree);
    const inList = items(tree);
    this.scope = scopeOf(tree, new Map(names.map((name, index) => [mark(index), name])));
    this.text = text;
    this.parts = parts;
    this.places = names.map((name, index) => {
      const [isBare, isOperand, isItem] = [whole, inOperation, inList].map((found) => found.has(mark(index)));
      return { name, isBare, isOperand, isItem };
    });
    /** The parameters of the placeholders, each once, in order. */
    this.names = [...new Set(names.map(parameterOf))];
    /** Those that stand more than once, or where a loop does: their argument would be evaluated as often. */
    this.repeated = this.names.filter(
      (name) => names.filter((other) => parameterOf(other) === name).length > 1 || this.scope.inner.has(name),
    );
    /** Those that stand in a lambda, which evaluates them later. */
    this.deferred = this.scope.deferred;
    /** Those of which only the base stands in the expression. */
    this.based = this.names.filter((name) => !names.includes(name) && !names.includes(`*${name}`));
  }

  /** The template with another one where a placeholder stands. */
  inserting(name, made) {
    const bare = this.places.values();
    const put = (token, placeholder) => {
      if (placeholder === undefined) {
        return token;
      }
      const { isBare } = bare.next().value;
      return placeholder !== name ? token : isBare ? made.text : `(${made.text})`;
    };
    return Template.parse(this.text.replace(TOKEN, put));
  }

  /** The expression with source texts in place of the placeholders, parenthesised where precedence needs it. */
  fill(texts) {
    const { inner, iterated, binds } = this.scope;
    for (const name of new Set([...inner, ...iterated])) {
      const tree = parseExpression(`(\n${texts[name] ?? ""}\n)`);
      if (tree && [...walk(tree)].some(({ type }) => type === "NamedExpr")) {
        throw new Captured("带 `:=` 的实参不能用在转写里，请先存进变量");
      }
      const taken = tree && inner.has(name) ? [...idsIn(tree)].filter((id) => binds.has(id)).sort() : [];
      if (taken.length) {
        throw new Captured(`实参里的 \`${taken[0]}\` 与转写所用的变量同名，请先改名`);
      }
    }
    const filled = this.places.map(({ name, isBare, isOperand, isItem }) => {
      const text = texts[name];
      const isStarred = isSeveral(name) || (isItem && isSeveral(text));
      return isStarred || (isBare && isArgument(text)) || (isOperand && NUMBER.test(text)) ? text : parenthesised(text);
    });
    return this.parts.map((part, index) => part + (filled[index] ?? "")).join("");
  }
}

const ATOMS = new Set(["Name", "Call", "Attribute", "Subscript", "List", "Dict", "Set", "ListComp", "SetComp", "DictComp", "JoinedStr"]);

/** An expression in parentheses, unless it keeps its meaning without them wherever it stands. */
export const parenthesised = (source) => (isAtom(source) ? source : `(${source})`);

/** Whether an expression keeps its meaning before an attribute, a call or an operator: `x.y` but not `-1`. */
export const isAtom = (source) => {
  const { node, isEnclosed } = read(source);
  if (source.includes("\n") && !parseExpressionAtLine(source.trim())) {
    return false;
  }
  return isEnclosed || ATOMS.has(node.type) || (node.type === "Constant" && !isNumber(node.value));
};

/** Whether an expression can be an argument among others as it is. */
const isArgument = (source) => {
  const { node, isEnclosed } = read(source);
  return isEnclosed || !["GeneratorExp", "NamedExpr", "Tuple"].includes(node.type);
};

/** The expression, and whether it has parentheses of its own around it. */
const read = (source) => {
  const text = source.trim();
  const node = text ? parseExpression(`(\n${text}\n)`) : undefined;
  if (!node) {
    throw new NoExpression(source);
  }
  if (node.type === "GeneratorExp" || node.type === "Tuple") {
    return { node, isEnclosed: node.start > 1 }; // its place is that of its parentheses: those that stand here, or its own
  }
  return { node, isEnclosed: node.start > 2 };
};

// Parses source texts, and walks their syntax trees.

import { parseExpressionAt, parseModule } from "../python/parser.js";
import { PythonSyntaxError, tokenize } from "../python/tokens.js";
import { SourceError } from "../site.js";

/** The syntax tree of a source text, and its comments; throws SourceError where it is no Python. */
export const parseSource = (source) => {
  try {
    return parseModule(source);
  } catch (error) {
    if (error instanceof PythonSyntaxError) {
      throw new SourceError(error.message, source.slice(0, error.offset).split(/\r\n|\r|\n/).length);
    }
    throw error instanceof RangeError ? new SourceError("嵌套太深，无法分析", 1) : error;
  }
};

/** The expression that a text is; undefined where it is none. */
export const parseExpression = (source) => {
  try {
    return parseExpressionAt(source);
  } catch (error) {
    if (error instanceof PythonSyntaxError || error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
};

/** The expression that a text is by itself, where a line ends what is in no bracket; undefined where it is none. */
export const parseExpressionAtLine = (source) => {
  try {
    const [statement, ...others] = parseModule(source).tree.body;
    return !others.length && statement?.type === "Expr" ? statement.value : undefined;
  } catch (error) {
    if (error instanceof PythonSyntaxError || error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
};

/** The comments of code, inside of which no line ends. */
export const commentsOf = (source) => {
  const comments = [];
  tokenize(source, { start: 0, depth: 1, comments });
  return comments;
};

const fields = (text) => (text ? text.split(" ") : []);

// The fields of each class of nodes in which nodes may stand, in Python's order.
const FIELDS = Object.fromEntries(
  Object.entries({
    Module: "body",
    FunctionDef: "args body decorator_list returns",
    AsyncFunctionDef: "args body decorator_list returns",
    ClassDef: "bases keywords body decorator_list",
    Return: "value",
    Delete: "targets",
    Assign: "targets value",
    TypeAlias: "name type_params value",
    TypeVar: "bound",
    ParamSpec: "",
    TypeVarTuple: "",
    AugAssign: "target value",
    AnnAssign: "target annotation value",
    For: "target iter body orelse",
    AsyncFor: "target iter body orelse",
    While: "test body orelse",
    If: "test body orelse",
    With: "items body",
    AsyncWith: "items body",
    Match: "subject cases",
    Raise: "exc cause",
    Try: "body handlers orelse finalbody",
    TryStar: "body handlers orelse finalbody",
    Assert: "test msg",
    Import: "names",
    ImportFrom: "names",
    Global: "",
    Nonlocal: "",
    Expr: "value",
    Pass: "",
    Break: "",
    Continue: "",
    BoolOp: "values",
    NamedExpr: "target value",
    BinOp: "left right",
    UnaryOp: "operand",
    Lambda: "args body",
    IfExp: "test body orelse",
    Dict: "keys values",
    Set: "elts",
    ListComp: "elt generators",
    SetComp: "elt generators",
    DictComp: "key value generators",
    GeneratorExp: "elt generators",
    Await: "value",
    Yield: "value",
    YieldFrom: "value",
    Compare: "left comparators",
    Call: "func args keywords",
    FormattedValue: "value format_spec",
    JoinedStr: "values",
    Constant: "",
    Attribute: "value",
    Subscript: "value slice",
    Starred: "value",
    Name: "",
    List: "elts",
    Tuple: "elts",
    Slice: "lower upper step",
    comprehension: "target iter ifs",
    ExceptHandler: "exception body",
    arguments: "posonlyargs args vararg kwonlyargs kw_defaults kwarg defaults",
    arg: "annotation",
    keyword: "value",
    alias: "",
    withitem: "context_expr optional_vars",
    match_case: "pattern guard body",
    MatchValue: "value",
    MatchSingleton: "",
    MatchSequence: "patterns",
    MatchMapping: "keys patterns",
    MatchClass: "cls patterns kwd_patterns",
    MatchStar: "",
    MatchAs: "pattern",
    MatchOr: "patterns",
  }).map(([type, names]) => [type, fields(names)]),
);

const EXPRESSIONS = new Set(
  fields(
    "BoolOp NamedExpr BinOp UnaryOp Lambda IfExp Dict Set ListComp SetComp DictComp GeneratorExp Await Yield YieldFrom Compare " +
      "Call FormattedValue JoinedStr Constant Attribute Subscript Starred Name List Tuple Slice",
  ),
);

const STATEMENTS = new Set(
  fields(
    "FunctionDef AsyncFunctionDef ClassDef Return Delete Assign TypeAlias AugAssign AnnAssign For AsyncFor While If With AsyncWith " +
      "Match Raise Try TryStar Assert Import ImportFrom Global Nonlocal Expr Pass Break Continue",
  ),
);

/** Whether a node is a statement. */
export const isStatement = ({ type }) => STATEMENTS.has(type);

/** Whether a node is an expression. */
export const isExpression = ({ type }) => EXPRESSIONS.has(type);

/** Whether an expression names a variable, an attribute or a fixed item of one: it may be evaluated twice. */
export const isPlace = ({ type, value, slice }) =>
  type === "Name" || ((type === "Attribute" || (type === "Subscript" && slice.type === "Constant")) && isPlace(value));

/** The nearest node that a node is, or stands in, of which a test holds. */
export const enclosing = (node, parents, test) => {
  let around = node;
  while (around && !test(around)) {
    around = parents.get(around);
  }
  return around;
};

/** The nodes below a node but operators and contexts. */
export const children = (node) => {
  const found = [];
  for (const name of FIELDS[node.type]) {
    const value = node[name];
    if (Array.isArray(value)) {
      for (const each of value) {
        if (each) {
          found.push(each);
        }
      }
    } else if (value) {
      found.push(value);
    }
  }
  return found;
};

/** A node and all below it. */
export const walk = function* (node) {
  const waiting = [node];
  while (waiting.length) {
    const each = waiting.pop();
    yield each;
    waiting.push(...children(each));
  }
};

export const FUNCTIONS = new Set(["FunctionDef", "AsyncFunctionDef"]);

/** The nodes of a function's body, without those of functions and classes in it. */
export const ownNodes = function* ({ type: kind, body }) {
  const waiting = kind === "Lambda" ? [body] : [...body];
  while (waiting.length) {
    const node = waiting.pop();
    yield node;
    if (!FUNCTIONS.has(node.type) && node.type !== "ClassDef" && node.type !== "Lambda") {
      waiting.push(...children(node));
    }
  }
};

/** The calls of `__init__` of a base by the constructor of a class: several, where it branches. */
export const constructions = ({ body }) => {
  const constructor = body.find(({ type, name }) => type === "FunctionDef" && name === "__init__");
  return constructor ? [...walk(constructor)].filter(isConstruction).sort((one, other) => one.start - other.start) : [];
};

/** Whether a node is a call of `super().__init__`, or of a base's by its name: `nn.Module.__init__(self)`. */
export const isConstruction = (node) =>
  node.type === "Call" && node.func.type === "Attribute" && node.func.attr === "__init__" && (isOfSuper(node) || isPlace(node.func.value));

/** Whether a method is called of `super()`. */
export const isOfSuper = ({ func }) => func.type === "Attribute" && isSuper(func.value);

/** Whether an expression is `super()`, which has the methods of the bases, and none of the object's attributes. */
export const isSuper = ({ type, func }) => type === "Call" && func.type === "Name" && func.id === "super";

/** The default of a function's parameter; undefined where it has none. */
export const defaultOf = ({ posonlyargs, args, defaults, kwonlyargs, kw_defaults: byKeyword }, name) => {
  const every = [...posonlyargs, ...args];
  const index = every.findIndex(({ arg }) => arg === name);
  const found = index < 0 ? byKeyword[kwonlyargs.findIndex(({ arg }) => arg === name)] : defaults[index - every.length + defaults.length];
  return found ?? undefined;
};

/** An expression, and those that it chooses from: `a if c else b`. */
export const chosen = (node) => (node.type === "IfExp" ? [node, ...chosen(node.body), ...chosen(node.orelse)] : [node]);

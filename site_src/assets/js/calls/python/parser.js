// Parses Python into the syntax tree of its own `ast` module: the same classes, fields and places, so that what is written
// for one reads like what is written for the other. `type` is a node's class, `start` and `end` are offsets.

import { DEDENT, END, INDENT, NAME, NEWLINE, NUMBER, OPERATOR, PythonSyntaxError, STRING, stringParts, tokenize } from "./tokens.js";
import { Bytes, ELLIPSIS, readNumber, unescape } from "./values.js";

const KEYWORDS = new Set(
  ("False None True and as assert async await break class continue def del elif else except finally for from global if import " +
    "in is lambda nonlocal not or pass raise return try while with yield").split(" "),
);
const CONSTANTS = { None: null, True: true, False: false };
// The binary operators from the loosest to the tightest; `**` binds its left side tighter than a sign does.
const BINARY = [
  { "|": "BitOr" },
  { "^": "BitXor" },
  { "&": "BitAnd" },
  { "<<": "LShift", ">>": "RShift" },
  { "+": "Add", "-": "Sub" },
  { "*": "Mult", "/": "Div", "//": "FloorDiv", "%": "Mod", "@": "MatMult" },
];
const OPERATIONS = { ...Object.assign({}, ...BINARY), "**": "Pow" };
const UNARY = { "+": "UAdd", "-": "USub", "~": "Invert" };
const COMPARISONS = { "==": "Eq", "!=": "NotEq", "<": "Lt", "<=": "LtE", ">": "Gt", ">=": "GtE" };
const AUGMENTED = Object.fromEntries(Object.entries(OPERATIONS).map(([operator, name]) => [`${operator}=`, name]));
const TARGETS = new Set(["Name", "Attribute", "Subscript", "Starred", "Tuple", "List"]);

/** The module that a text is, and its comments. */
export const parseModule = (source) => {
  const comments = [];
  const tokens = tokenize(source, { start: source.startsWith("\ufeff") ? 1 : 0, comments });
  return { tree: new Parser(source, tokens).module(), comments };
};

/** The expression that a text is. */
export const parseExpressionAt = (source, { start = 0, end = source.length, comments = [] } = {}) => {
  const parser = new Parser(source, tokenize(source, { start, end, depth: 1, comments }));
  const found = parser.expressionsOrYield();
  parser.expectKind(END);
  return found;
};

class Parser {
  constructor(source, tokens) {
    this.source = source;
    this.tokens = tokens;
    this.index = 0;
  }

  // ---- tokens ----

  get token() {
    return this.tokens[this.index];
  }

  get start() {
    return this.token.start;
  }

  fail(message = "invalid syntax") {
    throw new PythonSyntaxError(message, this.token.start);
  }

  node(type, start, fields) {
    const last = this.tokens[Math.max(this.index - 1, 0)];
    return { type, start, end: Math.max(last.end, start), ...fields };
  }

  is(text) {
    const { token } = this;
    return token.text === text && (token.kind === OPERATOR || token.kind === NAME);
  }

  isAny(texts) {
    return this.token.kind === OPERATOR && Object.hasOwn(texts, this.token.text);
  }

  accept(text) {
    const found = this.is(text);
    this.index += found ? 1 : 0;
    return found;
  }

  expect(text) {
    return this.accept(text) || this.fail();
  }

  expectKind(kind) {
    if (this.token.kind !== kind) {
      this.fail();
    }
    this.index += 1;
    return this.tokens[this.index - 1];
  }

  follows(text, ahead = 1) {
    const token = this.tokens[this.index + ahead];
    return token !== undefined && token.text === text && token.kind !== STRING;
  }

  get isName() {
    return this.token.kind === NAME && !KEYWORDS.has(this.token.text);
  }

  name() {
    return this.isName ? this.expectKind(NAME).text : this.fail();
  }

  /** What `read` reads, or undefined with nothing read where that fails. */
  attempt(read) {
    const { index } = this;
    try {
      return read();
    } catch (error) {
      if (!(error instanceof PythonSyntaxError)) {
        throw error;
      }
      this.index = index;
      return undefined;
    }
  }

  // ---- statements ----

  module() {
    const body = [];
    while (this.token.kind !== END) {
      body.push(...this.statement());
    }
    return { type: "Module", start: 0, end: this.source.length, body };
  }

  block() {
    this.expect(":");
    if (this.token.kind !== NEWLINE) {
      return this.simpleStatements();
    }
    this.index += 1;
    if (this.token.kind !== INDENT) {
      this.fail("expected an indented block");
    }
    this.index += 1;
    const body = [];
    while (this.token.kind !== DEDENT) {
      body.push(...this.statement());
    }
    this.index += 1;
    return body;
  }

  /** A compound statement, whose node ends where its last block does, and not at the tokens that end that. */
  compound(type, start, fields) {
    const last = [...Object.values(fields)].flat().reduce((end, each) => Math.max(end, each?.end ?? 0), 0);
    return { type, start, end: Math.max(last, start), ...fields };
  }

  statement() {
    if (this.token.kind === NEWLINE) {
      this.index += 1;
      return [];
    }
    const found = this.compoundStatement();
    return found ? [found] : this.simpleStatements();
  }

  compoundStatement() {
    const { token, start } = this;
    if (token.kind === OPERATOR && token.text === "@") {
      return this.decorated();
    }
    if (token.kind !== NAME) {
      return undefined;
    }
    switch (token.text) {
      case "if":
        return this.ifStatement();
      case "for":
        return this.forStatement("For", start);
      case "while":
        return this.whileStatement();
      case "try":
        return this.tryStatement();
      case "with":
        return this.withStatement("With", start);
      case "def":
        return this.functionDefinition("FunctionDef", start, []);
      case "class":
        return this.classDefinition([]);
      case "async":
        return this.asyncStatement([]);
      case "match":
        return this.attempt(() => this.matchStatement());
      default:
        return undefined;
    }
  }

  simpleStatements() {
    const found = [this.simpleStatement()];
    while (this.accept(";")) {
      if (this.token.kind === NEWLINE) {
        break;
      }
      found.push(this.simpleStatement());
    }
    this.expectKind(NEWLINE);
    return found;
  }

  simpleStatement() {
    const { start } = this;
    const word = this.token.kind === NAME ? this.token.text : "";
    const read = Object.hasOwn(SIMPLE, word) ? SIMPLE[word] : undefined;
    if (read) {
      this.index += 1;
      return read.call(this, start);
    }
    return (word === "type" && this.attempt(() => this.typeAlias())) || this.expressionStatement();
  }

  expressionStatement() {
    const { start } = this;
    const first = this.expressionsOrYield();
    if (this.is(":") && ["Name", "Attribute", "Subscript"].includes(first.type)) {
      this.index += 1;
      const target = this.target(first);
      const annotation = this.expression();
      const value = this.accept("=") ? this.expressionsOrYield() : null;
      return this.node("AnnAssign", start, { target, annotation, value });
    }
    if (this.isAny(AUGMENTED)) {
      const op = AUGMENTED[this.expectKind(OPERATOR).text];
      const target = ["Name", "Attribute", "Subscript"].includes(first.type) ? this.target(first) : this.fail();
      return this.node("AugAssign", start, { target, op, value: this.expressionsOrYield() });
    }
    if (!this.is("=")) {
      return this.node("Expr", start, { value: first });
    }
    const parts = [first];
    while (this.accept("=")) {
      parts.push(this.expressionsOrYield());
    }
    const value = parts.pop();
    return this.node("Assign", start, { targets: parts.map((part) => this.target(part)), value });
  }

  /** An expression as the target of an assignment, or of `del`. */
  target(node, ctx = "Store") {
    if (!TARGETS.has(node.type)) {
      throw new PythonSyntaxError("cannot assign to this expression", node.start);
    }
    node.ctx = ctx;
    for (const inner of node.elts ?? (node.type === "Starred" ? [node.value] : [])) {
      this.target(inner, ctx);
    }
    return node;
  }

  typeAlias() {
    const { start } = this;
    this.expect("type");
    const named = this.target(this.isName ? this.atom() : this.fail());
    const parameters = this.typeParameters();
    this.expect("=");
    const value = this.expression();
    return this.node("TypeAlias", start, { name: named, type_params: parameters, value });
  }

  typeParameters() {
    const found = [];
    if (this.accept("[")) {
      while (!this.accept("]")) {
        const { start } = this;
        const star = this.accept("**") ? "ParamSpec" : this.accept("*") ? "TypeVarTuple" : "TypeVar";
        const name = this.name();
        const bound = this.accept(":") ? this.expression() : null;
        found.push(this.node(star, start, { name, bound }));
        if (this.accept("=")) {
          this.expression();
        }
        if (!this.is("]")) {
          this.expect(",");
        }
      }
    }
    return found;
  }

  dottedName() {
    const parts = [this.name()];
    while (this.accept(".")) {
      parts.push(this.name());
    }
    return parts.join(".");
  }

  alias(read) {
    const { start } = this;
    const name = read();
    const asname = this.accept("as") ? this.name() : null;
    return this.node("alias", start, { name, asname });
  }

  importStatement(start) {
    const names = [];
    do {
      names.push(this.alias(() => this.dottedName()));
    } while (this.accept(","));
    return this.node("Import", start, { names });
  }

  importFrom(start) {
    let level = 0;
    while (this.is(".") || this.is("...")) {
      level += this.expectKind(OPERATOR).text.length;
    }
    const module = level && this.is("import") ? null : this.dottedName();
    this.expect("import");
    if (this.is("*")) {
      const star = this.alias(() => this.expectKind(OPERATOR).text);
      return this.node("ImportFrom", start, { module, names: [star], level });
    }
    const inParentheses = this.accept("(");
    const names = [this.alias(() => this.name())];
    while (this.accept(",")) {
      if (inParentheses && this.is(")")) {
        break;
      }
      names.push(this.alias(() => this.name()));
    }
    if (inParentheses) {
      this.expect(")");
    }
    return this.node("ImportFrom", start, { module, names, level });
  }

  names(type, start) {
    const names = [this.name()];
    while (this.accept(",")) {
      names.push(this.name());
    }
    return this.node(type, start, { names });
  }

  get endsStatement() {
    return this.token.kind === NEWLINE || this.token.kind === END || this.is(";");
  }

  // ---- compound statements ----

  ifStatement() {
    const { start } = this;
    this.index += 1;
    const test = this.namedExpression();
    const body = this.block();
    const orelse = this.is("elif") ? [this.ifStatement()] : this.elseBlock();
    return this.compound("If", start, { test, body, orelse });
  }

  elseBlock(word = "else") {
    return this.accept(word) ? this.block() : [];
  }

  whileStatement() {
    const { start } = this;
    this.index += 1;
    const test = this.namedExpression();
    const body = this.block();
    return this.compound("While", start, { test, body, orelse: this.elseBlock() });
  }

  forStatement(type, start) {
    this.expect("for");
    const target = this.targets("in");
    this.expect("in");
    const iter = this.starExpressions();
    const body = this.block();
    return this.compound(type, start, { target, iter, body, orelse: this.elseBlock() });
  }

  /** The targets of a loop, up to a word. */
  targets(word) {
    const { start } = this;
    const elts = [this.starTarget()];
    if (!this.is(",")) {
      return this.target(elts[0]);
    }
    while (this.accept(",")) {
      if (this.is(word)) {
        break;
      }
      elts.push(this.starTarget());
    }
    return this.target(this.node("Tuple", start, { elts, ctx: "Load" }));
  }

  starTarget() {
    const { start } = this;
    if (this.accept("*")) {
      const value = this.primary();
      return this.node("Starred", start, { value, ctx: "Load" });
    }
    return this.primary();
  }

  tryStatement() {
    const { start } = this;
    this.index += 1;
    const body = this.block();
    const handlers = [];
    let isGroup = false;
    while (this.is("except")) {
      const from = this.start;
      this.index += 1;
      isGroup = this.accept("*") || isGroup;
      const kind = this.is(":") ? null : this.starExpressions();
      const name = this.accept("as") ? this.name() : null;
      const inner = this.block();
      handlers.push({ type: "ExceptHandler", start: from, end: inner.at(-1).end, exception: kind, name, body: inner });
    }
    const orelse = this.elseBlock();
    const finalbody = this.elseBlock("finally");
    if (!handlers.length && !finalbody.length) {
      this.fail("expected 'except' or 'finally' block");
    }
    return this.compound(isGroup ? "TryStar" : "Try", start, { body, handlers, orelse, finalbody });
  }

  withStatement(type, start) {
    this.expect("with");
    const items = (this.is("(") && this.attempt(() => this.enclosedItems())) || this.withItems(":");
    return this.compound(type, start, { items, body: this.block() });
  }

  enclosedItems() {
    this.expect("(");
    const items = this.withItems(")");
    this.expect(")");
    return this.is(":") ? items : this.fail();
  }

  withItems(last) {
    const items = [];
    do {
      if (items.length && this.is(last)) {
        break;
      }
      const { start } = this;
      const context = this.expression();
      const variables = this.accept("as") ? this.target(this.starTarget()) : null;
      items.push(this.node("withitem", start, { context_expr: context, optional_vars: variables }));
    } while (this.accept(","));
    return items;
  }

  decorated() {
    const decorators = [];
    while (this.accept("@")) {
      decorators.push(this.namedExpression());
      this.expectKind(NEWLINE);
    }
    if (this.is("class")) {
      return this.classDefinition(decorators);
    }
    return this.is("async") ? this.asyncStatement(decorators) : this.functionDefinition("FunctionDef", this.start, decorators);
  }

  asyncStatement(decorators) {
    const { start } = this;
    this.index += 1;
    if (this.is("def")) {
      return this.functionDefinition("AsyncFunctionDef", start, decorators);
    }
    if (decorators.length) {
      this.fail();
    }
    return this.is("for") ? this.forStatement("AsyncFor", start) : this.withStatement("AsyncWith", start);
  }

  functionDefinition(type, start, decorators) {
    this.expect("def");
    const name = this.name();
    this.typeParameters();
    this.expect("(");
    const args = this.parameters(")", true);
    this.expect(")");
    const returns = this.accept("->") ? this.expression() : null;
    const body = this.block();
    return this.compound(type, start, { name, args, body, decorator_list: decorators, returns });
  }

  parameters(closing, canAnnotate) {
    const found = { type: "arguments", posonlyargs: [], args: [], vararg: null, kwonlyargs: [], kw_defaults: [], kwarg: null, defaults: [] };
    const parameter = (isVariadic = false) => {
      const { start } = this;
      const arg = this.name();
      const annotation = canAnnotate && this.accept(":") ? (isVariadic && this.is("*") ? this.starTarget() : this.expression()) : null;
      return this.node("arg", start, { arg, annotation });
    };
    let onlyKeywords = false;
    while (!this.is(closing)) {
      if (this.accept("/")) {
        found.posonlyargs = found.args;
        found.args = [];
      } else if (this.accept("**")) {
        found.kwarg = parameter();
      } else if (this.accept("*")) {
        onlyKeywords = true;
        found.vararg = this.is(",") ? null : parameter(true);
      } else {
        const one = parameter();
        const initial = this.accept("=") ? this.expression() : null;
        if (onlyKeywords) {
          found.kwonlyargs.push(one);
          found.kw_defaults.push(initial);
        } else {
          found.args.push(one);
          if (initial) {
            found.defaults.push(initial);
          } else if (found.defaults.length) {
            this.fail("non-default argument follows default argument");
          }
        }
      }
      if (!this.is(closing)) {
        this.expect(",");
      }
    }
    return found;
  }

  classDefinition(decorators) {
    const { start } = this;
    this.expect("class");
    const name = this.name();
    this.typeParameters();
    const { args, keywords } = this.is("(") ? this.callArguments() : { args: [], keywords: [] };
    const body = this.block();
    return this.compound("ClassDef", start, { name, bases: args, keywords, body, decorator_list: decorators });
  }

  // ---- match ----

  matchStatement() {
    const { start } = this;
    this.expect("match");
    const subject = this.starNamedExpressions(":");
    this.expect(":");
    this.expectKind(NEWLINE);
    this.expectKind(INDENT);
    const cases = [];
    while (this.token.kind !== DEDENT) {
      cases.push(this.matchCase());
    }
    this.index += 1;
    return this.compound("Match", start, { subject, cases });
  }

  matchCase() {
    const { start } = this;
    this.expect("case");
    const from = this.start;
    const first = this.starPattern();
    let pattern = first;
    if (this.is(",") || first.type === "MatchStar") {
      const patterns = [first];
      while (this.accept(",")) {
        if (this.is(":") || this.is("if")) {
          break;
        }
        patterns.push(this.starPattern());
      }
      pattern = this.node("MatchSequence", from, { patterns });
    }
    const guard = this.accept("if") ? this.namedExpression() : null;
    return this.compound("match_case", start, { pattern, guard, body: this.block() });
  }

  starPattern() {
    const { start } = this;
    if (this.accept("*")) {
      const name = this.name();
      return this.node("MatchStar", start, { name: name === "_" ? null : name });
    }
    return this.pattern();
  }

  pattern() {
    const { start } = this;
    const patterns = [this.closedPattern()];
    while (this.accept("|")) {
      patterns.push(this.closedPattern());
    }
    const pattern = patterns.length > 1 ? this.node("MatchOr", start, { patterns }) : patterns[0];
    return this.accept("as") ? this.node("MatchAs", start, { name: this.name(), pattern }) : pattern;
  }

  closedPattern() {
    const { token, start } = this;
    if (this.is("(") || this.is("[")) {
      return this.sequencePattern();
    }
    if (this.is("{")) {
      return this.mappingPattern();
    }
    if (token.kind === NAME && Object.hasOwn(CONSTANTS, token.text)) {
      this.index += 1;
      return this.node("MatchSingleton", start, { value: CONSTANTS[token.text] });
    }
    if (!this.isName) {
      return this.node("MatchValue", start, { value: this.binary(4) });
    }
    if (!this.follows(".") && !this.follows("(")) {
      const name = this.name();
      return this.node("MatchAs", start, { name: name === "_" ? null : name, pattern: null });
    }
    let cls = this.node("Name", start, { id: this.name(), ctx: "Load" });
    cls.end = this.tokens[this.index - 1].end;
    while (this.accept(".")) {
      const attr = this.name();
      cls = this.node("Attribute", start, { value: cls, attr, ctx: "Load" });
    }
    return this.is("(") ? this.classPattern(start, cls) : this.node("MatchValue", start, { value: cls });
  }

  classPattern(start, cls) {
    const fields = { cls, patterns: [], kwd_attrs: [], kwd_patterns: [] };
    this.expect("(");
    while (!this.is(")")) {
      if (this.isName && this.follows("=")) {
        fields.kwd_attrs.push(this.name());
        this.expect("=");
        fields.kwd_patterns.push(this.pattern());
      } else {
        fields.patterns.push(this.pattern());
      }
      if (!this.is(")")) {
        this.expect(",");
      }
    }
    this.expect(")");
    return this.node("MatchClass", start, fields);
  }

  sequencePattern() {
    const { start } = this;
    const closing = this.expectKind(OPERATOR).text === "(" ? ")" : "]";
    const patterns = [];
    let commas = 0;
    while (!this.is(closing)) {
      patterns.push(this.starPattern());
      if (!this.is(closing)) {
        this.expect(",");
        commas += 1;
      }
    }
    this.expect(closing);
    if (closing === ")" && patterns.length === 1 && !commas && patterns[0].type !== "MatchStar") {
      return patterns[0];
    }
    return this.node("MatchSequence", start, { patterns });
  }

  mappingPattern() {
    const { start } = this;
    const fields = { keys: [], patterns: [], rest: null };
    this.expect("{");
    while (!this.is("}")) {
      if (this.accept("**")) {
        fields.rest = this.name();
      } else {
        fields.keys.push(this.binary(4));
        this.expect(":");
        fields.patterns.push(this.pattern());
      }
      if (!this.is("}")) {
        this.expect(",");
      }
    }
    this.expect("}");
    return this.node("MatchMapping", start, fields);
  }

  // ---- expressions ----

  expressionsOrYield() {
    return this.is("yield") ? this.yieldExpression() : this.starExpressions();
  }

  yieldExpression() {
    const { start } = this;
    this.expect("yield");
    if (this.accept("from")) {
      return this.node("YieldFrom", start, { value: this.expression() });
    }
    const isEmpty = this.endsStatement || this.is(")") || this.is("]") || this.is("}") || this.is("=");
    return this.node("Yield", start, { value: isEmpty ? null : this.starExpressions() });
  }

  /** One or several expressions, some of them starred: the latter are a tuple. */
  starExpressions() {
    return this.list(() => this.starExpression(() => this.expression()));
  }

  starNamedExpressions() {
    return this.list(() => this.starExpression(() => this.namedExpression()));
  }

  list(read) {
    const { start } = this;
    const elts = [read()];
    if (!this.is(",")) {
      return elts[0];
    }
    while (this.accept(",")) {
      if (this.endsExpressions) {
        break;
      }
      elts.push(read());
    }
    return this.node("Tuple", start, { elts, ctx: "Load" });
  }

  get endsExpressions() {
    return this.endsStatement || (this.token.kind === OPERATOR && /^([)\]}:]|[^<>=!:]?=|\*\*=|\/\/=|>>=|<<=)$/.test(this.token.text)) || this.is("in");
  }

  starExpression(read) {
    const { start } = this;
    if (this.accept("*")) {
      const value = this.binary(0);
      return this.node("Starred", start, { value, ctx: "Load" });
    }
    return read();
  }

  namedExpression() {
    if (this.isName && this.follows(":=")) {
      const { start } = this;
      const target = this.target(this.atom());
      this.expect(":=");
      const value = this.expression();
      return this.node("NamedExpr", start, { target, value });
    }
    return this.expression();
  }

  expression() {
    const { start } = this;
    if (this.accept("lambda")) {
      const args = this.parameters(":", false);
      this.expect(":");
      return this.node("Lambda", start, { args, body: this.expression() });
    }
    const body = this.boolean("or", "Or", () => this.conjunction());
    if (!this.accept("if")) {
      return body;
    }
    const test = this.disjunction();
    this.expect("else");
    const orelse = this.expression();
    return this.node("IfExp", start, { test, body, orelse });
  }

  disjunction() {
    return this.boolean("or", "Or", () => this.conjunction());
  }

  conjunction() {
    return this.boolean("and", "And", () => this.inversion());
  }

  boolean(word, op, read) {
    const { start } = this;
    const values = [read()];
    while (this.accept(word)) {
      values.push(read());
    }
    return values.length > 1 ? this.node("BoolOp", start, { op, values }) : values[0];
  }

  inversion() {
    const { start } = this;
    if (this.accept("not")) {
      const operand = this.inversion();
      return this.node("UnaryOp", start, { op: "Not", operand });
    }
    return this.comparison();
  }

  comparison() {
    const { start } = this;
    const left = this.binary(0);
    const ops = [];
    const comparators = [];
    for (let op = this.comparator(); op; op = this.comparator()) {
      ops.push(op);
      comparators.push(this.binary(0));
    }
    return ops.length ? this.node("Compare", start, { left, ops, comparators }) : left;
  }

  comparator() {
    if (this.isAny(COMPARISONS)) {
      return COMPARISONS[this.expectKind(OPERATOR).text];
    }
    if (this.accept("in")) {
      return "In";
    }
    if (this.accept("is")) {
      return this.accept("not") ? "IsNot" : "Is";
    }
    if (this.is("not") && this.follows("in")) {
      this.index += 2;
      return "NotIn";
    }
    return undefined;
  }

  binary(level) {
    if (level === BINARY.length) {
      return this.factor();
    }
    const { start } = this;
    let left = this.binary(level + 1);
    while (this.isAny(BINARY[level])) {
      const op = BINARY[level][this.expectKind(OPERATOR).text];
      const right = this.binary(level + 1);
      left = this.node("BinOp", start, { left, op, right });
    }
    return left;
  }

  factor() {
    const { start } = this;
    if (this.isAny(UNARY)) {
      const op = UNARY[this.expectKind(OPERATOR).text];
      const operand = this.factor();
      return this.node("UnaryOp", start, { op, operand });
    }
    const left = this.awaited();
    if (this.accept("**")) {
      const right = this.factor();
      return this.node("BinOp", start, { left, op: "Pow", right });
    }
    return left;
  }

  awaited() {
    const { start } = this;
    if (this.accept("await")) {
      const value = this.primary();
      return this.node("Await", start, { value });
    }
    return this.primary();
  }

  primary() {
    const { start } = this;
    let found = this.atom();
    while (this.token.kind === OPERATOR) {
      if (this.accept(".")) {
        const attr = this.name();
        found = this.node("Attribute", start, { value: found, attr, ctx: "Load" });
      } else if (this.is("(")) {
        const given = this.callArguments();
        found = this.node("Call", start, { func: found, ...given });
      } else if (this.accept("[")) {
        const slice = this.slices();
        this.expect("]");
        found = this.node("Subscript", start, { value: found, slice, ctx: "Load" });
      } else {
        break;
      }
    }
    return found;
  }

  callArguments() {
    const opening = this.start;
    const args = [];
    const keywords = [];
    this.expect("(");
    while (!this.is(")")) {
      const { start } = this;
      if (this.accept("**")) {
        const value = this.expression();
        keywords.push(this.node("keyword", start, { arg: null, value }));
      } else if (this.isName && this.follows("=")) {
        const arg = this.name();
        this.expect("=");
        const value = this.expression();
        keywords.push(this.node("keyword", start, { arg, value }));
      } else if (this.accept("*")) {
        const value = this.expression();
        args.push(this.node("Starred", start, { value, ctx: "Load" }));
      } else {
        const value = this.namedExpression();
        if (this.is("for") || this.is("async")) {
          const generators = this.generators();
          this.expect(")");
          if (args.length || keywords.length) {
            this.fail("Generator expression must be parenthesized");
          }
          return { args: [this.node("GeneratorExp", opening, { elt: value, generators })], keywords };
        }
        if (keywords.length) {
          this.fail("positional argument follows keyword argument");
        }
        args.push(value);
      }
      if (!this.is(")")) {
        this.expect(",");
      }
    }
    this.expect(")");
    return { args, keywords };
  }

  slices() {
    const { start } = this;
    const elts = [this.slice()];
    if (!this.is(",")) {
      return elts[0].type === "Starred" ? this.node("Tuple", start, { elts, ctx: "Load" }) : elts[0];
    }
    while (this.accept(",")) {
      if (this.is("]")) {
        break;
      }
      elts.push(this.slice());
    }
    return this.node("Tuple", start, { elts, ctx: "Load" });
  }

  slice() {
    const { start } = this;
    if (this.is("*")) {
      return this.starExpression();
    }
    const part = () => (this.is(":") || this.is(",") || this.is("]") ? null : this.expression());
    const lower = this.is(":") ? null : this.namedExpression();
    if (!this.accept(":")) {
      return lower;
    }
    const upper = part();
    const step = this.accept(":") ? part() : null;
    return this.node("Slice", start, { lower, upper, step });
  }

  generators() {
    const found = [];
    while (this.is("for") || (this.is("async") && this.follows("for"))) {
      this.accept("async");
      this.expect("for");
      const target = this.targets("in");
      this.expect("in");
      const iter = this.disjunction();
      const ifs = [];
      while (this.accept("if")) {
        ifs.push(this.condition());
      }
      found.push({ type: "comprehension", target, iter, ifs });
    }
    return found.length ? found : this.fail();
  }

  condition() {
    return this.isName && this.follows(":=") ? this.namedExpression() : this.disjunction();
  }

  atom() {
    const { token, start } = this;
    switch (token.kind) {
      case NUMBER:
        this.index += 1;
        return this.node("Constant", start, { value: readNumber(token.text) });
      case STRING:
        return this.strings();
      case NAME:
        this.index += 1;
        if (Object.hasOwn(CONSTANTS, token.text)) {
          return this.node("Constant", start, { value: CONSTANTS[token.text] });
        }
        if (KEYWORDS.has(token.text)) {
          this.index -= 1;
          this.fail();
        }
        return this.node("Name", start, { id: token.text, ctx: "Load" });
      case OPERATOR:
        return this.enclosed();
      default:
        return this.fail();
    }
  }

  enclosed() {
    const { start } = this;
    if (this.accept("...")) {
      return this.node("Constant", start, { value: ELLIPSIS });
    }
    if (this.accept("(")) {
      return this.parenthesised(start);
    }
    if (this.accept("[")) {
      return this.sequence(start, "]", "List", "ListComp");
    }
    if (this.accept("{")) {
      return this.braces(start);
    }
    return this.fail();
  }

  parenthesised(start) {
    if (this.accept(")")) {
      return this.node("Tuple", start, { elts: [], ctx: "Load" });
    }
    if (this.is("yield")) {
      const found = this.yieldExpression();
      this.expect(")");
      return found;
    }
    const found = this.sequence(start, ")", "Tuple", "GeneratorExp");
    const [only] = found.elts ?? [];
    return found.elts?.length === 1 && !found.hasComma ? (only.type === "Starred" ? this.fail() : only) : found;
  }

  /** The items up to a bracket, or the comprehension before it. */
  sequence(start, closing, type, comprehension, first) {
    const elts = [];
    let hasComma = false;
    while (!this.is(closing) || (first && !elts.length)) {
      const item = first && !elts.length ? first : this.starExpression(() => this.namedExpression());
      if (!elts.length && (this.is("for") || this.is("async"))) {
        const generators = this.generators();
        this.expect(closing);
        return this.node(comprehension, start, { elt: item, generators });
      }
      elts.push(item);
      if (!this.is(closing)) {
        this.expect(",");
        hasComma = true;
      }
    }
    this.expect(closing);
    return this.node(type, start, { elts, ctx: "Load", hasComma });
  }

  braces(start) {
    if (this.accept("}")) {
      return this.node("Dict", start, { keys: [], values: [] });
    }
    if (this.is("**")) {
      return this.dictionary(start);
    }
    const first = this.starExpression(() => this.namedExpression());
    return this.is(":") && first.type !== "Starred" ? this.dictionary(start, first) : this.sequence(start, "}", "Set", "SetComp", first);
  }

  dictionary(start, first) {
    const keys = [];
    const values = [];
    while (!this.is("}")) {
      if (this.accept("**")) {
        keys.push(null);
        values.push(this.binary(0));
      } else {
        const key = first && !keys.length ? first : this.expression();
        this.expect(":");
        const value = this.expression();
        if (!keys.length && (this.is("for") || this.is("async"))) {
          const generators = this.generators();
          this.expect("}");
          return this.node("DictComp", start, { key, value, generators });
        }
        keys.push(key);
        values.push(value);
      }
      if (!this.is("}")) {
        this.expect(",");
      }
    }
    this.expect("}");
    return this.node("Dict", start, { keys, values });
  }

  // ---- strings ----

  /** String literals that stand after each other are one. */
  strings() {
    const { start } = this;
    const values = [];
    let isBytes = false;
    let isFormatted = false;
    while (this.token.kind === STRING) {
      const token = this.expectKind(STRING);
      const { prefix, ...range } = stringParts(this.source, token);
      isBytes ||= prefix.includes("b");
      const style = { isRaw: prefix.includes("r"), isBytes: prefix.includes("b") };
      if (prefix.includes("f")) {
        isFormatted = true;
        values.push(...this.replacements(range, style).values);
      } else {
        const value = unescape(this.source.slice(range.start, range.end), style);
        values.push({ type: "Constant", start: token.start, end: token.end, value });
      }
    }
    if (isFormatted) {
      return this.node("JoinedStr", start, { values: merged(values) });
    }
    const text = values.map(({ value }) => value).join("");
    return this.node("Constant", start, { value: isBytes ? new Bytes(text) : text });
  }

  /** The parts of an f-string in a range; within a format they end at its `}`, whose offset is `end` of the result. */
  replacements({ start, end }, style, inFormat = false) {
    const { source } = this;
    const values = [];
    let text = "";
    let at = start;
    const flush = () => {
      if (text) {
        values.push({ type: "Constant", start: at, end: at, value: unescape(text, style) });
        text = "";
      }
    };
    while (at < end && !(inFormat && source[at] === "}")) {
      const character = source[at];
      if ((character === "{" || character === "}") && source[at + 1] === character && !inFormat) {
        text += character;
        at += 2;
      } else if (character === "{") {
        flush();
        const field = this.replacement(at, end, style);
        values.push(field);
        at = field.end;
      } else if (character === "}") {
        throw new PythonSyntaxError("f-string: single '}' is not allowed", at);
      } else if (character === "\\" && source.startsWith("\\N{", at) && !style.isRaw) {
        const closing = source.indexOf("}", at) + 1;
        text += source.slice(at, closing);
        at = closing;
      } else {
        text += character;
        at += 1;
      }
    }
    flush();
    return { values, end: at };
  }

  replacement(opening, limit, style) {
    const { source } = this;
    const last = fieldEnd(source, opening + 1, limit);
    const documented = /(?<![=!<>])=\s*$/.exec(source.slice(opening + 1, last));
    const end = documented ? opening + 1 + documented.index : last;
    const value = parseExpressionAt(source, { start: opening + 1, end });
    let at = last;
    if (source[at] === "!") {
      at += 1 + /^\w*\s*/.exec(source.slice(at + 1, limit))[0].length;
    }
    let format = null;
    if (source[at] === ":") {
      const inner = this.replacements({ start: at + 1, end: limit }, style, true);
      format = { type: "JoinedStr", start: at + 1, end: inner.end, values: inner.values };
      at = inner.end;
    }
    if (source[at] !== "}" || at >= limit) {
      throw new PythonSyntaxError("f-string: expecting '}'", opening);
    }
    return { type: "FormattedValue", start: opening, end: at + 1, value, format_spec: format };
  }
}

/** The parts of an f-string with texts that stand after each other as one, and without empty ones. */
const merged = (values) => {
  const found = [];
  for (const each of values) {
    const last = found.at(-1);
    if (each.type === "Constant" && last?.type === "Constant") {
      last.value += each.value;
    } else if (each.type !== "Constant" || each.value) {
      found.push(each);
    }
  }
  return found;
};

/** The offset of what ends the expression of a replacement field: `!`, `:` or `}` outside of brackets and strings. */
const fieldEnd = (source, start, limit) => {
  let depth = 0;
  for (let at = start; at < limit; at += 1) {
    const character = source[at];
    if ("([{".includes(character)) {
      depth += 1;
    } else if (depth && ")]}".includes(character)) {
      depth -= 1;
    } else if (character === "'" || character === '"') {
      const quotes = source.startsWith(character.repeat(3), at) ? character.repeat(3) : character;
      const closing = source.indexOf(quotes, at + quotes.length);
      at = closing < 0 ? limit : closing + quotes.length - 1;
    } else if (!depth && (character === "}" || character === ":" || (character === "!" && source[at + 1] !== "="))) {
      return at;
    } else if (character === "!" && source[at + 1] === "=") {
      at += 1;
    }
  }
  return limit;
};

const SIMPLE = {
  pass(start) {
    return this.node("Pass", start, {});
  },
  break(start) {
    return this.node("Break", start, {});
  },
  continue(start) {
    return this.node("Continue", start, {});
  },
  return(start) {
    const value = this.endsStatement ? null : this.starExpressions();
    return this.node("Return", start, { value });
  },
  raise(start) {
    const exc = this.endsStatement ? null : this.expression();
    const cause = exc && this.accept("from") ? this.expression() : null;
    return this.node("Raise", start, { exc, cause });
  },
  global(start) {
    return this.names("Global", start);
  },
  nonlocal(start) {
    return this.names("Nonlocal", start);
  },
  del(start) {
    const targets = [];
    do {
      targets.push(this.target(this.primary(), "Del"));
    } while (this.accept(",") && !this.endsStatement);
    return this.node("Delete", start, { targets });
  },
  assert(start) {
    const test = this.expression();
    const message = this.accept(",") ? this.expression() : null;
    return this.node("Assert", start, { test, msg: message });
  },
  import(start) {
    return this.importStatement(start);
  },
  from(start) {
    return this.importFrom(start);
  },
};

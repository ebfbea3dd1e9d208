// Interprets the statements of one text over kinds instead of values. Statements run in order; branches are joined, loops run
// twice.

import { Body } from "./body.js";
import { OPTIONS, PARSER, named } from "../knowledge/builtin_kinds.js";
import { Expressions, arithmetic, declaredNames, typeOf } from "./expressions.js";
import { Defined, NONE, Name, ObjectOf, SEQUENTIAL, TENSOR_VALUE, UNKNOWN, Value, isTensor, join, lasting, sequential } from "../knowledge/kinds.js";
import { unparse } from "../model/literal.js";
import { lastPart } from "../knowledge/names.js";
import { readOption } from "./options.js";
import { Scope } from "./scopes.js";
import { importedNames } from "../text/variables.js";

// Methods that take their class without a decorator that says so.
const OF_CLASS = new Set(["__new__", "__init_subclass__", "__class_getitem__"]);
const RECORDS = new Set(["NamedTuple", "dataclass"]);
const ENDS = new Set(["Raise", "Continue", "Break"]);

/** Runs the statements and functions of one text, and remembers the kind of each expression. */
export class Interpreter {
  constructor(definitions, home) {
    this.names = definitions.names;
    this.home = home;
    this.definitions = definitions;
    this.expressions = new Expressions(definitions, home);
    this.results = [];
    this.bodies = new Map();
  }

  /** The kind of an expression that was evaluated; unknown where nothing was learnt. */
  kind(node) {
    return this.expressions.kindOf(node);
  }

  /** The text's own function that a call runs, if it does, and the parameters that its arguments fill. */
  filled(call) {
    return this.expressions.filled(call);
  }

  /** Runs the statements of a module, which has these names from the start. */
  module(tree, names) {
    this.block(tree.body, new Scope({ names: new Map(names), uses: this.body(tree) }));
  }

  // ---- functions ----

  /** Runs a function with arguments, by their parameters' names; returns what it returns. */
  function(facts, given) {
    return this.called(facts, this.parameters(facts, given));
  }

  /**
   * Runs a function by itself, learning nothing for good; returns its result. What its own inner functions and classes are is
   * gone with it, and unknown in what it returns.
   */
  alone(facts, given) {
    const { definitions, expressions } = this;
    const before = [expressions.kinds, this.results, definitions.passing, definitions.positions, definitions.isFrozen];
    [expressions.kinds, this.results, definitions.passing, definitions.positions, definitions.isFrozen] = [new Map(), [], new Map(), new Map(), true];
    try {
      const parameters = this.parameters(facts, given);
      const found = this.called(facts, parameters);
      const known = this.parameters(facts, given); // the uses of a parameter tell more, now that those are evaluated
      const isSame = known.size === parameters.size && [...known].every(([name, kind]) => parameters.get(name) === kind);
      return lasting(isSame ? found : this.called(facts, known));
    } finally {
      for (const position of definitions.positions.values()) {
        definitions.functions.delete(position);
        definitions.classes.delete(position);
      }
      [expressions.kinds, this.results, definitions.passing, definitions.positions, definitions.isFrozen] = before;
    }
  }

  /** What the annotation of a function says that it returns. */
  declaredResult(facts) {
    const { node } = facts;
    if (node.type !== "FunctionDef" || !node.returns || facts.isDecorated("contextmanager")) {
      return UNKNOWN;
    }
    return this.expressions.annotation(node.returns, facts.scope);
  }

  called(facts, parameters) {
    const { node } = facts;
    const body = this.body(node);
    const scope = new Scope({ names: parameters, parent: facts.scope, local: body.bound, owner: facts.owner, uses: body });
    if (node.type === "Lambda") {
      return this.expressions.kind(node.body, scope);
    }
    const outer = this.expressions.yielded;
    this.expressions.yielded = [];
    this.results.push([]);
    this.block(node.body, scope);
    const results = this.results.pop();
    const { yielded } = this.expressions;
    this.expressions.yielded = outer;
    if (node.type === "AsyncFunctionDef") {
      return UNKNOWN;
    }
    if (body.yields) {
      return Value(facts.isDecorated("contextmanager") ? "context" : "generator", [join(yielded)]);
    }
    return results.length ? join(results) : NONE;
  }

  body(node) {
    if (!this.bodies.has(node)) {
      this.bodies.set(node, new Body(node));
    }
    return this.bodies.get(node);
  }

  parameters(facts, given) {
    const { posonlyargs, args, vararg, kwonlyargs, kw_defaults: kwDefaults, kwarg, defaults } = facts.node.args;
    const body = this.body(facts.node);
    const every = [...posonlyargs, ...args];
    const first = every.length - defaults.length;
    const initial = [...every.map((_, index) => defaults[index - first] ?? null), ...kwDefaults];
    const found = new Map();
    [...every, ...kwonlyargs].forEach((parameter, index) => {
      if (index === 0 && facts.owner && !facts.isStatic) {
        const isClass = facts.isDecorated("classmethod") || OF_CLASS.has(facts.name);
        found.set(parameter.arg, isClass ? Defined(facts.owner.position) : facts.owner);
      } else if (index === 0 && this.definitions.takesContext(facts)) {
        found.set(parameter.arg, facts.owner); // as in torch, where a context is an object of a class derived from it
      } else {
        found.set(parameter.arg, this.parameter(facts, parameter, initial[index], given.get(parameter.arg) ?? UNKNOWN, body));
      }
    });
    if (vararg) {
      found.set(vararg.arg, Value("tuple", [UNKNOWN], true));
    }
    if (kwarg) {
      found.set(kwarg.arg, Value("dict"));
    }
    return found;
  }

  parameter(facts, { arg, annotation }, initialNode, passed, body) {
    const annotated = annotation ? this.expressions.annotation(annotation, facts.scope) : UNKNOWN;
    if (annotated !== UNKNOWN) {
      this.wants(facts, arg, annotated);
      return annotated;
    }
    if (passed === NONE && this.definitions.isFrozen) {
      return NONE; // in this very call
    }
    const initial = initialNode ? this.expressions.kind(initialNode, facts.scope) : NONE;
    if (passed !== UNKNOWN && passed !== NONE) {
      return initialNode ? join([passed, initial]) : passed;
    }
    if (initial !== NONE) {
      return initial;
    }
    const isForward = facts.name === "forward" && facts.owner !== null && this.definitions.isModule(facts.owner);
    if (body.looksLikeTensor(arg, this.expressions) || this.definitions.isBackward(facts)) {
      this.wants(facts, arg, TENSOR_VALUE);
      return TENSOR_VALUE;
    }
    return isForward && body.looksLikeTensor(arg, this.expressions, { expected: true }) ? TENSOR_VALUE : UNKNOWN;
  }

  /** Notes that a function takes a Tensor for a parameter, as its annotation or its body says. */
  wants(facts, parameter, kind) {
    if (isTensor(kind) && !facts.wantsTensors.has(parameter) && !this.definitions.isFrozen) {
      facts.wantsTensors.add(parameter);
      this.definitions.hasChanged = true;
    }
  }

  // ---- statements ----

  /** Runs statements; returns whether the code after them is never reached. */
  block(body, scope) {
    return body.map((statement) => this.statement(statement, scope)).includes(true);
  }

  /** Runs one statement; returns whether the code after it is never reached. */
  statement(node, scope) {
    const { expressions } = this;
    switch (node.type) {
      case "Return": {
        const found = node.value ? expressions.kind(node.value, scope) : NONE;
        this.results.at(-1)?.push(found);
        return true;
      }
      case "Assert":
        expressions.children(node, scope);
        expressions.narrow(node.test, scope, true);
        return false;
      case "If":
        return this.if(node, scope);
      case "With":
      case "AsyncWith":
        this.enter(node.items, scope);
        return this.block(node.body, scope);
      case "Try":
      case "TryStar":
        this.try(node, scope);
        return false;
      case "For":
      case "AsyncFor":
      case "While":
        this.loop(node, scope);
        return false;
      case "Match":
        expressions.kind(node.subject, scope);
        for (const { pattern, guard } of node.cases) {
          expressions.children(pattern, scope);
          if (guard) {
            expressions.kind(guard, scope);
          }
        }
        this.branches(
          node.cases.map(({ body }) => body),
          scope,
        );
        return false;
      default:
        if (!this.definition(node, scope)) {
          this.simple(node, scope);
        }
        return ENDS.has(node.type);
    }
  }

  enter(items, scope) {
    for (const { context_expr: context, optional_vars: variables } of items) {
      const kind = this.expressions.kind(context, scope);
      if (variables) {
        this.expressions.assign(variables, isContext(kind) ? this.expressions.item(kind) : kind, scope);
      }
    }
  }

  /** Runs a statement without other statements inside. */
  simple(node, scope) {
    const { expressions } = this;
    switch (node.type) {
      case "Assign": {
        const kind = expressions.kind(node.value, scope);
        const of = typeOf(node.value, scope);
        for (const target of node.targets) {
          expressions.assign(target, kind, scope);
          if (of && target.type === "Name") {
            scope.types.set(target.id, of);
          }
        }
        break;
      }
      case "AnnAssign":
        this.annotated(node, scope);
        break;
      case "AugAssign": {
        const left = expressions.kind(node.target, scope);
        expressions.kinds.set(node, left);
        expressions.assign(node.target, arithmetic(left, expressions.kind(node.value, scope), node.op), scope);
        break;
      }
      case "Expr":
        expressions.kind(node.value, scope);
        this.mutation(node.value, scope);
        break;
      case "Delete":
        for (const target of node.targets) {
          expressions.kind(target, scope);
          if (target.type === "Name") {
            scope.names.delete(target.id);
          }
        }
        break;
      default:
        expressions.children(node, scope);
    }
  }

  annotated({ target, annotation, value }, scope) {
    const { expressions } = this;
    const kind = expressions.annotation(annotation, scope);
    const found = value ? expressions.kind(value, scope) : UNKNOWN;
    if (value || target.type === "Attribute") {
      expressions.assign(target, kind === UNKNOWN ? found : kind, scope);
    }
    const made = target.type === "Attribute" ? this.kind(target.value) : UNKNOWN;
    if (made.tag === "Object") {
      this.definitions.learnDeclared(made, target.attr, kind);
    }
  }

  /** Learns what a call for its effect says: what a list gets, what a Module registers. */
  mutation(value, scope) {
    if (value.type === "Call" && value.func.type === "Name") {
      this.registration(value, scope);
      if (value.func.id === "setattr" && value.args.length && this.kind(value.args[0]) === Value(OPTIONS)) {
        this.definitions.learnOption("", UNKNOWN);
      }
    }
    if (value.type !== "Call" || value.func.type !== "Attribute") {
      return;
    }
    const { expressions } = this;
    const { value: owned, attr } = value.func;
    const [first, second] = value.args;
    const count = value.args.length;
    if (attr === "register_buffer" || attr === "register_parameter") {
      this.learnRegistered(this.kind(owned), first);
    } else if (attr === "save_for_backward" && this.kind(owned).tag === "Object") {
      const isOpen = value.args.some(({ type }) => type === "Starred");
      const saved = Value("tuple", value.args.map(() => TENSOR_VALUE), isOpen);
      expressions.kinds.set(value, saved);
      this.definitions.learnAttribute(this.kind(owned), "saved_tensors", saved);
    } else if (["add_module", "register_module"].includes(attr) && count === 2) {
      this.learnRegistered(this.kind(owned), first, this.kind(second));
      if (this.kind(owned).type === SEQUENTIAL) {
        expressions.fill(owned, this.kind(second), scope);
      }
    } else if (attr === "__init__" && scope.owner && this.kind(owned) === Value(SEQUENTIAL)) {
      this.definitions.learnAttribute(scope.owner, "", sequential(value.args.map((layer) => this.kind(layer))));
    } else if (["append", "add", "appendleft"].includes(attr) && count === 1) {
      expressions.fill(owned, this.kind(first), scope);
    } else if (attr === "extend" && count === 1) {
      expressions.fill(owned, expressions.item(this.kind(first)), scope);
    } else if (attr === "insert" && count === 2) {
      expressions.fill(owned, this.kind(second), scope);
    } else if (attr === "add_argument" && this.kind(owned) === Value(PARSER)) {
      this.definitions.learnOption(...readOption(value, (node) => this.kind(node)));
    } else if (attr === "set_defaults" && this.kind(owned) === Value(PARSER)) {
      value.keywords.forEach((keyword) => this.definitions.learnOption(keyword.arg ?? "", this.kind(keyword.value)));
    } else if (attr === "update" && this.isDictOfOptions(owned)) {
      this.definitions.learnOption("", UNKNOWN);
    }
  }

  isDictOfOptions(node) {
    const isVars = node.type === "Call" && node.func.type === "Name" && node.func.id === "vars" && node.args.length === 1;
    const options = isVars ? node.args[0] : node.type === "Attribute" && node.attr === "__dict__" ? node.value : undefined;
    return options !== undefined && this.kind(options) === Value(OPTIONS);
  }

  learnRegistered(holder, name, kind = TENSOR_VALUE) {
    if (holder?.tag === "Object" && name?.type === "Constant" && typeof name.value === "string") {
      this.definitions.learnAttribute(holder, name.value, kind);
    }
  }

  /** Learns a buffer that is registered by `register = lambda name, value: self.register_buffer(name, …)`. */
  registration(node, scope) {
    const facts = this.definitions.functionOf(this.kind(node.func));
    if (facts && isRegistering(facts.node)) {
      this.learnRegistered(scope.find("self"), node.args[0]);
    }
  }

  /** Runs an import or a definition; returns whether the statement is one. */
  definition(node, scope) {
    const { expressions } = this;
    switch (node.type) {
      case "Import":
        for (const { name, asname } of node.names) {
          const path = asname ? name : name.split(".", 1)[0];
          scope.names.set(asname ?? path, Name(path));
        }
        return true;
      case "ImportFrom":
        this.importFrom(`${".".repeat(node.level)}${node.module ?? ""}`, node.names, scope);
        return true;
      case "FunctionDef":
      case "AsyncFunctionDef":
        node.decorator_list.forEach((decorator) => expressions.kind(decorator, scope));
        expressions.parameters(node.args, scope);
        if (node.returns) {
          expressions.annotation(node.returns, scope);
        }
        scope.names.set(node.name, this.definitions.function(node, scope, this.home));
        return true;
      case "ClassDef":
        this.class(node, scope);
        return true;
      default:
        return false;
    }
  }

  importFrom(path, names, scope) {
    for (const { name, asname } of names) {
      if (name !== "*") {
        scope.names.set(asname ?? name, named(`${path}.${name}`));
      } else if (this.names.belongs(path)) {
        this.names.children(path).forEach((each) => scope.names.set(lastPart(each), Name(each)));
      }
    }
  }

  class(node, scope) {
    const { expressions, definitions } = this;
    [...node.decorator_list, ...node.keywords.map(({ value }) => value)].forEach((each) => expressions.kind(each, scope));
    const defined = definitions.defineClass(node);
    scope.names.set(node.name, defined);
    const facts = definitions.classes.get(defined.position);
    facts.parents = node.bases.map((base) => expressions.base(base, scope));
    const body = new Scope({ parent: scope, owner: scope.owner, uses: scope.uses });
    this.block(node.body, body);
    facts.members = body.names;
    expressions.declared(node, scope).forEach(([name, kind]) => facts.declared.set(name, kind));
    facts.fields = recordFields(node);
    for (const kind of body.names.values()) {
      const method = definitions.functionOf(kind);
      if (method) {
        method.owner = ObjectOf(defined.position);
        method.scope = scope;
      }
    }
  }

  // ---- branches ----

  if({ test, body, orelse }, scope) {
    const { expressions } = this;
    expressions.kind(test, scope);
    const before = new Map(scope.names);
    expressions.narrow(test, scope, true);
    const ends = this.block(body, scope);
    const after = scope.names;
    scope.names = before;
    expressions.narrow(test, scope, false);
    const elseEnds = this.block(orelse, scope);
    if (elseEnds && !ends) {
      scope.names = after;
    } else if (!ends) {
      scope.merge(after);
    }
    return ends && elseEnds;
  }

  /** Runs bodies of which one runs, or none. */
  branches(bodies, scope) {
    const before = new Map(scope.names);
    for (const body of bodies) {
      const branch = new Scope({ ...scope, names: new Map(before) });
      if (!this.block(body, branch)) {
        scope.merge(branch.names);
      }
    }
  }

  try(node, scope) {
    const before = new Map(scope.names);
    const imported = importedNames(node.body);
    const isEnded = this.block(node.body, scope);
    const tried = [...imported].map((name) => [name, scope.names.get(name) ?? UNKNOWN]).filter(([, kind]) => this.isOfTorch(kind));
    const ended = isEnded || this.block(node.orelse, scope);
    const ends = ended ? [] : [new Map(scope.names)];
    for (const { exception, name, body } of node.handlers) {
      // The body may have stopped anywhere. What it imports is only used where that worked.
      const open = [...scope.names.keys()].filter((each) => !imported.has(each));
      scope.names = new Map([...open.map((each) => [each, UNKNOWN]), ...before]);
      if (exception) {
        this.expressions.kind(exception, scope);
      }
      if (name !== null) {
        scope.names.set(name, Value("Exception"));
      }
      if (!this.block(body, scope)) {
        ends.push(scope.names);
      }
    }
    if (ends.length) {
      [scope.names] = ends;
    }
    ends.slice(1).forEach((names) => scope.merge(names));
    for (const [name, kind] of tried) { // the version in use has one of them, the first of those that are known
      const known = [kind, ...ends.map((names) => names.get(name) ?? UNKNOWN)].find((each) => this.isKnown(each));
      scope.names.set(name, known ?? scope.names.get(name) ?? UNKNOWN);
    }
    this.block(node.finalbody, scope);
  }

  isOfTorch(kind) {
    return kind.tag === "Name" && this.names.belongs(kind.path);
  }

  /** Whether a value is a name that torch is known to have. */
  isKnown(kind) {
    return kind.tag === "Name" && (this.names.find(kind.path) !== undefined || this.names.isModule(kind.path));
  }

  loop(node, scope) {
    const { expressions } = this;
    const isWhile = node.type === "While";
    const item = expressions.item(expressions.kind(isWhile ? node.test : node.iter, scope));
    const before = new Map(scope.names);
    for (let pass = 0; pass < 2; pass += 1) {
      if (isWhile) {
        expressions.narrow(node.test, scope, true);
      } else {
        expressions.assign(node.target, item, scope);
      }
      this.block(node.body, scope);
      scope.merge(before);
    }
    this.block(node.orelse, scope);
  }
}

const isContext = (kind) => kind.tag === "Value" && kind.type === "context";

/** Whether a function only registers its first argument as the name of a buffer of `self`. */
const isRegistering = (node) => {
  const call = node.type === "Lambda" && node.body.type === "Call" ? node.body : undefined;
  const [first] = node.args.args;
  const { func, args = [] } = call ?? {};
  return (
    first !== undefined &&
    func?.type === "Attribute" &&
    func.attr === "register_buffer" &&
    func.value.type === "Name" &&
    func.value.id === "self" &&
    args[0]?.type === "Name" &&
    args[0].id === first.arg
  );
};

/** The fields that the objects of a class are made of, in their order, if it is a dataclass or a named tuple. */
const recordFields = (node) => {
  const named = [...node.bases, ...node.decorator_list.map((each) => (each.type === "Call" ? each.func : each))];
  return named.some((each) => RECORDS.has(lastPart(unparse(each)))) ? [...declaredNames(node).keys()] : [];
};

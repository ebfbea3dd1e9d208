// Finds every place of a text that speaks of one variable, by Python's rules of scope.

import { children } from "./syntax.js";

// Builtins by which a text may reach every variable that is seen where they are called.
const REACHING = new Set(["exec", "eval", "globals", "locals", "vars"]);
const FUNCTIONS = new Set(["FunctionDef", "AsyncFunctionDef", "Lambda"]);

/** The names that each of some scopes binds. */
export class Names {
  constructor() {
    this.byScope = new Map();
  }

  add(scope, name) {
    this.byScope.set(scope, (this.byScope.get(scope) ?? new Set()).add(name));
  }

  has(scope, name) {
    return this.byScope.get(scope)?.has(name) ?? false;
  }

  hasAnywhere(name) {
    return [...this.byScope.values()].some((names) => names.has(name));
  }
}

/** The variables of one module; a comprehension counts as part of what is around it. */
export class Variables {
  constructor(tree) {
    Object.assign(this, { parents: new Map(), tree, scopes: new Map(), byName: new Map(), isReached: false });
    this.reached = new Set();
    /** The imports of all that another module has. */
    this.stars = [];
    this.bound = new Names();
    /** Those that something else than a name binds: parameters, imports, definitions, what is caught or matched. */
    this.hidden = new Names();
    /** Names that a function declares for those of another scope. */
    this.declared = new Set();
    const waiting = [[tree, tree]];
    while (waiting.length) {
      const [node, scope] = waiting.pop();
      this.read(node, scope);
      const inner = bodyOf(node);
      for (const child of children(node).reverse()) {
        this.parents.set(child, node);
        waiting.push([child, inner.has(child) ? node : scope]);
      }
    }
  }

  /** Whether a name that no scope of the text binds can only be a builtin's. */
  isBuiltin(name) {
    return !this.stars.length && !this.bound.hasAnywhere(name) && !this.hidden.hasAnywhere(name);
  }

  /**
   * Every place of the variable that a name stands for, those in inner functions among them; undefined where anything but these
   * may bind or reach it: a caller, an import, `global`, `exec`.
   */
  places(node) {
    const scope = this.scope(node);
    const isShared = scope === this.tree && this.stars.length && !this.isBoundAfterStars(node);
    if (isShared || this.reaches(scope) || this.declared.has(node.id) || this.hidden.has(scope, node.id) || scope.type === "ClassDef") {
      return undefined;
    }
    return this.everywhere(node);
  }

  /** Every place of the variable that a name stands for, whatever else may bind or reach it. */
  everywhere(node) {
    const scope = this.scope(node);
    return this.byName.get(node.id).filter((each) => this.scope(each) === scope);
  }

  /** Whether a statement of the module, after every `import *`, binds its variable before the text speaks of it elsewhere. */
  isBoundAfterStars(node) {
    const [first, ...others] = [...this.everywhere(node)].sort((one, other) => one.start - other.start);
    const statement = this.parents.get(first);
    if (statement.type !== "Assign" || this.parents.get(statement) !== this.tree) {
      return false;
    }
    return this.stars.every(({ start }) => start < statement.start) && others.every(({ start }) => start >= statement.end);
  }

  /** The module, function or class whose variable a name stands for; the module's where a function declares it `global`. */
  scopeOf(node) {
    return this.seenFrom(node, node.id);
  }

  /** That whose variable a name would stand for in the place of a node: the module, where nothing around binds it. */
  seenFrom(node, name) {
    return this.declared.has(name) ? this.tree : this.around(node, name);
  }

  /** The module, function or class in which a name, a parameter or a definition is bound. */
  bindingScope(node) {
    if (node.type === "arg") {
      return this.parents.get(this.parents.get(node));
    }
    return this.declared.has(node.id ?? node.name) ? this.tree : this.scopes.get(node);
  }

  /** Whether nothing but a caller, and the statements of its own function, may bind the parameter that a name stands for. */
  rebinds(node) {
    const scope = this.scope(node);
    return scope.type === "FunctionDef" && !this.reaches(scope) && !this.declared.has(node.id);
  }

  /** The function whose `**` parameter a name stands for, where only a caller binds it. */
  gathering(node) {
    const definition = this.scope(node);
    const isFree = !this.reaches(definition) && !this.declared.has(node.id) && !this.bound.has(definition, node.id);
    return definition.type === "FunctionDef" && definition.args.kwarg?.arg === node.id && isFree ? definition : undefined;
  }

  /** Every call of a function, or of the class that it constructs; none where the text uses it otherwise as well. */
  calls(definition) {
    const owner = this.parents.get(definition);
    const called = owner.type === "ClassDef" && definition.name === "__init__" ? owner : definition;
    const scope = this.scopes.get(called);
    const isOwn = !this.bound.has(scope, called.name) && !this.declared.has(called.name);
    const defined = [...this.scopes].filter(([node, around]) => around === scope && boundNames(node).includes(called.name));
    if (scope.type === "ClassDef" || called.decorator_list.length || !isOwn || defined.length > 1) {
      return [];
    }
    const found = (this.byName.get(called.name) ?? [])
      .filter((each) => this.scope(each) === scope)
      .map((each) => [each, this.parents.get(each)]);
    const calls = found.filter(([each, parent]) => parent.type === "Call" && parent.func === each).map(([, parent]) => parent);
    return found.every(([, parent]) => calls.includes(parent) || isSuper(parent)) ? calls : [];
  }

  /** The scope whose variable a name stands for. */
  scope(node) {
    return this.around(node, node.id);
  }

  /** The innermost scope around a node that binds a name; the body of a class is one for itself alone. */
  around(node, name) {
    let scope = this.scopes.get(node);
    let isOwn = true;
    while (scope !== this.tree) {
      const hasIt = this.bound.has(scope, name) || this.hidden.has(scope, name);
      if (hasIt && (isOwn || scope.type !== "ClassDef")) {
        return scope;
      }
      scope = this.scopes.get(scope);
      isOwn = false;
    }
    return scope;
  }

  reaches(scope) {
    return this.isReached || this.reached.has(scope);
  }

  /** Note whose variables a builtin may reach: the module's for `globals`, else those of all scopes around its call as well. */
  reach(builtin, scope) {
    const parent = this.parents.get(builtin);
    const call = parent.type === "Call" && parent.func === builtin ? parent : undefined;
    if (builtin.id === "vars" && (!call || call.args.length)) {
      return; // the attributes of an object, if it is no other variable
    }
    this.isReached ||= !call; // it may be called elsewhere
    for (let around = builtin.id === "globals" ? this.tree : scope; !this.reached.has(around); around = this.scopes.get(around)) {
      this.reached.add(around);
    }
  }

  read(node, scope) {
    this.scopes.set(node, scope);
    if (node.type === "Name") {
      if (!this.byName.has(node.id)) {
        this.byName.set(node.id, []);
      }
      this.byName.get(node.id).push(node);
      if (REACHING.has(node.id)) {
        this.reach(node, scope);
      }
      if (node.ctx !== "Load") {
        this.bound.add(scope, node.id);
      }
    } else if (node.type === "Global" || node.type === "Nonlocal") {
      node.names.forEach((name) => this.declared.add(name));
    } else if (node.type === "ImportFrom" && node.names[0].name === "*") {
      this.stars.push(node);
    } else if (FUNCTIONS.has(node.type)) {
      const { posonlyargs, args, vararg, kwonlyargs, kwarg } = node.args;
      [...posonlyargs, ...args, vararg, ...kwonlyargs, kwarg].filter(Boolean).forEach(({ arg }) => this.hidden.add(node, arg));
    }
    boundNames(node).forEach((name) => this.hidden.add(scope, name));
  }
}

const isSuper = ({ type, func }) => type === "Call" && func.type === "Name" && func.id === "super";

/** The nodes of a function or class that its own scope holds; its decorators and defaults are in the one around it. */
const bodyOf = ({ type, body }) => {
  if (type === "Lambda") {
    return new Set([body]);
  }
  return new Set(FUNCTIONS.has(type) || type === "ClassDef" ? body : []);
};

/** The names that the imports among some statements bind. */
export const importedNames = (body) => new Set(body.filter(({ type }) => type === "Import" || type === "ImportFrom").flatMap(boundNames));

/** The names that a node itself binds in the scope around it, where it is no name. */
export const boundNames = (node) => {
  switch (node.type) {
    case "FunctionDef":
    case "AsyncFunctionDef":
    case "ClassDef":
    case "ExceptHandler":
    case "MatchAs":
    case "MatchStar":
      return [node.name].filter(Boolean);
    case "MatchMapping":
      return [node.rest].filter(Boolean);
    case "Import":
    case "ImportFrom":
      return node.names.map(({ name, asname }) => asname ?? name.split(".", 1)[0]);
    default:
      return [];
  }
};

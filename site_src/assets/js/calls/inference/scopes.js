// Names of modules, classes and functions with their kinds, and what is learnt about the text's own definitions.

import { MODULE, NONE, ObjectOf, Defined, UNKNOWN, join } from "../knowledge/kinds.js";
import { lastPart } from "../knowledge/names.js";
import { unparse } from "../model/literal.js";

/** The names of a module, class or function body. `local` are those that the body binds anywhere, `uses` those of its variables. */
export class Scope {
  constructor({ names = new Map(), parent = null, local = new Set(), owner = null, uses = null, around = null, types = new Map() } = {}) {
    Object.assign(this, { names, parent, local, owner, uses, around });
    /** The variables that hold `type(x)`, with the name `x`. */
    this.types = types;
  }

  /** A scope inside of this one, such as that of a comprehension; `around` is where `:=` binds. */
  inner() {
    return new Scope({ parent: this, owner: this.owner, uses: this.uses, around: this.around ?? this });
  }

  /** The kind of a name; unknown where it is bound later, undefined where nobody binds it. */
  find(name) {
    if (this.names.has(name)) {
      return this.names.get(name);
    }
    return this.local.has(name) ? UNKNOWN : this.parent?.find(name);
  }

  /** Joins the names with those after another way through the code. */
  merge(other) {
    for (const name of new Set([...this.names.keys(), ...other.keys()])) {
      const mine = this.names.get(name);
      const theirs = other.get(name);
      if (mine !== theirs) {
        this.names.set(name, mine && theirs ? join([mine, theirs]) : (mine ?? theirs));
      }
    }
  }
}

/** What is learnt about one function: the arguments of its calls, and its result. */
export class FunctionFacts {
  constructor(node, scope, home) {
    Object.assign(this, { node, scope, home, owner: null, arguments: new Map(), result: UNKNOWN, wasRun: false, wantsTensors: new Set() });
    /** The paths of its decorators as they are written, without their arguments. */
    this.decorators = (node.decorator_list ?? []).map((each) => unparse(each.type === "Call" ? each.func : each));
  }

  /** Its name; empty for a lambda. */
  get name() {
    return this.node.name ?? "";
  }

  get isStatic() {
    return this.isDecorated("staticmethod");
  }

  isDecorated(...names) {
    return this.decorators.some((decorator) => names.includes(lastPart(decorator)));
  }

  /** The arguments of a call by their parameters; `skip` is 1 where the call leaves the first parameter out. */
  passed(positional, keywords, skip) {
    const { posonlyargs, args, kwonlyargs } = this.node.args;
    const order = [...posonlyargs, ...args].map(({ arg }) => arg).slice(skip);
    const accepted = new Set([...order, ...kwonlyargs.map(({ arg }) => arg)]);
    const found = new Map(order.slice(0, positional.length).map((name, index) => [name, positional[index]]));
    for (const [name, kind] of keywords) {
      if (name !== null && accepted.has(name)) {
        found.set(name, kind);
      }
    }
    return found;
  }
}

/** What is learnt about one class. `fields` are the ones that the body declares, if objects are made of them. */
export class ClassFacts {
  constructor(node) {
    Object.assign(this, { node, parents: [], members: new Map(), attributes: new Map(), declared: new Map(), fields: [] });
  }

  /** What the class itself says of a member, without its bases. */
  own(name) {
    const declared = this.declared.get(name);
    if (declared && declared !== UNKNOWN && declared !== NONE) {
      return declared;
    }
    return this.attributes.get(name) ?? this.members.get(name) ?? declared;
  }
}

const FUNCTIONS = new Set(["torch.autograd.Function", "torch.autograd.function.Function"]);

/**
 * The functions and classes of the text, by the position of their definition. While `isFrozen`, nothing is learnt for good:
 * attributes that are set are those of one run, in `passing`. `options` are the attributes of the command line's options, of
 * all parsers of the text.
 */
export class Definitions {
  constructor(names) {
    Object.assign(this, { names, functions: new Map(), classes: new Map(), positions: new Map(), passing: new Map() });
    Object.assign(this, { isFrozen: false, hasChanged: false, last: 0, replaced: new Set() });
    Object.assign(this, { options: new Map(), areOptionsOpen: false });
  }

  /** Defines a function, or finds it again in a later pass. */
  function(node, scope, home) {
    const position = this.position(node);
    if (!this.functions.has(position)) {
      this.functions.set(position, new FunctionFacts(node, scope, home));
    }
    this.functions.get(position).scope = scope;
    return Defined(position);
  }

  /** Defines a class, or finds it again in a later pass. */
  defineClass(node) {
    const position = this.position(node);
    if (!this.classes.has(position)) {
      this.classes.set(position, new ClassFacts(node));
    }
    return Defined(position);
  }

  /** Those of a frozen text are of one run, and below zero. */
  position(node) {
    if (!this.positions.has(node)) {
      this.last += 1;
      this.positions.set(node, this.isFrozen ? -this.last : this.last);
    }
    return this.positions.get(node);
  }

  /** The function that a kind is, if it is one of the text's own. */
  functionOf(kind) {
    return kind?.tag === "Defined" ? this.functions.get(kind.position) : undefined;
  }

  /** The function of the text that a node defines. */
  functionAt(node) {
    return this.functions.get(this.positions.get(node));
  }

  /** The class that a kind is, or is an object of, if it is one of the text's own. */
  classOf(kind) {
    return kind?.tag === "Defined" || kind?.tag === "Object" ? this.classes.get(kind.position) : undefined;
  }

  /** The class of an object and those of the text that it derives from, the nearest first. */
  *lineage(kind) {
    const seen = new Set();
    const waiting = [kind];
    while (waiting.length) {
      const each = waiting.shift();
      const facts = this.classOf(each);
      const made = facts && ObjectOf(each.position);
      if (facts && !seen.has(made)) {
        seen.add(made);
        yield [made, facts];
        waiting.unshift(...facts.parents);
      }
    }
  }

  /** The dotted paths of the classes outside of the text that a class of it derives from. */
  *ancestors(kind) {
    for (const [, { parents }] of this.lineage(kind)) {
      for (const base of parents) {
        if (base.tag === "Name") {
          yield this.names.find(base.path)?.path ?? base.path;
        }
      }
    }
  }

  /** Whether a class of the text derives from `torch.nn.Module`. */
  isModule(kind) {
    return [...this.ancestors(kind)].some((path) => this.names.isA(path, MODULE));
  }

  /** Whether a class of the text derives from `torch.autograd.Function`, whose static methods take a context. */
  isFunction(kind) {
    return [...this.ancestors(kind)].some((path) => FUNCTIONS.has(path));
  }

  /** Whether a method of an autograd function takes its context: `forward` takes none beside `setup_context`. */
  takesContext(facts) {
    if (!facts.owner || !facts.isStatic || !this.isFunction(facts.owner)) {
      return false;
    }
    return facts.name !== "forward" || this.member(facts.owner, "setup_context") === undefined;
  }

  /** Whether a function is the one of an autograd function that takes the gradients. */
  isBackward(facts) {
    return facts.name === "backward" && this.takesContext(facts);
  }

  /** The fields of objects of a record class, in their order; empty for other classes. */
  fields(kind) {
    const names = new Set([...this.lineage(kind)].reverse().flatMap(([, { fields }]) => fields));
    return [...names].map((name) => this.member(kind, name) ?? UNKNOWN);
  }

  /** What the text itself says of a member of its class: an attribute that is set, or a definition. */
  member(kind, name) {
    for (const [made, facts] of this.lineage(kind)) {
      if (this.replaced.has(`${made.text} ${name}`)) {
        return UNKNOWN;
      }
      const passing = this.passing.get(made)?.get(name);
      if (passing && this.isFrozen) {
        return passing;
      }
      const own = facts.own(name);
      if (passing) {
        return own === undefined || own === NONE ? passing : join([own, passing]);
      }
      if (own !== undefined) {
        return own;
      }
    }
    return undefined;
  }

  /** Notes that an attribute of a class's objects is set; one that is None at first is what it becomes. */
  learnAttribute(made, name, kind) {
    if (this.isFrozen) {
      if (!this.passing.has(made)) {
        this.passing.set(made, new Map());
      }
      this.learn(this.passing.get(made), name, kind);
    } else if (this.classes.has(made.position)) {
      this.learn(this.classes.get(made.position).attributes, name, kind);
    }
  }

  /** Drops the attributes and arguments of which nothing is known yet, to be learnt anew. */
  askAgain() {
    const attributes = [...this.classes.values()].map((facts) => facts.attributes);
    const given = [...this.functions.values()].map((facts) => facts.arguments);
    for (const learnt of [...attributes, ...given]) {
      [...learnt].filter(([, kind]) => kind === UNKNOWN).forEach(([name]) => learnt.delete(name));
    }
  }

  /** Notes that the text declares an attribute with an annotation, which holds wherever it is set. */
  learnDeclared(made, name, kind) {
    const declared = this.isFrozen ? undefined : this.classes.get(made.position)?.declared;
    if (declared) {
      if (!declared.has(name)) {
        declared.set(name, kind);
      }
      this.hasChanged ||= declared.get(name) === kind;
    }
  }

  /** Notes an option of the command line; without a name, one that cannot be told, which may be any. */
  learnOption(name, kind) {
    if (this.isFrozen) {
      return;
    }
    if (name) {
      this.learn(this.options, name, kind);
    } else if (!this.areOptionsOpen) {
      this.areOptionsOpen = true;
      this.hasChanged = true;
    }
  }

  /** The kind of an option of the command line. */
  option(name) {
    return (this.areOptionsOpen ? undefined : this.options.get(name)) ?? UNKNOWN;
  }

  /** Notes that a member of a class is replaced while the program runs. */
  learnReplaced(kind, name) {
    const owner = kind.tag === "Defined" ? ObjectOf(kind.position) : kind;
    const key = `${owner.text} ${name}`;
    if (!this.isFrozen && !this.replaced.has(key)) {
      this.replaced.add(key);
      this.hasChanged = true;
    }
  }

  /** Notes the arguments of a call. */
  learnArguments(facts, given) {
    for (const [name, kind] of given) {
      const known = facts.arguments.get(name);
      this.learn(facts.arguments, name, known ? join([known, kind]) : kind);
    }
  }

  /** Notes what a function returns. */
  learnResult(facts, kind) {
    if (kind !== facts.result) {
      facts.result = kind;
      this.hasChanged = true;
    }
  }

  learn(facts, name, kind) {
    const known = facts.get(name);
    const learnt = known && known !== NONE ? (kind === NONE ? known : join([known, kind])) : kind;
    if (learnt !== known) {
      facts.set(name, learnt);
      this.hasChanged = true;
    }
  }
}

// Infers what the expressions of a source text are. Functions run once their module has, with what is known of their
// parameters: annotations, defaults, the arguments of the calls in the same text, and how the body uses them. Passes are
// repeated until nothing new is learnt about parameters, results and attributes.

import { AttributeValues } from "../text/attribute_values.js";
import { Displays } from "../text/displays.js";
import { Dtypes, LikelyDtypes } from "./dtypes.js";
import { Empties } from "./empties.js";
import { Gradients } from "./gradients.js";
import { Factors } from "../text/factors.js";
import { Interpreter } from "./interpret.js";
import { MODULE, ObjectOf, UNKNOWN, isExact, isNumber, isTensor, optionsOf } from "../knowledge/kinds.js";
import { certainValue } from "../text/namespace.js";
import { Masks } from "./masks.js";
import { Ndims } from "./ndims.js";
import { Origins } from "./origins.js";
import { Reaching } from "../text/reaching.js";
import { Definitions } from "./scopes.js";
import { defaultOf, ownNodes } from "../text/syntax.js";
import { writtenLayers } from "./written_layers.js";

const LAYERS = "torch.nn.";
/** Modules that hold what they are given. */
const HOLDERS = new Set(
  "DataParallel Module ModuleDict ModuleList Sequential TransformerDecoder TransformerEncoder Transformer parallel.DistributedDataParallel"
    .split(" ")
    .map((name) => `${LAYERS}${name}`),
);
const PASSES = 5;
const WORD = /^[A-Za-z_]\w*$/;
const YIELDS = new Set(["Yield", "YieldFrom"]);
/** Functions of torch that set the default dtype. */
const OF_DEFAULT_DTYPE = new Set(["torch.set_default_dtype", "torch.set_default_tensor_type"]);
const FLOAT32 = new Set(["torch.float32", "torch.float", "torch.FloatTensor", "torch.cuda.FloatTensor"]);
// How many calls inside of each other are run with the arguments of one call.
const DEPTH = 3;

/** Whether an expression is a literal, a negative number among them. */
const isNumeral = ({ type, operand }) => (type === "UnaryOp" ? operand : { type }).type === "Constant";

/** The kinds of all expressions of one text. */
export class Inference {
  constructor(tree, names) {
    this.names = names;
    this.displays = new Displays(tree);
    this.reaching = new Reaching(this.displays.variables);
    this.layers = new Map();
    this.attributes = new AttributeValues(this.displays.variables.parents);
    this.dtypes = new Dtypes(this);
    this.likelyDtypes = new LikelyDtypes(this);
    this.ndims = new Ndims(this);
    this.empties = new Empties(this);
    this.masks = new Masks(this);
    this.gradients = new Gradients(this, this.dtypes);
    this.origins = new Origins(this);
    this.factors = new Factors(this.displays.variables.parents);
    this.definitions = new Definitions(names);
    this.interpreter = new Interpreter(this.definitions, this);
    this.settings = new Map();
    this.calls = new Map();
    this.depth = 0;
    for (let pass = 0; pass < PASSES; pass += 1) {
      this.definitions.hasChanged = false;
      if (pass === 1) {
        this.definitions.askAgain(); // what the first pass set to results of functions that it ran only later
      }
      this.calls.clear();
      this.run(tree);
      if (!this.definitions.hasChanged) {
        break;
      }
    }
  }

  /**
   * The kind of an expression; unknown where nothing was learnt.
   *
   * That of an augmented assignment is what its target has before; that of the target, what it has then.
   */
  kind(node) {
    return this.interpreter.kind(node);
  }

  /** The text's own function that a call runs, if it does, and the parameters that its arguments fill. */
  filled(call) {
    return this.interpreter.filled(call);
  }

  /** Whether the body of an object's class, or of one that it derives from, gives an attribute a value. */
  isSetInBody(held, name) {
    return [...this.definitions.lineage(held)].some(([, { members }]) => members.has(name) && members.get(name).tag !== "Defined");
  }

  /**
   * The expressions that an attribute of the text's own class's objects is set to, or that its property returns; none where it
   * may be another.
   */
  setTo(node) {
    const held = this.kind(node.value);
    const known = this.settings.get(held) ?? this.settings.set(held, new Map()).get(held);
    if (!known.has(node.attr)) {
      known.set(node.attr, this.valuesOf(held, node.attr));
    }
    return known.get(node.attr);
  }

  /** Whether a class of the text, in its body or that of a relative, makes a number of an attribute. */
  isNumberToo(node) {
    return this.kindsOf(node).some(isNumber);
  }

  /** Whether a class of the text, or a relative of it, also makes a Tensor of an attribute. */
  isTensorToo(node) {
    return this.kindsOf(node).some((kind) => optionsOf(kind).some(isTensor));
  }

  /** What the classes of an attribute's object make of it, each in its body or its methods. */
  kindsOf({ value, attr }) {
    const found = this.related(this.kind(value)).flatMap(({ members, attributes }) => [members.get(attr), attributes.get(attr)]);
    return found.filter(Boolean);
  }

  /** The classes that an object may be of, and their bases. */
  related(held) {
    const related = new Map(this.definitions.lineage(held));
    for (const position of this.definitions.classes.keys()) {
      const lineage = [...this.definitions.lineage(ObjectOf(position))]; // an object may be of a class that is derived from this one
      lineage.filter(() => lineage.some(([made]) => made === held)).forEach(([made, facts]) => related.set(made, facts));
    }
    return [...related.values()];
  }

  valuesOf(held, name) {
    const found = [];
    for (const facts of this.related(held)) {
      const isMember = facts.members.has(name);
      if (!isMember && !facts.attributes.has(name)) {
        continue;
      }
      const values = isMember ? this.ofProperty(facts.members.get(name)) : this.attributes.values(facts.node, name);
      if (!values.length) {
        return [];
      }
      found.push(...values);
    }
    return found;
  }

  /** What a property returns; none for other members of a class. */
  ofProperty(kind) {
    const facts = this.definitions.functionOf(kind);
    const isProperty = facts?.isDecorated("property", "cached_property") && facts.decorators.length === 1;
    return isProperty ? this.returns(facts) : [];
  }

  /** What the calls in the text pass for the parameter that a variable is, where no statement binds it before. */
  passed(variable) {
    if (!this.reaching.isUnbound(variable)) {
      return [];
    }
    return this.arguments.get(this.reaching.around(variable).at(-1))?.get(variable.id) ?? [];
  }

  /** The default of the parameter that a variable is, where no statement binds it before; undefined where it has none. */
  default(variable) {
    const { args } = this.reaching.isUnbound(variable) ? this.reaching.around(variable).at(-1) : {};
    return args ? defaultOf(args, variable.id) : undefined;
  }

  /** Whether a variable is a parameter of an autograd function's `backward` that no statement binds before. */
  isGradient(variable) {
    if (!this.reaching.isUnbound(variable)) {
      return false;
    }
    const facts = this.definitions.functionAt(this.reaching.around(variable).at(-1));
    return facts !== undefined && this.definitions.isBackward(facts)
      && facts.node.args.args.slice(1).some(({ arg }) => arg === variable.id);
  }

  /**
   * Whether a variable is a parameter, not bound again before, that may be no Tensor: neither its annotation nor a use in the
   * body says that it is one; at most what this text passes for it, or that a Module's `forward` takes Tensors.
   */
  isOpen(variable) {
    if (!this.reaching.isUnbound(variable)) {
      return false;
    }
    const facts = this.definitions.functionAt(this.reaching.around(variable).at(-1));
    if (facts === undefined || facts.wantsTensors.has(variable.id)) {
      return false;
    }
    const { posonlyargs, args, kwonlyargs } = facts.node.args;
    return [...posonlyargs, ...args, ...kwonlyargs].some(({ arg }) => arg === variable.id);
  }

  /** Whether the text sets a default dtype that is not torch's own. */
  get changesDefaultDtype() {
    this.isOtherDefault ??= [...this.displays.variables.parents.keys()].some(
      ({ type, func, args }) => type === "Call" && args.length === 1 && this.setsDefaultDtype(func) && !this.isFloat32(args[0]),
    );
    return this.isOtherDefault;
  }

  setsDefaultDtype(func) {
    const { tag, path } = this.kind(func);
    return tag === "Name" && OF_DEFAULT_DTYPE.has(path);
  }

  isFloat32(node) {
    const { tag, path } = this.kind(node);
    return (tag === "Name" && FLOAT32.has(path)) || (node.type === "Constant" && FLOAT32.has(node.value));
  }

  /** The negative integers and the strings of one word that the text writes, as it writes them. */
  get literals() {
    this.writtenLiterals ??= new Set(
      [...this.displays.variables.parents.keys()].flatMap(({ type, op, operand, value }) => {
        if (type === "UnaryOp" && op === "USub" && typeof operand.value === "bigint") {
          return [`-${operand.value}`];
        }
        return type === "Constant" && typeof value === "string" && WORD.test(value) ? [value] : [];
      }),
    );
    return this.writtenLiterals;
  }

  /** What the calls in the text pass to its own functions, by these and the names of their parameters. */
  get arguments() {
    this.passedArguments ??= this.allArguments();
    return this.passedArguments;
  }

  allArguments() {
    const found = new Map();
    for (const call of this.displays.variables.parents.keys()) {
      const [facts, filled] = call.type === "Call" ? this.filled(call) : [undefined, []];
      for (const [argument, parameter] of filled) {
        const passed = found.get(facts.node) ?? found.set(facts.node, new Map()).get(facts.node);
        passed.set(parameter, [...(passed.get(parameter) ?? []), argument]);
      }
    }
    return found;
  }

  /** What a function of the text returns that a call runs; none where it may return otherwise, or be another one. */
  returned(call) {
    const [facts] = this.filled(call);
    if (!facts || facts.decorators.length > Number(facts.isStatic)) {
      return [];
    }
    return facts.owner && this.isReplaced(facts.owner, facts.name) ? [] : this.returns(facts);
  }

  /** What the `return` statements of a function of the text give; none where it gives what they do not. */
  returns(facts) {
    if (!this.displays.variables.parents.has(facts.node)) {
      return [];
    }
    if (facts.node.type === "Lambda") {
      return [facts.node.body];
    }
    const body = [...ownNodes(facts.node)];
    if (facts.node.type === "AsyncFunctionDef" || body.some(({ type }) => YIELDS.has(type))) {
      return [];
    }
    return body.filter(({ type, value }) => type === "Return" && value).map(({ value }) => value);
  }

  /** Whether a value is an object of the text's own class that derives from `torch.nn.Module`. */
  isModule(kind) {
    return kind.tag === "Object" && this.definitions.isModule(kind);
  }

  /** Whether a value is what a method of the text's own autograd function takes: nobody makes objects of these. */
  isContext(kind) {
    return kind.tag === "Object" && this.definitions.isFunction(kind);
  }

  /** The torch classes that an object of the text's own class derives from. */
  torchBases(kind) {
    return kind.tag === "Object" ? [...this.definitions.ancestors(kind)].filter((path) => this.names.belongs(path)) : [];
  }

  /**
   * The library's classes that an object is of, and those that its own may be a base of; none where the text does not tell. An
   * object of the text's own class is of `object` at least.
   */
  classes(kind) {
    if (kind.tag === "Value") {
      return [this.names.classes(kind.type), this.names.derived(kind.type)];
    }
    const lineage = kind.tag === "Object" ? [...this.definitions.lineage(kind)].map(([, facts]) => facts) : [];
    const isUnknown = lineage.some(({ parents }) => parents.some(({ tag }) => tag !== "Defined" && tag !== "Name"));
    return !lineage.length || isUnknown ? [[], []] : [["object", ...this.torchBases(kind).flatMap((path) => this.names.classes(path))], []];
  }

  /** Whether an expression may be an object of one of some classes of the text, or of one that derives from it. */
  isOf(node, classes) {
    return optionsOf(this.kind(node)).some((option) => [...this.definitions.lineage(option)].some(([, facts]) => classes.has(facts.node)));
  }

  /**
   * The classes that an expression is of, and those of the layers that it may have inside, as far as the text shows them; and whether
   * there are no others.
   *
   * A parameter has what any of the calls in the text pass for it.
   */
  held(node) {
    const passed = node.type === "Name" ? this.passed(node) : [];
    const found = new Set();
    const seen = new Set();
    const waiting = [node, ...passed].map((each) => this.kind(each));
    let areAll = !passed.length; // others may pass other ones
    while (waiting.length) {
      const options = optionsOf(waiting.pop());
      areAll = areAll && options.length > 0;
      for (const each of options.filter((option) => !seen.has(option))) {
        seen.add(each);
        areAll = areAll && this.isWholeLayer(each);
        if (each.tag === "Value") {
          waiting.push(...each.items);
          found.add(each.type);
        } else if (each.tag === "Object") {
          this.torchBases(each).forEach((path) => found.add(path));
          for (const [, facts] of this.definitions.lineage(each)) {
            waiting.push(...facts.attributes.values());
            this.writtenLayers(facts.node).forEach((path) => found.add(path));
          }
        }
      }
    }
    return [found, areAll];
  }

  /** Whether a value is a layer of torch whose items are all that it has inside. */
  isWholeLayer(kind) {
    if (kind.tag !== "Value" || !kind.type.startsWith(LAYERS) || !this.names.isA(kind.type, MODULE)) {
      return false;
    }
    return !HOLDERS.has(kind.type) || (isExact(kind) && kind.items.length > 0);
  }

  writtenLayers(node) {
    if (!this.layers.has(node)) {
      this.layers.set(node, writtenLayers(node, this.names));
    }
    return this.layers.get(node);
  }

  /** Whether the text itself defines a member of its own class, or sets it as an attribute. */
  defines(kind, member) {
    return kind.tag === "Object" && this.definitions.member(kind, member) !== undefined;
  }

  /** Whether any class of the text has a member of this name, set or defined by itself. */
  isOwnMember(name) {
    return [...this.definitions.classes.values()].some((facts) => facts.own(name) !== undefined);
  }

  /**
   * The literal that a constant of one of the text's own classes stands for, where nothing sets it otherwise. A class that is
   * derived from it in the text may have another, which `self.name` and `cls.name` then may mean.
   */
  constant(node) {
    if (node.type !== "Attribute") {
      return undefined;
    }
    const held = this.kind(node.value);
    for (const [made, facts] of this.definitions.lineage(held)) {
      if (facts.attributes.has(node.attr)) {
        return undefined;
      }
      if (facts.own(node.attr) !== undefined) {
        const { body } = facts.node;
        const found = certainValue(body, node.attr);
        const isField = body.some(({ type, target }) => type === "AnnAssign" && target.id === node.attr); // of a dataclass: each object has its own
        const isItself = node.value.type === "Name" && node.value.id === facts.node.name;
        const isSet =
          isField
          || this.attributes.sets(node.attr)
          || this.definitions.member(made, node.attr) === UNKNOWN
          || (!isItself && this.isReplaced(made, node.attr));
        return found && isNumeral(found) && !isSet ? found : undefined;
      }
    }
    return undefined;
  }

  /** Whether a class derived from one has another member of a name, of its own or by another base. */
  isReplaced(made, name) {
    const bases = new Map(this.definitions.lineage(made));
    return [...this.definitions.classes.keys()].some((position) => {
      const line = new Map(this.definitions.lineage(ObjectOf(position)));
      return line.has(made) && [...line].some(([each, facts]) => !bases.has(each) && facts.own(name) !== undefined);
    });
  }

  /** What a function of the text returns, as far as it is known by now; where that depends on the arguments, it is run with these. */
  result(facts, given) {
    if (!this.definitions.isFrozen) {
      this.definitions.learnArguments(facts, given);
    }
    const known = facts.result;
    const isOpen = known === UNKNOWN || known.tag === "Either";
    if (!isOpen || this.depth === DEPTH || [...given.values()].every((kind) => kind === UNKNOWN)) {
      return known;
    }
    if (this.definitions.isFrozen && !facts.wasRun) {
      return this.with(facts, given); // defined in a function that is run by itself
    }
    if (!this.calls.has(facts.node)) {
      this.calls.set(facts.node, new Map());
    }
    const answers = this.calls.get(facts.node);
    const question = [...given].map(([name, { text }]) => `${name}: ${text}`).sort().join("; ");
    if (facts.wasRun && !answers.has(question)) {
      answers.set(question, known);
      answers.set(question, this.with(facts, given));
    }
    return answers.get(question) ?? known;
  }

  /** Whether a function takes a Tensor for a parameter, by its annotation or its body. */
  wantsTensor(facts, parameter) {
    return facts.wantsTensors.has(parameter);
  }

  with(facts, given) {
    this.depth += 1;
    const found = this.interpreter.alone(facts, given);
    this.depth -= 1;
    return found === UNKNOWN ? facts.result : found;
  }

  /** Runs the module, then every function that is defined by then, and those that these define. */
  run(tree) {
    this.interpreter.module(tree, new Map());
    const done = new Set();
    for (;;) {
      const waiting = [...this.definitions.functions.keys()].filter((position) => !done.has(position)).sort((a, b) => a - b);
      if (!waiting.length) {
        return;
      }
      for (const position of waiting) {
        done.add(position);
        const facts = this.definitions.functions.get(position);
        let found = this.interpreter.function(facts, facts.arguments);
        if (found === UNKNOWN) {
          found = this.interpreter.declaredResult(facts);
        }
        this.definitions.learnResult(facts, found);
        facts.wasRun = true;
      }
    }
  }
}

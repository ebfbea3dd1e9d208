// Torch names that a text does not call where they stand: what is passed on, derived from, asked for, or set.

import { Decision, decide, decideByCalls, decideDecorating, decidePassedOn, decideUncalled, UNCALLED } from "../rewriting/decide.js";
import { Name, TENSOR, Value } from "../knowledge/kinds.js";
import { LaterCalls } from "../text/later_calls.js";
import { TENSOR_CLASS } from "../knowledge/names.js";
import { madeDtype } from "../knowledge/knowledge.js";
import { PARTIAL, complete, laterKeywords, missingKeywords, writePartial } from "./partials.js";
import { NOT_CALLED, baseResults, resultFacts } from "../facts/result_facts.js";
import { NotWritable } from "../rewriting/rewrite.js";
import { VERDICTS } from "../site.js";
import { isPlace, parseExpression } from "../text/syntax.js";
import { Captured, parenthesised } from "../model/template.js";
import { Decider, onlyAsked } from "./uses.js";
import { glued } from "../model/when_words.js";

const SETS = "这里给它赋值或删除它";
const DERIVED = "作为基类，看不出以后怎样构造";
const NAMES = ".__dict__";
const SHARED = "假定用到的名称两边都有";
const LATER = "假定以后不传入实参";
/** Whether an expression asks whether a value may be called, and does not call it. */
const asks = (node) => node?.type === "Call" && node.func.type === "Name" && node.func.id === "callable";
/** The placeholder of the value in the template of an assignment. */
const VALUE = "value";

/** Decides the names that one text uses without calling them, or calls by `super().__init__`; `tensorClasses` are its variables for classes of Tensors. */
export class NamedUses extends Decider {
  constructor(uses, calls, tensorClasses) {
    super(uses);
    Object.assign(this, { calls, tensorClasses });
    this.variables = this.inference.displays.variables;
    this.laterCalls = new LaterCalls(uses.parsed, uses.inference);
  }

  /** A torch name that is not called here: a module, a constant, a base class, a function that is passed on. */
  decide(node, path) {
    if (this.decideLookup(node, path)) {
      return;
    }
    if (this.names.isModule(path)) {
      this.decideModule(node, path);
      return;
    }
    const isAnnotation = TENSOR_CLASS.test(path) && this.uses.annotates(node);
    const constant = this.knowledge.constant(isAnnotation ? TENSOR : path); // whose Tensors are all of one class
    const bound = this.tensorClasses.boundBy(node);
    if (constant && !bound) {
      this.decideConstant(node, path, constant);
      return;
    }
    const answer = this.knowledge.answer(path) ?? this.knowledge.answer(bound);
    if (!answer) {
      this.uses.addUnrecorded(node, this.names.find(path)?.path ?? path);
      this.uses.stay(node);
      return;
    }
    if (bound) {
      this.decideTensorClass(node, path, bound, answer);
      return;
    }
    if (this.decideTested(node, path, answer) || this.decideByName(node, path)) {
      return;
    }
    const decision = this.calls.derived(node, path, answer) ?? this.decision(node, answer);
    if (node.ctx !== "Load") {
      this.uses.add(node, path, VERDICTS.UNSURE, SETS, { answer });
    } else if (!decision.paddle) {
      const reason = decision.reason === UNCALLED && this.isBase(node) ? DERIVED : decision.reason;
      this.uses.add(node, path, decision.verdict, reason, { answer });
      this.uses.stay(node);
    } else {
      const paddle = decision.paddle.replace(/\(\)$/, "");
      this.uses.write(node, decision.paddle, path, decision.verdict, { answer, paddle, decision });
    }
  }

  /** Takes what Paddle does not have and may go out of a call of what is passed on: `act(inplace=True)`. */
  shorten(call) {
    const found = isFlagged(call) ? this.shortened.get(call) : undefined;
    if (found) {
      const span = { start: call.func.end, end: call.end };
      this.uses.write(call, "()", found.path, VERDICTS.ARGUMENTS, { span, answer: found.answer });
    }
  }

  /** The calls of classes that are passed on and converted, out of which something goes, with these classes. */
  get shortened() {
    this.knownShortened ??= this.allShortened();
    return this.knownShortened;
  }

  allShortened() {
    const found = new Map();
    for (const node of this.uses.parsed.nodes.filter(({ type }) => type === "Name" || type === "Attribute")) {
      const path = this.uses.references.path(node);
      const answer = path ? this.knowledge.answer(path) : undefined;
      const going = answer ? leaving(answer) : new Set();
      const calls = going.size ? this.laterCalls.of(node).filter((call) => this.mayShorten(call, going)) : [];
      if (calls.length && this.decision(node, answer).paddle) {
        calls.forEach((call) => found.set(call, { path, answer }));
      }
    }
    return found;
  }

  /** Whether a call passes one of these parameters alone, and may call no class of the text's own. */
  mayShorten(call, going) {
    return isFlagged(call) && going.has(call.keywords[0].arg) && !this.ownCalls.has(call);
  }

  /** The calls of functions and classes of the text's own that are passed on. */
  get ownCalls() {
    if (!this.knownOwnCalls) {
      const names = this.uses.parsed.nodes.filter(({ type }) => type === "Name" || type === "Attribute");
      const own = names.filter((each) => this.inference.kind(each).tag === "Defined");
      this.knownOwnCalls = new Set(own.flatMap((each) => this.laterCalls.of(each)));
    }
    return this.knownOwnCalls;
  }

  /** The keywords that the text passes where it calls what is passed on, but those that go out of the call. */
  laterKeywords(node, answer) {
    const kept = this.laterCalls.of(node).filter((call) => !this.mayShorten(call, leaving(answer)));
    return kept.flatMap(({ keywords }) => keywords.map(({ arg }) => arg).filter((arg) => arg !== null));
  }

  /** The function or class to which a call of `functools.partial` passes arguments, all of which are seen. */
  passedTo(call) {
    const isPartial = call.args.length + call.keywords.length > 1 && this.inference.kind(call.func) === Name(PARTIAL);
    const isSeen = !call.args.some(({ type }) => type === "Starred") && call.keywords.every(({ arg }) => arg !== null);
    return isPartial && isSeen ? call.args[0] : undefined;
  }

  /** A function to which `functools.partial` passes some arguments: bound with those that it needs besides. */
  decidePartial(node, path, call) {
    const answer = this.knowledge.answer(path);
    if (!answer) {
      this.decide(node, path);
      return;
    }
    const [completed, later] = complete(call, answer);
    const decision = decide(completed, answer, this.inference, { receiver: null, parent: undefined });
    if (!decision.change) {
      this.uses.add(node, path, decision.verdict, decision.reason, { answer });
      return;
    }
    const end = Math.max(...[...call.args, ...call.keywords].map((each) => each.end));
    const source = this.text.source.slice(node.start, end);
    const isWhole = !source.includes("#") && parseExpression(`f(${source})`) !== undefined;
    const [changed] = laterKeywords(call, decision.change, this.variables);
    const told = changed ? `以后以关键字传入 \`${changed}\`，在 Paddle 中不同` : "";
    let reason = isWhole ? told : "实参中有注释，或在括号里";
    let written = "";
    try {
      written = writePartial(call, decision.change, this.uses.edits);
    } catch (error) {
      if (!(error instanceof NotWritable) && !(error instanceof Captured)) {
        throw error;
      }
      reason ||= error.message;
    }
    if (reason) {
      this.uses.add(node, path, VERDICTS.REWRITE, this.uses.forbidden(node) || reason, { answer });
      return;
    }
    const [before, after] = [this.uses.edits.text(node.start, end), written].map((text) => text.slice(text.indexOf(",")));
    const passed = later.length ? glued("假定以后只按位置传入", later.map((name) => `\`${name}\``).join("、")) : "假定以后不传入实参";
    const assumed = { ...decision, assumptions: [...decision.assumptions, passed] };
    const verdict = before === after ? VERDICTS.RENAMED : VERDICTS.ARGUMENTS;
    const { paddle } = decision.change.way;
    this.uses.write(node, written, path, verdict, { span: { start: node.start, end }, answer, paddle, decision: assumed });
  }

  /** A switch that is set: an expression stands in the place of the whole statement. */
  decideAssigned(statement) {
    for (const target of statement.targets) {
      const path = this.uses.references.path(target);
      const assign = path ? this.knowledge.constant(path)?.assign : undefined;
      if (!assign) {
        continue;
      }
      const { start, end, value } = statement;
      const { source } = this.text;
      if (statement.targets.length > 1) {
        this.uses.add(target, path, VERDICTS.REWRITE, "与别的变量一起赋值");
      } else if ((source.slice(start, value.start) + source.slice(value.end, end)).includes("#")) {
        this.uses.add(target, path, VERDICTS.REWRITE, "语句中间有注释");
      } else {
        const paddle = assign.fill({ [VALUE]: this.uses.edits.text(value.start, value.end) });
        this.uses.write(target, paddle, path, VERDICTS.ARGUMENTS, { span: { start, end }, paddle });
      }
    }
  }

  /** What becomes of a name, by how it is used. */
  decision(node, answer) {
    const decorated = this.decorated(node);
    if (decorated) {
      const decision = decideUncalled(answer, { asDecorator: resultFacts(node, decorated, this.inference) });
      return (!decision.paddle && decideDecorating(node, decorated, answer, this.inference)) || decision;
    }
    const asType = this.isType(node);
    if (asType || this.isExtended(node)) {
      return decideUncalled(answer, { asType, results: this.results(node) });
    }
    if (this.decoratesClass(node)) {
      return Decision(VERDICTS.UNSURE, "用来装饰类");
    }
    let decision = decidePassedOn(answer, this.names, (count) => this.laterCalls.passOnly(node, count), this.results(node));
    if (decision.verdict === VERDICTS.UNSURE) {
      const uses = this.laterCalls.of(node).map((call) => ({ call, parent: this.uses.parent(call) }));
      decision = decideByCalls(uses, answer, this.inference) ?? decision;
    }
    const [missing] = decision.paddle ? missingKeywords(this.laterKeywords(node, answer), answer.ways[0]) : [];
    return missing === undefined ? decision : Decision(VERDICTS.REWRITE, `以后以关键字传入 \`${missing}\`，Paddle 没有这个参数`);
  }

  /** A class of Tensors that a variable is bound to: its calls are converted by themselves, casts want the dtype. */
  decideTensorClass(node, path, bound, answer) {
    const dtype = madeDtype(this.knowledge.answer(bound));
    if (dtype) {
      this.uses.write(node, dtype, path, VERDICTS.RENAMED, { answer, paddle: dtype });
    } else {
      this.uses.add(node, path, VERDICTS.UNSURE, "存进了变量", { answer });
    }
  }

  /** Writes `isinstance(x, torch.ShortTensor)` as a question about the dtype; tells whether it did. */
  decideTested(node, path, answer) {
    const call = this.uses.parent(node);
    const isTest = call?.type === "Call" && call.func.type === "Name" && call.func.id === "isinstance";
    if (!isTest || call.args.length !== 2 || call.keywords.length || call.args[1] !== node) {
      return false;
    }
    const [held] = call.args;
    const dtype = madeDtype(answer);
    if (!dtype || !TENSOR_CLASS.test(path) || path.includes(".cuda.") || !isPlace(held)) {
      return false;
    }
    const place = this.uses.edits.text(held.start, held.end);
    const written = `isinstance(${place}, paddle.Tensor) and ${place}.dtype == ${dtype}`;
    const isPart = !["Assign", "If", "Return", "While", "Assert"].includes(this.uses.parent(call)?.type);
    const decision = Decision(VERDICTS.ARGUMENTS, "", { assumptions: [`假定 \`${place}\` 在 CPU 上`] });
    const { start, end } = call;
    const options = { span: { start, end }, answer, paddle: dtype, decision };
    this.uses.write(node, isPart ? `(${written})` : written, path, VERDICTS.ARGUMENTS, options);
    return true;
  }

  /**
   * Writes `isinstance(x, nn.DataParallel)` as a question about names, where Paddle's class is a helper's: each file that makes such
   * objects defines a class of its own. Tells whether it did.
   */
  decideByName(node, path) {
    const parent = this.uses.parent(node);
    const asked = parent?.type === "Tuple" ? parent : node;
    const call = this.uses.parent(asked);
    const isTest = call?.type === "Call" && call.func.type === "Name" && call.func.id === "isinstance";
    if (!isTest || call.args.length !== 2 || call.keywords.length || call.args[1] !== asked) {
      return false;
    }
    const classes = asked.type === "Tuple" ? asked.elts : [node];
    const answers = classes.map((each) => this.knowledge.answer(this.uses.references.path(each) ?? ""));
    if (!answers.every((answer, index) => answer?.helper && this.uses.takenByOthers(classes[index], answer) === onlyAsked(answer.ways[0].paddle))) {
      return false;
    }
    const place = this.uses.edits.text(call.args[0].start, call.args[0].end);
    const names = answers.map(({ ways: [{ paddle }] }) => `'${paddle}'`);
    const among = names.length > 1 ? `in (${names.join(", ")})` : `== ${names[0]}`;
    const written = `any(each.__name__ ${among} for each in type(${place}).__mro__)`;
    const { start, end } = call;
    this.uses.write(node, written, path, VERDICTS.ARGUMENTS, { span: { start, end } });
    return true;
  }

  /** Decides a module in which functions are looked up by name, or its names; false for any other name. */
  decideLookup(node, path) {
    const module = path.endsWith(NAMES) ? path.slice(0, -NAMES.length) : path;
    const parent = this.uses.parent(node);
    const isAsked = parent?.type === "Call" && parent.args.length === 2 && parent.args[0] === node;
    const isMeant = module !== path || (isAsked && parent.func.type === "Name" && ["getattr", "hasattr"].includes(parent.func.id));
    if (!isMeant || !Object.hasOwn(this.knowledge.lookups, module)) {
      return false;
    }
    const isRead = Boolean(this.uses.references.lookedUp(parent));
    const around = this.uses.parent(parent);
    if (isRead && around?.type === "Call" && around.func === parent) {
      return true; // decided with the call
    }
    const paddle = this.knowledge.lookups[module][0] + path.slice(module.length);
    const decision = Decision(VERDICTS.RENAMED, "", { assumptions: isRead && !asks(around) ? [SHARED, LATER] : [SHARED] });
    this.uses.write(node, paddle, path, VERDICTS.RENAMED, { paddle, decision });
    return true;
  }

  /** Whether what an expression gives is called on the spot. */
  isCalled(node) {
    const around = this.uses.parent(node);
    return around?.type === "Call" && around.func === node;
  }

  /** A module that is kept or passed on; `hasattr` of a name that it is known to have is true. */
  decideModule(node, path) {
    const parent = this.uses.parent(node);
    const [asked, name, ...others] = parent?.type === "Call" ? parent.args : [];
    const isAsked = asked === node && parent.func.type === "Name" && parent.func.id === "hasattr" && !others.length;
    if (["Assign", "AnnAssign"].includes(parent?.type)) {
      this.uses.add(node, path, VERDICTS.UNSURE, "模块存进了变量，请改为导入 Paddle 的模块");
    } else if (isAsked && typeof name?.value === "string" && this.names.find(`${path}.${name.value}`)) {
      this.uses.write(parent, "True", `${path}.${name.value}`, VERDICTS.ARGUMENTS, { paddle: "True" });
    } else if (this.uses.references.namedIn(parent) && this.isCalled(parent)) {
      return; // decided with the call
    } else if (["Call", "keyword"].includes(parent?.type)) {
      this.uses.add(node, path, VERDICTS.UNSURE, "模块作为值传递，看不出用到其中的什么");
    }
  }

  decideConstant(node, path, constant) {
    const left = constant.paddle ? VERDICTS.REWRITE : VERDICTS.MISSING;
    const answer = this.knowledge.answer(path);
    if (node.ctx !== "Load") {
      if (constant.assign && this.uses.parent(node)?.type === "Assign") {
        return; // decided with the whole statement
      }
      this.uses.add(node, path, constant.reason ? left : VERDICTS.UNSURE, constant.reason || SETS, { answer });
    } else if (constant.reason) {
      this.uses.add(node, path, left, constant.reason, { answer, paddle: constant.paddle });
    } else {
      const { paddle } = constant;
      this.uses.write(node, parenthesised(paddle), path, VERDICTS.RENAMED, { answer, paddle });
    }
  }

  /** Whether a class of the text derives from a class and has a constructor of its own, which passes it arguments. */
  isExtended(node) {
    const body = this.isBase(node) ? this.uses.parent(node).body : [];
    return body.some(({ type, name }) => type === "FunctionDef" && name === "__init__");
  }

  /** What the text does with a name that it does not call. */
  results(node) {
    return this.isBase(node) ? baseResults(node, this.uses.parent(node), this.inference) : NOT_CALLED;
  }

  /** Tells whether a class of the text derives from this one. */
  isBase(node) {
    const parent = this.uses.parent(node);
    return parent?.type === "ClassDef" && parent.bases.includes(node);
  }

  /** The function that another decorates, bare: it is called with that one alone. */
  decorated(node) {
    const parent = this.uses.parent(node);
    return ["FunctionDef", "AsyncFunctionDef"].includes(parent?.type) && parent.decorator_list.includes(node) ? parent : undefined;
  }

  /** Whether a function decorates a class of the text, of which no record speaks. */
  decoratesClass(node) {
    const parent = this.uses.parent(node);
    return parent?.type === "ClassDef" && parent.decorator_list.includes(node);
  }

  /** Whether a class stands in an annotation or is asked for by `isinstance`, maybe by a variable: nothing is called there. */
  isType(node) {
    if (this.uses.annotates(node)) {
      return true;
    }
    const [child, parent] = this.uses.aroundType(node);
    switch (parent?.type) {
      case "Call": {
        const { func, args } = parent;
        const isAsking = func.type === "Name" && ["isinstance", "issubclass"].includes(func.id) && args.length === 2;
        const facts = isAsking ? undefined : this.inference.filled(parent)[0];
        return isAsking ? args[1] === child : Boolean(facts && this.uses.parent(facts.node)) && this.laterCalls.onlyAsked(child);
      }
      case "ExceptHandler":
        return true;
      case "Compare": {
        const [other, ...more] = parent.comparators;
        const asked = other === child ? parent.left : other;
        const isOfType = asked.type === "Attribute" && asked.attr === "__class__";
        const isClass = this.names.find(this.uses.references.path(node))?.kind === "class"; // what it is compared with is named like it
        return !more.length && (isOfType || isClass || this.inference.kind(asked) === Value("type"));
      }
      case "Assign": {
        const [target, ...others] = parent.targets;
        const isDisplay = !others.length && target.type === "Name" && ["Tuple", "List"].includes(parent.value.type);
        const places = (isDisplay && this.variables.places(target)) || [];
        const read = places.filter(({ ctx }) => ctx === "Load");
        return read.length > 0 && read.every((place) => this.isType(place));
      }
      default:
        return false;
    }
  }
}

/** The parameters that Paddle does not have and that may go out of a call. */
const leaving = ({ ways }) => {
  const rows = ways.flatMap((way) => way.rows).filter(({ relation, rewrite }) => relation === "torch-only" && rewrite === "drop");
  return new Set(rows.map(({ torch }) => torch));
};

/** Whether a call passes one keyword alone, as a constant. */
const isFlagged = ({ args, keywords }) =>
  !args.length && keywords.length === 1 && keywords[0].arg !== null && keywords[0].value.type === "Constant";

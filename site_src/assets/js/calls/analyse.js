// Understands a source text: every use of a torch name, its verdict, and the edits that convert what is proven.

import { baseOf, factsOfProperty } from "./argument_facts.js";
import { findAround } from "./around.js";
import { based, bindWays, Decision, decide, decideAround, decideDecorating, decidePassedOn, decideUncalled, parametersOf, vanishing } from "./decide.js";
import { Inference } from "./infer.js";
import { MODULE, Name, TENSOR, byText, isTensor, optionsOf } from "./kinds.js";
import { ATTRIBUTE, lastPart } from "./names.js";
import { PARTIAL, complete, laterKeywords, writePartial } from "./partials.js";
import { NotWritable, writeAround, writeAttribute, writeCall } from "./rewrite.js";
import { VERDICTS } from "./site.js";
import { Edits } from "./spans.js";
import { isStatement, parseExpression } from "./syntax.js";
import { Captured, NoExpression, parenthesised } from "./template.js";
import { TensorClasses } from "./tensor_classes.js";
import { boundNames } from "./variables.js";
import { glued } from "./when_words.js";

const PARAMETER_CLASSES = new Set(["torch.nn.parameter.Parameter", "torch.nn.Parameter"]);
const NO_RECORD = "还没有这个 API 的记录";
const GRADIENT = "grad";
/** The kinds of member that are values, which are not called but may hold what is. */
const HELD = new Set(["property", ATTRIBUTE]);
const SETS = "这里给它赋值或删除它";
/** The placeholder of the value in the template of an assignment. */
const VALUE = "value";

/**
 * Finds every use of a torch name in a parsed text and decides it: the sites in the order of the text, and the edits that
 * convert what is proven. `isMixed` says that the text imports Paddle itself: then a member of an object may be Paddle's.
 */
export const analyse = (parsed, knowledge) =>
  namesTorch(parsed, knowledge.names) || Object.keys(knowledge.flavours).some((name) => parsed.source.includes(name)) ? new Analyser(parsed, knowledge).run() : { source: parsed.source, sites: [], edits: [], isMixed: false };

/** The analysis of one text; uses are decided from the inside out, so that arguments are written first. */
class Analyser {
  constructor(parsed, knowledge) {
    this.knowledge = knowledge;
    this.names = knowledge.names;
    this.parsed = parsed;
    this.text = parsed.text;
    this.edits = new Edits(parsed.source);
    this.inference = new Inference(parsed.tree, knowledge.names);
    this.parents = parsed.parents;
    this.sites = [];
    this.references = new Map();
    this.arounds = new Map();
    const mentions = parsed.source.includes("paddle");
    this.isTaken = mentions && parsed.nodes.some(bindsPaddle);
    this.isMixed = mentions && parsed.nodes.some(importsPaddle);
    this.imported = importedNames(parsed.nodes, knowledge.names);
    this.tensorClasses = new TensorClasses(this.inference.displays.variables, (node) => this.reference(node));
  }

  run() {
    for (let index = this.parsed.nodes.length - 1; index >= 0; index -= 1) {
      const node = this.parsed.nodes[index];
      switch (node.type) {
        case "Attribute":
          this.attribute(node);
          break;
        case "Name":
          this.name(node);
          break;
        case "Call":
          this.call(node);
          break;
        case "Assign":
          this.assign(node);
          break;
        case "ImportFrom":
        case "alias":
          this.import(node);
          break;
        default:
      }
      if (this.arounds.has(node)) {
        this.decideAround(this.arounds.get(node)); // all that stands in it is decided
      }
    }
    this.sites.sort((a, b) => a.start - b.start || b.end - a.end);
    return { source: this.text.source, sites: this.sites, edits: this.edits.edits, isMixed: this.isMixed };
  }

  parent(node) {
    return this.parents.get(node);
  }

  kind(node) {
    return this.inference.kind(node);
  }

  // ---- what a node refers to ----

  /**
   * The dotted torch path that a name or attribute stands for; empty where it stands for none. What a variable holds is none,
   * unless it is a module: another value may be put there, by a caller for one.
   */
  reference(node) {
    if (node.type !== "Name" && node.type !== "Attribute") {
      return "";
    }
    if (!this.references.has(node)) {
      this.references.set(node, this.referred(node));
    }
    return this.references.get(node);
  }

  referred(node) {
    let root = node;
    while (root.type === "Attribute") {
      root = root.value;
    }
    if (root.type !== "Name") {
      return "";
    }
    if (node.type === "Attribute" && this.knowledge.isValue(this.reference(node.value))) {
      return ""; // a member of a value: of a version's text, for one
    }
    if (!this.imported.has(root.id) && !optionsOf(this.kind(root)).some((kind) => this.isModule(kind))) {
      return "";
    }
    if (node.type === "Attribute" && node.ctx !== "Load") {
      const path = this.reference(node.value);
      return path ? `${path}.${node.attr}` : "";
    }
    const found = optionsOf(this.kind(node)).filter(({ tag }) => tag === "Name");
    return found.length === 1 && this.names.belongs(found[0].path) ? found[0].path : "";
  }

  isModule(kind) {
    return kind.tag === "Name" && (this.names.packages.has(kind.path) || this.names.find(kind.path)?.kind === "module");
  }

  /** Whether a longer name goes on after this part of it, or a call of it is decided as a whole. */
  isInner(node) {
    const parent = this.parent(node);
    if (parent?.type === "Attribute" && this.reference(parent)) {
      return true;
    }
    return parent?.type === "Call" && (parent.func === node || this.passesTo(parent) === node);
  }

  name(node) {
    const path = this.reference(node);
    if (path && node.ctx === "Load" && !this.isInner(node)) {
      this.decideReference(node, path);
    }
  }

  attribute(node) {
    const path = this.reference(node);
    const parent = this.parent(node);
    if (path) {
      if (!this.isInner(node)) {
        this.decideReference(node, path);
      }
      return;
    }
    const module = this.module(node);
    const flavour = this.flavour(module);
    if (flavour !== undefined) {
      this.changeFlavour(node, module, flavour, node.start);
    } else if (parent?.type !== "Call" || parent.func !== node) {
      this.decideMember(node, null);
    }
  }

  call(node) {
    const path = this.reference(node.func) || this.tensorClasses.of(node.func);
    if (path) {
      this.decideCall(node, path, null);
      return;
    }
    if (node.func.type === "Attribute") {
      this.decideMember(node.func, node);
    }
    const passedTo = this.passesTo(node);
    const partialOf = passedTo && this.reference(passedTo);
    if (partialOf) {
      this.decidePartial(passedTo, partialOf, node);
    }
    this.calledLayer(node);
    this.calledNumber(node);
  }

  /** A Tensor that a builtin makes a number of: which shapes that takes is for a record to say. */
  calledNumber(node) {
    const kind = this.kind(node.func);
    const name = kind.tag === "Name" ? kind.path.replace(/^builtins\./, "") : "";
    const isNumber = !this.isMixed && ["int", "float", "complex"].includes(name) && node.args.length === 1;
    if (!isNumber || !isTensor(this.kind(node.args[0]))) {
      return; // in a mixed text it may be a Tensor of Paddle
    }
    const api = `${TENSOR}.__${name}__`;
    const answer = this.knowledge.answer(api);
    if (!answer) {
      this.add(node, api, VERDICTS.UNRECORDED, NO_RECORD);
      return;
    }
    const decision = decideUncalled(answer, { member: this.read(node, node.args[0]) });
    const verdict = decision.paddle ? VERDICTS.VERBATIM : decision.verdict;
    this.add(node, api, verdict, decision.reason, { answer, decision });
  }

  /** A call of a recorded layer's object: the record knows nothing of the parameters of its `forward`. */
  calledLayer(node) {
    const kind = this.kind(node.func);
    if (this.isMixed || !node.keywords.length || kind.tag !== "Value" || !this.names.belongs(kind.type)) {
      return;
    }
    const answer = this.knowledge.answer(kind.type);
    if (!answer || kind.type === MODULE) {
      return; // of the project's own class, with its own names
    }
    const api = `${kind.type}.forward`;
    const named = node.keywords.map((keyword) => ({ keyword, name: Object.hasOwn(answer.forward, keyword.arg) ? answer.forward[keyword.arg] : null }));
    const changed = named.filter(({ keyword, name }) => name !== null && name !== keyword.arg);
    const forbidden = this.forbidden(node);
    if (named.some(({ name }) => name === null) || answer.byHand || answer.unproven) {
      this.add(node, api, VERDICTS.UNSURE, "以关键字调用这个层，参数名可能不同", { answer });
    } else if (changed.length && forbidden) {
      this.add(node, api, VERDICTS.REWRITE, forbidden, { answer });
    } else if (changed.length) {
      changed.forEach(({ keyword, name }) => this.edits.replace(keyword.start, keyword.start + keyword.arg.length, name));
      this.add(node, api, VERDICTS.ARGUMENTS, "", { answer, paddle: `${answer.ways[0].paddle}.forward` });
    }
  }

  // ---- deciding ----

  /** Why nothing can be written in the place of a node; empty where it can. */
  forbidden(node) {
    if (this.isTaken) {
      return "代码里有名为 `paddle` 的变量";
    }
    return this.parsed.inStrings.has(node) ? "f-string 里的代码不转写" : "";
  }

  decideCall(node, path, receiver) {
    const entry = this.names.find(path);
    const answer = this.knowledge.answer(path);
    if (!answer) {
      this.add(node, entry?.path ?? path, VERDICTS.UNRECORDED, NO_RECORD);
      return;
    }
    const api = entry && receiver ? entry.path : path;
    if (answer.isMember && !receiver) {
      this.add(node, api, VERDICTS.UNSURE, "以类名调用方法", { answer });
      return;
    }
    const excluded = this.excluded(node, entry);
    const decision = decide(node, answer, this.inference, { receiver, parent: this.taking(node), excluded });
    if (!decision.change) {
      this.add(node, api, decision.verdict, decision.reason, { answer });
      return;
    }
    const forbidden = this.forbidden(node);
    const edits = forbidden ? new Edits(this.text.source) : this.edits;
    let verdict;
    try {
      if (decision.change.then.length && this.hasRival(node, decision.change)) {
        throw new NotWritable("同一段代码里另有一个也要这样设置的调用，后一个会代替前一个");
      }
      verdict = writeCall(node, decision.change, receiver, this.parent(node), this.text, edits);
    } catch (error) {
      if (!(error instanceof NotWritable) && !(error instanceof NoExpression)) {
        throw error;
      }
      this.add(node, api, VERDICTS.REWRITE, error instanceof NotWritable ? error.message : "实参的写法太特殊，转写不了", { answer });
      return;
    }
    if (forbidden && verdict !== VERDICTS.VERBATIM) {
      this.add(node, api, VERDICTS.REWRITE, forbidden, { answer });
      return;
    }
    this.forget(decision.change);
    this.add(node, api, verdict, "", { answer, paddle: decision.change.way.paddle, decision });
  }

  /** The parameters of those ways to call an API that return a tuple, where the text computes with the result. */
  excluded(node, entry) {
    if (!entry || entry.returns.length < 2 || !this.isOperand(node)) {
      return new Set();
    }
    return new Set(entry.signatures.filter((_, index) => entry.returns[index].startsWith("tuple")).map(parametersOf));
  }

  /** Whether a value is computed with, or asked for what only a Tensor has. */
  isOperand(node) {
    const parent = this.parent(node);
    switch (parent?.type) {
      case "BinOp": {
        const other = this.kind(parent.left === node ? parent.right : parent.left);
        return !(["Add", "Mult"].includes(parent.op) && other.type === "tuple");
      }
      case "UnaryOp":
        return parent.op === "USub";
      case "Attribute":
        return this.names.tensorOnly.has(parent.attr);
      default:
        return false;
    }
  }

  /** Whether another assignment of the same block calls for a statement about the same object: an optimizer's second scheduler. */
  hasRival(node, change) {
    const names = new Set(change.then.flatMap((template) => template.names));
    const about = change.binding.arguments.filter(({ parameter }) => names.has(parameter.name)).map(({ value }) => this.text.of(value));
    const statement = this.parent(node);
    const around = statement && this.parent(statement);
    const block = ["body", "orelse", "finalbody"].map((name) => around?.[name]).find((each) => Array.isArray(each) && each.includes(statement));
    return (block ?? []).some((other) => {
      if (other === statement || other.type !== "Assign" || other.value.type !== "Call") {
        return false;
      }
      const { func, args, keywords } = other.value;
      const values = [...args, ...keywords.map(({ value }) => value)].map((value) => this.text.of(value));
      const rows = this.knowledge.answer(this.reference(func))?.ways.flatMap((way) => way.rows) ?? [];
      return rows.some((row) => row.convert?.then) && values.some((value) => about.includes(value));
    });
  }

  /** The node that takes the value of an expression, which may be one branch of a larger one. */
  taking(node) {
    const parent = this.parent(node);
    if (parent?.type === "IfExp" && parent.test !== node) {
      return this.taking(parent);
    }
    return parent?.type === "BoolOp" && parent.values.at(-1) === node ? this.taking(parent) : parent;
  }

  /** Leaves out the uses inside of arguments that are removed, or in whose place stands what they are a view of. */
  forget(change) {
    const named = (names) => change.binding.arguments.filter(({ parameter, entry }) => !entry && names.has(parameter.name));
    const spans = [
      ...named(vanishing(change)).map(({ value: { start, end } }) => ({ start, end, kept: 0 })),
      ...named(based(change)).map(({ value }) => ({ start: value.start, end: value.end, kept: baseOf(value)?.end ?? 0 })),
    ];
    this.sites = this.sites.filter(
      (site) => !spans.some(({ start, end, kept }) => start <= site.start && kept < site.end && site.end <= end),
    );
  }

  /** A member of an object: of a Tensor, a Module or another object of torch. */
  decideMember(node, call) {
    const kind = this.kind(node.value);
    if (this.isOwn(kind, node.attr) || node.attr === "__init__") {
      return; // a class is converted where it is named, its construction with it
    }
    const owners = this.owners(kind);
    const entry = owners.map((owner) => this.names.member(owner, node.attr)).find(Boolean);
    const whole = call ?? node;
    if (!entry) {
      if (this.isRecordedLayer(owners, node)) {
        this.add(whole, `${owners[0]}.${node.attr}`, VERDICTS.UNRECORDED, "还没有这个属性的记录");
      } else if (!owners.length && isOpen(kind) && this.names.tensorMembers.has(node.attr)) {
        this.guess(node, call);
      }
      return;
    }
    const answer = this.knowledge.answer(entry.path);
    if (this.isMixed) {
      const reason = `这个文件也用到 Paddle，不能确定 \`${this.shown(node.value)}\` 是哪一边的对象`;
      this.add(whole, entry.path, VERDICTS.UNSURE, reason, { answer, isGuess: true });
    } else if (entry.kind === ATTRIBUTE ? !this.isOfAll(kind, node.attr) : !this.isAlike(kind, node, HELD.has(entry.kind) ? null : call)) {
      this.add(whole, entry.path, VERDICTS.UNSURE, "它可能是几个类之一，在 Paddle 中的写法不同", { answer });
    } else if (!answer) {
      const layer = node.attr === "forward" && call ? this.knowledge.answer(owners[0]) : undefined;
      if (layer && !(call.keywords.length || layer.byHand || layer.unproven)) {
        this.add(whole, entry.path, VERDICTS.VERBATIM, "", { answer: layer, paddle: `${layer.ways[0].paddle}.forward` });
      } else {
        this.add(whole, entry.path, VERDICTS.UNRECORDED, NO_RECORD);
      }
    } else if (call && !HELD.has(entry.kind)) {
      this.decideCall(call, entry.path, node.value);
    } else { // what is held there may be called: `t.inv(y)` of a transform
      this.decideBareMember(node, entry, answer);
    }
  }

  /** Whether the text's classes define a member; not where one sets what its layer in Paddle keeps under another name. */
  isOwn(kind, member) {
    const options = optionsOf(kind);
    const kept = options.flatMap((option) => this.inference.torchBases(option)).map((base) => this.keptAs(base, member));
    const isDefined = options.length > 0 && options.every((option) => this.inference.defines(option, member));
    return isDefined && kept.every((name) => name === "" || name === member);
  }

  /** Whether a method or property has one record for all classes that an object may be of, or else stays as it is. */
  isAlike(kind, node, call) {
    const options = optionsOf(kind);
    const others = options.filter((option) => !this.isOwn(option, node.attr));
    const answers = new Map();
    for (const option of others) {
      const entry = this.owners(option).map((owner) => this.names.member(owner, node.attr)).find(Boolean);
      const answer = entry && this.knowledge.answer(entry.path);
      if (answer) {
        answers.set(answer.record, answer);
      }
    }
    if (answers.size + (others.length < options.length ? 1 : 0) <= 1) {
      return true;
    }
    return [...answers.values()].every((answer) => this.decisionToStay(node, call, answer));
  }

  /** Whether an attribute is written alike in Paddle for each of the classes with it that an object may be of. */
  isOfAll(kind, member) {
    const kept = new Set(
      optionsOf(kind).flatMap((option) =>
        this.isOwn(option, member)
          ? [member]
          : this.owners(option)
              .filter((owner) => this.names.member(owner, member))
              .map((owner) => this.keptAs(owner, member)),
      ),
    );
    return kept.size === 1 || [...kept].every((name) => name === "" || name === member);
  }

  /** How an attribute that a layer's `__init__` sets is written in Paddle, or why not; empty where nothing is known. */
  keptAs(owner, member) {
    const entry = this.names.member(owner, member);
    const answer = entry?.kind === ATTRIBUTE ? this.knowledge.answer(entry.path) : undefined;
    if (!answer?.ways.length) {
      return answer?.byHand ?? "";
    }
    const [way] = answer.ways;
    const made = way.remarks.find(({ when, convert }) => !when && convert?.call);
    return made ? made.convert.call.text : way.paddle.slice(way.paddle.lastIndexOf(".") + 1);
  }

  shown(node) {
    return [...this.text.of(node)].slice(0, 40).join("");
  }

  /** Whether an assignment is known to do the same: a layer's Tensor, or a property that checks of its record set. */
  maySet(node, entry, answer) {
    return (
      answer.assigned.includes(this.parent(node)?.type) ||
      (entry.kind === ATTRIBUTE && node.ctx === "Store" && entry.returns.includes(TENSOR))
    );
  }

  /** What is known of a member that `node` reads. */
  read(node, receiver) {
    return factsOfProperty(node, receiver, this.inference, this.taking(node));
  }

  /** Whether a Tensor is updated by its own gradient, `w -= lr * w.grad`; it is written for `w.data` then, since Paddle's `-=` makes another Tensor. */
  isUpdateBy(node) {
    let statement = this.parent(node);
    while (statement && !isStatement(statement)) {
      statement = this.parent(statement);
    }
    const updated = statement?.target;
    if (node.attr !== GRADIENT || statement?.type !== "AugAssign" || !["Name", "Attribute"].includes(updated.type)) {
      return false;
    }
    if (this.text.of(updated) !== this.text.of(node.value)) {
      return false;
    }
    this.edits.replace(updated.end, updated.end, ".data");
    return true;
  }

  /** The use of an attribute in code that a template takes the place of. */
  decideAround({ node, entry, answer, around }) {
    const decision = decideAround(answer);
    if (decision.verdict !== VERDICTS.ARGUMENTS) {
      this.add(node, entry.path, decision.verdict, decision.reason, { answer });
      return;
    }
    this.write(node, entry, answer, decision, () => writeAround(around, this.parents.get(around.root), this.text, this.edits));
  }

  /** Writes what templates make of an attribute; leaves it to a person where that is not possible. */
  write(node, entry, answer, decision, writing) {
    let reason = this.forbidden(node);
    try {
      if (!reason) {
        writing();
      }
    } catch (error) {
      if (!(error instanceof NotWritable)) {
        throw error;
      }
      reason = error.message;
    }
    if (reason) {
      this.add(node, entry.path, VERDICTS.REWRITE, reason, { answer });
    } else {
      this.add(node, entry.path, VERDICTS.ARGUMENTS, "", { answer, decision });
    }
  }

  decideBareMember(node, entry, answer) {
    const rows = answer.ways.flatMap(({ arounds }) => arounds);
    const around = rows.length ? findAround(node, rows, this.parsed) : undefined;
    if (around) {
      this.arounds.set(around.root, { node, entry, answer, around });
      return;
    }
    if (!HELD.has(entry.kind)) {
      this.add(node, entry.path, VERDICTS.UNSURE, "这里没有调用它", { answer });
      return;
    }
    if (node.ctx !== "Load" && !this.maySet(node, entry, answer)) {
      this.add(node, entry.path, VERDICTS.UNSURE, SETS, { answer });
      return;
    }
    const decision = decideUncalled(answer, { member: this.read(node, node.value) });
    const { verdict, reason, paddle } = decision;
    const name = lastPart(paddle);
    const forbidden = this.forbidden(node);
    if (decision.wraps.length) {
      this.madeMember(node, entry, answer, decision);
    } else if (!paddle) {
      this.add(node, entry.path, verdict, reason, { answer });
    } else if (name === node.attr) {
      this.add(node, entry.path, this.isUpdateBy(node) ? VERDICTS.ARGUMENTS : VERDICTS.VERBATIM, "", { answer, paddle, decision });
    } else if (forbidden) {
      this.add(node, entry.path, VERDICTS.REWRITE, forbidden, { answer });
    } else {
      const { start, end } = node;
      this.edits.replace(start, end, this.edits.rewritten(start, end, [{ start: end - node.attr.length, end, text: name }]));
      this.add(node, entry.path, this.isUpdateBy(node) ? VERDICTS.ARGUMENTS : VERDICTS.RENAMED, "", { answer, paddle, decision });
    }
  }

  /** A property that templates make: `x.is_cpu` becomes `x.place.is_cpu_place()`. */
  madeMember(node, entry, answer, decision) {
    const name = lastPart(decision.paddle);
    this.write(node, entry, answer, decision, () =>
      writeAttribute(node, decision.wraps, name, this.parents.get(node), this.text, this.edits),
    );
  }

  /** The torch classes that an object may be of; empty where it may be of another one. */
  owners(kind) {
    const found = new Set();
    for (const option of optionsOf(kind).sort(byText)) {
      const bases = option.tag === "Object" ? this.inference.torchBases(option) : [];
      if (option.tag === "Value" && this.names.belongs(option.type)) {
        found.add(PARAMETER_CLASSES.has(option.type) ? TENSOR : option.type);
      } else if (bases.length) {
        bases.forEach((base) => found.add(base));
      } else {
        return [];
      }
    }
    return [...found];
  }

  /**
   * Whether an attribute belongs to an object of torch's own class, which becomes one of Paddle's. What is only known to be
   * some Module may be a layer of any class, the text's own among them.
   */
  isRecordedLayer([owner], node) {
    if (this.isMixed || !owner || owner === TENSOR || owner === MODULE || node.attr.startsWith("__")) {
      return false;
    }
    const answer = this.knowledge.answer(owner);
    return this.kind(node.value).tag === "Value" && answer !== undefined && !answer.isMeasured;
  }

  /**
   * A member of what may be a Tensor; what would stay as it is if it were one, stays in any case. A method that is not called,
   * or that no Tensor could be called with, is taken for something else's: `options.std`, `logger.log({})`.
   */
  guess(node, call) {
    const api = `${TENSOR}.${node.attr}`;
    const answer = this.knowledge.answer(api);
    if (this.isProperty(node.attr) === (call !== null) || (call && !this.fits(call, answer))) {
      return;
    }
    const decision = answer ? this.decisionToStay(node, call, answer) : undefined;
    const reason = `不能确定 \`${this.shown(node.value)}\` 是不是 Tensor${decision ? "，是的也照抄" : ""}`;
    this.add(call ?? node, api, decision ? VERDICTS.VERBATIM : VERDICTS.UNSURE, reason, { answer, isGuess: true, decision });
  }

  /** Whether a call may be one of a method, by the signatures that are known. */
  fits(call, answer) {
    return !answer?.ways.some(({ signatures }) => signatures.length) || bindWays(call, answer, this.inference).length > 0;
  }

  isProperty(name) {
    return this.names.member(TENSOR, name)?.kind === "property";
  }

  /** The decision about a member of a Tensor that changes nothing in the text; undefined where it is another one. */
  decisionToStay(node, call, answer) {
    if (!call) {
      const decision = decideUncalled(answer, { member: this.read(node, node.value) });
      const isSame = !decision.wraps.length && lastPart(decision.paddle) === node.attr;
      return isSame && node.ctx === "Load" && node.attr !== GRADIENT ? decision : undefined;
    }
    const decision = decide(call, answer, this.inference, { receiver: node.value, parent: this.taking(call) });
    if (!decision.change || decision.change.then.length) {
      return undefined;
    }
    try {
      const edits = new Edits(this.text.source);
      return writeCall(call, decision.change, node.value, this.parent(call), this.text, edits) === VERDICTS.VERBATIM ? decision : undefined;
    } catch (error) {
      if (!(error instanceof NotWritable) && !(error instanceof NoExpression)) {
        throw error;
      }
      return undefined;
    }
  }

  /** A torch name that is not called here: a module, a constant, a base class, a function that is passed on. */
  decideReference(node, path) {
    const entry = this.names.find(path);
    if (this.names.packages.has(path) || entry?.kind === "module") {
      this.decideModule(node, path);
      return;
    }
    const constant = this.knowledge.constant(path);
    if (constant) {
      this.decideConstant(node, path, constant);
      return;
    }
    const answer = this.knowledge.answer(path);
    if (!answer) {
      this.add(node, entry?.path ?? path, VERDICTS.UNRECORDED, NO_RECORD);
      return;
    }
    const bound = this.tensorClasses.boundBy(node);
    if (bound) {
      this.decideTensorClass(node, path, bound, answer);
      return;
    }
    const [asType, asDecorator] = [this.isType(node), this.isDecorator(node)];
    const decision = this.decideNamed(node, answer, asType, asDecorator);
    const forbidden = this.forbidden(node);
    if (node.ctx !== "Load") {
      this.add(node, path, VERDICTS.UNSURE, SETS, { answer });
    } else if (!decision.paddle) {
      this.add(node, path, decision.verdict, decision.reason, { answer });
    } else if (forbidden) {
      this.add(node, path, VERDICTS.REWRITE, forbidden, { answer });
    } else {
      this.edits.replace(node.start, node.end, decision.paddle);
      this.add(node, path, decision.verdict, "", { answer, paddle: decision.paddle.replace(/\(\)$/, ""), decision });
    }
  }

  decideNamed(node, answer, asType, asDecorator) {
    if (asType || asDecorator || this.isExtended(node)) {
      const decision = decideUncalled(answer, { asType, asDecorator });
      return (asDecorator && !decision.paddle && decideDecorating(node, answer, this.inference)) || decision;
    }
    return this.decoratesClass(node) ? Decision(VERDICTS.UNSURE, "用来装饰类") : decidePassedOn(answer, this.names);
  }

  /** A class of Tensors that a variable is bound to: its calls are converted by themselves, casts want the dtype. */
  decideTensorClass(node, path, bound, answer) {
    const rows = (this.knowledge.answer(bound)?.ways ?? []).flatMap((way) => way.rows);
    const dtype = rows.find((row) => row.paddle === "dtype" && row.set)?.set;
    const forbidden = this.forbidden(node);
    if (!dtype) {
      this.add(node, path, VERDICTS.UNSURE, "存进了变量", { answer });
    } else if (forbidden) {
      this.add(node, path, VERDICTS.REWRITE, forbidden, { answer });
    } else {
      this.edits.replace(node.start, node.end, dtype);
      this.add(node, path, VERDICTS.RENAMED, "", { answer, paddle: dtype });
    }
  }

  /** The function or class to which a call of `functools.partial` passes arguments, all of which are seen. */
  passesTo(call) {
    const isPartial = call.args.length + call.keywords.length > 1 && this.kind(call.func) === Name(PARTIAL);
    const isSeen = !call.args.some(({ type }) => type === "Starred") && call.keywords.every(({ arg }) => arg !== null);
    return isPartial && isSeen ? call.args[0] : undefined;
  }

  /** A function to which `functools.partial` passes some arguments: bound with those that it needs besides. */
  decidePartial(node, path, call) {
    const answer = this.knowledge.answer(path);
    if (!answer) {
      this.decideReference(node, path);
      return;
    }
    const [completed, later] = complete(call, answer);
    const decision = decide(completed, answer, this.inference, { receiver: null, parent: undefined });
    if (!decision.change) {
      this.add(node, path, decision.verdict, decision.reason, { answer });
      return;
    }
    const end = Math.max(...[...call.args, ...call.keywords].map((each) => each.end));
    const source = this.text.source.slice(node.start, end);
    const isWhole = !source.includes("#") && parseExpression(`f(${source})`) !== undefined;
    const [changed] = laterKeywords(call, decision.change, this.inference.displays.variables);
    const told = changed ? `以后以关键字传入 \`${changed}\`，在 Paddle 中不同` : "";
    let reason = this.forbidden(node) || (isWhole ? told : "实参中有注释，或在括号里");
    let written = "";
    try {
      written = writePartial(call, decision.change, this.edits);
    } catch (error) {
      if (!(error instanceof NotWritable) && !(error instanceof Captured)) {
        throw error;
      }
      reason ||= error.message;
    }
    if (reason) {
      this.add(node, path, VERDICTS.REWRITE, reason, { answer });
      return;
    }
    const [before, after] = [this.edits.text(node.start, end), written].map((text) => text.slice(text.indexOf(",")));
    this.edits.replace(node.start, end, written);
    const passed = later.length ? glued("假定以后只按位置传入", later.map((name) => `\`${name}\``).join("、")) : "假定以后不传入实参";
    const assumed = { ...decision, assumptions: [...decision.assumptions, passed] };
    const verdict = before === after ? VERDICTS.RENAMED : VERDICTS.ARGUMENTS;
    this.add(node, path, verdict, "", { answer, paddle: decision.change.way.paddle, decision: assumed });
  }

  /** A module that is kept or passed on; `hasattr` of a name that it is known to have is true. */
  decideModule(node, path) {
    const parent = this.parent(node);
    const [asked, name, ...others] = parent?.type === "Call" ? parent.args : [];
    const isAsked = asked === node && parent.func.type === "Name" && parent.func.id === "hasattr" && !others.length;
    if (["Assign", "AnnAssign"].includes(parent?.type)) {
      this.add(node, path, VERDICTS.UNSURE, "模块存进了变量，请改为导入 Paddle 的模块");
    } else if (isAsked && typeof name?.value === "string" && this.names.find(`${path}.${name.value}`)) {
      const forbidden = this.forbidden(parent);
      if (forbidden) {
        this.add(node, path, VERDICTS.REWRITE, forbidden);
        return;
      }
      this.edits.replace(parent.start, parent.end, "True");
      this.add(parent, `${path}.${name.value}`, VERDICTS.ARGUMENTS, "", { paddle: "True" });
    } else if (["Call", "keyword"].includes(parent?.type)) {
      this.add(node, path, VERDICTS.UNSURE, "模块作为值传递，看不出用到其中的什么");
    }
  }

  decideConstant(node, path, constant) {
    const left = constant.paddle ? VERDICTS.REWRITE : VERDICTS.MISSING;
    const answer = this.knowledge.answer(path);
    const forbidden = this.forbidden(node);
    if (node.ctx !== "Load") {
      if (constant.assign && this.parent(node)?.type === "Assign") {
        return; // decided with the whole statement
      }
      this.add(node, path, constant.reason ? left : VERDICTS.UNSURE, constant.reason || SETS, { answer });
    } else if (constant.reason) {
      this.add(node, path, left, constant.reason, { answer, paddle: constant.paddle });
    } else if (forbidden) {
      this.add(node, path, VERDICTS.REWRITE, forbidden, { answer });
    } else {
      this.edits.replace(node.start, node.end, parenthesised(constant.paddle));
      this.add(node, path, VERDICTS.RENAMED, "", { answer, paddle: constant.paddle });
    }
  }

  /** The import of a module that another package has for torch, and for Paddle under another name. */
  import(node) {
    const path = (node.type === "alias" ? node.name : node.module) ?? "";
    const flavour = this.flavour(path);
    const [root] = path.split(".");
    if (flavour === undefined || node.level) {
      return;
    }
    if (node.type === "alias" && !node.asname && !this.imported.has(root)) {
      this.add(node, path, VERDICTS.REWRITE, `改为导入 \`${flavour}\`；\`${root}\` 在代码里还有别的意思`);
      return;
    }
    this.changeFlavour(node, path, flavour, this.text.source.indexOf(root, node.start));
  }

  flavour(path) {
    return Object.hasOwn(this.knowledge.flavours, path) ? this.knowledge.flavours[path] : undefined;
  }

  /** Writes the name of the module for Paddle in the place of the one for torch, which begins at `start`. */
  changeFlavour(node, path, flavour, start) {
    const end = start + path.length;
    if (this.text.source.slice(start, end) !== path) {
      this.add(node, path, VERDICTS.REWRITE, `改为导入 \`${flavour}\``);
      return;
    }
    this.edits.replace(start, end, flavour);
    this.add(node, path, VERDICTS.RENAMED, "", { paddle: flavour });
  }

  /** The dotted name that an attribute of an imported module is written as; empty for any other expression. */
  module(node) {
    if (node.type === "Attribute") {
      const parent = this.module(node.value);
      return parent && `${parent}.${node.attr}`;
    }
    return node.type === "Name" && this.imported.has(node.id) ? node.id : "";
  }

  /** A switch that is set: an expression stands in the place of the whole statement. */
  assign(statement) {
    for (const target of statement.targets) {
      const path = this.reference(target);
      const assign = path ? this.knowledge.constant(path)?.assign : undefined;
      if (!assign) {
        continue;
      }
      const { start, end, value } = statement;
      const { source } = this.text;
      const forbidden = this.forbidden(target);
      if (statement.targets.length > 1) {
        this.add(target, path, VERDICTS.REWRITE, "与别的变量一起赋值");
      } else if ((source.slice(start, value.start) + source.slice(value.end, end)).includes("#")) {
        this.add(target, path, VERDICTS.REWRITE, "语句中间有注释");
      } else if (forbidden) {
        this.add(target, path, VERDICTS.REWRITE, forbidden);
      } else {
        const paddle = assign.fill({ [VALUE]: this.edits.text(value.start, value.end) });
        this.edits.replace(start, end, paddle);
        this.add(target, path, VERDICTS.ARGUMENTS, "", { paddle });
      }
    }
  }

  /** Whether a class of the text derives from a class and has a constructor of its own, which passes it arguments. */
  isExtended(node) {
    const parent = this.parent(node);
    const body = parent?.type === "ClassDef" && parent.bases.includes(node) ? parent.body : [];
    return body.some(({ type, name }) => type === "FunctionDef" && name === "__init__");
  }

  /** Whether a function decorates another, bare: it is called with that one alone. */
  isDecorator(node) {
    const parent = this.parent(node);
    return ["FunctionDef", "AsyncFunctionDef"].includes(parent?.type) && parent.decorator_list.includes(node);
  }

  /** Whether a function decorates a class of the text, of which no record speaks. */
  decoratesClass(node) {
    const parent = this.parent(node);
    return parent?.type === "ClassDef" && parent.decorator_list.includes(node);
  }

  /** Whether a class stands in an annotation or is asked for by `isinstance`, maybe by a variable: nothing is called there. */
  isType(node) {
    let child = node;
    let parent = this.parent(child);
    while (["Tuple", "Starred", "Subscript", "BinOp"].includes(parent?.type)) {
      child = parent;
      parent = this.parent(child);
    }
    switch (parent?.type) {
      case "arg":
        return true;
      case "AnnAssign":
        return parent.annotation === child;
      case "FunctionDef":
      case "AsyncFunctionDef":
        return parent.returns === child;
      case "Call": {
        const { func, args } = parent;
        return func.type === "Name" && ["isinstance", "issubclass"].includes(func.id) && args.length === 2 && args[1] === child;
      }
      case "Assign": {
        const [target, ...others] = parent.targets;
        const isTuple = !others.length && target.type === "Name" && parent.value.type === "Tuple";
        const places = (isTuple && this.inference.displays.variables.places(target)) || [];
        const read = places.filter(({ ctx }) => ctx === "Load");
        return read.length > 0 && read.every((place) => this.isType(place));
      }
      default:
        return false;
    }
  }

  /**
   * Whether what stays in the place of a node is torch's own: a function of it, or a method of what one made. An object that is
   * converted, here or where it was made, is Paddle's by then.
   */
  isOfTorch(node) {
    switch (node.type) {
      case "Call":
        return this.reference(node.func) ? !this.isConverted(node) : this.isOfTorch(node.func);
      case "Attribute":
      case "Subscript":
        return this.isOfTorch(node.value);
      case "UnaryOp":
        return this.isOfTorch(node.operand);
      case "BinOp":
        return this.isOfTorch(node.left) || this.isOfTorch(node.right);
      default:
        return false;
    }
  }

  /** Whether a call that was decided already is converted. */
  isConverted({ start, end }) {
    return this.sites.some((site) => site.start === start && site.end === end && site.verdict.isConverted);
  }

  /** Takes back what was converted inside of a call: torch's own takes no Paddle object. */
  keepInside({ start, end }, api) {
    this.edits.undo(start, end);
    for (let index = this.sites.length - 1; index >= 0; index -= 1) {
      const site = this.sites[index]; // the last ones are those inside of it
      if (site.start < start || site.end > end) {
        break;
      }
      if (site.verdict === VERDICTS.RENAMED || site.verdict === VERDICTS.ARGUMENTS) {
        const reason = `在 \`${api}\` 里面，与它一起改写`;
        this.sites[index] = { ...site, verdict: VERDICTS.REWRITE, reason, partOf: api, assumptions: [], warnings: [] };
      }
    }
  }

  /** Adds a site, with what a `decision` to convert it assumes; what is inside of a call that stays for a person stays with it. */
  add(node, api, verdict, reason, { answer, paddle = "", isGuess = false, decision } = {}) {
    if (verdict.isTodo && !isGuess && this.isOfTorch(node)) {
      this.keepInside(node, api);
    }
    this.sites.push({
      api,
      written: this.text.of(node.type === "Call" ? node.func : node),
      start: node.start,
      end: node.end,
      ...this.text.place(node.start),
      verdict,
      reason,
      paddle: paddle || answer?.ways[0]?.paddle || "",
      record: answer?.record ?? "",
      isGuess,
      partOf: "",
      assumptions: decision?.assumptions ?? [],
      warnings: decision?.warnings ?? [],
    });
  }
}

/** Whether nothing at all is known of a value. */
/** Whether nothing at all is known of a value; a batch of a loader may be a Tensor, or hold some. */
const isOpen = (kind) => kind.type === "batch" || (!["Value", "Object", "Name"].includes(kind.tag) && !isTensor(kind));

/** Whether the text imports torch, or uses its name unbound as snippets do. */
const namesTorch = ({ source, nodes }, names) =>
  [...names.packages].some((name) => source.includes(name)) &&
  nodes.some((node) => {
    switch (node.type) {
      case "Name":
        return names.belongs(node.id);
      case "ImportFrom":
        return node.level === 0 && names.belongs(node.module);
      case "Import":
        return node.names.some(({ name }) => names.belongs(name));
      default:
        return false;
    }
  });

/** The names that nothing but imports binds in the text. */
const importedNames = (nodes, names) => {
  const imported = new Set();
  const byStar = new Set();
  const others = new Set();
  let onlyTorch = true;
  for (const node of nodes) {
    if (node.type === "Name" && node.ctx === "Store") {
      others.add(node.id);
    } else if (node.type === "ImportFrom" && node.names[0].name === "*") {
      names.children(node.module ?? "").forEach((path) => byStar.add(lastPart(path)));
      onlyTorch = onlyTorch && node.level === 0 && names.belongs(node.module ?? "");
    } else if (node.type === "Import" || node.type === "ImportFrom") {
      node.names.forEach(({ name, asname }) => imported.add(asname ?? name.split(".", 1)[0]));
    } else if (node.type === "arg") {
      others.add(node.arg);
    } else if (["FunctionDef", "AsyncFunctionDef", "ClassDef"].includes(node.type)) {
      others.add(node.name);
    }
  }
  return new Set([...imported, ...(onlyTorch ? byStar : [])].filter((name) => !others.has(name)));
};

/** Whether a node uses the name `paddle` for something else than the package. */
const bindsPaddle = (node) => {
  switch (node.type) {
    case "Name":
      return node.id === "paddle" && node.ctx !== "Load";
    case "arg":
      return node.arg === "paddle";
    case "Import":
      return node.names.some(({ name, asname }) => asname === "paddle" && name !== "paddle");
    default:
      return boundNames(node).includes("paddle");
  }
};

/** Whether a node imports Paddle: then an object of unknown origin may be Paddle's. */
const importsPaddle = (node) =>
  (node.type === "Import" && node.names.some(({ name }) => name.split(".", 1)[0] === "paddle")) ||
  (node.type === "ImportFrom" && !node.level && (node.module ?? "").split(".", 1)[0] === "paddle");

// Members of objects: attributes and methods of Tensors, Modules and other objects of torch.

import { factsOfAround, findAround } from "../rewriting/pattern_match.js";
import { Option, asking, classesIn } from "../rewriting/asked.js";
import { bindWays, decide, decideAround, decideLater, decideUncalled } from "../rewriting/decide.js";
import { DTYPE, MODULE, PARAMETERS, SHAPE, STR, TENSOR, UNKNOWN, Value, byText, isBatch, isTensor, optionsOf } from "../knowledge/kinds.js";
import { ATTRIBUTE, READ_ONLY, lastPart } from "../knowledge/names.js";
import { NotWritable, writeAround, writeAttribute, writeCall } from "../rewriting/rewrite.js";
import { VERDICTS } from "../site.js";
import { Edits } from "../text/spans.js";
import { enclosing, isStatement } from "../text/syntax.js";
import { NoExpression } from "../model/template.js";
import { CLASS_OPS, RECEIVER } from "../model/when.js";
import { Decider } from "./uses.js";
import { isGradient, isShared } from "../facts/view_changes.js";

/** The kinds of member that are values, which are not called but may hold what is. */
const HELD = new Set(["property", ATTRIBUTE]);
/** Properties that Paddle sets for the one object alone, and not for what shares its memory. */
const OF_WRAPPER = new Set(["data"]);
/** Methods of a shape, which is a tuple in torch and a list in Paddle; no inventory has what a class has of a builtin one. */
const OF_SEQUENCES = new Set(["count", "index"]);
/** Methods of a Tensor that nobody writes any more, and that images and arrays have under the same name. */
const OF_IMAGES = new Set(["resize"]);
/** What no method of a Tensor takes. */
const BYTES = Value("bytes");
/** The parameters of a Tensor's methods that take numbers or Tensors. */
const NUMERIC = new Set(["alpha", "other"]);
/** Members with a class whose record has a template that asks an object's class at run time. */
const ASKED = new Map([["log_prob", ["torch.distributions.Distribution", "value"]], ["cuda", [TENSOR, ""]]]);
/** Attributes that only a layer that normalises has, unless a class of the text has one of its own. */
const STATISTICS = new Set(["running_mean", "running_var"]);
/** The layer that such an object is taken for; the others keep their statistics under the same names. */
const NORMALISING = "torch.nn.BatchNorm2d";
/** How many steps a layer may be away from its model, variables that are bound to themselves among them. */
const DEEPEST = 30;
// The method that most layers of Paddle do not have: code that asks for it by its name passes them over.
// Classes for whose attributes code asks layers of any class.
const USUAL = ["torch.nn.Conv2d", "torch.nn.BatchNorm2d"];
const RESET = "torch.nn.Conv2d.reset_parameters";
const HAS_NO_RESET = "Paddle 的层多半没有这个方法，请按层的种类重新初始化";
const NOT_RESET = "Paddle 的层多半没有 `reset_parameters`，这里的判断不成立，层不会重新初始化而不报错，请按层的种类重新初始化";
const COMPILED = "torch.jit.ScriptModule";
/** Functions whose result is of that class where they are given a Module, and has its other members in any case. */
const COMPILING = new Set(["torch.jit.load", "torch.jit.script", "torch.jit.trace"]);

/** Whether a row has a template that is right whether its condition holds or not. */
const isRightAnyway = ({ undecided, convert }) => undecided === "convert" || Boolean(convert?.eitherWay);

/** Decides the members that one text uses; those that are methods are decided as `calls`. */
export class MemberUses extends Decider {
  constructor(uses, calls) {
    super(uses);
    Object.assign(this, { calls, waiting: new Map() });
  }

  /** A member of an object: of a Tensor, a Module or another object of torch. */
  decide(node, call) {
    const kind = this.inference.kind(node.value);
    if (this.isOwn(kind, node.attr) || node.attr === "__init__" || this.inference.isContext(kind)) {
      return; // a class is converted where it is named, its construction and the contexts of its methods with it
    }
    const asked = this.ofAny(node, call, kind);
    const known = asked.length ? asked : this.owners(kind);
    const owners = known.length ? known : this.toldByMembers(node.value, kind);
    const isOwn = optionsOf(kind).every(({ tag }) => tag === "Object");
    if (owners.length && owners.every((owner) => this.isHelped(owner, node.attr, isOwn))) {
      return;
    }
    const entry = owners.map((owner) => this.names.member(owner, node.attr)).find(Boolean) ?? this.ofCompiled(node);
    const whole = call ?? node;
    if (!entry) {
      const inner = call ? undefined : this.modelAround(node);
      const template = inner && this.knowledge.innerAttribute(inner, node.attr);
      if (template && node.ctx === "Load") {
        this.write(node, inner, () => this.writeMade(node, [template], ""));
      } else if (node.ctx === "Store" && (inner || this.isAnyLayer(kind, node.value))) {
        this.decideSetOfAny(node);
      } else if (call && this.isResetOfAny(node, kind)) {
        this.uses.add(whole, RESET, VERDICTS.UNSURE, HAS_NO_RESET, { answer: this.knowledge.answer(RESET) });
      } else if (this.isRecordedLayer(owners, node)) {
        this.uses.add(whole, `${owners[0]}.${node.attr}`, VERDICTS.UNRECORDED, "还没有这个属性的记录");
      } else if (!owners.length && isOpen(kind) && this.names.tensorMembers.has(node.attr)) {
        this.guess(node, call);
      }
      return;
    }
    const answer = this.knowledge.answer(entry.path);
    const around = answer ? this.around(node, answer) : undefined;
    if (this.uses.isMixed) {
      const reason = `这个文件也用到 Paddle，不能确定 \`${this.shown(node.value)}\` 是哪一边的对象`;
      this.uses.add(whole, entry.path, VERDICTS.UNSURE, reason, { answer, isGuess: true });
    } else if (!asked.length && !(entry.kind === ATTRIBUTE ? this.isOfAll(kind, node.attr) : this.isAlike(kind, node, HELD.has(entry.kind) ? null : call))) {
      const isHeld = HELD.has(entry.kind);
      const isAsked = isHeld ? node.ctx === "Load" : call && !call.args.length && !call.keywords.length;
      const joint = isAsked ? asking(this.byClass(kind, node.attr)) : undefined;
      if (joint && isHeld) {
        this.decideBareMember(node, entry, joint);
      } else if (joint) {
        this.calls.decide(call, entry.path, node.value, { joint });
      } else {
        this.uses.add(whole, entry.path, VERDICTS.UNSURE, "它可能是几个类之一，在 Paddle 中的写法不同", { answer });
      }
    } else if (!answer) {
      const layer = node.attr === "forward" && call ? this.knowledge.answer(owners[0]) : undefined;
      if (layer && !(call.keywords.length || layer.byHand || layer.unproven)) {
        this.uses.add(whole, entry.path, VERDICTS.VERBATIM, "", { answer: layer, paddle: `${layer.ways[0].paddle}.forward` });
      } else {
        this.uses.addUnrecorded(whole, entry.path);
      }
    } else if (around) {
      this.waiting.set(around.root, { node, entry, answer, around });
    } else if (call && !HELD.has(entry.kind)) {
      this.calls.decide(call, entry.path, node.value);
    } else { // what is held there may be called: `t.inv(y)` of a transform
      this.decideBareMember(node, entry, answer);
    }
  }

  /** A member of a layer that a string names, where Paddle's layer has it otherwise or not at all, which no error tells. */
  decideByText(node) {
    const { func, args } = node;
    const name = args[1]?.type === "Constant" ? args[1].value : undefined;
    if (func.type === "Name" && ["getattr", "hasattr"].includes(func.id) && name === "reset_parameters") {
      const [kind, answer] = [this.inference.kind(args[0]), this.knowledge.answer(RESET)];
      const options = this.byClass(kind, name);
      const isAny = !options.length && (isOpen(kind) || (kind.tag === "Value" && kind.type === MODULE));
      if (this.uses.isMixed || (!isAny && options.every(({ stays }) => stays))) {
        return;
      }
      if (func.id === "hasattr" && !isAny) {
        const shown = this.uses.edits.text(args[0].start, args[0].end);
        this.uses.write(node, `isinstance(${shown}, ${classesIn(options)})`, RESET, VERDICTS.ARGUMENTS, { answer });
      } else {
        this.uses.add(node, RESET, VERDICTS.UNSURE, NOT_RESET, { answer });
      }
      return;
    }
    if (func.type !== "Name" || !["getattr", "setattr", "hasattr"].includes(func.id) || typeof name !== "string" || this.uses.isMixed) {
      return;
    }
    const kind = this.inference.kind(args[0]);
    const isAny = this.isAnyLayer(kind, args[0], false); // what is passed may be the whole network
    const path = this.keptOtherwise(isAny ? USUAL : this.owners(kind), name)?.path;
    if (path === undefined) {
      return;
    }
    const [shown, answer] = [this.shown(args[0]), this.knowledge.answer(path)];
    const missed = func.id === "hasattr" ? "这里的判断不成立" : "这里找不到它";
    if (isAny) {
      const reason = `\`${shown}\` 为有这个属性的层时，它在 Paddle 中的写法不同，${missed}`;
      this.uses.add(node, path, VERDICTS.UNSURE, reason, { answer });
      return;
    }
    const mend = func.id === "hasattr" ? missed : `请先写成 \`${shown}.${name}\`，不用字符串`;
    this.uses.add(node, path, VERDICTS.REWRITE, `这个属性在 Paddle 中的写法不同，${mend}`, { answer });
  }

  /** Decides an attribute that is set of a layer of unknown class: Paddle's may keep it under another name, without an error. */
  decideSetOfAny(node) {
    const path = this.keptOtherwise(USUAL, node.attr)?.path;
    if (path !== undefined && !this.uses.isMixed) {
      const reason = `\`${this.shown(node.value)}\` 为有这个属性的层时，它在 Paddle 中的写法不同，这样设置没有作用`;
      this.uses.add(node, path, VERDICTS.UNSURE, reason, { answer: this.knowledge.answer(path) });
    }
  }

  /** Whether a layer of unknown class is initialised again, and no class of the text defines how. */
  isResetOfAny({ value, attr }, kind) {
    const isMethod = attr === RESET.split(".").at(-1) && !this.inference.isOwnMember(attr);
    return isMethod && !this.uses.isMixed && this.isAnyLayer(kind, value);
  }

  /** The attribute of the first of these classes whose layers write it otherwise in Paddle. */
  keptOtherwise(owners, member) {
    const other = owners.find((each) => !["", member].includes(this.keptAs(each, member)));
    return other === undefined ? undefined : this.names.member(other, member);
  }

  /** Whether a variable is any Module, mostly one of torch's own: of a loop or comprehension over `modules()`, or one that is passed. */
  isAnyLayer(kind, held, passed = true) {
    if (kind.tag !== "Value" || kind.type !== MODULE) {
      return false;
    }
    const { variables } = this.inference.displays;
    const places = held.type === "Name" ? variables.everywhere(held) : [];
    const stored = places.filter(({ ctx }) => ctx === "Store");
    const binding = stored.map((each) => enclosing(each, variables.parents, (node) => isStatement(node) || node.type === "comprehension"));
    return (passed && places.length > 0 && !stored.length) || binding.some(({ type }) => type === "For" || type === "comprehension");
  }

  /** Decides a method that a class of the text calls by the name of its base, `nn.Module.__init__(self)`; false for another call. */
  decideByClass(node, path) {
    const { func, keywords } = node;
    const [held, ...others] = node.args;
    if (func.type !== "Attribute" || held?.type !== "Name") {
      return false;
    }
    const owner = path.slice(0, Math.max(path.lastIndexOf("."), 0));
    const answer = this.knowledge.answer(owner);
    const isBase = this.inference.torchBases(this.inference.kind(held)).some((each) => this.names.isA(each, owner));
    if (this.uses.isMixed || !answer || !isBase) {
      return false;
    }
    const { value: base, attr: name } = func;
    const named = decideUncalled(answer, { asType: true });
    const entry = this.names.member(owner, name);
    const known = entry && this.knowledge.answer(entry.path);
    const member = { ...func, value: held };
    const call = { ...node, func: member, args: others };
    let [decision, stays] = [undefined, false];
    if (name === "__init__") {
      stays = owner === MODULE && !others.length && !keywords.length;
    } else if (name === "forward" && entry) {
      const isOpen = keywords.length || answer.byHand || answer.unproven;
      stays = !isOpen && !decideLater(call, answer, entry.signatures, this.inference);
    } else {
      decision = known && this.decisionToStay(member, call, known);
      stays = Boolean(decision);
    }
    if (!stays || !named.paddle || this.uses.kept(held)) {
      return false;
    }
    const paddle = `${named.paddle}.${name}`;
    this.uses.write(base, named.paddle, path, VERDICTS.RENAMED, { answer: known || answer, paddle, decision });
    return true;
  }

  /** The class or maker of the model that a layer is in, which is Paddle's own: `resnet.fc.in_features`. */
  modelAround({ value }) {
    let each = value;
    for (let step = 0; each && step < DEEPEST; step += 1) {
      const kind = this.inference.kind(each);
      const path = this.takerOfName(each) || (kind.tag === "Value" ? kind.type : "");
      if (each !== value && this.knowledge.isModel(path)) {
        return path;
      }
      if (each.type === "Attribute" || each.type === "Subscript") {
        each = each.value;
      } else if (each.type === "Name" && kind.tag !== "Value") {
        const bound = this.inference.reaching.values(each) ?? []; // `fc = resnet.fc`
        each = bound.length === 1 && ["Attribute", "Subscript"].includes(bound[0].type) ? bound[0] : undefined;
      } else {
        return undefined;
      }
    }
    return undefined;
  }

  /** The API that takes the name of a model, where that constructed a value; empty for all else. */
  takerOfName(value) {
    const { references } = this.uses;
    const held = { Name: () => this.inference.reaching.values(value) ?? [], Attribute: () => this.inference.setTo(value) };
    const values = held[value.type]?.() ?? [value];
    const takers = new Set(
      values.map(({ type, func }) => {
        const found = type === "Call" ? references.lookedUp(func) : undefined;
        return found ? this.knowledge.lookups[references.path(found.module)][1] : type === "Call" ? references.path(func) : "";
      })
    );
    const [taker] = takers;
    return takers.size === 1 && Object.values(this.knowledge.lookups).some(([, one]) => one === taker) ? taker : "";
  }

  /** Decides the use of an attribute in code that a template takes the place of, all that stands in it being decided. */
  decideAround(root) {
    if (!this.waiting.has(root)) {
      return;
    }
    const { node, entry, answer, around } = this.waiting.get(root);
    const decision = decideAround(answer, factsOfAround(around));
    if (decision.verdict !== VERDICTS.ARGUMENTS) {
      this.uses.add(node, entry.path, decision.verdict, decision.reason, { answer });
      return;
    }
    const writing = () => writeAround(around, this.uses.parent(around.root), this.text, this.uses.edits);
    this.write(node, entry.path, writing, answer, decision);
  }

  /** Whether the text's classes define a member; not where one sets what its layer in Paddle keeps under another name. */
  isOwn(kind, member) {
    const options = optionsOf(kind);
    const kept = options.flatMap((option) => this.inference.torchBases(option)).map((base) => this.keptAs(base, member));
    const isDefined = options.length > 0 && options.every((option) => this.inference.defines(option, member));
    return isDefined && kept.every((name) => name === "" || name === member);
  }

  /**
   * Whether the class that takes a torch class's place is written into the text, with this member as in torch. An object
   * that is only known to be of the class may be of a class of Paddle's, where the class is one as a type.
   */
  isHelped(owner, member, isOwn) {
    const answer = this.knowledge.answer(owner);
    return Boolean(answer?.helped.includes(member)) && !answer.unproven && (isOwn || !answer.type);
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

  /** Whether a method or property has one record for all classes that an object may be of, or else stays as it is. */
  isAlike(kind, node, call) {
    const options = optionsOf(kind);
    const others = options.filter((option) => !this.isOwn(option, node.attr));
    const answers = new Map();
    for (const option of others) {
      const entry = this.owners(option).map((owner) => this.names.member(owner, node.attr)).find(Boolean);
      const answer = entry && this.knowledge.answer(entry.path);
      if (entry) {
        answers.set(answer?.record ?? "", answer);
      }
    }
    if (answers.size + (others.length < options.length ? 1 : 0) <= 1) {
      return true;
    }
    return [...answers.values()].every((answer) => answer && this.decisionToStay(node, call, answer));
  }

  /** The answers for a member of an object that may be of several classes of torch, each with these; none if of another class. */
  byClass(kind, member) {
    const found = new Map();
    for (const option of optionsOf(kind)) {
      const owner = option.tag === "Value" && this.names.belongs(option.type) ? option.type : "";
      const layer = this.knowledge.answer(owner);
      const entry = this.names.member(owner, member);
      const answer = entry && this.knowledge.answer(entry.path);
      const paddle = layer && !layer.helper ? decideUncalled(layer, { asType: true }).paddle : "";
      if (!entry && !["", MODULE].includes(owner)) {
        continue; // which has no such member in torch either
      }
      if (!answer || !paddle) {
        return [];
      }
      const parentheses = entry && HELD.has(entry.kind) ? "" : "()";
      found.set(answer.record, { answer, classes: [...(found.get(answer.record)?.classes ?? []), paddle], parentheses });
    }
    return [...found.values()].map(({ answer, classes, parentheses }) => Option(answer, classes, member, parentheses));
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
    return made ? made.convert.call.text.replace(new RegExp(`^\\{${RECEIVER}\\}\\.`), "") : way.paddle.slice(way.paddle.lastIndexOf(".") + 1);
  }

  shown(node) {
    return [...this.text.of(node)].slice(0, 40).join("");
  }

  /** Writes what templates make of an attribute; leaves it to a person where that is not possible. */
  write(node, path, writing, answer, decision) {
    let reason = this.uses.forbidden(node) || this.uses.kept(node.value);
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
      this.uses.add(node, path, VERDICTS.REWRITE, reason, { answer });
      return;
    }
    const isTold = decision && !this.owners(this.inference.kind(node.value)).length;
    const told = isTold ? [`假定 \`${this.shown(node.value)}\` 是归一化层`] : [];
    const assuming = decision && { ...decision, assumptions: [...new Set([...decision.assumptions, ...told])] };
    this.uses.add(node, path, VERDICTS.ARGUMENTS, "", { answer, decision: assuming });
  }

  /** The code around a member that a template of its record takes the place of; undefined for most. */
  around(node, { ways }) {
    const rows = ways.flatMap(({ arounds }) => arounds);
    return rows.length ? findAround(node, rows, this.uses.parsed) : undefined;
  }

  decideBareMember(node, entry, answer) {
    if (!HELD.has(entry.kind)) {
      this.decidePassedOn(node, entry, answer);
      return;
    }
    if (node.ctx !== "Load" && !this.maySet(node, entry, answer)) {
      this.decideSet(node, entry, answer);
      return;
    }
    const decision = decideUncalled(answer, { member: this.uses.read(node, node.value) });
    const { verdict, reason, paddle } = decision;
    const name = lastPart(paddle);
    const kept = this.uses.kept(node.value);
    if (decision.wraps.length && this.isItemSet(node, entry)) {
      // Of what a template makes anew, the object keeps nothing.
      this.uses.add(node, entry.path, VERDICTS.UNSURE, "这里给它的一项赋值或删除一项", { answer });
    } else if (decision.wraps.length) {
      this.madeMember(node, entry, answer, decision);
    } else if (!paddle) {
      this.uses.add(node, entry.path, verdict, reason, { answer });
    } else if (name === node.attr) {
      this.uses.add(node, entry.path, this.isUpdateBy(node) ? VERDICTS.ARGUMENTS : VERDICTS.VERBATIM, "", { answer, paddle, decision });
    } else if (kept) {
      this.uses.add(node, entry.path, VERDICTS.REWRITE, kept, { answer });
    } else {
      const { start, end } = node;
      const renamed = this.uses.edits.rewritten(start, end, [{ start: end - node.attr.length, end, text: name }]);
      const changed = this.isUpdateBy(node) ? VERDICTS.ARGUMENTS : VERDICTS.RENAMED;
      this.uses.write(node, renamed, entry.path, changed, { answer, paddle, decision });
    }
  }

  /** A property that is set or deleted as is not known to do the same; in the place of a gradient's `data`, it is set itself. */
  decideSet(node, entry, answer) {
    if (OF_WRAPPER.has(node.attr) && node.ctx === "Store" && isGradient(node.value)) {
      const written = this.uses.edits.text(node.value.start, node.value.end);
      this.uses.write(node, written, entry.path, VERDICTS.ARGUMENTS, { answer });
    } else {
      this.uses.add(node, entry.path, VERDICTS.UNSURE, "这里给它赋值或删除它", { answer });
    }
  }

  /** A method that is not called where it stands: it stays where a call without arguments would, which is assumed. */
  decidePassedOn(node, entry, answer) {
    const call = { type: "Call", func: node, args: [], keywords: [] };
    const decision = decide(call, answer, this.inference, { receiver: node.value });
    const { change } = decision;
    const isKept = change && change.way.paddleIsMember && change.way.paddle.endsWith(`.${node.attr}`);
    const isChanged = change && (change.wraps.length || change.then.length || change.templates.size || change.added.length);
    if (!isKept || isChanged || node.ctx !== "Load") {
      this.uses.add(node, entry.path, VERDICTS.UNSURE, "这里没有调用它", { answer });
      return;
    }
    const assumptions = [...new Set([...decision.assumptions, "假定以后不传入实参"])];
    this.uses.add(node, entry.path, VERDICTS.VERBATIM, "", { answer, decision: { ...decision, assumptions } });
  }

  /** Whether a Tensor is updated by its own gradient, `w -= lr * w.grad`; it is written for `w.data` then, since Paddle's `-=` makes another Tensor. */
  isUpdateBy(node) {
    const statement = this.inference.reaching.statement(node);
    const updated = statement?.target;
    if (!isGradient(node) || statement?.type !== "AugAssign" || !["Name", "Attribute"].includes(updated.type)) {
      return false;
    }
    if (this.text.of(updated) !== this.text.of(node.value)) {
      return false;
    }
    this.uses.edits.replace(updated.end, updated.end, ".data");
    return true;
  }

  /** Whether an assignment is known to do the same: a layer's Tensor, or a property that checks of its record set. */
  maySet(node, entry, answer) {
    if (OF_WRAPPER.has(node.attr) && isShared(node.value, this.inference)) {
      return false;
    }
    return (
      answer.assigned.includes(this.uses.parent(node)?.type) ||
      (entry.kind === ATTRIBUTE && node.ctx === "Store" && entry.returns.includes(TENSOR))
    );
  }

  /** Whether an item of the attribute's value is set or deleted there; a Tensor may share its memory. */
  isItemSet(node, entry) {
    const parent = this.uses.parent(node);
    const isSet = parent?.type === "Subscript" && parent.value === node && parent.ctx !== "Load";
    return isSet && !entry.returns.some((returns) => returns.split(" | ").includes(TENSOR));
  }

  /** A property that templates make: `x.is_cpu` becomes `x.place.is_cpu_place()`. */
  madeMember(node, entry, answer, decision) {
    this.write(node, entry.path, () => this.writeMade(node, decision.wraps, lastPart(decision.paddle)), answer, decision);
  }

  writeMade(node, wraps, name) {
    writeAttribute(node, wraps, name, this.uses.parent(node), this.text, this.uses.edits);
  }

  /** The torch classes that an object may be of; empty where it may be of another one. */
  owners(kind) {
    const found = new Set();
    for (const option of optionsOf(kind).sort(byText)) {
      const bases = option.tag === "Object" ? this.inference.torchBases(option) : [];
      if (option.tag === "Value" && this.names.belongs(option.type)) {
        found.add(PARAMETERS.has(option.type) ? TENSOR : option.type);
      } else if (bases.length) {
        bases.forEach((base) => found.add(base));
      } else if (option.tag === "Name" && this.knowledge.isDtype(option.path)) {
        found.add(DTYPE);
      } else {
        return [];
      }
    }
    return [...found];
  }

  /**
   * The class of an object that is known by its members alone, which the text uses somewhere; empty for most.
   *
   * By the statistics, or by a property that only Tensors have: `layer.weight.grad`.
   */
  toldByMembers(receiver, kind) {
    const written = isOpen(kind) ? this.text.of(receiver) : "";
    return [...this.told].filter(([, texts]) => texts.has(written)).map(([owner]) => owner).slice(0, 1);
  }

  /**
   * The class of whose objects a member of an unknown object is taken for, empty for most: where the template is right for every
   * object, and where the program writes the name of the class with another meaning in Paddle, and the template asks at run time
   * whether the object is of it. So it is for one of several that may be of that class, and otherwise needs no change.
   */
  ofAny(node, call, kind) {
    const [owner, parameter] = ASKED.get(node.attr) ?? [];
    const { args = [], keywords = [] } = call ?? {};
    const isUsual = args.length ? args.length === 1 && args[0].type !== "Starred" && !keywords.length : keywords.length === 1 && keywords[0].arg === parameter;
    if (!owner || this.uses.isMixed || !isUsual) {
      return [];
    }
    const rows = (this.knowledge.answer(`${owner}.${node.attr}`)?.ways ?? []).flatMap(({ rows, remarks }) => [...rows, ...remarks]);
    const tests = rows.filter((row) => row.when && isRightAnyway(row)).flatMap(({ when }) => when.flat());
    const classes = new Set(tests.filter(({ op }) => CLASS_OPS.has(op)).flatMap(({ value }) => value));
    if (kind === UNKNOWN) {
      return tests.length ? [owner] : [];
    }
    const options = optionsOf(kind);
    const others = options.filter((each) => ![...classes].some((path) => this.isA(each, path)));
    const isOne = kind.tag === "Either" && others.length < options.length;
    return isOne && others.length && others.every((each) => this.stays(each, node, call)) ? [owner] : [];
  }

  isA(kind, path) {
    return kind.tag === "Value" && this.names.isA(kind.type, path);
  }

  /** Whether a member of an object is written in Paddle as in torch. */
  stays(kind, node, call) {
    if (this.isOwn(kind, node.attr)) {
      return true;
    }
    const entries = this.owners(kind).map((owner) => this.names.member(owner, node.attr)).filter(Boolean);
    const answer = entries.map((entry) => this.knowledge.answer(entry.path)).find(Boolean);
    return Boolean(answer && this.decisionToStay(node, call, answer));
  }

  /**
   * How the text writes the objects of which it uses members that tell the class, by class.
   *
   * What a variable is, all its uses in its function tell (`body.js`); elsewhere the name may be that of another one.
   */
  get told() {
    if (!this.known) {
      const properties = [...this.names.tensorOnly].filter((name) => this.isProperty(name));
      const parts = [...this.having(properties)].filter((written) => /[^\p{L}\p{N}_]/u.test(written));
      this.known = new Map([
        [NORMALISING, this.having(STATISTICS)],
        [TENSOR, new Set(parts)],
      ]);
    }
    return this.known;
  }

  /** How the text writes the objects of which it uses one of these members, which its own classes do not have. */
  having(members) {
    const telling = new Set([...members].filter((name) => !this.inference.isOwnMember(name)));
    const found = this.uses.parsed.nodes.filter(({ type, attr }) => type === "Attribute" && telling.has(attr));
    return new Set(found.map(({ value }) => this.text.of(value)));
  }

  /** A member that no Module has but what was compiled: `torch.jit.script(net).save(path)`. */
  ofCompiled(node) {
    const entry = this.names.member(MODULE, node.attr) ? undefined : this.names.member(COMPILED, node.attr);
    const { values } = node.value.type === "Name" ? this.inference.reaching.some(node.value) : { values: [node.value] };
    const isCompiled = ({ type, func }) => type === "Call" && COMPILING.has(this.uses.references.path(func));
    return entry && values.length && values.every(isCompiled) ? entry : undefined;
  }

  /**
   * Whether an attribute belongs to an object of torch's own class, which becomes one of Paddle's. What is only known to be
   * some Module may be a layer of any class, the text's own among them.
   */
  isRecordedLayer([owner], node) {
    if (this.uses.isMixed || !owner || owner === TENSOR || owner === MODULE || node.attr.startsWith("__")) {
      return false;
    }
    if (owner === SHAPE.type && OF_SEQUENCES.has(node.attr)) {
      return false;
    }
    const answer = this.knowledge.answer(owner);
    return this.inference.kind(node.value).tag === "Value" && answer !== undefined && !answer.isMeasured;
  }

  /**
   * A member of what may be a Tensor; what would stay as it is if it were one, stays in any case. A method that is not called,
   * that no Tensor could be called with, or whose result no Tensor is, is taken for something else's: `options.std`,
   * `logger.log({})`, `x.mean().astype(int)`.
   */
  guess(node, call) {
    if (OF_IMAGES.has(node.attr) || (READ_ONLY.has(node.attr) && node.ctx !== "Load")) {
      return;
    }
    if (!call && this.isOfDtype(node)) {
      const path = `${DTYPE}.${node.attr}`;
      const told = `不能确定 \`${this.shown(node.value)}\` 是不是 PyTorch 的 dtype`;
      this.uses.add(node, path, VERDICTS.UNSURE, told, { answer: this.knowledge.answer(path), isGuess: true });
      return;
    }
    const api = `${TENSOR}.${node.attr}`;
    const answer = this.knowledge.answer(api);
    if (this.isProperty(node.attr) === (call !== null) || (call && !this.fits(node, call, answer))) {
      return;
    }
    const decision = answer ? this.decisionToStay(node, call, answer) : undefined;
    const reason = `不能确定 \`${this.shown(node.value)}\` 是不是 Tensor${decision ? "，是的也照抄" : ""}`;
    const isGuess = node.attr !== "sort" || this.uses.parent(call ?? node)?.type === "Expr";
    this.uses.add(call ?? node, api, decision ? VERDICTS.VERBATIM : VERDICTS.UNSURE, reason, { answer, isGuess, decision });
  }

  /** Whether a property that dtypes have is read of what may be the dtype of a Tensor, or of an array. */
  isOfDtype({ value, attr }) {
    const isRead = value.type === "Attribute" && value.attr === "dtype" && this.names.member(DTYPE, attr)?.kind === "property";
    return isRead && isOpen(this.inference.kind(value.value));
  }

  /** Whether a call may be one of a Tensor's method, by what it passes and what is read of its result. */
  fits(node, call, answer) {
    const entry = this.names.member(TENSOR, node.attr);
    const parent = this.uses.parent(call);
    const isRead = parent?.type === "Attribute" && entry && isTensor(entry.returned);
    if (isRead && ![TENSOR, MODULE].some((owner) => this.names.member(owner, parent.attr))) {
      return false; // `net.cuda().eval()` may be a Module's
    }
    if (call.args.some((each) => this.inference.kind(each) === BYTES)) {
      return false;
    }
    return !answer?.ways.some(({ signatures }) => signatures.length) || !bindWays(call, answer, this.inference).every(([, binding]) => binding.arguments.some((each) => this.isText(each)));
  }

  /** Whether a text is passed where a Tensor's method takes a number or a Tensor. */
  isText({ parameter, values }) {
    return NUMERIC.has(parameter.name) && values.some((value) => this.inference.kind(value) === STR);
  }

  isProperty(name) {
    return this.names.member(TENSOR, name)?.kind === "property";
  }

  /** The decision about a member of a Tensor that changes nothing in the text; undefined where it is another one. */
  decisionToStay(node, call, answer) {
    if (!call) {
      const decision = decideUncalled(answer, { member: this.uses.read(node, node.value) });
      const isSame = !decision.wraps.length && lastPart(decision.paddle) === node.attr;
      return isSame && node.ctx === "Load" && !isGradient(node) ? decision : undefined;
    }
    const decision = decide(call, answer, this.inference, { receiver: node.value, parent: this.uses.parsed.taking(call) });
    if (!decision.change || decision.change.then.length) {
      return undefined;
    }
    try {
      const edits = new Edits(this.text.source);
      const verdict = writeCall(call, decision.change, node.value, this.uses.parent(call), this.text, edits);
      return verdict === VERDICTS.VERBATIM || isOnlyGathered(call, decision.change) ? decision : undefined;
    } catch (error) {
      if (!(error instanceof NotWritable) && !(error instanceof NoExpression)) {
        throw error;
      }
      return undefined;
    }
  }
}

/** Whether all that a conversion does is to make one list of several arguments, which Paddle takes as they are as well. */
const isOnlyGathered = ({ keywords }, { way, names, templates, wraps, added, dropped }) =>
  way.isSpread && names.size === 1 && !templates.size && !wraps.length && !added.length && !dropped.size && !keywords.length;

/** Whether nothing at all is known of a value; a batch of a loader may be a Tensor, or hold some. */
const isOpen = (kind) => isBatch(kind) || (!["Value", "Object", "Name"].includes(kind.tag) && !isTensor(kind));

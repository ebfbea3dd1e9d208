// Calls of torch names: of functions, classes, methods, and of the objects of layers.

import { LinesAbove } from "../text/hoist.js";
import { PACKED, RECURRENT, unwrapped } from "../inference/call_kinds.js";
import { decide, decideLater, Decision, NO_CLASS, parametersOf, refusedLater, wrapsGiven } from "../rewriting/decide.js";
import { isExact, isTensor, MODULE, optionsOf, SEQUENTIAL, UNKNOWN } from "../knowledge/kinds.js";
import { lastPart } from "../knowledge/names.js";
import { pathOf } from "../facts/result_facts.js";
import { NotWritable, writeCall, writeResult, writeUpdate } from "../rewriting/rewrite.js";
import { VERDICTS } from "../site.js";
import { Edits } from "../text/spans.js";
import { CSR_DENSE, DENSE, PRODUCT, PRODUCTS, Sparse, TRANSPOSES } from "../facts/sparse.js";
import { constructions, isOfSuper, walk } from "../text/syntax.js";
import { NoExpression } from "../model/template.js";
import { WrittenNames } from "../facts/written_names.js";
import { Decider } from "./uses.js";
import { SecondOrders } from "./second_orders.js";
import { ViewedChanges } from "./viewed_changes.js";

const reminding = (decision, warnings) => (warnings.length ? { ...decision, warnings: [...decision.warnings, ...warnings] } : decision);

/** How many names are told. */
const SHOWN = 3;

/** Decides the calls of one text. */
export class CallUses extends Decider {
  constructor(uses) {
    super(uses);
    this.lines = new LinesAbove(uses.parsed, (node) => this.called(node), (node) => uses.isLeft(node));
    this.viewed = new ViewedChanges(this.inference);
    this.secondOrders = new SecondOrders(uses);
    this.constructions = new Map();
    this.sparse = new Sparse(uses.references, this.inference);
    this.writtenNames = new WrittenNames(this.inference, uses.parsed.nodes);
  }

  /** Decides a call of what is looked up by name in a module, by the API that takes the name; false for another. */
  lookedUp(node) {
    const found = this.uses.references.lookedUp(node.func);
    if (!found) {
      return false;
    }
    const [, api] = this.knowledge.lookups[this.uses.references.path(found.module)];
    this.decide(node, api, null, { passed: { ...node, args: [found.name, ...node.args] } });
    return true;
  }

  /**
   * Decides a call of what `getattr` takes from a module of torch by a name; false for another. It is converted where all names are
   * known, and their calls differ in nothing but the name.
   */
  named(node) {
    const found = this.uses.references.namedIn(node.func);
    if (!found) {
      return false;
    }
    const { module, name } = found;
    const [inModule, names] = [this.uses.references.path(module), this.writtenNames.of(name)];
    const made = names.map((each) => this.namedAs(node, inModule, each));
    const isAlike = made.length > 0 && made.every((each) => each && each.prefix === made[0]?.prefix && each.rest === made[0].rest);
    if (!isAlike) {
      const shown = names.slice(0, SHOWN).map((each) => `\`${each}\``).join("、");
      const what = names.length ? `${shown} 在 Paddle 中的写法不同` : "看不出可能是哪些名称";
      this.uses.add(module, inModule, VERDICTS.UNSURE, `按名称取得，${what}，请写成名称到 Paddle 的写法的字典，再按名称取出`);
      return true;
    }
    const [{ prefix, rest, answer, decision: first }] = made;
    const callee = made.length > 1 ? `getattr(${prefix}, ${this.text.of(name)})` : `${prefix}.${names[0]}`;
    const assumptions = [...new Set(made.flatMap(({ decision }) => decision.assumptions))];
    const told = (said, at) => (made.length === 1 ? said : `对 \`${names[at]}\`，${said}`);
    const warnings = made.flatMap(({ decision }, at) => decision.warnings.map((said) => told(said, at)));
    const decision = { ...first, assumptions, warnings };
    this.uses.write(node, `${callee}${rest}`, `${inModule}.${names[0]}`, VERDICTS.ARGUMENTS, { answer, decision });
    return true;
  }

  /** What a call becomes where the name is this one; undefined where it is not converted to one of the same. */
  namedAs(node, module, name) {
    const answer = this.knowledge.answer(`${module}.${name}`);
    if (!answer || answer.isMember || answer.helper) {
      return undefined;
    }
    const decision = decide(node, answer, this.inference, { receiver: null, parent: this.uses.parsed.taking(node) });
    const { change } = decision;
    if (!change || change.then.length || this.uses.forbidden(node)) {
      return undefined;
    }
    const { edits } = this.uses;
    const write = () => {
      writeCall(node, change, null, this.uses.parent(node), this.text, edits);
      return edits.text(node.start, node.end);
    };
    let written;
    try {
      written = edits.trial(write);
    } catch (error) {
      if (!(error instanceof NotWritable) && !(error instanceof NoExpression)) {
        throw error;
      }
      return undefined;
    }
    const { paddle } = change.way;
    const isOfName = lastPart(paddle) === name && written.startsWith(`${paddle}(`);
    const prefix = paddle.slice(0, paddle.lastIndexOf("."));
    return isOfName ? { answer, decision, prefix, rest: written.slice(paddle.length) } : undefined;
  }

  /**
   * Decides a call of a torch name, or of a method of `receiver`; `passed` is what it amounts to, if another, and `joint` the
   * answer for the methods of all classes of which `receiver` may be.
   */
  decide(node, path, receiver, { passed = node, joint } = {}) {
    const entry = this.names.find(path);
    const answer = joint ?? this.knowledge.answer(path);
    if (!answer) {
      this.uses.addUnrecorded(node, entry?.path ?? path);
      return;
    }
    const api = entry && receiver ? entry.path : path;
    this.secondOrders.note(node, api, receiver);
    if (answer.isMember && !receiver && (answer.byHand || !answer.ways.every((way) => way.isMissing))) {
      this.uses.add(node, api, VERDICTS.UNSURE, "以类名调用方法", { answer });
      return;
    }
    const refused = this.sparse.refused(node, api, receiver);
    if (refused) {
      const [first, ...rest] = [...(receiver ? [receiver] : []), ...node.args];
      const others = PRODUCTS.has(api) ? rest : TRANSPOSES.has(api) ? this.multiplied(node) : [];
      if (!(refused === first && this.densify(node, first, others))) {
        const reason = `\`${[...this.text.of(refused)].slice(0, 40).join("")}\` 是稀疏的，Paddle 在这里只接受稠密的，请先 \`to_dense()\``;
        this.uses.add(node, api, VERDICTS.REWRITE, reason, { answer });
        return;
      }
    }
    if ([PRODUCT, "torch.spmm"].includes(api) && node.args.length && this.sparse.isCsr(node.args[0])) {
      const reason = `\`${[...this.text.of(node.args[0])].slice(0, 40).join("")}\` 是 CSR 格式的，Paddle 没有它的 \`coalesce\`，请先 \`to_dense()\``;
      this.uses.add(node, api, VERDICTS.REWRITE, reason, { answer });
      return;
    }
    const taken = this.uses.takenByOthers(node, answer);
    if (taken) {
      this.uses.add(node, api, VERDICTS.REWRITE, taken, { answer });
      return;
    }
    const excluded = this.excluded(node, entry);
    let decision = decide(passed, answer, this.inference, { receiver, parent: this.uses.parsed.taking(node), excluded });
    if (!decision.change) {
      this.uses.add(node, api, decision.verdict, decision.reason, { answer });
      return;
    }
    const forbidden = this.uses.forbidden(node) || this.uses.kept(receiver);
    const edits = forbidden ? new Edits(this.text.source) : this.uses.edits;
    let verdict;
    try {
      if (decision.change.then.length) {
        const beside = this.beside(node, decision.change);
        if (beside.some((other) => this.isGiven(other, node))) {
          decision = { ...decision, change: { ...decision.change, then: [] } };
        } else if (beside.some((other) => this.sets(other))) {
          throw new NotWritable("同一段代码里另有一个也要这样设置的调用，后一个会代替前一个");
        }
      }
      verdict = writeCall(passed, decision.change, receiver, this.uses.parent(node), this.text, edits, this.lines);
    } catch (error) {
      if (!(error instanceof NotWritable) && !(error instanceof NoExpression)) {
        throw error;
      }
      this.uses.add(node, api, VERDICTS.REWRITE, error instanceof NotWritable ? error.message : "实参的写法太特殊，转写不了", { answer });
      return;
    }
    if (forbidden && verdict !== VERDICTS.VERBATIM) {
      this.uses.add(node, api, VERDICTS.REWRITE, forbidden, { answer });
      return;
    }
    this.uses.forget(decision.change);
    decision = reminding(decision, this.viewed.byCall(node, api, receiver));
    this.uses.add(node, api, verdict, "", { answer, paddle: decision.change.way.paddle, decision });
    this.secondOrders.noteConverted(node, api, decision.change, receiver);
  }

  /** Makes a sparse matrix that is multiplied with a dense one dense, where the record of such products allows it. */
  densify(node, matrix, others) {
    const answer = this.knowledge.answer(PRODUCT);
    if (!answer || others.length !== 1 || this.sparse.isSparse(others[0])) {
      return false;
    }
    const call = { type: "Call", func: { type: "Name", id: PRODUCT }, args: [matrix, ...others], keywords: [] };
    const decision = decide(call, answer, this.inference, {});
    if (decision.change) {
      const span = { start: matrix.end, end: matrix.end };
      this.uses.write(node, this.sparse.isCsr(matrix) ? CSR_DENSE : DENSE, PRODUCT, VERDICTS.ARGUMENTS, { span, answer, decision });
    }
    return Boolean(decision.change);
  }

  /** What the matrix that a call gives is multiplied with from the right, in a product of two. */
  multiplied(node) {
    const parent = this.uses.parent(node);
    if (parent.type === "BinOp" && parent.left === node && parent.op === "MatMult") {
      return [parent.right];
    }
    if (parent.type === "Call" && parent.args[0] === node) {
      return PRODUCTS.has(this.uses.references.path(parent.func)) ? parent.args.slice(1) : [];
    }
    const product = parent.type === "Attribute" && ["mm", "matmul"].includes(parent.attr) ? this.uses.parent(parent) : undefined;
    return product?.type === "Call" && product.func === parent ? product.args : [];
  }

  /**
   * Writes `x += y` as the method in place that does the same, as its record says; `otherwise` says why it may not stay, which is that
   * others see the Tensor change.
   */
  updated(node, path, otherwise = "") {
    const answer = this.knowledge.answer(path);
    const { target } = node;
    if (!answer) {
      this.uses.addUnrecorded(target, path);
      return;
    }
    const attr = lastPart(path);
    const call = { type: "Call", func: { type: "Attribute", value: target, attr }, args: [node.value], keywords: [] };
    const decided = decide(call, answer, this.inference, { receiver: target, parent: { type: "Expr", value: call } });
    const decision = reminding(decided, this.viewed.byUpdate(node, attr));
    let { reason } = decision;
    if (decision.change) {
      try {
        const written = writeUpdate(node, decision.change, attr, this.text, this.uses.edits);
        const paddle = decision.change.way.paddle;
        this.uses.write(target, written, path, VERDICTS.ARGUMENTS, { span: node, answer, paddle, decision });
        return;
      } catch (error) {
        if (!(error instanceof NotWritable)) {
          throw error;
        }
        reason = error.message;
      }
    }
    const why = reason ? `（${reason}）` : "";
    const seen = `它原位修改 \`${this.text.of(target)}\`，别处也用到这个 Tensor；Paddle 的只得到新的 Tensor`;
    this.uses.add(target, path, VERDICTS.REWRITE, (otherwise || seen) + why, { answer });
  }

  /**
   * Decides a class that one of the text derives from by the arguments that its constructor is passed; undefined where the text
   * does not show them. The call itself is written by `constructed`, once its arguments are.
   */
  derived(base, path, answer) {
    const parent = this.uses.parent(base);
    if (parent?.type !== "ClassDef" || path === MODULE) {
      return undefined;
    }
    const isOnly = parent.bases.length === 1 && parent.bases[0] === base;
    const calls = constructions(parent).filter((each) => (isOfSuper(each) ? isOnly : this.namesBase(each, path)));
    if (!calls.length) {
      return undefined;
    }
    const decisions = calls.map((call) => this.construction(call, path, answer));
    const left = decisions.find(({ paddle }) => !paddle);
    if (left) {
      calls.forEach((call) => this.constructions.delete(call));
      return left;
    }
    const [assumptions, warnings] = ["assumptions", "warnings"].map((key) => [...new Set(decisions.flatMap((each) => each[key]))]);
    return { ...decisions[0], assumptions, warnings };
  }

  /** Whether a call of a constructor names its class, and passes the object. */
  namesBase(call, path) {
    return this.uses.references.path(call.func.value) === path && call.args[0]?.type === "Name";
  }

  /** Decides one call of the constructor of a class that one of the text derives from. */
  construction(call, path, answer) {
    const passed = withoutObject(call);
    const decision = decide(passed, answer, this.inference, { receiver: null, parent: undefined });
    if (!decision.change) {
      return decision;
    }
    const { way } = decision.change;
    if (way.isNoClass || way.paddleIsMember) {
      return Decision(VERDICTS.REWRITE, NO_CLASS);
    }
    try {
      writeCall(passed, decision.change, null, undefined, this.text, new Edits(this.text.source));
    } catch (error) {
      if (!(error instanceof NotWritable) && !(error instanceof NoExpression)) {
        throw error;
      }
      return Decision(VERDICTS.REWRITE, error instanceof NotWritable ? error.message : "实参的写法太特殊，转写不了");
    }
    if (!isOfSuper(call) && !passed.args.length && !passed.keywords.length && decision.change.added.length) {
      return Decision(VERDICTS.REWRITE, "派生的类自己调用构造函数，要改写的不只是实参");
    }
    this.constructions.set(call, { path, answer, change: decision.change });
    return { ...decision, verdict: VERDICTS.RENAMED, paddle: way.paddle };
  }

  /** Writes the call of a constructor that a class of the text derives from, where that class is converted; false for another call. */
  constructed(node) {
    if (!this.constructions.has(node)) {
      return false;
    }
    const { path, answer, change } = this.constructions.get(node);
    if (!isOfSuper(node)) {
      const { paddle } = change.way;
      this.uses.write(node.func.value, paddle, path, VERDICTS.RENAMED, { answer, paddle });
    }
    const verdict = writeCall(withoutObject(node), change, null, undefined, this.text, this.uses.edits);
    if (verdict !== VERDICTS.VERBATIM) {
      this.uses.forget(change);
      this.uses.add(node, path, verdict, "", { answer, paddle: change.way.paddle });
    }
    return true;
  }

  /** A call of a recorded layer's object: keywords are those of its `forward`, and its record may tell of what it is passed. */
  layer(node) {
    const kind = unwrapped(this.inference.kind(node.func));
    const passed = [...node.args, ...node.keywords.map(({ value }) => value)].map((each) => this.inference.kind(each));
    const called = optionsOf(kind);
    const mayBePacked = isRecurrent(called) && passed.some((each) => optionsOf(each).includes(PACKED));
    if (mayBePacked || passed.includes(PACKED)) {
      this.packed(node, called);
      return;
    }
    if (this.uses.isMixed) {
      return;
    }
    const isOne = kind.tag === "Value" && kind.type !== SEQUENTIAL;
    if ((!isOne && this.wrapGiven(node, kind)) || kind.tag !== "Value" || !this.names.belongs(kind.type)) {
      return;
    }
    const answer = this.knowledge.answer(kind.type);
    if (!answer || answer.helper || kind.type === MODULE) {
      return; // of the project's own class, with its own names
    }
    const api = `${kind.type}.forward`;
    const named = node.keywords.map((keyword) => ({ keyword, name: Object.hasOwn(answer.forward, keyword.arg) ? answer.forward[keyword.arg] : null }));
    const changed = named.filter(({ keyword, name }) => name !== null && name !== keyword.arg);
    const forbidden = this.uses.forbidden(node);
    const parent = this.uses.parent(node);
    const forward = this.names.member(kind.type, "forward");
    const decision = decideLater(node, answer, forward?.signatures ?? [], this.inference, this.made(node.func, kind.type), parent);
    const wraps = decision?.wraps ?? [];
    if (decision && !wraps.length) {
      this.uses.add(node, api, decision.verdict, decision.reason, { answer });
    } else if (node.keywords.length && (named.some(({ name }) => name === null) || answer.byHand || answer.unproven)) {
      this.uses.add(node, api, VERDICTS.UNSURE, "以关键字调用这个层，参数名可能不同", { answer });
    } else if ((changed.length || wraps.length) && forbidden) {
      this.uses.add(node, api, VERDICTS.REWRITE, forbidden, { answer });
    } else if (changed.length || wraps.length) {
      changed.forEach(({ keyword, name }) => this.uses.edits.replace(keyword.start, keyword.start + keyword.arg.length, name));
      writeResult(node, wraps, parent, this.uses.edits);
      this.uses.add(node, api, VERDICTS.ARGUMENTS, "", { answer, paddle: `${answer.ways[0].paddle}.forward` });
    } else {
      const refused = refusedLater(node, answer, forward?.signatures ?? [], this.inference);
      const decision = Decision(VERDICTS.VERBATIM, "", { assumptions: [refused] });
      refused && this.uses.add(node, api, VERDICTS.VERBATIM, "", { answer, decision });
    }
  }

  /** Writes what becomes of the value that one of several layers gives, or the last in a sequence; false where nothing does. */
  wrapGiven(node, kind) {
    const parent = this.uses.parent(node);
    if (optionsOf(this.inference.kind(node)).some((each) => each.tag === "Value" && !isTensor(each))) {
      return false; // a tuple, as recurrent layers give
    }
    for (const path of givers(kind)) {
      const answer = this.knowledge.answer(path);
      const wraps = answer ? wrapsGiven(node, answer, this.inference, parent) : [];
      if (wraps.length) {
        const forbidden = this.uses.forbidden(node);
        if (!forbidden) {
          writeResult(node, wraps, parent, this.uses.edits);
        }
        const verdict = forbidden ? VERDICTS.REWRITE : VERDICTS.ARGUMENTS;
        this.uses.add(node, `${path}.forward`, verdict, forbidden, { answer, paddle: `${answer.ways[0].paddle}.forward` });
        return true;
      }
    }
    return false;
  }

  /** A call that is passed packed sequences: of a recurrent layer, or of what may be one. */
  packed(node, called) {
    const layers = called.filter(({ tag }) => tag === "Value").map(({ type }) => type);
    if (!this.uses.isMixed && isRecurrent(called)) {
      this.decide(node, `${layers.sort()[0]}.forward`, node.func);
    } else if (layers.length || called.includes(UNKNOWN)) {
      const reason = `不能确定 \`${this.text.of(node.func).slice(0, 40)}\` 是不是循环网络，它收到打包的序列`;
      this.uses.add(node, PACKED.type, VERDICTS.UNSURE, reason, { answer: this.knowledge.answer(PACKED.type) });
    }
  }

  /** The call that makes a layer of torch, where the text shows that it is that one. */
  made(layer, path) {
    const isPlace = layer.type === "Name" || layer.type === "Attribute";
    const [made, ...others] = isPlace ? this.inference.dtypes.values(layer) : [layer];
    return made?.type === "Call" && !others.length && pathOf(made.func, this.inference) === path ? made : undefined;
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
    const parent = this.uses.parent(node);
    switch (parent?.type) {
      case "BinOp": {
        const other = this.inference.kind(parent.left === node ? parent.right : parent.left);
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

  /** The other recorded calls in the statements beside one that get the object which it sets something of. */
  beside(node, change) {
    const names = new Set(change.then.map((template) => template.names[0]));
    const about = change.binding.arguments.filter(({ parameter }) => names.has(parameter.name)).map(({ value }) => this.text.of(value));
    const statement = this.inference.reaching.statement(node);
    const around = this.uses.parent(statement);
    const block = ["body", "orelse", "finalbody"].map((name) => around?.[name]).find((each) => Array.isArray(each) && each.includes(statement));
    const inside = (block ?? []).filter(({ body }) => !body).flatMap((other) => [...walk(other)]);
    const calls = inside.filter((other) => other.type === "Call" && other !== node);
    return calls.filter((other) => valuesOf(other).some((value) => about.includes(this.text.of(value))) && this.ways(other).length > 0);
  }

  ways({ func }) {
    return this.knowledge.answer(this.uses.references.path(func))?.ways ?? [];
  }

  /** Whether a call calls for a statement that sets something of an object. */
  sets(call) {
    return this.ways(call).some(({ rows }) => rows.some((row) => row.convert?.then));
  }

  /** Whether an argument of a call is what another one returns, or a list with it. */
  isGiven(call, other) {
    return valuesOf(call).some((value) => this.reaches(value, other, 2));
  }

  reaches(value, call, steps) {
    const found = [...walk(value)];
    const named = steps > 0 ? found.filter(({ type }) => type === "Name") : [];
    const bound = named.flatMap((name) => this.inference.reaching.some(name).values);
    return found.includes(call) || bound.some((each) => this.reaches(each, call, steps - 1));
  }
}

/** What is passed to a call, with or without a keyword. */
const valuesOf = ({ args, keywords }) => [...args, ...keywords.map(({ value }) => value)];

/** A call of a constructor, without the object that is passed where it is called by the name of its class. */
const withoutObject = (call) => (isOfSuper(call) ? call : { ...call, args: call.args.slice(1) });

/** The classes of torch one of whose objects gives what a call of a layer gives: in a sequence, the last. */
const givers = (kind) =>
  optionsOf(unwrapped(kind))
    .filter(({ tag }) => tag === "Value")
    .flatMap((each) => (each.type === SEQUENTIAL ? (isExact(each) ? each.items.slice(-1) : each.items).flatMap(givers) : [each.type]));

/** Whether what is called is surely a recurrent layer. */
const isRecurrent = (called) => called.length > 0 && called.every(({ tag, type }) => tag === "Value" && RECURRENT.has(type));

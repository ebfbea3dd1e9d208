// Functions of NumPy that are given Tensors: those that NumPy takes apart itself (`np.sqrt`) refuse Paddle's. Torch makes a Tensor of
// the result: of uint8 where these are truth values, of which Paddle's would be bool.

import { Accumulated } from "../facts/accumulated.js";
import { TRUTHS, UNIVERSAL } from "../knowledge/builtin_kinds.js";
import { isTensor, optionsOf, TENSOR, UNKNOWN } from "../knowledge/kinds.js";
import { parenthesised } from "../model/template.js";
import { VERDICTS } from "../site.js";
import { Decider } from "./uses.js";

const ARRAY = `${TENSOR}.numpy`;
const REFUSED = "NumPy 的这个函数不接受 Paddle 的 Tensor，请改用 Paddle 的函数，或先写 `.numpy()`";

/** Decides what the functions of NumPy in one text are given. */
export class ArrayUses extends Decider {
  constructor(uses) {
    super(uses);
    this.accumulated = new Accumulated(this.inference, this.text);
  }

  /**
   * Gives a function of single elements the arrays of Tensors, and of what is a number until Tensors are added. The result is a
   * Tensor again, but for truth values that are asked for nothing but the truth.
   */
  decide(node) {
    const kind = this.inference.kind(node.func);
    if (this.uses.isMixed || kind.tag !== "Name" || !UNIVERSAL.has(kind.path)) {
      return;
    }
    const answer = this.knowledge.answer(ARRAY);
    const written = node.args.map((each) => this.array(each, node.func));
    const others = node.args.filter((_, place) => !written[place]);
    if (others.length === written.length && !others.some((each) => this.mayBeTensor(each))) {
      return;
    }
    const isAsked = TRUTHS.has(kind.path) && this.isCondition(node);
    const isOpen = others.some((each) => this.mayBeTensor(each, UNKNOWN));
    const isLeft = node.args.some((each) => this.uses.isLeft(each));
    if (node.keywords.length || isOpen || isLeft || (TRUTHS.has(kind.path) && !isAsked)) {
      this.uses.add(node, ARRAY, VERDICTS.REWRITE, REFUSED, { answer });
      return;
    }
    const { edits } = this.uses;
    if (!(this.uses.forbidden(node) || this.uses.takenByOthers(node, answer))) {
      for (const [place, { start, end }] of node.args.entries()) {
        if (written[place]) {
          edits.replace(start, end, written[place]);
        }
      }
    }
    const text = edits.text(node.start, node.end);
    this.uses.write(node, isAsked ? text : `paddle.to_tensor(${text})`, ARRAY, VERDICTS.ARGUMENTS, { answer });
  }

  /** The array of an argument, as written; empty for one that is none that is known to be, or to become, a Tensor. */
  array(node, func) {
    const written = this.uses.edits.text(node.start, node.end);
    if (isTensor(this.inference.kind(node))) {
      return `${parenthesised(written)}.numpy()`;
    }
    const isAccumulated = func.type === "Attribute" && this.isAccumulated(node);
    return isAccumulated ? `${this.text.of(func.value)}.asarray(${written})` : "";
  }

  /** Whether Tensors may be added to what an expression is computed of: `total / count`. */
  isAccumulated(node) {
    const { type, left, right, operand } = node;
    if (type === "BinOp") {
      return this.isAccumulated(left) || this.isAccumulated(right);
    }
    return type === "UnaryOp" ? this.isAccumulated(operand) : Boolean(this.accumulated.within(node));
  }

  mayBeTensor(node, ...others) {
    return optionsOf(this.inference.kind(node)).some((each) => isTensor(each) || others.includes(each));
  }

  /** Whether a value is asked whether it is true, and nothing else. */
  isCondition(node) {
    const parent = this.uses.parent(node);
    if (parent?.type === "BoolOp" || (parent?.type === "UnaryOp" && parent.op === "Not")) {
      return this.isCondition(parent);
    }
    if (parent?.type === "comprehension") {
      return parent.ifs.includes(node);
    }
    if (parent?.type === "Call" && parent.func !== node) {
      return parent.func.type === "Name" && this.inference.kind(parent.func).path === "builtins.bool";
    }
    if (parent?.type === "Attribute" && ["any", "all"].includes(parent.attr)) {
      const call = this.uses.parent(parent);
      return call?.type === "Call" && !call.args.length && !call.keywords.length && this.isCondition(call);
    }
    return ["If", "While", "Assert", "IfExp"].includes(parent?.type) && parent.test === node;
  }
}

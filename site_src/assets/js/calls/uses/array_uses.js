// Functions of NumPy that are given Tensors: those that NumPy takes apart itself (`np.sqrt`) refuse Paddle's. Torch makes a Tensor of
// the result: of uint8 where these are truth values, of which Paddle's would be bool.

import { Accumulated } from "../facts/accumulated.js";
import { TRUTHS, UNIVERSAL } from "../knowledge/builtin_kinds.js";
import { isTensor, optionsOf, TENSOR, UNKNOWN } from "../knowledge/kinds.js";
import { parenthesised } from "../model/template.js";
import { Decision } from "../rewriting/decide.js";
import { VERDICTS } from "../site.js";
import { Decider } from "./uses.js";

const [ARRAY, FLOAT] = [`${TENSOR}.numpy`, `${TENSOR}.__float__`];
const REFUSED = "NumPy 的这个函数不接受 Paddle 的 Tensor，请改用 Paddle 的函数，或先写 `.numpy()`";

/** Decides what the functions of NumPy in one text are given. */
export class ArrayUses extends Decider {
  constructor(uses) {
    super(uses);
    this.accumulated = new Accumulated(this.inference, this.text);
  }

  /** Gives a function of single elements the array of a Tensor, or the float of what may still be a number. */
  decide(node) {
    const kind = this.inference.kind(node.func);
    if (this.uses.isMixed || kind.tag !== "Name" || !UNIVERSAL.has(kind.path)) {
      return;
    }
    if (!this.ofAccumulated(node) && node.args.some((each) => this.mayBeTensor(each))) {
      this.ofTensors(node, TRUTHS.has(kind.path));
    }
  }

  /** Decides a function of a number to which the text adds Tensors: `np.sqrt(total / count)`; false for another. */
  ofAccumulated(node) {
    const answer = this.knowledge.answer(FLOAT);
    if (!answer || node.args.length !== 1 || node.keywords.length) {
      return false;
    }
    const [value] = node.args;
    const place = this.accumulated.within(value);
    const ndims = place ? [...this.accumulated.ndims(place)] : [];
    if (!place || ndims.some((each) => each > 0)) {
      return false;
    }
    const isAssumed = ndims.some((each) => each !== 0);
    const assumptions = isAssumed ? [`假定 \`${this.text.of(place)}\` 是数或 0 维的 Tensor`] : [];
    const written = `float(${this.uses.edits.text(value.start, value.end)})`;
    this.uses.write(value, written, FLOAT, VERDICTS.ARGUMENTS, { answer, decision: Decision(VERDICTS.ARGUMENTS, "", { assumptions }) });
    return true;
  }

  mayBeTensor(node) {
    return optionsOf(this.inference.kind(node)).some(isTensor);
  }

  ofTensors(node, isTruth) {
    const answer = this.knowledge.answer(ARRAY);
    const tensors = node.args.filter((each) => isTensor(this.inference.kind(each)));
    const others = node.args.filter((each) => !tensors.includes(each)).flatMap((each) => optionsOf(this.inference.kind(each)));
    const isOpen = others.some((each) => each === UNKNOWN || isTensor(each));
    const isAsked = isTruth && this.isCondition(node);
    if (node.keywords.length || isOpen || isTruth !== isAsked || node.args.some((each) => this.uses.isLeft(each))) {
      this.uses.add(node, ARRAY, VERDICTS.REWRITE, REFUSED, { answer });
      return;
    }
    const { edits } = this.uses;
    if (!(this.uses.forbidden(node) || this.uses.takenByOthers(node, answer))) {
      for (const { start, end } of tensors) {
        edits.replace(start, end, `${parenthesised(edits.text(start, end))}.numpy()`);
      }
    }
    const written = edits.text(node.start, node.end);
    this.uses.write(node, isAsked ? written : `paddle.to_tensor(${written})`, ARRAY, VERDICTS.ARGUMENTS, { answer });
  }

  /** Whether a value is asked whether it is true, and nothing else. */
  isCondition(node) {
    const parent = this.uses.parent(node);
    if (parent?.type === "BoolOp" || (parent?.type === "UnaryOp" && parent.op === "Not")) {
      return this.isCondition(parent);
    }
    return ["If", "While", "Assert", "IfExp"].includes(parent?.type) && parent.test === node;
  }
}

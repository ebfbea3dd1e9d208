// Tensors of which Python makes numbers: `math.sqrt(x)`, `range(x)`, `'%d' % x`, `items[x]`, `[0] * x`. Torch takes any Tensor of
// one element, Paddle only one without dimensions; the records of `int(x)` and `float(x)` say so. A format specification
// (`f'{x:.2f}'`) takes none with dimensions in torch either.

import { ARRAY, NUMBERS } from "../knowledge/builtin_kinds.js";
import { Accumulated } from "../facts/accumulated.js";
import { decideUncalled, Decision } from "../rewriting/decide.js";
import { SEQUENTIAL, TENSOR, isTensor } from "../knowledge/kinds.js";
import { NotWritable, writeAttribute } from "../rewriting/rewrite.js";
import { VERDICTS } from "../site.js";
import { parenthesised } from "../model/template.js";
import { Decider } from "./uses.js";

/** The builtins whose call is the method of a Tensor with a record of its own. */
const CLASSES = new Set(["int", "float", "complex"]);
const [INT, FLOAT] = ["int", "float"].map((name) => `${TENSOR}.__${name}__`);
/** Functions each of whose arguments becomes a float. */
const OF_FLOATS = new Set([...NUMBERS.keys()].filter((name) => name.startsWith("math.") && !["math.dist", "math.fsum"].includes(name)));
/** Functions, and which of their arguments become integers, or in `numpy.arange` numbers: from which on, up to which. */
const OF_INTEGERS = new Map([
  ...["range", "chr", "hex", "oct", "bin"].map((name) => [`builtins.${name}`, []]),
  ...["random.randint", "random.randrange", "numpy.arange"].map((name) => [name, []]),
  ["random.sample", [1, 2]],
  ["numpy.linspace", [2, 3]],
]);
/** Functions whose first argument is a shape. */
const SHAPED = new Set(["zeros", "ones", "empty", "full"].map((name) => `numpy.${name}`));
const REPEATED = new Set(["str", "bytes", "list", "tuple"]);
/** What takes a Tensor for an index in torch, and none at all in Paddle. */
const LAYERS = new Set(["torch.nn.ModuleList", "torch.nn.ParameterList"]);
const INDEXED = new Set([...REPEATED, "range", "torch.Size", SEQUENTIAL, ...LAYERS]);
/** A field of a format in the style of C. */
const FIELD = /%(?<key>\(\w*\))?[-+ #0]*(?:\d+|(?<width>\*))?(?:\.(?:\d+|(?<precision>\*))?)?(?<kind>[a-zA-Z%])/g;
/** The kinds of a field that make no number of the value. */
const TEXTS = "srac";

/** Decides what makes numbers of Tensors in one text. */
export class NumberUses extends Decider {
  constructor(uses) {
    super(uses);
    this.accumulated = new Accumulated(this.inference, this.text);
  }

  /** Decides a call of a function of Python or NumPy that takes numbers. */
  decideCall(node) {
    const kind = this.inference.kind(node.func);
    if (this.uses.isMixed || kind.tag !== "Name") {
      return; // in a mixed text it may be a Tensor of Paddle
    }
    const name = kind.path.replace(/^builtins\./, "");
    if (CLASSES.has(name)) {
      this.converted(node, name);
    } else if (OF_FLOATS.has(kind.path)) {
      this.takeItems(node.args, FLOAT);
    } else if (OF_INTEGERS.has(kind.path)) {
      this.takeItems(node.args.slice(...OF_INTEGERS.get(kind.path)), INT);
    } else if (SHAPED.has(kind.path) && node.args.length) {
      const [shape] = node.args;
      this.takeItems(shape.type === "Tuple" || shape.type === "List" ? shape.elts : [shape], INT);
    }
  }

  /** Decides `'%d' % x` and `[0] * x`. */
  decideOperator({ type, left, op, right }) {
    if (this.uses.isMixed || type !== "BinOp") {
      return;
    }
    if (op === "Mod" && left.type === "Constant" && typeof left.value === "string") {
      this.takeItems(formatted(left.value, right.type === "Tuple" ? right.elts : [right]), FLOAT);
    } else if (op === "Mult") {
      for (const [repeated, number] of [
        [left, right],
        [right, left],
      ]) {
        if (REPEATED.has(this.inference.kind(repeated).type)) {
          this.takeItems([number], INT);
        }
      }
    }
  }

  /** Decides an index of what takes integers: a list, a sequence of layers; of an array, the ends of a slice. */
  decideIndex({ value, slice }) {
    const held = this.inference.kind(value).type;
    if (this.uses.isMixed) {
      return;
    }
    if (INDEXED.has(held) && slice.type !== "Slice") {
      this.takeItems([slice], INT, LAYERS.has(held));
    } else if (INDEXED.has(held) || held === ARRAY.type) {
      const slices = (slice.type === "Tuple" ? slice.elts : [slice]).filter(({ type }) => type === "Slice");
      this.takeItems(
        slices.flatMap(({ lower, upper, step }) => [lower, upper, step]).filter((end) => end),
        INT,
      );
    }
  }

  /**
   * Takes the element out of each Tensor that may have dimensions; where they are refused, out of any. The record of `api`, a
   * conversion to a number, says which Tensors Paddle makes no number of.
   */
  takeItems(numbers, api, isRefused = false) {
    const answer = this.knowledge.answer(api);
    for (const node of numbers) {
      if (!answer || node.type === "Starred") {
        continue;
      }
      if (!isTensor(this.inference.kind(node))) {
        this.takeIfTensor(node, api, answer);
        continue;
      }
      if (this.mayBeNumber(node)) {
        const reason = this.left(node);
        if (reason) {
          this.uses.add(node, api, VERDICTS.REWRITE, reason, { answer });
        }
      } else if (isRefused || decideUncalled(answer, { member: this.uses.read(node, node) }).wraps.length) {
        const written = `${parenthesised(this.uses.edits.text(node.start, node.end))}.item()`;
        this.uses.write(node, written, api, VERDICTS.ARGUMENTS, { answer });
      }
    }
  }

  /**
   * Takes the element out of what may still be a number, to which the text adds Tensors with dimensions; where it does not show
   * their dimensions, they are taken to have none.
   */
  takeIfTensor(node, api, answer) {
    const place = this.accumulated.within(node);
    const ndims = answer && place ? [...this.accumulated.ndims(place)] : [];
    if (ndims.every((each) => each === 0)) {
      return;
    }
    const shown = this.text.of(place);
    if (!ndims.some((each) => each > 0)) {
      const decision = Decision(VERDICTS.VERBATIM, "", { assumptions: [`假定 \`${shown}\` 是数或 0 维的 Tensor`] });
      this.uses.add(node, api, VERDICTS.VERBATIM, "", { answer, decision });
      return;
    }
    const { source } = this.text;
    const written = this.uses.edits.text(node.start, node.end);
    const either = `${parenthesised(written)}.item() if isinstance(${shown}, paddle.Tensor) else ${written}`;
    const isEnclosed = source[node.start - 1] === "(" && source[node.end] === ")";
    this.uses.write(node, isEnclosed ? either : `(${either})`, api, VERDICTS.ARGUMENTS, { answer });
  }

  /**
   * Whether an expression is a Tensor only if a parameter is one of which neither annotation nor use says so: other files may pass
   * a number for it. An attribute may be one where another statement of its class, or of a relative, sets it to one. `within` are the variables whose values are being looked at.
   */
  mayBeNumber(node, within = new Set()) {
    const { type, left, right, operand, body, orelse, value } = node;
    switch (type) {
      case "Name": {
        const values = within.has(node.id) ? [] : (this.inference.reaching.values(node) ?? []);
        const isBoundSo = values.some((each) => this.mayBeNumber(each, new Set([...within, node.id])));
        return this.inference.isOpen(node) || isBoundSo;
      }
      case "Attribute":
        return this.inference.isNumberToo(node);
      case "BinOp": {
        const tensors = [left, right].filter((each) => isTensor(this.inference.kind(each)));
        return tensors.length > 0 && tensors.every((each) => this.mayBeNumber(each, within));
      }
      case "UnaryOp":
        return this.mayBeNumber(operand, within);
      case "IfExp":
        return this.mayBeNumber(body, within) || this.mayBeNumber(orelse, within);
      case "Subscript":
        return this.mayBeNumber(value, within);
      default:
        return false;
    }
  }

  /** Why what may be a number is left for manual rewriting: this text passes a Tensor with dimensions for it. */
  left(node) {
    const passed = node.type === "Name" ? this.inference.passed(node) : [];
    const hasDimensions = passed.some((each) => this.inference.ndims.of(each) > 0);
    return hasDimensions ? `\`${this.text.of(node)}\` 有时是有维度的 Tensor，Paddle 只由 0 维的得到数，请先写 \`.item()\`` : "";
  }

  /** Decides the call of a class of numbers: which Tensors that takes is for a record to say. */
  converted(node, name) {
    const api = `${TENSOR}.__${name}__`;
    const answer = this.knowledge.answer(api);
    if (node.args.length === 1 && !isTensor(this.inference.kind(node.args[0]))) {
      this.takeIfTensor(node.args[0], api, answer);
      return;
    }
    if (node.args.length !== 1) {
      return;
    }
    const member = { start: node.start, end: node.end, value: node.args[0], attr: `__${name}__` };
    if (!answer) {
      this.uses.addUnrecorded(node, api);
      return;
    }
    const decision = decideUncalled(answer, { member: this.uses.read(node, member.value) });
    let verdict = decision.paddle ? VERDICTS.VERBATIM : decision.verdict;
    let { reason } = decision;
    if (this.mayBeNumber(member.value)) {
      if (decision.wraps.length && this.left(member.value)) {
        reason = this.left(member.value);
        verdict = VERDICTS.REWRITE;
      }
    } else if (decision.wraps.length) {
      reason = this.uses.forbidden(node);
      try {
        if (!reason) {
          writeAttribute(member, decision.wraps, "", this.uses.parent(node), this.text, this.uses.edits);
        }
      } catch (error) {
        if (!(error instanceof NotWritable)) {
          throw error;
        }
        reason = error.message;
      }
      verdict = reason ? VERDICTS.REWRITE : VERDICTS.ARGUMENTS;
    }
    this.uses.add(node, api, verdict, reason, { answer, decision });
  }
}

/** The values of which a format makes numbers; none of one with keys, or with other than so many fields. */
const formatted = (text, values) => {
  const fields = [...text.matchAll(FIELD)].map(({ groups }) => groups);
  const kinds = fields.flatMap(({ width, precision, kind }) => [...[width, precision].filter((each) => each).map(() => "d"), ...(kind === "%" ? [] : [kind])]);
  const isFitting = fields.every(({ key }) => key === undefined) && kinds.length === values.length;
  return isFitting ? values.filter((_, index) => !TEXTS.includes(kinds[index])) : [];
};

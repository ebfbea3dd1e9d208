// Operators on Tensors: Paddle's convert no dtype of another class, `+=` makes another Tensor, and `//` a dimension.

import { Decision, decide } from "../rewriting/decide.js";
import { CLASSES, REAL, rank } from "../inference/dtypes.js";
import { BOOL, FLOAT, INT, MODULE, PARAMETERS, SEQUENTIAL, TENSOR, UNKNOWN, isNumber, isTensor, optionsOf } from "../knowledge/kinds.js";
import { lastPart, ownerOf } from "../knowledge/names.js";
import { madeDtype } from "../knowledge/knowledge.js";
import { ORIGINS } from "../inference/origins.js";
import { DATASET, isSurelyChanged, namedTypes, pathOf } from "../facts/result_facts.js";
import { Sharing } from "../facts/sharing.js";
import { isGradient, isUnrecorded } from "../facts/view_changes.js";
import { VERDICTS } from "../site.js";
import { UPDATE } from "../text/reaching.js";
import { isPlace, walk } from "../text/syntax.js";
import { parenthesised } from "../model/template.js";
import { Decider } from "./uses.js";
import { FLOATS } from "../model/when.js";

/** The method of a Tensor whose record answers an operator. */
const METHODS = new Map(
  Object.entries({
    Add: "add",
    Sub: "sub",
    Mult: "mul",
    Div: "div",
    FloorDiv: "floor_divide",
    Mod: "remainder",
    Pow: "pow",
    MatMult: "matmul",
    BitAnd: "bitwise_and",
    BitOr: "bitwise_or",
    BitXor: "bitwise_xor",
    Eq: "eq",
    NotEq: "ne",
    Lt: "lt",
    LtE: "le",
    Gt: "gt",
    GtE: "ge",
  }),
);
/** The bits of integers, which are int64 where no more is known; those of the same width that differ promote to a wider one. */
const WIDTHS = { uint8: 8, int8: 8, int16: 16, int32: 32, int64: 64, [CLASSES.INT]: 64 };
/** The bits of real floats; those of which no more is known are most often float32. */
const FLOAT_WIDTHS = { float16: 16, bfloat16: 16, float32: 32, [REAL]: 32, float64: 64 };
/** The dtypes of floats that `* 1.0` makes of no integers. */
const OTHER_FLOATS = new Set([...FLOATS].filter((each) => each !== "float32"));
/** The dtypes to which integers of any width may be cast beside them. */
const AS_HIGH = new Set(["int64", CLASSES.INT, ...FLOATS, REAL, CLASSES.FLOAT]);
const HALF = new Set(["float16", "bfloat16"]);
/** Whether a number is written out that half precision of either kind holds exactly: to 8 bits, in the range of float16. */
const isExact = ({ type, value }) => {
  if (type !== "Constant" || !["number", "bigint"].includes(typeof value)) {
    return false;
  }
  const size = Math.abs(Number(value));
  const exponent = size ? Math.floor(Math.log2(size)) : 0;
  return Number.isInteger((size / 2 ** exponent) * 128) && exponent >= -14 && exponent <= 15;
};
const WHOLE = new Set([CLASSES.BOOL, CLASSES.INT]);
const ARITHMETIC = new Set(["Add", "Sub", "Mult", "FloorDiv", "Mod", "Pow"]);
const BITWISE = new Set(["BitAnd", "BitOr", "BitXor"]);
// The kinds of numbers that bitwise operators take.
const BITS = new Set([INT, BOOL]);
const ON_THE_RIGHT = "Paddle 的位运算不接受右边的数，请先把它存进变量";
const BLOCKS = ["body", "orelse", "finalbody"];
const BY_IDENTITY = new Set(["Is", "IsNot", "In", "NotIn"]);
/** Containers of which torch extends one by `+=`, and Paddle has no such operator. */
const DATASETS = [DATASET, "torchvision.datasets.VisionDataset"];
const EXTENDED = new Set([SEQUENTIAL, "torch.nn.ParameterList"]);
/** The operators, by what torch calls them. */
const SYMBOLS = new Map([
  ["bitwise_and", "&"],
  ["bitwise_or", "|"],
  ["bitwise_xor", "^"],
]);

/** The place whose dtype an operand has: its own, or of a target that is a part of one, that of the whole. */
const typedBy = (node, isTarget) => {
  if (isPlace(node)) {
    return node;
  }
  return isTarget && node.type === "Subscript" && isPlace(node.value) ? node.value : undefined;
};

/** Decides the operators of one text between Tensors of which it shows what sets Paddle apart. */
export class OperatorUses extends Decider {
  constructor(uses, calls) {
    super(uses);
    Object.assign(this, { calls, dtypes: this.inference.dtypes, sharing: new Sharing(this.inference) });
  }

  /** Decides one operator; most are the same in Paddle, and no use. */
  decide(node) {
    if (this.uses.isMixed) {
      return;
    }
    const held = this.inference.kind(node.type === "BinOp" ? node.left : (node.target ?? node)).type;
    if (node.type === "BinOp" && node.op === "Add" && held === SEQUENTIAL) {
      const written = `paddle.nn.Sequential(*${this.written(node.left)}, *${this.written(node.right)})`;
      this.uses.write(node, written, SEQUENTIAL, VERDICTS.ARGUMENTS, { answer: this.knowledge.answer(SEQUENTIAL) });
    } else if (node.op === "Add" && this.joining(node.left ?? node.target, node.right ?? node.value)) {
      const [first, second] = [node.left ?? node.target, node.right ?? node.value];
      const paddle = this.joining(first, second);
      const written = `${paddle}([${this.written(first)}, ${this.written(second)}])`;
      if (node.type === "BinOp") {
        this.uses.write(node, written, DATASET, VERDICTS.ARGUMENTS, { paddle });
      } else {
        const { start, end } = node;
        this.uses.write(first, `${this.written(first)} = ${written}`, DATASET, VERDICTS.ARGUMENTS, { span: { start, end }, paddle });
      }
    } else if (node.type === "AugAssign" && node.op === "Add" && EXTENDED.has(held)) {
      this.calls.updated(node, `${held}.extend`, `Paddle 的 \`${lastPart(held)}\` 没有 \`+=\``);
    } else if (node.type === "BinOp") {
      if (!this.makeDefault(node)) {
        this.between(node, node.left, node.op, node.right);
      }
      this.tellHalf(node);
      if (this.gainsDimension(node.left, node.op, node.right)) {
        this.write(node, node, `(${this.written(node)}).reshape([])`, METHODS.get(node.op));
      } else if (node.op === "Div" && isTensor(this.inference.kind(node.right)) && this.isOverwritten(node)) {
        this.write(node, node, `(${this.written(node)}).clone()`, METHODS.get(node.op));
      }
    } else if (node.type === "Compare" && node.ops.length === 1) {
      this.compareTypes(node.left, node.comparators[0]);
      this.compareTypes(node.comparators[0], node.left);
      this.between(node, node.left, node.ops[0], node.comparators[0]);
    } else if (node.type === "AugAssign") {
      this.update(node);
    }
  }

  /** Writes dtypes for the names of classes that the type of a Tensor is compared with. */
  compareTypes(asked, wanted) {
    if (asked.type !== "Call" || !this.uses.isConverted(asked)) {
      return;
    }
    for (const [node, path] of namedTypes(wanted, this.names)) {
      const answer = this.knowledge.answer(path);
      const dtype = madeDtype(answer) ?? "";
      const decision = Decision(VERDICTS.RENAMED, "", { assumptions: ["假定这个 Tensor 在 CPU 上"] });
      this.uses.write(node, dtype, path, VERDICTS.RENAMED, { answer, paddle: dtype, decision });
    }
  }

  /** The class of Paddle that joins datasets, which torch does by `+`; empty for all else. */
  joining(left, right) {
    return this.joined(left) || (this.inference.kind(left) === UNKNOWN ? this.joined(right) : "");
  }

  /** The class of Paddle that joins a dataset with another; empty for all else. */
  joined(node) {
    if (node.type === "BinOp") {
      return node.op === "Add" ? this.joined(node.left) : "";
    }
    const kind = this.inference.kind(node);
    const own = this.inference.torchBases(kind);
    const bases = own.length ? own : kind.tag === "Value" ? [kind.type] : [];
    const isOne = (each) => bases.some((base) => this.names.isA(base, each));
    if (!DATASETS.some(isOne) || (own.length && this.inference.defines(kind, "__add__"))) {
      return "";
    }
    return `paddle.io.${isOne(`${ownerOf(DATASET)}.IterableDataset`) ? "Chain" : "Concat"}Dataset`;
  }

  /** Writes what changes the Tensor itself where torch's `+=` does for others to see: Paddle's makes another one. */
  update(node) {
    const { target, op, value } = node;
    const isWritten = this.written(target) !== this.text.of(target); // for `.data` already
    const mayBeNumber = this.mayBeNumber(node);
    const isKnown = isTensor(this.inference.kind(target)) && !mayBeNumber;
    const name = METHODS.get(op);
    const isChanged = !isWritten && name !== undefined && op !== "MatMult"; // `@=` makes another one in torch, too
    const isKept = isChanged && (this.sharing.isState(node) || this.isParameter(target));
    const mayBeMethod = isChanged && this.isTensor(target) && !isKept && !mayBeNumber;
    const isMethod = mayBeMethod && this.sharing.isSeen(node) && !this.isRate(target);
    const isData = isKept || (isChanged && !isMethod && this.hasGradient(node));
    const [mine, given] = [target, value].map((each) => this.dtypes.exact(each));
    const [low, high] = [value, target].map((each) => this.dtypes.classOf(each));
    if (isMethod && given !== null && high !== undefined) {
      this.calls.updated(node, `${TENSOR}.${name}_`); // the method's record converts it
      return;
    }
    if (isKnown && rank(low) < rank(high) && low !== CLASSES.FLOAT) {
      this.between(value, target, op, value);
    }
    if (!isChanged) {
      return;
    }
    if (WIDTHS[mine] && WIDTHS[given] && mine !== given) {
      this.writeCast(value, `${name}_`, value, mine); // integers keep the width of the target
    } else if (isKnown && isPlace(target) && !this.isElement(target) && this.isWider(value, target)) {
      const span = this.enclosed(value);
      this.write(value, span, `${parenthesised(this.written(span))}.astype(${this.written(target)}.dtype)`, `${name}_`);
    }
    if (isData) {
      this.write(target, { start: target.end, end: target.end }, ".data", `${name}_`);
    } else if (isMethod) {
      this.calls.updated(node, `${TENSOR}.${name}_`);
    } else if (BITWISE.has(op) && BITS.has(this.inference.kind(value)) && typedBy(target, true)) {
      this.between(value, target, op, value);
    } else if (!this.isElement(target) && this.gainsDimension(target, op, value)) {
      const number = value.type === "Constant" ? this.written(value) : parenthesised(this.written(value));
      const place = this.written(target);
      this.write(target, node, `${place} = (${place} // ${number}).reshape([])`, name);
    }
  }

  /** Whether Paddle makes wider floats of a target than torch, which keeps its dtype; those without dimensions widen nothing. */
  isWider(value, target) {
    const [mine, given] = [target, value].map((each) => FLOAT_WIDTHS[this.dtypes.of(each)] ?? 0);
    return mine > 0 && given > mine && this.inference.ndims.of(value) !== 0;
  }

  /**
   * Converts integers to the default dtype that the text sets, where torch computes floats: Paddle computes float32 of them, whatever
   * the default. Tells whether it did.
   */
  makeDefault(node) {
    const operands = [node.left, node.right];
    const integers = operands.filter((each) => WHOLE.has(this.dtypes.classOf(each)));
    const numbers = operands.map((each) => this.inference.kind(each)).filter(isNumber);
    const isFloat = node.op === "Div" || (ARITHMETIC.has(node.op) && numbers.length === 1 && numbers[0] === FLOAT);
    if (!isFloat || !integers.length || integers.length + numbers.length < 2 || !this.inference.changesDefaultDtype) {
      return false;
    }
    for (const each of integers) {
      const span = this.enclosed(each);
      const written = `${parenthesised(this.written(span))}.astype(paddle.get_default_dtype())`;
      this.write(node, span, written, METHODS.get(node.op));
    }
    return true;
  }

  /** Tells what the record of a method says of a half-precision Tensor and a number that it may not hold exactly. */
  tellHalf(node) {
    const { left, right, op } = node;
    const isTurned = op === "Mult" && isNumber(this.inference.kind(left));
    const [tensor, number] = isTurned ? [right, left] : [left, right];
    if (!["Mult", "Div"].includes(op) || !HALF.has(this.dtypes.of(tensor)) || isExact(number) || !isNumber(this.inference.kind(number))) {
      return;
    }
    const api = `${TENSOR}.${METHODS.get(op)}`;
    const answer = this.knowledge.answer(api);
    if (!answer || this.uses.isLeft(node)) {
      return;
    }
    const func = { type: "Attribute", value: tensor, attr: METHODS.get(op), ctx: "Load" };
    const { assumptions } = decide({ type: "Call", func, args: [number], keywords: [] }, answer, this.inference, { receiver: tensor, parent: node });
    if (assumptions.length) {
      this.uses.add(node, api, VERDICTS.VERBATIM, "", { answer, decision: Decision(VERDICTS.VERBATIM, "", { assumptions }) });
    }
  }

  /** Whether a target is no place of its own, as an element of a Tensor is none, which keeps its shape. */
  isElement(target) {
    return !isPlace(target) || (target.type === "Subscript" && isTensor(this.inference.kind(target.value)));
  }

  /** Whether Paddle gives a dimension to what torch gives none: `//` of a 0-d Tensor and a number. */
  gainsDimension(left, op, right) {
    const numbers = [left, right].filter((each) => isNumber(this.inference.kind(each)));
    const tensors = [left, right].filter((each) => this.inference.ndims.of(each) === 0);
    return op === "FloorDiv" && numbers.length === 1 && tensors.length === 1;
  }

  /**
   * Whether a variable holds what an operator gives and the text changes that in place, but by `+=`: Paddle keeps a quotient by a
   * Tensor for the gradient, and raises where it was changed.
   */
  isOverwritten(node) {
    const { type, targets } = this.uses.parent(node);
    if (type !== "Assign" || targets.length !== 1 || targets[0].type !== "Name") {
      return false;
    }
    const { reaching, gradients } = this.inference;
    const isChanged = reaching.changes(targets[0]).some(({ by }) => by !== UPDATE);
    const hasGradient = !isUnrecorded(node, this.inference) && gradients.anyOf([node]) !== false;
    return isChanged && hasGradient && isSurelyChanged(node, this.inference);
  }

  /** Whether a target is a Tensor, or another augmented assignment that runs as well shows that it is. */
  isTensor(target) {
    const { reaching, displays } = this.inference;
    const kind = this.inference.kind(target);
    if (kind !== UNKNOWN || target.type !== "Name") {
      return isTensor(kind);
    }
    const { parents } = this.uses.parsed;
    const around = reaching.around(target);
    const isIn = (block, inner) => Array.isArray(block) && block.includes(inner);
    const blocks = around.slice(1).flatMap((outer, index) => BLOCKS.map((field) => outer[field]).filter((block) => isIn(block, around[index])));
    const places = displays.variables.everywhere(target);
    return places.some((each) => {
      const update = parents.get(each);
      const isUpdate = update.type === "AugAssign" && each.ctx === "Store" && isTensor(this.inference.kind(each));
      return isUpdate && blocks.some((block) => block.includes(update)) && reaching.isBeside(target, each);
    });
  }

  /**
   * Whether a variable, an item or an attribute may hold a number yet, to which Tensors are added. An item that is one of several in a
   * loop, or unpacked, counts only where each is a number.
   */
  mayBeNumber(node) {
    const { target } = node;
    const { reaching } = this.inference;
    const isName = target.type === "Name";
    const values = isName ? reaching.some(target).values : [target];
    const held = values.flatMap((each) => this.sharing.itemsAt(each) ?? [each === target ? node : each]);
    if (isName && (isNumber(this.inference.kind(node)) || reaching.isUnbound(target))) {
      held.push(node);
    }
    return held.some((each) => optionsOf(this.inference.kind(each)).some(isNumber));
  }

  /** Whether a variable is another name of a number, or of what is reckoned of one alone: `kept = 1 - p`. */
  isRate(node, names = new Set()) {
    if (node.type === "Name") {
      const { values } = this.inference.reaching.some(node);
      const seen = new Set([...names, node.id]);
      return !names.has(node.id) && values.length > 0 && values.every((each) => this.isRate(each, seen));
    }
    if (node.type === "BinOp") {
      const kinds = [node.left, node.right].map((each) => this.inference.kind(each));
      return !kinds.some(isTensor) && kinds.some((kind) => kind === INT || kind === FLOAT);
    }
    return [INT, FLOAT].includes(this.inference.kind(node));
  }

  /**
   * Whether a place holds a parameter: a layer's, in whose place Paddle takes no other Tensor, or one with gradients. Torch
   * changes these only where gradients are off, and there Paddle's `+=` makes a Tensor without gradients.
   */
  isParameter(target) {
    const { type, attr, value } = target;
    const isItem = type === "Subscript" && isUnrecorded(target, this.inference);
    const values = type === "Name" || type === "Attribute" ? this.dtypes.values(target) : isItem ? this.sharing.itemsOf(value) : [];
    if (values.length && values.every((each) => this.isLeaf(each))) {
      return true;
    }
    if (type !== "Attribute" || !["weight", "bias"].includes(attr)) {
      return false;
    }
    const held = optionsOf(this.inference.kind(value));
    return held.every((each) => each.tag === "Value" && each.type !== MODULE && this.names.isA(each.type, MODULE));
  }

  /**
   * Whether the gradient of a place is read that is changed where none are recorded: a parameter. Of an item or an attribute, the
   * statements beside the one that changes it read it.
   */
  hasGradient(node) {
    const { target } = node;
    const { reaching, displays } = this.inference;
    const { parents } = this.uses.parsed;
    if (!isUnrecorded(target, this.inference)) {
      return false;
    }
    const places = target.type === "Name" ? displays.variables.everywhere(target).filter((each) => reaching.isBeside(target, each)) : [];
    const items = target.type === "Name" ? [] : [...walk(parents.get(node))].filter(isGradient).map(({ value }) => value);
    const reads = [...places.filter((each) => isGradient(parents.get(each))), ...items.filter((each) => this.text.of(each) === this.text.of(target))];
    return reads.some((each) => this.inference.kind(each).tag !== "Object");
  }

  /** Whether an expression makes a parameter, or a Tensor that gradients are asked of. */
  isLeaf({ type, func, args, keywords }) {
    if (type !== "Call") {
      return false;
    }
    if (func.type === "Attribute" && func.attr === "requires_grad_" && !args.length && !keywords.length) {
      return true;
    }
    const asks = keywords.some(({ arg, value }) => arg === "requires_grad" && value.type === "Constant" && value.value === true);
    return asks || PARAMETERS.has(pathOf(func, this.inference));
  }

  between(node, left, op, right) {
    const name = METHODS.get(op);
    const { sparse } = this.calls;
    if (!BY_IDENTITY.has(op) && (sparse.isSparse(left) || sparse.isSparse(right))) {
      if (name !== "matmul" || sparse.isSparse(right) || !this.calls.densify(node, left, [right])) {
        this.add(node, name ?? "add", VERDICTS.REWRITE, "稀疏的 Tensor 在 Paddle 中不能这样运算，请先 `to_dense()`");
      }
      return;
    }
    if (name !== undefined && BITWISE.has(op) && this.isWidened(right, left)) {
      this.writeCast(node, name, right, "int64");
    }
    if (name === undefined || !isTensor(this.inference.kind(left))) {
      return;
    }
    const kind = this.inference.kind(right);
    if (BITWISE.has(op) && BITS.has(kind)) {
      this.makeTensor(node, name, left, right);
    } else if (isTensor(kind) && BITWISE.has(op)) {
      this.convertBits(node, name, left, right);
    } else if (isTensor(kind)) {
      this.convertLower(node, op, left, right);
    }
  }

  /** Whether torch makes int64 of truth values beside a number, which Paddle makes truth values of. */
  isWidened(truths, number) {
    return this.inference.kind(number) === INT && this.dtypes.of(truths) === "bool";
  }

  /**
   * Writes `x ^ 1` with a Tensor for the number, which Paddle takes on the left alone; there, where `x` is no place, unless a call
   * gives the number, which comes after `x`.
   */
  makeTensor(node, name, left, right) {
    const number = this.written(right);
    const isWidened = this.isWidened(left, right);
    const place = typedBy(left, node === right);
    if (place && !isWidened) {
      const isOpen = this.inference.kind(right) === INT && !this.dtypes.of(left) && node !== right;
      const assumption = isOpen ? `假定 \`${this.text.of(left)}\` 的 dtype 不为 \`bool\`` : undefined;
      this.write(node, right, `paddle.to_tensor(${number}, dtype=${this.written(place)}.dtype)`, name, assumption);
      return;
    }
    if ([...walk(right)].some(({ type }) => type === "Call" || type === "NamedExpr")) {
      this.add(node, name, VERDICTS.REWRITE, ON_THE_RIGHT);
      return;
    }
    const first = ["Constant", "Name", "Attribute"].includes(right.type) ? number : parenthesised(number);
    const span = this.enclosed(left);
    const operand = `${parenthesised(this.written(span))}${isWidened ? ".astype('int64')" : ""}`;
    const { end } = this.enclosed(right);
    this.write(node, { start: span.start, end }, `${first} ${SYMBOLS.get(name)} ${operand}`, name);
  }

  /** Converts the operand of the lower class, where both are known, or the lower one and how it relates to the other. */
  convertLower(node, op, left, right) {
    const name = METHODS.get(op);
    const [mine, theirs] = [this.dtypes.classOf(left), this.dtypes.classOf(right)];
    if (mine === theirs) {
      const likely = [left, right].map((each) => this.inference.likelyDtypes.classOf(each));
      if (mine === undefined && likely.includes(CLASSES.INT) && likely.includes(CLASSES.FLOAT)) {
        this.makeFloat(node, name, ...(likely[0] === CLASSES.INT ? [left, right] : [right, left]));
      } else {
        this.convertNarrower(node, name, left, right);
      }
      return;
    }
    const [lower, other] = rank(mine) < rank(theirs) ? [left, right] : [right, left];
    const [low, high] = rank(mine) < rank(theirs) ? [mine, theirs] : [theirs, mine];
    if (high === CLASSES.FLOAT && [left, right].some((each) => this.inference.ndims.of(each) === 0)) {
      return; // Paddle converts these, too
    }
    if (low === CLASSES.FLOAT) {
      this.makeFloat(node, name, other, lower);
      return;
    }
    const isOpen = low === CLASSES.INT && high === undefined;
    const isExact = low === CLASSES.BOOL; // what is cast has to be of that very dtype, which may be any
    const place = high === undefined ? this.dtypes.place(other, isExact) : isPlace(other) ? other : undefined;
    const isLikely = isOpen && !place && this.inference.likelyDtypes.classOf(other) === CLASSES.FLOAT;
    if (isOpen && !isLikely && !(place && this.takesDtype(lower, op, place))) {
      return;
    }
    const span = this.enclosed(lower);
    const operand = parenthesised(this.written(span));
    if (place) {
      const assumption = isOpen ? `假定 \`${this.text.of(place)}\` 是浮点或 int64 的` : undefined;
      this.write(node, span, `${operand}.astype(${this.written(place)}.dtype)`, name, assumption);
    } else if (this.dtypes.exact(other) !== null) {
      this.write(node, span, `${operand}.astype('${this.dtypes.exact(other)}')`, name);
    } else if (high === CLASSES.FLOAT || isLikely) {
      const said = [...this.text.of(other)].slice(0, 40).join("");
      const assumption = `假定 \`${said}\` ${isLikely ? "是浮点的，" : ""}不是半精度的`;
      this.write(node, span, `${operand}.astype('float32')`, name, assumption);
    } else {
      const reason = "两边的 dtype 不是一类，Paddle 不转换，请先把 bool 的一边用 `astype` 转换成另一边的 dtype";
      this.add(node, name, VERDICTS.REWRITE, reason);
    }
  }

  /** Converts truth values beside integers, and the narrower of two integers. */
  convertBits(node, name, left, right) {
    const dtypes = [left, right].map((each) => this.dtypes.exact(each));
    if (!dtypes.includes("bool") || dtypes[0] === dtypes[1]) {
      this.convertNarrower(node, name, left, right);
      return;
    }
    const [truths, integers] = dtypes[0] === "bool" ? [left, dtypes[1]] : [right, dtypes[0]];
    if (integers !== null) {
      this.writeCast(node, name, truths, integers);
    }
  }

  writeCast(node, name, operand, dtype) {
    const span = this.enclosed(operand);
    this.write(node, span, `${parenthesised(this.written(span))}.astype('${dtype}')`, name);
  }

  /** Converts the narrower of two integers, which Paddle does not promote either. */
  convertNarrower(node, name, left, right) {
    const [mine, theirs] = [left, right].map((each) => WIDTHS[this.dtypes.of(each)] ?? 0);
    if (!mine || !theirs || mine === theirs) {
      return;
    }
    const [narrower, wider] = mine < theirs ? [left, right] : [right, left];
    if (this.inference.ndims.of(wider) === 0 && this.inference.ndims.of(narrower) !== 0) {
      this.writeCast(node, name, wider, this.dtypes.of(narrower)); // which widens nothing
    } else {
      this.writeCast(node, name, narrower, `int${Math.max(mine, theirs)}`);
    }
  }

  /**
   * Makes a float of what a caller passes, or of what is computed of it, beside floats: where the text passes integers, or the
   * floats are made of numbers. These are positions and times, and so is often what is passed then.
   */
  makeFloat(node, name, operand, factor) {
    if (this.inference.ndims.of(operand) === 0) {
      return; // which Paddle converts
    }
    const { origins } = this.inference;
    const passed = operand.type === "Name" ? this.inference.passed(operand) : [];
    const isPassed = passed.some((each) => WHOLE.has(this.dtypes.classOf(each)));
    const isInteger = isPassed || WHOLE.has(this.inference.likelyDtypes.classOf(operand));
    if (isInteger || (origins.of(operand) === ORIGINS.CALLER && origins.of(factor) === ORIGINS.NUMBERS)) {
      const span = this.enclosed(operand);
      const isFloat = this.dtypes.classOf(factor) === CLASSES.FLOAT;
      const assumption = isFloat ? undefined : `假定 \`${[...this.text.of(factor)].slice(0, 40).join("")}\` 是浮点的`;
      const isWide = isPlace(factor) && OTHER_FLOATS.has(this.inference.likelyDtypes.of(factor));
      const written = parenthesised(this.written(span));
      this.write(node, span, isWide ? `${written}.astype(${this.written(factor)}.dtype)` : `(${written} * 1.0)`, name, assumption);
    }
  }

  /**
   * Whether integers may be cast to the unknown dtype of a place: it is divided by them, divides them, they are made from it, or
   * it is a parameter to which the text passes such a dtype.
   */
  takesDtype(integers, op, place) {
    const values = integers.type === "Name" ? (this.inference.reaching.values(integers) ?? []) : [integers];
    return (
      op === "Div" ||
      values.some((each) => this.isMethodOf(each, this.text.of(place))) ||
      AS_HIGH.has(this.inference.likelyDtypes.of(place))
    );
  }

  /** Whether a method of a place, or of what is computed from it, gives a value: `(x - y).long()` of `x`. */
  isMethodOf({ type, func }, place) {
    return type === "Call" && func.type === "Attribute" && [...walk(func.value)].some((each) => this.text.of(each) === place);
  }

  write(node, { start, end }, written, name, assumption) {
    const api = `${TENSOR}.${name}`;
    const decision = assumption && Decision(VERDICTS.ARGUMENTS, "", { assumptions: [assumption] });
    const answer = this.uses.knowledge.answer(api);
    this.uses.write(node, written, api, VERDICTS.ARGUMENTS, { span: { start, end }, answer, decision });
  }

  add(node, name, verdict, reason) {
    const api = `${TENSOR}.${name}`;
    this.uses.add(node, api, verdict, reason, { answer: this.uses.knowledge.answer(api) });
  }

  /** The range of an operand with the parentheses around it, which the tree leaves out. */
  enclosed({ start, end }) {
    const { source } = this.text;
    return source[start - 1] === "(" && source[end] === ")" ? { start: start - 1, end: end + 1 } : { start, end };
  }

  written({ start, end }) {
    return this.uses.edits.text(start, end);
  }
}

// Operators between Tensors: Paddle's convert no dtype of another class, and `+=` makes another Tensor.

import { Decision } from "./decide.js";
import { CLASSES, rank } from "./dtypes.js";
import { BOOL, INT, TENSOR, isTensor } from "./kinds.js";
import { VERDICTS } from "./site.js";
import { walk } from "./syntax.js";
import { parenthesised } from "./template.js";

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
const BITWISE = new Set(["BitAnd", "BitOr", "BitXor"]);
const FUNCTIONS = new Set(["FunctionDef", "AsyncFunctionDef"]);
const SCOPES = new Set([...FUNCTIONS, "Lambda", "ClassDef", "Module"]);
const LOOPS = new Set(["For", "AsyncFor", "While"]);

/** Decides the operators of one text between Tensors of which it shows what sets Paddle apart. */
export class OperatorUses {
  constructor(uses) {
    const { text, inference } = uses;
    Object.assign(this, { uses, text, inference, variables: inference.displays.variables, dtypes: inference.dtypes });
  }

  /** Decides one operator; most are the same in Paddle, and no use. */
  decide(node) {
    if (this.uses.isMixed) {
      return;
    }
    if (node.type === "BinOp") {
      this.between(node, node.left, node.op, node.right);
    } else if (node.type === "Compare" && node.ops.length === 1) {
      this.between(node, node.left, node.ops[0], node.comparators[0]);
    } else if (node.type === "AugAssign" && isTensor(this.inference.kind(node.target))) {
      const { target, op, value } = node;
      if (target.type === "Name" && this.changesForOthers(target)) {
        const reason = `在 Paddle 中只使 \`${target.id}\` 指向新的 Tensor，传入的 Tensor 不变`;
        this.add(target, `${METHODS.get(op) ?? "add"}_`, VERDICTS.REWRITE, reason);
      } else if (rank(this.dtypes.classOf(value)) < rank(this.dtypes.classOf(target))) {
        this.between(value, target, op, value);
      }
    }
  }

  between(node, left, op, right) {
    const name = METHODS.get(op);
    if (name === undefined || !isTensor(this.inference.kind(left))) {
      return;
    }
    const kind = this.inference.kind(right);
    if (BITWISE.has(op) && (kind === INT || kind === BOOL) && right.type === "Constant") {
      this.makeTensor(node, name, left, right);
    } else if (isTensor(kind) && !BITWISE.has(op)) {
      this.convertLower(node, name, left, right);
    }
  }

  /** Writes `x ^ 1` with a Tensor for the number, which Paddle does not take on the right. */
  makeTensor(node, name, left, right) {
    if (isPlace(left)) {
      this.write(node, right, `paddle.to_tensor(${this.written(right)}, dtype=${this.written(left)}.dtype)`, name);
    } else {
      this.add(node, name, VERDICTS.REWRITE, "Paddle 的右边不能是数，请写成同样 dtype 的 Tensor");
    }
  }

  /** Converts the operand of the lower class, where both are known, or one is of truth values. */
  convertLower(node, name, left, right) {
    const [mine, theirs] = [this.dtypes.classOf(left), this.dtypes.classOf(right)];
    if (mine === theirs) {
      return;
    }
    const [lower, other] = rank(mine) < rank(theirs) ? [left, right] : [right, left];
    const [low, high] = rank(mine) < rank(theirs) ? [mine, theirs] : [theirs, mine];
    if (low === CLASSES.FLOAT || (low === CLASSES.INT && high === undefined)) {
      return;
    }
    const span = this.enclosed(lower);
    const operand = parenthesised(this.written(span));
    if (isPlace(other)) {
      this.write(node, span, `${operand}.astype(${this.written(other)}.dtype)`, name);
    } else if (this.dtypes.exact(other) !== null) {
      this.write(node, span, `${operand}.astype('${this.dtypes.exact(other)}')`, name);
    } else if (high === CLASSES.FLOAT) {
      const assumption = `假定 \`${[...this.text.of(other)].slice(0, 40).join("")}\` 不是半精度的`;
      this.write(node, span, `${operand}.astype('float32')`, name, assumption);
    } else {
      const reason = "两边的 dtype 不是一类，Paddle 不转换，请先把 bool 的一边用 `astype` 转换成另一边的 dtype";
      this.add(node, name, VERDICTS.REWRITE, reason);
    }
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

  /** Whether a variable that the text never reads is a parameter: then `+=` is for the sake of the caller. */
  changesForOthers(target) {
    const { parents } = this.variables;
    let scope = parents.get(target);
    while (!SCOPES.has(scope.type)) {
      scope = parents.get(scope);
    }
    if (!FUNCTIONS.has(scope.type)) {
      return false;
    }
    const { posonlyargs, args, kwonlyargs } = scope.args;
    const names = [...walk(scope)].filter(({ type, id }) => type === "Name" && id === target.id);
    const isRead = names.some((name) => name.ctx === "Load" && this.text.line(name.start) > this.text.line(target.start));
    return (
      [...posonlyargs, ...args, ...kwonlyargs].some(({ arg }) => arg === target.id) &&
      names.every((name) => name.ctx !== "Store" || parents.get(name).type === "AugAssign") &&
      !isRead &&
      !isInLoop(target, parents)
    );
  }
}

/** Whether a loop runs a node again, whose reads before it come after it then. */
const isInLoop = (node, parents) => {
  for (let each = parents.get(node); !FUNCTIONS.has(each.type); each = parents.get(each)) {
    if (LOOPS.has(each.type)) {
      return true;
    }
  }
  return false;
};

/** Whether an expression is a variable or an attribute, which may be evaluated twice. */
const isPlace = (node) => (node.type === "Attribute" ? isPlace(node.value) : node.type === "Name");

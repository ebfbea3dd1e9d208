// Indices of what holds layers or parameters: Paddle takes those of a `Sequential` for names, and counts from 0.

import { MODULE, SEQUENTIAL, UNKNOWN, optionsOf } from "../knowledge/kinds.js";
import { VERDICTS } from "../site.js";
import { isPlace } from "../text/syntax.js";
import { Decider } from "./uses.js";

const PARAMETER_LIST = "torch.nn.ParameterList";
const SETS_LAST = "以负的下标赋值时，Paddle 的 `Sequential` 不替换，而是在末尾另加一层，请先把它存进变量，写成 `net[len(net) - 1] = …`";
const DELETES =
  "Paddle 的 `Sequential` 以下标为名称，删除一层之后也不重新编号，" +
  "请写成 `layers = list(net)`、`del layers[i]`、`net._sub_layers.clear()` 与 `net.extend(layers)`";
const FROM_END = "Paddle 的 `ParameterList` 不接受负的下标，请先把它存进变量，写成 `params[len(params) - 1]`";

/** Decides the indices of one text's layers that Paddle reads otherwise. */
export class LayerIndices extends Decider {
  /** Decides one index; whether it is of layers or parameters, and decided. */
  decide(node) {
    const { ctx, value, slice } = node;
    if (ctx === "Del" && this.deletesLayers(node)) {
      this.delete(node);
      return true;
    }
    const isSet = ctx === "Store";
    if (isSet && this.areNamed() && this.isSequential(this.inference.kind(value)) && isPlace(value)) {
      this.writeIndex(node, `list(${this.written(value)}._sub_layers)[${this.written(slice)}]`);
      return true;
    }
    if (!isNegative(slice)) {
      return false;
    }
    if (isSet && (this.isNetwork(value) || this.isSetToLayer(node))) {
      this.countFromStart(node, SEQUENTIAL, SETS_LAST);
      return true;
    }
    if (this.isA(this.inference.kind(value), PARAMETER_LIST)) {
      this.countFromStart(node, PARAMETER_LIST, FROM_END);
      return true;
    }
    return false;
  }

  /** Whether the text gives names of its own to the layers of a `Sequential`. */
  areNamed() {
    const kindOf = (node) => this.inference.kind(node);
    const isOne = ({ type, func, args }) => {
      if (type !== "Call") {
        return false;
      }
      const isAdding = func.type === "Attribute" && (func.attr === "add_module" || func.attr === "register_module");
      const isNamed = args.length === 1 && !isAdding && this.uses.references.path(func) === SEQUENTIAL;
      return isAdding ? this.isSequential(kindOf(func.value)) : isNamed && kindOf(args[0]).type === "dict";
    };
    this.hasNamed ??= this.uses.parsed.nodes.some(isOne);
    return this.hasNamed;
  }

  /** Whether layers of a `Sequential` are deleted, or of what may be one or a list of layers. */
  deletesLayers({ value, slice }) {
    const isOpen = this.isNetwork(value) || this.isInModel(value);
    return this.isSequential(this.inference.kind(value)) || (isOpen && this.left(slice).length > 0);
  }

  /** Whether an expression is a `Sequential`, or a layer that may be one. */
  isNetwork(node) {
    const kind = this.inference.kind(node);
    return kind.type === MODULE || optionsOf(kind).some((each) => this.isSequential(each));
  }

  /** Whether a value is a `Sequential`, or of a class of the text that derives from it. */
  isSequential(kind) {
    const isOwn = this.inference.torchBases(kind).some((base) => this.names.isA(base, SEQUENTIAL));
    const sets = ["__setitem__", "__delitem__"].some((name) => this.inference.defines(kind, name));
    return this.isA(kind, SEQUENTIAL) || (isOwn && !sets);
  }

  /** Whether an expression is a part of a model of the library: `vgg11().classifier`. */
  isInModel(node) {
    if ((node.type !== "Attribute" && node.type !== "Subscript") || this.inference.kind(node) !== UNKNOWN) {
      return false;
    }
    const { type } = this.inference.kind(node.value);
    return (type !== undefined && this.knowledge.isModel(type)) || this.isInModel(node.value);
  }

  /** Whether something of unknown kind is set to a layer at an index. */
  isSetToLayer(node) {
    const parent = this.uses.parent(node);
    const isOpen = this.inference.kind(node.value) === UNKNOWN;
    return isOpen && parent.type === "Assign" && this.isLayer(this.inference.kind(parent.value));
  }

  /** Whether a value is an object of a class of torch, or of one of torch's that derives from it. */
  isA(kind, path) {
    return kind.tag === "Value" && this.names.isA(kind.type, path);
  }

  /** Writes the deletion of layers as what leaves the others, numbered anew. */
  delete(node) {
    const [statement, answer] = [this.uses.parent(node), this.knowledge.answer(SEQUENTIAL)];
    const [held, left] = [this.written(node.value), this.left(node.slice)];
    if (statement.type !== "Delete" || statement.targets.length > 1 || !left.length || !isPlace(node.value)) {
      this.uses.add(node, SEQUENTIAL, VERDICTS.REWRITE, DELETES, { answer });
      return;
    }
    const parts = left.map((part) => `*list(${held})[${part}]`).join(", ");
    const isPopped = left[0] === ":-1" && left.length === 1 && !this.areNamed();
    const kept = `${held}._sub_layers = paddle.nn.Sequential(${parts})._sub_layers`;
    const written = isPopped ? `${held}._sub_layers.popitem()` : kept;
    this.uses.write(node, written, SEQUENTIAL, VERDICTS.ARGUMENTS, { span: statement, answer });
  }

  /** The slices of the layers that stay when those of an index are deleted; none if it does not tell. */
  left({ type, lower, upper, step, value, op, operand }) {
    if (type === "Slice" && !step && !lower !== !upper) {
      return [lower ? `:${this.written(lower)}` : `${this.written(upper)}:`];
    }
    if (type === "Constant" && typeof value === "bigint") {
      return value === 0n ? ["1:"] : [`:${value}`, `${value + 1n}:`];
    }
    if (isNegative({ type, op, operand })) {
      return operand.value === 1n ? [":-1"] : [`:-${operand.value}`, `${1n - operand.value}:`];
    }
    return [];
  }

  /** Writes `net[-1]` as `net[len(net) - 1]`, which is right for a list, too. */
  countFromStart(node, api, reason) {
    if (!isPlace(node.value)) {
      this.uses.add(node, api, VERDICTS.REWRITE, reason, { answer: this.knowledge.answer(api) });
      return;
    }
    const place = this.uses.text.of(node.slice).replace(/^-/, "").trim();
    this.writeIndex(node, `len(${this.written(node.value)}) - ${place}`, api);
  }

  writeIndex(node, written, api = SEQUENTIAL) {
    const span = { start: node.slice.start, end: node.slice.end };
    this.uses.write(node, written, api, VERDICTS.ARGUMENTS, { span, answer: this.knowledge.answer(api) });
  }

  written({ start, end }) {
    return this.uses.edits.text(start, end);
  }
}

const isNegative = ({ type, op, operand }) => type === "UnaryOp" && op === "USub" && typeof operand.value === "bigint";

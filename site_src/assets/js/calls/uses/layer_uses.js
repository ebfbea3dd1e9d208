// The classes of a text that derive from torch's layers, where Paddle's construct or call them otherwise.

import { Decision } from "../rewriting/decide.js";
import { MODULE, ObjectOf, SEQUENTIAL, UNKNOWN, isNumber, isTensor, optionsOf } from "../knowledge/kinds.js";
import { VERDICTS } from "../site.js";
import { enclosing, isConstruction, isOfSuper, walk } from "../text/syntax.js";
import { Decider } from "./uses.js";

/** Methods that torch's layers call for a class to override. */
const CALLED_BY_LAYERS = new Set(
  "_load_from_state_dict _save_to_state_dict get_extra_state set_extra_state _conv_forward _check_input_dim".split(" "),
);

/** Methods that Paddle's layers call and torch's do not have: a class that has its own under one of these names breaks them. */
const CALLED_BY_PADDLE = new Set("_build_once _state_dict_impl _to_impl _transform named_sublayers set_state_dict".split(" "));

/** Methods of Paddle's layers, not of torch's: read in the place of a layer or Tensor that is set as an attribute of the name. */
const ONLY_PADDLE = new Set([
  ...CALLED_BY_PADDLE,
  ..."add_sublayer astype backward create_parameter create_tensor float16 full full_name sublayers".split(" "),
]);

/** Private members of torch's layers that code uses, and Paddle's do not have. */
const ONLY_TORCH = new Set(
  (
    "_backward_hooks _call_impl _forward_hooks _is_full_backward_hook _load_state_dict_pre_hooks _named_members " +
    "_register_load_state_dict_pre_hook _register_state_dict_hook _state_dict_pre_hooks"
  ).split(" "),
);

/** Where the classes of Paddle are that are no layers in the place of torchvision's, which are. */
const TRANSFORMS = "paddle.vision.transforms.";

/** What stands for a container of layers where transforms are in it. */
const LISTED = new Map([
  [SEQUENTIAL, "改用 `paddle.vision.transforms.Compose([…])`"],
  ["torch.nn.ModuleList", "改用普通的列表"],
  ["torch.nn.ModuleDict", "改用普通的字典"],
]);

/** Methods that put layers into a container. */
const ADDING = new Set(["add_module", "append", "extend", "insert", "register_module", "update"]);

/** The layers of Paddle that call `reset_parameters` as torch's do. */
const RESETTING = new Set(["paddle.compat.nn.Linear"]);

const RENUMBERED =
  "取 `Sequential` 的切片时，PyTorch 保留各层原来的名称，Paddle 从 0 重新编号，`state_dict` 的键因此不同；" +
  "要保留的写成 `paddle.nn.Sequential(OrderedDict(list(net.named_children())[2:]))`";
/** Members of a layer that give or take the names of its layers. */
const NAMING = new Set("state_dict load_state_dict named_buffers named_children named_modules named_parameters".split(" "));

/** Decides the methods of one text's own layers, and what makes layers of theirs. */
export class LayerUses extends Decider {
  constructor(uses, indices) {
    super(uses);
    Object.assign(this, { indices, written: new Set() });
  }

  /** Decides a method of a class. */
  decide(node) {
    const parent = this.uses.parent(node);
    if (this.uses.isMixed || parent?.type !== "ClassDef" || !parent.bases.length) {
      return;
    }
    if (node.name === "__init__" && node.args.args.length) {
      this.decideConstructor(node, node.args.args[0].arg);
      return;
    }
    const bases = parent.bases.map((base) => this.uses.references.path(base)).filter(Boolean);
    const path = node.name === "forward" && bases.find((base) => this.isTransform(base));
    if (path) {
      const reason = "Paddle 的变换不是网络层，不调用 `forward`，重写它没有作用：改为重写 `_apply_image`";
      this.uses.add(node, path, VERDICTS.REWRITE, reason, { answer: this.knowledge.answer(path) });
      return;
    }
    const isReset = node.name === "reset_parameters" && bases.some((path) => this.resets(path));
    if (CALLED_BY_LAYERS.has(node.name) || isReset) {
      this.uses.add(node, `${MODULE}.${node.name}`, VERDICTS.REWRITE, "Paddle 的层不调用它，重写它没有作用");
    } else if (CALLED_BY_PADDLE.has(node.name) && parent.bases.some((base) => this.isLayerClass(base))) {
      const reason = `Paddle 的层自己也有 \`${node.name}\`，会调用重写的：换一个名称`;
      this.uses.add(node, MODULE, VERDICTS.REWRITE, reason, { answer: this.knowledge.answer(MODULE) });
    }
  }

  /** Leaves an attribute of a layer to a person that Paddle's layers do not have, or keep where it is not read again. */
  decideAttribute(node) {
    if (this.uses.isMixed) {
      return;
    }
    const path = node.attr === "forward" && this.transform(this.inference.kind(node.value));
    if (path) {
      const reason = "Paddle 的变换不是网络层，没有 `forward`，直接调用它";
      this.uses.add(node, path, VERDICTS.REWRITE, reason, { answer: this.knowledge.answer(path) });
    }
    if (!this.inference.isModule(this.inference.kind(node.value))) {
      return;
    }
    const isSet = node.ctx === "Store";
    const reason = isSet ? this.unkept(node) : this.unknown(node);
    const number = isSet && !reason && this.number(node);
    if (reason) {
      this.uses.add(node, MODULE, VERDICTS.REWRITE, reason, { answer: this.knowledge.answer(MODULE) });
    } else if (number) {
      this.writeNumber(node, number);
    }
  }

  /** Leaves a container of layers with transforms in it to a person: Paddle's are no layers. */
  decideCall(node) {
    if (this.uses.isMixed) {
      return;
    }
    const { func, args } = node;
    const isAdding = func.type === "Attribute" && ADDING.has(func.attr);
    const path = isAdding ? this.inference.kind(func.value).type : this.uses.references.path(func);
    if (!LISTED.has(path)) {
      return;
    }
    const put = (isAdding ? args : [node]).flatMap((each) => optionsOf(this.inference.kind(each)));
    const kinds = [...put, ...put.flatMap(({ items }) => items ?? []).flatMap((item) => optionsOf(item))];
    if (kinds.some((kind) => this.transform(kind))) {
      const reason = `其中有 torchvision 的变换，Paddle 的变换不是网络层，写入时报错：${LISTED.get(path)}`;
      this.uses.add(node, path, VERDICTS.REWRITE, reason, { answer: this.knowledge.answer(path) });
    }
  }

  /** Reminds of the names of the layers that a slice of a `Sequential` takes, unless nothing can see them. */
  decideSlice(node) {
    const { value, slice, ctx } = node;
    const isNetwork = this.inference.kind(value).type === SEQUENTIAL && ctx === "Load";
    if (this.uses.isMixed || !isNetwork || slice.type !== "Slice") {
      return;
    }
    const isFromStart = !slice.step && (!slice.lower || isZero(slice.lower));
    if ((!isFromStart || this.indices.areNamed()) && this.showsNames(node)) {
      const decision = Decision(VERDICTS.VERBATIM, "", { warnings: [RENUMBERED] });
      this.uses.add(node, SEQUENTIAL, VERDICTS.VERBATIM, "", { answer: this.knowledge.answer(SEQUENTIAL), decision });
    }
  }

  /** Whether the names of the layers inside may be seen: it is not just called, or iterated over. */
  showsNames(node) {
    const parent = this.uses.parent(node);
    switch (parent?.type) {
      case "Attribute":
        return NAMING.has(parent.attr);
      case "Call": {
        const kind = this.inference.kind(parent.func);
        return parent.func !== node && !(kind.tag === "Name" && kind.path.startsWith("builtins."));
      }
      case "Starred":
      case "Subscript":
        return false;
      case "For":
      case "comprehension":
        return parent.iter !== node;
      default:
        return true;
    }
  }

  /** The class of torchvision of an object for which Paddle's counterpart is no layer; else empty. */
  transform(kind) {
    return kind.tag === "Value" && this.isTransform(kind.type) ? kind.type : "";
  }

  isTransform(path) {
    return Boolean(this.knowledge.answer(path)?.ways.some(({ paddle }) => paddle?.startsWith(TRANSFORMS)));
  }

  /** Why a layer or Tensor that is set as an attribute is not read again: Paddle keeps it as a sublayer or buffer. */
  unkept(node) {
    const [name, kind] = [node.attr, this.inference.kind(node)];
    if (isTensor(kind) && this.inference.isSetInBody(this.inference.kind(node.value), name)) {
      return (
        `类里也写了 \`${name}\`，Paddle 的层把 Tensor 存为缓冲区，读到的仍是类里的那一个：` +
        `把类里的移到 \`__init__\` 中，写成 \`self.${name} = …\``
      );
    }
    const mayBeKept = isTensor(kind) || this.isLayer(kind) || (kind === UNKNOWN && name.startsWith("_"));
    return ONLY_PADDLE.has(name) && mayBeKept ? `Paddle 的层自己有 \`${name}\` 这个方法，存进去的层或 Tensor 读不到：换一个名称` : "";
  }

  /**
   * The number that an attribute of a layer is set to, which other code sets to a Tensor; undefined for all else. Paddle keeps the
   * Tensor as a buffer, to which no number is assigned. `__init__` sets what is none yet, and what is deleted may be set to anything.
   */
  number(node) {
    const method = enclosing(node, this.uses.parsed.parents, ({ type }) => type === "FunctionDef");
    const isFirst = method?.name === "__init__" && isOwn(node, method);
    const value = isFirst ? undefined : setValue(node, this.uses);
    const isOne = value && isNumber(this.inference.kind(value)) && !this.isPlace(node, ({ ctx }) => ctx === "Del");
    const setsTensor = (each) => each.ctx === "Store" && isTensor(this.inference.kind(each)); // `self.loss += x.mean()` too
    return isOne && (this.isPlace(node, setsTensor) || this.inference.isTensorToo(node)) ? value : undefined;
  }

  /** Whether the text has another place of an attribute, of a variable of the same kind, of which something holds. */
  isPlace(node, holds) {
    const held = this.inference.kind(node.value);
    const isOne = (each) => each.type === "Attribute" && each.attr === node.attr && each.value.type === "Name";
    return this.uses.parsed.nodes.some((each) => isOne(each) && this.inference.kind(each.value) === held && holds(each));
  }

  /** Writes a Tensor for the number that an attribute is set to, once where several are. */
  writeNumber(node, span) {
    if (!this.written.has(span)) {
      this.written.add(span);
      const written = `paddle.to_tensor(${this.uses.edits.text(span.start, span.end)})`;
      this.uses.write(node, written, MODULE, VERDICTS.ARGUMENTS, { span, answer: this.knowledge.answer(MODULE) });
    }
  }

  /** Why a member is not known that torch's layers have, where the class does not have its own. */
  unknown(node) {
    return ONLY_TORCH.has(node.attr) && this.inference.kind(node) === UNKNOWN ? `Paddle 的层没有 \`${node.attr}\`` : "";
  }

  isLayerClass(node) {
    const [kind, path] = [this.inference.kind(node), this.uses.references.path(node)];
    const isOwn = kind.tag === "Defined" && this.isLayer(ObjectOf(kind.position));
    return isOwn || Boolean(path && this.names.isA(path, MODULE));
  }

  /** Whether a class of torch calls `reset_parameters`, which Paddle's in its place does not. */
  resets(path) {
    const isCalled = this.knowledge.answer(path)?.ways.some(({ paddle }) => RESETTING.has(paddle));
    return Boolean(this.names.member(path, "reset_parameters")) && !isCalled;
  }

  /** Leaves the Tensors to a person that are set as attributes before `super().__init__`: Paddle's layers keep them as buffers. */
  decideConstructor(node, own) {
    const within = [...walk(node)];
    const constructed = Math.min(...within.filter((each) => constructs(each, own)).map((each) => each.start));
    for (const each of within) {
      const isOwn = each.type === "Attribute" && each.ctx === "Store" && each.value.type === "Name" && each.value.id === own;
      if (
        isOwn &&
        constructed < Infinity &&
        each.start < constructed &&
        isTensor(this.inference.kind(each)) &&
        this.inference.isModule(this.inference.kind(each.value))
      ) {
        const reason = "Paddle 中先要调用 `super().__init__()`，才能把 Tensor 存进属性，否则报错";
        this.uses.add(each, `${MODULE}.__init__`, VERDICTS.REWRITE, reason);
      }
    }
  }
}

const isZero = ({ type, value }) => type === "Constant" && (value === 0n || value === 0 || value === false);

/** Whether a node is a call of `super().__init__`, or of a base's by its name. */
const constructs = (node, own) =>
  isConstruction(node) && (isOfSuper(node) || (node.args[0]?.type === "Name" && node.args[0].id === own));

/** Whether an attribute is one of the object of the method around it. */
const isOwn = ({ value }, { args }) => value.type === "Name" && value.id === args.args[0]?.arg;

/** The expression that a place is set to; undefined where it is no single one. */
const setValue = (node, uses) => {
  const parent = uses.parent(node);
  if (parent.type === "Assign" || parent.type === "AnnAssign") {
    return parent.value ?? undefined;
  }
  const values = parent.type === "Tuple" ? setValue(parent, uses) : undefined;
  const isAlike = values?.type === "Tuple" && values.elts.length === parent.elts.length;
  const isPlain = isAlike && ![...parent.elts, ...values.elts].some(({ type }) => type === "Starred");
  return isPlain ? values.elts[parent.elts.indexOf(node)] : undefined;
};

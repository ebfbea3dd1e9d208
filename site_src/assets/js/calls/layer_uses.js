// The classes of a text that derive from torch's layers, where Paddle's construct or call them otherwise.

import { MODULE, isTensor } from "./kinds.js";
import { VERDICTS } from "./site.js";
import { isConstruction, walk } from "./syntax.js";
import { Decider } from "./uses.js";

/** Methods that torch's layers call for a class to override. */
const CALLED_BY_LAYERS = new Set(
  "_load_from_state_dict _save_to_state_dict get_extra_state set_extra_state _conv_forward _check_input_dim".split(" "),
);

/** The layers of Paddle that call `reset_parameters` as torch's do. */
const RESETTING = new Set(["paddle.compat.nn.Linear"]);

/** Decides the methods of one text's own layers. */
export class LayerUses extends Decider {
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
    const isReset = node.name === "reset_parameters" && bases.some((path) => this.resets(path));
    if (CALLED_BY_LAYERS.has(node.name) || isReset) {
      this.uses.add(node, `${MODULE}.${node.name}`, VERDICTS.REWRITE, "Paddle 的层不调用它，重写它没有作用");
    }
  }

  /** Leaves a Tensor to a person that is set as an attribute which the class body has too: Paddle's layers keep it as a buffer. */
  decideAttribute(node) {
    if (this.uses.isMixed || node.ctx !== "Store") {
      return;
    }
    const held = this.inference.kind(node.value);
    if (isTensor(this.inference.kind(node)) && this.inference.isModule(held) && this.inference.isSetInBody(held, node.attr)) {
      const reason =
        `类里也写了 \`${node.attr}\`，Paddle 的层把 Tensor 存为缓冲区，读到的仍是类里的那一个：` +
        `把类里的移到 \`__init__\` 中，写成 \`self.${node.attr} = …\``;
      this.uses.add(node, MODULE, VERDICTS.REWRITE, reason, { answer: this.knowledge.answer(MODULE) });
    }
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

/** Whether a node is a call of `super().__init__`, or of a base's by its name. */
const constructs = (node, own) =>
  isConstruction(node) ||
  (node.type === "Call" && node.func.type === "Attribute" && node.func.attr === "__init__" && node.args[0]?.type === "Name" && node.args[0].id === own);

// The strings that an expression may be, where the text shows all: literals, or the choices of an option.

import { OPTIONS } from "../knowledge/builtin_kinds.js";
import { readOption } from "../inference/options.js";

const DEEPEST = 5;
const isDisplay = (node) => node?.type === "List" || node?.type === "Tuple";

/** The strings that the expressions of one text may be. */
export class WrittenNames {
  constructor(inference, nodes) {
    Object.assign(this, { inference, nodes });
  }

  /** All strings that an expression may be, each once; none where it may be another value. */
  of(node, depth = 0) {
    if (node.type === "Constant") {
      return typeof node.value === "string" ? [node.value] : [];
    }
    const found = depth < DEEPEST ? this.parts(node).map((each) => this.of(each, depth + 1)) : [];
    return found.every((each) => each.length) ? [...new Set(found.flat())] : [];
  }

  parts(node) {
    switch (node.type) {
      case "IfExp":
        return [node.body, node.orelse];
      case "Name":
        return this.inference.reaching.values(node) ?? [];
      case "Attribute":
        return this.isOptions(node.value) ? this.choices(node.attr) : this.inference.setTo(node);
      default:
        return [];
    }
  }

  /** Whether a node may set an option otherwise. */
  isSet({ type, attr, ctx, value, func, args }, name) {
    if (type === "Attribute") {
      return attr === "set_defaults" || (attr === name && ctx === "Store" && this.isOptions(value));
    }
    return type === "Call" && func.type === "Name" && func.id === "setattr" && args.length > 0 && this.isOptions(args[0]);
  }

  isOptions(node) {
    const kind = this.inference.kind(node);
    return kind.tag === "Value" && kind.type === OPTIONS;
  }

  /** The choices of an option of the command line; none where it may be set otherwise. */
  choices(name) {
    const isSet = this.nodes.some((each) => this.isSet(each, name));
    const added = this.nodes.filter(({ type, func }) => type === "Call" && func.type === "Attribute" && func.attr === "add_argument");
    const calls = added.filter((each) => readOption(each, (node) => this.inference.kind(node))[0] === name);
    if (isSet || calls.length !== 1) {
      return [];
    }
    const passed = (wanted) => calls[0].keywords.find(({ arg }) => arg === wanted)?.value;
    const [choices, byDefault] = [passed("choices"), passed("default")];
    if (!isDisplay(choices) || (byDefault && byDefault.type !== "Constant")) {
      return [];
    }
    return byDefault && byDefault.value !== null ? [...choices.elts, byDefault] : choices.elts;
  }
}

// Groups of parameters that are written for an optimizer: Paddle is stricter about what one holds.

import { fold } from "../text/fold.js";
import { INT, optionsOf } from "../knowledge/kinds.js";
import { VERDICTS } from "../site.js";
import { Decider } from "./uses.js";

const OPTIMIZER = "torch.optim.Optimizer";

/** Decides the groups of one text, `{'params': …}`: what Paddle takes in none becomes a list or a float, which torch takes as well. */
export class GroupUses extends Decider {
  /** Decides one group; any other dictionary, or call, is none. */
  decide(node) {
    const held = items(node);
    if (!held.has("params") || this.uses.isMixed) {
      return;
    }
    for (const value of choices(held.get("params"))) {
      if (this.options(value).some(({ tag, type }) => tag === "Value" && type === "generator")) {
        this.wrap(value, "list");
      }
    }
    for (const value of held.has("weight_decay") ? choices(held.get("weight_decay")) : []) {
      if (this.options(value).includes(INT)) {
        this.wrap(value, "float");
      }
    }
  }

  options(value) {
    return optionsOf(this.inference.kind(value));
  }

  wrap(value, name) {
    const source = this.uses.edits.text(value.start, value.end);
    const written = value.type === "GeneratorExp" ? `${name}${source}` : fold(`${name}(${source})`);
    const answer = this.knowledge.answer(OPTIMIZER);
    this.uses.write(value, written, OPTIMIZER, VERDICTS.ARGUMENTS, { answer });
  }
}

/** What a dictionary is written with under each constant key. */
const items = ({ type, keys, values, func, keywords }) => {
  if (type === "Dict") {
    return new Map(keys.flatMap((key, index) => (key?.type === "Constant" ? [[key.value, values[index]]] : [])));
  }
  const isDict = type === "Call" && func.type === "Name" && func.id === "dict";
  return new Map(isDict ? keywords.map(({ arg, value }) => [arg, value]) : []);
};

/** The expressions of one of which an expression has the value. */
const choices = (node) => {
  switch (node.type) {
    case "IfExp":
      return [node.body, node.orelse].flatMap(choices);
    case "BoolOp":
      return node.values.flatMap(choices);
    default:
      return [node];
  }
};

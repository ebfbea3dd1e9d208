// Where a text differentiates gradients, and the calls on their way of which Paddle has no second derivatives.

import { Leading, isCut } from "../facts/leading.js";
import { isUnrecorded } from "../facts/view_changes.js";
import { MODULE, isNumber } from "../knowledge/kinds.js";
import { CALL } from "../model/template.js";

const GRAD = "torch.autograd.grad";
const stops = (names) =>
  `\`create_graph=True\` 时，遇到 Paddle 没有二阶导数的运算就会报错（在 CPU 上量得）；这里可能经过的有 ${names}，要用有二阶导数的运算写出`;
/** Calls that are named. */
const MOST_NAMES = 8;

/** Reminds, beside each call that makes a graph of gradients, of the calls of one text that stop it. */
export class SecondOrders {
  constructor(uses) {
    Object.assign(this, { uses, inference: uses.inference, made: [], once: new Map() });
  }

  /** Notes a call that is converted. */
  note(node, api, change, receiver) {
    if (api === GRAD && makesGraph(change)) {
      this.made.push([node, change]);
    } else if (this.isStopped(api, change, receiver)) {
      this.once.set(node, api);
    }
  }

  /** Reminds of the calls that were noted, once all are. */
  remind() {
    const leading = new Leading(this.inference);
    for (const [node, { binding }] of this.made) {
      const [outputs, inputs] = ["outputs", "inputs"].map((name) => (binding.byParameter.get(name) ?? []).map(({ value }) => value));
      const reached = leading.to(outputs, inputs);
      const found = [...this.once.keys()].filter((each) => reached.has(each) && !isUnrecorded(each, this.inference));
      const places = found.filter((each) => this.uses.isConverted(each)).sort((one, other) => one.start - other.start);
      const names = [...new Set(places.map((each) => `\`${this.once.get(each)}\``))];
      if (names.length) {
        const more = names.length > MOST_NAMES ? `等 ${names.length} 个` : "";
        this.uses.remind(node, [stops(names.slice(0, MOST_NAMES).join("、") + more)]);
      }
    }
  }

  /** Whether Paddle has no second derivatives by what a call, or one of a layer, may pass with a gradient. */
  isStopped(api, { way, wraps, binding }, receiver) {
    const names = way.firstOrder;
    if (!names || (wraps.length && !wraps[0].names.includes(CALL))) {
      return false;
    }
    const isMeant = (name) => !names.length || names.includes(name);
    const passed = binding.arguments.filter(({ parameter }) => isMeant(parameter.name)).map(({ value }) => value);
    const values = [...passed, ...(receiver && isMeant("self") ? [receiver] : [])];
    return this.uses.names.isA(api, MODULE) || values.some((value) => this.mayNeedIt(value));
  }

  mayNeedIt(value) {
    return !isNumber(this.inference.kind(value)) && this.inference.gradients.of(value) !== false && !isCut(value);
  }
}

const makesGraph = ({ binding }) =>
  (binding.byParameter.get("create_graph") ?? []).some(({ value: { type, value } }) => type !== "Constant" || Boolean(value));

// Where a text differentiates gradients, and the calls on their way of which Paddle has no second derivatives.

import { Leading, isCut } from "../facts/leading.js";
import { isUnrecorded } from "../facts/view_changes.js";
import { MODULE, TENSOR, isNumber } from "../knowledge/kinds.js";
import { CALL } from "../model/template.js";

/** What makes a graph of gradients: what is differentiated, none for the object, by what, and the place of the flag. */
const GRAPHS = new Map([
  ["torch.autograd.grad", ["outputs", "inputs", 4]],
  ["torch.autograd.backward", ["tensors", "", 3]],
  [`${TENSOR}.backward`, ["", "", 2]],
]);
/** What differentiates the gradient of its first argument, a function. */
const OF_FUNCTIONS = new Set(
  ["autograd.functional.hessian", "autograd.functional.hvp", "autograd.functional.vhp", "func.hessian"].map((name) => `torch.${name}`),
);
const stops = (names) =>
  `求二阶导数（\`create_graph=True\`）时，遇到 Paddle 没有二阶导数的运算就会报错（在 CPU 上量得）；这里可能经过的有 ${names}，要用有二阶导数的运算写出`;
/** Calls that are named. */
const MOST_NAMES = 8;

/** Reminds, beside each call that makes a graph of gradients, of the calls of one text that stop it. */
export class SecondOrders {
  constructor(uses) {
    Object.assign(this, { uses, inference: uses.inference, leading: new Leading(uses.inference), made: [], once: new Map() });
  }

  /** Notes a call that may make a graph of gradients. */
  note(node, api, receiver) {
    if (OF_FUNCTIONS.has(api) || (GRAPHS.has(api) && makesGraph(node, GRAPHS.get(api)[2]))) {
      this.made.push([node, api, receiver]);
    }
  }

  /** Notes a call that is converted. */
  noteConverted(node, api, change, receiver) {
    if (this.isStopped(api, change, receiver)) {
      this.once.set(node, api);
    }
  }

  /** Reminds of the calls that were noted, once all are. */
  remind() {
    for (const [node, api, receiver] of this.made) {
      const reached = this.reached(node, api, receiver);
      const found = [...this.once.keys()].filter((each) => reached.has(each) && !isUnrecorded(each, this.inference));
      const places = found.filter((each) => this.uses.isConverted(each)).sort((one, other) => one.start - other.start);
      const names = [...new Set(places.map((each) => `\`${this.once.get(each)}\``))];
      if (names.length) {
        const more = names.length > MOST_NAMES ? `等 ${names.length} 个` : "";
        this.uses.remind(node, api, [stops(names.slice(0, MOST_NAMES).join("、") + more)]);
      }
    }
  }

  /** What leads to what a call differentiates twice. */
  reached(node, api, receiver) {
    if (OF_FUNCTIONS.has(api)) {
      const func = argumentOf(node, "func", 0);
      return this.leading.to([], [], func ? this.leading.body({ type: "Call", func, args: [], keywords: [] }) : []);
    }
    const [values, inputs] = GRAPHS.get(api);
    const value = receiver ?? argumentOf(node, values, 0);
    const by = inputs ? argumentOf(node, inputs, 1) : undefined;
    return this.leading.to([value].filter(Boolean), [by].filter(Boolean));
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

const argumentOf = ({ args, keywords }, name, position) =>
  args[position] ?? keywords.find(({ arg }) => arg === name)?.value;
const makesGraph = (call, position) => {
  const given = argumentOf(call, "create_graph", position);
  return given !== undefined && (given.type !== "Constant" || Boolean(given.value));
};

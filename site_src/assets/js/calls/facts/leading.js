// What leads to the value of an expression: the code of one text that a gradient of it passes through.

import { children, enclosing, walk } from "../text/syntax.js";

/** Members of a Tensor through which no gradient passes. */
const CUT = new Set("data detach device dim dtype item ndim numel numpy requires_grad shape size tolist".split(" "));
const FILLED = new Set(["add_module", "append", "extend", "insert"]);
const DISPLAYS = new Set(["Tuple", "List", "Starred"]);
const ASSIGNMENTS = new Set(["Assign", "NamedExpr", "AugAssign"]);

/** Follows the values of one text back: through variables, attributes and the text's own functions. */
export class Leading {
  constructor(inference) {
    Object.assign(this, { inference, variables: inference.displays.variables, parents: inference.displays.variables.parents });
  }

  /**
   * The nodes that may lead to values; the variables in `inputs` are where the gradient ends. Those in the `bodies` of functions
   * count as well, and a layer that is called and whose own parameters they are. What a function is passed counts where it is called
   * on the way; only the functions in which the values stand, and what these are passed, are followed to all their calls.
   */
  to(values, inputs, bodies = []) {
    const start = this.variablesIn(inputs);
    const [seen, outer, unbound, waiting] = [new Set(), new Set(), new Map(), [...bodies]];
    const follow = (found) => {
      for (const value of found) {
        waiting.push(value);
        const scope = this.inference.reaching.around(value).at(-1);
        if (!outer.has(scope)) {
          outer.add(scope);
          (unbound.get(scope) ?? []).forEach((variable) => follow(this.inference.passed(variable)));
        }
      }
    };
    follow(values);
    while (waiting.length) {
      const node = waiting.pop();
      if (seen.has(node) || !this.parents.has(node) || isCut(node)) {
        continue;
      }
      seen.add(node);
      waiting.push(...children(node));
      const isStart = () => has(start, this.variables.scope(node), node.id) && !this.isCalled(node);
      if (node.type === "Name" && node.ctx === "Load" && !isStart()) {
        waiting.push(...this.bound(node));
        const scope = this.inference.reaching.around(node).at(-1);
        unbound.set(scope, [...(unbound.get(scope) ?? []), node]);
        if (outer.has(scope)) {
          follow(this.inference.passed(node));
        }
      } else if (node.type === "Attribute" && node.ctx === "Load") {
        const values = this.inference.setTo(node);
        waiting.push(...(values.length ? values : this.setByClass(node)));
      } else if (node.type === "Call") {
        waiting.push(...this.body(node));
      }
    }
    return seen;
  }

  isCalled(node) {
    const around = this.parents.get(node);
    return around.type === "Call" && around.func === node;
  }

  /** The body of the function of the text that a call runs; empty where it runs no such function. */
  body(call) {
    const [called] = this.inference.filled(call);
    const body = called?.node.body ?? [];
    return Array.isArray(body) ? body : [body];
  }

  /** The variables in expressions, and those that are passed for them: the names by their scopes. */
  variablesIn(inputs) {
    const found = new Map();
    const waiting = inputs.flatMap((value) => [...walk(value)]);
    while (waiting.length) {
      const node = waiting.pop();
      if (node.type === "Name" && this.parents.has(node)) {
        const scope = this.variables.scope(node);
        if (!has(found, scope, node.id)) {
          found.set(scope, (found.get(scope) ?? new Set()).add(node.id));
          waiting.push(...this.inference.passed(node));
        }
      }
    }
    return found;
  }

  /** What a variable may be bound to, and what a list that it holds is filled with. */
  bound(variable) {
    const { values, isAll } = this.inference.reaching.some(variable);
    const unpacked = this.inference.reaching.unpacked(variable).map(({ whole }) => whole);
    const found = [...values, ...unpacked];
    const isKnown = found.length > 0 && (isAll || unpacked.length > 0);
    for (const place of this.variables.everywhere(variable)) {
      if (place.ctx !== "Store") {
        found.push(...this.filledAt(place));
      } else if (!isKnown) {
        found.push(...this.valueAt(place));
      }
    }
    return found;
  }

  valueAt(place) {
    const around = enclosing(this.parents.get(place), this.parents, ({ type }) => !DISPLAYS.has(type));
    if (ASSIGNMENTS.has(around.type)) {
      return [around.value];
    }
    if (around.type === "For" || around.type === "comprehension") {
      return [around.iter];
    }
    return around.type === "withitem" ? [around.context_expr] : [];
  }

  filledAt(place) {
    const method = this.parents.get(place);
    if (method?.type !== "Attribute" || method.value !== place || !FILLED.has(method.attr)) {
      return [];
    }
    const call = this.parents.get(method);
    return call.type === "Call" && call.func === method ? call.args : [];
  }

  /** What the class around a node sets an attribute of `self` to, or fills it with. */
  setByClass(node) {
    const owner = enclosing(node, this.parents, ({ type }) => type === "ClassDef");
    if (!owner || !isSelf(node.value)) {
      return [];
    }
    const found = [];
    for (const each of walk(owner)) {
      if (each.type !== "Attribute" || each.attr !== node.attr || !isSelf(each.value)) {
        continue;
      }
      if (each.ctx !== "Store") {
        found.push(...this.filledAt(each));
      } else if (this.parents.get(each).type === "Assign") {
        found.push(this.parents.get(each).value);
      }
    }
    return found;
  }
}

/** Whether no gradient passes through what an expression reads or calls of a Tensor: `x.detach()`. */
export const isCut = (node) => {
  const { type, attr } = node.type === "Call" ? node.func : node;
  return type === "Attribute" && CUT.has(attr);
};
const has = (variables, scope, name) => variables.get(scope)?.has(name) ?? false;
const isSelf = ({ type, id }) => type === "Name" && id === "self";

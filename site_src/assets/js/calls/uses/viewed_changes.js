// What is changed in place while a view of it is read later: Paddle gives the view a wrong gradient.

import { changesFirst } from "../facts/result_facts.js";
import { Sharing } from "../facts/sharing.js";
import { FLOAT, INT, TENSOR, isTensor } from "../knowledge/kinds.js";
import { lastPart } from "../knowledge/names.js";

const VIEWED =
  "需要梯度时，先取的视图（如 `v = x[0]`）在原位修改 `x` 之后再参与计算，Paddle 求得的梯度不对而不报错；" +
  "改用不原位的写法，之后重新取视图，如 `x = x * 2` 与 `v = x[0]`";
/** Methods that leave the gradient as it is where they are passed numbers. */
const MOVING = new Set(["add", "sub", "subtract"]);
/** Methods whose name ends with an underscore, and that change no value. */
const OF_NO_VALUES = new Set(
  `as_strided detach rename requires_grad resize resize_as set share_memory squeeze swapaxes swapdims t transpose
  unsqueeze`.split(/\s+/),
);
const stem = (name) => name.replace(/_$/, "");

/** Reminds of the gradients of the views in one text that are read after their Tensor is changed in place. */
export class ViewedChanges {
  constructor(inference) {
    Object.assign(this, { inference, sharing: new Sharing(inference) });
  }

  /** What to remind of where a call of a method or function changes a Tensor. */
  byCall(call, api, receiver) {
    const first = receiver ?? call.args[0];
    const operands = [...call.args.slice(receiver ? 0 : 1), ...call.keywords.map(({ value }) => value)];
    const name = lastPart(api);
    const isMethod = api.startsWith(`${TENSOR}.`) && name.endsWith("_") && !name.endsWith("__");
    if (!first || !(isMethod || changesFirst(call, this.inference)) || OF_NO_VALUES.has(name.slice(0, -1))) {
      return [];
    }
    return this.reminded(first, call, stem(name), operands);
  }

  /** What to remind of where an operator such as `*=` changes a Tensor, as a method does. */
  byUpdate(node, method) {
    return this.reminded(node.target, node, stem(method), [node.value]);
  }

  /** What to remind of where an index of a Tensor is set. */
  byIndex(node) {
    return this.reminded(node.value, this.inference.reaching.statement(node), "", []);
  }

  reminded(target, node, method, operands) {
    const isMoved = MOVING.has(method) && operands.every((each) => [INT, FLOAT].includes(this.inference.kind(each)));
    if (isMoved || !isTensor(this.inference.kind(target)) || this.inference.gradients.of(target) === false) {
      return [];
    }
    return this.sharing.isViewed(target, node) ? [VIEWED] : [];
  }
}

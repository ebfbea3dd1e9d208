// Exceptions that a text catches where Paddle raises others: `except RuntimeError` around `torch.inverse`.

import { VERDICTS } from "../site.js";
import { ownNodes } from "../text/syntax.js";
import { Decider } from "./uses.js";

/** The names in what a clause catches. */
const namesIn = (caught) => (caught?.type === "Tuple" ? caught.elts : [caught]).filter((each) => each?.type === "Name");

/** Decides what the `except` clauses of one text catch of what is raised by the calls in `try`. */
export class ExceptionUses extends Decider {
  /** Lets the clause that catches torch's exception catch Paddle's as well, unless one of them does already. */
  decide(node) {
    const caught = node.handlers.flatMap(({ exception }) => namesIn(exception));
    const done = new Set(caught.map(({ id }) => id));
    for (const [path, answer] of this.raising(node)) {
      const [torch, paddle] = answer.raises;
      const place = caught.find(({ id }) => id === torch);
      if (place && !done.has(paddle)) {
        done.add(paddle);
        const both = `${torch}, ${paddle}`;
        this.uses.write(place, this.uses.parent(place).type === "Tuple" ? both : `(${both})`, path, VERDICTS.ARGUMENTS, { answer });
      }
    }
  }

  /** The APIs that are called in `try` and raise another exception in Paddle. */
  raising(node) {
    const calls = [...ownNodes(node)].filter(({ type }) => type === "Call").sort((one, other) => one.start - other.start);
    const found = calls.map((call) => this.called(call.func)).map((path) => [path, path ? this.knowledge.answer(path) : undefined]);
    return found.filter(([, answer]) => answer?.raises.length);
  }
}

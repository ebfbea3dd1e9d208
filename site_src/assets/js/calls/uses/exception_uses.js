// Exceptions that a text catches where Paddle raises others: `except RuntimeError` around `torch.inverse`.

import { VERDICTS } from "../site.js";
import { ownNodes, walk } from "../text/syntax.js";
import { Decider } from "./uses.js";

const TOLD_BY_TEXT = "两边报错的文字不同，这里由文字判断，请改为由异常的类判断";
const TESTING = new Set(["If", "IfExp", "While", "Assert"]);

/** The names in what a clause catches. */
const namesIn = (caught) => (caught?.type === "Tuple" ? caught.elts : [caught]).filter((each) => each?.type === "Name");

/** The words of the caught exception that conditions of a clause ask about: `'singular' in str(error)`. */
const askingWords = (handler) => {
  const isCaught = (node) => node?.type === "Name" && node.id === handler.name;
  const isWords = ({ type, func, args, attr, value }) =>
    type === "Call"
      ? func.type === "Name" && ["str", "repr"].includes(func.id) && args.length === 1 && isCaught(args[0])
      : type === "Attribute" && attr === "args" && isCaught(value);
  const tests = [...walk(handler)].filter(({ type }) => TESTING.has(type)).map(({ test }) => test);
  return tests.flatMap((test) => [...walk(test)]).filter(isWords);
};

/** Decides what the `except` clauses of one text catch of what is raised by the calls in `try`. */
export class ExceptionUses extends Decider {
  /**
   * Lets the clause that catches torch's exception catch Paddle's as well, unless one of them does already. What the clause asks of
   * the words of the exception is left to a person.
   */
  decide(node) {
    const caught = node.handlers.flatMap(({ exception }) => namesIn(exception));
    const done = new Set(caught.map(({ id }) => id));
    const asked = new Set();
    for (const [path, answer] of this.raising(node)) {
      const [torch, paddle] = answer.raises;
      const place = caught.find(({ id }) => id === torch);
      if (place && !done.has(paddle)) {
        done.add(paddle);
        const both = `${torch}, ${paddle}`;
        this.uses.write(place, this.uses.parent(place).type === "Tuple" ? both : `(${both})`, path, VERDICTS.ARGUMENTS, { answer });
      }
      for (const each of node.handlers.flatMap(askingWords).filter((one) => !asked.has(one))) {
        asked.add(each);
        this.uses.add(each, path, VERDICTS.UNSURE, TOLD_BY_TEXT, { answer });
      }
    }
  }

  /** The APIs that are called in `try` and raise another exception in Paddle. */
  raising(node) {
    const calls = [...this.calls(node, new Set())].sort((one, other) => one.start - other.start);
    const found = calls.map((call) => this.called(call.func)).map((path) => [path, path ? this.knowledge.answer(path) : undefined]);
    return found.filter(([, answer]) => answer?.raises.length);
  }

  /** The calls in `try`, and those in the text's own functions that they run. */
  *calls(node, seen) {
    for (const call of [...ownNodes(node)].filter(({ type }) => type === "Call")) {
      yield call;
      const [ran] = this.inference.filled(call);
      if (ran && !seen.has(ran.node)) {
        seen.add(ran.node);
        yield* this.calls(ran.node, seen);
      }
    }
  }
}

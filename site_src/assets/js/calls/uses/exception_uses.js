// Exceptions that a text catches where Paddle raises others: `except RuntimeError` around `torch.inverse`.

import { VERDICTS } from "../site.js";
import { ownNodes, walk } from "../text/syntax.js";
import { Decider } from "./uses.js";

const raisedToo = (name) => `Paddle 报的是 \`${name}\`，而 \`try\` 里的代码自己也会 \`raise ${name}\`，一并捕获时分不出来，请改写`;
/** The other names under which clauses catch an exception of Python's, but `Exception`, which catches Paddle's too. */
const BASES = { FileNotFoundError: ["OSError", "IOError", "EnvironmentError"] };
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
   * the words of the exception is left to a person, as is a clause around code that raises Paddle's exception itself, or where Paddle
   * raises it for other errors, too.
   */
  decide(node) {
    const run = [...this.run(node, new Set())];
    const raises = run.filter(({ type }) => type === "Raise").flatMap(({ exc }) => namesIn(exc?.type === "Call" ? exc.func : exc));
    const raised = new Set(raises.map(({ id }) => id));
    const caught = node.handlers.flatMap(({ exception }) => namesIn(exception));
    const done = new Set(caught.map(({ id }) => id));
    const asked = new Set();
    for (const [path, answer] of this.raising(run.filter(({ type }) => type === "Call"))) {
      const [torch, paddle, instead] = answer.raises;
      const place = caught.find(({ id }) => id === torch || BASES[torch]?.includes(id));
      if (place && !done.has(paddle)) {
        done.add(paddle);
        if (instead || raised.has(paddle)) {
          this.uses.add(place, path, VERDICTS.UNSURE, instead ?? raisedToo(paddle), { answer });
          continue;
        }
        const both = `${place.id}, ${paddle}`;
        this.uses.write(place, this.uses.parent(place).type === "Tuple" ? both : `(${both})`, path, VERDICTS.ARGUMENTS, { answer });
      }
      for (const each of node.handlers.flatMap(askingWords).filter((one) => !asked.has(one))) {
        asked.add(each);
        this.uses.add(each, path, VERDICTS.UNSURE, TOLD_BY_TEXT, { answer });
      }
    }
  }

  /** The APIs that are called and raise another exception in Paddle. */
  raising(calls) {
    const sorted = [...calls].sort((one, other) => one.start - other.start);
    const found = sorted.map((call) => this.called(call.func)).map((path) => [path, path ? this.knowledge.answer(path) : undefined]);
    return found.filter(([, answer]) => answer?.raises.length);
  }

  /** The nodes in `try`, and those in the text's own functions that they run. */
  *run(node, seen) {
    for (const each of ownNodes(node)) {
      yield each;
      const [ran] = each.type === "Call" ? this.inference.filled(each) : [];
      if (ran && !seen.has(ran.node)) {
        seen.add(ran.node);
        yield* this.run(ran.node, seen);
      }
    }
  }
}

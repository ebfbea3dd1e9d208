// Which places of a variable may have run between the statement that binds it for certain and another statement.

import { isStatement } from "./syntax.js";

export const LOOPS = new Set(["For", "AsyncFor", "While"]);
const SCOPES = new Set(["FunctionDef", "AsyncFunctionDef", "Lambda", "ClassDef", "Module"]);

/** The statements of one text in the order in which they may run. */
export class Reaching {
  constructor(variables) {
    Object.assign(this, { variables, parents: variables.parents });
  }

  /** A node and those around it, up to the function, which is the last. */
  around(node) {
    const found = [node];
    while (!SCOPES.has(found.at(-1).type)) {
      found.push(this.parents.get(found.at(-1)));
    }
    return found;
  }

  /** The statement that a node stands in. */
  statement(node) {
    let each = node;
    while (!isStatement(each)) {
      each = this.parents.get(each);
    }
    return each;
  }

  /**
   * The places of a variable from where it was last bound for certain to a statement, or to the end of loops around both; all
   * of them, where another function binds it.
   */
  before(variable, node) {
    const around = this.around(node);
    const places = this.variables.everywhere(variable);
    const bound = places.filter(({ ctx }) => ctx === "Store");
    if (bound.some((each) => this.around(each).at(-1) !== around.at(-1))) {
      return places;
    }
    const certain = bound
      .map((each) => this.statement(each))
      .filter((each) => this.isCertain(each, around))
      .map(({ start }) => start)
      .filter((start) => start < node.start);
    const since = Math.max(-1, ...certain);
    const ends = around.filter(({ type, start }) => LOOPS.has(type) && start > since).map(({ end }) => end);
    const until = ends.length ? Math.max(...ends) : node.start;
    return places.filter((each) => {
      const { start } = this.statement(each);
      return since <= start && start < until;
    });
  }

  /** Whether a statement that binds a variable certainly ran before another one, `around` being that and what is around it. */
  isCertain(statement, around) {
    if (around.includes(statement)) {
      return true; // the head of a loop, or of `with`
    }
    const parent = this.parents.get(statement);
    const block = [parent.body, parent.orelse, parent.finalbody].find((each) => Array.isArray(each) && each.includes(statement));
    const isSimple = statement.type === "Assign" || statement.type === "AnnAssign";
    return isSimple && Boolean(block) && around.some((each) => block.includes(each));
  }
}

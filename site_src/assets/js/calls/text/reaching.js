// Which places of a variable may have run between the statement that binds it for certain and another statement.

import { enclosing, isStatement, walk } from "./syntax.js";

export const LOOPS = new Set(["For", "AsyncFor", "While"]);
const COMPREHENSIONS = new Set(["ListComp", "SetComp", "DictComp", "GeneratorExp"]);
const SCOPES = new Set(["FunctionDef", "AsyncFunctionDef", "Lambda", "ClassDef", "Module"]);
export const UPDATE = "+=";

/** The item that a target is bound to, where both sides are displays without `*`. */
const itemOf = ({ type, elts }, targets, target) => {
  if ((type !== "Tuple" && type !== "List") || elts.length !== targets.elts.length) {
    return undefined;
  }
  const isPlain = [...elts, ...targets.elts].every((each) => each.type !== "Starred");
  return isPlain ? elts[targets.elts.indexOf(target)] : undefined;
};

/** Which item a target is bound to; undefined where `*` takes any number of them. */
const positionOf = ({ elts }, target) => (elts.every(({ type }) => type !== "Starred") ? elts.indexOf(target) : undefined);

/** The member of a value that is set, or called with `_` to change it in place; undefined where neither is. */
export const changedMember = ({ attr, ctx }) => {
  const isInPlace = attr.endsWith("_") && !attr.endsWith("__");
  return ctx === "Store" ? attr : isInPlace ? attr.slice(0, -1) : undefined;
};

/** The statements of one text in the order in which they may run. */
export class Reaching {
  constructor(variables) {
    Object.assign(this, { variables, parents: variables.parents, found: new Map() });
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
    return enclosing(node, this.parents, isStatement);
  }

  /**
   * The places of a variable from where it was last bound for certain to a statement, or to the end of loops around both; all
   * of them, where another function binds it.
   */
  before(variable, node) {
    const around = this.around(node);
    const places = this.variables.everywhere(variable);
    if (this.isBoundElsewhere(places, around.at(-1))) {
      return places;
    }
    const since = this.since(places, node) ?? -1;
    const ends = around.filter(({ type, start }) => LOOPS.has(type) && start > since).map(({ end }) => end);
    const until = ends.length ? Math.max(...ends) : node.start;
    return places.filter((each) => {
      const { start } = this.statement(each);
      return since <= start && start < until;
    });
  }

  /** Whether no statement binds a variable for certain between two of its places. */
  isBeside(one, other) {
    const isBefore = (first, second) => this.before(second, this.statement(second)).includes(first);
    return isBefore(one, other) || isBefore(other, one);
  }

  /**
   * The expressions that were assigned to a variable, one of which it has where it stands; undefined where it may have another.
   * `x += y` counts for no other one: it changes a Tensor in place.
   */
  values(variable) {
    const { values, isAll } = this.some(variable);
    return isAll && values.length ? values : undefined;
  }

  /** Expressions that a variable may have where it stands, and whether it can have no other. */
  some(variable) {
    const { values, unpacked, isOpen } = this.bound(variable);
    return { values, isAll: !isOpen && !unpacked.length };
  }

  /** The items of what is unpacked, one of which a variable is where it stands; empty where it may be anything else. */
  unpacked(variable) {
    const { values, unpacked, isOpen } = this.bound(variable);
    return isOpen || values.length ? [] : unpacked;
  }

  /** The items of what is unpacked that a variable may be where it stands, besides what else it may be. */
  items(variable) {
    return this.bound(variable).unpacked;
  }

  /** Whether nothing in its function may have bound a variable where it stands: it is a parameter, or another's. */
  isUnbound(variable) {
    if (!this.parents.has(variable) || this.isOfComprehension(variable)) {
      return false;
    }
    return this.before(variable, this.statement(variable)).every(({ ctx }) => ctx === "Load");
  }

  /** Whether a variable is a parameter that nothing but the caller binds. */
  isPassed(variable) {
    const places = this.parents.has(variable) ? this.variables.everywhere(variable) : [];
    return this.variables.rebinds(variable) && places.every(({ ctx }) => ctx === "Load");
  }

  /** Whether `x += y` changes a variable anywhere, or binds it to something else. */
  isUpdated(variable) {
    return this.changes(variable).some(({ by }) => by === UPDATE);
  }

  /**
   * How the text changes what a variable holds in place, anywhere: its items, its state, or all of it. `by` is the attribute that
   * is set, the method without its underscore, or `+=`; empty where an item is set. `operands` are what the change is made with;
   * undefined where the text does not write that there.
   */
  changes(variable) {
    return this.changesAt(this.variables.everywhere(variable));
  }

  /** How the text may have changed what a variable holds in place since it was bound. */
  earlierChanges(variable) {
    const isOwn = this.parents.has(variable) && !this.isOfComprehension(variable);
    return isOwn ? this.changesAt(this.before(variable, this.statement(variable))) : [];
  }

  changesAt(places) {
    const found = [];
    for (const place of places) {
      const around = this.parents.get(place) ?? {};
      const { type, ctx, target, value } = around;
      if (type === "AugAssign" && target === place) {
        found.push({ by: UPDATE, operands: [value] });
      } else if (type === "Subscript" && value === place && ctx === "Store") {
        const statement = this.parents.get(around);
        const isWritten = statement.type === "Assign" || statement.type === "AugAssign";
        found.push({ by: "", operands: isWritten ? [statement.value] : undefined });
      } else if (type === "Attribute" && changedMember(around) !== undefined) {
        found.push({ by: changedMember(around), operands: this.calledWith(around) });
      }
    }
    return found;
  }

  calledWith(method) {
    const { type, func, args, keywords } = this.parents.get(method);
    return type === "Call" && func === method ? [...args, ...keywords.map(({ value }) => value)] : undefined;
  }

  bound(variable) {
    // An argument that functools.partial leaves to the call is no node of the text.
    if (!this.parents.has(variable)) {
      return { values: [], unpacked: [], isOpen: true };
    }
    if (!this.found.has(variable)) {
      this.found.set(variable, this.assigned(variable));
    }
    return this.found.get(variable);
  }

  assigned(variable) {
    if (this.isOfComprehension(variable)) {
      return { values: [], unpacked: [], isOpen: true };
    }
    const node = this.statement(variable);
    const isLater = this.around(variable).at(-1) !== this.around(node).at(-1); // in a lambda, which runs another time
    const places = this.variables.everywhere(variable);
    const isRebound = !isLater && this.variables.rebinds(variable) && this.since(places, node) !== undefined;
    let isOpen = this.variables.places(variable) === undefined && !isRebound;
    const [values, unpacked] = [[], []];
    for (const place of (isLater ? places : this.before(variable, node)).filter(({ ctx }) => ctx !== "Load")) {
      const around = this.parents.get(place);
      const { type, targets, op, value } = around;
      if ((type === "Assign" && targets.includes(place)) || (type === "AnnAssign" && value)) {
        values.push(value);
      } else if ((type === "Tuple" || type === "List") && this.unpackedInto(around)) {
        const whole = this.unpackedInto(around);
        const item = itemOf(whole, around, place);
        if (item) {
          values.push(item);
        } else {
          unpacked.push({ whole, index: positionOf(around, place) });
        }
      } else if (type !== "AugAssign" || op === "MatMult") {
        isOpen = true;
      }
    }
    return { values, unpacked, isOpen };
  }

  /** Whether a comprehension around a variable binds one of its name. */
  isOfComprehension(variable) {
    const targets = this.around(variable)
      .filter(({ type }) => COMPREHENSIONS.has(type))
      .flatMap(({ generators }) => generators.flatMap(({ target }) => [...walk(target)]));
    return targets.some(({ type, id }) => type === "Name" && id === variable.id);
  }

  /** The expression that is unpacked into a display of targets, if that is one of an assignment. */
  unpackedInto(display) {
    const { type, targets, value } = this.parents.get(display);
    return type === "Assign" && targets.includes(display) ? value : undefined;
  }

  /** Whether another function than the `scope` binds a variable. */
  isBoundElsewhere(places, scope) {
    return places.some((place) => place.ctx === "Store" && this.around(place).at(-1) !== scope);
  }

  /** Where a variable was last bound for certain before a statement; undefined where it may not have been. */
  since(places, node) {
    const around = this.around(node);
    if (this.isBoundElsewhere(places, around.at(-1))) {
      return undefined;
    }
    const certain = places
      .filter(({ ctx }) => ctx === "Store")
      .map((each) => this.statement(each))
      .filter((each) => this.isCertain(each, around))
      .map(({ start }) => start)
      .filter((start) => start < node.start);
    return certain.length ? Math.max(...certain) : undefined;
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

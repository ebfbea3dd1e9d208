// Tells what a dictionary that is passed by `**` holds, where the text shows it: each key, and what its values are.
//
// A name is followed only where every place of its variable is one that is understood: it is bound to a dictionary, keys are
// added, or it is read. Keys are never taken away, so one that each binding has is surely there.

import { Variables } from "./variables.js";

// Methods of a dictionary that change nothing, and give nothing by which it could be changed.
const READING = new Set(["copy", "get", "items", "keys", "values"]);
const READERS = new Set(["print", "len", "str", "repr", "bool", "list", "tuple", "set", "sorted", "dict"]);

/**
 * The dictionaries of one module: a Map of what one has under each key, `{values, isSure}`: one of these values, and surely one
 * only where `isSure`.
 */
export class Displays {
  constructor(tree) {
    this.tree = tree;
    this.found = new Map();
  }

  get variables() {
    this.known ??= new Variables(this.tree);
    return this.known;
  }

  parent(node) {
    return this.variables.parents.get(node);
  }

  /** The keys that a dictionary may have, in the order of the text; undefined where it may have others. */
  of(node) {
    switch (node.type) {
      case "Dict":
        return inTurn(node.keys.map((key, index) => this.item(key, node.values[index])));
      case "Call":
        if (this.isCallOfDict(node)) {
          return this.made(node.args, node.keywords);
        }
        return isMethod(node.func, "copy") && !node.args.length && !node.keywords.length ? this.of(node.func.value) : undefined;
      case "IfExp":
        return either([this.of(node.body), this.of(node.orelse)]);
      case "BoolOp":
        return either(node.values.map((value) => this.of(value)));
      case "BinOp":
        return node.op === "BitOr" ? inTurn([this.of(node.left), this.of(node.right)]) : undefined;
      case "Name":
        return this.ofVariable(node);
      default:
        return undefined;
    }
  }

  /** Whether `**` passes on what callers passed a function by its own `**` parameter. */
  isGathered({ arg, value }) {
    return arg === null && value.type === "Name" && Boolean(this.variables.gathering(value));
  }

  item(key, value) {
    if (!key) {
      return this.of(value);
    }
    const isText = key.type === "Constant" && typeof key.value === "string";
    return isText && isFixed(value) ? new Map([[key.value, { values: [value], isSure: true }]]) : undefined;
  }

  /** What `dict` makes of its arguments, or `update` adds. */
  made(args, keywords) {
    if (args.length > 1) {
      return undefined;
    }
    const items = keywords.map(({ arg, value }) => this.item(arg === null ? null : { type: "Constant", value: arg }, value));
    return inTurn([...args.map((each) => this.of(each)), ...items]);
  }

  // ---- variables ----

  ofVariable(node) {
    const definition = this.variables.gathering(node);
    const places = definition ? this.variables.everywhere(node) : this.variables.places(node);
    if (!places?.length) {
      return undefined;
    }
    if (!this.found.has(places[0])) {
      this.found.set(places[0], undefined); // while it is asked for: a dictionary that is made of itself
      this.found.set(places[0], definition ? this.passed(places, definition) : this.gathered(places));
    }
    return this.found.get(places[0]);
  }

  /** What the calls of a function in the text pass by keywords that are not its parameters. */
  passed(places, definition) {
    const own = new Set([...definition.args.args, ...definition.args.kwonlyargs].map(({ arg }) => arg));
    const passed = this.variables.calls(definition).map(({ keywords }) => this.made([], keywords));
    if (!passed.length || !places.every((place) => this.isRead(place))) {
      return undefined;
    }
    const display = either(passed);
    return display && new Map([...display].filter(([key]) => !own.has(key)));
  }

  /** What a variable holds, from all of its places. */
  gathered(places) {
    const bound = [];
    const added = [];
    for (const place of places) {
      const parent = this.parent(place);
      if (parent.type === "Assign" && parent.targets.length === 1 && parent.targets[0] === place) {
        bound.push(this.of(parent.value));
      } else if (parent.type === "AnnAssign" && parent.target === place) {
        bound.push(...(parent.value ? [this.of(parent.value)] : []));
      } else if (parent.type === "AugAssign" && parent.op === "BitOr" && parent.target === place) {
        added.push(this.of(parent.value));
      } else if (place.ctx !== "Load") {
        return undefined;
      } else if (!this.isRead(place)) {
        added.push(this.added(place));
      }
    }
    return bound.length ? inTurn([either(bound), ...added.map(unsure)]) : undefined;
  }

  /** What a statement adds to the dictionary of a variable; undefined where it does anything else with it. */
  added(place) {
    const parent = this.parent(place);
    const around = this.parent(parent);
    if (parent.type === "Subscript" && parent.value === place && parent.ctx === "Store") {
      return around.type === "Assign" && around.targets.length === 1 ? this.item(parent.slice, around.value) : undefined;
    }
    const isUpdate = isMethod(parent, "update") && around.type === "Call" && around.func === parent;
    return isUpdate && this.parent(around).type === "Expr" ? this.made(around.args, around.keywords) : undefined;
  }

  /** Whether a place only reads the dictionary, and hands it to nobody who might keep or change it. */
  isRead(node) {
    const parent = this.parent(node);
    switch (parent.type) {
      case "Expr":
      case "If":
      case "While":
      case "For":
      case "comprehension":
      case "FormattedValue":
        return true;
      case "UnaryOp":
        return parent.op === "Not";
      case "keyword":
        return parent.arg === null;
      case "Subscript":
        return parent.value === node && parent.ctx === "Load";
      case "Attribute": {
        const call = this.parent(parent);
        return call.type === "Call" && call.func === parent && READING.has(parent.attr);
      }
      case "Call":
        if (isMethod(parent.func, "update")) {
          return this.isOwn(parent.func.value);
        }
        return parent.func.type === "Name" && READERS.has(parent.func.id) && this.variables.isBuiltin(parent.func.id);
      case "AugAssign":
        return parent.op === "BitOr" && this.isOwn(parent.target);
      case "Dict":
        return parent.values.every((value, index) => value !== node || !parent.keys[index]);
      case "BinOp":
        return parent.op === "BitOr" && this.isOwn(parent.left === node ? parent.right : parent.left);
      case "Compare":
        return parent.left !== node && parent.ops.every((op) => op === "In" || op === "NotIn");
      case "IfExp":
        return parent.test === node || this.isRead(parent);
      case "BoolOp":
        return this.isRead(parent);
      default:
        return false;
    }
  }

  /** Whether an expression is a dictionary of Python's own class, which copies what it is given. */
  isOwn(node) {
    if (node.type !== "Name") {
      return this.isNew(node);
    }
    const bound = (this.variables.places(node) ?? []).filter(({ ctx }) => ctx !== "Load").map((place) => this.parent(place));
    return bound.length > 0 && bound.every((statement) => this.bindsOwn(statement));
  }

  bindsOwn({ type, value, op }) {
    return type === "Assign" || type === "AnnAssign" ? Boolean(value) && this.isNew(value) : type === "AugAssign" && op === "BitOr";
  }

  /** Whether an expression makes a dictionary. */
  isNew(node) {
    if (node.type === "IfExp") {
      return this.isNew(node.body) && this.isNew(node.orelse);
    }
    if (node.type === "BinOp" && node.op === "BitOr") {
      return this.isNew(node.left) && this.isNew(node.right);
    }
    return node.type === "Dict" || this.isCallOfDict(node);
  }

  isCallOfDict({ type, func }) {
    return type === "Call" && func.type === "Name" && func.id === "dict" && this.variables.isBuiltin("dict");
  }
}

const isMethod = ({ type, attr }, name) => type === "Attribute" && attr === name;

const CHANGING = new Set(["List", "Dict", "Set", "ListComp", "DictComp", "SetComp"]);

/** Whether what a value is written as holds as long as it does: no list, whose items may be set through the dictionary. */
const isFixed = (value) => {
  switch (value.type) {
    case "Tuple":
      return value.elts.every(isFixed);
    case "BoolOp":
      return value.values.every(isFixed);
    case "IfExp":
      return isFixed(value.body) && isFixed(value.orelse);
    default:
      return !CHANGING.has(value.type);
  }
};

const each = (values) => [...new Set(values)];

/** What is there after each has been put over those before. */
const inTurn = (displays) => {
  const found = new Map();
  for (const display of displays) {
    if (!display) {
      return undefined;
    }
    for (const [key, entry] of display) {
      const below = found.get(key);
      const isOver = !below || entry.isSure;
      found.set(key, isOver ? entry : { values: each([...below.values, ...entry.values]), isSure: below.isSure });
    }
  }
  return found;
};

/** What is there where one of them is. */
const either = (displays) => {
  if (displays.includes(undefined)) {
    return undefined;
  }
  const found = new Map();
  for (const key of displays.flatMap((display) => [...display.keys()])) {
    const entries = displays.filter((display) => display.has(key)).map((display) => display.get(key));
    const isSure = entries.length === displays.length && entries.every((entry) => entry.isSure);
    found.set(key, { values: each(entries.flatMap(({ values }) => values)), isSure });
  }
  return found;
};

const unsure = (display) => display && new Map([...display].map(([key, { values }]) => [key, { values, isSure: false }]));

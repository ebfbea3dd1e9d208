// The options of a command line: what `parser.add_argument` says of the attributes of `parser.parse_args()`.

import { BOOL, FLOAT, INT, NONE, Name, STR, UNKNOWN, Value, join } from "../knowledge/kinds.js";

const TYPES = new Map([
  [Name("builtins.int"), INT],
  [Name("builtins.float"), FLOAT],
  [Name("builtins.str"), STR],
  [Name("builtins.bool"), BOOL],
]);
const FLAGS = new Set(["store_true", "store_false"]);

const isText = (node) => node?.type === "Constant" && typeof node.value === "string";

const nameOf = (call, passed) => {
  const to = passed.get("dest");
  if (to) {
    return isText(to) ? to.value : "";
  }
  const written = call.args.filter(isText).map(({ value }) => value);
  const [name = ""] = [...written.filter((each) => each.startsWith("--")), ...written];
  return name.replace(/^-+/, "").replaceAll("-", "_");
};

/** What is stored of the words of the command line, or else by default: a text is read as one of these words is. */
const stored = (name, call, passed, kind) => {
  const one = passed.has("type") ? (TYPES.get(kind(passed.get("type"))) ?? UNKNOWN) : STR;
  const given = passed.has("default") ? kind(passed.get("default")) : NONE;
  const byDefault = given === STR ? one : given;
  const count = passed.get("nargs");
  const found = !count || (isText(count) && count.value === "?") ? one : Value("list", [one]);
  const required = passed.get("required");
  if (required?.type === "Constant" && required.value === true) {
    return found;
  }
  const isPositional = isText(call.args[0]) && call.args[0].value === name;
  return isPositional && !count ? found : join([found, byDefault]);
};

/** The attribute that a call of `add_argument` gives the options, and its kind; `kind` tells that of an argument. */
export const readOption = (call, kind) => {
  const passed = new Map(call.keywords.map(({ arg, value }) => [arg, value]));
  const name = nameOf(call, passed);
  const action = passed.get("action");
  if (!action) {
    return [name, passed.has(null) ? UNKNOWN : stored(name, call, passed, kind)];
  }
  return [name, isText(action) && FLAGS.has(action.value) && !passed.has("default") ? BOOL : UNKNOWN];
};

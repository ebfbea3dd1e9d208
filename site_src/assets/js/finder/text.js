// What a search or a pasted piece of code asks for: pure functions from text to names.

import { lastOf } from "./spelling.js";

// Under which names libraries are usually imported.
const SHORT = { F: "nn.functional", f: "nn.functional", TF: "transforms.functional", T: "transforms", dist: "distributed", th: "torch", tv: "torchvision", P: "paddle" };
// Python's own words in front of a bracket.
const PYTHON = new Set(
  ("abs all and any as assert await bool bytes callable chr dict dir elif enumerate except filter float for format frozenset getattr " +
    "hasattr hash id if in input int isinstance issubclass iter lambda len list map max min next not object open or ord pow print range " +
    "repr return reversed round set setattr slice sorted str sum super tuple type vars while with yield zip").split(" "),
);

// Libraries beside torch and Paddle under their usual names, whose functions have the names of torch's.
const OTHERS = new Set(
  ("argparse collections copy csv cv2 datetime functools glob io itertools json jnp logging math np numpy operator os pandas pathlib pd " +
    "pickle plt random re scipy shutil sklearn string subprocess sys tf time tqdm typing unittest warnings").split(" "),
);

// What an error message is about: the name that Paddle lacks is torch's, and so is a keyword that it refuses.
const ERRORS = [
  [/module '(?:paddle|torch)([\w.]*)' has no attribute '(\w+)'/, (module, name) => `torch${module}.${name}`],
  [/type object '(\w+)' has no attribute '(\w+)'/, (type, name) => `${type}.${name}`],
  [/'(\w+)' object has no attribute '(\w+)'/, (type, name) => `${type}.${name}`],
  [/cannot import name '(\w+)' from '(?:paddle|torch)([\w.]*)'/, (name, module) => `torch${module}.${name}`],
  [/([\w.]+?)(?:\.__init__)?\(\) (?:got|missing|takes)/, (name) => name],
];
const KEYWORD = /unexpected keyword argument '(\w+)'/;

// The name and the keyword of an error message; undefined for other texts.
export const errorOf = (text) => {
  const keyword = KEYWORD.exec(text)?.[1] ?? "";
  for (const [pattern, nameOf] of ERRORS) {
    const match = pattern.exec(text);
    if (match) {
      return { name: nameOf(...match.slice(1)), keyword };
    }
  }
  return keyword ? { name: "", keyword } : undefined;
};

// Whether a text is code of several statements, and no name, call or search.
export const isCode = (text) => /[\r\n]/.test(text.trim()) && /[(=]|^\s*(import|from)\s/m.test(text) && !errorOf(text);

// Whether a text is one call with arguments, of which the answer may depend on them.
export const isCall = (text) => /^[^\r\n]*\w\s*\([^\r\n]*[,=][^\r\n]*\)\s*$/.test(text) && !errorOf(text);

// The names in a text that are not torch's: Python's own and those of other libraries, each once.
export const foreignNames = (text) => [...new Set(asked(text).filter(({ isForeign }) => isForeign).map(({ name }) => name))];

// The names that a piece of text asks for, in its order, each once. `call`: written as code and not as a search.
export const wantedNames = (text) => {
  const seen = new Set();
  return asked(text).filter(({ name, isForeign }) => !isForeign && seen.size < seen.add(name).size);
};

const asked = (text) => {
  const error = errorOf(text);
  if (error) {
    return error.name ? [{ name: error.name, call: true }] : [];
  }
  const imported = {};
  const wanted = [];
  const code = withoutNoise(text)
    .replace(/\bfrom\s+([\w.]+)\s+import\s+\(?([\w\s,]+)\)?/g, (_, module, list) => {
      for (const item of list.split(",")) {
        const name = item.trim().split(/\s/)[0];
        wanted.push({ name: `${module}.${name}`, call: true });
      }
      return ";";
    })
    .replace(/\bimport\s+([\w.]+)\s+as\s+(\w+)/g, (_, module, short) => {
      imported[short] = module;
      return ";";
    });
  for (const match of code.matchAll(/(\.\s*)?\b([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*)\s*\(/g)) {
    const name = match[2].replace(/\s/g, "");
    // What stands before a dot that follows a bracket is a value of some kind.
    wanted.push({ name: match[1] ? `x.${name}` : name, call: true });
  }
  const found = wanted.length ? wanted : plainNames(code, Object.values(imported));
  return found.map(({ name, call }) => ({ name: inFull(name, imported), call, isForeign: isForeign(name, call, imported) }));
};

// Whether a name is Python's own, or begins with another library: both are left alone.
const isForeign = (name, call, imported) => {
  const [first, ...rest] = name.split(".");
  if (/^__\w+__$/.test(lastOf(name)) && call) {
    return true;
  }
  if (!rest.length || first === "super") {
    return call && PYTHON.has(first);
  }
  return OTHERS.has((imported[first] ?? first).split(".")[0]);
};

const withoutNoise = (text) =>
  lastOfAddress(text)
    .replace(/(["'])(?:\\.|(?!\1).)*\1/g, "''")
    .replace(/#.*$/gm, " ")
    .replace(/\bdef\s+\w+\s*\(/g, " ")
    .replace(/\bclass\s+\w+\s*\(([^)]*)\)/g, "$1")
    .replace(/^\s*(>>>|\.\.\.|@)/gm, " ");

// The API that an address of either library's documentation is of.
const lastOfAddress = (text) => {
  const match = text.trim().match(/^https?:\/\/[^\s?#]*?([^/\s?#]+?)\/?(?:\?[^\s#]*)?(?:#(\S+))?$/);
  if (!match) {
    return text;
  }
  const path = text.match(/\/api\/(paddle\/\S+?)(?:_cn|_en)?\.html/);
  return path ? path[1].replaceAll("/", ".") : match[2] && match[2].includes(".") ? match[2] : match[1].replace(/\.html$/, "");
};

// Text without a call: a name, words with spaces between them, or an expression.
const plainNames = (code, modules) => {
  const value = code.slice(code.lastIndexOf("=") + 1).trim();
  const words = value.split(/[\s/,;:-]+/).filter((word) => /^[\w.]+$/.test(word));
  if (words.length && words.join("") === value.replace(/[\s/,;:-]+/g, "")) {
    return [{ name: words.join(" "), call: false }];
  }
  const names = value.match(/[A-Za-z_]\w*(?:\.\w+)*/g) || modules;
  return names.map((name) => ({ name, call: false }));
};

const inFull = (name, imported) => {
  const [first, ...rest] = name.split(".");
  const module = Object.hasOwn(imported, first) ? imported[first] : Object.hasOwn(SHORT, first) ? SHORT[first] : first;
  return rest.length ? [module, ...rest].join(".") : name;
};

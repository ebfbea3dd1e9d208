// What a search or a pasted piece of code asks for: pure functions from text to names.

// Under which names libraries are usually imported.
const SHORT = { F: "nn.functional", f: "nn.functional", TF: "transforms.functional", T: "transforms", dist: "distributed", th: "torch", tv: "torchvision", P: "paddle" };
// Python's own words in front of a bracket.
const PYTHON = new Set(
  ("and as assert await bool dict elif enumerate except float for getattr hasattr if in int isinstance iter lambda len list map " +
    "next not open or print range return set setattr sorted str super tuple type while with yield zip").split(" "),
);

// The names that a piece of text asks for, in its order. `call`: written as code and not as a search.
export const wantedNames = (text) => {
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
    if (!PYTHON.has(name)) {
      // What stands before a dot that follows a bracket is a value of some kind.
      wanted.push({ name: match[1] ? `x.${name}` : name, call: true });
    }
  }
  const found = wanted.length ? wanted : plainNames(code, Object.values(imported));
  return found.map(({ name, call }) => ({ name: inFull(name, imported), call }));
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

// Signatures: the parameters of an API in order, read from the form of documentation.

export const POSITIONAL_ONLY = "positional-only";
export const POSITIONAL = "positional";
export const VAR_POSITIONAL = "var-positional";
export const KEYWORD = "keyword";
export const VAR_KEYWORD = "var-keyword";

export const isPositional = ({ kind }) => kind === POSITIONAL || kind === POSITIONAL_ONLY;
export const isVariadic = ({ kind }) => kind === VAR_POSITIONAL || kind === VAR_KEYWORD;
/** Whether a call has to pass a parameter that has no default. */
export const isRequired = (parameter) => isPositional(parameter) || parameter.kind === KEYWORD;

/** Splits at commas outside of brackets and quotes. */
const split = (text) => {
  const parts = [];
  let depth = 0;
  let quote = "";
  let start = 0;
  [...text].forEach((character, index) => {
    if (quote) {
      quote = character === quote && text[index - 1] !== "\\" ? "" : quote;
    } else if (character === "'" || character === '"') {
      quote = character;
    } else if ("([{".includes(character)) {
      depth += 1;
    } else if (")]}".includes(character)) {
      depth -= 1;
    } else if (character === "," && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  });
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter(Boolean);
};

const bare = (name) => name.split(":")[0].trim();
const parsed = new Map();

/** The parameters in `(a, b=1, *, c)`, each `{name, kind, default}`; `default` is source text, or null. */
export const parseSignature = (text) => {
  if (!parsed.has(text)) {
    parsed.set(text, read(text));
  }
  return parsed.get(text);
};

const read = (text) => {
  let kind = POSITIONAL;
  let parameters = [];
  for (const part of split(text.slice(text.indexOf("(") + 1, text.lastIndexOf(")")))) {
    if (part === "*") {
      kind = KEYWORD;
    } else if (part === "/") {
      parameters = parameters.map((parameter) => ({ ...parameter, kind: POSITIONAL_ONLY }));
    } else if (part.startsWith("**")) {
      parameters.push({ name: bare(part.slice(2)), kind: VAR_KEYWORD, default: null });
    } else if (part.startsWith("*")) {
      parameters.push({ name: bare(part.slice(1)), kind: VAR_POSITIONAL, default: null });
      kind = KEYWORD;
    } else {
      const at = part.indexOf("=");
      parameters.push({ name: bare(at < 0 ? part : part.slice(0, at)), kind, default: at < 0 ? null : part.slice(at + 1).trim() });
    }
  }
  return parameters;
};

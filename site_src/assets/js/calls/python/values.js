// Python's constants as JavaScript has them: an int is a BigInt, a float a number, and None null.

export class Complex {
  constructor(imaginary, real = 0) {
    this.real = real;
    this.imaginary = imaginary;
  }
}

export class Bytes {
  constructor(text) {
    this.text = text;
  }
}

export class Tuple extends Array {
  static get [Symbol.species]() {
    return Array;
  }
}

export class PythonSet {
  constructor(items) {
    this.items = items;
  }
}

export const ELLIPSIS = Symbol("Ellipsis");

export const isInt = (value) => typeof value === "bigint";
export const isFloat = (value) => typeof value === "number";
/** Whether a value is an int or a float; a bool is for Python an int as well, which callers ask for by itself. */
export const isReal = (value) => isInt(value) || isFloat(value);
export const isNumber = (value) => isReal(value) || value instanceof Complex;

/** The name of a constant's class. */
export const classOf = (value) => {
  if (value === null) {
    return "NoneType";
  }
  if (value instanceof Tuple) {
    return "tuple";
  }
  if (Array.isArray(value)) {
    return "list";
  }
  if (value instanceof Complex) {
    return "complex";
  }
  if (value instanceof Bytes) {
    return "bytes";
  }
  return { bigint: "int", number: "float", boolean: "bool", string: "str", symbol: "ellipsis" }[typeof value] ?? "object";
};

export const readNumber = (written) => {
  const text = written.replaceAll("_", "");
  if (/^0[xXoObB]/.test(text)) {
    return BigInt(text);
  }
  if (/[jJ]$/.test(text)) {
    return new Complex(Number(text.slice(0, -1)));
  }
  return /^\d+$/.test(text) ? BigInt(text) : Number(text);
};

const ESCAPES = { "\\": "\\", "'": "'", '"': '"', a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** The text of a string literal without its quotes. */
export const unescape = (text, { isRaw, isBytes }) => {
  const joined = text.replace(/\r\n?/g, "\n");
  if (isRaw || !joined.includes("\\")) {
    return joined;
  }
  return joined.replace(
    /\\(?:(\n)|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|N\{([^}]*)\}|([0-7]{1,3})|([^]))/g,
    (whole, line, hex, short, long, named, octal, other) => {
      if (line !== undefined) {
        return "";
      }
      if (isBytes && (short ?? long ?? named) !== undefined) {
        return whole;
      }
      const code = hex ?? short ?? long;
      if (code !== undefined) {
        return String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff));
      }
      if (octal !== undefined) {
        return String.fromCharCode(parseInt(octal, 8));
      }
      return named !== undefined ? "\ufffd" : (ESCAPES[other] ?? `\\${other}`);
    },
  );
};

const floatRepr = (value) => {
  if (!Number.isFinite(value)) {
    return Number.isNaN(value) ? "nan" : value < 0 ? "-inf" : "inf";
  }
  if (Object.is(value, -0)) {
    return "-0.0";
  }
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) {
    const [digits, exponent] = value.toExponential().split("e");
    const power = Math.abs(Number(exponent)).toString().padStart(2, "0");
    return `${digits}e${Number(exponent) < 0 ? "-" : "+"}${power}`;
  }
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
};

const stringRepr = (text) => {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll(quote, `\\${quote}`)
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t")
    .replace(/[\x00-\x1f\x7f]/g, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return quote + escaped + quote;
};

/** What Python's `repr` writes. */
export const repr = (value) => {
  if (value === null) {
    return "None";
  }
  if (typeof value === "boolean") {
    return value ? "True" : "False";
  }
  if (isInt(value)) {
    return String(value);
  }
  if (isFloat(value)) {
    return floatRepr(value);
  }
  if (value instanceof Complex) {
    const imaginary = `${floatRepr(value.imaginary).replace(/\.0$/, "")}j`;
    return value.real ? `(${floatRepr(value.real).replace(/\.0$/, "")}+${imaginary})` : imaginary;
  }
  if (value instanceof Bytes) {
    return `b${stringRepr(value.text)}`;
  }
  if (value instanceof Tuple) {
    return value.length === 1 ? `(${repr(value[0])},)` : `(${value.map(repr).join(", ")})`;
  }
  if (Array.isArray(value)) {
    return `[${value.map(repr).join(", ")}]`;
  }
  return value === ELLIPSIS ? "Ellipsis" : stringRepr(String(value));
};

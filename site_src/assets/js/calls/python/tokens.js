// Splits Python's source text into tokens, as its reference's lexical analysis does; offsets count UTF-16 units.

export const NAME = "name";
export const NUMBER = "number";
export const STRING = "string";
export const OPERATOR = "operator";
export const NEWLINE = "newline";
export const INDENT = "indent";
export const DEDENT = "dedent";
export const END = "end";

/** A text that is no Python; `line` is where, from 1. */
export class PythonSyntaxError extends Error {
  constructor(message, offset) {
    super(message);
    this.offset = offset;
  }
}

const NAME_AT = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}_]*/uy;
const NUMBER_AT =
  /0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:(?:\d(?:_?\d)*)?\.\d(?:_?\d)*|\d(?:_?\d)*\.?)(?:[eE][+-]?\d(?:_?\d)*)?[jJ]?/y;
const STRING_AT = /([rR][bBfF]?|[bBfF][rR]?|[uU])?("""|'''|"|')/y;
const OPERATOR_AT = /\*\*=?|\/\/=?|>>=?|<<=?|\.\.\.|->|:=|[+\-*/%@&|^=<>!]=|[+\-*/%@&|^=<>()[\]{},:.;~]/y;
const BLANK_AT = /[ \t\f]*/y;
const OPENING = "([{";
const CLOSING = ")]}";

const matchAt = (pattern, source, offset) => {
  pattern.lastIndex = offset;
  return pattern.exec(source);
};

const isLineEnd = (character) => character === "\n" || character === "\r";
const afterLineEnd = (source, offset) => offset + (source.startsWith("\r\n", offset) ? 2 : 1);

/** The offset after a string whose quotes open before `offset`; expressions in an f-string may hold strings of their own. */
const stringEnd = (source, opening, offset, quotes, isFormatted) => {
  let at = offset;
  while (at < source.length) {
    const character = source[at];
    if (character === "\\") {
      at = isLineEnd(source[at + 1]) ? afterLineEnd(source, at + 1) : at + 2;
    } else if (source.startsWith(quotes, at)) {
      return at + quotes.length;
    } else if (isLineEnd(character) && quotes.length === 1) {
      break;
    } else if (isFormatted && character === "{") {
      at = source[at + 1] === "{" ? at + 2 : replacementEnd(source, at + 1, quotes);
    } else {
      at += 1;
    }
  }
  throw new PythonSyntaxError("unterminated string literal", opening);
};

/** The offset after the `}` of a replacement field whose `{` is before `offset`. */
const replacementEnd = (source, offset, quotes) => {
  let depth = 0;
  let at = offset;
  while (at < source.length) {
    const character = source[at];
    const string = character === '"' || character === "'" ? matchAt(STRING_AT, source, at) : null;
    if (string && !source.startsWith(quotes, at)) {
      at = stringEnd(source, at, at + string[0].length, string[2], false);
    } else if (string) {
      return at; // the quotes of the f-string itself: it is for the parser to say what is wrong
    } else if (character === "}" && depth === 0) {
      return at + 1;
    } else {
      depth += OPENING.includes(character) ? 1 : CLOSING.includes(character) ? -1 : 0;
      at += 1;
    }
  }
  return at;
};

/** Splits off what a bare string literal is made of: its prefix in lower case, its quotes and the range between them. */
export const stringParts = (source, { start, end }) => {
  const [whole, prefix = "", quotes] = matchAt(STRING_AT, source, start);
  return { prefix: prefix.toLowerCase(), start: start + whole.length, end: end - quotes.length };
};

const KINDS = {
  name: { name: NAME, pattern: NAME_AT },
  number: { name: NUMBER, pattern: NUMBER_AT },
  string: { name: STRING, pattern: STRING_AT },
  operator: { name: OPERATOR, pattern: OPERATOR_AT },
};
const PREFIX_AT = /[rRbBfFuU]{1,2}["']/y;

/** The kind of the token that begins at an offset. */
const kindAt = (source, offset) => {
  const character = source[offset];
  if (character === '"' || character === "'" || ("rRbBfFuU".includes(character) && matchAt(PREFIX_AT, source, offset))) {
    return KINDS.string;
  }
  const isDigit = (one) => one >= "0" && one <= "9";
  if (isDigit(character) || (character === "." && isDigit(source[offset + 1]))) {
    return KINDS.number;
  }
  return /[\w$\u0080-\uffff]/.test(character) ? KINDS.name : KINDS.operator;
};

/**
 * The tokens of a part of a text. With `depth` above zero the part is inside of brackets, where lines do not end.
 * `comments`, if given, gets the text of each comment.
 */
export const tokenize = (source, { start = 0, end = source.length, depth = 0, comments = [] } = {}) => {
  const tokens = [];
  const indents = [0];
  const brackets = [];
  let at = start;
  let atLineStart = depth === 0;
  const add = (kind, from, to) => tokens.push({ kind, text: source.slice(from, to), start: from, end: to });

  const startLine = () => {
    let width = 0;
    while (at < end && " \t\f".includes(source[at])) {
      width = source[at] === "\t" ? (Math.floor(width / 8) + 1) * 8 : source[at] === "\f" ? 0 : width + 1;
      at += 1;
    }
    if (at >= end || source[at] === "#" || isLineEnd(source[at]) || (source[at] === "\\" && isLineEnd(source[at + 1]))) {
      return; // a line without code says nothing about blocks
    }
    atLineStart = false;
    if (width > indents.at(-1)) {
      indents.push(width);
      add(INDENT, at, at);
    }
    while (width < indents.at(-1)) {
      indents.pop();
      add(DEDENT, at, at);
    }
    if (width !== indents.at(-1)) {
      throw new PythonSyntaxError("unindent does not match any outer indentation level", at);
    }
  };

  while (at < end) {
    if (atLineStart) {
      startLine();
    } else {
      at += matchAt(BLANK_AT, source, at)[0].length;
    }
    if (at >= end) {
      break;
    }
    const character = source[at];
    if (character === "#") {
      const from = at;
      while (at < end && !isLineEnd(source[at])) {
        at += 1;
      }
      comments.push(source.slice(from, at));
    } else if (isLineEnd(character)) {
      if (!atLineStart && brackets.length + depth === 0) {
        add(NEWLINE, at, at);
        atLineStart = true;
      }
      at = afterLineEnd(source, at);
    } else if (character === "\\" && isLineEnd(source[at + 1])) {
      at = afterLineEnd(source, at + 1);
      if (atLineStart) {
        startLine();
      }
    } else {
      const kind = kindAt(source, at);
      const found = matchAt(kind.pattern, source, at);
      if (!found) {
        throw new PythonSyntaxError(`invalid character '${character}'`, at);
      }
      const after = at + found[0].length;
      add(kind.name, at, kind.name === STRING ? stringEnd(source, at, after, found[2], /f/i.test(found[1] ?? "")) : after);
      if (kind.name === OPERATOR && OPENING.includes(character)) {
        brackets.push(character);
      } else if (kind.name === OPERATOR && CLOSING.includes(character)) {
        if (OPENING.indexOf(brackets.pop() ?? " ") !== CLOSING.indexOf(character)) {
          throw new PythonSyntaxError(`unmatched '${character}'`, at);
        }
      }
      at = tokens.at(-1).end;
    }
  }
  if (brackets.length) {
    throw new PythonSyntaxError(`'${brackets.at(-1)}' was never closed`, at);
  }
  if (depth === 0) {
    if (tokens.length && !atLineStart) {
      add(NEWLINE, at, at);
    }
    for (let level = indents.length - 1; level > 0; level -= 1) {
      add(DEDENT, at, at);
    }
  }
  add(END, at, at);
  return tokens;
};

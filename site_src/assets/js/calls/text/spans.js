// Lines of a source text, and edits that keep all else; an edit is `{start, end, text}`.

/** The lines of a text with their ends, as Python counts them. */
const linesOf = (source) => source.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+/g) ?? [];

const FIRST = /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_]*(?![\p{L}\p{N}_])(?!\s*=(?!=))/gu;

/** The names in a piece of code, without attributes and keywords. */
export const firstNames = (code) => code.match(FIRST) ?? [];

/** The last index of a sorted list at which a value may be put in: as many are not larger. */
export const bisectRight = (sorted, value) => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value < sorted[middle]) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
};

/** A source text with the offsets of its lines. */
export class Text {
  constructor(source) {
    this.source = source;
    this.lines = linesOf(source);
    this.starts = [0];
    for (const line of this.lines) {
      this.starts.push(this.starts.at(-1) + line.length);
    }
    if (this.starts.length > 1 && !/[\r\n]$/.test(source)) {
      this.starts.pop(); // the last line does not end
    }
  }

  /** The number of an offset's line, from 1. */
  line(offset) {
    return Math.min(bisectRight(this.starts, offset) || 1, this.starts.length);
  }

  /** The offset at which a line begins. */
  lineStart(line) {
    return this.starts[line - 1];
  }

  /** Line and column of an offset, both from 1, the column in characters. */
  place(offset) {
    const line = this.line(offset);
    return { line, column: [...this.source.slice(this.starts[line - 1], offset)].length + 1 };
  }

  /** How a line ends, from 1; as the first one does, where it is the last and has no end. */
  ending(line = 1) {
    const endings = [this.lines[line - 1], this.lines[0]].map((each = "") => each.slice(each.replace(/[\r\n]+$/, "").length));
    return endings.find(Boolean) ?? "\n";
  }

  of({ start, end }) {
    return this.source.slice(start, end);
  }
}

export const byPlace = (a, b) => a.start - b.start || a.end - b.end;

/** Replacements in one text; one that covers earlier ones was made from their result, and takes their place. */
export class Edits {
  constructor(source) {
    this.source = source;
    this.edits = [];
    this.above = new Map();
  }

  /** A part of the source with the replacements inside of it. */
  text(start, end) {
    const [first, last] = this.inside(start, end);
    let written = "";
    let at = start;
    for (const edit of this.edits.slice(first, last)) {
      written += this.source.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return written + this.source.slice(at, end);
  }

  /** A part of the source with `changes` made, which touch no replacement inside of it. */
  rewritten(start, end, changes) {
    let written = "";
    let at = start;
    for (const change of [...changes].sort(byPlace)) {
      written += this.text(at, change.start) + change.text;
      at = change.end;
    }
    return written + this.text(at, end);
  }

  replace(start, end, text) {
    const [first, last] = this.inside(start, end);
    this.edits.splice(first, last - first, { start, end, text });
  }

  /** Replaces a part of the source by the name that lines above its statement give it. */
  name(node, name, above) {
    this.replace(node.start, node.end, name);
    this.above.set(node, above);
  }

  /** What a function returns, whose replacements are taken back where it throws. */
  attempt(make) {
    const saved = { edits: [...this.edits], above: new Map(this.above) };
    try {
      return make();
    } catch (error) {
      Object.assign(this, saved);
      throw error;
    }
  }

  /** What a function returns, all of whose replacements are taken back. */
  trial(make) {
    const saved = { edits: [...this.edits], above: new Map(this.above) };
    try {
      return make();
    } finally {
      Object.assign(this, saved);
    }
  }

  /** Takes back what was replaced in a part of the source. */
  undo(start, end) {
    const [first, last] = this.inside(start, end);
    this.edits.splice(first, last - first);
    this.above = new Map([...this.above].filter(([node]) => node.start < start || node.end > end));
  }

  /** Every replacement, in the order of the text, lines above others first. */
  all() {
    return [...this.above.values(), ...this.edits].sort(byPlace);
  }

  /** The replacements in a part of the source. */
  within(start, end) {
    return this.edits.slice(...this.inside(start, end));
  }

  /** Where the replacements inside of a part of the source stand; none of them crosses its ends. */
  inside(start, end) {
    let first = 0;
    let high = this.edits.length;
    while (first < high) {
      const middle = (first + high) >> 1;
      if (this.edits[middle].start < start) {
        first = middle + 1;
      } else {
        high = middle;
      }
    }
    let last = first;
    while (last < this.edits.length && this.edits[last].end <= end) {
      last += 1;
    }
    return [first, last];
  }
}

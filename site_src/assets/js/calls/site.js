// The result of understanding a source text: one site for each use of a torch name, with its verdict and edits.

/** What a reader has to do about one call, from nothing to everything: `key` names a verdict, `word` says it. */
class Verdict {
  constructor(key, word, isConverted = false) {
    this.key = key;
    this.word = word;
    this.isConverted = isConverted;
  }

  /** Whether a person has to look at the call. */
  get isTodo() {
    return !this.isConverted && this !== VERDICTS.FOREIGN;
  }
}

export const VERDICTS = Object.freeze({
  VERBATIM: new Verdict("verbatim", "照抄", true),
  RENAMED: new Verdict("renamed", "只改名称", true),
  ARGUMENTS: new Verdict("arguments", "改参数", true),
  REWRITE: new Verdict("rewrite", "改写"),
  MISSING: new Verdict("missing", "没有"),
  UNVERIFIED: new Verdict("unverified", "未验证"),
  UNSURE: new Verdict("unsure", "条件不明"),
  UNRECORDED: new Verdict("unrecorded", "未整理"),
  FOREIGN: new Verdict("foreign", "不是 PyTorch"),
});

/** The source text is no Python; `line` is where, from 1. */
export class SourceError extends Error {
  constructor(message, line) {
    super(message);
    this.line = line;
  }
}

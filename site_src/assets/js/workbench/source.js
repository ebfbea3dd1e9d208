// What people paste and drop, as a source text: sessions with prompts, indented pieces, notebooks.

const PROMPT = /^\s*(>>>|\.\.\.|In \[\d+\]:|\s*\.\.\.:)( |$)/;

/** What pieces of code call modules of torch without importing them, and the import that says so. */
const USUAL = [
  ["nn", "import torch.nn as nn"],
  ["F", "import torch.nn.functional as F"],
  ["optim", "import torch.optim as optim"],
];

/**
 * A pasted text as code: of a session only what was typed, of an indented piece the piece without its indentation, with the
 * usual imports that it leaves out.
 */
export const codeOf = (text) => {
  const lines = text.split(/\r\n|\r|\n/);
  const isSession = lines.some((line) => /^\s*(>>> |In \[\d+\]: )/.test(line));
  const code = isSession ? lines.filter((line) => PROMPT.test(line)).map((line) => line.replace(PROMPT, "")) : lines;
  return withImports(withoutIndentation(code).join("\n"));
};

const withImports = (code) => {
  const isUsed = (name) => new RegExp(`(?<![\\w.])${name}\\.\\w`).test(code);
  const isBound = (name) => new RegExp(`\\bimport\\s+\\*|\\b(?:as|import|class|def)\\b.*\\b${name}\\b|^\\s*${name}\\s*=`, "m").test(code);
  const missing = USUAL.filter(([name]) => isUsed(name) && !isBound(name)).map(([, line]) => `${line}\n`);
  return missing.join("") + code;
};

const withoutIndentation = (lines) => {
  const indents = lines.filter((line) => line.trim() && !line.trim().startsWith("#")).map((line) => /^[ \t]*/.exec(line)[0]);
  const [first = ""] = indents;
  const shared = indents.reduce((common, indent) => (indent.startsWith(common) ? common : common.startsWith(indent) ? indent : ""), first);
  return shared ? lines.map((line) => (line.startsWith(shared) ? line.slice(shared.length) : line.trimStart())) : lines;
};

/** The code of a file: of a notebook that of its cells, with commands of the notebook as comments. */
export const codeOfFile = (name, text) => {
  if (!name.endsWith(".ipynb")) {
    return text.replace(/^\ufeff/, "");
  }
  const cells = (JSON.parse(text).cells ?? []).filter(({ cell_type: type }) => type === "code");
  return cells.map(({ source }, index) => `# 第 ${index + 1} 格\n${[source].flat().join("").replace(/^([ \t]*)([%!?].*)$/gm, "$1# $2")}`).join("\n\n");
};

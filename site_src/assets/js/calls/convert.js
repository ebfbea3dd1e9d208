// Converts a source text: applies the edits of its analysis, mends the imports, marks what is left for a person.

import { analyse } from "./analyse.js";
import { OTHER_MEMBERS } from "./knowledge/builtin_kinds.js";
import { lastPart } from "./knowledge/names.js";
import { Parsed } from "./text/parsed.js";
import { neverRuns } from "./rewriting/never_run.js";
import { SourceError } from "./site.js";
import { bisectRight, byPlace, firstNames } from "./text/spans.js";
import { parseSource, walk } from "./text/syntax.js";
import { importedNames } from "./text/variables.js";

/** The start of each comment that is left; a line below one is not converted again. */
export const MARK = "# TODO(apimap): ";

const insert = (at, text) => ({ start: at, end: at, text });

/**
 * Converts what is proven; everything else stays as it is, below a comment with the reason and the page. `page` gives the
 * address of a record's page. The result always parses; converting it again changes nothing. Throws SourceError.
 */
export const convert = (source, knowledge, page = (record) => record) => {
  const parsed = new Parsed(source);
  const analysis = analyse(parsed, knowledge);
  const isMarked = marks(parsed);
  const edits = analysis.edits.filter(({ start }) => !isMarked(start));
  const helpers = helpersOf(analysis, knowledge, isMarked);
  const isNeverRun = neverRuns(parsed, edits);
  const imports = edits.length || helpers.size ? importEdits(parsed, edits, isNeverRun, helpers, knowledge) : [];
  const definitions = definitionEdits(parsed, edits, [...helpers.values()]);
  const todos = todoEdits(analysis, parsed, (offset) => isMarked(offset) || isNeverRun(offset), knowledge, page);
  const changes = [...imports, ...definitions, ...edits, ...todos];
  const text = apply(source, changes);
  if (changes.length) {
    try {
      parseSource(text);
    } catch (error) {
      throw error instanceof SourceError ? new SourceError(`转写的结果不是合法的 Python，请报告这个问题：${error.message}`, error.line) : error;
    }
  }
  return { text, analysis, edits: changes, todos: todos.length };
};

/** The text with edits made that do not overlap. */
const apply = (source, edits) => {
  let written = "";
  let at = 0;
  for (const { start, end, text } of [...edits].sort(byPlace)) {
    written += source.slice(at, start) + text;
    at = end;
  }
  return written + source.slice(at);
};

/** Tells of an offset whether a comment of ours stands above it. */
const marks = (parsed) => {
  const mark = MARK.trim();
  if (!parsed.source.includes(mark)) {
    return () => false;
  }
  return (offset) => parsed.text.lines[parsed.logicalStart(offset) - 2]?.trimStart().startsWith(mark) ?? false;
};

// ---- what is left for a person ----

const todoEdits = (analysis, parsed, isSettled, knowledge, page) => {
  const byLine = new Map();
  for (const site of analysis.sites) {
    if (site.verdict.isTodo && !site.partOf && !isSettled(site.start) && isWorth(site, knowledge, analysis)) {
      const line = parsed.logicalStart(site.start);
      byLine.set(line, (byLine.get(line) ?? new Set()).add(words(site, page)));
    }
  }
  return [...byLine].map(([line, todos]) => {
    const [indentation] = /^[ \t\f]*/.exec(parsed.text.lines[line - 1]);
    return insert(parsed.text.lineStart(line), `${indentation}${MARK}${[...todos].join("；")}${parsed.text.ending(line)}`);
  });
};

/** Whether a guess deserves a comment: where the member's name is a Tensor's, no builtin type's, and not Paddle's. */
const isWorth = (site, { names }, analysis) => {
  const member = lastPart(site.api);
  return !site.isGuess || (!analysis.isMixed && (names.tensorOnly.has(member) || (site.record !== "" && !OTHER_MEMBERS.has(member))));
};

const words = (site, page) => {
  const reason = site.reason.split(/\s+/).filter(Boolean).join(" ");
  const said = `${site.api} ${site.verdict.word}${reason ? `，${reason}` : ""}`;
  return site.record ? `${said}，见 ${page(site.record)}` : said;
};

// ---- imports ----

const isImport = ({ type }) => type === "Import" || type === "ImportFrom";
const isEvery = (items, set) => items.every((item) => set.has(item));

/**
 * Removes imports of torch that the converted text no longer uses, and adds those of what it uses now. `import paddle` also
 * tells that the text was converted: members of objects in it are not converted again.
 */
const importEdits = (parsed, edits, isNeverRun, helpers, knowledge) => {
  const { text } = parsed;
  const imports = parsed.nodes.filter(isImport);
  const bound = new Set(imports.flatMap((node) => boundNames(node, knowledge).map(([name]) => name)));
  const { before, after } = usedNames(parsed, bound, edits, isNeverRun);
  [...helpers.keys()].forEach((name) => after.delete(name)); // defined here from now on
  // Where nothing of torch is left, an import that was never used goes as well: torch need not be there any more.
  const gone = new Set([...(after.size ? before : bound)].filter((name) => !after.has(name)));
  const leaving = new Map();
  for (const node of imports) {
    const aliases = boundNames(node, knowledge)
      .filter(([name]) => gone.has(name))
      .map(([, alias]) => alias);
    if (aliases.length) {
      leaving.set(node, aliases);
    }
  }
  const whole = new Set([...leaving].filter(([node, aliases]) => aliases.length === node.names.length && !hasComment(node, text)).map(([node]) => node));
  const others = namedRoots(edits, knowledge.counterparts).filter((name) => name !== "paddle");
  const own = importedNames(parsed.tree.body); // written there, such a name is the text's own
  const added = ["paddle", ...others].filter((name) => !own.has(name) && !importOf(parsed.tree, name)).map((name) => `import ${name}`);
  const following = added.length ? importPlace(parsed.tree, edits) : undefined;
  const replaced = whole.has(following) ? following : undefined;
  const found = [];
  for (const node of whole) {
    if (node !== replaced) {
      const isEmptied = isBlockEmptied(parsed.parents.get(node), node, whole);
      found.push(isEmptied ? { start: node.start, end: node.end, text: "pass" } : removed(node, text));
    }
  }
  for (const [node, aliases] of leaving) {
    if (!whole.has(node)) {
      found.push(...shortened(node, aliases, text));
    }
  }
  return following ? [...found, addedImports(added, following, text, Boolean(replaced))] : found;
};

/** Adds imports before a statement, or in its place. */
const addedImports = (added, following, text, isReplaced) => {
  const decorators = following.decorator_list ?? [];
  const isFirst = decorators.length > 0 || startsLine(following, text);
  const separator = isFirst ? text.ending() : "; ";
  const written = added.join(separator);
  if (isReplaced) {
    return { start: following.start, end: following.end, text: written };
  }
  const line = Math.min(...[following, ...decorators].map(({ start }) => text.line(start)));
  return insert(isFirst ? text.lineStart(line) : following.start, written + separator);
};

const WORD = /[\p{L}_][\p{L}\p{N}_]*/gu;
// A name with a member, as a part of some code has it and a sentence does not; what a sentence quotes has backquotes.
const OWNER = /(?<![\p{L}\p{N}_.`])[\p{L}_][\p{L}\p{N}_]*(?=\.)/gu;

/** The names that a text in quotes may use as code: not the words of a sentence, nor those of an option. */
const namedIn = (text) => {
  if (text.startsWith("-")) {
    return [];
  }
  try {
    parseSource(text.trim());
    return text.match(WORD) ?? [];
  } catch (error) {
    if (!(error instanceof SourceError)) {
      throw error;
    }
    return text.match(text.includes("\n") ? WORD : OWNER) ?? [];
  }
};

/** Which of some packages the converted code names. */
const namedRoots = (edits, roots) => [...new Set(edits.flatMap(({ text }) => firstNames(text)))].filter((name) => roots.has(name)).sort();

/**
 * Which of some names a text uses, before and after its edits. A name may also stand in a quoted annotation, in `__all__` or
 * in code that is run from a string.
 */
const usedNames = (parsed, names, edits, isNeverRun) => {
  const starts = edits.map(({ start }) => start);
  const before = new Set();
  const after = new Set(edits.flatMap(({ text }) => firstNames(text)).filter((name) => names.has(name)));
  const documentation = new Set(parsed.nodes.filter(({ type }) => type === "Expr").map(({ value }) => value));
  for (const node of parsed.nodes) {
    const isText = node.type === "Constant" && typeof node.value === "string" && !documentation.has(node);
    const written = node.type === "Name" ? [node.id] : isText ? (node.value.match(WORD) ?? []) : [];
    const named = written.filter((name) => names.has(name));
    const found = isText && named.length ? namedIn(node.value).filter((name) => names.has(name)) : named;
    if (found.length) {
      found.forEach((name) => before.add(name));
      const index = bisectRight(starts, node.start) - 1;
      const isRead = (node.type !== "Name" || node.ctx !== "Store") && !isNeverRun(node.start);
      if (isRead && (index < 0 || edits[index].end <= node.start)) {
        found.forEach((name) => after.add(name));
      }
    }
  }
  return { before, after };
};

/** The names that an import of torch binds, each with its part of the statement. */
const boundNames = (node, { names }) => {
  if (node.type === "Import") {
    return node.names.filter(({ name }) => names.belongs(name)).map((alias) => [alias.asname ?? alias.name.split(".", 1)[0], alias]);
  }
  const isOfTorch = !node.level && names.belongs(node.module ?? "");
  return isOfTorch ? node.names.filter(({ name }) => name !== "*").map((alias) => [alias.asname ?? alias.name, alias]) : [];
};

const importOf = ({ body }, wanted) => body.find(({ type, names }) => type === "Import" && names.some(({ name, asname }) => name === wanted && !asname));

const hasComment = (node, text) => text.of(node).includes("#");

/** Removes some of the names of an import, each with a comma; a statement whose comments would go stays whole. */
const shortened = (node, leaving, text) => {
  if (hasComment(node, text)) {
    return [];
  }
  const { names } = node;
  const lastKept = names.findLastIndex((alias) => !leaving.includes(alias));
  const found = [];
  for (let index = 0; index < lastKept; index += 1) {
    if (leaving.includes(names[index])) {
      found.push({ start: names[index].start, end: names[index + 1].start, text: "" });
    }
  }
  if (lastKept + 1 < names.length) {
    found.push({ start: names[lastKept].end, end: names.at(-1).end, text: "" });
  }
  return found;
};

const startsLine = (node, text) => !text.source.slice(text.lineStart(text.line(node.start)), node.start).trim();

/** Whether a statement is the first of a block of which none stays. */
const isBlockEmptied = (parent, node, leaving) =>
  parent.type !== "Module" &&
  ["body", "orelse", "finalbody"].some((name) => Array.isArray(parent[name]) && parent[name][0] === node && isEvery(parent[name], leaving));

/** Removes a statement, with its line where nothing else stands there. */
const removed = (node, text) => {
  const { source } = text;
  const { start, end } = node;
  const skip = (offset) => offset + /^[ \t]*/.exec(source.slice(offset))[0].length;
  const lineEnd = skip(end);
  const next = source[lineEnd] ?? "";
  const isFirst = startsLine(node, text);
  if (isFirst && ["", "\r", "\n"].includes(next)) {
    return { start: text.lineStart(text.line(start)), end: lineEnd + (source.startsWith("\r\n", lineEnd) ? 2 : next.length), text: "" };
  }
  if (next === ";") {
    const after = skip(lineEnd + 1);
    if (!["", "\r", "\n", "#", "\\"].includes(source[after] ?? "")) {
      return { start, end: after, text: "" };
    }
  }
  return { start, end, text: next === "#" && isFirst ? "" : "pass" };
};

/** The statement before which `import paddle` goes: the first with an import or an edit. */
const importPlace = ({ body }, edits) => {
  const first = Math.min(...edits.map(({ start }) => start));
  return body
    .filter((node) => !isDocstring(node) && !(node.type === "ImportFrom" && node.module === "__future__"))
    .find((node) => [...walk(node)].some(isImport) || node.end > first);
};

// ---- helpers ----

/** The functions and classes that the converted code uses and Paddle does not have: the code of each by its name. */
const helpersOf = (analysis, knowledge, isMarked) => {
  const converted = analysis.sites.filter(({ verdict, start }) => verdict.isConverted && !isMarked(start));
  // Not by the record, which a member of an object has as well.
  const isHelped = ({ api, paddle }) => knowledge.answer(api)?.helper && paddle !== knowledge.answer(api).type; // else one of Paddle's own
  const answers = [...new Set(converted.filter(isHelped).map(({ api }) => api))].sort().map((api) => knowledge.answer(api));
  return new Map(answers.map(({ ways, helper }) => [ways[0].paddle, helper]));
};

/** Adds the code of helpers below the import of Paddle and those that follow it. */
const definitionEdits = ({ tree, text }, edits, codes) => {
  const { body } = tree;
  const place = codes.length ? (importOf(tree, "paddle") ?? importPlace(tree, edits)) : undefined;
  if (!place) {
    return [];
  }
  const number = body.findIndex((node, index) => index >= body.indexOf(place) && !isImport(node));
  const following = body[number];
  const decorators = following?.decorator_list ?? [];
  let at = text.source.length; // what uses it stands above
  let written = codes.map((each) => `\n\n${each.trim()}\n`).join("");
  if (following && !decorators.length && !startsLine(following, text)) {
    at = following.start;
    written = `\n${written}\n\n`;
  } else if (following) {
    const above = following === place ? [] : [text.line(body[number - 1].end) + 1];
    const line = Math.min(...[following, ...decorators].map(({ start }) => text.line(start)), ...above);
    const next = text.lines.slice(line - 1, line + 1);
    const blank = next.findIndex((each) => each.trim());
    at = text.lineStart(line);
    written += "\n".repeat(2 - (blank < 0 ? next.length : blank));
  }
  return [insert(at, written.replaceAll("\n", text.ending()))];
};

const isDocstring = ({ type, value }) => type === "Expr" && value.type === "Constant" && typeof value.value === "string";

// The code with each use of torch marked in its place, and what the page says of one: pure functions from sites to elements.

import { isOfClass } from "../calls/model/when_words.js";
import { VERDICTS } from "../calls/site.js";

const SITE = new URL("../../../", import.meta.url);

export const element = (tag, className, ...content) => {
  const made = Object.assign(document.createElement(tag), { className });
  made.append(...content);
  return made;
};

/** Whether a use is only guessed at, and would have to be changed if the guess is right. */
const isOpen = ({ verdict, isGuess }) => isGuess && verdict.isTodo;

/** What a verdict is called, and that it is a guess. */
export const verdictOf = (site) => (isOpen(site) ? "猜测" : site.verdict.word);

/** What chooses the colour of a use. */
export const effortOf = (site) => (isOpen(site) ? "guess" : site.verdict.key);

export const chip = (site) => {
  const made = element("b", "apimap-effort", verdictOf(site));
  made.dataset.effort = effortOf(site);
  return made;
};

/** The range of the name of what is used: `max` of `x.sum().max(1)`, all of `torch.max(x)`. */
const nameRange = ({ start, written }) => {
  const end = start + written.length;
  return /^[\p{L}\p{N}_.]+$/u.test(written) ? [start, end] : [end - (/[\p{L}\p{N}_]+$/u.exec(written)?.[0].length ?? 1), end];
};

/** The code as nodes; `mark` makes the element of a site from its text. */
export const annotated = (source, sites, mark) => {
  const ranges = sites.map((site, index) => ({ index, site, range: nameRange(site) })).sort((a, b) => a.range[1] - b.range[1]);
  const nodes = [];
  let at = 0;
  let said = new Map();
  const write = (end) => {
    for (const part of source.slice(at, end).split(/(\r\n|\r|\n)/)) {
      if (/[\r\n]/.test(part)) {
        nodes.push(...said.values(), "\n");
        said = new Map();
      } else if (part) {
        nodes.push(part);
      }
    }
    at = end;
  };
  for (const { index, site, range } of ranges) {
    const [start, end] = [Math.max(range[0], at), range[1]];
    if (start < end) {
      write(start);
      nodes.push(mark(site, index, source.slice(start, end)));
      at = end;
      // At the end of the line stands in words what is more than another name.
      if (isOpen(site) || (site.verdict !== VERDICTS.VERBATIM && site.verdict !== VERDICTS.RENAMED)) {
        said.set(verdictOf(site), chip(site));
      }
    }
  }
  write(source.length);
  return [...nodes, ...said.values()];
};

/** How many uses there are, and what becomes of them. */
export const summaryOf = (sites) => {
  const certain = sites.filter(({ isGuess }) => !isGuess);
  const guesses = sites.filter(isOpen).length;
  if (!sites.length) {
    return "没有找到 PyTorch 的调用。";
  }
  const counts = Object.values(VERDICTS)
    .map((verdict) => [verdict.word, certain.filter((site) => site.verdict === verdict).length])
    .filter(([, count]) => count)
    .map(([word, count]) => `${count} 处${word}`);
  return `${certain.length} 处调用${counts.length ? `：${counts.join("，")}` : ""}${guesses ? `；另有 ${guesses} 处只凭名称猜测` : ""}`;
};

/**
 * What the conversion assumes, each once, with the indexes of the uses that rest on it: what it assumes of classes first, then
 * those of most uses.
 */
export const assumptionsOf = (sites) => {
  const found = new Map();
  sites.forEach(({ verdict, isGuess, assumptions }, index) => {
    for (const said of verdict.isConverted && !isGuess ? assumptions : []) {
      found.set(said, [...(found.get(said) ?? []), index]);
    }
  });
  return [...found].sort(([said, a], [other, b]) => isOfClass(other) - isOfClass(said) || b.length - a.length);
};

const paragraph = (className, words, ...content) => element("p", className, ...(words ? [element("strong", "", words)] : []), ...content);

/** Text in which backticks stand around code. */
export const prose = (text) => text.split(/`([^`]*)`/).map((part, index) => (index % 2 ? element("code", "", part) : part));

/** All that is known of one use; `page` is the address of its answer, or empty. */
export const answerOf = (site, page) => {
  const { api, paddle, reason, assumptions, warnings, line, verdict } = site;
  const head = element("p", "apimap-workbench__head", element("span", "apimap-workbench__line", `第 ${line} 行`), " ", element("code", "", api));
  if (paddle && verdict !== VERDICTS.MISSING) {
    head.append(" → ", element("code", "", paddle));
  }
  head.append(" ", chip(site));
  const found = [head];
  if (reason) {
    found.push(paragraph("", "", ...prose(`${reason}。`)));
  }
  if (isOpen(site)) {
    found.push(paragraph("", "", "只凭名称猜测，不转换。"));
  }
  if (assumptions.length) {
    found.push(paragraph("", "转换以此为前提：", ...prose(`${assumptions.map((said) => said.replace(/^假定\s*/, "")).join("；")}。`)));
  }
  if (warnings.length) {
    found.push(paragraph("apimap-workbench__warning", "注意：", ...prose(`${warnings.join("；")}。`)));
  }
  if (page) {
    const words = verdict === VERDICTS.UNRECORDED ? "看这一页：程序猜的对应" : verdict.isConverted ? "看这一页" : "看这一页，照示例改写";
    const link = element("a", "", words);
    link.href = new URL(page, SITE);
    found.push(paragraph("", "", link));
  }
  return found;
};

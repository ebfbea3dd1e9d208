// How a result of the finder looks: both names, the category and what was verified, at once.

import { codeOf } from "../workbench/source.js";

const SITE = new URL("../../../", import.meta.url);

const element = (tag, className, text = "") => Object.assign(document.createElement(tag), { className, textContent: text });

const shownNames = ({ record, via }) => {
  const names = element("span", "apimap-finder__names");
  names.append(element("code", "", record.torch));
  if (record.aliases.includes(via)) {
    names.append(element("span", "apimap-finder__alias", `别名 ${via}`));
  }
  const arrow = element("span", "apimap-finder__arrow", "→");
  arrow.setAttribute("role", "img");
  arrow.setAttribute("aria-label", "对应");
  names.append(arrow);
  if (record.unanswered) {
    names.append(...shownGuess(record));
    return names;
  }
  names.append(...(record.paddle.length ? record.paddle.map((name) => element("code", "", name)) : [element("span", "apimap-finder__none", record.category.number === "constant" ? "见说明" : "无对应 API")]));
  return names;
};

// What a machine guessed is told in words, and wears nothing that a record wears.
const shownGuess = ({ paddle, guess, sameAs, see }) => {
  if (sameAs) {
    return [element("span", "apimap-finder__none", "同一个对象："), element("code", "", sameAs)];
  }
  if (see) {
    return [element("span", "apimap-finder__none", "没有可靠的猜测，参照同名的 "), element("code", "", see)];
  }
  const likely = [element("span", "apimap-finder__none", "可能是"), ...paddle.map((name) => element("code", "", name))];
  return paddle.length ? [...likely, element("span", "apimap-finder__none", `（${guess}）`)] : [element("span", "apimap-finder__none", "没有找到相近的")];
};

const shownMarks = ({ record: { effort, category, status, dropIn, unanswered } }) => {
  const marks = element("span", "apimap-finder__marks");
  if (unanswered) {
    const badge = element("span", "apimap-badge", unanswered);
    badge.dataset.status = "unanswered";
    marks.append(badge);
    return marks;
  }
  if (effort.key) {
    const word = element("b", "apimap-effort", effort.label);
    word.dataset.effort = effort.key;
    marks.append(word);
  }
  const chip = element("span", "apimap-category", category.label);
  chip.dataset.category = category.number;
  marks.append(chip);
  for (const [key, label] of [...(status.key === "nothing" ? [] : [[status.key, status.label]]), ...(dropIn ? [["drop-in", "可直接替换前缀"]] : [])]) {
    const badge = element("span", "apimap-badge", label);
    badge.dataset.status = key;
    marks.append(badge);
  }
  return marks;
};

const option = (address) => {
  const link = element("a", "apimap-finder__option");
  Object.assign(link, { href: address, tabIndex: -1 });
  link.setAttribute("role", "option");
  return link;
};

export const shownResult = (result) => {
  const link = option(new URL(result.record.address, SITE));
  link.append(shownNames(result), " ", shownMarks(result));
  return link;
};

// The lists of a module: that of its records, and that of what is not recorded.
export const shownModule = ({ name, records, below, unanswered, page }) => {
  const row = (address, words) => {
    const link = option(new URL(address, SITE));
    const names = element("span", "apimap-finder__names");
    names.append(element("code", "", name), element("span", "apimap-finder__none", words));
    link.append(names);
    return link;
  };
  const recorded = records || below;
  return [
    ...(recorded ? [row(`pytorch_api_mapping_cn/?module=${name}${records ? "" : ".*"}`, `的列表：${recorded} 条记录`)] : []),
    ...(unanswered ? [row(`unanswered/${page}/`, `的列表：${unanswered} 个未整理`)] : []),
  ];
};

// A note, a topic or a rule.
export const shownPage = ({ kind, title, address }) => {
  const link = option(new URL(address, SITE));
  const names = element("span", "apimap-finder__names", title);
  const marks = element("span", "apimap-finder__marks");
  marks.append(element("span", "apimap-finder__none", kind));
  link.append(names, " ", marks);
  return link;
};

// Code is for the workbench, which knows what its names stand for and what its arguments are.
export const shownWorkbench = (code) => {
  const lines = code.trim().split(/\r\n|\r|\n/).length;
  const words = lines > 1 ? "在工作台中逐处看这段代码" : "在工作台中看这一处调用怎样改";
  const link = option(new URL("workbench/", SITE));
  link.append(element("span", "apimap-finder__names", words), " ", element("span", "apimap-finder__none", `${lines} 行`));
  link.addEventListener("click", () => {
    try {
      sessionStorage.setItem("apimap-workbench", codeOf(code));
    } catch {
      // then the workbench is empty
    }
  });
  return link;
};

// Full text is for prose: the theme's own search, with what was typed.
export const shownTextSearch = (text) => {
  const link = option(`?${new URLSearchParams({ q: text })}`);
  link.classList.add("apimap-finder__text-search");
  link.textContent = `在全文中搜索“${text}”`;
  link.addEventListener("click", (event) => {
    if (!(event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      openTextSearch(text);
    }
  });
  return link;
};

const openTextSearch = (text) => {
  const query = document.querySelector('[data-md-component="search-query"]');
  if (query === null) {
    document.querySelector(".md-search__button")?.click();
    return;
  }
  query.value = text;
  query.focus();
  query.dispatchEvent(new KeyboardEvent("keyup"));
};

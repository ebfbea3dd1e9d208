// How a result of the finder looks: both names, the category and what was verified, at once.

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
  names.append(...(record.paddle.length ? record.paddle.map((name) => element("code", "", name)) : [element("span", "apimap-finder__none", "无对应 API")]));
  return names;
};

const shownMarks = ({ record: { category, status, dropIn } }) => {
  const marks = element("span", "apimap-finder__marks");
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

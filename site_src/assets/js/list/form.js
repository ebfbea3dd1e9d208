// The form above a list: which controls it has follows from the rows.

import { FACETS } from "./rows.js";

const countOptions = (items, index) => {
  const found = new Map();
  for (const { options } of items) {
    for (const { value, label } of options[index]) {
      const known = found.get(value) || { value, label, count: 0 };
      found.set(value, known);
      known.count += 1;
    }
  }
  // "torch.fft and what is below it" says nothing new where there is nothing below it.
  const alone = ({ value, count }) => value.endsWith(".*") && found.get(value.slice(0, -2))?.count === count;
  const all = [...found.values()].filter((one) => !alone(one));
  return FACETS[index].sorted ? all.sort((a, b) => (a.value < b.value ? -1 : 1)) : all;
};

const makeControl = ({ name, label, check }, options) => {
  const control = document.createElement("label");
  if (check && options.length) {
    control.innerHTML = `<input name="${name}" type="checkbox" value="1"> ${label}`;
  } else if (!check && options.length > 1) {
    control.innerHTML = `${label} <select name="${name}"><option value="">全部</option></select>`;
    for (const one of options) control.lastChild.add(new Option(`${one.label}（${one.count}）`, one.value));
  } else {
    return [];
  }
  return [control];
};

export const makeForm = (items) => {
  const form = document.createElement("form");
  form.className = "apimap-filter";
  form.setAttribute("role", "search");
  form.setAttribute("aria-label", "筛选");
  form.autocomplete = "off";
  form.innerHTML =
    '<label class="apimap-filter-text">筛选 <input name="text" type="search" spellcheck="false" autocapitalize="off"></label>' +
    '<span class="apimap-filter-end"><output role="status"></output> <button type="button" hidden>清除条件</button></span>';
  form.lastChild.before(...FACETS.flatMap((facet, index) => makeControl(facet, countOptions(items, index))));
  form.addEventListener("submit", (event) => event.preventDefault());
  return form;
};

export const makeEmptyNote = () => {
  const note = document.createElement("div");
  note.className = "apimap-empty";
  note.innerHTML = '<p>没有符合这些条件的行。</p><button type="button">清除条件，显示全部</button>';
  return note;
};

// What is asked for, without what is left open.
export const readForm = (form) =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value));

export const fillForm = (form, state) => {
  for (const control of form.querySelectorAll("[name]")) {
    const value = state.get(control.name) || "";
    if (control.type === "checkbox") control.checked = value !== "";
    else control.value = !control.options || [...control.options].some((one) => one.value === value) ? value : "";
  }
};

// The form stands before what it filters, and also before an overview right above the first section, which it returns.
export const placeForm = (tables, ...elements) => {
  const above = [];
  const first = (tables.length > 1 && tables[0].heading) || tables[0].box;
  if (tables.length > 1) {
    let node = first.previousElementSibling;
    for (; node && !/^(P|H1)$/.test(node.tagName); node = node.previousElementSibling) above.push(node);
  }
  (above.at(-1) || first).before(...elements);
  return above;
};

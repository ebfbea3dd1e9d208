// The form above a list (made by templates/page.html.j2), and what is said where nothing fits.

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
  const { sorted, order } = FACETS[index];
  if (order) return all.sort((a, b) => order.indexOf(a.value) - order.indexOf(b.value));
  return sorted ? all.sort((a, b) => (a.value < b.value ? -1 : 1)) : all;
};

// What can be chosen, from the rows; what was chosen stays.
export const fillOptions = (form, items) => {
  FACETS.forEach(({ name }, index) => {
    const control = form.elements[name];
    if (!control?.options) return;
    const { value } = control;
    control.length = 1;
    for (const one of countOptions(items, index)) control.add(new Option(`${one.label}（${one.count}）`, one.value));
    control.value = value;
  });
};

// The controls themselves are part of the page, which would move if they came later.
export const findForm = (items) => {
  const form = document.querySelector(".apimap-filter");
  fillOptions(form, items);
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

// A filter that is set must be seen.
const openMore = (form) => {
  const more = form.querySelector(".apimap-filter-more");
  if (more && [...more.querySelectorAll("select, input")].some((one) => (one.type === "checkbox" ? one.checked : one.value))) more.open = true;
};

export const fillForm = (form, state) => {
  for (const control of form.querySelectorAll("[name]")) {
    const value = state.get(control.name) || "";
    if (control.type === "checkbox") control.checked = value !== "";
    else if (control.tagName === "BUTTON") continue;
    else control.value = !control.options || [...control.options].some((one) => one.value === value) ? value : "";
  }
  openMore(form);
};

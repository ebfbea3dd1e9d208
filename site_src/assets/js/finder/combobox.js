// One finder. Its box is a form that leads to the master table; what is here makes a combobox of it (WAI-ARIA APG, "editable
// combobox with list autocomplete"). The list of names is loaded when a finder is first used.

const LIMIT = 20;

const element = (tag, className) => Object.assign(document.createElement(tag), { className });

let loading;
const load = () => {
  loading ??= Promise.all([
    import("./match.js"),
    import("./names.js"),
    import("./results.js"),
    fetch(new URL("../../finder.json", import.meta.url)).then((answer) => answer.json()),
  ]).then(([match, { prepare }, results, list]) => ({ ...match, names: prepare(list), ...results }));
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
};

export class Finder {
  constructor(form, number) {
    this.form = form;
    this.input = form.querySelector("input");
    this.stays = form.dataset.finder === "missing";
    this.panel = element("div", "apimap-finder__panel");
    this.panel.hidden = true;
    this.list = element("div", "apimap-finder__list");
    this.list.id = `apimap-finder-${number}`;
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", "查到的 API");
    this.status = element("p", "apimap-finder__status");
    this.status.setAttribute("role", "status");
    this.panel.append(this.list, this.status);
    form.append(this.panel);
    this.options = [];
    this.active = -1;
    for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-haspopup", "listbox"], ["aria-expanded", "false"], ["aria-controls", this.list.id]]) {
      this.input.setAttribute(name, value);
    }
    this.listen();
  }

  listen() {
    const { form, input, list } = this;
    input.addEventListener("focus", () => this.update());
    input.addEventListener("input", () => this.update());
    input.addEventListener("keydown", (event) => this.press(event));
    input.addEventListener("paste", (event) => this.paste(event));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.go(false);
    });
    form.addEventListener("focusout", ({ relatedTarget }) => {
      if (!form.contains(relatedTarget) && !this.stays) {
        this.close();
      }
    });
    // A press on a result leaves the focus in the box: the list would close before the click arrives.
    list.addEventListener("mousedown", (event) => event.preventDefault());
    list.addEventListener("click", () => this.stays || this.close());
  }

  async update() {
    const text = this.input.value.trim();
    try {
      const { find, areOnlySimilar, names, shownResult, shownTextSearch } = await load();
      // Somebody may have typed on while the list was loading.
      if (text !== this.input.value.trim()) {
        return;
      }
      const results = text ? find(names, text, LIMIT) : [];
      const options = text ? [...results.map(shownResult), shownTextSearch(text)] : [];
      const count = results.length === LIMIT ? `${LIMIT} 个以上结果` : `${results.length} 个结果`;
      const found = areOnlySimilar(text, results) ? `没有这个名称的记录，名称相近的有 ${results.length} 个。` : count;
      this.show(options, text && (results.length ? found : "没有这个名称的记录。"));
    } catch {
      this.show([], "名称列表没有载入。按回车打开映射总表。");
    }
  }

  show(options, message) {
    this.options = options;
    options.forEach((item, index) => {
      item.id = `${this.list.id}-${index}`;
    });
    this.list.replaceChildren(...options);
    this.status.textContent = message;
    this.panel.hidden = !message || !(this.stays || this.form.contains(document.activeElement));
    this.input.setAttribute("aria-expanded", String(!this.panel.hidden));
    this.choose(options.length ? 0 : -1);
  }

  choose(index) {
    this.options[this.active]?.setAttribute("aria-selected", "false");
    this.active = index;
    const chosen = this.options[index];
    this.options.forEach((item) => item.setAttribute("aria-selected", String(item === chosen)));
    if (chosen) {
      this.input.setAttribute("aria-activedescendant", chosen.id);
      chosen.scrollIntoView({ block: "nearest" });
    } else {
      this.input.removeAttribute("aria-activedescendant");
    }
  }

  close() {
    this.panel.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.choose(-1);
  }

  press(event) {
    const open = !this.panel.hidden;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.isComposing) {
      return;
    }
    if (step && this.options.length) {
      event.preventDefault();
      if (open) {
        this.choose((this.active + step + this.options.length) % this.options.length);
      } else {
        this.update();
      }
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.go(event.ctrlKey || event.metaKey);
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.escape(open);
    }
  }

  // First the list goes, then what was typed, then the focus.
  escape(open) {
    if (open && !this.stays) {
      this.close();
    } else if (this.input.value) {
      this.input.value = "";
      this.update();
    } else {
      this.input.blur();
    }
  }

  // An input has one line, and browsers join pasted lines without anything between them.
  paste(event) {
    const lines = event.clipboardData.getData("text").split(/\r?\n/);
    if (lines.length > 1) {
      event.preventDefault();
      const text = lines.map((line) => line.replace(/(^|\s)#.*$/, "").trim()).filter(Boolean).join("; ");
      this.input.setRangeText(text, this.input.selectionStart, this.input.selectionEnd, "end");
      this.update();
    }
  }

  async go(inNewTab) {
    if (!this.input.value.trim()) {
      this.form.submit();
      return;
    }
    if (this.active < 0) {
      await this.update();
    }
    const chosen = this.options[Math.max(this.active, 0)];
    if (!chosen) {
      this.form.submit();
    } else if (inNewTab) {
      window.open(chosen.href, "_blank", "noopener");
    } else {
      chosen.click();
    }
  }
}

// One finder. Its box is a form that leads to the master table; what is here makes a combobox of it (WAI-ARIA APG, "editable
// combobox with list autocomplete"). The list of names is loaded when a finder is first used; that of what no record answers
// comes after it.

const LIMIT = 20;

const element = (tag, className) => Object.assign(document.createElement(tag), { className });

const read = (file) => fetch(new URL(`../../${file}`, import.meta.url)).then((answer) => answer.json());

let loading;
const load = () => {
  loading ??= Promise.all([import("./match.js"), import("./names.js"), import("./results.js"), import("./text.js"), read("finder.json")]).then(
    ([match, { prepare, preparePages, prepareTitles, prepareUnanswered, modulesOf }, results, text, list]) => {
      const names = prepare(list);
      const loaded = { ...match, ...results, ...text, names, pages: preparePages(list), titles: prepareTitles(list), modules: modulesOf(names), whole: false };
      // Without the second list the finder knows what is answered.
      loaded.rest = read("unanswered.json")
        .then((more) => {
          loaded.names = [...names, ...prepareUnanswered(more)];
          loaded.modules = modulesOf(loaded.names);
        })
        .catch(() => {})
        .then(() => {
          loaded.whole = true;
        });
      return loaded;
    },
  );
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
    input.addEventListener("input", () => {
      this.pasted = ""; // typed on, it is another text
      this.update();
    });
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
    // On a slow line somebody types before there is anything to listen.
    if (input === document.activeElement) {
      this.update();
    }
  }

  async update() {
    const text = this.input.value.trim();
    try {
      const loaded = await load();
      // Somebody may have typed on while the list was loading.
      if (text !== this.input.value.trim()) {
        return;
      }
      // What is not recorded may be what somebody looks for: nobody is told that there is nothing before that is known.
      if (!this.showFound(loaded, text)) {
        await loaded.rest;
        this.showRest(loaded, text);
      } else if (!loaded.whole) {
        loaded.rest.then(() => this.panel.hidden || this.showRest(loaded, text));
      }
    } catch {
      this.show([], "名称列表没有载入。按回车打开映射总表。");
    }
  }

  // Shows what is found, and tells whether it did: before all names are known, only what fits as it was written.
  showFound(loaded, text) {
    const { find, findModules, findPages, beforeModules, areOnlySimilar, names, modules, pages, titles, whole, isCode, isCall } = loaded;
    const { shownResult, shownModule, shownPage, shownTextSearch, shownWorkbench } = loaded;
    const results = text ? find(names, text, LIMIT) : [];
    const title = titles.get(text.toLowerCase());
    const prose = text ? findPages(pages, this.aboutOf(loaded, text)) : [];
    const similar = areOnlySimilar(text, results);
    if (text && !whole && (similar || !results.length) && !prose.length && !title) {
      return false;
    }
    const code = this.pasted && isCode(this.pasted) ? [shownWorkbench(this.pasted)] : [];
    const named = text ? findModules(modules, text) : [];
    const exact = beforeModules(results, named);
    const shown = results.map(shownResult);
    const lists = named.flatMap(shownModule);
    const about = prose.map(shownPage);
    const count = similar ? `没有以它为名的记录，名称相近的有 ${results.length} 个` : results.length === LIMIT ? `${LIMIT} 个以上结果` : `${results.length} 个结果`;
    const guessed = results.some(({ record }) => record.unanswered) ? "；标“未整理”的没有记录，由程序猜出" : "";
    // What was found under another name stands after prose that has the very words.
    const rest = similar || !results.length ? [...about, ...shown.slice(exact)] : [...shown.slice(exact), ...about];
    const found = results.length || lists.length ? count + guessed : prose.length || title ? `${prose.length + (title ? 1 : 0)} 处说明` : "没有这个名称。";
    const options = [...code, ...shown.slice(0, exact), ...(title ? [shownPage(title)] : []), ...lists, ...rest];
    options.splice(1, 0, ...(!code.length && results.length && isCall(text) ? [shownWorkbench(text)] : []));
    this.show(text ? [...options, shownTextSearch(text)] : [], text && found + this.leftOut(loaded, text));
    return true;
  }

  // What notes are searched for: of an error message the keyword that it is about.
  aboutOf({ errorOf }, text) {
    const error = errorOf(text);
    return error ? error.keyword || error.name.split(".").pop() : text;
  }

  // What of a text no result is shown for, and why.
  leftOut({ foreignNames, missedNames, names, whole, errorOf }, text) {
    const list = (items) => `${items.slice(0, 3).join("、")}${items.length > 3 ? " 等" : ""}`;
    const foreign = foreignNames(text);
    const missed = whole ? missedNames(names, text) : [];
    const error = errorOf(text);
    const asks = error && !error.name ? `；报错说的是参数 ${error.keyword}，再写上函数名就能查到` : "";
    return (
      (foreign.length ? `；${foreign.length} 个不是 PyTorch 的，不用改：${list(foreign)}` : "") +
      (missed.length ? `；${missed.length} 个没有认出：${list(missed)}` : "") +
      asks
    );
  }

  // The same text, now that all names are known: what was chosen stays chosen.
  showRest(loaded, text) {
    if (text !== this.input.value.trim()) {
      return;
    }
    const chosen = this.options[this.active]?.href;
    const first = this.active === 0;
    this.showFound(loaded, text);
    const index = this.options.findIndex(({ href }) => href === chosen);
    if (index > 0 && !first) {
      this.choose(index);
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
      this.pasted = event.clipboardData.getData("text");
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

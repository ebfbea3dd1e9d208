// The workbench: code goes in, and its uses of torch are marked in place, with the converted code beside. It runs in the
// browser, and sends nothing anywhere.

import { MARK, convert } from "../calls/convert.js";
import { Knowledge } from "../calls/knowledge/knowledge.js";
import { SourceError } from "../calls/site.js";
import { annotated, answerOf, assumptionsOf, chip, effortOf, element, prose, summaryOf, verdictOf } from "./annotated.js";
import { keep, kept, linkTo, linked } from "./storage.js";
import { codeOf, codeOfFile } from "./source.js";

const SITE = new URL("../../../", import.meta.url);
const PAUSE = 250;

const EXAMPLE = `import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.conv = nn.Conv2d(1, 32, 3, padding=1)
        self.norm = nn.BatchNorm2d(32)
        self.fc = nn.Linear(32, classes)

    def forward(self, x):
        x = F.relu(self.norm(self.conv(x)))
        x = F.adaptive_avg_pool2d(x, 1).flatten(1)
        return F.log_softmax(self.fc(x), dim=1)


model = Net()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
x, y = torch.randn(8, 1, 28, 28), torch.randint(0, 10, (8,))
loss = F.nll_loss(model(x), y)
loss.backward()
optimizer.step()
top, index = model(x).max(1)
print(torch.gather(model(x), 1, index.unsqueeze(1)))
`;

let loading;
const knowledge = () => {
  loading ??= fetch(new URL("calls.json", SITE))
    .then((answer) => answer.json())
    .then((data) => new Knowledge(data));
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
};

/** The address of each name that no record answers, from the finder's second list. */
let unanswered;
const unansweredPages = () => {
  unanswered ??= Promise.all([import("../finder/names.js"), fetch(new URL("assets/unanswered.json", SITE)).then((answer) => answer.json())])
    .then(([{ prepareUnanswered }, list]) => new Map(prepareUnanswered(list).map(({ text, record }) => [text, record.address])))
    .catch(() => new Map());
  return unanswered;
};

class Workbench {
  constructor(form) {
    const part = (name) => form.querySelector(`[data-part="${name}"]`);
    this.form = form;
    this.code = form.elements.code;
    this.file = form.elements.file;
    this.marked = part("marked");
    this.converted = part("converted");
    this.summary = part("summary");
    this.answer = part("answer");
    this.list = part("list");
    this.assumed = part("assumed");
    this.assumptions = part("assumptions");
    this.said = part("said");
    this.sites = [];
    this.chosen = -1;
    this.turn = 0;
    this.listen();
  }

  listen() {
    const { form, code } = this;
    const actions = {
      edit: () => this.showCode(true),
      mark: () => this.showCode(false),
      open: () => this.file.click(),
      example: () => this.put(EXAMPLE),
      clear: () => this.put("", { isEdited: true }),
      share: () => this.share(),
      copy: () => this.copy(this.text, "已复制 Paddle 代码"),
      save: () => this.save(),
    };
    for (const [name, act] of Object.entries(actions)) {
      form.elements[name].addEventListener("click", act);
    }
    form.addEventListener("submit", (event) => event.preventDefault());
    code.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.understand(), PAUSE);
    });
    code.addEventListener("paste", (event) => {
      if (code.selectionStart === 0 && code.selectionEnd === code.value.length) {
        event.preventDefault();
        this.put(codeOf(event.clipboardData.getData("text")));
      }
    });
    this.file.addEventListener("change", () => this.read(this.file.files[0]));
    form.addEventListener("dragover", (event) => event.preventDefault());
    form.addEventListener("drop", (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file) {
        this.read(file);
      } else {
        this.put(codeOf(event.dataTransfer.getData("text")));
      }
    });
    this.marked.addEventListener("keydown", (event) => this.press(event));
    for (const part of [this.marked, this.list, this.assumptions]) {
      part.addEventListener("click", ({ target }) => {
        const button = target.closest("[data-site]");
        if (button) {
          this.choose(Number(button.dataset.site));
        }
      });
    }
    window.addEventListener("hashchange", () => this.restore());
  }

  async restore() {
    const code = (await linked()) ?? kept();
    if (code && code !== this.code.value) {
      this.put(code, { takesFocus: false });
    }
  }

  put(code, { isEdited = false, takesFocus = true } = {}) {
    this.code.value = code;
    this.showCode(isEdited || !code.trim(), takesFocus);
    return this.understand();
  }

  async read(file) {
    if (!file) {
      return;
    }
    try {
      this.put(codeOfFile(file.name, await file.text()));
      this.name = file.name.replace(/\.(ipynb|py)$/, "");
    } catch {
      this.say(`读不了 ${file.name}：它不是 Python 源码或笔记本。`);
    }
  }

  /** Shows the code to be edited, or with its marks; both stand in the same place. */
  showCode(isEdited, takesFocus = true) {
    this.code.hidden = !isEdited;
    this.marked.hidden = isEdited;
    this.form.elements.edit.setAttribute("aria-pressed", String(isEdited));
    this.form.elements.mark.setAttribute("aria-pressed", String(!isEdited));
    if (takesFocus) {
      (isEdited ? this.code : this.marked).focus({ preventScroll: true });
    }
  }

  async understand() {
    const code = this.code.value;
    this.turn += 1;
    const { turn } = this;
    keep(code);
    if (!code.trim()) {
      this.show(code, { text: "", sites: [] }, "");
      return;
    }
    try {
      const known = await knowledge();
      if (turn !== this.turn) {
        return; // somebody typed on meanwhile
      }
      const { text, analysis, edits } = convert(code, known, (record) => new URL(`api/${known.page(record)}/`, SITE).href);
      this.show(code, { text, sites: analysis.sites, edits }, summaryOf(analysis.sites));
    } catch (error) {
      const isCode = error instanceof SourceError;
      const words = isCode ? `第 ${error.line} 行不是合法的 Python，整段没有分析。` : error instanceof TypeError && navigator.onLine === false ? "数据没有载入。" : "这段代码没能分析。";
      this.show(code, { text: "", sites: [] }, words);
    }
  }

  show(code, { text, sites, edits = [] }, words) {
    this.text = text;
    this.sites = sites;
    this.edits = edits;
    this.chosen = -1;
    this.summary.textContent = words;
    this.marked.replaceChildren(...annotated(code, sites, (site, index, written) => this.mark(site, index, written)));
    this.converted.replaceChildren(
      ...text.split(/(?<=\n)/).map((line) => (line.trimStart().startsWith(MARK.trim()) ? element("mark", "apimap-workbench__todo", line) : line)),
    );
    this.answer.replaceChildren();
    const rows = sites.map((site, index) => [site.verdict.isTodo && !site.isGuess, this.row(site, index)]);
    this.list.replaceChildren(...[true, false].flatMap((isTodo) => rows.filter(([is]) => is === isTodo).map(([, row]) => row)));
    this.list.closest("details").hidden = !sites.length;
    const assumptions = assumptionsOf(sites);
    this.assumed.textContent = `转换所作的假定 ${assumptions.length} 条，请对照自己的数据与代码核对`;
    this.assumptions.replaceChildren(...assumptions.map(([said, uses]) => this.assumption(said, uses)));
    this.assumptions.closest("details").hidden = !assumptions.length;
    for (const name of ["copy", "save", "share"]) {
      this.form.elements[name].disabled = !(name === "share" ? code.trim() : text);
    }
  }

  mark(site, index, written) {
    const button = element("button", "apimap-workbench__call", written);
    button.type = "button";
    button.tabIndex = index === 0 ? 0 : -1;
    button.dataset.site = index;
    button.dataset.effort = effortOf(site);
    button.setAttribute("aria-label", `${written}，${verdictOf(site)}`);
    button.title = `${verdictOf(site)}：${site.api}${site.paddle ? ` → ${site.paddle}` : ""}`;
    return button;
  }

  row(site, index) {
    const button = element("button", "", element("span", "apimap-workbench__line", `第 ${site.line} 行`), " ", element("code", "", site.api), " ", chip(site));
    button.type = "button";
    button.dataset.site = index;
    return element("li", "", button);
  }

  /** What is assumed, then each API with the lines of its uses. */
  assumption(said, uses) {
    const apis = new Map();
    for (const index of uses) {
      const { api, line } = this.sites[index];
      const button = element("button", "apimap-workbench__go", String(line));
      button.type = "button";
      button.dataset.site = index;
      button.setAttribute("aria-label", `${api}，第 ${line} 行`);
      apis.set(api, [...(apis.get(api) ?? []), button]);
    }
    const rows = [...apis].map(([api, buttons]) => element("div", "", element("code", "", api), " 第 ", ...buttons, " 行"));
    return element("li", "", ...prose(said), ...rows);
  }

  /** The keys of the marked code: from one call to the next. */
  press(event) {
    const marks = [...this.marked.querySelectorAll("[data-site]")];
    const at = marks.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: marks.length - 1 }[event.key];
    if (next !== undefined && marks[next]) {
      event.preventDefault();
      marks[next].focus();
      this.choose(Number(marks[next].dataset.site));
    }
  }

  async choose(index) {
    const site = this.sites[index];
    this.chosen = index;
    for (const button of this.marked.querySelectorAll("[data-site]")) {
      const isChosen = Number(button.dataset.site) === index;
      button.tabIndex = isChosen ? 0 : -1;
      button.toggleAttribute("data-chosen", isChosen);
    }
    this.scrollTo(site);
    const page = site.record ? `api/${(await knowledge()).page(site.record)}/` : (await unansweredPages()).get(site.api);
    if (this.chosen === index && this.sites[index] === site) {
      this.answer.replaceChildren(...answerOf(site, page));
    }
  }

  /** Brings the converted line of a use to the height of its own. */
  scrollTo({ start }) {
    const { marked, converted, edits, text } = this;
    const before = edits.filter((edit) => edit.end <= start && edit.start < start + 1);
    const at = start + before.reduce((sum, edit) => sum + edit.text.length - (edit.end - edit.start), 0);
    const lines = (code) => code.split("\n").length - 1;
    const height = parseFloat(getComputedStyle(converted).lineHeight);
    const moved = lines(text.slice(0, at)) - lines(this.code.value.slice(0, start));
    converted.scrollTop = marked.scrollTop + moved * height;
  }

  say(words) {
    this.said.textContent = words;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => {
      this.said.textContent = "";
    }, 4000);
  }

  async copy(text, words) {
    try {
      await navigator.clipboard.writeText(text);
      this.say(words);
    } catch {
      this.say("浏览器不许复制，请选中后自己复制。");
    }
  }

  async share() {
    const address = await linkTo(this.code.value);
    history.replaceState(null, "", address);
    await this.copy(address, "已复制链接：代码在链接里，不经过任何服务器");
  }

  save() {
    const link = element("a", "");
    link.href = URL.createObjectURL(new Blob([this.text], { type: "text/x-python" }));
    link.download = `${this.name ?? "converted"}_paddle.py`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href));
  }
}

/** Has the data loaded and the core compiled by the time that somebody pastes: on a phone that is half of the wait. */
const prepare = async () => {
  const known = await knowledge();
  (window.requestIdleCallback ?? setTimeout)(() => convert(EXAMPLE, known));
};

/** Makes the page work, with the code of the link or what the tab had. */
export const start = (form) => {
  const workbench = new Workbench(form);
  workbench.show("", { text: "", sites: [] }, "");
  prepare().catch(() => {}); // who pastes hears of what is wrong
  return workbench.restore();
};

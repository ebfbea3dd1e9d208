// The uses of torch names in one text, as they are decided, and the edits that convert them.

import { factsOfProperty } from "../facts/argument_facts.js";
import { based, vanishing } from "../rewriting/decide.js";
import { MODULE, TENSOR, isTensor } from "../knowledge/kinds.js";
import { References, boundInstead } from "../facts/references.js";
import { VERDICTS } from "../site.js";
import { Edits, firstNames } from "../text/spans.js";
import { enclosing, walk } from "../text/syntax.js";
import { boundNames } from "../text/variables.js";
import { baseOf } from "../facts/views.js";

const takenBy = (name) => `代码里有名为 \`${name}\` 的变量`;
const AROUND_TYPES = new Set(["Tuple", "List", "Set", "Starred", "Subscript", "BinOp"]);

const IS_BASE = "PyTorch 自己的类也派生自它，Paddle 的不派生自这里的一份，判断的结果会不同";
/** Why the helper of an answer is not defined for a text that makes no object of it. */
export const onlyAsked = (name) => `只有判断用到 \`${name}\`，别的文件里的是它们自己的一份，这里认不出`;

/** What is known of a text, and what was decided of it so far; each use after those inside of it. */
export class Uses {
  constructor(parsed, knowledge, inference) {
    const { text } = parsed;
    Object.assign(this, { parsed, text, knowledge, names: knowledge.names, inference, staying: new Set(), left: new Set(), sites: [] });
    this.references = new References(parsed, inference, knowledge);
    this.edits = new Edits(parsed.source);
    const mentions = parsed.source.includes("paddle");
    /** Whether the text uses Paddle already: then an object of unknown origin may be Paddle's. */
    this.isMixed = mentions && parsed.nodes.some(importsPaddle);
    const mentioned = ["paddle", ...knowledge.counterparts].filter((name) => parsed.source.includes(name));
    this.taken = new Map(mentioned.map((name) => [name, this.taking(name)]).filter(([, taking]) => taking.size));
  }

  /** All that was decided, in the order of the text. */
  result() {
    this.sites.sort((a, b) => a.start - b.start || b.end - a.end);
    return { source: this.text.source, sites: this.sites, edits: this.edits.all(), isMixed: this.isMixed };
  }

  /** What is known of a member that `node` reads. */
  read(node, receiver) {
    return factsOfProperty(node, receiver, this.inference, this.parsed.taking(node));
  }

  parent(node) {
    return this.parsed.parents.get(node);
  }

  /** Why nothing can be written in the place of a node; empty where it can. */
  forbidden(node) {
    return this.isTaken(node, "paddle") ? takenBy("paddle") : "";
  }

  /** Whether a package's name is that of another variable in the place of a node. */
  isTaken(node, name) {
    return this.taken.get(name)?.has(this.inference.displays.variables.seenFrom(node, name)) ?? false;
  }

  /** Takes back what was converted of a node, if a package is written where its name is that of a variable. */
  checkPackages(node, start, end) {
    const written = new Set(this.edits.within(start, end).flatMap(({ text }) => firstNames(text)));
    const before = new Set(firstNames(this.text.source.slice(start, end)));
    const added = [...this.taken.keys()].filter((name) => written.has(name) && !before.has(name)).sort();
    const name = added.find((each) => this.isTaken(node, each));
    if (name) {
      this.takeBack(start, end, takenBy(name));
    }
  }

  /** The module, functions and classes of the text that have a variable of a package's name. */
  taking(name) {
    const { variables } = this.inference.displays;
    return new Set(binding(this.parsed.nodes, name, (path) => path === name).map((node) => variables.bindingScope(node)));
  }

  /** Why the helper of an answer cannot be defined: its name is another's in this text; empty where it can. */
  takenByOthers(node, answer) {
    if (!answer?.helper || (answer.type && this.isTold(node))) {
      return "";
    }
    const [{ paddle: name }] = answer.ways;
    const { nodes } = this.parsed;
    const { variables } = this.inference.displays;
    const isInClass = (each) => variables.bindingScope(each)?.type === "ClassDef";
    const instead = new Set(nodes.filter(({ type }) => type === "Try" || type === "TryStar").flatMap(boundInstead));
    const bound = nodes.filter((each) => !instead.has(each));
    const seen = isInClass(node) ? bound : bound.filter((each) => !isInClass(each)); // what a class binds is seen there alone
    const isOther = (each) => each.type === "Name" && each.id === name && variables.scopeOf(each).type === "Module";
    const others = nodes.filter(isOther);
    const helped = nodes.filter((each) => this.helped(each, name));
    if (
      binding(seen, name, (path) => this.knowledge.answer(path)?.helper === answer.helper).length
      || [...others, ...helped].some((each) => this.helped(each, name) !== answer.helper)
    ) {
      return `代码里另有名为 \`${name}\` 的`;
    }
    const method = this.overridden(helped, answer.reserved);
    if (method) {
      return `派生的类自己定义了 \`${method}\`，Paddle 的基类另有同名的方法`;
    }
    const isAsked = helped.some((each) => this.isCompared(each));
    if (isAsked && this.names.derived(this.references.path(helped[0])).some((each) => this.knowledge.answer(each))) {
      return IS_BASE;
    }
    if (isAsked && helped.every((each) => this.isTold(each))) {
      return onlyAsked(name);
    }
    return "";
  }

  /** The first of the reserved methods that a class of the text with one of these bases defines; or empty. */
  overridden(bases, reserved) {
    const parents = bases.map((base) => [base, this.parent(base)]);
    const classes = parents.filter(([base, each]) => each?.type === "ClassDef" && each.bases.includes(base));
    const methods = classes.flatMap(([, each]) => each.body.filter((one) => one.type === "FunctionDef").map((one) => one.name));
    return methods.find((name) => reserved.includes(name)) ?? "";
  }

  /** The code that stands in for the API that an expression names, where it defines a name. */
  helped(node, name) {
    const answer = this.knowledge.answer(this.references.path(node));
    return answer?.helper && answer.ways[0].paddle === name ? answer.helper : "";
  }

  /** Whether an expression is a class that an object, or its type, is compared with. */
  isCompared(node) {
    const [inner, parent] = this.aroundType(node);
    const isAsked = parent?.type === "Call" && ["isinstance", "issubclass"].includes(parent.func.id);
    return isAsked ? parent.args.length === 2 && parent.args[1] === inner : ["Compare", "MatchClass"].includes(parent?.type);
  }

  /** Whether an expression is a class that no object is made of there: one that is compared with or annotates. */
  isTold(node) {
    return this.isCompared(node) || this.annotates(node);
  }

  /** Whether a class stands in the annotation of a parameter, a variable or what a function returns. */
  annotates(node) {
    const [child, parent] = this.aroundType(node);
    switch (parent?.type) {
      case "arg":
        return true;
      case "AnnAssign":
        return parent.annotation === child;
      case "FunctionDef":
      case "AsyncFunctionDef":
        return parent.returns === child;
      default:
        return false;
    }
  }

  /** The whole type that a class is part of, `Union[…]` or a tuple of classes, and what that stands in. */
  aroundType(node) {
    let child = node;
    let parent = this.parent(child);
    while (AROUND_TYPES.has(parent?.type)) {
      child = parent;
      parent = this.parent(child);
    }
    return [child, parent];
  }

  /** Notes that a class of torch stays for a person: so does the class of the text that derives from it, if one does there. */
  stay(base) {
    const parent = this.parent(base);
    if (parent?.type === "ClassDef" && parent.bases.includes(base)) {
      this.staying.add(parent);
    }
  }

  /** Why the members of an object keep their names: torch's class that its own derives from stays; empty where it does not. */
  kept(receiver) {
    const isKept = receiver && this.staying.size > 0 && this.inference.isOf(receiver, this.staying);
    return isKept ? "它的类的基类没有转换，仍是 PyTorch 的，与基类一起改写" : "";
  }

  /** Writes a text in the place of a node, or of `span` around it; leaves it to a person where that is forbidden. */
  write(node, written, api, verdict, { span = node, answer, paddle, decision } = {}) {
    const forbidden = this.forbidden(node) || this.takenByOthers(node, answer);
    if (forbidden) {
      this.add(node, api, VERDICTS.REWRITE, forbidden, { answer });
      return;
    }
    this.edits.replace(span.start, span.end, written);
    this.add(node, api, verdict, "", { answer, paddle, decision });
  }

  /** Adds a site, with what a `decision` to convert it assumes; what is inside of a call that stays for a person stays with it. */
  add(node, api, verdict, reason, { answer, paddle = "", isGuess = false, decision } = {}) {
    if (verdict.isTodo && !isGuess && this.isOfTorch(node)) {
      this.keepInside(node, api);
      this.left.add(node);
    }
    const isMethod = node.type === "FunctionDef"; // its head alone is the place
    this.sites.push({
      api,
      written: isMethod ? node.name : this.text.of(node.type === "Call" ? node.func : node),
      start: node.start,
      end: isMethod ? node.start + `def ${node.name}`.length : node.end,
      ...this.text.place(node.start),
      verdict,
      reason,
      paddle: paddle || answer?.ways[0]?.paddle || "",
      record: answer?.record ?? "",
      isGuess,
      partOf: "",
      assumptions: decision?.assumptions ?? [],
      warnings: decision?.warnings ?? [],
    });
    if (verdict.isConverted && this.parsed.inStrings.has(node)) {
      this.checkString(node);
    }
    if (verdict.isConverted && this.taken.size > 0) {
      const { start, end } = this.sites.at(-1);
      this.checkPackages(node, start, end);
    }
  }

  /** Whether something of torch's own in an expression stays, of what was decided so far. */
  isLeft(node) {
    return this.left.size > 0 && [...walk(node)].some((each) => this.left.has(each));
  }

  /** Adds to what is said of a use of an API. */
  remind({ start, end }, api, warnings) {
    const isMeant = (site) => site.start === start && site.end === end && site.api === api && !site.isGuess;
    this.sites = this.sites.map((site) => (isMeant(site) ? { ...site, warnings: [...site.warnings, ...warnings] } : site));
  }

  /** Takes back what was converted around a node in an f-string, where that cannot be written in the string. */
  checkString(node) {
    const { start, end } = enclosing(node, this.parsed.parents, ({ type }) => type === "FormattedValue").value;
    if (this.edits.within(start, end).some((edit) => !fitsInString(this.text.source.slice(edit.start, edit.end), edit.text))) {
      this.takeBack(start, end, "f-string 里不能这样写，请先存进变量");
    }
  }

  /** Adds a use of a name that no record answers. */
  addUnrecorded(node, api) {
    const reason = this.names.find(api) ? "还没有这个 API 的记录" : `现在的 ${api.split(".")[0]} 没有公开这个名称`;
    this.add(node, api, VERDICTS.UNRECORDED, reason);
  }

  /** Leaves out the uses inside of arguments that are removed, or in whose place stands what they are a view of. */
  forget(change) {
    const named = (names) => change.binding.arguments.filter(({ parameter, entry }) => !entry && names.has(parameter.name));
    const spans = [
      ...named(vanishing(change)).map(({ value: { start, end } }) => ({ start, end, kept: 0 })),
      ...named(based(change)).map(({ value }) => ({ start: value.start, end: value.end, kept: baseOf(value)?.end ?? 0 })),
    ];
    this.sites = this.sites.filter(
      (site) => !spans.some(({ start, end, kept }) => start <= site.start && kept < site.end && site.end <= end),
    );
  }

  /**
   * Whether what stays in the place of a node is torch's own: a function of it, or a method of what one made. An object that is
   * converted, here or where it was made, is Paddle's by then.
   */
  isOfTorch(node) {
    switch (node.type) {
      case "Call":
        return this.references.path(node.func) ? !this.isConverted(node) : this.isOfTorch(node.func);
      case "Attribute":
      case "Subscript":
        return this.isOfTorch(node.value);
      case "UnaryOp":
        return this.isOfTorch(node.operand);
      case "BinOp":
        return this.isOfTorch(node.left) || this.isOfTorch(node.right);
      default:
        return false;
    }
  }

  /** Whether a call that was decided already is converted. */
  isConverted({ start, end }) {
    return this.sites.some((site) => site.start === start && site.end === end && site.verdict.isConverted);
  }

  /** Takes back what was converted inside of a call: torch's own takes no Paddle object. */
  keepInside({ start, end }, api) {
    this.takeBack(start, end, `在 \`${api}\` 里面，与它一起改写`, api);
  }

  /** Leaves to a person what was converted in a part of the text, as part of `api` where that stays. */
  takeBack(start, end, reason, api = "") {
    this.edits.undo(start, end);
    for (let index = this.sites.length - 1; index >= 0; index -= 1) {
      const site = this.sites[index]; // the last ones are those inside of it
      if (site.start < start || site.end > end) {
        break;
      }
      if (site.verdict === VERDICTS.RENAMED || site.verdict === VERDICTS.ARGUMENTS) {
        this.sites[index] = { ...site, verdict: VERDICTS.REWRITE, reason, partOf: api, assumptions: [], warnings: [] };
      }
    }
  }
}

/** Decides the uses of one sort in a text, with all that `uses` knows of it. */
export class Decider {
  constructor(uses) {
    const { text, names, knowledge, inference } = uses;
    Object.assign(this, { uses, text, names, knowledge, inference });
  }

  /** The name of a function or class of torch, or of a Tensor's method; empty for any other. */
  called(node) {
    const path = this.uses.references.path(node);
    const isMethod = !path && node.type === "Attribute" && isTensor(this.inference.kind(node.value));
    return isMethod ? `${TENSOR}.${node.attr}` : path;
  }

  /** Whether a value is a layer, of torch or of the text. */
  isLayer(kind) {
    return (kind.tag === "Value" && this.names.isA(kind.type, MODULE)) || this.inference.isModule(kind);
  }
}

/** Whether a text may take the place of another in an f-string, in each version of Python. */
const fitsInString = (before, after) =>
  [..."'\"\\#\n\r"].every((each) => before.includes(each) || !after.includes(each)) &&
  !after.includes("lambda") &&
  !after.startsWith("{");

/** The nodes that bind a name to something else than what is meant by it, which may be imported. */
const binding = (nodes, name, isMeant) =>
  nodes.filter((node) => {
    switch (node.type) {
      case "Name":
        return node.id === name && node.ctx !== "Load";
      case "arg":
        return node.arg === name;
      case "Import":
        return node.names.some((alias) => {
          const path = alias.asname ? alias.name : alias.name.split(".", 1)[0];
          return (alias.asname ?? path) === name && !isMeant(path);
        });
      case "ImportFrom": {
        const module = ".".repeat(node.level) + (node.module ?? "");
        return node.names.some((alias) => (alias.asname ?? alias.name) === name && !isMeant(`${module}.${alias.name}`));
      }
      default:
        return boundNames(node).includes(name);
    }
  });

/** Whether a node imports Paddle: then an object of unknown origin may be Paddle's. */
const importsPaddle = (node) =>
  (node.type === "Import" && node.names.some(({ name }) => name.split(".", 1)[0] === "paddle")) ||
  (node.type === "ImportFrom" && !node.level && (node.module ?? "").split(".", 1)[0] === "paddle");

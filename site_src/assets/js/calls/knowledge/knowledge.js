// Reads `calls.json`: the public names of torch and the answers of the catalogue, each when it is asked for.

import { TENSOR } from "./kinds.js";
import { ATTRIBUTE, PublicName, PublicNames, lastPart } from "./names.js";
import { Pattern } from "../model/pattern.js";
import { parseSignature } from "../model/signature.js";
import { CALL, THEN, Template, UNDECIDED } from "../model/template.js";
import { DTYPES, whenOf, without } from "../model/when.js";

/** The format of `calls.json`; another one is refused. */
export const FORMAT = 3;
/** Why a call of an API without a counterpart is left to a person. */
export const COMPOSED = "需要由几个 API 组合";
/** The facts about attributes that say that code which reads them may stay as it is. */
const SAME = new Set(["value", "tensor"]);
/** The names of dtypes that Paddle has too: those of inputs, and the narrow floats, of which none are made. */
const NAMED_DTYPES = new Set([...DTYPES, "float8_e4m3fn", "float8_e5m2"]);
/** Why the reading of an attribute that was measured is left to a person. */
const OTHER = {
  absent: "Paddle 的对象没有这个名称的属性",
  differs: "Paddle 的对象这个属性的值不同",
};

const withoutStars = (name) => name.replace(/^\*+/, "");

/** What a row's template makes; `eitherWay` is that where the text does not show whether its condition holds. */
const convertOf = (data) => {
  if (typeof data === "string") {
    return { call: Template.parse(data) };
  }
  const { [CALL]: call, [UNDECIDED]: undecided, ...made } = data;
  const convert = call ? { call: Template.parse(call) } : argumentsOf(made);
  return undecided ? { ...convert, eitherWay: convertOf(call ? undecided : mapped(made, undecided)) } : convert;
};

const mapped = (made, text) => Object.fromEntries(Object.keys(made).map((name) => [name, text]));

/** The Paddle arguments that a row makes, and the statement that follows the call. */
const argumentsOf = ({ [THEN]: then, ...made }) => ({
  arguments: Object.entries(made).map(([name, text]) => [name, Template.parse(text)]),
  then: then === undefined ? [] : [Template.parse(then)],
});

/** One row of 参数映射, as far as calls need it: `says` is the difference in words, `set` what Paddle's own parameter is set to. */
export const rowOf = (data, absent) => ({
  torch: data.torch ?? "",
  paddle: data.paddle ?? "",
  parameter: withoutStars(data.torch ?? ""),
  target: withoutStars(data.paddle ?? ""),
  relation: data.relation,
  says: data.says ?? "",
  set: data.set ?? "",
  rewrite: data.rewrite ?? "",
  when: data.when ? without(whenOf(data.when), absent) : null,
  convert: data.convert !== undefined ? convertOf(data.convert) : null,
  undecided: data.undecided ?? "",
  effect: data.effect ?? "",
  around: data.around ? new Pattern(data.around) : null,
});

const remarksOf = (data, absent) => (data.remarks ?? []).map((remark) => rowOf({ relation: "returns", ...remark }, absent));

/** One way to call a torch API, and its counterpart; `arounds` are the remarks about code around the use of an attribute. */
const wayOf = (data, absent, remarks = remarksOf(data, absent)) => ({
  paddle: data.paddle,
  paddleIsMember: data.member ?? false,
  isNoClass: data.no_class ?? false,
  isSpread: data.spread ?? false,
  wrongViews: data.wrong_views ?? "",
  refused: (data.refused ?? []).map(([parameters, dtypes]) => ({ parameters, dtypes: new Set(dtypes) })),
  firstOrder: data.first_order,
  paddleParameters: parseSignature(data.parameters),
  signatures: data.signatures.map(parseSignature),
  keywords: data.keywords ?? {},
  rows: data.rows.map((row) => rowOf(row, absent)),
  title: data.title ?? "",
  isMissing: data.missing ?? false,
  remarks: remarks.filter(({ around }) => !around),
  arounds: remarks.filter(({ around }) => around),
});

/** What the catalogue says of one torch API. */
const answerOf = (key, data, absent) => ({
  record: data.record ?? key,
  isMember: data.member ?? false,
  ways: (data.ways ?? []).map((way) => wayOf(way, absent)),
  reason: data.reason ?? "",
  unproven: data.unproven ?? "",
  isMeasured: data.measured ?? false,
  assigned: data.assigned ?? [],
  forward: data.forward ?? {},
  type: data.type ?? "",
  raises: data.raises ?? [],
  byHand: data.by_hand ?? "",
  helper: data.helper ?? "",
  helped: data.helped ?? [],
  reserved: data.reserved ?? [],
});

/** The dtype of the Tensors that a class of Tensors makes; undefined for another. */
export const madeDtype = (answer) => (answer?.ways ?? []).flatMap((way) => way.rows).find((row) => row.paddle === "dtype" && row.set)?.set;

const sameAttribute = (key, paddle) => ({
  member: true,
  ways: [{ paddle, member: true, parameters: "()", signatures: [], rows: [] }],
  record: key,
});

/** Answers for the attributes that were compared with Paddle's, where one class is the counterpart. */
const attributeAnswers = (answers) => {
  const found = {};
  for (const [key, { attributes, ways = [], aliases = [] }] of Object.entries(answers)) {
    const counterparts = new Set(ways.map(({ paddle }) => paddle).filter(Boolean));
    for (const [name, fact] of counterparts.size === 1 ? Object.entries(attributes ?? {}) : []) {
      for (const owner of [key, ...aliases]) {
        if (SAME.has(fact)) {
          found[`${owner}.${name}`] = sameAttribute(key, `${[...counterparts][0]}.${name}`);
        } else if (fact in OTHER) {
          found[`${owner}.${name}`] = { member: true, by_hand: OTHER[fact], record: key };
        }
      }
    }
  }
  return found;
};

/** The names of what the objects of recorded classes have. */
const attributes = (answers, names) =>
  Object.entries(answers).flatMap(([key, data]) =>
    Object.entries(data.attributes ?? {}).flatMap(([name, fact]) =>
      [key, ...(data.aliases ?? [])]
        .filter((owner) => !Object.hasOwn(names, `${owner}.${name}`))
        .map((owner) => new PublicName(`${owner}.${name}`, ATTRIBUTE, ["", fact === "tensor" ? [TENSOR] : []])),
    ),
  );

/** The names of records of attributes that `__init__` sets, which no inventory has and no check has measured. */
const unlisted = (answers, names, known) => {
  const isUnlisted = (path) =>
    !Object.hasOwn(names, path) && !known.has(path) && names[path.slice(0, path.lastIndexOf("."))]?.[0] === "c";
  const attributes = Object.entries(answers).filter(([key]) => isUnlisted(key));
  const paths = new Set(attributes.flatMap(([key, { aliases = [] }]) => [key, ...aliases]));
  return [...paths].filter(isUnlisted).map((path) => new PublicName(path, ATTRIBUTE));
};

/** The names that a template reads members of, but for its own variables, which it also has alone. */
const packagesIn = (template) =>
  [...template.matchAll(PACKAGE)]
    .map(([, name]) => name)
    .filter((name) => !new RegExp(`(?<![\\w.])${name}(?![\\w.])`).test(template));

const PACKAGE = /(?<![\w.{}'"])([A-Za-z_]\w*)\./g;

/** All that is known for understanding calls. */
export class Knowledge {
  constructor(data) {
    const format = data?._meta?.format;
    if (format !== FORMAT) {
      throw new Error(`calls.json 的格式是 ${format}，这里只读格式 ${FORMAT}`);
    }
    const measured = attributes(data.answers, data.names);
    const others = unlisted(data.answers, data.names, new Set(measured.map(({ path }) => path)));
    this.names = new PublicNames(data.names, [...measured, ...others], data.packages, data.other_members);
    this.answers = { ...data.answers, ...attributeAnswers(data.answers) };
    this.constants = data.constants;
    /** The modules that other packages have for torch, and those with the same names for Paddle: `einops.layers.torch`. */
    this.flavours = data.flavours;
    /** The modules whose functions code looks up by name, with Paddle's, and the API that takes the name first. */
    this.lookups = data.lookups;
    this.innerLayers = data.inner_layers;
    /** Conditions in words, each with the pieces of code of which a program has one wherever the condition may hold. */
    this.signs = data.signs ?? {};
    /** The conditions in words that do not hold, since the program shows no sign of them. */
    this.absent = new Set();
    this.ofPrograms = new Map();
    this.parsed = new Map();
    this.keys = this.indexed();
  }

  /** What is known of a program in which some conditions in words do not hold. */
  without(absent) {
    const key = [...absent].join("\n");
    if (!this.ofPrograms.has(key)) {
      this.ofPrograms.set(key, Object.assign(Object.create(this), { absent, parsed: new Map() }));
    }
    return this.ofPrograms.get(key);
  }

  /** What an attribute of a layer inside of an object of a class becomes, whose own layers are Paddle's; undefined where it stays. */
  innerAttribute(path, name) {
    const text = this.innerLayers[path.slice(0, Math.max(path.lastIndexOf("."), 0))]?.[name];
    return text === undefined ? undefined : Template.parse(text);
  }

  /** Whether a class is one of those models, whose layers are Paddle's own. */
  isModel(path) {
    return path.slice(0, Math.max(path.lastIndexOf("."), 0)) in this.innerLayers;
  }

  /** The record of each name: its own before all others, then its aliases, and their canonical names. */
  indexed() {
    const found = new Map(Object.keys(this.answers).map((key) => [key, key]));
    const put = (name, key) => name !== undefined && !found.has(name) && found.set(name, key);
    for (const [key, { aliases = [] }] of Object.entries(this.answers)) {
      for (const name of [key, ...aliases]) {
        put(name, key);
        put(this.names.find(name)?.path, key);
      }
    }
    return found;
  }

  /** What a constant becomes, under its name as written or its canonical one; undefined where it is not recorded. */
  constant(path) {
    const entry = this.names.find(path);
    const name = [entry?.path ?? path, path].find((one) => Object.hasOwn(this.constants, one));
    if (name === undefined) {
      return undefined;
    }
    const [paddle, assign = "", reason = ""] = this.constants[name];
    return { paddle, assign: assign ? Template.parse(assign) : null, reason };
  }

  /** Whether a name is a constant whose members are those of its value: `torch.__version__`, and no class. */
  isValue(path) {
    return this.names.find(path)?.kind === "constant" && this.constant(path) !== undefined;
  }

  /** Whether a name is that of a dtype, as written or under its canonical name. */
  isDtype(path) {
    const entry = this.names.find(path);
    return entry?.kind === "constant" && NAMED_DTYPES.has(lastPart(entry.path));
  }

  /** The answer for a torch name as written or under its canonical name; undefined where no record has one. */
  answer(path) {
    const key = this.keys.get(path) ?? this.keys.get(this.names.find(path)?.path);
    if (key !== undefined && !this.parsed.has(key)) {
      this.parsed.set(key, answerOf(key, this.answers[key], this.absent));
    }
    return this.parsed.get(key);
  }

  /** The name of a record's page: its own, unless only case tells it from another's. */
  page(record) {
    return this.answers[record]?.page ?? record;
  }

  /** The packages that hold the counterparts and the functions that templates call: `paddle` and a few others. */
  get counterparts() {
    this.packages ??= this.packagesOfCounterparts();
    return this.packages;
  }

  packagesOfCounterparts() {
    const found = new Set();
    for (const { ways = [] } of Object.values(this.answers)) {
      for (const way of ways) {
        found.add(way.paddle.split(".", 1)[0]);
        for (const { convert } of [...way.rows, ...(way.remarks ?? [])]) {
          for (const text of convert === undefined ? [] : typeof convert === "string" ? [convert] : Object.values(convert)) {
            packagesIn(text).forEach((name) => found.add(name));
          }
        }
      }
    }
    for (const { ways, helper } of Object.values(this.answers)) {
      found.delete(helper ? ways[0].paddle : "");
    }
    return found;
  }
}

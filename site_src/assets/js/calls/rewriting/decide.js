// Decides one call: which counterpart answers it, and what the rows make of each of its arguments.

import { factsOf, isFlag, kindName, omitted } from "../facts/argument_facts.js";
import { bind } from "../facts/bind.js";
import { COMPOSED } from "../knowledge/knowledge.js";
import { unparse } from "../model/literal.js";
import { NOT_CALLED, laterResults } from "../facts/result_facts.js";
import { KEYWORD, VAR_KEYWORD, VAR_POSITIONAL, isPositional } from "../model/signature.js";
import { VERDICTS } from "../site.js";
import { CALL, NOTHING, Template } from "../model/template.js";
import { changesView } from "../facts/view_changes.js";
import { FORWARD, Fact, Facts, NO, OTHER, UNDECIDED, YES, deciding, evaluate, evaluateAssuming } from "../model/when.js";
import { assumptions as assumptionsOf, fewWords, glued } from "../model/when_words.js";

/** The verdict on one call before its text is known, with the change if it is converted. */
export const Decision = (verdict, reason = "", fields = {}) => ({ verdict, reason, assumptions: [], change: null, warnings: [], paddle: "", wraps: [], ...fields });

/**
 * What becomes of the arguments of a call that is converted: `names` has the Paddle parameter of each torch parameter that is
 * kept, `templates` the Paddle arguments that are made instead of one, `dropped` those left out, `ignored` those among them
 * without a meaning in Paddle, `added` the Paddle parameters that are set besides, `wraps` the templates of the whole call,
 * `then` the statements that follow the one that assigns the call's value.
 */
const Change = (way, binding, names = new Map()) => ({
  way,
  binding,
  names,
  templates: new Map(),
  dropped: new Set(),
  ignored: new Set(),
  added: [],
  wraps: [],
  then: [],
});

/** The Paddle argument that one becomes; where both sides take any others, `**kwargs`, it keeps its own name. */
export const targetOf = ({ names, way }, { parameter, key }) => {
  const target = names.get(parameter.name);
  const taking = [parameter, ...way.paddleParameters.filter(({ name }) => name === target)];
  return key && taking.every(({ kind }) => kind === VAR_KEYWORD) ? key : target;
};

const namesOf = (templates) => templates.flatMap(({ names }) => names);
const namesIn = (made) => namesOf(made.map(([, template]) => template));

/** Whether the arguments stay as they are, and the name of what is called is all that changes. */
const isOfName = ({ way, binding, names, templates, dropped, added, wraps, then }) =>
  !templates.size &&
  !dropped.size &&
  ![added, wraps, then].some((made) => made.length) &&
  binding.arguments.every(
    ({ parameter, position, key }) => (position === null ? key : way.paddleParameters[position]?.name) === names.get(parameter.name),
  );

/** The torch parameters that are passed and of which nothing is written. */
export const vanishing = ({ wraps, then, names, dropped, templates, binding }) => {
  const written = new Set(namesOf([...wraps, ...then]));
  if (!wraps.length || wraps[0].names.includes(CALL)) {
    for (const name of names.keys()) {
      if (!dropped.has(name) && !templates.has(name)) {
        written.add(name);
      }
    }
    [...templates.values()].flatMap(namesIn).forEach((name) => written.add(name));
  }
  return new Set([...binding.byParameter.keys()].filter((name) => !written.has(name)));
};

/** The torch parameters in whose place stands what they are a view of. */
export const based = ({ wraps, templates }) => {
  const made = [...templates.values()].flatMap((each) => each.map(([, template]) => template));
  return new Set([...wraps, ...made].flatMap((template) => template.based));
};

const isMissing = ({ ways }) => ways.every((way) => way.isMissing);

const withoutWay = ({ byHand, reason }) =>
  byHand ? Decision(VERDICTS.REWRITE, byHand) : Decision(VERDICTS.MISSING, reason || "Paddle 没有对应的 API");

/** What is known of the arguments of a call, under the first signature that takes them. */
const passedTo = (call, signatures, inference) => {
  const binding = signatures.map((signature) => bind(call, signature, inference.displays)).find(Boolean);
  return binding && factsOf(call, null, binding, null, inference, undefined).parameters;
};

/**
 * Decides a call of a layer's object by what it is passed; undefined where the text shows no condition of its record to hold, or
 * to be able to. `forward` are the signatures of torch's own, `made` the call that makes the object, `parent` what takes the
 * result. A result that the text does not show to be changed in place is taken not to be.
 */
export const decideLater = (call, answer, forward, inference, made, parent) => {
  const passed = passedTo(call, forward, inference);
  if (!passed || answer.unproven) {
    return undefined;
  }
  const signatures = answer.ways.flatMap((way) => way.signatures);
  const before = (made && passedTo(made, signatures, inference)) ?? new Map();
  const later = [...passed].map(([name, fact]) => [`${FORWARD}${name}`, fact]);
  const facts = Facts({ parameters: new Map([...before, ...later]), results: laterResults(call, parent, inference) });
  const found = answer.ways
    .flatMap(({ rows, remarks }) => [...rows, ...remarks])
    .filter(({ when, effect, undecided }) => when && !effect && undecided !== "convert")
    .filter((row) => !surelyApplies(row, Facts({ parameters: before }))) // which is told where the object is made
    .map((row) => ({ row, applies: assuming(row, facts, { later: true }).answer }));
  const met = found.filter(({ applies }) => applies === YES).map(({ row }) => row);
  const wraps = met.map(wrapOf).filter(Boolean);
  if (wraps.length < met.length) {
    const left = met.filter((row) => !wrapOf(row));
    return Decision(VERDICTS.REWRITE, left.map((row) => toldOf(row, facts, wordsOf(row))).join("；"));
  }
  const open = found.find(({ applies }) => applies === UNDECIDED);
  if (open) {
    return Decision(VERDICTS.UNSURE, unsure(open.row, facts));
  }
  return wraps.length && !answer.byHand ? Decision(VERDICTS.ARGUMENTS, "", { wraps }) : undefined;
};

/**
 * What is made of what a layer gives to another's call: one of several layers, or the last in a sequence. It counts as made with
 * torch's defaults, and nothing is known of what it is passed.
 */
export const wrapsGiven = (call, answer, inference, parent) => {
  if (answer.unproven || answer.byHand) {
    return [];
  }
  const parameters = answer.ways.flatMap((way) => way.signatures).flat();
  const usual = new Map(parameters.map((each) => [each.name, omitted(each, inference.names, false)]));
  const facts = Facts({ parameters: usual, results: laterResults(call, parent, inference) });
  return answer.ways
    .flatMap(({ rows, remarks }) => [...rows, ...remarks])
    .filter((row) => row.when && !row.effect && surelyApplies(row, facts) && !surelyApplies(row, Facts({ parameters: usual })))
    .map(wrapOf)
    .filter(Boolean);
};

/** The template of a row that makes something of a call's value alone. */
const wrapOf = ({ convert }) => {
  const template = convert?.call;
  return template && template.names.length === 1 && template.names[0] === CALL ? template : undefined;
};

/** The names of the parameters of one way to call an API, as one text. */
export const parametersOf = (signature) => signature.map(({ name }) => name).join(" ");

/**
 * Decides a call of a recorded API. Verdict ARGUMENTS stands for every conversion: the text tells which. `excluded` are the
 * parameters of ways to call it whose result could not be used as it is here.
 */
export const decide = (call, answer, inference, { receiver, parent, excluded = new Set() }) => {
  if (isMissing(answer)) {
    return withoutWay(answer);
  }
  if (answer.byHand && !answer.ways.some(({ remarks }) => remarks.some(({ convert }) => convert))) {
    return Decision(VERDICTS.REWRITE, answer.byHand);
  }
  if (answer.unproven) {
    return Decision(VERDICTS.UNVERIFIED, answer.unproven);
  }
  const all = bindWays(call, answer, inference);
  const possible = all.filter(([, { signature }]) => !excluded.has(parametersOf(signature)));
  const bound = possible.length ? possible : all;
  if (!bound.length) {
    return Decision(VERDICTS.UNSURE, "实参与 PyTorch 的签名不符");
  }
  const decisions = bound.map(([way, binding]) => decideWay(way, binding, factsOf(call, way, binding, receiver, inference, parent)));
  const outcomes = new Set(decisions.map(outcome));
  return outcomes.size > 1 ? Decision(VERDICTS.UNSURE, "不能确定用的是哪一组参数") : withView(decisions[0], receiver, inference);
};

/** The decision, with what is measured of views where the call changes one in place. */
const withView = (decision, receiver, inference) => {
  const { way, binding } = decision.change ?? {};
  const changed = receiver ?? binding?.arguments[0]?.value;
  if (!way?.wrongViews || !changed || !changesView(changed, inference)) {
    return decision;
  }
  return { ...decision, warnings: [...decision.warnings, way.wrongViews] };
};

export const NO_CLASS = "在 Paddle 中是函数，不是类，不能用作类型";
const OUT = "out";
/** Into another one Paddle writes past its elements, whatever the function (migration note 27). */
const CONTIGUOUS = `假定 \`${OUT}\` 是连续的视图`;
const ASSIGNED = { call: Template.parse(`paddle.assign({call}, output={${OUT}})`), arguments: [], then: [] };
const ELSEWHERE = "假定不在 CPU 上运行";
const BY_CALLS = "假定只在这段文字里调用";
/** The reason of a function or class that is passed on, of which the arguments to come matter. */
export const UNCALLED = "作为值传递，看不出以后怎样调用";
const PLAIN = new Set(["same", "paddle-only"]);

/** The facts of a call with a function alone, by position. */
const decorating = ({ ways }, results) => {
  const [first, ...others] = ways.flatMap(({ signatures }) => signatures[0] ?? []).map(({ name }) => name);
  const parameters = new Map(others.map((name) => [name, Fact({ passed: NO })]));
  return Facts({ parameters: parameters.set(first, Fact({ passed: YES, kind: "callable" })), results });
};

/**
 * Decides a recorded API that is not called: a property, or a function or class that is passed on or derived from. `member` is
 * what is known of a member that is read: of its object and of its use. `asType` says that only the class itself matters, as
 * in an annotation; `asDecorator` that it is called with one argument by position, and what is done with the result.
 */
export const decideUncalled = (answer, { member, asType = false, asDecorator, results = NOT_CALLED } = {}) => {
  if (asType && answer.type && !answer.unproven) {
    return Decision(VERDICTS.RENAMED, "", { paddle: answer.type });
  }
  if (isMissing(answer)) {
    return withoutWay(answer);
  }
  if (answer.unproven) {
    return Decision(VERDICTS.UNVERIFIED, answer.unproven);
  }
  const isMember = member !== undefined;
  const facts = member ?? (asDecorator ? decorating(answer, asDecorator) : Facts({ results }));
  const made = answer.ways.flatMap(({ remarks }) => remarks.filter((row) => isMember && row.convert && surelyApplies(row, facts)));
  const wraps = made.filter(({ convert }) => convert.call).map(({ convert }) => convert.call);
  const isMade = wraps.length > 0 && !wraps[0].names.includes(CALL);
  if (answer.byHand && !wraps.length) {
    return Decision(VERDICTS.UNSURE, answer.byHand);
  }
  const [way, ...others] = answer.ways;
  if (others.length || !(isMade || (way.paddle && way.paddleIsMember === isMember))) {
    return Decision(VERDICTS.UNSURE, UNCALLED);
  }
  if (asType) {
    return way.isNoClass ? Decision(VERDICTS.REWRITE, NO_CLASS) : Decision(VERDICTS.RENAMED, "", { paddle: way.paddle });
  }
  const found = new Set();
  const all = [...way.rows, ...way.remarks];
  for (const row of all.filter((each) => !each.effect && !made.includes(each))) {
    const { answer: applies, assumed } = assuming(row, facts);
    const isLeftOut = !row.when && facts.parameters.get(row.parameter)?.passed === NO;
    if (applies === NO || isLeftOut) {
      [...assumptionsOf(assumed).keys()].forEach((said) => found.add(said));
    } else if (row.set || !(PLAIN.has(row.relation) || (asDecorator && row.relation === "renamed"))) {
      const isSure = row.when && applies === YES;
      if (asDecorator && isSure && row.says && !row.convert) {
        return Decision(VERDICTS.REWRITE, toldOf(row, facts, row.says));
      }
      return isMember && row.says ? Decision(isSure ? VERDICTS.REWRITE : VERDICTS.UNSURE, `返回值：${row.says}`) : Decision(VERDICTS.UNSURE, UNCALLED);
    }
  }
  const theirs = way.paddleParameters.map(({ name }) => name);
  const targets = new Map(asDecorator ? way.rows.filter(({ torch, paddle }) => torch && paddle).map((row) => [row.parameter, row.target]) : []);
  const places = (signature) => signature.filter(isPositional).slice(0, asDecorator ? 1 : undefined);
  const isInOrder = way.signatures.every((signature) =>
    places(signature).every(({ name }, index) => theirs[index] === (targets.get(name) ?? name)),
  );
  if (!isInOrder) {
    return Decision(VERDICTS.UNSURE, UNCALLED);
  }
  const isBare = asDecorator && !theirs.length; // torch's takes the function, Paddle's has to be called before
  const verdict = wraps.length || isBare ? VERDICTS.ARGUMENTS : VERDICTS.RENAMED;
  const warnings = warningsIn(all.filter(({ when }) => !when || mayApply(when, facts)));
  return Decision(verdict, "", { assumptions: [...found], warnings, paddle: isBare ? `${way.paddle}()` : way.paddle, wraps });
};

/** Stands for the function that is decorated. */
const FUNCTION = { type: "Lambda" };

/** Decides a bare decorator as a call with the function alone; undefined where more than its name would have to change. */
export const decideDecorating = (node, decorated, answer, inference) => {
  const call = { type: "Call", func: node, args: [FUNCTION], keywords: [] };
  const parent = { ...decorated, decorator_list: decorated.decorator_list.map((each) => (each === node ? call : each)) };
  const decision = decide(call, answer, inference, { receiver: null, parent });
  const { change, assumptions, warnings } = decision;
  if (decision.verdict === VERDICTS.REWRITE) {
    return decision;
  }
  if (!change || change.then.length || change.added.length) {
    return undefined;
  }
  const first = change.binding.arguments[0].parameter.name;
  const called = `({${first}})`;
  const [wrap, ...others] = change.wraps.map(({ text }) => text);
  if (wrap !== undefined) {
    const isCalled = !others.length && wrap.endsWith(`()${called}`);
    return isCalled ? Decision(VERDICTS.ARGUMENTS, "", { assumptions, warnings, paddle: wrap.slice(0, -called.length) }) : undefined;
  }
  const isSame = !change.templates.size && change.names.get(first) === change.way.paddleParameters[0]?.name;
  return isSame ? Decision(VERDICTS.RENAMED, "", { assumptions, warnings, paddle: change.way.paddle }) : undefined;
};

/**
 * Decides a function or class that is passed on, as called with no more than it needs, by position: that is assumed. Not where
 * an argument beyond that would be taken for another one, or mean something else, without an error, unless the text calls it,
 * and `passesOnly` so many arguments.
 */
export const decidePassedOn = (answer, names, passesOnly, results = NOT_CALLED) => {
  const strict = decideUncalled(answer, { results });
  if (strict.reason !== UNCALLED || answer.ways.length > 1) {
    return strict;
  }
  const [way] = answer.ways;
  const all = [...way.rows, ...way.remarks];
  const found = new Set();
  for (const signature of way.signatures) {
    const required = new Set(way.rows.filter(isRequired).map(({ parameter }) => parameter));
    const left = signature.filter((one) => one.default !== null && !required.has(one.name));
    const optional = new Map(left.map((one) => [one.name, omitted(one, names, false)]));
    const needed = signature.filter((one) => (isPositional(one) || one.kind === VAR_POSITIONAL) && !optional.has(one.name)).map(({ name }) => `\`${name}\``);
    for (const row of all.filter((each) => !each.effect && !isRequired(each))) {
      const { answer: applies, assumed } = row.when ? assuming(row, Facts({ parameters: optional, results })) : { answer: differs(row, optional), assumed: [] };
      if (applies !== NO || row.set || (optional.has(row.parameter) && isSilent(row, signature) && !passesOnly(needed.length))) {
        return strict;
      }
      [...assumptionsOf(assumed).keys()].forEach((said) => found.add(said));
    }
    const places = inPlace(way, signature);
    if (places.includes(false) && (places.slice(0, needed.length).includes(false) || !passesOnly(needed.length))) {
      return strict;
    }
    found.add(needed.length ? glued("假定以后只按位置传入", needed.join("、")) : "假定以后不传入实参");
  }
  return Decision(VERDICTS.RENAMED, "", { assumptions: [...found], warnings: warningsIn(all), paddle: way.paddle });
};

/** Decides a function that is passed on by the calls of it, each with what takes its value; undefined where more than its name changes. */
export const decideByCalls = (calls, answer, inference) => {
  const decisions = calls.map(({ call, parent }) => decide(call, answer, inference, { receiver: null, parent }));
  if (!decisions.length || !decisions.every(({ change }) => change && isOfName(change))) {
    return undefined;
  }
  const assumptions = [...new Set([BY_CALLS, ...decisions.flatMap((each) => each.assumptions)])];
  const warnings = [...new Set(decisions.flatMap((each) => each.warnings))];
  return Decision(VERDICTS.RENAMED, "", { assumptions, warnings, paddle: decisions[0].change.way.paddle });
};

/** Whether Paddle raises an error for a call that omits the parameter of a row, as its record tells. */
const isRequired = ({ parameter, undecided, when }) =>
  undecided === "assume" && Boolean(when) && when.flat().every(({ subject, op }) => subject === parameter && op === "omitted");

/** Whether a row without a condition makes a difference to a call that passes nothing `optional`. */
const differs = ({ parameter, relation }, optional) => (optional.has(parameter) || PLAIN.has(relation) || relation === "renamed" ? NO : YES);

/** Whether an argument that is passed by position or under its name may mean something else in Paddle, without an error. */
const isSilent = ({ parameter, relation, undecided }, signature) =>
  relation === "differs" && undecided !== "assume" && signature.find(({ name }) => name === parameter).kind !== KEYWORD;

/** For each positional parameter, whether Paddle has it at the same place, or torch alone has it and needs it not. */
const inPlace = ({ rows, paddleParameters }, signature) =>
  signature.filter(isPositional).map((one, index) => {
    const row = rows.find(({ torch, parameter }) => torch && parameter === one.name);
    return Boolean(row) && ((row.relation === "torch-only" && one.default !== null) || paddleParameters[index]?.name === row.target);
  });

/** Decides code around the use of a recorded attribute, for which the record has a template. */
export const decideAround = (answer, facts) => {
  if (answer.unproven) {
    return Decision(VERDICTS.UNVERIFIED, answer.unproven);
  }
  const found = new Set();
  const remarks = answer.ways.flatMap((way) => way.remarks);
  for (const remark of remarks.filter(({ when, effect }) => when && !effect)) {
    const { answer: applies, assumed } = assuming(remark, facts);
    if (applies !== NO) {
      return Decision(VERDICTS.UNSURE, unsure(remark, facts));
    }
    [...assumptionsOf(assumed).keys()].forEach((said) => found.add(said));
  }
  const warnings = warningsIn(remarks.filter(({ when }) => !when || mayApply(when, facts)));
  return Decision(VERDICTS.ARGUMENTS, "", { assumptions: [...found], warnings });
};

const warningsIn = (rows) => rows.filter(({ effect, says }) => effect && says).map(({ says }) => says);

/** The kind of an argument; what is cut along several dimensions at once, `boxes[:, :2]`, is a Tensor where torch takes it. */
const kindOf = (value, inference) => {
  const kind = kindName(inference.kind(value), inference);
  return kind === null && isCut(value, inference) ? "tensor" : kind;
};

/** Whether it is cut along several dimensions at once, or computed from what is; `within` has the places it is asked for. */
const isCut = (node, inference, within = []) => {
  const isCutToo = (each) => isCut(each, inference, within);
  switch (node.type) {
    case "Subscript":
      return node.slice.type === "Tuple" && node.slice.elts.some(({ type }) => type === "Slice");
    case "BinOp":
      return isCutToo(node.left) || isCutToo(node.right);
    case "Name": {
      const values = inference.reaching.values(node) ?? [];
      const others = [...within, node];
      return within.includes(node) || (values.length > 0 && values.every((each) => isCut(each, inference, others)));
    }
    default:
      return false;
  }
};

/** How many arguments are of the kind that their parameter's name says; a Tensor where `other` stands. */
const matches = ({ arguments: given }, inference) =>
  given.filter(({ parameter, values }) =>
    values.every((value) => {
      const kind = kindOf(value, inference);
      return parameter.name === "other" ? kind === "tensor" : (FITTING.get(parameter.name)?.has(kind) ?? false);
    }),
  ).length;

/** What a decision comes to; two overloads that make the same call need not be told apart. */
const outcome = ({ verdict, reason, change }) => {
  if (!change) {
    return JSON.stringify([verdict.key, reason]);
  }
  const { way, names, added, wraps, templates, then, binding } = change;
  const kept = binding.arguments.map(({ position, parameter }) => [position, names.get(parameter.name) ?? null]);
  const made = [...templates].map(([name, pairs]) => [name, pairs.map(([target, { text }]) => [target, text])]);
  const texts = (each) => each.map(({ text }) => text);
  return JSON.stringify([way.paddle, kept, added, texts(wraps), made, texts(then)]);
};

/** The ways to call the API that may be meant by a call, one binding for each: those whose kinds fit best. */
export const bindWays = (call, answer, inference) => {
  const all = [];
  const orAll = (some, others) => (some.length ? some : others);
  for (const way of answer.ways) {
    const every = way.signatures.map((signature) => bind(call, signature, inference.displays, way.keywords)).filter(Boolean);
    const bindings = orAll(
      every.filter(({ isOpen }) => !isOpen), // a star fits `*size` exactly
      every,
    );
    if (bindings.length) {
      all.push([way, bindings.find((binding) => fits(binding, inference)) ?? bindings[0]]);
    }
  }
  const found = orAll(
    all.filter(([, { isOpen }]) => !isOpen),
    all,
  );
  const fitting = orAll(
    found.filter(([, binding]) => fits(binding, inference)),
    found,
  );
  if (fitting.length < 2) {
    return fitting;
  }
  const counts = fitting.map(([, binding]) => matches(binding, inference));
  return fitting.filter((_, index) => counts[index] === Math.max(...counts));
};

// The kinds of argument that the name of a parameter lets expect, where overloads have to be told apart.
const FITTING = new Map(
  [
    ["dim dim0 dim1 dims axis diagonal split_size chunks repeats sections n k", "number sequence none str"],
    ["keepdim largest sorted stable descending unbiased requires_grad pin_memory inplace", "bool"],
    ["tensor mat1 mat2 mask indices weight condition", "tensor"],
    ["size shape", "number sequence tensor"],
    ["dtype", `${OTHER} none`],
    ["other", "tensor number bool"],
  ].flatMap(([names, kinds]) => names.split(" ").map((name) => [name, new Set(kinds.split(" "))])),
);

/** Whether no argument is plainly of another kind than its parameter's name says. */
const fits = ({ arguments: given }, inference) =>
  given.every(({ parameter, values }) =>
    values.every((value) => {
      const kind = kindOf(value, inference);
      return kind === null || (FITTING.get(parameter.name)?.has(kind) ?? true);
    }),
  );

/** Whether a remark has a template of the whole call that leaves the call out. */
const isAnew = ({ torch, paddle, convert }) => !torch && !paddle && Boolean(convert?.call) && !convert.call.names.includes(CALL);

/** How the result of a call is put into a view whose elements Paddle's function would not find. */
const into = ({ convert }) => (convert?.call?.names.includes(CALL) ? convert : ASSIGNED);

/**
 * Whether a remark's template stands in for another one's, both of which make the whole call anew: its condition holds, which is
 * that one's and more.
 */
const isReplaced = (row, way, facts) => {
  if (!row.when || !isAnew(row)) {
    return false;
  }
  const isMore = (clause) => row.when.some((one) => one.length < clause.length && one.every((test) => clause.includes(test)));
  const others = way.remarks.filter((other) => other !== row && other.when && isAnew(other));
  return others.some(({ when }) => when.every(isMore) && evaluate(when, facts).answer === YES);
};

/** Whether a template takes the object of a method without its gradient: `{self}.detach().bool()`. */
const detaches = ({ text, names }) => {
  const taken = text.split("{self}").length;
  return taken > 1 && taken === text.split("{self}.detach()").length && !names.includes("call");
};

/** Whether a remark's template writes the argument of which a row warns, under the condition of that row. */
const isMended = (row, way, facts) => {
  if (!row.when || row.convert || !row.torch) {
    return false;
  }
  const condition = JSON.stringify(row.when);
  const same = way.remarks.filter((other) => other.convert && other.when && JSON.stringify(other.when) === condition);
  const isWritten = same.some(({ convert }) => convert.arguments?.some(([name]) => name === row.target));
  return isWritten && evaluate(row.when, facts).answer === YES;
};

const decideWay = (way, binding, facts) => {
  if (way.isMissing) {
    return Decision(VERDICTS.MISSING, way.title ? `Paddle 没有这种用法：${way.title}` : "Paddle 没有这种用法");
  }
  if (binding.isOpen) {
    return decideOpen(way, binding, facts);
  }
  let change = Change(way, binding);
  const assumed = new Set();
  if (binding.gathered) {
    assumed.add(`假定 \`**${binding.gathered}\` 中只有这段文字里的调用传入的实参`);
  }
  const all = [...way.rows, ...way.remarks];
  const left = new Map();
  for (const row of all) {
    const given = binding.byParameter.get(row.parameter) ?? [];
    const isPassed = given.length > 0;
    const { answer, assumed: tests } = applies(row, facts, isPassed && !given.every(isDefault));
    const isInto = row.torch === OUT && isPassed && row.paddle && answer === NO && facts.parameters.get(OUT)?.strided;
    [...(isInto ? [] : assumptionsOf(tests).keys())].forEach((said) => assumed.add(said));
    const convert = isInto ? into(row) : answer === UNDECIDED ? row.convert?.eitherWay : row.convert;
    if (answer === UNDECIDED && !convert) {
      return Decision(VERDICTS.UNSURE, unsure(row, facts));
    }
    if (answer !== NO && isReplaced(row, way, facts)) {
      continue;
    }
    const made = answer === NO && !isInto ? plain(change, row, isPassed) : changed(change, { ...row, convert }, facts, isPassed);
    if (!made.verdict) {
      change = made;
      const isCopied = isPassed && row.paddle && !isInto && (!row.convert || answer === NO);
      if (isCopied && row.torch === OUT && facts.parameters.get(OUT)?.view) {
        assumed.add(CONTIGUOUS);
      }
    } else if (row.torch && !row.paddle) {
      left.set(row.parameter, left.get(row.parameter) ?? made); // unless the template of another row takes it
    } else {
      return [...left.values(), made][0];
    }
  }
  for (const [name, decision] of left) {
    if (!isSettled(change, name)) {
      return decision;
    }
  }
  if (!way.paddle && !change.wraps.length) {
    return Decision(VERDICTS.REWRITE, COMPOSED);
  }
  const lost = lostArgument(change);
  if (lost) {
    return Decision(VERDICTS.REWRITE, `\`${lost}\` 与另一处转写不能同时写出`);
  }
  const unmatched = binding.arguments.find((argument) => !isSettled(change, argument.parameter.name) && !isDefault(argument));
  if (unmatched) {
    return Decision(VERDICTS.UNSURE, `参数 \`${unmatched.parameter.name}\` 没有记录`);
  }
  const concerning = all.filter((row) => row.effect && row.says && concerns(row, facts, binding));
  const isDetached = change.wraps.some(detaches);
  const told = concerning.filter(({ effect }) => !isDetached || effect !== "gradient");
  const warnings = warningsIn(told.filter((row) => !isMended(row, way, facts)));
  refusedIn(change, facts).slice(0, 1).forEach((said) => {
    assumed.delete(ELSEWHERE); // which this says as well
    assumed.add(said);
  });
  return Decision(VERDICTS.ARGUMENTS, "", { assumptions: [...assumed], change, warnings });
};

/** What is assumed of a call of a layer's object that the text shows to be passed a dtype that Paddle refuses; undefined for any other. */
export const refusedLater = (call, answer, forward, inference) => {
  const later = [...(passedTo(call, forward, inference) ?? [])].map(([name, fact]) => [`${FORWARD}${name}`, fact]);
  const facts = Facts({ parameters: new Map(later) });
  return answer.byHand || answer.unproven ? undefined : answer.ways.flatMap((way) => refusedBy(way, facts, cast(way)))[0];
};

/** The parameters whose dtype a template is written for: what it writes converts them. */
const cast = ({ rows, remarks }) => {
  const written = [...rows, ...remarks].filter(({ when, convert }) => when && convert);
  return new Set(written.flatMap(({ when }) => when.flat()).filter(({ op }) => op === "dtype").map(({ subject }) => subject));
};

/** What is assumed where the text shows a dtype that Paddle was measured to refuse on a CPU. */
const refusedIn = ({ way, wraps, templates, binding }, facts) => {
  const isCast = binding.byParameter.has("dtype") || [...templates.values()].flat().some(([target]) => target === "dtype");
  if (isCast || (wraps.length && !wraps[0].names.includes("call"))) {
    return [];
  }
  return refusedBy(way, facts, templates);
};

/** What is assumed where an argument, none of those `made` anew, is of a dtype that Paddle refuses. */
const refusedBy = (way, facts, made) => {
  const tensors = [...facts.parameters].filter(([, fact]) => dtypesIn(fact).length).map(([name]) => name);
  return way.refused.flatMap(({ parameters, dtypes }) => {
    const fact = (name) => facts.parameters.get(name);
    const names = (parameters.length ? parameters : tensors).filter((name) => fact(name) && fact(name).passed !== NO);
    const found = new Set(names.flatMap((name) => (dtypesIn(fact(name)).length ? dtypesIn(fact(name)) : [null])));
    const [dtype] = found;
    const isWritten = names.every((name) => !made.has(name));
    if (!isWritten || found.size !== 1 || !dtypes.has(dtype)) {
      return [];
    }
    const named = parameters.filter((name) => name !== "self").map((name) => (name.startsWith(FORWARD) ? name.slice(FORWARD.length) : name));
    const said = named.map((name) => `\`${name}\``).join("、") || "Tensor";
    return [`${ELSEWHERE}：Paddle 在 CPU 上不接受 \`${dtype}\` 的 ${said}`];
  });
};

/** The dtype of a Tensor, or those of the Tensors in a list, as far as they are known. */
const dtypesIn = ({ dtypes, dtype }) => (dtypes?.length ? dtypes : dtype ? [dtype] : []);

/** A call with `*args` or `**kwargs` is converted only where it makes no difference what they carry. */
const decideOpen = (way, binding, facts) => {
  const remarks = way.remarks.map((remark) => applies(remark, facts, false));
  const differing = way.rows.filter((row) => !row.effect && !isPlain(row));
  const left = differing.map((row) => applies(assumedAway(row), facts, true));
  const isSame =
    [...remarks, ...left].every(({ answer }) => answer === NO) &&
    differing.every(({ torch, paddle, when, set }) => torch && paddle && when && !set);
  const isInOrder = binding.signature.every(({ name }, index) => way.paddleParameters[index]?.name === name);
  if (isSame && isInOrder) {
    const names = new Map(way.rows.filter(({ torch }) => torch).map(({ parameter, target }) => [parameter, target]));
    const assumptions = [...new Set([...remarks, ...left].flatMap(({ assumed }) => [...assumptionsOf(assumed).keys()]))];
    const effects = [...way.rows, ...way.remarks].filter((row) => row.effect && row.says && concerns(row, facts, binding));
    const warnings = warningsIn(effects);
    const later = binding.signature.find((one, index) => isPositional(one) && way.paddleParameters[index].kind === KEYWORD);
    if (later && !binding.byParameter.has(later.name)) {
      assumptions.push(`假定 \`${later.name}\` 与它之后的参数只以关键字传入`);
    }
    return Decision(VERDICTS.ARGUMENTS, "", { assumptions, change: Change(way, binding, names), warnings });
  }
  return Decision(VERDICTS.UNSURE, "`*args` 或 `**kwargs` 传入了什么，代码里看不出");
};

/** A row that is about some values of a parameter of the same name, as one that assumes them not passed. */
const assumedAway = (row) => {
  const isOfValues = row.torch === row.paddle && (row.when ?? []).flat().every(({ op }) => op === "is" || op === "in");
  return isOfValues && row.undecided === "convert" ? { ...row, undecided: "assume" } : row;
};

/** Whether a row passes a parameter on under its name, or another one, and says no more. */
const isPlain = ({ relation, when, set }) => PLAIN.has(relation) && !when && !set;

const certain = (answer) => ({ answer, assumed: [] });

/** Whether a row's difference applies to the call, and the tests that were assumed not to hold for that. */
const applies = (row, facts, isPassed) => {
  if (row.effect) {
    return certain(NO);
  }
  if (!row.when) {
    if (row.relation === "returns" || (row.relation === "differs" && isPassed)) {
      return certain(row.convert ? YES : UNDECIDED);
    }
    const isAlways = row.relation === "paddle-only" && row.convert;
    return certain(isAlways || (isPassed && row.relation === "torch-only") ? YES : NO);
  }
  const { answer, assumed } = assuming(row, facts);
  if (row.undecided === "convert" && (assumed.length || answer === UNDECIDED)) {
    return certain(YES);
  }
  return { answer, assumed: answer === NO ? assumed : [] };
};

/**
 * The answer for a row with the tests that are assumed not to hold: none where it says to stop. `later` says that the call is
 * one of a layer's object: there it stops for what the object is passed, and not where the object is made.
 */
const assuming = (row, facts, { later = false } = {}) => {
  if (!row.when) {
    return certain(UNDECIDED);
  }
  const found = evaluateAssuming(row.when, facts, { shape: later || row.undecided === "assume" });
  const isOpen = later || !found.assumed.every(({ subject }) => subject.startsWith(FORWARD));
  return found.assumed.length && isOpen && row.undecided === "stop" ? certain(UNDECIDED) : found;
};

/** Whether what a row warns of may concern a call. */
const mayApply = (when, facts) => evaluate(when, facts).answer !== NO;

/** Whether a row applies, or its template is right either way where the text leaves that open. */
const surelyApplies = (row, facts) => {
  const answer = row.when ? evaluate(row.when, facts).answer : YES;
  return answer === YES || (answer === UNDECIDED && row.undecided === "convert");
};

const concerns = (row, facts, binding) => {
  if (row.effect === "gradient" && facts.passOnNoGradient()) {
    return false;
  }
  if (row.when) {
    return mayApply(row.when, facts);
  }
  return !(row.torch && row.paddle) || binding.byParameter.has(row.parameter);
};

/** What applies, and before it when, as far as that concerns a call, unless the words begin with it. */
const toldOf = ({ when }, facts, words) =>
  !when || words.split("，")[0].endsWith("时") ? words : `${glued(fewWords(deciding(when, facts)), "时")}，${words}`;

const unsure = (row, facts) => {
  if (row.when) {
    const said = glued("不能确定是否", fewWords(deciding(row.when, facts)));
    return row.says ? `${said}：${row.says}` : said;
  }
  return `${row.torch ? `\`${row.parameter}\`：` : "返回值："}${row.says}`;
};

/** The row without its difference: the same argument under Paddle's name, or one that Paddle needs besides. */
const plain = (change, row, isPassed) => {
  if (row.torch && row.paddle && isPassed) {
    const names = new Map(change.names).set(row.parameter, row.target);
    const templates = new Map(change.templates);
    if (isOtherFlag(change.binding, row.parameter)) {
      templates.set(row.parameter, [[row.target, Template.parse(`bool({${row.parameter}})`)]]);
    }
    return { ...change, names, templates };
  }
  if (row.torch && isPassed) {
    return without(change, row.parameter); // the condition says that leaving it out changes nothing
  }
  return row.set && row.paddle && !isPassed && !row.when ? { ...change, added: [...change.added, [row.target, row.set]] } : change;
};

/** Whether 0, 1 or None is passed where torch takes a bool, and Paddle's own default may be None. */
const isOtherFlag = (binding, name) =>
  (binding.byParameter.get(name) ?? []).some(
    ({ parameter, values }) =>
      isFlag(parameter) && values.some(({ type, value }) => type === "Constant" && (value === null || [0, 1].includes(asNumber(value)))),
  );

const asNumber = (value) => (typeof value === "bigint" || typeof value === "number" ? Number(value) : undefined);

const without = (change, parameter) => ({
  ...change,
  dropped: new Set([...change.dropped, parameter]),
  ignored: new Set([...change.ignored, parameter]),
});

/** What a call of a question amounts to that has one answer in Paddle, whatever it is asked of. */
const FLAG = new Set(["True", "False"]);

const changed = (change, row, facts, isPassed) => {
  if (row.convert?.call) {
    const isSame = row.convert.call.text === NOTHING || (!row.when && FLAG.has(row.convert.call.text));
    const without = isSame ? change.binding.byParameter.keys() : [];
    return {
      ...change,
      dropped: row.torch && isPassed ? new Set([...change.dropped, row.parameter]) : change.dropped,
      ignored: new Set([...change.ignored, row.parameter, ...told(row), ...without]),
      wraps: [...change.wraps, row.convert.call],
    };
  }
  if (row.convert) {
    const then = [...change.then, ...row.convert.then];
    const isWhole = change.wraps.length && !change.wraps[0].names.includes(CALL);
    if (isWhole && !row.torch && !row.paddle) {
      return inserting(change, madeBy(change, row));
    }
    return row.convert.arguments.length
      ? { ...change, then, templates: new Map([...change.templates, ...madeBy(change, row)]) }
      : without({ ...change, then }, row.parameter);
  }
  if (row.rewrite === "drop") {
    return without(change, row.parameter);
  }
  const words = wordsOf(row);
  const reason = row.torch && !row.when ? `\`${row.parameter}\`：${words}` : toldOf(row, facts, words);
  return Decision(row.rewrite === "unsupported" ? VERDICTS.MISSING : VERDICTS.REWRITE, reason);
};

/** What a row says; that Paddle has no such parameter, where it says nothing. */
const wordsOf = (row) => row.says || `Paddle 没有 \`${row.parameter}\``;

const madeBy = (change, row) => {
  if (row.torch || row.paddle) {
    return [[row.parameter || `=${row.target}`, row.convert.arguments]];
  }
  // a remark: in place of what goes to the same argument
  const sources = new Map([...change.names].map(([name, target]) => [target, name]));
  return row.convert.arguments.map(([target, each]) => [sources.get(target) ?? `=${target}`, [[target, each]]]);
};

/** The change with arguments that are made another way in the template that leaves the call out. */
const inserting = (change, made) => {
  let [whole, ...others] = change.wraps;
  for (const [name, [[target, template]]] of made) {
    if (!whole.names.includes(name)) {
      return Decision(VERDICTS.REWRITE, `\`${target}\` 与另一处转写不能同时写出`);
    }
    whole = whole.inserting(name, template);
  }
  return { ...change, wraps: [whole, ...others] };
};

/** The parameters of which a row about the whole call knows from its condition what is passed, or that something is. */
const told = (row) =>
  row.torch || !row.when
    ? []
    : row.when
        .flat()
        .filter(({ op }) => ["is", "in", "passed"].includes(op))
        .map(({ subject }) => subject);

/** An argument that would vanish, passed or Paddle's own, since a template of the whole call leaves the call out. */
const lostArgument = ({ wraps, templates, binding, ignored }) => {
  for (const [index, template] of wraps.entries()) {
    if (!template.names.includes(CALL)) {
      const used = new Set(namesOf(wraps.slice(index)));
      const passed = new Set(binding.arguments.filter((argument) => !isDefault(argument)).map(({ parameter }) => parameter.name));
      const lost = [...binding.byParameter.keys()].filter((name) => passed.has(name) && !used.has(name) && !ignored.has(name));
      lost.push(...[...templates.keys()].filter((name) => name.startsWith("=")).map((name) => name.slice(1)));
      if (index || lost.length) {
        return lost[0] ?? wraps[0].names[0]; // a later template without the call loses what an earlier one has made of it
      }
    }
  }
  return "";
};

/** Whether torch's own default is passed: as good as nothing. */
const isDefault = ({ parameter, values }) => values.every((value) => value.type === "Constant" && unparse(value) === parameter.default);

const isSettled = ({ wraps, templates, names, dropped, ignored }, name) =>
  names.has(name) ||
  templates.has(name) ||
  dropped.has(name) ||
  ignored.has(name) ||
  wraps.some((template) => template.names.includes(name)) ||
  [...templates.values()].flatMap(namesIn).includes(name);

// A member of an object that may be of one of several classes, written so that it asks at run time of which.

import { rowOf } from "../knowledge/knowledge.js";
import { CALL, RECEIVER } from "../model/when.js";

/** What a member is of some of the classes: its answer, Paddle's names of these classes, and the template of its use. */
export const Option = (answer, classes, member, parentheses) => {
  const written = (name) => `{${RECEIVER}}.${name}${parentheses}`;
  const expression = expressionOf(answer, written);
  return { answer, classes, expression, stays: expression === written(member) };
};

const expressionOf = ({ ways, byHand, unproven }, written) => {
  if (ways.length !== 1 || unproven) {
    return "";
  }
  const [way] = ways;
  const made = way.remarks.filter(({ convert }) => convert);
  if (way.rows.length || way.signatures.some((parameters) => parameters.length)) {
    return "";
  }
  if (!made.length) {
    return way.paddleIsMember && !byHand && !way.isMissing ? written(way.paddle.split(".").at(-1)) : "";
  }
  const [{ when, convert: { call, then } }] = made;
  if (made.length > 1 || when || !call || then?.length || call.names.includes(CALL)) {
    return "";
  }
  return call.text.includes(" else ") ? `(${call.text})` : call.text;
};

/** A remark that says of which class it holds. */
const toldOf = ({ answer }, row) => ({ ...row, says: `对 \`${answer.record.split(".").at(-2)}\`，${row.says}` });

/** The classes of all options as the second argument of `isinstance`. */
export const classesIn = (options) => {
  const found = options.flatMap(({ classes }) => classes).sort();
  return found.length === 1 ? found[0] : `(${found.join(", ")})`;
};

/** The answer for an object of one of several classes; what stays in Paddle is written last, and so for objects of other classes. */
export const asking = (options) => {
  const record = ({ answer }) => answer.record;
  const ordered = options.toSorted((one, other) => one.stays - other.stays || (record(one) < record(other) ? -1 : 1));
  const staying = ordered.filter(({ stays }) => stays);
  if (!options.length || !options.every(({ expression }) => expression)) {
    return undefined;
  }
  const first = ordered.slice(0, ordered.length - Math.max(staying.length - 1, 0));
  const last = first.pop();
  const written = first.reduceRight(
    (text, each) => `${each.expression} if isinstance({${RECEIVER}}, ${classesIn([each])}) else ${text}`,
    last.expression,
  );
  const told = ordered.flatMap((each) => each.answer.ways[0].remarks.filter(({ convert }) => !convert).map((row) => toldOf(each, row)));
  const made = rowOf({ relation: "returns", convert: written }, new Set());
  return { ...last.answer, ways: [{ ...last.answer.ways[0], remarks: [...told, made] }] };
};

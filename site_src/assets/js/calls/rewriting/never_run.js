// Which parts of a converted text never run: the bodies of conditions that were converted to `False`.

const DEFINED = new Set(["FunctionDef", "AsyncFunctionDef", "ClassDef", "ExceptHandler", "MatchAs", "MatchStar"]);

const boundBy = (node) => {
  if (node.type === "Name" && node.ctx === "Store") {
    return node.id;
  }
  if (node.type === "arg") {
    return node.arg;
  }
  return node.type === "alias" ? (node.asname ?? node.name) : DEFINED.has(node.type) ? node.name : undefined;
};

/** Tells of an offset whether it never runs once the edits are made. */
export const neverRuns = ({ nodes }, edits) => {
  const gone = new Set(edits.filter(({ text }) => text === "False").map(({ start, end }) => `${start} ${end}`));
  /** Whether a condition is `False` now, or has such a part that must hold. */
  const isFalse = (node, variables) => {
    if (node.type === "BoolOp" && node.op === "And") {
      return node.values.some((each) => isFalse(each, variables));
    }
    if (node.type === "Constant" && node.value === false) {
      return true; // as of a text that was converted before
    }
    return node.type === "Name" ? variables.has(node.id) : gone.has(`${node.start} ${node.end}`);
  };
  const bound = new Map();
  for (const name of nodes.map(boundBy).filter(Boolean)) {
    bound.set(name, (bound.get(name) ?? 0) + 1);
  }
  // The variables that one statement of the text alone binds, to a conjunction with `False` in it now: what is `False` alone
  // may be a switch that somebody sets by hand.
  const variables = new Set(
    nodes
      .filter(({ type, targets, value }) => type === "Assign" && targets[0].type === "Name" && value.type === "BoolOp" && isFalse(value, new Set()))
      .filter(({ targets }) => bound.get(targets[0].id) === 1)
      .map(({ targets }) => targets[0].id),
  );
  const bodies = nodes.filter(({ type, test }) => (type === "If" || type === "IfExp") && isFalse(test, variables)).map(({ body }) => [body].flat());
  const spans = bodies.map((body) => [body[0].start, body.at(-1).end]);
  return (offset) => spans.some(([start, end]) => start <= offset && offset < end);
};

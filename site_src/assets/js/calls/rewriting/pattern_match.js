// Finds the code around the use of an attribute that a record converts as a whole: `optimizer.param_groups[0]['lr']`.

import { RECEIVER } from "../model/pattern.js";
import { Facts, NO, YES } from "../model/when.js";
import { isExpression, isStatement, walk } from "../text/syntax.js";

const COMPREHENSIONS = new Set(["ListComp", "SetComp", "GeneratorExp", "DictComp"]);

/**
 * The code around `node` that one of `rows` has a pattern of: its root, the row, and what the placeholders stand for;
 * undefined where there is none. What a loop binds in it has to be its own: no other value uses it, nor does code after it.
 * What is set to None is taken away, which is no value for a template.
 */
export const findAround = (node, rows, { nodes, parents }) => {
  for (const row of rows) {
    let root = node;
    for (let level = 0; level < row.around.depth; level += 1) {
      root = root && parents.get(root);
    }
    const found = root && (isExpression(root) || isStatement(root)) && !isRemoval(root) ? row.around.match(root) : undefined;
    // An assignment from the same attribute of another object is the code around that of its target alone.
    if (found && found.get(RECEIVER) === node.value && areOwn(row.around, root, found, nodes, parents)) {
      return { root, row, found };
    }
  }
  return undefined;
};

/** What is known of the use: whether the code sets something of what the attribute holds. */
export const factsOfAround = ({ root }) => {
  const isSet = isStatement(root) && [...walk(root)].some(({ type }) => type === "Assign" || type === "AugAssign");
  return Facts({ results: { changed: isSet ? YES : NO } });
};

const isRemoval = ({ type, value }) => type === "Assign" && value.type === "Constant" && value.value === null;

/** Whether the names that the code binds are of use to it alone. */
const areOwn = ({ bound }, root, found, nodes, parents) => {
  const names = new Set([...bound].map((name) => found.get(name).id));
  const free = [...found].filter(([name]) => !bound.has(name)).map(([, node]) => node);
  if (free.some((node) => [...readNames(node)].some((name) => names.has(name)))) {
    return false;
  }
  return (
    !names.size ||
    !isStatement(root) ||
    !nodes.some(({ type, id, ctx }, index) => type === "Name" && ctx === "Load" && names.has(id) && !isBoundAround(nodes[index], root, parents))
  );
};

const readNames = (root) => new Set([...walk(root)].filter(({ type }) => type === "Name").map(({ id }) => id));

/** Whether a name stands in `root`, or in another loop or comprehension that binds it for itself. */
const isBoundAround = (node, root, parents) => {
  for (let around = parents.get(node); around; around = parents.get(around)) {
    let targets = [];
    if (around === root) {
      return true;
    }
    if (around.type === "For") {
      targets = [around.target];
    } else if (COMPREHENSIONS.has(around.type)) {
      targets = around.generators.map(({ target }) => target);
    }
    if (targets.some((target) => readNames(target).has(node.id))) {
      return true;
    }
  }
  return false;
};

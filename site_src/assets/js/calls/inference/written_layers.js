// Which layers the body of a class writes, also where the text does not show to what it assigns them.

import { walk } from "../text/syntax.js";

const LAYERS = "torch.nn";

/** Whether an expression is the module of the layers, as code writes it. */
const isModule = (node) =>
  (node.type === "Name" && node.id === "nn") || (node.type === "Attribute" && node.attr === "nn" && node.value.type === "Name" && node.value.id === "torch");

const asks = ({ type, func, args }) => type === "Call" && func.type === "Name" && func.id === "getattr" && args.length > 0 && isModule(args[0]);

/** The classes that objects are compared with, and annotations. */
const classesAsked = (node) => {
  const { type, func, args, annotation, returns } = node;
  if (type === "Call" && func.type === "Name" && (func.id === "isinstance" || func.id === "issubclass")) {
    return args.slice(1);
  }
  return type === "Compare" ? [node] : [annotation, returns].filter((each) => each?.type);
};

/**
 * The layers that are written as `nn.LSTM`, or by a string where the class asks `nn` for one by it. Those of which it merely asks
 * whether an object is one, or says so, are not written.
 */
export const writtenLayers = (node, names) => {
  const nodes = [...walk(node)];
  const isAsked = nodes.some(asks);
  const others = new Set(nodes.flatMap(classesAsked).flatMap((asked) => [...walk(asked)]));
  const nameOf = (each) => {
    if (each.type === "Attribute" && !others.has(each) && isModule(each.value)) {
      return each.attr;
    }
    return isAsked && each.type === "Constant" && typeof each.value === "string" ? each.value : undefined;
  };
  const paths = nodes.map(nameOf).filter(Boolean).map((name) => `${LAYERS}.${name}`);
  return paths.filter((path) => names.classes(path).includes(path));
};

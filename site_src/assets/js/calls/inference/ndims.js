// The numbers of dimensions of Tensors, where the text shows them.

import { INT, SHAPE, isNumber, isTensor } from "../knowledge/kinds.js";
import { lastPart } from "../knowledge/names.js";
import { ELLIPSIS } from "../python/values.js";
import { changedMember } from "../text/reaching.js";
import { TensorFacts } from "./tensor_facts.js";

const words = (text) => new Set(text.split(" "));
// Functions and methods whose result has as many dimensions as their first Tensor.
const KEPT = words(
  "abs adaptive_avg_pool2d adaptive_max_pool2d avg_pool2d batch_norm bfloat16 bool byte char clone coalesce " +
  "contiguous conv1d conv2d conv3d cos cpu cuda cumsum detach double dropout dropout2d elu empty_like erf exp " +
  "flip fliplr flipud float gather gelu half index_select int interpolate isfinite isinf isnan layer_norm leaky_relu log " +
  "log_softmax logical_not long max_pool2d narrow neg normalize ones_like pad pixel_shuffle " +
  "pixel_unshuffle rand_like randn_like reciprocal relu relu6 requires_grad_ roll rot90 rsqrt short sigmoid sign silu sin softmax softplus sqrt " +
  "square swapaxes t tanh to to_dense to_sparse to_sparse_coo to_sparse_csr transpose tril triu type zeros_like",
);
// Layers of which the same holds.
const LAYERS = words(
  "AvgPool1d AvgPool2d AvgPool3d AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d BatchNorm1d BatchNorm2d " +
  "BatchNorm3d Conv1d Conv2d Conv3d Dropout Dropout2d ELU GELU GroupNorm Identity LayerNorm LeakyReLU Linear " +
  "LogSoftmax MaxPool1d MaxPool2d MaxPool3d PixelShuffle PixelUnshuffle ReLU ReLU6 SELU SiLU Sigmoid Softmax Softplus Tanh",
);
// Functions of two operands, whose result has the dimensions of that with more.
const BROADCAST = words("add sub mul div true_divide pow remainder eq ne gt ge lt le logical_and logical_or logical_xor maximum minimum");
// Functions that take the dimensions away over which they go, or all.
const REDUCED = words("sum mean prod any all amax amin argmax argmin logsumexp max median min nansum");
const each = (text, number) => text.split(" ").map((name) => [name, number]);
const FIXED = new Map([
  ...each("arange linspace logspace randperm ravel masked_select bincount mv", 1),
  ...each("eye mm addmm outer ger nonzero", 2),
  ...each("bmm baddbmm", 3),
  ...each("dot trace", 0),
]);
// Functions whose result has a row for each element found, and so none, one or several.
const FOUND = words("argwhere nonzero");
// Functions and layers whose result has none, unless they are asked not to reduce it.
const LOSSES = words(
  "binary_cross_entropy binary_cross_entropy_with_logits cosine_embedding_loss cross_entropy gaussian_nll_loss " +
    "hinge_embedding_loss huber_loss kl_div l1_loss margin_ranking_loss mse_loss multi_margin_loss nll_loss " +
    "poisson_nll_loss smooth_l1_loss soft_margin_loss triplet_margin_loss BCELoss BCEWithLogitsLoss CosineEmbeddingLoss " +
    "CrossEntropyLoss GaussianNLLLoss HingeEmbeddingLoss HuberLoss KLDivLoss L1Loss MarginRankingLoss MSELoss " +
    "MultiMarginLoss NLLLoss PoissonNLLLoss SmoothL1Loss SoftMarginLoss TripletMarginLoss",
);
const OF_REDUCTION = words("reduction reduce size_average");
// Functions whose result has as many dimensions as there are sizes, and where these stand if not alone.
const SHAPED = new Map([
  ...each("zeros ones empty rand randn full view reshape expand permute repeat new_zeros new_ones new_empty new_full", 0),
  ["randint", -1],
]);
// Functions whose result has as many dimensions as lists are nested in their data.
const OF_DATA = words("as_tensor asarray new_tensor tensor");
// Members of a Tensor that may give it other dimensions in place: methods, without their `_`, and what is set.
const RESHAPING = words("resize resize_as set squeeze unsqueeze t transpose swapaxes swapdims as_strided data");
// Attributes that have the dimensions of their Tensor.
const SAME = words("T mT data grad real imag");

/** The number that all of these are; undefined where there are none, or one is not known. */
const common = (found) => (new Set(found).size === 1 ? found[0] : undefined);
const isList = ({ type }) => type === "List" || type === "Tuple";

/** Whether a loss, or a call that makes one, leaves the reduction to the mean. */
const isReduced = ({ args, keywords }) =>
  args.length <= 3 &&
  !args.some(({ type }) => type === "Starred" || type === "Constant") &&
  keywords.every(({ arg }) => typeof arg === "string" && !OF_REDUCTION.has(arg));

/** The dimensions of what is flattened from one on to the last. */
const flattened = (starts) => {
  if (!starts.length) {
    return 1;
  }
  const isPlain = starts.length === 1 && starts[0].type === "Constant" && ["bigint", "boolean"].includes(typeof starts[0].value);
  return isPlain ? Number(starts[0].value) + 1 : undefined;
};

/** The numbers of dimensions of the Tensors in one text. */
export class Ndims extends TensorFacts {
  shown(node) {
    switch (node.type) {
      case "UnaryOp":
        return this.of(node.operand);
      case "NamedExpr":
        return this.of(node.value);
      case "Attribute":
        return SAME.has(node.attr) ? this.of(node.value) : this.ofAttribute(node);
      case "BinOp":
        return node.op === "MatMult" ? undefined : this.broadcast([node.left, node.right]);
      case "Compare":
        return node.comparators.length === 1 ? this.broadcast([node.left, node.comparators[0]]) : undefined;
      case "IfExp":
        return common([node.body, node.orelse].map((one) => this.of(one)));
      case "Name":
        return this.ofVariable(node);
      case "Subscript":
        return this.indexed(this.of(node.value), node.slice.type === "Tuple" ? node.slice.elts : [node.slice]);
      case "Call":
        return this.ofCall(node);
      default:
        return undefined;
    }
  }

  /** The numbers of dimensions that a Tensor may have: several, where its content decides. */
  ways(node) {
    return this.isFound(node) ? [0, 1] : [this.of(node)];
  }

  /** Whether an expression is the squeezed result of `nonzero`: of one dimension, or none for one row. */
  isFound(node) {
    const values = node.type === "Name" ? this.values(node) : [node];
    return values.length > 0 && values.every((one) => this.isSqueezed(one));
  }

  isSqueezed(node) {
    if (node.type !== "Call" || node.keywords.length) {
      return false;
    }
    const { name, first } = this.called(node);
    const isWhole = node.args.every((each) => each === first);
    return name === "squeeze" && isWhole && first?.type === "Call" && FOUND.has(this.called(first).name);
  }

  /** How many items a sequence has: one that is written out, or a shape of a Tensor, which a variable may hold. */
  length(node) {
    const { reaching } = this.inference;
    if (node.type === "Name" && this.inference.kind(node).type === "torch.Size" && !reaching.isUpdated(node)) {
      return common((reaching.values(node) ?? []).map((one) => this.written(one)));
    }
    return this.written(node);
  }

  written(node) {
    const { type, attr, value, func, args, keywords } = node;
    if (isList(node)) {
      return node.elts.some((each) => each.type === "Starred") ? undefined : node.elts.length;
    }
    const isSize = type === "Call" && func.type === "Attribute" && func.attr === "size" && !args.length && !keywords.length;
    if (isSize || (type === "Attribute" && attr === "shape")) {
      return this.of(isSize ? func.value : value);
    }
    const kind = this.inference.kind(node);
    const isTuple = kind.tag === "Value" && kind.type === "tuple" && !kind.repeated && kind.items.length;
    return isTuple ? kind.items.length : undefined;
  }

  broadcast(operands) {
    const found = operands.map((one) => (isNumber(this.inference.kind(one)) ? 0 : this.of(one)));
    return found.includes(undefined) ? undefined : Math.max(...found);
  }

  ofAttribute(node) {
    this.reshaped ??= new Set(
      [...this.inference.displays.variables.parents.keys()]
        .filter((each) => each.type === "Attribute" && each.value.type === "Attribute" && RESHAPING.has(changedMember(each)))
        .map(({ value }) => value.attr),
    ); // attributes whose Tensors the text may give other dimensions in place
    return this.reshaped.has(node.attr) ? undefined : common(this.values(node).map((one) => this.of(one)));
  }

  ofVariable(node) {
    const { reaching } = this.inference;
    const isReshaped = reaching.changes(node).some(({ by }) => RESHAPING.has(by));
    if (isReshaped) {
      return undefined;
    }
    const values = reaching.values(node);
    if (values) {
      return common(values.map((one) => this.of(one)));
    }
    const wholes = reaching.unpacked(node).map(({ whole }) => whole);
    const found = common((wholes.length ? wholes : this.looped(node)).map((one) => this.of(one)));
    return found ? found - 1 : undefined;
  }

  /** What basic indices leave of so many dimensions. */
  indexed(ndim, items) {
    let left = ndim;
    for (const item of items) {
      if (left === undefined) {
        break;
      }
      if (item.type === "Constant" && item.value === null) {
        left += 1;
      } else if (item.type !== "Slice" && !(item.type === "Constant" && item.value === ELLIPSIS)) {
        left = this.inference.kind(item) === INT ? left - 1 : undefined;
      }
    }
    return left;
  }

  ofCall(node) {
    const { func, args, keywords: written } = node;
    const path = this.path(func);
    const kind = this.inference.kind(func);
    const keywords = new Map(written.map(({ arg, value }) => [arg, value]));
    if (keywords.has(null) || keywords.has("out") || args.some(({ type }) => type === "Starred")) {
      return undefined;
    }
    if (LOSSES.has(lastPart(path))) {
      return isReduced(node) ? 0 : undefined;
    }
    if (path) {
      return this.made(lastPart(path), args[0], args.slice(1), keywords, args);
    }
    if (kind.tag === "Value" && this.inference.names.belongs(kind.type)) {
      return this.ofLayer(node, lastPart(kind.type));
    }
    if (func.type !== "Attribute" || !isTensor(this.inference.kind(func.value))) {
      return undefined;
    }
    const isKept = func.attr.endsWith("_") && !RESHAPING.has(func.attr.slice(0, -1));
    return isKept ? this.of(func.value) : this.made(func.attr, func.value, args, keywords, args);
  }

  /** The number of dimensions of what a layer gives. */
  ofLayer({ func, args }, name) {
    if (LAYERS.has(name)) {
      return args.length ? this.of(args[0]) : undefined;
    }
    const made = ["Name", "Attribute"].includes(func.type) ? this.values(func) : [func];
    const isLoss = LOSSES.has(name) && made.length > 0;
    return isLoss && made.every((each) => each.type === "Call" && isReduced(each)) ? 0 : undefined;
  }

  /** What a function gives whose first Tensor is `first`, with the `rest` of its arguments; `written` are all. */
  made(name, first, rest, keywords, written) {
    const given = first && this.of(first);
    if (KEPT.has(name)) {
      return given;
    }
    if (FIXED.has(name)) {
      return FIXED.get(name);
    }
    if (SHAPED.has(name)) {
      const sizes = first && isTensor(this.inference.kind(first)) ? rest : written;
      return this.shaped(sizes, keywords, SHAPED.get(name), name.includes("full"));
    }
    if (REDUCED.has(name)) {
      return this.reduced(given, rest, keywords);
    }
    if (name === "flatten") {
      const starts = [...rest, ...(keywords.has("start_dim") ? [keywords.get("start_dim")] : [])];
      return keywords.has("end_dim") ? undefined : flattened(starts);
    }
    if (name === "unsqueeze" || name === "one_hot") {
      return given === undefined ? undefined : given + 1;
    }
    if (BROADCAST.has(name) && first && rest.length) {
      return this.broadcast([first, rest[0]]);
    }
    if ((name === "cat" || name === "stack") && first && isList(first)) {
      const found = common(first.elts.map((one) => this.of(one)));
      return found === undefined ? undefined : found + (name === "stack" ? 1 : 0);
    }
    return OF_DATA.has(name) && written.length ? this.nested(written[0]) : undefined;
  }

  shaped(given, keywords, at, isFull) {
    const named = keywords.get("size") ?? keywords.get("shape") ?? keywords.get("dims");
    const [sizes, place] = named ? [[named], 0] : [given, at];
    if (!sizes.length) {
      return undefined;
    }
    if (sizes.length > 1 && place === 0 && !isFull) {
      return sizes.some(isList) ? undefined : sizes.length;
    }
    const size = sizes.at(place);
    return this.length(size) ?? (this.inference.kind(size) === INT && place === 0 && !isFull ? 1 : undefined);
  }

  reduced(given, rest, keywords) {
    const dims = rest[0] ?? keywords.get("dim") ?? keywords.get("axis");
    const keep = rest[1] ?? keywords.get("keepdim");
    if (keep && (keep.type !== "Constant" || keep.value)) {
      return keep.type === "Constant" ? given : undefined;
    }
    if (!dims) {
      return 0;
    }
    if (isList(dims) && dims.elts.length) {
      return given ? given - dims.elts.length : given;
    }
    return given !== undefined && this.inference.kind(dims) === INT ? Math.max(given - 1, 0) : undefined;
  }

  /** How deep the numbers of a list of lists lie. */
  nested(node) {
    if (isList(node)) {
      const inner = node.elts.length ? this.nested(node.elts[0]) : 0;
      return inner === undefined ? undefined : inner + 1;
    }
    const kind = this.inference.kind(node);
    return kind === SHAPE ? 1 : isNumber(kind) ? 0 : isTensor(kind) ? this.of(node) : undefined;
  }
}

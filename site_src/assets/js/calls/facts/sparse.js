// Which Tensors of one text are sparse: most functions of Paddle refuse those, or crash.

const words = (text) => text.split(" ");

/** The function whose record answers products with a sparse matrix. */
export const PRODUCT = "torch.sparse.mm";
export const DENSE = ".coalesce().to_dense()";
/** What makes a matrix in the CSR format dense, which Paddle cannot coalesce. */
export const CSR_DENSE = ".to_dense()";
export const PRODUCTS = new Set(["torch.mm", "torch.matmul", "torch.Tensor.mm", "torch.Tensor.matmul"]);
export const TRANSPOSES = new Set(["torch.t", "torch.Tensor.t"]);
const MAKERS = new Set([
  ...words("coo csr csc bsr bsc compressed").map((layout) => `torch.sparse_${layout}_tensor`),
  "torch.sparse.FloatTensor",
]);
const MADE = new Set(words("to_sparse to_sparse_coo to_sparse_csr to_sparse_csc to_sparse_bsr to_sparse_bsc"));
const KEPT = new Set(words("coalesce to cpu cuda float detach requires_grad_"));
/** Methods of a sparse Tensor in Paddle. */
const TAKING = new Set([
  ...[...KEPT, ...MADE],
  ...words("to_dense indices values crow_indices col_indices _indices _values _nnz is_coalesced sparse_dim dense_dim size dim"),
]);
/** Methods of a sparse Tensor alone, which Paddle has not: their records tell what to write instead. */
const ALONE = new Set(words("sparse_resize_ sparse_resize_and_clear_ resize_as_sparse_ ccol_indices row_indices"));
/** Methods that nobody calls but on a sparse Tensor. */
const TELLING = new Set(words("_indices _values _nnz"));
/** Methods of a dense Tensor that a sparse one is passed to. */
const PASSED = new Set(["torch.Tensor.sparse_mask"]);
const ALSO_TAKING = new Set(["torch.spmm", "torch.is_tensor", "torch.save", "torch.nn.Module.register_buffer"]);

/** The expressions of one text that it shows to be sparse Tensors. */
export class Sparse {
  constructor(references, inference) {
    Object.assign(this, { references, inference, variables: inference.displays.variables, found: new Map(), asked: new Set() });
  }

  /**
   * Whether an expression makes a sparse Tensor, or is a variable or an attribute bound to such ones alone, or a parameter for which
   * the text's calls pass no others.
   *
   * What a variable is unpacked from shows nothing, but for what a function of the text returns; then a method of it does, which
   * only sparse ones have.
   */
  isSparse(node) {
    if (node.type === "Call") {
      const path = this.references.path(node.func);
      const { type, attr, value } = node.func;
      if (path) {
        return MAKERS.has(path);
      }
      if (type === "Attribute" && (MADE.has(attr) || KEPT.has(attr))) {
        return MADE.has(attr) || this.isSparse(value);
      }
    } else if (node.type !== "Name" && node.type !== "Attribute") {
      return false;
    }
    if (!this.found.has(node)) {
      this.found.set(node, false); // of a variable that is bound to itself, its other values tell
      this.found.set(node, this.isBoundSparse(node));
    }
    return this.found.get(node);
  }

  /** Whether an expression makes a sparse Tensor in the CSR format, or is a name of such ones alone. */
  isCsr(node) {
    const { reaching } = this.inference;
    let given = [];
    if (node.type === "Call") {
      const path = this.references.path(node.func);
      const { type, attr, value } = node.func;
      if (path) {
        return path === "torch.sparse_csr_tensor";
      }
      if (type === "Attribute" && (MADE.has(attr) || KEPT.has(attr))) {
        return attr === "to_sparse_csr" || (KEPT.has(attr) && this.isCsr(value));
      }
      given = this.inference.returned(node);
    } else if (node.type === "Name" && !reaching.isUpdated(node)) {
      given = reaching.values(node) ?? this.inference.passed(node);
    } else if (node.type === "Attribute") {
      given = this.inference.setTo(node);
    }
    if (this.asked.has(node)) {
      return false;
    }
    this.asked.add(node);
    const isOne = given.length > 0 && given.every((each) => this.isCsr(each));
    this.asked.delete(node);
    return isOne;
  }

  isBoundSparse(node) {
    const passed = node.type === "Name" ? this.inference.passed(node) : [];
    if (node.type === "Name" && !passed.length && this.isSparseVariable(node)) {
      return true;
    }
    const bound = node.type === "Name" && !passed.length ? (this.inference.reaching.values(node) ?? []) : passed;
    const given = node.type === "Attribute" ? this.inference.setTo(node) : node.type === "Call" ? this.inference.returned(node) : bound;
    return given.length > 0 && given.every((each) => this.isSparse(each));
  }

  isSparseVariable(node) {
    const places = this.variables.places(node) ?? [];
    const targets = places.filter(({ ctx }) => ctx !== "Load");
    const bound = targets.map((each) => this.variables.parents.get(each));
    const isMade = (each) => each.type === "Assign" && each.targets.length === 1 && each.value.type === "Call" && this.isSparse(each.value);
    const isUnpacked = ({ type }) => ["Tuple", "List"].includes(type);
    const isTold = targets.some((each) => this.isReturnedSo(each)) || (bound.some(isUnpacked) && places.some((each) => this.tells(each)));
    if (!(isTold || bound.some(isMade))) {
      return false;
    }
    this.found.set(node, true);
    return bound.every((each) => isUnpacked(each) || isMade(each));
  }

  /** Whether a variable is unpacked from what a function of the text returns: `adj, x = load()`. */
  isReturnedSo(target) {
    const display = this.variables.parents.get(target);
    const { type, value } = this.variables.parents.get(display) ?? {};
    if (display.type !== "Tuple" || type !== "Assign" || value.type !== "Call") {
      return false;
    }
    const place = display.elts.indexOf(target);
    const returned = this.inference.returned(value);
    const isSo = (each) => each.type === "Tuple" && each.elts.length === display.elts.length && this.isSparse(each.elts[place]);
    return returned.length > 0 && returned.every(isSo);
  }

  tells(place) {
    const parent = this.variables.parents.get(place);
    return place.ctx === "Load" && parent.type === "Attribute" && TELLING.has(parent.attr);
  }

  /** The sparse Tensor that a call passes to what takes only dense ones in Paddle; undefined where there is none. */
  refused({ args, keywords }, api, receiver) {
    const name = api.slice(api.lastIndexOf(".") + 1);
    if ((receiver && (TAKING.has(name) || ALONE.has(name))) || api.startsWith("torch.sparse") || ALSO_TAKING.has(api)) {
      return undefined;
    }
    const passed = receiver ? [receiver] : [];
    if (!PASSED.has(api)) {
      passed.push(...args, ...keywords.map(({ value }) => value));
    }
    const items = passed.flatMap((each) => (["List", "Tuple"].includes(each.type) ? each.elts : [each]));
    return items.find((each) => this.isSparse(each));
  }
}

// The public names of torch as `calls.json` has them: their kind, the class they belong to, and what they return.

import { MODULE, TENSOR, UNKNOWN, join, parseKind } from "./kinds.js";
import { VAR_POSITIONAL, isPositional, isRequired, parseSignature } from "../model/signature.js";

/** The kind of a name that `__init__` sets, which is in no inventory but was found on an object of a recorded class. */
export const ATTRIBUTE = "attribute";
const KINDS = { f: "function", c: "class", m: "method", p: "property", M: "module", v: "constant" };
/** Classes of Tensors of one dtype, `torch.FloatTensor`, and of them on a GPU. */
export const TENSOR_CLASS = /^torch\.(cuda\.)?([A-Z][A-Za-z0-9]*Tensor)$/;
/** NumPy's names of arguments, which torch's functions in C take though no signature shows it, and those of `torch.linalg`. */
export const OTHER_NAMES = { axis: "dim", keepdims: "keepdim", x: "input", x1: "input", x2: "other", input: "A", b: "B" };
/** Names of parameters of methods that take nothing but a Tensor. */
const TENSOR_PARAMETERS = new Set(["index", "mask", "source", "tensor", "mat2", "vec2", "batch2", "tensor1", "tensor2"]);
/** The methods that only layers have: an inventory leaves out the bases of another library, as `torch.nn.Module` is. */
const OF_LAYERS = new Set(["buffers", "named_buffers", "named_children", "named_modules", "named_parameters", "parameters"]);
/** Attributes of a Tensor that nothing sets: an object of which one is set is no Tensor. */
export const READ_ONLY = new Set(["device", "dtype", "is_cuda", "itemsize", "nbytes", "ndim", "shape"]);
// The methods whose `index` is a number.
const BY_NUMBER = new Set(["select", "select_scatter"]);

/** Whether a signature takes so many positional arguments and these keywords, null standing for `**kwargs`. */
export const accepts = (signature, count, keywords) => {
  const places = signature.filter(isPositional);
  const named = new Set(signature.map(({ name }) => name));
  const asked = [...keywords].filter((keyword) => keyword !== null);
  if ((count > places.length && !signature.some(({ kind }) => kind === VAR_POSITIONAL)) || !asked.every((keyword) => named.has(keyword))) {
    return false;
  }
  const given = new Set([...places.slice(0, count).map(({ name }) => name), ...asked]);
  const isOpen = asked.length < [...keywords].length;
  return isOpen || signature.every((parameter) => !isRequired(parameter) || parameter.default !== null || given.has(parameter.name));
};

export const lastPart = (path) => path.slice(path.lastIndexOf(".") + 1);
export const ownerOf = (path) => path.slice(0, Math.max(path.lastIndexOf("."), 0));

/** Begins the type of a call that returns the same as its first argument is; the argument's name follows. */
export const GIVEN = "=";

/** One public name; `returns` holds one type for each way to call it, or one for all of them. */
export class PublicName {
  constructor(path, kind, [aliasOf = "", returns = [], bases = [], tensorsFirst = 0, signatures = []] = []) {
    Object.assign(this, { path, kind, aliasOf, returns, bases, tensorsFirst, written: signatures });
  }

  static read(path, [letter, ...fields]) {
    return new PublicName(path, KINDS[letter], fields);
  }

  get signatures() {
    return this.written.map(parseSignature);
  }

  /** Whether some way to call it takes so many positional arguments and these keywords; true where none is known. */
  accepts(count, keywords) {
    return !this.written.length || this.signatures.some((signature) => accepts(signature, count, keywords));
  }

  /** Whether the argument at a place is a Tensor in all ways to call a method, as the parameter's name says. */
  wantsTensor(index) {
    if (BY_NUMBER.has(lastPart(this.path))) {
      return false;
    }
    const places = this.signatures.map((signature) => signature.filter(isPositional));
    return places.length > 0 && places.every((parameters) => index < parameters.length && TENSOR_PARAMETERS.has(parameters[index].name));
  }

  /** What a call returns, whichever way it is called. */
  get returned() {
    return join(this.returns.map(parseKind));
  }
}

/** All public names, and the modules between them; an entry is read when it is asked for. */
export class PublicNames {
  constructor(fields, attributes, packages, otherMembers) {
    this.fields = fields;
    this.read = new Map(attributes.map((entry) => [entry.path, entry]));
    this.packages = new Set(packages);
    this.otherMembers = otherMembers.map((members) => new Set(members));
    this.found = new Map();
    const prefix = `${TENSOR}.`;
    const paths = [...Object.keys(fields), ...this.read.keys()];
    /** The names of all members of a Tensor. */
    this.tensorMembers = new Set(paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length)));
    /** Members that no other kind of object has. */
    this.tensorOnly = new Set([...this.tensorMembers].filter((member) => !this.otherMembers.some((shared) => shared.has(member))));
  }

  entry(path) {
    if (!this.read.has(path) && Object.hasOwn(this.fields, path)) {
      this.read.set(path, PublicName.read(path, this.fields[path]));
    }
    return this.read.get(path);
  }

  /** Whether a dotted path begins with one of the packages. */
  belongs(path) {
    return this.packages.has(path.split(".", 1)[0]);
  }

  /** The entry of a dotted path under its canonical name, members of base classes included. */
  find(path) {
    if (!this.found.has(path)) {
      this.found.set(path, this.search(path));
    }
    return this.found.get(path);
  }

  search(path) {
    let entry = this.entry(path);
    if (!entry) {
      const owner = path.includes(".") ? this.find(ownerOf(path)) : undefined;
      for (const base of owner ? [owner.path, ...owner.bases] : []) {
        entry ??= this.entry(`${base}.${lastPart(path)}`);
      }
    }
    return entry?.aliasOf ? (this.entry(entry.aliasOf) ?? entry) : entry;
  }

  /** Whether a class is `base` or derives from it. */
  isA(path, base) {
    const entry = this.find(path);
    return entry !== undefined && (entry.path === base || entry.bases.includes(base));
  }

  /** A class with its bases; nothing where it is no known class. */
  classes(path) {
    const entry = this.find(path);
    return entry?.kind === "class" ? [entry.path, ...entry.bases] : [];
  }

  /** The classes that derive from one. */
  derived(path) {
    if (!this.deriving) {
      this.deriving = new Map();
      for (const [derived, { 3: bases = [] }] of Object.entries(this.fields)) {
        bases.forEach((base) => this.deriving.set(base, [...(this.deriving.get(base) ?? []), derived]));
      }
    }
    return this.deriving.get(this.find(path)?.path ?? path) ?? [];
  }

  /** Whether a dotted path is a package or a module in one. */
  isModule(path) {
    return this.packages.has(path) || this.find(path)?.kind === "module";
  }

  /** The public names directly in a module, as `from module import *` binds them. */
  children(module) {
    const prefix = `${module}.`;
    return Object.keys(this.fields).filter((path) => path.startsWith(prefix) && !path.slice(prefix.length).includes("."));
  }

  /** Whether an object with all of these members is a Tensor, since no other kind has them together. */
  onlyTensorsHave(members) {
    return (
      members.every((member) => this.tensorMembers.has(member)) &&
      !this.otherMembers.some((shared) => members.every((member) => shared.has(member)))
    );
  }

  /** The member of a class by its dotted path; layers that are not known to be layers have some of theirs. */
  member(owner, name) {
    const found = this.find(`${owner}.${name}`);
    if (found === undefined && OF_LAYERS.has(name) && this.belongs(owner)) {
      return this.find(`${MODULE}.${name}`);
    }
    return found;
  }

  /** What a call of a function returns; unknown where the inventory does not say. */
  returned(path) {
    return this.find(path)?.returned ?? UNKNOWN;
  }
}

// Understands a source text: every use of a torch name, its verdict, and the edits that convert what is proven.

import { absent } from "./text/condition_signs.js";
import { ArrayUses } from "./uses/array_uses.js";
import { CallUses } from "./uses/call_uses.js";
import { ExceptionUses } from "./uses/exception_uses.js";
import { FlavourUses } from "./uses/flavour_uses.js";
import { GroupUses } from "./uses/group_uses.js";
import { IndexUses } from "./uses/index_uses.js";
import { Inference } from "./inference/infer.js";
import { LayerIndices } from "./uses/layer_indices.js";
import { LayerUses } from "./uses/layer_uses.js";
import { MemberUses } from "./uses/member_uses.js";
import { NamedUses } from "./uses/named_uses.js";
import { NumberUses } from "./uses/number_uses.js";
import { OperatorUses } from "./uses/operator_uses.js";
import { refersToTorch } from "./facts/references.js";
import { VERDICTS } from "./site.js";
import { TensorClasses } from "./uses/tensor_classes.js";
import { Uses } from "./uses/uses.js";

/**
 * Finds every use of a torch name in a parsed text and decides it: the sites in the order of the text, and the edits that
 * convert what is proven. `isMixed` says that the text imports Paddle itself: then a member of an object may be Paddle's.
 */
export const analyse = (parsed, allKnowledge) => {
  if (!refersToTorch(parsed, allKnowledge)) {
    return { source: parsed.source, sites: [], edits: [], isMixed: false };
  }
  const knowledge = allKnowledge.without(absent(allKnowledge.signs, parsed));
  const inference = new Inference(parsed.tree, knowledge.names);
  const uses = new Uses(parsed, knowledge, inference);
  const found = new Walk(uses).run();
  if (!uses.staying.size) {
    return found;
  }
  const again = new Uses(parsed, knowledge, inference); // their objects may be used further up
  again.staying = uses.staying;
  return new Walk(again).run();
};

/** The walk over one text; uses are decided from the inside out, so that arguments are written first. */
class Walk {
  constructor(uses) {
    this.uses = uses;
    this.tensorClasses = new TensorClasses(uses.inference.displays.variables, (node) => this.path(node));
    this.calls = new CallUses(uses);
    this.members = new MemberUses(uses, this.calls);
    this.named = new NamedUses(uses, this.calls, this.tensorClasses);
    this.operators = new OperatorUses(uses, this.calls);
    const indices = new LayerIndices(uses);
    this.indices = new IndexUses(uses, indices);
    this.flavours = new FlavourUses(uses);
    this.layers = new LayerUses(uses, indices);
    this.groups = new GroupUses(uses);
    this.exceptions = new ExceptionUses(uses);
    this.numbers = new NumberUses(uses);
    this.arrays = new ArrayUses(uses);
  }

  run() {
    for (const node of [...this.uses.parsed.nodes].reverse()) {
      switch (node.type) {
        case "Attribute":
          this.attribute(node);
          this.layers.decideAttribute(node);
          break;
        case "Name":
          this.name(node);
          break;
        case "Call":
          this.call(node);
          this.layers.decideCall(node);
          break;
        case "Assign":
          this.named.decideAssigned(node);
          this.indices.decideAssigned(node);
          break;
        case "BinOp":
        case "Compare":
        case "AugAssign":
          this.operators.decide(node);
          this.numbers.decideOperator(node);
          break;
        case "Subscript":
          this.indices.decide(node);
          this.numbers.decideIndex(node);
          this.layers.decideSlice(node);
          break;
        case "Dict":
          this.groups.decide(node);
          break;
        case "FunctionDef":
          this.layers.decide(node);
          break;
        case "ImportFrom":
        case "alias":
          this.flavours.decideImport(node);
          break;
        case "Try":
        case "TryStar":
          this.exceptions.decide(node);
          break;
        default:
      }
      this.members.decideAround(node);
    }
    this.calls.secondOrders.remind();
    return this.uses.result();
  }

  path(node) {
    return this.uses.references.path(node);
  }

  name(node) {
    const path = this.path(node);
    const several = this.uses.references.several(node);
    if (path && node.ctx === "Load" && !this.isInner(node)) {
      this.named.decide(node, path);
    } else if (!path && node.ctx === "Load" && several.length) {
      const known = `可能是 ${several.map((each) => `\`${each}\``).join("、")} 之一`;
      this.uses.add(node, several[0], VERDICTS.UNSURE, several.length > 1 ? known : "这个名称不只由导入得来，不能确定这里是哪一个");
    }
  }

  attribute(node) {
    const path = this.path(node);
    const parent = this.uses.parent(node);
    if (path) {
      if (!this.isInner(node)) {
        this.named.decide(node, path);
      }
    } else if (!this.flavours.decide(node) && (parent?.type !== "Call" || parent.func !== node)) {
      this.members.decide(node, null);
    }
  }

  call(node) {
    const path = this.path(node.func) || this.tensorClasses.of(node.func);
    if (path) {
      if (!this.calls.constructed(node) && !this.members.decideByClass(node, path)) {
        this.calls.decide(node, path, null);
      }
      return;
    }
    if (this.calls.lookedUp(node) || this.calls.named(node)) {
      return;
    }
    if (node.func.type === "Attribute") {
      this.members.decide(node.func, node);
    }
    const passedTo = this.named.passedTo(node);
    const passedPath = passedTo && this.path(passedTo);
    if (passedPath) {
      this.named.decidePartial(passedTo, passedPath, node);
    }
    this.calls.constructed(node);
    this.named.shorten(node);
    this.calls.layer(node);
    this.numbers.decideCall(node);
    this.arrays.decide(node);
    this.groups.decide(node);
    this.members.decideByText(node);
  }

  /** Whether a longer name goes on after this part of it, or a call of it is decided as a whole. */
  isInner(node) {
    const parent = this.uses.parent(node);
    if (parent?.type === "Attribute" && this.path(parent)) {
      return true;
    }
    return parent?.type === "Call" && (parent.func === node || this.named.passedTo(parent) === node);
  }
}

// Modules that another package has for torch, and for Paddle under another name: `einops.layers.torch`.

import { VERDICTS } from "../site.js";

/** Decides where one text imports or names such a module. */
export class FlavourUses {
  constructor(uses) {
    this.uses = uses;
    this.flavours = uses.knowledge.flavours;
  }

  /** Decides an attribute that stands for such a module; false where it does not. */
  decide(node) {
    const path = this.uses.references.module(node);
    const flavour = this.flavour(path);
    if (flavour !== undefined) {
      this.change(node, path, flavour, node.start);
    }
    return flavour !== undefined;
  }

  /** The import of a module that another package has for torch, and for Paddle under another name. */
  decideImport(node) {
    const path = (node.type === "alias" ? node.name : node.module) ?? "";
    const flavour = this.flavour(path);
    const [root] = path.split(".");
    if (flavour === undefined || node.level) {
      return;
    }
    if (node.type === "alias" && !node.asname && !this.uses.references.isImported(root)) {
      this.uses.add(node, path, VERDICTS.REWRITE, `改为导入 \`${flavour}\`；\`${root}\` 在代码里还有别的意思`);
      return;
    }
    this.change(node, path, flavour, this.uses.text.source.indexOf(root, node.start));
  }

  /** Writes the name of the module for Paddle in the place of the one for torch, which begins at `start`. */
  change(node, path, flavour, start) {
    const end = start + path.length;
    if (this.uses.text.source.slice(start, end) !== path) {
      this.uses.add(node, path, VERDICTS.REWRITE, `改为导入 \`${flavour}\``);
      return;
    }
    this.uses.edits.replace(start, end, flavour);
    this.uses.add(node, path, VERDICTS.RENAMED, "", { paddle: flavour });
  }

  flavour(path) {
    return Object.hasOwn(this.flavours, path) ? this.flavours[path] : undefined;
  }
}

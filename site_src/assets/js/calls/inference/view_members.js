// Members of a Tensor, many of them functions too, that give a view of it, or the Tensor itself.

import { CASTS } from "./dtypes.js";

/** Those whose result is a view of it whatever its layout. */
export const VIEWS = new Set([
  ...["T", "mT", "H", "mH", "real", "imag", "view", "view_as", "t", "transpose", "permute", "unsqueeze", "squeeze"],
  ...["select", "narrow", "expand", "expand_as", "diagonal", "unflatten", "unfold", "swapaxes", "swapdims", "movedim", "moveaxis"],
]);
/** Those whose result is a view, or is one where its layout allows that. */
export const GIVING_VIEWS = new Set([...VIEWS, "as_strided", "flatten", "ravel", "reshape", "reshape_as"]);
/** Those of them whose result is a copy in Paddle. */
export const COPIED = new Set(["real", "imag", "expand", "expand_as"]);
/** Methods that return the Tensor itself if there is nothing to do. */
export const KEPT = new Set(["contiguous", "cpu", "cuda", "to", "type", "type_as", ...CASTS.keys()]);

"""Which Tensors of one text are sparse: most functions of Paddle refuse those, or crash."""

from __future__ import annotations

import ast

from generator.calls.facts.references import References
from generator.calls.inference.infer import Inference

PRODUCT = "torch.sparse.mm"
"""The function whose record answers products with a sparse matrix."""
_MODULE = PRODUCT.rpartition(".")[0]
DENSE = ".coalesce().to_dense()"
SPARSE_PRODUCTS = frozenset({PRODUCT, "torch.spmm"})
"""The functions that take a sparse matrix, as its record says, but in the CSR format."""
CSR_DENSE = ".to_dense()"
"""What makes a matrix in the CSR format dense, which Paddle cannot coalesce."""
PRODUCTS = frozenset({"torch.mm", "torch.matmul", "torch.Tensor.mm", "torch.Tensor.matmul"})
TRANSPOSES = frozenset({"torch.t", "torch.Tensor.t"})
_MAKERS = frozenset(f"torch.sparse_{layout}_tensor" for layout in ("coo", "csr", "csc", "bsr", "bsc", "compressed")) | {
    "torch.sparse.FloatTensor"
}
_MADE = frozenset("to_sparse to_sparse_coo to_sparse_csr to_sparse_csc to_sparse_bsr to_sparse_bsc".split())
_KEPT = frozenset("coalesce to cpu cuda float detach requires_grad_".split())
_TAKING = (
    _KEPT
    | _MADE
    | frozenset("to_dense indices values crow_indices col_indices _indices _values _nnz".split())
    | frozenset("is_coalesced sparse_dim dense_dim size dim".split())
)
"""Methods of a sparse Tensor in Paddle."""
_ALONE = frozenset("sparse_resize_ sparse_resize_and_clear_ resize_as_sparse_ ccol_indices row_indices".split())
"""Methods of a sparse Tensor alone, which Paddle has not: their records tell what to write instead."""
_TELLING = frozenset("_indices _values _nnz".split())
"""Methods that nobody calls but on a sparse Tensor."""
_PASSED = frozenset({"torch.Tensor.sparse_mask"})
"""Methods of a dense Tensor that a sparse one is passed to."""
_CSR_MAKERS = frozenset({"torch.sparse_csr_tensor"})
_ALSO_TAKING = frozenset({"torch.spmm", "torch.is_tensor", "torch.save", "torch.nn.Module.register_buffer"})


class Sparse:
    """The expressions of one text that it shows to be sparse Tensors."""

    def __init__(self, references: References, inference: Inference) -> None:
        self._references = references
        self._inference = inference
        self._variables = inference.displays.variables
        self._found: dict[ast.expr, bool] = {}
        self._asked: set[ast.expr] = set()

    def is_sparse(self, node: ast.expr) -> bool:
        """Tells whether an expression makes a sparse Tensor, or is a variable or an attribute bound to such ones alone.

        So is a parameter for which the text's calls pass no others.
        What a variable is unpacked from shows nothing, but for what a function of the text returns; then a method of it
        does, which only sparse ones have.
        """
        match node:
            case ast.Call(func=function) if path := self._references.path(function):
                return path in _MAKERS
            case ast.Call(func=ast.Attribute(value=inner, attr=name)) if name in _MADE | _KEPT:
                return name in _MADE or self.is_sparse(inner)
            case ast.Name() | ast.Attribute() | ast.Call():
                if node not in self._found:
                    self._found[node] = False  # of a variable that is bound to itself, its other values tell
                    self._found[node] = self._is_bound_sparse(node)
                return self._found[node]
        return False

    def is_csr(self, node: ast.expr) -> bool:
        """Tells whether an expression makes a sparse Tensor in the CSR format, or is a name of such ones alone."""
        match node:
            case ast.Call(func=function) if path := self._references.path(function):
                return path in _CSR_MAKERS
            case ast.Call(func=ast.Attribute(value=inner, attr=name)) if name in _MADE | _KEPT:
                return name == "to_sparse_csr" or (name in _KEPT and self.is_csr(inner))
            case ast.Name() if not self._inference.reaching.is_updated(node):
                given = self._inference.reaching.values(node) or self._inference.passed(node)
            case ast.Attribute():
                given = self._inference.set_to(node)
            case ast.Call():
                given = self._inference.returned(node)
            case _:
                return False
        if node in self._asked:
            return False
        self._asked.add(node)
        is_one = bool(given) and all(map(self.is_csr, given))
        self._asked.discard(node)
        return is_one

    def _is_bound_sparse(self, node: ast.Name | ast.Attribute | ast.Call) -> bool:
        match node:
            case ast.Name():
                given = self._inference.passed(node)
                if not given and self._is_sparse_variable(node):
                    return True
                given = given or self._inference.reaching.values(node) or ()
            case ast.Attribute():
                given = self._inference.set_to(node)
            case ast.Call():
                given = self._inference.returned(node)
        return bool(given) and all(map(self.is_sparse, given))

    def _is_sparse_variable(self, node: ast.Name) -> bool:
        places = self._variables.places(node) or ()
        targets = [each for each in places if not isinstance(each.ctx, ast.Load)]
        bound = [self._variables.parents[each] for each in targets]
        values = [each.value for each in bound if isinstance(each, ast.Assign) and len(each.targets) == 1]
        calls = [each for each in values if isinstance(each, ast.Call)]
        unpacked = [each for each in bound if isinstance(each, ast.Tuple | ast.List)]
        is_told = any(map(self._is_returned_so, targets)) or (unpacked and any(map(self._tells, places)))
        if not (is_told or any(map(self.is_sparse, calls))):
            return False
        self._found[node] = True
        return sum(map(self.is_sparse, calls)) + len(unpacked) == len(bound)

    def _is_returned_so(self, target: ast.Name) -> bool:
        """Tells whether a variable is unpacked from what a function of the text returns: ``adj, x = load()``."""
        match display := self._variables.parents[target]:
            case ast.Tuple(elts=targets):
                place, parent = targets.index(target), self._variables.parents[display]
                call = parent.value if isinstance(parent, ast.Assign) else None
                returned = self._inference.returned(call) if isinstance(call, ast.Call) else ()
                return bool(returned) and all(
                    isinstance(each, ast.Tuple) and len(each.elts) == len(targets) and self.is_sparse(each.elts[place])
                    for each in returned
                )
        return False

    def _tells(self, place: ast.Name) -> bool:
        parent = self._variables.parents[place]
        return isinstance(place.ctx, ast.Load) and isinstance(parent, ast.Attribute) and parent.attr in _TELLING

    def refused(self, call: ast.Call, api: str, receiver: ast.expr | None) -> ast.expr | None:
        """Returns the sparse Tensor passed by a call whose Paddle API takes only dense ones; None if there is none."""
        is_taking = receiver is not None and api.rpartition(".")[2] in _TAKING | _ALONE
        if is_taking or api.startswith(_MODULE) or api in _ALSO_TAKING:
            return None
        arguments = [*call.args, *(k.value for k in call.keywords)] if api not in _PASSED else []
        passed = [*([receiver] if receiver is not None else []), *arguments]
        items = [item for each in passed for item in (each.elts if isinstance(each, ast.List | ast.Tuple) else [each])]
        return next(filter(self.is_sparse, items), None)

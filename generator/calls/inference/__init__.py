"""Infers what the expressions of a text are: their kinds, and of Tensors the dtypes and the numbers of dimensions."""

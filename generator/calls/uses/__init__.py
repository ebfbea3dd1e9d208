"""Uses of torch names by the way they are written: calls, members, names alone, operators and indices."""

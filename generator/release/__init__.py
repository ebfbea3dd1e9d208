"""Floor 6: a release of the data: its promises, its archive, its wheel."""

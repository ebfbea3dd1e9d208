"""Makes a release of the data: its promises, its archive, its wheel."""

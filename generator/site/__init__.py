"""Floor 4: the difference pages as HTML, without a turn through MkDocs for each of them."""

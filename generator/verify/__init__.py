"""Floor 4: runs a record's examples and checks on both libraries, and compares what they do."""

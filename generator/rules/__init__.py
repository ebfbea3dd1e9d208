"""Floor 3: the rules. One rule is one class in one place: code, spec sentence, why, examples, check and fix."""

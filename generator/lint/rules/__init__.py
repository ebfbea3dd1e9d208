"""The rules, each with its code, spec sentences, reason, examples, check and fix in one place."""

"""Layer 4: runs the rules, mends what has one right answer, and reports findings."""

"""Floor 4: runs the rules, mends what can be mended, reports the rest."""

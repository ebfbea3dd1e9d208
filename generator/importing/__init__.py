"""Floor 3: Markdown → record. The other direction is ``generator.pages``; both say the same in the same order."""

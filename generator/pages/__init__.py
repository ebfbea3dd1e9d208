"""Floor 4: record → Markdown page, and the one writer that puts pages on the disk."""

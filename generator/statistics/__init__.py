"""Floor 4: what the catalogue holds, how much of torch that is, and what a new version makes stale."""

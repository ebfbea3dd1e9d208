"""Floor 0: what the project talks about, as frozen data. Nothing here touches the disk."""

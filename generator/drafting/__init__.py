"""Floor 4: a first version of a record, drafted from what the inventory knows."""

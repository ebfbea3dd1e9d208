"""Layer 2: all records, settings, inventories and evidence of a project folder."""

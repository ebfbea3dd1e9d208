"""All records, settings, inventories and evidence of a project folder."""

"""The files for machines, by their paths in the site."""

DATA = "data.json"
SCHEMA = "data.schema.json"
MAPPING = "mapping.csv"
DOCS_MAPPINGS = "docs-mappings.json"
OBJECTS_INV = "objects.inv"
LLMS = "llms.txt"

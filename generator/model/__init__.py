"""Layer 0: the project's data model, frozen and independent of files."""

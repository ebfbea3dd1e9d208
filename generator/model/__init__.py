"""The project's data model, frozen and independent of files."""

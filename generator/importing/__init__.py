"""Reads Markdown documents and tables into records; the reverse of ``generator.publishing.pages``."""

"""Renders views as pages, in Markdown and HTML, and writes them to the disk in one place."""

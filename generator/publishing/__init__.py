"""Publishes the catalogue: typed views, the pages rendered from them, files for programs, and the site."""

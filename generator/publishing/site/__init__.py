"""The built site: generated pages in the theme, and the files that stand beside them."""

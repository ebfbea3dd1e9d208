"""Reports on changes: of a pull request, between releases of the data, and between versions of the libraries."""

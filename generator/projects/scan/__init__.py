"""Reports on a user's project: every use of a torch name with its verdict, as text, JSON, SARIF and HTML.

File names, code and whatever is quoted of it are untrusted, and are escaped.
"""

"""The source code of a user's project: Python files and notebooks are found, read, and written back with new code.

All of it is untrusted. Nothing is run, and nothing outside of the named folders is read.
"""

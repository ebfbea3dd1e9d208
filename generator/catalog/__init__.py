"""Holds all records, settings, inventories and evidence of a project folder."""

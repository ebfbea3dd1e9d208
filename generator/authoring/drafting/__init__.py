"""Drafts records from the inventories and the glossary."""

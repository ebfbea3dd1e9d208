"""Fixtures for the tests that run code."""

from __future__ import annotations

from workers import worker

__all__ = ["worker"]

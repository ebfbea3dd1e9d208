"""Fixtures for the tests that run code."""

from __future__ import annotations

from workers import numpy, worker

__all__ = ["numpy", "worker"]

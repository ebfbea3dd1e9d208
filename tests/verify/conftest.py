"""Fixtures for the tests that run code."""

from __future__ import annotations

from workers import numpy, weak_worker, worker

__all__ = ["numpy", "weak_worker", "worker"]

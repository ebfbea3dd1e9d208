"""Fixtures for the tests that run code."""

from __future__ import annotations

from workers import weak_worker, worker

__all__ = ["weak_worker", "worker"]

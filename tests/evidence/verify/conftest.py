"""Fixtures for the tests that run code."""

from __future__ import annotations

from workers import shared_workers, weak_worker, worker

__all__ = ["shared_workers", "weak_worker", "worker"]

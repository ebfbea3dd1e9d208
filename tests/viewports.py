"""The windows that the browser tests look at pages in, and what they wait for there."""

from __future__ import annotations

from typing import Any

from sampling import NIGHTLY

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
_ALL: dict[str, dict[str, Any]] = {
    "desktop, light": {"viewport": DESKTOP, "color_scheme": "light"},
    "desktop, dark": {"viewport": DESKTOP, "color_scheme": "dark"},
    "phone, light": {"viewport": PHONE, "color_scheme": "light"},
    "phone, dark": {"viewport": PHONE, "color_scheme": "dark"},
}
LOOKS = {name: look for name, look in _ALL.items() if NIGHTLY or name in {"desktop, light", "phone, dark"}}
"""What a window is opened with, by what a test says of it: both widths and both schemes, and at night each with each."""
FILLED = ".apimap-filter output:not(:empty)"
"""What a page with lists has when its form can be used: the number of rows."""

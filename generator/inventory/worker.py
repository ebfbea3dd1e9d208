"""Reads one library in a process of its own: ``python -m generator.inventory.worker torch`` prints its inventory.

Libraries print and warn while they are imported, change each other, and read the environment: none of that may reach
the inventory or the user's screen.
"""

from __future__ import annotations

import logging
import os
import sys
import warnings

from generator.inventory.collect import collect
from generator.inventory.libraries import LIBRARIES
from generator.storage.inventory_file import dump_inventory


def main(library: str) -> None:
    """Writes the inventory to what was standard output; what the library prints goes to standard error."""
    output = os.dup(1)
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    text = dump_inventory(collect(LIBRARIES[library]))
    with os.fdopen(output, "w", encoding="utf-8", newline="") as file:
        file.write(text)


if __name__ == "__main__":
    main(sys.argv[1])

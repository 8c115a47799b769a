"""Runs the cells of documents top to bottom, each document in a namespace of its own: `run_tutorial.py docs/python.md`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any


def cells(text: str) -> list[tuple[int, str]]:
    """Returns the Python cells of a document with their line numbers."""
    found: list[tuple[int, str]] = []
    cell: list[str] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if cell is None and line.strip() == "```python":
            cell, begun = [], number + 1
        elif cell is not None and line.strip() == "```":
            found.append((begun, "\n".join(cell)))
            cell = None
        elif cell is not None:
            cell.append(line)
    return found


def run(document: Path) -> int:
    """Runs the cells of a document and returns their number."""
    namespace: dict[str, Any] = {"__name__": "tutorial"}
    all_cells = cells(document.read_text(encoding="utf-8"))
    for line, source in all_cells:
        # Errors then name the line of the document.
        exec(compile("\n" * (line - 1) + source, str(document), "exec"), namespace)
    return len(all_cells)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(f"{name}: {run(Path(name))} cells")

"""Programs in `tools/` as modules, so that tests can call their functions."""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TOOLS = Path(__file__).resolve().parent.parent / "tools"


@contextmanager
def imported_tool(name: str) -> Iterator[Any]:
    """Import a tool; while it is in use, it finds the modules beside it."""
    sys.path.insert(0, str(TOOLS))
    try:
        yield importlib.import_module(name)
    finally:
        sys.path.remove(str(TOOLS))

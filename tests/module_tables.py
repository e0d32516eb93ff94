"""Reads the tables of modules in the documentation: a column of folders and one of their modules."""

import re
from pathlib import Path

ROW = re.compile(r"^\|([^|]*)\|([^|]*)\|", re.MULTILINE)
NAME = re.compile(r"`(\w+)`")


def told_modules(page: str) -> set[str]:
    """Return the modules in the tables of a page, with their folders: `net/room`; a folder goes for all rows below."""
    found, folder = set(), ""
    for first, second in ROW.findall(page):
        if begun := re.search(r"`((?:\w+/)+)`", first):
            folder = begun[1]
        elif "(module)" in first:
            folder = ""
        found |= {f"{folder}{name}" for name in NAME.findall(second)}
    return found


def modules_below(package: Path) -> set[str]:
    """Return all modules below a package, with their folders."""
    paths = {path.relative_to(package).with_suffix("").as_posix() for path in package.rglob("*.py")}
    return {path for path in paths if Path(path).name != "__init__" and "templates/" not in path}

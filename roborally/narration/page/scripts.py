"""Joins the script of an HTML page with the modules that it imports, because a page is one file."""

import base64
import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const |function |class )", re.MULTILINE)


def joined_script(entry: str, folders: Sequence[Path]) -> str:
    """Return the text of the script `entry` and before it all modules that it imports, without imports and exports.

    Modules lie in one of the `folders`. No two define the same name, because all share one scope.
    """
    found: dict[str, str] = {}

    def add(name: str) -> None:
        if name in found:
            return
        path = next(path for folder in folders if (path := folder / name).is_file())
        text = path.read_text(encoding="utf-8")
        found[name] = ""  # now, because modules may import each other
        for imported in _IMPORT.findall(text):
            add(imported)
        del found[name]
        found[name] = _EXPORT.sub("", _IMPORT.sub("", text))

    add(entry)
    return "".join(found.values())


def digest(content: str) -> str:
    """Return the hash of a script or style (`'sha256-…'`), as the page's Content-Security-Policy needs it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"

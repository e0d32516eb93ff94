"""Finds the plugin and the line of its code at fault for an error while plugins are loaded and register."""

import sys
import traceback
from pathlib import Path

PACKAGE = "roborally_plugins"
"""The package under which plugins are imported; hyphens in their ids become underscores."""


def line_of(error: BaseException, folder: Path) -> str:
    """Return the last line of code in `folder` that an error passed, such as `rules.py:12`; empty if there is none."""
    lines = [(Path(frame.f_code.co_filename), line) for frame, line in traceback.walk_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename is not None:
        lines.append((Path(error.filename), error.lineno or 0))
    inside = [(path, line) for path, line in lines if path.is_relative_to(folder)]
    return f"{inside[-1][0].relative_to(folder).as_posix()}:{inside[-1][1]}" if inside else ""


def code_at_fault(error: BaseException, id_: str, path: Path) -> tuple[str, str]:
    """Return (plugin's id, path with line) of the code at fault for an error while a file was loaded or called.

    This is the file `path` of the plugin `id_`, or the module of another plugin that the file was importing.
    """
    owners = {
        Path(module.__path__[0]): name.removeprefix(f"{PACKAGE}.").replace("_", "-")
        for name, module in sys.modules.items()
        if name.startswith(f"{PACKAGE}.") and name.count(".") == 1
    }
    frames = [frame for frame, _line in traceback.walk_tb(error.__traceback__)]
    imported = [Path(frame.f_code.co_filename) for frame in frames if frame.f_code.co_name == "<module>"]
    if isinstance(error, SyntaxError) and error.filename is not None:
        imported.append(Path(error.filename))
    folder = path.parent
    for file in imported:
        for parent in owners.keys() & set(file.parents):
            id_, folder, path = owners[parent], parent, file
    return id_, str(folder / (line_of(error, folder) or path.name))

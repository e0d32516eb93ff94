"""Opens folders in the system's file manager, for buttons on pages."""

import os
import subprocess
import sys
from pathlib import Path

from roborally.base.errors import GameError, reason

OPENERS = {"darwin": "open", "linux": "xdg-open"}


def open_folder(folder: Path) -> None:
    """Open a folder in the system's file manager, without waiting for it; raise `GameError` if that fails."""
    try:
        if sys.platform == "win32":
            os.startfile(folder)
        else:
            opener = OPENERS.get(sys.platform, "xdg-open")
            subprocess.Popen([opener, str(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError as error:
        if isinstance(error, FileNotFoundError) and folder.is_dir():  # the program is missing, not the folder
            raise GameError("no file manager is installed that could open it", where=folder) from None
        raise GameError("no file manager could be opened: {error}", where=folder, error=reason(error)) from None

"""Writes reports of unexpected errors for developers, without secrets such as hands and programs."""

import json
import platform
import traceback
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from roborally.base.atomic_file import FOR_OWNER, write_aside
from roborally.base.version import VERSION
from roborally.core.events import Event, is_for
from roborally.core.observation import SPECTATOR
from roborally.plugin_system.loader import Catalogue

MAX_REPORTS = 10
"""The maximum number of stored reports; the oldest are deleted."""
EVENTS = 30
"""The maximum number of the match's last events in a report."""
_SUFFIX = ".txt"


def report_of(error: BaseException, catalogue: Catalogue, events: Sequence[Event] = (), *, what: str = "") -> str:
    """Return an error report as text: versions, system, plugins, traceback, and the last public events of the match.

    `what` says what the program was doing. The path of the player's home folder is replaced by `~`.
    """
    plugins = ", ".join(f"{id_} {plugin.manifest.version}" for id_, plugin in sorted(catalogue.plugins.items()))
    public = [event for event in events if is_for(event, SPECTATOR)][-EVENTS:]
    lines = [
        f"RoboRally {VERSION}, Python {platform.python_version()}, {platform.platform()}",
        f"Plugins: {plugins}",
        *([what] if what else []),
        "",
        "".join(traceback.format_exception(error)).rstrip(),
        "",
        f"The last {len(public)} events:",
        *(json.dumps(event, ensure_ascii=False, default=str) for event in public),
    ]
    return "\n".join(lines).replace(str(Path.home()), "~") + "\n"


def keep_report(folder: Path, report: str, now: datetime) -> Path:
    """Write a report into a folder and return its path, deleting the oldest ones; raise `StorageError`."""
    path = folder / f"report-{now:%Y-%m-%d-%H-%M-%S-%f}{_SUFFIX}"
    write_aside(path, report.encode(), FOR_OWNER)
    for old in sorted(folder.glob(f"report-*{_SUFFIX}"))[:-MAX_REPORTS]:
        with suppress(OSError):
            old.unlink()
    return path

"""The page that asks for a plugin to install: a zip file in a list, or any path or address."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from roborally.base import paths
from roborally.base.dates import moment_text
from roborally.base.translation import _
from roborally.plugin import text
from roborally.ui.pages.file_pages import file_action, file_list, file_tree
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.lists import ListBox
from roborally.ui.toolkit.layout.leaves import field
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.layout.tree_page import TreePage

MAX_LISTED = 200
"""The maximum number of files in the list, the newest ones."""
MAX_ADDRESS = 500
"""The maximum number of letters of a path or address."""
MAX_FOLDER = 45
"""How many letters of a folder's path are shown at most, from its end."""
ZIP = ".zip"
NOTHING = text("No zip files among your downloads.")


def found_files() -> list[tuple[Path, float]]:
    """Return the zip files among downloads and plugins with their times in seconds since 1970, newest first."""
    found: dict[Path, float] = {}
    for folder in (paths.download_folder(), paths.packed_folder(), paths.user_plugin_folder()):
        try:
            for path in folder.iterdir():
                if path.suffix.lower() == ZIP and path.is_file():
                    found[path] = path.stat().st_mtime
        except OSError:  # it is missing or not readable
            continue
    return sorted(found.items(), key=lambda entry: (-entry[1], entry[0]))[:MAX_LISTED]


def _describe(path: Path, seconds: float) -> tuple[str, str]:
    folder = str(path.parent)
    place = folder if len(folder) <= MAX_FOLDER else f"…{folder[-MAX_FOLDER:]}"
    return path.name, f"{moment_text(datetime.fromtimestamp(seconds))} · {place}"


class InstallPage(TreePage):
    """A list of zip files and a field for a path or address; `take(source)` is called with the choice."""

    opaque = False
    widest = 760.0
    main_list: ListBox

    def __init__(self, app: App, take: Callable[[str | Path], None]) -> None:
        super().__init__(app)
        self.files = found_files()
        self._take = take
        self.rebuild()

    def tree(self) -> Node:
        """Return the list, the field and the button that continues."""
        self._field = field(
            "",
            lambda value: None,
            height=44,
            tooltip=_("A file or folder on this computer, or an address that begins with https://"),
            hint=_("Path or address"),
            longest=MAX_ADDRESS,
        ).named("source")
        return file_tree(
            self,
            _("Install plugin"),
            file_list(self, self.files, _describe, empty=NOTHING),
            [file_action(_("Next"), "arrow-right", self.act)],
            note=_("Choose a zip file from your downloads, drop one onto the window, or enter where the plugin is."),
            below=self._field,
        )

    def built(self) -> None:
        """Store the field, which gets what is typed on the page."""
        self.field = self.main_field = self._field.made

    def act(self) -> None:
        """Call `take` with the entered path or address, or else with the selected file."""
        entered = self.field.value.strip()
        if entered:
            self._take(str(Path(entered).expanduser()) if entered.startswith("~") else entered)
        elif self.files:
            self._take(self.files[self.main_list.at][0])

    def dropped(self, files: Sequence[Path]) -> None:
        """Call `take` with the first file that was dropped onto the window."""
        if files:
            self._take(files[0])

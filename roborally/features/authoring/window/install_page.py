"""The page that asks for a plugin to install: a zip file that was downloaded or packed, a path or an address."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from roborally.base import paths
from roborally.base.dates import moment_text
from roborally.base.translation import _
from roborally.plugin import text
from roborally.ui.pages.file_pages import FilePage
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.fields import TextField
from roborally.ui.toolkit.layout.leaves import field
from roborally.ui.toolkit.layout.nodes import Leaf, Node
from roborally.ui.toolkit.widgets import Button

MAX_LISTED = 200
"""The largest number of listed files, the newest ones."""
MAX_ADDRESS = 500
"""The largest number of letters of a path or an address."""
MAX_FOLDER = 45
"""The largest number of letters of a folder's name that are shown, from its end."""
ZIP = ".zip"
NOTHING = text("No zip files among your downloads.")


def found_files() -> list[tuple[Path, float]]:
    """Return the zip files in the folder for downloads and in the player's own, with their times, newest first."""
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


class InstallPage(FilePage):
    """Lists zip files and has a field for anything else; `take(source)` is called with the choice."""

    widest = 760.0

    def __init__(self, app: App, take: Callable[[str | Path], None]) -> None:
        """List the files; the field is empty."""
        note = _("Choose a zip file from your downloads, drop one onto the window, or enter where the plugin is.")
        super().__init__(
            app, _("Install plugin"), found_files(), _describe, lambda path, _time: take(path), note=note, empty=NOTHING
        )
        self._choose = take

    def below(self) -> Node:
        """Return the field for a path or an address."""
        self._field = field(
            "",
            lambda value: None,
            height=44,
            tooltip=_("A file or folder on this computer, or an address that begins with https://"),
            hint=_("Path or address"),
            longest=MAX_ADDRESS,
        ).named("source")
        return self._field

    def built(self) -> None:
        """Keep the field, whose text is the choice."""
        self.field: TextField = self._field.made

    def actions(self) -> Sequence[Leaf[Button]]:
        """Return the button that continues."""
        return [self.action(_("Next"), "arrow-right", self.act)]

    def act(self) -> None:
        """Choose the source in the field, or else the selected file."""
        entered = self.field.value.strip()
        if entered:
            self._choose(str(Path(entered).expanduser()) if entered.startswith("~") else entered)
        else:
            super().act()

    def dropped(self, files: Sequence[Path]) -> None:
        """Choose a dropped file."""
        if files:
            self._choose(files[0])

    def typed(self, text: str) -> None:
        """Pass typed letters to the field."""
        self.field.typed(text)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: editing keys go to the field, unless a button has the focus."""
        if self._on_button or not self.field.key(symbol, modifiers):
            super().key(symbol, modifiers)

"""The pages beside the board: its texts and size, opening and saving, and the settings of a trial match."""

from collections.abc import Callable, Sequence
from pathlib import Path

from roborally.base import paths
from roborally.base.errors import GameError
from roborally.base.file_names import plain_stem
from roborally.base.translation import _
from roborally.bots.registry import bot_level
from roborally.features.workshop.editor.board_text import MAX_PLAYERS, read_document
from roborally.features.workshop.editor.document import LARGEST, SMALLEST, Document
from roborally.features.workshop.window.editor.workbench import Testing
from roborally.game.course.notation import CourseError
from roborally.plugin import text
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.ui.pages.file_pages import FilePage, NamingPage, mode_title, unusable
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import Action, message
from roborally.ui.toolkit.fields import NumberField, Switch, TextField
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect
from roborally.ui.toolkit.widgets import Button, Choice

AREA = Rect((WIDTH - 660) / 2, (HEIGHT - 520) / 2, 660, 520)
SMALL = Rect((WIDTH - 460) / 2, (HEIGHT - 330) / 2, 460, 330)
"""The size of the panels, in the middle of the page in every shape."""
MAX_LETTERS = {"name": 40, "author": 60, "license": 40, "description": 200}
TITLES = {
    "name": text("Title"),
    "author": text("Author"),
    "license": text("Licence"),
    "description": text("Description"),
}
SIDES = {"west": text("Left"), "north": text("Above"), "east": text("Right"), "south": text("Below")}
MAX_BOTS = 7
NOTHING = text("No boards yet.")

Found = list[tuple[Path, "Document | GameError"]]


def board_files() -> Found:
    """Return the boards that can be opened, with their contents: the player's own first, then those of the game."""
    found: Found = []
    for folder in (paths.user_board_folder(), paths.board_folder()):
        for path in sorted(folder.glob("*.toml")) if folder.is_dir() else []:
            try:
                found.append((path, read_document(path)))
            except GameError as error:
                if folder == paths.user_board_folder():
                    found.append((path, error))
    return found


def describe(path: Path, content: Document | GameError) -> tuple[str, str]:
    """Return the two lines of a board in a list."""
    if isinstance(content, GameError):
        return unusable(path, content)
    is_own = path.parent == paths.user_board_folder()
    size = f"{content.width} × {content.height}"
    owner = path.name if is_own else _("comes with the game; a copy is opened")
    name = content.texts.name
    if name and not is_own:
        name = _(name)
    return name or path.stem, f"{size}, {owner}"


class OpenBoardPage(FilePage):
    """Selects a board to open."""

    empty = NOTHING

    def __init__(self, app: App, take: Callable[[Path], None]) -> None:
        """List the boards; `take(path)` opens one in the editor, after a question, or raises `GameError`."""
        super().__init__(app, _("Open a board"), board_files())
        self._take = take

    def add_rest(self) -> None:
        """Add the button *Open*."""
        self.add_button(_("Open"), "load", self.act).enable(bool(self.files))

    def describe(self, path: Path, content: Document | GameError) -> tuple[str, str]:
        """Return the two lines of a board in the list."""
        return describe(path, content)

    def act(self) -> None:
        """Open the selected board; on an error show a message and keep the current board."""
        if not self.files:
            return
        try:
            self._take(self.files[self.list.at][0])
        except GameError as error:
            message(self.app, _("This board cannot be opened"), error.message)


class SaveBoardPage(NamingPage):
    """Saves the board under a name among the player's own boards."""

    empty = NOTHING
    tooltip = text("The name of the board")
    no_name = text("Enter a name for the board.")
    there_already = text("A board “{name}” already exists. Replace it?")

    def __init__(self, app: App, name: str, save: Callable[[Path, str], bool]) -> None:
        """List the player's boards and suggest a name; `save(path, name)` returns whether the file was written."""
        own = [entry for entry in board_files() if entry[0].parent == paths.user_board_folder()]
        super().__init__(app, _("Save the board"), own, name, board_path)
        self._save = save

    def describe(self, path: Path, content: Document | GameError) -> tuple[str, str]:
        """Return the two lines of a board in the list."""
        return describe(path, content)

    def write(self, path: Path) -> None:
        """Write the file, and close the page on success."""
        if self._save(path, self.field.value.strip(" .")):
            self.app.pop()


def board_path(name: str) -> Path:
    """Return the path of a board by its name, among the player's own."""
    return paths.user_board_folder() / f"{plain_stem(name, 'board')}.toml"


class _Panel(Screen):
    """A panel over the editor with *OK* and *Back*, of the same size and in the middle on every sheet."""

    opaque = False

    def __init__(self, app: App, area: Rect, title: str, done: Action) -> None:
        super().__init__(app)
        layer = self.layer
        layer.shade(theme.colour("background").replace(a=190))
        layer.frame("panel", area)
        layer.heading(title, area.x + 28, area.top - 38, 22, tint=theme.colour("accent"))
        spot = Rect(area.right - 24 - 150, area.y + 20, 150, 44)
        self._done = self.controls.add(Button(layer, spot, _("OK"), done, icon="checkmark", accent=True))
        spot = Rect(area.x + 24, area.y + 20, 150, 44)
        self.controls.add(Button(layer, spot, _("Back"), app.pop, icon="arrow-left"))


class BoardDialog(_Panel):
    """Title, author, licence, description, players and size of a board."""

    def __init__(self, app: App, document: Document, change: Callable[[Document], None]) -> None:
        """Show the board's texts; `change` is called with the changed document."""
        super().__init__(app, AREA, _("Title, size"), self._take)
        self._document, self._change = document, change
        texts, layer = document.texts, self.layer
        self.values: dict[str, str] = {key: getattr(texts, key) for key in MAX_LETTERS}
        self.sides = dict.fromkeys(SIDES, 0)
        self._fixed = texts.players is not None
        self._players = list(texts.players or (2, MAX_PLAYERS))
        x, width, top = AREA.x + 28, AREA.width - 56, AREA.top - 70
        self.fields: dict[str, TextField] = {}
        for key, longest in MAX_LETTERS.items():
            layer.label(_(TITLES[key]), x, top - 18, size=14, width=120)
            spot = Rect(x + 130, top - 36, width - 130, 36)
            put = self._putter(key)
            self.fields[key] = self.controls.add(TextField(layer, spot, self.values[key], put, longest=longest))
            top -= 44
        layer.label(_("Players"), x, top - 18, size=14, width=120)
        text = _("one per start space")
        spot = Rect(x + 130, top - 36, 180, 36)
        self.controls.add(Switch(layer, spot, not self._fixed, self._fix, text=text, size=13))
        self.numbers: list[NumberField] = []
        for number in (0, 1):
            spot = Rect(x + 320 + number * 145, top - 36, 135, 36)
            field = NumberField(layer, spot, self._players[number], self._player_putter(number), minimum=1, maximum=8)
            self.numbers.append(self.controls.add(field))
        top -= 58
        text = _("Rows and columns at each side: more, or fewer. {least} to {most} are possible.")
        text = text.format(least=SMALLEST, most=LARGEST)
        layer.label(text, x, top - 8, size=13, width=width, tint=theme.colour("text-dim"))
        top -= 26
        each = (width - 3 * 10) / 4
        for number, (side, title) in enumerate(SIDES.items()):
            spot = Rect(x + number * (each + 10), top - 54, each, 34)
            layer.label(_(title), spot.centre[0], top - 8, size=13, anchor_x="center", width=each)
            self.controls.add(NumberField(layer, spot, 0, self._side_putter(side), minimum=-LARGEST, maximum=LARGEST))
        self.size = layer.label("", AREA.centre[0], AREA.y + 42, size=15, anchor_x="center", width=240)
        self._show_size()
        self.controls.set_focus(self.fields["name"])

    def _putter(self, key: str) -> Callable[[str], None]:
        return lambda value: self.values.__setitem__(key, value)

    def _player_putter(self, number: int) -> Callable[[int], None]:
        def put(value: int) -> None:
            self._players[number] = value
            other = 1 - number
            if self._players[0] > self._players[1]:
                self._players[other] = value
                self.numbers[other].follow(value)

        return put

    def _fix(self, by_docks: bool) -> None:
        self._fixed = not by_docks

    def _side_putter(self, side: str) -> Callable[[int], None]:
        def put(value: int) -> None:
            self.sides[side] = value
            self._show_size()

        return put

    def _show_size(self) -> None:
        width = self._document.width + self.sides["west"] + self.sides["east"]
        height = self._document.height + self.sides["north"] + self.sides["south"]
        self.size.text = f"{width} × {height}"
        possible = all(
            side == now or SMALLEST <= side <= LARGEST
            for side, now in ((width, self._document.width), (height, self._document.height))
        )
        self.size.tint = theme.colour("text" if possible else "accent")
        self._done.enable(possible)

    def _take(self) -> None:
        players = (self._players[0], self._players[1]) if self._fixed else None
        try:
            changed = self._document.with_texts(**self.values, players=players).resized(**self.sides)
        except CourseError as error:
            message(self.app, _("That is not possible"), error.message)
            return
        self.app.pop()
        self._change(changed)

    def typed(self, typed: str) -> None:
        """Pass letters to the focused field."""
        self.controls.typed(typed)


class TestingDialog(_Panel):
    """Rules and bots of a trial match on the board."""

    def __init__(
        self, app: App, catalogue: Catalogue, bots: Sequence[str], modes: Sequence[Plugin], testing: Testing
    ) -> None:
        """Offer the modes that can be played on the board."""
        super().__init__(app, SMALL, _("Rules and bots of the match"), app.pop)
        x, width, top, layer = SMALL.x + 28, SMALL.width - 56, SMALL.top - 76, self.layer

        def put(name: str) -> Callable[[object], None]:
            return lambda value: setattr(testing, name, value)

        rows = (
            (
                "mode",
                _("Rules"),
                [("", _("The first that fit")), *((mode.id, mode_title(catalogue, mode.id)) for mode in modes)],
            ),
            ("bots", _("Bots"), [(count, str(count)) for count in range(MAX_BOTS + 1)]),
            ("bot", _("Difficulty"), [(bot, bot_level(bot, catalogue)) for bot in bots]),
        )
        for name, title, options in rows:
            layer.label(title, x, top - 18, size=15, width=130)
            spot = Rect(x + 130, top - 38, width - 130, 38)
            self.controls.add(Choice(layer, spot, options, getattr(testing, name), put(name)))
            top -= 50

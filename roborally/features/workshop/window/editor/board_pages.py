"""The smaller pages of the board editor: title and size, opening, saving, and the settings of a trial match."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from roborally.base import paths
from roborally.base.errors import GameError
from roborally.base.file_names import plain_stem
from roborally.base.translation import _
from roborally.bots.registry import bot_options
from roborally.features.workshop.editor.board_text import read_document
from roborally.features.workshop.editor.document import LARGEST, SMALLEST, Document
from roborally.features.workshop.window.editor.workbench import Testing
from roborally.game.course.notation import MAX_PLAYERS, CourseError
from roborally.plugin import text
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.ui.pages.file_pages import FilePage, NamingPage, NamingTexts, unusable
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.fields import NumberField, TextField
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.dialogs import Action, message, showing_errors
from roborally.ui.toolkit.layout.branches import column, flow, form, row, space
from roborally.ui.toolkit.layout.leaves import button, choice, field, heading, label, number_field, switch
from roborally.ui.toolkit.layout.nodes import Leaf, Node
from roborally.ui.toolkit.layout.tree_page import TreePage

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
TEXTS = NamingTexts(
    text("The name of the board"),
    text("Enter a name for the board."),
    text("A board “{name}” already exists. Replace it?"),
)

Found = list[tuple[Path, "Document | GameError"]]


def board_files() -> Found:
    """Return the files of boards with their contents or errors, the player's own first; skip other unreadable ones."""
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
    """Return two lines about a board for a list: its name, and its size with its file or where it comes from."""
    if isinstance(content, GameError):
        return unusable(path, content)
    is_own = path.parent == paths.user_board_folder()
    size = f"{content.width} × {content.height}"
    owner = path.name if is_own else _("comes with the game; a copy is opened")
    name = content.texts.name
    if name and not is_own:
        name = _(name)
    return name or path.stem, f"{size}, {owner}"


def open_board_page(app: App, take: Callable[[Path], None]) -> FilePage:
    """Return a page that lists boards to open; `take(path)` is called for the chosen one.

    If `take` raises `GameError`, a message is shown, and the current board stays.
    """

    def load(path: Path, _content: Document | GameError) -> None:
        with showing_errors(app, _("This board cannot be opened")):
            take(path)

    return FilePage(app, _("Open a board"), board_files(), describe, load, caption=_("Open"), empty=NOTHING)


def save_board_page(app: App, name: str, save: Callable[[Path, str], bool]) -> NamingPage:
    """Return a page that asks for a name, with `name` as the proposal, and saves a board as one of the player's own.

    `save(path, name)` returns whether the file was written; the page then closes.
    """

    def write(path: Path, name: str) -> None:
        if save(path, name):
            app.pop()

    own = [entry for entry in board_files() if entry[0].parent == paths.user_board_folder()]
    options: dict[str, Any] = {"name": name, "path_of": board_path, "texts": TEXTS, "empty": NOTHING}
    return NamingPage(app, _("Save the board"), own, describe, write, **options)


def board_path(name: str) -> Path:
    """Return the path of the player's own board with this name."""
    return paths.user_board_folder() / f"{plain_stem(name, 'board')}.toml"


def _panel(title: str, content: Node, between: Node, back: Action, done: Leaf[Button]) -> Node:
    buttons = row(button(_("Back"), back, icon="arrow-left", height=44), between, done)
    return column(heading(title), content, buttons, gap=14, pad=(28, 18))


def _ok(done: Action) -> Leaf[Button]:
    return button(_("OK"), done, icon="checkmark", accent=True, height=44)


class BoardDialog(TreePage):
    """The dialog for a board's title, author, licence, description, number of players and size."""

    opaque = False
    is_snug = True
    widest = 660.0

    def __init__(self, app: App, document: Document, change: Callable[[Document], None]) -> None:
        """Show the values of a document; `change` is called with the changed document after OK."""
        super().__init__(app)
        self._document, self._change = document, change
        texts = document.texts
        self.values: dict[str, str] = {key: getattr(texts, key) for key in MAX_LETTERS}
        self.sides = dict.fromkeys(SIDES, 0)
        self._fixed = texts.players is not None
        self._players = list(texts.players or (2, MAX_PLAYERS))
        self.rebuild()
        self.controls.set_focus(self.fields["name"])

    def tree(self) -> Node:
        """Return the fields and the buttons."""
        self._fields = {
            key: field(self.values[key], partial(self.values.__setitem__, key), longest=longest).named(key)
            for key, longest in MAX_LETTERS.items()
        }
        self._numbers = [
            number_field(self._players[at], partial(self._take_players, at), minimum=1, maximum=8) for at in (0, 1)
        ]
        by_docks = switch(not self._fixed, self._fix, _("one per start space"), size=13)
        text = _("Rows and columns at each side: more, or fewer. {least} to {most} are possible.")
        self._size = label("", room=90, align="center")
        content = form(
            *(row(label(_(TITLES[key]), 14), made.grow(), gap=12) for key, made in self._fields.items()),
            row(label(_("Players"), 14), flow(by_docks, *self._numbers).grow()),
            label(text.format(least=SMALLEST, most=LARGEST), 13, wrap=True, tint=theme.colour("text-dim")),
            flow(*(self._side(side) for side in SIDES), equal=True),
            gap=8,
        )
        self._done = _ok(self._take)
        return _panel(_("Title, size"), content, self._size.grow(), self.app.pop, self._done)

    def _side(self, side: str) -> Node:
        change = number_field(self.sides[side], partial(self._take_side, side), minimum=-LARGEST, maximum=LARGEST)
        return column(label(_(SIDES[side]), 13).at("centre"), change, gap=2)

    def built(self) -> None:
        """Store the fields that have been made, and show the size."""
        self.fields: dict[str, TextField] = {key: leaf.made for key, leaf in self._fields.items()}
        self.numbers: list[NumberField] = [leaf.made for leaf in self._numbers]
        self.size = self._size.made
        self._show_size()

    def _take_players(self, number: int, value: int) -> None:
        self._players[number] = value
        if self._players[0] > self._players[1]:
            self._players[1 - number] = value
            self.numbers[1 - number].follow(value)

    def _fix(self, by_docks: bool) -> None:
        self._fixed = not by_docks

    def _take_side(self, side: str, value: int) -> None:
        self.sides[side] = value
        self._show_size()

    def _show_size(self) -> None:
        width = self._document.width + self.sides["west"] + self.sides["east"]
        height = self._document.height + self.sides["north"] + self.sides["south"]
        self.size.text = f"{width} × {height}"
        possible = all(
            side == now or SMALLEST <= side <= LARGEST
            for side, now in ((width, self._document.width), (height, self._document.height))
        )
        self.size.tint = theme.colour("text" if possible else "accent")
        self._done.made.enable(possible)

    def _take(self) -> None:
        players = (self._players[0], self._players[1]) if self._fixed else None
        try:
            changed = self._document.with_texts(**self.values, players=players).resized(**self.sides)
        except CourseError as error:
            message(self.app, _("That is not possible"), error.message)
            return
        self.app.pop()
        self._change(changed)


class TestingDialog(TreePage):
    """The dialog for the mode and the bots of a trial match on the board."""

    opaque = False
    is_snug = True
    widest = 460.0

    def __init__(
        self, app: App, catalogue: Catalogue, bots: Sequence[str], modes: Sequence[Plugin], testing: Testing
    ) -> None:
        """Offer some modes and bots; each choice is stored in `testing` at once."""
        super().__init__(app)
        self._catalogue, self._bots, self._modes, self._testing = catalogue, bots, modes, testing
        self.rebuild()

    def tree(self) -> Node:
        """Return the choices of mode, number of bots and kind of bot."""
        modes = [(mode.id, mode.title) for mode in self._modes]
        content = form(
            self._choice("mode", _("Rules"), [("", _("The first that fit")), *modes]),
            self._choice("bots", _("Bots"), [(count, str(count)) for count in range(MAX_BOTS + 1)]),
            self._choice("bot", _("Difficulty"), bot_options(self._bots, self._catalogue)),
            gap=12,
        )
        return _panel(_("Rules and bots of the match"), content, space(), self.app.pop, _ok(self.app.pop))

    def _choice(self, name: str, title: str, options: Sequence[tuple[Any, str]]) -> Node:
        made = choice(options, getattr(self._testing, name), partial(setattr, self._testing, name), height=38)
        return row(label(title), made.grow().named(name), gap=16)

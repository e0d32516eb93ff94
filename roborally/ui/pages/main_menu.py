"""The main menu (CLI-401)."""

import gc
from collections.abc import Callable, Sequence
from itertools import pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import arcade

from roborally.base.translation import _
from roborally.base.version import VERSION
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import Action
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.preload import go_on_with
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.theme import WIDTH, Rect
from roborally.ui.toolkit.widgets import Button

if TYPE_CHECKING:
    from roborally.ui.pages.living_floor import LivingFloor

WIDE, NARROW, HIGH = 300.0, 220.0, 46.0
"""The size of a button: narrower in a narrow window, and lower if many are stacked."""
GAP, BETWEEN, HEADING = 6.0, 20.0, 26.0
"""The space between two buttons and between two columns, and the height of a group's heading."""
SIZE, BESIDE = 18.0, 64.0
"""The font size, reduced where a text would not fit, and the space beside the text."""
MARK, HIGH_MARK = 34.0, 24.0
"""The size of a mark on a button."""
MARGIN = 22.0
FOOT = 18.0
"""The space below the buttons for the version."""
LOGO, ABOVE, BELOW = 680.0, 258.0, 14.0
"""The width of the logo, and the space for it above the panel and left empty below it, in a wide window."""
LOW, LITTLE = 800.0, 0.45
"""The height in units below which a tall page shows a smaller logo, and the logo's scale there."""


class MenuBadge(Protocol):
    """A mark on a button that may change."""

    @property
    def text(self) -> str:
        """The text, empty for no mark."""

    @property
    def is_quiet(self) -> bool:
        """Whether the text is shown without a conspicuous background."""

    @property
    def hint(self) -> str:
        """The tooltip."""

    def update(self, seconds: float) -> bool:
        """Check for changes; return whether there are any."""

    def give_up(self) -> None:
        """Stop checking, because the menu closes."""


class MenuEntry(NamedTuple):
    """A button of the menu: its text, its icon, its action, and an optional mark."""

    text: str
    icon: str
    act: Action
    badge: MenuBadge | None = None


class Group(NamedTuple):
    """Entries of one kind, below a heading."""

    title: str
    entries: Sequence[MenuEntry]


class BadgeMark:
    """Shows a badge at the right end of a button."""

    def __init__(self, layer: Layer, badge: MenuBadge, button: Button) -> None:
        """Show the current text of the badge."""
        self.badge = badge
        self._layer = layer
        self._button = button
        spot = button.rect
        rect = Rect(spot.right - 10 - MARK, spot.y + (spot.height - HIGH_MARK) / 2, MARK, HIGH_MARK)
        self._face = layer.frame("button" if button.accent else "button-accent", rect)
        x, y = rect.centre
        self._label = layer.label("", x, y, size=14, bold=True, anchor_x="center", width=MARK - 6)
        self.show()

    def show(self) -> None:
        """Show the text of the badge; the button's tooltip has its hint."""
        self._face.visible = bool(self.badge.text) and not self.badge.is_quiet
        self._label.text = self.badge.text
        is_on_accent = self._button.accent == self.badge.is_quiet  # the mark's background contrasts with the button's
        self._label.tint = theme.colour("background" if is_on_accent else "text")
        self._button.tooltip = self.badge.hint
        self._layer.changed()


def columns_of(groups: Sequence[Group], limit: int | None = None) -> list[list[Group]]:
    """Return groups side by side, stacked where two are together no higher than the largest one.

    `limit` is the largest number of columns, whatever their height. Columns are as even as possible, each in the order
    of the groups; the first group comes first.
    """
    most = max(1 + len(group.entries) for group in groups)
    while len(columns := _columns(groups, most)) > max(1, limit or len(groups)):
        most += 1
    return _evened(groups, len(columns))


def _evened(groups: Sequence[Group], number: int) -> list[list[Group]]:
    """Return groups in `number` columns: the highest as low as possible, and otherwise groups near their neighbours."""
    best: tuple[int, int, int, tuple[int, ...]] | None = None
    for places in product(range(number), repeat=len(groups)):
        first = list(dict.fromkeys(places))
        if first != list(range(number)):
            continue
        heights = [0] * number
        for group, place in zip(groups, places, strict=True):
            heights[place] += 1 + len(group.entries)
        moves = sum(one != other for one, other in pairwise(places))
        rank = max(heights), moves, sum(height**2 for height in heights), places
        best = rank if best is None else min(best, rank)
    assert best is not None
    return [[group for group, place in zip(groups, best[3], strict=True) if place == at] for at in range(number)]


def _columns(groups: Sequence[Group], most: int) -> list[list[Group]]:
    columns: list[list[Group]] = []
    for group in groups:
        rows = sum(1 + len(above.entries) for above in columns[-1]) if columns else most
        if rows + 1 + len(group.entries) <= most:
            columns[-1].append(group)
        else:
            columns.append([group])
    return columns


class MainMenu(Screen):
    """The title picture or the floor, the logo, and a button for each entry in groups; Esc quits (CLI-406)."""

    def __init__(
        self,
        app: App,
        groups: Sequence[Group],
        last: Sequence[MenuEntry],
        prepare: Callable[[], bool] = lambda: False,
        take_file: Callable[[Path], None] = lambda path: None,
        newcomers: MenuEntry | None = None,
        *,
        floor: "Callable[[], LivingFloor] | None" = None,
    ) -> None:
        """Offer `groups` side by side, and `last` in a row below them; the first entry is accented.

        `newcomers` is a separate entry above all others, accented instead. `take_file` is called with a dropped file.

        `prepare` does one step of work for the next pages and returns whether there is more; it is called a few times
        in each frame once the menu is visible. Then the `floor` is made and loaded, which replaces the title picture.
        """
        super().__init__(app)
        self._open_floor = floor
        self._floor: LivingFloor | None = None
        self._title = Layer(self.space)
        self._prepare = prepare
        self._take_file = take_file
        self._seen = False
        self._covered = True
        self._title.cover(pictures.picture(theme.asset("ui", "title.png")))
        self._first = newcomers or groups[0].entries[0]
        self._groups, self._last, self._newcomers = groups, last, newcomers
        self._lay_out()

    def _lay_out(self) -> None:
        """Divide the height among the rows: the newcomers' entry, the longest column, and the last row."""
        self._marks: list[BadgeMark] = []
        sheet, last, newcomers = self.space.narrowed(self.sheet), self._last, self._newcomers
        room = sheet.width - 2 * MARGIN + BETWEEN
        columns = columns_of(self._groups, int(room // (NARROW + BETWEEN)))
        sizes = [(len(column) * HEADING, sum(len(group.entries) for group in column)) for column in columns]
        beside = len(last) if len(columns) > 1 else 1
        rest, more = 2 * MARGIN + FOOT + GAP, len(last) // beside + (newcomers is not None)
        part = LITTLE if self.is_tall and self.space.whole.height < LOW else 1.0
        above = part * ABOVE
        space = sheet.height - above - BELOW
        pitch = min((space - rest - headings) / (rows + more) for headings, rows in sizes)
        pitch = min(HIGH + GAP, pitch)
        height = rest + more * pitch + max(headings + rows * pitch for headings, rows in sizes)
        self._wide = wide = max(NARROW, min(WIDE, room / len(columns) - BETWEEN))
        width = len(columns) * (wide + BETWEEN) - BETWEEN
        # above the logo, between it and the panel, and below
        spare = (space - height) / 3 if part == 1.0 else 0.0
        top = sheet.top - above - 2 * spare
        logo = sheet.top - above + part * 112 - spare
        self.layer.sprite(
            pictures.picture(theme.asset("ui", "logo.png")), WIDTH / 2, logo, part * min(LOGO, sheet.width - 40)
        )
        panel = Rect((WIDTH - width) / 2 - MARGIN, top - height, width + 2 * MARGIN, height)
        left, y = panel.x + MARGIN, top - MARGIN
        self.layer.frame("panel", panel)
        if newcomers is not None:
            y -= pitch
            self._add(newcomers, Rect(left, y + GAP, width, pitch - GAP))
        for number, column in enumerate(columns):
            self._lay_out_column(column, left + number * (wide + BETWEEN), y, pitch)
        y, each = panel.y + MARGIN + FOOT, (width + BETWEEN) / beside
        for number, entry in enumerate(last):
            raised = (len(last) - 1 - number) // beside * pitch
            self._add(entry, Rect(left + number % beside * each, y + raised, each - BETWEEN, pitch - GAP))
        dim = theme.colour("text-dim")
        self.layer.label(
            f"RoboRally {VERSION}", panel.right - MARGIN, panel.y + 18, size=12, anchor_x="right", tint=dim
        )

    def _lay_out_column(self, column: Sequence[Group], x: float, y: float, pitch: float) -> None:
        for group in column:
            self.layer.heading(group.title, x + 2, y - 10, 15, tint=theme.colour("accent"), width=self._wide - 4)
            y -= HEADING
            for entry in group.entries:
                y -= pitch
                self._add(entry, Rect(x, y + GAP, self._wide, pitch - GAP))

    def _add(self, entry: MenuEntry, spot: Rect) -> None:
        accent, badge = entry is self._first, entry.badge
        room = spot.width - BESIDE - (2 * MARK if badge is not None else 0)
        button = Button(self.layer, spot, entry.text, entry.act, icon=entry.icon, accent=accent, size=SIZE)
        assert button.label is not None
        button.label.shrink(room)  # rarely needed: measuring first would render each text twice
        self.controls.add(button)
        if badge is not None:
            self._marks.append(BadgeMark(self.layer, badge, button))

    def update(self, seconds: float) -> None:
        """Update the marks, prepare the next pages while nothing moves, and collect the garbage of the last page."""
        for mark in self._marks:
            if mark.badge.update(seconds):
                mark.show()
        if self.app.screen_on_top is not self or not self._seen:
            self._covered = True
            self.app.pace.drowsy = False
            return
        covered, self._covered = self._covered, False
        if covered:  # a page's parts refer to each other, so only this frees them
            gc.collect()
        if go_on_with(iter(self._prepare, False)):
            self.app.pace.wake()
        elif self._floor is not None:
            self._update_floor(self._floor, seconds)
        elif self._open_floor is not None:
            self._floor = self._open_floor()
            self.app.pace.wake()

    def _update_floor(self, floor: "LivingFloor", seconds: float) -> None:
        """Load the floor once everything else is ready, and let it move."""
        if not floor.ready and floor.prepare():
            self.app.pace.wake()
        floor.update(seconds)
        self.app.pace.drowsy = floor.moves

    def closed(self) -> None:
        """Restore the frame rate and stop asking servers, because nothing moves by itself any more."""
        self.app.pace.drowsy = False
        for mark in self._marks:
            mark.badge.give_up()

    def draw(self) -> None:
        """Draw the menu."""
        if self._floor is not None and self._floor.ready:
            self._floor.draw()
        else:
            self._title.draw()
        super().draw()
        self._seen = True

    def resized(self) -> None:
        """Adapt to another size of the window."""
        super().resized()
        if self._floor is not None:
            self._floor.resized()

    def rebuild(self) -> None:
        """Lay the buttons out again, because the space has changed."""
        self.clear()
        self._lay_out()

    def motion(self, x: float, y: float) -> None:
        """Handle a move of the mouse."""
        self._stir()
        super().motion(x, y)

    def press(self, x: float, y: float, button: int) -> None:
        """Handle a mouse button press."""
        self._stir()
        super().press(x, y, button)

    def _stir(self) -> None:
        """Keep the floor moving, because there is input."""
        if self._floor is not None:
            self._floor.stir()

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter selects the first entry, Esc quits without asking (CLI-R06), arrows move the focus."""
        self._stir()
        keys = arcade.key
        if symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus is None:
            self._first.act()
        else:
            super().key(symbol, modifiers)

    def dropped(self, files: Sequence[Path]) -> None:
        """Handle a file dropped onto the window."""
        if files:
            self._take_file(files[0])

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this menu."""
        return [Shortcut(("ESCAPE",), _("Quit"), self.escape)]

    def escape(self) -> None:
        """Quit."""
        self.app.quit()

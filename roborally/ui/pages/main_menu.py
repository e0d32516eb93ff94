"""The main menu (CLI-401)."""

import gc
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import arcade

from roborally.base.translation import _
from roborally.base.version import VERSION
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action, confirm
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import column, fitting, row, space, stack
from roborally.ui.toolkit.layout.leaves import build_in, button, face, framed, heading, label, picture
from roborally.ui.toolkit.layout.nodes import Leaf, Node
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.preload import go_on_with
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.widgets import Button

if TYPE_CHECKING:
    from roborally.ui.pages.living_floor import LivingFloor

NARROWEST, LOWEST, HIGHEST = 220.0, 32.0, 46.0
"""The least width of a button, and its least and natural height."""
BETWEEN = 20.0
"""The space between two columns."""
MARK, HIGH_MARK = 34.0, 24.0
"""The size of a mark on a button."""
LOGO, SMALL_LOGO, LOW_LOGO = 680.0, 300.0, 60.0
"""The width of the logo, that in a narrow window, and its height in a low one."""


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
        frame = face("button" if button.accent else "button-accent")
        text = label("", 14, bold=True, shorten=True, align="center")
        mark = stack(frame, row(text.grow(), pad=(3, 0))).wide(MARK).high(HIGH_MARK).at("centre")
        build_in(button.rect, row(space(), mark, pad=(10, 0)), layer)
        self._face, self._label = frame.made, text.made
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


class MainMenu(TreePage):
    """The title picture or the floor, the logo, and a button for each entry in groups; Esc asks to quit (CLI-406)."""

    look = ""

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
        self.rebuild()

    def backdrop(self) -> None:
        """Leave the background to `draw`."""

    def tree(self) -> Node:
        """Return the logo, and below it the newcomers' entry, the groups in columns and the last entries."""
        self._marks: list[BadgeMark] = []
        numbers = range(len(columns_of(self._groups)), 0, -1)
        last = [self._button(entry).grow() for entry in self._last]
        version = label(f"RoboRally {VERSION}", 12, tint=theme.colour("text-dim"))
        panel = column(
            self._newcomers_part(),
            fitting(*(partial(self._columns, number) for number in numbers)),
            fitting(lambda: row(*last, gap=BETWEEN, even=True), lambda: column(*last, gap=6)),
            version.at("end"),
        )
        image = pictures.picture(theme.asset("ui", "logo.png"))
        logo = fitting(lambda: picture(image, LOGO, least=LOW_LOGO), lambda: picture(image, SMALL_LOGO))
        return column(space(), logo, space(), framed("panel", panel, (22, 18)).at("centre"), space())

    def _newcomers_part(self) -> Node | None:
        """Return the entry for newcomers, in smaller letters in a narrow window."""
        entry = self._newcomers
        return fitting(lambda: self._button(entry), lambda: self._button(entry, 13)) if entry is not None else None

    def _columns(self, number: int) -> Node:
        """Return the groups in a number of columns."""
        columns = (column(*map(self._group, groups), gap=6) for groups in columns_of(self._groups, number))
        return row(*(each.grow().at("start") for each in columns), gap=BETWEEN, even=True)

    def _group(self, group: Group) -> Node:
        return column(heading(group.title, 15), *map(self._button, group.entries), gap=6)

    def _button(self, entry: MenuEntry, size: float = 18) -> Leaf[Button]:
        def mark(made: Button) -> None:
            if entry.badge is not None:
                self._marks.append(BadgeMark(self.layer, entry.badge, made))

        room = 2 * MARK if entry.badge is not None else 0.0
        heights = {"height": HIGHEST, "lowest": LOWEST}
        accent = entry is self._first
        made = button(entry.text, entry.act, icon=entry.icon, accent=accent, size=size, more=room, **heights)
        return made.wide(least=NARROWEST).named(entry.text).then(mark)

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
        """Handle a key: Enter selects the first entry, Esc asks before it quits (CLI-R06), arrows move the focus."""
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
        """Ask whether to quit: somebody who goes back page by page has pressed Esc once too often (CLI-R06)."""
        confirm(self.app, _("Quit RoboRally?"), "", _("Quit"), self.app.quit)

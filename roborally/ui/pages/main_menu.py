"""The page of the main menu: a few cards, each of which opens a group of entries (CLI-401, CLI-2225)."""

import gc
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import arcade

from roborally.base.translation import _
from roborally.base.version import VERSION
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.dialogs import Action, confirm
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import column, fitting, flow, row, space, stack
from roborally.ui.toolkit.layout.leaves import build_in, button, face, framed, heading, here, label, picture, widget
from roborally.ui.toolkit.layout.nodes import Node, Size
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.preload import go_on_with
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.theme import Rect

if TYPE_CHECKING:
    from roborally.ui.match.match_pictures import MatchPictures, Opening

NARROWEST, LOWEST, HIGHEST = 220.0, 32.0, 46.0
"""The least width of a card and of an entry, and the least and natural height of an entry, in units."""
GAP = 14.0
"""The space between two cards, and between two entries, in units."""
CARD_PICTURE, ICON, LEAST_ICON = Size(80, 150), 56.0, 30.0
"""The heights of a picture on a card, and the natural and the least height of an icon, in units."""
SMALL_TEXT = 52.0
"""The least height of the small text on a card, enough for three lines, in units."""
MARK, HIGH_MARK = 34.0, 24.0
"""The width and height of a mark on a button, in units."""
LOGO, SMALL_LOGO, LOW_LOGO = 680.0, 300.0, 60.0
"""The width of the logo, its width in a low window, and its least height, in units."""
LOW = 500.0
"""The height in units up to which a window counts as low."""


class MenuBadge(Protocol):
    """A small text on a button of the menu, such as the number of games nearby; the text may change at any time."""

    @property
    def text(self) -> str:
        """The text of the mark; empty shows none."""

    @property
    def is_quiet(self) -> bool:
        """Whether the mark is drawn without a conspicuous background."""

    @property
    def hint(self) -> str:
        """The tooltip of the button with the mark."""

    def update(self, seconds: float) -> bool:
        """Check for changes after a number of seconds; return whether the mark has changed."""

    def give_up(self) -> None:
        """Stop checking, because the menu is being closed."""


class MenuEntry(NamedTuple):
    """A button of the menu: its text, the name of its icon, its action, and its mark or `None`."""

    text: str
    icon: str
    act: Action
    badge: MenuBadge | None = None


class Group(NamedTuple):
    """A group of entries, which a card with a title and an icon opens."""

    title: str
    icon: str
    entries: Sequence[MenuEntry]


class FirstCard(NamedTuple):
    """The first card of the menu, which offers the most likely next action; `line` is the text below its title.

    `opening` returns the match whose picture the card shows; with `None` it shows its icon.
    """

    text: str
    icon: str
    act: Action
    line: str
    opening: "Opening | None" = None


class Card(Button):
    """A large button on which the menu draws a picture and texts."""

    def __init__(self, layer: Layer, rect: Rect, title: str, on_click: Action, *, accent: bool) -> None:
        self._title = title
        super().__init__(layer, rect, "", on_click, accent=accent)

    @property  # type: ignore[misc] # the page has laid it out, so it cannot be set
    def text(self) -> str:
        """The title of the card, which the menu draws."""
        return self._title


class BadgeMark:
    """Draws the mark of an entry (its `MenuBadge`) at the right end of the button."""

    def __init__(self, layer: Layer, badge: MenuBadge, button: Button) -> None:
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
        """Show the present text of the mark, and its hint as the button's tooltip."""
        self._face.visible = bool(self.badge.text) and not self.badge.is_quiet
        self._label.text = self.badge.text
        is_on_accent = self._button.accent == self.badge.is_quiet  # the mark's background contrasts with the button's
        self._label.tint = theme.colour("background" if is_on_accent else "text")
        self._button.tooltip = self.badge.hint
        self._layer.changed()


class MainMenu(TreePage):
    """The main menu: logo and cards, or the entries of the group that a card has opened (CLI-2225)."""

    look = ""

    def __init__(
        self,
        app: App,
        groups: Sequence[Group],
        last: Sequence[MenuEntry],
        prepare: Callable[[], bool] = lambda: False,
        take_file: Callable[[Path], None] = lambda path: None,
        first: FirstCard | None = None,
        group: Group | None = None,
    ) -> None:
        """Show a card for `first`, one for each of `groups`, and the entries `last` below; or those of `group` instead.

        `take_file` is called with a file dropped onto the window. `prepare` does one small step of work for other pages
        and returns whether there is more; it is called several times in each frame while the menu is on top.
        """
        super().__init__(app)
        self._title = Layer(self.space)
        self._prepare = prepare
        self._take_file = take_file
        self._seen = False
        self._covered = True
        self._title.cover(pictures.picture(theme.asset("ui", "title.png")))
        self.groups, self._last, self._first = groups, last, first
        self.group = group
        """The group whose entries are shown, `None` while the cards are shown."""
        self._pictures: MatchPictures | None = None
        self._frame: Rect | None = None
        self.rebuild()

    def backdrop(self) -> None:
        """Draw nothing here; `draw` draws the background."""

    def tree(self) -> Node:
        """Return the content of the page: the logo, and below it the cards or the entries of a group."""
        self._marks: list[BadgeMark] = []
        self._frame = None
        panel = self._cards() if self.group is None else self._entries(self.group)
        image = pictures.picture(theme.asset("ui", "logo.png"))
        logo = picture(image, LOGO if self.space.whole.height > LOW else SMALL_LOGO, least=LOW_LOGO)
        return column(space(), logo, space(), framed("panel", panel, (22, 18)).at("centre"), space())

    def built(self) -> None:
        """Place the picture of a match on the first card, if the card has a picture."""
        if self._pictures is not None:
            self._show_picture(self._pictures)

    # --- the cards ------------------------------------------------------------------------------------------------

    def _cards(self) -> Node:
        def side_by_side(number: int) -> Node:
            made = self._made_cards()
            lines = [made[at : at + number] for at in range(0, len(made), number)]
            return column(*(row(*line, gap=GAP, even=True) for line in lines), gap=GAP)

        def last() -> list[Node]:
            return [self._button(entry, 15) for entry in self._last]

        count = len(self.groups) + (self._first is not None)
        version = label(f"RoboRally {VERSION}", 12, tint=theme.colour("text-dim"))
        return column(
            fitting(*(partial(side_by_side, number) for number in (count, 2, 1))),
            fitting(
                lambda: row(*(each.grow() for each in last()), gap=GAP), lambda: flow(*last(), gap=GAP, equal=True)
            ),
            version.at("end"),
            gap=GAP,
        )

    def _made_cards(self) -> list[Node]:
        found = []
        if self._first is not None:
            found.append(self._card(self._first.text, self._first.icon, self._first.line, self._first.act, accent=True))
        for group in self.groups:
            line = ", ".join(entry.text for entry in group.entries)
            badge = next((entry.badge for entry in group.entries if entry.badge is not None), None)
            accent = not found
            found.append(
                self._card(group.title, group.icon, line, partial(self.open, group), accent=accent, badge=badge)
            )
        return found

    def _card(
        self, title: str, icon: str, line: str, act: Action, *, accent: bool, badge: MenuBadge | None = None
    ) -> Node:
        ink = theme.colour("background" if accent else "text")
        has_picture = self._first is not None and self._first.opening is not None
        symbol = column(
            space(), picture(pictures.icon(icon, 64), ICON, least=LEAST_ICON, tint=ink).at("centre"), space()
        )
        if accent and has_picture:
            symbol = column(here(lambda rect: rect, 0, 0).kept(self, "_frame").grow())
        room = here(lambda rect: None, 0, CARD_PICTURE) if has_picture else None
        texts = column(
            stack(room, symbol).grow(),
            heading(title, 22, tint=ink, wrap=True, align="center"),
            label(line, 13, tint=ink, wrap=True, align="center").high(least=SMALL_TEXT),
            space(),
            gap=4,
            pad=(12, 10),
        )
        face = widget(Card, title, act, accent=accent, width=0, height=0).named(title).then(partial(self._mark, badge))
        return stack(face, texts).wide(least=NARROWEST).grow()

    def _show_picture(self, shown: "MatchPictures") -> None:
        opening = self._first.opening if self._first is not None else None
        shown.show([(self._frame, opening)] if self._frame is not None and opening is not None else [])

    # --- a group --------------------------------------------------------------------------------------------------

    def open(self, group: Group | None) -> None:
        """Show the entries of a group, or the cards for `None`."""
        self.group = group
        self.rebuild()

    @property
    def scene(self) -> object:
        """A value that differs for the cards and for each group; see `Screen.scene`."""
        return self, self.group

    def _entries(self, group: Group) -> Node:
        back = button("", self.escape, icon="arrow-left", tooltip=_("Back (Esc)"), height=HIGHEST).named("back")
        entries = (self._button(entry, accent=entry is group.entries[0]) for entry in group.entries)
        return column(
            row(back, heading(group.title, 24).grow(), gap=GAP), flow(*entries, gap=GAP, below=8, equal=True, most=2)
        )

    def _button(self, entry: MenuEntry, size: float = 18, *, accent: bool = False) -> Node:
        room = 2 * MARK if entry.badge is not None else 0.0
        look = partial(button, icon=entry.icon, accent=accent, size=size, more=room)
        made = look(entry.text, entry.act, height=HIGHEST, lowest=LOWEST)
        return made.wide(least=NARROWEST if size > 15 else 0).named(entry.text).then(partial(self._mark, entry.badge))

    def _mark(self, badge: MenuBadge | None, made: Button) -> None:
        if badge is not None:
            self._marks.append(BadgeMark(self.layer, badge, made))

    # --- the screen -----------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Update badges and picture, do steps of preparing other pages, and free the memory of closed pages."""
        for mark in self._marks:
            if mark.badge.update(seconds):
                mark.show()
        if self.app.screen_on_top is not self or not self._seen:
            self._covered = True
            return
        covered, self._covered = self._covered, False
        if covered:  # a page's parts refer to each other, so only this frees them
            gc.collect()
        if self._pictures is None and self._first is not None and self._first.opening is not None:
            from roborally.ui.match.match_pictures import MatchPictures

            self._pictures = MatchPictures(self.app, self.space)
            self.parts.append(self._pictures)
            self._show_picture(self._pictures)
        super().update(seconds)
        if go_on_with(iter(self._prepare, False)):
            self.app.pace.wake()

    def closed(self) -> None:
        """Let all marks stop checking for changes."""
        for group in self.groups:
            for entry in group.entries:
                if entry.badge is not None:
                    entry.badge.give_up()

    def draw(self) -> None:
        """Draw the background and the menu."""
        self._title.draw()
        super().draw()
        self._seen = True

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key; Enter uses the first card or entry if no other one has the focus."""
        keys = arcade.key
        if symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus is None:
            self.focus_first()
        super().key(symbol, modifiers)

    def dropped(self, files: Sequence[Path]) -> None:
        """Pass the first of the files dropped onto the window to `take_file`."""
        if files:
            self._take_file(files[0])

    def shortcuts(self) -> list[Shortcut]:
        """Return the key of this menu, which quits or goes back to the cards."""
        return [Shortcut(("ESCAPE",), _("Quit") if self.group is None else _("One level back"), self.escape)]

    def escape(self) -> None:
        """Go back from a group to the cards; at the cards ask whether to quit the game (CLI-R06)."""
        if self.group is not None:
            self.open(None)
        else:
            confirm(self.app, _("Quit RoboRally?"), "", _("Quit"), self.app.quit)

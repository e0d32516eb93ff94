"""The base of a page that is made of a tree."""

from collections.abc import Callable

import arcade

from roborally.base.translation import _
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.clock import TimeLeft
from roborally.ui.toolkit.controls.fields import TextField
from roborally.ui.toolkit.controls.lists import ListBox
from roborally.ui.toolkit.controls.scroll import ScrollArea
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.layout.leaves import button
from roborally.ui.toolkit.layout.nodes import NO_LIMIT, Leaf, Node, Target
from roborally.ui.toolkit.measure import metrics
from roborally.ui.toolkit.theme import Rect

SHADE = 190
"""How opaque the shade over the page below is, of 255."""


class TreePage(Screen):
    """A page in a frame; `tree` says what stands on it.

    It goes back with Esc, is built again for another window, and is scrolled where it is too high. Call `rebuild` at
    the end of `__init__`, and when language or content have changed. If `built` sets `main_list`, this list gets the
    first focus, the arrows select in it from everywhere, and Enter calls `act`. If it sets `main_field`, this field
    gets what is typed, unless a button has the focus.
    """

    look = "panel"
    """The look of the frame, empty for none."""
    margin = 16.0
    """The space around the frame; a narrow window has less."""
    widest = highest = NO_LIMIT
    """The largest size of the frame."""
    is_snug = False
    """Whether the frame is only as high as its content needs."""

    main_list: ListBox | None = None
    """The list that the page is about, if there is one."""
    _clock: Leaf[TimeLeft] | None = None
    main_field: TextField | None = None

    def __init__(self, app: App, leave: Callable[[], None] | None = None) -> None:
        """Start without content; `leave` goes back, by default to the screen below."""
        super().__init__(app)
        self._leave = leave or app.pop
        self.area = self.sheet
        """The place of the frame."""
        self.areas: list[ScrollArea] = []

    # --- for subclasses -------------------------------------------------------------------------------------------

    def tree(self) -> Node:
        """Return what stands on the page."""
        raise NotImplementedError

    def backdrop(self) -> None:
        """Draw what is behind the frame: a picture, or where the page below is seen, a shade over it."""
        if self.opaque:
            self.layer.backdrop()
        else:
            self.layer.shade(theme.colour("background").replace(a=SHADE))

    def built(self) -> None:
        """Use the controls that have been made."""

    def act(self) -> None:
        """Do what the page is for, with the selected entry of the main list."""

    def back(self, *, accent: bool = False) -> Leaf[Button]:
        """Return the button that goes back."""
        made = button(_("Back"), self.escape, icon="arrow-left", accent=accent, height=46)
        return made.wide(least=150).named("back")

    def clock(self) -> Leaf[TimeLeft]:
        """Return the remaining time for an answer in a match below, hidden while no clock runs (CLI-706)."""
        self._clock = Leaf(lambda target, rect: TimeLeft(target.layer, rect.right, rect.centre[1], 22), 90, 34)
        return self._clock

    # --- building -------------------------------------------------------------------------------------------------

    def rebuild(self) -> None:
        """Build the page again; focus, scrolled lists and unfinished texts of named controls stay."""
        kept = self.controls.kept
        self.clear()
        self.areas = []
        self.backdrop()
        self.build(self.tree())
        self.built()
        self.controls.resume(kept)
        if self.app.receiver is self:
            self.controls.motion(*self.app.pointer)

    def build(self, tree: Node) -> None:
        """Find the place of the frame, and build a tree in it."""
        m = metrics(self.space.frame.scale)
        margin = self._margin
        seen = self.space.whole
        sheet = seen if self.fills else self.sheet
        width = max(tree.widths(m).least, min(sheet.width, seen.width, self.widest + 2 * margin) - 2 * margin)
        needed = tree.heights(m, width)
        room = min(sheet.height, seen.height, self.highest + 2 * margin) - 2 * margin
        natural = min(room, needed.natural) if self.is_snug else room
        height = natural if needed.least <= room else needed.natural  # who scrolls anyway sees all of it
        x, y = self.sheet.centre
        self.area = Rect(round(x - width / 2), round(y - min(height, room) / 2), round(width), round(height))
        self.area = self.area._replace(y=self.area.y - max(0, round(height - room)))
        if self.look:
            self.layer.frame(self.look, self.area)
        tree.build(Target(m, self.layer, self.controls, self.areas), self.area)

    @property
    def _margin(self) -> float:
        return self.margin if self.sheet.width <= self.space.whole.width else min(self.margin, 4.0)

    def fit(self) -> None:
        """Show the frame, and scroll bars if it is larger than the window."""
        content = self.area.inset(-self._margin)
        if content != self.space.content:
            self.space.place(None, content)
        self.overflow.fit()

    def update(self, seconds: float) -> None:
        """Show the time that passes for an answer."""
        super().update(seconds)
        if self._clock is not None:
            self._clock.made.show(self.app.seconds_left())

    def draw(self) -> None:
        """Draw the page and its scroll areas."""
        super().draw()
        for area in self.areas:
            area.draw()

    # --- input ----------------------------------------------------------------------------------------------------

    def escape(self) -> None:
        """Go back."""
        self._leave()

    def typed(self, text: str) -> None:
        """Pass typed letters to the main field, or else to the focused control."""
        (self.main_field or self.controls).typed(text)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key; Enter and arrows are for the main list unless another control has the focus."""
        keys, chosen, line = arcade.key, self.main_list, self.main_field
        if line is not None and not isinstance(self.controls.focus, Button) and line.key(symbol, modifiers):
            return
        if chosen is None or self.controls.focus not in (None, chosen, line):
            super().key(symbol, modifiers)
        elif symbol in (keys.ENTER, keys.NUM_ENTER):
            self.act()
        elif symbol in (keys.UP, keys.DOWN) and chosen.enabled:
            chosen.step(1 if symbol == keys.DOWN else -1)
        else:
            super().key(symbol, modifiers)

    def focus_first(self) -> bool:
        """Give the main list the focus, or the most used control."""
        if self.controls.focus is None and self.main_list is not None and self.main_list.enabled:
            self.controls.set_focus(self.main_list)
        return super().focus_first()

"""`TreePage`, the base class of most pages: a screen whose content is a tree of nodes."""

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
"""The opacity of the shade over the page below, from 0 to 255."""


class TreePage(Screen):
    """A page in a frame; subclasses return its content from `tree`.

    Call `rebuild` at the end of `__init__`, and when language or content have changed; a page too high is scrolled. If
    `built` sets `main_list`, this list gets the first focus, the arrows select in it while no other control has the
    focus, and Enter calls `act`. If it sets `main_field`, this field gets what is typed, unless a button has the focus.
    """

    look = "panel"
    """The name of the frame's picture in `assets/ui`, empty for no frame."""
    margin = 16.0
    """The space around the frame in units; narrow windows have less."""
    widest = highest = NO_LIMIT
    """The maximum width and height of the frame, in units."""
    is_snug = False
    """Whether the frame is only as high as its content; otherwise it is as high as the page."""

    main_list: ListBox | None = None
    """The list that arrows and Enter use, `None` for a page without one."""
    _clock: Leaf[TimeLeft] | None = None
    main_field: TextField | None = None

    def __init__(self, app: App, leave: Callable[[], None] | None = None) -> None:
        """Start without content; `leave` is called to go back, by default it shows the screen below."""
        super().__init__(app)
        self._leave = leave or app.pop
        self.area = self.sheet
        """The rectangle of the frame."""
        self.areas: list[ScrollArea] = []

    # --- for subclasses -------------------------------------------------------------------------------------------

    def tree(self) -> Node:
        """Return the content of the page; called at each `rebuild`."""
        raise NotImplementedError

    def backdrop(self) -> None:
        """Draw the background: the title picture, or on a page that is not `opaque` a shade over the screen below."""
        if self.opaque:
            self.layer.backdrop()
        else:
            self.layer.shade(theme.colour("background").replace(a=SHADE))

    def built(self) -> None:
        """Prepare the controls that have just been made, such as `main_list`; called at each `rebuild`."""

    def act(self) -> None:
        """Run the page's main action with the selected entry of the main list; called for Enter."""

    def back(self) -> Leaf[Button]:
        """Return a leaf with the button *Back*."""
        return button(_("Back"), self.escape, icon="arrow-left", height=46).wide(least=150).named("back")

    def clock(self) -> Leaf[TimeLeft]:
        """Return a leaf with the time left for an answer in a match below, hidden if no clock runs (CLI-706)."""
        self._clock = Leaf(lambda target, rect: TimeLeft(target.layer, rect.right, rect.centre[1], 22), 90, 34)
        return self._clock

    # --- building -------------------------------------------------------------------------------------------------

    def rebuild(self) -> None:
        """Build the page again; named controls keep focus, scroll position and typed texts."""
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
        """Find the size and place of the frame, and build a tree in it."""
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
        """Place the frame in the window, with scroll bars if it is larger than the window."""
        margin, free = self._margin, (self.space.room.width - self.area.width) / 2
        content = self.area.inset(-margin)
        if 0 <= free < margin:  # a few units of the margin are worth no scroll bar
            content = content._replace(x=self.area.x - free, width=self.area.width + 2 * free)
        if content != self.space.content:
            self.space.place(None, content)
        self.overflow.fit()

    def update(self, seconds: float) -> None:
        """Update the page's parts by some seconds, and the clock of the match below, if the page shows it."""
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
        """Go back, as the button *Back* does."""
        self._leave()

    def typed(self, text: str) -> None:
        """Pass typed letters to the main field, or without one to the focused control."""
        (self.main_field or self.controls).typed(text)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key; Enter and up and down arrows are for the main list unless another control has the focus."""
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
        """Focus the main list or the most useful control unless one has the focus; return whether one has it then."""
        if self.controls.focus is None and self.main_list is not None and self.main_list.enabled:
            self.controls.set_focus(self.main_list)
        return super().focus_first()

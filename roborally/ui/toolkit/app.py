"""The window's content: a stack of screens, each in a space of its own, and the tooltip. All pages are `Screen`s."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from roborally.base.errors import Message, any_fault
from roborally.base.translation import _
from roborally.profile import Settings
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widget_group import ARROWS, WidgetGroup
from roborally.ui.toolkit.frames.rehearsal import is_rehearsal
from roborally.ui.toolkit.going_on import GoingOn
from roborally.ui.toolkit.input.gamepad import Gamepads
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.overflow import Overflow
from roborally.ui.toolkit.part import NOWHERE, Part, Written
from roborally.ui.toolkit.sheet import TALL, Sheet
from roborally.ui.toolkit.shortcuts import Shortcut, act_on
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.system.events import EventWindow
from roborally.ui.toolkit.system.faults import Service, rescued
from roborally.ui.toolkit.theme import Rect

_log = logging.getLogger(__name__)
MAX_STEP = 0.1
"""The longest time in seconds by which an update advances a screen, however late the update is."""


class Screen(Part):
    """One level of the window's stack, such as a page or a dialog; the topmost gets the input, all are updated."""

    opaque = True
    fills = False
    """Whether the page uses the whole window, instead of only its sheet (`Screen.sheet`)."""
    stops_match = False
    """Whether robots stand still while the screen covers a match, except in a match on the network (CLI-706)."""

    def __init__(self, app: "App", space: Space | None = None) -> None:
        """Start empty in a space; without one the screen is a page on a `Sheet`, which `rebuild` lays out."""
        super().__init__()
        self.app = app
        self.space = space or Sheet(app)
        """The screen's space; points of the mouse are passed in its units."""
        self.layer = Layer(self.space)
        self.controls = WidgetGroup(self.layer)
        self.overflow = Overflow(app, self.space, lambda: self.controls)
        """Scrolls the screen if it is larger than its room."""

    def fit(self) -> None:
        """Choose the area to show, of a large page only the part with content, and add scroll bars if needed."""
        if isinstance(self.space, Sheet):
            whole, sheet = self.space.whole, self.space.area
            fits = whole.width + 1 >= sheet.width and whole.height + 1 >= sheet.height
            content = sheet if fits else self.layer.filled(sheet)
            if content != self.space.content:
                self.space.place(None, content)
        self.overflow.fit()

    @property
    def sheet(self) -> Rect:
        """The area that the screen may use: of a page its sheet, otherwise the whole window."""
        return self.space.area if isinstance(self.space, Sheet) else self.space.whole

    @property
    def is_tall(self) -> bool:
        """Whether the screen is a page on an upright sheet; then its parts are stacked instead of side by side."""
        return isinstance(self.space, Sheet) and self.space.shape is TALL

    def rebuild(self) -> None:
        """Lay the page out again, because its sheet has another size."""

    def clear(self) -> None:
        """Remove all sprites, texts and controls, so that the screen can be laid out again."""
        self.layer.clear()
        self.controls.clear()

    def draw(self) -> None:
        """Draw the screen's layer and its parts."""
        self.layer.draw()
        super().draw()

    def settled(self) -> None:
        """Lay the page out again for the window's final size; the focused control keeps the focus."""
        if isinstance(self.space, Sheet) and (self.space.settle() or self.fills):
            kept = self.controls.kept
            self.rebuild()
            self.controls.resume(kept)

    def closed(self) -> None:
        """Clean up after the screen has left the stack."""

    def motion(self, x: float, y: float) -> None:
        """Handle a move of the mouse."""
        self.controls.motion(x, y)
        super().motion(x, y)

    def press(self, x: float, y: float, button: int) -> None:
        """Handle a mouse button press."""
        self.controls.press(x, y)

    def drag(self, x: float, y: float, dx: float, dy: float, button: int) -> None:
        """Handle a move of the mouse with a button pressed."""
        self.controls.drag(x, y)

    def release(self, x: float, y: float, button: int) -> None:
        """Handle a mouse button release."""
        self.controls.release(x, y)

    def scroll(self, x: float, y: float, amount: float) -> None:
        """Handle a turn of the wheel by `amount` notches, away from the user if it is positive."""
        if not self.overflow.wheel(x, y, 0, amount):
            self.controls.scroll(x, y, amount)

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this screen, except those that move and use the focus."""
        return [Shortcut(("ESCAPE",), _("One level back"), self.escape)]

    def pad_keys(self) -> dict[str, str]:
        """Return the key for each gamepad button that does not stand for its usual key (`PAD_KEYS`) on this screen."""
        return {}

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key of the keyboard, which may be a shortcut, or move, use or begin the focus."""
        if act_on(self.shortcuts(), symbol, modifiers) or self.controls.key(symbol, modifiers):
            return
        if act_on(self.overflow.shortcuts(), symbol, modifiers):
            return
        if symbol in ARROWS:
            self.focus_first()

    @property
    def keys_title(self) -> str:
        """The heading of this screen's keys on the page of keys while another screen covers it; empty to list none."""
        return ""

    @property
    def scene(self) -> object:
        """Any value that stands for what keys and mouse do at present, such as the open panel.

        When it changes, the keyboard gets a first focus (CLI-2001), and the second click of a double click is ignored
        (CLI-2221).
        """
        return self

    def focus_first(self) -> bool:
        """Focus a control unless one has the focus; return whether one has the focus now."""
        if self.controls.focus is None:
            self.controls.focus_first()
        return self.controls.focus is not None

    @property
    def focused(self) -> tuple[Rect, str] | None:
        """The rectangle of the focused control, and its tooltip; `None` if no control has the focus."""
        focus = self.controls.focus
        return (focus.focus_place, focus.focus_tooltip()) if focus is not None else None

    def typed(self, text: str) -> None:
        """Pass typed letters to the focused control."""
        self.controls.typed(text)

    def dropped(self, files: Sequence[Path]) -> None:
        """Handle files dropped onto the window."""

    def rule_at(self, x: float, y: float) -> str:
        """Return the id of the rule about the object under a point, such as `STD-804`, or an empty text."""
        return ""

    @property
    def rule_now(self) -> str:
        """The id of the rule about this screen's question or selection, such as `STD-804`, or an empty text."""
        return ""

    @property
    def edition(self) -> str:
        """The id of the mode whose rules apply on this screen, or an empty text."""
        return ""

    def seconds_left(self) -> float | None:
        """Return the remaining seconds for an answer on this screen, `None` if no clock runs."""
        return None

    @property
    def going_on(self) -> str:
        """A sentence about the running match, shown while another screen covers this one, or an empty text."""
        return ""

    def escape(self) -> None:
        """Remove this screen, which shows the one below again; called for Esc (CLI-R08)."""
        self.app.pop()

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the tooltip for a point, or an empty text."""
        return self.controls.tooltip_at(x, y) or super().tooltip_at(x, y)

    def taken(self) -> list[Rect]:
        """Return the rectangles of all enabled controls, which tooltips avoid."""
        return [*self.controls.taken(), *super().taken()]

    def written(self) -> list[Written]:
        """Return the rectangle and words of each text outside the enabled controls, which tooltips avoid."""
        return [*self.controls.written(), *super().written()]


class App(EventWindow):
    """The game's window with its stack of screens; the last one in `screens` is on top.

    Without a display it raises `GameError`.
    """

    def __init__(self, settings: Settings | None = None, **options: bool) -> None:
        super().__init__(settings, **options)
        self.screens: list[Screen] = []
        self.services: list[Service] = []
        self.on_hold = False
        """Whether the services are not updated at present."""
        self.on_fault: Callable[[BaseException], None] | None = None
        """Handles an error that no service handles; `None` lets such an error end the program."""
        self.on_rules: Callable[[str, str], None] | None = None
        """Opens the rulebook with `on_rules(rule, edition)`: at the rule, or if that is empty at a mode's edition."""
        self.without_views: dict[str, Message] = {}
        """The errors of plugins whose additions to the window failed and are left out, by plugin id."""
        self.unreported_views: list[str] = []
        """The ids of the plugins in `without_views` that have not been reported to the player yet."""
        self.gamepads = Gamepads(self, lambda: self.screens[-1].pad_keys() if self.screens else {}, self.pace.wake)
        self.on_keys: Callable[[], None] | None = None
        """Opens or closes the page of keys; `None` if there is no such page."""
        self.on_closing: Callable[[], bool] | None = None
        """Called before the window closes; returns true if the player is asked first and the window must stay open."""
        self._going_on = GoingOn(self.matches)
        self._laid_out = True

    # --- the stack ------------------------------------------------------------------------------------------------

    @property
    def screen_on_top(self) -> Screen:
        """The screen that receives the input."""
        return self.screens[-1]

    @property
    def receiver(self) -> Screen | None:
        """The screen that receives the input, `None` while there is no screen."""
        return self.screens[-1] if self.screens else None

    def push(self, screen: Screen) -> None:
        """Put a screen on top of the stack."""
        if self.screens:
            self.screen_on_top.motion(*NOWHERE)
            self.screen_on_top.overflow.let_go()
        self.screens.append(screen)
        screen.fit()
        screen.overflow.reveal()
        self._tip.hide(self.pointer)

    def pop(self) -> None:
        """Remove the topmost screen; close the window after the last one."""
        self.screens.pop().closed()
        self._tip.hide(self.pointer)
        if not self.screens:
            self.quit()

    def replace(self, make: Callable[[], Screen]) -> None:
        """Remove all screens, then call `make` and show the screen that it returns."""
        while self.screens:
            self.screens.pop().closed()
        self.push(make())

    def abandon(self) -> None:
        """Remove all screens; ignore errors while they clean up."""
        while self.screens:
            screen = self.screens.pop()
            try:
                screen.closed()
            except any_fault():
                continue

    def take_fault(self, error: BaseException) -> None:
        """Pass an unexpected error to the services and to `on_fault`; raise the error if neither handles it."""
        if any(service.rescue(error) for service in self.services):
            return
        if self.on_fault is None:
            raise error
        self.on_fault(error)

    def seconds_left(self) -> float | None:
        """Return the seconds that a player has left to answer, also on a covered screen; `None` if no clock runs."""
        found = (screen.seconds_left() for screen in self.screens)
        return next((left for left in found if left is not None), None)

    def open_rules(self, rule: str = "") -> None:
        """Open the rulebook at the rule with the id `rule`; without an id, at the mode of a screen that has one."""
        if self.on_rules is not None:
            self.on_rules(rule, next((screen.edition for screen in reversed(self.screens) if screen.edition), ""))

    def rule_here(self) -> str:
        """Return the id of the rule about the object under the mouse or with the key focus, or an empty text."""
        if not self.screens:
            return ""
        focused = self.screen_on_top.focused if self.key_focus.by_keys else None
        return self.screen_on_top.rule_at(*(self.pointer if focused is None else focused[0].centre))

    def quit(self) -> None:
        """Close services, screens, sound and window, which ends the program."""
        for service in self.services:
            service.close()
        self.abandon()
        self.audio.close()
        self.close()

    # --- drawing --------------------------------------------------------------------------------------------------

    @rescued
    def on_update(self, delta_time: float) -> None:
        """Update sound, gamepads, services, screens and tooltip; `delta_time` are the seconds since the last update."""
        self.audio.update(delta_time)
        self.gamepads.update(delta_time)
        self.double_click.update(delta_time)
        for service in () if self.on_hold else tuple(self.services):
            service.update()
        step = min(delta_time, MAX_STEP)
        for screen in list(self.screens):
            screen.update(step)
        if self.settle(step):
            for screen in list(self.screens):
                screen.settled()
        if self.screens:
            self.key_focus.update(self.screen_on_top)
            rule = self.rule_here if self.on_rules is not None else None
            self._tip.follow(self.screen_on_top, self.pointer, self.key_focus, delta_time, rule)

    @rescued
    def on_draw(self) -> None:
        """Draw the topmost opaque screen and all screens above it."""
        if not is_rehearsal():
            self.ctx.scissor = None
            # The whole window: without an area, arcade clears only the view of the camera used last.
            self.clear(color=theme.colour("background"), viewport=(0, 0, *self.extent))
        for screen in self._in_sight():
            screen.fit()
            screen.draw()
        if self.screens:
            self.screen_on_top.overflow.draw()
        self._going_on.draw(next((text for screen in self.screens if (text := screen.going_on)), ""))
        self._tip.draw()

    def _in_sight(self) -> list[Screen]:
        """Return the visible screens, from bottom to top: the topmost opaque one and those above it."""
        return self.screens[next((n for n in range(len(self.screens) - 1, 0, -1) if self.screens[n].opaque), 0) :]

    def fit(self) -> None:
        """Adapt the spaces and their screens to the size of the window and of texts."""
        super().fit()
        for screen in self.screens:
            screen.space.fit()
        for screen in self.screens:
            screen.resized()
        self._tip.hide(self.pointer)  # its line breaks would differ

    @property
    def tooltip(self) -> str:
        """The current tooltip, or an empty text."""
        return self._tip.text

    # --- keys -----------------------------------------------------------------------------------------------------

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys that work on every screen."""
        rules = [Shortcut(("F1",), _("The rulebook, at the rule about what is seen here"), self._turn_to_rules)]
        keys = [Shortcut(("F2",), _("This page of keys"), self.on_keys)] if self.on_keys is not None else []
        return [
            *(rules if self.on_rules is not None else []),
            *keys,
            Shortcut(("F11",), _("Full screen"), self.toggle_full_screen),
        ]

    def _turn_to_rules(self) -> None:
        found = (screen.rule_now for screen in reversed(self._in_sight()))
        self.open_rules(self.rule_here() or next((rule for rule in found if rule), ""))

    @rescued
    def on_close(self) -> None:
        """Quit because the window's close button was pressed, unless `on_closing` asks a question first."""
        try:
            asks = self.on_closing is not None and self.on_closing()
        except any_fault():
            _log.exception("the question before the window closes has failed")
            asks = False
        if not asks:
            self.quit()

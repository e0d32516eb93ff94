"""The page of keys (F2): the effect of every key and every gamepad button on the open screens (CLI-2007)."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Any

from arcade.types import Color

from roborally.base.translation import _
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.input.gamepad import BUTTON_NAMES, PAD_KEYS
from roborally.ui.toolkit.scroll import ScrollArea
from roborally.ui.toolkit.sheet import SNUG, panel_on
from roborally.ui.toolkit.shortcuts import ARROWS, SHIFT, Shortcut, names_of
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

WIDEST = 1200.0
"""The largest width of the panel."""
MARGIN = 16
"""The smallest space around it, and beside it in a window narrower than a tall page."""
KEYS, PAD = 380.0, 150.0
"""The widths of the columns for keys and for buttons, left of the descriptions."""
INDENT = 20.0
"""The indentation of keys on a tall page, where they are below the descriptions."""
LINE = 20.0
"""The smallest height of a row."""
HEAD = 40.0
FEW = 4
"""The largest number of keys listed one by one in a row; longer lists show the first and the last."""


@dataclass(frozen=True)
class KeyRow:
    """Keys and buttons with the same effect."""

    keys: str
    buttons: str
    does: str


def rows_of(shortcuts: Sequence[Shortcut], pad: Mapping[str, str]) -> list[KeyRow]:
    """Return a row for each action with all its keys. `pad` are the keys of a gamepad's buttons."""
    found: dict[str, list[Shortcut]] = {}
    for shortcut in shortcuts:
        found.setdefault(shortcut.does, []).append(shortcut)
    return [KeyRow(_listed(same), _buttons(same, pad), does) for does, same in found.items()]


def _without(shortcuts: Iterable[Shortcut], taken: AbstractSet[str]) -> list[Shortcut]:
    """Return shortcuts without the keys that are `taken` by others."""
    left = [replace(entry, keys=tuple(key for key in entry.keys if key not in taken)) for entry in shortcuts]
    return [entry for entry in left if entry.keys]


def _listed(shortcuts: Sequence[Shortcut]) -> str:
    names = names_of(key for shortcut in shortcuts for key in shortcut.keys)
    return f"{names[0]} … {names[-1]}" if len(names) > FEW else "   ".join(names)


def _buttons(shortcuts: Sequence[Shortcut], pad: Mapping[str, str]) -> str:
    keys = {key for shortcut in shortcuts for key in shortcut.keys}
    buttons = [BUTTON_NAMES[button] for button, key in pad.items() if key in keys]
    if keys & set(ARROWS):
        buttons.insert(0, _("D-pad"))
    if keys & {SHIFT + arrow for arrow in ARROWS}:
        buttons.insert(0, _("Right stick"))
    return "   ".join(buttons)


class KeysPage(Screen):
    """Lists the keys of the screens below it, topmost first."""

    def __init__(self, app: App) -> None:
        """Collect the keys of the open screens."""
        super().__init__(app)
        self._below = list(app.screens)
        self._by_pad = app.key_focus.by_pad
        """Whether the page was opened with a gamepad; then its buttons are highlighted."""
        self.sections: list[tuple[str, list[KeyRow]]] = []
        self._begins: list[float] = []
        """The positions of headings and rows of the list, below its upper edge."""
        self._build()

    def _build(self) -> None:
        self.clear()
        self.sections = self._sections()
        layer, sheet = self.layer, self.fitting_sheet
        self._is_stack = sheet.width < SNUG
        panel = panel_on(sheet, MARGIN)
        width = min(WIDEST, panel.width)
        area = panel._replace(x=panel.centre[0] - width / 2, width=width)
        text = Rect(area.x + 24, area.y + 84, area.width - 48, area.height - (156 if self.is_tall else 178))
        layer.backdrop()
        layer.frame("panel", area)
        layer.heading(_("Keys and gamepad"), area.x + 28, area.top - 42, 26, tint=theme.colour("accent"))
        dim = theme.colour("text-dim")
        heads = ((0.0, _("Key")), (KEYS, _("Gamepad")), (KEYS + PAD, _("What it does")))
        for x, sentence in () if self.is_tall else heads:
            layer.label(sentence, text.x + 12 + x, text.top + 14, size=13, tint=dim)
        self.area: ScrollArea = self.controls.add(ScrollArea(self.space, layer, text))
        top, self._begins = text.top, []
        write = self._write_below if self.is_tall else self._write_beside
        for title, rows in self.sections:
            self._begins.append(text.top - top)
            self.area.layer.heading(title, text.x + 12, top - 22, 17, tint=theme.colour("accent"))
            top = write(rows, top - HEAD) - 8
        self.area.fill(text.top - top, self._begins)
        spot = Rect(area.x + 24, area.y + 22, 170, 46)
        self.controls.add(Button(layer, spot, _("Back"), self.app.pop, icon="arrow-left", accent=True))

    def _sections(self) -> list[tuple[str, list[KeyRow]]]:
        """Return the rows by heading."""
        app, found = self.app, []
        everywhere, taken = [*app.shortcuts(), *self.controls.shortcuts()], set()
        everywhere += self._below[-1].overflow.shortcuts() if self._below else []
        usual = dict(PAD_KEYS)
        for number, screen in enumerate(reversed(self._below)):
            title = _("Here") if number == 0 else screen.keys_title
            if title:
                pad = {**PAD_KEYS, **screen.pad_keys()}
                found.append((title, rows_of(screen.shortcuts(), pad)))
                focus = screen.controls.focus if number == 0 else None
                if focus is not None and focus.shortcuts():
                    found.append((_("In the line of text"), rows_of(focus.shortcuts(), {})))
                listed = {key for shortcut in screen.shortcuts() for key in shortcut.keys}
                usual = {button: key for button, key in usual.items() if pad[button] == key and key not in listed}
                if number == 0:
                    taken = listed | {key for shortcut in (focus.shortcuts() if focus else ()) for key in shortcut.keys}
        found.append((_("Everywhere"), rows_of(_without(everywhere, taken), usual)))
        return found

    @property
    def _tints(self) -> tuple[Color, Color]:
        """The colours of keys and of buttons."""
        bright, dim = theme.colour("text"), theme.colour("text-dim")
        return (dim, bright) if self._by_pad else (bright, dim)

    def _write_beside(self, rows: Sequence[KeyRow], top: float) -> float:
        """Write rows in columns from a height downwards, and return the height where they end."""
        layer, left, by_pad, tints = self.area.layer, self.area.rect.x + 12, self._by_pad, self._tints
        width = self.area.width - KEYS - PAD - 24
        options: dict[str, Any] = {"size": 15, "anchor_y": "top"}
        for row in rows:
            self._begins.append(self.area.rect.top - top)
            layer.label(row.keys, left, top, bold=not by_pad, width=KEYS - 16, tint=tints[0], **options)
            layer.label(row.buttons, left + KEYS, top, bold=by_pad, width=PAD - 12, tint=tints[1], **options)
            does = layer.label(row.does, left + KEYS + PAD, top, width=width, wrap=True, **options)
            top -= max(LINE, does.shown_size[1]) + 6
        return top

    def _write_below(self, rows: Sequence[KeyRow], top: float) -> float:
        """Write the description of each row above its keys and buttons; return the height where they end."""
        layer, left, by_pad, tints = self.area.layer, self.area.rect.x + 12, self._by_pad, self._tints
        width = self.area.width - 24
        options: dict[str, Any] = {"size": 15, "anchor_y": "top"}
        for row in rows:
            self._begins.append(self.area.rect.top - top)
            does = layer.label(row.does, left, top, width=width, wrap=True, **options)
            top -= max(LINE, does.shown_size[1]) + 2
            x, room = left + INDENT, width - INDENT - PAD - 16
            if self._is_stack:  # the buttons are below the keys
                room = width - INDENT
                keys = layer.label(row.keys, x, top, bold=not by_pad, width=room, wrap=True, tint=tints[0], **options)
                top -= keys.shown_size[1] - (0.0 if row.buttons else LINE)
                layer.label(row.buttons, x, top, bold=by_pad, width=width - INDENT, tint=tints[1], **options)
            else:
                layer.label(row.keys, x, top, bold=not by_pad, width=room, tint=tints[0], **options)
                layer.label(row.buttons, x + room + 16, top, bold=by_pad, width=PAD, tint=tints[1], **options)
            top -= LINE + 8
        return top

    def rebuild(self) -> None:
        """Lay the list out again, at about the same scroll position."""
        part = self.area.position / max(1.0, self.area.height - self.area.rect.height)
        self._build()
        self.area.scroll_to(part * (self.area.height - self.area.rect.height))

    def settled(self) -> None:
        """Wrap the texts again for another size of the window."""
        before = self.area
        super().settled()
        if self.area is before:
            self.rebuild()

    def draw(self) -> None:
        """Draw the frame and the visible part of the list."""
        super().draw()
        self.area.draw()

    def focus_first(self) -> bool:
        """Focus the list, because the arrows scroll it."""
        if self.controls.focus is None:
            self.controls.set_focus(self.area)
        return True

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this page."""
        return [Shortcut(("ESCAPE", "F2"), _("Back"), self.app.pop)]


def turn_to_keys(app: App) -> None:
    """Open the page of keys, or close it if it is open."""
    if app.screens and isinstance(app.screen_on_top, KeysPage):
        app.pop()
    elif app.screens:
        app.push(KeysPage(app))

"""The page of keys (F2): what every key and every button of a gamepad does where one is (CLI-2007)."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Any

from roborally.base.translation import _
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.input.gamepad import BUTTON_NAMES, PAD_KEYS
from roborally.ui.toolkit.layer import Layer, text_size
from roborally.ui.toolkit.scroll import ScrollArea
from roborally.ui.toolkit.shortcuts import ARROWS, SHIFT, Shortcut, names_of
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect
from roborally.ui.toolkit.widgets import Button

AREA = Rect(40, 20, WIDTH - 80, HEIGHT - 40)
TEXT = Rect(AREA.x + 24, AREA.y + 84, AREA.width - 48, AREA.height - 166)
KEYS, PAD = 380.0, 150.0
"""The width of the columns with keys and with buttons; what they do comes after these."""
LINE = 20.0
"""The least height of a row."""
HEAD = 40.0
FEW = 4
"""The number of keys in a row that are listed one by one; of more the first and the last are."""


@dataclass(frozen=True)
class KeyRow:
    """Keys and buttons that do the same."""

    keys: str
    buttons: str
    does: str


def rows_of(shortcuts: Sequence[Shortcut], pad: Mapping[str, str]) -> list[KeyRow]:
    """Return a row for each thing to do; keys that do the same share one. `pad` are the keys of a gamepad's buttons."""
    found: dict[str, list[Shortcut]] = {}
    for shortcut in shortcuts:
        found.setdefault(shortcut.does, []).append(shortcut)
    return [KeyRow(_listed(same), _buttons(same, pad), does) for does, same in found.items()]


def _without(shortcuts: Iterable[Shortcut], taken: AbstractSet[str]) -> list[Shortcut]:
    """Return shortcuts without the keys that are `taken` by something else."""
    left = [replace(entry, keys=tuple(key for key in entry.keys if key not in taken)) for entry in shortcuts]
    return [entry for entry in left if entry.keys]


def _listed(shortcuts: Sequence[Shortcut]) -> str:
    names = names_of(key for shortcut in shortcuts for key in shortcut.keys)
    return f"{names[0]} … {names[-1]}" if len(names) > FEW else "   ".join(names)


def _buttons(shortcuts: Sequence[Shortcut], pad: Mapping[str, str]) -> str:
    keys = {key for shortcut in shortcuts for key in shortcut.keys}
    buttons = [_(BUTTON_NAMES[button]) for button, key in pad.items() if key in keys]
    if keys & set(ARROWS):
        buttons.insert(0, _("D-pad"))
    if keys & {SHIFT + arrow for arrow in ARROWS}:
        buttons.insert(0, _("Right stick"))
    return "   ".join(buttons)


class KeysPage(Screen):
    """Lists the keys of the screens below it, those of the topmost first."""

    def __init__(self, app: App) -> None:
        """Ask the screens that are open."""
        super().__init__(app)
        self._below = list(app.screens)
        self._by_pad = app.key_focus.by_pad
        """Whether the page was opened with a gamepad, whose buttons stand out then."""
        self.sections: list[tuple[str, list[KeyRow]]] = []
        self._build()

    def _build(self) -> None:
        self.clear()
        self.sections = self._sections()
        layer = self.layer
        layer.backdrop()
        layer.frame("panel", AREA)
        layer.heading(_("Keys and gamepad"), AREA.x + 28, AREA.top - 42, 26, tint=theme.colour("accent"))
        dim = theme.colour("text-dim")
        for x, told in ((0.0, _("Key")), (KEYS, _("Gamepad")), (KEYS + PAD, _("What it does"))):
            layer.label(told, TEXT.x + 12 + x, TEXT.top + 16, size=13, tint=dim)
        self.area: ScrollArea = self.controls.add(ScrollArea(self.space, layer, TEXT))
        top = TEXT.top
        for title, rows in self.sections:
            top = self._write(self.area.layer, title, rows, top)
        self.area.fill(TEXT.top - top)
        spot = Rect(AREA.x + 24, AREA.y + 22, 170, 46)
        self.controls.add(Button(layer, spot, _("Back"), self.app.pop, icon="arrow-left", accent=True))

    def _sections(self) -> list[tuple[str, list[KeyRow]]]:
        """Return what is listed, by heading."""
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

    def _write(self, layer: Layer, title: str, rows: Sequence[KeyRow], top: float) -> float:
        """Write a section from a height downwards, and return where it ends."""
        left, by_pad = TEXT.x + 12, self._by_pad
        bright, dim = theme.colour("text"), theme.colour("text-dim")
        tints = (dim, bright) if by_pad else (bright, dim)
        layer.heading(title, left, top - 22, 17, tint=theme.colour("accent"))
        top -= HEAD
        width = self.area.width - KEYS - PAD - 24
        for row in rows:
            place = left + KEYS + PAD, top
            high = text_size(self.space, row.does, 15, width=width * 0.94, wrap=True)[1]
            options: dict[str, Any] = {"size": 15, "anchor_y": "top"}
            layer.label(row.keys, left, top, bold=not by_pad, width=KEYS - 16, tint=tints[0], **options)
            layer.label(row.buttons, left + KEYS, top, bold=by_pad, width=PAD - 12, tint=tints[1], **options)
            layer.label(row.does, *place, size=15, width=width, wrap=True, anchor_y="top")
            top -= max(LINE, high) + 6
        return top - 8

    def settled(self) -> None:
        """Break the texts anew in another size of the window."""
        self._build()

    def draw(self) -> None:
        """Draw the frame and the visible part of the list."""
        super().draw()
        self.area.draw()

    def focus_first(self) -> bool:
        """Give the list the focus: the arrows scroll it."""
        if self.controls.focus is None:
            self.controls.set_focus(self.area)
        return True

    def shortcuts(self) -> list[Shortcut]:
        """Return what keys do here."""
        return [Shortcut(("ESCAPE", "F2"), _("Back"), self.app.pop)]


def turn_to_keys(app: App) -> None:
    """Open the page of keys, or close it if it is open."""
    if app.screens and isinstance(app.screen_on_top, KeysPage):
        app.pop()
    elif app.screens:
        app.push(KeysPage(app))

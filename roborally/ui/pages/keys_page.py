"""The page of keys (F2), which lists what keys and gamepad buttons do on the open screens (CLI-2007)."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import partial

from roborally.base.translation import _
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.input.gamepad import BUTTON_NAMES, PAD_KEYS
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layout.branches import column, fitting, form, row
from roborally.ui.toolkit.layout.leaves import button, framed, heading, label, scroll
from roborally.ui.toolkit.layout.nodes import Leaf, Node
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.shortcuts import ARROWS, Shortcut, names_of

FEW = 4
"""The largest number of keys that a row lists one by one; of more keys only the first and the last are shown."""


@dataclass(frozen=True)
class KeyRow:
    """A row of the page of keys: the names of keys and of gamepad buttons, and what they do."""

    keys: str
    buttons: str
    does: str


def rows_of(shortcuts: Sequence[Shortcut], pad: Mapping[str, str]) -> list[KeyRow]:
    """Return a row for each description of shortcuts; `pad` has the key of each gamepad button.

    A key of several shortcuts is listed only with the first, which is the one that it runs.
    """
    found: dict[str, list[Shortcut]] = {}
    taken: set[str] = set()
    for shortcut in shortcuts:
        for left in _without([shortcut], taken):
            found.setdefault(left.does, []).append(left)
        taken.update(shortcut.keys)
    return [KeyRow(_listed(same), _buttons(same, pad), does) for does, same in found.items()]


def _without(shortcuts: Iterable[Shortcut], taken: AbstractSet[str]) -> list[Shortcut]:
    """Return the shortcuts without the `taken` keys, and without shortcuts that have no others."""
    left = [replace(entry, keys=tuple(key for key in entry.keys if key not in taken)) for entry in shortcuts]
    return [entry for entry in left if entry.keys]


def _listed(shortcuts: Sequence[Shortcut]) -> str:
    names = names_of(key for shortcut in shortcuts for key in shortcut.keys)
    return f"{names[0]} … {names[-1]}" if len(names) > FEW else "   ".join(names)


def _buttons(shortcuts: Sequence[Shortcut], pad: Mapping[str, str]) -> str:
    keys = {key for shortcut in shortcuts for key in shortcut.keys}
    buttons = [BUTTON_NAMES[button] for button, key in pad.items() if key in keys]
    tilt = pad.get("righttilt", "")
    if keys & set(ARROWS):
        buttons.insert(0, _("D-pad"))
    if tilt and keys & {tilt + arrow for arrow in ARROWS}:
        buttons.insert(0, _("Right stick"))
    return "   ".join(buttons)


class KeysPage(TreePage):
    """The page of keys; it lists the keys of all screens below it, the topmost first."""

    stops_match = True

    widest = 1200.0

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._below = list(app.screens)
        self._by_pad = app.key_focus.by_pad
        """Whether the page was opened with a gamepad; then gamepad buttons are highlighted."""
        self.rebuild()

    def tree(self) -> Node:
        """Return the content of the page: the list, in columns if they fit, and the button *Back*."""
        self.sections = self._sections()
        self.list = scroll(fitting(self._columns, self._stacked)).named("list")
        return column(
            row(heading(_("Keys and gamepad"), 26).grow(), self.clock()),
            framed("panel-inset", self.list, (12, 8)).grow(),
            button(_("Back"), self.app.pop, icon="arrow-left", accent=True, height=46).wide(least=170).at("start"),
            gap=12,
            pad=(24, 18),
        )

    def _columns(self) -> Node:
        dim = theme.colour("text-dim")
        heads = (label(text, 13, tint=dim) for text in (_("Key"), _("Gamepad"), _("What it does")))
        rows: list[Node] = [row(*heads, gap=24)]
        for title, found in self.sections:
            rows.append(heading(title, 17, wrap=True))
            for entry in found:
                rows.append(row(self._keys(entry), self._buttons(entry), label(entry.does, wrap=True).grow()))
        return form(*rows, gap=7)

    def _stacked(self) -> Node:
        rows: list[Node] = []
        for title, found in self.sections:
            rows.append(heading(title, 17, wrap=True))
            for entry in found:
                below = fitting(partial(self._abreast, entry), partial(self._below_keys, entry))
                rows.append(column(label(entry.does, wrap=True), below, gap=2))
        return column(*rows)

    def _abreast(self, entry: KeyRow) -> Node:
        return row(self._keys(entry).grow(), self._buttons(entry), pad=(20, 0))

    def _below_keys(self, entry: KeyRow) -> Node:
        return column(self._keys(entry), self._buttons(entry) if entry.buttons else None, gap=0, pad=(20, 0))

    def _keys(self, entry: KeyRow) -> Leaf[Label]:
        tint = theme.colour("text-dim" if self._by_pad else "text")
        return label(entry.keys, bold=not self._by_pad, tint=tint, wrap=True)

    def _buttons(self, entry: KeyRow) -> Leaf[Label]:
        tint = theme.colour("text" if self._by_pad else "text-dim")
        return label(entry.buttons, bold=self._by_pad, tint=tint, wrap=True)

    def _sections(self) -> list[tuple[str, list[KeyRow]]]:
        """Return the headings of the list, each with its rows."""
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

    def focus_first(self) -> bool:
        """Focus the list, which the arrows then scroll; return true."""
        if self.controls.focus is None:
            self.controls.set_focus(self.list.made)
        return True

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this page."""
        return [Shortcut(("ESCAPE", "F2"), _("Back"), self.app.pop)]


def turn_to_keys(app: App) -> None:
    """Open the page of keys, or close it if it is on top."""
    if app.screens and isinstance(app.screen_on_top, KeysPage):
        app.pop()
    elif app.screens:
        app.push(KeysPage(app))

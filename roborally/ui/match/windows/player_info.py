"""The window about one player: the public state of the robot and its owner (CLI-204, CLI-601, CLI-R01)."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import arcade
from arcade.types import Color

from roborally.base.translation import _
from roborally.narration.words import numbers
from roborally.ui.match.gauges import Pips, portrait_of, tint_of
from roborally.ui.match.panel import equipment
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import SHADE
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layout.branches import RowBranch, column, flow, row, space
from roborally.ui.toolkit.layout.leaves import build_in, button, heading, here, label, picture, plain
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size
from roborally.ui.toolkit.measure import metrics
from roborally.ui.toolkit.shortcuts import ENTER, Shortcut
from roborally.ui.toolkit.space import PAGE, Space
from roborally.ui.toolkit.theme import Rect

Earned = Callable[[int], Sequence[str] | None]
"""Returns the titles of the achievements of a seat's player, `None` for one without a profile here, such as a bot."""

WIDTH = 620
HIGH = 500
"""The height of the board's area, in design units, above which the window lies over the board, not over the panel."""
EDGE = 6
MARGIN = 28
PICTURE = 92
CARD, DESCRIBED = 40, 250
"""The width of an option card's picture, and the smallest width for a card with its text, in design units."""


class PlayerInfo(Screen):
    """A window about one player, over the board; the match and its clock continue. Arrows switch to other players."""

    opaque = False

    def __init__(self, app: App, context: ShownMatch, index: int, over: Rect, earned: Earned | None) -> None:
        """Show the owner of the robot with the index `index`, over the area `over`; `earned` returns achievements."""
        super().__init__(app, Space(app, app.matches.scale))
        self.index = index
        self._context = context
        self._over = over if over.width > WIDTH and over.height > HIGH else PAGE
        self._earned = earned
        self._shown: Any = None
        self.area = over
        self.update(0)

    # --- layout ---------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Lay the window out again if the robot's state or the size of the window has changed."""
        state = self.index, repr(self._context.display.robots[self.index]), self.space.whole
        if state != self._shown:
            self._shown = state
            self._lay_out()

    def _lay_out(self) -> None:
        kept, tree, m = self.controls.kept, self._tree(), metrics(self.space.frame.scale)
        self.clear()
        if self._over is PAGE:
            self.layer.shade(SHADE)
        else:
            self.layer.fill(self._over, SHADE)
        (x, y), width = self._over.centre, self.space.narrowed(PAGE._replace(width=WIDTH + 2 * EDGE)).width - 2 * EDGE
        height = tree.heights(m, width).natural
        self.area = Rect(x - width / 2, y - height / 2, width, height)
        self.layer.frame("panel", self.area)
        build_in(self.area, tree, self.layer, self.controls)
        self.controls.resume(kept)
        self.space.place(None, self.area.inset(-EDGE))

    def _tree(self) -> Node:
        parts: list[Node] = [self._head(), plain("line", 1), *self._state()]
        if equipment.is_played(self._context):
            parts += [plain("line", 1), heading(_("Option cards"), 16), self._options()]
        seat = self._context.display.robots[self.index].seat
        titles = self._earned(seat) if self._earned is not None else None
        if titles is not None:
            text = "\u00a0· ".join(titles) or _("none yet")
            parts += [plain("line", 1), heading(_("Achievements"), 16), _text(text, 13, "text-dim")]
        return column(*parts, gap=8, pad=(MARGIN, 20))

    def _head(self) -> Node:
        """Return a row with the robot's picture, name, model, motto, ability and story, and the buttons."""
        context, model = self._context, self._context.model(self.index)
        buttons = (
            ("arrow-left", _("Previous player (Left)"), lambda: self.go(-1)),
            ("arrow-right", _("Next player (Right)"), lambda: self.go(1)),
            ("cross", _("Close (Esc)"), self.app.pop),
        )
        tint = theme.seat_colours(context.display.robots[self.index].livery).light
        name = heading(context.name(self.index), 24, tint=tint, shorten=True).grow()
        first = row(name, *(button("", act, icon=icon, tooltip=text).named(icon) for icon, text, act in buttons), gap=4)
        said = [(context.robot_title(self.index), 16, "text"), (context.bot(self.index), 14, "text-dim")]
        if model is not None:
            motto = _("“{motto}”").format(motto=context.words.translated(model.motto)) if model.motto else ""
            ability, about = context.words.translated(model.ability), context.words.translated(model.about)
            said += [(motto, 14, "accent"), (ability, 14, "text"), (about, 13, "text-dim")]
        lines = [_text(words, size, shade) for words, size, shade in said if words]
        portrait = portrait_of(context, self.index, PICTURE).at("start").then(lambda made: made.refresh())
        return row(portrait, column(first, *lines, gap=5).at("start").grow(), gap=22)

    def _state(self) -> list[Node]:
        """Return rows for damage, gauges, locks and other conditions."""
        context, robot = self._context, self._context.display.robots[self.index]
        bad, lethal = theme.colour("bad"), context.lethal
        icon = pictures.icon("damage", 24)

        def make_pips(rect: Rect) -> None:
            Pips(self.layer, rect, icon, lethal, bad).show(robot.damage)

        damage = _("Damage {damage} of {lethal}").format(damage=robot.damage, lethal=lethal)
        pips = here(make_pips, Size(60, 17.0 * lethal), 16).at("centre")
        rows = [row(picture(icon, 16, tint=bad), label(damage, 14, room=146), pips, space(), gap=10)]
        if robot.team:
            tint = theme.seat_colours(robot.livery).light
            rows.insert(0, _fact(pictures.icon("people", 24), tint, _("Team {team}").format(team=robot.team)))
        for gauge in context.gauges(self.index):
            if robot.gauges[gauge.name] or not gauge.manifest.mark:
                rows.append(_fact(gauge.picture(24), tint_of(gauge), gauge.text(robot)))
        if context.display.fact_of("locks"):
            locked = _("Locked registers: {list}").format(list=numbers(sorted(robot.locks)) or _("none"))
            rows.append(_fact(pictures.icon("padlock", 24), theme.colour("text-dim"), locked))
        rests = bool(context.display.fact_of("resting"))
        icon_of_state = pictures.icon("power" if rests else "robot", 24)
        for sentence in context.condition(robot) or ([_("Active")] if rests else []):
            rows.append(_fact(icon_of_state, theme.colour("accent-cool"), sentence))
        return [*rows]

    def _options(self) -> Node:
        """Return the option cards with their texts, in two columns if there is room."""
        cards = self._context.display.robots[self.index].options
        if not cards:
            return _text(_("none"), 13, "text-dim")
        return flow(*(self._card(card) for card in cards), gap=16, below=10, equal=True, most=2)

    def _card(self, card: str) -> Node:
        image = picture(equipment.picture(self._context, card, 64), CARD).at("start")
        text = _text(equipment.described(self._context, self.index, card), 12, "text")
        return row(image, text.at("start").grow(), gap=10).wide(most=DESCRIBED)

    # --- input ----------------------------------------------------------------------------------------------------

    def go(self, direction: int) -> None:
        """Show the next player with 1, the previous one with -1."""
        players = [robot.index for robot in self._context.display.robots if robot.seat >= 0]
        self.index = players[(players.index(self.index) + direction) % len(players)]
        self.update(0)

    def release(self, x: float, y: float, button: int) -> None:
        """Use a button; a click anywhere else closes the window."""
        over = self.controls.at(x, y)
        super().release(x, y, button)
        if over is None and self in self.app.screens:
            self.app.pop()

    def focus_first(self) -> bool:
        """Focus no control, because the arrows switch between players; return `True`, since that is final."""
        return True

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this window: I, Enter and Space close it unless a button has the focus."""
        ways = (("LEFT", "UP", -1), ("RIGHT", "DOWN", 1))
        return [
            *(Shortcut((one, two), _("The player before or after"), partial(self.go, by)) for one, two, by in ways),
            Shortcut(("I", "ESCAPE"), _("Close"), self.app.pop),
            Shortcut((*ENTER, "SPACE"), _("Close"), self._enter),
        ]

    def _enter(self) -> bool:
        free = self.controls.focus is None
        if free:
            self.app.pop()
        return free


def _text(text: str, size: float, shade: str) -> Leaf[Label]:
    return label(text, size, wrap=True, tint=theme.colour(shade))


def _fact(image: arcade.Texture, tint: Color, text: str) -> RowBranch:
    return row(picture(image, 16, tint=tint), label(text, 14, wrap=True).grow(), gap=10)

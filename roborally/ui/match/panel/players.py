"""The players in a panel with a question: an entry for each other player, and the state of the player's own robot."""

from functools import partial
from typing import Any

from roborally.base.translation import _
from roborally.ui.context import MatchContext
from roborally.ui.match.gauges import (
    MAX_PIPS,
    PITCH,
    GaugeNumber,
    GaugePips,
    Pips,
    PlayerButton,
    name_of,
    portrait_of,
    status_of,
)
from roborally.ui.match.panel import equipment
from roborally.ui.match.panel.equipment import Equipment
from roborally.ui.match.panel.side_panel import SidePanel
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layout.branches import column, row
from roborally.ui.toolkit.layout.leaves import build_in, here, widget
from roborally.ui.toolkit.layout.nodes import Leaf
from roborally.ui.toolkit.theme import Rect

PORTRAIT = 36
"""The side of another player's portrait, in design units."""
STRIP = 20
"""The height of the row of option cards below another player's state, in design units."""


class FellowPlayer(PlayerButton):
    """The entry of another player: picture, name, damage, gauges (CLI-203), and option cards if the mode has any."""

    def __init__(self, panel: SidePanel, context: MatchContext, index: int, rect: Rect) -> None:
        """Show the state of the robot with the index `index`; the frame goes to the panel's static layer."""
        super().__init__(rect, context, index)
        self.name = f"player {index}"
        panel.base.frame("field", rect)
        panel.controls.add(self)
        portrait = portrait_of(context, index, PORTRAIT)
        state = status_of(context, index)
        about = column(name_of(context, index, 13).grow(), state, gap=0, pad=(0, 2))
        cards = widget(Equipment, context, index, width=0, height=STRIP - 2) if equipment.is_played(context) else None
        whole = column(row(portrait, about.grow(), gap=9).grow(), cards, gap=2, pad=(5, 4))
        build_in(rect, whole, panel.layer, panel.controls)
        self._portrait, self.state = portrait.made, state.made
        self._cards = None if cards is None else cards.made
        self.refresh()

    def refresh(self) -> None:
        """Show the current state of the robot."""
        self._portrait.refresh()
        self.state.refresh()
        if self._cards is not None:
            self._cards.refresh()


def fellow_of(panel: SidePanel, context: MatchContext, index: int) -> Leaf[FellowPlayer]:
    """Return a layout leaf with the entry of another player."""
    height = 44 + (STRIP if equipment.is_played(context) else 0)
    return here(partial(FellowPlayer, panel, context, index), 100, height)


class OwnStatus:
    """The player's own robot: picture, name, damage as a row of symbols, gauges, cards, and special ability."""

    def __init__(self, panel: SidePanel, context: MatchContext, index: int, area: Rect) -> None:
        """Show the state of the robot with the index `index`; the frame goes to the panel's static layer."""
        self._robot = context.display.robots[index]
        panel.base.frame("panel-inset", area)
        panel.controls.add(PlayerButton(area, context, index))
        portrait = portrait_of(context, index, 46)
        text = _("Damage {lit} of {count}: the robot is destroyed at {count}.")
        image, tint = pictures.icon("damage", 24), theme.colour("bad")
        damage = widget(Pips, image, context.lethal, tint, text, width=150, height=14).at("start")
        gauges: list[Leaf[Any]] = []
        for gauge in context.gauges(index):
            goal = self._robot.goals[gauge.name]
            count = max(1, goal or self._robot.gauges[gauge.name])
            if gauge.manifest.row and count <= MAX_PIPS:
                gauges.append(widget(GaugePips, context, index, gauge, width=min(90, 15.0 * count), height=14))
            else:
                gauges.append(widget(GaugeNumber, context, index, gauge, 13, width=PITCH + 16 * bool(goal), height=16))
        about = column(name_of(context, index, 14).wide(128).at("start").grow(), damage, row(*gauges, gap=10), gap=2)
        build_in(area, row(portrait, about, gap=9, pad=(7, 4)), panel.layer, panel.controls)
        self._portrait, self._damage = portrait.made, damage.made
        self._changing = [gauge.made for gauge in gauges]
        model = context.model(index)
        if equipment.is_played(context):  # below a special ability, which is in the upper row
            up, height = ((area.height - 30) / 2, 30) if model is None else (4, 24)
            place = Rect(area.right - 100, area.y + up, 94, height)
            self._changing.append(panel.controls.add(Equipment(panel.layer, place, context, index, from_right=True)))
        if model is not None and not model.active:
            title, tint = context.words.translated(model.ability).partition(":")[0], theme.colour("text-dim")
            spot = area.right - 8, area.top - 14
            panel.layer.label(title, *spot, size=12, anchor_x="right", width=108, tint=tint)

    def refresh(self) -> None:
        """Show the present state of the robot."""
        self._portrait.refresh()
        self._damage.show(self._robot.damage)
        for part in self._changing:
            part.refresh()

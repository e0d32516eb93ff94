"""The three best robots or teams on steps, and each robot's best statistic, at a match's end (CLI-2103, CLI-2104)."""

from collections.abc import Sequence

from arcade.types import Color

from roborally.base.translation import _
from roborally.ui.board.display import Robot
from roborally.ui.context import Gauge
from roborally.ui.match.gauges import Portrait, tint_of
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import form, row
from roborally.ui.toolkit.layout.leaves import label, picture
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.theme import Rect

STEPS = ((1, 46.0, 88.0), (0, 32.0, 70.0), (2, 20.0, 62.0))
"""For the first three robots: the step's column from the left, the step's height, the robot's side; in design units."""
WIDTH, HEIGHT = 348.0, 146.0
"""The size of the podium, with the robot on its highest step, in design units."""
CROWD = 1.1
"""The largest side of a robot that shares a step with others, as a multiple of its share of the step's width."""
LOWEST = 20.0
"""The smallest height of a step, which holds its number, in design units."""
GAP = 6.0
"""The space between two steps, in design units."""
EDGE = 4.0
"""The height of the bright upper edge of a step, in design units."""
SHADE = 0.55
"""The brightness of a step, as a share of its robot's colour."""
GLOW = 90
"""The opacity, 0 to 255, of the light behind the first robot."""
LETTERS = 14
"""The font size of a sentence."""
SYMBOL = 18.0
"""The side of the symbol of a goal, in design units."""
FEW = 4
"""The number of robots up to which there is room between their sentences."""
FACES = 22.0, 34.0
"""The sides of the pictures beside the sentences of many robots, and of few, in design units."""


def praise(context: ShownMatch, index: int, order: Sequence[int], without: str = "") -> str:
    """Return a sentence about a robot's best statistic: the one with the largest lead over the others in `order`.

    The statistic called `without` is left out, because its number stands beside the sentence. Without any lead, the
    sentence is about the statistic in which the fewest robots equal or beat this one; empty if it beats none.
    """
    tally = context.session.tally
    titles = {name: title for name, title in tally.titles().items() if name != without}
    counts = {name: tally.counts[index][name] for name in titles}
    leads = [name for name in titles if len(order) > 1 and tally.best(name, order) == index]
    if leads:
        name = max(leads, key=lambda lead: _lead(context, lead, index, order))
        more = any(tally.counts[other][name] < counts[name] for other in order)
        text = _("{title}: {number}, more than all others") if more else _("{title}: {number}, fewer than all others")
        return text.format(title=context.words.translated(titles[name]), number=counts[name])
    behind = {name: [tally.best(name, [index, other]) for other in order if other != index] for name in titles}
    good = [name for name in titles if index in behind[name]]
    if not good:
        return ""
    rivals = {one: [best for best in behind[one] if best != index] for one in good}
    name = min(good, key=lambda one: (len(rivals[one]), len(rivals[one]) - rivals[one].count(None), not counts[one]))
    return f"{context.words.translated(titles[name])}: {counts[name]}"


def _lead(context: ShownMatch, name: str, index: int, order: Sequence[int]) -> float:
    """Return a robot's difference to the nearest other one in the statistic `name`, as a share of the larger number."""
    counts = context.session.tally.counts
    own = counts[index][name]
    nearest = min((counts[other][name] for other in order if other != index), key=lambda count: abs(count - own))
    return abs(own - nearest) / max(own, nearest)


def tie_break(context: ShownMatch, index: int, order: Sequence[int], ranked: Sequence[Gauge]) -> str:
    """Return the numbers that place a robot before or behind a neighbour in `order` with as much in the first gauge."""
    display, rank, at = context.display, context.session.tally.rank, order.index(index)
    robot, found = display.robots[index], []
    for other in (*order[max(0, at - 1) : at], *order[at + 1 : at + 2]):
        rival = display.robots[other]
        differing = [gauge for gauge in ranked if robot.gauges.get(gauge.name) != rival.gauges.get(gauge.name)]
        is_mate, has_won = 0 < robot.team == rival.team, not {index, other}.isdisjoint(display.winners)
        if is_mate or has_won or robot.eliminated or rival.eliminated or ranked[:1] == differing[:1]:
            continue
        if differing:
            found.append(f"{differing[0].title}: {robot.gauges.get(differing[0].name, 0)}")
        elif rank(index) == rank(other) and robot.damage != rival.damage:
            found.append(_("Damage at the end: {damage}").format(damage=robot.damage))
    return ", ".join(dict.fromkeys(found))


def lay_out_podium(
    layer: Layer, context: ShownMatch, order: Sequence[int], left: float, bottom: float, factor: float = 1.0
) -> list[Rect]:
    """Add the first three robots or teams of an order on steps in their colours; return the steps in the same order.

    Robots of one team share a step. The lower left corner of the podium is at `left`, `bottom`; `factor` enlarges it.
    """
    sides = sides_of(context, order)
    columns = min(len(sides), len(STEPS))
    wide = (WIDTH * factor - (columns - 1) * GAP) / columns
    steps = []
    for place, (robots, (column, low, little)) in enumerate(zip(sides, STEPS, strict=False)):
        height, pitch = max(LOWEST, low * factor), wide / len(robots)
        side = min(little * factor, CROWD * pitch) if len(robots) > 1 else little * factor
        colours = theme.seat_colours(context.display.robots[robots[0]].livery)
        step = Rect(left + column % columns * (wide + GAP), bottom, wide, height)
        steps.append(step)
        layer.fill(step, _darker(colours.body))
        layer.fill(Rect(step.x, step.top - EDGE, wide, EDGE), colours.light)
        for number, index in enumerate(robots):
            x, y = step.x + (number + 0.5) * pitch, step.top + side / 2
            if place == 0:
                layer.sprite(pictures.effect("glow", 128), x, y, side * 1.3, tint=Color(*colours.light[:3], GLOW))
            Portrait(layer, context, index, x, y, side)
        x, number_size = step.centre[0], max(14.0, min(24.0 * factor, height * 0.6))
        layer.heading(
            str(place + 1), x, step.y + (height - EDGE) / 2, number_size, anchor_x="center", tint=colours.light
        )
    return steps


def sides_of(context: ShownMatch, order: Sequence[int]) -> list[list[int]]:
    """Return the robots of an order in lists: one list for a team, at the place of its first robot, others alone."""
    sides: dict[tuple[int, int], list[int]] = {}
    for index in order:
        team = context.display.robots[index].team
        sides.setdefault((team, 0 if team else index), []).append(index)
    return list(sides.values())


def _darker(tint: Color) -> Color:
    red, green, blue = (int(part * SHADE) for part in tint[:3])
    return Color(red, green, blue, 255)


def praise_lines(context: ShownMatch, order: Sequence[int], ranked: Sequence[Gauge]) -> Node:
    """Return a layout with a line for each robot: picture, name, number in the first `ranked` gauge, best statistic."""
    lines = []
    for index in order:
        robot = context.display.robots[index]
        tint = theme.seat_colours(robot.livery).light
        face = picture(context.picture(index, 64), FACES[len(order) <= FEW])
        name = label(context.name(index), LETTERS, bold=True, tint=tint)
        gauge = next((gauge for gauge in ranked if robot.goals.get(gauge.name)), None)
        words = tie_break(context, index, order, ranked), praise(context, index, order, gauge.name if gauge else "")
        text = label(" – ".join(filter(None, words)), LETTERS, wrap=True)
        reached = _reached(robot, gauge) if gauge else []
        lines.append(row(face, name, row(*reached, text.grow()).grow(), gap=10))
    return form(*lines, gap=2 if len(order) > FEW else 6)


def _reached(robot: Robot, gauge: Gauge) -> list[Node]:
    """Return the symbol of a gauge, and its title with the robot's number and its goal."""
    number = f"{gauge.title}: {robot.gauges[gauge.name]}/{robot.goals[gauge.name]}"
    return [picture(gauge.picture(32), SYMBOL, tint=tint_of(gauge)), label(number, LETTERS, bold=True)]

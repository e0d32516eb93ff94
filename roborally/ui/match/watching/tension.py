"""Chooses the music of a match: calm, or tense when a robot is close to its goal."""

from roborally.ui.context import MatchContext

CALM, TENSE = "match", "tense"
"""The names of the pieces of music."""


def music_of(context: MatchContext) -> str:
    """Return `TENSE` while a robot in play is one step from a goal, else `CALM`.

    Only gauges that rank robots count, and only goals of more than one step.
    """
    for robot in context.display.robots:
        if robot.seat < 0 or robot.eliminated:
            continue
        for gauge in context.gauges(robot.index):
            value, goal = robot.gauges.get(gauge.name, 0), robot.goals.get(gauge.name, 0)
            if gauge.manifest.ranked and gauge.manifest.goal and 0 < value == goal - 1:
                return TENSE
    return CALM

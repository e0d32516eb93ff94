"""How exciting a match is at the moment, for the choice of music."""

from roborally.ui.context import MatchContext

CALM, TENSE = "match", "tense"
"""The pieces of music."""


def music_of(context: MatchContext) -> str:
    """Return the music for the state of the match: tense while a robot in play is one step from a goal.

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

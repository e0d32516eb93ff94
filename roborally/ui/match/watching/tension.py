"""How exciting a match is at the moment: the music follows it."""

from roborally.ui.context import MatchContext

CALM, TENSE = "match", "tense"
"""The pieces of music."""


def music_of(context: MatchContext) -> str:
    """Return the piece of music that fits: the tense one while a robot in play lacks one step to a goal.

    The gauges that manifests rank robots by tell it. A goal of a single step says nothing before it is reached.
    """
    for robot in context.display.robots:
        if robot.seat < 0 or robot.eliminated:
            continue
        for gauge in context.gauges(robot.index):
            value, goal = robot.gauges.get(gauge.name, 0), robot.goals.get(gauge.name, 0)
            if gauge.manifest.ranked and gauge.manifest.goal and 0 < value == goal - 1:
                return TENSE
    return CALM

"""Describes the results of an analysis in words."""

from collections.abc import Sequence
from math import floor

from roborally.base.numbers import percent_text
from roborally.base.translation import _
from roborally.features.analysis.findings import ProgramFound
from roborally.features.analysis.turning_points import TurningPoint
from roborally.ui.board.display import Robot
from roborally.ui.context import MatchContext


def percent(chance: float) -> str:
    """Return a chance from 0 to 1 as a whole percentage; only 0 and 1 themselves give 0 and 100."""
    shown = round(100 * chance)
    if 0 < chance < 1:
        shown = min(99, max(1, shown))
    return percent_text(shown)


def percents(chances: Sequence[float]) -> list[str]:
    """Return the chances of all who can win, from 0 to 1, as whole percentages that add up, by largest remainders.

    As with `percent`, only 0 and 1 themselves give 0 and 100.
    """
    whole = round(100 * sum(chances))
    shown = [min(99, max(1, floor(100 * chance))) if 0 < chance < 1 else round(100 * chance) for chance in chances]
    by = 1 if sum(shown) < whole else -1
    for _number in range(abs(whole - sum(shown))):
        movable = [at for at, chance in enumerate(chances) if 0 < chance < 1 and 1 <= shown[at] + by <= 99]
        if movable:
            shown[max(movable, key=lambda at: by * (100 * chances[at] - shown[at]))] += by
    return [percent_text(share) for share in shown]


def gauge_titles(context: MatchContext) -> dict[str, str]:
    """Return the titles of the gauges that rank robots, by their names."""
    gauges = [gauge for robot in context.display.robots for gauge in context.gauges(robot.index)]
    return {gauge.name: gauge.title for gauge in gauges if gauge.manifest.ranked}


def change_text(point: TurningPoint, context: MatchContext) -> str:
    """Return the heading of a turning point: the turn, who led, and how the chance changed."""
    text = _("Turn {turn}: {name} – chance to win from {before} to {after}")
    before, after = percent(point.before), percent(point.after)
    team = context.display.robots[point.leader].team
    mates = [context.name(robot.index) for robot in context.display.robots if team and robot.team == team]
    name = side(context, point.leader) + (f" ({', '.join(mates)})" if mates else "")
    if point.is_by_bot:
        name = _("a bot for {name}").format(name=name)
    return text.format(turn=point.turn, name=name, before=before, after=after)


def no_reason(point: TurningPoint, context: MatchContext) -> str:
    """Return a sentence for a turning point that no sentence of the log explains: whose way or chance changed."""
    if point.mover >= 0:
        text, word, count = _("{name} came {count} spaces closer to its goal."), "closer", point.closer
        if point.change < 0 and point.farther >= point.closer:
            text = _("{name} was {count} spaces farther from its goal at the end of the turn.")
            word, count = "farther", point.farther
        of_piece = context.chronicle.words.way_of_piece(word, count, context.display.robots[point.mover].team)
        return of_piece or text.format(name=side(context, point.mover), count=count)
    if len(sides(context)) == 2:  # the heading says it: what one gains the other loses
        return _("Many small things come together.")
    text = _("{name} gains the most: from {before} to {after}.")
    if point.change > 0:
        text = _("{name} loses the most: from {before} to {after}.")
    before, after = map(percent, point.other_chances)
    return text.format(name=side(context, point.other), before=before, after=after)


def side(context: MatchContext, robot: int) -> str:
    """Return the name of a robot's team, or its own name without teams."""
    team = context.display.robots[robot].team
    return _("Team {team}").format(team=team) if team else context.name(robot)


def sides(context: MatchContext) -> list[Robot]:
    """Return one robot of each team, by team number; without teams all robots, in the order of the window's lists."""
    found: dict[tuple[int, int], Robot] = {}
    for robot in context.display.robots:
        if robot.seat >= 0:
            found.setdefault((robot.team, 0 if robot.team else robot.index), robot)
    return sorted(context.in_rows(found.values()), key=lambda robot: robot.team)


def comparison(found: ProgramFound, titles: dict[str, str]) -> str:
    """Return a sentence about what a better program would have changed."""
    if found.same:
        return _("The bots know no better program.")
    chance = _("chance to win {chance}").format(chance=percent(found.better_trial.chance))
    parts = [chance, *_numbers(found, titles), *_way(found), *_damage(found), *_losses(found)]
    return _("With the programs of the others as they were: {differences}.").format(differences=", ".join(parts))


def _numbers(found: ProgramFound, titles: dict[str, str]) -> list[str]:
    own, other = found.played_trial.values, found.better_trial.values
    return [
        f"{title} {_signed(other[name] - own[name])}"
        for name, title in titles.items()
        if name in own and name in other and other[name] != own[name]
    ]


def _signed(number: float) -> str:
    return f"{number:+.0f}".replace("-", "\N{MINUS SIGN}")


def _way(found: ProgramFound) -> list[str]:
    """Return in a list how the ways to the goal differ, in words; empty if they do not, or if the goals differ."""
    own, other = found.played_trial, found.better_trial
    if own.steps is None or other.steps is None or _goals_differ(found):
        return []
    closer = own.steps - other.steps
    count = round(abs(closer))
    if not count:
        return []
    if closer > 0:
        return [_("1 space closer") if count == 1 else _("{count} spaces closer").format(count=count)]
    return [_("1 space farther away") if count == 1 else _("{count} spaces farther away").format(count=count)]


def _goals_differ(found: ProgramFound) -> bool:
    own, other = found.played_trial.values, found.better_trial.values
    return any(own[name] != other.get(name, own[name]) for name in own)


def _damage(found: ProgramFound) -> list[str]:
    less = found.played_trial.damage - found.better_trial.damage
    return (
        [(_("{count} damage less") if less > 0 else _("{count} damage more")).format(count=abs(less))] if less else []
    )


def _losses(found: ProgramFound) -> list[str]:
    own, other = found.played_trial.lost, found.better_trial.lost
    return [] if own == other else [_("destroyed") if other else _("not destroyed")]

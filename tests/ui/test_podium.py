"""The three best robots on steps, and what each was best at (CLI-2103, CLI-2104)."""

from typing import Any

import pytest

from roborally.ui.match.windows.podium import FACES, praise
from roborally.ui.match.windows.result_screen import ResultScreen, ranked
from roborally.ui.toolkit import pictures
from tests.sweeps import few_of


def result_of(app: Any, context: Any) -> Any:
    return ResultScreen(app, context, [("Main menu", "arrow-left", app.pop)])


@pytest.mark.parametrize("bots", few_of([7, 1, 3]))
def test_the_best_three_stand_on_steps_in_their_order(app: Any, open_mode: Any, bots: int) -> None:
    """CLI-2103: the first in the middle and the highest, in all sizes of games."""
    context = open_mode("crash-and-burn", bots=bots).context
    context.display.winners = (1,)
    screen = result_of(app, context)
    assert screen.order[0] == 1
    assert len(screen.steps) == min(3, bots + 1)
    heights = [step.top for step in screen.steps]
    assert heights == sorted(heights, reverse=True)
    assert screen.steps[1].right < screen.steps[0].x
    assert not any(label.is_shortened for label in screen.layer.labels)


def test_only_for_whom_a_bot_played_there_is_its_sign(app: Any, open_mode: Any) -> None:
    """On the podium and in the table of all numbers."""
    context = open_mode("crash-and-burn").context
    context.display.winners = (0,)
    sign = pictures.icon("robot", 24)
    for context.stand_ins in ((), (0,)):
        screen = result_of(app, context)
        for _page in range(2):
            signs = [sprite.visible for sprite in screen.layer.sprites if sprite.texture is sign]
            assert (len(signs), sum(signs)) == (3, len(context.stand_ins))
            screen.turn_over()


@pytest.mark.parametrize(("teams", "steps"), [((1, 2, 1, 2), 2), ((1, 1, 2, 2, 3, 3, 4, 4), 3)])
def test_the_robots_of_a_team_stand_on_one_step(app: Any, open_mode: Any, teams: tuple[int, ...], steps: int) -> None:
    """CLI-2103: side by side, none beyond the step."""
    context = open_mode("crash-and-burn", bots=len(teams) - 1).context
    for robot, team in zip(context.display.robots, teams, strict=True):
        robot.team = team
    context.display.winners = tuple(index for index, team in enumerate(teams) if team == 2)
    screen = result_of(app, context)
    assert len(screen.steps) == steps
    assert screen.steps[1].right < screen.steps[0].x
    portraits = {context.picture(index, side) for index in context.display.winners for side in (64, 128)}
    drawn = [sprite for sprite in screen.layer.sprites if sprite.texture in portraits]
    stands = [sprite for sprite in drawn if sprite.width > max(FACES)]
    assert len(stands) == len(context.display.winners)
    first = screen.steps[0]
    assert all(first.x <= sprite.center_x <= first.right for sprite in stands)
    assert [sprite.bottom for sprite in stands] == pytest.approx([first.top] * len(stands))
    screen.turn_over()
    tops = {label.text: label.y for label in screen.layer.labels}
    rows = [teams[index] for index in sorted(range(len(teams)), key=lambda index: -tops[context.name(index)])]
    assert rows == sorted(teams, key=lambda team: (team != 2, team)), "the numbers, too, stand by teams"


def test_without_a_winner_nobody_stands_on_a_step(app: Any, open_mode: Any) -> None:
    """CLI-2103."""
    context = open_mode("crash-and-burn").context
    context.display.winners = ()
    assert result_of(app, context).steps == []


def forget(tally: Any) -> None:
    """Let all numbers be 0."""
    for counts in tally.counts:
        counts |= dict.fromkeys(counts, 0)


def test_each_robot_is_praised_for_what_it_was_best_at(app: Any, open_mode: Any) -> None:
    """CLI-2104: the number in which it is the furthest ahead."""
    context = open_mode("crash-and-burn").context
    tally, order = context.session.tally, [0, 1, 2]
    forget(tally)
    up = [name for name in tally.titles() if _leads_with(tally, name, 1)][:2]
    down = next(name for name in tally.titles() if _leads_with(tally, name, -1))
    close, far = up
    tally.counts[0] |= {close: 10, far: 6}
    tally.counts[1] |= {close: 9, far: 1}
    title = context.words.translated(tally.titles()[far])
    assert praise(context, 0, order) == f"{title}: 6, more than all others"
    tally.counts[0][down] = tally.counts[1][down] = 2
    title = context.words.translated(tally.titles()[down])
    assert praise(context, 2, order) == f"{title}: 0, fewer than all others"
    title = context.words.translated(tally.titles()[close])
    assert praise(context, 1, order) == f"{title}: 9", "nothing is its own, and here only one robot is ahead of it"


def test_each_robot_has_the_number_that_decides(app: Any, open_mode: Any) -> None:
    """CLI-2104: also who is best at nothing; among those with as much, the number that decides then."""
    context = open_mode("crash-and-burn").context
    forget(context.session.tally)
    gauge = next(gauge for gauge in ranked(context) if gauge.manifest.goal)
    context.display.robots[0].gauges[gauge.name] = 1
    goal = context.display.robots[0].goals[gauge.name]
    for robot, damage in zip(context.display.robots, (0, 2, 5), strict=True):
        robot.damage = damage
    texts = [label.text for label in result_of(app, context).layer.labels]
    damages = [text.partition(" – ")[0] for text in texts if text.startswith("Damage at")]
    assert damages == ["Damage at the end: 2", "Damage at the end: 5"]
    assert [text for text in texts if text.endswith(f"/{goal}")] == [f"{gauge.title}: {n}/{goal}" for n in (1, 0, 0)]


def test_praise_that_few_share_comes_before_what_most_have_in_common(app: Any, open_mode: Any) -> None:
    """CLI-2336: early in a match nearly nobody has been destroyed; that is nobody's special merit."""
    context = open_mode("crash-and-burn", bots=5).context
    tally, order = context.session.tally, list(range(6))
    forget(tally)
    up = next(name for name in tally.titles() if _leads_with(tally, name, 1))
    down = next(name for name in tally.titles() if _leads_with(tally, name, -1))
    tally.counts[5][down] = 1
    tally.counts[0][up] = tally.counts[1][up] = 2
    text = {name: context.words.translated(title) for name, title in tally.titles().items()}
    assert praise(context, 0, order) == f"{text[up]}: 2"
    assert praise(context, 2, order) == f"{text[down]}: 0", "there is nothing better to say"


def _leads_with(tally: Any, name: str, difference: int) -> bool:
    """Return whether a robot with one more (1) or one less (-1) is the best in a statistic."""
    before = tally.counts[0][name], tally.counts[1][name]
    tally.counts[0][name], tally.counts[1][name] = 5 + difference, 5
    found = bool(tally.best(name, [0, 1]) == 0)
    tally.counts[0][name], tally.counts[1][name] = before
    return found

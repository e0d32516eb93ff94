"""One game, and which games are played."""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

import msgspec
import pytest

from roborally.arena.chunks import Chunk, play_spread
from roborally.arena.exhibition import play_numbers
from roborally.arena.plan import ExhibitionGames, config_of, course_of, lineup, make_terms, robots_of, seed_of
from roborally.arena.play import play
from roborally.base.errors import GameError
from roborally.bots.registry import make_bot
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue
from tests.arena.setting import exhibition, outcomes, played, terms, two_courses
from tests.shipped import catalogue, drawn


def game_on(grid: str, catalogue: Catalogue, **rules: Any) -> Game:
    config = MatchConfig(MatchSection(course="drawn"), rules=rules, seats=[SeatConfig("A"), SeatConfig("B")])
    return make_game(config, catalogue, course=drawn(grid, catalogue), strict=False)


# --- one game -------------------------------------------------------------------------------------------------------


def test_a_game_that_never_ends_is_stopped_and_says_so(catalogue: Catalogue) -> None:
    game = game_on(" d1>:nesw  .  d2>:nesw  c1 ", catalogue)
    outcome = play(game, ["random"] * 2, [make_bot("random", catalogue)] * 2, 1, 7)
    assert (outcome.ended, outcome.turns, outcome.winners) == ("limit", 7, [])


def test_the_last_robot_wins_by_elimination(catalogue: Catalogue) -> None:
    game = game_on(" d1>:nesw  c1:e  d2>:w  O ", catalogue, lives=0)
    outcome = play(game, ["random"] * 2, [make_bot("random", catalogue)] * 2, 1, 50)
    assert (outcome.ended, outcome.winners, outcome.destroyed) == ("elimination", [0], [0, 1])


def test_reaching_the_goal_is_told_from_elimination(catalogue: Catalogue) -> None:
    game = game_on(" d1>  .  c1  .  .  d2>:nesw ", catalogue)
    outcome = play(game, ["greedy"] * 2, [make_bot("greedy", catalogue)] * 2, 1, 50)
    assert (outcome.ended, outcome.winners, outcome.checkpoints) == ("goal", [0], [1, 0])
    assert list(outcome.ranked) == ["checkpoint", "lives"]
    assert outcome.ranked["checkpoint"] == [1, 0]


def test_destructions_and_traffic_have_their_places(catalogue: Catalogue) -> None:
    game = game_on(" d1>:nesw  c1:e  d2>:w  O ", catalogue, lives=0)
    outcome = play(game, ["random"] * 2, [make_bot("random", catalogue)] * 2, 1, 50)
    (death,) = outcome.destructions
    assert (death.seat, death.cause, death.turn) == (1, "pit" if death.x == 3 and death.y == 0 else "edge", 1)
    assert len(outcome.traffic) == 4
    assert outcome.traffic[0] == outcome.traffic[1] == 0
    assert outcome.traffic[3] == (death.cause == "pit")


def test_who_was_behind_is_counted_in_checkpoints(catalogue: Catalogue) -> None:
    game = game_on(" d1>  .  c1  " + ".  " * 20 + "c2  .  .  d2>:nesw ", catalogue)
    outcome = play(game, ["greedy"] * 2, [make_bot("greedy", catalogue)] * 2, 3, 50)
    assert outcome.winners == [0]
    assert outcome.turns > 1
    assert outcome.behind == [0, 1]


# --- many games -----------------------------------------------------------------------------------------------------


def test_bots_move_up_one_seat_from_game_to_game() -> None:
    plan = exhibition("greedy", "random", "random")
    assert [lineup(plan, number)[0] for number in range(4)] == ["greedy", "random", "random", "greedy"]
    assert sorted(lineup(plan, 1)) == sorted(plan.bots)


def test_every_game_has_its_own_seed() -> None:
    plan = exhibition("greedy", "random")
    seeds = {seed_of(plan, number) for number in range(1000)}
    assert len(seeds) == 1000
    assert max(seeds) < 2**53


def test_the_number_of_processes_does_not_matter() -> None:
    plan = exhibition("greedy", "random", "greedy", games=3, mode="classic")
    alone = outcomes(plan)
    assert alone == outcomes(plan, 2)
    assert [outcome.number for outcome in alone] == list(range(3))
    assert alone == [outcome for outcome in alone if outcome.bots == list(lineup(plan, outcome.number))]


@pytest.mark.long
def test_bundles_wait_for_late_spectators_and_for_games_without_players() -> None:
    submitted: list[Sequence[int]] = []
    before: list[int] = []
    there = iter((0, 1, 3, 3))

    def submit(numbers: Sequence[int]) -> Future[bytes]:
        submitted.append(numbers)
        future: Future[bytes] = Future()
        future.set_result(msgspec.json.encode(Chunk([played()[number] for number in numbers], 60.0)))
        return future

    def workers() -> int:
        before.append(len(submitted))
        return next(there)

    found = list(play_spread(range(8), submit, workers))
    assert sorted(result.game.number for result in found) == list(range(8))
    assert before == [0, 2, 4, 8]


def test_unknown_bots_are_refused_before_anything_is_played(catalogue: Catalogue) -> None:
    with pytest.raises(GameError, match="no bot 'deep'"):
        make_terms(exhibition("greedy", "deep"), catalogue)


def test_courses_are_played_in_turn_while_bots_and_robots_move() -> None:
    plan = two_courses()
    courses = [course_of(plan, number) for number in range(4)]
    assert courses == ["first-steps", "ring-race", "first-steps", "ring-race"]
    assert [lineup(plan, number)[0] for number in range(6)] == ["random", "random", "greedy", "greedy"] + ["random"] * 2
    assert [robots_of(plan, number) for number in (0, 3, 4, 8, 12)] == [
        ("tanky", "peach"),
        ("tanky", "peach"),
        ("peach", "albot"),
        ("albot", "tanky"),
        ("tanky", "peach"),
    ]


def test_every_bot_meets_every_seat_robot_and_course_equally_often() -> None:
    plan = two_courses()
    met = [
        (course_of(plan, number), seat, bot, robot)
        for number in range(12)
        for seat, (bot, robot) in enumerate(zip(lineup(plan, number), robots_of(plan, number), strict=True))
    ]
    assert len(set(met)) == len(met) == 2 * 2 * 2 * 3


def test_outcomes_say_who_played_what() -> None:
    for number, result in enumerate(played()):
        game = result.game
        assert (game.number, game.seed) == (number, seed_of(two_courses(), number))
        assert (game.course, tuple(game.bots)) == (course_of(two_courses(), number), lineup(two_courses(), number))
        assert tuple(game.robots) == robots_of(two_courses(), number)
        assert game.destroyed == [sum(death.seat == seat for death in game.destructions) for seat in range(2)]
        assert sum(game.traffic) > 0
        assert all(clock.answers >= game.turns > 0 and 0 < clock.longest <= clock.seconds for clock in result.thinking)


def test_games_are_the_same_alone_and_in_any_order() -> None:
    some = play_numbers(terms(), [6, 1], catalogue(), 1)
    assert [result.game for result in some] == [played()[6].game, played()[1].game]


def test_few_games_are_kept_built_and_that_changes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roborally.arena.plan.MAX_GAMES_KEPT", 2)
    table = ExhibitionGames(terms(), catalogue())
    for number in (0, 1, 4, 0, 5):
        assert table.play(number).game == played()[number].game
    assert len(table.built) == 2


def test_a_game_that_is_recorded_is_the_same(catalogue: Catalogue) -> None:
    recorder, outcome = ExhibitionGames(terms(), catalogue).record(1)
    assert outcome == played()[1].game
    assert recorder.record.seed == outcome.seed
    assert [seat["controller"] for seat in recorder.record.config["seats"]] == outcome.bots


def test_the_course_is_that_of_the_terms_even_when_its_file_changes(catalogue: Catalogue) -> None:
    swapped = msgspec.structs.replace(terms(), courses=terms().courses[::-1])
    result = next(play_numbers(swapped, [0], catalogue, 1))
    assert result.game.course == "ring-race"
    assert config_of(two_courses(), 0).match.course == "first-steps"


def test_a_course_that_does_not_fit_is_refused_before_anything_is_played(catalogue: Catalogue) -> None:
    with pytest.raises(GameError, match="Short Circuit"):
        make_terms(exhibition("random", "random", courses=("first-steps", "short-circuit")), catalogue)

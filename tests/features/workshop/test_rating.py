"""How a course plays: figures that depend on the seed alone, and verdicts that are right."""

from pathlib import Path

import pytest
from msgspec import structs

from roborally.arena.plan import ExhibitionGames
from roborally.base import paths
from roborally.base.errors import GameError
from roborally.features.workshop.rating.conditions import terms_for
from roborally.features.workshop.rating.figures import figures_of
from roborally.features.workshop.rating.rated_game import play_rated
from roborally.features.workshop.rating.run import RatingRun, wait_for
from roborally.features.workshop.rating.verdicts import LEAST_GAMES, keep_figures
from roborally.features.workshop.rating.words import RatingWords
from roborally.features.workshop.rating.workers import Workers
from roborally.game.course.courses import course_files, load_course
from roborally.game.course.notation import Notations
from roborally.plugin_system.loader import find_plugins
from roborally.profile.board_figures import BoardFigures, Verdict, stored_figures
from tests.features.workshop.setting import FAR, PIT, WALLED, course, own_fan, rate, rated, terms
from tests.shipped import catalogue

NOTATIONS = Notations.of(catalogue().plugins.values())


@pytest.mark.long
def test_the_figures_depend_on_the_seed_and_not_on_the_number_of_processes() -> None:
    conditions = terms(PIT, "random", 6)
    text: list[tuple[int, int]] = []
    one = rate(conditions, catalogue(), progress=lambda completed, total: text.append((completed, total)))
    two = rate(conditions, catalogue(), jobs=2)
    assert one == two == rated(PIT, "random", 6)
    assert text[-1] == (6, 6)
    assert [done for done, _total in text] == sorted({done for done, _total in text})
    assert rated(PIT, "random", 6, seed=2).turns != one.turns


def test_a_deadly_board_is_found_with_its_worst_cell_and_what_destroys_there() -> None:
    rating = rated(PIT, "random")
    assert Verdict("too-deadly") in rating.verdicts
    assert rating.spots[0].cell == (2, 2)
    assert max(rating.causes, key=rating.causes.__getitem__) == "pit"
    assert rating.spots[0].causes["pit"] == rating.causes["pit"]
    assert sum(rating.causes.values()) == pytest.approx(rating.destructions.mean * rating.games)
    assert rating.per_robot.mean == pytest.approx(rating.destructions.mean / 2)
    assert rating.per_robot.low < rating.per_robot.mean < rating.per_robot.high


def test_who_destroys_is_known_by_the_element_that_acts() -> None:
    table = ExhibitionGames(terms(PIT, "random", 12), catalogue())
    games = [play_rated(table, number) for number in range(12)]
    pit = next(number for number, (kind, *_) in enumerate(table.terms.courses[0].elements) if kind == "pit")
    deaths = [death for game in games for death in game.deaths]
    assert {death.source for death in deaths if death.cause == "pit"} == {pit}
    assert {death.direction for death in deaths if death.cause == "pit"} <= {0, 1, 2, 3}
    assert sum(game.acts[pit] for game in games) == sum(death.cause == "pit" for death in deaths)
    for game in games:
        assert [(d.seat, d.cause, d.cell) for d in game.deaths] == [
            (d.seat, d.cause, (d.x, d.y)) for d in game.game.destructions
        ]


def test_an_unfair_dock_is_found_and_named() -> None:
    rating = rated(FAR)
    assert [(dock.number, dock.cell, dock.wins) for dock in rating.docks] == [(1, (0, 0), 12), (2, (11, 0), 0)]
    assert rating.verdicts == [Verdict("unfair", number=2)]
    assert rating.fairness < 0.05
    text = RatingWords(catalogue().plugins.values()).verdict(rating.verdicts[0], rating)
    assert text == "Unfair to start space 2: it wins 0_% of the games, and 50_% would be fair.".replace(
        "_", "\N{NO-BREAK SPACE}"
    )


def test_a_fair_board_has_no_verdict() -> None:
    grid = " .  .  .  .\n d1>  .  .  c1\n d2>  .  .  .\n .  .  .  .\n"
    assert rated(grid.replace("c1", ".").replace(".\n d2", "c1\n d2"), games=4).verdicts == []


def test_games_without_an_end_are_cut_and_counted() -> None:
    rating = rated(WALLED, "greedy", 2)
    assert (rating.cut, rating.turns.mean) == (2, rating.turn_limit)
    assert rating.verdicts[0] == Verdict("too-long")
    assert all(dock.wins == 0 for dock in rating.docks)


def test_an_element_that_nobody_meets_is_found() -> None:
    grid = FAR.replace(" .    .   .", " g>   .   .")
    assert rated(grid, games=4).never_used == ["gear"]
    used = rated(
        FAR.replace("d1>  c1", "d1>  >  >  c1").replace("  .  .  .  .  .  .  d2>", "  .  .  .  .  d2>"), games=4
    )
    assert used.never_used == []
    assert sum(use.acts for use in used.uses if use.kind == "belt") > 0


@pytest.mark.long
def test_the_elements_of_a_stranger_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_fan(tmp_path, monkeypatch)
    catalogue = find_plugins(installed=False)
    grid = " .  .  .  .  .  .  .\n fan>12345  d1>  .  .  .  c1  .\n .  d2>  .  .  .  .  .\n"
    conditions = terms_for(course(grid, catalogue), catalogue, bot="greedy", games=2)
    assert conditions.exhibition.config.match.plugins == ["fan"]
    rating = rate(conditions, catalogue)
    fan = next(use for use in rating.uses if use.kind == "fan")
    assert fan.acts > 0
    assert rating.never_used == []
    assert RatingWords(catalogue.plugins.values()).element("fan") == "Fan"


def test_what_is_stopped_ends_in_the_middle_of_a_game() -> None:
    run = RatingRun(terms(WALLED, "planner", 30), catalogue(), Workers(2))
    processes = run.workers.processes
    assert len(processes) == 2
    run.close()
    for process in processes:
        process.join()
    assert all(process.exitcode for process in processes)
    assert not run.poll()
    assert not run.done


def test_a_process_that_dies_is_told() -> None:
    run = RatingRun(terms(WALLED, "planner", 30), catalogue(), Workers(1))
    run.workers.processes[0].kill()
    with pytest.raises(GameError, match="a process ended during a game"):
        wait_for(run)


def test_robots_that_begin_on_one_cell_are_told_by_seat() -> None:
    found = load_course(course_files(NOTATIONS)["quick-fuse"], NOTATIONS)
    conditions = terms_for(found, catalogue(), bot="random", games=1)
    assert conditions.exhibition.config.match.mode == "crash-and-burn"
    rating = figures_of(conditions, [play_rated(ExhibitionGames(conditions, catalogue()), 0)], NOTATIONS)
    assert [(dock.number, dock.cell) for dock in rating.docks] == [(1, None), (2, None), (3, None), (4, None)]


@pytest.mark.parametrize(
    ("grid", "more", "sentence"),
    [
        (" .  O\n .  c1\n", {"mode": "standard"}, "has no dock, without which 'standard' cannot be played"),
        (FAR, {"bot": "nobody"}, "there is no bot 'nobody'"),
        (FAR, {"seats": 3}, "3 seats, but mode 'standard' on course 'yard' takes 2 to 2"),
        (FAR, {"mode": "oil"}, "there is no mode 'oil'"),
        (FAR, {"games": 0}, "0 games cannot be played"),
        (FAR.replace("c1", "crush1+c1"), {"mode": "standard"}, "which mode 'standard' does not know"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(grid: str, more: dict[str, object], sentence: str) -> None:
    with pytest.raises(GameError) as found:
        terms_for(course(grid), catalogue(), **more)  # type: ignore[arg-type]
    assert sentence in str(found.value)


def test_the_order_in_which_games_end_does_not_matter() -> None:
    conditions = terms(PIT, "random", 4)
    table = ExhibitionGames(conditions, catalogue())
    games = [play_rated(table, number) for number in range(4)]
    assert figures_of(conditions, games, NOTATIONS) == figures_of(conditions, games[::-1], NOTATIONS)
    failed = [
        structs.replace(rated, game=structs.replace(rated.game, failure=f"fault {number}"))
        for number, rated in enumerate(games)
    ]
    assert figures_of(conditions, failed[::-1], NOTATIONS).failure == "fault 0"


def test_the_shelf_keeps_the_figures_of_enough_games_of_the_usual_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "figures_file", lambda: tmp_path / "figures.toml")
    drawn = course(PIT)
    rating = structs.replace(rated(PIT, games=1), bot="planner", games=LEAST_GAMES + 1, failed=1)
    for less in ({"games": LEAST_GAMES}, {"failed": 2}, {"bot": "random"}):
        keep_figures(drawn, structs.replace(rating, **less))
    assert stored_figures(drawn.board) is None
    keep_figures(drawn, rating)
    turns, minutes, deaths = (round(mean.mean, 2) for mean in (rating.turns, rating.minutes, rating.per_robot))
    expected = BoardFigures(rating.mode, LEAST_GAMES, turns, minutes, deaths, rating.verdicts)
    assert stored_figures(drawn.board) == expected

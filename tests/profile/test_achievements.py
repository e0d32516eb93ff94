"""Achievements: all that the rules list, each reached exactly at its limit, once, and only where it can be."""

from pathlib import Path

import pytest

from roborally.base.translation import use_language
from roborally.features.authoring.checks.plugin_check import check_plugin
from roborally.plugin import PluginError
from roborally.plugin_system.loader import find_plugins
from roborally.plugin_system.manifest import Condition, read_manifest
from roborally.profile import Achievement, History, find_achievements, record, standings
from tests.profile.games import STATISTICS, a_game
from tests.writing import write_plugin

# STD-1601 to STD-1631, as the rules list them: the statistics that are added up, and how much is enough.
CUMULATIVE = [
    *(("First Oil", "kills", 1), ("Oil Frenzy", "kills", 10), ("Rampage", "kills", 50)),
    *(("Local Politician", "uturn", 20), ("Member of Parliament", "uturn", 100), ("Chancellor", "uturn", 300)),
    *(("Ouch.", "taken", 100), ("Just a Scratch", "taken", 300), ("Structural Integrity at Risk", "taken", 1000)),
    *(("For a Higher Purpose", "deaths", 10), ("Zombie", "deaths", 30), ("I Will Live On!", "deaths", 100)),
    *(("One Step at a Time", "fwd back", 250), ("Achilles", "fwd back", 1000), ("Tortoise", "fwd back", 3000)),
    *(("Tactical Retreat", "back", 25), ("Headlong Flight", "back", 100)),
    ("Advance in the Other Direction", "back", 300),
    *(("Giddy", "left right uturn", 150), ("Dizzy Spell", "left right uturn", 500)),
    ("Total Loss of Orientation", "left right uturn", 1500),
    *(("Sylvester Stallone", "dealt", 50), ("Hulk", "dealt", 200), ("Godzilla", "dealt", 500)),
    *(("Fresh Paint", "repaired", 10), ("Oil Change", "repaired", 50), ("General Overhaul", "repaired", 150)),
    *(("A Break Does You Good.", "pdowns", 5), ("Well Slept", "pdowns", 20), ("Fully Rested", "pdowns", 50)),
    ("Make Way, Here I Come!", "pushed", 50),
]
# STD-1632 to STD-1634: what must not have happened in a game.
SINGLE = [("Untouchable", "taken"), ("Who Needs Backups?", "deaths"), ("Pacifist", "dealt")]
SPOILT = {"taken": 1, "deaths": 1, "dealt": 1}


def titles(achievements: list[Achievement]) -> list[str]:
    return [achievement.manifest.title for achievement in achievements]


def reached(history: History, achievements: list[Achievement]) -> list[str]:
    return titles([standing.achievement for standing in standings(history, achievements) if standing.reached])


def test_there_are_those_of_the_rules_in_their_order(achievements: list[Achievement]) -> None:
    assert titles(achievements) == [entry[0] for entry in CUMULATIVE] + [entry[0] for entry in SINGLE]
    assert (len(CUMULATIVE), len(SINGLE)) == (31, 3)
    assert all(achievement.plugin.id == "robot-statistics" for achievement in achievements)


@pytest.mark.parametrize(("title", "statistics", "limit"), CUMULATIVE, ids=lambda value: str(value))
def test_a_sum_over_all_games_is_enough_exactly_at_its_limit(
    profile: Path, title: str, statistics: str, limit: int, achievements: list[Achievement]
) -> None:
    names = statistics.split()
    # Many at once where the last one is one step short, then that step; every statistic counts as much as the others.
    for last in names:
        with History.open(profile / f"{last}.sqlite") as history:
            others = dict.fromkeys(set(STATISTICS) - set(names), 3000)
            text = titles(record(history, a_game({**others, names[0]: limit - 1}), achievements))
            assert title not in text
            assert title not in reached(history, achievements)
            standing = next(s for s in standings(history, achievements) if s.achievement.manifest.title == title)
            assert (standing.have, standing.need, standing.reached) == (limit - 1, limit, False)
            text = titles(record(history, a_game({last: 1}), achievements))
            assert title in text
            assert title in reached(history, achievements)
            text = titles(record(history, a_game({last: 1}), achievements))
            assert title not in text, "only the first time"
            standing = next(s for s in standings(history, achievements) if s.achievement.manifest.title == title)
            assert (standing.have, standing.need, standing.reached) == (limit, limit, True)


@pytest.mark.parametrize(("title", "statistic"), SINGLE)
def test_a_single_game_is_enough_without_and_not_with_one(
    title: str, statistic: str, achievements: list[Achievement]
) -> None:
    with History.open() as history:
        assert title not in titles(record(history, a_game(SPOILT | {statistic: 1}, won=True), achievements))
        assert title not in titles(record(history, a_game(SPOILT | {statistic: 0}), achievements)), "it was lost"
        assert titles(record(history, a_game(SPOILT | {statistic: 0}, won=True), achievements)) == [title]
        assert title not in titles(record(history, a_game(SPOILT | {statistic: 0}, won=True), achievements))
        assert title in reached(history, achievements), "a game that was worse takes nothing away"


def test_a_game_that_does_not_count_a_statistic_is_not_without_it(achievements: list[Achievement]) -> None:
    with History.open() as history:
        assert record(history, a_game(counted=False, won=True, points=4), achievements) == []
        game = a_game(counted=False, won=True, points=4, taken=0)
        assert titles(record(history, game, achievements)) == ["Untouchable"]


def test_a_condition_on_two_statistics_needs_both_to_be_counted() -> None:
    peaceful = Condition(game=["dealt", "kills"], equals=0)
    with History.open() as history:
        history.keep(a_game(counted=False, dealt=0))
        assert not history.any_game(peaceful)
        history.keep(a_game(counted=False, dealt=0, kills=0))
        assert history.any_game(peaceful)


def test_the_first_game_may_reach_many(achievements: list[Achievement]) -> None:
    with History.open() as history:
        text = record(history, a_game(dict.fromkeys(STATISTICS, 3000)), achievements)
        assert len(text) == 31
        assert len(record(history, a_game(won=True), achievements)) == 3
        assert len(reached(history, achievements)) == 34


def test_a_lost_first_match_earns_nearly_nothing(achievements: list[Achievement]) -> None:
    """STD-R40: as much as beginners do at most in a match that greedy bots win."""
    lost = {
        "fwd": 78,
        "back": 7,
        "left": 29,
        "right": 24,
        "uturn": 6,
        "taken": 32,
        "deaths": 4,
        "dealt": 23,
        "pushed": 6,
    }
    with History.open() as history:
        assert titles(record(history, a_game(lost, kills=1, repaired=1, pdowns=2), achievements)) == ["First Oil"]


def test_without_a_history_none_is_reached(achievements: list[Achievement]) -> None:
    found = standings(None, achievements)
    assert not any(standing.reached or standing.have for standing in found)
    assert [standing.need for standing in found] == [entry[2] for entry in CUMULATIVE] + [0, 0, 0]


def test_titles_are_those_of_the_players_language(achievements: list[Achievement]) -> None:
    use_language("de")
    assert achievements[0].title == "Erstes Öl"
    assert achievements[-1].title == "Pazifist"
    assert achievements[1].text == "Zerstöre 10 Roboter."
    use_language("sv")
    assert achievements[0].title == "Första oljan"
    use_language()
    assert achievements[0].title == "First Oil"


# --- achievements of other plugins ----------------------------------------------------------------------------------


def a_plugin(folder: Path, table: str) -> Path:
    return write_plugin(folder, "trial", f'needs = ["robot-statistics"]\n{table}')


def test_a_plugin_adds_one_without_code(profile: Path) -> None:
    condition = '{ game = ["kills", "pushed"], at_least = 3 }'
    table = f'[achievement.brawl]\ntitle = "Brawl"\ntext = "Push [b]or[/b] destroy."\ncondition = {condition}\n'
    assert check_plugin(a_plugin(profile / "plugins", table)).problems == []
    found = find_achievements(find_plugins(installed=False))
    assert titles(found)[-1] == "Brawl"
    with History.open() as history:
        for kills, pushed in ((1, 1), (1, 1), (0, 2)):
            assert "Brawl" not in titles(record(history, a_game(kills=kills, pushed=pushed), found))
        assert "Brawl" in titles(record(history, a_game(kills=2, pushed=1), found))


@pytest.mark.parametrize(
    ("condition", "problem"),
    [
        ("{ at_least = 1 }", "under either sum or game"),
        ("{ sum = ['fwd'], game = ['fwd'], at_least = 1 }", "under either sum or game"),
        ("{ sum = [], at_least = 1 }", "under either sum or game"),
        ("{ sum = ['fwd', 'fwd'], at_least = 1 }", "each statistic once"),
        ("{ sum = ['fwd'] }", "either at_least or equals"),
        ("{ game = ['fwd'], at_least = 1, equals = 1 }", "either at_least or equals"),
        ("{ sum = ['fwd'], equals = 4 }", "a sum over all games only grows"),
        ("{ sum = ['fwd'], at_least = 4, won = true }", "won only with game"),
        ("{ sum = ['fwd'], at_least = 0 }", "at_least of 1 or more, not 0"),
        ("{ game = ['fwd'], at_least = 99999999999999 }", "a number beyond"),
        ("{ sum = ['fwd'], at_least = 1, code = 'import os' }", "unknown key 'code'"),
        ("'fwd > 3'", "expected a table, got a text"),
    ],
)
def test_an_invalid_condition_is_refused(tmp_path: Path, condition: str, problem: str) -> None:
    folder = a_plugin(tmp_path, f"[achievement.odd]\ntitle = 'Odd'\ntext = 'Odd.'\ncondition = {condition}\n")
    with pytest.raises(PluginError, match=r"plugin\.toml: .*") as caught:
        read_manifest(folder)
    assert problem in str(caught.value)


def test_an_uncounted_statistic_is_found(tmp_path: Path) -> None:
    table = "[achievement.odd]\ntitle = 'Odd'\ntext = 'Odd.'\ncondition = { sum = ['fwd', 'hops'], at_least = 1 }\n"
    report = check_plugin(a_plugin(tmp_path, table))
    assert report.problems == ["plugin.toml: achievement.odd: no enabled plugin counts 'hops'; is it 'shots'?"]


@pytest.mark.parametrize(
    ("condition", "amount", "holds"),
    [
        (Condition(sum=["a"], at_least=3), 2, False),
        (Condition(sum=["a"], at_least=3), 4, True),
        (Condition(game=["a"], equals=3), 3, True),
        (Condition(game=["a"], equals=3), 4, False),
        (Condition(game=["a"], equals=0), 0, True),
        (Condition(game=["a"], at_least=0), 0, True),
    ],
)
def test_conditions_hold_in_words_and_in_the_file(condition: Condition, amount: int, holds: bool) -> None:
    assert condition.problem() is None
    assert condition.holds(amount) is holds
    with History.open() as history:
        history.keep(a_game(counted=False, a=amount))
        assert history.any_game(condition) is holds

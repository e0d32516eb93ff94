import json
from pathlib import Path
from typing import Any

import pytest

from roborally.arena.exhibition import Exhibition, lineup, run_exhibition, seed_of
from roborally.arena.play import Outcome, play
from roborally.arena.report import percentile, summarise
from roborally.bots.registry import make_bot
from roborally.cli import main
from roborally.config import Game, MatchConfig, MatchSection, SeatConfig, make_game
from roborally.core.dice import Dice
from roborally.core.rules import Decision
from roborally.core.views import View
from roborally.course import Course, Notations, parse_grid
from roborally.errors import GameError
from roborally.loader import Catalogue, find_plugins


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return find_plugins(installed=False)


def exhibition(*bots: str, games: int = 6, mode: str = "standard", **more: Any) -> Exhibition:
    seats = [SeatConfig(f"S{number}", robot="albot") for number in range(len(bots))]
    match = MatchSection(mode=mode, course="first-steps", plugins=["classic-robots"])
    return Exhibition(MatchConfig(match, seats=seats), bots, games, 5, **more)


def drawn(grid: str, catalogue: Catalogue, **rules: Any) -> Game:
    board = parse_grid(grid, Notations.of(catalogue.plugins.values()))
    config = MatchConfig(MatchSection(course="drawn"), rules=rules, seats=[SeatConfig("A"), SeatConfig("B")])
    return make_game(config, catalogue, course=Course("drawn", "Drawn", board), strict=False)


# --- one game -------------------------------------------------------------------------------------------------------


def test_a_game_that_never_ends_is_stopped_and_says_so(catalogue: Catalogue) -> None:
    game = drawn(" d1>:nesw  .  d2>:nesw  c1 ", catalogue)
    outcome = play(game, ["random"] * 2, [make_bot("random", catalogue)] * 2, 1, 7)
    assert (outcome.ended, outcome.turns, outcome.winners) == ("limit", 7, [])


def test_the_last_robot_wins_by_elimination(catalogue: Catalogue) -> None:
    game = drawn(" d1>:nesw  c1:e  d2>:w  O ", catalogue, lives=0)
    outcome = play(game, ["random"] * 2, [make_bot("random", catalogue)] * 2, 1, 50)
    assert (outcome.ended, outcome.winners, outcome.destroyed) == ("elimination", [0], [0, 1])


def test_reaching_the_goal_is_told_from_elimination(catalogue: Catalogue) -> None:
    game = drawn(" d1>  .  c1  .  .  d2>:nesw ", catalogue)
    outcome = play(game, ["greedy"] * 2, [make_bot("greedy", catalogue)] * 2, 1, 50)
    assert (outcome.ended, outcome.winners, outcome.checkpoints) == ("goal", [0], [1, 0])


class Silent:
    """Answers nonsense to everything."""

    def choose(self, view: View, decision: Decision, dice: Dice) -> Any:
        return {"no": "sense"}


def test_defaults_stand_in_for_a_bot_that_fails(catalogue: Catalogue) -> None:
    game = drawn(" d1>  .  c1  .  .  d2>:nesw ", catalogue)
    outcome = play(game, ["silent", "random"], [Silent(), make_bot("random", catalogue)], 1, 3)
    assert outcome.faults[0] >= 2
    assert outcome.faults[1] == 0


# --- many games -----------------------------------------------------------------------------------------------------


def test_bots_move_up_one_seat_from_game_to_game() -> None:
    plan = exhibition("greedy", "random", "random")
    assert [lineup(plan, number)[0] for number in range(4)] == ["greedy", "random", "random", "greedy"]
    assert sorted(lineup(plan, 1)) == sorted(plan.bots)


def test_every_game_has_a_seed_of_its_own() -> None:
    plan = exhibition("greedy", "random")
    seeds = {seed_of(plan, number) for number in range(1000)}
    assert len(seeds) == 1000
    assert max(seeds) < 2**53


@pytest.mark.parametrize("mode", ["standard", "classic"])
def test_the_number_of_processes_does_not_matter(catalogue: Catalogue, mode: str) -> None:
    plan = exhibition("greedy", "random", "greedy", mode=mode)
    alone = list(run_exhibition(plan, catalogue, 1))
    assert alone == list(run_exhibition(plan, catalogue, 2))
    assert [outcome.number for outcome in alone] == list(range(6))
    assert alone == [outcome for outcome in alone if outcome.bots == list(lineup(plan, outcome.number))]


def test_unknown_bots_are_refused_before_anything_is_played(catalogue: Catalogue) -> None:
    with pytest.raises(GameError, match="no bot 'deep'"):
        run_exhibition(exhibition("greedy", "deep"), catalogue)


def outcome(number: int, turns: int, ended: str, winners: list[int]) -> Outcome:
    return Outcome(number, 1, ["a", "b"] if number % 2 else ["b", "a"], winners, turns, ended, [1, 0], [2, 1], [0, 3])


def test_a_summary_counts_by_bot_and_by_seat() -> None:
    outcomes = [outcome(0, 4, "goal", [0]), outcome(1, 6, "elimination", [0]), outcome(2, 200, "limit", [])]
    summary = summarise(exhibition("a", "b", games=3), outcomes)
    assert summary["turns"] == {"median": 5, "p10": 4, "p90": 6, "longest": 6}
    assert summary["ended"] == {"goal": 1, "elimination": 1, "draw": 0, "limit": 1}
    assert summary["destructions_per_game"] == 1
    by_bot = {row["bot"]: row for row in summary["by_bot"]}
    assert by_bot["a"] == {"bot": "a", "played": 3, "wins": 1, "checkpoints": 4, "destroyed": 1, "faults": 6}
    assert by_bot["b"]["wins"] == 1
    assert [row["wins"] for row in summary["by_seat"]] == [2, 0]


@pytest.mark.parametrize(("share", "expected"), [(10, 1), (50, 5), (90, 9), (100, 10)])
def test_percentiles_are_values_that_occur(share: int, expected: int) -> None:
    assert percentile(list(range(1, 11)), share) == expected


# --- the command ----------------------------------------------------------------------------------------------------


def run_command(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["exhibit", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_the_command_prints_json_and_writes_every_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = [
        "--bots",
        "random,random",
        "--course",
        "first-steps",
        "--games",
        "3",
        "--seed",
        "9",
        "--jobs",
        "1",
        "--json",
    ]
    status, out, err = run_command(capsys, *words, "--out", str(tmp_path / "new"))
    summary = json.loads(out)
    assert (status, err, summary["games"], summary["seed"]) == (0, "", 3, 9)
    lines = [json.loads(line) for line in (tmp_path / "new" / "games.jsonl").read_text().splitlines()]
    assert [line["number"] for line in lines] == [0, 1, 2]
    assert json.loads((tmp_path / "new" / "summary.json").read_text()) == summary
    status, _, err = run_command(capsys, *words, "--out", str(tmp_path / "new"))
    assert status == 2
    assert "is there already" in err


def test_the_command_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run_command(capsys, "--bots", "random,random", "--games", "2", "--seed", "1", "--jobs", "1")
    assert status == 0
    for text in ("2 games, mode standard, course ring-race, seed 1", "turns, median", "wins per seat", "Seat 2"):
        assert text in out


def test_a_mode_that_the_usual_course_is_not_for_gets_another(capsys: pytest.CaptureFixture[str]) -> None:
    bots = ["--bots", "random,random,random", "--games", "1", "--jobs", "1", "--seed", "1", "--json"]
    assert main(["exhibit", "--mode", "volt", *bots]) == 0
    assert json.loads(capsys.readouterr().out)["course"] == "short-circuit"


def test_a_match_file_gives_seats_and_rules(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    file.write_text(
        '[match]\nmode = "classic"\ncourse = "rush-hour"\nseed = 3\n[rules]\nlives = 0\n'
        '[[seats]]\nname = "Ada"\ncontroller = "human"\n[[seats]]\nname = "Bolt"\ncontroller = "random"\n'
    )
    status, _, err = run_command(capsys, str(file))
    assert (status, err.count("\n")) == (2, 1)
    assert "seat 'Ada' is for a person" in err
    status, out, _ = run_command(capsys, str(file), "--bots", "random,random", "--games", "2", "--jobs", "1", "--json")
    summary = json.loads(out)
    assert (status, summary["mode"], summary["course"], summary["seed"]) == (0, "classic", "rush-hour", 3)
    assert [row["name"] for row in summary["by_seat"]] == ["Ada", "Bolt"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--games", "0"], "--games must be a whole number from 1 to 1000000, not '0'"),
        (["--games", "many"], "--games must be a whole number"),
        (["--jobs", "0.5"], "--jobs must be a whole number"),
        (["--seed", "-1"], "--seed must be a whole number"),
        (["--bots", "greedy,,random"], "--bots must be 1 to 8 names joined by commas"),
        (["--bots", ",".join(["random"] * 9)], "--bots must be 1 to 8 names"),
        (["--bots", "greedy"], "1 seats, but mode 'standard' on course 'ring-race' takes 2 to 8"),
        (["--bots", "greedy,deep"], "there is no bot 'deep'; there are: random, greedy, planner, rival"),
        (["--course", "nowhere"], "there is no course 'nowhere'"),
        (["--mode", "gears"], "match.mode names 'gears', which is no mode"),
        (["--mode", "classic", "--course", "slippery-slope"], "has a oil at"),
        (["no-such-match.toml"], "no-such-match.toml: there is no such file"),
        (["--out", "/dev/null/x"], "cannot be written"),
    ],
)
def test_bad_values_are_one_plain_sentence(capsys: pytest.CaptureFixture[str], words: list[str], sentence: str) -> None:
    status, out, err = run_command(capsys, *words)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert sentence in err
    assert "Traceback" not in err


def test_options_that_do_not_exist_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["exhibit", "--cluster", "x"])
    assert stop.value.code == 2

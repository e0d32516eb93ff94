"""Figures, the page and the replays of an exhibition."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest

from roborally.arena.figures import collect
from roborally.arena.plan import ExhibitionGames, Result
from roborally.arena.play import Outcome, Thinking
from roborally.arena.remarkable import Remarkable, write_replays
from roborally.arena.report import figures_of, write_report
from roborally.arena.tally import Destruction
from roborally.base.errors import GameError
from roborally.game.records.playing_again import verify
from roborally.game.records.recorder import load_replay
from roborally.narration.page.html_file import page_of
from tests.arena.setting import COURSES, kept, played, terms
from tests.shipped import catalogue


def outcome(number: int, turns: int, ended: str, winners: list[int], **more: Any) -> Outcome:
    bots = more.pop("bots", ["greedy", "random"] if number // 2 % 2 else ["random", "greedy"])
    base = {"robots": ["tanky", "peach"], "problems": ["", "slow"], "behind": [0, 0], "traffic": []}
    return Outcome(
        number, 1, bots, winners, turns, ended, [1, 0], [2, 1], [0, 3], COURSES[number % 2], **{**base, **more}
    )


def page(figures: dict[str, Any]) -> str:
    """Return the report's page; the library that draws its charts is not loaded to collect the tests."""
    from roborally.arena.page import page as page_for

    return page_for(figures, terms(), catalogue())


def result(*arguments: Any, **more: Any) -> Result:
    return Result(outcome(*arguments, **more), [Thinking(10, 0.5, 0.2), Thinking(10, 1.5, 0.4)])


@pytest.fixture(scope="module")
def figures() -> dict[str, Any]:
    deaths = [Destruction(0, "pit", 1, 0, 2), Destruction(0, "edge", 1, -1, 2), Destruction(1, "pit", 1, 0, 3)]
    return collect(
        terms(),
        [
            result(0, 4, "goal", [0], destructions=deaths, traffic=[0, 2] + [0] * 142),
            result(1, 6, "elimination", [0]),
            result(2, 200, "limit", []),
            result(4, 8, "goal", [0], traffic=[1, 1] + [0] * 142),
        ],
    )


# --- figures --------------------------------------------------------------------------------------------------------


def test_games_are_counted_by_end_and_length(figures: dict[str, Any]) -> None:
    assert figures["ended"] == {"goal": 2, "elimination": 1, "draw": 0, "limit": 1, "failed": 0}
    assert figures["turns"] == {"median": 6, "p10": 4, "p90": 8, "shortest": 4, "longest": 8}
    assert figures["turn_counts"] == [[4, 1], [6, 1], [8, 1]]


def test_wins_are_counted_by_bot_seat_robot_and_course(figures: dict[str, Any]) -> None:
    by_bot = {row["bot"]: row for row in figures["by_bot"]}
    assert (by_bot["random"]["wins"], by_bot["greedy"]["wins"], by_bot["random"]["played"]) == (3, 0, 4)
    assert by_bot["random"]["share"] == 0.75
    assert (by_bot["random"]["low"], by_bot["random"]["high"]) == pytest.approx((0.3006, 0.9544), abs=1e-4)
    assert by_bot["random"]["expected"] == 0.375
    assert [row["wins"] for row in figures["by_seat"]] == [3, 0]
    assert {row["robot"]: row["wins"] for row in figures["by_robot"]} == {"tanky": 3, "peach": 0}
    assert [(row["course"], row["games"]) for row in figures["by_course"]] == [("first-steps", 3), ("ring-race", 1)]
    assert [row["wins"] for row in figures["by_course"][0]["by_seat"]] == [2, 0]


def test_causes_deaths_and_traffic_are_summed(figures: dict[str, Any]) -> None:
    assert [(row["cause"], row["count"]) for row in figures["causes"]] == [("pit", 2), ("edge", 1)]
    first = figures["by_course"][0]
    assert first["deaths"] == [[1, -1, 1], [1, 0, 2]]
    assert first["traffic"][0][:3] == [1, 3, 0]
    assert sum(map(sum, first["traffic"])) == 4
    assert first["destructions_per_game"] == 1


def test_time_to_think_and_problems_are_told_by_bot(figures: dict[str, Any]) -> None:
    by_bot = {row["bot"]: row for row in figures["by_bot"]}
    assert by_bot["random"]["thinking"] == pytest.approx({"answers": 40, "mean": 75.0, "longest": 400.0})
    assert (by_bot["random"]["faults"], by_bot["random"]["problem"]) == (3, "slow")


def test_remarkable_games_are_found_and_the_first_of_equals_is_kept() -> None:
    games = Remarkable()
    games.feed(outcome(0, 9, "limit", []))
    games.feed(outcome(1, 4, "goal", [0], behind=[0, 3]))
    games.feed(outcome(2, 4, "goal", [1], behind=[0, 1]))
    games.feed(msgspec.structs.replace(outcome(3, 7, "goal", [1], behind=[2, 2]), destroyed=[5, 2]))
    found = {row["kind"]: (row["number"], row["value"]) for row in games.data()}
    assert found == {
        "shortest": (1, 4),
        "longest": (3, 7),
        "destructions": (3, 7),
        "comeback": (3, 2),
        "survivor": (3, 2),
    }


def test_without_anything_remarkable_nothing_is_listed() -> None:
    games = Remarkable()
    games.feed(msgspec.structs.replace(outcome(0, 9, "limit", []), destroyed=[0, 0]))
    assert games.data() == []


# --- the page -------------------------------------------------------------------------------------------------------


class Links(HTMLParser):
    """Collects what a page refers to, its tags and its identifiers."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attributes if name in ("href", "src", "xlink:href")]
        self.ids += [value or "" for name, value in attributes if name == "id"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exhibition")
    results = kept(folder)
    write_report(folder, figures_of(results), results, catalogue())
    return folder


def test_the_page_needs_nothing_but_the_replays(folder: Path) -> None:
    text = (folder / "report.html").read_text(encoding="utf-8")
    page_ = Links()
    page_.feed(text)
    outside = {link for link in page_.links if not link.startswith(("data:", "#"))}
    assert outside
    assert {str(path.relative_to(folder)) for path in (folder / "replays").iterdir()} == outside
    assert not {"script", "link", "iframe"} & set(page_.tags)
    assert not re.findall(r"url\((?!data:|#)|@import", text)


def test_the_page_shows_every_figure_and_map(folder: Path) -> None:
    text = (folder / "report.html").read_text(encoding="utf-8")
    figures = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    page_ = Links()
    page_.feed(text)
    cells = sum(bool(n) for row in figures["by_course"] for line in row["traffic"] for n in line)
    cells += sum(len(row["deaths"]) for row in figures["by_course"])
    assert text.count("fill-opacity=") == cells > 20
    assert len([link for link in page_.links if link.startswith("data:image/png")]) == 2
    for words in ("First Steps", "Ring Race", "Bradley-Terry", "PlackettLuce", "seat 2", "lazybot", "tanky"):
        assert (words in text) == (words != "lazybot"), words
    assert {link[1:] for link in page_.links if link.startswith("#")} <= set(page_.ids)


def test_names_cannot_break_the_page(folder: Path) -> None:
    figures = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    figures["by_bot"][0]["bot"] = figures["bots"][0] = "<script>alert(1)</script>"
    figures["by_bot"][0]["problem"] = "<b>&"
    assert "<script" not in (text := page(figures))
    assert "&lt;b&gt;&amp;" in text


@pytest.mark.long
def test_the_report_is_the_same_for_the_same_results(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").write_bytes((folder / "results.jsonl").read_bytes())
    code = "import sys; from roborally.cli import main; sys.exit(main(['exhibit', '--report', sys.argv[1]]))"
    environment = {"PYTHONHASHSEED": "7", "PYTHONPATH": ":".join(sys.path), "TZ": "Asia/Tokyo", "HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for name in ("report.html", "report.json"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes(), name


def test_the_replays_are_those_of_the_games(folder: Path) -> None:
    figures = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    assert {row["kind"] for row in figures["remarkable"]} >= {"shortest", "longest"}
    for row in figures["remarkable"]:
        game, record = load_replay(folder / row["replay"], catalogue())
        assert verify(record, game) == ""
        (original,) = (result.game for result in played() if result.game.number == row["number"])
        assert (record.seed, game.course.id) == (original.seed, original.course)
        over = [event for event in record.events if event["type"] == "over"]
        assert [list(event["winners"]) for event in over] == [original.winners]


def test_beside_each_replay_lies_the_page_of_the_same_game(folder: Path) -> None:
    for row in json.loads((folder / "report.json").read_text(encoding="utf-8"))["remarkable"]:
        game, record = load_replay(folder / row["replay"], catalogue())
        content = (folder / row["replay"]).with_suffix(".html").read_bytes()
        assert content == page_of(game, record, catalogue())


def test_a_game_that_goes_another_way_has_no_replay(tmp_path: Path) -> None:
    other = msgspec.structs.replace(played()[2].game, turns=99)
    with pytest.raises(GameError, match="game 2 ended differently when it was played again"):
        write_replays(tmp_path, [other], ExhibitionGames(terms(), catalogue()))
    assert not list(tmp_path.rglob("*.rrreplay"))


def test_a_game_of_bots_that_think_by_the_clock_has_no_replay(folder: Path) -> None:
    """It would go another way; with a number of samples it would not."""
    remarkable = Remarkable()
    remarkable.feed(outcome(0, 4, "goal", [0], bots=["rival:200ms", "random"]))
    remarkable.feed(outcome(1, 9, "goal", [0], bots=["rival:40", "random"]))
    replays = {row["number"]: row["replay"] for row in remarkable.data()}
    assert replays == {0: None, 1: "replays/game-000001.rrreplay"}
    figures = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    figures["remarkable"] = remarkable.data()
    text = page(figures)
    assert "no replay: a bot thought by the clock" in text
    assert 'href="None"' not in text

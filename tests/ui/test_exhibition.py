"""An exhibition in the window: games, how it stands between them, and what is said of them."""

import json
import os
import subprocess
import sys
from collections import deque
from pathlib import Path
from typing import Any

import arcade
import pytest

from roborally.arena.exhibition import play_numbers
from roborally.arena.live import News, WatchedSession
from roborally.arena.plan import Exhibition, Table, Terms, make_terms, seed_of
from roborally.arena.results import Results, open_results
from roborally.cli import main
from roborally.config import MatchConfig, MatchSection, SeatConfig
from roborally.errors import GameError
from roborally.loader import Catalogue

from .conftest import Driver
from .seen import labels

window = [pytest.mark.window, pytest.mark.xdist_group("window")]
ROBOTS = ("tanky", "peach", "albot")
KEYS = arcade.key


def terms_for(catalogue: Catalogue, games: int, mode: str = "standard", bots: tuple[str, ...] = ()) -> Terms:
    bots = bots or ("greedy", "random", "greedy")
    course = {"standard": "first-steps", "volt": "spark-pit", "roboball": "kick-off"}[mode]
    teams = [number % 2 + 1 if mode == "roboball" else 0 for number in range(len(bots))]
    seats = [SeatConfig(f"S{number}", team=team) for number, team in enumerate(teams)]
    config = MatchConfig(MatchSection(mode=mode, course=course), seats=seats)
    robots = ROBOTS if mode == "standard" else ()
    return make_terms(Exhibition(config, bots, games, 5, limit=30, robots=robots), catalogue)


class Here:
    """Plays the games in this process as soon as they begin, and keeps to itself what is `held`."""

    def __init__(self, terms: Terms, catalogue: Catalogue) -> None:
        self.table = Table(terms, catalogue)
        self.begun: list[int] = []
        self.held = False
        self.fails = False
        self._news: deque[News] = deque()

    def begin(self, number: int) -> None:
        self.begun.append(number)
        self._news.append(self.table.play(number, self._news.append))

    def poll(self) -> News | None:
        if self.fails:
            raise GameError("the process that played has ended, perhaps because of a bot")
        return self._news.popleft() if self._news and not self.held else None


class Evening:
    """An exhibition that is shown, and what is needed to look at it."""

    def __init__(self, app: Any, driver: Driver, catalogue: Catalogue, folder: Path, games: int, speed: str) -> None:
        from roborally.ui.client import Client
        from roborally.ui.exhibition import Exhibit

        self.terms = terms_for(catalogue, games)
        self.results: Results = open_results(folder, self.terms)
        self.results.__enter__()
        self.live = Here(self.terms, catalogue)
        self.client = Client(app, catalogue, None, [], speed=speed)  # type: ignore[arg-type]
        self.exhibit = Exhibit(self.client, self.terms, self.results, self.live, kept=True, check=True)
        self.exhibit.open()
        self._app, self._driver = app, driver

    @property
    def page(self) -> Any:
        return self._app.screens[0]

    def until_standings(self) -> None:
        self._driver.until(lambda: type(self.page).__name__ == "StandingsPage")

    def close(self) -> None:
        self.results.__exit__()


@pytest.fixture
def evening(app: Any, driver: Driver, catalogue: Catalogue, tmp_path: Path) -> Any:
    opened: list[Evening] = []

    def open_evening(games: int = 2, speed: str = "skip") -> Evening:
        for before in opened:
            before.close()
        opened.append(Evening(app, driver, catalogue, tmp_path / "evening", games, speed))
        driver.frame()
        return opened[-1]

    yield open_evening
    for entry in opened:
        if entry.results._file is not None:
            entry.close()


def games_in(folder: Path) -> list[Any]:
    lines = (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    return [json.loads(line)["game"] for line in lines]


def plain(outcome: Any) -> Any:
    import msgspec

    return json.loads(msgspec.json.encode(outcome))


# --- the evening ----------------------------------------------------------------------------------------------------


class TestEvening:
    pytestmark = window

    def test_what_is_watched_is_kept_as_if_nobody_had_watched(
        self, evening: Any, driver: Driver, catalogue: Catalogue, tmp_path: Path
    ) -> None:
        shown = evening(2)
        shown.until_standings()
        assert len(games_in(tmp_path / "evening")) == 1
        driver.key(KEYS.ENTER)
        assert type(shown.page).__name__ == "ExhibitionScreen"
        shown.until_standings()
        assert shown.page.is_final
        unwatched = play_numbers(shown.terms, range(2), catalogue, 1)
        assert games_in(tmp_path / "evening") == [plain(result.game) for result in unwatched]

    def test_the_page_between_games_tells_how_it_stands_and_who_plays_next(
        self, evening: Any, driver: Driver, app: Any
    ) -> None:
        shown = evening(3)
        shown.until_standings()
        driver.frame()
        told = labels(app)
        assert {"Standings", "1 of 3 games played", "Next: First Steps", "Wins"} <= set(told)
        assert {"Greedy 1", "Random", "Greedy 2", "Tanky", "Peach", "Albot"} <= set(told)
        outcome = games_in(shown.results.path.parent)[0]
        winner = ["Greedy 1", "Random", "Greedy 2"][outcome["winners"][0]]
        assert f"{winner} wins on First Steps in turn {outcome['turns']}." in told

    def test_the_next_game_begins_by_itself(self, evening: Any, driver: Driver) -> None:
        shown = evening(2, speed="fast")
        shown.page.player.speed = "skip"
        shown.until_standings()
        left = shown.page.left
        driver.frame(10, 1 / 20)
        assert shown.page.left < left
        driver.until(lambda: type(shown.page).__name__ == "ExhibitionScreen", 400)
        assert shown.live.begun == [0, 1]

    def test_space_makes_it_wait_and_enter_goes_on(self, evening: Any, driver: Driver, app: Any) -> None:
        shown = evening(2)
        shown.until_standings()
        driver.key(KEYS.SPACE)
        left = shown.page.left
        driver.frame(200, 1 / 10)
        assert (shown.page.left, type(shown.page).__name__) == (left, "StandingsPage")
        assert "Paused – Space goes on" in labels(app)
        driver.key(KEYS.ENTER)
        assert type(shown.page).__name__ == "ExhibitionScreen"

    def test_a_click_goes_on_and_the_speed_stays(self, evening: Any, driver: Driver) -> None:
        shown = evening(2)
        shown.until_standings()
        driver.key(KEYS.KEY_3)
        driver.click((300, 200))
        assert type(shown.page).__name__ == "ExhibitionScreen"
        assert shown.page.player.speed == "fast"

    def test_nothing_counts_down_below_the_menu(self, evening: Any, driver: Driver, app: Any) -> None:
        shown = evening(2)
        shown.until_standings()
        driver.key(KEYS.ESCAPE)
        left = shown.page.left
        driver.frame(200, 1 / 10)
        assert (shown.page.left, len(app.screens)) == (left, 2)
        driver.key(KEYS.ENTER)  # back
        assert app.screens == [shown.page]

    def test_the_last_page_stays(self, evening: Any, driver: Driver, app: Any) -> None:
        shown = evening(1)
        shown.until_standings()
        driver.frame(300, 1 / 10)
        assert {"Final standings", "1 of 1 games played"} <= set(labels(app))
        assert any(text.startswith("First place:\n") for text in labels(app))
        assert shown.live.begun == [0]

    def test_whoever_leaves_goes_on_later_with_the_game_that_was_not_shown(
        self, evening: Any, driver: Driver, app: Any, catalogue: Catalogue, tmp_path: Path, monkeypatch: Any
    ) -> None:
        left: list[bool] = []
        monkeypatch.setattr(app, "quit", lambda: left.append(True))
        shown = evening(2)
        shown.until_standings()
        shown.page.speed = "slow"
        driver.key(KEYS.ENTER)
        driver.frame(20)
        driver.key(KEYS.ESCAPE)
        menu = app.screen_on_top
        button = next(entry for entry in menu.controls.widgets if entry.text == "Quit RoboRally")
        driver.click(button.rect.centre)
        assert left == [True]
        assert [game["number"] for game in games_in(tmp_path / "evening")] == [0]
        again = evening(2)
        assert again.live.begun == [1]
        assert "1 of 2 games played" in labels(app)
        driver.key(KEYS.ENTER)
        assert "Game 2 of 2" in [label.text for label in again.page.box._base._labels]
        again.until_standings()
        unwatched = play_numbers(again.terms, range(2), catalogue, 1)
        assert games_in(tmp_path / "evening") == [plain(result.game) for result in unwatched]

    def test_of_games_that_have_all_been_played_the_standings_are_shown(
        self, evening: Any, catalogue: Catalogue
    ) -> None:
        shown = evening(2)
        for result in play_numbers(shown.terms, (0, 1), catalogue, 1):
            shown.results.add(result)
        again = evening(2)
        assert (again.page.is_final, again.live.begun) == (True, [])

    def test_what_goes_wrong_elsewhere_is_told(self, evening: Any, driver: Driver, app: Any) -> None:
        shown = evening(1)
        shown.live.fails = True
        driver.until(lambda: len(app.screens) > 1)
        assert "The exhibition cannot go on" in labels(app)
        assert "The process that played has ended, perhaps because of a bot." in labels(app)
        assert "the process that played has ended" in str(shown.exhibit.problem)


# --- a game ---------------------------------------------------------------------------------------------------------


class TestGame:
    pytestmark = window

    def test_it_is_told_that_bots_think_only_when_that_lasts(self, evening: Any, driver: Driver) -> None:
        shown = evening(1, speed="normal")
        shown.live.held = True
        driver.frame(20, 1 / 20)
        assert shown.page._waiting_text() == ""
        driver.frame(40, 1 / 20)
        assert shown.page._waiting_text() == "The bots are thinking"
        shown.live.held = False
        driver.frame(4, 1 / 20)
        assert shown.page._waiting_text() == ""

    def test_space_stops_the_game(self, evening: Any, driver: Driver) -> None:
        shown = evening(1, speed="normal")
        driver.frame(40, 1 / 20)
        driver.key(KEYS.SPACE)
        waiting = shown.page.player.waiting
        driver.frame(100, 1 / 20)
        assert (shown.page.player.waiting, shown.page.player.paused) == (waiting, True)
        driver.key(KEYS.SPACE)
        driver.until(lambda: shown.page.player.waiting != waiting)

    def test_the_end_is_looked_at_before_it_is_told_how_it_stands(self, evening: Any, driver: Driver) -> None:
        shown = evening(1, speed="normal")
        screen = shown.page
        screen.player.speed = "skip"
        while not screen.session.over:
            screen.update(1 / 20)
        screen.player.speed = "normal"
        driver.frame(20, 1 / 20)
        assert shown.page is screen
        assert screen.remark.endswith(" wins!")
        shown.until_standings()

    def test_what_the_strip_says_no_banner_says_again(self, evening: Any, driver: Driver) -> None:
        shown = evening(1, speed="normal")
        screen, said, banners = shown.page, set(), []
        while len(said) < 4:
            driver.frame(1, 1 / 20)
            said.add(screen.remark)
            banners.append(screen._notices._left > 0)
        assert not any(banners)

    def test_each_robot_bears_its_name_and_no_name_hides_another(self, evening: Any, driver: Driver) -> None:
        shown = evening(1, speed="fast")
        screen, seen = shown.page, set()
        for _frame in range(300):
            driver.frame(1, 1 / 20)
            if shown.page is not screen:
                break
            tags = [(label, plate) for _index, label, plate in screen._tags._tags if plate.visible]
            seen |= {label.text for label, _plate in tags}
            boxes = [(plate.left, plate.right, plate.bottom, plate.top) for _label, plate in tags]
            for number, (left, right, bottom, top) in enumerate(boxes):
                assert screen.board.rect.y <= bottom
                for other in boxes[:number]:
                    assert left >= other[1] or other[0] >= right or bottom >= other[3] or other[2] >= top
        assert seen == {"Greedy 1", "Random", "Greedy 2"}

    def test_a_large_board_is_seen_in_part_where_the_robots_are(
        self, app: Any, driver: Driver, catalogue: Catalogue
    ) -> None:
        from roborally.ui.board_art import CELL
        from roborally.ui.exhibition_screen import SEEN_CELL, ExhibitionScreen

        config = MatchConfig(MatchSection(course="grand-tour"), seats=[SeatConfig("A"), SeatConfig("B")])
        terms = make_terms(Exhibition(config, ("greedy", "greedy"), 1, 5, limit=3), catalogue)
        live = Here(terms, catalogue)
        live.begin(0)
        session = WatchedSession.watch(live.table.game(0), seed_of(terms.exhibition, 0), 3, live.poll)
        screen = ExhibitionScreen(app, session, "", finished=lambda table: None, open_menu=lambda screen: None)
        app.replace(lambda: screen)
        view = screen.board
        assert view.zoom * CELL == pytest.approx(SEEN_CELL)

        def unseen(axis: int, side: float) -> float:
            """Return how much of the view lies beyond the board, at one of its edges."""
            half = view.rect[axis + 2] / 2 / view.zoom
            return max(half - view.middle[axis], view.middle[axis] + half - side)

        assert view.middle != (view.board.width * CELL / 2, view.board.height * CELL / 2)
        for _frame in range(20):
            driver.frame(4, 1 / 20)
            assert unseen(0, view.board.width * CELL) <= CELL + 1
            assert unseen(1, view.board.height * CELL) <= CELL + 1
            assert all(view.rect.holds(*view.to_design(actor.x, actor.y)) for actor in screen.actors.actors)

    def test_settings_count_in_the_game_that_is_shown(self, evening: Any, driver: Driver, app: Any) -> None:
        shown = evening(1, speed="slow")
        driver.key(KEYS.ESCAPE)
        button = next(entry for entry in app.screen_on_top.controls.widgets if entry.text == "Settings")
        driver.click(button.rect.centre)
        assert type(app.screen_on_top).__name__ == "SettingsPage"
        driver.key(KEYS.ESCAPE)
        assert app.screens == [shown.page]


@pytest.mark.parametrize(
    ("bot", "budget"), [("rival:200ms", "200\N{NO-BREAK SPACE}ms"), ("rival:400", "400"), ("greedy", "")]
)
def test_the_time_to_think_is_written_with_its_unit_apart(bot: str, budget: str) -> None:
    from roborally.ui.exhibition import budget_of

    assert budget_of(bot) == budget


# --- what is said ---------------------------------------------------------------------------------------------------


def remarks_of(catalogue: Catalogue, mode: str, number: int = 0) -> tuple[list[Any], list[tuple[Any, str]]]:
    """Return what is said of a game, with the event and its line in the log for each event."""
    from roborally.ui.exhibition_comments import Commentator
    from roborally.ui.marks import Marks
    from roborally.ui.table import Table as MatchTable

    bots = ("greedy", "random") * 2 if mode == "roboball" else ("greedy", "random", "greedy")
    terms = terms_for(catalogue, 1, mode, bots)
    live = Here(terms, catalogue)
    live.begin(number)
    shown = terms.exhibition
    session = WatchedSession.watch(live.table.game(number), seed_of(shown, number), shown.limit, live.poll)
    table = MatchTable.lay(session)
    session.poll()
    commentator = Commentator(table, Marks(table.plugins))
    remarks, told = [], []
    while not session.over:
        for event in session.poll():
            table.display.apply(event)
            line = table.log.tell(event)
            told.append((event, line))
            remark = commentator.remark(event, line)
            if remark is not None:
                remarks.append(remark)
    return remarks, told


class TestRemarks:
    pytestmark = window

    def test_a_race_is_told_by_checkpoints_destructions_and_who_leads(self, catalogue: Catalogue) -> None:
        remarks, told = remarks_of(catalogue, "standard")
        said = [remark.text for remark in remarks]
        for event, line in told:
            if event["type"] in ("checkpoint", "destroy", "over"):
                assert any(text.startswith(line) for text in said), line
        assert any("takes the lead." in text for text in said)
        assert any(" leads. Checkpoints reached: " in text and " of 3." in text for text in said)
        assert not any(" plays " in text or " locks" in text for text in said)
        assert said[-1].endswith(" wins!")

    @pytest.mark.parametrize(("mode", "kind"), [("volt", "volt-points"), ("roboball", "hitch")])
    def test_other_modes_are_told_by_the_sentences_of_their_plugins(
        self, mode: str, kind: str, catalogue: Catalogue
    ) -> None:
        remarks, told = remarks_of(catalogue, mode)
        lines = [line for event, line in told if event["type"] == kind]
        said = " ".join(remark.text for remark in remarks)
        assert lines
        assert all(line in said for line in lines)

    def test_each_remark_is_read_unless_a_greater_one_comes(self) -> None:
        from roborally.ui.exhibition_comments import LARGE, LOSS, SMALL, Remark, Speech

        speech = Speech()
        small, large, loss = (Remark(str(weight), 0, weight) for weight in (SMALL, LARGE, LOSS))
        speech.add(large)
        speech.add(small)
        assert speech.said == large
        speech.add(loss)
        assert speech.said == loss
        speech.add(small)
        speech.add(large)
        speech.update(Speech.SHORTEST)
        assert speech.said == large  # of those that came meanwhile the one that matters more
        speech.update(Speech.LONGEST)
        assert speech.said is None


# --- the command ----------------------------------------------------------------------------------------------------

WORDS = ["exhibit", "--bots", "random,random", "--course", "first-steps", "--seed", "9", "--watch"]


class TestCommand:
    @pytest.mark.parametrize(
        ("more", "expected"),
        [
            (["--jobs", "2"], "--jobs cannot be combined with --watch: games that are watched are played one after"),
            (["--cluster", "tcp://x:1"], "--cluster cannot be combined with --watch: only games that this machine"),
            (["--report", "x"], "--report cannot be combined with --watch: it plays nothing"),
        ],
    )
    def test_what_cannot_be_combined_is_said(
        self, more: list[str], expected: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main([*WORDS, *more]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert expected in err

    def test_without_a_display(self, tmp_path: Path) -> None:
        environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        done = subprocess.run(
            [sys.executable, "-m", "roborally", *WORDS, "--games", "1"],
            capture_output=True,
            text=True,
            env={**environment, "HOME": str(tmp_path)},
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert done.stderr.startswith("roborally: no window could be opened")


class TestCommandInTheWindow:
    pytestmark = window

    def test_games_are_played_elsewhere_and_the_figures_are_told_afterwards(
        self,
        app: Any,
        driver: Driver,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        from roborally.ui import client, exhibition

        monkeypatch.setattr(client, "App", lambda settings, antialiasing: app)

        def watch_two(app: Any) -> None:
            app.screens[0].player.speed = "skip"
            driver.until(lambda: getattr(app.screens[0], "is_final", False), 20000)

        monkeypatch.setattr(exhibition, "run", watch_two)
        folder = tmp_path / "kept"
        assert main([*WORDS, "--games", "2", "--out", str(folder)]) == 0
        out = capsys.readouterr().out
        assert out.splitlines()[0] == "2 games, mode standard, course first-steps, seed 9"
        assert [game["number"] for game in games_in(folder)] == [0, 1]
        unwatched = tmp_path / "unwatched"
        assert main([*WORDS[:-1], "--games", "2", "--jobs", "1", "--out", str(unwatched)]) == 0
        assert games_in(folder) == games_in(unwatched)

    def test_who_closes_the_window_is_told_where_the_games_are(
        self, app: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        from roborally.ui import client, exhibition

        monkeypatch.setattr(client, "App", lambda settings, antialiasing: app)
        monkeypatch.setattr(exhibition, "run", lambda app: None)
        assert main([*WORDS, "--games", "2", "--out", str(tmp_path)]) == 0
        out, err = capsys.readouterr()
        assert out == ""
        assert f"stopped; 0 games are kept in {tmp_path}, and the same command goes on" in err

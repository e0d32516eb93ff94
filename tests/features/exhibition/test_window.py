"""An exhibition in the window: how it stands between the games, and the command that shows it."""

from pathlib import Path
from typing import Any

import arcade
import pytest

from roborally.arena.exhibition import play_numbers
from roborally.cli import main
from roborally.plugin_system.loader import Catalogue
from tests.features.exhibition.evenings import games_in, plain
from tests.ui.conftest import Driver
from tests.ui.seen import button, labels

window = pytest.mark.window
KEYS = arcade.key


@pytest.fixture
def between(progress: Any) -> Any:
    """The first of two games is over, and the page between them is open."""
    shown = progress(2)
    shown.until_standings()
    return shown


class TestEvening:
    pytestmark = window

    def test_the_page_between_games_tells_how_it_stands_and_who_plays_next(
        self, progress: Any, driver: Driver, app: Any
    ) -> None:
        """The next game begins by itself."""
        shown = progress(3)
        shown.until_standings()
        driver.frame()
        text = labels(app)
        assert {"Standings", "1 of 3 games played", "Next: First Steps", "Wins"} <= set(text)
        assert {"Bolt", "Ratchet", "Cog", "Greedy", "Random", "Tanky", "Peach", "Albot"} <= set(text), "CLI-2424"
        outcome = games_in(shown.results.path.parent)[0]
        winner = ["Bolt", "Ratchet", "Cog"][outcome["winners"][0]]
        assert f"{winner} wins on First Steps in turn {outcome['turns']}." in text
        left = shown.page.left
        driver.frame(10, 1 / 20)
        assert shown.page.left < left
        driver.until(lambda: type(shown.page).__name__ == "ExhibitionScreen", 400)
        assert shown.live.begun[:2] == [0, 1]

    def test_keys_and_clicks_between_games(self, between: Any, driver: Driver, app: Any) -> None:
        """Space, or P as in a game, makes it wait, and the page says so; nothing counts down below the menu.

        A click goes on, and the speed stays.
        """
        driver.key(KEYS.ESCAPE)
        assert between.stands_still()
        assert len(app.screens) == 2
        driver.key(KEYS.ENTER)  # back
        assert app.screens == [between.page]
        controls = between.page.controls
        controls.set_focus(next(each for each in controls.widgets if each.text == "Next game"))
        driver.key(KEYS.SPACE)
        assert between.stands_still()
        assert type(between.page).__name__ == "StandingsPage"
        assert "Paused – Space to continue" in labels(app)
        driver.key(KEYS.SPACE)
        controls.set_focus(None)
        driver.key(KEYS.P)
        assert between.stands_still()
        for _press in range(5):
            driver.key(KEYS.COMMA)
        for _press in range(3):  # from step by step, which is the slowest
            driver.key(KEYS.PERIOD)
        driver.click((300, 200))
        assert type(between.page).__name__ == "ExhibitionScreen"
        assert between.page.playback.speed == "fast"

    def test_the_last_page_stays(self, progress: Any, driver: Driver, app: Any, tmp_path: Path) -> None:
        from roborally.features.replays.window.recent import RecentMatches
        from roborally.game.records.file_format import Summary
        from roborally.profile.recent import RecentReplays, recent_replays
        from roborally.ui.replay.replay_screen import ReplayScreen

        shown = progress(1)
        replays = RecentReplays(tmp_path / "replays")
        shown.client.of(RecentMatches).begin(replays)
        shown.until_standings()
        replays.settle()
        ((_path, kept),) = recent_replays(replays.folder)
        driver.frame(300, 1 / 10)
        assert {"Final standings", "1 of 1 games played"} <= set(labels(app))
        assert any(text.startswith("First place:\n") for text in labels(app))
        assert shown.live.begun == [0]
        assert isinstance(kept, Summary)
        assert {player.name for player in kept.players} <= set(labels(app)), "CLI-1509"
        final = app.screen_on_top
        driver.click(button(final, "Watch the last game").rect.centre)
        driver.until(lambda: isinstance(app.screen_on_top, ReplayScreen), 300)
        record = app.screen_on_top.film.record
        assert record.events[-1]["type"] == "over"
        driver.key(KEYS.ESCAPE)
        assert app.screen_on_top is final

    @pytest.mark.parametrize(
        ("mates", "expected", "first"),
        [
            ([{0}, {1}, {2}, {3}], "1134", "First place, shared:\nAnn and Bob"),
            ([{0, 1}, {0, 1}, {2, 3}, {2, 3}], "1122", "First place:\nthe team of Ann and Bob"),
        ],
    )
    def test_equal_figures_share_a_place(
        self, app: Any, catalogue: Catalogue, mates: list[set[int]], expected: str, first: str
    ) -> None:
        """CLI-2417: who has as many wins and points as others stands on the same place; a team takes one place."""
        from roborally.arena.standings import Standing
        from roborally.features.exhibition.window.standings_page import ExhibitionProgress, StandingsPage
        from roborally.ui.board.actors import robot_picture

        figures = (9, 4, 6.5, 0), (9, 4, 6.5, 3), (9, 1, 5, 5), (9, 1, 4, 6)
        rows = [Standing(number, *row, frozenset(mates[number])) for number, row in enumerate(figures)]
        face = robot_picture("", 0, 0, [], 64)
        progress = ExhibitionProgress(rows, ["Ann", "Bob", "Cy", "Di"], [""] * 4, [face] * 4, 9, 9)
        leave: Any = lambda: None  # noqa: E731
        app.push(StandingsPage(app, catalogue, progress, None, go_on=leave, open_menu=leave, leave=leave))
        shown = labels(app)
        places = [shown[shown.index(name) - 1] for name in progress.names]
        assert "".join(places) == expected
        assert first in [text.replace("\N{NO-BREAK SPACE}", " ") for text in shown]

    @pytest.mark.long
    def test_after_leaving_it_resumes_with_the_first_game_not_shown(
        self, progress: Any, driver: Driver, app: Any, catalogue: Catalogue, tmp_path: Path, monkeypatch: Any
    ) -> None:
        left: list[bool] = []
        monkeypatch.setattr(app, "quit", lambda: left.append(True))
        shown = progress(2)
        shown.until_standings()
        shown.page.speed = "slow"
        controls = shown.page.controls
        controls.set_focus(next(each for each in controls.widgets if each.text == "Next game"))
        driver.key(KEYS.ENTER)
        driver.frame(20)
        driver.key(KEYS.ESCAPE)
        menu = app.screen_on_top
        button = next(entry for entry in menu.controls.widgets if entry.text == "Quit RoboRally")
        driver.click(button.rect.centre)
        assert left == [True]
        assert [game["number"] for game in games_in(tmp_path / "progress")] == [0]
        again = progress(2)
        assert again.live.begun == [1]
        assert "1 of 2 games played" in labels(app)
        driver.key(KEYS.ENTER)
        assert "Game 2 of 2" in labels(app)
        again.until_standings()
        unwatched = play_numbers(again.terms, range(2), catalogue, 1)
        assert games_in(tmp_path / "progress") == [plain(result.game) for result in unwatched]
        last = progress(2)
        assert (last.page.is_final, last.live.begun) == (True, [])

    def test_what_goes_wrong_elsewhere_is_told(self, progress: Any, driver: Driver, app: Any) -> None:
        shown = progress(1)
        shown.live.fails = True
        driver.until(lambda: len(app.screens) > 1)
        assert "The exhibition cannot go on" in labels(app)
        assert "The process that played the games has ended, perhaps because of a bot." in labels(app)
        assert "the process that played the games has ended" in str(shown.exhibit.problem)


WORDS = ["exhibit", "--bots", "random,random", "--course", "first-steps", "--seed", "9", "--watch"]


class TestCommand:
    @pytest.mark.parametrize(
        ("more", "expected"),
        [
            (
                ["--jobs", "2"],
                "--jobs cannot be combined with --watch: with --watch, games are played one",
            ),
            (["--cluster", "tcp://x:1"], "--cluster cannot be combined with --watch: only games that this machine"),
            (["--report", "x"], "--report cannot be combined with --watch: it plays no games"),
        ],
    )
    def test_what_cannot_be_combined_is_said(
        self, more: list[str], expected: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main([*WORDS, *more]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert expected in err


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
        from roborally.ui.shell import window as program

        monkeypatch.setattr(program, "App", lambda settings, **options: app)

        def watch_two(app: Any) -> None:
            app.screens[0].playback.speed = "skip"
            driver.until(lambda: getattr(app.screens[0], "is_final", False), 20000)

        monkeypatch.setattr("roborally.ui.shell.window.run", watch_two)
        folder = tmp_path / "kept"
        assert main([*WORDS, "--games", "2", "--out", str(folder)]) == 0
        out = capsys.readouterr().out
        assert out.splitlines()[0] == "2 games, mode standard, course first-steps, seed 9"
        assert [game["number"] for game in games_in(folder)] == [0, 1]

    def test_who_closes_the_window_is_told_where_the_games_are(
        self, app: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        from roborally.ui.shell import window as program

        monkeypatch.setattr(program, "App", lambda settings, **options: app)
        monkeypatch.setattr("roborally.ui.shell.window.run", lambda app: None)
        assert main([*WORDS, "--games", "2", "--out", str(tmp_path)]) == 0
        out, err = capsys.readouterr()
        assert out == ""
        assert f"stopped; 0 games are kept in {tmp_path}, and the same command goes on" in err

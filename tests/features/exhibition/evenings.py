"""Exhibitions whose games are played in the test's process."""

import json
from collections import deque
from pathlib import Path
from typing import Any

from roborally.arena.live import News
from roborally.arena.plan import Exhibition, ExhibitionGames, Terms, make_terms
from roborally.arena.results import Results, open_results
from roborally.base.errors import GameError
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue
from tests.ui.conftest import Driver

ROBOTS = ("tanky", "peach", "albot")


def terms_for(catalogue: Catalogue, games: int, mode: str = "standard", bots: tuple[str, ...] = ()) -> Terms:
    bots = bots or ("greedy", "random", "greedy")
    course = {"standard": "first-steps", "volt": "spark-pit", "roboball": "kick-off"}[mode]
    teams = [number % 2 + 1 if mode == "roboball" else 0 for number in range(len(bots))]
    seats = [SeatConfig(f"S{number}", team=team) for number, team in enumerate(teams)]
    config = MatchConfig(MatchSection(mode=mode, course=course), seats=seats)
    robots = ROBOTS if mode == "standard" else ()
    return make_terms(Exhibition(config, bots, games, 5, limit=30, robots=robots), catalogue)


class Here:
    """Plays the games in this process as soon as they are queued, but does not return `held` ones."""

    def __init__(self, terms: Terms, catalogue: Catalogue) -> None:
        self.context = ExhibitionGames(terms, catalogue)
        self.begun: list[int] = []
        self.held = False
        self.fails = False
        self._news: deque[News] = deque()

    def begin(self, number: int) -> None:
        self.begun.append(number)
        self._news.append(self.context.play(number, self._news.append))

    def poll(self) -> News | None:
        if self.fails:
            raise GameError("the process that played the games has ended, perhaps because of a bot")
        return self._news.popleft() if self._news and not self.held else None


class Evening:
    """An exhibition in the window, with the objects that tests look at."""

    def __init__(self, app: Any, driver: Driver, catalogue: Catalogue, folder: Path, games: int, speed: str) -> None:
        from roborally.features.exhibition.window.coordinator import ExhibitionCoordinator
        from roborally.ui.shell.window import open_services

        self.terms = terms_for(catalogue, games)
        self.results: Results = open_results(folder, self.terms)
        self.results.__enter__()
        self.live = Here(self.terms, catalogue)
        self.client = open_services(app, catalogue, None, [], speed=speed, check=True)  # type: ignore[arg-type]
        self.exhibit = ExhibitionCoordinator(self.client, self.terms, self.results, self.live, kept=True)
        self.exhibit.open()
        self._app, self._driver = app, driver
        self.closed = False

    @property
    def page(self) -> Any:
        return self._app.screens[0]

    def until_standings(self) -> None:
        self._driver.until(lambda: type(self.page).__name__ == "StandingsPage")

    def stands_still(self) -> bool:
        """Return whether the countdown between two games stands still."""
        left = self.page.left
        self._driver.frame(200, 1 / 10)
        return bool(self.page.left == left)

    def close(self) -> None:
        """Close the file of results, if it is open."""
        if not self.closed:
            self.closed = True
            self.results.__exit__()


def games_in(folder: Path) -> list[Any]:
    lines = (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    return [json.loads(line)["game"] for line in lines]


def plain(outcome: Any) -> Any:
    import msgspec

    return json.loads(msgspec.json.encode(outcome))

"""A game by post in a folder, with a clock that the test sets."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from roborally.features.post import inbox, referee, reports
from roborally.features.post.folder import GameFolder, opened
from roborally.features.post.game_file import GameFile
from roborally.features.post.new_game import begin
from roborally.features.post.reports import write_round
from roborally.features.post.schedule import MissingOrders, Schedule
from roborally.game.match_file import MatchConfig, parse_config
from roborally.plugin_system.loader import Catalogue

BEGUN = datetime(2026, 11, 25, 12, tzinfo=UTC)
COURSES = {
    "auenland": "water-mills",
    "standard": "laser-alley",
    "classic": "stamping-mill",
    "crash-and-burn": "rabbit-holes",
    "roboball": "kick-off",
    "volt": "short-circuit",
}


def match_of(mode: str, seats: int = 4, *, seed: int = 7, **plugin: dict[str, Any]) -> MatchConfig:
    """Return a match of people on a course that fits the mode."""
    names = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
    teams = mode == "roboball"
    return parse_config(
        {
            "match": {"mode": mode, "course": COURSES[mode], "seed": seed},
            "plugin": plugin,
            "seats": [
                {"name": name, **({"team": at % 2 + 1} if teams else {})} for at, name in enumerate(names[:seats])
            ],
        }
    )


def address(seat: int) -> str:
    return f"player{seat}@example.org"


@dataclass
class Post:
    """A game by post; `now` is what the clock shows."""

    path: Path
    catalogue: Catalogue
    now: datetime = BEGUN
    sent: int = 0
    text: list[str] = field(default_factory=list)

    def pass_time(self, **span: float) -> None:
        self.now += timedelta(**span)

    def ask(self, look: Callable[[GameFolder], Any]) -> Any:
        with opened(self.path, self.catalogue) as found:
            return look(found)

    @property
    def label(self) -> str:
        return str(self.ask(lambda found: found.game.now.label))

    def mail(self, seat: int | str, *lines: str, label: str = "", headers: str = "", name: str = "") -> str:
        """Put a mail into `in/`, take it, and return what is told of it."""
        self.sent += 1
        sender = address(seat) if isinstance(seat, int) else seat
        text = "\n".join(lines)
        game = self.path.name
        content = (
            f"From: {sender}\nMessage-ID: <{name or self.sent}@example.org>\n{headers}"
            f"Subject: Re: [RR-{game} {label or self.label}] orders\n\n{text}\n"
        )
        (self.path / "in" / f"{self.sent:04}.eml").write_text(content)
        return self.take()

    def take(self, *files: Path) -> str:
        self.text = self.ask(lambda found: inbox.take(found, files, self.now))
        return "\n".join(self.text)

    def run(self, *, at_once: bool = False) -> bool:
        def look(found: GameFolder) -> bool:
            played = referee.run(found, self.now, at_once=at_once)
            write_round(found)
            return played

        return bool(self.ask(look))

    def substitute(self, seat: int, to: str) -> None:
        self.ask(lambda found: referee.substitute(found, self.now, seat, to))

    def answer_to(self, seat: int) -> str:
        """Return the newest answer to a player."""
        folder = self.path / "out" / "receipts"
        found = [path.read_text() for path in folder.glob("*.eml") if f"To: {address(seat)}" in path.read_text()]
        return found[-1]


Begin = Callable[..., Post]


@pytest.fixture
def whole_pages() -> None:
    """Make the pages of turns; without this they are short, since they would take most of the time."""


@pytest.fixture(autouse=True)
def _short_pages(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "whole_pages" not in request.fixturenames:
        monkeypatch.setattr(reports, "floor_of", lambda *_of: "")
        monkeypatch.setattr(reports, "page_of", lambda *_of, turn, seat, floor: f"<html>{turn} {seat}".encode())


@pytest.fixture(scope="session")
def begun() -> dict[tuple[str, int, str], Path]:
    """Folders of games that have begun, by name, number of people and match, to be copied."""
    return {}


@pytest.fixture
def begin_game(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    catalogue: Catalogue,
    begun: dict[tuple[str, int, str], Path],
) -> Begin:
    """Return a way to begin games; the first one of a test is a copy, which is quick, where no settings are given."""
    known = catalogue
    made: list[Path] = [tmp_path] if "whole_pages" in request.fixturenames else []

    def start(folder: Path, config: MatchConfig, name: str, people: int, used: Catalogue, **settings: Any) -> Path:
        path = folder / name
        file = GameFile(name, schedule=Schedule(zone="Europe/Berlin"), **settings)
        begin(path, file, config, [address(seat) for seat in range(people)], used, BEGUN)
        Post(path, used).ask(write_round)
        return path

    def make(
        config: MatchConfig | None = None,
        name: str = "autumn",
        people: int = 4,
        catalogue: Catalogue = known,
        **settings: Any,
    ) -> Post:
        can_be_copied = catalogue is known and not settings and not made
        made.append(tmp_path / name)
        config = config or match_of("auenland", people, auenland={"objectives": "dealt"})
        if not can_be_copied:
            return Post(start(tmp_path, config, name, people, catalogue, **settings), catalogue)
        key = (name, people, str(config.to_data()))
        if key not in begun:
            begun[key] = start(tmp_path_factory.mktemp("begun"), config, name, people, known)
        shutil.copytree(begun[key], tmp_path / name)
        return Post(tmp_path / name, known)

    return make


__all__ = ["BEGUN", "COURSES", "Begin", "MissingOrders", "Post", "address", "match_of"]

"""The pages with lists of files: what a list says, and what is said of a file that cannot be used."""

import gzip
import json
import os
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

from roborally.base import paths
from roborally.base.dates import date_text
from roborally.base.translation import _
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.profile import Settings
from roborally.ui.pages.file_pages import DAMAGED
from roborally.ui.pages.saves import save_replay
from tests.replay.conftest import play_recorded
from tests.ui import desks

from .conftest import Driver
from .seen import texts

NEWER = gzip.compress(
    json.dumps({"format": "roborally-save", "format_version": 9, "game_version": "7"}).encode() + b"\n"
)


@pytest.fixture
def client(client: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(paths, "save_folder", lambda: tmp_path)
    monkeypatch.setattr(paths, "match_folder", lambda: tmp_path)
    client.router.home()
    return client


CHANGED = datetime(2025, 3, 4, 5, 6, 7)
TEXT = {
    "nothing": "is not a RoboRally file",
    "folder": "cannot be read: it is a folder",
    "newer": "was written by a newer version of the game (7)",
}


def unusable(path: Path, what: str) -> None:
    """Put something that is no saved game where one would be, as of `CHANGED`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir() if what == "folder" else path.write_bytes(NEWER if what == "newer" else b"nothing")
    os.utime(path, (CHANGED.timestamp(),) * 2)


def match_file(course: str) -> str:
    seats = [SeatConfig("Ada"), SeatConfig("Bo", "random")]
    return MatchConfig(match=MatchSection(mode="classic", course=course), seats=seats).to_toml()


@pytest.mark.parametrize("what", TEXT)
def test_a_file_that_cannot_be_used_is_listed_with_its_name_its_date_and_the_reason(
    client: Any, app: Any, tmp_path: Path, what: str
) -> None:
    unusable(tmp_path / "mine.rrsave", what)
    client.router.open("load-game")
    assert app.screen_on_top.main_list.entries == [("mine.rrsave", f"4 Mar 2025 05:06: {TEXT[what]}")]


def test_a_match_file_that_cannot_be_used_is_listed_with_its_name_its_date_and_the_key(
    client: Any, app: Any, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[match]\ntimer = -1\n")
    os.utime(path, (CHANGED.timestamp(),) * 2)
    client.router.open("lobby")
    app.screen_on_top.open_match_files()
    ((name, line),) = app.screen_on_top.main_list.entries
    assert name == "mine.toml"
    assert line.startswith("4 Mar 2025 05:06: match.timer must be")


def test_the_line_of_a_file_that_cannot_be_used_stays_within_its_row(
    client: Any, app: Any, driver: Driver, tmp_path: Path
) -> None:
    (tmp_path / f"{'long ' * 40}.rrsave").write_bytes(
        gzip.compress(b'{"format": "roborally-save", "format_version": "' + b"x" * 500 + b'"}\n')
    )
    client.router.open("load-game")
    driver.frame()
    page = app.screen_on_top
    name, line = page.main_list.entries[0]
    assert line.endswith(": This file is damaged or of another kind"), "the dialog tells the rest"
    shown = {label.text: label for label in page.layer.labels if label.text in (name, line)}
    assert [shown[name].is_shortened, shown[line].is_shortened] == [True, False]
    assert all(label.shown_size[0] <= page.main_list.rect.width for label in shown.values())
    page.act()
    driver.frame()
    assert "has the format version" in texts(app)


@pytest.mark.parametrize("save", [False, True])
def test_match_files_are_listed_by_titles(client: Any, app: Any, tmp_path: Path, save: bool) -> None:
    (tmp_path / "a.toml").write_text(match_file("stamping-mill"))
    (tmp_path / "b.toml").write_text(match_file("elsewhere/my own.toml"))
    client.router.open("lobby")
    page = app.screen_on_top
    page.save_match_file() if save else page.open_match_files()
    assert app.screen_on_top.main_list.entries == [
        ("a", "Classic on Stamping Mill: Ada, Bo"),
        ("b", "Classic on my own: Ada, Bo"),
    ]


def test_a_replay_tells_its_date_once(client: Any, app: Any, driver: Driver, new_game: Any, tmp_path: Path) -> None:
    _match, recorder = play_recorded(new_game(), 3, 1)
    save_replay(app, recorder.game.course.id, recorder.finish)
    recorder.finish(tmp_path / "mine.rrreplay")
    client.router.open("replays")
    entries = dict(app.screen_on_top.main_list.entries)
    named = next(name for name in entries if name != "mine")
    day = named.split()[-2]
    assert named == f"yard {day} {named.split()[-1]}"
    sentence = date_text(date.fromisoformat(day))
    assert [text in entries[named] for text in (day, sentence)] == [False, False]
    assert sentence in entries["mine"]
    assert entries["mine"].endswith(entries[named])


def words(app: Any) -> str:
    return texts(app).replace("\N{ZERO WIDTH SPACE}", "")


@pytest.mark.parametrize(
    ("language", "content", "text"),
    [
        ("de", b"nothing", "ist keine Datei dieses Spiels"),
        ("sv", b"nothing", "är ingen fil från det här spelet"),
        ("de", NEWER, "stammt von einer neueren Version des Spiels (7)"),
        ("de", NEWER[:30], "ist beschädigt oder abgeschnitten"),
        ("de", NEWER[:-8] + b"12345678", "ist beschädigt"),
    ],
    ids=["foreign-de", "foreign-sv", "newer", "cut", "damaged"],  # not the bytes, which hold the time
)
def test_a_save_that_cannot_be_used_is_told_in_the_players_language(
    client: Any,
    app: Any,
    driver: Driver,
    tmp_path: Path,
    speak: Callable[[str], None],
    language: str,
    content: bytes,
    text: str,
) -> None:
    speak(language)
    path = tmp_path / "a.rrsave"
    path.write_bytes(content)
    desks.matches(client).load(path)
    assert f"{path}: {text}" in words(app)


@pytest.mark.parametrize("content", ["seats = 3", "seats = "])
def test_a_damaged_match_file_is_told_in_the_players_language(
    client: Any, app: Any, driver: Driver, tmp_path: Path, speak: Callable[[str], None], content: str
) -> None:
    speak("de")
    (tmp_path / "a.toml").write_text(content)
    client.router.open("lobby")
    app.screen_on_top.open_match_files()
    page = app.screen_on_top
    page.act()
    assert app.screen_on_top is not page
    assert f"{_(DAMAGED)}.\n\n" in words(app)
    assert "This file" not in words(app)


@pytest.mark.parametrize(("language", "name"), [("de", "Spieler"), ("sv", "Spelare"), ("en", "Player")])
def test_who_has_chosen_no_name_is_a_player_in_every_language(
    client: Any, app: Any, language: str, name: str, speak: Callable[[str], None]
) -> None:
    app.apply(Settings())
    speak(language)
    client.router.open("quick-match")
    assert app.screen_on_top.wishes.name == name
    app.apply(Settings(player_name="Ada"))
    client.router.open("quick-match")
    assert app.screen_on_top.wishes.name == "Ada"


def test_two_seats_of_one_name_are_marked_at_the_name(client: Any, app: Any, driver: Driver) -> None:
    client.router.open("lobby")
    page = app.screen_on_top
    page.show("seats")

    def name(seat: int) -> Any:
        return page.controls.named[f"name {seat}"]

    def marked() -> list[bool]:
        driver.frame()
        return [all(mark.visible for mark in name(seat).marks) for seat in range(len(page.lobby.seats))]

    assert not any(marked())
    names = [seat.config.name for seat in page.lobby.seats]
    field = page.controls.named["name 1"]
    field.set(names[0])
    assert marked()[:2] == [True, True]
    assert not any(marked()[2:])
    frame, symbol = name(0).marks
    assert frame.rect.width > field.rect.width
    assert name(0).rect.holds(*symbol.position)
    field.set(" ")
    assert marked()[:2] == [False, True]
    field.set(names[1])
    assert not any(marked())

"""Settings: kept exactly, checked, and never overwriting a file from elsewhere."""

import tomllib
from pathlib import Path
from typing import Any

import hypothesis
import msgspec
import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from roborally.base import paths
from roborally.base.atomic_file import StorageError
from roborally.base.errors import GameError
from roborally.base.player_names import name_problem
from roborally.base.translation import LOCALE
from roborally.profile.aside import alone, set_aside
from roborally.profile.settings import (
    LANGUAGES,
    SIGHTS,
    SPEEDS,
    VERSION,
    Settings,
    SettingsError,
    load_settings,
    save_settings,
)
from tests.writing import full_disk

percents = st.integers(0, 100)
names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=40).filter(lambda text: not name_problem(text))
all_settings = st.builds(
    Settings,
    **{field.name: st.booleans() for field in msgspec.structs.fields(Settings) if field.type is bool},
    volume=percents,
    music_volume=percents,
    effects_volume=percents,
    window_width=st.integers(640, 16384),
    window_height=st.integers(560, 16384),
    language=st.sampled_from(LANGUAGES),
    moving_speed=st.sampled_from(SPEEDS),
    player_name=names,
    usual_plugins=st.lists(st.from_regex(r"[a-z][a-z0-9-]{0,30}", fullmatch=True), max_size=5).map(tuple),
    sight=st.sampled_from(SIGHTS),
    interface_scale=st.integers(80, 200),
    titles=st.lists(st.from_regex(r"[a-z][a-z0-9-]{0,30}/[a-z]{1,9}", fullmatch=True), max_size=3).map(tuple),
    new_achievements=st.lists(st.from_regex(r"[a-z]{1,9}/[a-z]{1,9}", fullmatch=True), max_size=5).map(tuple),
)
GOOD = "version = 1\nvolume = 10\n"


def written(text: str) -> Path:
    path = paths.settings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))


@hypothesis.settings(deadline=None, max_examples=15)
@given(settings=all_settings)
def test_what_is_saved_is_loaded(tmp_path_factory: pytest.TempPathFactory, settings: Settings) -> None:
    path = tmp_path_factory.mktemp("settings") / "settings.toml"
    assert save_settings(settings, path) == []
    assert load_settings(path) == (settings, [])
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    lists = {name: [*getattr(settings, name)] for name in ("usual_plugins", "new_achievements", "titles")}
    assert data == {"version": VERSION, **msgspec.structs.asdict(settings), **lists}


def test_without_a_file_settings_are_the_usual_ones_and_nothing_is_made(profile: Path) -> None:
    assert load_settings() == (Settings(), [])
    assert list(profile.iterdir()) == []


def test_the_languages_are_those_of_the_catalogues() -> None:
    assert set(LANGUAGES) == {"system", "en"} | {path.stem for path in LOCALE.glob("*.po")}


@pytest.mark.parametrize(
    ("key", "value", "rule"),
    [
        ("volume", -1, "a whole number from 0 to 100, not -1"),
        ("volume", 101, "a whole number from 0 to 100, not 101"),
        ("music_volume", 101, "a whole number from 0 to 100, not 101"),
        ("effects_volume", -1, "a whole number from 0 to 100, not -1"),
        ("volume", True, "a whole number from 0 to 100, not True"),
        ("volume", 50.5, "a whole number from 0 to 100, not 50.5"),
        ("sound", 1, "true or false, not 1"),
        ("window_width", 639, "a whole number from 640 to 16384, not 639"),
        ("window_height", 16385, "a whole number from 560 to 16384, not 16385"),
        ("language", "fr", "one of system, en, de, sv, not 'fr'"),
        ("moving_speed", "warp", "one of step, slow, normal, fast, skip, not 'warp'"),
        ("robot_lines", "yes", "true or false, not 'yes'"),
        ("titles", ["a/b", "c/d", "e/f", "g/h"], "a list of at most 3 achievements, not ['a/b',"),
        ("new_achievements", [""], "a list of achievements, not ['']"),
        ("titles", ["x" * 101], "a list of at most 3 achievements, not ['xxx"),
        ("usual_plugins", "tar-pit", "a list of plugins, not 'tar-pit'"),
        ("usual_plugins", ["tar-pit", 1], "a list of plugins, not ['tar-pit', 1]"),
        ("player_name", 4, "a text, not 4"),
    ],
)
def test_a_value_out_of_its_range_is_told_and_the_rest_is_used(key: str, value: Any, rule: str) -> None:
    usual = getattr(Settings(), key)
    path = written(f"low_graphics = true\n{tomli_w.dumps({key: value})}")
    before = path.read_bytes()
    settings, notices = load_settings()
    assert settings == Settings(low_graphics=True)
    assert len(notices) == 1
    assert str(notices[0]).startswith(f"{path}: {key}: must be {rule}")
    assert str(notices[0]).endswith(f"; {usual!r} is used instead")
    assert path.read_bytes() == before, "only looking changes nothing"
    with pytest.raises(SettingsError, match=f"^{key}: must be "):
        save_settings(msgspec.structs.replace(Settings(), **{key: value}))
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 25, "Ann\u200b"], ids=ascii)
def test_what_is_no_name_is_told_in_the_words_of_the_one_rule(name: str) -> None:
    path = written(tomli_w.dumps({"player_name": name, "low_graphics": True}))
    settings, notices = load_settings()
    assert settings == Settings(low_graphics=True)
    text = "player_name: names have 1 to 24 letters, all of which can be seen"
    assert [str(notice) for notice in notices] == [f"{path}: {text}; 'Player' is used instead"]
    with pytest.raises(SettingsError, match=f"^{text}$"):
        save_settings(Settings(player_name=name))


def test_a_name_that_no_file_can_hold_is_refused() -> None:
    with pytest.raises(SettingsError, match="player_name"):
        save_settings(Settings(player_name="\ud800"))
    assert not paths.settings_file().exists()


def test_an_unknown_key_is_named_and_the_rest_is_used() -> None:
    path = written(GOOD + "colour = 1\n[table]\nx = 1\n")
    settings, notices = load_settings()
    assert settings == Settings(volume=10)
    assert [str(notice) for notice in notices] == [
        f"{path}: the unknown key 'colour' is ignored",
        f"{path}: the unknown key 'table' is ignored",
    ]


def test_a_key_of_an_earlier_version_is_passed_over_in_silence() -> None:
    written(GOOD + 'story_told = true\nopenings_told = ["auenland"]\n')
    assert load_settings() == (Settings(volume=10), [])


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"volume = ", "damaged"),
        (b"\xff\xfe", "damaged"),
        (b"a = " + b"[" * 5000, "damaged"),
        (b"#" * 100_001, "damaged"),
        (b"version = 'one'\n", "damaged"),
        (b"version = 0\n", "damaged"),
        (b"version = true\n", "damaged"),
        (b"version = 2\nvolume = 'loud'\n", "newer"),
    ],
)
@pytest.mark.parametrize("save", [False, True])
def test_an_unusable_file_is_set_aside_and_never_overwritten(content: bytes, word: str, save: bool) -> None:
    path = paths.settings_file()
    path.parent.mkdir(parents=True)
    for name in (f"settings.toml.{word}", f"settings.toml.{word}-2"):
        path.write_bytes(content)
        notices = save_settings(Settings(volume=10)) if save else load_settings()[1]
        why = {"damaged": "damaged", "newer": "written by a newer version of the game"}[word]
        assert [str(notice) for notice in notices] == [
            f"{path}: {why}; it is now called {name}, and the usual settings are used"
        ]
        assert path.with_name(name).read_bytes() == content
        assert path.exists() is save
    assert load_settings() == (Settings(volume=10) if save else Settings(), [])
    assert (path.parent / f"settings.toml.{word}").read_bytes() == content


def test_a_file_that_cannot_be_read_stays_where_it_is() -> None:
    path = paths.settings_file()
    path.mkdir(parents=True)
    settings, notices = load_settings()
    assert settings == Settings()
    assert [str(notice) for notice in notices] == [f"{path}: cannot be read: it is a folder"]
    with pytest.raises(SettingsError, match="cannot be read"):
        save_settings(Settings())
    assert path.is_dir()


def test_a_file_that_cannot_be_set_aside_is_told_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    path = written("volume = ")

    def refuse(self: Path, target: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)
    settings, notices = load_settings()
    assert settings == Settings()
    assert [str(notice) for notice in notices] == [
        f"{path}: cannot be renamed to settings.toml.damaged: access is denied"
    ]
    with pytest.raises(GameError, match="cannot be renamed"):
        save_settings(Settings())
    assert path.read_text() == "volume = "


def test_a_save_that_fails_leaves_the_old_file() -> None:
    path = written(GOOD)
    with full_disk(), pytest.raises(StorageError, match="the disk is full"):
        save_settings(Settings())
    assert path.read_text() == GOOD
    assert names_in(path.parent) == ["settings.toml"]


def test_another_process_that_was_faster_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the first look and the lock the other process sets the file aside and writes a good one."""
    path = written("volume = ")

    def slow_alone(folder: Path) -> Any:
        monkeypatch.undo()
        with alone(folder):
            set_aside(path, "damaged")
            path.write_text(GOOD)
        return alone(folder)

    monkeypatch.setattr("roborally.profile.settings.alone", slow_alone)
    assert load_settings(path) == (Settings(volume=10), [])
    assert names_in(path.parent) == ["settings.toml", "settings.toml.damaged"]


def test_only_one_process_at_a_time_renames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roborally.profile.aside.PATIENCE", 0.0)
    with alone(tmp_path), pytest.raises(GameError, match="another program is at work in this folder"), alone(tmp_path):
        pass
    with alone(tmp_path):
        pass


def test_companions_go_with_a_file_and_never_over_another(tmp_path: Path) -> None:
    (tmp_path / "h").write_text("main")
    (tmp_path / "h-wal").write_text("log")
    (tmp_path / "h.damaged-wal").write_text("of another one")
    assert set_aside(tmp_path / "h", "damaged", ("-wal", "-shm")) == tmp_path / "h.damaged-2"
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "h.damaged-2": "main",
        "h.damaged-2-wal": "log",
        "h.damaged-wal": "of another one",
    }

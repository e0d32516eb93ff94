"""Names of files are ones that every system takes."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from roborally.base.file_names import file_stem, is_device, plain_stem
from roborally.features.authoring.scaffold import identifier
from roborally.features.post.game_file import GameFile, PostError
from roborally.features.post.new_game import begin
from roborally.game.match_file import MatchConfig
from roborally.plugin import PluginError
from tests.shipped import catalogue


@pytest.mark.parametrize("name", ["con", "NUL", "aux.toml", "Com1", "lpt³", "prn .x", "conin$"])
def test_names_that_windows_keeps_for_devices(name: str) -> None:
    assert is_device(name)
    assert not is_device(file_stem(name))
    assert not is_device(plain_stem(name, "board"))
    assert not is_device(f"{name[:2]}x{name[2:]}")


@pytest.mark.parametrize(
    ("words", "stem"),
    [
        ("Ada's game", "Ada's game"),
        (" . Ada. .", "Ada"),
        ("a/b\\c:d", "a b c d"),
        ("../../etc", ".. .. etc".strip(" .")),
        ("x\u202egpj", "x gpj"),
        ("nul", "_nul"),
        ("aux.2", "_aux.2"),
        ("...", ""),
        ("Łódź 2", "Łódź 2"),
    ],
)
def test_words_become_the_name_of_a_file(words: str, stem: str) -> None:
    assert file_stem(words) == stem


def test_titles_become_plain_names() -> None:
    assert plain_stem("Ring race!", "board") == "ring-race"
    assert plain_stem("Кольцо", "board") == "board"
    assert plain_stem("Con", "course") == "course-con"
    assert plain_stem("x" * 99, "board") == "x" * 60


def test_no_plugin_and_no_game_by_post_is_called_like_a_device(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match="Windows keeps this name"):
        identifier("Con")
    with pytest.raises(PostError, match="'aux' is a name that Windows keeps"):
        begin(tmp_path / "aux", GameFile(name="aux"), MatchConfig(), [], catalogue(), datetime.now(UTC))

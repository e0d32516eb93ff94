"""What a match file names and is not there: the sentence begins with the file and the key."""

from pathlib import Path
from typing import Any

import pytest

from roborally.base.errors import GameError
from roborally.cli import main
from roborally.game.compatibility import complete
from roborally.game.factory import make_game
from roborally.game.match_file import parse_config
from tests.shipped import catalogue


@pytest.mark.parametrize(
    ("match", "text"),
    [
        ({"plugins": ["qqqq"]}, "match.plugins: there is no plugin 'qqqq'; there are: "),
        ({"plugins": ["portal"], "course": "ring"}, "match.plugins: there is no plugin 'portal'; is it 'portals'?"),
        ({"course": "nowhere"}, "match.course: there is no course 'nowhere'; there are: "),
        ({"course": "nowhere", "mode": "roboball"}, "match.course: there is no course 'nowhere'; there are: "),
        ({"mode": "nothing"}, "match.mode: there is no mode 'nothing'; there are: "),
    ],
)
def test_what_is_not_there_is_told_with_file_and_key(match: dict[str, Any], text: str) -> None:
    config = parse_config({"match": match, "seats": [{"name": "Ada"}, {"name": "Bea"}]})
    with pytest.raises(GameError) as caught:
        make_game(complete(config, catalogue(), where="duel.toml"), catalogue(), where="duel.toml")
    assert str(caught.value).startswith(f"duel.toml: {text}")


@pytest.mark.parametrize(
    "command", [["exhibit"], ["post", "new", "--player", "a@example.org", "--player", "b@example.org"]]
)
@pytest.mark.parametrize(
    ("line", "text"),
    [
        ('course = "nowhere"', "match.course: there is no course 'nowhere'; there are: "),
        ('course = "ring"\nplugins = ["portal"]', "match.plugins: there is no plugin 'portal'; is it 'portals'?"),
    ],
)
def test_commands_name_the_file(
    command: list[str], line: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "duel.toml"
    controllers = ("greedy", "greedy") if command == ["exhibit"] else ("human", "human")
    seats = "".join(
        f'[[seats]]\nname = "{name}"\ncontroller = "{by}"\n' for name, by in zip("AB", controllers, strict=True)
    )
    file.write_text(f"[match]\n{line}\n{seats}", encoding="utf-8")
    folder = [] if command == ["exhibit"] else [str(tmp_path / "autumn")]
    assert main([*command, str(file), *folder]) == 2
    assert capsys.readouterr().err.startswith(f"roborally: {file}: {text}")

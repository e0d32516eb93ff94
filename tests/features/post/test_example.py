"""The game in docs/post-game, played again from its files."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

from roborally.core.observation import SPECTATOR
from roborally.features.post import inbox, referee
from roborally.features.post.folder import GameFolder, opened
from roborally.features.post.game_file import load_game_file
from roborally.features.post.mail_text import message_for
from roborally.features.post.new_game import begin
from roborally.game.match_file import load_config
from roborally.plugin_system.loader import Catalogue

EXAMPLE = Path(__file__).resolve().parents[3] / "docs" / "post-game"
BEGUN = datetime(2026, 12, 1, 18, tzinfo=UTC)


def text(found: GameFolder, seat: int) -> list[str]:
    """Return a mail without its commitment, which has random letters in it, and without the days."""
    lines = message_for(found.game, seat).splitlines()
    return [line for line in lines if len(line.strip()) != 64 and "due on" not in line]


def written(path: Path) -> list[str]:
    return [line for line in path.read_text().splitlines() if len(line.strip()) != 64 and "due on" not in line]


def test_the_game_of_the_documentation_is_played_as_it_stands_there(tmp_path: Path, catalogue: Catalogue) -> None:
    path = tmp_path / "autumn"
    addresses = [f"{name}@example.org" for name in ("ada", "bo", "cleo")]
    file, config = load_game_file(EXAMPLE / "game.toml"), load_config(EXAMPLE / "match.toml")
    begin(path, file, config, addresses, catalogue, BEGUN)
    turns = sorted(EXAMPLE.glob("turn-*"))
    with opened(path, catalogue) as found:
        for folder in turns[:-1]:
            assert text(found, SPECTATOR) == written(folder / "public.txt")
            assert text(found, 0) == written(folder / "ada.txt")
            for orders in sorted(folder.glob("orders-*.eml")):
                shutil.copy(orders, path / "in" / orders.name)
                (line,) = inbox.take(found, [], BEGUN)
                assert "taken for" in line
            referee.run(found, BEGUN, at_once=True)
        assert found.game.over
        assert text(found, SPECTATOR) == written(turns[-1] / "public.txt")

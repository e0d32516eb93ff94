"""Games by post for window tests: a client whose keys are in a folder of the test, and a game of two."""

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from roborally.base import paths
from roborally.features.post.folder import opened
from roborally.features.post.game_file import GameFile
from roborally.features.post.new_game import begin
from roborally.features.post.reports import write_round
from roborally.game.match_file import parse_config
from roborally.plugin_system.loader import Catalogue


def client_with_keys(app: Any, catalogue: Catalogue, keys: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a client with its main menu open."""
    from roborally.game.session.instant_thinker import InstantThinker
    from roborally.ui.shell.window import open_services

    monkeypatch.setattr(paths, "post_key_folder", lambda: keys)
    client = open_services(app, catalogue, InstantThinker(catalogue), ["greedy"], speed="skip", check=True)
    client.router.home()
    return client


def game_of_two(path: Path, catalogue: Catalogue, now: datetime) -> Path:
    """Start a game of Ada and Bo with secret objectives in a folder, and write its first round."""
    config = parse_config(
        {
            "match": {"mode": "auenland", "course": "water-mills", "seed": 3},
            "plugin": {"auenland": {"objectives": "dealt"}},
            "seats": [{"name": "Ada"}, {"name": "Bo"}],
        }
    )
    begin(path, GameFile("autumn"), config, ["ada@example.org", "bo@example.org"], catalogue, now)
    with opened(path, catalogue) as found:
        write_round(found)
    return path

"""What a referee's commands tell, beside other programs."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from roborally.cli import main
from roborally.cli import post as commands
from roborally.plugin_system.loader import Catalogue
from roborally.post.folder import GameFolder, only_one, opened

from .conftest import Begin


def test_a_change_is_told_as_done_though_another_program_comes_next(
    begin_game: Begin, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who is told that the folder is in use tries again; the deadline would be moved twice."""
    post = begin_game()
    due = post.ask(lambda found: found.game.deadline)
    with ExitStack() as others:

        @contextmanager
        def opened_and_taken(path: Path, catalogue: Catalogue) -> Iterator[GameFolder]:
            with opened(path, catalogue) as found:
                yield found
            others.enter_context(only_one(path))

        monkeypatch.setattr(commands, "opened", opened_and_taken)
        assert main(["post", "extend", str(post.path), "5"]) == 0
    assert capsys.readouterr().out.startswith("autumn: auenland on Water Mills, T1\ndue on ")
    assert post.ask(lambda found: found.game.deadline) == due + timedelta(hours=5)

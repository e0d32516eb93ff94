"""What `tools/test --compiled` leaves out: tests that give the same whichever engine is there, and why.

The compiled engine is the same sources as the plain one; what can differ is how these run. So whatever plays a match,
asks a bot or calls a rule runs with both. Left out are the files below.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from roborally.base.compiled import engine
from roborally.core.match import Match

TESTS = Path(__file__).resolve().parent
TEXTS = "reads sources, documents or texts"
TOOLS = "runs a tool of the developers, which calls no rule"
SERVER = "is about what a server is called and writes down"
WINDOW = "is about controls, colours and times, and nobody plays"
SAMPLE = "its long part, of which this is a sample, runs with the compiled engine, too"
WITHOUT_ENGINE = {
    **dict.fromkeys(("rules", "test_doc_links.py", "ui/test_checklist.py"), TEXTS),
    **dict.fromkeys(("texts/test_dates.py", "texts/test_texts.py", "attack/test_security_page.py"), TEXTS),
    **dict.fromkeys(("test_build_sounds.py", "test_ci.py", "test_layers.py", "test_mutate.py", "test_tools.py"), TOOLS),
    **dict.fromkeys(("test_moments.py", "test_paths.py", "test_wheel.py"), TOOLS),
    **dict.fromkeys(("net/test_address.py", "net/test_log.py"), SERVER),
    **dict.fromkeys(("ui/test_ago.py", "ui/test_clock.py", "ui/test_docs.py", "ui/test_double_click.py"), WINDOW),
    **dict.fromkeys(("ui/test_shades.py", "ui/test_text_fields.py"), WINDOW),
}
"""Folders and files under `tests`, with the reason. In none of them a match goes on, which every plain run checks."""
SAMPLES = dict.fromkeys(("ui/test_another_look.py", "ui/test_layout.py", "ui/test_random_walks.py"), SAMPLE)
"""These do play, to have something to show."""


def mark(items: list[pytest.Item]) -> None:
    """Mark what is left out."""
    for item in items:
        if _is_under(item, WITHOUT_ENGINE) or _is_under(item, SAMPLES):
            item.add_marker("engineless")


def check(item: pytest.Item, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test fail that is left out elsewhere although a match goes on in it."""
    if not engine().is_compiled and _is_under(item, WITHOUT_ENGINE):
        monkeypatch.setattr(Match, "run", _fail)


def _fail(*_: object) -> None:
    raise AssertionError("a match goes on in this test, so tests/engineless.py must not leave it out")


def _is_under(item: pytest.Item, names: Iterable[str]) -> bool:
    return _name(item.path) in names or _name(item.path).split("/")[0] in names


@cache
def _name(path: Path) -> str:
    """Return the path of a file below `tests`; other tests keep theirs, which no name equals."""
    return path.relative_to(TESTS).as_posix() if path.is_relative_to(TESTS) else str(path)

"""What the run with the compiled engine leaves out is there, and plays no match."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests import engineless
from tests.fuzz.play import random_game


@pytest.mark.parametrize("name", [*engineless.WITHOUT_ENGINE, *engineless.SAMPLES])
def test_what_is_left_out_is_there(name: str) -> None:
    assert (engineless.TESTS / name).exists()


@pytest.mark.plain  # nobody looks where it is left out
@pytest.mark.parametrize(("name", "is_left_out"), [("rules/test_rulebook.py", True), ("core/test_match.py", False)])
def test_a_match_that_goes_on_where_none_should_is_told(
    name: str, is_left_out: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    item: Any = SimpleNamespace(path=engineless.TESTS / name)
    engineless.check(item, monkeypatch)
    if is_left_out:
        with pytest.raises(AssertionError, match="a match goes on in this test"):
            random_game("standard", 0).start(1).run()
    else:
        random_game("standard", 0).start(1).run()

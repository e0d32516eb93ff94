"""Sentences of a server or a plugin that nobody knows: they name values, and can do nothing else."""

import pytest

from roborally.base.templates import MAX_FILLED, fill, names_in

HOSTILE = [
    "{piece:>1000000000}",
    "{piece!r:>1000000000}",
    "{piece.__class__.__mro__}",
    "{piece[0]}",
    "{0}",
    "{}",
    "{piece",
    "piece}",
    "{{piece:{width}}}",
]


@pytest.mark.parametrize("template", HOSTILE)
def test_only_names_in_braces_are_filled_in(template: str) -> None:
    found = fill(template, {"piece": "Rusty", "width": 10**9})
    assert len(found) < 60
    assert "class" not in found or found == template


def test_results_have_a_bounded_length() -> None:
    assert len(fill("{a}" * 100_000, {"a": "x" * 100_000})) == MAX_FILLED
    assert fill("{a}", {"a": 10**10_000}) == "?", "a number with too many digits"


def test_what_is_missing() -> None:
    assert fill("{a} and {b}", {"a": 1}) == "1 and ?"
    assert names_in("{a} and {b!r} and {b:,} and {c}") == {"a", "c"}

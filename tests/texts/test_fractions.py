"""Fractions as people write them (CLI-2223)."""

from collections.abc import Iterator

import pytest

from roborally.base.fractions import told_fraction
from roborally.base.translation import use_language


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    use_language()


@pytest.mark.parametrize(("language", "expected"), [("en", "28.35"), ("de", "28,35"), ("sv", "28,35"), ("fr", "28.35")])
def test_a_fraction_has_the_sign_of_the_language(language: str, expected: str) -> None:
    use_language(language)
    assert told_fraction(28.354, 2) == expected
    assert told_fraction(28.354, 0) == "28"

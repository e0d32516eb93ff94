"""Numbers as people write them in the language of the window."""

import pytest

from roborally.base.numbers import number_text
from roborally.base.translation import speaking


@pytest.mark.parametrize(
    ("language", "value", "form", "expected"),
    [("en", 28.34, ".1f", "28.3"), ("de", 28.34, ".1f", "28,3"), ("sv", 12.5, "g", "12,5"), ("sv", 12.0, "g", "12")],
)
def test_decimals_have_the_sign_of_the_language(language: str, value: float, form: str, expected: str) -> None:
    with speaking(language):
        assert number_text(value, form) == expected

"""The time that is left, in words and in colour."""

import pytest

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.clock import clock_text, clock_tint

pytest.importorskip("arcade", exc_type=ImportError)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(None, ""), (-3.0, "0:00"), (0.0, "0:00"), (0.2, "0:01"), (9.0, "0:09"), (59.5, "1:00"), (125.0, "2:05")],
)
def test_a_second_counts_until_it_is_over(seconds: float | None, text: str) -> None:
    assert clock_text(seconds) == text


def test_the_last_seconds_are_red_to_the_end() -> None:
    assert [clock_tint(left) for left in (0.0, 0.5, 10.0)] == [theme.colour("bad")] * 3
    assert clock_tint(11.0) == clock_tint(None) == theme.colour("accent")

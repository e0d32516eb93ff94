"""Dates as people write them (CLI-2223)."""

from datetime import date, datetime

import pytest

from roborally.base.dates import MONTHS, date_text, moment_text
from roborally.base.translation import use_language


@pytest.mark.parametrize(
    ("language", "expected"), [("en", "5 Nov 2026"), ("de", "05.11.2026"), ("sv", "2026-11-05"), ("fr", "5 Nov 2026")]
)
def test_a_date_is_written_as_in_the_language(language: str, expected: str) -> None:
    use_language(language)
    assert date_text(date(2026, 11, 5)) == expected
    assert moment_text(datetime(2026, 11, 5, 7, 4)) == f"{expected} 07:04"


def test_every_month_has_its_name() -> None:
    found = [date_text(date(2026, month, 28)).split()[1] for month in range(1, 13)]
    assert tuple(found) == MONTHS
    assert found[0] == "Jan"
    assert found[11] == "Dec"

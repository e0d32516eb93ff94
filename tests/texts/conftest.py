"""What the tests of texts share."""

from collections.abc import Iterator

import pytest

from roborally.base.translation import use_language


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """Restore English after a test that speaks another language."""
    yield
    use_language()

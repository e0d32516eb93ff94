"""A match over the network is the match that the same answers make at one machine, whatever happens to connections."""

from collections import Counter

import pytest

from roborally.plugin_system.loader import Catalogue
from tests.net.cutting import cut_match


@pytest.mark.parametrize("first", [0, *[pytest.param(first, marks=pytest.mark.long) for first in (3, 6, 9)]])
def test_matches_with_connections_cut_at_random(first: int, catalogue: Catalogue) -> None:
    cuts = [cut_match(catalogue, number) for number in range(first, first + 3)]
    assert [cut.problem for cut in cuts] == ["", "", ""]
    assert sum((cut.counts for cut in cuts), Counter()).keys() >= {"lost", "back"}

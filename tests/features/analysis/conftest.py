"""A finished match of every edition."""

import pytest

from roborally.plugin_system.loader import Catalogue
from tests.screens.moments import Library


@pytest.fixture(scope="session")
def library(catalogue: Catalogue) -> Library:
    return Library(catalogue)

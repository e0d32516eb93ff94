"""docs/ui.md speaks of everything that there is."""

from pathlib import Path

import pytest

from reference import pages
from roborally.plugin_system.loader import Catalogue
from roborally.ui.plugin import Views
from tests.module_tables import modules_below, told_modules

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "ui.md").read_text(encoding="utf-8")


def test_every_module_is_named() -> None:
    table = PAGE[PAGE.index("## Folders and modules") : PAGE.index("## Spaces")]
    assert told_modules(table) == modules_below(ROOT / "roborally" / "ui")


def test_every_animation_is_named(catalogue: Catalogue) -> None:
    elements = [element for plugin in catalogue.plugins.values() for element in plugin.manifest.element.values()]
    assert not {element.animation for element in elements if f"`{element.animation}`" not in PAGE} - {""}


@pytest.mark.plain  # compiled functions have no descriptions
def test_everything_that_a_view_can_register_is_named() -> None:
    reference = pages.build()[0][pages.CALLS]
    for name, value in vars(Views).items():
        if callable(value) and not name.startswith("_"):
            assert f"`views.{name}(" in PAGE, name
            assert f"\n### `views.{name}`\n" in reference, name

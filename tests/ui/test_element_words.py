"""What is told of an element that works in one register, or in several."""

import pytest

from roborally.base.translation import speaking
from roborally.core.board import Element
from roborally.narration.words import Words
from roborally.plugin_system.loader import Catalogue


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [
        ("en", "in register 2.", "in registers 2 and 4."),
        ("de", "in Register 2 weg.", "in den Registern 2 und 4 weg."),
        ("sv", "i register 2.", "i register 2 och 4."),
    ],
)
def test_one_register_is_told_as_one(catalogue: Catalogue, language: str, one: str, several: str) -> None:
    """CLI-2331."""
    with speaking(language):
        words = Words(catalogue.resolve(["pushers"]))
        for registers, end in (((2,), one), ((2, 4), several)):
            assert words.element(Element("pusher", (0, 0), {"direction": 0, "registers": registers})).endswith(end)


def test_every_list_of_numbers_has_words_for_one_and_for_many(catalogue: Catalogue) -> None:
    """CLI-2331."""
    elements = [element for plugin in catalogue.plugins.values() for element in plugin.manifest.element.values()]
    lists = [(element, name) for element in elements for name, type_ in element.values.items() if type_ == "digits"]
    assert len(lists) >= 4
    assert all(set(element.words.get(name, {})) == {"one", "many"} for element, name in lists)

from typing import Any

import pytest

from roborally.core.board import Board, Element
from roborally.game.course.notation import Notations, parse_grid
from roborally.narration import words
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.board_art import BoardPainter
from roborally.ui.toolkit import pictures


def test_numbers_are_joined_as_people_say_them() -> None:
    assert [words.numbers(values) for values in ((2,), (2, 4), (1, 3, 5))] == ["2", "2 and 4", "1, 3 and 5"]


class TestArt:
    def painter(self, catalogue: Catalogue) -> Any:
        return BoardPainter(list(catalogue.plugins.values()))

    def board(self, catalogue: Catalogue, grid: str) -> Any:
        return parse_grid(grid, Notations.of(catalogue.plugins.values()), "test")

    def test_tooltips_hold_the_values(self, catalogue: Catalogue, app: Any) -> None:
        painter = self.painter(catalogue)
        tooltip = painter.tooltip(Element("crusher", (0, 0), {"registers": (2, 4)}))
        assert "registers 2 and 4" in tooltip
        assert "to the right" in painter.tooltip(Element("gear", (0, 0), {"turn": ">"}))

    def test_tooltips_say_which_belts_turn_nobody(self, catalogue: Catalogue, app: Any) -> None:
        """COM-09."""
        sentence = [self.painter(catalogue).tooltip(belt) for belt in self.board(catalogue, "> >> >= >>=").elements]
        assert [text.split(" and ")[1] for text in sentence] == [*["turns it in bends."] * 2, *["never turns it."] * 2]

    @pytest.mark.parametrize(
        ("grid", "shapes"),
        [
            ("> v\n. v\n. <", ["belt", "belt-from-east", "belt", "belt-from-east"]),
            ("v .\n> >", ["belt", "belt-from-west", "belt"]),
            ("> v <\n. v .", ["belt", "belt-from-east-west", "belt", "belt"]),
            ("> v:w", ["belt", "belt"]),
            ("> v= <\n. v= .", ["belt"] * 4),
        ],
    )
    def test_belts_are_bent_as_they_are_fed(self, catalogue: Catalogue, app: Any, grid: str, shapes: list[str]) -> None:
        art = self.painter(catalogue).paint(self.board(catalogue, grid), 64)
        folder = catalogue.get("conveyors").folder / "art"
        for number, sprites in enumerate(art.belts):
            expected = [pictures.picture(folder / f"{shape}-{number}.png", 64) for shape in shapes]
            assert [sprite.texture for sprite in sprites] == expected

    def test_every_element_has_its_own_picture(self, catalogue: Catalogue, app: Any) -> None:
        painter = self.painter(catalogue)
        board = self.board(catalogue, "g> push>24 crush13 l3< O ~ w2 c1 d1^ >>")
        art = painter.paint(board, 64)
        used = {sprite.texture for sprites in (art.flat, art.edges, art.wheels, *art.belts) for sprite in sprites}
        kinds = {element.kind for element in board.elements}
        symbols = {manifest.symbol for kind in kinds if (manifest := painter.manifest(kind))}
        assert not used & {pictures.missing_tile(symbol, 64) for symbol in symbols}
        assert all((art.spinning, art.pistons, art.presses, art.emitters))

    def test_what_lies_over_another_element_is_drawn_above_it(self, catalogue: Catalogue, app: Any) -> None:
        """However the cell is written; a press over belts and oil leaves its bed out."""
        art = self.painter(catalogue).paint(self.board(catalogue, "c1+g> crush1+~ push>1+flame1+>"), 64)

        def drawn(plugin: str, name: str) -> Any:
            return pictures.picture(catalogue.get(plugin).folder / "art" / name, 64)

        textures = [sprite.texture for sprite in art.edges]
        above = [
            drawn("race", "checkpoint-1.png"),
            drawn("crushers", "crusher-over.png"),
            drawn("flamers", "flamer-over.png"),
            drawn("flamers", "flamer-over-active.png"),
            drawn("pushers", "pusher.png"),
        ]
        assert [texture for texture in textures if texture in above] == above
        assert [sprite.texture for sprite in art.flat if sprite.texture in above] == []

    def test_signs_of_elements_with_a_direction_point_north(self, catalogue: Catalogue) -> None:
        """As pictures do: both are turned."""
        elements = [entry for plugin in catalogue.plugins.values() for entry in plugin.manifest.element.values()]
        turned = [entry.symbol for entry in elements if "<direction>" in entry.notation]
        assert "^" in turned
        assert not set("".join(turned)) & set("<>v«»←→↓")

    def test_an_element_without_a_picture_gets_a_tile(self, catalogue: Catalogue, app: Any) -> None:
        board = Board("test", 1, 1, frozenset({(0, 0)}), frozenset(), (Element("teleporter", (0, 0)),))
        art = self.painter(catalogue).paint(board, 64)
        assert art.flat[0].texture is pictures.missing_tile("t", 64)

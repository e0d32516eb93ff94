"""The palette of the board editor: a tile for each kind of element, and choices for the values of one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import arcade

from roborally.base.templates import fill
from roborally.base.translation import _, plugin_text
from roborally.core.board import Element
from roborally.features.workshop.editor.atom_text import DIRECTION, Speller, number_name
from roborally.features.workshop.editor.painter import Brush
from roborally.narration.words import spelled
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.tile_pictures import TILE as TILE_PICTURE
from roborally.ui.board.tile_pictures import TilePictures
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import flow, row
from roborally.ui.toolkit.layout.leaves import button, choice, widget
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.theme import Rect

TILE = 38.0
GAP = 4.0
FRAME = 4.0
"""The margin of a tile around its picture, in design units."""
ORDER = {"floor": 0, "edge": 1, "marker": 2}


class PaletteTile(Button):
    """A button with the picture of a cell's content, such as `push>24`."""

    def __init__(
        self, layer: Layer, rect: Rect, art: TilePictures, token: str, choose: Callable[[], None], tooltip: str
    ) -> None:
        """Show the picture of the content `token`, such as `push>24`; call `choose()` for a click."""
        super().__init__(layer, rect, "", choose, tooltip=tooltip)
        self._layer, self._art = layer, art
        self._faces: list[arcade.Sprite] = []
        self.token = ""
        self.show(token)

    def show(self, token: str) -> None:
        """Show the picture of another content, such as `push>24`."""
        if token == self.token:
            return
        self.token = token
        for sprite in self._faces:
            sprite.remove_from_sprite_lists()
        before = len(self._layer.sprites)
        self._art.draw(self._layer, (TILE_PICTURE, token), *self.rect.centre, self.rect.width - 2 * FRAME)
        self._faces = list(self._layer.sprites)[before:]


class Palette:
    """The tiles of all kinds of elements, and the choices for the values of the element to draw."""

    def __init__(
        self,
        catalogue: Catalogue,
        speller: Speller,
        choose: Callable[[Brush], None],
        take: Callable[[Brush], None],
    ) -> None:
        """Call `take` with the brush of a pressed tile, and `choose` with the brush after a change of its values."""
        self._catalogue, self._speller, self._choose, self._take_up = catalogue, speller, choose, take
        self._art = TilePictures(list(catalogue.plugins.values()))
        self.tiles: dict[str, PaletteTile] = {}
        self._brushes: dict[str, Brush] = {kind: Brush.of(kind, speller) for kind in self.kinds}

    @property
    def kinds(self) -> list[str]:
        """All kinds of elements: first floor, then devices on edges, then markers."""
        elements = self._speller.notations.elements
        return sorted(elements, key=lambda kind: (ORDER[elements[kind][1].layer], elements[kind][2], kind))

    def tiles_of(self, brush: Brush) -> Node:
        """Return a tile for each kind of element; that of the brush's kind shows the brush."""
        self._brushes[brush.kind] = brush
        return flow(*(self._tile(kind) for kind in self.kinds), gap=GAP)

    def _tile(self, kind: str) -> Node:
        token, choose = self._token(self._brushes[kind]), partial(self._take, kind)
        tile = widget(PaletteTile, self._art, token, choose, self._hint(kind), width=TILE, height=TILE)
        return tile.then(partial(self.tiles.__setitem__, kind))

    def _take(self, kind: str) -> None:
        self._take_up(self._brushes[kind])

    def _hint(self, kind: str) -> str:
        """Return the tooltip of a tile: what the element is, and how to turn it."""
        turning = [_("Choose it again to turn it (R)")] if self._brushes[kind].direction is not None else []
        return "\n".join([self.title(kind), *turning])

    def title(self, kind: str) -> str:
        """Return the description of a kind of element, with the values of its brush."""
        element = self._element(self._brushes[kind])
        manifest, folder = self._speller.manifest(kind), self._folder(kind)
        return fill(plugin_text(folder, manifest.tooltip), spelled(manifest, element.values, folder))

    def _folder(self, kind: str) -> Any:
        return self._catalogue.get(self._speller.notations.elements[kind][2]).folder

    def _element(self, brush: Brush) -> Element:
        name = number_name(self._speller.manifest(brush.kind))
        values = {**dict(brush.values), **({name: self._speller.usual(brush.kind)[name]} if name else {})}
        return Element(brush.kind, (0, 0), values)

    def _token(self, brush: Brush) -> str:
        element = self._element(brush)
        return self._speller.write(element.kind, element.values) or "."

    def show(self, brush: Brush) -> None:
        """Mark the tile of the brush as chosen, and show the brush on it."""
        self._brushes[brush.kind] = brush
        self.tiles[brush.kind].show(self._token(brush))
        self.tiles[brush.kind].tooltip = self._hint(brush.kind)
        for kind, tile in self.tiles.items():
            tile.selected = kind == brush.kind

    def step(self, brush: Brush, by: int) -> Brush:
        """Return the brush of the kind that is `by` places after the kind of `brush`, wrapping around at the ends."""
        kinds = self.kinds
        return self._brushes[kinds[(kinds.index(brush.kind) + by) % len(kinds)]]

    def values_of(self, brush: Brush) -> Iterator[Node]:
        """Yield a choice for each value of the brush that has alternatives, except its direction."""
        for name, value in brush.values:
            possible = self._speller.possible(brush.kind, name)
            if name == DIRECTION or len(possible) < 2:
                continue
            if isinstance(value, tuple):
                yield self._digits(brush, name, possible)
            else:
                options = [(each, self._said(brush.kind, name, each)) for each in possible]
                yield choice(options, value, partial(self._change, brush, name), size=13, height=32, least=100)

    def _digits(self, brush: Brush, name: str, possible: Sequence[tuple[int, ...]]) -> Node:
        """Return a button for each digit of a value that is several numbers, such as the registers of a pusher."""
        chosen: tuple[int, ...] = dict(brush.values)[name]
        digits = sorted({digit for value in possible for digit in value})
        return row(*(self._digit(brush, name, digit, chosen) for digit in digits), gap=GAP, even=True)

    def _digit(self, brush: Brush, name: str, digit: int, chosen: tuple[int, ...]) -> Node:
        toggled = tuple(sorted(set(chosen) ^ {digit})) or chosen
        tooltip = _("In register {number}").format(number=digit) if name == "registers" else ""
        made = button(str(digit), partial(self._change, brush, name, toggled), tooltip=tooltip, size=14, height=32)
        return made.grow().wide(least=24).then(lambda shown: setattr(shown, "selected", digit in chosen))

    def _said(self, kind: str, name: str, value: Any) -> str:
        manifest = self._speller.manifest(kind)
        words: Mapping[str, str] = manifest.words.get(name, {})
        folder = self._folder(kind)
        if str(value) in words:
            return plugin_text(folder, words[str(value)])
        return f"{plugin_text(folder, name)}: {value}" if name else str(value)

    def _change(self, brush: Brush, name: str, value: Any) -> None:
        self._choose(Brush.of(brush.kind, self._speller, **{**dict(brush.values), name: value}))

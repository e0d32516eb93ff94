"""Draws the pictures and colours of an HTML page without a window, and numbers them, so that each is in it once."""

import base64
import hashlib
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from roborally.base import paths
from roborally.base.fonts import font
from roborally.base.palette import palette
from roborally.base.picture_file import read_picture
from roborally.core.state import Piece
from roborally.game.factory import Game
from roborally.narration.page.piece_status import PieceStatus
from roborally.plugin_system.art import piece_file, pin_file, pin_image, robot_body, robot_image, symbol_file, tinted
from roborally.plugin_system.loader import Plugin
from roborally.plugin_system.manifest import ActManifest

ROBOT_SIDE, SYMBOL_SIDE, PIN_SIDE = 96, 40, 64
"""The side of pictures of pieces, of symbols and of pins, in pixels."""
QUALITY = 82
EFFORT = 5
"""The effort of the WebP encoder, 0 to 6; at 6 pictures are 3 % smaller, but take 24 times as long."""
BOARD_BEAM = "#ff4d4d"
"""The colour of beams that no robot fires."""
NO_SEAT = {"body": "#8b95a5", "ink": "#ffffff"}
"""The colours of a piece that belongs to no seat."""
MAX_KNOWN = 256
"""The number of encoded pictures above which the cache is cleared."""
_known: dict[tuple[object, ...], str] = {}
"""The cache of encoded pictures, by content and quality; encoding takes most of the time that a page needs."""


def data_address(image: Image.Image, quality: int = QUALITY) -> str:
    """Return a picture as a `data:` URL in WebP format; `quality` is 0 to 100."""
    key = (image.mode, image.size, hashlib.sha256(image.tobytes()).digest(), quality)
    found = _known.get(key)
    if found is None:
        packed = io.BytesIO()
        image.save(packed, "WEBP", quality=quality, method=EFFORT)
        found = "data:image/webp;base64," + base64.b64encode(packed.getvalue()).decode()
        if len(_known) >= MAX_KNOWN:
            _known.clear()
        _known[key] = found
    return found


class Collected:
    """The pictures and colours of a page, in order of first use; acts and pieces refer to them by their index.

    `liveries` are the numbers of the seats' colours by piece, -1 for pieces without a seat.
    """

    def __init__(self, plugins: Sequence[Plugin], liveries: Sequence[int]) -> None:
        self._plugins = plugins
        self._liveries = liveries
        self.acts: Mapping[str, ActManifest] = {
            name: act for plugin in plugins for name, act in plugin.manifest.act.items()
        }
        self.pictures: list[str] = []
        self._numbers: dict[tuple[str, str], int] = {}
        self._drawn: dict[tuple[str, str], str] = {}
        self.colours: list[str] = []

    def copy(self) -> "Collected":
        """Return another collection that begins with the same pictures and colours, and does not draw them again."""
        other = Collected(self._plugins, self._liveries)
        other.pictures, other.colours, other._numbers = [*self.pictures], [*self.colours], dict(self._numbers)
        other._drawn = self._drawn
        return other

    def colour(self, name: str) -> int:
        """Return the number of a colour of the palette, or of white for an unknown or empty name."""
        return self._colour(str(palette()["game"].get(name, "#ffffff")))

    def piece_colour(self, piece: int) -> int:
        """Return the number of the light colour of the piece with this index, or of the board's beams for -1."""
        livery = self._liveries[piece] if 0 <= piece < len(self._liveries) else -1
        return self._colour(BOARD_BEAM if livery < 0 else str(seat_colours(livery)["light"]))

    def _colour(self, code: str) -> int:
        if code not in self.colours:
            self.colours.append(code)
        return self.colours.index(code)

    def symbol(self, name: str, tint: str = "") -> int:
        """Return the number of the picture of the icon or equipment `name`, tinted with the palette's colour `tint`."""
        key = (name, tint)
        if key not in self._numbers:
            if key not in self._drawn:
                self._drawn[key] = data_address(self._symbol(name, tint))
            self._numbers[key] = len(self.pictures)
            self.pictures.append(self._drawn[key])
        return self._numbers[key]

    def _symbol(self, name: str, tint: str) -> Image.Image:
        path = symbol_file(name, self._plugins)
        image = read_picture(path) if path.is_file() else None
        if image is None:
            return _letter(name, SYMBOL_SIDE)
        code = palette()["game"].get(tint, "") if tint else ""
        return _fitted(tinted(image, str(code)) if code else image, SYMBOL_SIDE)

    def pin(self, livery: int) -> int:
        """Return the number of the picture of a pin, the mark of a respawn point, in the colours `livery`."""
        key = ("pin of a seat", str(livery))
        if key not in self._numbers:
            self._numbers[key] = len(self.pictures)
            self.pictures.append(data_address(self._pin(seat_colours(livery))))
        return self._numbers[key]

    def _pin(self, colours: Mapping[str, str]) -> Image.Image:
        assets = paths.asset_folder()
        file = pin_file(self._plugins) or assets / "icons" / "flag.png"
        pin, emblem = read_picture(file), read_picture(assets / "emblems" / f"{colours['emblem']}.png")
        if pin is None or emblem is None:
            return _letter("", SYMBOL_SIDE)
        return _fitted(pin_image(pin, emblem, colours["body"], colours["ink"]), PIN_SIDE)

    def livery(self, piece: Piece) -> dict[str, Any]:
        """Return a piece's `colour`, a number, `body` and `ink`, texts such as `#ffffff`, and `pin`, a number or -1."""
        livery = self._liveries[piece.index]
        colours = seat_colours(livery) if livery >= 0 else NO_SEAT
        return {
            "colour": self.piece_colour(piece.index),
            "body": colours["body"],
            "ink": colours["ink"],
            "pin": self.pin(livery) if livery >= 0 else -1,
        }

    def gauges(self, status: PieceStatus) -> list[dict[str, Any]]:
        """Return a dict for each gauge, with `picture`, the number of its icon, and the bool `mark`."""
        return [
            {"picture": self.symbol(gauge.icon, gauge.tint), "mark": gauge.mark} for _plugin, gauge in status.gauges
        ]

    def portrait(self, piece: Piece, game: Game) -> str:
        """Return the picture of a piece that faces north, as a `data:` URL."""
        if piece.seat < 0:
            return self.piece(piece.kind)
        return self.robot(game.seats[piece.seat].model, piece.seat, self._liveries[piece.index])

    def robot(self, model: str, seat: int, livery: int, side: int = ROBOT_SIDE) -> str:
        """Return a robot's picture, `side` pixels wide, facing north, in the colours `livery`, as a `data:` URL."""
        body = robot_body(model, seat, self._plugins)
        image = robot_image(body, seat_colours(livery)["name"])
        return data_address(_letter(model or body.chassis, side) if image is None else _fitted(image, side))

    def piece(self, kind: str) -> str:
        """Return the picture of a piece that belongs to no seat, such as a ball, as a `data:` URL."""
        path = piece_file(kind, self._plugins)
        return data_address(_letter(kind, ROBOT_SIDE) if path is None else _read(path, kind))


def seat_colours(livery: int) -> Mapping[str, str]:
    """Return the colours number `livery`: `body`, `light`, `dark`, `ink` (`#rrggbb`), their `name`, and `emblem`."""
    seats = palette()["seat"]
    found: Mapping[str, str] = seats[livery % len(seats)]
    return found


def _read(path: Path, name: str) -> Image.Image:
    image = read_picture(path) if path.is_file() else None
    return _letter(name, ROBOT_SIDE) if image is None else _fitted(image, ROBOT_SIDE)


def _fitted(image: Image.Image, side: int) -> Image.Image:
    return image.resize((side, side), Image.Resampling.LANCZOS)


def _letter(name: str, side: int) -> Image.Image:
    """Return a tile with the first letter of a name, as a substitute for a missing picture."""
    image = Image.new("RGBA", (side, side))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((1, 1, side - 2, side - 2), side // 6, fill="#2a313e", outline="#f2c14e", width=2)
    draw.text(
        (side / 2, side / 2), name[:1].upper(), font=font("ChakraPetch-Bold", side // 2), fill="#eef2f8", anchor="mm"
    )
    return image

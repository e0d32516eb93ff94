"""Writes a match or a turn as an HTML page: one file that contains everything and sends no requests.

Its policy only allows what is in the file: the script and the style by their digests, pictures as `data:` addresses.
The data is JSON, compressed (raw deflate) and in base64; the script of the page decodes it.
"""

import base64
import html
import zlib
from pathlib import Path

import msgspec

from roborally.base.atomic_file import write_aside
from roborally.core.observation import SPECTATOR
from roborally.game.course.image import draw_course
from roborally.game.factory import Game
from roborally.game.records.exports import PAGE
from roborally.game.records.recorder import Record
from roborally.narration.page.collected import data_address
from roborally.narration.page.scripts import digest, joined_script
from roborally.narration.page.story import Story, story_data
from roborally.plugin_system.loader import Catalogue

SUFFIX = PAGE
LARGEST_TILE, LARGEST_SIDE = 64, 1024
"""The maximum side of a cell, and of the whole picture of a board, in pixels."""
BOARD_QUALITY = 70
STATIC = Path(__file__).with_name("static")
"""The folder with the template, the style and the script of pages."""


def page_of(
    game: Game,
    record: Record,
    catalogue: Catalogue,
    *,
    turn: int | None = None,
    seat: int = SPECTATOR,
    floor: str = "",
) -> bytes:
    """Return the HTML page of a match, or of one turn, as UTF-8; raise `GameError` if the match cannot be replayed.

    It shows what `seat` (from 0) may see, by default only what is public. For several pages of a match, draw the
    picture of its `floor` once with `floor_of`.
    """
    story = Story(game, record, turn=turn, seat=seat)
    data = story_data(story, floor or floor_of(game, catalogue))
    return _filled(data["words"][0]["title"], msgspec.json.encode(data)).encode()


def floor_of(game: Game, catalogue: Catalogue) -> str:
    """Return the picture of the board of a match as a `data:` URL."""
    board = game.course.board
    tile = max(8, min(LARGEST_TILE, LARGEST_SIDE // max(board.width, board.height)))
    return data_address(draw_course(game.course, catalogue, tile).convert("RGB"), BOARD_QUALITY)


def write_page(
    path: Path, game: Game, record: Record, catalogue: Catalogue, *, turn: int | None = None, seat: int = SPECTATOR
) -> int:
    """Write the page of a match or turn to a file, and return its length in bytes.

    Raises `GameError` if that fails; an old file is then unchanged. `turn` and `seat` are as for `page_of`.
    """
    content = page_of(game, record, catalogue, turn=turn, seat=seat)
    write_aside(path, content)
    return len(content)


def _filled(title: str, data: bytes) -> str:
    script, style = joined_script("page.js", [STATIC]), _static("page.css")
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = base64.b64encode(packer.compress(data) + packer.flush()).decode()
    policy = f"default-src 'none'; img-src data:; script-src {digest(script)}; style-src {digest(style)}"
    values = {
        "POLICY": policy,
        "TITLE": html.escape(title),
        "STYLE": style,
        "DATA": packed,
        "SCRIPT": script,
    }
    parts = _static("page.html").split("@@")
    return "".join(values[part] if number % 2 else part for number, part in enumerate(parts))


def _static(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")

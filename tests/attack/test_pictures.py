"""Pictures of strangers: a plugin or a server may call anything `.png`."""

import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from roborally.base.picture_file import MAX_PIXELS, read_picture

ROW = b"\0" + b"\1\2\3\4" * 2
POSTSCRIPT = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n%%EndComments\nshowpage\n"


def chunk(kind: bytes, content: bytes = b"") -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(width: int = 2, height: int = 2, behind: bytes = b"") -> bytes:
    """Return a picture; `behind` is what follows its pixels."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    pixels = chunk(b"IDAT", zlib.compress(ROW * height))
    return b"\x89PNG\r\n\x1a\n" + head + pixels + behind + chunk(b"IEND")


WRONG = {
    "an empty profile behind the pixels": png(behind=chunk(b"IDAT", b"\xff") + chunk(b"iCCP")),
    "too large": png(MAX_PIXELS // 2, 3),
}


def test_a_sound_picture_is_read(tmp_path: Path) -> None:
    path = tmp_path / "pit.png"
    path.write_bytes(png())
    picture = read_picture(path)
    assert picture is not None
    assert picture.size == (2, 2)


@pytest.mark.parametrize("content", WRONG.values(), ids=WRONG)
def test_whatever_is_wrong_with_a_picture_it_is_left_out(content: bytes, tmp_path: Path) -> None:
    """Pillow raises `IndexError` for the first."""
    path = tmp_path / "pit.png"
    path.write_bytes(content)
    assert read_picture(path) is None


def test_no_program_is_started_for_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For PostScript, Pillow would run Ghostscript, which may write files."""
    path = tmp_path / "pit.png"
    path.write_bytes(POSTSCRIPT)
    started: list[object] = []
    Image.init()
    monkeypatch.setattr("subprocess.check_call", lambda *command, **_more: started.append(command))
    monkeypatch.setattr("PIL.EpsImagePlugin.gs_binary", "gs")
    assert read_picture(path) is None
    assert started == []

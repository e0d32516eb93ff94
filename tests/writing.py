"""Plugins that tests write, and a disk on which nothing can be written."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import Mock

import pytest
import tomli_w
from PIL import Image

from roborally.plugin_system.manifest import API_VERSION


def change(path: Path, old: str, new: str) -> None:
    """Replace a text that stands in a file, wherever it does."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@contextmanager
def full_disk() -> Iterator[None]:
    """Let files that are written aside find no room."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", Mock(side_effect=OSError(errno.ENOSPC, "No space left on device")))
        yield


def manifest(id_: str, more: str = "") -> str:
    """Return the text of a `plugin.toml` with what every one has; `more` comes behind it."""
    head = {"id": id_, "title": id_.title(), "description": "A test.", "version": "1.0.0", "api": API_VERSION}
    return tomli_w.dumps({**head, "authors": ["Tester"], "license": "MIT"}) + more


def write_plugin(folder: Path, id_: str, more: str = "", **code: str) -> Path:
    """Write a plugin into a folder of plugins, with `rules="…"` as its `rules.py` and so on; return its own folder."""
    place = folder / id_
    place.mkdir(parents=True, exist_ok=True)
    (place / "plugin.toml").write_text(manifest(id_, more), encoding="utf-8")
    for name, text in code.items():
        (place / f"{name}.py").write_text(text, encoding="utf-8")
    return place


def write_bot_plugin(folder: Path, id_: str, code: str) -> Path:
    """Write a plugin whose `bot.py` is `code`; return its own folder."""
    return write_plugin(folder, id_, 'kind = "bot"', bot=code)


LESSON = """
name = "Into the press"
mode = "standard"
plugins = ["crushers"]

[lesson]
steps = [{ text = "Drive under the press.", cells = [[2, 0]] }]
wrong = ["move1", "move1", "move1", "left", "right"]

[board]
grid = " .  .  crush1  .  .  . "

[[robots]]
name = "Dot"
cell = [0, 0]
facing = "east"
deal = ["move1@490", "move1@500", "move1@510", "left@70", "right@80", "u-turn@10", "back-up@430"]
program = ["move1@490", "left@70", "right@80", "u-turn@10", "back-up@430"]

[[expect]]
after = "register 1"
robots.Dot = { cell = [1, 0] }
"""
"""A lesson of a plugin; its first register decides."""
COURSE = """
name = "Slippery"
description = "A bend with presses."
players = [2, 2]
plugins = ["crushers"]
grid = \"\"\"
 d1>  .  crush1  c1
 d2>  .  .  c2
\"\"\"
"""
"""A course of a plugin, which needs another one."""


def write_content_plugin(folder: Path, id_: str = "swamp") -> Path:
    """Write a plugin with a course, a lesson, a sound and a robot with its picture; return its own folder."""
    place = write_plugin(folder, id_, '[robot.mudder]\ntitle = "Mudder"\nsprite = "mudder.png"\n')
    for part in ("boards", "lessons", "sounds", "art", "locale"):
        (place / part).mkdir()
    (place / "boards" / "slippery.toml").write_text(COURSE, encoding="utf-8")
    (place / "lessons" / "01-mud.toml").write_text(LESSON, encoding="utf-8")
    (place / "sounds" / "squelch.ogg").write_bytes(b"OggS")
    (place / "locale" / "de.po").write_text('msgid "Slippery"\nmsgstr "Glatt"\n', encoding="utf-8")
    body, paint = Image.new("RGBA", (8, 8), (90, 90, 90, 255)), Image.new("RGBA", (8, 8))
    paint.paste((255, 255, 255, 255), (0, 0, 4, 8))
    body.save(place / "art" / "mudder.png")
    paint.save(place / "art" / "mudder-paint.png")
    return place

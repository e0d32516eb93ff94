"""Plugins that tests write."""

from pathlib import Path

import tomli_w


def write_bot_plugin(folder: Path, id_: str, code: str) -> Path:
    """Write a plugin whose `bot.py` is `code` into a folder of plugins, and return its own folder."""
    place = folder / id_
    place.mkdir(parents=True)
    manifest = {"id": id_, "title": "Bots", "description": "Some bots.", "version": "1.0.0", "api": 2}
    more = {"authors": ["A"], "license": "MIT", "kind": "bot"}
    (place / "plugin.toml").write_text(tomli_w.dumps({**manifest, **more}), encoding="utf-8")
    (place / "bot.py").write_text(code, encoding="utf-8")
    return place

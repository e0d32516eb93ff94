"""A client that lacks a plugin of a match gets its names, texts and pictures as data, never code, and plays on."""

import base64
import io
from pathlib import Path

import pytest
from PIL import Image

from roborally.net.client.membership import Membership
from roborally.net.plugin_bundles import MAX_BYTES, MAX_FILES, BundleError, bundle_of, unpack
from roborally.net.protocol import TOLD_FACTS, Begin, BundleRequest, MatchEnded, PluginBundle, Rejected
from roborally.net.rooms.room import MAX_ASKED
from roborally.plugin_system.loader import Catalogue
from tests.net.table import Table, configuration, dice_of

MANIFEST = """
id = "springs"
title = "Springs"
description = "A cell that turns robots about."
version = "1.0.0"
authors = ["Tester"]
license = "MIT"
api = 2
needs = []

[element.spring]
title = "Spring"
token = "spr"
art = "art/spring.png"
"""
DIGEST = "0" * 24
TOO_LARGE, CUT_OFF = "a picture that is too large", "a picture that is cut off"
"""Pictures that a test makes when it runs."""


def picture(width: int = 8, height: int = 8) -> str:
    """Return a picture in base64."""
    content = io.BytesIO()
    Image.new("RGB", (width, height)).save(content, "PNG")
    return base64.b64encode(content.getvalue()).decode()


def text(content: str) -> str:
    return base64.b64encode(content.encode()).decode()


def without(catalogue: Catalogue, *ids: str) -> Catalogue:
    """Return the catalogue of a player who lacks plugins."""
    return Catalogue({id_: plugin for id_, plugin in catalogue.plugins.items() if id_ not in ids})


@pytest.mark.parametrize("lacking", [("race",), ("program-cards",), ("standard", "gears", "conveyors")])
def test_a_client_without_plugins_gets_data_and_plays_on(
    lacking: tuple[str, ...], catalogue: Catalogue, tmp_path: Path
) -> None:
    table = Table(catalogue)
    ann, bob = table.begin(configuration("standard", ["Ann", "Bob"], bots=1), "Ann", "Bob")
    bob.membership = Membership(bob, without(catalogue, *lacking), tmp_path)
    bob.questions()  # asks for the plugins
    bob.questions()  # takes them
    bundles = bob.heard(PluginBundle)
    assert {bundle.plugin for bundle in bundles} == set(lacking)
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert written
    assert not any(path.suffix == ".py" for path in written)
    assert not any(name.endswith(".py") for bundle in bundles for name in bundle.files)
    session = bob.membership.session
    assert session is not None
    assert not session.complete
    titles = {plugin.id: plugin.manifest.title for plugin in session.game.plugins}
    for id_ in lacking:
        assert titles[id_] == catalogue.plugins[id_].manifest.title
    assert TOLD_FACTS in session.observe().data["ext"]
    dice = dice_of(1)
    for _step in range(3000):
        if table.room.playing is None:
            break
        for question in bob.questions()[:1]:
            session = bob.membership.session
            assert session is not None
            session.answer(session.seat, question["id"], question["default"])
        if table.room.playing is not None:
            table.play_on([ann], dice, until=lambda: bool(bob.unread))
    assert bob.last(MatchEnded).reason == "over"
    assert not bob.heard(Rejected)


def test_bundles_are_kept_by_what_is_in_them(catalogue: Catalogue, tmp_path: Path) -> None:
    """What one server has sent is never taken for what another one calls the same."""
    bundle = bundle_of("gears", catalogue.plugins["gears"].folder)
    folder = unpack(bundle, tmp_path)
    stamp = (folder / "plugin.toml").stat().st_mtime_ns
    assert unpack(PluginBundle("gears", DIGEST, bundle.files), tmp_path) == folder, "it is there already"
    assert (folder / "plugin.toml").stat().st_mtime_ns == stamp
    other = unpack(PluginBundle("gears", bundle.digest, {"plugin.toml": text(MANIFEST)}), tmp_path)
    assert other != folder
    assert (other / "plugin.toml").read_text(encoding="utf-8") == MANIFEST


def test_every_plugin_of_the_game_fits_into_a_pack(catalogue: Catalogue, tmp_path: Path) -> None:
    for id_, plugin in catalogue.plugins.items():
        folder = unpack(bundle_of(id_, plugin.folder), tmp_path)
        assert (folder / "plugin.toml").read_bytes() == (plugin.folder / "plugin.toml").read_bytes()


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("rules.py", text("import os")),
        ("art/rules.PY", text("import os")),
        ("rules.py/x.py", text("")),
        ("../plugin.toml", text("")),
        ("../../../../tmp/x.png", text("no picture")),
        ("/etc/passwd.toml", text("")),
        ("art/../../x.toml", text("")),
        ("a/b/c/d/e/f.toml", text("")),
        ("C:\\x.toml", text("")),
        ("art\\x.toml", text("")),
        (".hidden.toml", text("")),
        ("art/x.toml\n", text("")),
        ("art/x\x00.toml", text("")),
        ("art/x.so", text("")),
        ("art/x.pyc", text("")),
        ("x", text("")),
        ("", text("")),
        ("art/x.png", text("no picture")),
        ("art/x.png", TOO_LARGE),
        ("art/x.png", CUT_OFF),
        ("art/x.toml", "not base64!"),
        ("art/x.toml", "ü"),
        ("art/x.ogg", base64.b64encode(b"x" * (MAX_BYTES + 1)).decode()),
    ],
    ids=lambda value: value[:25] if isinstance(value, str) else None,
)
def test_a_pack_that_would_do_harm_is_refused(path: str, content: str, tmp_path: Path) -> None:
    if content == TOO_LARGE:
        content = picture(5000, 4000)
    elif content == CUT_OFF:
        content = picture()[:40]
    bundle = PluginBundle("springs", DIGEST, {"plugin.toml": text(MANIFEST), path: content})
    with pytest.raises(BundleError):
        unpack(bundle, tmp_path / "bundles")
    assert list(tmp_path.iterdir()) == [], "nothing was written"


@pytest.mark.parametrize("plugin", ["../springs", "", "Springs", "a" * 65])
def test_a_pack_without_a_proper_name_is_refused(plugin: str, tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="without a valid name"):
        unpack(PluginBundle(plugin, DIGEST, {"plugin.toml": text(MANIFEST)}), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_too_many_files_are_refused(tmp_path: Path) -> None:
    files = {f"art/{number}.toml": text("") for number in range(MAX_FILES)}
    with pytest.raises(BundleError, match="too large"):
        unpack(PluginBundle("springs", DIGEST, {"plugin.toml": text(MANIFEST), **files}), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_plugins_are_not_asked_for_without_end(table: Table) -> None:
    ann, _bob = table.begin(configuration("standard", ["Ann", "Bob"]), "Ann", "Bob")
    ann.forget()
    for _time in range(MAX_ASKED + 1):
        ann.send(BundleRequest(["race"]))
    assert len(ann.heard(PluginBundle)) == len(ann.heard(Begin)) == MAX_ASKED
    assert len(ann.heard(Rejected)) == 1


def test_only_plugins_of_the_match_are_sent(table: Table) -> None:
    ann, _bob = table.begin(configuration("standard", ["Ann", "Bob"]), "Ann", "Bob")
    ann.send(BundleRequest(["volt", "../standard", "", "*"]))
    assert ann.heard(PluginBundle) == []

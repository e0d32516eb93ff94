"""A client that lacks a plugin of a match gets its names, texts and pictures as data, never code, and plays on."""

import base64
import io
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from PIL import Image

from roborally.net.client import plugin_fetch
from roborally.net.client.membership import Membership
from roborally.net.plugin_bundles import MAX_BYTES, BundleError, contents_of, data_of, unpack
from roborally.net.protocol import (
    FACTS_ENTRY,
    Begin,
    BundleContents,
    BundleRequest,
    MatchEnded,
    PieceRequest,
    PluginBundle,
    Rejected,
    Update,
    encode,
)
from roborally.net.rooms import plugin_data
from roborally.net.rooms.absences import BLIND_SECONDS
from roborally.net.rooms.plugin_data import MAX_ASKED
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import read_manifest
from tests.net.table import Guest, Table, answer_one, configuration, dice_of
from tests.writing import manifest

MANIFEST = manifest("springs", '[element.spring]\ntitle = "Spring"\ntoken = "spr"\nart = "art/spring.png"\n')


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


def whole(plugin: str, catalogue: Catalogue) -> PluginBundle:
    """Return all the data of a plugin."""
    files = data_of(catalogue.plugins[plugin].folder)
    return PluginBundle(plugin, DIGEST, {path: base64.b64encode(content).decode() for path, content in files.items()})


def without(catalogue: Catalogue, *ids: str) -> Catalogue:
    """Return the catalogue of a player who lacks plugins."""
    return Catalogue({id_: plugin for id_, plugin in catalogue.plugins.items() if id_ not in ids})


def fetch(guest: Guest) -> None:
    """Let a guest take in what comes until nothing more does."""
    guest.questions()
    while guest.unread:
        guest.questions()


@pytest.mark.parametrize("lacking", [("race",), ("program-cards",), ("standard", "gears", "conveyors")])
def test_a_client_without_plugins_gets_data_and_plays_on(
    lacking: tuple[str, ...], catalogue: Catalogue, tmp_path: Path
) -> None:
    table = Table(catalogue)
    ann, bob = table.begin(configuration("standard", ["Ann", "Bob"], bots=1), "Ann", "Bob")
    bob.membership = Membership(bob, without(catalogue, *lacking), tmp_path)
    fetch(bob)
    bundles = bob.messages(PluginBundle)
    assert {bundle.plugin for bundle in bundles} == set(lacking)
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert written
    assert not any(path.suffix == ".py" for path in written)
    assert not any(name.endswith(".py") for bundle in bundles for name in bundle.files)
    session = bob.session
    assert not session.complete
    titles = {plugin.id: plugin.manifest.title for plugin in session.game.plugins}
    for id_ in lacking:
        assert titles[id_] == catalogue.plugins[id_].manifest.title
    assert FACTS_ENTRY in session.observe().data["ext"]
    dice = dice_of(1)
    for _step in range(3000):
        if table.room.running_match is None:
            break
        for question in bob.questions()[:1]:
            session = bob.session
            session.answer(session.seat, question["id"], question["default"])
        if table.room.running_match is not None:
            table.play_on([ann], dice, until=lambda: bool(bob.unread))
    assert bob.last(MatchEnded).reason == "over"
    assert not bob.messages(Rejected)


def sent(guest: Guest) -> list[tuple[str, str, int]]:
    """Return which parts of files have been sent to a guest: plugin, path and size."""
    return [
        (bundle.plugin, path, len(base64.b64decode(part)))
        for bundle in guest.messages(PluginBundle)
        for path, part in bundle.files.items()
    ]


def lacking(table: Table, tmp_path: Path, catalogue: Catalogue) -> Guest:
    """Return a guest in a match who lacks a plugin with many pictures, and who has read nothing."""
    _ann, bob = table.begin(configuration("standard", ["Ann", "Bob"]), "Ann", "Bob")
    bob.membership = Membership(bob, without(catalogue, "conveyors"), tmp_path)
    bob.forget()
    return bob


def test_what_is_here_in_another_version_is_not_sent(catalogue: Catalogue, table: Table, tmp_path: Path) -> None:
    folder = tmp_path / "conveyors"
    copytree(catalogue.plugins["conveyors"].folder, folder)
    manifest = (folder / "plugin.toml").read_text(encoding="utf-8")
    (folder / "plugin.toml").write_text(manifest + "# older", encoding="utf-8")
    (folder / "art" / "belt-0.png").unlink()
    _ann, bob = table.begin(configuration("standard", ["Ann", "Bob"]), "Ann", "Bob")
    older = Catalogue({**catalogue.plugins, "conveyors": Plugin(folder, read_manifest(folder))})
    bob.membership = Membership(bob, older, tmp_path / "bundles")
    fetch(bob)
    assert {path for _plugin, path, _size in sent(bob)} == {"plugin.toml", "art/belt-0.png"}
    assert bob.membership.session is not None


def test_the_match_begins_before_its_pictures_have_come(catalogue: Catalogue, table: Table, tmp_path: Path) -> None:
    bob = lacking(table, tmp_path, catalogue)
    while bob.membership.session is None:
        assert not any(path.endswith(".png") for _plugin, path, _size in sent(bob))
        bob.questions()
    early = bob.membership.session
    share = bob.membership.fetching.share
    assert share is not None
    assert 0 < share < 0.2
    fetch(bob)
    late = bob.session
    plugins = [plugin for session in (early, late) for plugin in session.game.plugins if plugin.id == "conveyors"]
    assert [(plugin.folder / "art" / "belt-0.png").is_file() for plugin in plugins] == [False, True]
    assert bob.membership.fetching.share is None
    assert len(bob.messages(Begin)) == 2, "with the rules, and with the pictures"
    size = sum(map(len, data_of(catalogue.plugins["conveyors"].folder).values()))
    assert sum(size for _plugin, _path, size in sent(bob)) == size
    assert not list(tmp_path.glob(".*")), "nothing waits for the rest any more"


@pytest.mark.parametrize("how", ["the line was cut", "the window was killed"])
def test_pieces_go_on_where_they_were(how: str, catalogue: Catalogue, table: Table, tmp_path: Path) -> None:
    bob = lacking(table, tmp_path, catalogue)
    while len(bob.messages(PluginBundle)) < 6:
        bob.questions()
    bob.lose()
    if how == "the window was killed":
        bob.membership = Membership(bob, without(catalogue, "conveyors"), tmp_path)
    else:
        bob.unread.append(encode(table.room.welcome(bob.member)))
    bob.come_back()
    fetch(bob)
    assert bob.membership.fetching.share is None
    data = data_of(catalogue.plugins["conveyors"].folder)
    most = sum(map(len, data.values())) + plugin_fetch.USUAL * 2**5 + max(map(len, data.values()))
    assert sum(size for _plugin, _path, size in sent(bob)) <= most, "what was on its way is all that comes twice"


def test_a_piece_is_as_large_as_the_line_is_quick(catalogue: Catalogue, tmp_path: Path) -> None:
    """And one is on its way at a time, so that life signs are never far behind."""
    requests: list[Any] = []
    now = [0.0]
    taken = plugin_fetch.Fetching(without(catalogue, "volt"), tmp_path, requests.append, lambda: now[0])
    plugin = catalogue.plugins["volt"]
    contents = contents_of("volt", plugin.folder)
    taken.want({("volt", contents.digest)})
    taken.take_contents(contents)
    sizes: list[int] = []
    for seconds in (0.1, 0.1, 1.0, 4.0, 4.0, 4.0, 4.0, 4.0):
        taken.go_on()
        taken.go_on()
        assert len(requests) == len(sizes) + 1
        request = requests[-1]
        sizes.append(request.size)
        now[0] += seconds
        left, parts = request.size, {}
        for path, at in request.files.items():
            part = data_of(plugin.folder)[path][at : at + left]
            parts[path], left = base64.b64encode(part).decode(), left - len(part)
        taken.take(PluginBundle("volt", contents.digest, parts))
    assert sizes == [8192, 16384, 32768, 32768, 16384, 8192, 4096, 2048]


def test_who_fetches_is_not_sent_what_happens_meanwhile(catalogue: Catalogue, table: Table, tmp_path: Path) -> None:
    ann, bob = table.begin(configuration("standard", ["Ann", "Bob"], bots=1), "Ann", "Bob")
    bob.membership = Membership(bob, without(catalogue, "conveyors"), tmp_path)
    bob.questions()
    bob.forget()
    answer_one(ann, dice_of(1))
    table.wait(BLIND_SECONDS + 1)
    for _second in range(3):
        answer_one(ann, dice_of(1))
        table.wait(1)
    assert table.match.state.turn > 1, "a bot has played for Bob"
    assert bob.messages(Update) == []
    fetch(bob)
    assert bob.last(Begin).observation["turn"] == table.match.state.turn


@pytest.mark.parametrize(("hash_", "size", "part"), [("0" * 24, 4, b"four"), ("0" * 24, 3, b"four"), ("", 4, b"\0")])
def test_a_damaged_piece_is_refused(hash_: str, size: int, part: bytes, catalogue: Catalogue, tmp_path: Path) -> None:
    taken = plugin_fetch.Fetching(catalogue, tmp_path, lambda message: None)
    taken.want({("springs", DIGEST)})
    taken.take_contents(BundleContents("springs", DIGEST, {"plugin.toml": (hash_, size)}))
    written = base64.b64encode(part).decode() if part != b"\0" else "no base64!"
    with pytest.raises(BundleError, match=r"plugin\.toml is damaged"):
        taken.take(PluginBundle("springs", DIGEST, {"plugin.toml": written}))
    assert list(tmp_path.iterdir()) == []


def test_bundles_are_kept_by_what_is_in_them(catalogue: Catalogue, tmp_path: Path) -> None:
    """What one server has sent is never taken for what another one calls the same."""
    bundle = whole("gears", catalogue)
    there = tmp_path / "not yet" / "there"
    folder = unpack(bundle, there)
    stamp = (folder / "plugin.toml").stat().st_mtime_ns
    assert unpack(PluginBundle("gears", DIGEST, bundle.files), there) == folder, "it is there already"
    assert (folder / "plugin.toml").stat().st_mtime_ns == stamp
    other = unpack(PluginBundle("gears", bundle.digest, {"plugin.toml": text(MANIFEST)}), there)
    assert other != folder
    assert (other / "plugin.toml").read_text(encoding="utf-8") == MANIFEST


def test_every_plugin_of_the_game_fits_into_a_pack(catalogue: Catalogue, tmp_path: Path) -> None:
    for id_, plugin in catalogue.plugins.items():
        folder = unpack(whole(id_, catalogue), tmp_path)
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


def test_plugins_are_not_asked_for_without_end(table: Table) -> None:
    ann, _bob = table.begin(configuration("standard", ["Ann", "Bob"]), "Ann", "Bob")
    ann.forget()
    for _time in range(MAX_ASKED + 1):
        ann.send(BundleRequest(["race"]))
    assert len(ann.messages(BundleContents)) == MAX_ASKED
    assert len(ann.messages(Rejected)) == 1


def test_pieces_are_not_sent_without_end(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugin_data, "MAX_SENT", 3000)
    ann, _bob = table.begin(configuration("standard", ["Ann", "Bob"]), "Ann", "Bob")
    for _time in range(4):
        ann.send(PieceRequest("race", {"plugin.toml": 0, "../plugin.toml": 0, "rules.py": 0}, 1000))
    sent = ann.messages(PluginBundle)
    assert [len(base64.b64decode(bundle.files["plugin.toml"])) for bundle in sent] == [1000] * 3
    assert len(ann.messages(Rejected)) == 1


def test_only_plugins_of_the_match_are_sent(table: Table) -> None:
    ann, _bob = table.begin(configuration("standard", ["Ann", "Bob"]), "Ann", "Bob")
    ann.send(BundleRequest(["volt", "../standard", "", "*"]))
    ann.send(PieceRequest("volt", {"plugin.toml": 0}, 1000))
    ann.send(PieceRequest("race", {"rules.py": 0, "../race/plugin.toml": 0}, 1000))
    assert ann.messages(BundleContents) == []
    assert [bundle.files for bundle in ann.messages(PluginBundle)] == [{"rules.py": "", "../race/plugin.toml": ""}]

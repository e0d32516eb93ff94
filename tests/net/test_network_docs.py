"""docs/network.md shows every message of the protocol, as the real encoder writes it, and its code and options work."""

import argparse
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from roborally.bots.registry import bot_names
from roborally.features.lobby import cli_serve as serve
from roborally.game.records.course_data import CourseData
from roborally.game.session.bot_pool import BotPool
from roborally.net import protocol
from roborally.net.announcement import properties_of
from roborally.net.protocol import (
    Answer,
    AnswerHome,
    AskHome,
    Begin,
    Building,
    BundleContents,
    BundleRequest,
    Chat,
    ChatMessage,
    Choose,
    ClockState,
    Configure,
    Hello,
    HomeGame,
    HomeRequest,
    Kick,
    Leave,
    LobbyState,
    LocalizedText,
    MatchEnded,
    MatchList,
    MatchListing,
    MemberList,
    MemberState,
    PageScene,
    Person,
    PieceRequest,
    PlaybackDone,
    PluginBundle,
    PluginState,
    Preview,
    Previewed,
    Refused,
    Rejected,
    Save,
    SavedGame,
    Shown,
    Start,
    Update,
    Upload,
    Welcome,
    Who,
    encode,
)
from roborally.net.server.local_server import ServerThread
from roborally.net.server.server import Server
from roborally.plugin_system.loader import find_plugins
from tests.net.patience import PATIENT

PAGE = Path(__file__).resolve().parents[2] / "docs" / "network.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCK = r"<!-- ([\w-]+) -->\n\n?```json\n(.*?)```\n"
LONGEST_LINE = 110

CONFIG = {
    "match": {"course": "first-steps", "timer": 60},
    "seats": [{"name": "Ann", "robot": "tanky"}, {"name": "Cog", "controller": "greedy"}],
}
ANN = MemberState(1, "Ann", "tanky", host=True, seat=0, titles=("robot-statistics/first-oil",))
BOB = MemberState(2, "Bob", watching=True)
COURSE = CourseData(
    "dash", "Dash", "Ann", "CC0-1.0", "", (1, 1), 2, 1, [], [((0, 0), 2)], [("checkpoint", (1, 0), {"number": 1})]
)
OF_PAGES = (Preview, PageScene, Shown, Previewed)
"""The messages that the page speaks of in words only: a page always has the version of its server."""
EXAMPLES = [
    Hello(protocol.PROTOCOL, "0.1.0", "Ann", "join", "ABCDE", titles=("robot-statistics/first-oil",), proves=True),
    Person("".join(f"{number:02x}" for number in range(32)), "".join(f"{number:02x}" for number in range(64))),
    Configure(CONFIG),
    Choose("peach", ready=True),
    Start(),
    Upload("H4sIAAAA", last=True),
    Answer("program-1", ["move1@610", "left@190", "move3@830", "u-turn@60", "move2@680"]),
    PlaybackDone(41),
    Chat("Mind the pit!"),
    Building("RR1:abc"),
    Kick(3),
    Save(4),
    AskHome(),
    AnswerHome(2, True),
    BundleRequest(["oil"]),
    PieceRequest("oil", {"plugin.toml": 0, "art/oil.png": 2048}, 8192),
    Leave(),
    Welcome(
        protocol.PROTOCOL, "0.1.0", 1, "dGhlIGtleSB0byBhIHNlYXQ", "ABCDE", "0123456789abcdef", "d2hvIGFyZSB5b3U", True
    ),
    Who("0123456789abcdef", "d2hvIGFyZSB5b3U"),
    Refused("denied", LocalizedText("there is no match {code} on this server", {"code": "FGHJK"}), "0123456789abcdef"),
    MatchList([MatchListing("ABCDE", "Ann", "standard", "first-steps", 2, False)]),
    LobbyState(CONFIG, [ANN]),
    MemberList([BOB]),
    Begin(
        CONFIG,
        COURSE,
        {"standard": PluginState("1.0.0", "0123456789abcdef01234567")},
        0,
        17,
        {"turn": 1, "over": False, "pieces": [], "decisions": [], "sealed": {}, "ext": {}},
        [0, 1],
        60.0,
        True,
        1.4,
        9,
    ),
    Update(
        [{"type": "step", "beat": 18, "piece": 0, "to": [1, 0]}],
        {"turn": 1, "over": False, "pieces": [], "decisions": [], "sealed": {}, "ext": {}},
        [0],
        60.0,
        True,
        1.4,
    ),
    ClockState([1], 42.5, False, 1.4),
    Rejected(LocalizedText("this is not asked any more"), "program-1"),
    ChatMessage(1, "Ann", "Mind the pit!"),
    MatchEnded("over", "H4sIAAAA", "5f0c2a9e", [{"fwd": 12}, {"fwd": 9}]),
    SavedGame("H4sIAAAA"),
    HomeRequest(2, "Ann", "open", ["Bob", "Cid"]),
    HomeGame("H4sIAAAA"),
    BundleContents("oil", "0123456789abcdef01234567", {"plugin.toml": ("89abcdef0123456789abcdef", 11)}),
    PluginBundle("oil", "0123456789abcdef01234567", {"plugin.toml": "aWQgPSAib2lsIgo="}),
]


def tag(message: Any) -> str:
    return str(message.__struct_config__.tag)


def shown(message: Any) -> str:
    """Return a message as the page shows it."""
    return in_lines(msgspec.json.decode(encode(message))) + "\n"


def in_lines(value: Any, indent: str = "", before: str = "") -> str:
    """Return a value as JSON: lists and objects that are too long for a line have a line for each entry."""
    line = before + msgspec.json.encode(value).decode()
    if len(indent) + len(line) <= LONGEST_LINE or not isinstance(value, dict | list):
        return indent + line
    deeper = indent + "  "
    if isinstance(value, dict):
        entries = [in_lines(entry, deeper, f"{msgspec.json.encode(key).decode()}: ") for key, entry in value.items()]
    else:
        entries = [in_lines(entry, deeper) for entry in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{indent}{before}{opening}\n" + ",\n".join(entries) + f"\n{indent}{closing}"


def test_the_examples_are_all_messages_that_there_are() -> None:
    known = [*get_args(protocol.ClientMessage), *get_args(protocol.ServerMessage)]
    assert [tag(example) for example in EXAMPLES] == [tag(kind) for kind in known if kind not in OF_PAGES]
    assert [tag(kind) for kind in OF_PAGES if f"`{tag(kind)}`" not in TEXT] == []


def test_the_page_shows_every_message_as_it_is_sent() -> None:
    blocks = re.findall(BLOCK, TEXT, re.DOTALL)
    assert blocks == [(tag(example), shown(example)) for example in EXAMPLES], (
        "`python -m tests.net.test_network_docs` writes them into the page"
    )


@pytest.mark.parametrize("example", EXAMPLES, ids=tag)
def test_what_is_shown_is_understood(example: Any) -> None:
    decode = protocol.decode_client if isinstance(example, protocol.FromClient) else protocol.decode_server
    assert decode(shown(example)) == example
    assert f"\n`{tag(example)}`:" in TEXT, "every message is explained"


def test_every_option_of_the_server_is_explained() -> None:
    parser = argparse.ArgumentParser()
    serve.add_arguments(parser)
    options = re.findall(r"--[a-z-]+", parser.format_help())
    table = TEXT[TEXT.index("## Running a server") : TEXT.index("### Stopping")]
    assert [option for option in options if option != "--help" and f"`{option}" not in table] == []


def test_everything_that_is_announced_is_explained() -> None:
    table = TEXT[TEXT.index("### On the local network") :]
    announced = properties_of(MatchListing("ABCDE", "Ann", "standard", "x", 1, False), secure=False, server="")
    assert [key for key in announced if f"`{key}`" not in table] == []


def test_the_client_of_the_page_works() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    catalogue = find_plugins(installed=False)
    thread = ServerThread(Server(catalogue, BotPool(), bot_names(catalogue), PATIENT))
    names: dict[str, Any] = {}
    exec(code.replace('"127.0.0.1"', f'"127.0.0.1:{thread.port}"'), names)
    assert names["line"].wish.token
    assert not names["line"].is_running
    thread.stop()


def write() -> None:
    """Put the examples into the page."""
    text = TEXT
    for example in EXAMPLES:
        block = f"<!-- {tag(example)} -->\n```json\n{shown(example)}```\n"
        found = re.compile(rf"<!-- {tag(example)} -->\n(\n?```json\n.*?```\n)?", re.DOTALL)
        text = found.sub(block.replace("\\", r"\\"), text, count=1)
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()

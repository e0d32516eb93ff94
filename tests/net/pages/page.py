"""A page in a browser without a browser: a bare WebSocket that answers from the views alone."""

import gzip
import json
from typing import Any
from urllib.request import Request, urlopen

from roborally.base.version import VERSION
from roborally.core.dice import Dice
from roborally.net.protocol import (
    PROTOCOL,
    Answer,
    Configure,
    FromServer,
    Hello,
    LobbyState,
    MatchEnded,
    PageScene,
    PlaybackDone,
    Preview,
    Previewed,
    Rejected,
    Shown,
    Start,
    Welcome,
)
from tests.net.table import configuration
from tests.net.wire import Wire
from tests.waiting import PATIENCE


def fetch(port: int, path: str) -> Any:
    """Return what a server answers to a browser that asks for JSON."""
    with urlopen(Request(f"http://127.0.0.1:{port}{path}"), timeout=PATIENCE) as answer:
        return json.loads(gzip.decompress(answer.read()))


class Page(Wire):
    """A page; `now` is what it shows, `questions` are all that it was asked, by kind."""

    def enter(self, name: str, wish: str = "join", code: str = "", token: str = "", language: str = "en") -> "Page":
        """Say hello, and return when one is in."""
        self.now: dict[str, Any] = {}
        self.pictures: list[str] = []
        self.questions: dict[str, dict[str, Any]] = {}
        self._answered: set[str] = set()
        self.send(Hello(PROTOCOL, VERSION, name, wish, code, token, page=language))
        self.welcome = self.wait_for(Welcome)
        return self

    def begin(self, mode: str, *names: str, bots: int = 1) -> "Page":
        """Begin a match as its host."""
        self.send(Configure(configuration(mode, names, bots)))
        self.wait_for(LobbyState, lambda lobby: lobby.config["match"].get("timer") == 0)
        self.send(Start())
        return self

    def next(self) -> FromServer:
        """Return the next message; what it shows is shown at once."""
        message = super().next()
        assert not isinstance(message, Rejected), f"a view has offered it: {message}"
        if isinstance(message, PageScene | Shown):
            self.now = message.now
            first, addresses = self.now["pictures"]
            assert first <= len(self.pictures), "no picture is missing"
            self.pictures[first:] = addresses
            self.questions |= {question["kind"]: question for question in self.now["questions"]}
            self.send(PlaybackDone(message.beat))
        return message

    def play_on(self, dice: Dice, kind: type[FromServer] = MatchEnded) -> Any:
        """Answer all questions at random until a message of a kind comes, and return that."""
        while True:
            open_ones = [question for question in self.now.get("questions", ()) if question["id"] not in self._answered]
            for question in sorted(open_ones, key=lambda question: not question["optional"]):
                self._answered.add(question["id"])
                self.send(Answer(question["id"], answer_to(question, dice)))
                if question["at_once"]:
                    break  # it may change what else is asked
            message = self.next()
            if isinstance(message, kind):
                return message

    def preview(self, question: dict[str, Any], answer: Any) -> Previewed:
        """Return where an answer leads."""
        self.send(Preview(question["id"], answer, 7))
        return self.wait_for(Previewed)


def answer_to(question: dict[str, Any], dice: Dice) -> Any:
    """Return a random answer to a question, from its view."""
    match question["view"]:
        case "many":
            return [choice["value"] for choice in question["choices"][: question["most"]]]
        case "tiles":
            return laid(question, dice)
        case _:
            return dice.pick([choice["value"] for choice in question["choices"] if not choice["gone"]])


def laid(question: dict[str, Any], dice: Dice) -> list[Any]:
    """Return tiles laid into the open slots, each with its parts chosen."""
    tiles = list(question["tiles"])
    dice.shuffle(tiles)
    answer = []
    for slot in question["slots"]:
        if slot["fixed"] is None and not slot["shut"]:
            tile = next((tile for tile in tiles if not slot["fits"] or tile["id"] in slot["fits"]), None)
            tiles = [other for other in tiles if other is not tile]
            answer.append(question["empty"] if tile is None else value_of(tile, dice))
    return answer


def value_of(tile: dict[str, Any], dice: Dice) -> Any:
    """Return the value of a tile with its parts chosen at random."""
    value = tile["value"]
    for part in tile["parts"]:
        value = value.replace("{" + part["name"] + "}", str(dice.pick(part["choices"])))
    return value

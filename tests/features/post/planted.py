"""A plugin whose secrets a test chooses: a number for each seat, in the state, in an event, and among choices.

The window, logs and pages show such numbers to their owner: as a gauge, and as a line of the log.
"""

import os
from collections.abc import Sequence
from pathlib import Path

NUMBERS = "PLANTED_NUMBERS"
"""The environment variable that holds the numbers by seat."""

MANIFEST = """
id = "planted"
title = "Planted secrets"
description = "A secret number for each seat."
version = "1.0.0"
authors = ["Tester"]
license = "MIT"
api = 2
kind = "rules"

[gauge.planted]
fact = "planted"
title = "Planted"
text = "Planted: {value}."
icon = "flag"
tint = "accent"

[log]
planted = "{piece} whispers {number}."

[question]
planted = "Which number?"
"""

RULES = """
import os
from typing import TypedDict

from roborally.plugin import FACTS, Fact, Match, Rules, hookimpl, plugin_slot


class Slot(TypedDict):
    numbers: tuple[int, ...]


slot_of = plugin_slot("planted", Slot)


@hookimpl
def register(rules: Rules) -> None:
    rules.slot(slot_of, redact)
    rules.event("planted", {"piece": "whose number it is", "number": "the number", "only_for": "its seat"})
    rules.decision("planted", commit)
    rules.on("stepped", whisper)
@asking@    rules.add(FACTS, "planted", Fact(read))


@hookimpl
def setup(match: Match) -> None:
    numbers = [int(number) for number in os.environ["PLANTED_NUMBERS"].split(",")]
    slot_of.fill(match, {"numbers": tuple(numbers)})


def ask(match: Match) -> None:
    for piece in match.robots:
        number = slot_of(match)["numbers"][piece.seat]
        match.ask("planted", piece, 0, (0, number), secret=True, optional=True, info={"number": number})


def commit(match: Match, decision, answer) -> None:
    pass


def redact(match: Match, seat: int, slot: Slot) -> None:
    slot["numbers"] = tuple(number if at == seat else 0 for at, number in enumerate(slot["numbers"]))


def read(match: Match, piece):
    return slot_of(match)["numbers"][piece.seat] if piece.seat >= 0 else None


def whisper(match: Match, *_context) -> None:
    for piece in match.robots:
        match.emit("planted", piece=piece.index, number=slot_of(match)["numbers"][piece.seat], only_for=piece.seat)
"""


ASKING = '    rules.on("programming", ask)\n'


def make_plugin(folder: Path, *, asks: bool) -> Path:
    """Write the plugin into a folder of plugins; return that folder. It asks where the rules have a point for that."""
    place = folder / "planted"
    place.mkdir(parents=True)
    (place / "plugin.toml").write_text(MANIFEST, encoding="utf-8")
    (place / "rules.py").write_text(RULES.replace("@asking@", ASKING if asks else ""), encoding="utf-8")
    return folder


def plant(numbers: Sequence[int]) -> None:
    """Let matches from now on have these secrets."""
    os.environ[NUMBERS] = ",".join(map(str, numbers))

"""What happened, in words: a line for each event that a spectator wants to read of.

The kernel's events have their sentences here, those of plugins in the `[log]` table of their manifests, where `{piece}`
and `{shooter}` are robots, `{cell}` a cell, and any other name a key of the event. Events that have no sentence, such
as a belt's turn, are told by the board alone.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from roborally.config import Game
from roborally.core.events import Event
from roborally.core.geometry import NAMES

ROBOT_KEYS = ("piece", "shooter", "by")
CAUSES = {
    "board-laser": "a board laser",
    "crusher": "a crusher",
    "edge": "the fall over the edge",
    "flamer": "a flamer",
    "mirror": "its own shot from a mirror",
    "pit": "a pit",
    "power-down": "the power-down",
    "ramming": "ramming",
    "rear-laser": "a rear laser",
    "recompile": "recompiling",
    "regeneration": "regeneration",
    "repair": "the repair site",
    "robot-laser": "a laser",
    "mini-howitzer": "a howitzer",
}
WEAPONS = {"mirror": "mirror", "ramming": "ramming gear", "rear-laser": "rear laser", "mini-howitzer": "howitzer"}
WALKS = {"forward": "walks", "backward": "backs up", "walk": "walks", "push": "is pushed", "pusher": "is pushed"}
WALKS |= {"belt": "is carried", "slide": "slides", "displaced": "is moved"}
PLACES = {"respawn": "comes back at", "entry": "enters at", "portal": "leaves a portal at"}
TURNS = {1: "turns right", -1: "turns left", 2: "turns round", -2: "turns round"}


class Chronicle:
    """Tells the events of one game in words."""

    def __init__(self, game: Game) -> None:
        """Collect the sentences of the plugins that the game is played with."""
        self.names = [seat.name for seat in game.seats]
        self._templates: dict[str, str] = {}
        for plugin in game.plugins:
            self._templates.update(plugin.manifest.log)

    def line(self, event: Event) -> str:
        """Return the sentence for an event, or an empty string when there is nothing to say."""
        told = _TELLERS.get(event["type"])
        if told is not None:
            return told(self, event)
        template = self._templates.get(event["type"], "")
        return template.format_map(_Words(self, event)) if template else ""

    def name(self, piece: int) -> str:
        """Return the name of a piece."""
        return self.names[piece] if 0 <= piece < len(self.names) else f"piece {piece}"

    def listed(self, pieces: Sequence[int]) -> str:
        """Return the names of several pieces."""
        names = [self.name(piece) for piece in pieces]
        return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


class _Words(dict[str, str]):
    """The keys of an event as a template writes them; a key that is missing reads as a question mark."""

    def __init__(self, chronicle: Chronicle, event: Mapping[str, Any]) -> None:
        super().__init__({key: _written(chronicle, key, value) for key, value in event.items()})

    def __missing__(self, key: str) -> str:
        return "?"


def _written(chronicle: Chronicle, key: str, value: Any) -> str:
    if key in ROBOT_KEYS and isinstance(value, int):
        return chronicle.name(value)
    if key == "card" and isinstance(value, str):
        return value.partition("@")[0]
    return cell_text(value) if key == "cell" and isinstance(value, tuple) else str(value)


def cell_text(cell: Sequence[int]) -> str:
    """Return a cell as it is written everywhere: column, row."""
    return f"[{cell[0]}, {cell[1]}]"


# --- the kernel's events --------------------------------------------------------------------------------------------


def _moment(chronicle: Chronicle, event: Event) -> str:
    return f"Turn {event['turn']} is over." if event["name"] == "turn" else ""


def _step(chronicle: Chronicle, event: Event) -> str:
    verb = WALKS.get(event["how"], "moves")
    return f"{chronicle.name(event['piece'])} {verb} {NAMES[event['direction']]} to {cell_text(event['to'])}."


def _blocked(chronicle: Chronicle, event: Event) -> str:
    return f"{chronicle.name(event['piece'])} cannot move {NAMES[event['direction']]}."


def _turn(chronicle: Chronicle, event: Event) -> str:
    by = "" if event["how"] in ("card", "walk") else f" on a {event['how']}"
    return f"{chronicle.name(event['piece'])} {TURNS[event['quarters']]}{by} and faces {NAMES[event['to']]}."


def _place(chronicle: Chronicle, event: Event) -> str:
    verb = PLACES.get(event["how"], "stands at")
    return f"{chronicle.name(event['piece'])} {verb} {cell_text(event['cell'])} and faces {NAMES[event['facing']]}."


def _hurt(chronicle: Chronicle, event: Event) -> str:
    cause = CAUSES.get(event["cause"], "")
    if event["by"] >= 0:
        cause = f"{chronicle.name(event['by'])}'s {WEAPONS.get(event['cause'], 'laser')}"
    by = f" from {cause}" if cause else ""
    return f"{chronicle.name(event['piece'])} takes {event['points']} damage{by} and has {event['damage']}."


def _heal(chronicle: Chronicle, event: Event) -> str:
    if event["cause"] == "respawn":
        return ""
    name = chronicle.name(event["piece"])
    cause = CAUSES.get(event["cause"], event["cause"])
    return f"{name} loses {event['points']} damage through {cause} and has {event['damage']}."


def _destroy(chronicle: Chronicle, event: Event) -> str:
    by = f" Credit goes to {chronicle.listed(event['by'])}." if event["by"] else ""
    cause = CAUSES.get(event["cause"], event["cause"])
    return f"{chronicle.name(event['piece'])} is destroyed by {cause}.{by}"


def _over(chronicle: Chronicle, event: Event) -> str:
    if not event["winners"]:
        return "The match is over. Nobody has won."
    verb = "has" if len(event["winners"]) == 1 else "have"
    return f"The match is over. {chronicle.listed(event['winners'])} {verb} won."


_TELLERS: dict[str, Callable[[Chronicle, Event], str]] = {
    "moment": _moment,
    "step": _step,
    "blocked": _blocked,
    "turn": _turn,
    "place": _place,
    "hurt": _hurt,
    "heal": _heal,
    "destroy": _destroy,
    "over": _over,
}

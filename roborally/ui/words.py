"""What the window says: sentences for events, names of commands, questions and causes.

Sentences of a plugin's own events stand in its manifest (`[log]`); here are those of the kernel and of the window.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from roborally.core.events import Event
from roborally.loader import Plugin
from roborally.manifest import ElementManifest
from roborally.ui.texts import _

COMMANDS = {
    "move1": ("Move 1", "walks one cell forward"),
    "move2": ("Move 2", "walks two cells forward"),
    "move3": ("Move 3", "walks three cells forward"),
    "back-up": ("Back Up", "walks one cell backward without turning"),
    "right": ("Rotate Right", "turns a quarter to the right"),
    "left": ("Rotate Left", "turns a quarter to the left"),
    "u-turn": ("U-Turn", "turns around"),
    "pause": ("Pause", "does nothing in this register"),
}
COMMAND_ORDER = tuple(COMMANDS)

QUESTIONS = {
    "stay-down": "Your robot is powered down. Shall it stay down for another turn?",
    "respawn-facing": "Your robot comes back. Which way shall it face?",
    "respawn-cell": "Your robot's place is taken. Where shall it come back? You may click a marked cell.",
    "free-register": "The repair frees one of your locked registers. Which one?",
    "new-commands": "Exchange all your commands for new ones?",
    "power-down": "Announce a power-down for the next turn?",
}
ANSWERS = {"yes": "Yes", "no": "No", "north": "North", "east": "East", "south": "South", "west": "West"}

CAUSES = {
    "pit": "{piece} falls into a pit.",
    "edge": "{piece} goes over the edge.",
    "crusher": "{piece} is crushed.",
    "board-laser": "{piece} is destroyed by a laser.",
    "robot-laser": "{piece} is shot to pieces.",
    "mirror": "{piece} is destroyed by its own shot.",
}
HURTS = {
    "board-laser": "A laser hits {piece}: {points} damage.",
    "mirror": "{by}'s mirror turns the shot on {piece}: {points} damage.",
    "respawn": "{piece} comes back with {points} damage.",
}
HEALS = {
    "repair": "{piece} is repaired by {points}.",
    "regeneration": "{piece} regenerates {points}.",
    "power-down": "{piece} loses all its damage.",
    "respawn": "",
}
SPEEDS = {"slow": "Slow", "normal": "Normal", "fast": "Fast", "skip": "Skip"}


def command_title(command: str) -> str:
    """Return the name of a command."""
    return _(COMMANDS[command][0]) if command in COMMANDS else command.replace("-", " ").title()


def command_help(command: str) -> str:
    """Return what a command does, as a sentence."""
    if command not in COMMANDS:
        return command_title(command)
    title, text = COMMANDS[command]
    return _("{title}: the robot {text}.").format(title=_(title), text=_(text))


def question(kind: str) -> str:
    """Return a question in words."""
    return _(QUESTIONS[kind]) if kind in QUESTIONS else kind.replace("-", " ").capitalize() + "?"


def choice(kind: str, value: Any) -> str:
    """Return an answer in words; cells as column and row, from 1."""
    if kind == "free-register":
        return _("Register {number}").format(number=value)
    if isinstance(value, tuple) and len(value) == 2:
        return _("column {x}, row {y}").format(x=value[0] + 1, y=value[1] + 1)
    text = str(value)
    return _(ANSWERS[text]) if text in ANSWERS else text.replace("-", " ").capitalize()


def numbers(values: Sequence[int]) -> str:
    """Return `2 and 4`, or `1, 3 and 5`."""
    words = [str(value) for value in values]
    if len(words) < 2:
        return "".join(words)
    return _("{list} and {last}").format(list=", ".join(words[:-1]), last=words[-1])


def spelled(manifest: ElementManifest, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return an element's values as its texts and file names say them."""
    result: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, tuple):
            result[name] = numbers(value)
        else:
            result[name] = manifest.words.get(name, {}).get(value, value) if isinstance(value, str) else value
    return result


class Chronicle:
    """Turns events into sentences for the log."""

    def __init__(self, names: Sequence[str], plugins: Sequence[Plugin]) -> None:
        """Take the names of the pieces and the sentences in the plugins' manifests."""
        self._names = names
        self._templates = {type_: text for plugin in plugins for type_, text in plugin.manifest.log.items()}

    def sentence(self, event: Event) -> str:
        """Return what happened, or an empty text for what need not be told."""
        own = getattr(self, "_tell_" + event["type"].replace("-", "_"), None)
        if own is not None:
            return str(own(event))
        template = self._templates.get(event["type"])
        return self._fill(template, event) if template else ""

    def _fill(self, template: str, event: Event) -> str:
        values = {key: value for key, value in event.items() if key not in ("type", "beat")}
        values["piece"] = self._name(event.get("piece", -1))
        if isinstance(event.get("by"), int):
            values["by"] = self._name(event["by"])
        if "card" in values:
            values["card"] = command_title(values["card"].partition("@")[0])
        if "cell" in values and values["cell"] is not None:
            values["cell"] = choice("", tuple(values["cell"]))
        try:
            return _(template).format(**values)
        except (KeyError, IndexError, ValueError):  # a manifest's sentence that speaks of what the event lacks
            return _(template)

    def _name(self, index: int) -> str:
        return self._names[index] if 0 <= index < len(self._names) else _("the board")

    def _tell_moment(self, event: Event) -> str:
        if event["name"] == "start":
            return _("Turn {turn}").format(turn=event["turn"])
        return ""

    def _tell_reveal(self, event: Event) -> str:
        return _("Register {number}").format(number=event["register"])

    def _tell_destroy(self, event: Event) -> str:
        return self._fill(CAUSES.get(event["cause"], "{piece} is destroyed."), event)

    def _tell_hurt(self, event: Event) -> str:
        default = "{by} hits {piece}: {points} damage." if event["by"] >= 0 else "{piece} takes {points} damage."
        return self._fill(HURTS.get(event["cause"], default), event)

    def _tell_heal(self, event: Event) -> str:
        return self._fill(HEALS.get(event["cause"], "{piece} loses {points} damage."), event)

    def _tell_step(self, event: Event) -> str:
        if event["how"] in ("push", "pusher"):
            return self._fill("{piece} is pushed.", event)
        return self._fill("{piece} slides.", event) if event["how"] == "slide" else ""

    def _tell_blocked(self, event: Event) -> str:
        return self._fill("{piece} is stopped.", event) if event["how"] != "push" else ""

    def _tell_place(self, event: Event) -> str:
        return self._fill("{piece} is back on the floor.", event) if event["how"] == "respawn" else ""

    def _tell_over(self, event: Event) -> str:
        if not event["winners"]:
            return _("The game is over; nobody wins.")
        return _("{names} wins!").format(names=_(" and ").join(self._name(index) for index in event["winners"]))

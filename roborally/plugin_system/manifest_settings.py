"""The tables `[settings]` and `[preset]` of a manifest."""

from typing import Any, Literal

import msgspec

from roborally.base.errors import Message

_TEXT = Message.of("a text")
_KINDS = {
    "integer": Message.of("a whole number"),
    "number": Message.of("a number"),
    "switch": Message.of("true or false"),
}


class Setting(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A setting of a plugin: a key under `[rules]` in a match file, and a choice in the lobby."""

    type: Literal["integer", "number", "switch", "choice", "text", "without"]
    """The kind of value; a `switch` is true or false, `without` lists pieces of equipment to leave out."""
    default: int | float | bool | str | list[str]
    """The value if neither the match file nor the mode sets another."""
    text: str
    """The effect of the setting, in a sentence."""
    minimum: float | None = None
    """The smallest number allowed."""
    maximum: float | None = None
    """The largest number allowed."""
    choices: list[str] = []
    """The values of a `choice`."""
    titles: dict[str, str] = {}
    """Choices in plain words for the lobby; a choice without a title is shown as it is."""
    quick: str = ""
    """The name of this `choice`, in two words, on the page of a quick match; empty to offer it in the lobby only."""

    def title(self, choice: str) -> str:
        """Return a choice in English words for players: its title, or the choice with blanks for underscores."""
        return self.titles.get(choice) or choice.replace("_", " ")

    def problem(self, value: Any) -> Message | None:
        """Return why `value` is not allowed, or `None`; the message does not name the setting."""
        if self.type == "without":
            return _without_problem(value)
        kinds: dict[str, tuple[type, ...]] = {"integer": (int,), "number": (int, float), "switch": (bool,)}
        expected = kinds.get(self.type, (str,))
        if not isinstance(value, expected) or (isinstance(value, bool) and self.type != "switch"):
            return Message.of("must be {allowed}, not {value!r}", allowed=_KINDS.get(self.type) or _TEXT, value=value)
        if self.type == "choice" and value not in self.choices:
            return Message.of("must be one of {values}, not {value!r}", values=", ".join(self.choices), value=value)
        return self._range_problem(value) if isinstance(value, int | float) else None

    def _range_problem(self, value: float) -> Message | None:
        if self.minimum is not None and value < self.minimum:
            return Message.of("must be at least {least}, not {value}", least=f"{self.minimum:g}", value=value)
        if self.maximum is not None and value > self.maximum:
            return Message.of("must be at most {most}, not {value}", most=f"{self.maximum:g}", value=value)
        return None


class PresetManifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Settings of a mode that are chosen together with one click, or with `roborally play --preset`.

    A match file holds only the settings, not the preset.
    """

    title: str
    """The name of the preset in the lobby."""
    text: str
    """What the preset changes, in a sentence."""
    settings: dict[str, int | float | bool | str | list[str]]
    """The values, by the names of settings; these may be of any plugin that the mode needs."""


def _without_problem(value: Any) -> Message | None:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return Message.of('must be a list of names, such as ["brakes"], not {value!r}', value=value)
    twice = next((name for at, name in enumerate(value) if name in value[:at]), None)
    return None if twice is None else Message.of("names {name!r} twice", name=twice)

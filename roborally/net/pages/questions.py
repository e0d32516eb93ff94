"""Makes a seat's questions into plain data for pages, with the texts and pictures of all values."""

from collections.abc import Callable
from typing import Any

import msgspec

from roborally.core.data import Decision
from roborally.core.match import Match
from roborally.core.state import frozen
from roborally.narration.chronicle import Chronicle
from roborally.plugin import QuestionView, only_answer, view_of


class QuestionViews:
    """Makes questions into data with the words of a `chronicle`; `picture(name)` returns the number of a picture."""

    def __init__(self, chronicle: Chronicle, picture: Callable[[str], int]) -> None:
        self._chronicle, self._words = chronicle, chronicle.words
        self._picture = picture

    def question(self, match: Match, decision: Decision) -> dict[str, Any]:
        """Return a question as data, in the current language; `match` is as the question's seat knows it."""
        kind, words = decision["kind"], self._words
        view = view_of(match, decision)
        title, card = words.topic(view.about or kind)
        phase = "" if words.find("question", kind) else words.phase(kind)
        return {
            "id": decision["id"],
            "kind": kind,
            "piece": decision["piece"],
            "title": title or phase,
            "text": "" if phase else words.question(kind),
            "picture": self._picture(card) if card else -1,
            "optional": decision["optional"],
            "at_once": decision["at_once"],
            "default": decision["default"],
            "only": only_answer(decision, view),
            **self._dressed(kind, view),
        }

    def _dressed(self, kind: str, view: QuestionView) -> dict[str, Any]:
        """Return a view as data, with its texts translated and its pictures numbered."""
        data: dict[str, Any] = msgspec.to_builtins(view)
        for name in ("choices", "tiles"):
            if name in data:
                data[name] = [self._entry(kind, entry) for entry in data[name]]
        for slot in data.get("slots", ()):
            slot["title"] = self._words.translated(slot["title"])
            if slot["fixed"] is not None:
                slot["fixed"] = self._entry(kind, slot["fixed"])
        if "shown" in data:
            data["shown"] = [
                {"text": self._chronicle.fact(fact), **self.card(fact.card)} for fact in getattr(view, "shown", ())
            ]
        return data

    def _entry(self, kind: str, entry: dict[str, Any]) -> dict[str, Any]:
        """Return a choice or a tile with its text and pictures, and with the help if it is a card."""
        value, card, words = frozen(entry["value"]), entry.pop("card"), self._words
        if entry["text"]:
            text = words.translated(entry["text"])
        else:
            text = words.card_title(card) if card and entry.get("badge") else words.choice(kind, value)
        if not card and not words.has_answer_text(kind, value):  # such as the name of a robot
            card = str(value).rpartition(" ")[2]
        named: dict[str, Any] = {"picture": self._picture(entry["picture"])} if entry["picture"] else {}
        if "faces" in entry:
            named["faces"] = {face: self._picture(name) for face, name in entry["faces"].items()}
        return {**entry, "text": text, **self.card(card), **named}

    def card(self, card: str) -> dict[str, Any]:
        """Return the `help` text and the number of the `picture` of a card; an empty text and -1 for anything else."""
        if self._words.option(card) is not None:
            return {"help": self._words.option_effect(card), "picture": self._picture(card)}
        if self._words.is_command(card):
            command = card.partition("@")[0]
            return {"help": self._words.command_effect(command), "picture": self._picture(command)}
        return {"help": "", "picture": -1}

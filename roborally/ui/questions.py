"""Questions of the match as dialogs: the words of their choices, and choosing several cards at once."""

from collections.abc import Callable, Sequence
from typing import Any

import arcade

from roborally.core.rules import Decision
from roborally.texts import _
from roborally.ui.app import App
from roborally.ui.dialogs import Action, QuestionDialog
from roborally.ui.hand import command_of, priority_of
from roborally.ui.table import Table
from roborally.ui.theme import Rect
from roborally.ui.widgets import Button

Answer = Callable[[Any], None]


def choice_text(table: Table, kind: str, value: Any) -> str:
    """Return a choice in words: cards and options by their titles, everything else as the manifests say it."""
    word = str(value)
    words = table.words
    if words.find("answer", word) or not isinstance(value, str):
        return words.choice(kind, value)
    if title := table.option_title(word):
        return title
    if kind == "radio-control":
        return word  # the name of a player
    command = command_of(word)
    if command in table.game.rules.registry("commands"):
        priority = priority_of(word)
        return words.command_title(command) + (f" ({priority})" if priority >= 0 else "")
    action, _space, what = word.partition(" ")
    if what:
        return f"{words.choice(kind, action)}: {table.option_title(what) or what}"
    return words.choice(kind, value)


def pairs(table: Table, question: Decision) -> list[tuple[Any, str]]:
    """Return the choices of a question with their words, each once."""
    values = dict.fromkeys(question["choices"] or (question["default"],))
    return [(value, choice_text(table, question["kind"], value)) for value in values]


def ask(app: App, table: Table, question: Decision, answer: Answer, menu: Action, over: Rect) -> "QuestionDialog":
    """Return the dialog of a question, in front of `over`."""
    title, text = table.name(question["piece"]), table.words.question(question["kind"])
    if isinstance(question["default"], tuple) and not question["choices"]:
        slot = table.slot(table.session.view(question["seat"]), "program-cards")
        cards = [(card, choice_text(table, "", card)) for card in slot["hands"][question["piece"]]]
        return CardsDialog(app, title, text, cards, answer, menu, over)
    return QuestionDialog(app, title, text, pairs(table, question), question["default"], answer, menu, over)


class CardsDialog(QuestionDialog):
    """A question whose answer is a list of cards: they are switched on and off; Enter and OK hand them in."""

    def __init__(
        self,
        app: App,
        title: str,
        text: str,
        cards: Sequence[tuple[Any, str]],
        answer: Answer,
        menu: Action,
        over: Rect,
    ) -> None:
        """Offer the cards, none of them chosen."""
        self._cards = [card for card, _text in cards]
        self._chosen: set[int] = set()
        choices = [(None, _("All right")), *((number, text) for number, (_card, text) in enumerate(cards))]

        def click(value: Any) -> None:
            if value is None:
                answer(tuple(self._cards[number] for number in sorted(self._chosen)))
            else:
                self.toggle(value)

        super().__init__(app, title, text, choices, None, click, menu, over)

    def toggle(self, number: int) -> None:
        """Choose a card or take the choice back."""
        self._chosen ^= {number}
        for at, widget in enumerate(self.controls.widgets[1:]):
            if isinstance(widget, Button):
                widget.selected = at in self._chosen

    def key(self, symbol: int, modifiers: int) -> None:
        """Take Enter for OK, also when a card has the focus, which Space switches."""
        if symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER):
            self.default()
        else:
            super().key(symbol, modifiers)

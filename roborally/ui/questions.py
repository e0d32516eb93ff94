"""Questions of the match as dialogs: the words of their choices, and choosing several cards at once."""

from collections.abc import Callable, Sequence
from typing import Any

import arcade

from roborally.core.rules import Decision
from roborally.texts import _
from roborally.ui.app import App
from roborally.ui.dialogs import Action, QuestionDialog
from roborally.ui.table import Table
from roborally.ui.theme import Rect
from roborally.ui.widgets import Button

Answer = Callable[[Any], None]


def pairs(table: Table, question: Decision) -> list[tuple[Any, str]]:
    """Return the choices of a question with their words, each once."""
    offer = table.views.offers.get(question["kind"])
    offered = offer(table.session.view(question["seat"]), question) if offer is not None else question["choices"]
    values = dict.fromkeys(offered or (question["default"],))
    return [(value, table.words.choice(question["kind"], value)) for value in values]


def ask(app: App, table: Table, question: Decision, answer: Answer, menu: Action, over: Rect) -> "QuestionDialog":
    """Return the dialog of a question, in front of `over`."""
    title, text = table.name(question["piece"]), table.words.question(question["kind"])
    if isinstance(question["default"], tuple) and not question["choices"]:
        held = table.fact(table.session.view(question["seat"]), "held_cards", question["piece"]) or ()
        cards = [(card, table.words.choice("", card)) for card in held]
        return CardsDialog(app, title, text, cards, answer, menu, over)
    choices = pairs(table, question)
    helps = {value: table.words.option_help(str(value).rpartition(" ")[2]) for value, _caption in choices}
    return QuestionDialog(app, title, text, choices, question["default"], answer, menu, over, helps)


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

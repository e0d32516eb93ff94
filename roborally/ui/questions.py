"""Questions of the match as dialogs: the words of their choices, and choosing several cards at once."""

from collections.abc import Callable, Sequence
from typing import Any

import arcade

from roborally.core.rules import Decision
from roborally.texts import _
from roborally.ui import equipment, theme
from roborally.ui.app import App
from roborally.ui.question_dialog import Offer, QuestionDialog, Shown, Topic
from roborally.ui.table import Table
from roborally.ui.theme import Rect
from roborally.ui.widgets import Button

Answer = Callable[[Any], None]
Look = Callable[[Any], None]


def choices(table: Table, question: Decision) -> list[Any]:
    """Return what can be answered to a question now, each once."""
    offer = table.views.offers.get(question["kind"])
    offered = offer(table.session.view(question["seat"]), question) if offer is not None else question["choices"]
    return list(dict.fromkeys(offered or (question["default"],)))


def only_choice(table: Table, question: Decision) -> Any:
    """Return the answer to a question that leaves no choice, `None` where there is one."""
    if question["kind"] not in table.views.offers and not question["choices"]:
        return None
    found = choices(table, question)
    return found[0] if len(found) == 1 else None


def card_picture(table: Table, card: str) -> arcade.Texture | None:
    """Return the picture of a piece of equipment or of a program card, `None` of anything else."""
    if table.words.option(card) is not None:
        return equipment.picture(table, card, 64)
    return table.look.face(table, card, 64) if table.words.is_command(card) else None


def offer_of(table: Table, kind: str, value: Any) -> Offer:
    """Return an answer with its words; one that is a card, or is done with one, has the card's picture."""
    caption = table.words.choice(kind, value)
    card = str(value).rpartition(" ")[2]
    if table.words.is_spelled(kind, value):  # whatever it is called, such as a robot, it is no card
        return Offer(value, caption)
    command = card.partition("@")[0]
    told = table.words.option_help(card) or (table.words.command_help(command) if table.words.is_command(card) else "")
    return Offer(value, caption, told, card_picture(table, card))


def topic_of(table: Table, question: Decision) -> Topic:
    """Return what a question is about, as the manifest says it, and who is asked."""
    kind, index = question["kind"], question["piece"]
    robot = table.display.robots[index]
    title, card = table.words.topic(kind)
    picture = equipment.picture(table, card, 64) if card else None
    tint = theme.seat_colours(robot.livery).light
    return Topic(title, table.name(index), tint, table.picture(index, 48), picture)


def shown_with(table: Table, question: Decision) -> list[Shown]:
    """Return what a plugin says that must be known to answer."""
    tell = table.views.shown.get(question["kind"])
    if tell is None:
        return []
    entries = tell(table, table.session.view(question["seat"]), question)
    return [Shown(text, card_picture(table, card) if card else None) for text, card in entries]


def ask(
    app: App,
    table: Table,
    question: Decision,
    answer: Answer,
    menu: Callable[[], None],
    over: Rect,
    look: Look = lambda value: None,
) -> QuestionDialog:
    """Return the dialog of a question, in front of `over`; `look` is told which answer is looked at."""
    kind = question["kind"]
    topic, text = topic_of(table, question), table.words.question(kind)
    if isinstance(question["default"], tuple) and not question["choices"]:
        held = table.fact(table.session.view(question["seat"]), "held_cards", question["piece"]) or ()
        return CardsDialog(app, topic, text, [offer_of(table, "", card) for card in held], answer, menu, over)
    offers = [offer_of(table, kind, value) for value in choices(table, question)]
    shown = shown_with(table, question)
    return QuestionDialog(app, topic, text, offers, question["default"], answer, menu, over, shown=shown, look=look)


class CardsDialog(QuestionDialog):
    """A question whose answer is a list of cards: they are switched on and off; Enter and the last button hand them in.

    That button says how many they are.
    """

    default_first = False

    def __init__(
        self,
        app: App,
        topic: Topic,
        text: str,
        cards: Sequence[Offer],
        answer: Answer,
        menu: Callable[[], None],
        over: Rect,
    ) -> None:
        """Offer the cards, none of them chosen."""
        self._cards = [card.value for card in cards]
        self._chosen: set[int] = set()
        numbered = [Offer(number, card.caption, card.tooltip, card.picture) for number, card in enumerate(cards)]
        offers = [*numbered, Offer(None, self._caption())]

        def click(value: Any) -> None:
            if value is None:
                answer(tuple(self._cards[number] for number in sorted(self._chosen)))
            else:
                self.toggle(value)

        super().__init__(app, topic, text, offers, None, click, menu, over)

    def toggle(self, number: int) -> None:
        """Choose a card or take the choice back."""
        self._chosen ^= {number}
        *cards, end = (widget for widget in self.controls.widgets if isinstance(widget, Button))
        for at, button in enumerate(cards):
            button.selected = at in self._chosen
        end.text = self._caption()

    def _caption(self) -> str:
        count = len(self._chosen)
        return _("These cards: {count}").format(count=count) if count else _("No card")

    def key(self, symbol: int, modifiers: int) -> None:
        """Take Enter for the last button, also when a card has the focus, which Space switches."""
        if symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER):
            self.default()
        else:
            super().key(symbol, modifiers)

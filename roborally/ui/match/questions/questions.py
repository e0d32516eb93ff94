"""Turns questions of the match into dialogs: the texts and pictures of their choices."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import arcade

from roborally.base.translation import _
from roborally.core.data import Decision
from roborally.ui.match.panel import equipment
from roborally.ui.match.questions.foreground import Foreground
from roborally.ui.match.questions.question_dialog import AnswerOption, QuestionDialog, QuestionTopic, ShownFact
from roborally.ui.match.questions.reminders import Reminder
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

Answer = Callable[[Any], None]
Look = Callable[[Any], None]
LASTING = "until the turn ends"
"""The default as the answer to this and to all such questions of the turn."""


def choices(context: ShownMatch, question: Decision) -> list[Any]:
    """Return the possible answers to a question, without duplicates."""
    offer = context.views.offers.get(question["kind"])
    offered = offer(context.session.observe(question["seat"]), question) if offer is not None else question["choices"]
    return list(dict.fromkeys(offered or (question["default"],)))


def only_choice(context: ShownMatch, question: Decision) -> Any:
    """Return the only answer to a question, or `None` if there is a choice."""
    if question["kind"] not in context.views.offers and not question["choices"]:
        return None
    found = choices(context, question)
    return found[0] if len(found) == 1 else None


def card_picture(context: ShownMatch, card: str) -> arcade.Texture | None:
    """Return the picture of a piece of equipment or of a program card, otherwise `None`."""
    if context.words.option(card) is not None:
        return equipment.picture(context, card, 64)
    return context.look.face(context, card, 64) if context.words.is_command(card) else None


def offer_of(context: ShownMatch, kind: str, value: Any) -> AnswerOption:
    """Return an answer with its caption; an answer about a card has the card's picture."""
    caption = context.words.choice(kind, value)
    card = str(value).rpartition(" ")[2]
    if context.words.is_spelled(kind, value):  # for example the name of a robot, not of a card
        return AnswerOption(value, caption)
    command = card.partition("@")[0]
    text = context.words.option_help(card) or (
        context.words.command_help(command) if context.words.is_command(card) else ""
    )
    return AnswerOption(value, caption, text, card_picture(context, card))


def topic_of(context: ShownMatch, question: Decision) -> QuestionTopic:
    """Return the subject of a question, from the manifest, and the player it is for."""
    kind, index = question["kind"], question["piece"]
    robot = context.display.robots[index]
    title, card = context.words.topic(kind)
    picture = equipment.picture(context, card, 64) if card else None
    tint = theme.seat_colours(robot.livery).light
    return QuestionTopic(title, context.name(index), tint, context.picture(index, 48), picture)


def shown_with(context: ShownMatch, question: Decision) -> list[ShownFact]:
    """Return the facts that a plugin shows with a question."""
    describe = context.views.shown.get(question["kind"])
    if describe is None:
        return []
    entries = describe(context, context.session.observe(question["seat"]), question)
    return [ShownFact(text, card_picture(context, card) if card else None) for text, card in entries]


def ask(
    app: App,
    context: ShownMatch,
    question: Decision,
    answer: Answer,
    menu: Callable[[], None],
    over: Rect,
    look: Look = lambda value: None,
    reminders: Sequence[Reminder] = (),
    *,
    front: Foreground | None = None,
) -> QuestionDialog:
    """Return the dialog of a question, in front of the panel `over`; it shows the `reminders` that it covers.

    `look` is called with the answer under the mouse or with the focus; the match behind `front` keeps its keys.
    `answer` gets `LASTING` for the default until the turn ends.
    """
    kind = question["kind"]
    topic, text = topic_of(context, question), context.words.question(kind)
    if isinstance(question["default"], tuple) and not question["choices"]:
        held = context.hand(context.session.observe(question["seat"]), question["piece"])
        cards = [offer_of(context, "", card) for card in held]
        return CardsDialog(app, topic, text, cards, answer, menu, over, reminders, front=front)
    offers, shown = offers_of(context, question), shown_with(context, question)
    more: dict[str, Any] = {"shown": shown, "look": look, "reminders": reminders, "front": front}
    more["marked"] = kind not in context.views.equal
    if kind in context.views.repeats:
        caption = _("{answer} until the turn ends").format(answer=context.words.choice(kind, question["default"]))
        more["lasting"] = AnswerOption(LASTING, caption, _("You are not asked this again in this turn."))
    return QuestionDialog(app, topic, text, offers, question["default"], answer, menu, over, **more)


def offers_of(context: ShownMatch, question: Decision) -> list[AnswerOption]:
    """Return the answers to a question, directions with an arrow, and in their places the impossible ones with why."""
    kind, left, listed = question["kind"], choices(context, question), context.listed(question)
    values = list(listed) if set(left) <= set(listed) else left
    why = context.words.find("gone", kind) or ""
    offers = []
    for value in values:
        offer, way = offer_of(context, kind, value), context.direction_of(question, value)
        if way is not None:
            offer = replace(offer, picture=pictures.arrow(way, 64), is_symbol=True)
        offers.append(replace(offer, gone=True, tooltip=why) if value not in left else offer)
    return offers


class CardsDialog(QuestionDialog):
    """A question whose answer is a list of cards: toggle them; Enter and the last button submit them.

    The button shows their number.
    """

    default_first = False

    def __init__(
        self,
        app: App,
        topic: QuestionTopic,
        text: str,
        cards: Sequence[AnswerOption],
        answer: Answer,
        menu: Callable[[], None],
        over: Rect,
        reminders: Sequence[Reminder] = (),
        *,
        front: Foreground | None = None,
    ) -> None:
        """Offer the cards, none of them selected."""
        self._cards = [card.value for card in cards]
        self._chosen: set[int] = set()
        numbered = [AnswerOption(number, card.caption, card.tooltip, card.picture) for number, card in enumerate(cards)]
        offers = [*numbered, AnswerOption(None, self._caption())]

        def click(value: Any) -> None:
            if value is None:
                answer(tuple(self._cards[number] for number in sorted(self._chosen)))
            else:
                self.toggle(value)

        super().__init__(app, topic, text, offers, None, click, menu, over, reminders=reminders, front=front)

    def toggle(self, number: int) -> None:
        """Select or deselect a card."""
        self._chosen ^= {number}
        *cards, end = (widget for widget in self.controls.widgets if isinstance(widget, Button))
        for at, button in enumerate(cards):
            button.selected = at in self._chosen
        end.text = self._caption()

    def _caption(self) -> str:
        count = len(self._chosen)
        return _("These cards: {count}").format(count=count) if count else _("No card")

    def key(self, symbol: int, modifiers: int) -> None:
        """Press the last button on Enter, even if a card has the focus; Space toggles the card."""
        if symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER):
            self.default()
        else:
            super().key(symbol, modifiers)

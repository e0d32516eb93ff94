"""Makes the dialogs of a match's questions: the texts and pictures of their choices."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import arcade

from roborally.base.translation import _
from roborally.core.data import Decision
from roborally.plugin import AnswerChoice, Listed, Many
from roborally.plugin_system.art import symbol_file
from roborally.ui.match.panel import equipment
from roborally.ui.match.questions.foreground import Foreground
from roborally.ui.match.questions.question_dialog import AnswerOption, QuestionDialog, QuestionTopic, ShownFact
from roborally.ui.match.questions.reminders import Reminder
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.controls.widgets import Button

Answer = Callable[[Any], None]
Look = Callable[[Any], None]
LASTING = "until the turn ends"
"""The value of the choice to answer all questions of this kind with the default until the turn ends."""


def card_picture(context: ShownMatch, card: str) -> arcade.Texture | None:
    """Return the picture of a piece of equipment or of a program card, `None` for anything else."""
    if context.words.option(card) is not None:
        return equipment.picture(context, card, 64)
    return context.look.face(context, card, 64) if context.words.is_command(card) else None


def offer_of(context: ShownMatch, question: Decision, choice: AnswerChoice) -> AnswerOption:
    """Return a choice with its caption for a dialog; an answer about a card has the card's picture."""
    caption, words = context.caption(question, choice), context.words
    if choice.picture:
        path = symbol_file(choice.picture, context.plugins)
        return AnswerOption(choice.value, caption, picture=pictures.picture(path, 64))
    card = choice.card or str(choice.value).rpartition(" ")[2]
    if not choice.card and words.has_answer_text(question["kind"], choice.value):  # such as the name of a robot
        return AnswerOption(choice.value, caption)
    command = card.partition("@")[0]
    text = words.option_help(card) or (words.command_help(command) if words.is_command(card) else "")
    return AnswerOption(choice.value, caption, text, card_picture(context, card), effect=words.option_effect(card))


def topic_of(context: ShownMatch, question: Decision) -> QuestionTopic:
    """Return the subject of a question, from the manifest, and the player it is for."""
    index = question["piece"]
    robot = context.display.robots[index]
    title, card = context.words.topic(context.about(question))
    picture = equipment.picture(context, card, 64) if card else None
    tint = theme.seat_colours(robot.livery).light
    return QuestionTopic(title, context.name(index), tint, context.picture(index, 48), picture)


def ask(
    front: Foreground,
    context: ShownMatch,
    question: Decision,
    answer: Answer,
    look: Look = lambda value: None,
    reminders: Sequence[Reminder] = (),
) -> QuestionDialog:
    """Return the dialog of a question, in front of the panel, with those of `reminders` that it covers.

    `answer` is called with the chosen answer or `LASTING`, `look` with the answer under the mouse or with the focus.
    """
    kind = question["kind"]
    topic, text = topic_of(context, question), context.words.question(kind)
    view = context.view(question)
    if isinstance(view, Many):
        offers = [offer_of(context, question, choice) for choice in view.choices]
        bounds = view.least, view.most
        return ManyDialog(front, topic, text, offers, bounds, answer, reminders)
    view = context.listed(question)
    shown = [
        ShownFact(context.chronicle.fact(fact), card_picture(context, fact.card) if fact.card else None)
        for fact in view.shown
    ]
    offers = offers_of(context, question, view)
    more: dict[str, Any] = {"shown": shown, "look": look, "reminders": reminders, "marked": not view.alike}
    if view.repeated:
        caption = _("{answer} until the turn ends").format(answer=context.words.choice(kind, question["default"]))
        more["lasting"] = AnswerOption(LASTING, caption, _("You are not asked this again in this turn."))
    return QuestionDialog(front, topic, text, offers, question["default"], answer, **more)


def offers_of(context: ShownMatch, question: Decision, view: Listed) -> list[AnswerOption]:
    """Return a question's choices for a dialog: directions have an arrow, and impossible ones say why."""
    why = context.words.find("gone", question["kind"]) or ""
    offers = []
    for choice in view.choices:
        offer, way = offer_of(context, question, choice), context.direction_of(question, choice.value)
        if way is not None:
            offer = replace(offer, picture=pictures.arrow(way, 64), is_symbol=True)
        offers.append(replace(offer, gone=True, tooltip=why) if choice.gone else offer)
    return offers


class ManyDialog(QuestionDialog):
    """A dialog for an answer that is a list, such as of cards: clicks select them; Enter or the last button submits.

    The button shows the number of selected cards.
    """

    default_first = False

    def __init__(
        self,
        front: Foreground,
        topic: QuestionTopic,
        text: str,
        cards: Sequence[AnswerOption],
        bounds: tuple[int, int],
        answer: Answer,
        reminders: Sequence[Reminder],
    ) -> None:
        """Offer the cards, none of them selected; `bounds` are the smallest and the largest number to select."""
        self._bounds = bounds
        self._cards = [card.value for card in cards]
        self._chosen: set[int] = set()
        numbered = [AnswerOption(number, card.caption, card.tooltip, card.picture) for number, card in enumerate(cards)]
        offers = [*numbered, AnswerOption(None, self._caption())]

        def click(value: Any) -> None:
            if value is None:
                answer(tuple(self._cards[number] for number in sorted(self._chosen)))
            else:
                self.toggle(value)

        super().__init__(front, topic, text, offers, None, click, reminders=reminders)
        self._show()

    def toggle(self, number: int) -> None:
        """Select or deselect the card with this index."""
        self._chosen ^= {number}
        self._show()

    def _show(self) -> None:
        *cards, end = (widget for widget in self.controls.widgets if isinstance(widget, Button))
        for at, button in enumerate(cards):
            button.selected = at in self._chosen
        end.text = self._caption()
        least, most = self._bounds
        end.enable(least <= len(self._chosen) <= most)

    def _caption(self) -> str:
        count = len(self._chosen)
        return _("These cards: {count}").format(count=count) if count else _("No card")

    def key(self, symbol: int, modifiers: int) -> None:
        """Submit on Enter, if enough cards are selected, even if a card has the focus; Space toggles the card."""
        if symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER):
            self.default()
        else:
            super().key(symbol, modifiers)

"""Describes events in sentences, for the window's log and for `roborally replay`.

The sentences for the kernel's events are in this module. Those of plugins are in tables of their manifests. The keys of
`[log]` are types of events, or for an answer, question and answer (see `AFTER`); those of `[cause]`, `[hurt]` and
`[heal]` are the causes of a destruction, of damage and of repair; those of `[move]` and `[turn]` are the values of
`how` in a step or placement, and in a turn. `CAUSE by` has the sentence for a destruction credited to `{by}`, `CAUSE 2`
in `[hurt]` that for two points of damage.

Names of keys in braces are filled in: pieces by name, cells by the name of their element or as column and row, cards by
title. A sentence with `{distance}` describes all steps of a move; `{quarters}` is the way of a turn, such as "right";
`{effect}` is the effect of the equipment in `card`.
A line without a full stop at its end is a heading.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from roborally.base.player_names import JOINERS, look
from roborally.base.templates import fill, names_in
from roborally.base.translation import _
from roborally.core.board import Board
from roborally.core.events import Event
from roborally.core.geometry import COMPASS, Cell, neighbour
from roborally.core.rules import Ruleset
from roborally.game.factory import Game
from roborally.narration.words import AFTER, AT, LED, OFF, TURNED, Words, cell_text, listed
from roborally.plugin import ShownSentence, slot_face, text
from roborally.plugin_system.loader import Plugin

ROBOT_KEYS = frozenset({"piece", "pieces", "shooter", "by", "leader", "target", "winners"})
"""The keys of events that contain robots; a plugin's manifest names further ones (`robot_keys`)."""
CELL_KEYS = ("cell", "to", "from")
TURNS = {1: text("right"), 2: text("around"), 3: text("left")}
SHORT = 14
"""The maximum length in characters of a player's name in a log; longer ones are cut."""


class Chronicle:
    """Describes the events of a match in sentences, for its log.

    With `detailed` every step and turn is described; without, only the events that matter to a player who watches.
    """

    def __init__(
        self, names: Sequence[str], plugins: Iterable[Plugin], board: Board | None = None, *, detailed: bool = False
    ) -> None:
        """Use the `names` of the pieces, by index, and the sentences of the plugins' manifests.

        Without the `board` cells are described as column and row, and no sentence says that a robot leaves it.
        """
        self.words = Words(plugins)
        self.board = board
        self._names = names
        any_name = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        self._any_name = re.compile(rf"(?<!\w)({any_name})s?(?!\w)")  # with the s of a genitive
        self._detailed = detailed

    @staticmethod
    def of(game: Game, *, detailed: bool = False, short: bool = False) -> "Chronicle":
        """Return a chronicle for matches of a game; with `short`, names are cut to `SHORT` characters."""
        names = piece_names(game)
        if short:
            names = [*short_names(names[: len(game.seats)]), *names[len(game.seats) :]]
        return Chronicle(names, game.plugins, game.course.board, detailed=detailed)

    def line(self, event: Event, *further: Event) -> str:
        """Return one sentence for an event and `further` ones that belong to it (see `joins`), empty if it has none."""
        if further and further[-1]["type"] == "hurt":
            return self.line({**event, **further[-1]})
        last = next((other for other in reversed(further) if other["type"] == "step"), event)
        quarters = sum(other["quarters"] for other in further if other["type"] == "turn")
        template = self._template({"quarters": quarters, **last})
        if not template:
            return ""
        steps = 1 + sum(other["type"] == "step" for other in further)
        return self.filled(template, {"distance": distance_text(steps), "quarters": quarters, **event})

    def predicate(self, event: Event) -> str:
        """Return an event's sentence without its subject and full stop; names of keys in braces are not filled in."""
        return self._template(event).removeprefix("{piece} ").rstrip(".!")

    def filled(self, template: str, event: Event) -> str:
        """Return the `template` with names in braces replaced by the event's values in words: `{piece}` by a name."""
        more = {"effect": self.words.option_effect(equipment_of(event)), **event}
        robots = ROBOT_KEYS.union(self.words.robot_keys(topic(event)))
        values = {
            name: self._named(more[name]) if name in robots else _written(self, name, more[name])
            for name in names_in(template) & more.keys()
        }
        return fill(template, values)

    def fact(self, sentence: ShownSentence) -> str:
        """Return the text of a sentence that a plugin shows beside a question, translated, with its values."""
        values = {key: self._beside(key, value) for key, value in sentence.values.items()}
        return fill(self.words.translated(sentence.text), values)

    def slot(self, content: str, rules: Ruleset) -> str:
        """Return the text for the `content` of a program's slot: title and effect of a card, or a plugin's sentence."""
        face = slot_face(rules, content)
        return self.words.command_help(face.card) if face.sentence is None else self.fact(face.sentence)

    def _beside(self, key: str, value: Any) -> str:
        if key in ROBOT_KEYS:
            return self._named(value)
        return self.words.choice("", value) if key == "card" else _written(self, key, value)

    def joins(self, later: Event, earlier: Sequence[Event]) -> bool:
        """Return whether one sentence covers `later` and the `earlier` events, with no other line between them.

        A step joins those of the same move if their sentence has a distance; a push that ends beyond the edge only gets
        the sentence of that step. A fall off the board joins the step across the edge; a turn joins a step with its
        `how` if a sentence says both; the sentence for damage replaces that of a placement with the same cause.
        """
        first, last = earlier[0], earlier[-1]
        if first.get("piece") != later.get("piece"):
            return False
        match first["type"], later["type"]:
            case "place", "hurt":
                return bool(later["cause"] == first["how"] and self._template(later))
            case "step", "destroy":
                return bool(later["cause"] == "edge" and last["type"] == "step" and self._leaves(last))
            case "step", "turn":
                return bool(later["how"] == first["how"] and self.words.find("move", f"{first['how']}{TURNED}"))
            case "step", "step":
                return self._goes_on(later, first)
        return False

    def _goes_on(self, later: Event, earlier: Event) -> bool:
        template, following = self._template(earlier), self._template(later)
        text = template == following or (bool(following) and self._leaves(later))
        return is_same_move(later, earlier) and "{distance}" in template and text

    def _template(self, event: Event) -> str:
        teller = _TELLERS.get(event["type"])
        return teller(self, event) if teller else self._sentence(event)

    def _sentence(self, event: Event) -> str:
        return self.words.find("log", self.key(event)) or ""

    def key(self, event: Event) -> str:
        """Return the key in `[log]` of the sentence for a plugin's event: its topic, maybe with more.

        A sentence for the event together with an earlier one of the same beat (see `AFTER`) or with its card is better.
        """
        own = topic(event)
        special = [f"{own}{AFTER}{other}" for other in event.get("after", ())]
        special.append(f"{own} {equipment_of(event).partition('@')[0]}")
        return next((key for key in special if self.words.find("log", key)), own)

    def name(self, piece: int) -> str:
        """Return the name of the piece with this index, or "the board" for an index without a piece, such as -1."""
        return self._names[piece] if 0 <= piece < len(self._names) else _("the board")

    def first_named(self, line: str) -> int:
        """Return the index of the piece whose name stands first in a line, -1 if there is none."""
        found = self._any_name.search(line)
        return self._names.index(found[1]) if found is not None and found[1] else -1

    def _named(self, value: Any) -> str:
        """Return the name of the piece with an index, or the names for a list of indexes; any other value as text."""
        if isinstance(value, list | tuple | set | frozenset):
            return listed([self.name(piece) if isinstance(piece, int) else str(piece) for piece in value])
        return self.name(value) if isinstance(value, int) else str(value)

    # --- the kernel's events, as templates --------------------------------------------------------------------------

    def _moment(self, event: Event) -> str:
        return _("Turn {turn}") if event["name"] == "start" else ""

    def place(self, cell: Cell) -> str:
        """Return a cell in words: by the element on it if that has a name, else by column and row."""
        elements = self.board.elements if self.board is not None else ()
        named = (self.words.place(element) for element in elements if element.cell == cell)
        return next((name for name in named if name), "") or cell_text(cell)

    def _leaves(self, step: Event) -> bool:
        return self.board is not None and tuple(step["to"]) not in self.board.inside

    def _step(self, event: Event) -> str:
        if self._leaves(event):
            return self._step_off(event)
        kinds = [LED] * ("leader" in event) + [TURNED] * bool(event.get("quarters", 0) & 3) + [""]
        found = (self.words.find("move", f"{event['how']}{kind}") for kind in kinds)
        if (own := next((text for text in found if text is not None), None)) is not None:
            return own
        if event["how"] == "push":
            return _("{by} pushes {piece} {distance}.") if event["by"] >= 0 else _("{piece} is pushed {distance}.")
        return _("{piece} moves {direction} to {to}.") if self._detailed else ""

    def _step_off(self, event: Event) -> str:
        if event["how"] == "push":
            return (
                _("{by} pushes {piece} off the board.") if event["by"] >= 0 else _("{piece} is pushed off the board.")
            )
        return self.words.find("move", f"{event['how']}{OFF}") or ""

    def _blocked(self, event: Event) -> str:
        if event["how"] == "push" and not self._detailed:
            return ""
        if event.get("gate"):
            return _("{piece} is stopped by a closed gate.")
        end = event["end" if "end" in event else "cell"]
        has_wall, is_edge = self._what_is_at(tuple(end), event["direction"])
        if event.get("by"):
            if "end" in event and has_wall:
                return _("{piece} is stopped by a wall behind {by}.")
            if "end" in event and is_edge:
                return _("{piece} is stopped by {by} at the edge of the board.")
            return _("{piece} is stopped by {by}.")
        if has_wall:
            return _("{piece} is stopped by a wall.")
        return _("{piece} is stopped at the edge of the board.") if is_edge else _("{piece} is stopped.")

    def _what_is_at(self, cell: Cell, direction: int) -> tuple[bool, bool]:
        """Return whether there is a wall at this side of a cell, and whether the board ends there."""
        if self.board is None:
            return False, False
        return (cell, direction) in self.board.walls, neighbour(cell, direction) not in self.board.inside

    def _turn(self, event: Event) -> str:
        if (own := self.words.find("turn", event["how"])) is not None:
            return own
        return _("{piece} turns {quarters}.") if self._detailed else ""

    def _place(self, event: Event) -> str:
        if (own := self.words.find("move", event["how"])) is not None:
            return own
        return _("{piece} is put on {cell}, facing {facing}.") if self._detailed else ""

    def _hurt(self, event: Event) -> str:
        special = f"{event['cause']}{AT}" if "cell" in event else f"{event['cause']} {event['points']}"
        if (own := self.words.find("hurt", special) or self.words.find("hurt", event["cause"])) is not None:
            return own
        return _("{by} hits {piece}: {points} damage.") if event["by"] >= 0 else _("{piece} takes {points} damage.")

    def _heal(self, event: Event) -> str:
        own = self.words.find("heal", event["cause"])
        return _("{piece} loses {points} damage.") if own is None else own

    def _destroy(self, event: Event) -> str:
        cause = event["cause"]
        text = (self.words.find("cause", f"{cause} by") if event["by"] else None) or self.words.find("cause", cause)
        if text is None:
            text = _("{piece} falls off the board.") if event["cause"] == "edge" else _("{piece} is destroyed.")
        return text + " " + _("Credit goes to {by}.") if text and event["by"] and self._detailed else text

    def _over(self, event: Event) -> str:
        if len(event["winners"]) > 1:
            return _("{winners} win!")
        return _("{winners} wins!") if event["winners"] else _("The game is over: no winner.")

    def _unanswered(self, event: Event) -> str:
        match event["reason"]:
            case "late":
                return _("{piece} ran out of time; the default was chosen.")
            case "laid":
                return _("{piece} ran out of time; what was missing was filled in.")
            case "illegal":
                return _("{piece} gave an invalid answer; the default was chosen.")
            case "plugin":
                return _("{piece}: a plugin failed while the bot was thinking; the default was chosen.")
            case _:
                return _("{piece}: the bot failed; the default was chosen.")

    def _not_kept(self, event: Event) -> str:
        return _("The server cannot store this match. It goes on, but would be lost if the server stopped now.")

    def _kept_again(self, event: Event) -> str:
        return _("The server stores this match again.")

    def _open_file(self, event: Event) -> str:
        return _("From an open file: whoever has it can know all cards.")

    def _joined(self, event: Event) -> str:
        text = _("The log begins with turn {turn}. When the match is over, its replay has what was before.")
        return text.format(turn=event["turn"])

    def _stood_in(self, event: Event) -> str:
        return _("A bot has played for you while you were away. You play again from the next question.")

    def _left(self, event: Event) -> str:
        return _("{piece} has left: a bot plays on.")

    def _away(self, event: Event) -> str:
        return _("{piece} is away: a bot plays meanwhile.")

    def _returned(self, event: Event) -> str:
        return _("{piece} is back.")

    def _too_late(self, event: Event) -> str:
        return _("Your answer came too late: the connection is slow.")

    def _uncounted(self, event: Event) -> str:
        return _("“{title}” is not counted from now on, because counting it has failed.")


def topic(event: Event) -> str:
    """Return an event's key in manifests: its type, or question and answer (`brakes stop`) if that is not secret."""
    if event["type"] == "answer" and "answer" in event:
        return f"{event['kind']} {event['answer']}"
    return str(event["type"])


def equipment_of(event: Event) -> str:
    """Return the id of the card that an event names, empty if it names none."""
    return str(event.get("card", ""))


def distance_text(steps: int) -> str:
    """Return a number of steps in words: "1 space", "2 spaces"."""
    return _("1 space") if steps == 1 else _("{count} spaces").format(count=steps)


def is_same_move(later: Event, earlier: Event) -> bool:
    """Return whether two events are steps with the same `how` and `by`, as of one robot that pushes others."""
    return all(later.get(key) == earlier.get(key) for key in ("type", "how", "by")) and later["type"] == "step"


def piece_names(game: Game) -> list[str]:
    """Return the names of all pieces, by index: for robots those of the seats, for other pieces their titles."""
    words = Words(game.plugins)
    return [*(seat.name for seat in game.seats), *(words.piece_title(kind) for kind in game.rules.pieces)]


def short_names(names: Sequence[str]) -> list[str]:
    """Return names of at most `SHORT` characters, cut ones with an ellipsis; unchanged if two would look alike."""
    cut = [name if len(name) <= SHORT else f"{name[: SHORT - 1].rstrip(JOINERS + ' ')}…" for name in names]
    return cut if len({look(name) for name in cut}) == len(names) else list(names)


def is_sentence(line: str) -> bool:
    """Return whether a line of the log is a sentence; otherwise it is a heading, such as `Turn 3`."""
    return line.endswith((".", "!", "?"))


def _written(chronicle: Chronicle, key: str, value: Any) -> str:
    if key == "card" and isinstance(value, str):
        return chronicle.words.card_title(value)
    if key in ("direction", "facing") and isinstance(value, int):
        return chronicle.words.direction(COMPASS[value]) if 0 <= value < len(COMPASS) else "?"
    if key == "quarters" and isinstance(value, int):
        return _(TURNS[value & 3]) if value & 3 else "?"
    if key in CELL_KEYS and isinstance(value, tuple | list):
        return chronicle.place((value[0], value[1]))
    return str(value)


_TELLERS: dict[str, Callable[[Chronicle, Event], str]] = {
    "moment": Chronicle._moment,
    "step": Chronicle._step,
    "blocked": Chronicle._blocked,
    "turn": Chronicle._turn,
    "place": Chronicle._place,
    "hurt": Chronicle._hurt,
    "heal": Chronicle._heal,
    "destroy": Chronicle._destroy,
    "over": Chronicle._over,
    "unanswered": Chronicle._unanswered,
    "not-kept": Chronicle._not_kept,
    "kept-again": Chronicle._kept_again,
    "open-file": Chronicle._open_file,
    "joined": Chronicle._joined,
    "stood-in": Chronicle._stood_in,
    "left": Chronicle._left,
    "away": Chronicle._away,
    "returned": Chronicle._returned,
    "too-late": Chronicle._too_late,
    "uncounted": Chronicle._uncounted,
}
"""The methods for events of the kernel, the session and the server, by type; manifests cannot override them."""
LOGGED_BY_THE_GAME = frozenset(_TELLERS)
"""The types of events that this module describes, so that entries for them in a manifest's `[log]` are ignored."""

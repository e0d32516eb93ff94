"""Plays a match step by step for agents that learn: open questions, allowed actions, and their results.

An action is an integer: 0 lays nothing, 1 and more select the items of the question in order. This module uses neither
numpy nor PettingZoo.
"""

import logging
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from roborally.base.errors import GameError, any_fault
from roborally.bots import Bot
from roborally.bots.errors import as_bot_error, log_bot_error
from roborally.bots.plugin import NO_ITEM, PartialAnswer, Steps, bots_of
from roborally.bots.questions import ask_bot, next_decision, question_of
from roborally.bots.registry import make_bot
from roborally.bots.time_limit import thinking_seconds
from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice, derive
from roborally.core.match import Match
from roborally.core.observation import observe
from roborally.game.compatibility import complete
from roborally.game.factory import Game, make_game
from roborally.game.match_file import SEED_BITS, MatchConfig, MatchSection, SeatConfig
from roborally.plugin import STEPS_OF_A_GOAL, progress
from roborally.plugin_system.loader import Catalogue, find_plugins

AGENT = "robot_{}"
_log = logging.getLogger("roborally.features.rl")
COURSE = "first-steps"
"""The default course of an environment, if the mode can be played there."""


@dataclass(frozen=True)
class Setup:
    """The settings of an environment: its match and its rewards.

    The caller of the environment plays the first `agents` seats, the bots named in `opponents` the others. `course` is
    an id; by default one that fits the mode is chosen. `robots` are models by seat, `rules` and `plugins` are as in a
    match file. After `turns` turns a match is truncated. At the end winners get 1 and all others -1; a draw gives 0.
    Each checkpoint on the way (or unit of the mode's own measure of progress) is worth `progress`, each step towards
    the next one `steps`; a step back costs as much. `catalogue` has the available plugins, by default all that are
    found.
    """

    course: str = ""
    mode: str = "standard"
    agents: int = 2
    opponents: Sequence[str] = ()
    robots: Sequence[str] = ()
    rules: Mapping[str, Any] = field(default_factory=dict)
    plugins: Sequence[str] = ()
    turns: int = 100
    progress: float = 0.0
    steps: float = 0.0
    catalogue: Catalogue | None = None


class MatchStepper:
    """Plays matches one after the other with agents, and asks the bots of the other seats.

    `asked` has the open question of each agent by seat, `laid` the indexes of the items laid for it so far.
    """

    def __init__(self, setup: Setup) -> None:
        """Create the game; raise `GameError` for an invalid setup."""
        if setup.agents < 1 or setup.turns < 1:
            raise GameError("an environment needs at least one agent and one turn")
        self.setup = setup
        self.catalogue = setup.catalogue or find_plugins()
        self.game = _game(setup, self.catalogue)
        self.agents = [AGENT.format(seat) for seat in range(setup.agents)]
        self.registered = bots_of(self.game.plugins)
        known = self.registered.answer_steps
        self.steps = {kind: known.get(kind, SINGLE_CHOICE) for kind in self.game.rules.decisions}
        self.match: Match = self.game.start(0)
        self.actions = 1 + max((self._most_items(steps) for steps in self.steps.values()), default=1)
        self.max_steps = max((steps.max_steps for steps in self.steps.values()), default=1)
        self.bots: dict[int, Bot] = {}
        self.asked: dict[int, Decision] = {}
        self.laid: dict[int, PartialAnswer] = {}
        self._seen: dict[int, Match] = {}
        self._seeds = Dice(secrets.randbits(64))
        self._warned: set[str] = set()

    def _most_items(self, steps: Steps) -> int:
        most = steps.max_items
        return most if isinstance(most, int) else most(self.match)

    # --- a match ----------------------------------------------------------------------------------------------------

    def begin(self, seed: int | None = None) -> None:
        """Start a new match; a seed also determines the matches that are started later without one."""
        if seed is not None:
            self._seeds = Dice(derive(seed, "environment"))
        self.match = self.game.start(self._seeds.bits() >> (64 - SEED_BITS))
        first = self.setup.agents
        self.bots = {seat: make_bot(bot, self.catalogue) for seat, bot in enumerate(self.setup.opponents, first)}
        self.asked, self.laid, self._seen = {}, {}, {}
        self.match.run()
        self.go_on()

    def is_cut_off(self) -> bool:
        """Return whether the match has used all of its turns without coming to an end."""
        return not self.match.state.over and self.match.state.turn > self.setup.turns

    def is_over(self) -> bool:
        """Return whether the match has ended or is cut off."""
        return self.match.state.over or self.is_cut_off()

    def go_on(self) -> None:
        """Run the match until an agent has a choice, or until it is over."""
        while not self.is_over():
            for seat in self.order():
                self._look_for_question(seat)
            if self.asked:
                return
            self.look_again()
            self.match.run()

    def order(self) -> list[int]:
        """Return all seats in the order of their answers in this turn; the first seat changes every turn."""
        count = len(self.game.seats)
        return [(seat + self.match.state.turn - 1) % count for seat in range(count)]

    def score(self, seat: int) -> tuple[int, int]:
        """Return the checkpoints (or goals) that a seat's robot has reached, and minus the steps to the next one."""
        come = progress(self.match, self.match.robots[seat])
        reached = round(come)
        return reached, round((come - reached) * STEPS_OF_A_GOAL)

    def result(self, seat: int) -> float:
        """Return 1 if a seat has won, -1 if it has lost, and 0 before the end and for a draw."""
        state = self.match.state
        winners = {state.pieces[index].seat for index in state.winners}
        if not state.over or not winners:
            return 0.0
        return 1.0 if seat in winners else -1.0

    # --- questions --------------------------------------------------------------------------------------------------

    def allowed(self, seat: int, seen: Match, laid: PartialAnswer | None = None) -> list[int]:
        """Return the actions that a seat may take next, only 0 if it is not asked.

        `seen` is the match as the seat sees it, `laid` the items laid so far, by default those in this stepper.
        """
        decision = self.asked.get(seat)
        if decision is None:
            return [NO_ITEM + 1]
        steps = self.steps[decision["kind"]]
        so_far = self.laid[seat] if laid is None else laid
        if len(so_far) >= steps.max_steps:
            return [NO_ITEM + 1]
        actions = [index + 1 for index in steps.allowed(seen, decision, so_far)]
        return [action for action in actions if action < self.actions] or [NO_ITEM + 1]

    def items(self, seat: int, seen: Match) -> tuple[Any, ...]:
        """Return the items for actions 1, 2, …, none if the seat is not asked; log a warning if some are left out."""
        decision = self.asked.get(seat)
        if decision is None:
            return ()
        kind, most = decision["kind"], self.actions - 1
        found = self.steps[kind].items(seen, decision)
        if len(found) > most and kind not in self._warned:
            self._warned.add(kind)
            _log.warning("agents choose among %d of the %d items of question %r", most, len(found), kind)
        return found[:most]

    def lay(self, seat: int, action: int) -> bool:
        """Take one step of an agent's answer, and answer when it is complete; return whether the step was allowed.

        A forbidden action is replaced by the first allowed one.
        """
        seen = self.seen(seat)
        allowed = self.allowed(seat, seen)
        is_legal = action in allowed
        self.laid[seat] = (*self.laid[seat], (action if is_legal else allowed[0]) - 1)
        self._skip(seat, seen)
        return is_legal

    def look_again(self) -> None:
        """Forget the matches that `seen` has cached; to be called when something has happened in the match."""
        self._seen.clear()

    def seen(self, seat: int) -> Match:
        """Return the match as a seat sees it, only for reading: parts that are hidden from the seat are missing."""
        if seat not in self._seen:
            own = observe(self.match, seat)
            self._seen[seat] = own.match()
        return self._seen[seat]

    def _skip(self, seat: int, seen: Match) -> None:
        """Lay nothing for the steps of an answer that have no other choice; give the answer if all steps are done."""
        decision = self.asked[seat]
        steps = self.steps[decision["kind"]]
        while len(self.laid[seat]) < steps.max_steps and self.allowed(seat, seen) == [NO_ITEM + 1]:
            self.laid[seat] = (*self.laid[seat], NO_ITEM)
        if len(self.laid[seat]) < steps.max_steps:
            return
        self._answer(seat, decision, steps.answer(seen, decision, self.laid[seat]))

    def _answer(self, seat: int, decision: Decision, answer: Any) -> None:
        """Answer a question; use its default if the rules refuse the answer, as an item may be gone by now."""
        del self.asked[seat], self.laid[seat]
        self.look_again()
        try:
            self.match.seal(decision["id"], answer, seat)
        except AnswerError:
            self.match.seal(decision["id"], decision["default"], seat)

    def _look_for_question(self, seat: int) -> None:
        """Answer all questions of a bot's seat; for an agent's seat, find the next question that offers a choice."""
        while seat not in self.asked and (decision := next_decision(self.match, seat)):
            if seat in self.bots:
                self._let_bot_answer(seat, decision)
                continue
            self.asked[seat], self.laid[seat] = decision, ()
            self._skip(seat, self.seen(seat))

    def _let_bot_answer(self, seat: int, decision: Decision) -> None:
        self.look_again()
        seen, own, seed = question_of(self.match, decision)
        try:
            answer = ask_bot(self.bots[seat], seen, own, Dice(seed), thinking_seconds(self.match.rules))
            self.match.seal(decision["id"], answer, seat)
        except any_fault() as error:  # whatever error a bot raises, the match continues
            log_bot_error(self.setup.opponents[seat - self.setup.agents], seat, decision, as_bot_error(error))
            self.match.seal(decision["id"], decision["default"], seat)


def _game(setup: Setup, catalogue: Catalogue) -> Game:
    count = setup.agents + len(setup.opponents)
    if len(setup.robots) > count:
        raise GameError("there are {robots} robot models for {seats} seats", robots=len(setup.robots), seats=count)
    models = [*setup.robots, *[""] * (count - len(setup.robots))]
    controllers = ["human"] * setup.agents + list(setup.opponents)
    for bot in setup.opponents:
        make_bot(bot, catalogue)
    seats = [
        SeatConfig(AGENT.format(seat), controller, model)
        for seat, (controller, model) in enumerate(zip(controllers, models, strict=True))
    ]
    section = MatchSection(setup.mode, setup.course, plugins=list(setup.plugins))
    config = MatchConfig(section, dict(setup.rules), seats=seats)
    return make_game(complete(config, catalogue, [COURSE]), catalogue)


# --- questions without registered steps -------------------------------------------------------------------------------

MAX_CHOICES = 12
"""The maximum number of choices for an agent; if a question has more, its default comes first."""


def _choices(match: Match, decision: Decision) -> tuple[Any, ...]:
    """Return the choices of a question, the default first if there are more than `MAX_CHOICES`."""
    choices = tuple(decision["choices"] or ())
    if len(choices) > MAX_CHOICES:
        choices = (decision["default"], *(choice for choice in choices if choice != decision["default"]))
    return choices


def _any_choice(match: Match, decision: Decision, chosen: PartialAnswer) -> tuple[int, ...]:
    return tuple(range(len(_choices(match, decision)))) or (NO_ITEM,)


def _choice(match: Match, decision: Decision, chosen: PartialAnswer) -> Any:
    return decision["default"] if chosen[0] == NO_ITEM else _choices(match, decision)[chosen[0]]


SINGLE_CHOICE = Steps(MAX_CHOICES, 1, _choices, _any_choice, _choice)
"""The `Steps` of an answer that is one of the choices of its question, or the default if there are none."""

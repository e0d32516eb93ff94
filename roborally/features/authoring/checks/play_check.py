"""Plays short games of bots with a plugin in every mode that it fits, and watches the state of each match."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec

from roborally.arena.play import questions
from roborally.base.errors import GameError, any_fault
from roborally.bots import Bot
from roborally.bots.questions import question_of
from roborally.bots.registry import make_bot, plugin_bots
from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice
from roborally.core.events import Event, Watch, event_problem
from roborally.core.match import Match
from roborally.core.observation import imagine, run_on
from roborally.core.rules import Phase
from roborally.features.authoring.checks.bot_check import TURNS as BOT_TURNS
from roborally.features.authoring.checks.bot_check import refused_answer
from roborally.features.authoring.checks.report import Report
from roborally.features.authoring.checks.slot_sizes import Sizes
from roborally.features.authoring.checks.statement_check import Statements
from roborally.features.authoring.checks.step_limit import StepLimit
from roborally.features.authoring.checks.trial_games import base_game, trial_game
from roborally.game.factory import Game
from roborally.game.scenario.file import load_scenario, scenarios_of
from roborally.game.scenario.run import prepare
from roborally.plugin import SHEETS, QuestionView
from roborally.plugin_system.guard import CodePlace, Guard, StateError, StateFault, place_of
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.plain import difference, event_problems

TURNS: Mapping[str, int] = {"random": 8, "greedy": 2, "planner": 1}
"""The number of turns to play, by the name of the bot."""
VARIED = 1
"""The number of games of the bot `random` with varied settings, besides one with the defaults."""
MAX_QUESTIONS = 2_000
"""The maximum number of questions in a game; a game with more is reported as endless."""


ASKED_TWICE = 2
"""The number of turns in which a bot of the plugin is asked every question twice."""

DIFFERENT = "the same seed gives two different games"


class PlayedEvent(NamedTuple):
    """An event of a match played twice, the place in the code that caused it, and the state if it ends a turn."""

    event: Event
    place: str
    state: Any = None


NOTHING_MORE = PlayedEvent({}, "rules.py")


@dataclass
class Trial:
    """The trial games of a plugin; problems and notes go into `report`."""

    plugin: Plugin
    catalogue: Catalogue
    limit: StepLimit
    report: Report
    games: dict[str, int] = field(default_factory=dict)
    """The number of games played, by mode."""
    active: set[str] = field(default_factory=set)
    """The modes that the plugin affects: one of its functions ran there, or one of its elements would act."""
    known: set[CodePlace] = field(default_factory=set)
    """The functions of the plugin that the rules of at least one mode may call."""
    ran: set[CodePlace] = field(default_factory=set)
    """The functions of the plugin that were called in games or scenarios."""
    bases: dict[str, Game] = field(default_factory=dict)
    """The unvaried game of each mode, from which the other games are made."""
    unplayed: dict[str, str] = field(default_factory=dict)
    """The reason why a mode could not be played, by mode."""
    refused: set[tuple[str, str]] = field(default_factory=set)
    """Pairs of bot and kind of question whose refused answer is reported; an empty bot stands for the default."""
    misstated: bool = False
    """Whether a wrong fact, statistic or objective is reported; it would mislead bots, so only `random` plays on."""
    imagined: dict[str, BaseException] = field(default_factory=dict)
    """The first error in matches that bots imagine, by kind of question; reported if the real game has none."""

    def play(self, modes: list[str], *, only_recorded: bool = False) -> None:
        """Play games in some modes, first with the quickest bot; with `only_recorded` only those of `Report.turns`.

        A plugin that is no mode and has no code, such as a pack of pictures, changes no game and is not played.
        """
        if self.plugin.manifest.kind != "mode" and not any(self.plugin.folder.rglob("*.py")):
            self.active |= set(modes)
            return
        for bot, turns in self._bots().items():
            is_recorded = bot not in TURNS or bot == "random"
            for mode in modes if is_recorded or not (only_recorded or self.misstated) else ():
                for number in range(1 + VARIED if bot == "random" and not only_recorded else 1):
                    self._game(mode, bot, turns, number, is_recorded=is_recorded and number == 0)
        if not only_recorded:
            self._sum_up(modes)

    def _bots(self) -> dict[str, int]:
        if self.plugin.manifest.kind != "bot":
            return dict(TURNS)
        found = plugin_bots(self.catalogue).plugins
        return {name: BOT_TURNS for name, owner in found.items() if owner.id == self.plugin.id}

    def _game(self, mode: str, bot: str, turns: int, number: int, *, is_recorded: bool) -> None:
        """Play one game, varied by `number`, and report problems; `is_recorded` adds it to `Report.turns`.

        A game of the bot `random` with number 0 is played twice and compared.
        """
        doing = f"game {number + 1} of the bot {bot!r} in {mode!r}"
        self.limit.begin(doing)
        guard = Guard(self._state_fault, self.report.faulty)
        self.limit.otherwise = lambda: self.report.last_called(guard)
        try:
            matches = self._matches(mode, number, guard)
        except GameError as error:
            self.unplayed[mode] = str(error)
            return
        except StateError:
            return  # already reported
        except MemoryError:
            raise
        except any_fault() as error:
            self.fault(error, f"when a match begins ({mode})", guard)
            return
        for game, match, *twins in matches:
            text = self._play(game, match, mode, bot, turns, guard, doing)
            if is_recorded:
                self.report.turns += [
                    f"turn {played.event['turn']} of {doing}: {_digest(played.state)}"
                    for played in text
                    if played.state is not None
                ]
            if number == 0 and bot == "random" and not any(DIFFERENT in text for text in self.report.problems):
                for twin in twins:
                    self._compare(text, self._play(game, twin, mode, bot, turns, guard, doing), mode)

    def _matches(self, mode: str, number: int, guard: Guard) -> list[tuple[Any, ...]]:
        """Return tuples of a game, a new match of it, and a second match with the same seed, varied by `number`.

        If no course fits the mode, they are a game and a match for each scenario of the plugin in this mode.
        """
        try:
            if mode not in self.bases:
                self.bases[mode] = base_game(self.plugin, mode, self.catalogue)
            game = trial_game(self.bases[mode], self.plugin, self.catalogue, number)
        except GameError:
            files = scenarios_of(self.plugin.folder)
            runs = [prepare(str(path), load_scenario(path), self.catalogue, guard) for path in files]
            return [(run.game, run.match) for run in runs if run.game.config.match.mode == mode]
        self._note_functions(game, mode)
        guarded = game.guarded(guard)
        match, twin = guarded.start(number + 1), guarded.start(number + 1)
        return [(game, match, twin)]

    def _play(
        self, game: Game, match: Match, mode: str, bot: str, turns: int, guard: Guard, doing: str
    ) -> list[PlayedEvent]:
        """Play a match for `turns` turns, report its problems, and return its events; `doing` describes the match."""
        played: list[PlayedEvent] = []
        set_up = set(guard.calls)
        guard.calls.clear()
        sizes, statements = Sizes(), Statements(self.plugin.id, game)
        match.watch = Watch(
            lambda event: self._on_event(event, match, guard, sizes, statements),
            lambda event: played.append(PlayedEvent(event, self.report.last_called(guard), _state_at(event, match))),
        )
        self.games[mode] = self.games.get(mode, 0) + 1
        self.imagined.clear()
        try:
            players = [make_bot(bot, self.catalogue) for _seat in match.seats]
            for asked, (seat, decision) in enumerate(questions(match, turns, lambda match: None)):
                self.limit.begin(doing)
                if asked > MAX_QUESTIONS:
                    where = self.report.last_called(guard)
                    self._problem(f"{where}: there is no end to the questions; the last was {decision['kind']!r}")
                    break
                self._answer(game, match, players[seat], bot, seat, decision["id"])
        except StateError:
            pass  # already reported
        except MemoryError:
            raise  # the next game would fill the memory again
        except any_fault() as error:
            self.fault(error, f"in a game of the bot {bot!r} in {mode!r}", guard)
        else:
            for question, failure in self.imagined.items():
                self.fault(failure, f"where a bot that is asked {question!r} imagines how the turn goes on")
        for path in sizes.growing():
            where = self.report.named(guard.grew.get(path)) or "rules.py"
            self._problem(f"{where}: {path} grows in every turn without end; remove from it what is over")
        ran = {place for place in guard.calls if place.plugin == self.plugin.id}
        self.ran |= ran | set_up
        if ran:
            self.active.add(mode)
        return played

    def _compare(self, one: list[PlayedEvent], other: list[PlayedEvent], mode: str) -> None:
        """Report the first difference between two matches that should be equal, if any."""
        turn = 1
        for played, again in zip_longest(one, other, fillvalue=NOTHING_MORE):
            turn = played.event.get("turn", turn)
            if not _is_same(played.event, again.event):
                text = f"one tells {_text(played.event)}, the other {_text(again.event)}"
            elif not _is_same(played.state, again.state):
                path, mine, its = difference("", *(self._own_first(entry.state) for entry in (played, again)))
                text = f"at the end of a turn {path} is {mine!r} in one, {its!r} in the other"
            else:
                continue
            self._problem(
                f"{played.place}: {DIFFERENT}: {text}; "
                "take chance from match.dice, and keep no state outside of the slot",
                f"in turn {turn} in {mode!r}",
            )
            return

    def _own_first(self, state: dict[str, Any]) -> dict[str, Any]:
        """Return a copy of a match's state in which the plugin's own slot comes first, then the other slots."""
        slots = {self.plugin.id: None, **state["ext"]}
        return {"ext": slots, **{name: part for name, part in state.items() if name != "ext"}}

    def _answer(self, game: Game, match: Match, player: Bot, bot: str, seat: int, id_: str) -> None:
        """Give a bot's answer to a question of a match, or the default if it is refused; report what is wrong."""
        decision = next(entry for entry in match.state.decisions if entry["id"] == id_)
        kind = decision["kind"]
        try:
            match.checked(decision, decision["default"])
        except AnswerError as error:
            if ("", kind) not in self.refused:
                self.refused.add(("", kind))
                text = f"the default {decision['default']!r} of the question {kind!r} is refused: {error}"
                if not any(f'question "{kind}", ["default"]' in problem for problem in self.report.problems):
                    self._problem(f"{self._check_of(match, kind)}: {text}")
        seen, own, seed = question_of(match, decision)
        imagine(seen, Dice(seed))
        # Bots search in unguarded copies, which are faster.
        plain = replace(seen, rules=game.rules, floor=game.floor)
        if bot == "random":
            self._run_on(imagine(plain, Dice(seed)), kind)
        if decision["choices"] is None and match.rules.decisions[kind].check is None:
            text = f"the question {kind!r} has neither choices nor a check, so any answer would do; give match.ask some"
            self._problem(f"{self._check_of(match, kind)}: {text}")
        sheet = SHEETS.of(match.rules).get(kind) if bot == "random" else None
        if sheet is not None and not isinstance(view := sheet(plain.match(), own), QuestionView):
            where = self.report.named(place_of(sheet)) or "rules.py"
            self._problem(f"{where}: the sheet of the question {kind!r} returns {view!r}, which is no view")
        answer = player.choose(plain, own, Dice(seed))
        if self.plugin.manifest.kind == "bot" and match.state.turn <= ASKED_TWICE:
            self.limit.begin()
            again = make_bot(bot, self.catalogue).choose(plain, own, Dice(seed))
            if not _is_same(answer, again) and (bot, "") not in self.refused:
                self.refused.add((bot, ""))
                text = f"the bot {bot!r} answers {kind!r} with {answer!r}, and asked the same again with {again!r}"
                self._problem(
                    f"{place_of(player.choose) or 'bot.py'}: {text}; take chance from dice, and remember nothing"
                )
        try:
            match.seal(id_, answer, seat)
        except AnswerError as error:
            if not self.refused & {(bot, kind), ("", kind)}:
                self.refused.add((bot, kind))
                where = "bot.py" if self.plugin.manifest.kind == "bot" else self._check_of(match, kind)
                self._problem(refused_answer(where, bot, kind, answer, error))
            match.seal(id_, decision["default"], seat)

    def _run_on(self, imagined: Match, kind: str) -> None:
        """Play a match that a bot imagines to the end of its turn; store an error in `self.imagined` by `kind`."""
        try:
            run_on(imagined, "turn")
        except MemoryError:
            raise
        except any_fault() as error:
            self.imagined.setdefault(kind, error)

    def _check_of(self, match: Match, kind: str) -> str:
        found = match.rules.decisions[kind]
        place = next((place for part in (found.sample, found.check, found.commit) if (place := place_of(part))), None)
        return self.report.named(place) or "bot.py"

    # --- observations -------------------------------------------------------------------------------------------

    def _on_event(self, event: Event, match: Match, guard: Guard, sizes: Sizes, statements: Statements) -> None:
        if problem := event_problem(event, match.rules.events):
            if (known := f"rules.py: {problem}") in self.report.problems:
                self.report.problems.remove(known)  # a scenario has reported it, without a line
            if not any(text.endswith(f": {problem}") for text in self.report.problems):
                self._problem(f"{self.report.last_called(guard)}: {problem}")
        loose = list(event_problems(event))
        for wrong in loose:
            problem = f"{wrong.path}: {wrong.problem}"
            if not any(text.endswith(f": {problem}") for text in self.report.problems):
                self._problem(f"{self.report.last_called(guard)}: {problem}")
        is_end = _ends_turn(event)
        for place, problem, error in (
            statements.problems(event, match, is_end=is_end) if not (self.misstated or loose) else ()
        ):
            self.misstated = True
            if error is not None:
                self.fault(error, problem)
            else:
                self._problem(f"{place or self.report.last_called(guard)}: {problem}")
            break  # what else is wrong may follow from it
        if is_end:
            sizes.look(match)

    def _state_fault(self, fault: StateFault) -> None:
        self._problem(str(fault) if fault.place.plugin == self.plugin.id else f"plugin {fault.place.plugin!r}: {fault}")

    def fault(self, error: BaseException, when: str, guard: Guard | None = None) -> None:
        """Report an error in the plugin's code; `when` names the situation, `guard` knows the last called function."""
        if text := self.report.failure(error, guard):
            self._problem(text, when)

    def _problem(self, problem: str, when: str = "") -> None:
        """Report a problem unless it was reported before; `when` names the situation, and may be empty."""
        if not any(found == problem or found.startswith(f"{problem}, ") for found in self.report.problems):
            self.report.problems.append(f"{problem}, {when}" if when else problem)

    def _note_functions(self, game: Game, mode: str) -> None:
        """Store which functions of the plugin the rules may call, and whether one of its elements acts in the mode."""
        rules = game.rules
        self.known |= {place for place in _places(game) if place.plugin == self.plugin.id}
        running = {phase.name for phases in rules.sequences.values() for phase in phases if isinstance(phase, Phase)}
        own = [rule for kind, rule in rules.elements.items() if kind in self.plugin.manifest.element]
        if any(rule.enter is not None or rule.phase in running for rule in own):
            self.active.add(mode)

    def _sum_up(self, modes: list[str]) -> None:
        """Add notes on functions that never ran, and on modes that could not be played or are not affected."""
        for mode in modes:
            if mode not in self.games:
                reason = self.unplayed.get(mode) or "no course fits, and there is no scenario"
                self.report.notes.append(f"in {mode} no game could be played: {reason}")
        if self.plugin.manifest.kind in ("bot", "mode") or not self.known:
            self.active |= set(modes)
            return
        idle = [mode for mode in modes if mode in self.games and mode not in self.active]
        if idle and self.active:
            self.report.notes.append(f"in {', '.join(idle)} it can be switched on, but nothing of it ran there")
        for place in sorted(self.known - self.ran, key=lambda place: (place.file.name, place.line)):
            games = sum(self.games.values())
            self.report.notes.append(f"{place}: {place.function} never ran, neither in {games} games nor in a scenario")


def _ends_turn(event: Event) -> bool:
    return bool(event["type"] == "moment" and event["name"] == "turn")


def _state_at(event: Event, match: Match) -> Any:
    """Return the state of the match as data if an event ends a turn, else `None`."""
    return match.to_data() if _ends_turn(event) else None


def _is_same(one: object, other: object) -> bool:
    """Return whether two values are equal when saved; true if one cannot be saved, which is reported elsewhere."""
    try:
        encoded, again = (msgspec.json.encode(value, order="deterministic") for value in (one, other))
    except (TypeError, ValueError, OverflowError, RecursionError):
        return True
    return one == other or encoded == again


def _digest(state: object) -> str:
    """Return a short text that is equal for equal states in every process; empty for a state that cannot be saved."""
    try:
        return hashlib.blake2b(msgspec.json.encode(state, order="deterministic"), digest_size=8).hexdigest()
    except (TypeError, ValueError, OverflowError, RecursionError):  # reported elsewhere
        return ""


def _text(event: Event) -> str:
    return f"{ {key: value for key, value in event.items() if key != 'beat'} }" if event else "nothing more"


def _places(game: Game) -> Iterator[CodePlace]:
    """Yield the functions of plugins that the rules of a game may call during a match."""
    rules = game.rules
    running = [phase for phases in rules.sequences.values() for phase in phases if not isinstance(phase, tuple)]
    functions: list[Callable[..., object] | None] = [*rules.frames.values(), *rules.traces.values()]
    functions += [phase.run for phase in running]
    functions += [function for found in (*rules.reactions.values(), *rules.modifiers.values()) for function in found]
    functions += [part for rule in rules.elements.values() for part in (rule.enter, rule.act)]
    functions += [kind.commit for kind in rules.decisions.values()]
    yield from (place for function in functions if (place := place_of(function)))

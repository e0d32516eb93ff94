"""Matches played without a window, up to the moments to be shown."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from roborally.bots.registry import make_bot
from roborally.core.data import Decision
from roborally.core.dice import Dice, derive
from roborally.core.match import Match
from roborally.features.analysis.findings import Analysis
from roborally.features.analysis.practice import people_in
from roborally.features.analysis.review import ProgramReview, judged_turns
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection
from roborally.game.records.recorder import Recorder
from roborally.game.session.instant_thinker import InstantThinker
from roborally.game.session.local import LocalSession
from roborally.game.session.protocol import Thinker
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.display import Display
from roborally.ui.match.shown_match import ShownMatch

from .studio import seats_for

COURSES = {
    "standard": "laser-alley",
    "classic": "stamping-mill",
    "crash-and-burn": "rabbit-holes",
    "auenland": "water-mills",
    "roboball": "cup-final",
    "volt": "short-circuit",
}
"""The course for each edition."""
EDITIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("crash-and-burn", ()),
    ("standard", ("option-cards",)),
    ("classic", ("option-cards",)),
    ("auenland", ()),
    ("roboball", ()),
    ("volt", ()),
)
"""The editions, with further plugins, that together ask every question."""
OPTIONS = {"option-cards": {"dealt_at_start": 3}}
SEEDS = range(1, 200)
ELSEWHERE = {"program", "new-commands", "objectives"}
"""The kinds of questions that no dialog asks of the first seat in these editions."""
GOOD = "greedy"
"""The bot that plays matches to their end."""
HARMED = ("power-down",)
"""The kinds of questions that come up only for robots with damage."""
STRANDED = ("extraction",)
"""Those that come up only while no robot can reach the ball; otherwise the window answers them itself."""
TURNS = 9
"""The largest number of turns that are searched for a question."""


@dataclass(frozen=True)
class Moment:
    """A match with an open question of the first seat, or of all."""

    game: Game
    match: Match
    kind: str

    def session(self, thinker: Thinker) -> LocalSession:
        """Return a session that continues from here; its clock stands still."""
        return LocalSession.resume(self.game, self.match.clone(), thinker, now=lambda: 0.0)


@dataclass
class Finished:
    """A finished match with its record."""

    context: ShownMatch
    recorder: Recorder


@dataclass
class FinishedWork:
    """An analysis to which nothing is added any more."""

    analysis: Analysis

    def poll(self) -> bool:
        """Return `False`, because there is nothing more."""
        return False


def comes_up(match: Match, question: Decision) -> bool:
    """Return whether the window asks a question of the match."""
    if question["kind"] in STRANDED:
        from roborally_plugins.roboball.chart import is_out_of_reach  # exists once the mode is loaded

        return is_out_of_reach(match)
    return question["kind"] not in HARMED or match.state.pieces[question["piece"]].damage > 0


@dataclass
class Library:
    """Plays matches and caches the moments found, so that every language shows the same."""

    catalogue: Catalogue
    _games: dict[Any, Game] = field(default_factory=dict)
    _programs: dict[Any, Moment] = field(default_factory=dict)
    _finished: dict[str, Finished] = field(default_factory=dict)
    _analyses: dict[str, FinishedWork] = field(default_factory=dict)
    _questions: dict[str, Moment] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._search = self._look_for_questions()

    def game(
        self, mode: str, *, players: int = 4, people: int = 1, extras: tuple[str, ...] = (), models: Sequence[str] = ()
    ) -> Game:
        """Return the game of an edition with further plugins; with option cards every robot has some."""
        key = mode, players, people, extras, models
        if key not in self._games:
            options = OPTIONS if mode == "crash-and-burn" or "option-cards" in extras else {}
            match = MatchSection(mode=mode, course=COURSES[mode], seed=3, timer=60, plugins=list(extras))
            config = MatchConfig(match, plugin=options, seats=seats_for(mode, players, people, models))
            self._games[key] = make_game(config, self.catalogue)
        return self._games[key]

    def games(self) -> list[Game]:
        """Return all games made so far."""
        return list(self._games.values())

    # --- questions ------------------------------------------------------------------------------------------------

    def program(self, game: Game, turn: int, fits: Callable[[Match], bool] = lambda match: True) -> Moment:
        """Return a moment when the first seat programs, from a turn on."""
        key = id(game), turn, fits
        if key not in self._programs:
            self._programs[key] = next(
                Moment(game, match.clone(), "program")
                for seed in SEEDS
                for match, question in at_questions(game, seed)
                if question["kind"] == "program" and question["seat"] == 0 and match.state.turn >= turn and fits(match)
            )
        return self._programs[key]

    def question(self, kind: str) -> Moment:
        """Return a moment for a kind of question that a dialog asks the first seat; fail if there is none."""
        while kind not in self._questions:
            next(self._search)
        return self._questions[kind]

    def questions(self) -> dict[str, Moment]:
        """Return a moment for every kind of them."""
        for _found in self._search:
            pass
        return self._questions

    def _look_for_questions(self) -> Iterator[None]:
        """Play matches of all editions in turn, until each kind has been found; yield after each match."""
        games = [self.game(mode, extras=extras) for mode, extras in EDITIONS]
        missing = {kind for game in games for kind in game.rules.decisions} - ELSEWHERE
        for seed, game in product(SEEDS, games):
            if missing.isdisjoint(game.rules.decisions):
                continue
            for match, question in at_questions(game, seed):
                kind = question["kind"]
                if kind in missing and question["seat"] == 0 and not question["optional"] and comes_up(match, question):
                    missing.discard(kind)
                    self._questions[kind] = Moment(game, match.clone(), kind)
            yield

    # --- whole matches --------------------------------------------------------------------------------------------

    def finished(self, mode: str) -> Finished:
        """Return a finished match of good bots."""
        if mode not in self._finished:
            game = self.game(mode)
            session = LocalSession.start(game, 3, InstantThinker(self.catalogue, GOOD), now=lambda: 0.0)
            recorder = Recorder(game, 3)
            recorder.attach(session)
            context = ShownMatch.of(session)
            play_out(session, context.display, self.catalogue)
            self._finished[mode] = Finished(context, recorder)
        return self._finished[mode]

    def analysed(self, mode: str) -> FinishedWork:
        """Return the complete analysis of the match of `finished`."""
        if mode not in self._analyses:
            recorder = self.finished(mode).recorder
            match = recorder.record, recorder.game, self.catalogue
            analysis = Analysis(judged=True, done=True)
            analysis.turns += judged_turns(*match)
            review = ProgramReview(*match, people_in(recorder.game))
            analysis.programs += review.best_and_worst(analysis.turns)
            self._analyses[mode] = FinishedWork(analysis)
        return self._analyses[mode]


def at_questions(game: Game, seed: int) -> Iterator[tuple[Match, Decision]]:
    """Play with random answers; yield the match at every question, before it is answered."""
    match = game.start(seed)
    match.run()
    shown: set[str] = set()
    while not match.state.over and match.state.turn <= TURNS:
        waiting = [entry for entry in match.state.decisions if entry["id"] not in match.state.sealed]
        for question in waiting:
            if question["id"] not in shown:
                shown.add(question["id"])
                yield match, question
        dice = Dice(derive(seed, "answers", match.state.next_id, len(waiting)))
        question = dice.pick(waiting)
        sample = match.rules.decisions[question["kind"]].sample
        if sample is not None:
            answer = sample(match, question, dice)
        else:
            assert question["choices"] is not None, "what has no choices has a sample"
            answer = dice.pick(question["choices"])
        match.seal(question["id"], answer, question["seat"])
        match.run()


def play_out(session: LocalSession, display: Display, catalogue: Catalogue) -> None:
    """Let good bots play a match to its end, including the seats of people."""
    bot = make_bot(GOOD, catalogue)
    while True:
        for event in session.poll():
            display.apply(event)
        if session.over:
            return
        for seat in session.humans():
            for question in session.decisions(seat)[:1]:
                session.answer(
                    seat, question["id"], bot.choose(session.observe(seat), question, Dice(question["seat"]))
                )

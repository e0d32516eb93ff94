"""Random matches for the page *Surprise me*: a mode, a course, variants and bots that fit each other. No drawing."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.bots.registry import bot_title
from roborally.features.lobby.model import LobbyModel
from roborally.game.compatibility import with_fitting_seats
from roborally.game.factory import Game, make_game
from roborally.plugin_system.loader import Catalogue

TRIES, OF_AN_EDITION = 60, 10
"""The number of random matches tried before giving up, and before changing the mode."""
MAX_BOTS = 5
VARIANTS = (0, 0, 1, 1, 2)
"""The numbers of variants (further plugins) in a match; each entry has the same chance."""
AIMLESS = "random"
"""The id of the bot that plays at random, left out because it is no challenge."""


@dataclass(frozen=True)
class Surprise:
    """A random match ready to start, and a sentence that describes it."""

    game: Game
    sentence: str


class Surprises:
    """Makes random matches of a player against bots; the same state of `rng` gives the same matches."""

    def __init__(self, catalogue: Catalogue, bots: Sequence[str], name: str, rng: random.Random) -> None:
        self._catalogue = catalogue
        self._bots = [bot for bot in bots if bot != AIMLESS] or list(bots)
        self._rng = rng
        self._model = LobbyModel(catalogue, self._bots, name)
        self._modes: list[str] = []

    def draw(self) -> Surprise:
        """Return a random match. A mode comes again only after all others. Raise `GameError` if none can be played."""
        problem: GameError | None = None
        for number in range(TRIES):
            if number % OF_AN_EDITION == 0:
                self._choose_mode()
            self._choose()
            try:
                return self._made()
            except GameError as error:
                problem = error
        raise problem or GameError("nothing can be played")

    def _choose_mode(self) -> None:
        if not self._modes:
            self._modes = [mode.id for mode in self._model.modes()]
            self._rng.shuffle(self._modes)
        self._model.wanted.clear()
        self._model.choose_mode(self._modes.pop())

    def _choose(self) -> None:
        """Choose everything except the mode."""
        model, rng = self._model, self._rng
        model.wanted.clear()
        self._choose_variants()
        there = [course for course in model.courses() if not {*course.plugins} - {p.id for p in model.plugins}]
        if there:
            model.course = rng.choice(there).id
        self._leave_out_idle_variants()
        self._choose_players()

    def _choose_variants(self) -> None:
        for _number in range(self._rng.choice(VARIANTS)):
            free = [variant.plugin.id for variant in self._model.variants() if variant.free and not variant.on]
            if free:
                self._model.switch(self._rng.choice(free), True)

    def _leave_out_idle_variants(self) -> None:
        """Disable variants whose elements are not on the course, because they would have no effect."""
        course = self._model.chosen_course
        there = {element.kind for element in course.board.elements} if course is not None else set()
        for id_ in list(self._model.wanted):
            elements = self._catalogue.get(id_).manifest.element
            if elements and not there & elements.keys():
                self._model.switch(id_, False)

    def _choose_players(self) -> None:
        model, rng = self._model, self._rng
        least, most = model.players()
        count = rng.randint(min(max(least, 2), most), min(most, MAX_BOTS + 1))
        model.seats.clear()
        model.add_person()
        while len(model.seats) < count:
            model.add_bot()
        bot, models = rng.choice(self._bots), list(model.models())
        rng.shuffle(models)
        for number in range(count):
            if number:
                model.change_seat(number, controller=bot)
            if models:
                model.change_seat(number, robot=models[number % len(models)])

    def _made(self) -> Surprise:
        model = self._model
        course = model.chosen_course
        if course is None:
            raise GameError(model.course_problem())
        config = with_fitting_seats(model.config().with_seed(), self._catalogue, course)
        drawn = config.with_match(seed=self._rng.randrange(2**31))
        return Surprise(make_game(drawn, self._catalogue), self._sentence())

    def _sentence(self) -> str:
        """Return a sentence with the match's mode, course, variants, number of bots and their strength."""
        model = self._model
        mode = self._catalogue.get(model.mode)
        bots = [seat.config.controller for seat in model.seats if not seat.is_person]
        against = _("one bot") if len(bots) == 1 else _("{count} bots").format(count=len(bots))
        titles = [self._catalogue.get(id_) for id_ in model.extras]
        text = _("{mode} on {course}, against {bots} ({strength}).")
        if titles:
            text = _("{mode} on {course}, with {variants}, against {bots} ({strength}).")
        course = model.chosen_course
        return text.format(
            mode=mode.title,
            course=course.title if course is not None else model.course,
            variants=", ".join(plugin.title for plugin in titles),
            bots=against,
            strength=bot_title(bots[0], self._catalogue),
        )

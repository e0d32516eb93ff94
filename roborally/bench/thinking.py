"""What bots take: whole games among themselves, and single decisions of `planner`."""

import time
from collections.abc import Callable

from roborally.arena.play import play, questions
from roborally.bots import Bot
from roborally.bots.questions import ask_bot, question_of
from roborally.bots.registry import make_bot
from roborally.core.dice import Dice
from roborally.core.floor import Floor
from roborally.game.factory import Game
from roborally.plugin_system.loader import Catalogue

LONGEST_GAME = 60
"""The turns after which a game is given up."""
DECISIONS = 40
"""How many programs `planner` makes in one pass."""


class BotGames:
    """Whole games of four bots of one kind, as an exhibition plays them."""

    def __init__(self, game: Game, bot: str, count: int, catalogue: Catalogue) -> None:
        """Prepare `count` games, which differ in their seeds."""
        self.game = game
        self.count = count
        self._names = [bot] * len(game.seats)
        self._bots = [make_bot(bot, catalogue) for _ in game.seats]

    def run_all(self) -> None:
        """Play all games: one pass."""
        for seed in range(1, self.count + 1):
            play(self.game, self._names, self._bots, seed, LONGEST_GAME)


class Decisions:
    """Programs that `planner` makes in the first turns of a game on a large floor that it has not seen before.

    `seconds` holds the processor time of each decision of the last pass, the first of the game first.
    """

    def __init__(self, game: Game, catalogue: Catalogue) -> None:
        """Prepare the game."""
        self.game = game
        self.count = DECISIONS
        self.seconds: list[float] = []
        self._bot = make_bot("planner", catalogue)

    def run_all(self) -> None:
        """Make all decisions: one pass."""
        self.seconds = time_decisions(self.game, self._bot, time.process_time, self.count)


def time_decisions(game: Game, bot: Bot, clock: Callable[[], float], count: int) -> list[float]:
    """Return how long a bot thinks about each of the first `count` programs of a game on a new floor."""
    floor = Floor(game.course.board, game.rules)
    match = Game(game.config, game.plugins, game.rules, game.course, floor, game.seats).start(1)
    taken: list[float] = []
    for _seat, decision in questions(match, LONGEST_GAME, lambda match: None):
        seen, own, seed = question_of(match, decision)
        begun = clock()
        answer = ask_bot(bot, seen, own, Dice(seed))
        if decision["kind"] == "program":
            taken.append(clock() - begun)
        match.seal(decision["id"], answer)
        if len(taken) == count:
            break
    return taken

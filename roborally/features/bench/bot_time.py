"""Workloads of bots: whole games among themselves, and single decisions of `planner`."""

import time
from collections.abc import Callable

from roborally.arena.play import play, questions
from roborally.bots import Bot
from roborally.bots.questions import ask_bot, prepare_bot, question_of
from roborally.bots.registry import make_bot
from roborally.core.dice import Dice
from roborally.core.floor import Floor
from roborally.core.observation import observe
from roborally.game.factory import Game
from roborally.plugin_system.loader import Catalogue

MAX_GAME = 60
"""The turn after which a game is stopped."""
DECISIONS = 40
"""The number of programs that `planner` makes in one pass."""


class BotGames:
    """Whole games of four bots of one kind, as an exhibition plays them."""

    def __init__(self, game: Game, bot: str, count: int, catalogue: Catalogue) -> None:
        """Prepare `count` games with different seeds."""
        self.game = game
        self.count = count
        self._names = [bot] * len(game.seats)
        self._bots = [make_bot(bot, catalogue) for _ in game.seats]

    def run_all(self) -> None:
        """Play all games: one pass."""
        for seed in range(1, self.count + 1):
            play(self.game, self._names, self._bots, seed, MAX_GAME)


class Decisions:
    """Programs that `planner` makes in the first turns of a game on a large floor that is new to it.

    `seconds` holds the processor time of each decision of the last pass, in order, and `preparing` that of the bot's
    preparation, while people look at the board.
    """

    def __init__(self, game: Game, catalogue: Catalogue) -> None:
        """Prepare the game."""
        self.game = game
        self.count = DECISIONS
        self.seconds: list[float] = []
        self.preparing = 0.0
        self._bot = make_bot("planner", catalogue)

    def run_all(self) -> None:
        """Make all decisions: one pass."""
        self.preparing, self.seconds = time_decisions(self.game, self._bot, time.process_time, self.count)


def time_decisions(game: Game, bot: Bot, clock: Callable[[], float], count: int) -> tuple[float, list[float]]:
    """Return the seconds that a bot prepares for a game on a new floor, and those for each of its first programs."""
    floor = Floor(game.course.board, game.rules)
    anew = Game(game.config, game.plugins, game.rules, game.course, floor, game.seats)
    other, match = anew.start(0), anew.start(1)
    other.run()
    begun = clock()
    prepare_bot(bot, observe(other, 0), Dice(0))
    preparing = clock() - begun
    taken: list[float] = []
    for _seat, decision in questions(match, MAX_GAME, lambda match: None):
        seen, own, seed = question_of(match, decision)
        begun = clock()
        answer = ask_bot(bot, seen, own, Dice(seed))
        if decision["kind"] == "program":
            taken.append(clock() - begun)
        match.seal(decision["id"], answer)
        if len(taken) == count:
            break
    return preparing, taken

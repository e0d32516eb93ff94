"""All that is measured, by name."""

from collections.abc import Callable
from functools import cached_property
from typing import Protocol

from roborally.bench.boards import game_at, match_of_eight
from roborally.bench.bot_time import BotGames, Decisions
from roborally.bench.copies import Clones, Imagined
from roborally.bench.rounds import OptionRounds, Rounds
from roborally.bench.turns import RandomGames, Turns
from roborally.plugin_system.loader import Catalogue

GREEDY_GAMES, PLANNER_GAMES = 4, 2
"""How many games of four bots a pass plays."""


class BenchWork(Protocol):
    """Something that can be done again and again."""

    count: int
    """How many rounds, games or copies one pass has."""

    def run_all(self) -> None:
        """Do it: one pass."""
        ...


class Works:
    """Everything that is measured; a work is prepared when it is asked for."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Use the plugins of a catalogue."""
        self._catalogue = catalogue
        self._made: dict[str, BenchWork] = {}
        self._makers: dict[str, Callable[[], BenchWork]] = {
            "bench12": lambda: self.rounds,
            "options": lambda: OptionRounds(self.rounds, catalogue),
            "standard": lambda: Turns(game_at("grand-tour", "standard", 4, catalogue)),
            "volt": lambda: Turns(game_at("spark-pit", "volt", 4, catalogue)),
            "roboball": lambda: Turns(game_at("kick-off", "roboball", 4, catalogue)),
            "random_game": lambda: RandomGames(self.rounds.game),
            "greedy": lambda: self._games("greedy", GREEDY_GAMES),
            "planner": lambda: self._games("planner", PLANNER_GAMES),
            "decision": lambda: Decisions(game_at("grand-tour", "classic", 4, catalogue), catalogue),
            "clone": lambda: Clones(match_of_eight(catalogue)),
            "imagine": lambda: Imagined(match_of_eight(catalogue)),
        }
        self.names = tuple(self._makers)

    @cached_property
    def rounds(self) -> Rounds:
        """The rounds of `bench12.json.gz`."""
        return Rounds(self._catalogue)

    def work(self, name: str) -> BenchWork:
        """Return a work by its name, prepared."""
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def _games(self, bot: str, count: int) -> BenchWork:
        """Return whole games of four bots."""
        return BotGames(game_at("ring-race", "classic", 4, self._catalogue), bot, count, self._catalogue)

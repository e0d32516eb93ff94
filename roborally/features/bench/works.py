"""All workloads, by name."""

from collections.abc import Callable
from functools import cached_property
from typing import Protocol

from roborally.features.bench.boards import game_at, match_of_eight
from roborally.features.bench.bot_time import BotGames, Decisions
from roborally.features.bench.copies import Clones, Imagined
from roborally.features.bench.rounds import OptionRounds, Rounds
from roborally.features.bench.turns import RandomGames, Turns
from roborally.plugin_system.loader import Catalogue

GREEDY_GAMES, PLANNER_GAMES = 4, 2
"""The number of games of four bots in a pass."""


class BenchWork(Protocol):
    """A workload that can be repeated."""

    count: int
    """The number of rounds, games or copies in one pass."""

    def run_all(self) -> None:
        """Run one pass."""
        ...


class Works:
    """All workloads; each is prepared at its first use."""

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
        """Return the workload of a name, prepared."""
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def _games(self, bot: str, count: int) -> BenchWork:
        """Return a workload of whole games of four bots."""
        return BotGames(game_at("ring-race", "classic", 4, self._catalogue), bot, count, self._catalogue)

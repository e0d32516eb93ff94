"""What plugins add for bots: the registry that `register_bots` fills in a plugin's `bot.py` (docs/bots.md).

Functions that are registered here must depend on their arguments alone, so that the same seed gives the same answer.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from roborally.bots import Bot
from roborally.bots.playouts import best_choice, outcome, outcome_of, played, try_all
from roborally.bots.shares import share
from roborally.bots.so_far import note_best
from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.rules import Ruleset
from roborally.core.state import Piece
from roborally.plugin import PluginError
from roborally.plugin_system.loader import Catalogue, Plugin, register_bots

__all__ = [
    "NO_ITEM",
    "Bots",
    "Lookahead",
    "MatchBots",
    "PartialAnswer",
    "Preparation",
    "Search",
    "Steps",
    "best_choice",
    "bots_of",
    "note_best",
    "outcome",
    "outcome_of",
    "played",
    "share",
    "try_all",
]

Search = Callable[[Match, Decision, Dice], Any]
"""Returns an answer: `search(imagined match, decision, dice)`."""

Preparation = Callable[[Match], None]
"""Works something out that all answers in a match need, and keeps it: `preparation(imagined match)`."""

NO_ITEM = -1
"""Stands for the index of an item: nothing is chosen in this step."""

PartialAnswer = tuple[int, ...]
"""What has been chosen so far, one entry a step: the index of an item, or `NO_ITEM`."""


class Lookahead(NamedTuple):
    """How `rival` looks ahead before it answers one kind of question.

    `candidates(imagined match, decision, dice, count)` returns 1 to `count` legal answers, the best first;
    `likely_answer(imagined match, decision, dice)` what the owner of another piece may answer;
    `evaluate(match, piece)` what a match is worth to a piece, the more the better, at the moment `horizon` (as for
    `Match.run`: "stage" or "turn"), at which the trial of an answer stops.

    `chance(match, piece)` is how likely the owner of a piece is to win, from 0 to 1, also when the match is over. With
    it the window can say what decided a match (CLI-2062); no bot needs it. `share` makes it of values.
    """

    candidates: Callable[[Match, Decision, Dice, int], list[Any]]
    likely_answer: Search
    evaluate: Callable[[Match, Piece], float]
    horizon: str
    chance: Callable[[Match, Piece], float] | None = None


class Steps(NamedTuple):
    """How an answer to one kind of question is put together piece by piece, such as a program card by card.

    The match may be one that was made of an observation, with gaps where something is hidden.

    `items(match, decision)` are what answers are made of; they stay the same through all steps. There are `max_items`,
    or as many as this function tells of a match that begins; where there are more, learners choose among the first.
    `allowed(match, decision, chosen)` are the indexes that may come next, never empty, `NO_ITEM` among them where
    nothing may be chosen; there are `max_steps` steps at most. `answer(match, decision, chosen)` is the answer.
    """

    max_items: int | Callable[[Match], int]
    max_steps: int
    items: Callable[[Match, Decision], tuple[Any, ...]]
    allowed: Callable[[Match, Decision, PartialAnswer], tuple[int, ...]]
    answer: Callable[[Match, Decision, PartialAnswer], Any]


class Bots:
    """What plugins add for bots. A name has one owner: a second plugin that takes it raises `PluginError`.

    With `replaces`, the id of the plugin that owns the name, a registration takes its place: RoboBall knows better
    programs than `program-cards`. That plugin must stand in `needs`, so that it comes first.

    `makers` holds the bots by name; `searches`, `plans`, `lookaheads` and `answer_steps` hold what is registered by the
    kind of question; `preparations` are called in their order; `vocabulary` holds words. `owner` is the id of the
    plugin that registers now.
    """

    def __init__(self, taken: Mapping[str, str] | None = None) -> None:
        """Begin with nothing; `taken` are the names of bots that exist already, with their owners."""
        self.owner = ""
        self.makers: dict[str, Callable[[], Bot]] = {}
        self.searches: dict[str, Search] = {}
        self.plans: dict[str, Search] = {}
        self.lookaheads: dict[str, Lookahead] = {}
        self.answer_steps: dict[str, Steps] = {}
        self.preparations: list[Preparation] = []
        self.vocabulary: list[str] = []
        self._owners = {("bot", name): owner for name, owner in (taken or {}).items()}

    def bot(self, name: str, make: Callable[[], Bot]) -> None:
        """Add a bot that can be chosen by name; `make`, usually its class, is called without arguments.

        Match files and the command line use the name. The window shows it with a capital letter, translated where the
        plugin's catalogue does. Only plugins of the kind `bot` are asked for bots.
        """
        owner = self._owners.setdefault(("bot", name), self.owner)
        if owner != self.owner or name in self.makers:
            raise PluginError(
                "plugin {id!r}: there is a bot {name!r} already, of {owner!r}; choose another name",
                id=self.owner,
                name=name,
                owner=owner,
            )
        self.makers[name] = make

    def owner_of(self, name: str) -> str:
        """Return the id of the plugin that has added a bot."""
        return self._owners["bot", name]

    def search(self, kind: str, search: Search, *, replaces: str = "") -> None:
        """Say what `greedy` answers to a kind of question, and the other bots where they have nothing better.

        An answer that the rules forbid is replaced by the default. A kind without registration gets the default, too.
        """
        self._add("search", self.searches, kind, search, replaces)

    def plan(self, kind: str, search: Search, *, replaces: str = "") -> None:
        """Say what `planner` answers to a kind of question, with more thought than `search`; `rival` uses it, too."""
        self._add("plan", self.plans, kind, search, replaces)

    def rival(self, kind: str, lookahead: Lookahead, *, replaces: str = "") -> None:
        """Say how `rival` looks ahead before it answers a kind of question."""
        self._add("rival", self.lookaheads, kind, lookahead, replaces)

    def steps(self, kind: str, steps: Steps, *, replaces: str = "") -> None:
        """Say how an answer to a kind of question without `choices` is put together, for learning machines."""
        self._add("steps", self.answer_steps, kind, steps, replaces)

    def prepare(self, preparation: Preparation) -> None:
        """Let `planner` and `rival` work something out before the first question, while people look at the board.

        `preparation` gets a match that has just begun, as a seat may see it. It may never be called, or for other seats
        alone, so answers must not depend on it.
        """
        self.preparations.append(preparation)

    def words(self, *words: str) -> None:
        """Add words used in the items of `steps`, besides the commands, answers and options of manifests."""
        self.vocabulary += words

    def _add(self, call: str, entries: dict[str, Any], kind: str, value: Any, replaces: str) -> None:
        owner = self._owners.get((call, kind))
        if owner is not None and owner != replaces:
            raise PluginError(
                "plugin {id!r}: bots.{call}({kind!r}) belongs to plugin {owner!r}; replaces={owner!r} takes its place",
                id=self.owner,
                call=call,
                kind=kind,
                owner=owner,
            )
        self._owners[call, kind] = self.owner
        entries[kind] = value


def bots_of(plugins: Sequence[Plugin], taken: Mapping[str, str] | None = None) -> Bots:
    """Return what these plugins, in the order of their needs, add for bots; raise `PluginError` for one that cannot.

    `taken` are the names of bots that they must not use, with their owners.
    """
    bots = Bots(taken)
    register_bots(plugins, bots)
    kinds = {plugin.id: plugin.manifest.kind for plugin in plugins}
    for name in bots.makers:
        id_ = bots.owner_of(name)
        if kinds[id_] != "bot":
            raise PluginError(
                "plugin {id!r}: bots.bot({name!r}) is for plugins of the kind 'bot'; its kind is {kind!r}",
                id=id_,
                name=name,
                kind=kinds[id_],
            )
    return bots


class MatchBots:
    """What the plugins of a match add for bots; kept until another match is asked about."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Remember where plugins are found."""
        self._catalogue = catalogue
        self._known: tuple[Ruleset, Bots] | None = None

    def of(self, rules: Ruleset) -> Bots:
        """Return what the plugins of a match add; raise `PluginError` when the code of one fails."""
        if self._known is None or self._known[0] is not rules:
            self._known = rules, bots_of([self._catalogue.get(id_) for id_ in rules.plugins])
        return self._known[1]

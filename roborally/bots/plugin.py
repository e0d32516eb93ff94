"""The registry that plugins fill for bots, with `register_bots` in a plugin's `bot.py` (docs/bots.md).

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
from roborally.plugin_system.checked_calls import checks_calls
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
"""Returns an answer: `search(match, decision, dice)`. The match is imagined: hidden values are drawn at random."""

Preparation = Callable[[Match], None]
"""Computes and keeps values that all answers in a match need: `preparation(match)`, with an imagined match."""

NO_ITEM = -1
"""Stands for an item's index in a `PartialAnswer` if nothing is chosen in that step."""

PartialAnswer = tuple[int, ...]
"""An unfinished answer that is put together by `Steps`: for each step so far an item's index, or `NO_ITEM`."""


class Lookahead(NamedTuple):
    """The functions with which `rival` looks ahead before it answers one kind of question.

    `candidates(imagined match, decision, dice, count)` returns 1 to `count` legal answers, the best first;
    `likely_answer(imagined match, decision, dice)` a likely answer of another piece's owner; `evaluate(match, piece)`
    the value of a match to a piece, higher is better, at the moment `horizon` (as for `Match.run`: "stage" or "turn"),
    when the trial of an answer stops.

    `chance(match, piece)` returns the chance to win of a piece's owner, from 0 to 1, also when the match is over. The
    window uses it to explain a match (CLI-2062); no bot needs it. `bots.shares.share` computes it from values. For the
    same purpose `way(match, piece)` returns the steps to a piece's next goal, in modes whose goals are no `objectives`.
    """

    candidates: Callable[[Match, Decision, Dice, int], list[Any]]
    likely_answer: Search
    evaluate: Callable[[Match, Piece], float]
    horizon: str
    chance: Callable[[Match, Piece], float] | None = None
    way: Callable[[Match, Piece], float] | None = None


class Steps(NamedTuple):
    """The functions that put together an answer to one kind of question item by item, such as a program card by card.

    The match may come from an observation, with gaps for hidden values.

    `items(match, decision)` returns the items of which answers consist; they stay the same through all steps.
    `max_items` is their maximum number, or a function of a match that begins; learners choose among the first ones if
    there are more. `allowed(match, decision, chosen)` returns the indexes that may come next, never empty, with
    `NO_ITEM` if nothing may be chosen; there are `max_steps` steps at most. `answer(match, decision, chosen)` returns
    the answer.
    """

    max_items: int | Callable[[Match], int]
    max_steps: int
    items: Callable[[Match, Decision], tuple[Any, ...]]
    allowed: Callable[[Match, Decision, PartialAnswer], tuple[int, ...]]
    answer: Callable[[Match, Decision, PartialAnswer], Any]


@checks_calls("bots")
class Bots:
    """The registrations of plugins for bots. A name has one owner: a second plugin that takes it raises `PluginError`.

    With `replaces`, the id of the plugin that owns the name, a registration replaces that plugin's: RoboBall has better
    programs than `program-cards`. The replaced plugin must be in `needs`, so that it comes first.

    `makers` holds the bots by name; `searches`, `plans`, `lookaheads` and `answer_steps` are keyed by the kind of
    question; `preparations` are called in order; `vocabulary` holds words for learners. `owner` is the id of the plugin
    that is registering.
    """

    def __init__(self, taken: Mapping[str, str] | None = None) -> None:
        """Start empty; `taken` maps the names of existing bots to the ids of the plugins that own them."""
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

        Match files and the command line use the name. The window shows it with a capital letter, translated by the
        plugin's catalogue. Only plugins of the kind `bot` can add bots.
        """
        if not name.strip() or set(name) & set(",:"):
            raise PluginError(
                "plugin {id!r}: a bot cannot be called {name!r}; its name has letters, and no comma and no colon",
                id=self.owner,
                name=name,
            )
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
        """Return the id of the plugin that has added a bot; raise `KeyError` for an unknown name."""
        return self._owners["bot", name]

    def search(self, kind: str, search: Search, *, replaces: str = "") -> None:
        """Set the function with which `greedy`, and any bot without one of its own, answers a kind of question.

        An answer that the rules forbid is replaced by the default. Without a registration, bots use the kind's `hint`,
        or else try out its choices (`try_all`), or else give the default.
        """
        self._add("search", self.searches, kind, search, replaces)

    def plan(self, kind: str, search: Search, *, replaces: str = "") -> None:
        """Set a slower, better function than that of `search`, for `planner` and `rival` to answer a question."""
        self._add("plan", self.plans, kind, search, replaces)

    def rival(self, kind: str, lookahead: Lookahead, *, replaces: str = "") -> None:
        """Set how `rival` looks ahead before it answers a kind of question."""
        self._add("rival", self.lookaheads, kind, lookahead, replaces)

    def steps(self, kind: str, steps: Steps, *, replaces: str = "") -> None:
        """Set how answers to a kind of question without `choices` are put together by items, for machine learning."""
        self._add("steps", self.answer_steps, kind, steps, replaces)

    def prepare(self, preparation: Preparation) -> None:
        """Add a preparation that `planner` and `rival` run before the first question, while people look at the board.

        `preparation` gets a match that has just begun, as a seat may see it. It may never be called, or only for other
        seats, so answers must not depend on it.
        """
        self.preparations.append(preparation)

    def words(self, *words: str) -> None:
        """Add words in the items of `steps`, for learners, besides the commands, answers and options of manifests."""
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
    """Return the registrations of these plugins, in the order of their needs; raise `PluginError` if one fails.

    `taken` maps names of bots that the plugins must not use to the ids of their owners.
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
    """Gives a bot the registrations of its match's plugins, and caches those of the last match."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._known: tuple[Ruleset, Bots] | None = None

    def of(self, rules: Ruleset) -> Bots:
        """Return the registrations of a match's plugins; raise `PluginError` if the code of one fails."""
        if self._known is None or self._known[0] is not rules:
            self._known = rules, bots_of([self._catalogue.get(id_) for id_ in rules.plugins])
        return self._known[1]

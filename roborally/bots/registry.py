"""Finds bots by name: those that come with the game, and those of plugins of the kind `bot`."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from roborally.base.annotations import misfit
from roborally.base.errors import GameError, any_fault
from roborally.base.translation import _, plugin_text
from roborally.bots import Bot
from roborally.bots.budget import Budget
from roborally.bots.plugin import MatchBots, bots_of
from roborally.bots.random_bot import RandomBot
from roborally.bots.rival import RivalBot
from roborally.bots.search_bots import SearchingBot
from roborally.plugin import Decision, Dice, Observation, PluginError, text
from roborally.plugin_system.hooks import PROJECT
from roborally.plugin_system.loader import Catalogue, Plugin

DEFAULT_BUDGET = Budget(seconds=1.0)
"""The budget of a bot that takes one, used if the bot's name does not contain any."""

BUILT_IN: Mapping[str, Callable[[Catalogue, Budget], Bot]] = {
    "random": lambda catalogue, budget: RandomBot(),
    "greedy": lambda catalogue, budget: SearchingBot(MatchBots(catalogue)),
    "planner": lambda catalogue, budget: SearchingBot(MatchBots(catalogue), plans=True),
    "rival": RivalBot,
}
"""The functions that make the bots of the game, by the bot's name; from the easiest to the hardest."""

Choose = Callable[[Observation, Decision, Dice], Any]
"""The type of the method `choose` that every bot must have."""

WITH_BUDGET = {"rival"}
"""The bots that take a budget: `rival:200ms`, or `rival:400` for 400 samples."""

TITLES = {"random": text("Random"), "greedy": text("Greedy"), "planner": text("Planner"), "rival": text("Rival")}
LEVELS = {
    "random": text("Beginner ({bot})"),
    "greedy": text("Easy ({bot})"),
    "planner": text("Medium ({bot})"),
    "rival": text("Hard ({bot})"),
}
DESCRIPTIONS = {
    "random": text("Random (beginner): does anything that is allowed, without a plan."),
    "greedy": text("Greedy (easy): takes the shortest way it sees, step by step."),
    "planner": text("Planner (medium): compares its possible programs, but ignores other robots."),
    "rival": text("Rival (hard): guesses what the others will do and picks the best answer."),
}


@dataclass
class PluginBots:
    """The bots of plugins of the kind `bot`: functions that make them, and their plugins, by the bot's name.

    `problems` holds, by plugin id, a sentence about why a plugin could not add its bots.
    """

    makers: dict[str, Callable[[], Bot]] = field(default_factory=dict)
    plugins: dict[str, Plugin] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)


def plugin_bots(catalogue: Catalogue) -> PluginBots:
    """Return the bots of all plugins, in the order of the plugins' ids; plugins that fail are listed in `problems`."""
    found = PluginBots()
    for _id, plugin in sorted(catalogue.plugins.items()):
        if plugin.manifest.kind != "bot":
            continue
        taken = dict.fromkeys(BUILT_IN, PROJECT) | {name: other.id for name, other in found.plugins.items()}
        try:
            makers = bots_of([plugin], taken).makers
        except PluginError as error:
            found.problems[plugin.id] = str(error)
            continue
        if not makers:
            found.problems[plugin.id] = _(
                'plugin {id!r}: its bot.py must add a bot: bots.bot("name", Class) in the hook register_bots(bots)'
            ).format(id=plugin.id)
        found.makers |= makers
        found.plugins |= dict.fromkeys(makers, plugin)
    return found


def bot_names(catalogue: Catalogue) -> list[str]:
    """Return the names of all usable bots, those of the game first, then those of plugins by name."""
    return [*BUILT_IN, *sorted(plugin_bots(catalogue).makers)]


def bot_title(name: str, catalogue: Catalogue | None = None) -> str:
    """Return a bot's name as players see it, in their language.

    For an unknown bot, and without a `catalogue` for that of a plugin, it is the name with a capital letter.
    """
    if name in TITLES:
        return _(TITLES[name])
    title = name.capitalize()
    plugin = plugin_bots(catalogue).plugins.get(name) if catalogue is not None else None
    return title if plugin is None else plugin_text(plugin.folder, title)


def bot_level(name: str, catalogue: Catalogue | None = None) -> str:
    """Return a bot's level and title: `Easy (Greedy)`; only the title (see `bot_title`) for a plugin's bot."""
    title = bot_title(name, catalogue)
    return _(LEVELS[name]).format(bot=title) if name in LEVELS else title


def bot_options(names: Iterable[str], catalogue: Catalogue) -> list[tuple[str, str]]:
    """Return pairs of name and level for a list from which the player chooses a bot."""
    return [(name, bot_level(name, catalogue)) for name in names]


def bot_description(name: str, catalogue: Catalogue) -> str:
    """Return a sentence about how a bot plays, in the player's language; empty for an unknown bot."""
    if name in DESCRIPTIONS:
        return _(DESCRIPTIONS[name])
    plugin = plugin_bots(catalogue).plugins.get(name)
    return "" if plugin is None else plugin_text(plugin.folder, plugin.manifest.description)


def make_bot(name: str, catalogue: Catalogue) -> Bot:
    """Return a new bot; raise `GameError` that lists the existing bots, or says why a plugin's bot cannot be used.

    The name may end with a colon and a budget (`rival:200ms`), for bots in `WITH_BUDGET`.
    """
    plain = name.partition(":")[0]
    if plain in BUILT_IN:
        return BUILT_IN[plain](catalogue, budget_of(name))
    found = plugin_bots(catalogue)
    if name in found.makers:
        return _made(found.plugins[name], name, found.makers[name])
    if plain in found.makers:
        budget_of(name)
    raise GameError(
        "there is no bot {name!r}; there are: {known}{problems}",
        name=name,
        known=", ".join([*BUILT_IN, *sorted(found.makers)]),
        problems="".join(f" ({problem})" for problem in found.problems.values()),
    )


def budget_of(name: str) -> Budget:
    """Return the budget after the colon of a bot's name, by default `DEFAULT_BUDGET`.

    Raises `GameError` if the bot takes none, or if it is not written as `Budget.parse` expects.
    """
    plain, colon, written = name.partition(":")
    if not colon:
        return DEFAULT_BUDGET
    if plain not in WITH_BUDGET:
        raise GameError("bot {bot!r} takes no time to think; write {bot!r} instead of {name!r}", bot=plain, name=name)
    return Budget.parse(written)


def thinks_by_clock(name: str) -> bool:
    """Return whether a bot of this name has a budget in seconds, so that its games are not reproducible."""
    return name.partition(":")[0] in WITH_BUDGET and budget_of(name).seconds > 0


def _made(plugin: Plugin, name: str, maker: Callable[[], Bot]) -> Bot:
    try:
        bot = maker()
    except any_fault() as error:
        raise PluginError(
            "plugin {id!r}: bot {name!r} cannot be made: {kind}: {error}",
            id=plugin.id,
            name=name,
            kind=type(error).__name__,
            error=error,
        ) from error
    if problem := misfit(getattr(bot, "choose", None), Choose, "choose"):
        raise PluginError("plugin {id!r}: bot {name!r}: {problem}", id=plugin.id, name=name, problem=problem)
    return bot

"""Finds bots by name: those that come with the game, and those that plugins of kind `bot` bring.

A plugin of kind `bot` has a module `bot.py` with `BOTS`, a dict from names to classes. A class is called without
arguments and makes a `Bot`. The window shows the name with a capital letter, and translated where the plugin does.
"""

from collections.abc import Callable, Mapping
from typing import Any

from roborally.base.errors import GameError
from roborally.base.translation import _, plugin_text
from roborally.bots import Bot
from roborally.bots.budget import Budget
from roborally.bots.random_bot import RandomBot
from roborally.bots.rival import RivalBot
from roborally.bots.searching import SearchingBot
from roborally.plugin import PluginError, text
from roborally.plugin_system.loader import Catalogue, Plugin

Maker = Callable[[Catalogue, Budget], Bot]

THINKS = Budget(seconds=1.0)
"""How long a bot thinks that uses a budget, unless its name says otherwise."""

BUILT_IN: Mapping[str, Maker] = {
    "random": lambda catalogue, budget: RandomBot(),
    "greedy": lambda catalogue, budget: SearchingBot(catalogue, "SEARCHERS"),
    "planner": lambda catalogue, budget: SearchingBot(catalogue, "SEARCHERS", "PLANNERS"),
    "rival": RivalBot,
}
"""The bots that come with the game, from the easiest to the hardest."""

TIMED = {"rival"}
"""Those that think as long as they are told: `rival:200ms`, or `rival:400` for so many samples."""

TITLES = {"random": text("Random"), "greedy": text("Greedy"), "planner": text("Planner"), "rival": text("Rival")}
DESCRIPTIONS = {
    "random": text("Random (for the first games): plays anything that is allowed, without a plan."),
    "greedy": text("Greedy (easy): takes for every register the card that brings it nearest, without looking further."),
    "planner": text("Planner (medium): goes through all programs of its hand, as if no other robot were there."),
    "rival": text("Rival (hard): thinks about what the others may do, and takes what comes off best against them."),
}


def bot_names(catalogue: Catalogue) -> list[str]:
    """Return the names of all bots that can be used, the game's own first; a plugin whose code fails is left out."""
    names: set[str] = set()
    for plugin in bot_plugins(catalogue):
        try:
            names |= set(bots_of(plugin))
        except PluginError:
            continue
    return [*BUILT_IN, *sorted(names - set(BUILT_IN))]


def bot_title(name: str, catalogue: Catalogue) -> str:
    """Return what a bot is called in the player's language; a plugin's own catalogue may translate its name."""
    if name in TITLES:
        return _(TITLES[name])
    title = name.capitalize()
    plugin = _plugin_of(name, catalogue)
    return title if plugin is None else plugin_text(plugin.folder, title)


def bot_description(name: str, catalogue: Catalogue) -> str:
    """Return how a bot plays, in the player's language: what its plugin's manifest says; empty for an unknown bot."""
    if name in DESCRIPTIONS:
        return _(DESCRIPTIONS[name])
    plugin = _plugin_of(name, catalogue)
    return "" if plugin is None else plugin_text(plugin.folder, plugin.manifest.description)


def make_bot(name: str, catalogue: Catalogue) -> Bot:
    """Return a new bot; raise `GameError` that names what exists, or says why a plugin's bot cannot be used.

    Behind a colon a name may hold a budget (`rival:200ms`), for those bots that use one.
    """
    plain, _colon, written = name.partition(":")
    if plain in BUILT_IN and (not _colon or plain in TIMED):
        return BUILT_IN[plain](catalogue, Budget.read(written) if _colon else THINKS)
    problems = []
    for plugin in bot_plugins(catalogue):
        try:
            bots = bots_of(plugin)
        except PluginError as error:
            problems.append(f" ({error})")
            continue
        if name in bots:
            return _made(plugin, name, bots[name])
    raise GameError(
        "there is no bot {name!r}; there are: {known}{problems}",
        name=name,
        known=", ".join(bot_names(catalogue)),
        problems="".join(problems),
    )


def thinks_by_clock(name: str) -> bool:
    """Return whether a bot of the game's own thinks for a time, so that a game with it goes another way each time."""
    plain, _colon, written = name.partition(":")
    return plain in TIMED and (Budget.read(written) if written else THINKS).seconds > 0


def bot_plugins(catalogue: Catalogue) -> list[Plugin]:
    """Return the plugins of kind `bot`, in the order of their ids."""
    return [plugin for _id, plugin in sorted(catalogue.plugins.items()) if plugin.manifest.kind == "bot"]


def _plugin_of(name: str, catalogue: Catalogue) -> Plugin | None:
    """Return the plugin that brings a bot, if any; one whose code fails brings none."""
    for plugin in bot_plugins(catalogue):
        try:
            if name in bots_of(plugin):
                return plugin
        except PluginError:
            continue
    return None


def bots_of(plugin: Plugin) -> dict[str, Any]:
    """Return the bots of a plugin by name; raise `PluginError` when its `bot.py` is unusable."""
    module = plugin.load("bot")
    bots = getattr(module, "BOTS", None)
    if not isinstance(bots, dict) or not all(isinstance(name, str) for name in bots):
        raise PluginError("plugin {id!r}: its bot.py must define BOTS, a dict from names to classes", id=plugin.id)
    return bots


def _made(plugin: Plugin, name: str, maker: Callable[[], Bot]) -> Bot:
    try:
        return maker()
    except Exception as error:
        raise PluginError(
            "plugin {id!r}: bot {name!r} cannot be made: {kind}: {error}",
            id=plugin.id,
            name=name,
            kind=type(error).__name__,
            error=error,
        ) from error

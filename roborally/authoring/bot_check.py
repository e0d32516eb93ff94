"""Checks the bots of a plugin: that they can be made, have names of their own, and answer what they are asked."""

from collections.abc import Iterator

from roborally.arena.play import play
from roborally.base.errors import GameError
from roborally.bots.registry import bot_names, make_bot
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin import PluginError
from roborally.plugin_system.loader import Catalogue, Plugin

COURSE = "first-steps"
OPPONENT = "random"
SEED = 1
TURNS = 8


def bot_problems(plugin: Plugin, catalogue: Catalogue) -> Iterator[str]:
    """Return what is wrong with the bots of a plugin; the catalogue holds it."""
    try:
        bots = getattr(plugin.load("bot"), "BOTS", {})
    except PluginError as error:
        yield f"bot.py: {error}"
        return
    if not isinstance(bots, dict) or not bots:
        yield "bot.py: it must define BOTS, a dict from names to classes"
        return
    others = Catalogue({id_: other for id_, other in catalogue.plugins.items() if id_ != plugin.id})
    for name in sorted(bots, key=str):
        if name in bot_names(others):
            yield f"bot.py: there is a bot {name!r} already; choose another name"
            continue
        try:
            faults = _faults(str(name), catalogue)
        except GameError as error:
            yield f"bot.py: {error}"
            continue
        if faults:
            yield f"bot.py: bot {name!r} failed to answer {faults} times in a game of {TURNS} turns; the log says why"


def _faults(name: str, catalogue: Catalogue) -> int:
    """Return how often a bot fails in a short game."""
    seats = [name, OPPONENT]
    config = MatchConfig(MatchSection(course=COURSE), seats=[SeatConfig(bot, bot) for bot in seats])
    bots = [make_bot(bot, catalogue) for bot in seats]
    return play(make_game(config, catalogue), seats, bots, SEED, TURNS).faults[0]

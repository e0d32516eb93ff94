"""Checks a plugin's `bot.py`: that its hook can be called, and that its bots answer what they are asked."""

from collections.abc import Iterator

from roborally.arena.play import play
from roborally.base.errors import GameError
from roborally.bots.plugin import bots_of
from roborally.bots.registry import make_bot, plugin_bots
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue, Plugin

COURSE = "first-steps"
OPPONENT = "random"
SEED = 1
TURNS = 8


def bot_problems(plugin: Plugin, catalogue: Catalogue, *, play_them: bool = True) -> Iterator[str]:
    """Return what is wrong with the `bot.py` of a plugin; the catalogue holds it.

    Bots must have names of their own, and answer every question of a short game, unless they do not `play_them`.
    """
    if plugin.manifest.kind != "bot":
        yield from _registration_problems(plugin, catalogue)
        return
    found = plugin_bots(catalogue)
    if plugin.id in found.problems:
        yield f"bot.py: {found.problems[plugin.id]}"
    for name in sorted(name for name, owner in found.plugins.items() if owner.id == plugin.id):
        try:
            faults = _faults(name, catalogue, TURNS if play_them else 0)
        except GameError as error:
            yield f"bot.py: {error}"
            continue
        if faults:
            yield f"bot.py: bot {name!r} failed to answer {faults} times in a game of {TURNS} turns; the log says why"


def _registration_problems(plugin: Plugin, catalogue: Catalogue) -> Iterator[str]:
    """Return why the plugin cannot say, with what it needs, how bots answer its questions."""
    try:
        plugins = catalogue.resolve([plugin.id])
    except GameError:
        return  # this is told elsewhere
    try:
        bots_of(plugins)
    except GameError as error:
        yield f"bot.py: {error}"


def _faults(name: str, catalogue: Catalogue, turns: int) -> int:
    """Return how often a bot fails in a short game; it is only made where there are no turns."""
    seats = [name, OPPONENT]
    config = MatchConfig(MatchSection(course=COURSE), seats=[SeatConfig(bot, bot) for bot in seats])
    bots = [make_bot(bot, catalogue) for bot in seats]
    return play(make_game(config, catalogue), seats, bots, SEED, turns).faults[0] if turns else 0

"""Checks a plugin's `bot.py`: that its bots can be registered, and that they answer all questions of a short game."""

from collections.abc import Iterator

from roborally.arena.play import questions
from roborally.base.errors import GameError
from roborally.bots.errors import FAILED, BotError
from roborally.bots.plugin import bots_of
from roborally.bots.questions import ask_bot, question_of
from roborally.bots.registry import make_bot, plugin_bots
from roborally.bots.time_limit import thinking_seconds
from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice
from roborally.features.authoring.checks.report import IN_FILE, Report
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue, Plugin

COURSE = "first-steps"
OPPONENT = "random"
SEED = 1
TURNS = 8
"""The number of turns of a short game."""


def bot_problems(plugin: Plugin, catalogue: Catalogue, *, play_them: bool = True) -> Iterator[str]:
    """Yield the problems of a plugin's bots; the plugin must be in the catalogue.

    Names of bots must be unique; with `play_them`, bots must also answer every question of a short game.
    """
    if plugin.manifest.kind != "bot":
        yield from _registration_problems(plugin, catalogue)
        return
    found = plugin_bots(catalogue)
    if plugin.id in found.problems:
        yield _in_bot_file(found.problems[plugin.id])
    for name in sorted(name for name, owner in found.plugins.items() if owner.id == plugin.id):
        try:
            problem = _failure(plugin, name, catalogue, TURNS if play_them else 0)
        except GameError as error:
            problem = _in_bot_file(error)
        if problem:
            yield problem


def _in_bot_file(problem: object) -> str:
    """Return a problem with `bot.py` as its file, unless it begins with a file already."""
    return str(problem) if IN_FILE.match(str(problem)) else f"bot.py: {problem}"


def _registration_problems(plugin: Plugin, catalogue: Catalogue) -> Iterator[str]:
    """Yield the error if the plugin's code for bots cannot be registered together with the plugins that it needs."""
    try:
        plugins = catalogue.resolve([plugin.id])
    except GameError:
        return  # reported elsewhere
    try:
        bots_of(plugins)
    except GameError as error:
        yield _in_bot_file(error)


def _failure(plugin: Plugin, name: str, catalogue: Catalogue, turns: int) -> str:
    """Return the first problem of a bot in a game of `turns` turns, empty for none; with 0 turns only create the bot.

    Raises `GameError` if the bot cannot be created.
    """
    bots = [make_bot(bot, catalogue) for bot in (name, OPPONENT)]
    if not turns:
        return ""
    config = MatchConfig(MatchSection(course=COURSE), seats=[SeatConfig(bot, bot) for bot in (name, OPPONENT)])
    match = make_game(config, catalogue).start(SEED)
    for seat, decision in questions(match, turns, lambda match: None):
        seen, own, seed = question_of(match, decision)
        try:
            answer = ask_bot(bots[seat], seen, own, Dice(seed), thinking_seconds(match.rules))
        except BotError as error:
            if error.reason == FAILED and error.__context__ is not None:
                return Report(plugin.folder, plugin.id).failure(error.__context__, None)
            return f"bot.py: the bot {name!r} has no answer to {decision['kind']!r}: {error}"
        try:
            match.seal(decision["id"], answer, seat)
        except AnswerError as error:
            return refused_answer("bot.py", name, decision["kind"], answer, error)
    return ""


def refused_answer(where: str, bot: str, kind: str, answer: object, error: AnswerError) -> str:
    """Return the problem that the rules refuse a bot's answer to a `kind` of question; `where` is a file."""
    return f"{where}: the bot {bot!r} answers {kind!r} with {answer!r}, which is refused: {error}"

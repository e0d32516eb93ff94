"""The command `roborally exhibit`: bots play against each other, in one game or thousands."""

import argparse
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from rich.progress import MofNCompleteColumn, ProgressColumn, Task
from rich.text import Text

from roborally.arena import extras
from roborally.arena.exhibition import play_numbers
from roborally.arena.figures import counted, endings_of, ranked_titles, to_json
from roborally.arena.plan import Exhibition, Result, Terms, make_terms
from roborally.arena.report import PAGE_FILE, figures_of, write_report
from roborally.arena.results import RESULTS_FILE, Results, found_seed, open_results, read_results
from roborally.arena.tables import tables
from roborally.base.console import give, say
from roborally.base.errors import GameError, Message, Stopped
from roborally.cli import whole_number
from roborally.cli.progress import progress
from roborally.cli.tables import show
from roborally.cli.window import window_part
from roborally.features.exhibition.cli_config import DEFAULT_BOTS, DEFAULT_COURSE, exhibition_of
from roborally.game.match_file import MAX_SEED, new_seed
from roborally.plugin_system.loader import Catalogue, find_plugins

DEFAULT_GAMES = 20
MAX_GAMES = 1_000_000
MAX_JOBS = 256
EPILOG = (
    "With --out the games are kept: the same command continues a run that was stopped, a larger --games adds games. "
    "docs/exhibitions.md tells more."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `roborally exhibit`."""
    parser.epilog = EPILOG
    parser.add_argument("match", nargs="?", metavar="MATCH.toml", help="a match file (default: a standard race)")
    parser.add_argument("--bots", metavar="A,B,…", help=f"a bot for each seat (default: {DEFAULT_BOTS})")
    parser.add_argument(
        "--course",
        metavar="A,B,…",
        help=f"the courses, played in turn (default: {DEFAULT_COURSE}, or one for the mode)",
    )
    parser.add_argument(
        "--robots",
        metavar="A,B,…",
        help="robots, which change seats from game to game; at least one for each seat (default: as in the match)",
    )
    parser.add_argument("--mode", metavar="MODE", help="the mode, such as classic (default: standard)")
    parser.add_argument("--plugins", metavar="A,B,…", help="plugins beside those of the mode, such as oil")
    parser.add_argument(
        "--games", metavar="N", default=str(DEFAULT_GAMES), help="how many games (default: %(default)s)"
    )
    parser.add_argument("--jobs", metavar="N", help="how many processes (default: one for each processor)")
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="play on the workers of a Dask cluster (default: on this computer)"
    )
    parser.add_argument(
        "--seed", metavar="N", help="the random seed; the same seed gives the same games (default: a new one)"
    )
    parser.add_argument(
        "--out",
        metavar="DIR",
        help=f"keep the games in DIR/{RESULTS_FILE} and write a report (default: only print tables)",
    )
    parser.add_argument("--report", metavar="DIR", help="play nothing; only write the report of the games in DIR again")
    parser.add_argument("--watch", action="store_true", help="show the games in the window, one after the other")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print the results; return the exit status 0. Raises `GameError` if they cannot be played."""
    if arguments.watch:
        _check_watch(arguments)
    catalogue = find_plugins()
    if arguments.report:
        extras.demand("arena", Message.of("the report"))
        return _print_report(arguments, read_results(Path(arguments.report)), Path(arguments.report), catalogue)
    if not arguments.out:
        with tempfile.TemporaryDirectory() as folder:
            return _play_and_print(arguments, Path(folder), catalogue)
    if extras.missing("arena"):
        say(f"there will be no {PAGE_FILE} and no ratings; {extras.how_to_install('arena')}", aside=True)
    return _play_and_print(arguments, Path(arguments.out), catalogue)


def _play_and_print(arguments: argparse.Namespace, folder: Path, catalogue: Catalogue) -> int:
    games = whole_number("--games", arguments.games, 1, MAX_GAMES)
    exhibition = _exhibition(arguments, games, folder, catalogue)
    terms = make_terms(exhibition, catalogue)
    if arguments.watch:
        return _watch_and_print(arguments, folder, terms, catalogue)
    with _players(arguments, terms, catalogue) as play, open_results(folder, terms) as results:
        wanted = [number for number in range(games) if number not in results]
        try:
            for result in _with_progress(play(wanted), games, len(wanted)):
                results.add(result)
        except Stopped:
            _print_stopped(arguments)
            raise
    return _print_report(arguments, results, folder if arguments.out else None, catalogue)


def _check_watch(arguments: argparse.Namespace) -> None:
    """Raise `GameError` for options that cannot be combined with `--watch`."""
    reasons = {
        "cluster": Message.of("only games that this machine plays can be watched"),
        "jobs": Message.of("with --watch, games are played one after the other"),
        "report": Message.of("it plays no games"),
    }
    for option, why in reasons.items():
        if getattr(arguments, option) is not None:
            raise GameError("--{option} cannot be combined with --watch: {why}", option=option, why=why)


def _watch_and_print(arguments: argparse.Namespace, folder: Path, terms: Terms, catalogue: Catalogue) -> int:
    """Show the games in the window; then print the figures, unless the window was closed before the last game."""
    exhibition = window_part("roborally.features.exhibition.window.coordinator")
    with open_results(folder, terms) as results:
        exhibition.watch_exhibition(terms, results, catalogue, kept=bool(arguments.out))
        missing = terms.exhibition.games - sum(number in results for number in range(terms.exhibition.games))
    if missing:
        _print_stopped(arguments)
        return 0
    return _print_report(arguments, results, folder if arguments.out else None, catalogue)


def _print_stopped(arguments: argparse.Namespace) -> None:
    if arguments.out:
        number = len(read_results(Path(arguments.out)))
        kept = f"{counted(number)} {'is' if number == 1 else 'are'} kept in {Path(arguments.out)}"
        say(f"stopped; {kept}, and the same command goes on", aside=True)


def _print_report(arguments: argparse.Namespace, results: Results, folder: Path | None, catalogue: Catalogue) -> int:
    """Print the figures; write the report into `folder`, unless it is `None`."""
    if not len(results):
        raise GameError("holds no games yet", where=results.path)
    figures = figures_of(results)
    if arguments.json:
        give(to_json(figures))
    else:
        show(tables(figures, ranked_titles(figures, catalogue), endings_of(figures, catalogue)))
    if folder is not None:
        write_report(folder, figures, results, catalogue)
        if not arguments.json and not extras.missing("arena"):
            say(f"report: {folder / PAGE_FILE}")
    return 0


def _exhibition(arguments: argparse.Namespace, games: int, folder: Path, catalogue: Catalogue) -> Exhibition:
    """Return the exhibition to play; the default seed is that of the match file, of the stored games, or a new one."""
    seed = None if arguments.seed is None else whole_number("--seed", arguments.seed, 0, MAX_SEED)
    exhibition = exhibition_of(arguments, games, catalogue)
    if seed is None:
        seed = exhibition.config.match.seed
    if seed is None:
        seed = found_seed(folder)
    seed = new_seed() if seed is None else seed
    # The match file's own seed is part of the exhibition, not of the settings that all games share.
    return msgspec.structs.replace(exhibition, config=exhibition.config.with_match(seed=None), seed=seed)


@contextmanager
def _players(
    arguments: argparse.Namespace, terms: Terms, catalogue: Catalogue
) -> Iterator[Callable[[Sequence[int]], Iterator[Result]]]:
    """Yield a function that plays games by their numbers: in processes of this machine, or on a cluster."""
    if arguments.cluster:
        if arguments.jobs is not None:
            raise GameError("--jobs is for games on this machine; leave it out with --cluster")
        extras.demand("cluster", "--cluster")
        from roborally.arena.cluster import Cluster

        with Cluster(arguments.cluster, terms) as cluster:
            yield cluster.play
        return
    jobs = os.cpu_count() or 1 if arguments.jobs is None else whole_number("--jobs", arguments.jobs, 1, MAX_JOBS)
    yield lambda numbers: play_numbers(terms, numbers, catalogue, jobs)


class _Speed(ProgressColumn):
    """A column of the progress bar with the number of games played per second."""

    def render(self, task: Task) -> Text:
        """Return the speed in words, or an empty text while it is unknown."""
        return Text(f"{task.speed:.1f} games/s" if task.speed else "")


def _with_progress(results: Iterator[Result], games: int, left: int) -> Iterator[Result]:
    """Yield the results, `left` of `games`; meanwhile show a progress bar on the error stream, if it is a terminal."""
    played = games - left
    with progress("games", MofNCompleteColumn(), _Speed(), total=games, completed=played) as update:
        for number, result in enumerate(results, played + 1):
            yield result
            update(completed=number)

"""The option `--export` of `roborally replay`: writes a recorded match as a film or a page, without a screen."""

import argparse
import re
from pathlib import Path
from typing import Any

from rich.progress import TextColumn

from roborally.arena import extras
from roborally.base.console import complain, say
from roborally.base.errors import GameError, Message
from roborally.cli import whole_number
from roborally.cli.progress import progress
from roborally.core.observation import SPECTATOR
from roborally.game.records.exports import KINDS
from roborally.game.records.recorder import load_replay
from roborally.narration.page.html_file import SUFFIX as PAGE_SUFFIX
from roborally.narration.page.html_file import write_page
from roborally.narration.page.story import no_such_seat
from roborally.plugin_system.loader import find_plugins
from roborally.profile import load_settings
from roborally.profile.language import speak, window_language

SPEEDS = ("slow", "normal", "fast", "skip")
FILM_OPTIONS = ("size", "fps", "speed", "turns")
PAGE_OPTIONS = ("turn", "seat")
SMALLEST, LARGEST = 64, 4096
"""The smallest and the largest side of a film, in pixels."""
MAX_RATIO = 4
"""The maximum ratio of a film's longer side to its shorter one."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of films and pages."""
    parser.add_argument(
        "--export",
        type=Path,
        metavar="OUT",
        help="write a page for any browser, OUT.html, or a film, OUT.gif or OUT.mp4 (needs the extra 'video')",
    )
    page = parser.add_argument_group("a page (only with --export OUT.html)")
    page.add_argument("--turn", type=int, metavar="N", help="only turn N (default: the whole match)")
    page.add_argument(
        "--seat", type=int, metavar="S", help="with what the player of seat S, from 0, knows (default: for everybody)"
    )
    film = parser.add_argument_group("a film (only with --export OUT.gif or OUT.mp4)")
    film.add_argument("--size", metavar="WxH", help=f"width and height in pixels (default: {_usual('size')})")
    film.add_argument("--fps", metavar="N", help=f"frames per second (default: {_usual('fps')})")
    film.add_argument("--speed", choices=SPEEDS, help=f"the speed of the robots (default: {_usual('speed')})")
    film.add_argument("--turns", metavar="A-B", help="only turns A to B, or only turn A (default: the whole match)")


def _usual(name: str) -> str:
    values = {suffix: getattr(kind, name) for suffix, kind in KINDS.items()}
    return ", ".join(f"{suffix} {'x'.join(map(str, v)) if name == 'size' else v}" for suffix, v in values.items())


def refuse_options(arguments: argparse.Namespace) -> None:
    """Raise `GameError` if options of a film or a page are given without `--export`."""
    _refuse(arguments, FILM_OPTIONS, "--{name} is for a film; name its file with --export")
    _refuse(arguments, PAGE_OPTIONS, "--{name} is for a page; name its file with --export")


def _refuse(arguments: argparse.Namespace, names: tuple[str, ...], sentence: str) -> None:
    for name in names:
        if getattr(arguments, name) is not None:
            raise GameError(sentence, name=name)


def run(arguments: argparse.Namespace) -> int:
    """Write the film or the page; return the exit status 0. Raises `GameError` if that fails."""
    for name in ("verify", "watch", "json"):
        if getattr(arguments, name):
            raise GameError("--export and --{name} cannot be combined", name=name)
    if arguments.export.suffix.lower() == PAGE_SUFFIX:
        return _write_page(arguments)
    _refuse(arguments, PAGE_OPTIONS, "--{name} is for a page; name its file with --export OUT.html")
    path: Path = arguments.export
    wishes = _wishes(path, arguments)
    if path.is_dir():
        raise GameError("is a folder; --export needs the name of a file", where=path)
    if path.suffix.lower() == ".mp4":
        extras.demand("video", Message.of("a film as .mp4"))
    catalogue = find_plugins()
    game, record = load_replay(arguments.file, catalogue)

    from roborally.ui.toolkit.frames.headless import import_without_screen

    export = import_without_screen("roborally.features.replays.window.film_pictures")
    _use_language()
    wish = export.FilmOptions(**wishes)
    projector = export.Projector(export.open_window(wish.size), game, record, wish)
    count = _write(path, wish, projector)
    width, height = wish.size
    megabytes = path.stat().st_size / 1e6
    say(f"{path}: {count} pictures, {count / wish.rate:.1f} s, {width} x {height}, {megabytes:.1f} MB")
    return 0


def _write_page(arguments: argparse.Namespace) -> int:
    """Write the page of a match or of one of its turns; return the exit status 0."""
    _refuse(arguments, FILM_OPTIONS, "--{name} is for a film; a page has none")
    path: Path = arguments.export
    if path.is_dir():
        raise GameError("is a folder; --export needs the name of a file", where=path)
    catalogue = find_plugins()
    game, record = load_replay(arguments.file, catalogue)
    seat = SPECTATOR if arguments.seat is None else arguments.seat
    if seat < 0 and arguments.seat is not None:
        raise no_such_seat(game, seat)
    length = write_page(path, game, record, catalogue, turn=arguments.turn, seat=seat)
    say(f"{path}: {length / 1000:.0f} kB")
    return 0


def _write(path: Path, wish: Any, projector: Any) -> int:
    from roborally.features.replays.window.film_files import film_file

    count = 0
    columns = TextColumn("{task.percentage:>3.0f} %"), TextColumn("{task.fields[count]} pictures")
    film_of = film_file(path, wish.size, wish.rate, projector.sample)
    with film_of as film, progress("film", *columns, total=1.0, count=0) as update:
        for shot in projector.shots():
            film.add(shot.picture)
            count += 1
            update(completed=shot.part, count=count)
    return count


def _use_language() -> None:
    """Use the window's language for the film, and report problems in the settings."""
    settings, notices = load_settings()
    for notice in notices:
        complain(notice)
    speak(window_language(settings))


# --- reading the options ----------------------------------------------------------------------------------------------


def _wishes(path: Path, arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the fields of `film_pictures.FilmOptions`, by name; raise `GameError` for invalid options."""
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        raise GameError(
            "--export can write {known}, not {name!r}", known=", ".join((*KINDS, PAGE_SUFFIX)), name=path.name
        )
    return {
        "size": kind.size if arguments.size is None else _size(arguments.size, path.suffix.lower()),
        "rate": kind.fps if arguments.fps is None else whole_number("--fps", arguments.fps, 1, kind.most_fps),
        "speed": arguments.speed or kind.speed,
        "turns": None if arguments.turns is None else _turns(arguments.turns),
    }


def _size(text: str, suffix: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", text)
    width, height = (int(found[1]), int(found[2])) if found else (0, 0)
    if not SMALLEST <= min(width, height) <= max(width, height) <= min(LARGEST, MAX_RATIO * min(width, height)):
        raise GameError(
            "--size must be like 1280x720, with sides of {least} to {most} pixels, one at most {times} times the "
            "other, not {text!r}",
            least=SMALLEST,
            most=LARGEST,
            times=MAX_RATIO,
            text=text,
        )
    if suffix == ".mp4" and (width % 2 or height % 2):
        raise GameError("--size: the sides of an .mp4 must be even numbers, not {text!r}", text=text)
    return width, height


def _turns(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= first <= last:
        raise GameError("--turns must be like 3-5, or like 3 for a single one, not {text!r}", text=text)
    return first, last

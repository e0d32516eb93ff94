"""`roborally board`: lists, checks, makes, draws, rates and shares boards and courses."""

import argparse
import re
import sys
from pathlib import Path

from rich.table import Column, Table
from rich.text import Text

from roborally.base import paths
from roborally.base.atomic_file import write_aside
from roborally.base.console import complain, say
from roborally.base.errors import GameError
from roborally.cli import add_command
from roborally.cli.tables import show
from roborally.features.workshop import cli_rate
from roborally.features.workshop.new_board import new_board
from roborally.game.board_check import check_file, unnamed_plugins, with_all_plugins
from roborally.game.compatibility import fitting_modes
from roborally.game.course.code import MAX_CODE, keep, pack, unpack
from roborally.game.course.courses import Course, course_file, course_files, find_course, load_course, refused_courses
from roborally.game.course.image import checked_path, draw_course, save_picture
from roborally.game.course.notation import CourseError, Notations
from roborally.game.scenario.run import catalogue_for
from roborally.plugin_system.loader import Catalogue, find_plugins

PART = "part"
MODE = "standard"
"""The mode for which a new board is made by default."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `roborally board`."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)
    add_command(actions, "list", "list all boards and courses")
    check = add_command(actions, "check", "check board and course files, and print every problem")
    check.add_argument("files", nargs="+", metavar="FILE", help="a board or course file (.toml)")
    new = add_command(actions, "new", "make a new board of open floor, with what an edition wants on it")
    new.add_argument("file", metavar="FILE", help="the file to write (.toml)")
    new.add_argument("--size", metavar="WxH", default="12x12", help="columns and rows (default: 12x12)")
    new.add_argument("--mode", metavar="MODE", default=MODE, help=f"the edition that it is for (default: {MODE})")
    render = add_command(actions, "render", "draw a board or course as a PNG picture")
    render.add_argument("course", metavar="FILE|NAME", help="a board or course file, or the name of one")
    render.add_argument("--out", metavar="PNG", required=True, help="where to write the picture")
    share = add_command(actions, "share", "print the code of a board or course, a line to send to others")
    share.add_argument("course", metavar="FILE|NAME", help="a board or course file, or the name of one")
    cli_rate.add_arguments(add_command(actions, "rate", "let bots play on a board or course, and tell how it plays"))
    take = add_command(actions, "import", "keep the board or course of a code among your own boards")
    take.add_argument("code", metavar="CODE", help="the code, which begins with RR1: (- reads it from standard input)")


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit status: 2 or 1 for errors or doubts of `check`, else 0."""
    catalogue = find_plugins()
    if arguments.action == "list":
        return _list(catalogue)
    if arguments.action == "check":
        return _check([Path(file) for file in arguments.files], catalogue)
    if arguments.action == "new":
        return _new(Path(arguments.file), arguments.size, arguments.mode, catalogue)
    if arguments.action == "import":
        return _import(arguments.code, catalogue)
    catalogue = catalogue_for(Path(arguments.course), catalogue)
    if arguments.action == "share":
        return _share(arguments.course, catalogue)
    if arguments.action == "rate":
        return cli_rate.run(arguments, catalogue)
    return _render(arguments.course, Path(arguments.out), catalogue)


def _list(catalogue: Catalogue) -> int:
    """Print a table of all usable boards and courses, and the errors of the others on standard error; return 0."""
    columns = [Column(title, no_wrap=True) for title in ("name", "size", "players", "modes")]
    table = Table(*columns, "description", caption=f"{PART}: a board for courses of several boards")
    notations = Notations.of(catalogue.plugins.values())
    courses = []
    problems = [error.message for error in refused_courses(notations).values()]
    for path in course_files(notations).values():
        try:
            courses.append(load_course(path, notations))
        except CourseError as error:
            problems.append(error.message)
    rows = [_row(course, catalogue) for course in courses]
    for row in sorted(rows, key=lambda row: (row[2] == PART, row[0])):
        table.add_row(*row)
    show(table)
    for problem in problems:
        complain(problem)
    return 0


def _row(course: Course, catalogue: Catalogue) -> list[str | Text]:
    least, most = course.players
    unnamed = unnamed_plugins(course, catalogue)
    found = [mode.id for mode in fitting_modes(with_all_plugins(course, catalogue), catalogue)]
    if found and unnamed:
        found.insert(0, f"with {', '.join(unnamed)}:")
    modes = Text("\n".join(found))
    players = f"{least}-{most}" if modes else PART
    size = f"{course.board.width} x {course.board.height}"
    return [course.id, size, players, modes or "-", f"{course.name}. {course.description}"]


def _check(files: list[Path], catalogue: Catalogue) -> int:
    """Print the doubts and errors of files; return 2 if a file is unusable, 1 if there are only doubts, else 0."""
    status = 0
    for file in files:
        findings = check_file(file, catalogue_for(file, catalogue))
        for error in findings.errors:
            complain(error)
        for doubt in findings.doubts:
            say(doubt)
        if findings.errors:
            status = 2
        elif findings.doubts:
            status = max(status, 1)
        else:
            say(f"{file}: ok")
    return status


def _new(file: Path, size: str, mode: str, catalogue: Catalogue) -> int:
    """Write a new board and return 0; raise `GameError` if the file exists, or if `size` is not like `12x12`."""
    if file.suffix.lower() != ".toml":
        raise GameError("the file must end in .toml", where=file)
    sides = re.fullmatch(r"(\d{1,4})x(\d{1,4})", size)
    if sides is None:
        raise GameError("must be columns and rows such as 12x12, not {size!r}", where="--size", size=size)
    title = file.stem.replace("-", " ").replace("_", " ").title()
    text = new_board(title, int(sides[1]), int(sides[2]), mode, catalogue)
    if file.exists():
        raise GameError("there is such a file already", where=file)
    write_aside(file, text.encode())
    say(f"{file}: {size}, for {mode}")
    return 0


def _render(name: str, out: Path, catalogue: Catalogue) -> int:
    checked_path("--out", out)
    image = draw_course(find_course(name, Notations.of(catalogue.plugins.values())), catalogue)
    save_picture(image, out)
    say(f"{out}: {image.width} x {image.height} pixels")
    return 0


def _share(name: str, catalogue: Catalogue) -> int:
    notations = Notations.of(catalogue.plugins.values())
    say(pack(course_file(name, notations), notations))
    return 0


def _import(code: str, catalogue: Catalogue) -> int:
    """Save the course of a code, or of standard input for `-`; print its path and the command that plays it."""
    text = sys.stdin.read(2 * MAX_CODE + 1) if code == "-" else code
    path = keep(unpack(text), paths.user_board_folder(), Notations.of(catalogue.plugins.values()))
    say(f"{path}: roborally play --course {path.stem}")
    return 0

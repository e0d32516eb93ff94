"""A trial match on the board in the editor; its result is not counted, and a key leads back to the board."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.features.workshop.window.editor.workbench import Testing
from roborally.game.board_check import with_all_plugins
from roborally.game.compatibility import fitting_modes, with_fitting_seats
from roborally.game.course.courses import Course
from roborally.game.course.notation import CourseError, Notations
from roborally.game.factory import Game, make_game, robot_titles
from roborally.game.match_file import MAX_SEATS, MatchConfig, MatchSection
from roborally.game.quick_seats import quick_seats
from roborally.game.session.local import LocalSession
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action, Dialog
from roborally.ui.toolkit.shortcuts import Shortcut

MODE = "standard"
"""The mode that is tried first for a trial match."""
BACK = "F5"
"""The key that starts a trial match in the editor, and returns to the editor in the match."""


def playable(course: Course, catalogue: Catalogue) -> tuple[Course, list[Plugin]]:
    """Return the course with all plugins that it needs, for 1 to `MAX_SEATS` players; and the modes that fit it."""
    course = replace(with_all_plugins(course, catalogue), players=(1, MAX_SEATS))
    modes = fitting_modes(course, catalogue)
    return course, sorted(modes, key=lambda mode: mode.id != MODE)


def tried_game(course: Course, catalogue: Catalogue, testing: Testing, name: str) -> Game:
    """Return a game of a player called `name` against bots, fewer of them if there are too few docks.

    Raise `GameError` if no game is possible on the course.
    """
    course, modes = playable(course, catalogue)
    mode = next((mode for mode in modes if mode.id == testing.mode), modes[0] if modes else None)
    if mode is None:
        wanted = catalogue.get(testing.mode or MODE)
        there = {element.kind for element in course.board.elements}
        notations = Notations.of(catalogue.plugins.values())
        missing = ", ".join(notations.title(kind) for kind in wanted.manifest.demands if kind not in there)
        if missing:
            raise CourseError("{mode} cannot be played here without: {missing}", mode=wanted.title, missing=missing)
        raise CourseError("no mode knows all elements of this board")
    robots = robot_titles(catalogue.resolve([mode.id, *course.plugins]))
    problem: GameError | None = None
    for bots in range(testing.bots, -1, -1):
        section = MatchSection(mode.id, course.id, timer=0, plugins=list(course.plugins))
        config = MatchConfig(section, seats=quick_seats(name, "", robots, bots, testing.bot)).with_seed()
        try:
            return make_game(with_fitting_seats(config, catalogue, course), catalogue, course=course)
        except GameError as error:
            problem = problem or error
    assert problem is not None, "there is at least one try"
    raise problem


def tried_match(
    app: App,
    session: LocalSession,
    *,
    back: Action,
    again: Action,
    open_menu: Callable[[MatchScreen], None],
    speed: str,
    check: bool = False,
) -> MatchScreen:
    """Return the screen of a trial match; `back()` returns to the editor, `again()` starts another one."""

    def finished(context: ShownMatch) -> None:
        buttons: Sequence[tuple[str, Action]] = ((_("Back to the board"), back), (_("Play again"), again))
        app.push(Dialog(app, _("The match is over"), _outcome(context), buttons, escape=back))

    def keys() -> list[Shortcut]:
        return [Shortcut((BACK,), _("Back to the board"), back)]

    return MatchScreen(app, session, finished=finished, open_menu=open_menu, speed=speed, check=check, more_keys=keys)


def _outcome(context: ShownMatch) -> str:
    display = context.display
    names = ", ".join(context.name(index) for index in display.winners)
    text = _("Turn {turn}: {names} wins.") if names else _("Turn {turn}: nobody wins.")
    return text.format(turn=display.turn, names=names)

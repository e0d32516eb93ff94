"""The screens of a match: its two interfaces, questions, menus, windows over it, results, replays."""

from collections.abc import Callable
from errno import ENOSPC
from functools import partial
from typing import Any

import arcade
import msgspec

from roborally.base import paths
from roborally.base.errors import reason
from roborally.core.decisions import AnswerError
from roborally.core.match import Match
from roborally.game.records.file_format import SAVE_SUFFIX
from roborally.game.records.recorder import Recorder
from roborally.narration.words import victory
from roborally.profile.kept import MatchKeeper
from roborally.ui.match.panel.equipment import Equipment
from roborally.ui.pages.keys_page import turn_to_keys
from tests.shipped import catalogue
from tests.ui import desks

from . import profile
from .moments import COURSES, ELSEWHERE, Library, Moment
from .studio import FAR, STEP, Studio, at_turn

FULL = reason(OSError(ENOSPC, ""))
Show = Callable[[Studio, Library], None]


def dialogs() -> list[str]:
    """Return the kinds of questions with a dialog or marked cells; programs and the like stand in the panel."""
    kinds = {kind for plugin in catalogue().plugins.values() for kind in plugin.manifest.question}
    return sorted(kinds - ELSEWHERE)


def scenes() -> dict[str, Show]:
    """Return the scenes by name."""
    found: dict[str, Show] = {}
    for mode in COURSES:
        found[f"program-{mode}"] = partial(program, mode)
        found[f"program-{mode}-ready"] = partial(program_ready, mode)
        found[f"recap-{mode}"] = partial(recap, mode)
        found[f"moving-{mode}"] = partial(moving, mode)
    found |= {
        "program-facing": partial(program_facing, "classic", 2),
        "program-facing-eight": partial(program_facing, "classic", 2, players=8, extras=("option-cards",)),
        "program-entering": partial(program_facing, "crash-and-burn", 1),
        "program-locked": program_locked,
        "program-power-down": program_power_down,
        "program-albot": program_albot,
        "program-elsewhere": program_elsewhere,
        "program-eight": partial(program, "classic", players=8, extras=("option-cards",)),
        "recap-eight": partial(recap, "classic", players=8, extras=("option-cards",)),
        "moving-eight": partial(moving, "classic", players=8, extras=("option-cards",)),
        "moving-watched": moving_watched,
        "arena-numbers": partial(arena, 0.15),
        "arena-signal": partial(arena, 1.0),
        "tooltip-card": partial(tooltip, "card"),
        "tooltip-robot": partial(tooltip, "robot"),
        "tooltip-cell": partial(tooltip, "cell"),
        "tooltip-fellow": partial(tooltip, "fellow"),
    }
    found |= {f"question-{kind}": partial(question, kind) for kind in dialogs()}
    found |= {
        "refused": refused,
        "game-menu": partial(over_match, "menu"),
        "game-leave": partial(over_match, "leave"),
        "game-quit": partial(over_match, "quit"),
        "game-leave-kept": partial(over_match, "leave", keeper="works"),
        "game-leave-full": partial(over_match, "leave", keeper="full"),
        "game-save": partial(over_match, "save"),
        "game-save-replace": partial(over_match, "replace"),
        "game-settings": partial(over_match, "settings"),
        "log": log,
        "keys-moving": partial(keys, "moving"),
        "keys-standard": partial(keys, "standard"),
        "keys-volt": partial(keys, "volt"),
        "focus-standard": partial(focus, "standard"),
        "focus-volt": partial(focus, "volt"),
        "focus-board": focus_board,
        "turn-sheet": turn_sheet,
        "curtain": curtain,
        "hot-seat": hot_seat,
        "player-standard": partial(player_info, "standard"),
        "player-option-cards": partial(player_info, "crash-and-burn"),
        "player-bot": partial(player_info, "auenland", index=1),
        "player-roboball": partial(player_info, "roboball"),
        "player-volt": partial(player_info, "volt"),
    }
    return found


def open_moment(studio: Studio, moment: Moment) -> Any:
    """Show a match at a moment and return its screen."""
    recorder = Recorder(moment.game, 3)
    desks.matches(studio.client).show(moment.session(studio.thinker), recorder)
    screen = studio.top
    studio.app.pointer = FAR
    studio.go_on(2 * STEP)
    return screen


# --- the interfaces -------------------------------------------------------------------------------------------------


def program(mode: str, studio: Studio, library: Library, **asked: Any) -> Any:
    """Show the programming interface in the third turn; `asked` are further arguments for `Library.game`."""
    return open_moment(studio, library.program(library.game(mode, **asked), 3, is_free))


def program_elsewhere(studio: Studio, library: Library) -> None:
    """Show the programming interface while the player looks at another part of the board."""
    screen = program("standard", studio, library)
    board, (x, y) = screen.board, screen.board.centre(screen.board_pane.own_cell)
    board.zoom_by(3, *board.rect.centre)
    board.go_to(2 * board.middle[0] - x, 2 * board.middle[1] - y)
    studio.go_on(STEP)


def recap(mode: str, studio: Studio, library: Library, **asked: Any) -> None:
    """Play a turn, so that the next one begins with what mattered."""
    screen = program(mode, studio, library, **asked)
    turn = at_turn(screen)
    screen.playback.speed = "skip"
    studio.play(screen, lambda question: at_turn(screen) > turn and question["kind"] == "program")


def is_free(match: Match) -> bool:
    """Return whether the first robot is on the board and unharmed enough to choose its program."""
    return match.cell_of(match.state.pieces[0]) is not None and match.state.pieces[0].damage < 4


def is_locked(match: Match) -> bool:
    """Return whether registers of the first robot are locked."""
    return match.cell_of(match.state.pieces[0]) is not None and match.state.pieces[0].damage >= 6


def program_ready(mode: str, studio: Studio, library: Library) -> Any:
    """Show the programming interface with a program, and the ghost at its end."""
    screen = program(mode, studio, library)
    studio.program(screen)
    studio.go_on(1)
    return screen


def chooses_facing(match: Match) -> bool:
    """Return whether the owner of the first robot is asked for its facing."""
    return any(entry["kind"] == "respawn-facing" and entry["piece"] == 0 for entry in match.state.decisions)


def program_facing(mode: str, turn: int, studio: Studio, library: Library, **asked: Any) -> None:
    """Show the programming interface of a robot that enters the board, turned around."""
    screen = open_moment(studio, library.program(library.game(mode, **asked), turn, chooses_facing))
    (row,) = screen.panels.asking["program"].rows
    row.choose("south")
    studio.program(screen)
    studio.go_on(1)


def program_locked(studio: Studio, library: Library) -> None:
    """Show the programming interface with locked registers."""
    open_moment(studio, library.program(library.game("classic"), 2, is_locked))


def program_power_down(studio: Studio, library: Library) -> None:
    """Show the programming interface with a power-down announced."""
    screen = program_ready("classic", studio, library)
    panel = screen.panels.asking["program"]
    panel.power_button.activate(*panel.power_button.rect.centre)
    studio.go_on(0.5)


def program_albot(studio: Studio, library: Library) -> None:
    """Show the programming interface of a robot whose ability is a command of its own."""
    game = library.game("standard", models=("albot", "lazybot", "peach", "tanky"))
    open_moment(studio, library.program(game, 2, is_free))


def moving(mode: str, studio: Studio, library: Library, **asked: Any) -> Any:
    """Show the moving interface in the middle of a turn; `asked` are further arguments for `Library.game`."""
    screen = program(mode, studio, library, **asked)
    studio.program(screen)
    screen.playback.speed = "normal"
    screen.panels.asking["program"].hand_in()
    studio.until_reveal(screen)
    studio.go_on(4)
    return screen


def arena(seconds: float, studio: Studio, library: Library) -> None:
    """Show the arena some seconds after the last start number has been taken (VLT-507)."""
    screen = program("volt", studio, library)
    studio.program(screen)
    screen.playback.speed = "normal"
    screen.panels.asking["program"].take_number(3)
    studio.go_on(seconds)


def moving_watched(studio: Studio, library: Library) -> None:
    """Show the moving interface with names on the board and a remark below it."""
    studio.app.settings = msgspec.structs.replace(studio.app.settings, name_tags=True, commentary=True)
    screen = moving("classic", studio, library, players=8)
    screen.watching.on_event({"type": "over", "winners": (0,)}, victory([screen.context.name(0)]))
    studio.go_on(STEP)


def tooltip(what: str, studio: Studio, library: Library) -> None:
    """Show the tooltip of a resting mouse."""
    screen = program("crash-and-burn", studio, library)
    panel = screen.panels.asking["program"]
    if what == "card":
        spot = [widget for widget in panel.controls.widgets if isinstance(widget, Equipment)][-1].rect
        studio.point(spot.right - 8, spot.centre[1])
    elif what == "fellow":
        spot = panel.fellows[1].rect
        studio.point(spot.centre[0], spot.top - 8)
    else:
        robots = screen.context.display.robots
        cell = next(robot.cell for robot in robots if robot.cell is not None)
        if what == "cell":
            cell = next(element.cell for element in screen.session.game.course.board.elements)
        studio.point(*screen.board.to_design(*screen.board.centre(cell)))


# --- questions ------------------------------------------------------------------------------------------------------


def question(kind: str, studio: Studio, library: Library) -> None:
    """Show a question of the match."""
    screen = open_moment(studio, library.question(kind))
    for _frame in range(50):
        asked = screen.question_controller.asked
        if asked is not None and asked["kind"] == kind:
            studio.go_on(0.5)
            return
        if asked is not None and (asked["kind"] != "program" or kind in screen.context.views.together):
            screen.answer(asked["seat"], asked["id"], asked["default"])
        studio.go_on(STEP)
    raise SystemExit(f"nobody asks {kind!r}")


def refused(studio: Studio, library: Library) -> None:
    """Show the message about a refused answer."""
    screen = program("crash-and-burn", studio, library)
    asked = screen.question_controller.asked
    try:
        screen.answer(asked["seat"], asked["id"], ("left",))
    except AnswerError as error:
        screen.question_controller.complain(screen.context.words.refusal(error))


# --- over a match ---------------------------------------------------------------------------------------------------


def over_match(what: str, studio: Studio, library: Library, keeper: str = "") -> None:
    """Show the menu of a match or what it opens; a `keeper` works, or has no space."""
    screen = program("standard", studio, library)
    if keeper:
        studio.client.rescue.keeper = found = MatchKeeper(paths.kept_folder())
        found.problem = FULL if keeper == "full" else None
    if what in ("menu", "leave", "quit"):
        screen.menu()
        if what != "menu":
            studio.top.ask_to_quit() if what == "quit" else studio.top.ask_to_leave(studio.app.pop)
    elif what == "settings":
        studio.client.settings.open()
    else:
        desks.matches(studio.client).save_page()
        if what == "replace":
            studio.top.field.value = next(paths.save_folder().glob(f"Laser*{SAVE_SUFFIX}")).stem
            studio.top.act()


def turn_sheet(studio: Studio, library: Library) -> None:
    """Show the steps of a turn."""
    log(studio, library)
    studio.app.pop()
    studio.key(arcade.key.T)


def log(studio: Studio, library: Library) -> None:
    """Show the whole log of a match."""
    screen = moving("crash-and-burn", studio, library)
    screen.key(arcade.key.L, 0)


def keys(what: str, studio: Studio, library: Library) -> None:
    """Show the page of keys over a match, while robots move or during programming."""
    if what == "moving":
        moving("crash-and-burn", studio, library)
    else:
        program(what, studio, library)
    turn_to_keys(studio.app)


def focus(mode: str, studio: Studio, library: Library) -> None:
    """Show a programming panel for keyboard users: with a focus, and the digits of commands."""
    program(mode, studio, library).focus_first()


def focus_board(studio: Studio, library: Library) -> None:
    """Show the frame that keys lead over the board, beside the own robot, and what it tells."""
    program("standard", studio, library).focus_first()
    for _step in range(2):
        studio.key(arcade.key.UP, arcade.key.MOD_CTRL)
    studio.go_on(1.5)


def two_people(studio: Studio, library: Library) -> Any:
    """Start a match of two people at one machine, and return its screen."""
    game = library.game("standard", people=2)
    studio.client.start(game)
    studio.app.pointer = FAR
    studio.go_on(2)
    return studio.app.screens[0]


def curtain(studio: Studio, library: Library) -> None:
    """Show the curtain between two people at one machine."""
    two_people(studio, library)


def hot_seat(studio: Studio, library: Library) -> None:
    """Show the interface after the curtain."""
    two_people(studio, library)
    studio.key(arcade.key.ENTER)
    studio.go_on(0.5)


def player_info(mode: str, studio: Studio, library: Library, index: int = 0) -> None:
    """Show the window about a player."""
    profile.write_history(library)
    program(mode, studio, library).inform(index)

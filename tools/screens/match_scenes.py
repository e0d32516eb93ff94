"""The screens of a match: its two interfaces, questions, menus, windows over it, results, replays."""

from collections.abc import Callable
from dataclasses import replace
from errno import ENOSPC
from functools import partial
from typing import Any

import arcade
import msgspec

from roborally.analysis.findings import Analysis
from roborally.base import paths
from roborally.base.errors import reason
from roborally.base.translation import _
from roborally.core.decisions import AnswerError
from roborally.core.match import Match
from roborally.narration.words import victory
from roborally.plugin_system.faults import Fault
from roborally.profile.kept import MatchKeeper
from roborally.records.file_format import SAVE_SUFFIX
from roborally.records.recorder import Recorder
from roborally.scenario.compare import Difference
from roborally.scenario.show import perform
from roborally.ui.analysis.analysis_board import AnalysisBoard
from roborally.ui.analysis.analysis_page import AnalysisPage
from roborally.ui.pages.keys_page import turn_to_keys
from roborally.ui.replay.replays_page import OpeningScreen
from roborally.ui.rescue.fault_desk import FaultDesk, Saved

from . import profile
from .moments import COURSES, FinishedWork, Library, Moment
from .studio import FAR, STEP, Studio

FULL = reason(OSError(ENOSPC, ""))
Show = Callable[[Studio, Library], None]
QUESTIONS = (
    "respawn-facing",
    "respawn-cell",
    "power-down",
    "stay-down",
    "free-register",
    "give-back",
    "repair",
    "abort-switch",
    "brakes",
    "circuit-breaker",
    "conditional-program",
    "conditional-program-swap",
    "fire-control",
    "flywheel",
    "fourth-gear",
    "gyroscopic-stabilizer",
    "mechanical-arm",
    "radio-control",
    "recompile",
    "reverse-gears",
    "scrambler",
    "shield",
    "superior-archive-copy",
    "turret",
    "weapon",
    "extraction",
    "hitch",
    "unhitch",
    "start-cell",
    "start-number",
)
"""Every kind of question that a dialog or a marked cell asks; a test compares them with the rules."""


def scenes() -> dict[str, Show]:
    """Return the scenes by name."""
    found: dict[str, Show] = {}
    for mode in COURSES:
        found[f"program-{mode}"] = partial(program, mode)
        found[f"program-{mode}-ready"] = partial(program_ready, mode)
        found[f"moving-{mode}"] = partial(moving, mode)
    found |= {
        "program-locked": program_locked,
        "program-power-down": program_power_down,
        "program-albot": program_albot,
        "program-eight": partial(program, "classic", players=8, extras=("option-cards",)),
        "moving-eight": partial(moving, "classic", players=8, extras=("option-cards",)),
        "moving-watched": moving_watched,
        "tooltip-card": partial(tooltip, "card"),
        "tooltip-robot": partial(tooltip, "robot"),
        "tooltip-cell": partial(tooltip, "cell"),
        "tooltip-fellow": partial(tooltip, "fellow"),
    }
    found |= {f"question-{kind}": partial(question, kind) for kind in QUESTIONS}
    found |= {
        "refused": refused,
        "game-menu": partial(over_match, "menu"),
        "game-leave": partial(over_match, "leave"),
        "game-quit": partial(over_match, "quit"),
        "game-leave-kept": partial(over_match, "leave", keeper="works"),
        "game-leave-full": partial(over_match, "leave", keeper="full"),
        "not-kept": not_kept,
        "fault": partial(fault, "match"),
        "fault-again": partial(fault, "again"),
        "fault-lost": partial(fault, "lost"),
        "fault-online": partial(fault, "online"),
        "fault-outside": partial(fault, "outside"),
        "fault-plugin": plugin_fault,
        "fault-view": view_fault,
        "game-save": partial(over_match, "save"),
        "game-save-replace": partial(over_match, "replace"),
        "game-settings": partial(over_match, "settings"),
        "log": log,
        "keys-moving": partial(keys, "moving"),
        "keys-standard": partial(keys, "standard"),
        "keys-volt": partial(keys, "volt"),
        "focus-standard": partial(focus, "standard"),
        "focus-volt": partial(focus, "volt"),
        "turn-sheet": turn_sheet,
        "curtain": curtain,
        "hot-seat": hot_seat,
        "player-standard": partial(player_info, "standard"),
        "player-option-cards": partial(player_info, "crash-and-burn"),
        "player-bot": partial(player_info, "auenland", index=1),
        "player-roboball": partial(player_info, "roboball"),
        "player-volt": partial(player_info, "volt"),
    }
    found |= {f"result-{mode}": partial(result, mode) for mode in COURSES}
    found |= {
        "result-eight": result_of_eight,
        "result-replay-saved": replay_saved,
        "analysis-standard": partial(analysis, "standard"),
        "analysis-auenland": partial(analysis, "auenland"),
        "analysis-volt": partial(analysis, "volt"),
        "analysis-running": analysis_running,
        "analysis-practice": practice,
        "replay-analysis": replay_analysis,
        "replay-opening": opening,
        "replay-begin": partial(replay, "standard", 0.0),
        "replay-middle": partial(replay, "crash-and-burn", 0.5),
        "replay-volt": partial(replay, "volt", 0.4),
        "replay-result": replay_result,
        "replay-log": replay_log,
        "replay-scenario-fails": scenario_fails,
    }
    return found


def open_moment(studio: Studio, moment: Moment) -> Any:
    """Show a match at a moment and return its screen."""
    recorder = Recorder(moment.game, 3)
    studio.client.show(moment.session(studio.thinker), recorder)
    screen = studio.top
    studio.app.pointer = FAR
    studio.go_on(2 * STEP)
    return screen


# --- the interfaces -------------------------------------------------------------------------------------------------


def program(mode: str, studio: Studio, library: Library, **asked: Any) -> Any:
    """The programming interface in the third turn; `asked` says more about the game."""
    return open_moment(studio, library.program(library.game(mode, **asked), 3, is_free))


def is_free(match: Match) -> bool:
    """Return whether the first robot is on the board and unharmed enough to choose its program."""
    return match.cell_of(match.state.pieces[0]) is not None and match.state.pieces[0].damage < 4


def is_locked(match: Match) -> bool:
    """Return whether registers of the first robot are locked."""
    return match.cell_of(match.state.pieces[0]) is not None and match.state.pieces[0].damage >= 6


def program_ready(mode: str, studio: Studio, library: Library) -> Any:
    """The programming interface with a program, and the ghost that shows where it leads."""
    screen = program(mode, studio, library)
    studio.program(screen)
    studio.go_on(1)
    return screen


def program_locked(studio: Studio, library: Library) -> None:
    """The programming interface with locked registers."""
    open_moment(studio, library.program(library.game("classic"), 2, is_locked))


def program_power_down(studio: Studio, library: Library) -> None:
    """The programming interface with a power-down announced."""
    screen = program_ready("classic", studio, library)
    panel = screen.panels.asking["program"]
    panel.power_button.activate(*panel.power_button.rect.centre)
    studio.go_on(0.5)


def program_albot(studio: Studio, library: Library) -> None:
    """The programming interface of a robot whose ability is a command of its own."""
    game = library.game("standard", models=("albot", "lazybot", "peach", "tanky"))
    open_moment(studio, library.program(game, 2, is_free))


def moving(mode: str, studio: Studio, library: Library, **asked: Any) -> Any:
    """The moving interface in the middle of a turn; `asked` says more about the game."""
    screen = program(mode, studio, library, **asked)
    studio.program(screen)
    screen.playback.speed = "normal"
    screen.panels.asking["program"].hand_in()
    studio.until_reveal(screen)
    studio.go_on(4)
    return screen


def moving_watched(studio: Studio, library: Library) -> None:
    """The moving interface with names on the board and a remark below it."""
    studio.app.settings = msgspec.structs.replace(studio.app.settings, name_tags=True, commentary=True)
    screen = moving("classic", studio, library, players=8)
    screen.watching.hear({"type": "over", "winners": (0,)}, victory([screen.context.name(0)]))
    studio.go_on(STEP)


def tooltip(what: str, studio: Studio, library: Library) -> None:
    """The tooltip of a resting mouse."""
    screen = program("crash-and-burn", studio, library)
    panel = screen.panels.asking["program"]
    if what == "card":
        spot = panel.equipment[-1].rect
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
    """A question of the match."""
    _mode, moment = library.questions()[kind]
    screen = open_moment(studio, moment)
    for _frame in range(50):
        asked = screen.question_controller.asked
        if asked is not None and asked["kind"] == kind:
            studio.go_on(0.5)
            return
        if asked is not None and asked["kind"] != "program":
            screen.answer(asked["seat"], asked["id"], asked["default"])
        studio.go_on(STEP)
    raise SystemExit(f"nobody asks {kind!r}")


def refused(studio: Studio, library: Library) -> None:
    """The message when an answer is refused."""
    screen = program("crash-and-burn", studio, library)
    asked = screen.question_controller.asked
    try:
        screen.answer(asked["seat"], asked["id"], ("left",))
    except AnswerError as error:
        screen.complain(screen.context.words.refusal(error))


# --- over a match ---------------------------------------------------------------------------------------------------


def over_match(what: str, studio: Studio, library: Library, keeper: str = "") -> None:
    """The menu of a match and what it opens; a `keeper` works, or has no room."""
    screen = program("standard", studio, library)
    if keeper:
        studio.client.rescue.keeper = found = MatchKeeper(paths.kept_folder())
        found.problem = FULL if keeper == "full" else None
    if what in ("menu", "leave", "quit"):
        screen.menu()
        if what != "menu":
            studio.top.ask_to_quit() if what == "quit" else studio.top.ask_to_leave(studio.app.pop)
    elif what == "settings":
        studio.client.settings_page()
    else:
        studio.client.save_page()
        if what == "replace":
            studio.top.field.value = next(paths.save_folder().glob(f"Laser*{SAVE_SUFFIX}")).stem
            studio.top.act()


def not_kept(studio: Studio, library: Library) -> None:
    """What is said of a match that cannot be kept."""
    program("standard", studio, library)
    studio.client.rescue.keeper = keeper = MatchKeeper(paths.kept_folder())
    keeper.problem = FULL
    studio.client.rescue.update()


def fault(what: str, studio: Studio, library: Library) -> None:
    """What is said of an unexpected error, and of one that comes back."""
    saved = {
        "lost": Saved(_("Your match could not be kept: {reason}.").format(reason=FULL)),
        "online": Saved(_("The game on the network goes on, and your seat is kept."), studio.app.pop),
        "outside": Saved(),
    }.get(what, Saved(_("Your match has been kept. “Continue” goes on at the last question."), studio.app.pop, 1))
    desk = FaultDesk(studio.app, studio.catalogue, save=lambda: saved, main_menu=studio.client.main_menu)
    for _time in range(2 if what == "again" else 1):
        studio.app.abandon()
        desk.take(ValueError("what nobody has expected"))


def plugin_fault(studio: Studio, library: Library) -> None:
    """What is said of a plugin that has failed in the middle of a match."""
    screen = moving("standard", studio, library)
    match, app = screen.session.match, studio.app
    keep = [(_("Save game"), app.pop), (_("Save replay"), app.pop)]
    saved = Saved(
        _("Your match has been kept. “Continue” goes on at the last question."),
        *(app.pop, 1, (), screen.session.game, screen.context.heading(3, 2), lambda effects: app.pop(), keep),
    )
    desk = FaultDesk(app, studio.catalogue, save=lambda: saved, main_menu=studio.client.main_menu)
    match.state.ext.clear()
    try:
        match.react("destroyed", match.robots[0])
    except KeyError as error:
        desk.take(error)


def view_fault(studio: Studio, library: Library) -> None:
    """What is said of a plugin that cannot draw."""
    program("standard", studio, library)
    studio.app.without_views["magnet"] = Fault("magnet", "Magnet", "view.py", 21, "KeyError: 'pole'").message
    studio.app.untold_views.append("magnet")
    studio.go_on(2)


def turn_sheet(studio: Studio, library: Library) -> None:
    """The steps of a turn."""
    log(studio, library)
    studio.app.pop()
    studio.key(arcade.key.T)


def log(studio: Studio, library: Library) -> None:
    """The whole log of a match."""
    screen = moving("crash-and-burn", studio, library)
    screen.key(arcade.key.L, 0)


def keys(what: str, studio: Studio, library: Library) -> None:
    """The page of keys over a match: while robots move, or while a mode is programmed."""
    if what == "moving":
        moving("crash-and-burn", studio, library)
    else:
        program(what, studio, library)
    turn_to_keys(studio.app)


def focus(mode: str, studio: Studio, library: Library) -> None:
    """A programming panel for those who use keys: with a focus, and the digits of commands."""
    program(mode, studio, library).focus_first()


def two_people(studio: Studio, library: Library) -> Any:
    """Begin a match of two people at one machine."""
    game = library.game("standard", people=2)
    studio.client.play(game)
    studio.app.pointer = FAR
    studio.go_on(2)
    return studio.app.screens[0]


def curtain(studio: Studio, library: Library) -> None:
    """The curtain between two people at one machine."""
    two_people(studio, library)


def hot_seat(studio: Studio, library: Library) -> None:
    """The interface after the curtain."""
    two_people(studio, library)
    studio.key(arcade.key.ENTER)
    studio.go_on(0.5)


def player_info(mode: str, studio: Studio, library: Library, index: int = 0) -> None:
    """The window about a player."""
    profile.write_history(library)
    program(mode, studio, library).inform(index)


# --- results and replays --------------------------------------------------------------------------------------------


def result(mode: str, studio: Studio, library: Library) -> None:
    """The result of a match, with achievements that have just been reached."""
    profile.forget_history()
    done = library.finished(mode)
    studio.client.recorder = done.recorder
    studio.client.show_result(done.context)


def result_of_eight(studio: Studio, library: Library) -> None:
    """The result of a short match with as many robots as there can be."""
    result("standard", studio, library)
    screen = moving("classic", studio, library, players=8)
    screen.context.display.winners = (0,)
    studio.client.show_result(screen.context)


def analysis(mode: str, studio: Studio, library: Library, work: FinishedWork | None = None) -> None:
    """What decided a match."""
    result(mode, studio, library)
    done = library.finished(mode)
    found = work or library.analysed(mode)
    game, record = done.recorder.game, done.recorder.record
    page = AnalysisPage(
        studio.app, done.context, game, record, found, watch=lambda beat: None, try_turn=lambda turn: None
    )
    studio.app.push(page)


def analysis_running(studio: Studio, library: Library) -> None:
    """What decided a match, while the bots still look at it."""
    turns = library.analysed("standard").analysis.turns[:4]
    analysis("standard", studio, library, FinishedWork(Analysis(turns=turns, share=0.3)))


def practice(studio: Studio, library: Library) -> None:
    """The question before a turn is played again."""
    analysis("standard", studio, library)
    recorder = library.finished("standard").recorder
    studio.client.replays.desk.try_turn(recorder.game, recorder.record, 3)


def replay_analysis(studio: Studio, library: Library) -> None:
    """A replay with how well the robots stand."""
    screen = replay("standard", 0.5, studio, library)
    work = library.analysed("standard")
    screen.analysis = AnalysisBoard(screen.space, screen.context, lambda: work, lambda: None, screen.board_area)
    screen.analysis.toggle()
    studio.go_on(STEP)


def replay_saved(studio: Studio, library: Library) -> None:
    """The message when a replay has been written."""
    result("standard", studio, library)
    before = set(paths.save_folder().iterdir())
    studio.client.keep_replay()
    for path in set(paths.save_folder().iterdir()) - before:
        path.unlink()


def opening(studio: Studio, library: Library) -> None:
    """The note while a replay is opened."""
    studio.client.main_menu()
    studio.client.replays.open_page()
    studio.app.push(OpeningScreen(studio.app, lambda: None))
    studio.top.update = lambda seconds: None


def replay(mode: str, part: float, studio: Studio, library: Library) -> Any:
    """A replay, `part` of its way."""
    done = library.finished(mode)
    studio.client.replays.watch(done.recorder.game, done.recorder.record)
    screen = studio.top
    screen.film.prepare(60)
    screen.playback.paused = True
    screen.go_to(round(len(screen.film.events) * part))
    studio.go_on(0.5)
    return screen


def replay_result(studio: Studio, library: Library) -> None:
    """The result at the end of a replay."""
    replay("roboball", 0.9, studio, library).result()


def replay_log(studio: Studio, library: Library) -> None:
    """The log of a replay."""
    replay("classic", 0.5, studio, library).key(arcade.key.L, 0)


def scenario_fails(studio: Studio, library: Library) -> None:
    """The end of a scenario from a file, which does not hold."""
    path = paths.plugin_folder() / "gears" / "scenarios" / "std-807-quarter-turn.toml"
    differences = [Difference(f"turn {turn}", "Ratchet", "cell", [turn, 4], [5, 6]) for turn in range(1, 8)]
    played = replace(perform(path, studio.catalogue), differences=tuple(differences))
    studio.client.replays.watch_scenario(path, played, False)
    studio.top.result()

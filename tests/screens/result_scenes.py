"""The screens after a match: results, analyses, replays."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import arcade

from roborally.base import paths
from roborally.features.analysis.findings import Analysis
from roborally.features.analysis.window.analysis_page import AnalysisPage
from roborally.features.analysis.window.desk import AnalysisDesk
from roborally.features.replays.window.desk import ReplayDesk
from roborally.game.scenario.compare import Difference
from roborally.game.scenario.show import perform
from roborally.ui.pages.saves import save_replay
from roborally.ui.replay.opening_screen import OpeningScreen
from tests.ui import desks

from . import profile
from .match_scenes import moving
from .moments import COURSES, FinishedWork, Library
from .studio import STEP, Studio

Show = Callable[[Studio, Library], None]


def scenes() -> dict[str, Show]:
    """Return the scenes by name."""
    found: dict[str, Show] = {f"result-{mode}": partial(result, mode) for mode in COURSES}
    found |= {f"result-numbers-{mode}": partial(numbers, mode) for mode in ("standard", "volt", "roboball")}
    found |= {
        "result-eight": result_of_eight,
        "result-replay-saved": replay_saved,
        "analysis-standard": partial(analysis, "standard"),
        "analysis-auenland": partial(analysis, "auenland"),
        "analysis-volt": partial(analysis, "volt"),
        "analysis-roboball": partial(analysis, "roboball"),
        "analysis-running": analysis_running,
        "analysis-comparing": analysis_comparing,
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


# --- results and replays --------------------------------------------------------------------------------------------


def result(mode: str, studio: Studio, library: Library) -> None:
    """Show the result of a match, with new achievements, and the moment that decided it."""
    profile.forget_history()
    done = library.finished(mode)
    desks.matches(studio.client).recorder = done.recorder
    _analyse(studio, library.analysed(mode))
    desks.matches(studio.client).show_result(done.context)
    _find_moment(studio)


def _analyse(studio: Studio, work: FinishedWork) -> None:
    """Let an analysis be known, whatever match is analysed next: another process would have to be waited for."""
    desk: Any = studio.client.of(AnalysisDesk)
    desk.work = lambda game, record: work


def _find_moment(studio: Studio) -> None:
    """Let the result load the moment that decided the match."""
    while not studio.top.moment.ready:
        studio.go_on(STEP)
    studio.go_on(STEP)


def numbers(mode: str, studio: Studio, library: Library) -> None:
    """Show the numbers of all robots of a match."""
    result(mode, studio, library)
    studio.top.turn_over()


def result_of_eight(studio: Studio, library: Library) -> None:
    """Show the result of a short match with the largest number of robots."""
    screen = moving("classic", studio, library, players=8)
    screen.context.display.winners = (0,)
    _analyse(studio, FinishedWork(Analysis()))
    desks.matches(studio.client).show_result(screen.context)


def analysis(mode: str, studio: Studio, library: Library, work: FinishedWork | None = None) -> None:
    """Show the analysis of a match."""
    result(mode, studio, library)
    done = library.finished(mode)
    found = work or library.analysed(mode)
    game, record = done.recorder.game, done.recorder.record
    page = AnalysisPage(
        studio.app, done.context, game, record, found, watch=lambda beat: None, try_turn=lambda turn, seat: None
    )
    studio.app.push(page)


def analysis_running(studio: Studio, library: Library) -> None:
    """Show the analysis of a match while the bots are still working on it."""
    turns = library.analysed("standard").analysis.turns[:4]
    analysis("standard", studio, library, FinishedWork(Analysis(turns=turns)))


def analysis_comparing(studio: Studio, library: Library) -> None:
    """Show the analysis of a match while programs are compared."""
    done = library.analysed("standard").analysis
    analysis("standard", studio, library, FinishedWork(Analysis(done.turns, done.programs[:1], judged=True)))


def practice(studio: Studio, library: Library) -> None:
    """Show the question before a turn is played again."""
    analysis("standard", studio, library)
    recorder = library.finished("standard").recorder
    studio.client.of(AnalysisDesk).try_turn(recorder.game, recorder.record, 3, [0])


def replay_analysis(studio: Studio, library: Library) -> None:
    """Show a replay with the chances of the robots."""
    _analyse(studio, library.analysed("standard"))
    replay("standard", 0.5, studio, library).overlay.toggle()
    studio.go_on(STEP)


def replay_saved(studio: Studio, library: Library) -> None:
    """Show the message when a replay has been written."""
    result("standard", studio, library)
    before = set(paths.save_folder().iterdir())
    recorder = library.finished("standard").recorder
    save_replay(studio.app, recorder.game.course.id, recorder.finish)
    for path in set(paths.save_folder().iterdir()) - before:
        path.unlink()


def opening(studio: Studio, library: Library) -> None:
    """Show the note while a replay is opened."""
    studio.client.router.home()
    studio.client.router.open("replays")
    studio.app.push(OpeningScreen(studio.app, lambda: None))
    studio.top.update = lambda seconds: None


def replay(mode: str, part: float, studio: Studio, library: Library) -> Any:
    """Show a replay at a share `part` of its length, and return its screen."""
    done = library.finished(mode)
    studio.client.of(ReplayDesk).watch(done.recorder.game, done.recorder.record)
    screen = studio.top
    screen.film.prepare(60)
    screen.playback.paused = True
    screen.go_to(round(len(screen.film.events) * part))
    studio.go_on(0.5)
    return screen


def replay_result(studio: Studio, library: Library) -> None:
    """Show the result at the end of a replay."""
    screen = replay("roboball", 0.9, studio, library)
    _analyse(studio, library.analysed("roboball"))
    screen.result()
    _find_moment(studio)


def replay_log(studio: Studio, library: Library) -> None:
    """Show the log of a replay."""
    replay("classic", 0.5, studio, library).key(arcade.key.L, 0)


def scenario_fails(studio: Studio, library: Library) -> None:
    """Show the end of a scenario from a file that does not hold."""
    path = paths.plugin_folder() / "gears" / "scenarios" / "standard.toml::std-807-quarter-turn"
    differences = [Difference(f"turn {turn}", "Ratchet", "cell", [turn, 4], [5, 6]) for turn in range(1, 8)]
    played = replace(perform(path, studio.catalogue), differences=tuple(differences))
    studio.client.router.open("scenario", path=path, played=played, follow=False)
    studio.top.result()

"""Runs a scenario and records its events, so that the window can show it as a replay."""

from dataclasses import dataclass
from pathlib import Path

from roborally.core.events import Event
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.game.records.course_data import CourseData
from roborally.game.records.file_format import Record
from roborally.game.scenario.compare import Difference
from roborally.game.scenario.file import ScenarioError, check_head
from roborally.game.scenario.run import catalogue_for, load_scenario, prepare, run_to_the_end
from roborally.plugin_system.loader import Catalogue


@dataclass(frozen=True)
class Performance:
    """A scenario that has been run, with all that is needed to show it; it has failed if there are `differences`.

    `start` is the match before its first event, `record` has the events.
    """

    name: str
    note: str
    game: Game
    start: Match
    record: Record
    differences: tuple[Difference, ...]


def perform(path: Path, catalogue: Catalogue) -> Performance:
    """Run and record the scenario at `path`, a file or `FILE::ID`; raise `GameError` that names the file.

    The plugin whose folder contains the file need not be installed.
    """
    catalogue = catalogue_for(path, catalogue)
    data = load_scenario(path)
    where = str(path)
    check_head(data, where)
    events: list[Event] = []
    with ScenarioError.repeating(where):
        run = prepare(where, data, catalogue)
        start = run.match.clone()
        assert run.match.watch is not None, "a prepared match is watched"
        run.match.watch.listeners.append(events.append)
        run_to_the_end(run)
    game = run.game
    plugins = {plugin.id: plugin.manifest.version for plugin in game.plugins}
    seed = game.config.match.seed or 0
    record = Record(game.config.to_data(), seed, plugins, CourseData.of(game.course), events=events)
    return Performance(data["name"], data.get("note", ""), game, start, record, tuple(run.differences))

"""The interface for plugin authors: all names that the guides use.

A plugin that needs more of the kernel may import `roborally.core`.

A plugin is a folder with `plugin.toml` (docs/plugins.md) and usually `rules.py`:

    from roborally.plugin import Match, Piece, Rules, hookimpl

    @hookimpl
    def register(rules: Rules) -> None:
        rules.element("crusher", phase="crushers", act=crush)

    def crush(match: Match, piece: Piece, registers: str) -> None:
        if str(match.state.stage) in registers:
            match.destroy(piece, cause="crusher")

* `register(rules, settings)` adds the plugin's parts to the rules; see the methods of `Rules`.
* `setup(match)` prepares a new match.
* Rules change a match with the public methods of `Match`; `match.floor` holds tables of the board.
* A plugin keeps no state of its own. Its values lie in its slot of the state, a TypedDict:
  `slot_of = plugin_slot("my-id", MySlot)` is registered with `rules.slot(slot_of)`, filled in `setup` with
  `slot_of.fill(match, {…})`, and read with `slot_of(match)`. `plugin_settings` does the same for its settings.
* A plugin that others build on has an `api.py`. A plugin that names it in `needs` may import this file, but no other:
  `from roborally_plugins.program_cards.api import hand`.
* Everything registered is a plain function of a module, so that a match can be copied, saved and sent at any moment.

The manifest describes displays that need no code. For others a plugin may have a `view.py`, which only the window
loads, with `register_view(views)`; `roborally.ui.plugin` describes it.

The answers of bots to a plugin's questions are in `bot.py`, which is loaded when a bot is needed. Its hook is
`register_bots(bots)`:

    @hookimpl
    def register_bots(bots: Bots) -> None:
        bots.search("program", nearest_program)    # the answer of the bot `greedy` to a kind of question
        bots.plan("program", best_program)         # the answer of the bot `planner`
        bots.rival("program", Lookahead(...))      # how the bot `rival` looks ahead
        bots.steps("program", Steps(...))          # the steps that build an answer
        bots.words("move", "fire")                 # words in those steps, besides those of the manifest
        bots.bot("hasty", Hasty)                   # a bot to choose by name (plugins of kind `bot`)

`roborally.bots.plugin` describes them.
"""

from roborally.core.data import Decision, Frame, Slot
from roborally.core.decisions import AnswerError, offered
from roborally.core.dice import Dice
from roborally.core.events import Event
from roborally.core.floor import OUTSIDE, WALL, Floor
from roborally.core.geometry import (
    COMPASS,
    DELTAS,
    DIAGONALS,
    DIRECTIONS,
    EAST,
    NAMES,
    NORTH,
    SOUTH,
    WEST,
    Cell,
    direction_named,
    neighbour,
    opposite,
    rotated,
)
from roborally.core.match import Match, Seat
from roborally.core.observation import Observation, imagine, run_on
from roborally.core.rules import Hit
from roborally.core.state import NOBODY, OFF, Piece, replaced
from roborally.plugin_system.access import PluginSettings, PluginSlot, Settings, plugin_settings, plugin_slot
from roborally.plugin_system.errors import PluginError, text
from roborally.plugin_system.hooks import hookimpl
from roborally.plugin_system.registries import (
    COMMANDS,
    COURSE_DOUBTS,
    FACTS,
    FORECAST_BEAMS,
    FORECAST_FOLLOWS,
    FORECAST_STOPS,
    FORECASTS,
    GAME_CHECKS,
    MARKS,
    MATCH_FACTS,
    OBJECTIVES,
    ORDERS,
    PACES,
    SCENARIO_LISTS,
    SCENARIO_ORDERS,
    SCENARIO_ROBOTS,
    SCENARIO_STARTS,
    SEAT_CHECKS,
    SHEETS,
    SLOTS,
    STATISTICS,
    STEPS_OF_A_GOAL,
    WINNING_TEAM,
    CourseDoubt,
    Fact,
    Order,
    Pace,
    Registry,
    Statistic,
    holds_named,
    progress,
    read_fact,
    slot_face,
    steps_come,
    view_of,
)
from roborally.plugin_system.registry import Rules
from roborally.plugin_system.sheets import (
    AnswerChoice,
    CellChoice,
    CompassChoice,
    FloorMark,
    LaidTile,
    Listed,
    Many,
    Pose,
    QuestionView,
    ShownSentence,
    SlotFace,
    SwitchChoice,
    TilePart,
    Tiles,
    TileSlot,
    only_answer,
    usual_view,
)

__all__ = [
    "COMMANDS",
    "COMPASS",
    "COURSE_DOUBTS",
    "DELTAS",
    "DIAGONALS",
    "DIRECTIONS",
    "EAST",
    "FACTS",
    "FORECASTS",
    "FORECAST_BEAMS",
    "FORECAST_FOLLOWS",
    "FORECAST_STOPS",
    "GAME_CHECKS",
    "MARKS",
    "MATCH_FACTS",
    "NAMES",
    "NOBODY",
    "NORTH",
    "OBJECTIVES",
    "OFF",
    "ORDERS",
    "OUTSIDE",
    "PACES",
    "SCENARIO_LISTS",
    "SCENARIO_ORDERS",
    "SCENARIO_ROBOTS",
    "SCENARIO_STARTS",
    "SEAT_CHECKS",
    "SHEETS",
    "SLOTS",
    "SOUTH",
    "STATISTICS",
    "STEPS_OF_A_GOAL",
    "WALL",
    "WEST",
    "WINNING_TEAM",
    "AnswerChoice",
    "AnswerError",
    "Cell",
    "CellChoice",
    "CompassChoice",
    "CourseDoubt",
    "Decision",
    "Dice",
    "Event",
    "Fact",
    "Floor",
    "FloorMark",
    "Frame",
    "Hit",
    "LaidTile",
    "Listed",
    "Many",
    "Match",
    "Observation",
    "Order",
    "Pace",
    "Piece",
    "PluginError",
    "PluginSettings",
    "PluginSlot",
    "Pose",
    "QuestionView",
    "Registry",
    "Rules",
    "Seat",
    "Settings",
    "ShownSentence",
    "Slot",
    "SlotFace",
    "Statistic",
    "SwitchChoice",
    "TilePart",
    "TileSlot",
    "Tiles",
    "direction_named",
    "holds_named",
    "hookimpl",
    "imagine",
    "neighbour",
    "offered",
    "only_answer",
    "opposite",
    "plugin_settings",
    "plugin_slot",
    "progress",
    "read_fact",
    "replaced",
    "rotated",
    "run_on",
    "slot_face",
    "steps_come",
    "text",
    "usual_view",
    "view_of",
]

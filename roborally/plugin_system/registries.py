"""The collections to which plugins add named entries with `rules.add`, and the types of these entries."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from roborally.base.errors import any_fault
from roborally.core.data import Decision
from roborally.core.events import Event
from roborally.core.floor import Floor
from roborally.core.geometry import Cell
from roborally.core.match import Match, Seat
from roborally.core.rules import Ruleset
from roborally.core.state import Piece
from roborally.plugin_system.errors import PluginError
from roborally.plugin_system.sheets import FloorMark, QuestionView, ShownSentence, SlotFace, usual_view

T = TypeVar("T")


@dataclass(frozen=True)
class Registry(Generic[T]):
    """A collection of entries by name: `entries` describes one entry, `kind` is the type that each must fit.

    `kind` is a type as it stands in annotations: a class, of which each field must fit, or a `Callable`.

    `table` is the table of the manifest that describes each entry; `plugin check` looks for it. A plugin whose `api.py`
    has a `Registry` of its own lets others add to it.
    """

    name: str
    entries: str
    kind: Any = Any
    table: str = ""

    def of(self, rules: Ruleset) -> Mapping[str, T]:
        """Return the entries that the plugins of a match have added, by name and sorted by name."""
        return rules.registries.get(self.name, {})


def holds_named(expected: Mapping[str, Any], actual: Mapping[str, Any]) -> bool:
    """Return whether `actual` has all entries of `expected`, for `Fact.holds` of a fact that is a table."""
    return all(actual.get(name) == value for name, value in expected.items())


class Fact(NamedTuple):
    """A value of a robot or a match, which scenarios compare and the window shows.

    In the registry `facts` it is about a robot, in `match-facts` about the whole match, and then without `piece`.
    `read(match, piece)` returns plain data (cells as (x, y)). `write(match, piece, value)`, if given, lets a scenario
    set it; writers run in ascending `order` and raise `ValueError` for an invalid value. `holds(expected, actual)`
    compares values for which equality is too strict.
    """

    read: Callable[..., Any] | None = None
    write: Callable[..., None] | None = None
    order: int = 0
    holds: Callable[[Any, Any], bool] | None = None


@dataclass(frozen=True, slots=True)
class Statistic:
    """A number that is counted for each robot in a match, from events alone.

    `count(event, memory)` is called for events of the given `types` and returns (piece, amount) pairs; `memory` is a
    dict for this statistic and match. `title` heads a narrow column: a short word or two, passed through `text` for
    translation. Columns are sorted by `order`, then by name. `better` says which count is the best, "more", "less" or
    "neither"; the window shows it in gold. A `ranked` statistic must have a best count, and ranks robots at the end of
    a match, after gauges that do. Events of pieces that are no robots count only with `any_piece`.
    """

    title: str
    types: tuple[str, ...]
    count: Callable[[Mapping[str, Any], dict[str, Any]], Sequence[tuple[int, int]]]
    order: int = 0
    better: Literal["more", "less", "neither"] = "neither"
    ranked: bool = False
    any_piece: bool = False

    def __post_init__(self) -> None:
        if self.ranked and self.better == "neither":
            raise PluginError("a statistic that is ranked says which count is best: better='more' or better='less'")


class Pace(NamedTuple):
    """The time that a bot takes for an answer in a race with people: `fewest` to `most` seconds."""

    fewest: float
    most: float


class CourseDoubt(NamedTuple):
    """Something that looks like a mistake in a course: an English sentence without a full stop, and its cells.

    The board editor marks these cells. Without cells, the sentence is about the whole course.
    """

    sentence: str
    cells: tuple[Cell, ...] = ()


def _no_remark(*_given: Any) -> str:
    return ""


def _no_words(match: Match) -> Sequence[str]:
    return ()


class Order(NamedTuple):
    """The functions that write an answer as a line of text, for play by post; `example` is a line, `help` explains it.

    The help is a sentence or two, passed through `text`.

    `read(match, decision, text)` returns the answer in a line, or raises `AnswerError`; the question's own check comes
    after it. `write(match, decision, answer)` returns the line, which shows a player what was understood.
    `remark(match, decision, answer)` returns a warning that the player may not have meant this, passed through `text`,
    or an empty text. `words(match)` returns the meanings of the words in this match, each passed through `text`, to be
    shown before the help.
    """

    read: Callable[..., Any]
    write: Callable[..., str]
    example: str
    help: str
    remark: Callable[..., str] = _no_remark
    words: Callable[[Match], Sequence[str]] = _no_words


OfPiece = Callable[[Match, Piece], None]
Measure = Callable[[Match, Piece], float]
SeatsCheck = Callable[[Floor, tuple[Seat, ...]], str]
Doubts = Callable[[Floor], Sequence[CourseDoubt]]
Start = Callable[[Match], None]
ListOf = Callable[[Match, Any], None]
ActedIn = Callable[[Sequence[Event]], Sequence[int]]
Team = Callable[[Match], Any]
Sheet = Callable[[Match, Decision], QuestionView]
Marks = Callable[[Match], Sequence[FloorMark]]
Face = Callable[[str], SlotFace]

COMMANDS: Registry[OfPiece] = Registry("commands", "what a program may hold: `execute(match, piece)`", OfPiece)
FACTS: Registry[Fact] = Registry("facts", "something that can be told of a robot: a `Fact`", Fact)
MATCH_FACTS: Registry[Fact] = Registry(
    "match-facts", "something that can be told of a whole match: a `Fact` whose functions take no piece", Fact
)
STATISTICS: Registry[Statistic] = Registry("statistics", "what is counted for each robot: a `Statistic`", Statistic)
OBJECTIVES: Registry[Measure] = Registry(
    "objectives",
    "how far a robot has come: `measure(match, piece)`, goals reached, less a thousandth for each step to go",
    Measure,
)
GAME_CHECKS: Registry[SeatsCheck] = Registry(
    "game-checks",
    "why these seats cannot play on a floor: `check(floor, seats)`, the end of a sentence or empty",
    SeatsCheck,
)
SEAT_CHECKS: Registry[SeatsCheck] = Registry(
    "seat-checks", "what is wrong with what seats bring along: `check(floor, seats)`, a sentence or empty", SeatsCheck
)
COURSE_DOUBTS: Registry[Doubts] = Registry(
    "course-doubts", "what is strange about a course: `doubts(floor)`, each a `CourseDoubt`", Doubts
)
FORECASTS: Registry[OfPiece] = Registry(
    "forecasts",
    "what a forecast of a program leaves out: `prepare(match, piece)` changes the copy that is played on",
    OfPiece,
)
FORECAST_STOPS: Registry[str] = Registry(
    "forecast-stops",
    "events with `piece` by which the robot of a forecast does something in a stage, in a few words",
    str,
)
FORECAST_BEAMS: Registry[str] = Registry(
    "forecast-beams", "causes of beams that a program fires and a forecast shows, in a few words", str
)
FORECAST_FOLLOWS: Registry[str] = Registry(
    "forecast-follows", "ways of moving by which pieces follow a robot, which a forecast shows, in a few words", str
)
PACES: Registry[Pace] = Registry(
    "paces", "how long bots take where the first to answer has a choice: a `Pace`, by kind of question", Pace
)
ORDERS: Registry[Order] = Registry(
    "orders", "how players by post answer the questions that a turn begins with: an `Order`, by kind of question", Order
)
SHEETS: Registry[Sheet] = Registry(
    "sheets",
    "how a kind of question is shown: `sheet(match, decision)`, a `QuestionView` of what its owner may know",
    Sheet,
)
MARKS: Registry[Marks] = Registry(
    "marks", "what lies on the floor beside pieces: `marks(match)` as a seat may know it, each a `FloorMark`", Marks
)
SLOTS: Registry[Face] = Registry(
    "slots", "what lies in a slot of a program: `face(content)`, a `SlotFace`; one plugin of a mode adds it", Face
)
SCENARIO_LISTS: Registry[ListOf] = Registry(
    "scenario-lists", "a further list at the top of a scenario file, by its key: `write(match, value)`", ListOf
)
SCENARIO_ORDERS: Registry[ActedIn] = Registry(
    "scenario-orders", "the robots that acted in a stage, for `order` in a scenario: `order(events)`", ActedIn
)
SCENARIO_ROBOTS: Registry[OfPiece] = Registry(
    "scenario-robots", "what follows when a scenario has put a robot on its cell: `place(match, piece)`", OfPiece
)
SCENARIO_STARTS: Registry[Start] = Registry(
    "scenario-starts", "what a scenario changes in a new match: `start(match)`", Start
)
WINNING_TEAM: Registry[Team] = Registry(
    "winning-team",
    "the number of the team that has won, or an empty text, for `winner` in a scenario: `team(match)`",
    Team,
)
REGISTRIES = (
    COMMANDS,
    FACTS,
    MATCH_FACTS,
    STATISTICS,
    OBJECTIVES,
    GAME_CHECKS,
    SEAT_CHECKS,
    COURSE_DOUBTS,
    FORECASTS,
    FORECAST_STOPS,
    FORECAST_BEAMS,
    FORECAST_FOLLOWS,
    PACES,
    ORDERS,
    SHEETS,
    MARKS,
    SLOTS,
    SCENARIO_LISTS,
    SCENARIO_ORDERS,
    SCENARIO_ROBOTS,
    SCENARIO_STARTS,
    WINNING_TEAM,
)
"""The registries of the game itself."""


STEPS_OF_A_GOAL = 1_000.0
"""The number of steps that counts as much as one goal reached; more than any floor needs."""


def progress(match: Match, piece: Piece) -> float:
    """Return a piece's progress, summed over `OBJECTIVES`: goals reached, less 0.001 for each step to go."""
    return sum(float(measure(match, piece)) for measure in OBJECTIVES.of(match.rules).values())


def steps_come(match: Match, piece: Piece) -> float:
    """Return a piece's progress in steps, with `STEPS_OF_A_GOAL` for each goal reached."""
    return STEPS_OF_A_GOAL * progress(match, piece)


def read_fact(match: Match, name: str, piece: Piece, otherwise: Any = None) -> Any:
    """Return the value of the fact `name` of a piece, or `otherwise` if no plugin of the match has this fact."""
    fact = FACTS.of(match.rules).get(name)
    return otherwise if fact is None or fact.read is None else fact.read(match, piece)


def view_of(match: Match, decision: Decision) -> QuestionView:
    """Return how to show a question, in a match that knows what the question's owner may know (`Observation.match`).

    If the plugin's sheet fails or returns no view, return the usual view: a picture must not end a match.
    """
    sheet = SHEETS.of(match.rules).get(decision["kind"])
    try:
        view = sheet(match, decision) if sheet is not None else None
    except any_fault():
        view = None
    return view if isinstance(view, QuestionView) else usual_view(decision)


def slot_face(rules: Ruleset, content: str) -> SlotFace:
    """Return how to show the content of a program's slot, which is not empty; as plain text if no plugin says how."""
    plain = SlotFace(sentence=ShownSentence("{content}", {"content": content}))
    try:
        return next((face(content) for face in SLOTS.of(rules).values()), plain)
    except any_fault():
        return plain

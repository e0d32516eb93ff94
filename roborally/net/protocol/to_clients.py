"""The messages that a server sends to clients."""

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from roborally.game.records.course_data import CourseData
from roborally.net.protocol.sentences import LocalizedText
from roborally.net.protocol.values import (
    Code,
    CourseCode,
    FromServer,
    Number,
    Seat,
    Seats,
    Seconds,
    Short,
    Text,
    Titles,
    Word,
)

FACTS_ENTRY = "*facts*"
"""The entry of an observation's `ext` with facts about robots (`Fact`), for clients that lack plugins."""

TABLE = "*table*"
"""The id that `Rejected` uses for a course that the host shows; no question has this id."""


class ChatMessage(FromServer, tag="said", frozen=True, omit_defaults=True):
    """A chat line; `member` is -1 for the server itself. With a `course` code the text is that course's title."""

    member: Annotated[int, Meta(ge=-1, le=2**53 - 1)]
    name: Word
    text: Text
    course: CourseCode = ""


class Welcome(FromServer, tag="welcome", frozen=True):
    """The client has joined: its member number, a token for coming back, and the match's code.

    `server` is the server's id, and `challenge` a text to sign as proof of who the player is (`Person`). With `pages`
    others can join in a browser. `chat` are the latest chat lines.
    """

    protocol: int
    game: Short
    member: Number
    token: Short
    code: Code
    server: Short = ""
    challenge: Short = ""
    pages: bool = False
    chat: Annotated[list[ChatMessage], Meta(max_length=200)] = field(default_factory=list)


class Who(FromServer, tag="who", frozen=True):
    """The server asks who the player is, because they may have a seat in the match; fields are as in `Welcome`."""

    server: Short
    challenge: Short


class Refused(FromServer, tag="refused", frozen=True):
    """The connection ends, and retrying is pointless; `reason` is as in the close frame (docs/network.md).

    `server` is the server's id: only the server that gave a seat can report that the seat is gone.
    """

    reason: Short
    text: LocalizedText
    server: Short = ""


class MatchListing(Struct, frozen=True):
    """An entry of the list of matches: one that can be joined or watched. `members` is the number of members."""

    code: Code
    host: Short
    mode: Short
    course: Short
    members: Annotated[int, Meta(ge=0, le=100_000)]
    playing: bool


class MatchList(FromServer, tag="matches", frozen=True):
    """The matches on the server, for a client that wished to `list` them; the connection ends."""

    matches: Annotated[list[MatchListing], Meta(max_length=2_000)]


class MemberState(Struct, frozen=True):
    """A member of a match. `seat` is -1 for spectators; `player` is the bot that plays instead, if any.

    `titles` are the achievements that a player shows to others.
    """

    id: Number
    name: Short
    robot: Short = ""
    ready: bool = False
    host: bool = False
    watching: bool = False
    connected: bool = True
    seat: Seat = -1
    player: Short = ""
    titles: Titles = ()


Members = Annotated[list[MemberState], Meta(max_length=20_000)]


class LobbyState(FromServer, tag="lobby", frozen=True, omit_defaults=True):
    """The lobby's current choices, as a match file without a seed, and its members.

    `building` is the code of the course that the host builds or has built, empty for none.
    """

    config: dict[str, Any]
    members: Members
    building: CourseCode = ""


class MemberList(FromServer, tag="members", frozen=True):
    """The members of a match that is being played."""

    members: Members


class PluginState(Struct, frozen=True):
    """A plugin of the match: its version, and the digest of its files on the server."""

    version: Short
    digest: Short


LineKind = Annotated[int, Meta(ge=0, le=2)]
Line = tuple[Number, str, LineKind]
ShownBeat = tuple[Number, list[list[Any]], list[Line], list[tuple[Number, int]]]


class Begin(FromServer, tag="begin", frozen=True):
    """The complete state of a match that starts, or that a member joins or comes back to.

    `config` is the match file without the seed and without the secrets of other seats; `seat` is the receiver's, or -1.
    `observation` is the data of an `Observation`; for clients that lack plugins its `ext` has an entry `FACTS_ENTRY`
    with facts about robots. `toughness` is the damage that destroys a robot. With `open_file` the match continues a
    saved game that was not sealed: others may know its hidden cards. `past` are the events of the last turns, for the
    log. The clock is as in `Update`.
    """

    config: dict[str, Any]
    course: CourseData
    plugins: Annotated[dict[Short, PluginState], Meta(max_length=200)]
    seat: Seat
    beat: Number
    observation: dict[str, Any]
    waiting: Seats
    clock: Seconds
    held: bool
    grace: Annotated[float, Meta(ge=0, le=60)]
    toughness: Annotated[int, Meta(ge=0, le=1000)]
    open_file: bool = False
    past: Annotated[list[dict[str, Any]], Meta(max_length=10_000)] = field(default_factory=list)


class Update(FromServer, tag="update", frozen=True):
    """The new events, as far as the seat may see them, and the current state of the match.

    `clock` is the time to answer in seconds, `None` without a clock; while it is `held` it has not started. Defaults
    are used `grace` seconds later: until then the server still accepts answers that were on their way.
    """

    events: Annotated[list[dict[str, Any]], Meta(max_length=100_000)]
    observation: dict[str, Any]
    waiting: Seats
    clock: Seconds
    held: bool
    grace: Annotated[float, Meta(ge=0, le=60)]
    notices: Annotated[list[dict[str, Any]], Meta(max_length=1_000)] = field(default_factory=list)


class PageScene(FromServer, tag="scene", frozen=True):
    """The complete state for a page, as seen by its seat; a window receives `Begin` instead.

    `pack` is the digest of the pictures and texts that never change in a match, at `GET /pack/DIGEST`. `Feed` explains
    `now`. A line of the `log` is its number, its text and its kind: 0 a sentence, 1 a heading, 2 a sentence that is
    shown in large letters over the board; here its beat follows. `chat_beats` are the beats at which the latest chat
    lines of this match were sent.
    """

    pack: Short
    seat: Seat
    beat: Number
    now: dict[str, Any]
    log: Annotated[list[tuple[Number, str, LineKind, Number]], Meta(max_length=1_000)]
    waiting: Seats
    clock: Seconds
    held: bool
    grace: Annotated[float, Meta(ge=0, le=60)]
    chat_beats: Annotated[list[Number], Meta(max_length=200)]


class Shown(FromServer, tag="shown", frozen=True):
    """The new events for a page, and the state after them as in `PageScene`; a window receives `Update` instead.

    A beat is its number, its acts, the lines of the log, and the changes of damage as pairs of piece and points.
    `notices` are sentences about the players.
    """

    beat: Number
    beats: Annotated[list[ShownBeat], Meta(max_length=100_000)]
    now: dict[str, Any]
    waiting: Seats
    clock: Seconds
    held: bool
    grace: Annotated[float, Meta(ge=0, le=60)]
    notices: Annotated[list[str], Meta(max_length=1_000)] = field(default_factory=list)


class Previewed(FromServer, tag="previewed", frozen=True):
    """The forecast of an unfinished answer, or a `problem`: a sentence about why the rules refuse it.

    `ghost` has the robot's `cell` and `facing` at the end, its `legs`, `shots` and `stops` from stage to stage, in
    `lost` a sentence about how it would be destroyed, and a `warning` that the player may not have meant this.
    """

    number: Number
    problem: str = ""
    ghost: dict[str, Any] | None = None


class ClockState(FromServer, tag="clock", frozen=True):
    """A change of the clock, or of the seats that the match waits for; the fields are as in `Update`."""

    waiting: Seats
    clock: Seconds
    held: bool
    grace: Annotated[float, Meta(ge=0, le=60)]


class Rejected(FromServer, tag="rejected", frozen=True):
    """The refusal of an answer or another request; nothing has changed.

    `id` is the id of the question, or `TABLE` for a course that the host shows.
    """

    text: LocalizedText
    id: Short = ""


class MatchEnded(FromServer, tag="ended", frozen=True, omit_defaults=True):
    """The end of a match, or of a lobby that is closed.

    `reason` is `over` if the match reached its end; `file` is then its replay. It is `host` if the host has left,
    `left` if all players have left, `failed` after a program error, and `closed` if the server stops; `file` is then
    the saved game, sealed (CLI-R02, CLI-R12). Files are in base64, empty if there is no file. With `over`, `digest` is
    the digest of the last state, and `counts` are the statistics by robot. With `failed`, `text` names the plugin that
    failed, if one did.
    """

    reason: Short
    file: str = ""
    digest: Short = ""
    counts: Annotated[list[dict[Short, Annotated[int, Meta(ge=-(2**53), le=2**53)]]], Meta(max_length=100)] = field(
        default_factory=list
    )
    text: LocalizedText | None = None


class SavedGame(FromServer, tag="saved", frozen=True):
    """The saved game that the host requested, sealed, in base64."""

    file: str


class HomeRequest(FromServer, tag="home-request", frozen=True):
    """The state of the host's request to save the match, with all secrets, on their machine; sent to players only.

    `state` is `open`, `agreed`, `refused`, or `over` if it ended with its turn. `missing` are the players who have not
    answered: the host receives all of them, other players at most themselves. `refused` is the name of the player who
    refused, for the host only.
    """

    request: Number
    host: Short
    state: Short
    missing: Annotated[list[Short], Meta(max_length=100)] = field(default_factory=list)
    refused: Short = ""


class HomeGame(FromServer, tag="home-game", frozen=True):
    """The saved game that may be taken home: the match at the beginning of a turn, not sealed, in base64."""

    file: str


class BundleContents(FromServer, tag="contents", frozen=True):
    """The list of a plugin's data files, with the hash and the size in bytes of each, by path; never code."""

    plugin: Short
    digest: Short
    files: Annotated[dict[Short, tuple[Short, Number]], Meta(max_length=400)]


class PluginBundle(FromServer, tag="bundle", frozen=True):
    """Data of a plugin: the requested parts of its files by path, in base64."""

    plugin: Short
    digest: Short
    files: Annotated[dict[Short, str], Meta(max_length=400)]


ServerMessage = (
    Welcome
    | Who
    | Refused
    | MatchList
    | LobbyState
    | MemberList
    | Begin
    | Update
    | PageScene
    | Shown
    | Previewed
    | ClockState
    | Rejected
    | ChatMessage
    | MatchEnded
    | SavedGame
    | HomeRequest
    | HomeGame
    | BundleContents
    | PluginBundle
)

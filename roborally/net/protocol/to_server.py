"""The messages that a client sends to a server."""

from typing import Annotated, Any

from msgspec import Meta

from roborally.net.protocol.values import (
    MAX_PART,
    MAX_PIECE,
    MAX_SHORT,
    Code,
    CourseCode,
    FromClient,
    Name,
    Number,
    Text,
    Titles,
    Token,
    Word,
)


class Hello(FromClient, tag="hello", frozen=True):
    """The first message of every connection.

    A `token` returns a player to their seat. Otherwise `wish` is the request: to `join` or `watch` the match with a
    code (without a code, the only match), to `create` one, or to `list` the open ones. `key` is the key that a server
    may require for creating matches. `titles` are the achievements that a player shows to others; unknown ones are
    ignored. `proves` says that the client answers `Who`. `ended` is the digest of the last match whose end was
    received. A `page` in a browser gives its language: it is sent `PageScene` and `Shown`, not `Begin` and `Update`.
    """

    protocol: int
    game: Word
    name: Name
    wish: Word = "join"
    code: Code = ""
    token: Token = ""
    key: Token = ""
    titles: Titles = ()
    proves: bool = False
    ended: Word = ""
    page: Word = ""


class Person(FromClient, tag="person", frozen=True):
    """Proof of who the player is, whatever their name: a public key, and a signature of the `challenge`.

    The challenge comes from `Who` or `Welcome`. Both fields are Ed25519, in hexadecimal digits; docs/network.md defines
    the signed text.
    """

    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}\\Z")]
    proof: Annotated[str, Meta(pattern="^[0-9a-f]{128}\\Z")]


class Configure(FromClient, tag="configure", frozen=True):
    """The host's choices: a match file as plain data; choices that players make themselves are ignored."""

    config: dict[str, Any]


class Choose(FromClient, tag="choose", frozen=True):
    """A member's own choices in the lobby: their robot, and whether they are ready.

    A host who is `watching` has no seat: their window is the table that all others sit around. A spectator who is not
    `watching` takes a seat.
    """

    robot: Word = ""
    ready: bool = False
    watching: bool = False


class Start(FromClient, tag="start", frozen=True):
    """The host's request to start the match."""


class Upload(FromClient, tag="upload", frozen=True):
    """A part of a saved game that the host wants to continue, in base64; the match starts after the last part."""

    part: Annotated[str, Meta(max_length=MAX_PART)]
    last: bool = False


class Answer(FromClient, tag="answer", frozen=True):
    """The answer to a question of the sender's seat."""

    id: Word
    answer: Any


class Preview(FromClient, tag="preview", frozen=True):
    """A page's request for the forecast of an unfinished answer; `Previewed` with the same number is the reply.

    Pages that ask too often get no reply.
    """

    id: Word
    answer: Any
    number: Number = 0


class PlaybackDone(FromClient, tag="seen", frozen=True):
    """The report that the client has shown all events up to a beat: the player's time to think may start (CLI-202)."""

    beat: Number


class Chat(FromClient, tag="chat", frozen=True, omit_defaults=True):
    """A chat line for everyone; with a `course` code it shows that course, and the text is its title."""

    text: Text
    course: CourseCode = ""


class Building(FromClient, tag="building", frozen=True):
    """The code of the course that the host is building; empty when the course is no longer shown."""

    course: CourseCode = ""


class Kick(FromClient, tag="kick", frozen=True):
    """The host's request to remove a member (CLI-504)."""

    member: Number


class Save(FromClient, tag="save", frozen=True):
    """The host's request for the saved game, sealed: of the beginning of a turn, or with -1 of the current state."""

    turn: Annotated[int, Meta(ge=-1, le=1_000_000)] = -1


class AskHome(FromClient, tag="ask-home", frozen=True):
    """The host's request to take the match home: all players are asked whether all may have it unsealed."""


class AnswerHome(FromClient, tag="answer-home", frozen=True):
    """A player's answer to the `HomeRequest` with this number."""

    request: Number
    agreed: bool


class BundleRequest(FromClient, tag="need", frozen=True):
    """A request for the lists of files of plugins that the client lacks; an empty list requests the match itself."""

    plugins: Annotated[list[Word], Meta(max_length=64)]


class PieceRequest(FromClient, tag="fetch", frozen=True):
    """A request for parts of a plugin's files: the first byte of each, by path, together at most `size` bytes."""

    plugin: Word
    files: Annotated[dict[Annotated[str, Meta(max_length=MAX_SHORT)], Number], Meta(min_length=1, max_length=100)]
    size: Annotated[int, Meta(ge=1, le=MAX_PIECE)]


class Leave(FromClient, tag="leave", frozen=True):
    """The report that a member leaves for good."""


ClientMessage = (
    Hello
    | Person
    | Configure
    | Choose
    | Start
    | Upload
    | Answer
    | Preview
    | PlaybackDone
    | Chat
    | Building
    | Kick
    | Save
    | AskHome
    | AnswerHome
    | BundleRequest
    | PieceRequest
    | Leave
)

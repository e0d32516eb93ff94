"""A match: state, rules and floor together, and the loop that runs the agenda until an answer is missing."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec

from roborally.core import decisions as questions
from roborally.core.copies import copied
from roborally.core.data import IS_COMPILED, Decision, Frame
from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice, derive
from roborally.core.events import Watch
from roborally.core.floor import Floor
from roborally.core.movement import Movement
from roborally.core.rules import Ruleset
from roborally.core.state import NOBODY, Piece, State, frozen


@dataclass(frozen=True, slots=True)
class Seat:
    """A participant in a match: a name, the model of the robot (may be empty) and more plain data.

    `info` is public; only the seat itself may see `secrets`.
    """

    name: str
    model: str = ""
    info: Mapping[str, Any] = field(default_factory=dict)
    secrets: Mapping[str, Any] = field(default_factory=dict)


class Match(Movement):
    """One game in progress.

    The engine never calls a player: `run` runs until an answer is needed, `answer` takes one answer and continues.
    `robots` are the pieces with a seat, by seat; in the state, pieces without a seat come after them.
    """

    __slots__ = ("halted", "halting_at", "robots", "seats")

    def __init__(
        self, rules: Ruleset, floor: Floor, seats: tuple[Seat, ...], state: State, watch: Watch | None = None
    ) -> None:
        """Make a match from its parts, without listeners if `watch` is `None`; see `start` and `from_data`."""
        super().__init__(rules, floor, state, watch)
        self.seats = seats
        pieces = state.pieces
        self.robots = tuple(pieces if len(pieces) == len(seats) else pieces[: len(seats)])
        self.halted = False
        self.halting_at = ""

    @staticmethod
    def start(rules: Ruleset, floor: Floor, seats: tuple[Seat, ...], seed: int, watch: Watch | None = None) -> "Match":
        """Set up a new match with a robot for each seat and the pieces that rules add; nothing happens before `run`."""
        state = State.empty(len(floor.cells), seed)
        state.pieces = [Piece(seat, "robot", seat) for seat in range(len(seats))]
        state.pieces += [Piece(index, kind, NOBODY) for index, kind in enumerate(rules.pieces, len(seats))]
        match = Match(rules, floor, seats, state, watch)
        for setup in rules.setups:
            setup(match)
        match.state.agenda.append(cast(Frame, dict(rules.first_frame)))
        return match

    # --- the agenda ---------------------------------------------------------------------------------------------

    def run(self, until: str = "") -> None:
        """Run until an answer is missing, the match is over, or the moment named `until` has been reached."""
        self.halting_at = until
        self.halted = False
        self.is_running = True
        try:
            self._run()
        finally:
            self.is_running = False
            self.taken = 0

    def _run(self) -> None:
        state = self.state
        agenda = state.agenda
        frames = self.rules.frames
        if state.decisions and not self._commit_if_complete():
            return
        while agenda and not state.over:
            self.interrupted = False
            frame = agenda[-1]
            frames[frame["do"]](self, frame)
            if self.interrupted:
                self._stack_pending()
                if self.halted or (state.decisions and not self._commit_if_complete()):
                    return

    def done(self, frame: Frame) -> None:
        """Remove the running frame, which has finished, from the top of the agenda."""
        top = self.state.agenda.pop()
        assert top is frame, "a frame may only end itself"

    def moment(self, name: str) -> None:
        """Announce that the match has reached a named moment; a caller of `run` may stop there."""
        if self.watch is not None:
            self.watch.emit("moment", name=name, turn=self.state.turn, stage=self.state.stage)
        if name == self.halting_at:
            self.halted = True
            self.interrupted = True

    def settle(self) -> None:
        """Run the reactions to the point `settled`, which check after destructions whether the game is over."""
        self.state.unsettled = False
        self.react("settled")

    def finish(self, winners: tuple[int, ...]) -> None:
        """End the match at once; `winners` are indexes of pieces, empty for a draw."""
        state = self.state
        state.over = True
        state.winners = winners
        self.interrupted = True
        if self.watch is not None:
            self.watch.beat += 1
            self.watch.emit("over", winners=winners)

    def use_rules(self, rules: Ruleset, floor: Floor) -> None:
        """Switch to other rules, with the floor compiled for them; only while the match waits for an answer."""
        self.rules = rules
        self.floor = floor
        self.way, self.rays = floor.layout(self.state.shut)

    # --- questions ----------------------------------------------------------------------------------------------

    def ask(
        self,
        kind: str,
        piece: Piece,
        default: Any,
        choices: tuple[Any, ...] | None = None,
        *,
        secret: bool = False,
        optional: bool = False,
        at_once: bool = False,
        info: Mapping[str, Any] | None = None,
    ) -> str:
        """Open a decision of a registered kind for the owner of `piece` and return its id.

        Raise `ValueError` for a piece without an owner, such as a ball; check `piece.seat` first. Raise it also for a
        kind that is not registered.

        `choices` are the allowed answers, `None` if the kind's `check` decides; `default` is taken when the time is up.
        A `secret` answer is not shown to others, and the match does not wait for an `optional` one. An answer `at_once`
        is carried out on arrival, so it must not change anything of another seat (`roborally.core.decisions`). `info`
        is more plain data to show.
        """
        if piece.seat < 0:
            raise ValueError(f"piece {piece.index} has no owner, so nobody can be asked")
        if kind not in self.rules.decisions:
            raise ValueError(f"there is no question {kind!r}; add it with rules.decision")
        decision: Decision = {
            "kind": kind,
            "seat": piece.seat,
            "piece": piece.index,
            "choices": choices,
            "default": default,
            "secret": secret,
            "optional": optional,
            "at_once": at_once,
            "info": {} if info is None else dict(info),
            "id": questions.next_id(self.state, kind),
        }
        self.state.decisions.append(decision)
        self.interrupted = True
        if self.watch is not None:
            self.watch.emit("ask", id=decision["id"], kind=kind, seat=piece.seat, piece=piece.index)
        return decision["id"]

    def answer(self, id_: str, answer: Any, seat: int | None = None, until: str = "") -> None:
        """Take the answer to an open decision and run on, to the moment `until` if given.

        `seat`, if given, must be the seat that was asked. Raise `AnswerError` for a refused answer; the match is then
        unchanged.
        """
        self.seal(id_, answer, seat)
        self.run(until)

    def seal(self, id_: str, answer: Any, seat: int | None = None) -> None:
        """Take the answer to an open decision, as `answer` does, but without running the match."""
        decision = questions.find_decision(self.state, id_, seat)
        answer = self.checked(decision, answer)
        if decision["at_once"]:
            self.state.decisions.remove(decision)
            self._commit(decision, answer)
            self._stack_pending()
        else:
            self.state.sealed[id_] = answer

    def checked(self, decision: Decision, answer: Any) -> Any:
        """Return `answer` in its normal form; raise `AnswerError` if the decision does not allow it."""
        answer = questions.checked_choice(decision, frozen(answer))
        check = self.rules.decisions[decision["kind"]].check
        if check is None:
            return answer
        try:
            return check(self, decision, answer)
        except AnswerError:
            raise
        except (ValueError, TypeError, KeyError, IndexError) as error:
            raise AnswerError("{problem}", problem=str(error)) from error

    def default_answers(self) -> None:
        """Answer every open question with its default and continue; for when the clock has run out."""
        for decision in list(self.state.decisions):
            if decision["id"] not in self.state.sealed:
                self.state.sealed[decision["id"]] = decision["default"]
        self.run()

    def _commit_if_complete(self) -> bool:
        """Carry out the sealed answers if none is missing; return whether the match can continue."""
        state = self.state
        if questions.is_waiting(state):
            return False
        decided = questions.in_commit_order(state.decisions)
        state.decisions.clear()
        sealed, state.sealed = state.sealed, {}
        for decision in decided:
            self._commit(decision, sealed.get(decision["id"], decision["default"]))
        self._stack_pending()
        return not state.decisions

    def _stack_pending(self) -> None:
        """Put the added frames on the agenda, the first on top."""
        if self.pending:
            self.state.agenda.extend(reversed(self.pending))
            self.pending.clear()

    def _commit(self, decision: Decision, answer: Any) -> None:
        if answer is None and decision["choices"] == questions.HIDDEN:
            return  # in an imagined match other seats' answers are unknown, so nothing is carried out
        if self.watch is not None:
            shown = {} if decision["secret"] else {"answer": answer}
            self.watch.emit(
                "answer",
                id=decision["id"],
                kind=decision["kind"],
                seat=decision["seat"],
                piece=decision["piece"],
                **shown,
            )
        self.rules.decisions[decision["kind"]].commit(self, decision, answer)

    # --- dice ---------------------------------------------------------------------------------------------------

    def dice(self, purpose: str, *occasion: int) -> Dice:
        """Return the random stream for a purpose and an occasion such as a turn; the same ones give the same stream."""
        return Dice(derive(self.state.dice, purpose, *occasion))

    # --- copies -------------------------------------------------------------------------------------------------

    def clone(self) -> "Match":
        """Return an independent copy without listeners."""
        if IS_COMPILED:
            return Match(self.rules, self.floor, self.seats, copied(self.state))
        copy = Match.__new__(Match)
        copy.rules = self.rules
        copy.floor = self.floor
        copy.seats = self.seats
        copy.way = self.way
        copy.rays = self.rays
        copy.state = state = copied(self.state)
        copy.robots = tuple(state.pieces[: len(self.seats)])
        copy.watch = None
        copy.pending = []
        copy.interrupted = copy.halted = copy.is_running = False
        copy.shots_hit = True
        copy.taken = 0
        copy.halting_at = ""
        return copy

    def to_data(self) -> dict[str, Any]:
        """Return the state as plain data, without rules, floor and seats."""
        return self.state.to_data()

    @staticmethod
    def from_data(
        rules: Ruleset, floor: Floor, seats: tuple[Seat, ...], data: dict[str, Any], watch: Watch | None = None
    ) -> "Match":
        """Return the match whose state `to_data` returned, also after a round trip through JSON."""
        return Match(rules, floor, seats, State.from_data(data, len(floor.cells)), watch)

    def digest(self) -> str:
        """Return a short hash of the state, equal for equal states in every process."""
        encoded = msgspec.json.encode(self.to_data(), order="deterministic")
        return hashlib.blake2b(encoded, digest_size=12).hexdigest()

    # --- pieces -------------------------------------------------------------------------------------------------

    def model(self, piece: Piece) -> str:
        """Return the robot model that the owner of a piece has chosen; empty if there is no owner or no choice."""
        return self.seats[piece.seat].model if piece.seat >= 0 else ""

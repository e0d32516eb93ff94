"""The judgement of finished matches: the same everywhere, with legal and good advice (CLI-2062 to CLI-2064)."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.events import Event
from roborally.core.geometry import COMPASS
from roborally.core.observation import Observation
from roborally.features.analysis import review
from roborally.features.analysis.findings import Analysis, ProgramFound, ProgramTrial, TurnFound
from roborally.features.analysis.match_analysis import MatchAnalysis
from roborally.features.analysis.practice import people_in
from roborally.features.analysis.review import BETTER, ProgramReview, judged_turns
from roborally.features.analysis.turning_points import (
    LEAST,
    MAX_POINTS,
    TurningPoint,
    events_of,
    reason_of,
    turning_points,
)
from roborally.game.factory import Game
from roborally.game.records.file_format import Record
from roborally.narration.chronicle import Chronicle
from roborally.plugin_system.loader import Catalogue
from tests.plugin_code import code_of
from tests.screens.moments import Library
from tests.sweeps import few_of
from tests.waiting import until

MODES = ("standard", "volt", "classic", "auenland")


def match_of(library: Library, mode: str) -> tuple[Game, Record]:
    recorder = library.finished(mode).recorder
    return recorder.game, recorder.record


@pytest.mark.parametrize("mode", few_of(MODES, 2))
def test_every_turn_is_judged_and_every_program_of_people_found(
    library: Library, catalogue: Catalogue, mode: str
) -> None:
    """CLI-2062, CLI-2064: chances add up to one, and at the end the winner has all of it."""
    game, record = match_of(library, mode)
    analysis = library.analysed(mode).analysis
    last = record.events[-1]["turn"] if "turn" in record.events[-1] else analysis.turns[-1].turn
    assert [found.turn for found in analysis.turns if not found.over] == list(range(1, last + 1))
    assert all(sum(found.chances) == pytest.approx(1) for found in analysis.turns)
    winners = next(event["winners"] for event in record.events if event["type"] == "over")
    end = analysis.at_end()
    assert end is not None
    assert [index for index, chance in enumerate(end.chances) if chance == 1.0] == list(winners)
    assert people_in(game) == [0]
    programs = list(ProgramReview(record, game, catalogue, [0]).programs())
    played = [program.match.state.turn for program in programs]
    assert len(set(played)) == len(played) > 3
    absent = msgspec.structs.replace(record, stood_in=[programs[1].decision["id"]])
    found = next(each for each in judged_turns(absent, game, catalogue) if each.turn == played[1])
    assert found.by_bots == (0,) * (programs[1].answer != programs[1].decision["default"])
    own = ProgramReview(absent, game, catalogue, [0]).programs()
    assert [program.match.state.turn for program in own] == [*played[:1], *played[2:]]
    assert {(found.seat, found.turn in played) for found in analysis.programs} == {(0, True)}


def test_programs_are_told_in_their_normal_form(library: Library, catalogue: Catalogue) -> None:
    """A player of VOLT may write a direction as a key of their own controller."""
    game, record = match_of(library, "volt")
    assert game.config.seats[0].side in ("", "south")
    keys = dict(zip(COMPASS, code_of(catalogue, "volt", "program").KEYS, strict=True))

    def in_keys(die: str) -> str:
        return " ".join(keys.get(word, word) for word in die.split())

    answers: list[tuple[int, str, Any]] = []
    for seat, id_, answer in record.answers:
        if seat == 0 and isinstance(answer, tuple):
            answer = tuple(in_keys(entry) if isinstance(entry, str) else entry for entry in answer)
        answers.append((seat, id_, answer))
    assert answers != record.answers
    written = msgspec.structs.replace(record, answers=answers)
    known = library.analysed("volt").analysis
    programs = ProgramReview(written, game, catalogue, [0]).best_and_worst(known.turns)
    assert [found.played for found in programs] == [found.played for found in known.programs]


def test_the_same_match_is_judged_alike_here_and_in_another_process(library: Library) -> None:
    """CLI-2063: nothing depends on a clock or on what was judged before."""
    game, record = match_of(library, "volt")
    here = library.analysed("volt").analysis
    work = MatchAnalysis(record, game, [0])
    while not work.analysis.done:
        until(work.poll)
        assert work.analysis.judged or not work.analysis.programs, "the turns come first"
    assert work.analysis.problem == ""
    assert (work.analysis.turns, work.analysis.programs) == (here.turns, here.programs)
    assert not work.poll()


def test_a_record_that_cannot_be_played_again_ends_the_work_with_a_reason(library: Library) -> None:
    game, record = match_of(library, "volt")
    closed = MatchAnalysis(record, game, [0])
    closed.close()
    assert closed.poll()
    assert not closed.poll()
    broken = MatchAnalysis(record, _without_plugin(game), [0])
    while not broken.analysis.done:
        until(broken.poll)
    assert "gone" in broken.analysis.problem


class Foolish:
    """A bot whose answers are refused."""

    def choose(self, observation: Observation, decision: Decision, dice: Dice) -> Any:
        return ("no such card",) * 5


def test_advice_that_the_match_refuses_is_left_out(
    library: Library, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, record = match_of(library, "volt")
    monkeypatch.setattr(review, "make_bot", lambda name, catalogue: Foolish())
    monkeypatch.setattr(review, "CANDIDATES", 1)
    own = ProgramReview(record, game, catalogue, [0])
    assert all(found.better_trial.chance >= found.played_trial.chance for found in own.compared(own.programs()))


def _without_plugin(game: Game) -> Any:
    """Return what looks like a game of a mode that is not installed."""

    class Lost:
        course, muted = game.course, game.muted

        class config:  # noqa: N801
            @staticmethod
            def to_data() -> dict[str, Any]:
                data = game.config.to_data()
                return {**data, "match": {**data["match"], "mode": "gone"}}

    return Lost()


@pytest.mark.parametrize("mode", MODES)
def test_programs_are_tried_in_the_match_as_it_was_played(library: Library, mode: str) -> None:
    """CLI-2064: the played one comes to what happened; a better one, if there is one, to a better chance."""
    analysis = library.analysed(mode).analysis
    for found in analysis.programs:
        _before, after = analysis.changes()[found.turn][found.piece]
        assert found.played_trial.chance == pytest.approx(after)
        assert found.same == (found.better_trial == found.played_trial)
        assert found.same or found.better_trial.chance >= after + BETTER
        assert len(found.better) == len(found.played)


def test_a_mode_without_judgement_says_less(library: Library, catalogue: Catalogue, monkeypatch: Any) -> None:
    """CLI-2065: without a chance in what a plugin registers there are the numbers of the turns alone."""
    from roborally.features.analysis import judgement

    judged = library.analysed("volt").analysis
    monkeypatch.setattr(judgement.Judge, "lookahead", lambda self, match, kind: None)
    game, record = match_of(library, "volt")
    analysis = Analysis(list(judged_turns(record, game, catalogue)))
    assert not list(ProgramReview(record, game, catalogue, [0]).best_and_worst(analysis.turns))
    assert all(not found.chances for found in analysis.turns)
    assert analysis.turns[-1].values["points"] == judged.turns[-1].values["points"]
    assert turning_points(analysis, record, game) == []


@pytest.mark.parametrize("mode", MODES)
def test_turning_points_are_where_the_leaders_chance_changed_the_most(library: Library, mode: str) -> None:
    """CLI-2062."""
    game, record = match_of(library, mode)
    analysis = library.analysed(mode).analysis
    points = turning_points(analysis, record, game)
    assert 0 < len(points) <= MAX_POINTS
    assert [point.turn for point in points] == sorted(point.turn for point in points)
    changes = {}
    for now, then in zip(analysis.turns, analysis.turns[1:], strict=False):
        leader = now.chances.index(max(now.chances))
        changes[now.turn] = abs(then.chances[leader] - now.chances[leader])
    winner = next(event["winners"][0] for event in record.events if event["type"] == "over")
    rises = {turn: gain[winner] for turn, gain in analysis.gains().items()}
    best = max(rises, key=lambda turn: rises[turn])
    assert [(point.turn, point.leader) for point in points if point.is_best] in ([], [(best, winner)])
    assert mode == "roboball" or best in {point.turn for point in points}, "what the winner has won by"
    del changes[best]
    text = {point.turn for point in points} & changes.keys()
    assert min(changes[turn] for turn in text) >= max(
        (change for turn, change in changes.items() if turn not in text), default=0
    )
    assert all(abs(point.change) >= LEAST for point in points)
    assert any(reason_of(point, record, game, Chronicle.of(game)).text for point in points)


def test_a_robot_that_was_destroyed_explains_why_it_fell_behind(library: Library) -> None:
    """CLI-2062: the sentence is the chronicle's, about what harmed the leader."""
    game, record = match_of(library, "standard")
    points = turning_points(library.analysed("standard").analysis, record, game)
    reasons = {point.turn: reason_of(point, record, game, Chronicle.of(game)) for point in points}
    best = points[0]
    assert (best.turn, best.leader, best.is_best) == (3, 0, True), "what Ada has won by"
    assert reasons[3].text == "Ada reaches checkpoint 1."
    bolt = best._replace(leader=1, before=0.37, after=0.15, farther=0, closer=0)
    assert reason_of(bolt, record, game, Chronicle.of(game)).text == "Bolt is destroyed by a laser."
    assert reasons[5].text == "Ada reaches checkpoint 2."
    reached = next(
        event for event in record.events if event["beat"] == reasons[5].beat and event["type"] == "checkpoint"
    )
    assert reached["piece"] == 0


def test_harm_explains_a_turn_by_whose_chance_fell_and_what_was_left_of_it(library: Library) -> None:
    """CLI-2062: no robot gains by losing the damage of the same turn, nor by the loss of one without a chance."""
    game, record = match_of(library, "standard")
    start = {"type": "moment", "name": "start", "turn": 1, "stage": 0, "beat": 1}
    hurt = {"type": "hurt", "piece": 0, "points": 4, "damage": 4, "by": 1, "cause": "robot-laser", "beat": 2}
    heal = {"type": "heal", "piece": 0, "points": 4, "damage": 0, "cause": "power-down", "beat": 3}
    lost = {"type": "destroy", "piece": 2, "cell": (0, 0), "by": (), "cause": "pit", "beat": 4}

    def text(*events: Event, **of: Any) -> str:
        point = TurningPoint(1, 1, leader=0, before=0.3, after=0.7, gainer=0)._replace(**of)
        played = msgspec.structs.replace(record, events=[start, *events])
        return reason_of(point, played, game, Chronicle.of(game)).text

    assert "loses all" in text(heal)
    assert text(hurt, heal) == ""
    assert "4 damage" in text(hurt, lost, leader=1, gainer=1, other=0)
    assert "pit" in text(hurt, lost, leader=1, gainer=1, other=2)


def test_a_way_explains_more_than_a_shot(library: Library) -> None:
    """CLI-2062: what harms little changes no chance by much; who came closer, or fell back on the way, does."""
    game, record = match_of(library, "standard")
    turn = next(turn for turn in range(1, 99) if not _strong(record, turn))
    near, far = (0.0, 10.0), (8.0, 4.0)
    turns = [TurnFound(turn, False, {}, (0.8, 0.2), near), TurnFound(turn + 1, False, {}, (0.2, 0.8), far)]
    (point,) = turning_points(Analysis(turns=turns), record, game)
    assert (point.farther, point.closer, point.mover) == (8, 6, 0)
    assert reason_of(point, record, game, Chronicle.of(game)).text == ""
    turns[1] = TurnFound(turn + 1, False, {"checkpoints": (1.0, 0.0)}, (0.2, 0.8), far)
    turns[0] = TurnFound(turn, False, {"checkpoints": (0.0, 0.0)}, (0.8, 0.2), near)
    (point,) = turning_points(Analysis(turns=turns), record, game)
    assert (point.farther, point.closer, point.mover) == (0, 6, 1), "another goal cannot be compared"


def _strong(record: Any, turn: int) -> list[Any]:
    """Return the events of a turn that explain more than a way."""
    return [event for event in events_of(record, turn) if event["type"] in ("destroy", "checkpoint")]


def test_a_deed_explains_more_than_a_push(library: Library) -> None:
    """CLI-2062: who takes the ball along gains more than who is pushed a step loses; manifests say what is a deed."""
    game, record = match_of(library, "roboball")
    turns = [events for turn in range(1, 99) if not _strong(record, turn) and (events := events_of(record, turn))]
    hitches = [(events[0]["turn"], event["piece"]) for events in turns for event in events if event["type"] == "hitch"]
    points = [TurningPoint(turn, 0, 1 - robot, 0.9, 0.1, robot) for turn, robot in hitches]
    reasons = [reason_of(point, record, game, Chronicle.of(game)).text for point in points]
    assert reasons
    assert all("ball" in text for text in reasons)
    losses = _falls_of_holders(record)
    points = [TurningPoint(turn, 0, robot, 0.9, 0.1, (robot + 1) % 4) for turn, robot in losses]
    reasons = [reason_of(point, record, game, Chronicle.of(game)).text for point in points]
    assert reasons
    assert all("ball" in text for text in reasons), "what is lost weighs more than the fall"
    assert all(not reason_of(point._replace(farther=5), record, game, Chronicle.of(game)).text for point in points), (
        "so does the way of the ball"
    )


def _falls_of_holders(record: Any) -> list[tuple[int, int]]:
    """Return the turns and robots of falls that take the ball away from a robot."""
    turns = {turn: events_of(record, turn) for turn in range(1, 99)}
    lost = [(turn, event) for turn, events in turns.items() for event in events if event["type"] == "unhitch"]
    falls = {(event["beat"], event["piece"]) for event in record.events if event["type"] == "destroy"}
    return [(turn, event["piece"]) for turn, event in lost if (event["beat"], event["piece"]) in falls]


def test_where_teams_score_goals_a_goal_decides(library: Library) -> None:
    """CLI-2562: known by what manifests and events say; of several it is the one that changed the chance the most."""
    game, record = match_of(library, "roboball")
    analysis = library.analysed("roboball").analysis
    last = analysis.turns[-1].turn
    decisive = max(turning_points(analysis, record, game), key=lambda point: point.weight)
    home = next(event for event in record.events if event["type"] == "ball-home")
    winners = next(event["winners"] for event in record.events if event["type"] == "over")
    assert (decisive.turn, decisive.is_goal, decisive.after) == (last, True, 1.0)
    assert decisive.leader in winners
    reason = reason_of(decisive, record, game, Chronicle.of(game))
    assert reason == (f"The ball is home: a goal for team {home['team']}!", home["beat"])
    early = next(number for number, event in enumerate(record.events) if event.get("turn") == 2)
    other = {"type": "ball-home", "beat": record.events[early]["beat"], "team": 3 - home["team"], "by": ()}
    events = [*record.events[: early + 1], other, *record.events[early + 1 :]]
    longer = msgspec.structs.replace(record, events=events)
    goals = {point.turn: point for point in turning_points(analysis, longer, game) if point.is_goal}
    assert list(goals) == [2, last]
    assert game.config.seats[goals[2].leader].team == other["team"], "nobody has touched the ball"
    assert reason_of(goals[2], longer, game, Chronicle.of(game)).text.startswith("The ball is home")
    race, run = match_of(library, "standard")
    assert not any(point.is_goal for point in turning_points(library.analysed("standard").analysis, run, race))


def test_best_and_worst_turn() -> None:
    """CLI-2064: what has destroyed the robot, or gained nothing, is no best turn.

    The worst is where a better program gains the most.
    """
    own = (0.1, 0.4, 0.6, 0.9, 0.7)
    turns = [TurnFound(turn, False, {}, (chance, 1 - chance), (-chance, 0)) for turn, chance in enumerate(own, 1)]
    better = (0.5, 0.6, 1.0, 0.9, 0.7)
    programs = [
        ProgramFound(turn, 0, 0, ("a",), ("b",), trial(chance, lost=turn == 1), trial(other))
        for turn, (chance, other) in enumerate(zip(own[1:], better, strict=False), 1)
    ]
    best, worst = Analysis(turns, programs).best_and_worst(0)
    assert best is not None
    assert worst is not None
    assert (best.turn, worst.turn) == (3, 4)
    chase = [replace(found, ways=()) for found in turns]
    assert Analysis(chase, programs).best_and_worst(0)[0] is None
    shot = [replace(found, harmers=frozenset({0} if found.turn == 2 else ())) for found in chase]
    scored = [replace(found, values={"goals": (float(found.turn > 2), 0.0)}) for found in chase]
    assert [Analysis(each, programs).best_and_worst(0)[0] for each in (shot, scored)] == [programs[1]] * 2
    assert Analysis(turns[:2], programs).best_and_worst(0) == (None, programs[0])
    assert Analysis(turns[:2], programs).best_and_worst(1) == (None, None)


def trial(chance: float, *, lost: bool = False) -> ProgramTrial:
    return ProgramTrial({}, None, 0, lost, chance)


def test_the_moment_of_a_turn_is_the_last_known_one() -> None:
    turns = [TurnFound(turn, False, {}, ()) for turn in (1, 2, 4)]
    analysis = Analysis(turns=[*turns, TurnFound(4, True, {}, ())])
    assert analysis.at_turn(3) is turns[1]
    assert analysis.at_turn(9) is turns[2]
    assert analysis.at_turn(0) is None

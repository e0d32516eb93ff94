"""Registers the edition `roboball`; ball, hitches, homes and extraction mode are in their own modules (RBL-102)."""

from roborally.plugin import (
    FACTS,
    FORECAST_FOLLOWS,
    FORECAST_STOPS,
    GAME_CHECKS,
    MARKS,
    MATCH_FACTS,
    SHEETS,
    WINNING_TEAM,
    Fact,
    Match,
    Rules,
    hookimpl,
)

from . import ball, ball_drag, extraction, facts, hitches, homes, limit, sheet, statistics
from .ball import BALL
from .ball_drag import DRAG
from .state import RoboBallSlot, settings_of, slot_of


@hookimpl
def register(rules: Rules) -> None:
    """Register the ball, hitches, homes and extraction mode; the order of the phases stands in plugin.toml."""
    rules.slot(slot_of)
    rules.piece(BALL, indestructible=True)
    _add_ball(rules)
    _add_homes(rules)
    _add_hitches(rules)
    _add_extraction(rules)
    statistics.add_statistics(rules)
    _declare_events(rules)


def _add_ball(rules: Rules) -> None:
    rules.element("ball")
    rules.table("ball-start", homes.ball_start)
    rules.add(FACTS, "team", Fact(homes.team_of))
    rules.add(FACTS, "goals", Fact(facts.read_goals))
    rules.add(FACTS, "goals_to_win", Fact(facts.read_goals_to_win))
    rules.add(FACTS, "hitched", Fact(facts.read_hitched))
    rules.add(FACTS, "extraction", Fact(facts.read_extraction))
    rules.add(MATCH_FACTS, "ball", Fact(facts.read_ball, facts.write_ball, holds=facts.holds))
    rules.on("contact", ball.rise_when_pushed)
    rules.modify("floor-moves", ball.hold_back)
    rules.phase("register", "pogo-damage", ball.bounce)
    rules.phase("register", "pogo-end", ball.land)


def _add_homes(rules: Rules) -> None:
    rules.element("home")
    rules.table("homes", homes.homes)
    rules.add(GAME_CHECKS, "roboball", homes.problem)
    rules.phase("register", "home-archives", homes.archive, needs=("home",))
    rules.modify("repair-points", homes.repair)
    rules.phase("register", "victory", homes.look_for_victory, needs=("home",))
    rules.phase("end-of-turn", "time-up", limit.end_in_time)
    rules.add(WINNING_TEAM, "roboball", homes.winning_team)


def _add_hitches(rules: Rules) -> None:
    rules.on("stepped", ball_drag.follow)
    rules.on("settled", ball.release_the_lost)
    rules.phase("register", "hitching", hitches.start_declarations)
    rules.frame("hitching", hitches.run_declarations)
    rules.add(FORECAST_FOLLOWS, DRAG, "the ball follows a hitched robot, or that robot the ball")
    rules.add(FORECAST_STOPS, "unhitch", "the robot loses the ball")
    rules.decision("hitch", hitches.commit_hitch)
    rules.decision("unhitch", hitches.commit_unhitch)
    rules.add(SHEETS, "hitch", sheet.hitching)
    rules.add(SHEETS, "unhitch", sheet.hitching)
    rules.add(MARKS, "roboball", sheet.hitches)


def _add_extraction(rules: Rules) -> None:
    rules.phase("turn", "extraction", extraction.begin)
    rules.phase("end-of-turn", "extraction", extraction.ask_all)
    rules.decision("extraction", extraction.commit_extraction)
    rules.add(SHEETS, "extraction", sheet.extraction)
    rules.modify("acting", extraction.join)
    rules.modify("card-played", extraction.skip_what_loses_it)
    rules.modify("turned-by-gear", extraction.only_in_extraction)
    rules.modify("turned-by-belt", extraction.never_by_belts)


def _declare_events(rules: Rules) -> None:
    rules.event("hitch", {"piece": "who hitches itself to the ball"})
    rules.event("unhitch", {"piece": "who loses the ball"})
    rules.event("ball-rises", {"piece": "the ball, which others pass below from now on"})
    rules.event("ball-lands", {"piece": "the ball, which is solid again"})
    rules.event(
        "ball-home",
        {
            "piece?": "the ball, where more than one goal wins",
            "team": "whose home it is",
            "by": "its robots that have brought the ball home",
        },
    )
    rules.event("team-goals", {"piece": "a robot of the team with the goal", "total": "the goals of its team"})
    rules.event("time-up", {})
    rules.event("nearest-home", {"team": "who has won, since the ball is nearest to its home"})
    rules.event("golden-goal", {"piece": "the ball, which is worth the match now"})
    rules.event("extraction", {"piece": "the ball, which moves by itself this turn"})
    rules.event("extraction-over", {"piece": "the ball"})
    rules.event("ball-skips", {"piece": "the ball", "card": "the command that would lose it and is left out"})


@hookimpl
def setup(match: Match) -> None:
    """Put robots and ball on their start cells, with no robot hitched."""
    slot: RoboBallSlot = {
        "hitched": (False,) * len(match.state.pieces),
        "winner": 0,
        "agreed": 0,
        "extraction": False,
        "program": (),
    }
    if settings_of(match)["goals"] > 1:
        slot["goals"] = (0,) * homes.last_team(match)
    slot_of.fill(match, slot)
    homes.line_up(match)

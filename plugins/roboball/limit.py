"""Ends a match of RoboBall after an agreed last turn, or with the next goal after it (RBL-R15)."""

from roborally.plugin import Match

from .ball import the_ball
from .homes import goals_of, win
from .state import settings_of


def end_in_time(match: Match) -> None:
    """End the match after the last turn; in a tie play on if the next goal decides the match."""
    settings = settings_of(match)
    if match.state.over or match.state.turn != settings["last_turn"]:
        return
    match.new_beat()
    match.emit("time-up")
    goals = goals_of(match)
    leaders = [team for team, count in enumerate(goals, 1) if count == max(goals)]
    if len(leaders) > 1 and settings["tie"] == "nearest":
        distances = {team: distance(match, team) for team in leaders}
        leaders = [team for team in leaders if distances[team] == min(distances.values())]
        if len(leaders) == 1:
            match.emit("nearest-home", team=leaders[0])
    if len(leaders) == 1:
        win(match, leaders[0])
    elif settings["tie"] == "golden":
        match.emit("golden-goal", piece=the_ball(match).index)
    else:
        match.finish(())


def distance(match: Match, team: int) -> int:
    """Return the distance of the ball from a team's home, in cells along rows and columns."""
    floor = match.floor
    home = next(cell for cell, number in floor.tables["homes"].items() if number == team)
    (x, y), (ball_x, ball_y) = floor.cells[home], floor.cells[the_ball(match).cell]
    return int(abs(x - ball_x) + abs(y - ball_y))

"""Stores the figures of a rating for the shelf."""

from roborally.features.workshop.rating.conditions import BOT
from roborally.features.workshop.rating.figures import Rating
from roborally.game.course.courses import Course
from roborally.profile.board_figures import BoardFigures, put_figures

LEAST_GAMES = 10
"""Figures of fewer games are not stored, because they depend too much on chance."""


def keep_figures(course: Course, rating: Rating) -> None:
    """Store the figures of a course after enough games of the usual bot; raise `GameError` if writing fails."""
    games = rating.games - rating.failed
    if rating.bot == BOT and games >= LEAST_GAMES:
        turns, minutes, deaths = (round(e.mean, 2) for e in (rating.turns, rating.minutes, rating.per_robot))
        put_figures(course.board, BoardFigures(rating.mode, games, turns, minutes, deaths, rating.verdicts))

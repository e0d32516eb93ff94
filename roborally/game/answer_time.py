"""The time limit for people's answers, in seconds."""

from roborally.game.factory import Game


def seconds_to_answer(game: Game) -> int:
    """Return the seconds that people have for an answer, at least a plugin's `least_seconds`; 0 for no limit."""
    timer = game.config.match.timer
    least = (own["least_seconds"] for own in game.rules.settings.values() if "least_seconds" in own)
    return max((timer, *least)) if timer else 0

"""The time that people have for an answer."""

from roborally.game.factory import Game


def seconds_to_answer(game: Game) -> int:
    """Return the seconds for an answer, 0 for no clock: the timer, or the setting `least_seconds` if that is more."""
    timer = game.config.match.timer
    least = (own["least_seconds"] for own in game.rules.settings.values() if "least_seconds" in own)
    return max((timer, *least)) if timer else 0

"""The texts of the controls of an HTML page."""

from roborally.base.translation import _


def interface() -> dict[str, str]:
    """Return the texts of the page's controls in the current language, by the names that its script uses."""
    return {
        "play": _("Play"),
        "pause": _("Pause"),
        "back": _("One step back"),
        "on": _("One step on"),
        "turn-back": _("To the beginning of the turn, or to the turn before"),
        "turn-on": _("To the next turn"),
        "speed": _("Speed"),
        "time": _("Moment of the match"),
        "language": _("Language"),
        "light": _("Light or dark"),
        "log": _("Log"),
        "robots": _("Robots"),
        "board": _("Board"),
        "turn": _("Turn {turn}"),
        "damage": _("Damage"),
        "away": _("not on the board"),
        "respawn": _("{name}'s respawn point"),
        "place": _("column {x}, row {y}"),
        "keys": _(
            "Space: play or pause. Arrow keys: step by step, with Shift turn by turn. Home and End. + and -: speed."
        ),
        "winner": _("{winners} wins!"),
        "winners": _("{winners} win!"),
        "0": _("not on the board yet"),
        "1": _("out of the game"),
        "2": _("powered down"),
        "3": _("will power down"),
        "hand": _("Hand"),
        "options": _("Equipment"),
        "fan": _("Made with an unofficial fan project; all pictures are its own."),
    }

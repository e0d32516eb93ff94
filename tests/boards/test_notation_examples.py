"""Examples of notations, which the check of a plugin lays on a board, and what players call their elements."""

from roborally.base.errors import Message
from roborally.game.course.notation import Notations
from roborally.game.course.notation_examples import samples
from roborally.plugin_system.loader import Catalogue


def test_samples() -> None:
    assert samples("O") == ("O",)
    assert samples("c(?P<number>[1-3])") == ("c1", "c2", "c3")
    assert samples("(?P<direction>[<>])(?P=direction)") == ("<<", ">>")
    assert samples("d[12](?P<direction>[<>])?") == ("d1", "d1<", "d1>", "d2", "d2<", "d2>")
    assert samples("(a|bc)+?x")[:3] == ("ax", "bcx", "aax")
    assert samples("[^x]") == ()


def test_a_message_has_the_names_that_players_know(catalogue: Catalogue) -> None:
    why = Message.of("no {kind}", kind="crusher")
    message = Message.of("{kind} and {other} at {place}: {why}", kind="pit", other="unknown", place="gear", why=why)
    named = Notations.of(catalogue.plugins.values()).in_words(message)
    assert str(named) == "Pit and unknown at gear: no Crusher"

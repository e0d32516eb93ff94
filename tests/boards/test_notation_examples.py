"""Examples of notations, which the check of a plugin lays on a board."""

from roborally.game.course.notation_examples import samples


def test_samples() -> None:
    assert samples("O") == ("O",)
    assert samples("c(?P<number>[1-3])") == ("c1", "c2", "c3")
    assert samples("(?P<direction>[<>])(?P=direction)") == ("<<", ">>")
    assert samples("d[12](?P<direction>[<>])?") == ("d1", "d1<", "d1>", "d2", "d2<", "d2>")
    assert samples("(a|bc)+?x")[:3] == ("ax", "bcx", "aax")
    assert samples("[^x]") == ()

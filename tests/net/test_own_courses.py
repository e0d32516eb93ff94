"""Courses of a host's own on a server that has not got their files."""

from dataclasses import replace
from typing import Any

import pytest

from roborally.game.course.code import SharedCourse, code_of
from roborally.net.protocol import Begin, Building, Choose, Configure, Rejected, Start
from tests.net.table import Guest, Table, configuration

OWN = SharedCourse("own", 'name = "Own"\nplayers = [2, 2]\ngrid = """\n d1^ . . c1\n d2^ . . .\n"""\n')


def lobby(table: Table, course: str = "own", code: str = code_of(OWN)) -> tuple[Guest, Guest]:
    """Return host and guest in a lobby with a chosen course, and the code that the host shows."""
    host, bob = table.enter("Ann"), table.enter("Bob")
    config: dict[str, Any] = configuration("standard", ["Ann", "Bob"])
    config["match"]["course"] = course
    host.send(Configure(config))
    host.send(Building(code))
    bob.send(Choose("", True))
    return host, bob


def test_a_course_that_only_the_host_has_is_played(table: Table) -> None:
    """All are sent the course itself, as always."""
    host, bob = lobby(table)
    host.send(Start())
    assert table.room.running_match is not None
    for guest in (host, bob):
        course = guest.last(Begin).course
        assert (course.id, course.name, course.width, course.height) == ("own", "Own", 4, 2)


def test_a_name_with_other_letters_is_that_of_the_file(table: Table) -> None:
    host, _bob = lobby(table, "My Own", code_of(replace(OWN, name="my-own")))
    host.send(Start())
    assert host.last(Begin).course.id == "My Own"


def test_another_code_than_that_of_the_chosen_course_is_not_played(table: Table) -> None:
    host, _bob = lobby(table, "first-steps")
    host.send(Start())
    assert host.last(Begin).course.id == "first-steps"


@pytest.mark.parametrize("code", ["", "RR1:abc", code_of(replace(OWN, name="other"))])
def test_without_the_course_it_is_told_in_a_sentence(table: Table, code: str) -> None:
    host, _bob = lobby(table, code=code)
    host.send(Start())
    assert table.room.running_match is None
    assert str(host.last(Rejected).text).startswith("this server has no course 'own', and the host has not sent one")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('grid = """\n d1^ ~?! c1\n"""\n', "there is no element"),
        ('plugins = ["no-such-plugin"]\ngrid = """\n d1^ . c1\n"""\n', "it needs the plugin"),
        ('grid = """\n d1^ . .\n"""\n', "checkpoint"),
        ('[[boards]]\nfile = "../../etc/passwd"\n', "key 'file' names"),
    ],
)
def test_a_course_that_cannot_be_used_here_is_refused_in_a_sentence(table: Table, text: str, sentence: str) -> None:
    host, _bob = lobby(table, code=code_of(SharedCourse("own", text)))
    host.send(Start())
    assert table.room.running_match is None
    assert sentence in str(host.last(Rejected).text)


def test_what_has_changed_while_the_course_was_read_counts(table: Table) -> None:
    """It is read beside all matches: meanwhile somebody may say that they are not ready, or the host choose again."""
    table.works_at_once = False
    host, bob = lobby(table)
    host.send(Start())
    bob.send(Choose("", False))
    table.do_jobs()
    assert table.room.running_match is None
    assert "not ready yet: Bob" in str(host.last(Rejected).text)
    bob.send(Choose("", True))
    table.now += 2
    host.send(Start())
    config: dict[str, Any] = configuration("standard", ["Ann", "Bob"])
    host.send(Configure(config))
    table.do_jobs()
    assert table.room.running_match is None, "another course has been chosen"

"""What a server does for its rooms beside their matches."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from roborally.game.session.protocol import HUMAN
from roborally.net.limits import Limits
from roborally.net.protocol import to_clients, to_server
from roborally.net.rooms.room import Room
from roborally.net.rooms.roster import DeniedError
from roborally.net.server.creation import Creation
from roborally.net.server.journal import MatchJournals
from roborally.net.server.kept_matches import RETRY, KeptMatches
from roborally.net.server.room_services import RoomServices
from tests.net.table import Table, configuration


def test_saved_games_of_an_address_are_opened_one_after_the_other(table: Table) -> None:
    """Another one is refused while one is opened, and taken when that is done, whatever has become of it."""
    creation = Creation(Limits(), "", {})
    creation.note(table.room.code, "192.0.2.1")
    kept = KeptMatches(None, lambda: 0.0, table.work)

    def guarded(room: Room, action: Callable[[], None]) -> None:
        action()

    def fail() -> None:
        raise OSError("unreadable")

    opened: list[object] = []

    def note(found: Callable[[], Any]) -> None:
        try:
            opened.append(found())
        except OSError as error:
            opened.append(str(error))

    async def open_three() -> None:
        services = RoomServices({}, creation, kept, guarded, lambda code: None)
        for number, job in enumerate((fail, lambda: "a game"), 1):
            services.load(table.room, cast("Callable[[], Any]", job), note)
            with pytest.raises(DeniedError, match="another saved game from your address is being opened"):
                services.load(table.room, cast("Callable[[], Any]", job), note)
            while len(opened) < number:
                await asyncio.sleep(0)

    asyncio.run(open_three())
    assert opened == ["unreadable", "a game"]


def test_a_match_that_ends_while_its_journal_is_written_leaves_none(table: Table, tmp_path: Path) -> None:
    """The end waits for the writing, which would bring the file back."""
    jobs: list[Callable[[], None]] = []

    def work(
        room: Room, job: Callable[[], Any], then: Callable[[Callable[[], Any]], None], *, last: bool = False
    ) -> None:
        def do() -> None:
            result = job()
            then(lambda: result)

        jobs.append(do)

    kept = table.kept = KeptMatches(MatchJournals(tmp_path / "gone"), lambda: table.now, work)
    (tmp_path / "gone").write_text("a file, where the folder should be")
    table.begin(configuration("standard", ["Ann", "Bob"]), "Ann", "Bob")
    (tmp_path / "gone").unlink()
    table.now += RETRY
    kept.look_around(table.room)
    kept.ended(table.room, "host")
    jobs.pop(0)()
    assert list((tmp_path / "gone").glob("*")) != []
    jobs.pop(0)()
    assert list((tmp_path / "gone").glob("*")) == []


@pytest.mark.parametrize("module", [to_clients, to_server])
def test_messages_are_never_changed(module: Any) -> None:
    """One message is sent to many: a change for one would reach all."""
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and kind is not msgspec.Struct]
    messages = [kind for kind in kinds if issubclass(kind, msgspec.Struct)]
    assert len(messages) > 10
    assert [kind.__name__ for kind in messages if not kind.__struct_config__.frozen] == []


def test_who_plays_for_a_member_is_told_for_the_first_seat_too(table: Table) -> None:
    ann, _bob = table.begin(configuration("standard", ["Ann", "Bob"]), "Ann", "Bob")
    assert ann.member.seat == 0
    assert [state.player for state in table.room.roster.states(["greedy", HUMAN])] == ["greedy", ""]
    assert [state.player for state in table.room.roster.states([HUMAN, "greedy"])] == ["", "greedy"]

"""Lost connections and windows: seats are kept, and all are told."""

from dataclasses import replace
from typing import Any

import arcade
import msgspec
import pytest

from roborally.base import paths
from roborally.features.lobby.window.online.connection_notices import ConnectionNotice
from roborally.features.lobby.window.online.join_page import JoinPage
from roborally.features.lobby.window.online.nearby import Nearby
from roborally.features.lobby.window.online.network_match import NetworkMatchScreen
from roborally.features.lobby.window.online.room_page import RoomPage
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.net.address import Address
from roborally.net.announcement import FoundMatch
from roborally.net.client import reconnect_store
from roborally.net.client.connection import ServerRequest, Status
from roborally.net.protocol import (
    PROTOCOL,
    Choose,
    Leave,
    MatchEnded,
    Welcome,
)
from roborally.profile.hosting_mark import HostingMark
from roborally.ui.match.windows.result_screen import ResultScreen
from roborally.ui.pages.main_menu import MainMenu
from roborally.ui.toolkit.dialogs import Dialog
from tests.features.lobby.network import Net, Other, config, cut, in_hosted_match, in_lobby, in_match, place_of
from tests.sweeps import few_of
from tests.ui import desks
from tests.waiting import until

pytestmark = pytest.mark.window


def test_a_lost_connection_is_told_and_taken_up_again(net: Net) -> None:
    """CLI-R02: the seat is kept, and the full picture comes back."""
    in_match(net)
    before = net.top
    cut(net)
    net.until(lambda: net.is_on(ConnectionNotice) and "No connection" in net.top.heading.text)
    net.until(lambda: net.is_on(NetworkMatchScreen) and net.top is not before)  # the old one shows until the news come
    assert net.top.session.seat == place_of(net)[2].seat
    net.until(lambda: net.top.question_controller.asked is not None)


@pytest.mark.parametrize("how", few_of(["the line was too slow for every change", "the connection is back"]))
def test_what_was_laid_lies_there_again_with_the_full_picture(net: Net, how: str) -> None:
    in_match(net)
    net.until(lambda: net.top.question_controller.asked is not None)
    before = net.top
    panel = before.panels.open
    command = next(tile for tile in panel.commands if tile.enabled)
    net.until(lambda: not before.panels.is_deaf)
    net.driver.click(command.rect.centre)
    laid = panel.draft()
    assert any(laid)
    if how == "the connection is back":
        cut(net)
    else:
        thread, room, member = place_of(net)
        thread.call(lambda: room.catch_up(member))
    net.until(
        lambda: (
            net.is_on(NetworkMatchScreen) and net.top is not before and net.top.question_controller.asked is not None
        )
    )
    assert net.top.panels.open.draft() == laid


def stand_in(net: Net) -> tuple[Any, Any]:
    """Let a bot play for the window, and return the window's member and the match on the server."""
    thread, room, member = place_of(net)
    net.until(lambda: member.seen == room.running_match.session.beat)  # the report of that would give the seat back
    running_match = room.running_match

    def replace_player() -> None:
        running_match.stand_in_for(member)
        running_match.session.lent.clear()  # it does not let others go first

    thread.call(replace_player)
    return member, running_match


def crashed(net: Net) -> tuple[Address, str]:
    """End the window in a match without leaving it; return the match's server and code."""
    host = in_match(net)
    found = replace(host.line.address, code=host.membership.code), host.membership.code
    net.online.close()
    net.until(lambda: any(not member.connected for member in host.membership.members))
    net.client.router.home()
    net.driver.frame()
    return found


def test_a_player_returns_to_their_seat_after_a_crash(net: Net) -> None:
    crashed(net)
    net.press("Join game")
    button = next(w for w in net.top.controls.widgets if "Back to the game" in getattr(w, "text", ""))
    net.driver.click(button.rect.centre)
    net.until(lambda: net.is_on(NetworkMatchScreen))
    assert net.top.session.humans() == [1]


@pytest.mark.parametrize(
    "how", few_of(["watching and leaving", "another server", "another match", "a game of one's own"], 2)
)
def test_what_happens_elsewhere_does_not_touch_the_seat(net: Net, how: str) -> None:
    """A wrong port, the code of a match that has begun, or a game played in between."""
    address, code = crashed(net)
    elsewhere = Address("127.0.0.1", net.serve(), code)
    seat = reconnect_store.seats()[0]
    if how == "another server":
        net.online.come_back(replace_seat(seat, port=elsewhere.port))
        net.until(lambda: net.is_on(Dialog) and "no match" in net.texts())
    elif how == "another match":
        net.online.join(replace(address, code="ZZZZZ"), ServerRequest("Ada", "join", "ZZZZZ"))
        net.until(lambda: net.is_on(Dialog) and "no match" in net.texts())
    elif how == "watching and leaving":
        net.online.join(address, ServerRequest("Ada", "watch", code))
        net.until(lambda: net.is_on(NetworkMatchScreen))
        give_up(net)
    else:
        net.online.host(msgspec.convert(config("Ada"), MatchConfig))
        net.until(lambda: net.is_on(RoomPage))
        assert len(reconnect_store.seats()) == 2
        give_up(net)
    assert reconnect_store.seats() == [seat]


def give_up(net: Net) -> None:
    """Leave for good."""
    net.online.leave()
    net.driver.frame()
    net.press("Leave")
    net.until(lambda: net.is_on(MainMenu))


def replace_seat(seat: reconnect_store.KeptSeat, **changes: Any) -> reconnect_store.KeptSeat:
    return msgspec.structs.replace(seat, **changes)


def test_a_seat_that_is_gone_is_not_offered_any_more(net: Net) -> None:
    """CLI-504: its own server says so."""
    crashed(net)
    seat = reconnect_store.seats()[0]
    net.online.come_back(replace_seat(seat, code="ZZZZZ"))
    net.until(lambda: net.is_on(Dialog) and "no match" in net.texts())
    assert reconnect_store.seats() == []


def test_a_game_nearby_in_which_one_has_a_seat_can_be_joined(net: Net) -> None:
    address, code = crashed(net)
    found = FoundMatch("1", (address,), PROTOCOL, "Hanna", "standard", "first-steps", 2, playing=True)
    other = replace(found, id="2", addresses=(replace(address, code="ZZZZZ"),))
    offers = [Nearby(net.catalogue).offer(match) for match in (found, other)]
    assert [offer.begun for offer in offers] == [False, True]
    assert "your seat is kept" in offers[0].line
    page = JoinPage(net.app, lambda: offers, net.online.join)
    net.app.push(page)
    net.driver.frame(2)
    page.list.choose(1)
    assert not page.join_button.enabled
    assert page.tooltip_at(*page.join_button.rect.centre) == "This match has begun already; you can watch it."
    net.driver.click(page.address.rect.centre)
    net.driver.send("on_text", "192.0.2.17")
    assert (page.list.at, page.join_button.text) == (-1, "Join"), "the address is meant"
    page.list.choose(0)
    assert (page.list.at, page.address.value) == (0, "")
    net.press("Back to the game")
    net.until(lambda: net.is_on(NetworkMatchScreen))
    assert code == net.online.membership.code


@pytest.mark.parametrize("then", few_of(["the host leaves", "the lobby is gone", "back to the lobby"]))
def test_who_was_away_at_the_end_is_shown_the_result(net: Net, then: str) -> None:
    """CLI-R02: with its replay, also if the others have gone meanwhile; who reads it is not disturbed."""
    host = in_match(net)
    line = net.online.membership.line
    port, line.address = line.address.port, Address("127.0.0.1", 1)  # nobody listens where it tries again
    cut(net)
    stand_in(net)
    net.until(lambda: any(isinstance(news, MatchEnded) for news in host.on_lobby))
    if then == "the lobby is gone":
        net.others.remove(host)
        host.membership.close(Leave())
        net.until(lambda: not net.servers[0].server.rooms)
    line.address = Address("127.0.0.1", port)
    net.until(lambda: net.is_on(ResultScreen))
    assert "Save replay" in [getattr(widget, "text", "") for widget in net.top.controls.widgets]
    if then == "the lobby is gone":
        net.until(lambda: net.online.membership.status.state == "closed")
    if then == "the host leaves":
        host.membership.send(Leave())
        net.until(lambda: net.is_on(Dialog))
        assert "Hanna, has left. You can go on reading the result" in net.texts()
        net.press("OK")
        offered = [getattr(widget, "text", "") for widget in net.top.controls.widgets]
        assert ("Back to the lobby" in offered, "Watch again" in offered) == (False, True)
        net.press("All numbers")
        net.driver.key(arcade.key.ESCAPE)
        assert net.is_on(ResultScreen)
        net.press("Main menu")
        assert net.is_on(MainMenu)
        return
    net.press("Back to the lobby")
    net.until(lambda: net.is_on(RoomPage if then == "back to the lobby" else Dialog))
    if then == "the lobby is gone":
        assert "the match has ended" in net.texts().lower()


def test_all_players_see_who_is_away_and_that_a_bot_plays(net: Net) -> None:
    """CLI-R02: the others are told who is away, and the match goes on."""
    net.press("Custom match")
    desks.setup(net.client).chosen().take(
        MatchConfig(MatchSection(course="first-steps", timer=0), seats=[SeatConfig("Ada")])
    )
    net.online.host(desks.setup(net.client).chosen().config())
    net.until(lambda: net.is_on(RoomPage))
    guest = net.add("Gustav", net.online.hosted.port)
    net.until(lambda: len(net.online.membership.members) == 2)
    guest.membership.send(Choose("", True))
    net.until(lambda: net.top.named["start"].enabled)
    net.press("Start")
    net.until(lambda: net.is_on(NetworkMatchScreen) and guest.membership.session is not None)
    net.others.remove(guest)
    guest.line.lose()
    net.until(lambda: "Connection lost: Gustav" in net.top.waiting_text())

    def waits() -> bool:
        for question in net.top.session.decisions(0):  # Gustav may have answered before his line was lost
            net.top.session.answer(0, question["id"], question["default"])
        return "Connection lost, waiting for Gustav (a bot in " in net.top.waiting_text()

    net.until(waits)
    members = net.online.membership.members
    net.online.membership.members = [msgspec.structs.replace(m, player="" if m.host else "greedy") for m in members]
    net.driver.frame()
    (seat,) = net.top.context.stand_ins
    assert "A bot plays for Gustav" in net.top.context.status(seat)
    guest.close()


def test_escape_gives_up_looking_for_a_server(net: Net) -> None:
    """A seat that was left behind is still there: the server may be back later."""
    reconnect_store.remember(Address("127.0.0.1", 1), Welcome(PROTOCOL, "", 1, "token", "ABCDE"), "Ada")
    net.online.join(Address("127.0.0.1", 1), ServerRequest("Ada"))
    net.until(lambda: net.is_on(ConnectionNotice) and "No connection" in net.top.heading.text)
    assert "127.0.0.1:1" in net.texts(), "the address may be wrong"
    net.driver.key(arcade.key.ESCAPE)
    assert net.online.membership is None
    assert net.is_on(MainMenu)
    assert reconnect_store.seats()


def test_escape_asks_before_a_seat_is_given_up(net: Net) -> None:
    in_match(net)
    net.online.connection_changed(Status("lost"))
    net.driver.key(arcade.key.ESCAPE)
    assert "Leave the game?" in net.top.heading.text
    assert net.online.membership is not None


@pytest.mark.parametrize("where", few_of(["match", "lobby"]))
def test_however_often_the_client_tries_again_there_is_one_notice(net: Net, where: str) -> None:
    """*Leave*, *Leave*, out; the seat is kept, because nobody has heard of the leaving."""
    other = (in_lobby if where == "lobby" else in_match)(net)
    other.close()
    net.others.clear()
    losing(net, other)
    net.driver.frame()
    attempts = counted(net)
    net.until(lambda: net.is_on(ConnectionNotice) and "cannot be reached" in net.texts())
    net.press("Leave")
    question = net.top
    assert question.heading.text == "Leave the game?"
    assert "The server cannot be reached. If it comes back, " in net.texts()
    assert ("your seat is still yours" in net.texts()) == (where == "match")
    tried = len(attempts)
    net.until(lambda: len(attempts) >= tried + 3)
    assert net.top is question
    assert len([screen for screen in net.app.screens if isinstance(screen, ConnectionNotice)]) == 1
    net.press("Leave")
    assert net.is_on(MainMenu)
    assert len(net.app.screens) == 1
    assert reconnect_store.seats()


def losing(net: Net, other: Other) -> None:
    """Let the server of a lobby or match be gone without a goodbye."""
    net.online.membership.line.address = Address("127.0.0.1", 1)  # nobody listens there when it tries again
    cut(net)
    net.until(lambda: net.online.membership.status.state != "online")
    net.servers.pop().stop()


def counted(net: Net) -> list[Status]:
    """Return a list that grows with each attempt to come back."""
    seen: list[Status] = []
    changed = net.online.connection_changed

    def change(status: Status) -> None:
        seen.append(status)
        changed(status)

    net.online.connection_changed = change
    return seen


def test_a_question_about_a_lost_connection_goes_with_it(net: Net) -> None:
    in_lobby(net)
    cut(net)
    net.until(lambda: net.is_on(ConnectionNotice))
    net.press("Leave")
    net.until(lambda: net.online.membership.status.state == "online")
    assert [type(screen) for screen in net.app.screens] == [RoomPage]


def test_who_comes_back_is_told_that_a_bot_has_played(net: Net) -> None:
    """CLI-R02: a bot takes over the seat of who is away, and gives it back."""
    in_match(net, answers=False)  # so the match stays where it is
    net.until(lambda: net.top.question_controller.asked is not None)
    member, running_match = stand_in(net)
    net.until(lambda: any(seat == member.seat for seat, _id, _answer in running_match.recorder.record.answers))
    before = net.top
    cut(net)
    net.until(lambda: net.is_on(NetworkMatchScreen) and net.top is not before)
    net.until(lambda: "A bot has laid this turn’s program for you" in net.top.notices.sentence.text)
    assert net.top.notices.announces
    assert all(net.top.panels.moving.rows[member.seat].shown), "the cards are readable to their owner"
    assert "You play again from the next question." in net.top.context.log[-1]


def ended(other: Other) -> list[MatchEnded]:
    return [news for news in other.on_lobby if isinstance(news, MatchEnded)]


def test_a_host_whose_window_was_killed_is_told_once(net: Net) -> None:
    paths.hosting_file().parent.mkdir()
    paths.hosting_file().touch()  # the operating system has released the lock with the process
    net.online.report_hosted()
    assert net.top.heading.text == "The game that you hosted has ended"
    net.press("OK")
    net.online.report_hosted()
    assert net.is_on(MainMenu)


def test_a_match_that_another_window_hosts_has_not_ended(net: Net) -> None:
    in_hosted_match(net, "Gustav")
    assert paths.hosting_file().is_file()
    assert not HostingMark().was_left()
    assert paths.hosting_file().is_file()


def test_a_host_who_closes_the_window_is_asked_first(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    """CLI-705, CLI-R02: the game ends for the others, who are told who has left; a second press asks nothing."""
    closed: list[bool] = []
    monkeypatch.setattr(net.app, "close", lambda: closed.append(True))
    [guest] = in_hosted_match(net, "Gustav")
    for _ in "ab":
        net.driver.send("on_close")
        assert "the game ends for everyone" in net.texts()
        net.press("Back")
    net.driver.send("on_close")
    assert not closed
    net.driver.send("on_close")
    assert closed
    assert not paths.hosting_file().exists()
    until(lambda: any(news == MatchEnded("host", news.file) for news in ended(guest)), meanwhile=guest.update)
    assert any(member.name == "Ada" and member.host for member in guest.membership.members)

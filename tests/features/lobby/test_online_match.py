"""A match over the network in the window: played, watched, with plugins that are missing here."""

from collections.abc import Callable
from typing import Any

import arcade
import msgspec
import pytest

from roborally.base.errors import Message
from roborally.features.analysis.window.desk import AnalysisDesk
from roborally.features.lobby.window.online.connection_notices import ConnectionNotice
from roborally.features.lobby.window.online.network_match import NetworkMatchScreen
from roborally.features.lobby.window.online.room_page import RoomPage
from roborally.features.lobby.window.online.table_screen import TableScreen
from roborally.game.records.recorder import load_replay
from roborally.net.address import Address
from roborally.net.client import reconnect_store
from roborally.net.client.arrival import Arrival
from roborally.net.client.connection import Connection, ServerRequest
from roborally.net.client.plugin_fetch import Fetching
from roborally.net.protocol import (
    Begin,
    Choose,
    Configure,
    Start,
    Update,
)
from roborally.plugin_system.loader import Catalogue
from roborally.profile.recent import RecentReplays, recent_replays
from roborally.ui.match.windows.game_menu import GameMenu
from roborally.ui.match.windows.result_screen import ResultScreen
from roborally.ui.pages.main_menu import MainMenu
from roborally.ui.toolkit.dialogs import Dialog
from tests.features.lobby.network import Net, Slow, config, hosting, in_lobby, in_match, mode_of, start
from tests.sweeps import few_of
from tests.ui import desks
from tests.ui.conftest import answer_default
from tests.ui.desks import recent
from tests.ui.playing import lay
from tests.ui.seen import button

pytestmark = pytest.mark.window


def test_a_click_on_a_fellow_player_tells_the_achievements_on_show(net: Net) -> None:
    """CLI-601, CLI-204: those that a player shows, by their names here; what a client makes up is not read."""
    port = net.serve()
    oil = "robot-statistics/first-oil"
    host = net.add("Hanna", port, "create", titles=(oil, "robot-statistics/empress"))
    net.until(lambda: host.membership.lobby is not None)
    host.membership.send(Configure(config("Hanna")))
    net.add("Gustav", port, code=host.membership.code)
    net.app.apply(msgspec.structs.replace(net.app.settings, titles=("robot-statistics/rampage",)))
    net.online.join(Address("127.0.0.1", port), ServerRequest("Ada"))
    net.until(lambda: net.is_on(RoomPage) and len(host.membership.members) == 3)
    assert next(m for m in host.membership.members if m.name == "Ada").titles == ("robot-statistics/rampage",)
    for player, robot in zip(net.others, ("peach", "albot"), strict=True):
        player.membership.send(Choose(robot, True))
    net.press("Ready")
    start(net, host)
    net.until(lambda: net.is_on(NetworkMatchScreen) and net.top.question_controller.asked is not None)
    net.driver.frame(12, 1 / 20)
    screen = net.top
    for name, text in (("Hanna", "First Oil (Destroy a robot.)"), ("Gustav", "none on show")):
        fellow = next(f for f in screen.panels.shown.fellows if screen.context.name(f.index) == name)
        net.driver.click(fellow.rect.centre)
        assert text in net.texts()
        assert "empress" not in net.texts().lower()
        net.driver.key(arcade.key.ESCAPE)
    screen.inform(screen.context.own_piece)
    assert "none yet" in net.texts()


def test_a_match_over_the_network_is_played_to_its_end_and_leads_back_to_the_lobby(net: Net) -> None:
    """CLI-106, CLI-1301; the match is kept as a replay (CLI-2042), and its result has the moment (CLI-2562)."""
    kept = recent(net.client).replays = RecentReplays(net.folder / "recent")
    in_match(net, bots=2)

    def play() -> bool:
        screen = next((s for s in net.app.screens if type(s) is NetworkMatchScreen), None)
        if screen is not None and net.top in (screen, getattr(screen.question_controller, "dialog", None)):
            answer_default(net.app, net.driver, screen)
        return net.is_on(ResultScreen)

    net.until(play)
    kept.settle()
    ((path, _summary),) = recent_replays(kept.folder)
    game, record = load_replay(path, net.catalogue)
    assert record.events[-1]["type"] == "over"
    result = net.top
    net.until(lambda: result.moment.ready)
    net.driver.frame()
    assert result.moment.lines[0] in net.texts()
    assert result.moment.board is not None
    net.press("What decided it")
    page = net.top
    net.until(lambda: page.analysis.judged)
    assert page.analysis.at_end().over
    net.client.of(AnalysisDesk).try_turn(game, record, 1, [0])
    net.press("Play on")
    desks.matches(net.client).show_result(net.app.screens[0].context)
    assert button(net.app, "Back to the lobby").enabled, "practice has not left the lobby"
    net.client.router.home()  # nor has who turns away from it
    net.until(lambda: net.is_on(RoomPage))
    assert "You are not ready yet" in net.texts()


def test_new_commands_come_while_the_program_is_being_laid(net: Net) -> None:
    """CLI-220: until the server has sent them there is none to lay; then they are those of the rules."""
    host = in_lobby(net)
    net.online.membership.send(Choose("albot", True))
    start(net, host)
    net.until(lambda: net.is_on(NetworkMatchScreen) and net.top.question_controller.asked is not None)
    net.driver.frame(12, 1 / 20)
    screen = net.top
    panel = screen.panels.open
    old = panel.hand.cards
    lay(panel)
    line = net.online.membership.line
    sent: list[Any] = []
    send, line.send = line.send, sent.append
    net.driver.click(panel.special.rect.centre)
    net.driver.frame()
    assert panel.hand.cards == []
    assert "Answer" in [type(message).__name__ for message in sent]
    line.send = send
    for message in sent:
        send(message)
    net.until(lambda: panel.hand.cards and screen.playback.dry)
    assert panel.hand.cards != old
    assert panel.hand.empty == [1, 2, 3, 4, 5]
    lay(panel)
    assert not panel.objection.text
    net.driver.click(panel.confirm.rect.centre)
    net.until(lambda: screen.context.display.turn == 2)


def test_a_match_is_watched_without_a_seat(net: Net) -> None:
    port = net.serve()
    host = net.add("Hanna", port, "create")
    net.until(lambda: host.membership.lobby is not None)
    host.membership.send(Configure(config("Hanna", bots=1)))
    net.until(lambda: mode_of(host) == "standard" and len(host.membership.lobby.config["seats"]) == 2)  # type: ignore[union-attr]
    host.membership.send(Start())
    net.until(lambda: host.membership.session is not None)
    net.online.join(Address("127.0.0.1", port), ServerRequest("Ada", "watch"))
    net.until(lambda: net.is_on(NetworkMatchScreen))
    assert reconnect_store.seats() == [], "there is no seat to come back to"
    turn = net.top.context.display.turn
    net.until(lambda: net.is_on(ResultScreen) or net.top.context.display.turn > turn)
    if net.is_on(NetworkMatchScreen):
        assert net.top.question_controller.asked is None
        while net.is_on(NetworkMatchScreen):  # a recap comes first
            net.driver.key(arcade.key.ESCAPE)
        net.press("Main menu")
        assert "The others stay." in net.texts()


def test_who_watches_reads_what_mattered_while_others_lay_programs(net: Net) -> None:
    """CLI-2033."""
    host = in_lobby(net, bots=1, wish="watch")
    host.answers = False
    host.membership.send(Start())
    net.until(lambda: net.is_on(NetworkMatchScreen) and net.top.session.waiting_for() == [0])
    screen = net.top
    recap, session = screen.watching.recap, host.membership.session
    assert session is not None
    net.until(lambda: bool(session.decisions(0)))
    assert not recap.lines, "nothing has happened"
    host.answers = True
    host.update()  # the program of one turn
    host.answers = False
    net.until(lambda: screen.context.display.turn == 2 and screen.session.waiting_for() == [0])
    net.until(lambda: recap.turn.is_recalled)
    assert any(event["type"] == "step" for event in recap.turn.last.events)
    host.answers = True
    net.until(lambda: not recap.lines)


def test_the_window_of_the_host_is_the_table_of_a_match(net: Net) -> None:
    guests = hosting(net, "Bob", "Cid")
    assert net.top.named.get("full screen") is None
    net.driver.click(net.top.named["table"].rect.centre)
    net.until(lambda: len(net.top.config.seats) == 2)
    assert "/" + net.online.membership.code in net.texts(), "the link is beside the players"
    assert net.top.named["full screen"].enabled
    net.others.remove(guests[0])  # who lays no program yet
    net.press("Start")
    net.until(lambda: net.is_on(TableScreen) and net.top.session.waiting_for() == [0])
    screen = net.top
    net.go_on()
    assert {"Bob", "Cid"} <= {label.text for label in screen.strip.layer.labels}
    assert [player.lit.visible for player in screen.strip.players] == [True, False]
    assert [player.check.visible for player in screen.strip.players] == [False, True]
    net.others.insert(0, guests[0])
    net.until(lambda: net.is_on(ResultScreen))
    assert screen.question_controller.asked is None
    net.press("Back to the lobby")
    net.until(lambda: net.is_on(RoomPage))
    assert net.top.is_table, "with the same people"


class Liar(Connection):
    """A connection to a server that is made to say, from some moment on, what no server says."""

    lie: Callable[[Any], Any] = staticmethod(lambda news: news)

    def poll(self) -> list[Any]:
        return [type(self).lie(news) for news in super().poll()]


def with_view(**change: Any) -> Callable[[Any], Any]:
    """Return what changes the observations of a server."""

    def lie(news: Any) -> Any:
        if isinstance(news, Begin | Update):
            return msgspec.structs.replace(news, observation={**news.observation, **change})
        return news

    return lie


def with_(kind: type[Any], **change: Any) -> Callable[[Any], Any]:
    """Return what changes the messages of a kind."""
    return lambda news: msgspec.structs.replace(news, **change) if isinstance(news, kind) else news


LIES = {
    "begin without anything": with_(Begin, observation={}),
    "no pieces": with_view(pieces=[]),
    "no decision": with_view(decisions=[7]),
    "no beat": with_(Update, events=[{"type": ["step"], "beat": "soon"}]),
    "no notice": with_(Update, notices=[{"type": "unanswered"}]),
    "too many seats": with_(Begin, config={"seats": [{"name": str(number)} for number in range(500)]}),
    "nothing sealed": with_view(sealed=None),
    "no such piece": with_(Update, events=[{"type": "step", "beat": 5, "piece": 77, "from": 1, "to": [1]}]),
    "no such seat": with_(Begin, seat=7),
    "no state of plugins to begin with": with_(Begin, observation={"ext": []}),
    "a word for pieces": with_view(pieces="none"),
    "no state of plugins": with_view(ext={}),
    "no event": with_(Update, events=[{}]),
}


@pytest.mark.parametrize("lie", few_of(LIES, 4))
def test_what_a_server_says_that_makes_no_sense_ends_in_a_sentence(
    net: Net, lie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server may send anything: the window stays open, and says why it has left."""
    monkeypatch.setattr(Liar, "lie", staticmethod(LIES[lie]))
    monkeypatch.setattr("roborally.features.lobby.window.online.desk.Connection", Liar)
    net.client.check = False
    port = net.serve()
    host = net.add("Hanna", port, "create")
    net.until(lambda: host.membership.lobby is not None)
    host.membership.send(Configure(config("Hanna", bots=1)))
    net.online.join(Address("127.0.0.1", port), ServerRequest("Ada"))
    net.until(lambda: len(host.membership.members) == 2)
    if net.online.membership is not None:
        net.online.membership.send(Choose("", True))
        net.until(lambda: all(member.ready or member.host for member in host.membership.members))
        host.membership.send(Start())

    def is_out() -> bool:
        if net.is_on(NetworkMatchScreen) and net.top.question_controller.asked is not None:
            answer_default(net.app, net.driver, net.top)
        return net.online.membership is None

    net.until(is_out)
    assert type(net.app.screens[0]) is MainMenu
    assert net.is_on(Dialog)
    assert net.top.heading.text == "You are no longer in the game"
    assert reconnect_store.seats(), "the fault may be here: the seat is kept"


def test_who_lacks_a_plugin_is_shown_its_names_and_pictures_and_plays_on(net: Net) -> None:
    """The rules run on the server; of the plugin nothing but its manifest, texts and pictures come from there."""
    plugins = {id_: plugin for id_, plugin in net.catalogue.plugins.items() if id_ != "gears"}
    net.online.catalogue = Catalogue(plugins)
    in_match(net, bots=1)
    session = net.top.session
    assert not session.complete
    gears = next(plugin for plugin in session.game.plugins if plugin.id == "gears")
    assert net.folder in gears.folder.parents
    assert not list(gears.folder.rglob("*.py"))
    assert not net.top.board_pane.ghost.switched_on
    net.until(lambda: net.top.question_controller.asked is not None)
    turn = net.top.context.display.turn
    answer_default(net.app, net.driver, net.top)
    net.until(lambda: net.is_on(NetworkMatchScreen) and net.top.context.display.turn > turn)


def test_a_bar_shows_how_much_has_come_of_a_plugin(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    """The match begins with names and texts, and is drawn once more when the pictures are there."""
    plugins = {id_: plugin for id_, plugin in net.catalogue.plugins.items() if id_ != "conveyors"}
    net.online.catalogue = Catalogue(plugins)
    host = in_lobby(net)
    go_on = Fetching.go_on
    monkeypatch.setattr(Fetching, "go_on", lambda _self: None)
    net.press("Ready")
    start(net, host)
    net.until(lambda: net.is_on(ConnectionNotice))
    assert net.top.heading.text == "The match begins"
    net.driver.frame(2)
    fetching = net.online.membership.fetching

    def fetch() -> bool:
        go_on(fetching)
        return net.is_on(NetworkMatchScreen)

    net.until(fetch)
    early = net.top
    net.until(lambda: "Pictures are on their way" in early.waiting_text() or early.question_controller.waits)
    net.driver.frame(2)
    assert fetching.share is not None
    monkeypatch.setattr(Fetching, "go_on", go_on)
    fetching.go_on()
    net.until(lambda: net.is_on(NetworkMatchScreen) and net.top is not early)
    assert fetching.share is None


@pytest.mark.parametrize("kind", few_of(["begin", "ended"]))
def test_what_is_long_on_its_way_in_a_match_stands_in_nobodys_way(net: Net, slow: type[Slow], kind: str) -> None:
    in_match(net)
    screen = net.top
    slow.arrival = Arrival(kind, 0.25)
    net.driver.frame()
    assert net.top is screen
    assert screen.waiting_text() == "On its way from the server: 25 %"


def test_what_the_code_of_a_missing_plugin_would_show_is_seen_at_rest(net: Net) -> None:
    plugins = {id_: plugin for id_, plugin in net.catalogue.plugins.items() if id_ != "archive"}
    net.online.catalogue = Catalogue(plugins)
    in_match(net, bots=1)
    net.until(lambda: net.top.question_controller.asked is not None)
    shown, session = net.top.context.display, net.top.session
    assert all(robot.marker for robot in shown.robots)
    net.top.flow.check = False
    shown.robots[0].marker = None
    turn = shown.turn
    answer_default(net.app, net.driver, net.top)
    net.until(
        lambda: net.is_on(NetworkMatchScreen) and shown.turn > turn and net.top.question_controller.asked is not None
    )
    assert shown.robots[0].marker
    shown.assert_equals(session.observe(net.top.context.own))


def test_another_language_leaves_the_menu_as_it_is(net: Net, speak: Callable[[str], None]) -> None:
    """CLI-702: a guest is not offered to save, whatever language is spoken."""
    in_match(net)
    net.driver.key(arcade.key.ESCAPE)
    net.press("Settings")
    net.client.settings.change(msgspec.structs.replace(net.app.settings, language="de"))
    net.driver.key(arcade.key.ESCAPE)
    assert net.is_on(GameMenu)
    captions = [getattr(widget, "text", "") for widget in net.top.controls.widgets]
    assert "Zurück zum Spiel" in captions
    assert "Spiel speichern" not in captions
    net.press("Hauptmenü")
    assert "Ab jetzt spielt ein Bot für dich." in net.texts()
    net.press("Hauptmenü")
    assert net.online.membership is None
    speak("en")
    net.client.settings.change(msgspec.structs.replace(net.app.settings, language="system"))


def test_an_answer_that_came_too_late_is_told_in_passing(net: Net) -> None:
    """CLI-R14: no dialog stands before the next question."""
    in_match(net)
    screen = net.top
    screen.session.refuse("program-0", Message.of("this is not asked any more"))
    net.until(lambda: "came too late" in screen.notices.sentence.text)
    assert screen.notices.announces
    assert net.top is screen


def test_an_answer_on_its_way_is_told_after_a_moment(net: Net) -> None:
    in_match(net)
    net.until(lambda: net.top.question_controller.asked is not None)
    screen, session = net.top, net.top.session
    net.until(lambda: screen.waiting_text() == "Everybody waits for you" or session.waiting_for() != [session.seat])
    session.send = lambda _message: None  # nothing arrives
    now = session.now()
    session.now = lambda: now
    screen.question_controller.answer_by_default()
    net.driver.frame(2)
    text = []
    for seconds in (0.1, 1.0, 6.0):
        session.now = lambda seconds=seconds: now + seconds
        net.driver.frame()
        text.append(screen.waiting_text())
    assert "Sending" not in text[0]
    assert text[1].startswith("Sending your answer …")
    assert text[2].startswith("The connection is slow: your answer is still on its way.")

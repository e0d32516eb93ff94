"""A network match is saved, goes on, or is taken home."""

import arcade
import pytest

from roborally.base import paths
from roborally.features.lobby.window.online.network_match import NetworkMatchScreen
from roborally.features.lobby.window.online.taking_home import HomeQuestion
from roborally.game.records.file_format import SAVE, ReplayError, SealedSummary, read_summary
from roborally.game.records.recorder import load_save
from roborally.net.protocol import (
    AnswerHome,
    AskHome,
    HomeRequest,
    Leave,
)
from roborally.ui.match.windows.game_menu import GameMenu
from roborally.ui.pages.file_pages import FilePage, NamingPage
from roborally.ui.toolkit.dialogs import Dialog
from tests.features.lobby.network import Line, Net, Other, cut, dead_line, hosting, in_hosted_match, in_match

pytestmark = pytest.mark.window


def test_the_host_saves_and_the_game_goes_on_from_there(net: Net) -> None:
    """CLI-702, CLI-911, CLI-R04, CLI-R12: the file is sealed; who hosts it again goes on, and nobody else."""
    in_hosted_match(net, "Gustav")
    net.driver.key(arcade.key.ESCAPE)
    net.press("Save game")
    net.until(lambda: net.is_on(NamingPage))
    assert "The file is sealed" in net.texts()
    net.press("Save")
    saved = paths.save_folder() / "First Steps.rrsave"
    net.until(lambda: net.is_on(Dialog) and net.top.heading.text == "The game is saved")
    assert saved.name in net.texts().replace("\N{ZERO WIDTH SPACE}", "")
    net.press("OK")
    assert paths.seal_key_file().is_file()
    with pytest.raises(ReplayError, match="is sealed"):
        load_save(saved, net.catalogue)
    net.online.close()
    net.others.pop().close()
    net.client.router.home()
    net.client.router.open("load-game")
    assert "Sealed: " in net.texts()
    net.press("Load")
    assert "can go on only in a network game" in net.texts()
    hosting(net, "Gustav")
    net.press("Load game")
    net.until(lambda: net.is_on(FilePage))
    net.press("Load")
    net.until(lambda: net.is_on(NetworkMatchScreen) and net.top.question_controller.asked is not None)
    assert [seat.name for seat in net.top.session.game.seats] == ["Ada", "Gustav"]


@pytest.mark.long
def test_a_saved_game_that_was_lost_with_the_connection_comes_nevertheless(
    net: Net, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match is saved, and the saved game sent to go on with it, as soon as the connection is back."""
    monkeypatch.setattr("roborally.features.lobby.window.online.desk.Connection", Line)
    in_hosted_match(net, "Gustav")
    net.driver.key(arcade.key.ESCAPE)
    net.press("Save game")
    net.until(lambda: net.is_on(NamingPage))
    dead_line(net, lambda: net.press("Save"))
    net.until(lambda: net.is_on(Dialog) and net.top.heading.text == "The game is saved")
    net.online.close()
    net.others.pop().close()
    hosting(net, "Gustav")
    net.press("Load game")
    net.until(lambda: net.is_on(FilePage))

    def load() -> None:
        net.press("Load")
        net.driver.frame()
        assert "The saved game is being loaded …" in net.texts()

    dead_line(net, load)
    net.until(lambda: net.is_on(NetworkMatchScreen) and net.top.question_controller.asked is not None)


@pytest.mark.long
def test_a_match_that_is_taken_home_survives_a_cut(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    """CLI-R13: neither the request nor the file is lost; who has the file is not offered it again."""
    monkeypatch.setattr("roborally.features.lobby.window.online.desk.Connection", Line)
    (gustav,) = in_hosted_match(net, "Gustav")
    net.others.clear()
    dead_line(net, lambda: ask_home(net))
    agree(net, gustav, agreed=True)
    net.until(lambda: net.is_on(Dialog) and net.top.heading.text == "All agree: you can save the match")
    dead_line(net, lambda: None)
    before = net.app.screens[0]
    net.until(lambda: net.app.screens[0] is not before and net.is_on(Dialog))
    assert net.top.heading.text == "All agree: you can save the match"
    net.press("Back to the game")
    dead_line(net, lambda: None)
    before = net.app.screens[0]
    net.until(lambda: net.app.screens[0] is not before and net.top.question_controller.asked is not None)
    assert net.is_on(NetworkMatchScreen)
    gustav.close()


def test_taking_a_match_home_needs_everybody(net: Net) -> None:
    """CLI-R13: the host asks, sees who is still to answer, and everybody who has agreed gets an open file."""
    gustav, hilda = in_hosted_match(net, "Gustav", "Hilda")
    net.others.clear()  # they read their messages when the test says so, and answer no question of the match
    ask_home(net)
    net.until(lambda: "Still to answer: Gustav, Hilda" in net.texts())
    agree(net, gustav, agreed=True)
    net.until(lambda: "Still to answer: Hilda" in net.texts())
    agree(net, hilda, agreed=True)
    net.until(lambda: net.is_on(Dialog) and net.top.heading.text == "All agree: you can save the match")
    net.press("Save game")
    net.until(lambda: net.is_on(NamingPage))
    assert "The file is sealed" not in net.texts()
    net.press("Save")
    (saved,) = paths.save_folder().glob("*.rrsave")
    game, match, _recorder = load_save(saved, net.catalogue)
    assert [seat.name for seat in game.seats] == ["Ada", "Gustav", "Hilda"]
    assert match.state.turn == 1
    gustav.close()
    hilda.close()


def ask_home(net: Net) -> None:
    net.driver.key(arcade.key.ESCAPE)
    net.press("Save for all players")
    assert "read everybody's cards" in net.texts()
    net.press("Ask")


def agree(net: Net, other: Other, *, agreed: bool) -> None:
    """Let somebody answer the host's request."""
    asked: list[HomeRequest] = []

    def is_asked() -> bool:
        asked.extend(news for news in other.membership.update() if isinstance(news, HomeRequest))
        return bool(asked)

    net.until(is_asked)
    other.membership.send(AnswerHome(asked[-1].request, agreed))


def test_the_host_is_told_who_refuses(net: Net) -> None:
    """CLI-R13."""
    (gustav,) = in_hosted_match(net, "Gustav")
    net.others.clear()
    ask_home(net)
    agree(net, gustav, agreed=False)
    net.until(lambda: "Gustav does not agree" in net.texts())
    assert "ask again in 120 seconds" in net.texts()
    net.press("OK")
    ask_again = net.top
    assert type(ask_again) is GameMenu
    net.press("Save for all players")
    net.press("Ask")
    net.until(lambda: "you can ask again in" in net.texts())
    gustav.close()


def test_a_guest_is_asked_and_may_answer_later(net: Net) -> None:
    """CLI-R13: Enter, with which a program is confirmed, agrees to nothing."""
    host = in_match(net)
    host.membership.send(AskHome())
    net.until(lambda: net.is_on(HomeQuestion))
    assert "Hanna asks to save this match for all players" in net.texts()
    net.driver.key(arcade.key.ENTER)
    assert net.is_on(HomeQuestion)
    net.driver.key(arcade.key.ESCAPE)
    assert net.is_on(NetworkMatchScreen)
    net.driver.key(arcade.key.ESCAPE)
    net.press("Answer Hanna")
    assert net.is_on(HomeQuestion)
    net.press("Agree")
    net.until(lambda: net.is_on(Dialog) and net.top.heading.text == "All agree: you can save the match")
    net.press("Back to the game")
    assert net.is_on(GameMenu)
    assert net.online.membership is not None


def test_a_guest_refuses(net: Net) -> None:
    """CLI-R13."""
    host = in_match(net)
    net.others.clear()
    host.membership.send(AskHome())
    net.until(lambda: net.is_on(HomeQuestion))
    net.press("Refuse")
    received: list[HomeRequest] = []

    def is_refused() -> bool:
        received.extend(news for news in host.membership.update() if isinstance(news, HomeRequest))
        return bool(received) and received[-1].state == "refused"

    net.until(is_refused)
    assert received[-1].refused == "Ada"
    assert net.is_on(NetworkMatchScreen)
    host.close()


def test_the_question_comes_again_with_the_connection(net: Net) -> None:
    host = in_match(net)
    net.others.clear()
    host.membership.send(AskHome())
    net.until(lambda: net.is_on(HomeQuestion))
    cut(net)
    before = net.app.screens[0]
    net.until(lambda: net.is_on(HomeQuestion) and net.app.screens[0] is not before)
    host.close()


def test_when_the_host_leaves_the_game_ends_and_can_be_saved(net: Net) -> None:
    """CLI-R02, CLI-R12."""
    in_match(net)
    net.others[0].membership.close(Leave())
    net.others.clear()
    net.until(lambda: net.is_on(Dialog) and net.top.heading.text == "The game has ended")
    net.press("Save game")
    net.until(lambda: net.is_on(NamingPage))
    net.press("Save")
    files = list(paths.save_folder().glob("*.rrsave"))
    assert len(files) == 1
    summary = read_summary(files[0], SAVE)
    assert isinstance(summary, SealedSummary)
    assert summary.turn == 1

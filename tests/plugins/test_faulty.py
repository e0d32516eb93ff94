"""A plugin that fails in a match: whose fault it is, and going on without the effect that has failed."""

import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from roborally.base import paths
from roborally.base.errors import Overrun
from roborally.cli import main
from roborally.core.events import Watch
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.game.records.playing_again import verify
from roborally.game.records.recorder import Recorder, load_replay, load_save
from roborally.game.statistics import Tally
from roborally.plugin_system.faults import Fault, fault_of
from roborally.plugin_system.loader import Catalogue
from roborally.plugin_system.watchdog import Watchdog
from tests.waiting import until

from .faulty import COUNTED, EFFECTS, FAILS, PLACES, game_with, magnet

SEED = 3


def begin(game: Game) -> tuple[Match, Recorder]:
    match = game.start(SEED, Watch(lambda event: None))
    match.run()
    recorder = Recorder(game, SEED)
    recorder.follow(match)
    return match, recorder


def play_on(match: Match, recorder: Recorder, path: Path, turns: int = 2) -> BaseException | None:
    """Answer with defaults until something fails, and save at every question, as the window does."""
    try:
        while not match.state.over and match.state.turn <= turns:
            recorder.save(path)
            for decision in list(match.state.decisions):
                if decision["id"] not in match.state.sealed and decision in match.state.decisions:
                    match.seal(decision["id"], decision["default"])
                    recorder.note(decision["seat"], decision["id"], decision["default"])
            match.run()
    except (Exception, Overrun) as error:
        return error
    return None


def fault(error: BaseException | None, game: Game) -> Fault:
    found = fault_of(error, game.plugins, game.rules)
    assert found is not None
    return found


@pytest.mark.parametrize("place", PLACES)
def test_a_match_goes_on_without_the_effect_that_has_failed(place: str, tmp_path: Path) -> None:
    found = magnet(tmp_path, PLACES[place])
    game, path = game_with(found), tmp_path / "kept.rrsave"
    match, recorder = begin(game)
    text = fault(play_on(match, recorder, path), game)
    assert (text.plugin, text.title, text.file, text.line) == ("magnet", "Magnet", "rules.py", 5)
    assert text.error == "KeyError: 'pole'"
    assert text.effects == (EFFECTS[place],)
    assert str(text.message) == "plugin 'magnet' failed in rules.py, line 5: KeyError: 'pole'"
    _game, match, recorder = load_save(path, found)
    answers = len(recorder.record.answers)
    played = recorder.mute(match, text.effects)
    assert played.muted == text.effects
    match.watch = Watch(lambda event: None)
    recorder.follow(match)
    assert play_on(match, recorder, path) is None
    assert match.state.turn == 3
    assert recorder.record.muted == [(answers, EFFECTS[place])]
    assert verify_save(recorder, found, tmp_path) == ""


def verify_save(recorder: Recorder, found: Catalogue, folder: Path) -> str:
    """Return how the match differs when it is played again, and look whether its saves load."""
    match = recorder.followed()
    recorder.save(folder / "later.rrsave")
    game, loaded, _recorder = load_save(folder / "later.rrsave", found)
    assert loaded.digest() == match.digest()
    assert loaded.rules.effects == game.rules.effects != game.muting(()).rules.effects
    turn = match.state.turn - 1
    recorder.save(folder / "before.rrsave", turn)
    assert load_save(folder / "before.rrsave", found)[1].state.turn == turn
    recorder.finish(folder / "match.rrreplay")
    return verify(load_replay(folder / "match.rrreplay", found)[1], game.muting(()))


def test_a_replay_is_played_with_the_effect_until_it_is_left_out(tmp_path: Path) -> None:
    """The phase does something in turn 1 and fails in turn 2; the record holds both."""
    body = 'match.state.pieces[0].damage += 1; match.state.turn < 2 or {}["pole"]'
    found = magnet(tmp_path, PLACES["phase"], body)
    game, path = game_with(found), tmp_path / "kept.rrsave"
    match, recorder = begin(game)
    text = fault(play_on(match, recorder, path), game)
    _game, match, recorder = load_save(path, found)
    assert match.state.turn == 2
    assert match.state.pieces[0].damage == 5
    recorder.mute(match, text.effects)
    match.watch = Watch(lambda event: None)
    recorder.follow(match)
    assert play_on(match, recorder, path) is None
    assert verify_save(recorder, found, tmp_path) == ""
    record = load_replay(tmp_path / "match.rrreplay", found)[1]
    record.muted = [(0, text.effects[0])]
    assert "the state is not the recorded one" in verify(record, game)


def test_what_fails_before_the_first_question_is_left_out_from_the_start(tmp_path: Path) -> None:
    found = magnet(tmp_path, 'rules.modify("hand-size", fail)')
    game = game_with(found)
    with pytest.raises(KeyError) as caught:
        begin(game)
    text = fault(caught.value, game)
    match, recorder = begin(game.muting(text.effects))
    assert recorder.record.muted == [(-1, "magnet: modify hand-size")]
    assert play_on(match, recorder, tmp_path / "kept.rrsave") is None
    assert verify_save(recorder, found, tmp_path) == ""


def test_what_others_registered_at_the_same_point_stays(tmp_path: Path) -> None:
    found = magnet(tmp_path, 'rules.on("hurt", fail); rules.on("destroyed", fail)')
    game = game_with(found)
    muted = game.muting(["magnet: on destroyed"])
    assert len(muted.rules.reactions["destroyed"]) == len(game.rules.reactions["destroyed"]) - 1
    assert muted.rules.reactions["hurt"] == game.rules.reactions["hurt"]
    assert "magnet: on hurt" in {effect.id for effect in muted.rules.effects}
    assert game.muting(()) is game


@pytest.mark.parametrize("effect", ["magnet: on contact", "classic: phase turn/program", "nobody: on hurt"])
def test_an_effect_that_there_is_not_is_refused(effect: str, tmp_path: Path) -> None:
    game = game_with(magnet(tmp_path, PLACES["on"]))
    with pytest.raises(ValueError, match="there is no effect"):
        game.muting([effect])


def test_a_record_with_an_unknown_effect_is_refused(tmp_path: Path) -> None:
    found = magnet(tmp_path, PLACES["on"], "return None")
    _match, recorder = begin(game_with(found))
    recorder.record.muted = [(0, "magnet: on contact")]
    recorder.save(tmp_path / "odd.rrsave")
    with pytest.raises(ValueError, match=r"odd\.rrsave: there is no effect 'magnet: on contact'"):
        load_save(tmp_path / "odd.rrsave", found)


@pytest.mark.parametrize(
    "call",
    [
        'rules.frame("magnets", fail); rules.phase("register", "m", lambda match: match.then({"do": "magnets"}), '
        'after=("touch",))',
        'rules.decision("magnets", fail); rules.on("stepped", lambda match, *rest: match.ask("magnets", '
        "match.state.pieces[0], 1, (1, 2)))",
    ],
    ids=["frame", "question"],
)
def test_frames_and_questions_cannot_be_left_out(call: str, tmp_path: Path) -> None:
    game = game_with(magnet(tmp_path, call))
    match, recorder = begin(game)
    text = fault(play_on(match, recorder, tmp_path / "kept.rrsave"), game)
    assert (text.plugin, text.line, text.effects) == ("magnet", 5, ())


def test_who_calls_what_it_needs_wrongly_is_at_fault(tmp_path: Path) -> None:
    body = "from roborally_plugins.program_cards import api; api.slots(match, 1, 2, 3)"
    game = game_with(magnet(tmp_path, PLACES["phase"], body))
    match, recorder = begin(game)
    text = fault(play_on(match, recorder, tmp_path / "kept.rrsave"), game)
    assert (text.plugin, text.file, text.line) == ("magnet", "rules.py", 5)


@pytest.mark.parametrize(
    "what",
    ["partial(fail)", "Pull().pull", "Pull()", "lambda match, *rest: fail(match)"],
    ids=["partial", "method", "object", "lambda"],
)
def test_whatever_can_be_called_is_known_as_an_effect(what: str, tmp_path: Path) -> None:
    call = """
    from functools import partial
    class Pull:
        def pull(self, match, *rest):
            fail(match)
        __call__ = pull
"""
    game = game_with(magnet(tmp_path, f"{call}    rules.on('stepped', {what})"))
    match, recorder = begin(game)
    assert fault(play_on(match, recorder, tmp_path / "kept.rrsave"), game).effects == ("magnet: on stepped",)


@pytest.mark.parametrize("body", [FAILS, "raise SystemExit", "return 5", 'return [(0, "x")]', 'return "x"'])
def test_a_statistic_that_fails_is_no_longer_counted(
    body: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Also for what it returns: nobody else is at fault for that."""
    game = game_with(magnet(tmp_path, COUNTED["a statistic that raises"][0], body))
    tally = Tally(game.rules, 2)
    others = tally.titles().keys() - {"zaps"}
    tally.feed_all([{"type": "over", "winners": (0,), "beat": beat} for beat in (1, 2)])
    assert list(tally.failed) == ["Zaps"]
    assert caplog.text.count("the statistic 'zaps' has failed and is left out") == 1
    assert tally.titles().keys() == tally.counts[0].keys() == others


def test_closures_of_one_function_are_told_apart(tmp_path: Path) -> None:
    call = """
    def make(number):
        def inner(match, *rest):
            if number == 7 and match.state.turn > 0:
                fail(match)
        return inner
    rules.on("stepped", make(6))
    rules.on("hurt", make(7))
    rules.phase("register", "magnets", lambda match: match.lose(match.state.pieces[0], 1, "magnet"), after=("touch",))
"""
    game = game_with(magnet(tmp_path, call))
    match, recorder = begin(game)
    assert fault(play_on(match, recorder, tmp_path / "kept.rrsave"), game).effects == ("magnet: on hurt",)


def test_an_error_of_the_game_itself_is_nobodys_fault(tmp_path: Path) -> None:
    game = game_with(magnet(tmp_path, PLACES["on"]))
    with pytest.raises(ValueError, match="nine") as caught:
        int("nine")
    assert fault_of(caught.value, game.plugins, game.rules) is None
    caught.value.__cause__ = caught.value
    assert fault_of(caught.value, game.plugins, game.rules) is None


def test_the_command_line_names_the_plugin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(paths, "user_plugin_folder", lambda: tmp_path / "plugins")
    found = magnet(tmp_path, PLACES["phase"])
    match, recorder = begin(game_with(found))
    assert play_on(match, recorder, tmp_path / "kept.rrsave") is not None
    recorder.finish(tmp_path / "match.rrreplay")
    assert main(["replay", "--verify", str(tmp_path / "match.rrreplay")]) == 2
    text = "roborally: plugin 'magnet' failed in rules.py, line 5: KeyError: 'pole' (--debug shows where)\n"
    assert capsys.readouterr().err == text


# --- what does not end ------------------------------------------------------------------------------------------------

ENDLESS = {
    "loop": "\n    while True: pass",
    "swallows": "\n    while True:\n        try:\n            while True: pass\n        except Exception: pass",
    "recursion": "\n    while True: match.value('acting-order', list(match.robots))",
}


def interrupted(tmp_path: Path, body: str, **bounds: Any) -> Fault:
    """Return the fault of a plugin whose phase a watchdog with these bounds has interrupted."""
    found = magnet(tmp_path, PLACES["phase"], body)
    game = game_with(found)
    match, recorder = begin(game)
    watchdog = Watchdog(found.plugins.values(), every=0.02, **bounds).start()
    try:
        error = play_on(match, recorder, tmp_path / "kept.rrsave")
    finally:
        watchdog.stop()
    text = fault(error, game)
    assert (text.plugin, text.file, text.effects) == ("magnet", "rules.py", (EFFECTS["phase"],))
    return text


@pytest.mark.parametrize("way", ENDLESS)
def test_a_plugin_that_does_not_end_is_interrupted_and_named(way: str, tmp_path: Path) -> None:
    text = interrupted(tmp_path, ENDLESS[way], seconds=0.2)
    assert str(text.error) == "it did not end within 0.2 seconds of processor time"
    assert text.line >= 5


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured on Linux alone")
def test_a_plugin_that_takes_memory_without_end_is_interrupted(tmp_path: Path) -> None:
    body = "\n    full = []\n    while True: full.append(bytearray(1_000_000))"
    text = interrupted(tmp_path, body, seconds=3600, megabytes=200)
    assert str(text.error) == "it took more than 200 MB of memory"


@pytest.mark.skipif(sys.platform == "win32", reason="nothing wakes a thread there")
def test_a_plugin_that_waits_for_ever_is_woken_and_named(tmp_path: Path) -> None:
    text = interrupted(tmp_path, "__import__('time').sleep(1_000_000)", seconds=3600, still=5)
    assert (text.line, str(text.error)) == (5, "it waited too long for something that did not come")


def test_many_calls_of_a_plugin_are_not_one_that_does_not_end(tmp_path: Path) -> None:
    """Each look of the watchdog meets another call: however long they take together, nothing is interrupted."""
    found = magnet(tmp_path, PLACES["phase"], "looks.append(1); dog.look()")
    game = game_with(found)
    match, recorder = begin(game)
    module = sys.modules["roborally_plugins.magnet.rules"]
    vars(module).update(looks=[], dog=Watchdog(found.plugins.values(), seconds=0.0))
    assert play_on(match, recorder, tmp_path / "kept.rrsave") is None
    assert len(vars(module)["looks"]) == 10


def test_what_is_no_plugins_doing_is_left_alone(tmp_path: Path) -> None:
    found = magnet(tmp_path, PLACES["on"], "return None")
    watchdog = Watchdog(found.plugins.values(), seconds=0.0)
    for _ in range(3):
        watchdog.look()


@pytest.mark.skipif(sys.platform != "linux", reason="the clock of a thread is read on Linux alone")
def test_a_thread_that_ends_while_it_is_looked_at_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The watchdog has found the call when the thread ends; the clock of that thread can no longer be read then."""
    found = magnet(tmp_path, PLACES["phase"], "started.set(); go_on.wait()")
    match, recorder = begin(game_with(found))
    started, go_on, dogs = threading.Event(), threading.Event(), []
    vars(sys.modules["roborally_plugins.magnet.rules"]).update(started=started, go_on=go_on)

    def play() -> None:
        dogs.append(Watchdog(found.plugins.values(), seconds=0.0))
        play_on(match, recorder, tmp_path / "kept.rrsave", turns=1)

    player = threading.Thread(target=play)
    player.start()
    assert started.wait(60)
    read = time.clock_gettime

    def read_after_the_end(clock: int) -> float:
        go_on.set()
        player.join()
        until(lambda: not Path(f"/proc/self/task/{player.native_id}").exists())  # the system ends it a moment later
        return read(clock)

    monkeypatch.setattr(time, "clock_gettime", read_after_the_end)
    for _ in range(3):
        dogs[0].look()
    assert not player.is_alive()

"""A plugin that fails on a server, or does not end: its players are told which, and other matches go on."""

from dataclasses import replace
from pathlib import Path

import pytest

from roborally.net.protocol import Chat, ChatMessage, Configure, LobbyState, MatchEnded, Start
from tests.net.conftest import Serve
from tests.net.patience import PATIENT
from tests.net.table import configuration
from tests.net.wire import Wire
from tests.plugins.faulty import FAILS, magnet

CALL = 'rules.phase("turn", "magnets", fail, before=("deal",))'
ENDLESS = "\n    while True: pass"


@pytest.mark.parametrize("body", [FAILS, ENDLESS], ids=["fails", "does not end"])
def test_the_players_are_told_which_plugin_has_failed(
    body: str, serve: Serve, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    limits = replace(PATIENT, call=0.3)
    thread = serve(catalogue=magnet(tmp_path, CALL, body), limits=limits)
    ann, bob = Wire(thread.port).hello("Ann", "create"), Wire(thread.port).hello("Bob", "create")
    config = configuration("standard", ["Ann"], 1)
    config["match"]["plugins"] = ["magnet"]
    ann.send(Configure(config))
    ann.wait_for(LobbyState)
    ann.send(Start())
    ended = ann.wait_for(MatchEnded)
    assert ended.reason == "failed"
    line = 5 if body == FAILS else 6
    assert str(ended.text) == f"plugin 'magnet' failed in rules.py, line {line}"
    record = next(record for record in caplog.records if record.msg == "a match has failed")
    fields = {"match": ann.welcome.code, "plugin": "magnet", "file": "rules.py", "line": line}
    assert record.__dict__["fields"] == fields
    bob.send(Chat("still here"))
    assert bob.wait_for(ChatMessage).text == "still here"
    assert thread.server.ticks

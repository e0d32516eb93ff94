"""Which code plays: what is hashed, and which plugins count."""

from pathlib import Path

from roborally.arena.build import bringers, build_of, digest_of
from roborally.plugin_system.loader import Catalogue, find_plugins
from tests.arena.setting import terms
from tests.shipped import catalogue
from tests.writing import write_bot_plugin

BOT = """
from roborally.plugin import hookimpl

class Own:
    def choose(self, observation, decision, dice):
        raise {what}

@hookimpl
def register_bots(bots):
    bots.bot("own", Own)
"""


def found(folder: Path) -> Catalogue:
    return find_plugins([folder], installed=False)


def test_a_digest_follows_the_code_and_not_its_place(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_bot_plugin(tmp_path / name, "own-bot", BOT.format(what="ValueError"))
    first, second = tmp_path / "one" / "own-bot", tmp_path / "two" / "own-bot"
    assert digest_of([first]) == digest_of([second])
    (second / "notes.txt").write_text("nothing that plays", encoding="utf-8")
    assert digest_of([first]) == digest_of([second])
    (second / "bot.py").write_text(BOT.format(what="KeyError"), encoding="utf-8")
    assert digest_of([first]) != digest_of([second])


def test_plugins_of_the_mode_and_of_the_bots_count_and_no_others(tmp_path: Path) -> None:
    write_bot_plugin(tmp_path, "own-bot", BOT.format(what="ValueError"))
    write_bot_plugin(tmp_path, "broken-bot", "import nothing_like_this\n")
    write_bot_plugin(tmp_path, "odd-bot", "BOTS = {}\n")
    mine = found(tmp_path)
    assert [plugin.id for plugin in bringers(["own", "greedy"], mine)] == ["own-bot"]
    assert list(build_of([], ["own"], mine).plugins) == ["own-bot"]
    assert build_of([], ["greedy"], mine).plugins == {}
    assert {"standard", "gears", "classic-robots"} <= set(terms().build.plugins)
    assert set(terms().build.plugins) < set(catalogue().plugins)

from pathlib import Path

import pytest

from roborally.base.errors import GameError
from roborally.base.translation import use_language
from roborally.bots.random_bot import RandomBot
from roborally.bots.registry import bot_description, bot_names, bot_title, make_bot
from roborally.bots.rival import RivalBot
from roborally.bots.search_bots import SearchingBot
from roborally.plugin_system.loader import Catalogue, find_plugins

HOOK = "from roborally.plugin import hookimpl\n\n@hookimpl\ndef register_bots(bots):\n    {calls}\n"


def bots_named(*names: str) -> str:
    """Return the code of a `bot.py` that adds bots of these names."""
    return HOOK.format(calls="; ".join(f"bots.bot({name!r}, object)" for name in names))


def test_built_in_bots_and_those_of_plugins_are_found(catalogue: Catalogue) -> None:
    names = bot_names(catalogue)
    assert names[:4] == ["random", "greedy", "planner", "rival"], "from the easiest to the hardest"
    assert names[4:] == sorted(names[4:])
    assert {"raising", "dying"} <= set(names)
    assert isinstance(make_bot("greedy", catalogue), SearchingBot)
    assert isinstance(make_bot("random", catalogue), RandomBot)
    assert type(make_bot("raising", catalogue)).__name__ == "Raising"


def test_bots_are_called_in_the_players_language(plugin_folders: list[Path]) -> None:
    """Those of a plugin as its own catalogue says; without a translation the name stays."""
    write(plugin_folders[1], "more-bots", bots_named("cunning", "zigzag"))
    locale = plugin_folders[1] / "more-bots" / "locale"
    locale.mkdir()
    (locale / "de.po").write_text('msgid "Cunning"\nmsgstr "Listig"\n', encoding="utf-8")
    catalogue = find_plugins(plugin_folders, installed=False)
    names = ("greedy", "random", "cunning", "zigzag")
    assert [bot_title(name, catalogue) for name in names] == ["Greedy", "Random", "Cunning", "Zigzag"]
    use_language("de")
    assert [bot_title(name, catalogue) for name in names] == ["Nimmersatt", "Zufall", "Listig", "Zigzag"]


def test_how_a_bot_plays_is_told_by_its_plugin(plugin_folders: list[Path]) -> None:
    write(plugin_folders[1], "more-bots", bots_named("cunning"))
    write(plugin_folders[1], "broken-bots", "raise ValueError")
    catalogue = find_plugins(plugin_folders, installed=False)
    described = catalogue.get("more-bots").manifest.description
    assert described
    assert bot_description("cunning", catalogue) == described
    assert bot_description("greedy", catalogue).startswith("Greedy (easy): ")
    assert bot_description("nobody", catalogue) == ""


def test_an_unknown_bot_is_refused_with_the_names_of_those_that_exist(catalogue: Catalogue) -> None:
    with pytest.raises(GameError, match=r"no bot 'deep'; there are: random, greedy, planner, rival, .*raising"):
        make_bot("deep", catalogue)


def test_a_bot_is_told_how_long_it_may_think(catalogue: Catalogue) -> None:
    assert all(isinstance(make_bot(name, catalogue), RivalBot) for name in ("rival", "rival:200ms", "rival:64"))
    with pytest.raises(GameError, match="'long' is not a time to think; write 200ms, 2s, or a number of samples"):
        make_bot("rival:long", catalogue)


@pytest.mark.parametrize("name", ["greedy:2s", "random:x", "planner:", "greedy:0s", "raising:200ms"])
def test_a_bot_that_takes_no_time_to_think_is_named_alone(catalogue: Catalogue, name: str) -> None:
    plain = name.partition(":")[0]
    with pytest.raises(GameError) as caught:
        make_bot(name, catalogue)
    assert str(caught.value) == f"bot '{plain}' takes no time to think; write '{plain}' instead of '{name}'"


def test_a_bot_that_cannot_be_made_says_why(catalogue: Catalogue) -> None:
    with pytest.raises(GameError, match="'bad-bots': bot 'unmakeable' cannot be made: OSError: no licence"):
        make_bot("unmakeable", catalogue)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ('BOTS = {"lost": object}', r"bot\.py has no hook; write @hookimpl def register_bots\(bots\), .* BOTS are"),
        ("", r"bot\.py has no hook; write @hookimpl def register_bots\(bots\), and in it bots\.bot"),
        ("import nowhere_at_all", r"bot\.py:1: ModuleNotFoundError"),
        (HOOK.format(calls="pass"), r"must add a bot: bots\.bot\("),
        (HOOK.format(calls="bots.robot('lost', object)"), r"bot\.py:\d+ failed to register: AttributeError"),
        (HOOK.format(calls="bots.bot('greedy', object)"), "there is a bot 'greedy' already, of 'roborally'"),
        (HOOK.format(calls="bots.bot('raising', object)"), "there is a bot 'raising' already, of 'bad-bots'"),
        (HOOK.replace("(bots)", "(bot)").format(calls="pass"), "register_bots"),
    ],
)
def test_a_broken_plugin_is_named_and_the_rest_goes_on(plugin_folders: list[Path], code: str, reason: str) -> None:
    write(plugin_folders[1], "broken-bots", code)
    catalogue = find_plugins(plugin_folders, installed=False)
    assert {"greedy", "raising"} <= set(bot_names(catalogue))
    assert "lost" not in bot_names(catalogue)
    with pytest.raises(GameError, match=f"no bot 'lost'.*broken-bots.*{reason}") as caught:
        make_bot("lost", catalogue)
    assert "\n" not in str(caught.value)
    assert type(make_bot("raising", catalogue)).__name__ == "Raising"


def write(folder: Path, id_: str, code: str) -> None:
    (folder / id_).mkdir()
    manifest = (folder / "bad-bots" / "plugin.toml").read_text()
    (folder / id_ / "plugin.toml").write_text(manifest.replace("bad-bots", id_))
    (folder / id_ / "bot.py").write_text(code)

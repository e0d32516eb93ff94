"""The check of a bot finds what the same seed would not repeat, and whose code prints or stops."""

from pathlib import Path

import pytest

from roborally.features.authoring.checks.apart import check_apart
from roborally.features.authoring.scaffold import create
from tests.features.authoring.test_play_check import line_of, played
from tests.writing import change

LAST = "        return max(answers, key=lambda answer: outlook(match, decision, answer))"


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bot of the template that thinks little, and plays in one mode."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    folder = create("Trial", "bot", tmp_path)
    change(folder / "bot.py", "TRIES = 24", "TRIES = 3")
    others = ["auenland", "classic", "crash-and-burn", "roboball", "volt"]
    change(folder / "plugin.toml", 'kind = "bot"', f'kind = "bot"\nconflicts = {others}')
    return folder


@pytest.mark.parametrize(
    "answer",
    [
        "__import__('random').choice(answers)",
        "answers[0] if self.__dict__.setdefault('asked', decision['id']) == decision['id'] else answers[1]",
    ],
    ids=["chance of its own", "memory"],
)
def test_a_bot_that_answers_the_same_question_in_two_ways(answer: str, bot: Path) -> None:
    change(bot / "bot.py", LAST, f"        return {answer}")
    report, _trial = played(bot, "standard")
    (text,) = report.problems
    assert text.startswith(f"{line_of(bot, 'bot.py', 'def choose')}: the bot 'trial' answers 'program' with (")
    assert text.endswith("; take chance from dice, and remember nothing")


def test_a_bot_that_relies_on_the_order_of_a_set(bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes play, since texts have another order in each; what is printed there, as UTF-8, is noted."""
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    change(bot / "bot.py", LAST, "        print('я думаю')\n        return next(iter(set(answers)))")
    report = check_apart(bot)
    (text,) = report.problems
    assert text.startswith("bot.py: turn 1 of game 1 of the bot 'trial' in ")
    assert text.endswith(" goes another way in another process; rely neither on the order of a set nor on hash()")
    assert "its code prints 'я думаю'; players would see it" in report.notes


def test_a_bot_that_interrupts_itself_is_at_fault(bot: Path) -> None:
    """In the process of its own, where nobody can press Ctrl-C."""
    change(bot / "bot.py", LAST, "        raise KeyboardInterrupt")
    (text,) = check_apart(bot).problems
    assert text.startswith(f"{line_of(bot, 'bot.py', 'raise KeyboardInterrupt')}: KeyboardInterrupt, in a game of ")

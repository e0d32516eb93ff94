"""A translation names what its text names; what is missing is listed, and shown in English."""

import re
from pathlib import Path

import pytest

from roborally.base import translation
from roborally.base.translation import CatalogueError, plugin_text, read_po, use_environment, use_language
from tests.texts.collect import LANGUAGES, ROOT, in_order, main, problems, quoted, untranslated, wanted, written

HEAD = 'msgid ""\nmsgstr ""\n\n'


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_translation_names_what_its_text_names(language: str) -> None:
    assert [problem for folder in wanted() for problem in problems(folder / f"{language}.po")] == []


def test_the_texts_are_those_of_code_and_manifests() -> None:
    found = wanted()
    program = found[ROOT / "roborally" / "base" / "locale"]
    assert {"Confirm", "Turn {turn}", "north", "Skip"} <= set(program)
    assert {"First Steps", "Through the gear works up to the ring and home again.", "Greedy"} <= set(program)
    said = found[ROOT / "plugins" / "robot-statistics" / "locale"]
    assert {"Robot statistics", "Deaths"} <= set(said)


def test_who_uses_keys_or_a_gamepad_is_not_asked_to_click() -> None:
    """A text that says so names another way, too."""
    asked = [text for texts in wanted().values() for text in texts if re.search(r"\bclick", text, re.IGNORECASE)]
    assert asked
    assert [text for text in asked if not re.search(r"Enter|wheel", text)] == []


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        ({}, "is not translated"),
        ({"{piece} slides.": ""}, "is not translated"),
        ({"{piece} slides.": "{robot} rutscht."}, "names ['piece']"),
        ({"{piece} slides.": "{piece rutscht."}, "expected '}'"),
        ({"{piece} slides.": "{piece} rutscht.", "Gone.": "Weg."}, "no longer said"),
    ],
)
def test_what_is_wrong_is_found(tmp_path: Path, entries: dict[str, str], problem: str) -> None:
    path = tmp_path / "de.po"
    path.write_text(HEAD + "\n".join(f"msgid {quoted(a)}\nmsgstr {quoted(b)}\n" for a, b in entries.items()))
    found = [*untranslated(path, ["{piece} slides."]), *problems(path)]
    assert len(found) == 1
    assert problem in found[0]


@pytest.mark.parametrize(
    "text",
    ['msgid "a"\n', 'msgid "a"\nmsgid "b"\nmsgstr ""\n', 'msgstr "a"\nmsgstr "b"\n', "msgid a\n", '"a"\n', "fuzzy\n"],
)
def test_a_broken_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "de.po"
    path.write_text(text)
    with pytest.raises(CatalogueError, match=r"de\.po, line \d"):
        read_po(path)


def test_new_texts_leave_the_others_where_they_are() -> None:
    texts = ["zero", "one", "two", "three", "four"]
    assert in_order(texts, ["four", "gone", "two", "one"]) == ["zero", "four", "two", "three", "one"]
    assert in_order(texts, texts) == in_order(texts, []) == texts


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "de.po"
    odd = 'A "quoted" \\ text\nin two lines: ä'
    path.write_text(written("de", [odd], {odd: odd.upper()}), encoding="utf-8")
    assert read_po(path) == {odd: odd.upper()}
    path.write_text('# note\nmsgid "one "\n"two"\nmsgstr "eins "\n"zwei"\n')
    assert read_po(path) == {"one two": "eins zwei"}


def test_texts_are_translated_when_they_are_shown() -> None:
    oil = ROOT / "plugins" / "oil"
    use_language("de")
    assert translation._("Confirm") == "Fertig"
    assert plugin_text(oil, "{piece} slides off the board.") == "{piece} rutscht vom Brett."
    assert plugin_text(oil, "Confirm") == "Fertig", "what a plugin's catalogue lacks is looked for in the program's"
    assert translation._("Nobody has translated this") == "Nobody has translated this"
    use_language("xx")
    assert translation._("Confirm") == "Confirm"
    assert plugin_text(oil, "{piece} slides off the board.") == "{piece} slides off the board."


@pytest.mark.parametrize(
    ("variables", "text"),
    [
        ({}, "Confirm"),
        ({"LANG": "de_DE.UTF-8"}, "Fertig"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "sv_SE.UTF-8"}, "Klar"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "fr:sv"}, "Klar"),
        ({"LANG": "C"}, "Confirm"),
        ({"LANGUAGE": "en:de"}, "Confirm"),
    ],
)
def test_the_environment_chooses(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], text: str) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    use_environment()
    assert translation._("Confirm") == text


def test_the_tool_lists_what_is_not_translated_and_fails_for_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.texts.collect.wanted", lambda: {tmp_path: ["{piece} slides."]})
    monkeypatch.setattr("tests.texts.collect.untranslated_rules", lambda language: iter(()))
    assert main([]) == 0
    assert capsys.readouterr().out.count("'{piece} slides.' is not translated\n") == len(LANGUAGES)
    (tmp_path / "de.po").write_text(f"{HEAD}msgid {quoted('{piece} slides.')}\nmsgstr {quoted('{robot} rutscht.')}\n")
    assert main([]) == 1
    assert "names ['piece'], its translation ['robot']" in capsys.readouterr().out


def test_a_broken_catalogue_of_a_plugin_is_told_once_and_stays_english(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "de.po").write_text('msgid "Tar"\nmsgstr Teer\n')
    use_language("de")
    assert [plugin_text(tmp_path, text) for text in ("Tar", "Pit")] == ["Tar", "Pit"]
    (sentence,) = caplog.messages
    assert "de.po, line 2: neither msgid" in sentence
    assert sentence.endswith("; the texts of this plugin stay English")


def test_a_translation_with_wrong_braces_stays_english(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "de.po").write_text(
        'msgid "Tar"\nmsgstr "Teer"\nmsgid "{piece} sinks."\nmsgstr "{robot} versinkt."\n'
    )
    use_language("de")
    assert [plugin_text(tmp_path, text) for text in ("Tar", "{piece} sinks.")] == ["Teer", "{piece} sinks."]
    (sentence,) = caplog.messages
    assert "de.po, line 3: the translation of '{piece} sinks.' names {robot}, the text {piece}" in sentence

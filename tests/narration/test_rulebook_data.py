"""The rulebook without a window: its pages in all languages, what leads to a rule, the steps of a turn (CLI-1505)."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from roborally.base import paths
from roborally.base.errors import GameError
from roborally.base.translation import use_language
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.narration.rulebook.editions import FOLDER, differences, editions, short_pages
from roborally.narration.rulebook.index import index_of, search
from roborally.narration.rulebook.links import RuleLinks
from roborally.narration.rulebook.markdown import read_markdown
from roborally.narration.rulebook.pages import PAGES, SHARED, Page, read_rulebook
from roborally.narration.rulebook.turn import TurnSteps
from roborally.plugin_system.errors import PluginError
from roborally.plugin_system.loader import Catalogue, Plugin, find_plugins
from roborally.plugin_system.manifest import Manifest, read_manifest
from tests.texts.collect import LANGUAGES
from tests.writing import write_plugin

PHASE = '[phase.magnets]\ntitle = "Magnets pull robots"\n'


RULES = """
from roborally.plugin import hookimpl


def pull(match):
    pass


@hookimpl
def register(rules, settings):
    rules.phase("register", "magnets", pull, after=("gears",))
    rules.phase("register", "humming-noise", pull, after=("magnets",))
"""


def modes(catalogue: Catalogue) -> list[Plugin]:
    return editions(catalogue)


def game(catalogue: Catalogue, mode: str, course: str, plugins: tuple[str, ...] = ()) -> Game:
    seats = [SeatConfig(name, "human") for name in ("Ada", "Bolt")]
    match = MatchSection(mode=mode, course=course, seed=1, plugins=list(plugins))
    return make_game(MatchConfig(match=match, seats=seats), catalogue)


def steps_of(game: Game) -> TurnSteps:
    return TurnSteps(game.floor, game.plugins, RuleLinks(game.plugins, read_rulebook()))


def test_every_edition_has_two_pages_in_every_language(catalogue: Catalogue) -> None:
    known = set(read_rulebook().rules)
    for mode in modes(catalogue):
        for language in ("en", *LANGUAGES):
            use_language(language)
            pages = short_pages(mode)
            assert len(pages) == 2, (mode.id, language)
            assert {span.link for page in pages for block in page for span in block.spans if span.link} <= known


def test_the_rules_that_pages_and_manifests_name_exist(catalogue: Catalogue) -> None:
    known = read_rulebook().rules
    for plugin in catalogue.plugins.values():
        manifest = plugin.manifest
        tables: list[Any] = [manifest.element, manifest.option, manifest.robot, manifest.phase, manifest.piece]
        named = {rule for table in tables for entry in table.values() for rule in entry.rules}
        named |= {
            rule for rules in (*manifest.event_rules.values(), *manifest.question_rules.values()) for rule in rules
        }
        assert named <= set(known), (plugin.id, named - set(known))
        assert set(manifest.rule_pages) <= set(PAGES)


def test_every_element_card_robot_and_piece_names_its_rule(catalogue: Catalogue) -> None:
    for plugin in catalogue.plugins.values():
        manifest = plugin.manifest
        tables: list[Any] = [manifest.element, manifest.option, manifest.robot, manifest.piece]
        for name, entry in ((name, entry) for table in tables for name, entry in table.items()):
            assert entry.rules, (plugin.id, name)


def test_every_edition_says_in_three_lines_what_is_different(catalogue: Catalogue) -> None:
    """CLI-1507."""
    for mode in modes(catalogue):
        assert len(differences(mode)) == 3, mode.id


def test_where_a_language_is_missing_english_stands_in(tmp_path: Path) -> None:
    folder = tmp_path / "arena"
    (folder / FOLDER).mkdir(parents=True)
    manifest = read_manifest(find_plugins(installed=False).get("volt").folder)
    plugin = Plugin(folder, manifest)
    use_language("de")
    assert short_pages(plugin) == []
    (folder / FOLDER / "en.md").write_text("# One\n\n---\n\n# Two\n", encoding="utf-8")
    assert [page[0].text for page in short_pages(plugin)] == ["One", "Two"]
    (folder / FOLDER / "de.md").write_text("# Eins\n", encoding="utf-8")
    assert [page[0].text for page in short_pages(plugin)] == ["Eins"]


def test_a_page_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    plugin = Plugin(tmp_path, read_manifest(find_plugins(installed=False).get("volt").folder))
    path = tmp_path / FOLDER / "en.md"
    path.parent.mkdir()
    path.write_text("*" * 5_000 + "a" + "*" * 5_000, encoding="utf-8")
    with pytest.raises(GameError, match=r"en\.md: styles or links lie too deep"):
        short_pages(plugin)


def test_a_page_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"standard\.md: a page of the rulebook cannot be read: there is no such file"):
        read_rulebook(tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_rules_are_there_in_every_language(language: str) -> None:
    """CLI-1505: a translated page defines no rule that the English one lacks."""
    english = {name: set(rules_of(page)) for name, page in read_rulebook().pages.items()}
    use_language(language)
    pages = read_rulebook().pages
    assert {page.language for page in pages.values()} == {language}
    assert {name: set(rules_of(page)) for name, page in pages.items()} == english


def rules_of(page: Page) -> list[str]:
    return [block.rule for chapter in page.chapters for block in chapter.blocks if block.rule]


def test_a_rule_that_is_not_translated_stands_in_its_place_in_english(tmp_path: Path) -> None:
    """CLI-1505."""
    (tmp_path / "de").mkdir()
    for name in PAGES:
        (tmp_path / f"{name}.md").write_text(
            "# Title\n\n## First\n\n* **STD-101 One.** A.\n\n* **STD-102 Two.** B.\n  1. More.\n\n"
            "## Second\n\n* **STD-103 Three.** C.\n",
            encoding="utf-8",
        )
    (tmp_path / "de" / "volt.md").write_text(
        "# Titel\n\n## Erstes\n\n* **STD-101 Eins.** A.\n\n### Ende\n\n## Zweites\n\nText\n", encoding="utf-8"
    )
    use_language("de")
    first, second = read_rulebook(tmp_path).pages["volt"].chapters
    assert [block.text for block in first.blocks] == [
        "STD-101 Eins. A.",
        "STD-102 Two. B. (noch nicht übersetzt)",
        "More.",
        "Ende",
    ]
    assert [block.text for block in second.blocks] == ["Text", "STD-103 Three. C. (noch nicht übersetzt)"]


def test_english_stands_in_for_a_page_of_all_rules(tmp_path: Path) -> None:
    """CLI-1505."""
    (tmp_path / "de").mkdir()
    for name in PAGES:
        (tmp_path / f"{name}.md").write_text(f"# The page {name}\n\n* **STD-1 One.** A rule.\n", encoding="utf-8")
    (tmp_path / "de" / "volt.md").write_text("# Volt auf Deutsch\n\n* **VLT-1 Eins.** Regel.\n", encoding="utf-8")
    use_language("de")
    pages = read_rulebook(tmp_path).pages
    assert (pages["volt"].title, pages["volt"].language) == ("Volt auf Deutsch", "de")
    assert (pages["classic"].title, pages["classic"].language) == ("The page classic", "en")
    use_language("en")
    assert read_rulebook(tmp_path).pages["volt"].title == "The page volt"


def test_markdown_is_read_into_blocks() -> None:
    text = (
        "# Title\n\nSome **bold** words, see COM-07.\n\n* **STD-704 Pushing.** Text\n  1. one\n\n"
        "* ![g<](tile) a gear\n\n"
        "| a | b |\n|---|---|\n| c | [d](volt.md) |\n\n---\n"
    )
    blocks = read_markdown(text)
    assert [block.kind for block in blocks] == ["heading", "text", "item", "item", "item", "row", "row", "break"]
    assert [(span.text, span.bold, span.link) for span in blocks[1].spans] == [
        ("Some ", False, ""),
        ("bold", True, ""),
        (" words, see ", False, ""),
        ("COM-07", False, "COM-07"),
        (".", False, ""),
    ]
    assert (blocks[2].rule, blocks[3].mark, blocks[3].level) == ("STD-704", "1.", 1)
    assert blocks[4].picture == ("tile", "g<")
    assert blocks[5].strong
    assert blocks[6].cells[1][0].link == "volt.md"


def test_the_rule_of_the_edition_that_is_played_counts(catalogue: Catalogue) -> None:
    """CLI-1506."""
    book = read_rulebook()
    found = {mode: RuleLinks(catalogue.resolve([mode]), book) for mode in ("standard", "crash-and-burn", "volt")}
    assert found["standard"].thing("oil") == "STD-801"
    assert found["crash-and-burn"].thing("oil") == "CNB-701"
    assert found["crash-and-burn"].question("brakes") == "OPT-02"
    assert found["volt"].question("start-number") == "VLT-507"
    push = {"type": "step", "beat": 1, "how": "push"}
    assert (found["standard"].event(push), found["volt"].event(push)) == ("STD-704", "VLT-613")
    assert found["standard"].event({"type": "gates", "beat": 1}) == ""


NEVER = {
    "standard": {
        "respawn-facing",
        "respawn-cell",
        "free-register",
        "stay-down",
        "return-down",
        "declarations",
        "one-facing",
    },
    "classic": {"declarations"},
    "crash-and-burn": {"return-down", "touch", "one-facing"},
    "auenland": {"respawn-cell", "free-register", "return-down", "declarations", "one-facing"},
    "roboball": {"respawn-cell", "free-register", "return-down", "declarations", "eliminated", "one-facing"},
    "volt": set[str](),
}
"""What the settings of a mode, or the order of its turn, leave out."""


def leads(plugins: Iterable[Plugin], links: RuleLinks) -> Iterator[tuple[str, str]]:
    """Yield what leads to a rule, and the rule."""
    for plugin in plugins:
        manifest = plugin.manifest
        yield from ((kind, links.thing(kind)) for kind in (*manifest.element, *manifest.piece))
        yield from ((kind, links.question(kind)) for kind in manifest.question_rules)
        yield from ((name, links.best(phase.rules)) for name, phase in manifest.phase.items())
        for key in manifest.event_rules:
            type_, _space, how = key.partition(" ")
            yield key, links.event({"type": type_, "beat": 1, "how": how, "cause": how})


def test_no_edition_leads_to_the_rule_of_another(catalogue: Catalogue) -> None:
    """CLI-1506: whatever is asked or happens; a rule of the mode's own page counts for more than what it builds on."""
    book = read_rulebook()
    found = {mode.id: RuleLinks(catalogue.resolve([mode.id]), book) for mode in modes(catalogue)}
    assert found["classic"].question("program") == "CLS-102", "any card may lie in register 1"
    assert found["crash-and-burn"].question("program") == "CNB-501"
    assert found["roboball"].question("program") == "COM-16", "the hand, not what the mode builds on"
    for mode, links in found.items():
        allowed = {*links.pages, SHARED}
        seen = leads(catalogue.resolve([mode]), links)
        wrong = {key: rule for key, rule in seen if rule and book.page_of(rule) not in allowed}
        assert wrong.keys() - NEVER[mode] == set(), (mode, wrong)


def test_the_steps_of_a_standard_turn_are_those_of_its_rules(catalogue: Catalogue) -> None:
    """CLI-1501; STD-603 has the order. The course has neither oil nor express belts, so they are left out."""
    steps = steps_of(game(catalogue, "standard", "first-steps")).shown
    moving = [step.title for step in steps if step.sequence == "register"]
    assert moving == [
        "Cards are turned up",
        "Robots move, highest number first",
        "Belts carry one space",
        "Gears turn",
        "Board lasers fire",
        "Robot lasers fire",
    ]
    assert {step.depth for step in steps if step.sequence == "register"} == {1}
    assert next(step for step in steps if step.inner == "register").title == "Registers 1 to 5"


def test_a_strangers_phase_is_among_the_steps(tmp_path: Path) -> None:
    """CLI-1501."""
    write_plugin(tmp_path, "magnets", PHASE, rules=RULES)
    here = find_plugins([paths.plugin_folder(), tmp_path], installed=False)
    titles = [step.title for step in steps_of(game(here, "standard", "first-steps", ("magnets",))).shown]
    at = titles.index("Magnets pull robots")
    assert titles[at - 1 : at + 2] == ["Gears turn", "Magnets pull robots", "Humming noise"]


def test_the_running_step_follows_from_agenda_and_events(catalogue: Catalogue) -> None:
    """CLI-1501."""
    made = game(catalogue, "standard", "first-steps")
    match = made.start(1)
    match.run()
    steps = steps_of(made)
    asking = steps.running(match.to_data()["agenda"])[-1]
    assert asking.names == ("program",)
    card = steps.after(asking, {"type": "card", "beat": 3, "card": "move1"})
    assert card is not None
    assert card.names == ("cards",)
    assert steps.after(card, {"type": "hurt", "beat": 4, "cause": "board-laser"}) is card
    gear = steps.after(card, {"type": "turn", "beat": 5, "how": "gear"})
    assert gear is not None
    assert gear.names == ("gears",)


@pytest.mark.parametrize(("language", "word", "title"), [("en", "gear", "Gear"), ("de", "zahnrad", "Zahnrad")])
def test_the_search_finds_elements_and_rules(catalogue: Catalogue, language: str, word: str, title: str) -> None:
    use_language(language)
    book = read_rulebook()
    index = index_of(catalogue.plugins.values(), book)
    assert search(word, index, book)[0].title == title
    assert "STD-704" in [entry.target for entry in search("std-704", index, book)]
    assert search("no such word at all", index, book) == []
    assert search("  ", index, book) == []


@pytest.mark.parametrize(
    ("language", "words", "titles"),
    [
        ("en", "power down", ["Power-down, shutdown", "Power-down"]),
        ("en", "Shutdown", ["Power-down, shutdown"]),
        ("en", "power-down shield", ["Power-Down Shield"]),
        ("en", "damage", ["Damage", "Damage", "Damage", "End of the turn, damage and re-entry"]),
        ("sv", "avstängning", ["Avstängning", "Avstängning"]),
    ],
)
def test_the_search_finds_exact_titles_first(
    catalogue: Catalogue, language: str, words: str, titles: list[str]
) -> None:
    use_language(language)
    book = read_rulebook()
    found = [entry.title for entry in search(words, index_of(catalogue.plugins.values(), book), book)]
    assert found[: len(titles)] == titles


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_of_the_index_does_not_name_its_word_twice(catalogue: Catalogue, language: str) -> None:
    use_language(language)
    index = index_of(catalogue.plugins.values(), read_rulebook())
    assert [entry for entry in index if ":" in entry.text and entry.text.startswith(entry.title)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_of_the_index_has_no_gap_for_the_values_of_one_element(catalogue: Catalogue, language: str) -> None:
    use_language(language)
    index = index_of(catalogue.plugins.values(), read_rulebook())
    assert [entry for entry in index if "…" in entry.text or "{" in entry.text] == []
    if language == "en":
        text = {entry.title: entry.text for entry in index}
        assert text["Gear"] == "turns a robot by 90°", "the word of the glossary"
        assert text["Laser"].startswith("The beam of a board laser begins"), "the rule: there is no such word"
        assert "Belt, conveyor" in text
        assert "Belt" not in text


def test_only_modes_say_what_is_different(tmp_path: Path) -> None:
    def written(lines: str) -> Manifest:
        return read_manifest(write_plugin(tmp_path, "magnets", f"{lines}\n{PHASE}"))

    with pytest.raises(PluginError, match="only a mode has differences; this plugin's kind is 'rules'"):
        written('differences = ["one"]')
    with pytest.raises(PluginError, match="differences holds 4 sentences; at most 3 are shown"):
        written('kind = "mode"\ndifferences = ["1", "2", "3", "4"]')


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_of_classic_in_short_name_its_rules_of_coming_back(catalogue: Catalogue, language: str) -> None:
    """CLS-304, CLS-305, CLS-402."""
    page = (catalogue.get("classic").folder / "rulebook" / f"{language}.md").read_text(encoding="utf-8")
    assert {"CLS-304", "CLS-305", "CLS-402"} <= set(re.findall(r"\((CLS-\d+)\)", page))

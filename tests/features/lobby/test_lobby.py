"""The lobby with the events of mouse and keyboard (CLI-501 to CLI-514)."""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import arcade
import msgspec
import pytest

from roborally.base import paths
from roborally.cli import main
from roborally.features.lobby.window.settings_section import ABSENT
from roborally.game.factory import make_game
from roborally.game.match_file import MatchSection, SeatConfig, load_config
from roborally.game.records.file_format import Record
from roborally.game.records.recorder import load_replay
from roborally.plugin_system.loader import Catalogue
from roborally.ui.toolkit.shortcuts import code_of
from tests.ui import desks
from tests.ui.conftest import Driver, answer_default, bots_at_once
from tests.ui.playing import written
from tests.ui.seen import button

from .test_model import altered

window = pytest.mark.window


@pytest.fixture
def client(client: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(paths, "save_folder", lambda: tmp_path / "saves")
    monkeypatch.setattr(paths, "match_folder", lambda: tmp_path / "matches")
    return client


@pytest.fixture
def page(client: Any, app: Any, driver: Driver) -> Any:
    client.router.home()
    driver.click(button(app.screen_on_top, "Custom match").rect.centre)
    driver.until(lambda: app.screen_on_top.ready)
    return app.screen_on_top


@pytest.fixture
def click(driver: Driver, page: Any) -> Callable[..., None]:
    """Click on a control by step and name, at its right end where it steps up; settings are scrolled to first."""

    def do(section: str, name: str, *, left: bool = False) -> None:
        if page.step != section:
            driver.click(page.controls.named[f"step {section}"].rect.centre)
        if section == "settings" and name not in page.controls.named:
            rect = page.settings.area.group.named[name].rect
            page.settings.area.show(rect)
            rect = rect._replace(y=rect.y + page.settings.area.position)
        else:
            rect = page.controls.named[name].rect
        driver.click((rect.x + 10 if left else rect.right - 10, rect.centre[1]))

    return do


def write(driver: Driver, text: str) -> None:
    for letter in text:
        driver.send("on_text", letter)
    driver.frame()


def played_to_its_end(app: Any, driver: Driver, catalogue: Catalogue) -> Record:
    """Answer as Enter does until the result is shown, save the replay there, and return what its file holds.

    The answers are in the order of their questions: that of their arrival depends on how many frames were drawn.
    """
    screen = app.screen_on_top

    def is_over() -> bool:
        answer_default(app, driver, screen)
        return any(getattr(widget, "text", "") == "Save replay" for widget in app.screen_on_top.controls.widgets)

    driver.until(is_over)
    driver.click(button(app.screen_on_top, "Save replay").rect.centre)
    (file,) = paths.save_folder().glob("*.rrreplay")
    _game, record = load_replay(file, catalogue)
    file.unlink()
    return msgspec.structs.replace(record, answers=sorted(record.answers, key=lambda answer: answer[1]))


class TestWindow:
    pytestmark = window

    @pytest.mark.long
    def test_a_match_set_up_by_mouse_plays_identically_from_its_file(
        self,
        page: Any,
        client: Any,
        app: Any,
        driver: Driver,
        click: Any,
        catalogue: Catalogue,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """CLI-501 to CLI-506, CLI-511: every part of the lobby is touched; the file is played by `roborally play FILE`.

        Both matches go to their ends, and their replays hold the same settings, answers, events and digests.
        """
        from roborally.game.session import bot_pool
        from roborally.ui.shell import window as module

        driver.key(ord("a"))
        courses = page.controls.named["courses"]
        driver.click((courses.rect.x + 60, courses.rect.top - 6 - 0.5 * courses.pitch))
        chosen = page.lobby.course
        assert chosen == page.lobby.courses()[0].id != "first-steps"
        click("course", "checkpoints", left=True)
        click("seats", "add bot")
        click("seats", "remove 3")
        click("seats", "robot 0")
        click("seats", "who 1")
        click("seats", "name 0")
        driver.key(65288)  # backspace
        write(driver, "!é")
        click("settings", "timer")
        click("settings", "seed")
        write(driver, "4x2")
        click("settings", "variant option-cards", left=True)
        click("settings", "group option-cards")
        click("settings", "option-cards without")
        assert page.settings.area.group.named["option-cards without"].hovered, "what is unfolded stays under the mouse"
        click("settings", "option-cards without turret", left=True)
        click("settings", "option-cards without brakes", left=True)
        cards = len(page.lobby.catalogue.plugins["option-cards"].manifest.option)
        assert page.settings.area.group.named["option-cards without"].text == f"{cards - 2} of {cards}"
        click("settings", "option-cards without turret", left=True)
        click("settings", "option-cards without")
        click("settings", "group archive")
        click("settings", "archive lives", left=True)
        click("settings", "archive unlimited_lives", left=True)
        click("settings", "standard lasers", left=True)

        config = page.lobby.config()
        assert config.match == MatchSection("standard", chosen, 42, 15, ["option-cards"])
        assert config.plugin["archive"] == {"lives": 2, "unlimited_lives": True}
        assert config.plugin["standard"] == {"lasers": "together"}
        assert config.plugin["option-cards"] == {"without": ["brakes"]}
        assert config.plugin["race"]["checkpoints"] > 0
        assert [seat.name for seat in config.seats] == ["Playe!é", "James Bot", "LazyBot", "Peach"]
        assert (config.seats[0].robot, config.seats[1].controller) == ("james-bot", "random")

        driver.click(button(page, "Save match file").rect.centre)
        for _ in range(40):
            driver.key(65288)
        write(driver, "my/ match")
        driver.key(65293)  # Enter
        assert "my match.toml" in written(app.screen_on_top)
        driver.key(65293)
        assert app.screen_on_top is page
        desks.matches(client).thinker = bots_at_once(catalogue)
        driver.click(page.start_button.rect.centre)
        driver.frame(2)
        by_mouse = played_to_its_end(app, driver, catalogue)

        file = tmp_path / "matches" / "my match.toml"
        from_file: list[Record] = []
        monkeypatch.setattr(module, "App", lambda settings, **options: app)
        monkeypatch.setattr(module, "run", lambda app: from_file.append(played_to_its_end(app, driver, catalogue)))
        monkeypatch.setattr(bot_pool, "BotPool", lambda: bots_at_once(catalogue))
        assert main(["play", str(file), "--speed", "skip"]) == 0
        assert len(by_mouse.marks) > 5
        assert from_file == [by_mouse]

    def test_the_keyboard_alone_suffices(self, page: Any, app: Any, driver: Driver) -> None:
        keys = arcade.key

        def go_to(name: str) -> None:
            for _ in range(120):
                area = page.controls.named.get("area")
                inner = area.group.focus if area is not None else None
                if name in [widget.name for widget in (page.controls.focus, inner) if widget is not None]:
                    return
                driver.key(keys.TAB)
            raise AssertionError("Tab does not lead there")

        driver.key(keys.DOWN)  # a course, while nothing has the focus
        assert page.lobby.course == page.lobby.courses()[page.controls.named["courses"].at].id
        driver.key(keys.PAGEDOWN, keys.MOD_CTRL)
        go_to("add player")
        driver.key(keys.ENTER)
        assert page.controls.focus is page.controls.named["add player"]
        assert len(page.lobby.people()) == 2
        assert not page.start_button.enabled
        for number in (0, 4):
            go_to(f"ready {number}")
            driver.key(keys.SPACE)
        go_to("name 0")
        driver.key(keys.SPACE)
        write(driver, " 1")
        assert page.lobby.seats[0].config.name == "Player 1"
        go_to("step settings")
        driver.key(keys.ENTER)
        assert page.controls.focus is page.controls.named["step settings"]
        go_to("group archive")
        assert page.settings.area.position > 0  # what has the focus is in view
        driver.key(keys.ENTER)
        go_to("archive lives")
        driver.key(keys.RIGHT)
        write(driver, "12")
        assert page.lobby.value("archive", "lives") == 12
        go_to("reset")
        driver.key(keys.SPACE)
        assert page.lobby.value("archive", "lives") == 3
        driver.key(keys.ENTER, keys.MOD_CTRL)
        driver.frame(2)
        # A curtain lies over the match, because two people sit at this machine.
        assert app.screens[-2].session.humans() == [0, 4]

    def test_the_focus_stays_near_a_seat_that_is_removed(self, page: Any, driver: Driver) -> None:
        """CLI-2001: the seat with the focus is described; down from the last one is not far down to what is aside."""
        page.show("seats")
        page.controls.set_focus(page.controls.named["remove 0"])
        driver.key(arcade.key.DOWN)
        assert page.seats.motto.text.startswith(page.lobby.seats[1].config.name)
        last = len(page.lobby.seats) - 1
        page.controls.set_focus(page.controls.named[f"remove {last}"])
        driver.key(arcade.key.DOWN)
        assert page.controls.focus is page.controls.named["add player"]
        page.controls.set_focus(page.controls.named[f"remove {last}"])
        driver.key(arcade.key.ENTER)
        assert page.controls.focus is page.controls.named[f"remove {last - 1}"]
        driver.key(arcade.key.UP)
        assert page.controls.focus is page.controls.named[f"remove {last - 2}"]

    def test_a_timer_is_said_where_a_second_person_sets_it_and_one_click_takes_it_back(
        self, page: Any, click: Any
    ) -> None:
        """CLI-522."""

        def said() -> list[Any]:
            found = [entry for entry in page.layer.labels if "several people play" in entry.text]
            return [page.lobby.config().match.timer, *(entry.text for entry in found)]

        click("seats", "add player")
        assert said() == [60, "60\u00a0s to program, because several people play."]
        click("seats", "turn timer")
        assert said() == [0, "No timer, although several people play."]
        click("seats", "turn timer")
        assert said() == [60, "60\u00a0s to program, because several people play."]
        click("seats", "remove 4")
        assert said() == [0]
        assert "turn timer" not in page.controls.named

    def test_every_step_leads_to_the_next_and_to_the_match(self, page: Any, app: Any, driver: Driver) -> None:
        """CLI-521: whatever has the focus; and what keeps the match from starting is said in each step."""
        keys, pad = arcade.key, page.pad_keys()
        ways: list[Callable[[str], None]] = [
            lambda step: driver.click(page.controls.named[f"step {step}"].rect.centre),
            lambda step: driver.key(keys.PAGEDOWN, keys.MOD_CTRL),
            lambda step: driver.key(*code_of(pad["y"])),
        ]
        for way, step in product(ways, ("seats", "settings", "course")):
            way(step)
            assert page.step == step
            assert [name for name in page.sections if page.controls.named[f"step {name}"].selected] == [step]
            page.lobby.seats, seats = [], page.lobby.seats
            page.changed(anew=True)
            assert page.note.text == "At least 2 players are needed."
            assert not page.start_button.enabled
            page.lobby.seats = seats
            page.changed(anew=True)
            assert page.note.text == ""
        ways[0]("seats")
        page.controls.set_focus(page.controls.named["name 1"])
        driver.key(*code_of(pad["start"]))
        driver.frame(2)
        assert app.screen_on_top.session.humans() == [0]

    @pytest.mark.long
    def test_variants_without_an_effect_are_counted_and_shown_when_asked_for(
        self, page: Any, driver: Driver, click: Any
    ) -> None:
        """CLI-523: one that is on stays in view."""

        def absent() -> list[str]:
            return [variant.plugin.id for variant in page.lobby.variants() if variant.absent]

        def shown() -> set[str]:
            named = page.settings.area.group.named
            return {name.removeprefix("variant ") for name in named if name.startswith("variant ")}

        every = {variant.plugin.id for variant in page.lobby.variants()}
        page.show("settings")
        assert len(absent()) > 2
        assert shown() == every - {*absent()}
        assert page.settings.area.group.named[ABSENT].text == f"{len(absent())} more do not fit this course"
        click("settings", ABSENT)
        assert shown() == every
        click("settings", f"variant {absent()[0]}", left=True)
        click("settings", ABSENT)
        assert shown() == every - {*absent()[1:]}
        assert page.controls.named["step settings"].text == "3  Variants (1)"

    def test_bots_are_chosen_by_their_level_as_for_a_quick_match(self, page: Any, client: Any, app: Any) -> None:
        """CLI-524."""
        page.show("seats")
        offered = page.controls.named["who 1"].options[1:]
        client.router.open("quick-match")
        assert offered == app.screen_on_top.choices["bot"].options
        assert ("greedy", "Easy (Greedy)") in offered

    def test_wheel(self, page: Any, driver: Driver) -> None:
        page.show("settings")
        area = page.settings.area
        driver.move(area.rect.centre)
        driver.send("on_mouse_scroll", *driver.pixel(area.rect.centre), 0, -3)
        driver.frame()
        assert area.position > 48, "more than one notch"
        assert page.lobby.config().plugin == {}
        driver.send("on_mouse_scroll", *driver.pixel(area.rect.centre), 0, 30)
        assert area.position == 0

    def test_what_is_wheeled_below_the_mouse_is_highlighted(self, page: Any, driver: Driver) -> None:
        page.show("settings")
        area = page.settings.area
        driver.frame(3)
        group, before = area.group, set[int]()
        for x, y in ((area.rect.centre[0], area.rect.y + area.rect.height * part / 8) for part in range(1, 8)):
            driver.move((x, y))
            for amount in (-3, 2, -1):
                driver.send("on_mouse_scroll", *driver.pixel((x, y)), 0, amount)
                under = group.at(x, y - area.position)
                lit = [each for each in group.widgets if each.hovered]
                assert lit == ([under] if under is not None and under.enabled else [])
                before |= {group.widgets.index(each) for each in lit}
        assert len(before) > 1

    def test_another_mode_changes_everything_that_depends_on_it(self, page: Any, driver: Driver, click: Any) -> None:
        for _ in range(5):
            click("course", "mode")
            lobby = page.lobby
            assert page.controls.named["courses"].entries[0][0] == lobby.courses()[0].name
            assert ("checkpoints" in page.controls.named) == bool(lobby.checkpoints_owner())
            page.show("seats")
            assert ("robot 0" in page.controls.named) == bool(lobby.models())
            page.show("settings")
            page.settings.opened = {ABSENT}
            page.changed(anew=True)
            switches = {name for name in page.settings.area.group.named if name.startswith("variant ")}
            assert switches == {f"variant {variant.plugin.id}" for variant in lobby.variants()}

    def test_no_number_of_checkpoints_is_asked_on_a_course_without_any(
        self, page: Any, driver: Driver, click: Any
    ) -> None:
        page.course.choose_mode("roboball")
        click("settings", "variant option-cards")
        page.show("course")
        assert page.lobby.checkpoints_owner() == "race"
        assert "checkpoints" not in page.controls.named

    def test_a_resized_window_is_laid_out_again_and_keeps_the_choices(
        self, page: Any, app: Any, driver: Driver, click: Any
    ) -> None:
        click("seats", "name 1")
        page.show("settings")
        driver.move(page.settings.area.rect.centre)
        driver.send("on_mouse_scroll", *driver.pixel(page.settings.area.rect.centre), 0, -3)
        page.controls.set_focus(page.start_button)
        scrolled, before = page.settings.area.position, dict(page.controls.named)
        config = page.lobby.config()
        for scale in (0.8, 0.85, 0.9):  # as it is dragged
            app.adapt_to(round(1280 * scale), round(720 * scale))
            driver.frame(3)
        assert page.controls.named == before, "not while the window is dragged"
        driver.frame(9)
        assert page.controls.named["start"] is not before["start"]
        assert page.controls.focus is page.start_button
        assert page.settings.area.position == pytest.approx(scrolled, abs=25), "the same row, of other height"
        assert page.lobby.config() == config
        after = page.start_button
        driver.frame(12)
        assert page.start_button is after, "once is enough"
        app.on_resize(app.width, app.height)
        driver.frame(12)

    def test_seats_have_as_many_lines_as_they_need(self, page: Any, look: Callable[..., None]) -> None:
        page.show("seats")
        look(1024, 768)

        def middles(*names: str) -> list[float]:
            return [page.controls.named[f"{name} 1"].rect.centre[1] for name in names]

        page.course.choose_mode("standard")
        assert len(set(middles("name", "who", "robot", "remove"))) == 1
        page.lobby.switch("classic-robots", True)
        page.course.choose_mode("roboball")
        page.lobby.add_person()
        page.changed(anew=True)
        assert len({*middles("name", "who", "remove")}) == len({*middles("robot", "team")}) == 1
        assert page.controls.named["robot 1"].rect.top <= page.controls.named["who 1"].rect.y

    @pytest.mark.long
    @pytest.mark.parametrize("language", ["de", "sv"])
    def test_what_can_be_chosen_is_shown_whole(self, page: Any, speak: Callable[[str], None], language: str) -> None:
        from roborally.ui.toolkit.controls.widgets import Choice

        speak(language)
        for mode in page.lobby.modes():
            page.course.choose_mode(mode.id)
            page.show("seats")
            widgets = [*page.controls.named.values()]
            page.show("settings")
            page.settings.opened = {plugin.id for plugin, _settings in page.lobby.settings()}
            page.changed(anew=True)
            widgets += page.settings.area.group.named.values()
            for choice in (widget for widget in widgets if isinstance(widget, Choice)):
                for _value, text in choice.options:
                    choice.label.text = text
                    assert not choice.label.is_shortened, mode.id

    def test_a_match_file_is_loaded(self, page: Any, app: Any, driver: Driver, tmp_path: Path) -> None:
        config = msgspec.structs.replace(page.lobby.config(), seats=[SeatConfig("Ada"), SeatConfig("Bo", "random")])
        folder = tmp_path / "matches"
        folder.mkdir()
        (folder / "a.toml").write_text("seats = 3")
        (folder / "b.toml").write_text(config.to_toml())
        driver.click(button(page, "Load match file").rect.centre)
        files = app.screen_on_top
        driver.click(button(files, "Load").rect.centre)
        assert "must" in written(app.screen_on_top) or "seats" in written(app.screen_on_top)
        driver.key(65293)
        assert app.screen_on_top is files
        driver.key(65364)  # down
        driver.key(65293)
        assert app.screen_on_top is page
        assert [seat.config.name for seat in page.lobby.seats] == ["Ada", "Bo"]
        page.show("seats")
        assert page.controls.named["name 0"].value == "Ada"

    def test_an_old_match_file_is_replaced_only_after_a_confirmation(
        self, page: Any, app: Any, driver: Driver, tmp_path: Path
    ) -> None:
        path = tmp_path / "matches" / "First Steps.toml"
        path.parent.mkdir()
        path.write_text("old")
        driver.click(button(page, "Save match file").rect.centre)
        driver.key(65293)
        driver.click(button(app.screen_on_top, "Back").rect.centre)
        assert path.read_text() == "old"
        driver.key(65293)
        driver.click(button(app.screen_on_top, "Replace").rect.centre)
        assert load_config(path) == page.lobby.config()

    def test_what_make_game_refuses_is_told_and_nothing_is_lost(
        self, page: Any, app: Any, driver: Driver, click: Any
    ) -> None:
        page.lobby.change_seat(0, robot="nobody")
        before = page.lobby.config()
        driver.click(page.start_button.rect.centre)
        assert "there is no robot 'nobody'" in written(app.screen_on_top)
        driver.key(65293)
        assert app.screen_on_top is page
        assert page.lobby.config() == before

    def test_only_games_of_these_players_can_be_loaded(
        self, client: Any, page: Any, app: Any, driver: Driver, catalogue: Catalogue, tmp_path: Path
    ) -> None:
        """CLI-507, CLI-911 to CLI-913, CLI-1002."""
        client.start(make_game(page.lobby.config().with_seed(), catalogue))
        driver.frame(3)
        (tmp_path / "saves").mkdir()
        desks.matches(client).recorder.save(tmp_path / "saves" / "mine.rrsave")
        client.router.home()
        client.router.open("lobby")
        driver.frame(3)
        lobby = app.screen_on_top
        lobby.show("seats")
        driver.click(lobby.controls.named["add player"].rect.centre)
        driver.click(button(lobby, "Load game").rect.centre)
        for how in ("Esc", "Back"):
            assert app.screen_on_top.files == []
            if how == "Esc":
                driver.key(65307)
            else:
                driver.click(button(app.screen_on_top, how).rect.centre)
            assert app.screen_on_top is lobby
            driver.click(button(lobby, "Load game").rect.centre)
        driver.key(65307)  # Esc
        driver.click(lobby.controls.named["remove 4"].rect.centre)
        driver.click(button(lobby, "Load game").rect.centre)
        driver.click(button(app.screen_on_top, "Load").rect.centre)
        driver.frame(2)
        assert app.screen_on_top.session.game.course.id == "first-steps"

    def test_escape_leads_back_and_what_was_chosen_stays(
        self, client: Any, page: Any, app: Any, driver: Driver, click: Any
    ) -> None:
        """CLI-R08, CLI-1001."""
        click("seats", "remove 3")
        driver.key(65307)
        assert app.screen_on_top is not page
        client.router.open("lobby")
        assert len(app.screen_on_top.lobby.seats) == 3

    def test_the_robot_and_the_style_of_the_bot_under_the_mouse_are_described(self, page: Any, driver: Driver) -> None:
        """CLI-511, CLI-513: a tooltip tells the style, too."""
        page.show("seats")
        driver.move(page.controls.named["robot 1"].rect.centre)
        driver.frame()
        assert "James Bot" in page.seats.motto.text
        assert "laser" in page.seats.ability.text
        who = page.controls.named["who 1"].rect
        driver.move(who.centre)
        assert page.seats.motto.text == page.lobby.seats[1].config.name
        assert page.seats.ability.text.startswith("Greedy (easy): takes")
        assert page.controls.named["who 1"].tooltip.startswith("Greedy (easy): takes")
        driver.click((who.right - 10, who.centre[1]))
        assert page.seats.ability.text.startswith("Random (beginner): does")
        driver.move(page.controls.named["name 1"].rect.centre)
        assert "laser" in page.seats.ability.text
        driver.move(page.controls.named["who 0"].rect.centre)
        assert page.seats.motto.text.startswith("Tanky"), "a person has no style"
        assert page.controls.named["who 0"].tooltip == "Who plays: a person at this computer, or a bot"

    def test_seats_choose_what_the_mode_asks_of_them(
        self, client: Any, app: Any, driver: Driver, catalogue: Catalogue
    ) -> None:
        desks.setup(client).catalogue = altered(catalogue, "standard", seat_settings=["team"])
        client.router.home()
        client.router.open("lobby")
        driver.frame(3)
        page = app.screen_on_top
        page.show("seats")
        choice = page.controls.named["team 1"]
        assert choice.label.text == "Team 2"
        driver.click((choice.rect.right - 10, choice.rect.centre[1]))
        assert [seat.config.team for seat in page.lobby.seats] == [1, 3, 1, 2]

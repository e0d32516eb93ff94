"""What is chosen in the lobby, without a window (CLI-501 to CLI-514)."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from roborally.base import paths
from roborally.base.errors import GameError
from roborally.features.lobby.model import LobbyModel
from roborally.features.lobby.remembered import recall_lobby, remember_lobby
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig, parse_config
from roborally.game.records.file_format import Player, Summary
from roborally.plugin import PluginError, read_fact
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import OptionManifest
from tests.test_every_mode import MODES

BOTS = ["greedy", "random"]


@pytest.fixture
def lobby(catalogue: Catalogue) -> LobbyModel:
    return LobbyModel(catalogue, BOTS)


def test_the_lobby_begins_with_a_match_that_can_be_played(lobby: LobbyModel, catalogue: Catalogue) -> None:
    assert lobby.problem() == ""
    game = make_game(lobby.config().with_seed(), catalogue)
    assert [seat.controller for seat in game.config.seats] == ["human", "greedy", "greedy", "greedy"]
    assert len({seat.robot for seat in game.config.seats}) == 4


def test_bots_are_called_as_their_robots_unless_somebody_names_them(lobby: LobbyModel) -> None:
    """CLI-2424."""

    def names() -> list[str]:
        return [seat.config.name for seat in lobby.seats]

    assert names() == ["Player", "James Bot", "LazyBot", "Albot"]
    lobby.change_seat(1, name="Ratatouille")
    lobby.change_seat(2, robot="albot")
    lobby.change_seat(1, robot="albot")
    assert names() == ["Player", "Ratatouille", "Albot", "Albot 2"]
    lobby.remove(2)
    lobby.add_bot()
    assert names() == ["Player", "Ratatouille", "Albot", "James Bot"]
    lobby.choose_mode("classic")
    assert names() == ["Player", "Ratatouille", "Bolt", "Ratchet"]
    lobby.choose_mode("standard")
    assert names() == ["Player", "Ratatouille", "LazyBot", "Albot"]


def test_only_courses_that_fit_are_offered(lobby: LobbyModel) -> None:
    """CLI-501."""
    before = {course.id for course in lobby.courses()}
    kinds = {element.kind for course in lobby.courses() for element in course.board.elements}
    assert "crusher" not in kinds
    lobby.switch("crushers", True)
    lobby.switch("pushers", True)
    assert before < {course.id for course in lobby.courses()}
    lobby.course = next(course.id for course in lobby.courses() if course.id not in before)
    lobby.switch("crushers", False)
    lobby.switch("pushers", False)
    assert lobby.course in before


def test_every_mode_is_offered_with_a_course_and_robots_that_fit(lobby: LobbyModel) -> None:
    for mode in lobby.modes():
        lobby.choose_mode(mode.id)
        assert lobby.chosen_course is not None
        models = lobby.models()
        assert all(seat.config.robot in models or (not models and not seat.config.robot) for seat in lobby.seats)


@pytest.mark.parametrize("mode", MODES)
def test_with_each_variant_a_robot_stands_on_the_floor_or_waits_outside(lobby: LobbyModel, mode: str) -> None:
    """Whoever waits is asked which way to enter: that has no sense for one on its start space or home."""
    lobby.choose_mode(mode)
    for plugin in [variant.plugin for variant in lobby.variants()]:
        lobby.switch(plugin.id, True)
        match = make_game(lobby.config(), lobby.catalogue).start(1)
        match.run()
        for robot in match.robots:
            assert read_fact(match, "entering", robot, False) == (robot.cell < 0), plugin.id
        lobby.switch(plugin.id, False)


@pytest.mark.parametrize("mode", ["standard", "classic", "auenland"])
def test_nobody_enters_where_the_game_begins_on_start_spaces(lobby: LobbyModel, mode: str) -> None:
    """Entering counts checkpoint 1 (CNB-R05), which is the start of Crash and Burn and the first goal elsewhere."""
    lobby.choose_mode(mode)
    assert "entering" not in [variant.plugin.id for variant in lobby.variants()]
    with pytest.raises(PluginError, match="plugins 'entering' and 'docks' cannot be enabled together"):
        lobby.switch("entering", True)


@pytest.mark.parametrize("count", [2, 4, 8])
def test_another_mode_chooses_a_course_with_room_for_all(lobby: LobbyModel, count: int) -> None:
    while len(lobby.seats) > count:
        lobby.remove(len(lobby.seats) - 1)
    while len(lobby.seats) < count:
        lobby.add_bot()
    for mode in lobby.modes():
        lobby.choose_mode(mode.id)
        able = [course for course in lobby.courses() if course.players[1] >= count and not course.plugins]
        assert not able or lobby.problem() == "" or lobby.players()[0] > count, mode.id


def test_a_chosen_course_stays_and_comes_back(lobby: LobbyModel) -> None:
    lobby.course = next(course.id for course in lobby.courses() if course.id not in ("first-steps", "changing-sides"))
    chosen = lobby.course
    modes = [mode.id for mode in lobby.modes()]
    for mode in [*modes, *reversed(modes)]:
        lobby.choose_mode(mode)
        fitting = [course.id for course in lobby.courses() if course.players[1] >= 4]
        assert chosen not in fitting or lobby.course == chosen
    lobby.choose_mode("volt")
    lobby.course = lobby.courses()[-1].id  # a choice that is possible nowhere else
    lobby.choose_mode("classic")
    assert lobby.course == chosen


def test_a_course_comes_back_with_the_variant_that_it_needs(lobby: LobbyModel) -> None:
    before = {course.id for course in lobby.courses()}
    lobby.switch("crushers", True)
    lobby.switch("pushers", True)
    chosen = lobby.course = next(course.id for course in lobby.courses() if course.id not in before)
    lobby.switch("crushers", False)
    lobby.switch("pushers", False)
    assert lobby.course == "first-steps"  # which had been chosen before
    lobby.switch("crushers", True)
    lobby.switch("pushers", True)
    assert lobby.course == chosen


def test_a_course_with_too_little_room_stays_while_only_variants_change(lobby: LobbyModel) -> None:
    lobby.add_bot()
    assert lobby.problem() == "At most 4 players can play here."
    lobby.switch("option-cards", True)
    assert lobby.course == "first-steps"
    lobby.choose_mode("classic")
    assert lobby.problem() == ""


def test_what_a_mode_has_no_use_for_is_kept(lobby: LobbyModel) -> None:
    lobby.switch("option-cards", True)
    lobby.set_value("option-cards", "maximum", 5)
    lobby.choose_mode("volt")
    assert "option-cards" not in lobby.config().plugin
    lobby.choose_mode("standard")
    assert lobby.config().plugin["option-cards"] == {"maximum": 5}
    assert lobby.config().match.plugins == ["option-cards"]


def test_cards_of_a_plugin_that_is_off_are_not_left_out(catalogue: Catalogue) -> None:
    lobby = LobbyModel(altered(catalogue, "portals", option={"hook": OptionManifest("Hook", "Nothing.")}), BOTS)
    lobby.switch("option-cards", True)
    lobby.switch("portals", True)
    lobby.set_value("option-cards", "without", ["brakes", "hook"])
    assert lobby.config().plugin["option-cards"] == {"without": ["brakes", "hook"]}
    lobby.switch("portals", False)
    assert lobby.value("option-cards", "without") == ["brakes"]
    assert lobby.config().plugin["option-cards"] == {"without": ["brakes"]}
    lobby.switch("portals", True)
    assert lobby.value("option-cards", "without") == ["brakes", "hook"]


def test_settings_know_what_the_edition_says(lobby: LobbyModel) -> None:
    assert lobby.value("program-cards", "destroyed_at") == 9  # the manifest says 10, standard 9
    lobby.set_value("program-cards", "destroyed_at", 7)
    assert lobby.is_changed("program-cards", "destroyed_at")
    lobby.set_value("program-cards", "destroyed_at", 9)
    assert not lobby.is_changed("program-cards", "destroyed_at")
    lobby.set_value("archive", "lives", 1)
    lobby.reset()
    assert lobby.config().plugin == {}


def altered(catalogue: Catalogue, id_: str, **changes: Any) -> Catalogue:
    """Return the catalogue with another manifest for one plugin."""
    known = catalogue.get(id_)
    plugin = Plugin(known.folder, msgspec.structs.replace(known.manifest, **changes))
    return Catalogue({**catalogue.plugins, id_: plugin}, {})


def test_needs_and_conflicts_are_said_in_words(catalogue: Catalogue) -> None:
    needing = LobbyModel(altered(catalogue, "portals", needs=["pushers"]), BOTS)
    needing.switch("portals", True)
    by_id = {variant.plugin.id: variant for variant in needing.variants()}
    assert by_id["portals"].note == "Needs: Pushers"
    assert (by_id["pushers"].on, by_id["pushers"].free, by_id["pushers"].note) == (True, False, "Needed by: Portals")

    hostile = LobbyModel(altered(catalogue, "portals", conflicts=["pushers"]), BOTS)
    hostile.switch("pushers", True)
    by_id = {variant.plugin.id: variant for variant in hostile.variants()}
    assert (by_id["portals"].on, by_id["portals"].free) == (False, False)
    assert by_id["portals"].note == "Not together with: Pushers"
    with pytest.raises(GameError, match="cannot be enabled together"):
        hostile.switch("portals", True)
    assert hostile.extras == ["pushers"]


@pytest.mark.parametrize(("setting", "expected"), [("team", [1, 2, 1, 2]), ("side", ["", "", "", ""])])
def test_a_mode_may_ask_something_of_every_seat(catalogue: Catalogue, setting: str, expected: list[Any]) -> None:
    lobby = LobbyModel(altered(catalogue, "standard", seat_settings=[setting]), BOTS)
    assert lobby.seat_settings() == [setting]
    assert [getattr(seat.config, setting) for seat in lobby.seats] == expected


def test_the_first_seat_has_the_name_of_the_settings_until_another_is_chosen(catalogue: Catalogue) -> None:
    lobby = LobbyModel(catalogue, BOTS, "Ada")
    assert lobby.seats[0].config.name == "Ada"
    lobby.call("Bo")
    assert lobby.seats[0].config.name == "Bo"
    lobby.call(lobby.seats[1].config.name)
    assert lobby.problem() == "", "a name that is taken is not given twice"
    lobby.change_seat(0, name="Cy")
    lobby.call("Dan")
    assert lobby.seats[0].config.name == "Cy"


def test_a_variant_of_which_the_course_has_nothing_says_so(lobby: LobbyModel) -> None:
    lobby.choose_mode("standard")
    lobby.course = "first-steps"
    absent = {variant.plugin.id: variant.absent for variant in lobby.variants()}
    assert absent["pushers"]
    assert not absent["option-cards"], "it needs no element of its own"
    lobby.switch("pushers", True)
    lobby.switch("crushers", True)
    lobby.course = next(course.id for course in lobby.courses() if course.board.of_kind("pusher"))
    assert not next(variant for variant in lobby.variants() if variant.plugin.id == "pushers").absent


def test_seats_with_something_wrong(lobby: LobbyModel) -> None:
    """CLI-503, CLI-504."""
    lobby.change_seat(1, name="Player")
    assert lobby.seat_problem(1) == lobby.problem() == "Two seats have this name, or names that look alike."
    lobby.change_seat(1, name=" ")
    assert lobby.problem() == "Names have 1 to 24 letters, all of which can be seen."
    lobby.change_seat(1, name="Ada", controller="nobody")
    assert "nobody" in lobby.problem()
    lobby.change_seat(1, controller="random")
    assert lobby.problem() == ""
    lobby.add_bot()
    assert lobby.seats[-1].config.controller == "greedy"
    assert lobby.problem() == "At most 4 players can play here."
    for _ in range(4):
        lobby.remove(0)
    assert lobby.problem() == "At least 2 players are needed."
    for _ in range(20):
        lobby.add_bot()
    assert len(lobby.seats) == 8


def test_all_local_players_must_be_ready(lobby: LobbyModel) -> None:
    """CLI-506, CLI-514: a player alone need not wait."""
    lobby.remove(3)
    lobby.add_person()
    assert lobby.problem() == "Not ready yet: Player, Player 2."
    lobby.seats[0].ready = lobby.seats[3].ready = True
    assert lobby.problem() == ""
    lobby.change_seat(3, controller="greedy")
    lobby.change_seat(3, controller="human")
    assert lobby.problem() == "Not ready yet: Player 2."


def test_a_match_file_is_taken_over_whole(lobby: LobbyModel, catalogue: Catalogue) -> None:
    seats = [
        SeatConfig("Ada", "human", "peach"),
        SeatConfig("Bo", "human", "tanky"),
        SeatConfig("C", "random", "albot"),
    ]
    match = MatchSection("standard", "first-steps", 7, 30, ["option-cards"])
    config = MatchConfig(match, {"lives": 2}, {"option-cards": {"maximum": 2}}, seats)
    lobby.take(config)
    written = lobby.config()
    assert written.plugin == {"archive": {"lives": 2}, "option-cards": {"maximum": 2}}
    assert (written.match, written.seats) == (match, seats)
    assert parse_config(written.to_data()) == written


def test_a_course_may_be_named_by_the_path_of_its_file(lobby: LobbyModel, tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.toml"
    path.write_bytes((paths.board_folder() / "first-steps.toml").read_bytes())
    lobby.take(MatchConfig(MatchSection(course=str(path)), seats=lobby.config().seats))
    assert lobby.problem() == ""
    assert lobby.config().match.course == str(path)


def test_a_match_file_that_cannot_be_used_changes_nothing(lobby: LobbyModel) -> None:
    before = lobby.config()
    for wrong in (MatchSection("nothing", "first-steps"), MatchSection("standard", "nowhere")):
        with pytest.raises(GameError):
            lobby.take(MatchConfig(wrong))
    assert lobby.config() == before


def test_which_saved_games_can_be_loaded(lobby: LobbyModel) -> None:
    """CLI-911, CLI-R04."""

    def summary(*names: str) -> Summary:
        players = [Player(name, "human") for name in names] + [Player("Bolt", "greedy")]
        return Summary("roborally-save", "1", "", "standard", "first-steps", players, 1)

    assert lobby.may_load(summary("Somebody"))
    assert not lobby.may_load(summary("Player", "Ada"))
    lobby.add_person()
    lobby.change_seat(4, name="Ada")
    assert lobby.may_load(summary("Ada", "Player"))
    assert not lobby.may_load(summary("Bob", "Player"))


def test_a_clock_runs_where_people_wait_for_people(lobby: LobbyModel) -> None:
    """CLI-1103: against bots alone it is off, unless it is chosen."""
    assert lobby.config().match.timer == 0
    assert lobby.invitation().match.timer == 60
    lobby.add_person()
    assert lobby.config().match.timer == 60
    lobby.remove(len(lobby.seats) - 1)
    assert lobby.config().match.timer == 0
    lobby.timer = 30
    assert [lobby.config().match.timer, lobby.invitation().match.timer] == [30, 30]
    lobby.add_person()
    assert lobby.config().match.timer == 30


def test_resetting_disables_variants_too(lobby: LobbyModel) -> None:
    assert lobby.is_plain
    lobby.switch("option-cards", True)
    assert not lobby.is_plain
    lobby.set_value("option-cards", "maximum", 5)
    lobby.reset()
    assert lobby.is_plain
    assert lobby.config().match.plugins == []
    assert lobby.config().plugin == {}


def test_the_last_lobby_is_remembered(lobby: LobbyModel, catalogue: Catalogue) -> None:
    """Also its clock, if somebody has chosen it, but not its seed, which would make all matches alike."""
    lobby.choose_mode("classic")
    lobby.seed = 5
    lobby.add_bot()
    remember_lobby(lobby.config())
    again = LobbyModel(catalogue, BOTS, wanted={"option-cards"})
    recall_lobby(again)
    assert (again.mode, again.course, len(again.seats)) == ("classic", lobby.course, 5)
    assert (again.seed, again.timer, again.wanted) == (None, None, {"option-cards"})
    again.add_person()
    assert again.seconds == 60
    lobby.timer = 45
    remember_lobby(lobby.config())
    recall_lobby(again)
    assert again.timer == 45
    paths.lobby_file().write_text("[match]\nmode = 'gone'\n")
    recall_lobby(again)
    assert again.mode == "classic"


def test_a_timer_because_several_people_play_goes_with_them(lobby: LobbyModel, catalogue: Catalogue) -> None:
    """CLI-522: also where the match with them was played in between, and one was hosted."""
    lobby.add_person()
    assert lobby.invitation().match.timer == lobby.config().match.timer == 60
    remember_lobby(lobby.config())
    again = LobbyModel(catalogue, BOTS)
    recall_lobby(again)
    for each in (lobby, again):
        assert (each.is_shared, each.seconds) == (True, 60)
        each.remove(len(each.seats) - 1)
        assert (each.is_shared, each.seconds) == (False, 0)


def test_a_course_that_gives_way_to_other_rules_is_named(lobby: LobbyModel) -> None:
    """CLI-522: until one is chosen, or the rules change again; the usual one, which nobody has chosen, is not."""
    lobby.choose_mode("volt")
    assert lobby.replaced() == ""
    lobby.choose_mode("standard")
    lobby.choose_course("grand-tour")
    assert lobby.replaced() == ""
    lobby.choose_mode("volt")
    assert lobby.replaced() == "Grand Tour"
    lobby.choose_mode("roboball")
    assert lobby.replaced() == ""
    lobby.choose_mode("standard")
    assert (lobby.course, lobby.replaced()) == ("grand-tour", "")
    lobby.choose_mode("volt")
    stands_in = lobby.course
    for course in (lobby.courses()[-1].id, stands_in):
        lobby.choose_course(course)
        assert lobby.replaced() == ""

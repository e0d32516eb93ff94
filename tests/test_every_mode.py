"""Every mode can be played by naming it alone, whatever way one comes in."""

from pathlib import Path

import pytest

from roborally.base.errors import GameError
from roborally.cli import main
from roborally.features.rl.match_stepper import MatchStepper, Setup
from roborally.game.compatibility import complete
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue
from tests.shipped import catalogue as shipped
from tests.sweeps import few_of

MODES = sorted((mode.id for mode in shipped().modes()), reverse=True)
each_mode = pytest.mark.parametrize("mode", few_of(MODES, 3))


def runs(game: Game) -> bool:
    match = game.start(1)
    match.run()
    return bool(match.state.decisions)


@each_mode
def test_play(mode: str, opened: list[Game]) -> None:
    assert main(["play", "--mode", mode]) == 0
    assert main(["play", "--mode", mode, "--bots", "random"]) == 0
    assert [len(game.seats) for game in opened] == [4, 2]
    assert all(map(runs, opened))


@each_mode
def test_play_a_match_file_that_names_no_course(mode: str, opened: list[Game], tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    seats = "".join(f'[[seats]]\nname = "{name}"\n' for name in ("Ada", "Bo"))
    file.write_text(f'[match]\nmode = "{mode}"\n{seats}', encoding="utf-8")
    assert main(["play", str(file)]) == 0
    assert runs(opened[0])


@each_mode
def test_exhibit(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exhibit", "--mode", mode, "--bots", "greedy,greedy", "--games", "1", "--jobs", "1", "--json"]) == 0
    assert f'"{mode}"' in capsys.readouterr().out


@each_mode
@pytest.mark.parametrize("opponents", [(), ("random", "random")])
def test_environments(mode: str, opponents: tuple[str, ...]) -> None:
    stepper = MatchStepper(Setup(mode=mode, opponents=opponents))
    stepper.begin(seed=1)
    assert stepper.asked


def test_a_course_that_is_named_stays_and_wishes_come_before_the_smallest(catalogue: Catalogue) -> None:
    def course(mode: str, named: str = "", seats: int = 2, wished: tuple[str, ...] = ()) -> str:
        people = [SeatConfig(f"S{seat}", "random") for seat in range(seats)]
        config = MatchConfig(MatchSection(mode, named), seats=people)
        return complete(config, catalogue, wished).match.course

    assert course("standard", "ring-race", wished=("first-steps",)) == "ring-race"
    assert course("standard", wished=("kick-off", "ring-race", "first-steps")) == "ring-race"
    assert course("roboball", wished=("first-steps",)) == course("roboball")
    with pytest.raises(GameError, match="which mode 'roboball' does not know"):
        make_game(MatchConfig(MatchSection("roboball", "first-steps"), seats=[]), catalogue)


def test_teams_that_are_chosen_stay(catalogue: Catalogue) -> None:
    def teams(*chosen: int) -> list[int]:
        seats = [SeatConfig(f"S{seat}", "random", team=team) for seat, team in enumerate(chosen)]
        return [seat.team for seat in complete(MatchConfig(MatchSection("roboball"), seats=seats), catalogue).seats]

    assert teams(0, 0, 0, 0) == [1, 2, 1, 2]
    assert teams(2, 2, 1, 1) == [2, 2, 1, 1]

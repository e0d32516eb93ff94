"""An observation tells what a seat may know, all of it in its place, and nothing else."""

from typing import Any

import pytest

from roborally.plugin_system.loader import Catalogue
from tests.features.rl.conftest import MODES
from tests.slots import put_in
from tests.sweeps import few_of


def observation(env: Any, seat: int) -> Any:
    """Return what a seat sees now, also of what a test has changed behind the stepper's back."""
    env.world.stepper.look_again()
    return env.world.coding.encode(seat, env.world.stepper.seen(seat))


def play_on(env: Any, steps: int) -> None:
    """Play some steps at random; a match that ends is followed by another."""
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    for _ in range(steps):
        if env.world.stepper.is_over():
            env.reset()
        seen, *_ = env.last()
        env.step(env.action_space(env.agent_selection).sample(seen["action_mask"]))


@pytest.mark.parametrize("steps", few_of([9, 0, 31]))
@pytest.mark.parametrize("mode", ["standard", "classic", "crash-and-burn", "auenland", "roboball"])
def test_hidden_cards_change_nothing_for_others(rl: Any, catalogue: Catalogue, mode: str, steps: int) -> None:
    from tests.features.rl.conftest import COURSES

    env = rl.aec_env(mode=mode, course=COURSES[mode], catalogue=catalogue, agents=3)
    env.reset(seed=8)
    play_on(env, steps)
    while not (hand := env.world.stepper.match.state.ext["program-cards"]["hands"][1]):
        play_on(env, 1)
    match = env.world.stepper.match
    slot = match.state.ext["program-cards"]
    before = observation(env, 0)
    other = {seat: observation(env, seat) for seat in (1, 2)}
    # Another hand for seat 1, another order of the pile, a hidden program of seat 1, another seed.
    put_in(slot, "hands", 1, slot["deck"][: len(hand)])
    slot["deck"] = (*reversed(slot["deck"][len(hand) :]), *reversed(hand))
    slot["discard"] = slot["discard"][::-1]
    match.state.dice += 1
    for entry in match.state.decisions:
        if entry["seat"] == 1 and entry["kind"] == "program":
            match.state.sealed.setdefault(entry["id"], tuple(slot["hands"][1][:5]))
    assert (observation(env, 0) == before).all()
    assert (observation(env, 2) == other[2]).all()
    assert (observation(env, 1) != other[1]).any(), "one's own hand is seen"


def test_registers_are_seen_when_they_are_revealed(rl: Any, catalogue: Catalogue) -> None:
    env = rl.aec_env(catalogue=catalogue)
    env.reset(seed=8)
    match = env.world.stepper.match
    slot = match.state.ext["program-cards"]
    put_in(slot, "slots", 1, ("move1@490", "move2@670", "", "", ""))
    hidden = observation(env, 0)
    put_in(slot, "slots", 1, ("move1@490", "u-turn@10", "", "", ""))
    assert (observation(env, 0) == hidden).all()
    match.state.stage = 1
    shown = observation(env, 0)
    put_in(slot, "slots", 1, ("move3@790", "u-turn@10", "", "", ""))
    assert (observation(env, 0) != shown).any()


def test_volts_dice_are_hidden_from_others(rl: Any, catalogue: Catalogue) -> None:
    env = rl.aec_env(mode="volt", course="spark-pit", catalogue=catalogue)
    env.reset(seed=3)
    play_on(env, 2)
    slot = env.world.stepper.match.state.ext["volt"]
    before = observation(env, 0), observation(env, 1)
    die = "fire north-east 2"
    put_in(slot, "crosses", 1, (die, "", ""))
    assert (observation(env, 0) == before[0]).all()
    assert (observation(env, 1) != before[1]).any(), "one's own dice are seen"


def test_the_parts_say_where_everything_is(rl: Any, catalogue: Catalogue) -> None:
    env = rl.aec_env(catalogue=catalogue, agents=2)
    env.reset(seed=8)
    env.step(2)
    world = env.world
    match = world.stepper.match
    vector = env.observe("robot_0")["observation"]
    parts = {name: part.of(vector) for name, part in world.parts.items()}
    assert sum(part.size for part in parts.values()) == vector.size
    assert parts["question"][world.coding.kinds.index("program")] == 1
    assert parts["question"].sum() == 1
    hand = world.stepper.items(0, world.stepper.seen(0))
    for item, card in zip(parts["items"], hand, strict=False):
        command, _, priority = card.partition("@")
        assert item[world.coding.words[command]] == 1
        assert item[len(world.coding.words)] == pytest.approx(int(priority) / 1000)
    own = match.robots[0]
    x, y = match.floor.cells[own.cell]
    assert parts["places"][0, y, x] == 1
    assert parts["places"].sum() == 2
    assert parts["robots"][0, :3].tolist() == pytest.approx([1, x / 11, y / 11])
    assert parts["robots"][0, 3:7].tolist() == [float(own.facing == direction) for direction in range(4)]
    env.step(4)
    laid = world.parts["laid"].of(env.observe("robot_0")["observation"])
    assert (laid[0] == parts["items"][3]).all()
    assert not laid[1:].any()


def test_every_seat_sees_itself_first(rl: Any, catalogue: Catalogue) -> None:
    env = rl.aec_env(catalogue=catalogue, agents=3)
    env.reset(seed=8)
    env.world.stepper.match.robots[1].damage = 4
    damage = [env.world.parts["robots"].of(observation(env, seat))[:, 7].tolist() for seat in range(3)]
    assert damage == [pytest.approx(row) for row in ([0, 0.4, 0], [0.4, 0, 0], [0, 0, 0.4])]


def test_priorities_are_told_in_thousands_and_faces_of_dice_in_tens(rl: Any, catalogue: Catalogue) -> None:
    coding = rl.aec_env(catalogue=catalogue).world.coding
    for written, number in (("u-turn@10", 0.01), ("u-turn@20", 0.02), ("move3@840", 0.84), ("fire north 6", 0.6)):
        assert coding.text(written)[-1] == pytest.approx(number)


@pytest.mark.parametrize("setup", MODES, indirect=True)
def test_the_floor_is_told_once(rl: Any, setup: dict[str, Any]) -> None:
    env = rl.parallel_env(**setup)
    names, planes = env.world.floor_planes()
    board = env.world.stepper.game.floor.board
    assert planes.shape == (len(names), board.height, board.width)
    assert planes[0].sum() == len(board.inside)
    assert planes[5:].sum() == len(board.elements)
    assert len(set(names)) == len(names)


def test_a_match_is_shown_as_text(rl: Any, catalogue: Catalogue) -> None:
    env = rl.parallel_env(catalogue=catalogue, render_mode="ansi")
    env.reset(seed=8)
    match = env.world.stepper.match
    lines = env.render().splitlines()
    assert lines[0] == "turn 1"
    x, y = match.floor.cells[match.robots[1].cell]
    assert lines[1 + y][3 * x : 3 * x + 2] == "1" + "^>v<"[match.robots[1].facing]
    assert lines[-1] == f"1 robot_1: at [{x}, {y}], damage 0"


def test_a_match_is_shown_as_a_picture(rl: Any, catalogue: Catalogue) -> None:
    from roborally.features.rl.picture import TILE

    env = rl.aec_env(catalogue=catalogue, render_mode="rgb_array")
    env.reset(seed=8)
    picture = env.render()
    floor = env.world.stepper.match.floor
    assert picture.shape == (floor.height * TILE, floor.width * TILE, 3)
    assert picture.dtype == "uint8"
    robot = env.world.stepper.match.robots[0]
    x, y = floor.cells[robot.cell]
    robot.cell = -1
    without = env.render()
    changed = (picture != without).any(axis=2)
    assert changed[y * TILE : (y + 1) * TILE, x * TILE : (x + 1) * TILE].sum() > TILE * TILE / 4
    assert changed.sum() == changed[y * TILE : (y + 1) * TILE, x * TILE : (x + 1) * TILE].sum()


def test_nothing_is_shown_unless_it_is_wanted(rl: Any, catalogue: Catalogue) -> None:
    env = rl.parallel_env(catalogue=catalogue)
    env.reset(seed=8)
    assert env.render() is None

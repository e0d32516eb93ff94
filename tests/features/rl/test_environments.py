"""The environments keep PettingZoo's rules, in every mode, and those of the game."""

import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

from roborally.base.errors import GameError
from roborally.core.decisions import AnswerError
from roborally.core.match import Match
from roborally.plugin_system.loader import Catalogue
from tests.features.rl.conftest import MODES
from tests.slots import put_in
from tests.sweeps import few_of

CYCLES = 60
SOME = few_of(reversed(MODES), 3)
"""VOLT, RoboBall and Crash and Burn differ most."""
BOTH = pytest.mark.parametrize("kind", ["parallel_env", "aec_env"])
pytestmark = [
    # Observations with masks are dicts, at which the API test wonders wherever it does not know the environment.
    pytest.mark.filterwarnings("error::UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.parametrize("setup", SOME, indirect=True)
def test_pettingzoos_api_test(rl: Any, setup: dict[str, Any]) -> None:
    from pettingzoo.test import api_test

    api_test(rl.aec_env(**setup, progress=0.5), CYCLES)


@pytest.mark.parametrize("setup", SOME, indirect=True)
def test_pettingzoos_parallel_api_test(rl: Any, setup: dict[str, Any]) -> None:
    from pettingzoo.test import parallel_api_test

    parallel_api_test(rl.parallel_env(**setup, progress=0.5), CYCLES)


@pytest.mark.parametrize("setup", SOME, indirect=True)
def test_pettingzoos_seed_tests(rl: Any, setup: dict[str, Any]) -> None:
    from pettingzoo.test import parallel_seed_test, seed_test

    seed_test(lambda: rl.aec_env(**setup), CYCLES)
    parallel_seed_test(lambda: rl.parallel_env(**setup), CYCLES)


# --- playing --------------------------------------------------------------------------------------------------------


def play_parallel(env: Any, seed: int, asked: Counter[str] | None = None) -> tuple[dict[str, float], list[bytes]]:
    """Play one match at random; return all rewards, and all observations."""
    seen, infos = env.reset(seed=seed)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    text = []
    while env.agents:
        if asked is not None:
            asked.update(info["question"] for info in infos.values())
        actions = {agent: env.action_space(agent).sample(seen[agent]["action_mask"]) for agent in env.agents}
        seen, rewards, _, _, infos = env.step(actions)
        assert all(info["legal"] for info in infos.values())
        text += [seen[agent]["observation"].tobytes() for agent in env.agents]
        for agent, reward in rewards.items():
            earned[agent] += reward
    return earned, text


def play_aec(env: Any, seed: int, asked: Counter[str] | None = None) -> tuple[dict[str, float], list[bytes]]:
    """As `play_parallel`."""
    env.reset(seed=seed)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    text = []
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        assert info["legal"]
        earned[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        if asked is not None:
            asked[info["question"]] += 1
        assert seen["action_mask"].sum() >= 1
        text.append(seen["observation"].tobytes())
        env.step(env.action_space(agent).sample(seen["action_mask"]))
    return earned, text


PLAY = {"parallel_env": play_parallel, "aec_env": play_aec}
SEEDS = {"aec_env": 3, "parallel_env": 1}
QUESTIONS = {
    "standard": {"program", "power-down"},
    "classic": {"program", "power-down", "respawn-facing"},
    "auenland": {"program", "power-down"},
    "crash-and-burn": {"program", "power-down", "respawn-facing"},
    "roboball": {"program", "power-down"},
    "volt": {"program", "start-number", "start-cell"},
}


@BOTH
@pytest.mark.parametrize("setup", MODES, indirect=True)
def test_whatever_a_mask_allows_the_rules_allow(
    rl: Any, setup: dict[str, Any], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = []
    seal = Match.seal

    def watch(match: Match, id_: str, answer: Any, seat: int | None = None) -> None:
        try:
            seal(match, id_, answer, seat)
        except AnswerError as error:
            refused.append((id_, answer, error))
            raise

    monkeypatch.setattr(Match, "seal", watch)
    asked: Counter[str] = Counter()
    env = getattr(rl, kind)(**setup, agents=2)
    for seed in range(SEEDS[kind]):
        PLAY[kind](env, seed, asked)
    # All at once two may want the same start number; the second one takes the smallest that is left.
    assert [entry for entry in refused if kind == "aec_env" or not entry[0].startswith("start-number")] == []
    assert QUESTIONS[setup["mode"]] <= set(asked)


@BOTH
def test_a_match_follows_from_its_seed_and_the_next_one_too(rl: Any, catalogue: Catalogue, kind: str) -> None:
    first, again = (getattr(rl, kind)(catalogue=catalogue, turns=6) for _ in range(2))
    play = PLAY[kind]
    assert play(first, 3) == play(again, 3)
    assert play(first, 3)[1] != play(again, 4)[1]
    play(first, 5), play(again, 5)
    assert play(first, None) == play(again, None)  # type: ignore[arg-type]


@BOTH
def test_bots_play_the_other_seats(rl: Any, catalogue: Catalogue, kind: str) -> None:
    setup = {"agents": 1, "opponents": ["greedy", "random"], "catalogue": catalogue, "turns": 60}
    env = getattr(rl, kind)(**setup)
    assert env.possible_agents == ["robot_0"]
    assert PLAY[kind](env, 2)[0] == {"robot_0": -1.0}, "greedy wins against chance"
    assert {piece.seat for piece in env.world.stepper.match.robots} == {0, 1, 2}


@BOTH
def test_rewards_are_the_result_and_progress_where_it_is_wanted(rl: Any, catalogue: Catalogue, kind: str) -> None:
    setup = {"agents": 1, "opponents": ["random"], "catalogue": catalogue, "turns": 4}
    plain, _ = PLAY[kind](getattr(rl, kind)(**setup), 0)
    assert plain == {"robot_0": 0.0}, "nobody wins in four turns"
    env = getattr(rl, kind)(**setup, steps=0.5, progress=3.0)
    env.reset(seed=0)
    reached, before = env.world.stepper.score(0)
    assert (reached, before) == (0, -9), "nine steps to the first checkpoint"
    earned, _ = PLAY[kind](env, 0)
    assert env.world.stepper.score(0)[0] == 0
    assert earned["robot_0"] == 0.5 * (env.world.stepper.score(0)[1] - before)
    assert earned["robot_0"] != 0.0


def test_a_checkpoint_is_worth_what_is_wanted(rl: Any, catalogue: Catalogue) -> None:
    env = rl.aec_env(catalogue=catalogue, progress=3.0, steps=0.5)
    env.reset(seed=1)
    match = env.world.stepper.match
    put_in(match.state.ext["race"], "reached", 1, 1)
    rewards = env.world.rewards()
    assert rewards == {"robot_0": 0.0, "robot_1": 3.0}
    match.finish((1,))
    assert env.world.rewards() == {"robot_0": -1.0, "robot_1": 1.0}


def test_a_cut_off_match_is_truncated(rl: Any, catalogue: Catalogue) -> None:
    env = rl.parallel_env(catalogue=catalogue, turns=2)
    seen, _ = env.reset(seed=1)
    truncations: dict[str, bool] = {}
    while env.agents:
        actions = {agent: env.action_space(agent).sample(seen[agent]["action_mask"]) for agent in env.agents}
        seen, _, terminations, truncations, _ = env.step(actions)
        assert not any(terminations.values())
    assert truncations == {"robot_0": True, "robot_1": True}


# --- actions --------------------------------------------------------------------------------------------------------


def test_a_program_is_laid_as_the_actions_say(rl: Any, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    laid = []
    plain = Match.seal

    def seal(match: Match, id_: str, answer: Any, seat: int | None = None) -> Any:
        laid.append(answer)
        return plain(match, id_, answer, seat)

    monkeypatch.setattr(Match, "seal", seal)
    env = rl.parallel_env(catalogue=catalogue, agents=1, opponents=["random"])
    _, infos = env.reset(seed=1)
    assert infos["robot_0"]["question"] == "power-down"
    _, _, _, _, infos = env.step({"robot_0": [2, 0, 0, 0, 0]})
    assert laid[-1] == "no"
    assert infos["robot_0"]["question"] == "program"
    stepper = env.world.stepper
    hand = stepper.items(0, stepper.seen(0))
    mine = len(laid)
    env.step({"robot_0": [3, 1, 3, 9, 2]})
    # Card 3 is named twice: in its place lies the first that is left, so card 2 is used up when its turn comes.
    assert laid[mine] == (hand[2], hand[0], hand[1], hand[8], hand[3])


def test_a_forbidden_action_is_replaced_and_told(rl: Any, catalogue: Catalogue) -> None:
    env = rl.aec_env(catalogue=catalogue)
    env.reset(seed=1)
    assert env.infos["robot_0"] == {"question": "power-down", "legal": True}
    env.step(12)
    assert env.infos["robot_0"] == {"question": "program", "legal": False}
    env.step(0)
    assert env.world.stepper.laid[0] == (0,), "the first card, not none"
    assert not env.infos["robot_0"]["legal"]
    env.step(1)
    assert env.world.stepper.laid[0] == (0, 1), "the first card lies already"
    assert env.infos["robot_1"]["legal"]


def test_an_agent_that_is_asked_nothing_lays_nothing(rl: Any, catalogue: Catalogue) -> None:
    env = rl.parallel_env(catalogue=catalogue)
    seen, _ = env.reset(seed=1)
    # One answers its announcement and the other nothing, so only one is asked for its program now.
    seen, _, _, _, infos = env.step({"robot_0": [2, 0, 0, 0, 0]})
    assert {agent: info["question"] for agent, info in infos.items()} == {
        "robot_0": "program",
        "robot_1": "power-down",
    }
    assert [int(mask.sum()) for mask in seen["robot_1"]["action_mask"]] == [2, 1, 1, 1, 1]
    assert [mask[0] for mask in seen["robot_1"]["action_mask"]] == [0, 1, 1, 1, 1]
    seen, _, _, _, infos = env.step({"robot_0": [1, 2, 3, 4, 5]})
    assert infos["robot_0"]["question"] == ""
    assert all(mask.tolist() == [1] + [0] * 12 for mask in seen["robot_0"]["action_mask"])


# --- what is wrong --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wishes", "problem"),
    [
        ({"course": "nowhere"}, "nowhere"),
        ({"mode": "nothing"}, "nothing"),
        ({"opponents": ["deep"]}, "there is no bot 'deep'"),
        ({"agents": 0}, "at least one agent"),
        ({"agents": "2"}, "agents: must be a whole number, not '2'"),
        ({"opponents": "random"}, "opponents: must be a list, not 'random'"),
        ({"progres": 1}, "there is no argument 'progres'; is it 'progress'"),
        ({"course": "first-step"}, "there is no course 'first-step'; is it 'first-steps'"),
        ({"render_mode": "human"}, "there is no render_mode 'human'; there are: ansi, rgb_array"),
        ({"robots": ["tanky"] * 3}, "there are 3 robot models for 2 seats"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(rl: Any, wishes: dict[str, Any], problem: str) -> None:
    with pytest.raises(GameError, match=problem):
        rl.parallel_env(**wishes)


@BOTH
def test_without_the_extra_it_says_what_to_install(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import roborally.features.rl

    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    for name in ("aec", "parallel"):
        monkeypatch.delitem(sys.modules, f"roborally.features.rl.{name}", raising=False)
    with pytest.raises(GameError, match=r"pip install 'roborally\[rl\]'"):
        getattr(roborally.features.rl, kind)()


def test_no_window_is_loaded(rl: Any) -> None:
    code = (
        "import sys; from roborally.features.rl import aec_env; env = aec_env(render_mode='rgb_array'); "
        "env.reset(seed=1); env.render(); print('arcade' in sys.modules or 'pyglet' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"

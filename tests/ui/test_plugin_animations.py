"""What is seen of the events of plugins: what each of them adds to the animation, on a board that has it all."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from roborally.base import paths
from roborally.ui.board.actors import marker_picture
from roborally.ui.toolkit import pictures, theme
from tests.fuzz.play import make

GRID = """
 c1       .   push>135  crush24  flame135
 c2       >   .         O        .
 portalA  .   .         .        portalA
 .  >>+flame15  ~+flame1  .      .
"""
HERE, THERE = (0, 1), (1, 1)
Play = Callable[..., list[Any]]


@pytest.fixture
def screen(begin_session: Any, show_session: Any) -> Any:
    game = make("crash-and-burn", GRID, 2, people=1)
    shown = show_session(begin_session(game, 1), speed="skip", frames=0)
    shown.flow.check = False
    for index, cell in ((0, HERE), (1, (2, 2))):
        shown.context.display.apply(event("place", piece=index, cell=cell, facing=0, how="start"))
    shown.actors.settle_all()
    return shown


@pytest.fixture
def play(screen: Any) -> Play:
    """Return what plays a beat of these events and returns its acts."""

    def played(*beat: Any) -> list[Any]:
        for one in beat:
            screen.context.display.apply(one)
        return list(screen.board_pane.animator.play(beat, []))

    return played


def event(type_: str, **keys: Any) -> dict[str, Any]:
    return {"type": type_, "beat": 1, **keys}


def step(how: str) -> dict[str, Any]:
    return event("step", piece=0, **{"from": HERE}, to=THERE, direction=1, how=how, by=-1)


def test_belts_run_while_they_carry_and_robots_are_slower_than_on_foot(screen: Any, play: Play) -> None:
    (walk,) = play(step("forward"))
    assert not screen.board.acting
    turn = event("turn", piece=0, **{"from": 0}, to=1, quarters=1, how="belt")
    running, carried, turned = play(step("belt"), turn)
    assert screen.board.acting
    running.show(1.0)
    assert not screen.board.acting
    assert carried.length == turned.length > walk.length
    assert (carried.start, turned.start) == (0, 0), "the belt turns whom it carries"
    (_, after) = play(step("forward"), {**turn, "how": "right"})
    assert after.start == walk.length
    screen.board_pane.animator.rest()
    assert not screen.board.acting


def test_pushers_crushers_and_flamers_act(screen: Any, play: Play) -> None:
    art = screen.board.art
    (thrust,) = play(event("pushers", cells=(((2, 0), (1,)), ((1, 0), (1,)))))
    thrust.show(0.5)
    assert art.pistons[(2, 0), 1].head.scale_x > 0
    (press,) = play(event("crushers", cells=((3, 0), (1, 0))))
    press.show(0.5)
    assert art.presses[3, 0].visible
    (burning,) = play(event("flames", cells=((4, 0), (1, 0))))
    burning.show(0.5)
    assert art.flames[4, 0].sprite.visible


def test_flames_burn_above_the_belt_that_both_tooltips_tell(screen: Any, play: Play) -> None:
    """CNB-R30."""
    art = screen.board.art
    (burning,) = play(event("flames", cells=((1, 3),)))
    burning.show(0.5)
    flame = art.flames[1, 3].sprite
    assert flame.visible
    assert flame in list(art.above)
    assert not [sprite for sprite in art.flat if sprite.position == flame.position], "nothing hides the belt"
    assert [sprite for sprite in art.belts[0] if sprite.position == flame.position]
    text = screen.board_pane.tooltip_at(*screen.board.point_of((1, 3)))
    assert "Express belt: carries a robot two spaces" in text
    assert "Flamer: 1 damage on entering in registers 1 and 5" in text


def test_a_flamer_burns_whom_it_hurts(screen: Any, play: Play) -> None:
    place = event("place", piece=0, cell=(4, 0), facing=0, how="test")
    screen.context.display.apply(place)
    hurt = event("hurt", piece=0, points=1, damage=1, by=-1)
    assert len(play({**hurt, "cause": "laser"})) == 1
    _symbol, burning = play({**hurt, "cause": "flamer"})
    burning.show(0.5)
    assert screen.board.art.flames[4, 0].sprite.visible


def test_nothing_strikes_who_comes_back_with_damage(play: Play) -> None:
    damage = {"piece": 0, "points": 1, "damage": 1, "by": -1, "cause": "respawn"}
    assert play(event("hurt", **damage), event("heal", **damage)) == []


def test_who_goes_through_a_portal_shrinks_and_grows_again(screen: Any, play: Play) -> None:
    actor = screen.actors[0]
    jump, ring = play(event("place", piece=0, cell=(4, 2), facing=0, how="portal"))
    before = actor.x, actor.y
    jump.show(0.4)
    assert (actor.x, actor.y) == before
    assert actor.size < 0.3
    jump.show(0.6)
    assert (actor.x, actor.y) == screen.board.centre((4, 2)) != before
    assert ring.start == jump.length / 2, "where the robot comes out"


def test_pits_swallow_and_all_else_explodes(screen: Any, play: Play) -> None:
    actor = screen.actors[0]
    destroy = event("destroy", piece=0, cell=(3, 1), by=())
    (fall,) = play({**destroy, "cause": "pit"})
    fall.show(0.5)
    assert actor.size < 0.7
    assert len(play({**destroy, "cause": "laser"})) == 2


def test_nothing_rises_where_a_robot_is_repaired_off_the_floor(play: Play) -> None:
    repair = event("heal", piece=0, points=1, damage=0, cause="wrench")
    assert len(play(repair)) == 1
    play(event("destroy", piece=0, cell=HERE, by=(), cause="pit"))
    assert play(repair) == []


def test_pictures_over_robots_stay_in_view(screen: Any, play: Play) -> None:
    """A card over a robot in the uppermost row is not cut off by the edge of the window."""
    image = pictures.icon("wrench", 48)
    board = screen.board
    board.zoom_by(9, 0, 0)
    board.pan(0, board.zoom * (board.top - board.centre((0, 0))[1] - 30))
    top = board.top
    assert top == pytest.approx(board.centre((0, 0))[1] + 30), "half of the robot is in view"
    play(event("place", piece=0, cell=(0, 0), facing=0, how="start"))
    (rising,) = play(event("heal", piece=0, points=1, damage=0, cause="wrench"))
    rising.show(0.9)
    shown = [sprite for sprite in screen.board_pane.effects.symbols if sprite.texture is image]
    assert len(shown) == 1
    assert all(sprite.center_y + sprite.height / 2 <= top + 0.01 for sprite in shown)


def test_a_checkpoint_is_celebrated(play: Play) -> None:
    ring, flag = play(event("checkpoint", piece=0, number=1))
    assert ring.length == flag.length > 0.5


def test_the_marker_slides_to_where_it_lies(screen: Any, play: Play) -> None:
    marker = screen.actors[0].marker
    for cell in ((0, 0), (2, 1)):
        shown_before = marker.visible
        (slide,) = play(event("archive", piece=0, cell=cell))
        assert marker.visible == shown_before == (cell != (0, 0)), "a first one comes with its beat, not at a corner"
        slide.show(1.0)
        assert marker.visible
        assert marker.position == screen.actors.marker_place(0, cell)
        assert screen.context.display.robots[0].marker == cell


def test_each_marker_has_the_emblem_of_its_seat_and_tells_whose_it_is(screen: Any, play: Play) -> None:
    """CLI-2037: nobody needs to see its colour."""
    faces = {}
    for seat in range(8):
        colours = theme.seat_colours(seat)
        image = marker_picture(paths.plugin_folder() / "race" / "art" / "marker.png", colours).image
        faces[colours.emblem] = {at for at, pixel in enumerate(image.getdata()) if pixel == tuple(colours.ink)}
    for one, other in combinations(faces.values(), 2):
        assert len(one & other) < 0.93 * len(one | other)
    (slide,) = play(event("archive", piece=1, cell=(2, 1)))
    slide.show(1.0)
    point = screen.board.point_of((2, 1))
    assert f"{screen.context.name(1)}'s respawn point" in screen.tooltip_at(*point)
    (slide,) = play(event("archive", piece=0, cell=(2, 1)))
    slide.show(1.0)
    names = f"{screen.context.name(0)} and {screen.context.name(1)}"
    assert f"{names}'s respawn point" in screen.tooltip_at(*point), "one line for all"


def test_a_register_is_read_before_its_cards_are_played(screen: Any, play: Play) -> None:
    (pause,) = play(event("reveal", register=2, cards=((0, "move1@500"), (1, ""))))
    assert pause.length == 0.3
    assert screen.context.display.stage == 2
    assert play(event("reveal", register=3, cards=((0, ""), (1, "")))) == []
    play(event("card", piece=1, register=3, card="left@90"))
    assert screen.context.display.acting == 1
    assert screen.context.display.robots[1].slots[2] == "left@90"
    play(event("reveal", register=4, cards=()))
    assert screen.context.display.acting == -1


def test_after_an_exchange_the_order_is_told_as_robots_act(screen: Any, play: Play) -> None:
    """OPT-10: the card from the pile comes after the register is open, and nobody knows its number."""
    robots = screen.context.display.robots
    play(event("reveal", register=2, cards=((0, "move1@500"), (1, "left@90"))))
    assert [robot.order for robot in robots[:2]] == [1, 2]
    play(event("exchange", piece=0, register=2))
    assert [robot.order for robot in robots[:2]] == [0, 0]
    play(event("card", piece=1, register=2, card="left@90"))
    play(event("card", piece=0, register=2, card="u-turn@10"))
    assert [robot.order for robot in robots[:2]] == [2, 1]


def test_cards_go_when_a_turn_ends_but_not_those_that_are_locked(screen: Any, play: Play) -> None:
    robot = screen.context.display.robots[0]
    play(event("program", piece=0, cards=("left@90", "move1@500", "", "", "u-turn@10"), only_for=0))
    play(event("exchange", piece=0, register=2), event("lock", piece=0, register=5))
    assert robot.slots == ["left@90", "", "", "", "u-turn@10"], "what comes is not known yet"
    play(event("moment", name="turn", turn=1, stage=5))
    assert robot.slots == ["", "", "", "", "u-turn@10"]
    play(event("unlock", piece=0, register=5), event("moment", name="turn", turn=2, stage=5))
    assert robot.slots == [""] * 5

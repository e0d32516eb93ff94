"""All pictures lie in one texture, which does not grow."""

from collections.abc import Callable
from functools import partial
from typing import Any

import arcade
import pytest
from arcade import Texture
from arcade.texture_atlas import DefaultTextureAtlas
from PIL import Image
from pyglet.image.atlas import AllocatorException

from roborally.core.dice import Dice
from roborally.features.bench.window.frames import pages
from roborally.ui.toolkit.app import Screen
from roborally.ui.toolkit.frames.atlas import Skyline, fit, size_for
from roborally.ui.toolkit.sprites import Sprites

from .conftest import Driver


def test_no_two_pictures_share_a_pixel() -> None:
    dice, skyline = Dice(1), Skyline(200, 300)
    taken: set[tuple[int, int]] = set()
    for _ in range(60):
        width, height = dice.below(40) + 1, dice.below(40) + 1
        left, bottom = skyline.alloc(width, height)
        cells = {(x, y) for x in range(left, left + width) for y in range(bottom, bottom + height)}
        assert not cells & taken
        assert max(x for x, _y in cells) < 200
        assert max(y for _x, y in cells) < 300
        taken |= cells
    assert len(taken) == skyline.used_area > 0.7 * 200 * max(y for _x, y in taken)


def test_a_full_atlas_says_so() -> None:
    skyline = Skyline(200, 300)
    for _ in range(6):
        skyline.alloc(100, 100)
    with pytest.raises(AllocatorException):
        skyline.alloc(1, 1)


def test_what_is_too_large_has_no_place() -> None:
    for size in ((201, 1), (1, 301)):
        with pytest.raises(AllocatorException):
            Skyline(200, 300).alloc(*size)
    assert Skyline(200, 300).alloc(200, 300) == (0, 0)


def test_the_pictures_of_all_pages_and_of_a_match_have_room(
    client: Any, app: Any, driver: Driver, open_mode: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is drawn, in the order in which it comes, goes into an atlas that has held nothing before."""
    drawn: list[Any] = []
    add = DefaultTextureAtlas.add

    def listen(atlas: Any, texture: Any) -> Any:
        drawn.append(texture)
        return add(atlas, texture)

    def append(sprites: Sprites, sprite: Any) -> None:
        sprites.initialize()  # as outside the tests
        arcade.SpriteList.append(sprites, sprite)

    with monkeypatch.context() as context:
        context.setattr(DefaultTextureAtlas, "add", listen)
        context.setattr(Sprites, "append", append)
        client.router.home()
        driver.frame()
        matches = [partial(open_mode, mode) for mode in ("crash-and-burn", "auenland")]
        shows: list[Callable[[], object]] = [*pages(client).values(), *matches]
        for show in shows:
            show()
            driver.frame(8)
    size = size_for(app.get_size())
    atlas = DefaultTextureAtlas(size, border=2, auto_resize=True, ctx=app.ctx)
    for texture in drawn:
        atlas.add(texture)
    assert len(atlas.images) > 170
    assert atlas.size == size
    assert sum(image.width * image.height for image in atlas.images) < 0.4 * size[0] * size[1], "and more have room"


def test_a_larger_window_has_a_larger_atlas_with_the_same_pictures(app: Any) -> None:
    """CLI-2252: the atlas is as large as the window needs, and keeps what lies in it when it grows."""
    atlas = DefaultTextureAtlas(size_for((1280, 720)), border=2, auto_resize=True, ctx=app.ctx)
    dice = Dice(1)
    textures = [_coloured((dice.below(256), dice.below(256), 7, 255), dice.below(90) + 1) for _ in range(30)]
    for texture in textures:
        atlas.add(texture)
    fit(atlas, (1280, 720))
    assert atlas.size == (4096, 2048)
    fit(atlas, (1920, 1080))
    assert atlas.size == (4096, 4096)
    for texture in textures:
        assert atlas.read_texture_image_from_atlas(texture).tobytes() == texture.image.tobytes()
    fit(atlas, (640, 400))
    assert atlas.size == (4096, 4096), "it never shrinks"
    assert isinstance(atlas._allocator, Skyline), "it packs closely, however large it is"  # noqa: SLF001


def test_the_window_grows_its_atlas_when_its_size_is_final(
    app: Any, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-2252: not while it is being resized. Other tests may have let it grow already."""
    from roborally.ui.toolkit.frames import atlas

    large, sizes = (1920, 1080), []

    def fit_and_note(common: Any, window: tuple[int, int]) -> None:
        sizes.append(window)
        fit(common, window)

    monkeypatch.setattr(atlas, "fit", fit_and_note)
    app.push(Screen(app))
    app.adapt_to(*large)
    driver.frame()
    assert sizes == []
    driver.frame(20)
    assert sizes == [large]
    assert app.ctx.default_atlas.height >= size_for(large)[1] > size_for((1280, 720))[1]


def _coloured(colour: tuple[int, int, int, int], side: int) -> Any:
    return Texture(Image.new("RGBA", (side, side), colour))

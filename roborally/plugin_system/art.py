"""Finds pictures in the `art` folders of plugins, which may bring some for other plugins, and paints robots."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageChops, ImageOps

from roborally.base import paths
from roborally.base.palette import palette
from roborally.base.picture_file import read_picture
from roborally.plugin_system.loader import Plugin

ART = "art"
"""The subfolder of a plugin that holds its pictures."""
CHASSIS = ("scout", "crawler", "hauler", "tanky", "james-bot", "lazybot", "albot", "peach")
"""The bodies of robots without a model, by seat; their pictures are in `assets/robots`."""
PAINT = "-paint.png"
"""The end of a file's name: `fury-paint.png`, beside `fury.png`, has the parts in the colour of the seat."""
NOSE = "nose"
"""The chassis that shows only the front of a robot and is laid over every body."""
PIN = "marker.png"
"""The file name of the pin that marks a respawn point."""
HEAD, ON_HEAD = 0.39, 0.5
"""The depth of the middle of a pin's head, and the side of the emblem there, as shares of the pin's height."""
Colour = str | tuple[int, ...]
ASHES = "#1d2129", "#dfe3e9", "#8b929d"
"""The colours of a resting robot for the darkest, the lightest and the middle grey of its picture."""


class Body(NamedTuple):
    """The look of one robot: `picture` is a plugin's file, `None` for the game's own `chassis`.

    `paint` is the file of the parts that take the colour of the seat, if there is one.
    """

    picture: Path | None
    paint: Path | None
    chassis: str
    has_nose: bool = True
    """Whether a nose shows which way the robot faces."""

    def files(self, colour: str) -> list[Path]:
        """Return the files that are laid over each other, in a named colour of the seats: body, nose, and any paint."""
        files = [self.picture or chassis_file(self.chassis, colour), chassis_file(NOSE, colour)]
        return files if self.paint is None else [*files, self.paint]


def robot_body(model: str, seat: int, plugins: Sequence[Plugin]) -> Body:
    """Return the look of a robot: the picture or chassis that a plugin gives its model, else the seat's chassis."""
    chassis = CHASSIS[seat % len(CHASSIS)]
    for plugin in plugins:
        manifest = plugin.manifest.robot.get(model)
        if manifest is None:
            continue
        name = manifest.sprite or f"{model}.png"
        if path := find_picture(name, plugin, plugins):
            return Body(path, find_picture(f"{path.stem}{PAINT}", plugin, plugins), chassis)
        if chassis_file(name, "red").is_file():
            chassis = name
    return Body(None, None, chassis)


def robot_image(body: Body, colour: str, *, resting: bool = False) -> Image.Image | None:
    """Return the picture of a robot that faces north, in the size of its file; `None` if the file cannot be read.

    `colour` is the name of a seat's colour. A `resting` robot is grey, except its nose, if it has one.
    """
    body_file, nose_file, *paint = body.files(colour)
    image = read_picture(body_file)
    if image is None:
        return None
    for layer in map(read_picture, paint):
        if layer is not None:
            seat = next(entry for entry in palette()["seat"] if entry["name"] == colour)
            image.alpha_composite(tinted(layer.resize(image.size), seat["body"]))
    if resting:
        grey = ImageOps.colorize(image.convert("L"), *ASHES, midpoint=90)
        grey.putalpha(image.getchannel("A"))
        image = grey
    nose = read_picture(nose_file) if body.has_nose else None
    if nose is not None:
        image.alpha_composite(nose.resize(image.size))
    return image


def pin_file(plugins: Sequence[Plugin]) -> Path | None:
    """Return the file of the pin that marks a respawn point, or `None` if no plugin has one."""
    return find_picture(PIN, plugins[0], plugins) if plugins else None


def pin_image(pin: Image.Image, emblem: Image.Image, body: Colour, ink: Colour) -> Image.Image:
    """Return the pin of a respawn point in the colour `body`, with an emblem in the colour `ink` on the pin's head."""
    image = ImageChops.multiply(pin.convert("RGBA"), Image.new("RGBA", pin.size, body))
    side = round(image.height * ON_HEAD)
    shape = emblem.getchannel("A").resize((side, side))
    image.paste(ink, (round((image.width - side) / 2), round(image.height * HEAD - side / 2)), shape)
    return image


def tinted(image: Image.Image, colour: str) -> Image.Image:
    """Return a picture in white and greys, tinted with a colour such as `#b8202f`."""
    result = ImageChops.multiply(image.convert("RGB"), Image.new("RGB", image.size, colour))
    result.putalpha(image.getchannel("A"))
    return result


def chassis_file(chassis: str, colour: str) -> Path:
    """Return the file of a chassis in a named colour of the seats; the file may not exist."""
    return paths.asset_folder() / "robots" / f"{chassis}-{colour}.png"


def piece_file(kind: str, plugins: Sequence[Plugin], *, raised: bool = False) -> Path | None:
    """Return the picture file of a kind of piece, `None` without one; `raised`: the one while others pass below."""
    for plugin in plugins:
        piece = plugin.manifest.piece.get(kind)
        if piece is not None:
            name = (piece.raised if raised else "") or piece.sprite or f"{kind}.png"
            if path := find_picture(name, plugin, plugins):
                return path
    return None


def symbol_file(name: str, plugins: Sequence[Plugin]) -> Path:
    """Return the picture of equipment called `name`, else of the shared icon, whose file may not exist."""
    file, owner = f"{name}.png", plugins[0]
    for plugin in plugins:
        if name in plugin.manifest.option:
            file, owner = plugin.manifest.option[name].sprite or file, plugin
    return find_picture(file, owner, plugins) or paths.asset_folder() / "icons" / f"{name}.png"


def find_picture(name: str, owner: Plugin, plugins: Iterable[Plugin]) -> Path | None:
    """Return the picture with this file name in the owner's `art`, else the first of another plugin, or `None`."""
    found = (plugin.find(ART, name) for plugin in (owner, *plugins))
    return next(filter(None, found), None)

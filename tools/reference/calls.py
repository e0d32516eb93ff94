"""Makes the page about calls of plugins: hooks, objects such as `match`, registries, and the kernel's declarations."""

from pathlib import Path

import roborally.plugin
from roborally.base import paths
from roborally.core.events import KERNEL_EVENTS
from roborally.features.authoring.reference.declared import KERNEL, Declared
from roborally.features.authoring.reference.markdown import ReferencePage, anchor, code
from roborally.features.authoring.reference.source import (
    attributes,
    class_text,
    constant,
    fields,
    function,
    is_class,
    is_function,
    methods,
)
from roborally.plugin_system.registries import REGISTRIES

PACKAGE = paths.package_folder()
CORE = PACKAGE / "core"
UI = PACKAGE / "ui"
SYSTEM = PACKAGE / "plugin_system"
OBJECTS = (
    ("rules", "`rules`: what a plugin registers", ((SYSTEM / "registry.py", "Rules"),)),
    (
        "match",
        "`match`: what rules may do to a match",
        ((CORE / "actions.py", "Actions"), (CORE / "movement.py", "Movement"), (CORE / "match.py", "Match")),
    ),
    ("match", "`match`: playing on, for bots and tests", ()),
    ("floor", "`match.floor`: the board, ready for looking up", ((CORE / "floor.py", "Floor"),)),
    ("dice", "`match.dice(…)`: chance", ((CORE / "dice.py", "Dice"),)),
    ("views", "`views`: what `view.py` adds to the window", ((UI / "plugin.py", "Views"),)),
    ("bots", "`bots`: what `bot.py` adds for bots", ((PACKAGE / "bots" / "plugin.py", "Bots"),)),
)
"""The objects that plugins use: name in calls, heading of the section, and (file, class) of their methods."""
PLAYING_ON = ("start", "run", "answer", "seal", "checked", "default_answers", "clone", "to_data", "from_data", "digest")
"""Methods of a match that rules do not use, only bots and tests."""
FOR_THE_GAME = ("freeze", "documented_points", "inner", "phases", "undeclared", "owner_of")
"""Methods that the game calls, but plugins do not."""
THEME = UI / "toolkit" / "theme.py"
THEME_HEADING = "`theme`: colours and shared art"
COLOURS = ("colour", "seat_colours", "asset")
"""The functions of `theme` that plugins use."""
LISTS = ("Listed", "AnswerChoice", "ShownSentence", "Pose", "Many")
TILES = ("Tiles", "TileSlot", "LaidTile", "TilePart", "SlotFace", "FloorMark")
"""Classes of the values that question sheets and marks return."""
SHAPES = (
    (CORE / "board.py", "Element"),
    (CORE / "data.py", "Decision"),
    (CORE / "data.py", "Frame"),
    (CORE / "match.py", "Seat"),
    (CORE / "state.py", "Piece"),
    (CORE / "state.py", "State"),
    (CORE / "observation.py", "Observation"),
    (SYSTEM / "registries.py", "Fact"),
    (SYSTEM / "registries.py", "Statistic"),
    (SYSTEM / "registries.py", "Registry"),
    *((SYSTEM / "sheets.py", name) for name in (*LISTS, *TILES)),
    (PACKAGE / "bots" / "plugin.py", "Lookahead"),
    (PACKAGE / "bots" / "plugin.py", "Steps"),
    (UI / "plugin.py", "PanelContext"),
    (UI / "plugin.py", "SlotLook"),
    (UI / "plugin.py", "Scene"),
    (UI / "plugin.py", "Overlay"),
    (UI / "context.py", "MatchContext"),
    (UI / "board" / "board_view.py", "BoardView"),
    (THEME, "SeatColours"),
)
"""The file and name of each class whose objects plugins get or create."""
FOR_PLUGINS = {
    "BoardView": ("centre", "cell_at"),
    "MatchContext": (
        *("game", "plugins", "words", "own_piece", "name", "picture", "model"),
        *("question", "is_open", "fact", "hand", "slot", "status"),
    ),
}
"""The methods that plugins use, by class; the others are for the window."""
CONSTRUCTED = ("Piece", "State")
"""Classes whose attributes are described in their constructor."""
FILES = (
    CORE / "data.py",
    CORE / "decisions.py",
    CORE / "events.py",
    CORE / "floor.py",
    CORE / "geometry.py",
    CORE / "rules.py",
    CORE / "state.py",
    CORE / "observation.py",
    SYSTEM / "access.py",
    SYSTEM / "errors.py",
    SYSTEM / "registries.py",
    SYSTEM / "sheets.py",
)
"""The files that define what `roborally.plugin` offers, besides the objects above."""
INTRODUCTION = """\
Made from the code by `tools/plugin_reference`; do not edit it here. [plugins.md](../docs/plugins.md) is the guide, \
[plugin-reference-manifest.md](plugin-reference-manifest.md) has the keys of `plugin.toml`, \
`roborally plugin docs` prints what each plugin declares.

The code of a plugin imports from `roborally.plugin`, from the `api.py` of plugins that it names in `needs`, in \
`view.py` also from `roborally.ui`, and in `bot.py` from `roborally.bots.plugin`."""


def calls_page(declared: Declared, problems: list[str]) -> str:
    """Return the page about calls as Markdown; append a line to `problems` for each undescribed call."""
    page = ReferencePage("Plugin reference: calls", INTRODUCTION, problems)
    page.paragraph(_contents())
    page.heading(2, "Hooks")
    page.paragraph("A hook is a function with `@hookimpl`. An argument that it does not need may be left out.")
    for hook in methods(SYSTEM / "hooks.py", "Hooks"):
        page.call(3, "", hook)
    for name, heading, classes in OBJECTS:
        page.heading(2, heading)
        for path, class_name in classes:
            page.paragraph(page.described(class_name, class_text(path, class_name)))
        for path, class_name in classes:
            for method in methods(path, class_name):
                if method.name not in (*PLAYING_ON, *FOR_THE_GAME):
                    page.call(3, name, method)
        if name == "floor":
            page.fields(attributes(CORE / "floor.py", "Floor"))
        if not classes:
            for method in methods(CORE / "match.py", "Match"):
                if method.name in PLAYING_ON:
                    page.call(3, name, method)
    page.heading(2, THEME_HEADING)
    page.paragraph("`from roborally.ui.toolkit import theme` gives a `view.py` the game's colours and shared art.")
    for name in COLOURS:
        page.call(3, "theme", function(THEME, name))
    _add_registries(page)
    _add_shapes(page)
    _add_functions(page)
    _add_kernel(page, declared)
    return page.text()


def _contents() -> str:
    headings = ["Hooks", *(heading for _name, heading, _classes in OBJECTS)]
    headings += [THEME_HEADING, "Registries", "Shapes", "Functions and constants", "Points of the kernel"]
    headings += ["Values of the kernel", "Events of the kernel"]
    return "\n".join(f"* [{heading}](#{anchor(heading)})" for heading in headings)


def _add_registries(page: ReferencePage) -> None:
    page.heading(2, "Registries")
    page.paragraph(
        "`rules.add(FACTS, name, entry)` adds an entry to a registry; `FACTS.of(match.rules)` gives the entries by "
        "name. A plugin may offer registries of its own in its `api.py`."
    )
    objects = {id(value): name for name, value in vars(roborally.plugin).items()}
    page.table(
        ("registry", "name", "an entry is"),
        (
            (code(objects[id(registry)]), code(registry.name), page.described(registry.name, registry.entries))
            for registry in REGISTRIES
        ),
    )


def _add_shapes(page: ReferencePage) -> None:
    page.heading(2, "Shapes")
    page.paragraph("What a plugin is given, or makes and hands over.")
    for path, name in SHAPES:
        page.heading(3, f"`{name}`")
        page.paragraph(page.described(name, class_text(path, name)))
        page.fields(fields(path, name) or (attributes(path, name) if name in CONSTRUCTED else []))
        page.table(
            ("method", "does"),
            (
                (code(method.signature()), page.described(f"{name}.{method.name}", method.text))
                for method in methods(path, name)
                if method.name in FOR_PLUGINS.get(name, (method.name,)) and not method.name.endswith(("clone", "_data"))
            ),
        )


def _add_functions(page: ReferencePage) -> None:
    page.heading(2, "Functions and constants")
    page.paragraph("What else `roborally.plugin` offers.")
    shown = {name for _path, name in SHAPES} | {name for *_, classes in OBJECTS for _path, name in classes}
    constants = []
    registries = {id(registry) for registry in REGISTRIES}
    for name in roborally.plugin.__all__:
        if name in shown or id(getattr(roborally.plugin, name)) in registries or name == "hookimpl":
            continue
        path = next((path for path in FILES if _defines(path, name)), None)
        if path is None:
            page.described(f"{name}: not found in the code", "")
        elif is_function(path, name):
            page.call(3, "", function(path, name))
        elif is_class(path, name):
            constants.append((code(name), page.described(name, class_text(path, name))))
        else:
            constants.append((code(name), page.described(name, constant(path, name).text)))
    page.table(("name", "is"), constants)


def _defines(path: Path, name: str) -> bool:
    if is_function(path, name) or is_class(path, name):
        return True
    try:
        constant(path, name)
    except StopIteration:
        return False
    return True


def _add_kernel(page: ReferencePage, declared: Declared) -> None:
    page.heading(2, "Points of the kernel")
    page.paragraph(
        "`rules.on(point, reaction)` calls `reaction(match, …)` with the arguments in brackets. "
        "`roborally plugin docs` prints those of plugins."
    )
    points = declared.of(KERNEL, "point")
    page.table(("point", "is reached"), ((code(name), page.described(name, text)) for name, text in points.items()))
    page.heading(2, "Values of the kernel")
    page.paragraph(
        "`rules.modify(value, modifier)` passes it through `modifier(match, value, …)` with the arguments in brackets."
    )
    values = declared.of(KERNEL, "value")
    page.table(("value", "is"), ((code(name), page.described(name, text)) for name, text in values.items()))
    page.heading(2, "Events of the kernel")
    page.paragraph(
        "Each event also has `type` and `beat`; those of one beat happen at the same time. Cells are `(x, y)`, "
        "directions whole numbers, pieces their indexes. A key with `?` may be missing."
    )
    for name, keys in KERNEL_EVENTS.items():
        page.heading(3, f"`{name}`")
        page.table(("key", "holds"), ((code(key), page.described(f"{name}.{key}", text)) for key, text in keys.items()))

"""Adds what the manifest of a plugin says to the plugin reference, as tables."""

from collections.abc import Iterable

from roborally.base.errors import GameError
from roborally.bots.plugin import Bots, bots_of
from roborally.features.authoring.reference.declared import Declared
from roborally.features.authoring.reference.markdown import ReferencePage, code, link
from roborally.plugin_system.loader import Plugin

CAUSES = (
    ("cause", "cause of a destruction"),
    ("hurt", "cause of damage"),
    ("heal", "cause of repair"),
    ("move", "way of moving (`how`)"),
    ("turn", "way of turning (`how`)"),
)


def add_manifest(page: ReferencePage, plugin: Plugin, declared: Declared) -> None:
    """Add to a page a section for each table of a plugin's manifest that is not empty."""
    manifest = plugin.manifest
    tables: tuple[tuple[str, tuple[str, str], Iterable[tuple[str, str]]], ...] = (
        ("elements", ("element", "is"), ((code(k), e.tooltip) for k, e in manifest.element.items())),
        ("robots", ("robot", "can"), ((code(k), r.ability or r.motto) for k, r in manifest.robot.items())),
        ("equipment", ("option", "does"), ((code(k), o.text) for k, o in manifest.option.items())),
        ("pieces", ("piece", "is"), ((code(k), p.title) for k, p in manifest.piece.items())),
        ("gauges", ("gauge", "tells"), ((code(k), g.text) for k, g in manifest.gauge.items())),
        (
            "attributes",
            ("attribute", "is told by the fact"),
            ((code(k), code(f)) for k, f in manifest.attribute.items()),
        ),
    )
    for title, heads, rows in tables:
        described = ((name, page.described(f"{plugin.id}: {title} {name}", text)) for name, text in rows)
        page.table(heads, described, f"`{plugin.id}`: {title}")
    page.table(
        ("question", "asks", "is answered for bots by"),
        (
            (code(kind), page.described(f"{plugin.id}: questions {kind}", asked), _answering(plugin, kind, declared))
            for kind, asked in manifest.question.items()
        ),
        f"`{plugin.id}`: questions",
    )
    causes = [
        (code(name), what, text or "nothing is said")
        for table, what in CAUSES
        for name, text in getattr(manifest, table).items()
    ]
    page.table(("name", "is", "sentence"), causes, f"`{plugin.id}`: causes and ways of moving")
    sounds = ((code(key), code(name) if name else "silence") for key, name in manifest.sound.items())
    page.table(("event", "sound"), sounds, f"`{plugin.id}`: sounds")


def _answering(plugin: Plugin, kind: str, declared: Declared) -> str:
    """Return links to the plugins that say how the game's bots answer a kind of question of a plugin."""
    found = []
    hints = {name for name, asked in declared.of(plugin.id, "decision").items() if asked.hint is not None}
    for other in declared.plugins():
        try:
            bots = bots_of([other]) if _go_together(plugin, other, declared) else Bots()
        except GameError:
            continue  # an error of an unchecked plugin
        has_hint = other is plugin and kind in hints
        if has_hint or kind in {*bots.searches, *bots.plans, *bots.lookaheads}:
            found.append(link(other.id))
    return ", ".join(found) or "nobody: they try each choice, or take the default"


def _go_together(one: Plugin, other: Plugin, declared: Declared) -> bool:
    """Return whether two plugins are the same, one needs the other, or a mode has both."""
    together = [declared.catalogue.resolve([found.id]) for found in (one, other, *declared.catalogue.modes())]
    return any(one in plugins and other in plugins for plugins in together)

"""The options on the page of a quick match besides course, robot and seats: their titles and possible values."""

from collections.abc import Sequence
from typing import NamedTuple

from roborally.base.numbers import seconds_text
from roborally.base.translation import _, plugin_text
from roborally.bots.registry import bot_options
from roborally.features.lobby.quick_choices import MAX_BOTS, TIMERS, QuickMatchChoices
from roborally.game.course_shelf import open_shelf
from roborally.game.presets import presets_of
from roborally.game.settings import resolve_settings
from roborally.plugin_system.loader import Catalogue


class Option(NamedTuple):
    """A choice on the quick match page; `field` names a field of `QuickMatchChoices`, or a setting of a plugin."""

    field: str
    title: str
    values: Sequence[tuple[object, str]]
    """Pairs of a possible value and its text."""
    tooltip: str


def quick_options(catalogue: Catalogue, mode: str, bots: Sequence[str]) -> list[Option]:
    """Return the options on the page in a mode, in order; `bots` are the ids of the available bots."""
    # A mode without a course cannot be started here.
    playable = open_shelf(catalogue).modes()
    modes = [(plugin.id, plugin.title) for plugin in playable]
    numbers = [(count, str(count)) for count in range(1, MAX_BOTS + 1)]
    timers = [(seconds, seconds_text(seconds) if seconds else _("Off")) for seconds in TIMERS]
    return [
        Option("mode", _("Rules"), modes, _("The edition of the rules")),
        Option("bots", _("Bots"), numbers, _("Number of bots")),
        Option("bot", _("Difficulty"), bot_options(bots, catalogue), ""),
        Option("timer", _("Timer"), timers, _("Time to program")),
        *_preset_option(catalogue, mode),
        *_rules_options(catalogue, mode),
    ]


def _preset_option(catalogue: Catalogue, id_: str) -> list[Option]:
    """Return the option that chooses a preset, in a list; an empty list if the mode has no presets."""
    mode = catalogue.get(id_)
    presets = presets_of(mode, catalogue.resolve([id_]))
    if not presets:
        return []
    named = [(name, plugin_text(mode.folder, preset.title)) for name, preset in presets.items()]
    lines = [f"{title}: {plugin_text(mode.folder, presets[name].text)}" for name, title in named]
    return [Option("preset", _("Settings"), [("", _("By the rulebook")), *named], "\n".join(lines))]


def _rules_options(catalogue: Catalogue, mode: str) -> list[Option]:
    """Return an option for each setting that a plugin's manifest puts on this page (`quick`)."""
    return [
        Option(
            name,
            plugin_text(plugin.folder, setting.quick),
            [(choice, _begun(plugin_text(plugin.folder, setting.title(choice)))) for choice in setting.choices],
            plugin_text(plugin.folder, setting.text),
        )
        for plugin in catalogue.resolve([mode])
        for name, setting in plugin.manifest.settings.items()
        if setting.quick
    ]


def _begun(words: str) -> str:
    """Return a text with its first letter in upper case: manifests write values as within a sentence."""
    return words[:1].upper() + words[1:]


def chosen(catalogue: Catalogue, wishes: QuickMatchChoices, field: str) -> object:
    """Return the chosen value of an option's field; for a setting without a choice its default."""
    if hasattr(wishes, field):
        return getattr(wishes, field)
    plugins = catalogue.resolve([wishes.mode])
    usual = {name: value for own in resolve_settings(plugins, {}, {}).values() for name, value in own.items()}
    return dict(wishes.rules).get(field, usual[field])

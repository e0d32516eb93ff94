"""Checks the files of a plugin: manifest, code, texts, pictures, scenarios and bots (`roborally plugin check`)."""

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from roborally.base import paths
from roborally.base.errors import GameError, any_fault, reason
from roborally.base.plain_file import read_plain
from roborally.core.rules import Ruleset
from roborally.features.authoring.checks.bot_check import bot_problems
from roborally.features.authoring.checks.call_check import (
    call_problems,
    idle_phases,
    place_problems,
    preset_rules,
    statistic_problems,
)
from roborally.features.authoring.checks.content_check import CONTENT, check_content
from roborally.features.authoring.checks.element_check import check_element
from roborally.features.authoring.checks.feature_check import feature_problems
from roborally.features.authoring.checks.interface_check import (
    import_problems,
    order_problems,
    point_problems,
    use_problems,
)
from roborally.features.authoring.checks.known_names import KnownNames, hint, known_names
from roborally.features.authoring.checks.language_check import language_problems
from roborally.features.authoring.checks.look_check import look_notes, look_problems
from roborally.features.authoring.checks.name_check import name_notes, name_problems
from roborally.features.authoring.checks.report import Report, tidied
from roborally.features.authoring.checks.view_check import view_name_problems
from roborally.game.scenario.file import scenarios_of
from roborally.game.scenario.run import run_scenario
from roborally.game.settings import edition_problem, resolve_settings
from roborally.plugin import COMMANDS, STATISTICS, PluginError, Rules
from roborally.plugin_system.guard import Guard, StateError, StateFault, place_of
from roborally.plugin_system.loader import Catalogue, Plugin, find_plugins, register_rules
from roborally.plugin_system.manifest import read_manifest
from roborally.profile.program_plugins import KIND

HOOKS = ("register", "setup")


def usable_folder(folder: Path) -> Path:
    """Return the folder of a plugin as an absolute path; raise `PluginError` if there is no plugin in it."""
    folder = paths.real(folder)
    if not folder.is_dir():
        raise PluginError("there is no such folder", where=folder)
    if not (folder / "plugin.toml").is_file():
        below = [path.parent for path in sorted(folder.glob("*/plugin.toml"))]
        if len(below) == 1:
            raise PluginError("there is no plugin.toml in it; did you mean {folder}?", where=folder, folder=below[0])
        raise PluginError("there is no plugin.toml in it, so it is not a plugin", where=folder)
    return folder


def check_plugin(
    folder: Path,
    report: Report | None = None,
    step: Callable[[str], None] = lambda doing: None,
    *,
    bots: bool = True,
) -> Report:
    """Check the plugin in a folder and return the report; raise `PluginError` if there is no plugin.

    The plugin's code runs in this process without limits. Findings are added to `report`, if given; `step` is called
    with the name of each next step. `bots` says whether the plugin's bots are played.
    """
    folder = usable_folder(folder)
    report = report or Report(folder)
    try:
        plugin = Plugin(folder, read_manifest(folder))
    except PluginError as error:
        report.problems.append(str(error))
    else:
        report.id = plugin.id
        _check_all(report, plugin, step, bots=bots)
    tidied(report)
    return report


def _check_all(report: Report, plugin: Plugin, step: Callable[[str], None], *, bots: bool) -> None:
    catalogue = find_plugins()
    _check_place(report, plugin, catalogue)
    catalogue.plugins[plugin.id] = plugin
    _check_names(report, plugin, catalogue)
    for kind, element in plugin.manifest.element.items():
        check_element(report, plugin, kind, element, catalogue)
    report.problems += look_problems(plugin, catalogue)
    report.problems += language_problems(plugin)
    report.notes += look_notes(plugin)
    if _check_needs(report, plugin, catalogue):  # otherwise further problems would only follow from this one
        step("load its code")
        if plugin.manifest.kind == KIND:
            report.problems += feature_problems(plugin)
            return
        if (plugin.folder / "feature.py").exists():
            kind = plugin.manifest.kind
            report.problems.append(f"feature.py: only a plugin of the kind {KIND!r} may have one; this is {kind!r}")
        known = known_names(plugin, catalogue)
        step("register it in every mode")
        report.problems += import_problems(plugin, catalogue)
        if not _check_code(report, plugin):
            return
        step("register its bots")
        report.problems += (wrong := list(bot_problems(plugin, catalogue, play_them=bots)))
        if _check_use(report, plugin, catalogue, known):
            report.playable = not wrong
            _check_scenarios(report, plugin, catalogue, step)
        step("read its boards and lessons")
        content = check_content(plugin, catalogue)
        report.problems += content.problems
        report.notes += content.notes


def _check_place(report: Report, plugin: Plugin, catalogue: Catalogue) -> None:
    known = catalogue.plugins.get(plugin.id)  # the working copy replaces an installed one
    own = known.folder.resolve() if known is not None else plugin.folder
    if known is not None and own != plugin.folder and own.is_relative_to(paths.plugin_folder().resolve()):
        report.problems.append(f"plugin.toml: id: there is a plugin {plugin.id!r} already, in {known.folder}")
    if plugin.folder.name.replace("_", "-") != plugin.id:
        report.notes.append(f"the folder is called {plugin.folder.name!r}; call it {plugin.id!r}, like the plugin")


def _check_names(report: Report, plugin: Plugin, catalogue: Catalogue) -> None:
    """Report names of elements, robots and settings that another plugin uses as well."""
    for other in catalogue.plugins.values():
        if other.id == plugin.id:
            continue
        # Two modes are never enabled together, so they may have settings of the same name.
        apart = set(plugin.manifest.provides) & set(other.manifest.provides)
        for table in ("element", "robot", *([] if apart else ["settings"])):
            for name in sorted(set(getattr(plugin.manifest, table)) & set(getattr(other.manifest, table))):
                report.problems.append(f"plugin.toml: {table}.{name}: plugin {other.id!r} has one of this name")


def _check_needs(report: Report, plugin: Plugin, catalogue: Catalogue) -> bool:
    """Report the plugins that are needed and missing; return whether all are there."""
    missing = catalogue.unmet(plugin.manifest)
    report.problems += [f"plugin.toml: needs: {text}" for text in missing]
    return not missing


# --- code and rules -------------------------------------------------------------------------------------------------


def _check_code(report: Report, plugin: Plugin) -> bool:
    """Load the code, and report its errors and those of its hooks; return whether its rules can be registered."""
    for path in sorted(plugin.folder.rglob("*.py")):
        try:
            compile(read_plain(path), str(path), "exec")
        except SyntaxError as error:
            report.problems.append(f"{path.name}:{error.lineno or 1}: {error.msg}")
        except OSError as error:
            report.problems.append(f"{path.name}: {reason(error)}")
        except ValueError as error:
            report.problems.append(f"{path.name}: {error}")
    if report.problems and any(problem.startswith("rules.py") for problem in report.problems):
        return False
    try:
        module = plugin.module
    except PluginError as error:
        report.problems.append(str(error))
        return False
    if module is None and (plugin.manifest.kind == "bot" or plugin.manifest.order):
        return True
    if module is None:
        if not _is_content(plugin) and not (plugin.folder / "view.py").exists():
            report.notes.append("rules.py: there is none, so the plugin adds nothing but what its manifest says")
        return True
    there = [name for name in HOOKS if callable(getattr(module, name, None))]
    unmarked = [name for name in there if not hasattr(getattr(module, name), "roborally_impl")]
    report.problems += [f"rules.py: {name}() lacks @hookimpl, so it is no hook" for name in unmarked]
    if not there:
        report.problems.append(f"rules.py: it has none of the hooks {', '.join(HOOKS)}")
    return bool(there) and not unmarked


def _is_content(plugin: Plugin) -> bool:
    """Return whether a plugin has no rules, but boards, lessons, pictures or sounds."""
    has_rules = (plugin.folder / "rules.py").exists() or bool(plugin.manifest.order)
    return not has_rules and any((plugin.folder / name).is_dir() for name in CONTENT)


def _check_use(report: Report, plugin: Plugin, catalogue: Catalogue, known: KnownNames) -> bool:
    """Check the names in code and manifest; return whether matches with the plugin can be played."""
    report.problems += use_problems(plugin, catalogue)
    if wrong := [*order_problems(plugin, catalogue), *point_problems(plugin, catalogue, known)]:
        report.problems += wrong
        return False
    misplaced = list(place_problems(plugin, known))
    report.problems += [problem for _phase, problem in misplaced]
    if not _check_rules(report, plugin, catalogue, {phase for phase, _problem in misplaced}):
        return False
    report.problems += name_problems(plugin, catalogue, known)
    report.problems += view_name_problems(plugin, known)
    report.notes += name_notes(plugin, known)
    report.problems += report.calls
    return not report.calls and edition_problem(plugin, catalogue.plugins.values()) is None


def _check_rules(report: Report, plugin: Plugin, catalogue: Catalogue, misplaced: Collection[str]) -> bool:
    """Register the plugin in every mode and by itself; return whether at least one mode can be played with it.

    Problems of the phases in `misplaced` are reported elsewhere.
    """
    reasons: dict[str, list[str]] = {}
    found: dict[str, list[str]] = {}
    built: list[Ruleset] = []
    if plugin.manifest.kind != "mode":
        _try(report, plugin, [plugin.id], catalogue, reasons, "")
    for mode in [plugin] if plugin.manifest.kind == "mode" else catalogue.modes():
        rules = _try(report, plugin, [mode.id, plugin.id], catalogue, reasons, mode.id)
        if rules is None:
            continue
        report.modes.append(mode.id)
        built.append(rules)
        for problem in _element_problems(plugin, rules, misplaced):
            found.setdefault(problem, []).append(mode.id)
    report.problems += [_with_modes(problem, modes) for problem, modes in found.items()]
    if not built:
        report.problems += [_with_modes(reason, modes) for reason, modes in reasons.items()]
        return False
    report.problems += [f"with its needs alone: {reason}" for reason, modes in reasons.items() if "" in modes]
    report.problems += idle_phases(plugin, [*built, *preset_rules(plugin, report.modes, catalogue)], misplaced)
    _check_declared(report, plugin, built)
    if plugin.manifest.kind == "mode" and not built[0].first_frame:
        report.problems.append("plugin.toml: the mode does not say how a match goes: [order] has no turn")
    return True


def _try(
    report: Report, plugin: Plugin, wanted: list[str], catalogue: Catalogue, reasons: dict[str, list[str]], mode: str
) -> Ruleset | None:
    """Return the rules of the plugins with the ids `wanted`; on an error `None`, and add `mode` to its `reasons`."""
    rules = Rules()
    try:
        plugins = catalogue.resolve(wanted)
        settings = resolve_settings(plugins, {}, {})
        setups = register_rules(plugins, settings, rules)
        frozen = rules.freeze(tuple(other.id for other in plugins), settings, setups)
    except GameError as error:
        reasons.setdefault(str(error), []).append(mode)
        return None
    found = call_problems(plugin, frozen, dict(rules.documented_points))
    report.calls += [problem for problem in found if problem not in report.calls]
    return frozen


def _with_modes(problem: str, modes: Sequence[str]) -> str:
    """Return a problem with the names of its modes added; unchanged if one of the names is empty."""
    named = [mode for mode in modes if mode]
    return f"{problem} (with {', '.join(named)})" if len(named) == len(modes) else problem


def _check_declared(report: Report, plugin: Plugin, built: Sequence[Ruleset]) -> None:
    """Report questions, commands and counted statistics in the manifest that no mode has."""
    questions = {name for rules in built for name in rules.decisions}
    commands = {name for rules in built for name in COMMANDS.of(rules)}
    counted = {name for rules in built for name in STATISTICS.of(rules)}
    report.problems += statistic_problems(plugin, built)
    for table, known in (("question", questions), ("command", commands)):
        for name in sorted(set(getattr(plugin.manifest, table)) - known):
            text = hint(name, known)
            report.problems.append(f"plugin.toml: {table}.{name}: no enabled plugin has such a {table}{text}")
    for name, achievement in plugin.manifest.achievement.items():
        for unknown in sorted(set(achievement.condition.statistics) - counted):
            text = hint(unknown, counted)
            report.problems.append(f"plugin.toml: achievement.{name}: no enabled plugin counts {unknown!r}{text}")


def _element_problems(plugin: Plugin, rules: Ruleset, misplaced: Collection[str]) -> Iterator[str]:
    """Yield a problem for each kind of element that registers nothing, or whose phase does not run in the mode."""
    running = {step.name for steps in rules.sequences.values() for step in steps if not isinstance(step, tuple)}
    for kind in plugin.manifest.element:
        rule = rules.elements.get(kind)
        if rule is None:
            yield f"plugin.toml: element.{kind}: rules.py registers nothing for it; call rules.element({kind!r}, ...)"
        elif rule.phase in misplaced:
            continue
        elif rule.phase and rule.sequence in rules.sequences and rule.phase not in running:
            where = place_of(rule.act) or "rules.py"
            text = f"element {kind!r} acts in the phase {rule.phase!r}, which does not run"
            yield f"{where}: {text}; say after which phase with after=(...)"


def _check_scenarios(report: Report, plugin: Plugin, catalogue: Catalogue, step: Callable[[str], None]) -> None:
    files = scenarios_of(plugin.folder)
    report.scenarios = len(files)
    if not files and plugin.manifest.kind != "bot" and not _is_content(plugin):
        report.notes.append("scenarios: there is none; a rule without a scenario is a rule that may be wrong")
    event_problems: set[str] = set()

    def state_fault(fault: StateFault) -> None:
        own = fault.place.plugin == plugin.id
        report.problems.append(str(fault) if own else f"plugin {fault.place.plugin!r}: {fault}")

    guard = Guard(state_fault, report.faulty)
    for path in files:
        step(f"scenarios/{path.name}")
        try:
            result = run_scenario(path, catalogue, guard=guard)
        except GameError as error:
            if not isinstance(error.__cause__, StateError):  # already reported
                report.problems.append(str(error))
            continue
        except MemoryError:
            raise
        except any_fault() as error:  # the plugin's own code may raise any error
            if text := report.failure(error, guard):
                report.problems.append(f"{text}, in {path}")
            continue
        report.problems += [f"{path}: {difference}" for difference in result.differences]
        event_problems.update(result.event_problems)
    report.problems += [f"rules.py: {problem}" for problem in sorted(event_problems)]
    report.ran |= set(guard.calls)

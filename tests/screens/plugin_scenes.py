"""The pages of plugins: list and details, installing, packing, removing, scenarios."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from roborally.base import paths
from roborally.base.errors import Message
from roborally.features.authoring.scaffold import create
from roborally.features.authoring.window.desk import PluginsDesk, show_installed, show_packed
from roborally.features.authoring.window.fetch import OfferPage, show_refusal
from roborally.features.authoring.window.program_settings import ProgramSettingsPage
from roborally.features.authoring.window.scenario_screen import scenario_screen
from roborally.game.scenario.compare import Difference
from roborally.game.scenario.file import scenarios_of
from roborally.game.scenario.show import Performance, perform
from roborally.plugin_system.loader import find_plugins
from roborally.plugin_system.program import ProgramSetting
from roborally.profile.plugin_store import Installed, Offer, pack

from .moments import Library
from .studio import Studio

Show = Callable[[Studio, Library], None]
LONG = "A plugin with a longer name than most"
EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "examples" / "draw-lots"
DIGEST = "sha256:" + "0123456789abcdef" * 4


def scenes() -> dict[str, Show]:
    """Return the scenes by name."""
    found: dict[str, Show] = {
        f"plugins-{name}": partial(plugins, name)
        for name in ("tar-pit", "draw-lots", "long", "broken", "bad-code", "option-cards", "conveyors", "standard")
    }
    return found | {
        "plugins-for-authors": for_authors,
        "plugins-none": no_plugins,
        "plugins-let-add": ask_to_let_add,
        "plugins-settings": settings_of_a_plugin,
        "plugins-installed": shown_installed,
        "plugins-packed": shown_packed,
        "plugins-remove": ask_to_remove,
        "plugins-install": partial(installing, entered=""),
        "plugins-install-path": partial(installing, entered="https://example.org/" + "very-long-" * 20 + "tar-pit.zip"),
        "plugins-offer": partial(offered, replaces=False),
        "plugins-offer-replaces": partial(offered, replaces=True),
        "plugins-refused": refused,
        "plugins-not-now": not_now,
        "scenarios": partial(scenario_list, broken=False),
        "scenarios-broken": partial(scenario_list, broken=True),
        "scenario": scenario,
        "scenario-fails": scenario_fails,
    }


def _write() -> Path:
    """Write plugins of the player again, and return the folder of one that works."""
    folder = paths.user_plugin_folder()
    shutil.rmtree(folder, ignore_errors=True)
    made = create("Tar pit", "element", folder)
    long = create("Long", "option", folder) / "plugin.toml"
    long.write_text(long.read_text(encoding="utf-8").replace('"Long"', f'"{LONG}"', 1), encoding="utf-8")
    (create("Bad code", "element", folder) / "rules.py").write_text("import nothing_there\n", encoding="utf-8")
    (folder / "broken").mkdir()
    (folder / "broken" / "plugin.toml").write_text("id = 'x\n", encoding="utf-8")
    shutil.copytree(EXAMPLE, folder / EXAMPLE.name)
    return made


def plugins(name: str, studio: Studio, library: Library) -> None:
    """Show the page with a selected plugin."""
    _write()
    studio.client.router.home()
    studio.client.of(PluginsDesk).catalogue = find_plugins(installed=False)
    studio.client.router.open("plugins")
    page = studio.top
    page.list.choose([entry.name for entry in page.shown].index(name))
    studio.go_on(2)
    shutil.rmtree(paths.user_plugin_folder())


def for_authors(studio: Studio, library: Library) -> None:
    """Show what the authors of a plugin ask."""
    plugins("option-cards", studio, library)
    next(button for button in studio.top.controls.widgets if button.name == "for authors").activate(0, 0)
    studio.go_on(2)


def no_plugins(studio: Studio, library: Library) -> None:
    """Show the page with a filter that no plugin matches."""
    studio.client.router.home()
    studio.client.router.open("plugins")
    studio.top.filter.step(1)


def shown_installed(studio: Studio, library: Library) -> None:
    """Show the message after an installation."""
    plugins("tar-pit", studio, library)
    show_installed(studio.app, "Tar pit", "0.1.0")


def shown_packed(studio: Studio, library: Library) -> None:
    """Show the message after packing."""
    plugins("tar-pit", studio, library)
    show_packed(studio.app, Path("/home/ada/.local/share/roborally/packed/tar-pit-0.1.0.zip"))


def ask_to_let_add(studio: Studio, library: Library) -> None:
    """Show the question before a plugin may add to the program."""
    plugins("draw-lots", studio, library)
    studio.client.of(PluginsDesk).let_add(studio.top.selected, True)


def settings_of_a_plugin(studio: Studio, library: Library) -> None:
    """Show the settings that a plugin adds to the program: a switch and a choice."""
    plugins("draw-lots", studio, library)
    orders = {"lots": "By lot", "names": "By the letters of the names, from the last to the first"}
    settings = [
        ProgramSetting("first_only", False, "Name only the first", {}),
        ProgramSetting("order", "names", "How the order is found", orders),
    ]
    studio.app.push(ProgramSettingsPage(studio.app, "draw-lots", LONG, settings))


def ask_to_remove(studio: Studio, library: Library) -> None:
    """Show the question before a plugin is removed."""
    plugins("long", studio, library)
    studio.client.of(PluginsDesk).remove(studio.top.selected)


def installing(studio: Studio, library: Library, entered: str) -> None:
    """Show the list of installable files, and a typed address."""
    made = _write()
    folder = paths.packed_folder()
    folder.mkdir(parents=True, exist_ok=True)
    pack(made, folder)
    (folder / f"{'a-file-with-a-long-name-' * 2}.zip").write_bytes(b"no zip")
    studio.client.router.home()
    studio.client.router.open("plugins")
    studio.client.of(PluginsDesk).open_install()
    studio.top.field.typed(entered)
    shutil.rmtree(folder)
    shutil.rmtree(paths.user_plugin_folder())


def offered(studio: Studio, library: Library, replaces: bool) -> None:
    """Show the page about a plugin before it is installed."""
    here = Path("plugins") / "tar-pit"
    found = Offer(
        id="tar-pit",
        title=LONG if replaces else "Tar pit",
        version="0.2.0",
        author="Ada",
        description="A board element that turns the robots that stand on it, in some registers.",
        license="MIT",
        is_code=True,
        adds=(Message.of("Code for bots"),),
        missing=(Message.of("there is no plugin {id!r}; there are: {known}", id="glue", known="pits"),) * replaces,
        source="https://example.org/" + "very-long-" * 12 + "tar-pit.zip",
        digest=DIGEST,
        folder=here,
        replaces=Installed("tar-pit", "Tar pit", "0.1.0", here, "tar-pit.zip", DIGEST, "2026-05-17", True)
        if replaces
        else None,
        aside=paths.user_plugin_folder() / "nothing",
    )
    studio.client.router.home()
    studio.client.router.open("plugins")
    studio.app.push(OfferPage(studio.app, found, lambda offer: None))


def refused(studio: Studio, library: Library) -> None:
    """Show the message about a source that cannot be installed."""
    studio.client.router.home()
    studio.client.router.open("plugins")
    why = Message.of("the server does not answer", "https://example.org/tar-pit.zip")
    show_refusal(studio.app, why)


def not_now(studio: Studio, library: Library) -> None:
    """Show the message while a match is running."""
    studio.client.start(library.game("standard"))
    studio.client.router.open("plugins")
    studio.client.of(PluginsDesk).reload()


# --- scenarios ------------------------------------------------------------------------------------------------------


def scenario_list(studio: Studio, library: Library, broken: bool) -> None:
    """Show the scenarios of a plugin with the board of one."""
    page_of = "tar-pit" if broken else "conveyors"
    plugins(page_of, studio, library)
    if broken:
        made = _write()
        (made / "scenarios" / "aa.toml").write_text("name = 'x", encoding="utf-8")
    studio.client.of(PluginsDesk).show_scenarios(studio.top.selected)
    studio.go_on(2)
    if broken:
        shutil.rmtree(paths.user_plugin_folder())


def _performance(studio: Studio) -> Performance:
    return perform(scenarios_of(studio.catalogue.get("conveyors").folder)[0], studio.catalogue)


def scenario(studio: Studio, library: Library) -> None:
    """Show a scenario."""
    studio.client.router.home()
    studio.app.push(scenario_screen(studio.app, _performance(studio), leave=studio.app.pop, speed="slow"))
    studio.go_on(0.2)


def scenario_fails(studio: Studio, library: Library) -> None:
    """Show the end of a scenario that does not hold."""
    studio.client.router.home()
    wrong = Difference("turn 2 register 5", "Spinoza", "cell", [10, 12], [3, 4])
    shown = replace(_performance(studio), differences=(wrong,) * 9)
    studio.app.push(scenario_screen(studio.app, shown, leave=studio.app.pop))
    studio.top.result()

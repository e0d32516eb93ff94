"""What features add to the program, and the way to their pages."""

from itertools import count
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pluggy
import pytest

from roborally.base.errors import GameError
from roborally.plugin_system.program import Menu, PageEntry, Pages, Program, hookimpl, own_program
from roborally.ui.shell.router import Router
from tests.ui.conftest import Driver
from tests.ui.seen import labels

_numbers = count()


def feature(**hooks: Any) -> ModuleType:
    """Return a module with hooks."""
    module = ModuleType(f"tests.features.made_{next(_numbers)}.feature")
    for name, function in hooks.items():
        setattr(module, name, hookimpl(function))
    return module


def test_every_page_of_the_features_can_be_made() -> None:
    pages = own_program().pages()
    assert {"daily", "rulebook"} <= set(pages)
    assert all(callable(page.function()) for page in pages.values())


def test_every_entry_of_the_menu_leads_to_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # a player without games by post on servers
    program = own_program()
    menu = program.menu(services=SimpleNamespace(of=lambda kind: None))
    items = [item for group in menu.groups.values() for item in group]
    assert {item.act for item in items} <= set(program.pages())


def test_a_file_is_opened_by_the_feature_that_knows_it() -> None:
    def opening(suffix: str, page: str) -> ModuleType:
        return feature(page_of_file=lambda path: page if path.suffix == suffix else None)

    program = Program([opening(".turn", "turn"), opening(".key", "key")])
    assert [program.page_of_file(Path(name)) for name in ("a.turn", "a.key", "a.zip")] == ["turn", "key", None]


def test_two_pages_have_two_names() -> None:
    def register_pages(pages: Pages) -> None:
        pages.add("one", "page:make")

    with pytest.raises(ValueError, match="'one' is there already"):
        Program([feature(register_pages=register_pages), feature(register_pages=register_pages)]).pages()


def test_a_hook_with_a_wrong_name_or_argument_is_refused() -> None:
    with pytest.raises(pluggy.PluginValidationError, match="unknown hook 'register_page'"):
        Program([feature(register_page=lambda: None)])
    with pytest.raises(pluggy.PluginValidationError, match="'menus'"):
        Program([feature(register_menu=lambda menus: menus)])


def test_features_answer_in_their_order() -> None:
    def answering(answer: Any) -> ModuleType:
        return feature(match_over=lambda services, over: answer)

    program = Program([answering(1), answering(None), answering(2)])
    assert list(program.ask("match_over", services=None, over=None)) == [1, 2]


def test_a_group_that_is_not_there_is_a_mistake() -> None:
    with pytest.raises(KeyError, match="kitchen"):
        Menu().add("kitchen", "Cook", "flag", "cook", order=1)


class Desk:
    """A service of the window."""

    def page(self, text: str) -> str:
        return f"page of {text}"


def test_a_page_may_be_a_method_of_a_service() -> None:
    entry = PageEntry("desk", f"{__name__}:Desk.page", False, "")
    services = SimpleNamespace(of=lambda kind: kind())
    assert entry.function()(services, text="Ada") == "page of Ada"


@pytest.mark.window
class TestRouter:
    @pytest.fixture
    def router(self, app: Any) -> Router:
        from roborally.ui.toolkit.app import Screen

        def make(function: Any, arguments: dict[str, Any]) -> Screen:
            if "problem" in arguments:
                raise GameError("{text}", text=arguments["problem"])
            return Screen(app)

        def register_pages(pages: Pages) -> None:
            pages.package = "roborally.features.daily"
            pages.add("root", "window.desk:DailyDesk.page", is_root=True)
            pages.add("above", "window.desk:DailyDesk.page")

        def page_of_file(path: Path) -> str | None:
            if path.suffix == ".damaged":
                raise GameError("is damaged", where=path)
            return "above" if path.suffix == ".known" else None

        program = Program([feature(register_pages=register_pages, page_of_file=page_of_file)])
        return Router(app, program, make, lambda: None, lambda: None)

    def test_a_root_page_replaces_all_others_and_another_lies_above(self, router: Router, app: Any) -> None:
        router.open("root")
        below = app.screen_on_top
        router.open("above")
        assert app.screens == [below, app.screen_on_top]
        router.open("root")
        assert len(app.screens) == 1

    def test_a_key_opens_and_closes_a_page(self, router: Router, app: Any) -> None:
        router.open("root")
        below = app.screen_on_top
        router.toggle("above")
        assert app.screen_on_top is not below
        router.toggle("above")
        assert app.screens == [below]

    def test_a_file_opens_its_page_or_a_message(self, router: Router, app: Any, driver: Driver) -> None:
        router.open("root")
        router.open_file(Path("a.known"))
        assert len(app.screens) == 2
        for name in ("a.zip", "a.damaged"):
            router.open_file(Path(name))
            driver.frame()
            assert "This file cannot be opened" in labels(app)
            app.pop()

    def test_what_cannot_be_shown_changes_nothing_but_is_told(self, router: Router, app: Any, driver: Driver) -> None:
        router.open("root")
        below = app.screen_on_top
        router.open("above", problem="the courses are gone")
        driver.frame()
        assert app.screens[0] is below
        assert "This page cannot be opened" in labels(app)
        assert any("he courses are gone" in text for text in labels(app))

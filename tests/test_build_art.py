"""`tools/build_art.py`: the PNG files are those of their SVG sources."""

from pathlib import Path

import pytest

import build_art

SAMPLE = (
    "assets/robots/tanky",
    "assets/icons/arrow-left",
    "plugins/conveyors/art/belt-from-all",
    "plugins/volt/art/rail",
)


@pytest.mark.parametrize(
    "names", [pytest.param(SAMPLE, id="sample"), pytest.param(None, id="all", marks=pytest.mark.long)]
)
def test_pictures_are_up_to_date(names: tuple[str, ...] | None) -> None:
    """Those of all SVG files take some seconds."""
    svgs = [build_art.ROOT / f"{name}.svg" for name in names] if names else build_art.sources()
    assert build_art.build(svgs, check=True) == []


@pytest.mark.parametrize(
    ("name", "count"), [("assets/robots/tanky", 8), ("plugins/conveyors/art/belt-from-east", 8), ("assets/ui/logo", 1)]
)
def test_a_changed_source_gives_new_pictures(tmp_path: Path, name: str, count: int) -> None:
    source = tmp_path / f"{Path(name).name}.svg"
    source.write_text((build_art.ROOT / f"{name}.svg").read_text(encoding="utf-8"), encoding="utf-8")
    made = build_art.build([source], check=False)
    assert len({path.read_bytes() for path in made}) == count
    assert build_art.build([source], check=True) == []
    source.write_text(source.read_text(encoding="utf-8").replace("</svg>", "<circle r='9'/></svg>"), encoding="utf-8")
    assert build_art.build([source], check=True) == made

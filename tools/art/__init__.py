"""Draw the game's pictures as SVG text; `tools/build_art.py` writes and renders them."""

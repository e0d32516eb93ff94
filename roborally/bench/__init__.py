"""Measures the engine: `works` lists what is done, `figures` makes figures of it, `comparison` compares two runs.

`bench12.json.gz` has the positions and programs of `rounds`.
"""

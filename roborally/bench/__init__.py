"""Measures the engine: `works` lists the workloads, `figures` measures them, `comparison` compares two runs.

`bench12.json.gz` has the positions and programs of `rounds`.
"""

"""`roborally bench`: measures the engine and the window; `works` lists the workloads, `figures` measures them.

`bench12.json.gz` has the positions and programs of `rounds`.
"""

"""The command `roborally bench`, which measures the speed of the engine and the window.

`works` lists the workloads, `figures` measures them. `bench12.json.gz` has the positions and programs of `rounds`.
"""

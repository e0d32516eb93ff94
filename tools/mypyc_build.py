"""Runs mypyc and the C compiler on the modules whose paths are on standard input: mypyc_build.py LIBRARY [OPTION…].

It compiles in the folder where it is started, the C files in parallel. `tools/engine_build.py` starts it in a separate
process, since mypyc and setuptools change much of the process in which they run.
"""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from mypyc.build import mypycify
from setuptools import setup
from setuptools.command.build_ext import build_ext

OPTIMIZE = "2"
"""The level of optimization of the C compiler."""
LINK_TIME = ("-flto=auto", "-fno-semantic-interposition")
"""Options that let the compiler inline across files, above all mypyc's own functions for lists and dicts."""


class BuildSideBySide(build_ext):  # type: ignore[misc]  # setuptools has no types
    """A setuptools command that compiles the C files of an extension in parallel, and links them as usual."""

    def build_extension(self, ext: Any) -> None:
        """Compile and link one extension."""
        arguments = [word for word in ext.extra_compile_args if word != "-Werror"]
        if self.compiler.compiler_type == "unix" and sys.platform == "linux":
            arguments += LINK_TIME
            ext.extra_link_args = [*ext.extra_link_args, *LINK_TIME, f"-O{OPTIMIZE}"]

        def compiled(source: str) -> list[str]:
            objects: list[str] = self.compiler.compile(
                [source],
                output_dir=self.build_temp,
                include_dirs=ext.include_dirs,
                extra_postargs=arguments,
                depends=ext.depends,
            )
            return objects

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            ext.extra_objects = [name for found in pool.map(compiled, ext.sources) for name in found]
        ext.sources = []
        super().build_extension(ext)


def main(library: str, options: list[str]) -> None:
    """Compile the modules whose paths are on standard input into the library `library`."""
    modules = sys.stdin.read().split()
    extensions = mypycify(
        [*options, *modules],
        only_compile_paths=modules,
        group_name=library,
        opt_level=OPTIMIZE,
        debug_level="0",
        multi_file=True,
    )
    setup(
        name=library,
        packages=[],
        ext_modules=extensions,
        cmdclass={"build_ext": BuildSideBySide},
        script_args=["build_ext", "--inplace"],
    )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])

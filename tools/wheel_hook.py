"""A build hook that puts the compiled engine into a wheel, which then fits only this Python and this platform.

hatchling runs it when HATCH_BUILD_HOOK_ENABLE_CUSTOM=true; without that a wheel is plain and fits every platform.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from engine_build import CompileError, compile_into, current_build


class CompiledWheel(BuildHookInterface[Any]):
    """The hook that hatchling calls before and after it packs a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the compiled engine to the wheel; compile it unless tools/compile has built it from these sources.

        An editable install uses the builds of its checkout.
        """
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory()
        try:
            build = current_build() or compile_into(Path(self._folder.name))
        except CompileError as error:
            sys.exit(f"compile: {error}")  # one sentence, before the output of the builder
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"][str(build)] = f"roborally/_compiled/{build.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary build."""
        if version != "editable":
            self._folder.cleanup()

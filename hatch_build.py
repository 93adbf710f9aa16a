"""Puts the built-in pack's `pack.yaml` into wheels.

`sources` in pyproject.toml maps folders only, and a plain force-include would leave a stale copy in editable installs.
"""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PackFile(BuildHookInterface):
    """Adds the one file, to standard wheels alone."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "standard":
            build_data["force_include"]["pack.yaml"] = "qbank/builtin/pack.yaml"

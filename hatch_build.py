"""Puts the single files of the built-in pack into wheels: `pack.yaml` and the table of published models.

`sources` in pyproject.toml maps folders only, and a plain force-include would leave a stale copy in editable installs.
"""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PackFiles(BuildHookInterface):
    """Adds these files, to standard wheels alone."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "standard":
            for file in ("pack.yaml", "bank/models.yaml"):
                build_data["force_include"][file] = f"qbank/builtin/{file}"

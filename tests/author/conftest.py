"""Small packs written for one test."""

import textwrap
from pathlib import Path

import pytest

from qbank.author.pack import Pack, Packs

SOLVER = '''
"""Doubling."""

import torch

from qbank import solver


@solver
def double(x):
    """Twice the number."""
    return 2 * x


@double.confirm
def added_to_itself(x):
    return torch.tensor(x) + x


@double.misconception
def squares(x):
    return x * x
'''
TEMPLATE = """
title: Doubling

questions:
  double:
    params:
      x: {range: [3, 9]}
    ask: What is twice << x >>?
    answer: integer
    explain: It is $2 \\cdot << x >> = << answer >>$.
    misconceptions:
      squares: This squares the number instead of doubling it.
"""


@pytest.fixture
def write_pack(tmp_path):
    """Writes a pack of one topic and gives its folder: `write_pack(solver, template, name="double")`."""

    def write(
        solver: str = SOLVER, template: str = TEMPLATE, topic: str = "double", folder: str = "course"
    ) -> Path:
        root = tmp_path / folder
        for part in ("templates", "solvers"):
            (root / part).mkdir(parents=True, exist_ok=True)
        (root / "pack.yaml").write_text(f"name: {folder}\n", encoding="utf-8")
        (root / "templates" / f"{topic}.yaml").write_text(
            textwrap.dedent(template).lstrip(), encoding="utf-8"
        )
        (root / "solvers" / f"{topic}.py").write_text(textwrap.dedent(solver).lstrip(), encoding="utf-8")
        return root

    return write


@pytest.fixture
def load(write_pack):
    """Loads the topic of such a pack."""

    def topic(solver: str = SOLVER, template: str = TEMPLATE, topic: str = "double"):
        return Pack(write_pack(solver, template, topic)).load(topic)

    return topic


@pytest.fixture
def double(load):
    """The sample template, sound as it is."""
    return load().templates["double"]


__all__ = ["SOLVER", "TEMPLATE", "Packs"]

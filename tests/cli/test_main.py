"""The command as a whole: help, version, near misses, and `python -m qbank`."""

import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

from qbank.cli import COMMANDS, group
from qbank.home import VERSION


def test_version():
    assert CliRunner().invoke(group, ["--version"]).output == f"qbank {VERSION}\n"


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_names_every_command(flag):
    output = CliRunner().invoke(group, [flag]).output
    assert all(re.search(rf"^  {name} ", output, re.MULTILINE) for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help_and_an_option_says_what_it_does(name):
    result = CliRunner().invoke(group, [name, "--help"])
    assert result.exit_code == 0
    command = group.get_command(None, name)
    assert command.name == name
    for parameter in command.params:
        if parameter.param_type_name == "option":
            assert parameter.help, f"{name} {parameter.opts} has no help"


def test_a_near_miss_is_met_with_the_nearest():
    done = subprocess.run(
        [sys.executable, "-m", "qbank", "generat"], capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 2
    assert "no command 'generat'; did you mean 'generate'?" in done.stderr
    assert "Traceback" not in done.stderr


def test_quiet_says_nothing_but_the_result(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(group, ["-q", "generate", "--topic", "mask", "-n", "1"])
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["export", "--all", "--title", "a\udcff"], r"--title: a\udcff is not UTF-8"),
        (["export", "--all", "-o", "x\udcff.md"], r"x\udcff.md is not UTF-8"),
        (["check", "x\udcff.csv"], r"x\udcff.csv is not UTF-8"),
        (["guide", "--seed=\udcff"], r"--seed=\udcff is not UTF-8"),
    ],
)
def test_bytes_that_are_no_text_are_one_sentence(arguments, said):
    result = CliRunner().invoke(group, arguments)
    assert str(result.exception).startswith(said)


def test_so_are_those_of_a_variable():
    result = CliRunner().invoke(group, ["export", "--all"], env={"QBANK_BANK": "\udcff"})
    assert str(result.exception).startswith(r"QBANK_BANK: \udcff is not UTF-8")

# make demo    a fresh clone to twenty proven questions
# make test    format, lint, types, tests and docs checks
# make system  what is no Python package (Debian, as root): TeX for the sheets' tests

PYTHON ?= python3
PIP = .venv/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
JOBS ?= 2

.PHONY: demo test format release system clean

demo: .venv/installed
	.venv/bin/qbank generate --topic mask -n 20

test: .venv/tested
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/python -m pytest -n $(JOBS)

format: .venv/tested
	.venv/bin/ruff format .
	.venv/bin/ruff check --fix .

# The released bank: the same seed always gives the same lines, each of which CI re-derives.
release: .venv/installed
	.venv/bin/python -m tests.release bank/released

system:
	apt-get update
	apt-get install --yes --no-install-recommends texlive-latex-base texlive-latex-recommended texlive-latex-extra

.venv/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(PIP) --editable .
	touch $@

.venv/tested: .venv/installed
	$(PIP) --editable ".[test]"
	touch $@

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

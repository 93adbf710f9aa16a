# make demo    a fresh clone to twenty proven questions
# make test    format, lint, types, tests and docs checks
# make system  what is no Python package (Debian, as root): TeX, Chromium and npm for the sheets' tests; PostgreSQL, nginx,
#              openssl and systemd for the service's

PYTHON ?= python3
PIP = .venv/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
# More than two cores have: the browsers' tests wait most of their time.
JOBS ?= 3

.PHONY: demo test format release system clean

demo: .venv/installed
	.venv/bin/qbank generate --topic mask -n 20

test: .venv/tested
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/python -m pytest -n $(JOBS) --dist worksteal

format: .venv/tested
	.venv/bin/ruff format .
	.venv/bin/ruff check --fix .

# The released bank: the same seed always gives the same lines, each of which CI re-derives.
release: .venv/installed
	.venv/bin/python -m tests.release bank/released

system:
	apt-get update
	apt-get install --yes --no-install-recommends texlive-latex-base texlive-latex-recommended texlive-latex-extra chromium
	apt-get install --yes --no-install-recommends postgresql nginx-light openssl systemd
	command -v npm > /dev/null || apt-get install --yes --no-install-recommends nodejs npm
	# Auto Multiple Choice's style alone: the package itself would bring a desktop program along.
	cd $$(mktemp -d) && apt-get download auto-multiple-choice-common && \
	  dpkg-deb --fsys-tarfile auto-multiple-choice-common_*.deb | \
	  tar --extract --directory /usr/local --strip-components=2 ./usr/share/texmf/tex/latex/AMC && mktexlsr

.venv/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(PIP) --editable .
	touch $@

.venv/tested: .venv/installed
	$(PIP) --editable ".[test]"
	if command -v npm > /dev/null; then npm ci --silent --prefix tests/sheets; fi
	if command -v npm > /dev/null; then npm ci --silent --prefix tests/web; fi
	touch $@

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

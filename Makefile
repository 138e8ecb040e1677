# `make` lists the targets. Each builds what it needs, with Python 3.11+ and make.

SHELL := /bin/sh
.DEFAULT_GOAL := help
# One step after another, so that the output reads from top to bottom.
.NOTPARALLEL:
# Without .pyc files every command would compile its modules anew.
unexport PYTHONDONTWRITEBYTECODE
# Another checkout's modules must not stand before ours.
unexport PYTHONPATH
export PIP_DISABLE_PIP_VERSION_CHECK := 1

BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet
CHECK := $(BIN)/python tools/check.py

# A virtual environment dies with its Python, and cannot be moved.
ifneq ($(CURDIR),$(shell cat .venv/made 2>/dev/null && $(BIN)/python -c '' 2>&1))
.PHONY: .venv/made
endif

.PHONY: help demo test test-all soak test-agents lint types docs clauses bench reliability judge replay adopt-real adopt-scripts attacks atlas pages lock clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | \
	while IFS='|' read -r target text; do printf '%-12s %s\n' "$$target" "$$text"; done

demo: .venv/installed ## eight commands end, a loop succeeds, and a batch is killed
	@PATH="$(CURDIR)/$(BIN):$$PATH" exeunt demo --output text

test: .venv/dev ## everything CI checks
	@$(CHECK)

test-all: .venv/dev ## the tests on every Python found, and on older frameworks
	@$(BIN)/python tools/test_all.py

soak: .venv/dev ## 500 random moments a framework; 10,000 runs; 1,000 at a terminal; 76 programs that ask; terminals under load; 10,000 jobs of a batch, killed 200 times
	@EXEUNT_MOMENTS=500 $(BIN)/python -m pytest -q -n auto tests/leaving/test_moments.py tests/sessions/test_moments.py
	@EXEUNT_SOAK=1 $(BIN)/python -m pytest -q tests/process/test_soak.py tests/process/test_trees.py tests/process/test_left.py tests/process/test_foreground_soak.py tests/process/test_again.py
	@EXEUNT_SOAK=1 $(BIN)/python -m pytest -q -n 2 tests/sessions/test_interactive.py
	@EXEUNT_SOAK=1 $(BIN)/python -m pytest -q tests/reports/test_page.py -k many_runs
	@EXEUNT_SOAK=1 $(BIN)/python -m pytest -q tests/batches/test_soak.py

test-agents: .venv/dev ## three real coding agents (npm), with no door and with each: what their models see
	@$(BIN)/python tools/play_agents.py --write $(ARGS)

lint: .venv/dev ## ruff, and the layers of ARCHITECTURE.md
	@$(CHECK) format lint layers

types: .venv/dev ## mypy and pyright, both strict
	@$(CHECK) mypy pyright verifytypes

docs: .venv/dev ## the examples of README.md and docs/, run
	@$(CHECK) docs

clauses: .venv/dev ## which test proves which clause
	@$(BIN)/python tests/clauses.py

bench: .venv/dev ## how long things take
	@$(BIN)/python bench/run.py

reliability: .venv/dev ## what difficult commands do to us and to others
	@$(BIN)/python tools/reliability.py

judge: .venv/dev ## what exeunt and three habits do about the same endings and lines
	@$(BIN)/python tools/judge.py
	@$(BIN)/python tools/judge_lines.py

replay: .venv/dev ## exeunt diff of real releases from PyPI, each verdict judged by running both
	@$(BIN)/python tools/replay_pairs.py

adopt-real: .venv/dev ## real programs from PyPI, as they are and adopted: what differs, and why
	@$(BIN)/python tools/adopt_real.py $(ARGS)

adopt-scripts: .venv/dev ## console scripts from PyPI by `exeunt adopt --`: how many are the same
	@$(BIN)/python tools/adopt_scripts.py $(ARGS)

attacks: .venv/dev ## every attack that is held, and that it is not once its mend is taken out
	@$(BIN)/python tools/attacks.py $(ARGS)

atlas: .venv/dev ## compile the tables of the atlas, and renew their page
	@$(BIN)/python tools/atlas_tables.py
	@$(BIN)/python tools/atlas_page.py

pages: atlas ## renew what is generated in docs/, and the atlas
	@$(BIN)/python tools/pages.py
	@$(BIN)/python tools/ways_out.py
	@$(BIN)/python tools/before_after.py
	@$(BIN)/python tools/coverage.py

lock: ## pin the dependency groups anew (ARGS=--upgrade for newer versions)
	@PYTHON="$(PYTHON)" tools/lock $(ARGS)

clean: ## remove what the targets above made
	rm -rf .agents-cache .venv .venvs dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find bench examples src tests tools -name __pycache__ -type d -exec rm -rf {} +

.venv/made:
	@PYTHON="$(PYTHON)" GOAL="$(MAKECMDGOALS)" tools/make-venv .venv
	@printf '%s' "$(CURDIR)" >$@

.venv/build: requirements/build.txt .venv/made
	@$(PIP) --require-hashes --requirement $<
	@touch $@

# Editable: the source is what runs.
.venv/installed: pyproject.toml scripts/exeunt .venv/build
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/dev: requirements/dev.txt .venv/installed
	@$(PIP) --require-hashes --requirement $<
	@touch $@

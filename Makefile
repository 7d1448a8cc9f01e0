.DEFAULT_GOAL := help
.PHONY: help setup lab play test bench release audit pins clean

WORKERS ?= 2
BIN := .venv/bin

export PYTHON
export PYTHONUTF8 := 1
export PIP_NO_INPUT := 1

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-7s %s\n", $$1, $$2 }' Makefile

setup: .venv/.ready ## make .venv with the pinned packages and the project, and build the browser app
	@$(BIN)/python -m compileall -q cafe
	@tools/web

lab: setup .venv/.lab ## add the libraries of environments, vector and training to .venv

play: setup ## open the game in the browser
	@$(BIN)/cafe serve --open --log-level warning

test: setup .venv/.lab ## lint, format, types, import borders, browser app, tests (CAFE_TEST_SCALE=10: ten times as many games)
	@echo "== lint"
	@$(BIN)/ruff check --quiet
	@echo "== format"
	@$(BIN)/ruff format --check --quiet
	@echo "== types"
	@$(BIN)/mypy --no-error-summary
	@echo "== import borders"
	@$(BIN)/lint-imports --no-logo
	@echo "== browser app"
	@tools/web check
	@tools/chromium > /dev/null
	@tools/databases > /dev/null
	@tools/hosting > /dev/null
	@echo "== tests"
	@$(BIN)/python -m pytest -q -n $(WORKERS)
	@echo "== all good"

bench: setup .venv/.lab ## measure speed, beside OpenSpiel and boardgame.io (ARGS="--against REV": beside a commit)
	@tools/chromium > /dev/null
	@$(BIN)/python -m bench $(ARGS)

release: setup ## make the wheel, sdist, list of components and checksums of this commit in dist
	@$(BIN)/python tools/release.py

audit: ## look up known vulnerabilities in everything that is pinned; needs a network connection
	@tools/audit

pins: ## update the pinned versions
	@tools/pins

clean: ## remove the environments, caches and builds
	rm -rf .venv .venv-audit build dist cafe/web web/dist web/node_modules bench/load/peer/node_modules .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find cafe tests bench -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/.ready: pyproject.toml requirements.txt tools/venv
	@tools/venv .venv requirements.txt
	@touch $@

.venv/.lab: .venv/.ready requirements-lab.txt
	@tools/venv .venv requirements.txt requirements-lab.txt
	@touch $@


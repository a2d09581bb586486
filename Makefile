# Needs make and Python 3.11 or newer; what needs more says so. What is installed stays in this folder.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help serve test browser-test rollout-test image-test clients-test lint format openapi messages spec-lint \
	bench capacity lock clean
MAKEFLAGS += --no-builtin-rules

PYTHON ?= python3
VENV := .venv
CLIENTS := .venv-clients
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --no-input
# What only `make lock` needs, so no lock file holds it.
UV := uv==0.13.9
# fewest: one version of a package for all Pythons, so that all of them run the same code.
COMPILE := $(PY) -m uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock'

help: ## Say what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo "In brackets is what a target needs beside Python. ARGS='…' goes on to test, browser-test, bench, capacity and"
	@echo "lock; PYTHON=… chooses the interpreter of a new .venv."

serve: $(VENV)/requirements.lock ## Run the service on HOST:PORT (127.0.0.1:8000)
	@exec $(PY) -m gunicorn -c service/gunicorn_conf.py service.wsgi:app

test: $(VENV)/requirements-dev.lock ## Run the tests: make test ARGS='tests/web -k hands'
	@$(PY) -m pytest $(ARGS)

browser-test: $(VENV)/requirements-dev.lock ## Run the tests that drive a browser (Chromium)
	@$(PY) -m pytest $(if $(findstring tests/browser,$(ARGS)),,tests/browser) $(ARGS)

rollout-test: $(VENV)/requirements-dev.lock ## Replace, reload and kill instances under load (nginx, wrk)
	@$(PY) -m tests.rollout

image-test: ## Build the image and run it as in production (podman, or root on Debian)
	@PYTHON='$(PYTHON)' .ci/image-test

clients-test: $(VENV)/requirements.lock $(CLIENTS)/requirements-clients.lock ## Generate and use a Python and a TypeScript client (Node.js 20, npm)
	@PYTHON='$(PYTHON)' .ci/clients-test

lint: $(VENV)/requirements-dev.lock ## Check style, format, types and the layer law
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy
	@$(VENV)/bin/lint-imports

format: $(VENV)/requirements-dev.lock ## Format the code and mend what can be mended without a thought
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .

openapi: $(VENV)/requirements-dev.lock ## Write openapi.yaml anew from the schemas
	@$(PY) -m service.openapi

messages: $(VENV)/requirements-dev.lock ## Write the catalogues of all languages anew from the sources
	@$(PY) -m service.messages

spec-lint: $(VENV)/spec-lint.lock ## Hold openapi.yaml against Redocly's and Spectral's rules (Node.js 20, npm)
	@REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true npm --prefix tools/spec run --silent lint

bench: $(VENV)/requirements-dev.lock ## Measure, in the process and over HTTP; ARGS=overload: under more than it can do
	@$(PY) -m benchmarks $(ARGS)

capacity: $(VENV)/requirements-dev.lock ## Measure what a core answers (wrk); ARGS=--write puts it into docs/operations.md
	@$(PY) -m benchmarks.capacity $(ARGS)

lock: | $(PY) ## Write the lock files anew from pyproject.toml: ARGS=--upgrade takes newer releases
	@$(PIP) install --quiet $(UV)
	@$(COMPILE) $(ARGS) pyproject.toml -o requirements.lock
	@$(COMPILE) $(ARGS) --group dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	@$(COMPILE) $(ARGS) --group clients -c requirements-dev.lock -o requirements-clients.lock
	@$(COMPILE) $(ARGS) --group build -c requirements-dev.lock -o requirements-build.lock

clean: ## Remove all that the other targets made, .venv included
	@rm -rf clients/python/generated clients/typescript/built clients/typescript/generated
	@rm -rf $(VENV) $(CLIENTS) clients/typescript/node_modules tools/spec/node_modules
	@rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .schemathesis
	@find . -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "This needs Python 3.11 or newer, but '$(PYTHON)' is $$($(PYTHON) --version 2>&1). Name another: make PYTHON=python3.13 …" >&2; \
		exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) || { \
		rm -rf $(VENV); \
		echo "'$(PYTHON) -m venv' failed. On Debian and Ubuntu: apt install python3-venv" >&2; \
		exit 1; }

# A copy of the lock file stands for "installed as this says", so an unchanged one costs nothing.
$(VENV)/requirements.lock: requirements.lock | $(PY)
	@echo "Installing requirements.lock into $(VENV)" >&2
	@$(PIP) install --quiet --require-hashes -r requirements.lock
	@cp requirements.lock $@

# The development lock holds the other one, pin for pin.
$(VENV)/requirements-dev.lock: requirements-dev.lock requirements.lock | $(PY)
	@echo "Installing requirements-dev.lock into $(VENV)" >&2
	@$(PIP) install --quiet --require-hashes -r requirements-dev.lock
	@cp requirements.lock requirements-dev.lock $(VENV)

$(VENV)/spec-lint.lock: tools/spec/package-lock.json | $(PY)
	@command -v npm >/dev/null || { echo "This needs npm, of Node.js 20 or newer." >&2; exit 1; }
	@echo "Installing tools/spec/package-lock.json" >&2
	@npm --prefix tools/spec ci --ignore-scripts --silent
	@cp tools/spec/package-lock.json $@

# Apart, so that what generates clients has no say in what the service and its tests run.
$(CLIENTS)/requirements-clients.lock: requirements-clients.lock
	@echo "Installing requirements-clients.lock into $(CLIENTS)" >&2
	@$(PYTHON) -m venv --clear $(CLIENTS)
	@$(CLIENTS)/bin/python -m pip --disable-pip-version-check --no-input install --quiet --require-hashes -r $<
	@cp $< $@

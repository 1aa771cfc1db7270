# make demo   an environment without torch, and the examples translated with the model in the box
# make test   an environment with everything, and all tests
PYTHON ?= python3
EVERYTHING := .venv/bin
RUN_ONLY := .venv-demo/bin

.PHONY: demo test lint bench format clean

test: .venv/ready
	$(EVERYTHING)/python -m pytest -n 2 --dist loadfile

demo: .venv-demo/ready
	$(RUN_ONLY)/stencil demo

lint: .venv/ready
	$(EVERYTHING)/ruff check .
	$(EVERYTHING)/ruff format --check .
	$(EVERYTHING)/mypy

format: .venv/ready
	$(EVERYTHING)/ruff check --fix .
	$(EVERYTHING)/ruff format .

bench: .venv/ready
	failed=; for script in benchmarks/*.py; do \
	    $(EVERYTHING)/python $$script || failed="$$failed $$script"; \
	done; \
	test -z "$$failed" || { echo "missed or failed:$$failed"; exit 1; }

.venv/ready: pyproject.toml dev-constraints.txt
	$(PYTHON) -m venv .venv
	$(EVERYTHING)/pip install --quiet --constraint dev-constraints.txt --editable '.[train,serve,cluster,dev]'
	touch $@

.venv-demo/ready: pyproject.toml
	$(PYTHON) -m venv .venv-demo
	$(RUN_ONLY)/pip install --quiet --editable .
	touch $@

clean:
	rm -rf .venv .venv-demo .mypy_cache .ruff_cache .pytest_cache .hypothesis

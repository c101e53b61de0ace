# Each target sets itself up: Python 3.11 or later, make and the package registry are all it takes.
PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-user --use-pep517 --editable
PYTEST := $(BIN)/pytest -n auto --dist worksteal
unexport PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE

.PHONY: help demo serve quick test random postgresql coverage lint format torture integration images fuzz bench matches people playouts laws arena examples catalogue man commands pictures ear site-check docs clean

help:                     ## list what can be made
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{printf "%-18s %s\n", $$1, $$2}'

.venv/.ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "pbem needs Python 3.11 or later, and $(PYTHON) is not that; name another: make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(INSTALL) '.[dev]'
	@touch $@

demo: .venv/.ready        ## two bots play a match through a real server
	@$(BIN)/pbem demo

serve: .venv/.ready       ## start the server for playing by hand (127.0.0.1:8025, games.db, mail/)
	@$(BIN)/pbem serve

lint: .venv/.ready        ## ruff, mypy, and which way the rooms' arrows point
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: .venv/.ready      ## put code into shape: imports, layout, what ruff can mend by itself
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

quick: .venv/.ready       ## what to run while working: rules, mail, store and server without the slow tests (a minute)
	$(PYTEST) -m 'not slow' tests/play tests/games tests/mail tests/store tests/server

test: lint                ## everything that must hold before a commit lands on main
	$(PYTEST)

random: .venv/.ready      ## the laws on new random examples; make test tries the same ones each time (half a minute)
	$(PYTEST) -m hypothesis --hypothesis-profile random

postgresql: .venv/.ready  ## all tests with all that they store in PostgreSQL, where it is installed (a quarter of an hour on two cores)
	PBEM_STORE=postgresql $(PYTEST)

coverage: .venv/.ready    ## the same tests, and which lines and branches they run (twice as long: tracing slows the rules down most)
	$(PYTEST) --cov --cov-report=term

people: .venv/.ready      ## letters as people write them: how many are understood (half a minute; ONLY=dodgeball, CASES=folder)
	@$(BIN)/python -m tests.people $(CASES) $(if $(ONLY),--only '$(ONLY)')

torture: .venv/.ready     ## kill everything at every statement and at random, fill the disk, lock the database, look for leaks (an hour)
	PBEM_KILLS=$(or $(KILLS),300) $(BIN)/pytest tests/operation tests/server/mailbox/test_once.py

fuzz: .venv/.ready        ## made-up letters, orders and dialogues, guided by coverage; SECONDS=60 for each kind
	@$(BIN)/python -c 'import atheris' 2>/dev/null || $(INSTALL) '.[fuzz]' || true
	@$(BIN)/python -m tools.fuzz --seconds $(or $(SECONDS),60)

matches: .venv/.ready     ## a match of every game through a real server, competitions of every form, and a season (a few minutes)
	$(BIN)/python -m tools.matches

integration: .venv/.ready ## a match through a real Postfix, Dovecot and mutt, as root where they are installed (a minute)
	PBEM_INTEGRATION=1 $(BIN)/pytest tests/integration

images:                   ## both container images, by buildah as root, tried with the demo and a letter; into images/ (five minutes)
	@deploy/images.sh

bench: .venv/.ready       ## ratios to a bare listener on this machine; writes bench.json
	$(BIN)/python -m benchmarks

arena: .venv/.ready        ## the players of the house against each other, in every game; writes the table of docs/bots.md (half an hour; GAME=elfball, SECONDS=60 a pair)
	$(BIN)/python -m tools.arena $(GAME) --seconds $(or $(SECONDS),100) $(if $(GAME),,--write docs/bots.md)

examples: .venv/.ready    ## how good the examples in prompts are, and how much they vary (GAME=elfball, SECONDS=40 a game)
	$(BIN)/python -m tools.examples $(GAME) --count 200 --seconds $(or $(SECONDS),40)

playouts: .venv/.ready    ## thousands of random matches of every game; COUNT=500 for each number of players
	$(BIN)/python -m tools.playouts --count $(or $(COUNT),500)

laws: .venv/.ready        ## random tournaments against a second computation of the laws (a quarter of a minute; COUNT=1000)
	$(BIN)/python -m tools.laws $(or $(COUNT),1000)

pictures: .venv/.ready    ## what mails look like on a phone and on a wide screen: pictures/ (a minute or two; needs Chromium)
	@$(BIN)/python -m tools.pictures

ear: .venv/.ready         ## how long a turn takes to listen to, spoken where espeak-ng is installed (a minute or two; GAME=elfball)
	@$(BIN)/python -m tools.ear $(GAME)

site-check: .venv/.ready  ## the pages of a site in a browser: axe, widths, keys; pictures in site-check/ (four minutes; needs Chromium; MATCHES=20 WIDTH=360)
	@$(BIN)/python -c 'import axe_playwright_python, playwright' 2>/dev/null || $(INSTALL) '.[check]'
	@$(BIN)/python -m tools.site_check $(if $(MATCHES),--matches $(MATCHES)) $(if $(WIDTH),--width $(WIDTH))

catalogue: .venv/.ready   ## all sentences that are ready for translation: locale/pbem.pot
	$(BIN)/pybabel --quiet extract --mapping pyproject.toml --output locale/pbem.pot \
		--omit-header --no-wrap --sort-by-file --add-location file .

man: .venv/.ready         ## docs/pbem.1 and docs/hosts/commands.md, from the help of all host commands
	@$(BIN)/python -m tools.manual > docs/pbem.1
	@$(BIN)/python -m tools.host_commands

commands: .venv/.ready    ## docs/players/reference.md and the tables of docs/hosts/configuration.md, from their sources
	@$(BIN)/python -m tools.commands
	@$(BIN)/python -m tools.configuration

docs: .venv/.ready        ## docs/ as a website with a search: docs-site/
	@$(BIN)/mkdocs --quiet build --clean

clean:                    ## take away what was made here: .venv and all caches
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .fuzz

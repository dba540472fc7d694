# Two commands matter: `make study` and `make test`.
.DEFAULT_GOAL := help
.PHONY: help study study-full test statuses test-report test-explore fuzz test-torture test-slurm quick lint check smoke generated recount alarms fuel why study-2 reproduce inference ci verify bench bench-rivals test-blackbox clean

CARGO ?= cargo
KILLRATE = $(CARGO) run --quiet --release --
SUBJECTS := $(sort $(wildcard subjects/*/Cargo.toml))
# Subjects, second implementations and generators of data are packages of their own.
PACKAGES := $(SUBJECTS) $(sort $(wildcard subjects/crates/*/Cargo.toml subjects/*/second/*/Cargo.toml datasets/generators/*/Cargo.toml))
PACKAGES_TARGET := $(abspath $(or $(CARGO_TARGET_DIR),target)/packages)

# Tests that make up their cases make up the same ones each time; `make test-explore` looks for others.
export PROPTEST_RNG_SEED ?= 2010

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-14s %s\n", $$1, $$2 }'

study: ## Run the first study of the thesis and print its answer (the main job)
	$(CARGO) build --release
	$(KILLRATE) run thesis-1
	$(KILLRATE) report thesis-1
	$(KILLRATE) --quiet report thesis-1 --format html --out records/thesis-1.html
	@echo "The same with pictures, for a browser: records/thesis-1.html"

study-full: ## The same with MartiRank's data of the published sizes (takes hours)
	datasets/martirank/full.sh
	$(CARGO) build --release
	$(KILLRATE) run thesis-1-full
	$(KILLRATE) report thesis-1-full

test: ## Run every test: the harness, the real binary, the subjects
	$(CARGO) test --workspace --quiet
# One test is about the binary that has no tables.
	$(CARGO) test --package killrate --no-default-features --test cli --quiet without_analysis
	@for manifest in $(PACKAGES); do \
		echo "testing $$manifest"; \
		$(CARGO) test --quiet --locked --target-dir $(PACKAGES_TARGET) --manifest-path $$manifest || exit 1; \
	done

test-explore: ## Try the tests that make up their cases on forty times as many, with a new seed each time
	seed=$$(date +%s) && echo "PROPTEST_RNG_SEED=$$seed" && \
	PROPTEST_CASES=10000 PROPTEST_RNG_SEED=$$seed $(CARGO) test --release --package killrate-invariants --package killrate-properties

FUZZ_SECONDS ?= 5
# A target is a file; what it reads is at most as long as what the fuzzer makes up.
FUZZ_TARGETS = $(sort $(patsubst fuzz/fuzz_targets/%.rs,%,$(wildcard fuzz/fuzz_targets/*.rs)))
# New inputs go to a folder that is not kept, so that the corpora stay as they are.
FUZZ_FOUND = $(abspath fuzz/target/found)

fuzz: ## Feed anything to every reader of what others wrote, FUZZ_SECONDS each (see fuzz/README.md)
	@$(CARGO) fuzz --version > /dev/null 2>&1 || { echo "cargo-fuzz is not installed; run \`cargo install cargo-fuzz --locked\`" >&2; exit 2; }
	@command -v c++ > /dev/null || { echo "there is no C++ compiler, which libFuzzer needs; install one, such as Debian's g++" >&2; exit 2; }
	$(CARGO) fuzz build -s none
	@for target in $(FUZZ_TARGETS); do \
		echo "fuzzing $$target"; \
		mkdir -p $(FUZZ_FOUND)/$$target && \
		$(CARGO) fuzz run -s none $$target $(FUZZ_FOUND)/$$target fuzz/corpus/$$target -- \
			-max_total_time=$(FUZZ_SECONDS) -max_len=8192 -timeout=20 -rss_limit_mb=2048 -verbosity=0 || exit 1; \
	done

test-torture: ## Kill a study twenty times at random moments, and run the hostile programs again
	KILLRATE_TEST_KILLS=20 $(CARGO) test --package killrate --no-default-features --test cli again_and_again
	$(CARGO) test --package killrate-executor --test torture --test killed

test-slurm: ## Submit a study in shards to a Slurm on the loopback interface (see docs/cluster.md)
	$(CARGO) test --package killrate --no-default-features --test cli --no-run
	docs/slurm/loopback.sh $(CARGO) test --package killrate --no-default-features --test cli slurm -- --nocapture

test-report: ## Use the web page of a report in headless Chromium, where there is one
	$(CARGO) test --package killrate-reproduction --test report browser -- --nocapture

quick: ## Build the part that runs studies, without polars
	$(CARGO) build --release --no-default-features

lint: ## Check formatting and lints, warnings denied
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	$(CARGO) clippy --package killrate --no-default-features -- -D warnings
	$(CARGO) clippy --package killrate-rt --no-default-features -- -D warnings
	@for manifest in $(PACKAGES); do \
		echo "linting $$manifest"; \
		$(CARGO) fmt --manifest-path $$manifest --check || exit 1; \
		$(CARGO) clippy --quiet --locked --target-dir $(PACKAGES_TARGET) --manifest-path $$manifest --all-targets -- -D warnings || exit 1; \
	done

check: lint test ## Lint and test

smoke: ## Run the smoke study with one thread and with four, from nothing, and compare (not the costs)
	$(CARGO) build --release
	rm -rf target/smoke
	$(KILLRATE) --quiet --scratch target/smoke/scratch run smoke --threads 1 --out target/smoke/one
	rm -rf target/smoke/scratch/executions
	$(KILLRATE) --quiet --scratch target/smoke/scratch run smoke --threads 4 --out target/smoke/four
	diff -r --exclude '*costs.parquet' target/smoke/one target/smoke/four
	$(KILLRATE) --quiet --scratch target/smoke/scratch verify weave c45 --sample 3

generated: why study-2 ## Make the committed files that records produce again, and compare
	$(KILLRATE) --quiet --scratch target/smoke/scratch run smoke --out target/smoke/record
	$(KILLRATE) report target/smoke/record --format markdown > target/smoke/report.md
	diff docs/smoke-report.md target/smoke/report.md

ci: lint test smoke generated ## Everything a change must pass
	$(KILLRATE) check

RECORD ?= records/thesis-1

recount: ## Count the tables of RECORD again in Python, without our code, and compare (see analysis/recount)
	$(CARGO) build --release
	mkdir -p target/recount
	@for policy in thesis any-difference strict; do \
		$(KILLRATE) --quiet report $(RECORD) --table all --policy $$policy --format parquet --out target/recount/$$policy.parquet && \
		python3 analysis/recount $(RECORD) target/recount/$$policy.parquet --policy $$policy || exit 1; \
	done

statuses: ## Compare the statuses that the records at hand export with every policy, mutant by mutant
	KILLRATE_TEST_RECORDS=1 $(CARGO) test --package killrate --test cli records_at_hand -- --nocapture

alarms: ## Count the false alarms of docs/random-programs.md and docs/invariants.md again, and compare (some minutes)
	$(CARGO) build --release
	mkdir -p target/alarms
	@for page in random-programs invariants; do \
		docs/fill.sh docs/$$page.md $(KILLRATE) --quiet > target/alarms/$$page.md && \
		diff docs/$$page.md target/alarms/$$page.md || exit 1; \
	done

fuel: ## Measure docs/fuel.md again, and compare (some minutes)
	$(CARGO) build --release
	mkdir -p target/fuel
	$(KILLRATE) run fuel --out target/fuel/record
	docs/fill.sh docs/fuel.md $(KILLRATE) --quiet > target/fuel/fuel.md
	diff docs/fuel.md target/fuel/fuel.md

study-2: ## Fill docs/study-2.md from the committed record, and compare
	mkdir -p target/study-2
	docs/fill.sh docs/study-2.md $(KILLRATE) --quiet > target/study-2/study-2.md
	diff docs/study-2.md target/study-2/study-2.md

why: ## Fill docs/why.md from the committed records and those of the originals, and compare
	mkdir -p target/why
	datasets/originals/import.sh records/originals $(KILLRATE) --quiet
	docs/fill.sh docs/why.md $(KILLRATE) --quiet > target/why/why.md
	diff docs/why.md target/why/why.md

inference: ## Infer the relations of docs/inference.md again, and compare
	$(CARGO) build --release --no-default-features
	mkdir -p target/inference
	docs/fill.sh docs/inference.md $(abspath $(or $(CARGO_TARGET_DIR),target)/release/killrate) --quiet > target/inference/inference.md
	diff docs/inference.md target/inference/inference.md

reproduce: ## Run the studies of the committed records again from nothing, and compare (a quarter of an hour)
	@for record in $(patsubst %/provenance.json,%,$(sort $(wildcard datasets/records/*/provenance.json))); do \
		$(KILLRATE) verify record $$(basename $$record) --record $$record || exit 1; \
	done

verify: ## Check every woven program against plain builds, and what the probe spares, more than CI does
	@for subject in $(patsubst subjects/%/subject.toml,%,$(sort $(wildcard subjects/*/subject.toml subjects/crates/*/subject.toml))); do \
		$(KILLRATE) verify weave $$subject --sample 20 || exit 1; \
	done

bench: ## Measure weaving, invariants, tests of functions, the executor, transforms, deployment, the page, and the tables
	$(CARGO) bench --package killrate-study --bench woven
	$(CARGO) bench --package killrate-mutator --bench scale
	$(CARGO) bench --package killrate-invariants --bench inference
	$(CARGO) bench --package killrate-inference --bench relations
	$(CARGO) bench --package killrate-study --bench checking
	$(CARGO) bench --package killrate-study --bench batches
	$(CARGO) bench --package killrate-study --bench functions
	$(CARGO) bench --package killrate-executor --bench throughput
	$(CARGO) bench --package killrate-calls --bench calls
	$(CARGO) bench --package killrate-executor --bench planned
	$(CARGO) bench --package killrate-properties --bench transform
	$(CARGO) bench --package killrate --bench deploy
	$(CARGO) bench --package killrate-reproduction --bench page -- $(wildcard $(abspath records/thesis-1))
	$(CARGO) bench --profile dist --package killrate-reproduction --bench tables

bench-rivals: ## Compare with cargo-mutants and cargo-gamma, installed under target/ (see docs/rivals.md)
	$(CARGO) build --release --no-default-features
	docs/rivals/bench.sh $(abspath $(or $(CARGO_TARGET_DIR),target)/release/killrate)

test-blackbox: ## Test Weka, LIBSVM, Lucene and gaffitter by properties and compare with docs/blackbox.md
	@missing=; for program in java javac svm-train svm-predict gaffitter; do \
		command -v $$program > /dev/null || missing="$$missing $$program"; \
	done; \
	test -e /usr/share/java/weka.jar || missing="$$missing weka"; \
	test -e /usr/share/java/lucene3-core.jar || missing="$$missing liblucene3-java"; \
	if [ -n "$$missing" ]; then \
		echo "skipped: not installed:$$missing (Debian: apt-get install weka libsvm-tools gaffitter liblucene3-java default-jdk-headless)"; \
		exit 0; \
	fi; \
	$(CARGO) build --release && mkdir -p target/blackbox && \
	datasets/studies/blackbox/make-data.sh target/blackbox/data && \
	diff -r datasets/studies/blackbox/data target/blackbox/data && \
	datasets/studies/blackbox/page.sh $(KILLRATE) > target/blackbox/page.md && \
	diff docs/blackbox.md target/blackbox/page.md

clean: ## Remove everything that can be made again, the records included
	$(CARGO) clean
	rm -rf target records

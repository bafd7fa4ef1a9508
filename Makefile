# Two commands do everything on a fresh machine: `make demo` and `make check`.

# dev, release or asan; the demo and the checks share one build.
PRESET ?= release
BUILD := build/$(PRESET)
JOBS ?= $(shell nproc)

LLVM := /usr/lib/llvm-22/bin
SOURCES = $(shell find include lib tools test benchmarks -name '*.h' -o -name '*.cpp' 2>/dev/null | LC_ALL=C sort)
# clang-tidy needs a translation unit that is in compile_commands.json.
UNITS = ^$(CURDIR)/(lib|tools|test|benchmarks)/.*[.]cpp$$

.PHONY: help
help:
	@echo "make demo          fold the small network in test/Inputs and show what happened"
	@echo "make check         all tests, the format and clang-tidy"
	@echo "make build         build only; PRESET=dev|release|asan|tsan"
	@echo "make test          the tests only"
	@echo "make asan          the tests under AddressSanitizer and UBSan"
	@echo "make tsan          the runtime's tests under ThreadSanitizer"
	@echo "make bench         what the pass costs, against memcpy of the same weights"
	@echo "make bench-peers   fold-run against onnxruntime, on networks; needs npm's registry"
	@echo "make format        format the sources; check-format only looks"
	@echo "make tidy          clang-tidy"
	@echo "make update-docs   refresh the generated pages in docs/"
	@echo "make install       cmake --install; PREFIX=/usr/local"

.PHONY: bootstrap configure build
bootstrap:
	@cmake/bootstrap.sh

configure: bootstrap
	cmake --preset $(PRESET) --log-level=NOTICE $(CMAKE_ARGS)

build: configure
	cmake --build $(BUILD) -j $(JOBS)

.PHONY: demo check test
demo: build
	@utils/demo.sh $(BUILD)

test: build
	cmake --build $(BUILD) -j $(JOBS) --target check-ascend-fold

check: test check-format tidy

.PHONY: asan tsan
asan:
	$(MAKE) PRESET=asan test

# oneDNN, OpenMP and MLIR are not instrumented: the runtime and its tests are.
tsan:
	$(MAKE) PRESET=tsan configure
	cmake --build build/tsan -j $(JOBS) --target RuntimeTests RuntimeOperatorTests
	build/tsan/test/unittests/Runtime/RuntimeTests --gtest_brief=1
	build/tsan/test/unittests/Runtime/RuntimeOperatorTests --gtest_brief=1

.PHONY: bench bench-peers
bench: configure
	cmake --build $(BUILD) -j $(JOBS) --target fold-opt fold-benchmark
	benchmarks/fold/run $(BUILD)

bench-peers: configure
	benchmarks/run --build $(BUILD)

.PHONY: format check-format tidy
format: bootstrap
	@clang-format-22 -i $(SOURCES)

check-format: bootstrap
	@clang-format-22 --dry-run --Werror $(SOURCES)

tidy: build
	run-clang-tidy-22 -quiet -p $(BUILD) -j $(JOBS) '$(UNITS)'

.PHONY: update-docs install
update-docs: configure
	cmake --build $(BUILD) -j $(JOBS) --target update-docs

PREFIX ?= /usr/local
install: build
	cmake --install $(BUILD) --prefix $(PREFIX)

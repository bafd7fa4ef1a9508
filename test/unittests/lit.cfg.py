# -*- Python -*-
#
# Runs the GoogleTest binaries.

import os

import lit.formats

config.name = "AscendFold-Unit"
config.suffixes = []
config.test_source_root = os.path.join(config.ascendfold_obj_root, "test", "unittests")
config.test_exec_root = config.test_source_root
config.test_format = lit.formats.GoogleTest(".", "Tests")

for name in ("HOME", "TMP", "TEMP"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

if config.ascendfold_sanitizers:
    config.environment["ASAN_OPTIONS"] = config.asan_options
    config.environment["UBSAN_OPTIONS"] = config.ubsan_options

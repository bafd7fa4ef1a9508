# -*- Python -*-
#
# Configuration of the lit suite. What depends on the machine or on the build
# is computed by CMake and comes in through lit.site.cfg.py.

import os

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

config.name = "AscendFold"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "downstream", "CMakeLists.txt", "lit.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.ascendfold_obj_root, "test")

llvm_config.with_system_environment(["HOME", "TMP", "TEMP", "CCACHE_DIR"])
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.ascendfold_tools_dir, append_path=True)
# A check prefix that no line uses, or a variable that leaks into the next
# function, is an error in the test.
config.environment["FILECHECK_OPTS"] = "-enable-var-scope --allow-unused-prefixes=false"

# Tools: full paths for the names as words of their own.
llvm_config.add_tool_substitutions(
    [
        "fold-opt",
        "fold-run",
        "fold-differential-test",
        "count-operations",
        "mlir-opt",
        "mlir-runner",
        "mlir-translate",
        "mlir-cat",
        "FileCheck",
        "count",
        "not",
        "split-file",
        ToolSubst("%fold_opt", "fold-opt"),
        ToolSubst("%mlir_opt", "mlir-opt"),
        ToolSubst("%mlir_runner", "mlir-runner"),
    ]
    + (["fold-translate", "fold-onnx-mutate"] if config.ascendfold_have_onnx else []),
    [config.ascendfold_tools_dir, config.llvm_tools_dir],
)

config.substitutions += [
    ("%ascendfold_src_root", config.ascendfold_src_root),
    ("%ascendfold_obj_root", config.ascendfold_obj_root),
    ("%ascendfold_libs", config.ascendfold_libs_dir),
    ("%ascendfold_tools", config.ascendfold_tools_dir),
    ("%inputs", os.path.join(config.test_source_root, "Inputs")),
    ("%mlir_libs", config.llvm_libs_dir),
    ("%mlir_cmake_dir", config.mlir_cmake_dir),
    ("%llvm_tools", config.llvm_tools_dir),
    ("%shlibext", config.llvm_shlib_ext),
    ("%plugin", os.path.join(config.ascendfold_libs_dir, "libAscendFoldPlugin.so")),
    ("%runner_libs", ",".join(
        os.path.join(config.llvm_libs_dir, lib + config.llvm_shlib_ext)
        for lib in ("libmlir_runner_utils", "libmlir_c_runner_utils"))),
    ("%host_cc", config.host_cc),
    ("%host_cxx", config.host_cxx),
    ("%compiler_launcher", config.compiler_launcher),
    ("%cmake_generator", config.cmake_generator),
    ("%cmake", config.cmake_exe),
    ("%python", config.python_executable),
    ("%onnx_assemble", "{} {}".format(config.python_executable, os.path.join(
        config.test_source_root, "Target", "ONNX", "onnx-assemble.py"))),
    ("%onnx_testdata", config.ascendfold_onnx_testdata_dir),
]

if config.ascendfold_have_plugin:
    config.available_features.add("plugin")
if config.ascendfold_have_numpy:
    config.available_features.add("numpy")
if config.ascendfold_have_runtime:
    config.available_features.add("ascendrt")
# The importer; that and python3-onnx, which the tests write their models with;
# and ONNX's own tests.
if config.ascendfold_have_onnx:
    config.available_features.add("onnx-import")
if config.ascendfold_have_onnx and config.ascendfold_have_onnx_python:
    config.available_features.add("onnx")
    if config.ascendfold_onnx_testdata_dir and config.ascendfold_have_runtime:
        config.available_features.add("onnx-testdata")

# Tests that load our code into a process that is not instrumented (the plugin,
# a downstream tool) say `UNSUPPORTED: sanitizer`.
if config.ascendfold_sanitizers:
    config.available_features.add("sanitizer")
    config.environment["ASAN_OPTIONS"] = config.asan_options
    config.environment["UBSAN_OPTIONS"] = config.ubsan_options
    config.environment["ASAN_SYMBOLIZER_PATH"] = os.path.join(
        config.llvm_tools_dir, "llvm-symbolizer")

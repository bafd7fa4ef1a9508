"""Lets the workers of one model run in turns."""

from __future__ import annotations

import argparse
import contextlib
import statistics
from dataclasses import dataclass, field

import numpy as np

from models import Files, Model
from tools import Tools
from workers import ORT_DISABLED, ORT_EMPTY, VARIANTS, Case, Worker, count_launches

# Relative to the largest element of the result.
TOLERANCE = 1e-4


@dataclass
class Measurement:
    model: str
    variant: str
    threads: int
    is_ours: bool
    launches: int = 0
    # One list for each round.
    times_ns: list[list[int]] = field(default_factory=list)
    # From the start of the process until the results are written; once for each process.
    first_results_ns: list[int] = field(default_factory=list)
    # Peak memory until the first result, and after it.
    first_peak_bytes: int = 0
    running_peak_bytes: int = 0
    # Against onnxruntime without optimisations; nothing where there is nothing to compare.
    max_error: float | None = None
    is_top1_equal: bool | None = None

    def get_round_times(self) -> list[float]:
        """One for each round: other rounds of other workers, measured next to it, compare."""
        return [statistics.median(times) for times in self.times_ns]

    def is_correct(self) -> bool:
        return not self.is_ours or (self.max_error <= TOLERANCE and self.is_top1_equal is not False)

    def describe(self) -> str:
        return f"{self.model}, {self.variant}, {self.threads} threads, error {self.max_error:.2g}"


def get_max_error(results: list[np.ndarray], references: list[np.ndarray]) -> float:
    """Relative to the largest element, the worst of all results."""
    errors = [np.abs(result - reference).max() / np.abs(reference).max()
              if result.shape == reference.shape else np.inf
              for result, reference in zip(results, references, strict=True)]
    worst = float(np.max(errors))
    return worst if np.isfinite(worst) else float("inf")


def start_workers(cases: list[Case], tools: Tools, starts: int,
                  stack: contextlib.ExitStack) -> tuple[list[Worker], dict[Case, list[int]]]:
    """Starts each of them several times and keeps the last process."""
    times: dict[Case, list[int]] = {case: [] for case in cases}
    workers = []
    for start in range(starts):
        for case in cases:
            worker = Worker(case, tools)
            times[case].append(worker.first_result_ns)
            if start < starts - 1:
                worker.close()
            else:
                stack.callback(worker.close)
                workers.append(worker)
    return workers, times


def compare_results(model: Model, case: Case, measurement: Measurement,
                    references: list[np.ndarray]) -> None:
    results = case.read_results()
    measurement.max_error = get_max_error(results, references)
    if model.is_classifier:
        measurement.is_top1_equal = bool(results[0].argmax() == references[0].argmax())


def measure(model: Model, files: Files, tools: Tools,
            arguments: argparse.Namespace) -> list[Measurement]:
    cases = [Case(files, variant, threads) for threads in arguments.threads
             for variant in (*VARIANTS, ORT_EMPTY)]
    with contextlib.ExitStack() as stack:
        workers, first_results = start_workers(cases, tools, arguments.starts, stack)
        measurements = [
            Measurement(model.name, case.variant.name, case.threads, case.variant.level is None,
                        first_results_ns=first_results[case]) for case in cases]
        pairs = list(zip(workers, measurements))
        for turn in range(arguments.rounds):
            # Nobody always runs behind the same neighbour's cache.
            for worker, measurement in pairs if turn % 2 else pairs[::-1]:
                measurement.times_ns.append(worker.time_runs(arguments.runs))
        for worker, measurement in pairs:
            measurement.first_peak_bytes = worker.first_peak
            measurement.running_peak_bytes = worker.read_peak_memory()
    references = Case(files, ORT_DISABLED, arguments.threads[0]).read_results()
    for worker, measurement in pairs:
        measurement.launches = count_launches(worker, tools)
        if not worker.case.variant.is_empty:
            compare_results(model, worker.case, measurement, references)
    return measurements

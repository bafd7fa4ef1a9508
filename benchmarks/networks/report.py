"""One table, one plot and the raw numbers."""

from __future__ import annotations

import argparse
import dataclasses
import datetime
import json
import os
import statistics
import tempfile
from pathlib import Path
from typing import Callable

import matplotlib
import numpy as np

from measure import TOLERANCE, Measurement
from tools import SOURCE, Tools
from workers import ORT_ALL, ORT_DISABLED, ORT_EMPTY, UNFUSED, VARIANTS

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402: after the choice

COLORS = ("#b7d3e9", "#5f9bcb", "#1f4e79", "#f3c59a", "#d9772b")
# A larger part of the CPU time of others makes the times worthless.
MOST_DISTURBANCE = 0.05
HEADER = ("network", "threads", "variant", "time", "p10–p90", "speed-up", "launches",
          "first result", "memory, first result", "memory, running", "max. error", "top-1")


@dataclasses.dataclass(frozen=True)
class Ratio:
    median: float
    p10: float
    p90: float


def get_ratio(above: Measurement, below: Measurement) -> Ratio:
    """Of what was measured in the same round."""
    ratios = np.divide(above.get_round_times(), below.get_round_times())
    return Ratio(*(float(np.quantile(ratios, q)) for q in (0.5, 0.1, 0.9)))


class Table:
    """Finds measurements."""

    def __init__(self, measurements: list[Measurement]):
        self.cells = {(m.model, m.threads, m.variant): m for m in measurements}
        self.models = list(dict.fromkeys(m.model for m in measurements))
        self.threads = list(dict.fromkeys(m.threads for m in measurements))

    def get(self, like: Measurement, variant: str) -> Measurement:
        """That variant of the same model, with as many threads."""
        return self.cells[like.model, like.threads, variant]

    def get_relative(self, measurement: Measurement) -> Ratio:
        return get_ratio(measurement, self.get(measurement, ORT_ALL.name))

    def get_shown(self) -> list[Measurement]:
        return [m for m in self.cells.values() if m.variant != ORT_EMPTY.name]


def format_row(table: Table, m: Measurement) -> tuple[str, ...]:
    relative = table.get_relative(m)
    plain = table.get(m, UNFUSED.name if m.is_ours else ORT_DISABLED.name)
    best = table.get(m, ORT_ALL.name)
    first = statistics.median(m.first_results_ns) / statistics.median(best.first_results_ns)
    error = f"{m.max_error:.1e}" + ("" if m.is_correct() else " **wrong**")
    top1 = {None: "", True: "equal", False: "**differs**"}[m.is_top1_equal]
    return (m.model, str(m.threads), m.variant, f"{relative.median:.2f}",
            f"{relative.p10:.2f}–{relative.p90:.2f}", f"{get_ratio(plain, m).median:.2f}",
            str(m.launches), f"{first:.2f}", f"{m.first_peak_bytes / 1e6:.0f} MB",
            f"{m.running_peak_bytes / 1e6:.0f} MB", error, top1)


def describe_overhead(table: Table) -> str:
    """What onnxruntime's caller costs, as a part of its times."""
    parts = []
    for model in table.models:
        empty = table.cells[model, table.threads[0], ORT_EMPTY.name]
        parts.append(f"{model} {table.get_relative(empty).median * 100:.1f} %")
    return ", ".join(parts)


def make_markdown(table: Table, share_of_others: float) -> str:
    rows = [HEADER, ("---",) * len(HEADER)] + [format_row(table, m) for m in table.get_shown()]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([
        *lines, "",
        f"time, first result: relative to `{ORT_ALL.name}` with as many threads. Speed-up: time of "
        f"`{UNFUSED.name}`, or of `{ORT_DISABLED.name}`, by that of the row. Max. error: relative "
        f"to the largest element, against `{ORT_DISABLED.name}`; fold-run must stay within "
        f"{TOLERANCE:g}.", "",
        "A call of onnxruntime from node that computes nothing (an Identity of the same input), "
        f"relative to `{ORT_ALL.name}`, {table.threads[0]} thread: {describe_overhead(table)}.", "",
        f"Other processes took {share_of_others * 100:.0f} % of the machine's CPU time meanwhile"
        + (": **do not trust the times**." if share_of_others > MOST_DISTURBANCE else "."), ""])


def plot_threads(axes: pyplot.Axes, table: Table, threads: int) -> None:
    width = 0.8 / len(VARIANTS)
    for i, (variant, color) in enumerate(zip(VARIANTS, COLORS, strict=True)):
        ratios = [table.get_relative(table.cells[model, threads, variant.name])
                  for model in table.models]
        heights = np.array([ratio.median for ratio in ratios])
        # A quantile can lie beyond the median by rounding only.
        spread = np.abs([heights - [ratio.p10 for ratio in ratios],
                         [ratio.p90 for ratio in ratios] - heights])
        axes.bar(np.arange(len(table.models)) + (i - 2) * width, heights, width, color=color,
                 label=variant.name, yerr=spread, error_kw={"elinewidth": 0.7})
    axes.axhline(1, color="black", linewidth=0.7)
    axes.set_xticks(range(len(table.models)), table.models)
    axes.set_title(f"{threads} thread{'s' if threads > 1 else ''}", fontsize="medium")
    axes.set_ylabel(f"time / {ORT_ALL.name}")


def save_plot(table: Table, path: Path) -> None:
    matplotlib.rcParams["svg.hashsalt"] = "compare"
    figure, rows = pyplot.subplots(len(table.threads), squeeze=False, layout="constrained",
                                   figsize=(max(7, 1 + 1.3 * len(table.models)),
                                            1 + 3 * len(table.threads)))
    for axes, threads in zip(rows[:, 0], table.threads):
        plot_threads(axes, table, threads)
    rows[0, 0].legend(loc="lower center", bbox_to_anchor=(0.5, 1.1), ncols=3, fontsize="small",
                      frameon=False)
    figure.savefig(path, format="svg", metadata={"Date": None})
    pyplot.close(figure)


def make_json(measurements: list[Measurement], share_of_others: float,
              arguments: argparse.Namespace) -> str:
    return json.dumps({
        "date": datetime.date.today().isoformat(),
        "cores": os.cpu_count(),
        "avx512": "avx512f" in Path("/proc/cpuinfo").read_text().split(),
        "build_type": Tools(arguments.build).get_cached("CMAKE_BUILD_TYPE"),
        "packages": json.loads((SOURCE / "package.json").read_text())["dependencies"],
        "share_of_others": share_of_others,
        "rounds": arguments.rounds,
        "runs": arguments.runs,
        "starts": arguments.starts,
        "measurements": [dataclasses.asdict(m) for m in measurements],
    }, indent=1) + "\n"


def write_reports(measurements: list[Measurement], share_of_others: float,
                  arguments: argparse.Namespace) -> list[Path]:
    """All or none of the three files; the table comes first."""
    table = Table(measurements)
    writers: dict[str, Callable[[Path], object]] = {
        "compare.md": lambda path: path.write_text(make_markdown(table, share_of_others)),
        "compare.svg": lambda path: save_plot(table, path),
        "compare.json": lambda path: path.write_text(
            make_json(measurements, share_of_others, arguments)),
    }
    arguments.output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=arguments.output) as folder:
        for name, write in writers.items():
            write(Path(folder, name))
        return [Path(folder, name).replace(arguments.output / name) for name in writers]

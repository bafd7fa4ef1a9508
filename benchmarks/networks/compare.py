#!/usr/bin/env python3
"""Measures fold-run against onnxruntime, on networks with BatchNorm.

Writes compare.md, compare.svg and compare.json. Exits with 1 when a result of ours differs from
that of onnxruntime without optimisations.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from pathlib import Path

from measure import Measurement, measure
from models import MODELS, Files, write_model
from report import write_reports
from tools import ROOT, Tools, build_tools, die, import_onnx, install_node_modules
from watch import Watch

QUICK_MODELS = ["mobilenetv2"]


def parse_list(text: str) -> list[str]:
    return list(dict.fromkeys(text.split(",")))


def parse_count(text: str) -> int:
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError("not a number of 1 or more")
    return int(text)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="run", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=parse_list, metavar="A,B",
                        help=f"of {', '.join(MODELS)} (all)")
    parser.add_argument("--rounds", type=parse_count, help="turns of every worker (20)")
    parser.add_argument("--runs", type=parse_count, default=3,
                        help="timed runs in a turn (%(default)s)")
    parser.add_argument("--starts", type=parse_count,
                        help="processes to take the time to the first result from (3)")
    parser.add_argument("--threads", type=parse_list, metavar="N,M",
                        help="threads of every worker (1,2; 1 where there is one core)")
    parser.add_argument("--build", type=Path, default=ROOT / "build/release", metavar="DIR",
                        help="build folder (build/release)")
    parser.add_argument("--output", type=Path, default=ROOT / "build/benchmarks", metavar="DIR",
                        help="where the reports go (build/benchmarks)")
    parser.add_argument("--quick", action="store_true",
                        help=f"{', '.join(QUICK_MODELS)} only, 3 rounds, 1 start: does it work?")
    arguments = parser.parse_args()
    quick = arguments.quick
    arguments.models = arguments.models or (QUICK_MODELS if quick else list(MODELS))
    arguments.rounds = arguments.rounds or (3 if quick else 20)
    arguments.starts = arguments.starts or (1 if quick else 3)
    check_arguments(parser, arguments)
    return arguments


def check_arguments(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    for name in arguments.models:
        if name not in MODELS:
            parser.error(f"--models: there is no {name}; choose from {', '.join(MODELS)}")
    cores = len(os.sched_getaffinity(0))
    threads = arguments.threads or ["1", "2"][:cores]
    if not all(text.isdigit() and 1 <= int(text) <= cores for text in threads):
        parser.error(f"--threads are numbers from 1 to {cores}, the cores of this machine")
    arguments.threads = [int(text) for text in threads]
    arguments.build = arguments.build.resolve()


def prepare(names: list[str], tools: Tools) -> dict[str, Files]:
    """Before anything is measured, so that what is wrong shows early."""
    prepared = {}
    for name in names:
        print(f"benchmark: preparing {name}", file=sys.stderr)
        files = write_model(MODELS[name], tools.folder / name, tools.node_modules)
        import_onnx(tools, files.onnx, files.mlir)
        prepared[name] = files
    return prepared


def main() -> None:
    arguments = parse_arguments()
    # Workers that are stopped would outlive this process.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    tools = Tools(arguments.build)
    build_tools(tools)
    install_node_modules(tools)
    measurements: list[Measurement] = []
    prepared = prepare(arguments.models, tools)
    watch = Watch()
    for name, files in prepared.items():
        print(f"benchmark: measuring {name}", file=sys.stderr)
        measurements += measure(MODELS[name], files, tools, arguments)
    paths = write_reports(measurements, watch.get_share_of_others(), arguments)
    print(paths[0].read_text(), end="")
    print(f"benchmark: wrote {', '.join(os.path.relpath(path) for path in paths)}",
          file=sys.stderr)
    wrong = [m.describe() for m in measurements if not m.is_correct()]
    if wrong:
        die(f"wrong results: {'; '.join(wrong)}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        die(str(error))

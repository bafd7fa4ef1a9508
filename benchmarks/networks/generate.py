#!/usr/bin/env python3
"""Write a network as ONNX, with seeded weights.

The same seed makes the same network, but for the rounding of its BatchNorm statistics.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import onnx

from architectures import ARCHITECTURES
from graph import Network


def generate(name: str, seed: int) -> onnx.ModelProto:
    architecture = ARCHITECTURES[name]
    network = Network(name, seed, architecture.input_shape, architecture.calibration_shape)
    architecture.build(network)
    return network.build()


def save(model: onnx.ModelProto, path: Path) -> None:
    """All of it or nothing."""
    partial = path.with_name(path.name + ".partial")
    try:
        onnx.save(model, partial)
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=ARCHITECTURES, metavar="NAME",
                        help=f"one of {', '.join(ARCHITECTURES)}")
    parser.add_argument("output", type=Path, metavar="OUTPUT.onnx")
    parser.add_argument("--seed", type=int, default=0, help="0 or more (%(default)s)")
    arguments = parser.parse_args()
    if arguments.seed < 0:
        parser.error("--seed is 0 or more")
    try:
        save(generate(arguments.name, arguments.seed), arguments.output)
    except OSError as error:
        sys.exit(f"generate: error: {error}")


if __name__ == "__main__":
    main()

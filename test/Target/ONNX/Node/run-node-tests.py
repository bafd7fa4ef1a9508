#!/usr/bin/env python3
"""Runs ONNX's backend tests without lit, and counts.

    run-node-tests.py TESTDATA TOOLS WORK_DIR [--filter=REGEX] [-v]
                      [--unclaimed] [--write-models] [--open-batch]

Prints a line for each test that fails, and how many passed, were refused on
purpose and were not run, with the reasons. -v prints all that the tools say.

With --unclaimed it is the models of other operators: they have to be refused.
With --write-models the models are written to the folder and not run. With
--open-batch the first extent of inputs is left open: the models are refused, or
the results are the same.
"""

import argparse
import collections
import concurrent.futures
import os
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True

import node_case
import operators
from node_case import Case, Failure, Refused, Runner

TIMEOUT = 600


def make_runner(args: argparse.Namespace, case: Case) -> Runner:
    return Runner(args.tools, os.path.join(args.work, case.name), TIMEOUT)


def run_claimed(args: argparse.Namespace, case: Case) -> str:
    """Says what became of the test."""
    if reason := node_case.find_reason(case.name):
        return f"not run: {reason}"
    if refusal := node_case.find_refusal(case.name):
        make_runner(args, case).refuse(case, refusal[1])
        return f"refused: {refusal[0]}"
    make_runner(args, case).run(case)
    return "passed"


def run_open_batch(args: argparse.Namespace, case: Case) -> str:
    if node_case.find_reason(case.name) or node_case.find_refusal(case.name):
        return "not run"
    case.has_open_batch = True
    try:
        make_runner(args, case).run(case)
        return "passed"
    except Refused:
        return "refused"


def run_unclaimed(args: argparse.Namespace, case: Case) -> str:
    result = make_runner(args, case).translate(case, case.model)
    if result.returncode == 0:
        raise Failure(f"imported, but CLAIMED lacks {case.operators - operators.CLAIMED}")
    node_case.check_refusal(result, "")
    return "refused"


def write_model(args: argparse.Namespace, case: Case) -> str:
    model, _ = node_case.prepare(case)
    Path(args.work).mkdir(parents=True, exist_ok=True)
    path = Path(args.work, case.name.replace("/", "-") + ".onnx")
    path.write_bytes(model.SerializeToString())
    return "written"


def run(args: argparse.Namespace, case: Case) -> tuple[Case, str]:
    action = run_claimed
    if args.unclaimed:
        action = run_unclaimed
    elif args.write_models:
        action = write_model
    elif args.open_batch:
        action = run_open_batch
    try:
        return case, action(args, case)
    except Failure as failure:
        if args.verbose:
            print("\n".join(case.log))
        message = str(failure)
        if not args.verbose:
            said = [line.partition("error: ")[2] for line in "\n".join(case.log).splitlines()]
            message = ": ".join([message.splitlines()[0], *filter(None, said)])
        print(f"{case.name}: {message}", flush=True)
        return case, "failed"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("testdata")
    parser.add_argument("tools")
    parser.add_argument("work")
    parser.add_argument("--filter", default="")
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("--unclaimed", action="store_true")
    parser.add_argument("--write-models", action="store_true")
    parser.add_argument("--open-batch", action="store_true")
    args = parser.parse_args()

    cases = [case for case in node_case.load_all(args.testdata)
             if case.is_claimed() != args.unclaimed and re.search(args.filter, case.name)]
    counts: collections.Counter[str] = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for _, outcome in pool.map(lambda case: run(args, case), cases):
            counts[outcome] += 1
    print(f"{len(cases)} tests")
    for outcome, count in sorted(counts.items()):
        print(f"{count:5} {outcome}")
    return counts["failed"] != 0


if __name__ == "__main__":
    sys.exit(main())

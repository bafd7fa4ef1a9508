"""check-resize-conv.py WORK_DIR: tosa.resize and convolutions, before and after fold-resize-conv, against f64.

What the pass makes may not be further from the reference than twice as much as the module was.
"""

import sys

import numpy as np

from resize_conv import TYPES, Case, Resize, run

work = sys.argv[1]
rng = np.random.default_rng(7)
nearest, linear = Resize.nearest, Resize.linear
NEAREST, BILINEAR = "NEAREST_NEIGHBOR", "BILINEAR"


def make(name, mode, rows, columns, size, kernel, pad, type="f32", channels=24, outputs=8, **options):
    def draw(*shape):
        return rng.normal(size=shape).astype(TYPES[type])

    depthwise = options.get("depthwise", False)
    weight = draw(*kernel, channels, 1) if depthwise else draw(outputs, *kernel, channels)
    return Case(name, mode, rows, columns, draw(2, *size, channels), weight,
                draw(channels if depthwise else outputs), pad, **options)


none, one = (0,) * 4, (1,) * 4
batch_norm = (("add", rng.normal(size=24).astype("f2")), ("mul", rng.normal(size=24).astype("f2")), ("clamp", 0, 6))
relu6 = (("clamp", 0, 6),)
cases = [
    make("nearest-1x1", NEAREST, nearest(2, 10), nearest(3, 21, True), (5, 7), (1, 1), none),
    make("nearest-1x1-any-scale", NEAREST, Resize(7, 4, -1, 11), Resize(5, 3, 2, 9), (6, 6), (1, 1), none),
    make("nearest-1x1-batch-norm", NEAREST, nearest(2, 10), nearest(2, 14), (5, 7), (1, 1), none,
         before=batch_norm, after=relu6),
    make("bilinear-1x1", BILINEAR, linear(2, 10), linear(2, 14), (5, 7), (1, 1), none),
    make("bilinear-1x1-any-scale", BILINEAR, Resize(7, 4, -5, 11), Resize(5, 3, 2, 9), (6, 6), (1, 1), none),
    make("bilinear-1x1-affine", BILINEAR, linear(3, 15), linear(2, 14), (5, 7), (1, 1), none,
         before=batch_norm[:2], after=relu6),
    make("bilinear-1x1-f16", BILINEAR, linear(2, 10), linear(2, 14), (5, 7), (1, 1), none, "f16"),
    make("depthwise-1x1", BILINEAR, linear(2, 10), linear(2, 14), (5, 7), (1, 1), none, depthwise=True),
    make("3x3-by-2", NEAREST, nearest(2, 10), nearest(2, 14, True), (5, 7), (3, 3), one),
    make("3x3-by-2-f16", NEAREST, nearest(2, 10), nearest(2, 14), (5, 7), (3, 3), one, "f16"),
    make("3x3-by-3", NEAREST, nearest(3, 15), nearest(3, 21, True), (5, 7), (3, 3), one),
    make("3x3-by-2-and-3", NEAREST, nearest(2, 10), nearest(3, 21), (5, 7), (3, 3), one, before=batch_norm,
         after=relu6),
    make("5x5-by-2", NEAREST, nearest(2, 10), nearest(2, 14), (5, 7), (5, 5), (2,) * 4),
    make("5x5-by-3-f16", NEAREST, nearest(3, 15), nearest(3, 21), (5, 7), (5, 5), (2,) * 4, "f16"),
    # An odd result, padding that is not the same on any two sides, more of it than the kernel is large.
    make("3x3-odd-pads", NEAREST, nearest(2, 10), nearest(2, 14), (5, 7), (3, 3), (0, 1, 2, 4)),
    make("5x4-odd-pads", NEAREST, nearest(2, 10), nearest(3, 21), (5, 7), (5, 4), (3, 1, 0, 7)),
    # The last row is there once.
    make("3x3-cut", NEAREST, nearest(2, 9), nearest(2, 14), (5, 7), (3, 3), (2, 0, 1, 1)),
    # And more rows are computed than are there, so that no phase ends before the image does.
    make("4x3-cut", NEAREST, nearest(2, 9), nearest(2, 14), (5, 7), (4, 3), (0, 0, 1, 1)),
    make("depthwise-9x9", NEAREST, nearest(2, 10), nearest(2, 14), (5, 7), (9, 9), (4,) * 4, depthwise=True),
]

failures = []
for case in cases:
    errors, largest, remarks = run(case, work)
    before, after = errors
    print(f"{case.name}: {before:.2g} -> {after:.2g} of {largest:.2g}")
    if "[Passed]" not in remarks:
        failures.append(f"{case.name}: not rewritten")
    # Where the module happens to be exact, one rounding is allowed.
    allowed = max(2 * before, np.finfo(case.x.dtype).eps * largest / 2)
    if not after <= allowed or not largest > 1:
        failures.append(f"{case.name}: error {after}, before {before}, largest number {largest}")

print("\n".join(failures) or f"all {len(cases)} agree")
sys.exit(bool(failures))

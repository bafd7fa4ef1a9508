"""check-moved-batch-norm.py WORK_DIR [NAME…]: BatchNorms that fold-conv-bn moves, before and after, against f64.

What the pass makes may not be further from the reference than twice as much as the module was.
"""

import subprocess
import sys

import numpy as np

from moved_batch_norm import TYPES, Linalg, Tosa
from resize_conv import Resize

cases = []


def case(cls, *types, moved=True):
    """A function that makes the results of a case from a builder; `moved`: whether a BatchNorm is moved."""
    def add(function):
        cases.append((function.__name__, cls, types or ("f32", "f16"), moved, function))
        return function
    return add


# Before a convolution.

@case(Tosa)
def tosa_before_valid(b):
    return b.conv(b.batch_norm(b.argument(2, 7, 9, 5)), 6, (3, 2), stride=(2, 1), dilation=(1, 3))

@case(Tosa)
def tosa_before_padded(b):
    return b.conv(b.batch_norm(b.argument(3, 7, 9, 5)), 3, (3, 2), pad=(1, 1, 0, 3), stride=(2, 1), dilation=(2, 1))

@case(Tosa)
def tosa_before_padded_with_many_channels(b):
    return b.conv(b.batch_norm(b.argument(1, 7, 9, 3)), 8, (3, 3), pad=(1, 1, 1, 1))

@case(Tosa)
def tosa_before_depthwise(b):
    return b.conv(b.batch_norm(b.argument(2, 7, 9, 5)), 2, (3, 3), stride=(1, 2), depthwise=True)

@case(Tosa)
def tosa_before_padded_depthwise(b):
    return b.conv(b.batch_norm(b.argument(2, 7, 9, 5)), 1, (3, 3), pad=(0, 1, 2, 1), depthwise=True)

@case(Tosa)
def tosa_before_pad(b):
    x = b.pad(b.batch_norm(b.argument(3, 7, 9, 5)), (0, 0, 1, 2, 0, 1, 0, 0))
    return b.conv(x, 3, (3, 3), pad=(0, 1, 0, 0))

@case(Tosa)
def tosa_before_transposed(b):
    x = b.argument(2, 5, 4, 3)
    return b.transpose_conv(b.batch_norm(x, shift=False), 4, (3, 2), (0, 1, 0, 0), (2, 1))

@case(Tosa)
def tosa_input_normalisation(b):
    return b.conv(b.batch_norm(b.argument(1, 7, 9, 3), [0.0171, 0.0175, 0.0174], [-2.1, -2.0, -1.8]), 4, (3, 3))

@case(Tosa)
def tosa_zero_scale_before(b):
    return b.conv(b.batch_norm(b.argument(1, 7, 9, 3), [0.0, -1.5, 2.0]), 4, (3, 2))

@case(Linalg)
def linalg_before_valid(b):
    return b.conv(b.batch_norm(b.argument(2, 5, 9, 7)), 6, (3, 2), stride=(2, 1), dilation=(1, 3))

@case(Linalg)
def linalg_before_pad(b):
    x = b.pad(b.batch_norm(b.argument(2, 5, 9, 7)), (0, 0, 1, 0), (0, 0, 2, 1))
    return b.conv(x, 3, (3, 2), stride=(1, 2))

@case(Linalg, moved=False)
def linalg_before_grouped(b):
    return b.grouped_conv(b.batch_norm(b.argument(2, 3, 4, 9, 7), dims=(1, 2)), 5, (3, 2), (2, 1))

@case(Linalg)
def linalg_before_depthwise(b):
    return b.depthwise_conv(b.batch_norm(b.argument(2, 5, 9, 7)), (3, 2), (1, 2))

@case(Linalg)
def linalg_before_matmul(b):
    return b.matmul(b.batch_norm(b.argument(7, 5)), 9)

@case(Tosa)
def tosa_before_two_convs(b):
    x = b.batch_norm(b.argument(1, 7, 9, 5))
    return b.concat(b.conv(x, 3), b.conv(x, 4))


# Behind an activation.

@case(Tosa)
def tosa_relu(b):
    return b.batch_norm(b.relu(b.conv(b.argument(1, 7, 9, 5), 6, (3, 3), pad=(1, 0, 2, 1))), b.positive(6))

@case(Tosa)
def tosa_relu_zero_scale(b):
    return b.batch_norm(b.relu(b.conv(b.argument(1, 7, 9, 5), 3)), [0.0, 1.5, 2.0])

@case(Tosa)
def tosa_relu_then_conv(b):
    x = b.relu(b.conv(b.argument(2, 7, 9, 5), 6, (3, 3)))
    return b.conv(b.batch_norm(x), 4, (2, 2))

@case(Tosa)
def tosa_relu_then_padded_conv(b):
    x = b.relu(b.conv(b.argument(1, 7, 9, 5), 6, (3, 3)))
    return b.conv(b.batch_norm(x), 2, (3, 3), pad=(1, 1, 1, 1))

@case(Tosa)
def tosa_relu6_uniform(b):
    return b.batch_norm(b.clamp(b.conv(b.argument(1, 7, 9, 5), 6), 0.0, 6.0), [0.3])

@case(Tosa, moved=False)
def tosa_clamp_of_both_signs(b):
    return b.batch_norm(b.clamp(b.conv(b.argument(1, 7, 9, 5), 6), -1.5, 2.5), [1.7], [0.6])

@case(Tosa)
def tosa_leaky(b):
    return b.batch_norm(b.leaky(b.conv(b.argument(1, 7, 9, 5), 6), 0.1), b.positive(6))

@case(Tosa)
def tosa_prelu(b):
    x = b.conv(b.argument(1, 7, 9, 5), 6)
    return b.batch_norm(b.leaky(x, b.draw(1, 1, 1, 6)), b.positive(6))

@case(Linalg, moved=False)
def linalg_relu(b):
    return b.batch_norm(b.relu(b.conv(b.argument(1, 5, 9, 7), 6, (3, 3))), b.positive(6))

@case(Linalg)
def linalg_relu_then_conv(b):
    return b.conv(b.batch_norm(b.relu(b.conv(b.argument(1, 5, 9, 7), 6, (3, 3)))), 4, (2, 2))

@case(Linalg, moved=False)
def linalg_leaky_select(b):
    return b.batch_norm(b.leaky(b.conv(b.argument(1, 5, 9, 7), 6), "select"), b.positive(6))

@case(Linalg, moved=False)
def linalg_leaky_maximum(b):
    return b.batch_norm(b.leaky(b.conv(b.argument(1, 5, 9, 7), 6), "maximum"), b.positive(6))


# Behind what works along space.

@case(Tosa)
def tosa_max_pool(b):
    x = b.conv(b.argument(1, 9, 11, 5), 6)
    return b.batch_norm(b.pool("max", x, (3, 2), (2, 3), (1, 1, 0, 0)), b.positive(6))

@case(Tosa, moved=False)
def tosa_max_pool_negative(b):
    return b.batch_norm(b.pool("max", b.conv(b.argument(1, 9, 9, 5), 6), (3, 3), (2, 2)))

@case(Tosa)
def tosa_avg_pool(b):
    x = b.conv(b.argument(1, 9, 11, 5), 6)
    return b.batch_norm(b.pool("avg", x, (3, 3), (2, 2), (1, 1, 1, 1)))

@case(Tosa)
def tosa_avg_pool_before_conv(b):
    x = b.batch_norm(b.argument(1, 9, 11, 5))
    return b.conv(b.pool("avg", x, (3, 3), (2, 2), (1, 1, 1, 1)), 4, (2, 2))

@case(Linalg)
def linalg_max_pool(b):
    return b.batch_norm(b.pool("max", b.conv(b.argument(1, 5, 9, 11), 6), (3, 2), (2, 3)), b.positive(6))

@case(Linalg)
def linalg_mean(b):
    x = b.pool("sum", b.conv(b.argument(1, 5, 9, 11), 6), (3, 3), (2, 2))
    mean = b.unary(x, [f"%n = arith.constant 9.0 : {b.type}", f"%r = arith.divf %a, %n : {b.type}"], lambda v: v / 9)
    return b.batch_norm(mean)

@case(Tosa)
def tosa_pad_scale(b):
    x = b.pad(b.conv(b.argument(1, 5, 7, 5), 6), (0, 0, 1, 0, 2, 1, 0, 0))
    return b.batch_norm(x, shift=False)

@case(Tosa, moved=False)
def tosa_pad_uniform(b):
    x = b.pad(b.conv(b.argument(1, 5, 7, 5), 6), (0, 0, 1, 0, 2, 1, 0, 0), 0.5)
    return b.batch_norm(x, [-1.5], [0.7])

@case(Linalg, moved=False)
def linalg_pad_uniform(b):
    x = b.pad(b.conv(b.argument(1, 5, 9, 7), 6), (0, 0, 1, 0), (0, 0, 2, 1), 0.5)
    return b.batch_norm(x, [-1.5] * 6, [0.7] * 6)

@case(Tosa)
def tosa_nearest(b):
    x = b.conv(b.argument(1, 5, 7, 5), 6)
    return b.batch_norm(b.resize(x, "NEAREST_NEIGHBOR", Resize.nearest(2, 10), Resize.nearest(3, 21, True)))

@case(Tosa)
def tosa_bilinear(b):
    x = b.conv(b.argument(1, 5, 7, 5), 6)
    return b.batch_norm(b.resize(x, "BILINEAR", Resize.linear(2, 10), Resize(5, 3, 2, 9)))

@case(Tosa)
def tosa_reduce_sum(b):
    return b.batch_norm(b.reduce("sum", b.conv(b.argument(2, 5, 7, 5), 6), 2))

@case(Tosa)
def tosa_reduce_max(b):
    return b.batch_norm(b.reduce("max", b.conv(b.argument(2, 5, 7, 5), 6), 1), b.positive(6))

@case(Tosa, moved=False)
def tosa_reduce_min_negative(b):
    return b.batch_norm(b.reduce("min", b.conv(b.argument(2, 5, 7, 5), 6), 1))


# Where branches meet or part.

@case(Tosa)
def tosa_concat(b):
    x = b.argument(1, 7, 9, 5)
    return b.batch_norm(b.concat(b.conv(x, 3, (3, 3), pad=(1, 1, 1, 1)), b.conv(x, 4), b.conv(x, 1)))

@case(Tosa)
def tosa_concat_with_argument(b):
    x = b.argument(1, 7, 9, 5)
    return b.batch_norm(b.concat(b.conv(x, 6), b.argument(1, 7, 9, 2)))

@case(Tosa)
def tosa_concat_with_constant(b):
    x = b.argument(1, 7, 9, 5)
    return b.batch_norm(b.concat(b.conv(x, 6), b.constant(b.draw(1, 7, 9, 1))))

@case(Tosa)
def tosa_concat_of_one_value(b):
    x = b.conv(b.argument(1, 7, 9, 5), 3)
    return b.batch_norm(b.concat(b.pool("avg", x, (2, 2), (1, 1)), b.pool("avg", x, (2, 2), (1, 1))))

@case(Tosa, moved=False)
def tosa_concat_of_one_value_twice(b):
    x = b.conv(b.argument(1, 7, 9, 40), 3)
    return b.batch_norm(b.concat(x, x))

@case(Tosa, moved=False)
def tosa_twice_and_shift(b):
    x = b.pool("max", b.conv(b.argument(1, 7, 9, 40), 3), (2, 2), (1, 1))
    return b.batch_norm(b.pool("max", b.add(x, x), (2, 2), (1, 1)), scale=False)

@case(Linalg)
def linalg_concat(b):
    x = b.argument(1, 5, 9, 7)
    return b.batch_norm(b.concat(b.conv(x, 3), b.conv(x, 4)))

@case(Linalg)
def linalg_insert_slices(b):
    x = b.argument(1, 5, 9, 7)
    return b.batch_norm(b.insert_slices(b.conv(x, 3), b.conv(x, 4), b.conv(x, 2)))

@case(Tosa)
def tosa_slice_one_part(b):
    x = b.conv(b.argument(1, 7, 9, 5), 6)
    first, second = (b.slice(x, (0, 0, 0, c), (1, 7, 9, 3)) for c in (0, 3))
    return b.batch_norm(first), second

@case(Tosa)
def tosa_slice_both_parts(b):
    x = b.conv(b.argument(1, 7, 9, 5), 6)
    return tuple(b.batch_norm(b.slice(x, (0, 0, 0, c), (1, 7, 9, n))) for c, n in ((0, 2), (2, 4)))

@case(Linalg)
def linalg_slice_both_parts(b):
    x = b.conv(b.argument(1, 5, 9, 7), 6)
    return tuple(b.batch_norm(b.extract_slice(x, (0, c, 0, 0), (1, n, 9, 7))) for c, n in ((0, 2), (2, 4)))

@case(Tosa)
def tosa_pixel_shuffle(b):
    x = b.relu(b.conv(b.argument(1, 3, 5, 5), 12))
    x = b.transpose(b.reshape(x, 1, 3, 5, 2, 2, 3), 0, 1, 3, 2, 4, 5)
    return b.batch_norm(b.reshape(x, 1, 6, 10, 3), b.positive(3))

@case(Linalg, moved=False)
def linalg_pixel_shuffle(b):
    x = b.expand(b.relu(b.conv(b.argument(1, 5, 5, 3), 12)), "[[0], [1, 2, 3], [4], [5]]", (1, 3, 2, 2, 5, 3))
    x = b.transpose(x, 0, 1, 4, 2, 5, 3)
    return b.batch_norm(b.collapse(x, "[[0], [1], [2, 3], [4, 5]]", (1, 3, 10, 6)), b.positive(3))

@case(Tosa)
def tosa_residual(b):
    x = b.argument(1, 7, 9, 5)
    return b.batch_norm(b.add(b.conv(x, 6), b.conv(x, 6, (3, 3), pad=(1, 1, 1, 1))))

@case(Tosa, moved=False)
def tosa_residual_identity(b):
    x = b.argument(1, 7, 9, 5)
    return b.batch_norm(b.add(b.conv(x, 5), x))

@case(Linalg)
def linalg_residual(b):
    x = b.argument(1, 5, 9, 7)
    return b.batch_norm(b.add(b.conv(x, 6), b.conv(x, 6)))

@case(Tosa)
def tosa_copied_conv(b):
    x = b.conv(b.argument(1, 7, 9, 5), 6)
    return b.batch_norm(b.pool("max", x, (3, 3), (1, 1)), b.positive(6)), x

@case(Tosa)
def tosa_everything(b):
    """relu, concatenation, mean, residual: BatchNorm before and behind."""
    x = b.argument(1, 8, 10, 5)
    left = b.relu(b.conv(b.batch_norm(x), 6, (3, 3), pad=(1, 1, 1, 1)))
    right = b.add(b.conv(x, 4), b.conv(x, 4, (3, 3), pad=(1, 1, 1, 1)))
    y = b.batch_norm(b.concat(b.pool("avg", left, (2, 2), (2, 2)), b.pool("max", right, (2, 2), (2, 2))),
                     b.positive(10))
    return b.conv(b.clamp(y, -3.0, 3.0), 7, (2, 3))


def run(path, module, builder):
    arguments = [f"--input={path}.x{i}.npy" for i in range(len(builder.arguments))]
    outputs = [f"{path}.y{i}.npy" for i in range(len(builder.results))]
    subprocess.run(["fold-run", module, "--no-fold", "--no-fuse", "--threads=1", f"--entry={builder.name}", *arguments,
                    *[f"--output={o}" for o in outputs]], check=True, stdout=subprocess.DEVNULL)
    return [np.load(o).astype("f8") for o in outputs]


def check(path, builder, results, moved, failures):
    before, after = f"{path}.mlir", f"{path}.after.mlir"
    open(before, "w").write(builder.finish(*results))
    remarks = subprocess.run(
        ["fold-opt", before, "--fold-conv-bn", "-o", after, "--remarks-filter=fold-conv-bn",
         "--remark-format=emitRemark"], check=True, stderr=subprocess.PIPE, text=True).stderr
    for i, argument in enumerate(builder.arguments):
        np.save(f"{path}.x{i}.npy", argument.data.astype(TYPES[builder.type]))
    pairs = [run(path, module, builder) for module in (before, after)]
    for i, (result, old, new) in enumerate(zip(results, *pairs)):
        largest = np.abs(result.data).max()
        errors = [np.abs(y - result.data).max() for y in (old, new)]
        print(f"{builder.name}[{i}]: {errors[0]:.2g} -> {errors[1]:.2g} of {largest:.2g}")
        # Where the module happens to be exact, one rounding is allowed.
        allowed = max(2 * errors[0], np.finfo(TYPES[builder.type]).eps * largest / 2)
        if not errors[1] <= allowed or not largest > 0.5:
            failures.append(f"{builder.name}[{i}]: error {errors[1]}, before {errors[0]}, largest {largest}")
    if ('Remark="moved' in remarks) != moved:
        failures.append(f"{builder.name}: {'not moved' if moved else 'moved'}\n{remarks}")


def main(work, names):
    failures, count = [], 0
    for number, (name, cls, types, moved, function) in enumerate(cases):
        for type in types:
            if names and name not in names:
                continue
            builder = cls(f"{name}_{type}", type, seed=number)
            results = function(builder)
            check(f"{work}/{builder.name}", builder, results if isinstance(results, tuple) else (results,), moved,
                  failures)
            count += 1
    print("\n".join(failures) or f"all {count} agree")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))

"""A resize and a convolution as a tosa module, and what numpy makes of it in f64."""

import subprocess
from dataclasses import dataclass

import numpy as np

TYPES = {"f32": np.float32, "f16": np.float16}


@dataclass
class Resize:
    """One dimension: output i reads at (i * denominator + offset) / numerator."""

    numerator: int
    denominator: int
    offset: int
    size: int  # of the result

    @staticmethod
    def nearest(factor, size, half_pixel=False):
        """Output i is input floor(i / factor)."""
        return Resize(2 * factor, 2, (1 if half_pixel else 0) - factor, size)

    @staticmethod
    def linear(factor, size):
        """Half-pixel centers."""
        return Resize(2 * factor, 2, 1 - factor, size)

    def get_matrix(self, input_size, mode):
        """Row i: what input each output i is made of."""
        matrix = np.zeros((self.size, input_size))
        for i in range(self.size):
            x = i * self.denominator + self.offset
            first, rest = divmod(x, self.numerator)
            clamp = lambda j: min(max(j, 0), input_size - 1)
            if mode == "NEAREST_NEIGHBOR":
                matrix[i, clamp(first + (2 * rest >= self.numerator))] = 1
            else:
                matrix[i, clamp(first)] += 1 - rest / self.numerator
                matrix[i, clamp(first + 1)] += rest / self.numerator
        return matrix


@dataclass
class Case:
    name: str
    mode: str
    rows: Resize
    columns: Resize
    x: np.ndarray  # NHWC
    weight: np.ndarray  # OHWI, depthwise: HWCM
    bias: np.ndarray
    pad: tuple  # top, bottom, left, right
    depthwise: bool = False
    # Elementwise ops: ("clamp", min, max) or ("add" or "mul", one number per channel).
    before: tuple = ()
    after: tuple = ()

    @property
    def type(self):
        return {np.dtype(t): n for n, t in TYPES.items()}[self.x.dtype]

    @property
    def kernel(self):
        return self.weight.shape[:2] if self.depthwise else self.weight.shape[1:3]

    def get_reference(self):
        image = np.einsum("nhwc,yh,xw->nyxc", self.x.astype("f8"),
                          self.rows.get_matrix(self.x.shape[1], self.mode),
                          self.columns.get_matrix(self.x.shape[2], self.mode))
        image = apply_elementwise(self.before, image)
        top, bottom, left, right = self.pad
        image = np.pad(image, ((0, 0), (top, bottom), (left, right), (0, 0)))
        windows = np.lib.stride_tricks.sliding_window_view(image, self.kernel, axis=(1, 2))
        if self.depthwise:
            y = np.einsum("nyxcij,ijcm->nyxcm", windows, self.weight.astype("f8"))
            y = y.reshape(*y.shape[:3], -1)
        else:
            y = np.einsum("nyxcij,oijc->nyxo", windows, self.weight.astype("f8"), optimize=True)
        return apply_elementwise(self.after, y + self.bias.astype("f8"))

    def get_module(self):
        tensor = lambda shape: f"tensor<{'x'.join(map(str, shape))}x{self.type}>"
        lines = []
        count = 0

        def constant(value):
            nonlocal count
            count += 1
            value = np.ascontiguousarray(value, self.x.dtype)
            lines.append(f'%c{count} = "tosa.const"() <{{values = dense<"0x{value.tobytes().hex()}"> : '
                         f"{tensor(value.shape)}}}> : () -> {tensor(value.shape)}")
            return f"%c{count}"

        def shape(numbers):
            nonlocal count
            count += 1
            lines.append(f"%s{count} = tosa.const_shape {{values = dense<{list(numbers)}> : "
                         f"tensor<{len(numbers)}xindex>}} : () -> !tosa.shape<{len(numbers)}>")
            return f"%s{count}"

        def elementwise(steps, value, extents):
            nonlocal count
            for kind, *numbers in steps:
                count += 1
                result, type = f"%e{count}", tensor(extents)
                if kind == "clamp":
                    low, high = (f"{float(v):e} : {self.type}" for v in numbers)
                    lines.append(f"{result} = tosa.clamp {value} {{min_val = {low}, max_val = {high}}} : "
                                 f"({type}) -> {type}")
                else:
                    other = np.reshape(numbers[0], (1, 1, 1, -1))
                    name = constant(other)
                    other = tensor(other.shape)
                    shift = ", %shift" if kind == "mul" else ""
                    shift_type = ", tensor<1xi8>" if kind == "mul" else ""
                    lines.append(f"{result} = tosa.{kind} {value}, {name}{shift} : "
                                 f"({type}, {other}{shift_type}) -> {type}")
                value = result
            return value

        lines.append('%shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>')
        small = self.x.shape
        large = (small[0], self.rows.size, self.columns.size, small[3])
        axes = (self.rows, self.columns)
        borders = [(a.size - 1) * a.denominator - (n - 1) * a.numerator + a.offset
                   for a, n in zip(axes, small[1:3])]
        operands = [shape([n for a in axes for n in (a.numerator, a.denominator)]),
                    shape([a.offset for a in axes]), shape(borders)]
        lines.append(f"%large = tosa.resize %x, {', '.join(operands)} {{mode = {self.mode}}} : ({tensor(small)}, "
                     f"!tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> {tensor(large)}")
        value = elementwise(self.before, "%large", large)
        zero, weight, bias = constant([0]), constant(self.weight), constant(self.bias)
        extents = self.get_reference().shape
        name = "depthwise_conv2d" if self.depthwise else "conv2d"
        lines.append(f"%y = tosa.{name} {value}, {weight}, {bias}, {zero}, {zero} {{acc_type = f32, "
                     f"dilation = array<i64: 1, 1>, pad = array<i64: {', '.join(map(str, self.pad))}>, "
                     f"stride = array<i64: 1, 1>}} : ({tensor(large)}, {tensor(self.weight.shape)}, "
                     f"{tensor(self.bias.shape)}, {tensor([1])}, {tensor([1])}) -> {tensor(extents)}")
        value = elementwise(self.after, "%y", extents)
        return "\n  ".join([f"func.func @main(%x: {tensor(small)}) -> {tensor(extents)} {{", *lines,
                            f"return {value} : {tensor(extents)}"]) + "\n}\n"


def apply_elementwise(steps, image):
    for kind, *numbers in steps:
        if kind == "clamp":
            image = np.clip(image, *numbers)
        else:
            image = {"add": np.add, "mul": np.multiply}[kind](image, np.asarray(numbers[0], "f8"))
    return image


def run(case, work):
    """The largest errors of the module and of what the pass makes of it; what the pass says."""
    path = f"{work}/{case.name}"
    np.save(f"{path}.x.npy", case.x)
    open(f"{path}.mlir", "w").write(case.get_module())
    remarks = subprocess.run(
        ["fold-opt", f"{path}.mlir", "--fold-resize-conv", "-o", f"{path}.folded.mlir",
         "--remarks-filter=fold-resize-conv", "--remark-format=emitRemark"],
        check=True, stderr=subprocess.PIPE, text=True).stderr
    results = []
    for module in (f"{path}.mlir", f"{path}.folded.mlir"):
        subprocess.run(["fold-run", module, "--no-fold", "--threads=1", f"--input={path}.x.npy",
                        f"--output={path}.y.npy"], check=True)
        results.append(np.load(f"{path}.y.npy"))
    reference = case.get_reference()
    errors = [np.abs(result.astype("f8") - reference).max() for result in results]
    return errors, np.abs(reference).max(), remarks

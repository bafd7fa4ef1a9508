"""A builder of ONNX networks with seeded weights and plausible BatchNorm statistics.

Every layer is computed while it is appended, on a few random images. BatchNorm's running statistics
are those of what it is given there, a little off, as after training: activations neither explode
nor vanish with depth.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

OPSET = 13
NUM_IMAGES = 2


@dataclass(frozen=True)
class Tensor:
    """A tensor of the graph, and its values for the random images."""
    name: str
    values: np.ndarray

    @property
    def channels(self) -> int:
        return self.values.shape[1]


def get_windows(values: np.ndarray, kernel: int, stride: int, padding: int,
                fill: float) -> np.ndarray:
    """N x C x H x W x kernel x kernel: what each element of a convolution or pool sees."""
    padded = np.pad(values, ((0, 0), (0, 0), (padding, padding), (padding, padding)),
                    constant_values=fill)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (kernel, kernel), axis=(2, 3))
    return windows[:, :, ::stride, ::stride]


def convolve(values: np.ndarray, weight: np.ndarray, stride: int, padding: int,
             groups: int) -> np.ndarray:
    windows = get_windows(values, weight.shape[2], stride, padding, fill=0)
    parts = [np.tensordot(filters, inputs, axes=([1, 2, 3], [1, 4, 5])) for filters, inputs in
             zip(np.split(weight, groups), np.split(windows, groups, axis=1))]
    return np.concatenate(parts).swapaxes(0, 1)


def sigmoid(values: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-values))


def double_linearly(values: np.ndarray, axis: int) -> np.ndarray:
    """Twice as many elements, each a quarter of an element away from an old one."""
    count = values.shape[axis]
    before = values.take(np.maximum(np.arange(count) - 1, 0), axis)
    after = values.take(np.minimum(np.arange(count) + 1, count - 1), axis)
    pairs = np.stack([0.75 * values + 0.25 * before, 0.75 * values + 0.25 * after], axis + 1)
    return pairs.reshape(*values.shape[:axis], 2 * count, *values.shape[axis + 1:])


def per_channel(parameter: np.ndarray) -> np.ndarray:
    return parameter[:, None, None]


class Network:
    """Layers append nodes; those with parameters are named as their modules in PyTorch."""

    def __init__(self, name: str, seed: int, input_shape: tuple[int, ...],
                 calibration_shape: tuple[int, ...] | None = None):
        """A network that takes any image may be computed on smaller ones than it is for."""
        self.name = name
        self.seed = seed
        self.nodes: list[onnx.NodeProto] = []
        self.initializers: dict[str, onnx.TensorProto] = {}
        self.outputs: list[onnx.ValueInfoProto] = []
        shape = (NUM_IMAGES, *(calibration_shape or input_shape)[1:])
        self.input = Tensor("input", self._draw("input", shape, std=1))
        self.input_info = helper.make_tensor_value_info(
            self.input.name, TensorProto.FLOAT, input_shape)

    def build(self) -> onnx.ModelProto:
        graph = helper.make_graph(self.nodes, self.name, [self.input_info], self.outputs,
                                  list(self.initializers.values()))
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)],
                                  producer_name="ascendfold-benchmarks")
        model = onnx.shape_inference.infer_shapes(model, strict_mode=True)
        onnx.checker.check_model(model)
        return model

    # Layers with parameters.

    def conv(self, name: str, x: Tensor, channels: int, kernel: int, stride: int = 1,
             padding: int | None = None, groups: int = 1, bias: bool = False) -> Tensor:
        """A square convolution, He-initialised; pads half of the filter unless told otherwise."""
        padding = kernel // 2 if padding is None else padding
        shape = (channels, x.channels // groups, kernel, kernel)
        weight = self._draw(f"{name}.weight", shape, std=np.sqrt(2 / np.prod(shape[1:])))
        values = convolve(x.values, weight, stride, padding, groups)
        inputs = [x.name, self._constant(f"{name}.weight", weight)]
        if bias:
            offset = self._draw(f"{name}.bias", (channels,), std=0.1)
            inputs.append(self._constant(f"{name}.bias", offset))
            values = values + per_channel(offset)
        return self._append("Conv", inputs, values, name, dilations=[1, 1], group=groups,
                            kernel_shape=[kernel] * 2, pads=[padding] * 4, strides=[stride] * 2)

    def batch_norm(self, name: str, x: Tensor, epsilon: float = 1e-5) -> Tensor:
        shape = (x.channels,)
        gamma = self._draw(f"{name}.weight", shape, std=0.1, mean=1)
        beta = self._draw(f"{name}.bias", shape, std=0.1)
        # A few percent beside the truth.
        noise = self._draw(f"{name}.running_mean", shape, std=0.05)
        mean = x.values.mean(axis=(0, 2, 3)) + x.values.std(axis=(0, 2, 3)) * noise
        noise = self._draw(f"{name}.running_var", shape, std=0.05)
        variance = x.values.var(axis=(0, 2, 3)) * np.exp(noise)
        scale = gamma / np.sqrt(variance + epsilon)
        values = (x.values - per_channel(mean)) * per_channel(scale) + per_channel(beta)
        inputs = [x.name] + [
            self._constant(f"{name}.{suffix}", parameter) for suffix, parameter in
            (("weight", gamma), ("bias", beta), ("running_mean", mean), ("running_var", variance))]
        return self._append("BatchNormalization", inputs, values, name, epsilon=epsilon)

    def linear(self, name: str, x: Tensor, features: int) -> Tensor:
        weight = self._draw(f"{name}.weight", (features, x.channels), std=1 / np.sqrt(x.channels))
        bias = self._draw(f"{name}.bias", (features,), std=0.1)
        inputs = [x.name, self._constant(f"{name}.weight", weight),
                  self._constant(f"{name}.bias", bias)]
        return self._append("Gemm", inputs, x.values @ weight.T + bias, name, transB=1)

    # Layers without.

    def relu(self, x: Tensor) -> Tensor:
        return self._append("Relu", [x.name], np.maximum(x.values, 0))

    def relu6(self, x: Tensor) -> Tensor:
        limits = [self._constant(f"relu6.{end}", np.array(limit))
                  for end, limit in (("min", 0), ("max", 6))]
        return self._append("Clip", [x.name, *limits], np.clip(x.values, 0, 6))

    def silu(self, x: Tensor) -> Tensor:
        gate = self._append("Sigmoid", [x.name], sigmoid(x.values))
        return self._append("Mul", [x.name, gate.name], x.values * gate.values)

    def add(self, x: Tensor, y: Tensor) -> Tensor:
        return self._append("Add", [x.name, y.name], x.values + y.values)

    def concat(self, *xs: Tensor) -> Tensor:
        values = np.concatenate([x.values for x in xs], axis=1)
        return self._append("Concat", [x.name for x in xs], values, axis=1)

    def split(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """The two halves of the channels."""
        name = f"Split_{len(self.nodes)}"
        halves = [Tensor(f"{name}.output.{i}", values)
                  for i, values in enumerate(np.split(x.values, 2, axis=1))]
        sizes = self._integers(f"{name}.sizes", [half.channels for half in halves])
        self.nodes.append(helper.make_node("Split", [x.name, sizes],
                                           [half.name for half in halves], name, axis=1))
        return halves[0], halves[1]

    def shuffle_channels(self, x: Tensor, groups: int) -> Tensor:
        """The first channel of every group, then the second of every group, ..."""
        shape = x.values.shape[1:]
        grouped = (groups, shape[0] // groups, *shape[1:])
        y = self._reshape(x, grouped)
        y = self._append("Transpose", [y.name], y.values.swapaxes(1, 2), perm=[0, 2, 1, 3, 4])
        return self._reshape(y, shape)

    def max_pool(self, x: Tensor, kernel: int, stride: int, padding: int | None = None) -> Tensor:
        padding = kernel // 2 if padding is None else padding
        windows = get_windows(x.values, kernel, stride, padding, fill=-np.inf)
        return self._append("MaxPool", [x.name], windows.max(axis=(4, 5)),
                            kernel_shape=[kernel] * 2, pads=[padding] * 4, strides=[stride] * 2)

    def average_pool(self, x: Tensor, kernel: int, stride: int) -> Tensor:
        windows = get_windows(x.values, kernel, stride, padding=0, fill=0)
        return self._append("AveragePool", [x.name], windows.mean(axis=(4, 5)),
                            kernel_shape=[kernel] * 2, strides=[stride] * 2)

    def upsample(self, x: Tensor) -> Tensor:
        """Every element becomes two by two."""
        scales = self._constant("upsample.scales", np.array([1, 1, 2, 2]))
        return self._append("Resize", [x.name, "", scales], x.values.repeat(2, 2).repeat(2, 3),
                            mode="nearest", coordinate_transformation_mode="asymmetric",
                            nearest_mode="floor")

    def upsample_bilinear(self, x: Tensor) -> Tensor:
        """Twice the height and width, corners not aligned."""
        scales = self._constant("upsample.scales", np.array([1, 1, 2, 2]))
        values = double_linearly(double_linearly(x.values, axis=2), axis=3)
        return self._append("Resize", [x.name, "", scales], values, mode="linear",
                            coordinate_transformation_mode="half_pixel")

    def normalize(self, name: str, x: Tensor, mean: list[float], std: list[float]) -> Tensor:
        """What is done to an image in front of a network: two nodes, no BatchNorm."""
        shape = (1, len(mean), 1, 1)
        means, stds = (np.array(values, np.float32).reshape(shape) for values in (mean, std))
        y = self._append("Sub", [x.name, self._constant(f"{name}.mean", means)],
                         x.values - means, f"{name}.sub")
        return self._append("Div", [y.name, self._constant(f"{name}.std", stds)],
                            y.values / stds, f"{name}.div")

    def global_average_pool(self, x: Tensor) -> Tensor:
        """N x C x H x W becomes N x C."""
        values = x.values.mean(axis=(2, 3), keepdims=True)
        pooled = self._append("GlobalAveragePool", [x.name], values)
        return self._append("Flatten", [pooled.name], values[:, :, 0, 0], axis=1)

    def output(self, x: Tensor) -> None:
        """`x` is the next result of the network."""
        self.outputs.append(helper.make_tensor_value_info(x.name, TensorProto.FLOAT, None))

    # Helpers.

    def _append(self, op: str, inputs: list[str], values: np.ndarray, name: str | None = None,
                **attributes: object) -> Tensor:
        name = name or f"{op}_{len(self.nodes)}"
        result = Tensor(f"{name}.output", values)
        self.nodes.append(helper.make_node(op, inputs, [result.name], name, **attributes))
        return result

    def _reshape(self, x: Tensor, shape: tuple[int, ...]) -> Tensor:
        """All but the batch, which is 1 in the graph."""
        sizes = self._integers(f"Reshape_{len(self.nodes)}.shape", [1, *shape])
        return self._append("Reshape", [x.name, sizes], x.values.reshape(-1, *shape))

    def _draw(self, name: str, shape: tuple[int, ...], std: float, mean: float = 0) -> np.ndarray:
        """Normal numbers that depend on seed and name only, not on what else is drawn."""
        generator = np.random.default_rng([self.seed, zlib.crc32(name.encode())])
        return (mean + std * generator.standard_normal(shape)).astype(np.float32)

    def _constant(self, name: str, values: np.ndarray) -> str:
        self.initializers[name] = numpy_helper.from_array(values.astype(np.float32), name)
        return name

    def _integers(self, name: str, values: list[int]) -> str:
        self.initializers[name] = numpy_helper.from_array(np.array(values, np.int64), name)
        return name

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


def per_channel(parameter: np.ndarray) -> np.ndarray:
    return parameter[:, None, None]


class Network:
    """Layers append nodes; those with parameters are named as their modules in PyTorch."""

    def __init__(self, name: str, seed: int, input_shape: tuple[int, ...]):
        self.name = name
        self.seed = seed
        self.nodes: list[onnx.NodeProto] = []
        self.initializers: dict[str, onnx.TensorProto] = {}
        self.outputs: list[onnx.ValueInfoProto] = []
        self.input = Tensor("input", self._draw("input", (NUM_IMAGES, *input_shape[1:]), std=1))
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

    def max_pool(self, x: Tensor, kernel: int, stride: int) -> Tensor:
        windows = get_windows(x.values, kernel, stride, kernel // 2, fill=-np.inf)
        return self._append("MaxPool", [x.name], windows.max(axis=(4, 5)),
                            kernel_shape=[kernel] * 2, pads=[kernel // 2] * 4,
                            strides=[stride] * 2)

    def upsample(self, x: Tensor) -> Tensor:
        """Every element becomes two by two."""
        scales = self._constant("upsample.scales", np.array([1, 1, 2, 2]))
        return self._append("Resize", [x.name, "", scales], x.values.repeat(2, 2).repeat(2, 3),
                            mode="nearest", coordinate_transformation_mode="asymmetric",
                            nearest_mode="floor")

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

    def _draw(self, name: str, shape: tuple[int, ...], std: float, mean: float = 0) -> np.ndarray:
        """Normal numbers that depend on seed and name only, not on what else is drawn."""
        generator = np.random.default_rng([self.seed, zlib.crc32(name.encode())])
        return (mean + std * generator.standard_normal(shape)).astype(np.float32)

    def _constant(self, name: str, values: np.ndarray) -> str:
        self.initializers[name] = numpy_helper.from_array(values.astype(np.float32), name)
        return name

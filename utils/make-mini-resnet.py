#!/usr/bin/env python3
"""Writes the small residual network of test/Inputs, in linalg, tosa or ONNX, or
an input for it.

    utils/make-mini-resnet.py linalg > test/Inputs/mini-resnet.mlir
    utils/make-mini-resnet.py tosa   > test/Inputs/mini-resnet-tosa.mlir
    utils/make-mini-resnet.py onnx   > test/Inputs/mini-resnet.onnx
    utils/make-mini-resnet.py input  > test/Inputs/mini-resnet.input.npy

All hold the same network with the same seeded weights: a stem, a residual
block, a residual block with stride 2 and a projection, a classifier. Six convs
with a BatchNorm each, spelled the way torch-mlir and torch's ONNX exporter
spell them, so that `fold-opt --fold-conv-bn` folds all six.

The input is normally distributed, with a seed of its own. Not from here is
test/Inputs/mini-resnet.logits.npy: the result of mini-resnet.onnx for that input
in onnxruntime 1.30 (node, graphOptimizationLevel 'disabled').
"""

import io
import random
import struct
import sys

# name, input channels, output channels, kernel, stride, bias?
STEM = ("stem", 3, 8, 3, 1, True)
BLOCK1 = [("block1_conv1", 8, 8, 3, 1, False), ("block1_conv2", 8, 8, 3, 1, False)]
BLOCK2 = [("block2_conv1", 8, 16, 3, 2, False), ("block2_conv2", 16, 16, 3, 1, False)]
PROJECTION = ("block2_proj", 8, 16, 1, 2, False)
SIZE = 16
CLASSES = 10


class Weights:
    """Values by name, the same for both dialects."""

    def __init__(self):
        self.random = random.Random(22)

    def uniform(self, count, low, high):
        return [low + (high - low) * self.random.random() for _ in range(count)]

    def conv(self, cin, cout, kernel):
        bound = (3.0 / (cin * kernel * kernel)) ** 0.5
        return self.uniform(cout * cin * kernel * kernel, -bound, bound)


def hex_dense(values):
    return '"0x' + b"".join(struct.pack("<f", v) for v in values).hex().upper() + '"'


def list_dense(values, shape=None):
    texts = [f"{v:.4f}" for v in values]
    if shape is None:
        return "[" + ", ".join(texts) + "]"
    assert shape[0] == 1 and shape[2:] == (1, 1)
    return "[[" + ", ".join(f"[[{t}]]" for t in texts) + "]]"


def shape_text(shape, element="f32"):
    return "tensor<" + "".join(f"{d}x" for d in shape) + element + ">"


class Network:
    """Walks the network once; a subclass emits the ops of its dialect."""

    def __init__(self):
        self.weights = Weights()
        self.lines = []
        self.constants = []

    def emit(self, text):
        self.lines.append("  " + text)

    def constant(self, text):
        self.constants.append("  " + text)

    def conv_bn(self, spec, x, shape):
        name, cin, cout, kernel, stride, has_bias = spec
        weight = self.weights.conv(cin, cout, kernel)
        bias = self.weights.uniform(cout, -0.2, 0.2) if has_bias else None
        gamma = self.weights.uniform(cout, 0.5, 1.5)
        beta = self.weights.uniform(cout, -0.3, 0.3)
        mean = self.weights.uniform(cout, -0.5, 0.5)
        variance = self.weights.uniform(cout, 0.25, 2.0)
        y, shape = self.conv(name, x, shape, weight, bias, cout, kernel, stride)
        return self.batch_norm(name, y, shape, gamma, beta, mean, variance), shape

    def build(self):
        shape = (1, 3, SIZE, SIZE)
        y, shape = self.conv_bn(STEM, "%x", shape)
        y = self.relu("stem", y, shape)
        for name, block, projection in (("block1", BLOCK1, None), ("block2", BLOCK2, PROJECTION)):
            entry, entry_shape = y, shape
            y, shape = self.conv_bn(block[0], y, shape)
            y = self.relu(block[0][0], y, shape)
            y, shape = self.conv_bn(block[1], y, shape)
            if projection:
                entry, _ = self.conv_bn(projection, entry, entry_shape)
            y = self.add(name, y, entry, shape)
            y = self.relu(name, y, shape)
        weight = self.weights.uniform(shape[1] * CLASSES, -0.5, 0.5)
        bias = self.weights.uniform(CLASSES, -0.1, 0.1)
        self.finish(self.classifier(y, shape, weight, bias))

    def finish(self, y):
        print(f"// Seeded weights; made by utils/make-mini-resnet.py {self.dialect}")
        print(self.header, end="")
        print(f"func.func @forward(%x: {shape_text((1, 3, SIZE, SIZE))}) -> {shape_text((1, CLASSES))} {{")
        print("\n".join(self.constants + self.lines))
        print(f"  return {y} : {shape_text((1, CLASSES))}")
        print("}")


class Linalg(Network):
    dialect = "linalg"
    header = """\
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#unit = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
#channel = affine_map<(d0, d1, d2, d3) -> (d1)>
#pooled = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#unit2 = affine_map<(d0, d1) -> (0, d1)>
#row2 = affine_map<(d0, d1) -> (d1)>
"""
    four = 'iterator_types = ["parallel", "parallel", "parallel", "parallel"]'
    two = 'iterator_types = ["parallel", "parallel"]'

    def __init__(self):
        super().__init__()
        self.constant("%zero = arith.constant 0.0 : f32")
        self.constant("%eps = arith.constant 1.0e-05 : f64")

    def vector(self, name, values):
        self.constant(f"%{name} = arith.constant dense<{list_dense(values)}> : {shape_text((len(values),))}")

    def conv(self, name, x, shape, weight, bias, cout, kernel, stride):
        _, cin, height, width = shape
        filter_shape = shape_text((cout, cin, kernel, kernel))
        self.constant(f"%{name}_weight = arith.constant dense<{hex_dense(weight)}> : {filter_shape}")
        if bias:
            self.vector(f"{name}_bias", bias)
        in_type = shape_text(shape)
        pad = kernel // 2
        if pad:
            padded = shape_text((1, cin, height + 2 * pad, width + 2 * pad))
            self.emit(f"%{name}_pad = tensor.pad {x} low[0, 0, {pad}, {pad}] high[0, 0, {pad}, {pad}] {{")
            self.emit("^bb0(%i0: index, %i1: index, %i2: index, %i3: index):")
            self.emit("  tensor.yield %zero : f32")
            self.emit(f"}} : {in_type} to {padded}")
            x, in_type = f"%{name}_pad", padded
        out_shape = (1, cout, height // stride, width // stride)
        out_type = shape_text(out_shape)
        self.emit(f"%{name}_empty = tensor.empty() : {out_type}")
        if bias:
            # broadcast is spelled as a generic
            self.emit(f"%{name}_init = linalg.generic {{indexing_maps = [#channel, #id], {self.four}}} "
                      f"ins(%{name}_bias : {shape_text((cout,))}) outs(%{name}_empty : {out_type}) {{")
            self.emit("^bb0(%b: f32, %out: f32):")
            self.emit("  linalg.yield %b : f32")
            self.emit(f"}} -> {out_type}")
        else:
            self.emit(f"%{name}_init = linalg.fill ins(%zero : f32) outs(%{name}_empty : {out_type}) -> {out_type}")
        self.emit(f"%{name} = linalg.conv_2d_nchw_fchw {{dilations = dense<1> : vector<2xi64>, "
                  f"strides = dense<{stride}> : vector<2xi64>}} ins({x}, %{name}_weight : {in_type}, {filter_shape}) "
                  f"outs(%{name}_init : {out_type}) -> {out_type}")
        return f"%{name}", out_shape

    def batch_norm(self, name, x, shape, gamma, beta, mean, variance):
        for suffix, values in (("gamma", gamma), ("beta", beta), ("mean", mean), ("var", variance)):
            self.vector(f"{name}_{suffix}", values)
        out_type, vector_type = shape_text(shape), shape_text((shape[1],))
        self.emit(f"%{name}_bn = linalg.generic {{indexing_maps = [#id, #channel, #channel, #channel, #channel, #id], {self.four}}} "
                  f"ins({x}, %{name}_gamma, %{name}_beta, %{name}_mean, %{name}_var : "
                  f"{out_type}, {vector_type}, {vector_type}, {vector_type}, {vector_type}) outs({x} : {out_type}) {{")
        self.emit("^bb0(%r: f32, %gamma: f32, %beta: f32, %mean: f32, %var: f32, %out: f32):")
        self.emit("  %e = arith.truncf %eps : f64 to f32")
        self.emit("  %ve = arith.addf %var, %e : f32")
        self.emit("  %s = math.rsqrt %ve : f32")
        self.emit("  %d = arith.subf %r, %mean : f32")
        self.emit("  %n = arith.mulf %d, %s : f32")
        self.emit("  %g = arith.mulf %n, %gamma : f32")
        self.emit("  %y = arith.addf %g, %beta : f32")
        self.emit("  linalg.yield %y : f32")
        self.emit(f"}} -> {out_type}")
        return f"%{name}_bn"

    def relu(self, name, x, shape):
        out_type = shape_text(shape)
        self.emit(f"%{name}_relu_empty = tensor.empty() : {out_type}")
        self.emit(f"%{name}_relu = linalg.generic {{indexing_maps = [#unit, #id], {self.four}}} "
                  f"ins({x} : {out_type}) outs(%{name}_relu_empty : {out_type}) {{")
        self.emit("^bb0(%r: f32, %out: f32):")
        self.emit("  %p = arith.cmpf ugt, %r, %zero : f32")
        self.emit("  %y = arith.select %p, %r, %zero : f32")
        self.emit("  linalg.yield %y : f32")
        self.emit(f"}} -> {out_type}")
        return f"%{name}_relu"

    def add(self, name, x, y, shape):
        out_type = shape_text(shape)
        self.emit(f"%{name}_add_empty = tensor.empty() : {out_type}")
        self.emit(f"%{name}_add = linalg.generic {{indexing_maps = [#unit, #unit, #id], {self.four}}} "
                  f"ins({x}, {y} : {out_type}, {out_type}) outs(%{name}_add_empty : {out_type}) {{")
        self.emit("^bb0(%r: f32, %s: f32, %out: f32):")
        self.emit("  %y = arith.addf %r, %s : f32")
        self.emit("  linalg.yield %y : f32")
        self.emit(f"}} -> {out_type}")
        return f"%{name}_add"

    def classifier(self, x, shape, weight, bias):
        _, channels, height, width = shape
        in_type, sum_type = shape_text(shape), shape_text((1, channels))
        weight_type, transposed = shape_text((CLASSES, channels)), shape_text((channels, CLASSES))
        out_type = shape_text((1, CLASSES))
        self.constant(f"%count = arith.constant {float(height * width)} : f32")
        self.constant(f"%fc_weight = arith.constant dense<{hex_dense(weight)}> : {weight_type}")
        self.vector("fc_bias", bias)
        self.emit(f"%pool_empty = tensor.empty() : {sum_type}")
        self.emit(f"%pool_init = linalg.fill ins(%zero : f32) outs(%pool_empty : {sum_type}) -> {sum_type}")
        self.emit('%sum = linalg.generic {indexing_maps = [#id, #pooled], iterator_types = '
                  f'["parallel", "parallel", "reduction", "reduction"]}} ins({x} : {in_type}) outs(%pool_init : {sum_type}) {{')
        self.emit("^bb0(%r: f32, %out: f32):")
        self.emit("  %s = arith.addf %r, %out : f32")
        self.emit("  linalg.yield %s : f32")
        self.emit(f"}} -> {sum_type}")
        self.emit(f"%mean = linalg.generic {{indexing_maps = [#unit2, #id2], {self.two}}} "
                  f"ins(%sum : {sum_type}) outs(%pool_empty : {sum_type}) {{")
        self.emit("^bb0(%r: f32, %out: f32):")
        self.emit("  %m = arith.divf %r, %count : f32")
        self.emit("  linalg.yield %m : f32")
        self.emit(f"}} -> {sum_type}")
        self.emit(f"%fc_t_empty = tensor.empty() : {transposed}")
        self.emit(f"%fc_t = linalg.transpose ins(%fc_weight : {weight_type}) outs(%fc_t_empty : {transposed}) permutation = [1, 0]")
        self.emit(f"%fc_empty = tensor.empty() : {out_type}")
        self.emit(f"%fc_init = linalg.fill ins(%zero : f32) outs(%fc_empty : {out_type}) -> {out_type}")
        self.emit(f"%fc = linalg.matmul ins(%mean, %fc_t : {sum_type}, {transposed}) outs(%fc_init : {out_type}) -> {out_type}")
        self.emit(f"%logits = linalg.generic {{indexing_maps = [#unit2, #row2, #id2], {self.two}}} "
                  f"ins(%fc, %fc_bias : {out_type}, {shape_text((CLASSES,))}) outs(%fc_empty : {out_type}) {{")
        self.emit("^bb0(%r: f32, %b: f32, %out: f32):")
        self.emit("  %y = arith.addf %r, %b : f32")
        self.emit("  linalg.yield %y : f32")
        self.emit(f"}} -> {out_type}")
        return "%logits"


class Tosa(Network):
    dialect = "tosa"
    header = ""

    def __init__(self):
        super().__init__()
        self.const("zp", "0.0", (1,))
        self.const("mul_shift", "0", (1,), "i8")
        self.const("eps", "1.0e-05", (1, 1, 1, 1))

    def const(self, name, value, shape, element="f32"):
        type_text = shape_text(shape, element)
        self.constant(f'%{name} = "tosa.const"() <{{values = dense<{value}> : {type_text}}}> : () -> {type_text}')

    def transpose(self, name, x, shape, perms):
        out_shape = tuple(shape[p] for p in perms)
        self.emit(f"{name} = tosa.transpose {x} {{perms = array<i32: {', '.join(map(str, perms))}>}} "
                  f": ({shape_text(shape)}) -> {shape_text(out_shape)}")
        return name, out_shape

    def binary(self, name, op, x, y, shape, y_shape, shift=False):
        extra, extra_type = (", %mul_shift", ", tensor<1xi8>") if shift else ("", "")
        self.emit(f"{name} = tosa.{op} {x}, {y}{extra} : ({shape_text(shape)}, {shape_text(y_shape)}{extra_type}) -> {shape_text(shape)}")
        return name

    def conv(self, name, x, shape, weight, bias, cout, kernel, stride):
        _, cin, height, width = shape
        taps = kernel * kernel
        # (cout, cin, kh, kw) -> (cout, kh, kw, cin)
        ohwi = [weight[(o * cin + i) * taps + t] for o in range(cout) for t in range(taps) for i in range(cin)]
        filter_shape = (cout, kernel, kernel, cin)
        self.const(f"{name}_weight", hex_dense(ohwi), filter_shape)
        self.const(f"{name}_bias", list_dense(bias) if bias else "0.0", (cout,))
        before = pad = kernel // 2
        # tosa wants the output size to be exact: (size - 1 + pads - (k - 1)) % stride == 0
        after = pad - (height - 1 + 2 * pad - (kernel - 1)) % stride
        nhwc, nhwc_shape = self.transpose(f"%{name}_nhwc", x, shape, (0, 2, 3, 1))
        if after < 0:
            size = height + after
            cut = (1, size, size, cin)
            self.emit(f"%{name}_start = tosa.const_shape {{values = dense<0> : tensor<4xindex>}} : () -> !tosa.shape<4>")
            self.emit(f"%{name}_size = tosa.const_shape {{values = dense<{list(cut)}> : tensor<4xindex>}} : () -> !tosa.shape<4>")
            self.emit(f"%{name}_cut = tosa.slice {nhwc}, %{name}_start, %{name}_size : "
                      f"({shape_text(nhwc_shape)}, !tosa.shape<4>, !tosa.shape<4>) -> {shape_text(cut)}")
            nhwc, nhwc_shape, after = f"%{name}_cut", cut, 0
        out_shape = (1, height // stride, width // stride, cout)
        self.emit(f"%{name} = tosa.conv2d {nhwc}, %{name}_weight, %{name}_bias, %zp, %zp "
                  f"{{acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: {before}, {after}, {before}, {after}>, "
                  f"stride = array<i64: {stride}, {stride}>}} : ({shape_text(nhwc_shape)}, {shape_text(filter_shape)}, "
                  f"{shape_text((cout,))}, tensor<1xf32>, tensor<1xf32>) -> {shape_text(out_shape)}")
        return self.transpose(f"%{name}_nchw", f"%{name}", out_shape, (0, 3, 1, 2))

    def batch_norm(self, name, x, shape, gamma, beta, mean, variance):
        channel = (1, shape[1], 1, 1)
        for suffix, values in (("gamma", gamma), ("beta", beta), ("mean", mean), ("var", variance)):
            self.const(f"{name}_{suffix}", list_dense(values, channel), channel)
        centered = self.binary(f"%{name}_centered", "sub", x, f"%{name}_mean", shape, channel)
        var_eps = self.binary(f"%{name}_var_eps", "add", f"%{name}_var", "%eps", channel, (1, 1, 1, 1))
        self.emit(f"%{name}_rsqrt = tosa.rsqrt {var_eps} : ({shape_text(channel)}) -> {shape_text(channel)}")
        normal = self.binary(f"%{name}_normal", "mul", centered, f"%{name}_rsqrt", shape, channel, shift=True)
        scaled = self.binary(f"%{name}_scaled", "mul", normal, f"%{name}_gamma", shape, channel, shift=True)
        return self.binary(f"%{name}_bn", "add", scaled, f"%{name}_beta", shape, channel)

    def relu(self, name, x, shape):
        self.emit(f"%{name}_relu = tosa.clamp {x} {{min_val = 0.0 : f32, max_val = 3.40282347e+38 : f32}} "
                  f": ({shape_text(shape)}) -> {shape_text(shape)}")
        return f"%{name}_relu"

    def add(self, name, x, y, shape):
        return self.binary(f"%{name}_add", "add", x, y, shape, shape)

    def classifier(self, x, shape, weight, bias):
        _, channels, height, width = shape
        # (classes, channels) -> (1, channels, classes)
        transposed = [weight[k * channels + c] for c in range(channels) for k in range(CLASSES)]
        self.const("fc_weight", hex_dense(transposed), (1, channels, CLASSES))
        self.const("fc_bias", "[[" + list_dense(bias) + "]]", (1, 1, CLASSES))
        nhwc, nhwc_shape = self.transpose("%pool_nhwc", x, shape, (0, 2, 3, 1))
        pooled = shape_text((1, 1, 1, channels))
        self.emit(f"%pool = tosa.avg_pool2d {nhwc}, %zp, %zp {{acc_type = f32, kernel = array<i64: {height}, {width}>, "
                  f"pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}} : "
                  f"({shape_text(nhwc_shape)}, tensor<1xf32>, tensor<1xf32>) -> {pooled}")
        row, product = shape_text((1, 1, channels)), (1, 1, CLASSES)
        self.emit(f"%row_shape = tosa.const_shape {{values = dense<[1, 1, {channels}]> : tensor<3xindex>}} : () -> !tosa.shape<3>")
        self.emit(f"%row = tosa.reshape %pool, %row_shape : ({pooled}, !tosa.shape<3>) -> {row}")
        self.emit(f"%fc = tosa.matmul %row, %fc_weight, %zp, %zp : ({row}, {shape_text((1, channels, CLASSES))}, "
                  f"tensor<1xf32>, tensor<1xf32>) -> {shape_text(product)}")
        self.binary("%fc_biased", "add", "%fc", "%fc_bias", product, product)
        self.emit(f"%logits_shape = tosa.const_shape {{values = dense<[1, {CLASSES}]> : tensor<2xindex>}} : () -> !tosa.shape<2>")
        self.emit(f"%logits = tosa.reshape %fc_biased, %logits_shape : ({shape_text(product)}, !tosa.shape<2>) -> {shape_text((1, CLASSES))}")
        return "%logits"


class Onnx(Network):
    """As torch.onnx.export(..., opset_version=13) leaves it with BatchNorm kept."""

    def __init__(self):
        super().__init__()
        from onnx import TensorProto, helper
        self.helper, self.float = helper, TensorProto.FLOAT
        self.nodes, self.initializers = [], []

    @staticmethod
    def module(name):
        """block1_conv1 -> layer1.conv1, stem -> stem.conv"""
        layer, _, part = name.replace("block", "layer").partition("_")
        return f"{layer}.{part or 'conv'}"

    def node(self, name, op, inputs, **attributes):
        result = f"/{name}_output_0"
        self.nodes.append(self.helper.make_node(op, inputs, [result], name=f"/{name}", **attributes))
        return result

    def tensor(self, name, shape, values, rounded=True):
        # The other dialects write vectors with four decimals.
        values = [float(f"{v:.4f}") for v in values] if rounded else values
        data = struct.pack(f"<{len(values)}f", *values)
        self.initializers.append(self.helper.make_tensor(name, self.float, shape, data, raw=True))
        return name

    def conv(self, name, x, shape, weight, bias, cout, kernel, stride):
        _, cin, height, width = shape
        module = self.module(name)
        inputs = [x, self.tensor(f"{module}.weight", (cout, cin, kernel, kernel), weight, rounded=False)]
        if bias:
            inputs.append(self.tensor(f"{module}.bias", (cout,), bias))
        y = self.node(module.replace(".", "/"), "Conv", inputs, dilations=[1, 1], group=1,
                      kernel_shape=[kernel] * 2, pads=[kernel // 2] * 4, strides=[stride] * 2)
        return y, (1, cout, height // stride, width // stride)

    def batch_norm(self, name, x, shape, gamma, beta, mean, variance):
        module = self.module(name).replace("conv", "bn").replace("proj", "proj_bn")
        parameters = (("weight", gamma), ("bias", beta), ("running_mean", mean), ("running_var", variance))
        inputs = [x] + [self.tensor(f"{module}.{part}", (shape[1],), values) for part, values in parameters]
        return self.node(module.replace(".", "/"), "BatchNormalization", inputs, epsilon=1e-5, momentum=0.9)

    def relu(self, name, x, shape):
        layer, _, conv = name.replace("block", "layer").partition("_")
        return self.node(f"{layer}/relu1" if conv else f"{layer}/relu", "Relu", [x])

    def add(self, name, x, y, shape):
        return self.node(self.module(name).partition(".")[0] + "/Add", "Add", [x, y])

    def classifier(self, x, shape, weight, bias):
        pooled = self.node("avgpool/GlobalAveragePool", "GlobalAveragePool", [x])
        flat = self.node("Flatten", "Flatten", [pooled], axis=1)
        inputs = [flat, self.tensor("fc.weight", (CLASSES, shape[1]), weight, rounded=False),
                  self.tensor("fc.bias", (CLASSES,), bias)]
        return self.node("fc/Gemm", "Gemm", inputs, alpha=1.0, beta=1.0, transB=1)

    def finish(self, y):
        helper = self.helper
        for node in self.nodes:
            for names in (node.input, node.output):
                names[:] = [{"%x": "input", y: "logits"}.get(name, name) for name in names]
        graph = helper.make_graph(
            self.nodes, "mini-resnet",
            [helper.make_tensor_value_info("input", self.float, (1, 3, SIZE, SIZE))],
            [helper.make_tensor_value_info("logits", self.float, (1, CLASSES))], self.initializers)
        model = helper.make_model(graph, producer_name="make-mini-resnet.py", ir_version=7,
                                  opset_imports=[helper.make_opsetid("", 13)])
        sys.stdout.buffer.write(model.SerializeToString())


def write_input():
    import numpy as np
    values = np.random.default_rng(7).standard_normal((1, 3, SIZE, SIZE))
    file = io.BytesIO()  # numpy wants a position, which pipes do not have
    np.save(file, values.astype("<f4"))
    sys.stdout.buffer.write(file.getvalue())


def main():
    writers = {"linalg": lambda: Linalg().build(), "tosa": lambda: Tosa().build(),
               "onnx": lambda: Onnx().build(), "input": write_input}
    if len(sys.argv) != 2 or sys.argv[1] not in writers:
        sys.exit(__doc__)
    writers[sys.argv[1]]()


if __name__ == "__main__":
    main()

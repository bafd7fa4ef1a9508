"""Functions in tosa, linalg and tensor, written op by op, and what numpy makes of each op in f64."""

from dataclasses import dataclass

import numpy as np

TYPES = {"f32": np.float32, "f16": np.float16}


@dataclass
class Value:
    name: str
    data: np.ndarray  # f64

    @property
    def shape(self):
        return self.data.shape


class Builder:
    """Arguments and constants are rounded to the type of the function, and drawn at random unless they are given."""

    def __init__(self, name, type="f32", seed=0):
        self.name, self.type = name, type
        self.rng = np.random.default_rng(seed)
        self.lines, self.arguments = [], []

    # What all dialects share.

    def tensor(self, shape, type=None):
        return f"tensor<{''.join(f'{n}x' for n in shape)}{type or self.type}>"

    def emit(self, text, data):
        name = f"%{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return Value(name, data)

    def draw(self, *shape):
        return self.rng.normal(size=shape)

    def argument(self, *shape):
        value = Value(f"%x{len(self.arguments)}", self.draw(*shape).astype(TYPES[self.type]).astype("f8"))
        self.arguments.append(value)
        return value

    def literal(self, data):
        data = np.ascontiguousarray(data, TYPES[self.type])
        if data.size <= 8:
            return f"dense<{data.astype('f8').tolist()}>", data.astype("f8")
        return f'dense<"0x{data.tobytes().hex()}">', data.astype("f8")

    def constant(self, data):
        text, data = self.literal(data)
        return self.emit(f"arith.constant {text} : {self.tensor(data.shape)}", data)

    def finish(self, *results):
        self.results = results
        types = ", ".join(self.tensor(r.shape) for r in results)
        arguments = ", ".join(f"{a.name}: {self.tensor(a.shape)}" for a in self.arguments)
        return "\n  ".join([f"func.func @{self.name}({arguments}) -> ({types}) {{", *self.lines,
                            f"return {', '.join(r.name for r in results)} : {types}"]) + "\n}\n"


class Tosa(Builder):
    """Images are NHWC."""

    def constant(self, data):
        text, data = self.literal(data)
        type = self.tensor(data.shape)
        return self.emit(f'"tosa.const"() <{{values = {text} : {type}}}> : () -> {type}', data)

    def const_shape(self, numbers):
        n = len(numbers)
        return self.emit(f"tosa.const_shape {{values = dense<{list(numbers)}> : tensor<{n}xindex>}} : () -> "
                         f"!tosa.shape<{n}>", None).name

    def elementwise(self, op, fn, *operands, tail="", result=None):
        types = ", ".join(self.tensor(v.shape) if isinstance(v, Value) else v[1] for v in operands)
        names = ", ".join(v.name if isinstance(v, Value) else v[0] for v in operands)
        data = fn(*[v.data for v in operands if isinstance(v, Value)])
        return self.emit(f"tosa.{op} {names}{tail} : ({types}) -> {self.tensor(data.shape, result)}", data)

    def add(self, a, b):
        return self.elementwise("add", np.add, a, b)

    def mul(self, a, b):
        zero = self.emit('"tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>', None)
        return self.elementwise("mul", np.multiply, a, b, (zero.name, "tensor<1xi8>"))

    def maximum(self, a, b):
        return self.elementwise("maximum", np.maximum, a, b)

    def per_channel(self, data, rank=4):
        return self.constant(np.reshape(data, (1,) * (rank - 1) + (-1,)))

    def batch_norm(self, x, scale=None, shift=None):
        """The default: scales of both signs."""
        rank, channels = len(x.shape), x.shape[-1]
        scale = self.draw(channels) if scale is None else scale
        shift = self.draw(channels) if shift is None else shift
        if scale is not False:
            x = self.mul(x, self.per_channel(scale, rank))
        return x if shift is False else self.add(x, self.per_channel(shift, rank))

    def positive(self, channels):
        return np.abs(self.draw(channels)) + 0.25

    def clamp(self, x, low, high):
        low_text, high_text = (f"{v:.17e} : {self.type}" for v in (low, high))
        return self.elementwise("clamp", lambda v: np.clip(v, low, high), x,
                                tail=f" {{min_val = {low_text}, max_val = {high_text}}}")

    def relu(self, x):
        return self.clamp(x, 0.0, float(np.finfo(TYPES[self.type]).max))

    def leaky(self, x, slope):
        zero, slope = (self.constant(np.full((1,) * len(x.shape), v) if np.ndim(v) == 0 else v) for v in (0.0, slope))
        positive = self.elementwise("greater", np.greater, x, zero, result="i1")
        scaled = self.mul(x, slope)
        data = np.where(positive.data, x.data, scaled.data)
        type = self.tensor(x.shape)
        return self.emit(f"tosa.select {positive.name}, {x.name}, {scaled.name} : ({self.tensor(x.shape, 'i1')}, "
                         f"{type}, {type}) -> {type}", data)

    def conv(self, x, outputs=None, kernel=(1, 1), pad=(0, 0, 0, 0), stride=(1, 1), dilation=(1, 1), depthwise=False,
             weight=None, bias=None):
        channels = x.shape[3]
        if weight is None:
            weight = self.constant(self.draw(*kernel, channels, outputs) if depthwise else
                                   self.draw(outputs, *kernel, channels))
        count = channels * weight.shape[3] if depthwise else weight.shape[0]
        bias = self.constant(self.draw(count) if bias is None else bias)
        zero = self.constant([0.0])
        taps = weight.shape[:2] if depthwise else weight.shape[1:3]
        windows = get_windows(np.pad(x.data, ((0, 0), pad[:2], pad[2:], (0, 0))), taps, stride, dilation, (1, 2))
        if depthwise:
            data = np.einsum("nyxcij,ijcm->nyxcm", windows, weight.data)
            data = data.reshape(*data.shape[:3], -1)
        else:
            data = np.einsum("nyxcij,oijc->nyxo", windows, weight.data, optimize=True)
        operands = (x, weight, bias, zero, zero)
        types = ", ".join(self.tensor(v.shape) for v in operands)
        numbers = lambda v: f"array<i64: {', '.join(map(str, v))}>"
        return self.emit(
            f"tosa.{'depthwise_conv2d' if depthwise else 'conv2d'} {', '.join(v.name for v in operands)} "
            f"{{acc_type = f32, dilation = {numbers(dilation)}, pad = {numbers(pad)}, stride = {numbers(stride)}}} : "
            f"({types}) -> {self.tensor(data.shape)}", data + bias.data)

    def transpose_conv(self, x, outputs, kernel, out_pad, stride):
        weight = self.constant(self.draw(outputs, *kernel, x.shape[3]))
        bias, zero = self.constant(self.draw(outputs)), self.constant([0.0])
        n, rows, columns, _ = x.shape
        full = np.zeros((n, (rows - 1) * stride[0] + kernel[0], (columns - 1) * stride[1] + kernel[1], outputs))
        for i, j in np.ndindex(rows, columns):
            y, z = i * stride[0], j * stride[1]
            full[:, y:y + kernel[0], z:z + kernel[1]] += np.einsum("nc,oijc->nijo", x.data[:, i, j], weight.data)
        top, bottom, left, right = out_pad
        data = np.pad(full, ((0, 0), (max(top, 0), max(bottom, 0)), (max(left, 0), max(right, 0)), (0, 0))) + bias.data
        operands = (x, weight, bias, zero, zero)
        types = ", ".join(self.tensor(v.shape) for v in operands)
        numbers = lambda v: f"array<i64: {', '.join(map(str, v))}>"
        return self.emit(f"tosa.transpose_conv2d {', '.join(v.name for v in operands)} {{acc_type = f32, out_pad = "
                         f"{numbers(out_pad)}, stride = {numbers(stride)}}} : ({types}) -> {self.tensor(data.shape)}",
                         data)

    def pool(self, kind, x, kernel, stride, pad=(0, 0, 0, 0)):
        fill = np.nan
        image = np.pad(x.data, ((0, 0), pad[:2], pad[2:], (0, 0)), constant_values=fill)
        windows = get_windows(image, kernel, stride, (1, 1), (1, 2))
        data = (np.nanmax if kind == "max" else np.nanmean)(windows, axis=(4, 5))
        numbers = lambda v: f"array<i64: {', '.join(map(str, v))}>"
        attributes = f"{{kernel = {numbers(kernel)}, pad = {numbers(pad)}, stride = {numbers(stride)}"
        if kind == "max":
            return self.emit(f"tosa.max_pool2d {x.name} {attributes}}} : ({self.tensor(x.shape)}) -> "
                             f"{self.tensor(data.shape)}", data)
        zero = self.constant([0.0]).name
        return self.emit(f"tosa.avg_pool2d {x.name}, {zero}, {zero} {attributes}, acc_type = f32}} : "
                         f"({self.tensor(x.shape)}, {self.tensor([1])}, {self.tensor([1])}) -> "
                         f"{self.tensor(data.shape)}", data)

    def pad(self, x, amounts, value=0.0):
        pairs = np.reshape(amounts, (-1, 2))
        data = np.pad(x.data, pairs, constant_values=value)
        shape, constant = self.const_shape(amounts), self.constant([value])
        return self.emit(f"tosa.pad {x.name}, {shape}, {constant.name} : ({self.tensor(x.shape)}, "
                         f"!tosa.shape<{len(amounts)}>, {self.tensor([1])}) -> {self.tensor(data.shape)}", data)

    def resize(self, x, mode, rows, columns):
        """`rows`, `columns`: resize_conv.Resize."""
        axes = (rows, columns)
        data = np.einsum("nhwc,yh,xw->nyxc", x.data, *[a.get_matrix(n, mode) for a, n in zip(axes, x.shape[1:3])])
        borders = [(a.size - 1) * a.denominator - (n - 1) * a.numerator + a.offset for a, n in zip(axes, x.shape[1:3])]
        shapes = [self.const_shape(v) for v in ([n for a in axes for n in (a.numerator, a.denominator)],
                                                [a.offset for a in axes], borders)]
        return self.emit(f"tosa.resize {x.name}, {', '.join(shapes)} {{mode = {mode}}} : ({self.tensor(x.shape)}, "
                         f"!tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> {self.tensor(data.shape)}", data)

    def reduce(self, kind, x, axis):
        data = getattr(np, kind)(x.data, axis=axis, keepdims=True)
        return self.emit(f"tosa.reduce_{kind} {x.name} {{axis = {axis} : i32}} : ({self.tensor(x.shape)}) -> "
                         f"{self.tensor(data.shape)}", data)

    def concat(self, *values, axis=3):
        data = np.concatenate([v.data for v in values], axis)
        return self.emit(f"tosa.concat {', '.join(v.name for v in values)} {{axis = {axis} : i32}} : "
                         f"({', '.join(self.tensor(v.shape) for v in values)}) -> {self.tensor(data.shape)}", data)

    def slice(self, x, begin, size):
        data = x.data[tuple(slice(b, b + s) for b, s in zip(begin, size))]
        rank = len(begin)
        names = ", ".join(self.const_shape(v) for v in (begin, size))
        return self.emit(f"tosa.slice {x.name}, {names} : ({self.tensor(x.shape)}, !tosa.shape<{rank}>, "
                         f"!tosa.shape<{rank}>) -> {self.tensor(data.shape)}", data)

    def reshape(self, x, *shape):
        data = x.data.reshape(shape)
        return self.emit(f"tosa.reshape {x.name}, {self.const_shape(shape)} : ({self.tensor(x.shape)}, "
                         f"!tosa.shape<{len(shape)}>) -> {self.tensor(shape)}", data)

    def transpose(self, x, *order):
        data = x.data.transpose(order)
        return self.emit(f"tosa.transpose {x.name} {{perms = array<i32: {', '.join(map(str, order))}>}} : "
                         f"({self.tensor(x.shape)}) -> {self.tensor(data.shape)}", data)

    def matmul(self, a, b):
        zero = self.constant([0.0])
        return self.elementwise("matmul", lambda u, v: np.matmul(u, v[..., :] if v.ndim == 3 else v), a, b,
                                (zero.name, self.tensor([1])), (zero.name, self.tensor([1])))


class Linalg(Builder):
    """Images are NCHW; grouped ones NGCHW."""

    def empty(self, shape, type=None):
        return self.emit(f"tensor.empty() : {self.tensor(shape, type)}", np.zeros(shape)).name

    def fill(self, shape, value):
        scalar = self.emit(f"arith.constant {float(value):e} : {self.type}" if np.isfinite(value) else
                           f"arith.constant {'0xFC00' if self.type == 'f16' else '0xFF800000'} : {self.type}", None)
        type = self.tensor(shape)
        return self.emit(f"linalg.fill ins({scalar.name} : {self.type}) outs({self.empty(shape)} : {type}) -> {type}",
                         np.full(shape, float(value)))

    def generic(self, inputs, maps, body, data, scalars=()):
        """`body` yields %r; the inputs are %a, %b, …"""
        rank = data.ndim
        dims = ", ".join(f"d{i}" for i in range(rank))
        texts = [f"affine_map<({dims}) -> ({', '.join(f'd{i}' for i in m)})>" for m in (*maps, range(rank))]
        loops = ", ".join(['"parallel"'] * rank)
        arguments = ", ".join(f"%{chr(97 + i)}: {self.type}" for i in range(len(inputs)))
        type = self.tensor(data.shape)
        return self.emit(
            f"linalg.generic {{indexing_maps = [{', '.join(texts)}], iterator_types = [{loops}]}} ins("
            f"{', '.join(v.name for v in inputs)} : {', '.join(self.tensor(v.shape) for v in inputs)}) outs("
            f"{self.empty(data.shape)} : {type}) {{\n  ^bb0({arguments}, %out: {self.type}):\n    "
            + "\n    ".join(body) + f"\n    linalg.yield %r : {self.type}\n  }} -> {type}", data)

    def batch_norm(self, x, scale=None, shift=None, dims=(1,)):
        sizes = [x.shape[d] for d in dims]
        inputs, maps, body, data = [x], [range(len(x.shape))], [], x.data
        where = [n if d in dims else 1 for d, n in enumerate(x.shape)]
        name = "%a"
        for op, fn, numbers in (("mulf", np.multiply, scale), ("addf", np.add, shift)):
            if numbers is False:
                continue
            constant = self.constant(self.draw(*sizes) if numbers is None else np.reshape(numbers, sizes))
            inputs.append(constant)
            maps.append(dims)
            body.append(f"%t{len(inputs)} = arith.{op} {name}, %{chr(96 + len(inputs))} : {self.type}")
            name = f"%t{len(inputs)}"
            data = fn(data, constant.data.reshape(where))
        body[-1] = "%r" + body[-1][body[-1].index(" ="):]
        return self.generic(inputs, maps, body, data)

    def positive(self, *sizes):
        return np.abs(self.draw(*sizes)) + 0.25

    def unary(self, x, body, fn):
        return self.generic([x], [range(len(x.shape))], body, fn(x.data))

    def relu(self, x):
        t = self.type
        return self.unary(x, [f"%z = arith.constant 0.0 : {t}", f"%r = arith.maximumf %a, %z : {t}"],
                          lambda v: np.maximum(v, 0))

    def leaky(self, x, spelling):
        t, slope = self.type, 0.125
        scaled = [f"%s = arith.constant {slope} : {t}", f"%m = arith.mulf %a, %s : {t}"]
        body = scaled + ([f"%r = arith.maximumf %a, %m : {t}"] if spelling == "maximum" else
                         [f"%z = arith.constant 0.0 : {t}", f"%p = arith.cmpf ogt, %a, %z : {t}",
                          f"%r = arith.select %p, %a, %m : {t}"])
        return self.unary(x, body, lambda v: np.maximum(v, slope * v))

    def add(self, a, b):
        return self.generic([a, b], [range(len(a.shape))] * 2, [f"%r = arith.addf %a, %b : {self.type}"],
                            a.data + b.data)

    def named(self, op, attributes, inputs, init, data):
        types = ", ".join(self.tensor(v.shape) for v in inputs)
        type = self.tensor(data.shape)
        return self.emit(f"linalg.{op}{attributes} ins({', '.join(v.name for v in inputs)} : {types}) "
                         f"outs({init.name} : {type}) -> {type}", data)

    @staticmethod
    def window(stride, dilation):
        return (f" {{dilations = dense<{list(dilation)}> : tensor<{len(dilation)}xi64>, "
                f"strides = dense<{list(stride)}> : tensor<{len(stride)}xi64>}}")

    def conv(self, x, outputs, kernel=(1, 1), stride=(1, 1), dilation=(1, 1)):
        weight = self.constant(self.draw(outputs, x.shape[1], *kernel))
        data = np.einsum("ncyxij,ocij->noyx", get_windows(x.data, kernel, stride, dilation, (2, 3)), weight.data,
                         optimize=True)
        return self.named("conv_2d_nchw_fchw", self.window(stride, dilation), (x, weight), self.fill(data.shape, 0),
                          data)

    def grouped_conv(self, x, outputs, kernel, stride=(1, 1)):
        weight = self.constant(self.draw(x.shape[1], outputs, x.shape[2], *kernel))
        data = np.einsum("ngcyxij,gfcij->ngfyx", get_windows(x.data, kernel, stride, (1, 1), (3, 4)), weight.data,
                         optimize=True)
        return self.named("conv_2d_ngchw_gfchw", self.window(stride, (1, 1)), (x, weight), self.fill(data.shape, 0),
                          data)

    def depthwise_conv(self, x, kernel, stride=(1, 1)):
        weight = self.constant(self.draw(x.shape[1], *kernel))
        data = np.einsum("ncyxij,cij->ncyx", get_windows(x.data, kernel, stride, (1, 1), (2, 3)), weight.data)
        return self.named("depthwise_conv_2d_nchw_chw", self.window(stride, (1, 1)), (x, weight),
                          self.fill(data.shape, 0), data)

    def matmul(self, x, outputs):
        weight = self.constant(self.draw(x.shape[1], outputs))
        data = x.data @ weight.data
        return self.named("matmul", "", (x, weight), self.fill(data.shape, 0), data)

    def pool(self, kind, x, kernel, stride):
        windows = get_windows(x.data, kernel, stride, (1, 1), (2, 3))
        data = getattr(np, kind)(windows, axis=(4, 5))
        window = Value(self.empty(kernel), np.zeros(kernel))
        return self.named(f"pooling_nchw_{kind}", self.window(stride, (1, 1)), (x, window),
                          self.fill(data.shape, 0 if kind == "sum" else -np.inf), data)

    def pad(self, x, low, high, value=0.0):
        data = np.pad(x.data, list(zip(low, high)), constant_values=value)
        scalar = self.emit(f"arith.constant {value:e} : {self.type}", None)
        indices = ", ".join(f"%i{d}: index" for d in range(len(low)))
        return self.emit(f"tensor.pad {x.name} low{list(low)} high{list(high)} {{\n  ^bb0({indices}):\n    tensor.yield "
                         f"{scalar.name} : {self.type}\n  }} : {self.tensor(x.shape)} to {self.tensor(data.shape)}", data)

    def concat(self, *values, axis=1):
        data = np.concatenate([v.data for v in values], axis)
        return self.emit(f"tensor.concat dim({axis}) {', '.join(v.name for v in values)} : "
                         f"({', '.join(self.tensor(v.shape) for v in values)}) -> {self.tensor(data.shape)}", data)

    def insert_slices(self, *values):
        """A concatenation of channels, as other front ends spell it."""
        data = np.concatenate([v.data for v in values], 1)
        result, offset = Value(self.empty(data.shape), None), 0
        for v in values:
            result = self.emit(f"tensor.insert_slice {v.name} into {result.name}[0, {offset}, 0, 0] {list(v.shape)} "
                               f"[1, 1, 1, 1] : {self.tensor(v.shape)} into {self.tensor(data.shape)}", None)
            offset += v.shape[1]
        return Value(result.name, data)

    def extract_slice(self, x, offsets, sizes):
        data = x.data[tuple(slice(o, o + s) for o, s in zip(offsets, sizes))]
        return self.emit(f"tensor.extract_slice {x.name}{list(offsets)} {list(sizes)} {[1] * len(sizes)} : "
                         f"{self.tensor(x.shape)} to {self.tensor(sizes)}", data)

    def expand(self, x, groups, shape):
        return self.emit(f"tensor.expand_shape {x.name} {groups} output_shape {list(shape)} : {self.tensor(x.shape)} "
                         f"into {self.tensor(shape)}", x.data.reshape(shape))

    def collapse(self, x, groups, shape):
        return self.emit(f"tensor.collapse_shape {x.name} {groups} : {self.tensor(x.shape)} into {self.tensor(shape)}",
                         x.data.reshape(shape))

    def transpose(self, x, *order):
        data = x.data.transpose(order)
        type = self.tensor(data.shape)
        return self.emit(f"linalg.transpose ins({x.name} : {self.tensor(x.shape)}) outs({self.empty(data.shape)} : "
                         f"{type}) permutation = {list(order)}", data)


def get_windows(image, kernel, stride, dilation, axes):
    extents = [(k - 1) * d + 1 for k, d in zip(kernel, dilation)]
    windows = np.lib.stride_tricks.sliding_window_view(image, extents, axis=axes)
    index = [slice(None)] * windows.ndim
    for axis, s, d, at in zip(axes, stride, dilation, (-2, -1)):
        index[axis], index[at] = slice(None, None, s), slice(None, None, d)
    return windows[tuple(index)]

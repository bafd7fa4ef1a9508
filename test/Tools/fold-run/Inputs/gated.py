# Writes a gated unit: a module of one form, dialect, type and gate.
#
#   gated.py {whole,two,matmul} {tosa,linalg-nchw,linalg-nhwc} {f32,f16} GATE
#
# whole:  one conv of 2C channels, BatchNorm, its halves, the gate
# two:    two convs of C channels with a BatchNorm each, the gate
# matmul: two matmuls on one input, the gate
# GATE:   glu, swiglu, reglu; with "-swapped" the other half goes through the
#         function
import random
import sys

form, dialect, dtype, gate = sys.argv[1:5]
random.seed(5)
C, SIZE = 16, 6
names = iter(range(1000000))
lines = []


def emit(text, *args):
    """Appends an op; `$` is its result."""
    name = f"%v{next(names)}"
    lines.append("  " + text.replace("$", name))
    return name


def numbers(shape, low, high):
    if not shape:
        return f"{random.randint(low, high) / 16}"
    return "[" + ", ".join(numbers(shape[1:], low, high) for _ in range(shape[0])) + "]"


def tensor(shape):
    return f"tensor<{'x'.join(map(str, shape))}x{dtype}>"


def constant(shape, low=-8, high=8):
    value, type = numbers(shape, low, high), tensor(shape)
    if dialect == "tosa":
        return emit(f'$ = "tosa.const"() {{values = dense<{value}> : {type}}} : () -> {type}')
    return emit(f"$ = arith.constant dense<{value}> : {type}")


class Tosa:
    def __init__(self):
        self.zero = emit(f'$ = "tosa.const"() {{values = dense<0.0> : tensor<1x{dtype}>}} : () -> tensor<1x{dtype}>')
        self.shift = emit('$ = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>')

    def shape(self, channels):
        return [1, SIZE, SIZE, channels]

    def conv(self, x, channels):
        weight, bias = constant([channels, 3, 3, C]), constant([channels])
        z = self.zero
        return emit(
            f"$ = tosa.conv2d {x}, {weight}, {bias}, {z}, {z} {{acc_type = f32, dilation = array<i64: 1, 1>, "
            f"pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>}} : ({tensor(self.shape(C))}, "
            f"{tensor([channels, 3, 3, C])}, {tensor([channels])}, tensor<1x{dtype}>, tensor<1x{dtype}>) "
            f"-> {tensor(self.shape(channels))}")

    def mul(self, a, b, a_shape, b_shape):
        return emit(f"$ = tosa.mul {a}, {b}, {self.shift} : ({tensor(a_shape)}, {tensor(b_shape)}, tensor<1xi8>) -> {tensor(a_shape)}")

    def batch_norm(self, x, channels):
        shape, vector = self.shape(channels), [1, 1, 1, channels]
        mean, variance, gamma, beta = (constant(vector, *r) for r in ((-8, 8), (4, 16), (-16, 16), (-8, 8)))
        x = emit(f"$ = tosa.sub {x}, {mean} : ({tensor(shape)}, {tensor(vector)}) -> {tensor(shape)}")
        scale = emit(f"$ = tosa.rsqrt {variance} : ({tensor(vector)}) -> {tensor(vector)}")
        x = self.mul(x, scale, shape, vector)
        x = self.mul(x, gamma, shape, vector)
        return emit(f"$ = tosa.add {x}, {beta} : ({tensor(shape)}, {tensor(vector)}) -> {tensor(shape)}")

    def half(self, x, index):
        shape = self.shape(C)
        start = emit(f"$ = tosa.const_shape {{values = dense<[0, 0, 0, {index * C}]> : tensor<4xindex>}} : () -> !tosa.shape<4>")
        size = emit(f"$ = tosa.const_shape {{values = dense<{shape}> : tensor<4xindex>}} : () -> !tosa.shape<4>")
        return emit(f"$ = tosa.slice {x}, {start}, {size} : ({tensor(self.shape(2 * C))}, !tosa.shape<4>, !tosa.shape<4>) -> {tensor(shape)}")

    def matmul(self, x):
        weight = constant([1, C, C])
        z, type = self.zero, tensor([1, C, C])
        return emit(f"$ = tosa.matmul {x}, {weight}, {z}, {z} : ({type}, {type}, tensor<1x{dtype}>, tensor<1x{dtype}>) -> {type}")

    def product(self, a, b, shape):
        return self.mul(a, b, shape, shape)

    def function(self, x, name, shape):
        if name == "reglu":
            return emit(f"$ = tosa.clamp {x} {{min_val = 0.0 : {dtype}, max_val = 6.5e+04 : {dtype}}} : ({tensor(shape)}) -> {tensor(shape)}")
        y = emit(f"$ = tosa.sigmoid {x} : ({tensor(shape)}) -> {tensor(shape)}")
        return y if name == "glu" else self.product(x, y, shape)


class Linalg:
    def __init__(self):
        self.nchw = dialect == "linalg-nchw"
        self.zero = emit(f"$ = arith.constant 0.0 : {dtype}")
        self.one = emit(f"$ = arith.constant 1.0 : {dtype}")

    def shape(self, channels):
        return [1, channels, SIZE, SIZE] if self.nchw else [1, SIZE, SIZE, channels]

    def filled(self, shape):
        empty = emit(f"$ = tensor.empty() : {tensor(shape)}")
        return emit(f"$ = linalg.fill ins({self.zero} : {dtype}) outs({empty} : {tensor(shape)}) -> {tensor(shape)}")

    def conv(self, x, channels):
        shape = self.shape(channels)
        filter = [channels, C, 1, 1] if self.nchw else [1, 1, C, channels]
        op = "conv_2d_nchw_fchw" if self.nchw else "conv_2d_nhwc_hwcf"
        weight, init = constant(filter), self.filled(shape)
        return emit(f"$ = linalg.{op} ins({x}, {weight} : {tensor(self.shape(C))}, {tensor(filter)}) outs({init} : {tensor(shape)}) -> {tensor(shape)}")

    def generic(self, inputs, shape, body, vectors=()):
        dims = [f"d{i}" for i in range(len(shape))]
        all_dims = ", ".join(dims)
        identity = f"affine_map<({all_dims}) -> ({all_dims})>"
        channel = dims[1] if self.nchw else dims[-1]
        vector = f"affine_map<({all_dims}) -> ({channel})>"
        maps = [identity] * len(inputs) + [vector] * len(vectors) + [identity]
        channels = shape[1] if self.nchw else shape[-1]
        types = [tensor(shape)] * len(inputs) + [tensor([channels])] * len(vectors)
        empty = emit(f"$ = tensor.empty() : {tensor(shape)}")
        args = ", ".join(f"%a{i}: {dtype}" for i in range(len(types) + 1))
        iterators = ", ".join(['"parallel"'] * len(shape))
        return emit(
            f"$ = linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{iterators}]}} "
            f"ins({', '.join([*inputs, *vectors])} : {', '.join(types)}) outs({empty} : {tensor(shape)}) {{\n"
            f"  ^bb0({args}):\n    " + "\n    ".join(body) + f"\n  }} -> {tensor(shape)}")

    def batch_norm(self, x, channels):
        vectors = [constant([channels], *r) for r in ((-8, 8), (4, 16), (-16, 16), (-8, 8))]
        return self.generic([x], self.shape(channels), [
            f"%0 = math.rsqrt %a2 : {dtype}",
            f"%1 = arith.subf %a0, %a1 : {dtype}",
            f"%2 = arith.mulf %1, %0 : {dtype}",
            f"%3 = arith.mulf %2, %a3 : {dtype}",
            f"%4 = arith.addf %3, %a4 : {dtype}",
            f"linalg.yield %4 : {dtype}"], vectors)

    def half(self, x, index):
        shape, offsets = self.shape(C), [0, 0, 0, 0]
        offsets[1 if self.nchw else 3] = index * C
        return emit(f"$ = tensor.extract_slice {x}{offsets} {shape} [1, 1, 1, 1] : {tensor(self.shape(2 * C))} to {tensor(shape)}")

    def matmul(self, x):
        weight, init, type = constant([C, C]), self.filled([C, C]), tensor([C, C])
        return emit(f"$ = linalg.matmul ins({x}, {weight} : {type}, {type}) outs({init} : {type}) -> {type}")

    def product(self, a, b, shape):
        return self.generic([a, b], shape, [f"%0 = arith.mulf %a0, %a1 : {dtype}", f"linalg.yield %0 : {dtype}"])

    def function(self, x, name, shape):
        if name == "reglu":
            return self.generic([x], shape, [f"%0 = arith.maximumf %a0, {self.zero} : {dtype}", f"linalg.yield %0 : {dtype}"])
        body = [f"%0 = arith.negf %a0 : {dtype}", f"%1 = math.exp %0 : {dtype}",
                f"%2 = arith.addf %1, {self.one} : {dtype}", f"%3 = arith.divf {self.one}, %2 : {dtype}"]
        if name == "glu":
            return self.generic([x], shape, [*body, f"linalg.yield %3 : {dtype}"])
        return self.generic([x], shape, [*body, f"%4 = arith.mulf %a0, %3 : {dtype}", f"linalg.yield %4 : {dtype}"])


make = Tosa() if dialect == "tosa" else Linalg()
if form == "matmul":
    shape = [1, C, C] if dialect == "tosa" else [C, C]
    a, b = make.matmul("%x"), make.matmul("%x")
elif form == "two":
    shape = make.shape(C)
    a, b = (make.batch_norm(make.conv("%x", C), C) for _ in range(2))
else:
    shape = make.shape(C)
    whole = make.batch_norm(make.conv("%x", 2 * C), 2 * C)
    a, b = make.half(whole, 0), make.half(whole, 1)
name, _, swapped = gate.partition("-")
if swapped:
    a, b = b, a
result = make.product(make.function(a, name, shape), b, shape)
print(f"func.func @main(%x: {tensor(shape)}) -> {tensor(shape)} {{")
print("\n".join(lines))
print(f"  return {result} : {tensor(shape)}\n}}")

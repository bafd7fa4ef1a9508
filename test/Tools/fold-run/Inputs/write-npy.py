"""write-npy.py FOLDER: .npy files, good and bad, written without numpy."""

import os
import struct
import sys

SHAPE = (2, 2, 6, 6)
VALUES = [((i * 37) % 101 - 50) / 32 for i in range(144)]


def header(descr="<f4", fortran=False, shape=SHAPE):
    return f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}"


def npy(text, data, version=(1, 0)):
    text = text.encode() + b"\n"
    size = struct.pack("<H" if version[0] == 1 else "<I", len(text))
    return b"\x93NUMPY" + bytes(version) + size + text + data


def floats(values, code="f"):
    return struct.pack(f"<{len(values)}{code}", *values)


def transpose(values, shape):
    """The same tensor in Fortran order."""
    result = []
    for i in range(len(values)):
        place = 0
        strides = [72, 36, 6, 1]
        for dim, stride in zip(shape, strides):
            i, index = divmod(i, dim)
            place += index * stride
        result.append(values[place])
    return result


DATA = floats(VALUES)
FILES = {
    "good": npy(header(), DATA),
    "v2": npy(header(), DATA, (2, 0)),
    "v3": npy(header(), DATA, (3, 0)),
    "fortran": npy(header(fortran=True), floats(transpose(VALUES, SHAPE))),
    "native": npy(header("=f4"), DATA),
    "f64": npy(header("<f8"), floats(VALUES, "d")),
    "big-endian": npy(header(">f4"), DATA),
    "complex": npy(header("<c8"), DATA + DATA),
    "structured": npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", b"1234"),
    "shape": npy(header(shape=(2, 2, 36)), DATA),
    "truncated": npy(header(), DATA[:-1]),
    "trailing": npy(header(), DATA + b"12"),
    "huge-shape": npy(header(shape=(1 << 40, 1 << 40)), DATA),
    "huge-and-empty": npy(header(shape=(0, 1 << 62, 1 << 62)), b""),
    "negative": npy(header(shape=(-1, 2)), DATA),
    "magic": b"NUMPY" + DATA,
    "empty": b"",
    "no-header": b"\x93NUMPY\x01\x00\xff\x00{",
    "huge-header": b"\x93NUMPY\x02\x00\xff\xff\xff\xff{",
    "version": npy(header(), DATA, (4, 0)),
    "no-shape": npy("{'descr': '<f4', 'fortran_order': False}", DATA),
    "no-dictionary": npy("[]", DATA),
    "unknown-key": npy("{'order': 1}", DATA),
    "open-string": npy("{'descr", DATA),
}

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
for name, contents in FILES.items():
    with open(os.path.join(folder, name + ".npy"), "wb") as file:
        file.write(contents)

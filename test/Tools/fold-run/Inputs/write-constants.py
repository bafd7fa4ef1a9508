"""write-constants.py FOLDER: x + c with c as a constant and as an argument."""

import os
import struct
import sys

N = 2048
VALUES = [((i * 37) % 1009 - 500) / 64 for i in range(N)]
DATA = struct.pack(f"<{N}f", *VALUES)

BODY = """#id = affine_map<(i) -> (i)>
func.func @main(%x: tensor<2048xf32>{argument}) -> tensor<2048xf32> {{
{constant}  %empty = tensor.empty() : tensor<2048xf32>
  %y = linalg.generic {{indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}}
      ins(%x, %c : tensor<2048xf32>, tensor<2048xf32>) outs(%empty : tensor<2048xf32>) {{
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }} -> tensor<2048xf32>
  return %y : tensor<2048xf32>
}}
"""


def npy(data):
    text = "{'descr': '<f4', 'fortran_order': False, 'shape': (2048,), }\n".encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + data


def constant(value):
    return f"  %c = arith.constant {value} : tensor<2048xf32>\n"


# A resource's bytes begin with their alignment.
RESOURCE = "0x" + (struct.pack("<I", 4) + DATA).hex().upper()
FILES = {
    "argument.mlir": BODY.format(argument=", %c: tensor<2048xf32>", constant=""),
    "dense.mlir": BODY.format(argument="", constant=constant(f'dense<"0x{DATA.hex().upper()}">')),
    "resource.mlir": BODY.format(argument="", constant=constant("dense_resource<c>"))
    + f'{{-# dialect_resources: {{ builtin: {{ c: "{RESOURCE}" }} }} #-}}\n',
    "splat.mlir": BODY.format(argument="", constant=constant("dense<1.5>")),
}

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
for name, text in FILES.items():
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)
for name, data in {
    "x": struct.pack(f"<{N}f", *reversed(VALUES)),
    "c": DATA,
    "splat": struct.pack(f"<{N}f", *[1.5] * N),
}.items():
    with open(os.path.join(folder, name + ".npy"), "wb") as file:
        file.write(npy(data))

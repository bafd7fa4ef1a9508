"""write-floats.py FILE COUNT: 0, 1, 2, ... as little-endian f32."""

import struct
import sys

path, count = sys.argv[1], int(sys.argv[2])
with open(path, "wb") as file:
    file.write(struct.pack(f"<{count}f", *range(count)))

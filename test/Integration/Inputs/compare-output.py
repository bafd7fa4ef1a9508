"""compare-output.py A B: two outputs of printMemrefF32 agree.

The error is relative to the largest value of A; mlir-runner prints about six
digits.
"""

import math
import re
import sys

TOLERANCE = 2e-5


def values(path):
    text = open(path).read()
    return [float(v) for v in re.findall(r"[-+\w.]+", text[text.index("data =") + 6:])]


a, b = (values(path) for path in sys.argv[1:])
if not a or len(a) != len(b) or not all(map(math.isfinite, a + b)):
    sys.exit(f"not comparable: {a} {b}")
error = max(abs(x - y) for x, y in zip(a, b)) / max(map(abs, a))
print(f"relative error {error:.2e}")
sys.exit(error > TOLERANCE)

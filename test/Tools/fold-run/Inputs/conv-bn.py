"""conv-bn.py write X | check X Y: conv-bn.mlir in numpy, in f64."""

import sys

import numpy as np


def network(x):
    weight = (((np.arange(54) * 7) % 33 - 16) / 16).reshape(3, 2, 3, 3)
    conv = np.zeros((2, 3, 4, 4))
    for i in range(3):
        for j in range(3):
            window = x[:, :, i:i + 4, j:j + 4]
            conv += np.einsum("nchw,oc->nohw", window, weight[:, :, i, j])
    gamma, beta, mean, variance = (np.array(v).reshape(1, 3, 1, 1) for v in (
        [0.5, -1.5, 2.0], [0.25, 0.125, -0.5], [0.1, -0.2, 0.3], [0.01, 0.5, 1.5]))
    bn = (conv - mean) / np.sqrt(variance + 1e-3) * gamma + beta
    return np.maximum(bn, 0)


if sys.argv[1] == "write":
    np.save(sys.argv[2], np.random.default_rng(3).normal(size=(2, 2, 6, 6)).astype("<f4"))
else:
    expected = network(np.load(sys.argv[2]).astype("f8"))
    y = np.load(sys.argv[3])
    assert np.abs(y - expected).max() <= 1e-5 * np.abs(expected).max()
    print(y.dtype, y.shape, "agrees")

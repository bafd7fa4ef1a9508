"""The networks that can be generated.

A new one is a function from a Network to nothing, in classifiers.py or dense_prediction.py, and an
entry in ARCHITECTURES.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable

import classifiers
import dense_prediction
from graph import Network


@dataclass(frozen=True)
class Architecture:
    build: Callable[[Network], None]
    input_shape: tuple[int, ...]
    # Of the images that BatchNorm's statistics are taken from, if another.
    calibration_shape: tuple[int, ...] | None = None


IMAGE = (1, 3, 224, 224)
ARCHITECTURES = {
    "resnet18": Architecture(classifiers.resnet18, IMAGE),
    "resnet50": Architecture(classifiers.resnet50, IMAGE),
    "resnet50v2": Architecture(classifiers.resnet50v2, IMAGE),
    "mobilenetv2": Architecture(classifiers.mobilenetv2, IMAGE),
    "shufflenetv2": Architecture(classifiers.shufflenetv2, IMAGE),
    "densenet121": Architecture(classifiers.densenet121, IMAGE),
    "repvgg-a0": Architecture(classifiers.repvgg_a0, IMAGE),
    "yolov5s": Architecture(dense_prediction.yolov5s, (1, 3, 640, 640)),
    "unet-nearest": Architecture(dense_prediction.unet_nearest, (1, 3, 256, 256), (1, 3, 96, 96)),
    "unet-bilinear": Architecture(dense_prediction.unet_bilinear, (1, 3, 256, 256), (1, 3, 96, 96)),
}

"""The networks that can be generated: torchvision's, and YOLOv5s 6.0 with its three raw heads.

A new one is a function from a Network to nothing and an entry in ARCHITECTURES.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable

from graph import Network, Tensor

NUM_CLASSES = 1000


@dataclass(frozen=True)
class Architecture:
    build: Callable[[Network], None]
    input_shape: tuple[int, ...]


def classify(net: Network, name: str, x: Tensor) -> None:
    net.output(net.linear(name, net.global_average_pool(x), NUM_CLASSES))


# ResNet.

def basic_block(net: Network, name: str, x: Tensor, width: int, stride: int) -> Tensor:
    y = net.conv(f"{name}.conv1", x, width, 3, stride)
    y = net.relu(net.batch_norm(f"{name}.bn1", y))
    y = net.batch_norm(f"{name}.bn2", net.conv(f"{name}.conv2", y, width, 3))
    return net.relu(net.add(y, shortcut(net, name, x, width, stride)))


def bottleneck(net: Network, name: str, x: Tensor, width: int, stride: int) -> Tensor:
    y = net.relu(net.batch_norm(f"{name}.bn1", net.conv(f"{name}.conv1", x, width, 1)))
    y = net.relu(net.batch_norm(f"{name}.bn2", net.conv(f"{name}.conv2", y, width, 3, stride)))
    y = net.batch_norm(f"{name}.bn3", net.conv(f"{name}.conv3", y, 4 * width, 1))
    return net.relu(net.add(y, shortcut(net, name, x, 4 * width, stride)))


def shortcut(net: Network, name: str, x: Tensor, channels: int, stride: int) -> Tensor:
    if x.channels == channels and stride == 1:
        return x
    projected = net.conv(f"{name}.downsample.0", x, channels, 1, stride)
    return net.batch_norm(f"{name}.downsample.1", projected)


def resnet(net: Network, block: Callable[[Network, str, Tensor, int, int], Tensor],
           depths: tuple[int, ...]) -> None:
    x = net.relu(net.batch_norm("bn1", net.conv("conv1", net.input, 64, 7, 2)))
    x = net.max_pool(x, 3, 2)
    for stage, depth in enumerate(depths):
        for i in range(depth):
            stride = 2 if stage > 0 and i == 0 else 1
            x = block(net, f"layer{stage + 1}.{i}", x, 64 << stage, stride)
    classify(net, "fc", x)


def resnet18(net: Network) -> None:
    resnet(net, basic_block, (2, 2, 2, 2))


def resnet50(net: Network) -> None:
    resnet(net, bottleneck, (3, 4, 6, 3))


# MobileNetV2.

# (expansion, channels, blocks, stride of the first)
INVERTED_RESIDUALS = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1),
                      (6, 160, 3, 2), (6, 320, 1, 1))


def conv_bn_relu6(net: Network, name: str, x: Tensor, channels: int, kernel: int, stride: int = 1,
                  groups: int = 1) -> Tensor:
    y = net.conv(f"{name}.0", x, channels, kernel, stride, groups=groups)
    return net.relu6(net.batch_norm(f"{name}.1", y))


def inverted_residual(net: Network, name: str, x: Tensor, expansion: int, channels: int,
                      stride: int) -> Tensor:
    hidden = expansion * x.channels
    y, index = x, 0
    if expansion != 1:
        y, index = conv_bn_relu6(net, f"{name}.conv.0", x, hidden, 1), 1
    y = conv_bn_relu6(net, f"{name}.conv.{index}", y, hidden, 3, stride, groups=hidden)
    y = net.conv(f"{name}.conv.{index + 1}", y, channels, 1)
    y = net.batch_norm(f"{name}.conv.{index + 2}", y)
    return net.add(x, y) if stride == 1 and x.channels == channels else y


def mobilenetv2(net: Network) -> None:
    x = conv_bn_relu6(net, "features.0", net.input, 32, 3, 2)
    index = 1
    for expansion, channels, blocks, stride in INVERTED_RESIDUALS:
        for i in range(blocks):
            x = inverted_residual(net, f"features.{index}", x, expansion, channels,
                                  stride if i == 0 else 1)
            index += 1
    classify(net, "classifier.1", conv_bn_relu6(net, f"features.{index}", x, 1280, 1))


# YOLOv5.

def conv_bn_silu(net: Network, name: str, x: Tensor, channels: int, kernel: int = 1,
                 stride: int = 1, padding: int | None = None) -> Tensor:
    y = net.conv(f"{name}.conv", x, channels, kernel, stride, padding)
    return net.silu(net.batch_norm(f"{name}.bn", y, epsilon=1e-3))


def c3(net: Network, name: str, x: Tensor, channels: int, depth: int,
       residual: bool = True) -> Tensor:
    y = conv_bn_silu(net, f"{name}.cv1", x, channels // 2)
    for i in range(depth):
        z = conv_bn_silu(net, f"{name}.m.{i}.cv1", y, channels // 2)
        z = conv_bn_silu(net, f"{name}.m.{i}.cv2", z, channels // 2, 3)
        y = net.add(y, z) if residual else z
    bypass = conv_bn_silu(net, f"{name}.cv2", x, channels // 2)
    return conv_bn_silu(net, f"{name}.cv3", net.concat(y, bypass), channels)


def sppf(net: Network, name: str, x: Tensor, channels: int) -> Tensor:
    pyramid = [conv_bn_silu(net, f"{name}.cv1", x, x.channels // 2)]
    for _ in range(3):
        pyramid.append(net.max_pool(pyramid[-1], 5, 1))
    return conv_bn_silu(net, f"{name}.cv2", net.concat(*pyramid), channels)


def yolov5s(net: Network) -> None:
    x = conv_bn_silu(net, "model.0", net.input, 32, 6, 2, padding=2)
    x = c3(net, "model.2", conv_bn_silu(net, "model.1", x, 64, 3, 2), 64, 1)
    p3 = c3(net, "model.4", conv_bn_silu(net, "model.3", x, 128, 3, 2), 128, 2)
    p4 = c3(net, "model.6", conv_bn_silu(net, "model.5", p3, 256, 3, 2), 256, 3)
    p5 = c3(net, "model.8", conv_bn_silu(net, "model.7", p4, 512, 3, 2), 512, 1)
    lateral5 = conv_bn_silu(net, "model.10", sppf(net, "model.9", p5, 512), 256)
    x = c3(net, "model.13", net.concat(net.upsample(lateral5), p4), 256, 1, residual=False)
    lateral4 = conv_bn_silu(net, "model.14", x, 128)
    n3 = c3(net, "model.17", net.concat(net.upsample(lateral4), p3), 128, 1, residual=False)
    x = net.concat(conv_bn_silu(net, "model.18", n3, 128, 3, 2), lateral4)
    n4 = c3(net, "model.20", x, 256, 1, residual=False)
    x = net.concat(conv_bn_silu(net, "model.21", n4, 256, 3, 2), lateral5)
    n5 = c3(net, "model.23", x, 512, 1, residual=False)
    for i, level in enumerate((n3, n4, n5)):
        net.output(net.conv(f"model.24.m.{i}", level, 255, 1, bias=True))


IMAGE = (1, 3, 224, 224)
ARCHITECTURES = {
    "resnet18": Architecture(resnet18, IMAGE),
    "resnet50": Architecture(resnet50, IMAGE),
    "mobilenetv2": Architecture(mobilenetv2, IMAGE),
    "yolov5s": Architecture(yolov5s, (1, 3, 640, 640)),
}

"""Classifiers: torchvision's, and those of the papers that are named."""

from __future__ import annotations

from typing import Callable

from graph import Network, Tensor

NUM_CLASSES = 1000


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


# ResNet v2 (He et al. 2016), as the authors' code for ImageNet has it: the stem has its own
# activation, so the first block has none in front; the first block of every other stage activates
# once for both of its branches.

# Of ImageNet, for images from 0 to 1.
MEAN, STD = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]


def preact_bottleneck(net: Network, name: str, x: Tensor, width: int, stride: int,
                      is_first: bool) -> Tensor:
    y = x if is_first else net.relu(net.batch_norm(f"{name}.bn1", x))
    bypass = x
    if x.channels != 4 * width:
        bypass = net.conv(f"{name}.downsample", y, 4 * width, 1, stride)
    y = net.conv(f"{name}.conv1", y, width, 1)
    y = net.relu(net.batch_norm(f"{name}.bn2", y))
    y = net.conv(f"{name}.conv2", y, width, 3, stride)
    y = net.relu(net.batch_norm(f"{name}.bn3", y))
    return net.add(net.conv(f"{name}.conv3", y, 4 * width, 1), bypass)


def resnet50v2(net: Network) -> None:
    x = net.normalize("normalize", net.input, MEAN, STD)
    x = net.relu(net.batch_norm("bn1", net.conv("conv1", x, 64, 7, 2)))
    x = net.max_pool(x, 3, 2)
    for stage, depth in enumerate((3, 4, 6, 3)):
        for i in range(depth):
            stride = 2 if stage > 0 and i == 0 else 1
            x = preact_bottleneck(net, f"layer{stage + 1}.{i}", x, 64 << stage, stride,
                                  is_first=stage == 0 and i == 0)
    classify(net, "fc", net.relu(net.batch_norm("bn5", x)))


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


# DenseNet-121.

GROWTH = 32


def dense_layer(net: Network, name: str, x: Tensor) -> Tensor:
    y = net.relu(net.batch_norm(f"{name}.norm1", x))
    y = net.conv(f"{name}.conv1", y, 4 * GROWTH, 1)
    y = net.relu(net.batch_norm(f"{name}.norm2", y))
    return net.conv(f"{name}.conv2", y, GROWTH, 3)


def transition(net: Network, name: str, x: Tensor) -> Tensor:
    y = net.relu(net.batch_norm(f"{name}.norm", x))
    return net.average_pool(net.conv(f"{name}.conv", y, x.channels // 2, 1), 2, 2)


def densenet121(net: Network) -> None:
    x = net.conv("features.conv0", net.input, 64, 7, 2)
    x = net.max_pool(net.relu(net.batch_norm("features.norm0", x)), 3, 2)
    depths = (6, 12, 24, 16)
    for block, depth in enumerate(depths, 1):
        features = [x]
        for i in range(1, depth + 1):
            joined = net.concat(*features) if i > 1 else x
            features.append(dense_layer(net, f"features.denseblock{block}.denselayer{i}", joined))
        x = net.concat(*features)
        if block < len(depths):
            x = transition(net, f"features.transition{block}", x)
    classify(net, "classifier", net.relu(net.batch_norm("features.norm5", x)))


# ShuffleNetV2 x1.0.

def shuffle_branch(net: Network, name: str, x: Tensor, channels: int, stride: int) -> Tensor:
    y = net.relu(net.batch_norm(f"{name}.1", net.conv(f"{name}.0", x, channels, 1)))
    y = net.conv(f"{name}.3", y, channels, 3, stride, groups=channels)
    y = net.conv(f"{name}.5", net.batch_norm(f"{name}.4", y), channels, 1)
    return net.relu(net.batch_norm(f"{name}.6", y))


def shuffle_unit(net: Network, name: str, x: Tensor, channels: int, stride: int) -> Tensor:
    if stride == 1:
        bypass, x = net.split(x)
    else:
        bypass = net.conv(f"{name}.branch1.0", x, x.channels, 3, stride, groups=x.channels)
        bypass = net.batch_norm(f"{name}.branch1.1", bypass)
        bypass = net.conv(f"{name}.branch1.2", bypass, channels // 2, 1)
        bypass = net.relu(net.batch_norm(f"{name}.branch1.3", bypass))
    y = shuffle_branch(net, f"{name}.branch2", x, channels // 2, stride)
    return net.shuffle_channels(net.concat(bypass, y), groups=2)


def shufflenetv2(net: Network) -> None:
    x = net.relu(net.batch_norm("conv1.1", net.conv("conv1.0", net.input, 24, 3, 2)))
    x = net.max_pool(x, 3, 2)
    for stage, (depth, channels) in enumerate(((4, 116), (8, 232), (4, 464)), 2):
        for i in range(depth):
            x = shuffle_unit(net, f"stage{stage}.{i}", x, channels, 2 if i == 0 else 1)
    x = net.relu(net.batch_norm("conv5.1", net.conv("conv5.0", x, 1024, 1)))
    classify(net, "fc", x)


# RepVGG-A0 (Ding et al. 2021) as it is trained.

def repvgg_block(net: Network, name: str, x: Tensor, channels: int, stride: int) -> Tensor:
    dense, point = (net.batch_norm(f"{name}.{branch}.bn",
                                   net.conv(f"{name}.{branch}.conv", x, channels, kernel, stride))
                    for branch, kernel in (("rbr_dense", 3), ("rbr_1x1", 1)))
    y = net.add(dense, point)
    if x.channels == channels and stride == 1:
        y = net.add(y, net.batch_norm(f"{name}.rbr_identity", x))
    return net.relu(y)


def repvgg_a0(net: Network) -> None:
    x = net.input
    for stage, (depth, width) in enumerate(((1, 48), (2, 48), (4, 96), (14, 192), (1, 1280))):
        for i in range(depth):
            x = repvgg_block(net, f"stage{stage}.{i}", x, width, 2 if i == 0 else 1)
    classify(net, "linear", x)

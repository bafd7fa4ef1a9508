"""Networks with feature maps as results: YOLOv5s 6.0 with its three raw heads, and U-Net."""

from __future__ import annotations

from graph import Network, Tensor


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


# U-Net (Ronneberger et al. 2015) with BatchNorm, padded convolutions, and a resize in place of the
# transposed convolution.

NUM_SEGMENTS = 2


def double_conv(net: Network, name: str, x: Tensor, channels: int) -> Tensor:
    for i in range(2):
        y = net.conv(f"{name}.conv{i + 1}", x, channels, 3)
        x = net.relu(net.batch_norm(f"{name}.bn{i + 1}", y))
    return x


def unet(net: Network, is_bilinear: bool) -> None:
    x, skips = double_conv(net, "inc", net.input, 64), []
    for level in range(4):
        skips.append(x)
        x = net.max_pool(x, 2, 2, padding=0)
        x = double_conv(net, f"down{level + 1}", x, 2 * x.channels)
    for level, skip in enumerate(reversed(skips), 1):
        resized = net.upsample_bilinear(x) if is_bilinear else net.upsample(x)
        kernel = 1 if is_bilinear else 3
        x = net.conv(f"up{level}.up", resized, skip.channels, kernel, bias=True)
        x = double_conv(net, f"up{level}", net.concat(skip, x), skip.channels)
    net.output(net.conv("outc", x, NUM_SEGMENTS, 1, bias=True))


def unet_nearest(net: Network) -> None:
    unet(net, is_bilinear=False)


def unet_bilinear(net: Network) -> None:
    unet(net, is_bilinear=True)

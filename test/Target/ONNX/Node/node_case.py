"""One backend test of ONNX: prepare its files, import, run and compare it."""

import glob
import os
import re
import shlex
import subprocess
from dataclasses import dataclass, field

import numpy as np
import onnx
from onnx import ModelProto, TensorProto, ValueInfoProto, defs, numpy_helper, version_converter

import operators

FOLDERS = ("node", "pytorch-converted", "pytorch-operator", "simple")

# Relative and absolute tolerance: ours, and those of ONNX's own runner.
TOLERANCES = (1e-4, 1e-6)
LOOSE_TOLERANCES = (1e-3, 1e-7)

SHOWN_DIFFERENCES = 5


class Failure(Exception):
    """The test has failed; the message says why."""


class Refused(Failure):
    """The model is not imported, for the reason that fold-translate gives."""


def load_proto(path: str) -> TensorProto:
    with open(path, "rb") as file:
        return TensorProto.FromString(file.read())


def widen(bits: np.ndarray) -> np.ndarray:
    """bf16 as f32."""
    return (bits.astype(np.uint32) << 16).view(np.float32)


@dataclass
class Tensor:
    """A value of a test, as fold-run reads and writes it."""

    type: int
    array: np.ndarray

    @staticmethod
    def load(path: str, value: ValueInfoProto) -> "Tensor":
        array = numpy_helper.to_array(load_proto(path))
        type = value.type.tensor_type.elem_type
        # numpy has no bf16, and onnx made files of the raw bits.
        if type == TensorProto.BFLOAT16 and array.dtype == np.uint16:
            array = widen(array)
        return Tensor(type, array)

    def save(self, path: str) -> None:
        if self.type == TensorProto.BFLOAT16:
            np.save(path, (self.array.view(np.uint32) >> 16).astype(np.uint16))
        else:
            np.save(path, self.array)

    def read_result(self, path: str) -> np.ndarray:
        """The result that should equal this tensor."""
        actual = np.load(path)
        if self.type == TensorProto.BFLOAT16 and actual.dtype == np.dtype("V2"):
            return widen(actual.view(np.uint16))
        # MLIR's integers are without a sign, and written as if they had one.
        wanted = self.array.dtype
        if wanted.kind == "u" and actual.dtype.kind == "i" and actual.itemsize == wanted.itemsize:
            return actual.view(wanted)
        return actual


@dataclass
class Case:
    """What a folder of the test data contains."""

    name: str  # node/test_relu
    folder: str
    model: ModelProto
    # Whether the first extent of the inputs is left open.
    has_open_batch: bool = False
    log: list[str] = field(default_factory=list)

    @property
    def operators(self) -> set[str]:
        return {node.domain + node.op_type for node in self.model.graph.node}

    def is_claimed(self) -> bool:
        return self.operators <= operators.CLAIMED

    def find_values(self, kind: str) -> list[str]:
        """The files of the inputs or outputs."""
        paths = glob.glob(os.path.join(self.folder, "test_data_set_0", f"{kind}_*.pb"))
        return sorted(paths, key=lambda path: int(re.findall(r"\d+", path)[-1]))

    def load_expected(self) -> list[Tensor]:
        return [Tensor.load(*pair) for pair in zip(self.find_values("output"), self.model.graph.output)]


def load_case(testdata: str, name: str) -> Case:
    folder = os.path.join(testdata, name)
    return Case(name, folder, onnx.load(os.path.join(folder, "model.onnx")))


def load_all(testdata: str) -> list[Case]:
    names = [
        f"{folder}/{name}"
        for folder in FOLDERS
        for name in sorted(os.listdir(os.path.join(testdata, folder)))
    ]
    return [load_case(testdata, name) for name in names]


def find_refusal(name: str) -> tuple[str, str] | None:
    """Why the test is refused and the error that says so, if it is."""
    for pattern, reason, error in operators.REFUSED:
        if re.fullmatch(pattern, name):
            return reason, error
    return None


def find_reason(name: str) -> str | None:
    """Why the test is not run, if it is not."""
    for pattern, reason in operators.UNSUPPORTED:
        if re.fullmatch(pattern, name):
            return reason
    return None


def find_stale_entries(names: list[str]) -> list[str]:
    """Entries of the tables that fit no test, or one that has two entries."""
    tables = (operators.REFUSED, operators.UNSUPPORTED, operators.LOOSE)
    patterns = [entry[0] for table in tables for entry in table]
    stale = [p for p in patterns if not any(re.fullmatch(p, name) for name in names)]
    for name in names:
        if sum(bool(re.fullmatch(p, name)) for p in patterns) > 1:
            stale.append(f"more than one entry for {name}")
    return stale


# ---------------------------------------------------------------------------
# Preparation
# ---------------------------------------------------------------------------


def find_constant_inputs(model: ModelProto) -> set[str]:
    """The values that have to be constant, and all that these depend on."""
    producers = {output: node for node in model.graph.node for output in node.output}
    pending = [
        node.input[number]
        for node in model.graph.node
        for number in operators.CONSTANT_OPERANDS.get(node.op_type, [])
        if number < len(node.input)
    ]
    found: set[str] = set()
    while pending:
        name = pending.pop()
        if name in found:
            continue
        found.add(name)
        producer = producers.get(name)
        # A shape is known whatever the values are.
        if producer and producer.op_type not in ("Shape", "Size"):
            pending += producer.input
    return found - {""}


def raise_opset(model: ModelProto) -> ModelProto:
    """The importer begins at opset 7. A model of an older one says 7 where that
    means the same operators; else ONNX's own converter has to rewrite it."""
    (opset,) = [entry for entry in model.opset_import if entry.domain in ("", "ai.onnx")]
    if opset.version >= operators.MIN_OPSET:
        return model
    versions = (opset.version, operators.MIN_OPSET)
    names = {node.op_type for node in model.graph.node}
    if any(len({defs.get_schema(name, version).since_version for version in versions}) > 1
           for name in names):
        return version_converter.convert_version(model, operators.MIN_OPSET)
    opset.version = operators.MIN_OPSET
    return model


def open_batch(model: ModelProto, inputs: list[str]) -> None:
    """Takes the first extent of these inputs for the batch size, where it is the
    same as that of the first of them, and leaves it open."""
    batch = None
    for value in model.graph.input:
        dims = value.type.tensor_type.shape.dim
        if value.name not in inputs or not dims:
            continue
        if batch is None:
            batch = dims[0].dim_value
        if dims[0].dim_value == batch:
            dims[0].dim_param = "N"
    for value in model.graph.output:
        value.type.tensor_type.ClearField("shape")
    del model.graph.value_info[:]


def prepare(case: Case) -> tuple[ModelProto, list[tuple[str, ValueInfoProto]]]:
    """Makes initializers of the inputs that have to be constant: the model stays
    valid, they are these inputs' defaults. Returns the others, with their files."""
    model = ModelProto()
    model.CopyFrom(case.model)
    defaults = {tensor.name for tensor in model.graph.initializer}
    inputs = [value for value in case.model.graph.input if value.name not in defaults]
    paths = case.find_values("input")
    if len(paths) != len(inputs):
        raise Failure(f"{len(inputs)} inputs, but {len(paths)} values for them")
    constants = find_constant_inputs(model)
    others = []
    for value, path in zip(inputs, paths):
        if value.name in constants:
            initializer = load_proto(path)
            initializer.name = value.name
            model.graph.initializer.append(initializer)
        else:
            others.append((path, value))
    model = raise_opset(model)
    if case.has_open_batch:
        open_batch(model, [value.name for _, value in others])
    return model, others


# ---------------------------------------------------------------------------
# Comparison
# ---------------------------------------------------------------------------


def get_tolerances(name: str) -> tuple[float, float]:
    loose = any(re.fullmatch(pattern, name) for pattern, _ in operators.LOOSE)
    return LOOSE_TOLERANCES if loose else TOLERANCES


def compare(actual: np.ndarray, expected: np.ndarray, tolerances: tuple[float, float]) -> list[str]:
    """What differs, in lines; nothing if the two are close enough."""
    if actual.dtype != expected.dtype:
        return [f"the elements are {actual.dtype}, expected {expected.dtype}"]
    if actual.shape != expected.shape:
        return [f"the shape is {actual.shape}, expected {expected.shape}"]
    if expected.dtype.kind == "f":
        good = np.isclose(actual, expected, *tolerances, equal_nan=True)
    else:
        good = actual == expected
    wrong = np.argwhere(~np.asarray(good))
    lines = [f"{len(wrong)} of {expected.size} elements differ"] if len(wrong) else []
    for index in map(tuple, wrong[:SHOWN_DIFFERENCES].tolist()):
        lines.append(f"  {list(index)}: {actual[index]!r}, expected {expected[index]!r}")
    return lines


# ---------------------------------------------------------------------------
# The run
# ---------------------------------------------------------------------------


@dataclass
class Runner:
    tools: str
    work: str
    timeout: int
    environment: dict[str, str] | None = None

    def call(self, case: Case, *command: str) -> subprocess.CompletedProcess:
        command = (os.path.join(self.tools, command[0]), *command[1:])
        case.log.append("$ " + shlex.join(command))
        try:
            result = subprocess.run(
                command, capture_output=True, text=True, errors="replace",
                timeout=self.timeout, env=self.environment)
        except subprocess.TimeoutExpired:
            raise Failure(f"no end after {self.timeout} s") from None
        case.log.extend(filter(None, (result.stdout.rstrip(), result.stderr.rstrip())))
        return result

    def path(self, name: str) -> str:
        return os.path.join(self.work, name)

    def translate(self, case: Case, model: ModelProto) -> subprocess.CompletedProcess:
        os.makedirs(self.work, exist_ok=True)
        with open(self.path("model.onnx"), "wb") as file:
            file.write(model.SerializeToString())
        return self.call(case, "fold-translate", "--import-onnx", self.path("model.onnx"),
                         "-o", self.path("model.mlir"))

    def run(self, case: Case) -> None:
        """Raises Failure unless the results are those expected."""
        model, inputs = prepare(case)
        result = self.translate(case, model)
        if result.returncode != 0:
            check_refusal(result, "")
            raise Refused("not imported")
        expected = case.load_expected()
        options = ["--threads", "1", "--verify"]
        for number, pair in enumerate(inputs):
            Tensor.load(*pair).save(self.path(f"input{number}.npy"))
            options += ["--input", self.path(f"input{number}.npy")]
        outputs = [self.path(f"output{number}.npy") for number in range(len(expected))]
        for path in outputs:
            options += ["--output", path]
        if self.call(case, "fold-run", self.path("model.mlir"), *options).returncode != 0:
            raise Failure("not run, or fused otherwise than unfused")
        problems = []
        for number, (tensor, path) in enumerate(zip(expected, outputs)):
            lines = compare(tensor.read_result(path), tensor.array, get_tolerances(case.name))
            problems += [f"result {number}: {line}" for line in lines]
        if problems:
            raise Failure("\n".join(problems))

    def refuse(self, case: Case, error: str) -> None:
        """Raises Failure unless the model is refused with one line that contains
        `error`."""
        model, _ = prepare(case)
        check_refusal(self.translate(case, model), error)


def check_refusal(result: subprocess.CompletedProcess, error: str) -> None:
    if result.returncode == 0:
        raise Failure("imported, although the table says that it is refused")
    lines = result.stderr.splitlines()
    if result.returncode != 1 or len(lines) != 1 or " error: " not in lines[0]:
        raise Failure(f"not refused with one line, or exit code {result.returncode} is not 1")
    if not re.search(error, lines[0]):
        raise Failure(f"the error does not contain: {error}")

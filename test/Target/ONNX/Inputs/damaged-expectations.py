"""damaged-expectations.py TESTDATA TOOLS WORK_DIR: what the runner of ONNX's tests
says of results that are not the expected ones."""

import sys
from pathlib import Path
from typing import Callable

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Node"))

import numpy as np

import node_case

testdata, tools, work = sys.argv[1:]
runner = node_case.Runner(tools, work, timeout=600)


class DamagedCase(node_case.Case):
    """A test whose expected results went through `damage`."""

    damage: Callable[[np.ndarray], list[np.ndarray]]

    def load_expected(self) -> list[node_case.Tensor]:
        (tensor,) = super().load_expected()
        return [node_case.Tensor(tensor.type, array) for array in self.damage(tensor.array)]


def load(name: str) -> DamagedCase:
    return DamagedCase(**vars(node_case.load_case(testdata, name)))


def report(what: str, action: Callable[[], None]) -> None:
    try:
        action()
        print(f"{what}: passed")
    except node_case.Failure as failure:
        print(f"{what}: failed: {failure}")


def set_element(array: np.ndarray, value: float) -> list[np.ndarray]:
    array = array.copy()
    array[0, 1, 2] = value
    return [array]


DAMAGES: dict[str, Callable[[np.ndarray], list[np.ndarray]]] = {
    "as it is": lambda array: [array],
    "one element": lambda array: set_element(array, 1.5),
    "by half a thousandth": lambda array: [array * np.float32(1.0005)],
    "NaN": lambda array: set_element(array, np.nan),
    "shape": lambda array: [array.reshape(3, 20)],
    "type": lambda array: [array.astype(np.float64)],
    "one result more": lambda array: [array, array],
}
for what, damage in DAMAGES.items():
    case = load("node/test_relu")
    case.damage = damage
    report(what, lambda: runner.run(case))
report("refusal of what is imported",
       lambda: runner.refuse(node_case.load_case(testdata, "node/test_relu"), "relu"))
report("refusal with another error",
       lambda: runner.refuse(node_case.load_case(testdata, "node/test_nonmaxsuppression_center_point_box_format"), "nonsense"))

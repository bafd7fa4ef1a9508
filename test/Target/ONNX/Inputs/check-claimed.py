"""check-claimed.py FOLD_TRANSLATE WORK_DIR: the operators that the importer knows
are those of Node/operators.py."""

import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Node"))

from onnx import defs, helper

import operators

tool, work = sys.argv[1], Path(sys.argv[2])
work.mkdir(parents=True, exist_ok=True)


def is_known(name: str) -> bool:
    """A node without inputs tells: it is refused for one reason or the other."""
    graph = helper.make_graph([helper.make_node(name, [], ["y"])], "graph", [], [])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)])
    path = work / "model.onnx"
    path.write_bytes(model.SerializeToString())
    result = subprocess.run([tool, "--import-onnx", str(path)], capture_output=True, text=True)
    if result.returncode != 1:
        raise SystemExit(f"{name}: exit code {result.returncode}: {result.stderr}")
    return "the operator is not supported" not in result.stderr


names = {schema.name for schema in defs.get_all_schemas() if not schema.domain}
known = {name for name in sorted(names | operators.CLAIMED) if is_known(name)}
print("claimed, but not known:", *sorted(operators.CLAIMED - known))
print("known, but not claimed:", *sorted(known - operators.CLAIMED))
sys.exit(known != operators.CLAIMED)

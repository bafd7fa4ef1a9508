"""check-errors.py FOLD_TRANSLATE FILE WORK_DIR: models that are refused.

FILE has cases, each of them a line

    --- a name

then lines `error: what fold-translate says`, `options: its options` where the
case has some, and the model as onnx-assemble.py takes it. Without a header it is
one of opset 13, or that of a line `opset: number`. The tool must print that one
line of error and nothing else. WORK in it stands for the folder of the model.
"""

import importlib.util
import shlex
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.dont_write_bytecode = True


def load_assembler():
    path = Path(__file__).resolve().parent.parent / "onnx-assemble.py"
    spec = importlib.util.spec_from_file_location("onnx_assemble", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@dataclass
class Case:
    name: str
    error: str = ""
    options: list[str] = field(default_factory=list)
    opset: str = "13"
    model: list[str] = field(default_factory=list)

    def get_text(self) -> str:
        text = "\n".join(self.model)
        if text.lstrip().startswith(("<", "===")):
            return text
        return f'<ir_version: 8, opset_import: ["" : {self.opset}]>\n{text}'


def parse_cases(text: str) -> list[Case]:
    cases: list[Case] = []
    for line in text.splitlines():
        if line.startswith("--- "):
            cases.append(Case(line[4:]))
        elif not cases:
            continue
        elif line.startswith("error: "):
            cases[-1].error = line
        elif line.startswith("options: "):
            cases[-1].options = shlex.split(line.partition(" ")[2])
        elif line.startswith("opset: "):
            cases[-1].opset = line.partition(" ")[2]
        else:
            cases[-1].model.append(line)
    return cases


def check(case: Case, tool: str, work: Path, assembler) -> list[str]:
    """What is wrong about the answer."""
    path = work / "model.onnx"
    path.write_bytes(assembler.assemble(case.get_text()).SerializePartialToString())
    command = [tool, "--import-onnx", *case.options, str(path)]
    result = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120)
    problems = []
    if result.returncode != 1:
        problems.append(f"exit code {result.returncode}")
    if result.stdout:
        problems.append("there is something on stdout")
    expected = f"{path}: {case.error}\n".replace("WORK", str(work))
    if result.stderr != expected:
        problems += [f"  is:       {result.stderr.rstrip()}", f"  expected: {expected.rstrip()}"]
    return problems


def main() -> int:
    tool, file, work = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    work.mkdir(parents=True, exist_ok=True)
    assembler = load_assembler()
    cases = parse_cases(file.read_text())
    failures = 0
    for case in cases:
        problems = check(case, tool, work, assembler)
        if problems:
            failures += 1
            print(f"{case.name}:", *problems, sep="\n")
    print(f"{len(cases)} cases, {failures} failed")
    return failures != 0 or not cases


if __name__ == "__main__":
    sys.exit(main())

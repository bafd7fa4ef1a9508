"""check-readme.py SOURCE_DIR BUILD_DIR WORK_DIR: README.md and docs/ tell the truth."""

import glob
import os
import re
import subprocess
import sys

source, build, work = sys.argv[1:]
pages = {
    path: open(path).read()
    for path in [os.path.join(source, "README.md"), *sorted(glob.glob(os.path.join(source, "docs/*.md")))]
}
readme = pages[os.path.join(source, "README.md")]
makefile = open(os.path.join(source, "Makefile")).read()
downstream = open(os.path.join(source, "test/Package/downstream/CMakeLists.txt")).read()
failures = []

commands = [
    line
    for text in pages.values()
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
    for line in block.splitlines()
    if re.match(r"(fold-opt|fold-run|fold-translate|/usr/lib/llvm-22/bin/mlir-opt) ", line)
]
if len(commands) < 3:
    failures.append(f"only {len(commands)} commands found")
written = set()
for line in commands:
    # The reader's build is build/release and fold-opt is in PATH. What one
    # command writes another may read.
    line = line.replace("build/release/", build + "/")
    written.update(re.findall(r"(?:-o|--output) (\S+)", line))
    line = " ".join(os.path.join(work, word) if word in written else word for word in line.split(" "))
    env = dict(os.environ, PATH=os.path.join(build, "bin") + ":" + os.environ["PATH"])
    print("$", line, flush=True)
    result = subprocess.run(line, shell=True, cwd=source, env=env)
    if result.returncode != 0:
        failures.append(f"exit code {result.returncode}: {line}")

for target in re.findall(r"\bmake ([a-z-]+)", readme):
    if not re.search(rf"^([a-z-]+ )*{target}( [a-z-]+)*:", makefile, re.M):
        failures.append(f"no target {target} in the Makefile")

for path, text in pages.items():
    for link in re.findall(r"\]\(([^):#]+)\)", text):
        if not os.path.exists(os.path.join(os.path.dirname(path), link)):
            failures.append(f"{os.path.basename(path)}: dead link {link}")

for line in re.findall(r"^find_package\(.*\)$", readme, re.M):
    if line not in downstream:
        failures.append(f"not what the downstream test does: {line}")

print("\n".join(failures))
sys.exit(bool(failures))

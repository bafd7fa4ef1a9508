"""check-readme.py SOURCE_DIR BUILD_DIR WORK_DIR: README.md tells the truth."""

import os
import re
import subprocess
import sys

source, build, work = sys.argv[1:]
readme = open(os.path.join(source, "README.md")).read()
makefile = open(os.path.join(source, "Makefile")).read()
downstream = open(os.path.join(source, "test/Package/downstream/CMakeLists.txt")).read()
failures = []

commands = [
    line
    for block in re.findall(r"^```sh\n(.*?)^```", readme, re.M | re.S)
    for line in block.splitlines()
]
ran = 0
for line in commands:
    program = line.split()[0]
    if program == "make":
        continue
    # The reader's build is build/release and fold-opt is in PATH.
    line = line.replace("build/release/", build + "/").replace("-o ", f"-o {work}/")
    env = dict(os.environ, PATH=os.path.join(build, "bin") + ":" + os.environ["PATH"])
    print("$", line, flush=True)
    result = subprocess.run(line, shell=True, cwd=source, env=env)
    if result.returncode != 0:
        failures.append(f"exit code {result.returncode}: {line}")
    ran += 1
if ran < 3:
    failures.append(f"only {ran} commands found in README.md")

for target in re.findall(r"\bmake ([a-z-]+)", readme):
    if not re.search(rf"^([a-z-]+ )*{target}( [a-z-]+)*:", makefile, re.M):
        failures.append(f"no target {target} in the Makefile")

for link in re.findall(r"\]\(([^):]+)\)", readme):
    if not os.path.exists(os.path.join(source, link)):
        failures.append(f"dead link {link}")

for line in re.findall(r"^find_package\(.*\)$", readme, re.M):
    if line not in downstream:
        failures.append(f"not what the downstream test does: {line}")

print("\n".join(failures))
sys.exit(bool(failures))

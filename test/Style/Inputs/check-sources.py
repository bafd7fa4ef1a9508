"""check-sources.py SOURCE_DIR: banners, license lines and header guards."""

import os
import re
import sys

ROOTS = ("include", "lib", "tools", "test", "benchmarks")
EXTENSIONS = (".h", ".cpp", ".c", ".td")

source = sys.argv[1]
problems = []
checked = 0

for root in ROOTS:
    for folder, _, names in os.walk(os.path.join(source, root)):
        for name in sorted(names):
            stem, extension = os.path.splitext(name)
            if extension not in EXTENSIONS:
                continue
            checked += 1
            path = os.path.relpath(os.path.join(folder, name), source)
            text = open(os.path.join(folder, name)).read()
            first = text.partition("\n")[0]
            if not (re.match(rf"//===-+ {re.escape(name)} -", first)
                    and first.endswith("===//") and len(first) == 80):
                problems.append(f"{path}: line 1 is not the banner of {name}")
            if "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception" not in text[:800]:
                problems.append(f"{path}: no license line")
            guard = re.search(r"^#ifndef (\w+)\n#define (\w+)\n", text, re.M)
            if extension == ".h":
                folder_guard = os.path.dirname(path).upper().replace("/", "_")
                folder_guard = re.sub("^INCLUDE_(ASCENDFOLD)?", "", folder_guard).strip("_")
                if not guard or guard[1] != guard[2]:
                    problems.append(f"{path}: no header guard")
                elif not re.fullmatch(rf"(ASCENDFOLD|ASCENDRT)_\w*{re.escape(stem.upper())}_H", guard[1]):
                    problems.append(f"{path}: {guard[1]} is not ASCENDFOLD_..._{stem.upper()}_H")
                elif path.startswith("include/") and guard[1] != "_".join(
                        filter(None, (not folder_guard.startswith("ASCENDRT") and "ASCENDFOLD",
                                      folder_guard, stem.upper(), "H"))):
                    problems.append(f"{path}: the guard {guard[1]} does not follow the path")
                elif not text.rstrip().endswith(f"#endif // {guard[1]}"):
                    problems.append(f"{path}: does not end with '#endif // {guard[1]}'")

print(f"{checked} files checked")
print("\n".join(problems))
sys.exit(bool(problems) or checked == 0)

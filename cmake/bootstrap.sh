#!/usr/bin/env bash
#
# Installs the Debian packages that building and testing need. Does nothing,
# and asks for nothing, where they are all there.

set -euo pipefail

readonly LLVM=22
readonly PACKAGES=(
  # build
  ca-certificates cmake g++ make ninja-build ccache
  "clang-$LLVM" "lld-$LLVM" "libclang-rt-$LLVM-dev"
  "llvm-$LLVM-dev" "libmlir-$LLVM-dev" "mlir-$LLVM-tools" zlib1g-dev
  libdnnl-dev libgomp1 libonnx-dev libprotobuf-dev
  # test
  "llvm-$LLVM-tools" "clang-format-$LLVM" "clang-tidy-$LLVM"
  libgtest-dev python3 python3-numpy python3-onnx libonnx-testdata
)

die() {
  echo "bootstrap: error: $*" >&2
  exit 1
}

command -v dpkg-query >/dev/null ||
  die "this is not a Debian system; install by hand what corresponds to: ${PACKAGES[*]}"

missing=()
for package in "${PACKAGES[@]}"; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

echo "bootstrap: installing ${missing[*]}"
sudo=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || die "run this as root, or install sudo"
  sudo=(sudo)
fi

apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Acquire::Retries=3)
"${apt[@]}" update </dev/null
for package in "${missing[@]}"; do
  candidate=$(LC_ALL=C apt-cache policy "$package" | sed -n 's/^  Candidate: //p')
  if [ -z "$candidate" ] || [ "$candidate" = "(none)" ]; then
    die "no package $package in the configured sources.
LLVM $LLVM is in Debian 12 (bookworm-security) and later, and at https://apt.llvm.org:
add one of them to the sources of this machine and run this again."
  fi
done
"${apt[@]}" install --no-install-recommends "${missing[@]}" </dev/null

#!/usr/bin/env bash
#
# demo.sh BUILD_DIR: folds the small network of test/Inputs and shows what was
# folded, where, and which ops are left.

set -euo pipefail
cd "$(dirname "$0")/.."

build=$1
fold_opt=$build/bin/fold-opt
input=test/Inputs/mini-resnet.mlir
output=$build/mini-resnet-folded.mlir
remarks=$(mktemp)
trap 'rm -f "$remarks"' EXIT

# Lines of "op count" for the ops that stand in the text of a module.
count_ops() {
  sed -n -E 's/^ *(%[^=]* = )?"?([a-z_]+\.[a-z_0-9]+)"?[ (].*/\2/p' "$1" |
    sort | uniq -c | awk '{ print $2, $1 }'
}

printf '\nfold-opt --fold-conv-bn %s\n\n' "$input"
"$fold_opt" --fold-conv-bn "$input" -o "$output" \
  --remarks-filter=fold-conv-bn --remark-format=emitRemark 2>"$remarks" || {
  cat "$remarks" >&2
  exit 1
}

# FILE:LINE:COLUMN: remark: [Passed] ... | Remark="SENTENCE"
sed -n -E 's/^(.*\/)?([^/]*:[0-9]+):[0-9]+: remark: \[([A-Za-z]+)\].*Remark="(.*)"$/\2|\L\3\E|\4/p' \
  "$remarks" | awk -F'|' '{ printf "  %-20s %-9s %s\n", $1, $2, $3 }'

printf '\n  %-28s %7s %7s\n' op before after
awk 'NR == FNR { before[$1] = $2; names[++n] = $1; next }
     { after[$1] = $2; if (!($1 in before)) names[++n] = $1 }
     END {
       for (i = 1; i <= n; ++i) {
         name = names[i]
         if (before[name] != after[name] || name ~ /conv|matmul/)
           printf "  %-28s %7d %7d\n", name, before[name], after[name]
       }
     }' <(count_ops "$input") <(count_ops "$output") | LC_ALL=C sort
printf '\nThe folded network is in %s\n' "$output"

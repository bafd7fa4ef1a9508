// RUN: fold-run %s --output %t.a.npy --output %t.b.npy --output %t.c.npy
// RUN: head -c 70 %t.a.npy | grep -a "'descr': '<f2'"
// RUN: head -c 70 %t.b.npy | grep -a "'descr': '<V2'"
// RUN: head -c 70 %t.c.npy | grep -a "'descr': '<i4'"

// What was written can be read again, and the numbers are those of the seed.
// RUN: fold-run %s --input %t.a.npy --input %t.b.npy --input %t.c.npy \
// RUN:   | FileCheck %s
// CHECK: result 0: tensor<4xf16>, min
// CHECK: result 1: tensor<4xbf16>, min
// CHECK: result 2: tensor<4xi32>, min {{[0-9]+}}, max {{[0-9]+}}, mean
// RUN: not fold-run %s --input %t.b.npy --input %t.b.npy --input %t.c.npy 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BF16
// BF16: {{^}}fold-run: error: {{.*}}: argument 0 is a tensor<4xf16>, the file's elements are '<V2', expected '<f2'{{$}}

#id = affine_map<(i) -> (i)>
func.func @main(%a: tensor<4xf16>, %b: tensor<4xbf16>, %c: tensor<4xi32>)
    -> (tensor<4xf16>, tensor<4xbf16>, tensor<4xi32>) {
  %0:3 = linalg.generic {
      indexing_maps = [#id, #id, #id, #id, #id, #id],
      iterator_types = ["parallel"]}
      ins(%a, %b, %c : tensor<4xf16>, tensor<4xbf16>, tensor<4xi32>)
      outs(%a, %b, %c : tensor<4xf16>, tensor<4xbf16>, tensor<4xi32>) {
  ^bb0(%x: f16, %y: bf16, %z: i32, %o: f16, %p: bf16, %q: i32):
    %1 = arith.addf %x, %x : f16
    %2 = arith.extf %y : bf16 to f32
    %3 = arith.addf %2, %2 : f32
    %4 = arith.truncf %3 : f32 to bf16
    %5 = arith.addi %z, %z : i32
    linalg.yield %1, %4, %5 : f16, bf16, i32
  } -> (tensor<4xf16>, tensor<4xbf16>, tensor<4xi32>)
  return %0#0, %0#1, %0#2 : tensor<4xf16>, tensor<4xbf16>, tensor<4xi32>
}

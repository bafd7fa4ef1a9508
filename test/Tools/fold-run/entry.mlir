// The only public function needs no name; of two, one has to be chosen.

// REQUIRES: ascendrt

// RUN: split-file %s %t
// RUN: fold-run %t/one.mlir | FileCheck %s --check-prefix=ONE
// ONE: result 0: tensor<4xf32>
// RUN: not fold-run %t/two.mlir 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: {{^}}fold-run: error: the module has no function 'main'; --entry names another one{{$}}
// RUN: fold-run %t/two.mlir --entry=b | FileCheck %s --check-prefix=ONE

//--- one.mlir
func.func private @helper(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @forward(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @helper(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- two.mlir
func.func @a(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @b(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// RUN: fold-opt %s -ascend-verify-lowerable -split-input-file -verify-diagnostics -allow-unregistered-dialect -o /dev/null

// What is taken: all that upstream lowers, also in regions.
func.func @taken(%x: tensor<1x4x4x2xf32>, %i: tensor<4xi8>, %m: memref<*xf32>, %n: index, %c: i1) -> tensor<1x4x4x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x4x2xf32>
  %0 = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %1 = ascend.eltwise add ins(%0, %x : tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) outs(%e : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %2 = math.exp %1 : tensor<1x4x4x2xf32>
  %3 = scf.if %c -> tensor<1x4x4x2xf32> {
    %4 = tosa.tanh %2 : (tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
    scf.yield %4 : tensor<1x4x4x2xf32>
  } else {
    scf.yield %2 : tensor<1x4x4x2xf32>
  }
  cf.br ^bb1(%3 : tensor<1x4x4x2xf32>)
^bb1(%5: tensor<1x4x4x2xf32>):
  return %5 : tensor<1x4x4x2xf32>
}

// Ops on tosa's values, each by another of upstream's conversions.
func.func @taken_tosa(%x: tensor<1x4x4x2xf32>, %w: tensor<3x1x1x2xf32>, %b: tensor<3xf32>) -> tensor<1x48xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.conv2d %x, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<3x1x1x2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x3xf32>
  %1 = tosa.sigmoid %0 : (tensor<1x4x4x3xf32>) -> tensor<1x4x4x3xf32>
  %s = tosa.const_shape {values = dense<[1, 48]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.reshape %1, %s : (tensor<1x4x4x3xf32>, !tosa.shape<2>) -> tensor<1x48xf32>
  return %2 : tensor<1x48xf32>
}

// -----

func.func @negative_unregistered(%x: tensor<4xf32>) {
  // expected-error @+1 {{'toy.print' op is not registered, so nothing lowers it}}
  "toy.print"(%x) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @negative_dialect(%x: vector<4xf32>) -> f32 {
  // expected-error @+1 {{'vector.reduction' op is of the dialect 'vector', which neither the runtime nor the host compiler takes}}
  %0 = vector.reduction <add>, %x : vector<4xf32> into f32
  return %0 : f32
}

// -----

func.func @negative_in_region(%c: i1, %x: vector<4xf32>) {
  scf.if %c {
    // expected-error @+1 {{'vector.print' op is of the dialect 'vector', which neither the runtime nor the host compiler takes}}
    vector.print %x : vector<4xf32>
  }
  return
}

// -----

func.func @negative_tosa(%x: tensor<1x4x4x2xf32>, %w: tensor<3x1x1x2xf32>, %b: tensor<3xf32>, %zp: tensor<1xf32>) -> tensor<1x4x4x3xf32> {
  // expected-error @+1 {{'tosa.transpose_conv2d' op is a tosa op that has no ascend op and that upstream does not lower to linalg}}
  %0 = tosa.transpose_conv2d %x, %w, %b, %zp, %zp {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<3x1x1x2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x3xf32>
  return %0 : tensor<1x4x4x3xf32>
}

// -----

// Each op is named, with the first reason for it.
func.func @negative_unranked(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'tensor.cast' op has a value of type 'tensor<*xf32>', whose rank is not known}}
  %0 = tensor.cast %x : tensor<4xf32> to tensor<*xf32>
  // expected-error @+1 {{'tensor.cast' op has a value of type 'tensor<*xf32>', whose rank is not known}}
  %1 = tensor.cast %0 : tensor<*xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @negative_complex(%n: index) {
  // expected-error @+1 {{'tensor.empty' op has a value of type 'tensor<?xcomplex<f32>>', and neither the runtime nor the host compiler computes with such elements}}
  %0 = tensor.empty(%n) : tensor<?xcomplex<f32>>
  return
}

// -----

func.func @negative_quantized() {
  // expected-error @+1 {{'tensor.empty' op has a value of type 'tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>', and neither the runtime nor the host compiler computes with such elements}}
  %0 = tensor.empty() : tensor<4x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @negative_small_float() {
  // expected-error @+1 {{'arith.constant' op has a value of type 'tensor<4xf8E4M3FN>', and neither the runtime nor the host compiler computes with such elements}}
  %0 = arith.constant dense<1.0> : tensor<4xf8E4M3FN>
  return
}

// -----

// expected-error @+1 {{'func.func' op has a value of type 'tensor<*xf32>', whose rank is not known}}
func.func @negative_argument(%x: tensor<*xf32>) {
  return
}

// RUN: fold-opt %s --fold-conv-bn --split-input-file --verify-diagnostics

// What is no valid IR is an error with a location, before the pass sees it.

func.func @too_few_elements() -> tensor<1x2xf32> {
  // expected-error@below {{inferred shape of elements literal ([1, 1]) does not match type ([1, 2])}}
  %w = arith.constant dense<[[1.0]]> : tensor<1x2xf32>
  return %w : tensor<1x2xf32>
}

// -----

func.func @hex_of_wrong_size() -> tensor<1x2xf32> {
  // expected-error@below {{elements hex data size is invalid for provided type: 'tensor<1x2xf32>'}}
  %w = arith.constant dense<"0x0000803F0000"> : tensor<1x2xf32>
  return %w : tensor<1x2xf32>
}

// -----

func.func @hex_that_is_none() -> tensor<1x2xf32> {
  // expected-error@below {{expected string containing hex digits starting with `0x`}}
  %w = arith.constant dense<"0x0000803F0000004G"> : tensor<1x2xf32>
  return %w : tensor<1x2xf32>
}

// -----

func.func @global_that_is_missing() -> tensor<1x2xf32> {
  // expected-error@below {{undefined global: @missing}}
  %w = ml_program.global_load_const @missing : tensor<1x2xf32>
  return %w : tensor<1x2xf32>
}

// -----

func.func @shapes_that_do_not_fit(%x: tensor<1x3xf32>, %init: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  // expected-error@below {{inferred input/output operand #1 has shape's dimension #0 to be 3, but found 1}}
  %m = linalg.matmul ins(%x, %w : tensor<1x3xf32>, tensor<1x2xf32>) outs(%init : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %m : tensor<1x2xf32>
}

// -----

func.func @resource_without_alignment() -> tensor<1x2xf32> {
  %w = arith.constant dense_resource<cut> : tensor<1x2xf32>
  return %w : tensor<1x2xf32>
}

{-#
  dialect_resources: {
    builtin: {
      // expected-error@below {{expected hex string blob for key 'cut' to encode alignment in first 4 bytes}}
      cut: "0x0400"
    }
  }
#-}

// -----

func.func @file_that_ends_early(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  // expected-error@below {{expected '>'}}
  %w = arith.constant dense<[[1.0, 2.0]]

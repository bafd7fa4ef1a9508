"""What the importer claims of ONNX, as tables."""

# Every operator that is imported. A backend test takes part when it consists of
# these; all others are for node-tests-unclaimed.test.
CLAIMED = set(
    """
    Abs Add And AveragePool BatchNormalization Cast CastLike Ceil Celu Clip Concat
    Constant ConstantOfShape Conv ConvTranspose Cos DepthToSpace Div Dropout Elu
    Equal Erf Exp Expand Flatten Floor Gather Gelu Gemm GlobalAveragePool
    GlobalMaxPool Greater GreaterOrEqual HardSigmoid HardSwish Identity
    InstanceNormalization LayerNormalization LeakyRelu Less LessOrEqual Log
    LogSoftmax MatMul Max MaxPool Mean Min Mish Mod Mul Neg Not Or PRelu Pad Pow
    Range Reciprocal ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax
    ReduceMean ReduceMin ReduceProd ReduceSum ReduceSumSquare Relu Reshape Resize
    Round Selu Shape Sigmoid Sin Size Slice Softmax Softplus Softsign SpaceToDepth
    Split Sqrt Squeeze Sub Sum Tanh ThresholdedRelu Tile Transpose Unsqueeze
    Upsample Where Xor
    """.split()
)

# Models of older opsets are raised to it.
MIN_OPSET = 7

# Operands that the importer wants to be constants, by number: those that decide
# about shapes, and those of operators that are for computations with shapes. What
# the backend tests pass at run time becomes an initializer.
CONSTANT_OPERANDS = {
    "ConstantOfShape": [0],
    "Dropout": [1, 2],
    "Expand": [1],
    "Mod": [0, 1],
    "OneHot": [1],
    "Pad": [1, 2, 3],
    "Range": [0, 1, 2],
    "ReduceL1": [1],
    "ReduceL2": [1],
    "ReduceLogSum": [1],
    "ReduceLogSumExp": [1],
    "ReduceMax": [1],
    "ReduceMean": [1],
    "ReduceMin": [1],
    "ReduceProd": [1],
    "ReduceSum": [1],
    "ReduceSumSquare": [1],
    "Reshape": [1],
    "Resize": [1, 2, 3],
    "Slice": [1, 2, 3, 4],
    "Split": [1],
    "Squeeze": [1],
    "Tile": [1],
    "Unsqueeze": [1],
    "Upsample": [1],
}

# Refused on purpose: (name of the test as a regular expression, reason, what the
# one line of the error has to contain as a regular expression). Such a test
# passes when the model is refused that way. An entry that no test has, or that
# is imported after all, is a failure.
REFUSED: list[tuple[str, str, str]] = [
    ("node/test_batchnorm_(epsilon|example)_training_mode",
     "training: the statistics of the batch are not constants",
     "training_mode = 1 normalizes by the statistics"),
    ("node/test_training_dropout(_default|_zero_ratio)?(_mask)?",
     "training: results are random", "training_mode is not false"),
    ("node/test_cast(like)?_(STRING_to_FLOAT|FLOAT_to_STRING)(_expanded)?",
     "strings", "type STRING"),
    ("node/test_maxpool_with_argmax_2d_precomputed_(pads|strides)",
     "indices of maxima", "output 'z' .* is not supported"),
    ("node/test_identity_(opt|sequence)",
     "optional values and sequences", "is not a tensor"),
    ("node/test_(constantofshape_int_shape_zero|reshape_allowzero_reordered|"
     "slice_start_out_of_bounds|split_zero_size_splits)",
     "tensors without elements, which tosa does not have", "has no elements"),
]

# Not run: (name of the test as a regular expression, reason). An entry that no
# test has is a failure.
UNSUPPORTED: list[tuple[str, str]] = [
    ("node/test_cast_FLOAT_to_BFLOAT16",
     "expects bits that are cut off where the importer's cast rounds"),
    ("node/test_castlike_(BFLOAT16_to_FLOAT|FLOAT_to_BFLOAT16)(_expanded)?",
     "the file for 'like' has another shape than the model says"),
    ("node/test_resize_downsample_scales_(linear|cubic)_align_corners",
     "expects coordinates for an extent that is no integer, as no runtime computes them"),
    ("pytorch-converted/test_PReLU_[123]d_multiparam",
     "opset 6: ONNX's converter does not give the slope the shape of opset 7"),
]

# Compared with the tolerances of ONNX's own runner: (name of the test as a regular
# expression, reason).
LOOSE: list[tuple[str, str]] = [
    ("node/test_(blackman|hamming|hann)window(_symmetric)?_expanded",
     "the expected values were computed with 3.1415 for pi"),
]

//===- Layouts.cpp - Table of producers -----------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layouts.h"

using namespace mlir::ascend::difftest;

static constexpr bool plain = false;
static constexpr bool filterFirst = true, filterSecond = false;
static constexpr bool withMaps = true;

// Twice as many 2-D convolutions as anything else, as in real networks.
static const Layout layouts[] = {
    {"linalg.conv_2d_nchw_fchw", "nchw", "fchw", "nfhw"},
    {"linalg.conv_2d_nhwc_hwcf", "nhwc", "hwcf", "nhwf"},
    {"linalg.conv_2d_nhwc_fhwc", "nhwc", "fhwc", "nhwf"},
    {"linalg.conv_2d_ngchw_fgchw", "ngchw", "fgchw", "ngfhw"},
    {"linalg.conv_2d_ngchw_gfchw", "ngchw", "gfchw", "ngfhw"},
    {"linalg.conv_2d_nhwgc_gfhwc", "nhwgc", "gfhwc", "nhwgf"},
    {"linalg.conv_1d_ncw_fcw", "ncw", "fcw", "nfw"},
    {"linalg.conv_1d_nwc_wcf", "nwc", "wcf", "nwf"},
    {"linalg.conv_3d_ndhwc_dhwcf", "ndhwc", "dhwcf", "ndhwf"},
    {"linalg.conv_3d_ncdhw_fcdhw", "ncdhw", "fcdhw", "nfdhw"},
    {"linalg.conv_1d", "w", "w", "w", plain},
    {"linalg.conv_2d", "hw", "hw", "hw", plain},
    {"linalg.conv_3d", "dhw", "dhw", "dhw", plain},
    {"linalg.depthwise_conv_1d_ncw_cw", "ncw", "cw", "ncw"},
    {"linalg.depthwise_conv_1d_nwc_wc", "nwc", "wc", "nwc"},
    {"linalg.depthwise_conv_1d_nwc_wcm", "nwc", "wcm", "nwcm"},
    {"linalg.depthwise_conv_2d_nchw_chw", "nchw", "chw", "nchw"},
    {"linalg.depthwise_conv_2d_nhwc_hwc", "nhwc", "hwc", "nhwc"},
    {"linalg.depthwise_conv_2d_nhwc_hwcm", "nhwc", "hwcm", "nhwcm"},
    {"linalg.depthwise_conv_3d_ncdhw_cdhw", "ncdhw", "cdhw", "ncdhw"},
    {"linalg.depthwise_conv_3d_ndhwc_dhwc", "ndhwc", "dhwc", "ndhwc"},
    {"linalg.depthwise_conv_3d_ndhwc_dhwcm", "ndhwc", "dhwcm", "ndhwcm"},
    {"linalg.matmul", "nc", "cf", "nf", plain, filterSecond, withMaps},
    {"linalg.matmul", "cn", "fc", "fn", plain, filterFirst, withMaps},
    {"linalg.batch_matmul", "gnc", "gcf", "gnf", plain, filterSecond, withMaps},
    {"linalg.batch_matmul", "gcn", "gfc", "gfn", plain, filterFirst, withMaps},
    {"linalg.contract", "gnc", "gcf", "gnf", plain, filterSecond, withMaps},
    {"linalg.contract", "nc", "fc", "nf", plain, filterFirst, withMaps},
    {"linalg.vecmat", "c", "cf", "f", plain},
    {"linalg.matvec", "c", "fc", "f", plain, filterFirst},
    {"linalg.batch_vecmat", "gc", "gcf", "gf", plain},
    {"linalg.batch_matvec", "gc", "gfc", "gf", plain, filterFirst},
    {"tosa.conv2d", "nhwc", "fhwc", "nhwf"},
    {"tosa.conv2d", "nhwc", "fhwc", "nhwf"},
    {"tosa.conv3d", "ndhwc", "fdhwc", "ndhwf"},
    {"tosa.depthwise_conv2d", "nhwc", "hwcm", "nhwf"},
    {"tosa.depthwise_conv2d", "nhwc", "hwcm", "nhwf"},
    {"tosa.transpose_conv2d", "nhwc", "fhwc", "nhwf"},
    {"tosa.matmul", "gnc", "gcf", "gnf", plain},
    {"tosa.matmul", "gcn", "gfc", "gfn", plain, filterFirst},
};

llvm::ArrayRef<Layout> mlir::ascend::difftest::getLayouts() { return layouts; }

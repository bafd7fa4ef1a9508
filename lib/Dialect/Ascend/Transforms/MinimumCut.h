//===- MinimumCut.h - Minimum cut of a graph --------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_DIALECT_ASCEND_TRANSFORMS_MINIMUMCUT_H
#define ASCENDFOLD_LIB_DIALECT_ASCEND_TRANSFORMS_MINIMUMCUT_H

#include "mlir/Support/LLVM.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"

#include <limits>

namespace mlir::ascend {

/// A minimum cut between two vertices. Of several, the one with the fewest
/// vertices on the side of the source.
class MinimumCut {
public:
  static constexpr unsigned kSource = 0, kSink = 1;
  static constexpr int64_t kInfinity = std::numeric_limits<int64_t>::max() / 4;

  unsigned addVertex() {
    edgesOf.emplace_back();
    return edgesOf.size() - 1;
  }

  void addEdge(unsigned from, unsigned to, int64_t capacity,
               int64_t reverseCapacity = 0) {
    edgesOf[from].push_back(edges.size());
    edges.push_back({to, capacity});
    edgesOf[to].push_back(edges.size());
    edges.push_back({from, reverseCapacity});
  }

  /// Charges `cost` once if any of `others` is on another side than `vertex`.
  void addGroup(unsigned vertex,
                const llvm::SmallSetVector<unsigned, 4> &others, int64_t cost) {
    if (others.size() == 1) {
      addEdge(vertex, others[0], cost, cost);
      return;
    }
    const unsigned ahead = addVertex(), behind = addVertex();
    addEdge(vertex, ahead, cost);
    addEdge(behind, vertex, cost);
    for (unsigned other : others) {
      addEdge(ahead, other, kInfinity);
      addEdge(other, behind, kInfinity);
    }
  }

  /// Which vertices are on the side of the source.
  llvm::BitVector run() {
    while (augment())
      ;
    llvm::BitVector reached(edgesOf.size());
    for (unsigned vertex : search(reached).first)
      reached.set(vertex);
    return reached;
  }

private:
  struct Edge {
    unsigned to;
    int64_t capacity;
  };

  /// The vertices that the source reaches, and the edge that leads to each.
  std::pair<SmallVector<unsigned>, SmallVector<unsigned>>
  search(llvm::BitVector &reached) {
    SmallVector<unsigned> queue = {kSource};
    SmallVector<unsigned> edgeTo(edgesOf.size());
    reached.reset();
    reached.set(kSource);
    for (unsigned i = 0; i < queue.size(); ++i)
      for (unsigned edge : edgesOf[queue[i]])
        if (edges[edge].capacity > 0 && !reached.test(edges[edge].to)) {
          reached.set(edges[edge].to);
          edgeTo[edges[edge].to] = edge;
          queue.push_back(edges[edge].to);
        }
    return {queue, edgeTo};
  }

  /// More flow along a shortest path.
  bool augment() {
    llvm::BitVector reached(edgesOf.size());
    SmallVector<unsigned> edgeTo = search(reached).second;
    if (!reached.test(kSink))
      return false;
    // The two edges of a pair have numbers that differ in the last bit.
    int64_t flow = kInfinity;
    for (unsigned v = kSink; v != kSource; v = edges[edgeTo[v] ^ 1].to)
      flow = std::min(flow, edges[edgeTo[v]].capacity);
    for (unsigned v = kSink; v != kSource; v = edges[edgeTo[v] ^ 1].to) {
      edges[edgeTo[v]].capacity -= flow;
      edges[edgeTo[v] ^ 1].capacity += flow;
    }
    return true;
  }

  SmallVector<Edge> edges;
  SmallVector<SmallVector<unsigned>> edgesOf{2};
};

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_DIALECT_ASCEND_TRANSFORMS_MINIMUMCUT_H

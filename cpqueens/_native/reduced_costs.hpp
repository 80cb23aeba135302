#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "frames.hpp"
#include "masks.hpp"
#include "relaxation.hpp"

namespace cpqueens {

// What the queens of a relaxation's open rows cost beyond its bound: each its reduced cost, so that the
// loss of a placement is at least the bound and the sum of its cells' reduced costs.
class ReducedCosts {
 public:
  using Cost = Relaxation::Cost;

  ReducedCosts(const Relaxation& relaxation, Frames& frames, int depth) : ReducedCosts() {
    read(relaxation, frames, depth);
  }
  ReducedCosts() = default;

  void read(const Relaxation& relaxation, Frames& frames, int depth) {
    for (Mask rest = frames.open(depth); rest != 0; rest &= rest - 1) {
      const int row = lowest(rest);
      auto& costs = cost_[at(row)];
      auto& order = order_[at(row)];
      int candidates = 0;
      for (Mask columns = frames.domain(depth, row); columns != 0; columns &= columns - 1) {
        const int column = lowest(columns);
        const Cost cost = relaxation.reduced_cost(row, column);
        costs[at(column)] = cost;
        int place = candidates++;
        for (; place > 0 && costs[order[at(place - 1)]] > cost; --place) order[at(place)] = order[at(place - 1)];
        order[at(place)] = static_cast<std::uint8_t>(column);
      }
      candidates_[at(row)] = candidates;
    }
  }

  Cost cost(int row, int column) const { return cost_[at(row)][at(column)]; }

  // A row's columns by ascending cost.
  const std::uint8_t* order(int row) const { return order_[at(row)].data(); }
  int candidates(int row) const { return candidates_[at(row)]; }

  // The cheapest of a row's columns that is in the mask, -1 when there is none.
  int cheapest(int row, Mask columns) const {
    const auto& order = order_[at(row)];
    for (int place = 0; place < candidates_[at(row)]; ++place) {
      if (columns & bit(order[at(place)])) return order[at(place)];
    }
    return -1;
  }

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  std::array<std::array<Cost, kMaxSide>, kMaxSide> cost_;
  std::array<std::array<std::uint8_t, kMaxSide>, kMaxSide> order_;
  std::array<int, kMaxSide> candidates_;
};

}  // namespace cpqueens

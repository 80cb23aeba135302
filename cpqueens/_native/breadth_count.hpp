#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "board_checks.hpp"
#include "breadth_levels.hpp"
#include "instruction_sets.hpp"
#include "masks.hpp"
#include "open_rows.hpp"

namespace cpqueens {

// Counts the placements of a board with queen lines, square or not, cells blocked or not.
//
// Row by row, but in blocks of states and not one state at a time: whether a state is dead or has a
// further column to try would cost a mispredicted branch, and more time than the work itself.
class BreadthCount {
 public:
  // Vectors may be as wide as `widest` bits.
  BreadthCount(std::int64_t columns, std::vector<Mask> allowed, std::int64_t widest) {
    check_board(columns, allowed);
    const OpenRows open(static_cast<int>(columns), std::move(allowed));
    if (open.impossible()) return;
    if (open.rows().empty()) {
      trivial_ = 1;
      return;
    }
    levels_ = make_levels(static_cast<int>(columns), open, vector_bits(widest) >= 256);
    depth_ = 0;
  }

  std::uint64_t count(std::int64_t nodes) {
    check_positive("nodes", nodes);
    const std::uint64_t end = nodes_ + static_cast<std::uint64_t>(nodes);
    std::uint64_t placements = std::exchange(trivial_, 0);
    while (depth_ >= 0 && nodes_ < end) {
      const auto depth = static_cast<std::size_t>(depth_);
      if (levels_->empty(depth)) {
        --depth_;
      } else if (depth + 1 == levels_->depths()) {
        const std::uint64_t found = levels_->count_last_row();
        nodes_ += found;
        placements += found;
      } else {
        nodes_ += levels_->fill_below(depth);
        ++depth_;
      }
    }
    while (depth_ >= 0 && levels_->empty(static_cast<std::size_t>(depth_))) --depth_;
    return placements;
  }

  bool finished() const { return depth_ < 0 && trivial_ == 0; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  static std::unique_ptr<Levels> make_levels(int columns, const OpenRows& open, bool avx2) {
#if CPQUEENS_HAS_VECTOR_CODE
    if (avx2 && columns <= NarrowLanes::kColumns) return std::make_unique<LaneLevels<NarrowLanes>>(columns, open);
    if (avx2 && columns <= WideLanes::kColumns) return std::make_unique<LaneLevels<WideLanes>>(columns, open);
#endif
    static_cast<void>(avx2);
    return std::make_unique<PortableLevels>(columns, open);
  }

  std::unique_ptr<Levels> levels_;
  std::uint64_t trivial_ = 0;  // the placement that needed no search, until it is counted
  int depth_ = -1;
  std::uint64_t nodes_ = 0;
};

}  // namespace cpqueens

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "board_checks.hpp"
#include "masks.hpp"

namespace cpqueens {

// Depth first over three masks (columns, diagonals, antidiagonals), rows in order, columns ascending.
class ClassicSearch {
 public:
  ClassicSearch(std::int64_t columns, std::vector<Mask> allowed) : allowed_(std::move(allowed)) {
    check_board(columns, allowed_);
    last_ = static_cast<int>(allowed_.size()) - 1;
    frames_[0] = {allowed_[0], 0, 0, 0};
    if (last_ >= columns) depth_ = -1;
  }

  std::uint64_t count(std::int64_t nodes) {
    check_positive("nodes", nodes);
    std::uint64_t placements = 0;
    for (const std::uint64_t end = nodes_ + static_cast<std::uint64_t>(nodes); depth_ >= 0 && nodes_ < end;) {
      placements += step();
    }
    unwind();
    return placements;
  }

  std::vector<std::uint8_t> take(std::int64_t nodes, std::int64_t limit) {
    check_positive("nodes", nodes);
    check_positive("limit", limit);
    std::vector<std::uint8_t> placements;
    const std::uint64_t end = nodes_ + static_cast<std::uint64_t>(nodes);
    std::int64_t taken = 0;
    while (depth_ >= 0 && nodes_ < end && taken < limit) {
      if (step()) {
        placements.insert(placements.end(), queens_.begin(), queens_.begin() + last_ + 1);
        ++taken;
      }
    }
    unwind();
    return placements;
  }

  std::size_t rows() const { return allowed_.size(); }
  bool finished() const { return depth_ < 0; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Frame {
    Mask pending, columns, left, right;
  };

  static Frame below(const Frame& frame, Mask queen, Mask allowed) {
    const Mask columns = frame.columns | queen;
    const Mask left = (frame.left | queen) << 1;
    const Mask right = (frame.right | queen) >> 1;
    return {allowed & ~(columns | left | right), columns, left, right};
  }

  // Places one queen, or goes back one row; true when a placement is complete.
  bool step() {
    Frame& frame = frames_[depth_];
    if (frame.pending == 0) {
      --depth_;
      return false;
    }
    const Mask queen = frame.pending & (~frame.pending + 1);
    frame.pending ^= queen;
    ++nodes_;
    queens_[depth_] = static_cast<std::uint8_t>(lowest(queen));
    if (depth_ == last_) return true;
    frames_[depth_ + 1] = below(frame, queen, allowed_[depth_ + 1]);
    ++depth_;
    return false;
  }

  void unwind() {
    while (depth_ >= 0 && frames_[depth_].pending == 0) --depth_;
  }

  std::vector<Mask> allowed_;
  int last_ = 0;
  int depth_ = 0;
  std::uint64_t nodes_ = 0;
  std::array<Frame, kMaxSide> frames_{};
  std::array<std::uint8_t, kMaxSide> queens_{};
};

}  // namespace cpqueens

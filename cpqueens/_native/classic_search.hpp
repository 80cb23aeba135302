#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
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
    return last_ > kLongTail ? count_to<kLongTail>(nodes) : last_ > 0 ? count_to<1>(nodes) : count_to<0>(nodes);
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

  bool finished() const { return depth_ < 0; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Frame {
    Mask pending, columns, left, right;
  };

  static constexpr int kLongTail = 6;

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

  // The last `Rows` rows as nested loops without a stack.
  template <int Rows>
  static std::uint64_t count_tail(const Frame& frame, const Mask* allowed, std::uint64_t& nodes) {
    const auto queens = static_cast<std::uint64_t>(size(frame.pending));
    nodes += queens;
    if constexpr (Rows == 1) {
      return queens;
    } else {
      std::uint64_t placements = 0;
      for (Mask pending = frame.pending; pending != 0; pending &= pending - 1) {
        const Mask queen = pending & (~pending + 1);
        placements += count_tail<Rows - 1>(below(frame, queen, allowed[1]), allowed + 1, nodes);
      }
      return placements;
    }
  }

  template <int Tail>
  std::uint64_t count_to(std::int64_t budget) {
    const std::uint64_t end = nodes_ + static_cast<std::uint64_t>(budget);
    const int bottom = last_ - Tail;
    std::uint64_t placements = 0;
    while (depth_ > bottom && nodes_ < end) placements += step();
    if constexpr (Tail == 0) {
      while (depth_ >= 0 && nodes_ < end) placements += step();
    } else if (depth_ >= 0 && depth_ <= bottom) {
      std::uint64_t nodes = nodes_;
      int depth = depth_;
      Frame frame = frames_[depth];
      while (nodes < end) {
        if (frame.pending == 0) {
          if (--depth < 0) break;
          frame = frames_[depth];
          continue;
        }
        const Mask queen = frame.pending & (~frame.pending + 1);
        frame.pending ^= queen;
        ++nodes;
        const Frame next = below(frame, queen, allowed_[depth + 1]);
        if (depth == bottom) {
          placements += count_tail<Tail>(next, &allowed_[depth + 1], nodes);
        } else if (next.pending != 0) {
          frames_[depth].pending = frame.pending;
          queens_[depth] = static_cast<std::uint8_t>(lowest(queen));
          ++depth;
          frame = frames_[depth] = next;
        }
      }
      nodes_ = nodes;
      depth_ = depth;
      if (depth >= 0) frames_[depth].pending = frame.pending;
    }
    unwind();
    return placements;
  }

  std::vector<Mask> allowed_;
  int last_ = 0;
  int depth_ = 0;
  std::uint64_t nodes_ = 0;
  std::array<Frame, kMaxSide> frames_{};
  std::array<std::uint8_t, kMaxSide> queens_{};
};

}  // namespace cpqueens

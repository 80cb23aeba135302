#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "board_checks.hpp"
#include "masks.hpp"

namespace cpqueens {

// The recursion on three bit masks that every course teaches: what other kernels are measured by.
class TextbookCount {
 public:
  TextbookCount(std::int64_t columns, std::vector<Mask> allowed) : allowed_(std::move(allowed)) {
    check_board(columns, allowed_);
    full_ = first_bits(static_cast<int>(columns));
  }

  // Of each row only the allowed columns are tried; where all are allowed they are not looked up.
  std::uint64_t count() const {
    std::size_t masked = allowed_.size();
    while (masked > 0 && allowed_[masked - 1] == full_) --masked;
    const Mask* row = allowed_.data();
    return masked == allowed_.size() ? below<true>(row, row + masked, 0, 0, 0) : count_to(row, row + masked, 0, 0, 0);
  }

 private:
  std::uint64_t count_to(const Mask* row, const Mask* masked_end, Mask columns, Mask left, Mask right) const {
    if (row == masked_end) return below<false>(row, allowed_.data() + allowed_.size(), columns, left, right);
    std::uint64_t placements = 0;
    for (Mask free = *row & ~(columns | left | right); free != 0; free &= free - 1) {
      const Mask queen = free & (~free + 1);
      placements += count_to(row + 1, masked_end, columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return placements;
  }

  template <bool Masked>
  std::uint64_t below(const Mask* row, const Mask* end, Mask columns, Mask left, Mask right) const {
    if (row == end) return 1;
    std::uint64_t placements = 0;
    for (Mask free = (Masked ? *row : full_) & ~(columns | left | right); free != 0; free &= free - 1) {
      const Mask queen = free & (~free + 1);
      placements += below<Masked>(row + 1, end, columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return placements;
  }

  std::vector<Mask> allowed_;
  Mask full_ = 0;
};

}  // namespace cpqueens

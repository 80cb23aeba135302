#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "masks.hpp"
#include "tables.hpp"

namespace cpqueens {

// What each cell's value falls short of the largest of its row, in fixed point: whole numbers of a
// unit that is a power of two times the losses' greatest common divisor. Where the unit is large
// losses are rounded down, so that a sum of them is never more than the truth.
class Losses {
 public:
  using Cost = std::int64_t;

  Losses(const Tables& tables, const Weights& weights) : loss_(weights.values.size()) {
    const std::vector<Mask>& allowed = tables.allowed();
    std::vector<std::uint64_t> exact(loss_.size());
    std::uint64_t range = 0;
    for (int row = 0; row < tables.rows(); ++row) {
      const Mask columns = allowed[static_cast<std::size_t>(row)];
      if (columns == 0) continue;
      const std::int64_t most = weights.values[tables.index(row, weights.largest(row, columns))];
      const std::int64_t least = weights.values[tables.index(row, weights.smallest(row, columns))];
      most_ += most;
      widest_ += distance(most, least);
      range = std::max(range, distance(most, least));
      for (Mask rest = columns; rest != 0; rest &= rest - 1) {
        const std::size_t cell = tables.index(row, lowest(rest));
        exact[cell] = distance(most, weights.values[cell]);
        divisor_ = std::gcd(divisor_, exact[cell]);
      }
    }
    if (divisor_ == 0) divisor_ = 1;
    widest_ /= divisor_;
    const std::uint64_t steps = range / divisor_;
    while (shift_ < kFinest && (steps << (shift_ + 1)) <= kLargest) ++shift_;
    while ((steps >> -std::min(shift_, 0)) > kLargest) --shift_;
    for (std::size_t cell = 0; cell < loss_.size(); ++cell) loss_[cell] = scaled(exact[cell] / divisor_);
  }

  Cost of(std::size_t cell) const { return loss_[cell]; }

  // The largest sum of losses with which a value above `rival` (or equal to it) may still be reached.
  // Below 0 when there is none.
  Cost allowed(std::int64_t rival, bool equal) const {
    if (rival > most_ || (rival == most_ && !equal)) return -1;
    return scaled((distance(most_, rival) - (equal ? 0 : 1)) / divisor_);
  }

  // The largest value that a sum of losses of at least `bound` leaves.
  std::int64_t value(Cost bound) const {
    const auto least = static_cast<std::uint64_t>(std::max<Cost>(bound, 0));
    const std::uint64_t steps = shift_ >= 0                    ? (least + static_cast<std::uint64_t>(step()) - 1) >> shift_
                                : least > widest_ >> -shift_ ? widest_
                                                             : least << -shift_;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(most_) - std::min(steps, widest_) * divisor_);
  }

  // No placement loses more.
  Cost largest() const { return scaled(widest_); }

  // What one step between two values is worth.
  Cost step() const { return shift_ >= 0 ? Cost{1} << shift_ : 1; }

  static constexpr Cost kLargest = Cost{1} << 44;

 private:
  static constexpr int kFinest = 16;

  static std::uint64_t distance(std::int64_t larger, std::int64_t smaller) {
    return static_cast<std::uint64_t>(larger) - static_cast<std::uint64_t>(smaller);
  }

  Cost scaled(std::uint64_t steps) const {
    return static_cast<Cost>(shift_ >= 0 ? steps << shift_ : steps >> -shift_);
  }

  std::vector<Cost> loss_;
  std::int64_t most_ = 0;  // the sum of the rows' largest values
  std::uint64_t widest_ = 0;  // the largest sum of losses, in steps
  std::uint64_t divisor_ = 0;
  int shift_ = 0;
};

}  // namespace cpqueens

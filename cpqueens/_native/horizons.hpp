#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace cpqueens {

// How far beyond the root's bound the rounds of a search look: each so much farther that its work grows
// as it should, if work is exponential in the reach.
class Horizons {
 public:
  using Cost = std::int64_t;

  static constexpr Cost kNone = std::numeric_limits<Cost>::max() / 4;

  // The next horizon for places that losses up to `places` can still enter; `step` is the least that
  // two losses differ by, and nothing loses more than `largest`.
  Cost next(Cost root_bound, Cost places, Cost step, Cost largest) {
    const bool known = places < kNone;
    if (reach_ == 0) reach_ = known ? std::max(step, (places - root_bound) / kFirstPart) : kFirstSteps * step;
    const Cost horizon = root_bound + reach_;
    const bool last = known && static_cast<double>(reach_) > kLastPart * static_cast<double>(places - root_bound);
    return last || horizon >= largest ? kNone : horizon;
  }

  // To be told what the last round took.
  void widen(std::uint64_t work, Cost step) {
    Cost by = reach_ - last_reach_;
    if (last_work_ == 0) {
      by /= 2;
    } else if (work > last_work_ + last_work_ / 2) {
      const double growth = std::log(static_cast<double>(work) / static_cast<double>(last_work_));
      by = static_cast<Cost>(static_cast<double>(by) * std::clamp(std::log(kGrowth) / growth, 0.5, 2.0));
    } else {
      by *= 2;
    }
    last_reach_ = reach_;
    last_work_ = work;
    reach_ = std::min(reach_ + std::clamp(by, step, kNone / 4), kNone / 4);
  }

 private:
  static constexpr Cost kFirstPart = 64;     // of the way to the places
  static constexpr Cost kFirstSteps = 8;     // where the way is not known
  static constexpr double kLastPart = 0.8;   // from where a round goes all of the way
  static constexpr double kGrowth = 3;       // of the work, from round to round

  Cost reach_ = 0;
  Cost last_reach_ = 0;
  std::uint64_t last_work_ = 0;
};

}  // namespace cpqueens

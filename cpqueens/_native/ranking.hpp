#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

namespace cpqueens {

struct Scored {
  std::int64_t value;
  std::vector<std::uint8_t> queens;

  bool operator==(const Scored& other) const { return value == other.value && queens == other.queens; }
  bool operator<(const Scored& other) const {
    return value != other.value ? value > other.value : queens < other.queens;
  }
};

// The so many best placements of those that were recorded, each once.
class Ranking {
 public:
  explicit Ranking(std::int64_t places) : places_(static_cast<std::uint64_t>(places)) {}

  bool full() const { return scored_.size() >= places_; }
  bool empty() const { return scored_.empty(); }

  std::int64_t best_value() const { return scored_.begin()->value; }
  std::int64_t worst_value() const { return scored_.rbegin()->value; }
  const std::vector<std::uint8_t>& best_queens() const { return scored_.begin()->queens; }

  // How many of the places are held by placements of the worst value.
  std::size_t places_of_worst() const {
    std::size_t places = 0;
    for (auto at = scored_.rbegin(); at != scored_.rend() && at->value == worst_value(); ++at) ++places;
    return places;
  }

  // Without effect when no placement of such a value has a place.
  void record(std::int64_t value, const std::vector<std::uint8_t>& queens) {
    if (full() && value <= worst_value()) return;
    scored_.insert({value, queens});
    if (scored_.size() > places_) scored_.erase(std::prev(scored_.end()));
  }

  // Puts placements of the worst value, found in order, in the places of others of that value.
  std::vector<Scored> with_ties(const std::vector<Scored>& ties) const {
    std::set<Scored> all(scored_);
    all.insert(ties.begin(), ties.end());
    std::vector<Scored> placements(all.begin(), all.end());
    if (placements.size() > places_) placements.resize(static_cast<std::size_t>(places_));
    return placements;
  }

 private:
  std::uint64_t places_;
  std::set<Scored> scored_;
};

}  // namespace cpqueens

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "masks.hpp"

namespace cpqueens {

// A cheapest choice of one label for each row, no label twice, by shortest augmenting paths.
// What one call leaves in the prices and in the choice, the next one starts from.
class Assignment {
 public:
  using Cost = std::int64_t;

  struct State {
    std::array<Cost, kMaxSide> price{};           // of each label, at most what it is worth
    std::array<std::int8_t, kMaxSide> label_of{};  // the label of each row when last solved
  };

  Mask& domain(int row) { return domain_[at(row)]; }
  Mask domain(int row) const { return domain_[at(row)]; }
  Cost& cost(int row, int label) { return cost_[at(row)][at(label)]; }
  Cost cost(int row, int label) const { return cost_[at(row)][at(label)]; }

  State& state() { return state_; }
  const State& state() const { return state_; }
  int label_of(int row) const { return state_.label_of[at(row)]; }

  Cost offer(int row) const { return offer_[at(row)]; }
  Cost price(int label) const { return state_.price[at(label)]; }

  // The sum of the chosen costs.
  Cost total() const { return total_; }

  // Looks at rows' domains, which is what takes the time.
  std::uint64_t scans() const { return scans_; }

  // False when there is no such choice. Where there are more labels than rows, idle rows take them.
  bool solve(Mask rows) {
    Mask labels = 0;
    for (Mask rest = rows; rest != 0; rest &= rest - 1) labels |= domain(lowest(rest));
    int idle = size(labels) - size(rows);
    if (idle < 0) return false;
    Mask all = rows;
    for (Mask rest = ~rows; idle > 0; rest &= rest - 1, --idle) {
      const int row = lowest(rest);
      all |= bit(row);
      domain(row) = labels;
      cost_[at(row)].fill(0);
    }
    Mask unmatched = claim(all);
    unmatched = bid(bid(unmatched));
    for (; unmatched != 0; unmatched &= unmatched - 1) {
      if (!augment(lowest(unmatched), labels)) return false;
    }
    total_ = 0;
    for (Mask rest = all; rest != 0; rest &= rest - 1) {
      const int row = lowest(rest);
      const int label = label_of(row);
      offer_[at(row)] = cost(row, label) - price(label);
      if (rows & bit(row)) total_ += cost(row, label);
    }
    return true;
  }

 private:
  static constexpr Cost kFar = std::numeric_limits<Cost>::max();

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  void match(int row, int label) {
    state_.label_of[at(row)] = static_cast<std::int8_t>(label);
    row_of_[at(label)] = static_cast<std::int8_t>(row);
  }

  struct Two {
    Cost least = kFar;
    Cost second = kFar;
    int label = -1;
    int other = -1;
  };

  Two cheapest(int row) {
    ++scans_;
    Two two;
    const auto& costs = cost_[at(row)];
    for (Mask rest = domain(row); rest != 0; rest &= rest - 1) {
      const int label = lowest(rest);
      const Cost net = costs[at(label)] - price(label);
      if (net < two.second) {
        if (net < two.least) {
          two.second = two.least;
          two.other = two.label;
          two.least = net;
          two.label = label;
        } else {
          two.second = net;
          two.other = label;
        }
      }
    }
    return two;
  }

  // Gives every row its cheapest label if that is free, best the one that it had; returns the others.
  Mask claim(Mask rows) {
    row_of_.fill(-1);
    Mask unmatched = 0;
    for (Mask rest = rows; rest != 0; rest &= rest - 1) {
      const int row = lowest(rest);
      const Two two = cheapest(row);
      int label = two.label;
      const int before = label_of(row);
      if (before >= 0 && before != label && (domain(row) & bit(before)) && row_of_[at(before)] < 0 &&
          cost(row, before) - price(before) == two.least) {
        label = before;
      }
      if (label >= 0 && row_of_[at(label)] < 0) {
        match(row, label);
      } else {
        unmatched |= bit(row);
      }
    }
    return unmatched;
  }

  // Each row takes its cheapest label and lowers its price until another is as good; who had it, bids next.
  Mask bid(Mask rows) {
    Mask unmatched = 0;
    int bids = 4 * size(rows);
    while (rows != 0) {
      int row = lowest(rows);
      rows &= rows - 1;
      while (true) {
        const Two two = cheapest(row);
        if (two.other < 0 || bids-- <= 0) {
          unmatched |= bit(row);
          break;
        }
        int label = two.label;
        int owner = row_of_[at(label)];
        const bool lowered = two.least < two.second;
        if (!lowered && owner >= 0) {
          label = two.other;
          owner = row_of_[at(label)];
        }
        if (!lowered && owner >= 0) {
          unmatched |= bit(row);
          break;
        }
        if (lowered && owner >= 0) state_.price[at(label)] -= two.second - two.least;
        match(row, label);
        if (owner < 0) break;
        row = owner;
      }
    }
    return unmatched;
  }

  bool augment(int row, Mask labels) {
    std::array<Cost, kMaxSide> distance;
    std::array<std::int8_t, kMaxSide> from;
    Mask reached = 0;
    Mask settled = 0;
    Cost here = 0;
    int from_row = row;
    int label = -1;
    while (true) {
      ++scans_;
      const auto& costs = cost_[at(from_row)];
      // A matched row's offer is what it pays for its label at the present prices.
      const Cost offer =
          from_row == row ? 0 : costs[at(label_of(from_row))] - price(label_of(from_row));
      const Cost base = here - offer;
      for (Mask rest = domain(from_row) & labels & ~settled; rest != 0; rest &= rest - 1) {
        const int next = lowest(rest);
        const Cost length = base + costs[at(next)] - price(next);
        if (!(reached & bit(next)) || length < distance[at(next)]) {
          distance[at(next)] = length;
          from[at(next)] = static_cast<std::int8_t>(from_row);
          reached |= bit(next);
        }
      }
      Cost nearest = kFar;
      for (Mask rest = reached & ~settled; rest != 0; rest &= rest - 1) {
        const int next = lowest(rest);
        const Cost length = distance[at(next)];
        if (length < nearest || (length == nearest && row_of_[at(next)] < 0)) {
          nearest = length;
          label = next;
        }
      }
      if (nearest == kFar) return false;
      here = nearest;
      if (row_of_[at(label)] < 0) break;
      settled |= bit(label);
      from_row = row_of_[at(label)];
    }
    for (Mask rest = settled; rest != 0; rest &= rest - 1) {
      const int passed = lowest(rest);
      state_.price[at(passed)] += distance[at(passed)] - here;
    }
    while (true) {
      const int owner = from[at(label)];
      const int before = label_of(owner);
      match(owner, label);
      if (owner == row) return true;
      label = before;
    }
  }

  std::array<std::array<Cost, kMaxSide>, kMaxSide> cost_{};
  std::array<Mask, kMaxSide> domain_{};
  std::array<Cost, kMaxSide> offer_{};
  std::array<std::int8_t, kMaxSide> row_of_{};
  State state_;
  Cost total_ = 0;
  std::uint64_t scans_ = 0;
};

}  // namespace cpqueens

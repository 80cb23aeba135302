#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "frames.hpp"
#include "masks.hpp"
#include "reduced_costs.hpp"
#include "tables.hpp"

namespace cpqueens {

// Goes through the placements below a frame whose reduced costs add up to no more than a slack: nodes
// cost a fraction of a relaxation, and so small subtrees are done sooner than bounded again.
class SlackSearch {
 public:
  using Cost = ReducedCosts::Cost;

  explicit SlackSearch(int rows) : domains_(static_cast<std::size_t>(rows) + 1) {}

  // `take()` is called for each placement, when the open rows' columns are in `queens`, and says how much slack is
  // left: at most what it was, below 0 to stop. False when `nodes` were not enough or it was stopped.
  template <class Take>
  bool run(const ReducedCosts& costs, Frames& frames, int depth, Cost slack, bool square, std::int64_t nodes,
           std::array<std::uint8_t, kMaxSide>& queens, Take&& take) {
    costs_ = &costs;
    tables_ = &frames.tables();
    slack_ = slack;
    square_ = square;
    left_ = nodes;
    per_slack_ = static_cast<double>(kParts) / static_cast<double>(slack + 1);
    for (Mask rest = frames.open(depth); rest != 0; rest &= rest - 1) {
      const int row = lowest(rest);
      domains_[0][at(row)] = frames.domain(depth, row);
      prepare_row(row, slack);
    }
    const bool complete = visit(0, frames.open(depth), 0, queens, take);
    nodes_ += static_cast<std::uint64_t>(nodes - std::max<std::int64_t>(left_, 0));
    return complete;
  }

  std::uint64_t nodes() const { return nodes_; }

 private:
  static constexpr int kParts = 64;

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  // The row's columns that cost no more than each of `kParts` parts of the slack, rounded up.
  void prepare_row(int row, Cost slack) {
    const std::uint8_t* order = costs_->order(row);
    Mask columns = 0;
    int place = 0;
    for (int part = 0; part <= kParts; ++part) {
      const Cost most = (slack / kParts + 1) * part;
      while (place < costs_->candidates(row) && costs_->cost(row, order[place]) <= most) {
        columns |= bit(order[place++]);
      }
      within_[at(row)][at(part)] = columns;
    }
  }

  template <class Take>
  bool visit(int depth, Mask open, Cost spent, std::array<std::uint8_t, kMaxSide>& queens, Take& take) {
    if (--left_ < 0) return false;
    if (open == 0) {
      slack_ = take();
      return slack_ >= 0;
    }
    std::array<Mask, kMaxSide>& domains = domains_[at(depth)];
    std::array<Cost, kMaxSide> least;
    Cost most = spent;
    for (Mask rest = open; rest != 0; rest &= rest - 1) {
      const int row = lowest(rest);
      const Mask domain = domains[at(row)];
      if (domain == 0) return true;
      const std::uint8_t* next = costs_->order(row);
      while (!(domain & bit(*next))) ++next;
      most += least[at(row)] = costs_->cost(row, *next);
    }
    if (most > slack_) return true;
    const Cost room = slack_ - most;
    int chosen = -1;
    int fewest = kMaxSide + 1;
    Mask columns = 0;
    for (Mask rest = open; rest != 0; rest &= rest - 1) {
      const int row = lowest(rest);
      const int part = std::min(kParts, static_cast<int>(static_cast<double>(room + least[at(row)]) * per_slack_) + 2);
      const Mask domain = domains[at(row)] &= within_[at(row)][at(part)];
      columns |= domain;
      const int candidates = size(domain);
      if (candidates < fewest) {
        fewest = candidates;
        chosen = row;
      }
    }
    if (square_ && size(columns) < size(open)) return true;
    Mask candidates = domains[at(chosen)];
    for (const std::uint8_t* next = costs_->order(chosen); candidates != 0; ++next) {
      if (!(candidates & bit(*next))) continue;
      candidates &= ~bit(*next);
      const Cost cost = costs_->cost(chosen, *next);
      if (most - least[at(chosen)] + cost > slack_) break;
      const Mask* kept = tables_->kept(chosen, *next);
      std::array<Mask, kMaxSide>& below = domains_[at(depth) + 1];
      for (int row = 0; row < tables_->rows(); ++row) below[at(row)] = domains[at(row)] & kept[row];
      queens[at(chosen)] = *next;
      if (!visit(depth + 1, open & ~bit(chosen), spent + cost, queens, take)) return false;
    }
    return true;
  }

  const ReducedCosts* costs_ = nullptr;
  const Tables* tables_ = nullptr;
  Cost slack_ = 0;
  bool square_ = false;
  double per_slack_ = 0;
  std::int64_t left_ = 0;
  std::uint64_t nodes_ = 0;
  std::vector<std::array<Mask, kMaxSide>> domains_;
  std::array<std::array<Mask, kParts + 1>, kMaxSide> within_;
};

}  // namespace cpqueens

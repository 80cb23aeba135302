#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "board_checks.hpp"
#include "frames.hpp"
#include "ranking.hpp"

namespace cpqueens {

// Branch and bound on row maxima, in two passes. The first finds the value of the last place in the
// list, and with it every placement of larger value; the second, if equal values are wanted in
// order, fills the places of that value lexicographically.
class RowMaximaSearch {
 public:
  RowMaximaSearch(Tables tables, const std::vector<std::int64_t>& values, std::int64_t best, bool in_order)
      : weights_(tables.allowed(), tables.columns(), values),
        frames_(std::move(tables)),
        ranking_(best),
        in_order_(in_order),
        levels_(static_cast<std::size_t>(frames_.rows()) + 1),
        queens_(static_cast<std::size_t>(frames_.rows())) {
    check_positive("best", best);
    if (frames_.tables().impossible()) {
      pass_ = Pass::finished;
    } else {
      open_level();
    }
  }

  void run(std::int64_t nodes) {
    check_positive("nodes", nodes);
    for (const std::uint64_t end = nodes_ + static_cast<std::uint64_t>(nodes); pass_ != Pass::finished;) {
      unwind();
      if (depth_ < 0) {
        next_pass();
      } else if (nodes_ >= end) {
        break;
      } else {
        step();
      }
    }
  }

  bool finished() const { return pass_ == Pass::finished; }
  std::uint64_t nodes() const { return nodes_; }

  std::vector<Scored> found() const { return ranking_.with_ties(ties_); }

  // No placement has a larger value; nothing when it is proved that there is none.
  std::optional<std::int64_t> bound() const {
    std::optional<std::int64_t> bound;
    if (!ranking_.empty()) bound = ranking_.best_value();
    if (pass_ != Pass::value) return bound;
    for (int depth = 0; depth <= depth_; ++depth) {
      const Level& level = levels_[static_cast<std::size_t>(depth)];
      if (level.branch.next == level.branch.size) continue;
      const std::int64_t open = bound_of(level, level.branch.cells[static_cast<std::size_t>(level.branch.next)]);
      if (!bound || open > *bound) bound = open;
    }
    return bound;
  }

 private:
  enum class Pass { value, ties, finished };

  struct Level {
    Branch branch;
    std::int64_t sum = 0;     // of the queens placed
    std::int64_t others = 0;  // largest sum of queens in the open rows but the branching one
  };

  Level& level() { return levels_[static_cast<std::size_t>(depth_)]; }

  std::int64_t value(Cell cell) const { return weights_.values[frames_.tables().index(cell.row, cell.column)]; }

  std::int64_t bound_of(const Level& level, Cell cell) const { return level.sum + level.others + value(cell); }

  static std::uint64_t distance(std::int64_t larger, std::int64_t smaller) {
    return static_cast<std::uint64_t>(larger) - static_cast<std::uint64_t>(smaller);
  }

  // Whether placements of such a value can still enter the list.
  bool worth(std::int64_t value) const {
    if (pass_ == Pass::ties) return value >= tie_value_;
    return !ranking_.full() || value > ranking_.worst_value();
  }

  void open_level() {
    Level& here = level();
    here.branch.clear();
    if (!frames_.alive(depth_)) return;
    std::array<std::int64_t, kMaxSide> largest;
    std::int64_t most = here.sum;
    for (Mask rest = frames_.open(depth_); rest != 0; rest &= rest - 1) {
      const int row = lowest(rest);
      const Cell cell{static_cast<std::uint8_t>(row), weights_.largest(row, frames_.domain(depth_, row))};
      largest[cell.row] = value(cell);
      most += largest[cell.row];
    }
    if (!worth(most)) return;
    drop_worthless(most, largest);
    const int row = pass_ == Pass::ties ? lowest(frames_.open(depth_)) : shortest_row();
    here.others = most - here.sum - largest[static_cast<std::size_t>(row)];
    if (pass_ == Pass::ties) {
      frames_.branch_on_row(depth_, row, here.branch);
      return;
    }
    const Mask domain = frames_.domain(depth_, row);
    const auto& ascending = weights_.ascending[static_cast<std::size_t>(row)];
    for (auto column = ascending.rbegin(); column != ascending.rend(); ++column) {
      if (domain & bit(*column)) here.branch.add(row, *column);
    }
  }

  // Takes out the candidates with which even the largest values elsewhere are not enough.
  void drop_worthless(std::int64_t most, const std::array<std::int64_t, kMaxSide>& largest) {
    if (pass_ == Pass::value && !ranking_.full()) return;
    const std::int64_t rival = pass_ == Pass::ties ? tie_value_ : ranking_.worst_value();
    const std::uint64_t slack = distance(most, rival) - (pass_ == Pass::ties ? 0 : 1);
    for (Mask rest = frames_.open(depth_); rest != 0; rest &= rest - 1) {
      const auto row = static_cast<std::uint8_t>(lowest(rest));
      for (const std::uint8_t column : weights_.ascending[row]) {
        if (distance(largest[row], value({row, column})) <= slack) break;
        frames_.domain(depth_, row) &= ~bit(column);
      }
    }
  }

  int shortest_row() {
    int shortest = -1;
    int fewest = kMaxSide + 1;
    for (Mask rest = frames_.open(depth_); rest != 0; rest &= rest - 1) {
      const int row = lowest(rest);
      const int candidates = size(frames_.domain(depth_, row));
      if (candidates < fewest) {
        fewest = candidates;
        shortest = row;
      }
    }
    return shortest;
  }

  void step() {
    Level& here = level();
    const Cell cell = here.branch.cells[static_cast<std::size_t>(here.branch.next++)];
    if (!worth(bound_of(here, cell))) {
      if (pass_ == Pass::value) here.branch.next = here.branch.size;
      return;
    }
    ++nodes_;
    queens_[cell.row] = cell.column;
    const std::int64_t sum = here.sum + value(cell);
    frames_.place(depth_, cell);
    if (depth_ == frames_.rows() - 1) {
      if (frames_.alive(depth_ + 1)) record(sum);
      return;
    }
    ++depth_;
    level().sum = sum;
    open_level();
  }

  void record(std::int64_t sum) {
    if (pass_ == Pass::ties) {
      if (sum != tie_value_) return;
      ties_.push_back({sum, queens_});
      if (ties_.size() == places_) depth_ = -1;
      return;
    }
    ranking_.record(sum, queens_);
  }

  void next_pass() {
    if (pass_ == Pass::value && ranking_.full() && in_order_) {
      pass_ = Pass::ties;
      tie_value_ = ranking_.worst_value();
      places_ = ranking_.places_of_worst();
      depth_ = 0;
      frames_.reset_domains();
      open_level();
    } else {
      pass_ = Pass::finished;
    }
  }

  void unwind() {
    while (depth_ >= 0 && level().branch.next == level().branch.size) --depth_;
  }

  Weights weights_;
  Frames frames_;
  Ranking ranking_;
  bool in_order_;
  std::vector<Level> levels_;
  std::vector<std::uint8_t> queens_;
  std::vector<Scored> ties_;
  std::int64_t tie_value_ = 0;
  std::size_t places_ = 0;  // that placements of the tie value have in the list
  Pass pass_ = Pass::value;
  int depth_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace cpqueens

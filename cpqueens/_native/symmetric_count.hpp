#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "board_checks.hpp"
#include "masks.hpp"

namespace cpqueens {

// Where the queens of the four sides stand, the sides taken clockwise from the first row on and
// each walked clockwise from its first cell, 0. A queen in a corner is the queen of two sides.
using Border = std::array<int, 4>;

struct BorderQueen {
  int row;
  Mask column;

  // The columns that it attacks in another row.
  Mask attacked(int other_row) const {
    const int distance = std::abs(row - other_row);
    return column | column << distance | column >> distance;
  }

  bool attacks(const BorderQueen& other) const {
    return row == other.row ? column != other.column : (attacked(other.row) & other.column) != 0;
  }
};

// All that the symmetries of the square make of a border.
struct BorderClass {
  Border least;
  int members;
};

// The classes of the borders without attacks.
class Borders {
 public:
  explicit Borders(int side) : last_(side - 1) {}

  std::optional<BorderClass> next() {
    while (2 * candidate_[0] <= last_) {
      const Border border = candidate_;
      advance();
      if (attacked(border)) continue;
      if (const int members = members_if_least(border)) return BorderClass{border, members};
    }
    return std::nullopt;
  }

  // The part of all borders that is behind, as if those with equal first queens took equally long.
  double progress() const {
    const double firsts = last_ / 2 + 1;
    const double seconds = last_ - 2 * candidate_[0] + 1;
    return std::min(1.0, (candidate_[0] + std::max(0, candidate_[1] - candidate_[0]) / std::max(1.0, seconds)) / firsts);
  }

  std::array<BorderQueen, 4> queens(const Border& border) const {
    return {{{0, bit(border[0])},
             {border[1], bit(last_)},
             {last_, bit(last_ - border[2])},
             {last_ - border[3], bit(0)}}};
  }

  static Border turned(const Border& border) { return {border[1], border[2], border[3], border[0]}; }

 private:
  Border mirrored(const Border& border) const {
    return {last_ - border[3], last_ - border[2], last_ - border[1], last_ - border[0]};
  }

  // In the least image the first queen is as near to a corner as any.
  void advance() {
    for (std::size_t side = 3; side > 0; --side) {
      if (candidate_[side] < last_ - candidate_[0]) {
        ++candidate_[side];
        return;
      }
      candidate_[side] = candidate_[0];
    }
    candidate_.fill(candidate_[0] + 1);
  }

  bool attacked(const Border& border) const {
    const auto placed = queens(border);
    for (std::size_t one = 1; one < placed.size(); ++one) {
      for (std::size_t other = 0; other < one; ++other) {
        if (placed[one].attacks(placed[other])) return true;
      }
    }
    return false;
  }

  // The number of different images; 0 when one of them is less than the border.
  int members_if_least(const Border& border) const {
    int same = 0;
    for (Border image : {border, mirrored(border)}) {
      for (int turn = 0; turn < 4; ++turn) {
        if (image < border) return 0;
        same += image == border;
        image = turned(image);
      }
    }
    return 8 / same;
  }

  int last_;
  Border candidate_{};
};

// Counts the placements of the whole classic board: for one border of each class those of the
// queens inside, by as many as the class has members. Symmetries take the placements with one
// border to those with another, so that no placement needs to be compared with its images.
//
// The search inside goes row by row and in blocks of states. To choose what to do for one state at
// a time, whether it is dead or has a further column to try, costs mispredicted branches, and more
// time than the work itself.
class SymmetricCount {
 public:
  explicit SymmetricCount(std::int64_t side) : side_(checked(side)), borders_(side_) {}

  std::uint64_t count(std::int64_t nodes) {
    check_positive("nodes", nodes);
    const std::uint64_t end = nodes_ + static_cast<std::uint64_t>(nodes);
    const std::uint64_t before = total_;
    while (!finished_ && nodes_ < end) {
      if (depth_ < 0) {
        open_border();
      } else if (levels_[depth()].next == levels_[depth()].end) {
        --depth_;
      } else if (depth() == rows_.size() - 1) {
        count_last_row();
      } else {
        fill_level_below();
      }
    }
    return total_ - before;
  }

  bool finished() const { return finished_; }
  std::uint64_t nodes() const { return nodes_; }
  double progress() const { return finished_ ? 1 : borders_.progress(); }

 private:
  // A row without a queen of the border.
  struct Row {
    Mask allowed;
    int to_next;  // such row
  };

  struct State {
    Mask pending, columns, left, right;
  };

  static constexpr std::size_t kBlock = 256;

  struct Level {
    std::array<State, kBlock + 1> states;  // the state after the last is read, but not used
    std::size_t next;
    std::size_t end;
  };

  static int checked(std::int64_t side) {
    if (side < 1 || side > kMaxSide) refuse("side must be 1 to 64, not " + std::to_string(side));
    return static_cast<int>(side);
  }

  std::size_t depth() const { return static_cast<std::size_t>(depth_); }

  void open_border() {
    const auto found = borders_.next();
    if (!found) {
      finished_ = true;
      return;
    }
    ++nodes_;
    weight_ = static_cast<std::uint64_t>(found->members);
    rows_ = quickest_rows(found->least);
    if (rows_.empty()) {
      add(1);
      return;
    }
    if (levels_.size() < rows_.size()) levels_.resize(rows_.size());
    depth_ = 0;
    levels_[0].states[0] = {rows_[0].allowed, 0, 0, 0};
    levels_[0].next = 0;
    levels_[0].end = rows_[0].allowed != 0;
  }

  // From the side with the fewest candidates in the rows where the time goes: few states reach the
  // last third.
  std::vector<Row> quickest_rows(Border border) const {
    std::vector<Row> quickest;
    int fewest = std::numeric_limits<int>::max();
    for (int turn = 0; turn < 4; ++turn) {
      std::vector<Row> rows = open_rows(border);
      int candidates = 0;
      for (std::size_t row = 0; row < 2 * rows.size() / 3; ++row) candidates += size(rows[row].allowed);
      if (candidates < fewest) {
        fewest = candidates;
        quickest = std::move(rows);
      }
      border = Borders::turned(border);
    }
    return quickest;
  }

  std::vector<Row> open_rows(const Border& border) const {
    std::vector<Row> rows;
    int previous = 0;
    for (int row = 0; row < side_; ++row) {
      Mask allowed = first_bits(side_);
      bool open = true;
      for (const BorderQueen& queen : borders_.queens(border)) {
        allowed &= ~queen.attacked(row);
        open = open && queen.row != row;
      }
      if (!open) continue;
      if (!rows.empty()) rows.back().to_next = row - previous;
      rows.push_back({allowed, 0});
      previous = row;
    }
    return rows;
  }

  void fill_level_below() {
    const int shift = rows_[depth()].to_next;
    Level& here = levels_[depth()];
    Level& below = levels_[depth() + 1];
    const Mask allowed = rows_[depth() + 1].allowed;
    State* parent = &here.states[here.next];
    const State* const end = &here.states[here.end];
    State* child = below.states.data();
    const State* const full = child + kBlock;
    std::uint64_t queens = 0;
    Mask pending = parent->pending;
    while (parent != end && child != full) {
      const Mask queen = pending & (~pending + 1);
      pending ^= queen;
      ++queens;
      const Mask columns = parent->columns | queen;
      const Mask left = (parent->left | queen) << shift;
      const Mask right = (parent->right | queen) >> shift;
      const Mask free = allowed & ~(columns | left | right);
      *child = {free, columns, left, right};
      child += free != 0;  // else the next child overwrites it
      parent += pending == 0;
      const Mask upcoming = parent->pending;
      pending = pending == 0 ? upcoming : pending;
    }
    parent->pending = pending;
    nodes_ += queens;
    here.next = static_cast<std::size_t>(parent - here.states.data());
    below.next = 0;
    below.end = static_cast<std::size_t>(child - below.states.data());
    ++depth_;
  }

  void count_last_row() {
    Level& here = levels_[depth()];
    std::uint64_t queens = 0;
    for (; here.next < here.end; ++here.next) {
      queens += static_cast<std::uint64_t>(size(here.states[here.next].pending));
    }
    nodes_ += queens;
    add(queens);
  }

  void add(std::uint64_t placements) {
    const std::uint64_t gain = weight_ * placements;
    if (gain > std::numeric_limits<std::uint64_t>::max() - total_) {
      throw std::overflow_error("the number of placements does not fit 64 bits");
    }
    total_ += gain;
  }

  int side_;
  Borders borders_;
  std::uint64_t weight_ = 0;
  std::vector<Row> rows_;
  std::vector<Level> levels_;
  int depth_ = -1;
  std::uint64_t total_ = 0;
  std::uint64_t nodes_ = 0;
  bool finished_ = false;
};

}  // namespace cpqueens

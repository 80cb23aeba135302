#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "assignment.hpp"
#include "frames.hpp"
#include "losses.hpp"
#include "masks.hpp"
#include "tables.hpp"

namespace cpqueens {

// The board without its attacks but those of one family, which an assignment keeps; of the other
// families each line has a multiplier, which is paid by every queen on the line and given back once
// (Lagrangian relaxation). For any multipliers at least 0 the cheapest assignment, less what is given
// back, is at most the loss of any placement. All numbers are whole: the bound has no rounding error.
class Relaxation {
 public:
  using Cost = Assignment::Cost;

  // What the search keeps of a relaxation at each of its levels.
  struct State {
    std::vector<Cost> multipliers;
    Assignment::State assignment;
    Cost bound = 0;
  };

  // Whether all multipliers together stay within 64 bits.
  static bool fits(const Tables& tables) {
    constexpr int kMostLines = 1 << 16;
    int lines = 0;
    for (const Family& family : tables.families()) {
      lines += family.lines;
      if (lines > kMostLines) return false;
    }
    return true;
  }

  Relaxation(const Tables& tables, const Weights& weights)
      : tables_(tables), losses_(tables, weights), label_(weights.values.size()) {
    const int kept = kept_family();
    for (int row = 0; row < tables.rows(); ++row) {
      for (Mask rest = allowed(row); rest != 0; rest &= rest - 1) {
        const std::size_t cell = tables.index(row, lowest(rest));
        label_[cell] = static_cast<std::uint8_t>(kept < 0 ? row : family(kept).line[cell]);
      }
    }
    labels_exact_ = kept < 0 || family(kept).lines == tables.rows();
    if (kept >= 0) use_columns_as_labels();
    for (int at = 0; at < families(); ++at) {
      if (at != kept) dualise(family(at));
    }
    lines_of_.resize(label_.size() * soft_);
    int first = 0;
    std::size_t place = 0;
    for (int at = 0; at < families(); ++at) {
      if (at == kept) continue;
      for (std::size_t cell = 0; cell < label_.size(); ++cell) {
        lines_of_[cell * soft_ + place] = static_cast<std::uint16_t>(first + family(at).line[cell]);
      }
      first += family(at).lines;
      ++place;
    }
    state_.multipliers.assign(lines_.size(), 0);
    usage_.assign(lines_.size(), 0);
  }

  const Losses& losses() const { return losses_; }
  State& state() { return state_; }
  Cost bound() const { return bound_; }
  std::uint64_t scans() const { return assignment_.scans(); }
  // The line of the family that is kept, and whether each of its lines has a queen.
  int label(std::size_t cell) const { return label_[cell]; }
  bool labels_exact() const { return labels_exact_; }
  bool labels_are_columns() const { return by_column_; }
  std::size_t lines() const { return lines_.size(); }

  // The column of each open row's queen in the last assignment.
  int chosen(int row) const { return chosen_[static_cast<std::size_t>(row)]; }

  // Of a cell that is still possible: by how much at least its queen raises the bound.
  Cost reduced_cost(int row, int column) const {
    const std::size_t cell = tables_.index(row, column);
    const Cost cost = by_column_ ? assignment_.cost(row, column) : cost_of(cell);
    return cost - assignment_.offer(row) - assignment_.price(label_[cell]);
  }

  // To be called where queens were placed: a line that no further queen can stand on gives nothing back.
  void forget_dead_lines(Frames& frames, int depth) {
    const Mask open = frames.open(depth);
    alive_.clear();
    for (std::size_t line = 0; line < lines_.size(); ++line) {
      const bool alive = std::any_of(lines_[line].begin(), lines_[line].end(), [&](const LineCells& cells) {
        return (open & bit(cells.row)) && (frames.domain(depth, cells.row) & cells.columns);
      });
      if (alive) {
        alive_.push_back(static_cast<std::uint32_t>(line));
      } else {
        state_.multipliers[line] = 0;
      }
    }
  }

  // Bounds the loss of all placements with these queens and domains; false when there is none.
  bool solve(Frames& frames, int depth, Cost placed) {
    const Mask open = frames.open(depth);
    for (Mask rest = open; rest != 0; rest &= rest - 1) fill_row(lowest(rest), frames.domain(depth, lowest(rest)));
    assignment_.state() = state_.assignment;
    if (!assignment_.solve(open)) return false;
    state_.assignment = assignment_.state();
    bound_ = placed + assignment_.total();
    for (const std::uint32_t line : alive_) {
      usage_[line] = 0;
      bound_ -= state_.multipliers[line];
    }
    for (Mask rest = open; rest != 0; rest &= rest - 1) {
      const int row = lowest(rest);
      chosen_[static_cast<std::size_t>(row)] = cheapest_[static_cast<std::size_t>(row)]
                                                       [static_cast<std::size_t>(assignment_.label_of(row))];
      const std::uint16_t* line = lines_of(tables_.index(row, chosen(row)));
      for (std::size_t at = 0; at < soft_; ++at) ++usage_[line[at]];
    }
    return true;
  }

  // Moves the multipliers along the subgradient towards the target; false when there is nothing to move.
  bool move(Cost target, double share) {
    std::int64_t norm = 0;
    for (const std::uint32_t line : alive_) {
      const std::int64_t excess = usage_[line] - 1;
      if (excess > 0 || (excess < 0 && (state_.multipliers[line] > 0 || exact_[line]))) norm += excess * excess;
    }
    if (norm == 0) return false;
    const auto length = std::max<Cost>(
        1, static_cast<Cost>(share * static_cast<double>(target - bound_) / static_cast<double>(norm)));
    for (const std::uint32_t line : alive_) {
      Cost& multiplier = state_.multipliers[line];
      const Cost least = exact_[line] ? -Losses::kLargest : 0;
      const Cost moved = multiplier + (usage_[line] - 1) * length;
      multiplier = std::clamp(moved, least, Losses::kLargest);
    }
    return true;
  }

  bool no_line_overfull() const {
    return std::all_of(alive_.begin(), alive_.end(), [&](std::uint32_t line) { return usage_[line] <= 1; });
  }

 private:
  struct LineCells {
    int row;
    Mask columns;
  };

  Mask allowed(int row) const { return tables_.allowed()[static_cast<std::size_t>(row)]; }
  int families() const { return static_cast<int>(tables_.families().size()); }
  const Family& family(int at) const { return tables_.families()[static_cast<std::size_t>(at)]; }

  // The family with fewest lines has the hardest constraints; more than 64 do not fit a mask.
  int kept_family() const {
    int kept = -1;
    for (int at = 0; at < families(); ++at) {
      if (family(at).lines > kMaxSide) continue;
      if (kept < 0 || family(at).lines < family(kept).lines) kept = at;
    }
    return kept;
  }

  // Where a label is a column, its number is the column's.
  void use_columns_as_labels() {
    std::array<int, kMaxSide> label_of_column;
    std::array<int, kMaxSide> column_of_label;
    label_of_column.fill(-1);
    column_of_label.fill(-1);
    for (int row = 0; row < tables_.rows(); ++row) {
      for (Mask rest = allowed(row); rest != 0; rest &= rest - 1) {
        const int column = lowest(rest);
        const int label = label_[tables_.index(row, column)];
        int& expected_label = label_of_column[static_cast<std::size_t>(column)];
        int& expected_column = column_of_label[static_cast<std::size_t>(label)];
        if (expected_label < 0) expected_label = label;
        if (expected_column < 0) expected_column = column;
        if (expected_label != label || expected_column != column) return;
      }
    }
    by_column_ = true;
    for (int row = 0; row < tables_.rows(); ++row) {
      for (Mask rest = allowed(row); rest != 0; rest &= rest - 1) {
        label_[tables_.index(row, lowest(rest))] = static_cast<std::uint8_t>(lowest(rest));
      }
    }
  }

  void dualise(const Family& family) {
    const std::size_t first = lines_.size();
    lines_.resize(first + static_cast<std::size_t>(family.lines));
    exact_.resize(lines_.size(), family.lines == tables_.rows());
    for (int row = 0; row < tables_.rows(); ++row) {
      for (Mask rest = allowed(row); rest != 0; rest &= rest - 1) {
        auto& line = lines_[first + family.line[tables_.index(row, lowest(rest))]];
        if (line.empty() || line.back().row != row) line.push_back({row, 0});
        line.back().columns |= rest & (~rest + 1);
      }
    }
    ++soft_;
  }

  const std::uint16_t* lines_of(std::size_t cell) const { return lines_of_.data() + cell * soft_; }

  Cost cost_of(std::size_t cell) const {
    Cost cost = losses_.of(cell);
    const std::uint16_t* line = lines_of(cell);
    for (std::size_t at = 0; at < soft_; ++at) cost += state_.multipliers[line[at]];
    return cost;
  }

  void fill_row(int row, Mask columns) {
    auto& cheapest = cheapest_[static_cast<std::size_t>(row)];
    if (by_column_) {
      assignment_.domain(row) = columns;
      for (Mask rest = columns; rest != 0; rest &= rest - 1) {
        const int column = lowest(rest);
        assignment_.cost(row, column) = cost_of(tables_.index(row, column));
        cheapest[static_cast<std::size_t>(column)] = static_cast<std::uint8_t>(column);
      }
      return;
    }
    Mask labels = 0;
    for (Mask rest = columns; rest != 0; rest &= rest - 1) {
      const int column = lowest(rest);
      const std::size_t cell = tables_.index(row, column);
      const int label = label_[cell];
      const Cost here = cost_of(cell);
      if ((labels & bit(label)) && assignment_.cost(row, label) <= here) continue;
      labels |= bit(label);
      assignment_.cost(row, label) = here;
      cheapest[static_cast<std::size_t>(label)] = static_cast<std::uint8_t>(column);
    }
    assignment_.domain(row) = labels;
  }

  const Tables& tables_;
  Losses losses_;
  std::vector<std::uint8_t> label_;  // of each cell, in the family that is kept
  bool by_column_ = false;
  bool labels_exact_ = false;
  std::vector<std::vector<LineCells>> lines_;  // of the other families
  std::vector<std::uint8_t> exact_;            // whether a queen stands on each of them
  std::size_t soft_ = 0;                       // how many those are
  std::vector<std::uint16_t> lines_of_;        // of each cell, one for each of those families
  Assignment assignment_;
  std::array<std::array<std::uint8_t, kMaxSide>, kMaxSide> cheapest_{};  // a row's column for each label
  std::array<std::uint8_t, kMaxSide> chosen_{};
  std::vector<std::uint32_t> alive_;  // the lines on which queens may still stand
  std::vector<std::int32_t> usage_;   // of those lines, in the last assignment
  State state_;
  Cost bound_ = 0;
};

}  // namespace cpqueens

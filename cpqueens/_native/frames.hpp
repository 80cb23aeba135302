#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "masks.hpp"
#include "tables.hpp"

namespace cpqueens {

struct Cell {
  std::uint8_t row;
  std::uint8_t column;
};

// The cells among which a search chooses next: those of one row, or those of one exact label.
struct Branch {
  std::array<Cell, kMaxSide> cells;
  int size = 0;
  int next = 0;

  void clear() { size = next = 0; }
  void add(int row, int column) {
    cells[static_cast<std::size_t>(size++)] = {static_cast<std::uint8_t>(row),
                                               static_cast<std::uint8_t>(column)};
  }
};

// Forward-checked domains along one path of a search: frame d has d queens.
class Frames {
 public:
  explicit Frames(Tables tables) : Frames(std::make_shared<const Tables>(std::move(tables))) {
    open_[0] = first_bits(rows_);
    for (std::size_t at = 0; at < exact_; ++at) unused_[at] = tables_->exact()[at].labels;
    reset_domains();
  }

  // The board as it stands after `depth` queens.
  Frames(const Frames& other, int depth) : Frames(other.tables_) {
    std::copy_n(other.domains(depth), rows_, domains(0));
    std::copy_n(other.unused(depth), exact_, unused(0));
    std::copy_n(other.sums(depth), totals_, sums(0));
    open_[0] = other.open(depth);
  }

  // Undoes what a search has taken out of the domains of the empty board.
  void reset_domains() { std::copy(tables_->allowed().begin(), tables_->allowed().end(), domains_.begin()); }

  const Tables& tables() const { return *tables_; }
  int rows() const { return rows_; }
  Mask open(int depth) const { return open_[static_cast<std::size_t>(depth)]; }
  Mask& domain(int depth, int row) { return domains(depth)[row]; }

  void place(int depth, Cell cell) {
    const Mask* from = domains(depth);
    Mask* to = domains(depth + 1);
    const Mask* kept = tables_->kept(cell.row, cell.column);
    for (int row = 0; row < rows_; ++row) to[row] = from[row] & kept[row];
    open_[static_cast<std::size_t>(depth) + 1] = open(depth) & ~bit(cell.row);
    const std::size_t at = tables_->index(cell.row, cell.column);
    for (std::size_t family = 0; family < exact_; ++family) {
      unused(depth + 1)[family] = unused(depth)[family] & ~bit(tables_->exact()[family].label[at]);
    }
    for (std::size_t total = 0; total < totals_; ++total) {
      sums(depth + 1)[total] = sums(depth)[total] + tables_->totals()[total].weights.values[at];
    }
  }

  // False when a row, an exact label or a total cannot be satisfied any more.
  bool alive(int depth) const {
    const Mask* domain = domains(depth);
    Mask columns = 0;
    for (Mask rest = open(depth); rest != 0; rest &= rest - 1) {
      const Mask candidates = domain[lowest(rest)];
      if (candidates == 0) return false;
      columns |= candidates;
    }
    for (std::size_t at = 0; at < exact_; ++at) {
      const ExactFamily& family = tables_->exact()[at];
      const Mask needed = unused(depth)[at];
      if (family.by_column) {
        if (needed & ~columns) return false;
        continue;
      }
      for (Mask rest = needed; rest != 0; rest &= rest - 1) {
        if (!has_candidate(domain, family.lines[static_cast<std::size_t>(lowest(rest))])) return false;
      }
    }
    return totals_in_reach(depth);
  }

  void branch_on_row(int depth, int row, Branch& branch) const {
    branch.clear();
    for (Mask rest = domains(depth)[row]; rest != 0; rest &= rest - 1) branch.add(row, lowest(rest));
  }

  // Chooses the open row or unused exact label with fewest candidates; leaves no cell on a dead frame.
  void branch_on_fewest(int depth, Branch& branch) const {
    branch.clear();
    const Mask* domain = domains(depth);
    int fewest = kMaxSide + 1;
    int chosen_row = -1;
    for (Mask rest = open(depth); rest != 0; rest &= rest - 1) {
      const int row = lowest(rest);
      const int candidates = size(domain[row]);
      if (candidates == 0) return;
      if (candidates < fewest) {
        fewest = candidates;
        chosen_row = row;
      }
    }
    const ExactFamily* chosen_family = nullptr;
    int chosen_label = -1;
    for (std::size_t at = 0; at < exact_; ++at) {
      const ExactFamily& family = tables_->exact()[at];
      const auto [label, candidates] = family.by_column ? scarcest_column(depth, unused(depth)[at])
                                                        : scarcest_label(domain, family, unused(depth)[at]);
      if (candidates == 0) return;
      if (candidates < fewest) {
        fewest = candidates;
        chosen_family = &family;
        chosen_label = label;
      }
    }
    if (!totals_in_reach(depth)) return;
    if (chosen_family == nullptr) {
      branch_on_row(depth, chosen_row, branch);
      return;
    }
    for (const ExactFamily::Line& line : chosen_family->lines[static_cast<std::size_t>(chosen_label)]) {
      for (Mask rest = domain[line.row] & line.columns; rest != 0; rest &= rest - 1) {
        branch.add(line.row, lowest(rest));
      }
    }
  }

 private:
  explicit Frames(std::shared_ptr<const Tables> tables)
      : tables_(std::move(tables)),
        rows_(tables_->rows()),
        exact_(tables_->exact().size()),
        totals_(tables_->totals().size()) {
    const auto frames = static_cast<std::size_t>(rows_) + 1;
    domains_.resize(frames * static_cast<std::size_t>(rows_));
    open_.resize(frames);
    unused_.resize(frames * exact_);
    sums_.resize(frames * totals_);
  }

  struct Scarcest {
    int label;
    int candidates;
  };

  static constexpr int kMany = kMaxSide + 1;

  Mask* domains(int depth) { return &domains_[static_cast<std::size_t>(depth) * static_cast<std::size_t>(rows_)]; }
  const Mask* domains(int depth) const {
    return &domains_[static_cast<std::size_t>(depth) * static_cast<std::size_t>(rows_)];
  }
  Mask* unused(int depth) { return unused_.data() + static_cast<std::size_t>(depth) * exact_; }
  const Mask* unused(int depth) const { return unused_.data() + static_cast<std::size_t>(depth) * exact_; }
  std::int64_t* sums(int depth) { return sums_.data() + static_cast<std::size_t>(depth) * totals_; }
  const std::int64_t* sums(int depth) const { return sums_.data() + static_cast<std::size_t>(depth) * totals_; }

  static bool has_candidate(const Mask* domain, const std::vector<ExactFamily::Line>& lines) {
    for (const ExactFamily::Line& line : lines) {
      if (domain[line.row] & line.columns) return true;
    }
    return false;
  }

  // Counts the rows of all columns at once, bit-sliced; counts of four and more are one.
  Scarcest scarcest_column(int depth, Mask columns) const {
    const Mask* domain = domains(depth);
    Mask ones = 0, twos = 0, fours = 0;
    for (int row = 0; row < rows_; ++row) {
      const Mask carry = ones & domain[row];
      ones ^= domain[row];
      fours |= twos & carry;
      twos ^= carry;
    }
    if (const Mask none = columns & ~(ones | twos | fours)) return {lowest(none), 0};
    if (const Mask single = columns & ones & ~(twos | fours)) return {lowest(single), 1};
    if (const Mask two = columns & twos & ~(ones | fours)) return {lowest(two), 2};
    if (const Mask three = columns & ones & twos & ~fours) return {lowest(three), 3};
    return {-1, kMany};
  }

  static Scarcest scarcest_label(const Mask* domain, const ExactFamily& family, Mask labels) {
    Scarcest scarcest{-1, kMany};
    for (Mask rest = labels; rest != 0; rest &= rest - 1) {
      const int label = lowest(rest);
      int candidates = 0;
      for (const ExactFamily::Line& line : family.lines[static_cast<std::size_t>(label)]) {
        candidates += size(domain[line.row] & line.columns);
      }
      if (candidates < scarcest.candidates) scarcest = {label, candidates};
    }
    return scarcest;
  }

  // Asked only where every open row has a candidate.
  bool totals_in_reach(int depth) const {
    const Mask* domain = domains(depth);
    for (std::size_t at = 0; at < totals_; ++at) {
      const Total& total = tables_->totals()[at];
      std::int64_t least = sums(depth)[at];
      std::int64_t most = least;
      for (Mask rest = open(depth); rest != 0; rest &= rest - 1) {
        const int row = lowest(rest);
        least += total.weights.values[tables_->index(row, total.weights.smallest(row, domain[row]))];
        most += total.weights.values[tables_->index(row, total.weights.largest(row, domain[row]))];
      }
      if (most < total.at_least || least > total.at_most) return false;
    }
    return true;
  }

  std::shared_ptr<const Tables> tables_;
  int rows_;
  std::size_t exact_;
  std::size_t totals_;
  std::vector<Mask> domains_;
  std::vector<Mask> open_;
  std::vector<Mask> unused_;
  std::vector<std::int64_t> sums_;
};

}  // namespace cpqueens

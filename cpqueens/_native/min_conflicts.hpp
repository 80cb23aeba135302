#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "board_checks.hpp"

namespace cpqueens {

// The same numbers on every machine, which the standard library's distributions do not promise.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint32_t below(std::uint32_t bound) {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return static_cast<std::uint32_t>(((mixed >> 32) * bound) >> 32);
  }

 private:
  std::uint64_t state_;
};

// Rows and columns that are left of a board with diagonals; numbers say where they are on it, and are the
// indices where none are given. Barred cells are row * columns + column.
struct DiagonalBoard {
  std::int64_t rows;
  std::int64_t columns;
  std::vector<std::int64_t> barred;
  std::optional<std::vector<std::int64_t>> row_numbers;
  std::optional<std::vector<std::int64_t>> column_numbers;
};

// Local search: queens of different columns change their columns in pairs until no diagonal holds two of them
// and no barred cell holds one. R. Sosic and J. Gu, Efficient local search with conflict minimization: a case
// study of the n-queens problem, IEEE Transactions on Knowledge and Data Engineering 6 (1994).
class MinConflicts {
 public:
  static constexpr std::int64_t kMostSide = 10'000'000;

  MinConflicts(DiagonalBoard board, std::int64_t seed)
      : board_(checked(std::move(board))),
        random_(static_cast<std::uint64_t>(seed)),
        rows_(static_cast<std::uint32_t>(board_.rows)),
        columns_(static_cast<std::uint32_t>(board_.columns)),
        barred_(board_.barred.begin(), board_.barred.end()),
        patience_(1000 + 20 * static_cast<std::uint64_t>(rows_)),
        column_of_(columns_) {
    std::iota(column_of_.begin(), column_of_.end(), 0u);
    const std::int64_t row_span = span(board_.row_numbers, board_.rows);
    column_span_ = span(board_.column_numbers, board_.columns);
    const auto diagonals = static_cast<std::size_t>(row_span + column_span_ + 1);
    sums_.resize(diagonals);
    differences_.resize(diagonals);
  }

  void run(std::int64_t nodes) {
    check_positive("nodes", nodes);
    for (const std::uint64_t end = steps_ + static_cast<std::uint64_t>(nodes); !finished() && steps_ < end; ++steps_) {
      if (placed_ < rows_) {
        place_next();
      } else if (steps_ > improved_ + patience_) {
        restart();
      } else {
        repair();
      }
    }
  }

  std::optional<std::vector<std::uint32_t>> found() const {
    if (!finished()) return std::nullopt;
    return std::vector<std::uint32_t>(column_of_.begin(), column_of_.begin() + rows_);
  }

  bool finished() const { return placed_ == rows_ && conflicts_ == 0; }
  std::uint64_t nodes() const { return steps_; }
  std::uint64_t restarts() const { return restarts_; }

 private:
  static constexpr std::uint32_t kCandidates = 64;
  static constexpr std::uint32_t kUphillOneIn = 8;
  static constexpr int kMany = std::numeric_limits<int>::max();

  static DiagonalBoard checked(DiagonalBoard board) {
    check_side("columns", board.columns, kMostSide);
    check_side("rows", board.rows, board.columns);
    for (const std::int64_t cell : board.barred) {
      if (cell < 0 || cell >= board.rows * board.columns) refuse("barred has a cell beyond the board");
    }
    check_numbers("row_numbers", board.row_numbers, board.rows);
    check_numbers("column_numbers", board.column_numbers, board.columns);
    return board;
  }

  static void check_side(const char* name, std::int64_t side, std::int64_t most) {
    if (side < 1 || side > most) {
      refuse(std::string(name) + " must be 1 to " + std::to_string(most) + ", not " + std::to_string(side));
    }
  }

  static void check_numbers(const char* name, const std::optional<std::vector<std::int64_t>>& numbers,
                            std::int64_t length) {
    if (!numbers) return;
    check_length(name, numbers->size(), static_cast<std::size_t>(length));
    if (numbers->front() < 0 || numbers->back() > kMostSide) {
      refuse(std::string(name) + " must be 0 to " + std::to_string(kMostSide));
    }
    check_increasing(name, *numbers);
  }

  static std::int64_t span(const std::optional<std::vector<std::int64_t>>& numbers, std::int64_t length) {
    return numbers ? numbers->back() : length - 1;
  }

  std::int64_t row_number(std::uint32_t row) const {
    return board_.row_numbers ? (*board_.row_numbers)[row] : static_cast<std::int64_t>(row);
  }
  std::int64_t column_number(std::uint32_t column) const {
    return board_.column_numbers ? (*board_.column_numbers)[column] : static_cast<std::int64_t>(column);
  }
  std::uint32_t& sum(std::uint32_t row, std::uint32_t column) {
    return sums_[static_cast<std::size_t>(row_number(row) + column_number(column))];
  }
  std::uint32_t& difference(std::uint32_t row, std::uint32_t column) {
    return differences_[static_cast<std::size_t>(row_number(row) - column_number(column) + column_span_)];
  }

  bool is_barred(std::uint32_t row, std::uint32_t column) const {
    return !barred_.empty() && barred_.count(static_cast<std::int64_t>(row) * board_.columns + column) != 0;
  }

  // Places of the permutation beyond the last row hold the columns that no queen has.
  int conflicts(std::uint32_t row, std::uint32_t column) {
    if (row >= rows_) return 0;
    return (sum(row, column) != 0) + (difference(row, column) != 0) + is_barred(row, column);
  }

  int add(std::uint32_t row, std::uint32_t column) {
    if (row >= rows_) return 0;
    const int more = conflicts(row, column);
    ++sum(row, column);
    ++difference(row, column);
    return more;
  }

  int remove(std::uint32_t row, std::uint32_t column) {
    if (row >= rows_) return 0;
    --sum(row, column);
    --difference(row, column);
    return conflicts(row, column);
  }

  // A column without conflicts for the next row, if a few draws of those left find one.
  void place_next() {
    const std::uint32_t row = placed_++;
    std::uint32_t chosen = row;
    int fewest = kMany;
    for (std::uint32_t tries = std::min(kCandidates, columns_ - row); tries > 0 && fewest > 0; --tries) {
      const std::uint32_t candidate = row + random_.below(columns_ - row);
      const int here = conflicts(row, column_of_[candidate]);
      if (here < fewest) {
        fewest = here;
        chosen = candidate;
      }
    }
    std::swap(column_of_[row], column_of_[chosen]);
    conflicts_ += add(row, column_of_[row]);
    if (fewest > 0) suspects_.push_back(row);
    least_ = conflicts_;
    improved_ = steps_;
  }

  bool in_conflict(std::uint32_t row) {
    const std::uint32_t column = column_of_[row];
    return sum(row, column) > 1 || difference(row, column) > 1 || is_barred(row, column);
  }

  // Any queen in conflict. Those hit by others are looked up again when no suspects are left, and now and then.
  std::uint32_t pick() {
    for (;;) {
      if (suspects_.empty() || steps_ >= survey_) {
        suspects_.clear();
        for (std::uint32_t row = 0; row < rows_; ++row) {
          if (in_conflict(row)) suspects_.push_back(row);
        }
        survey_ = steps_ + rows_;
      }
      const std::uint32_t at = random_.below(static_cast<std::uint32_t>(suspects_.size()));
      const std::uint32_t row = suspects_[at];
      if (in_conflict(row)) return row;
      suspects_[at] = suspects_.back();
      suspects_.pop_back();
    }
  }

  // The pair of queens whose exchange leaves the fewest conflicts; that is made, though seldom where it adds some.
  void repair() {
    if (columns_ == 1) return;
    const std::uint32_t row = pick();
    const std::uint32_t column = column_of_[row];
    const int before = remove(row, column);
    std::uint32_t chosen = row;
    int best = kMany;
    std::uint32_t ties = 0;
    const bool all = columns_ <= kCandidates;
    for (std::uint32_t at = 0; at < std::min(columns_, kCandidates) && (all || best >= 0); ++at) {
      const std::uint32_t other = all ? at : random_.below(columns_);
      if (other == row) continue;
      const int change = change_of(row, other) - before;
      if (change < best) ties = 0;
      if (change <= best && random_.below(++ties) == 0) {
        best = change;
        chosen = other;
      }
    }
    if (chosen == row || (best > 0 && random_.below(kUphillOneIn) != 0)) {
      add(row, column);
      return;
    }
    conflicts_ -= before + remove(chosen, column_of_[chosen]);
    std::swap(column_of_[row], column_of_[chosen]);
    conflicts_ += add(row, column_of_[row]);
    conflicts_ += add(chosen, column_of_[chosen]);
    if (chosen < rows_) suspects_.push_back(chosen);
    if (conflicts_ < least_) {
      least_ = conflicts_;
      improved_ = steps_;
    }
  }

  int change_of(std::uint32_t row, std::uint32_t other) {
    const std::uint32_t column = column_of_[row];
    const std::uint32_t others = column_of_[other];
    const int before = remove(other, others);
    int after = add(row, others);
    after += conflicts(other, column);
    remove(row, others);
    add(other, others);
    return after - before;
  }

  void restart() {
    ++restarts_;
    std::fill(sums_.begin(), sums_.end(), 0u);
    std::fill(differences_.begin(), differences_.end(), 0u);
    suspects_.clear();
    conflicts_ = 0;
    placed_ = 0;
  }

  DiagonalBoard board_;
  Random random_;
  std::uint32_t rows_;
  std::uint32_t columns_;
  std::unordered_set<std::int64_t> barred_;
  std::uint64_t patience_;  // steps without improvement before a new start
  std::vector<std::uint32_t> column_of_;
  std::int64_t column_span_ = 0;
  std::vector<std::uint32_t> sums_;         // how many queens are on each antidiagonal
  std::vector<std::uint32_t> differences_;  // and on each diagonal
  std::vector<std::uint32_t> suspects_;
  std::int64_t conflicts_ = 0;
  std::int64_t least_ = 0;
  std::uint32_t placed_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t improved_ = 0;
  std::uint64_t survey_ = 0;
  std::uint64_t restarts_ = 0;
};

}  // namespace cpqueens

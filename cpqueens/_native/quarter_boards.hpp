#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "masks.hpp"

namespace cpqueens {

// Numbers the diagonals and antidiagonals that pass from the upper half of a board, its first side / 2
// rows, into the lower one. A half's key is the mask of those that its queens attack along; two
// halves fit when their keys share no bit. The two main diagonals have no bit: they are counted
// with by symmetry (JoinedCount). The longer a line, the higher its bit.
class CrossingLines {
 public:
  explicit CrossingLines(int side) : side_(side), upper_(side / 2) {}

  int count() const { return 2 * (side_ - 2); }

  // Beside those that cross, an antidiagonal of the lower half alone that passes from its western
  // quarter into its eastern one (odd sides); only there are the two quarters' keys compared in it.
  std::uint64_t key(int row, int column) const {
    const int antidiagonal = column + row - upper_;
    std::uint64_t key = bit_of(column - row + upper_ - 1, upper_ - 1, 0) |
                        bit_of(antidiagonal, side_ - 1 - upper_, 1);
    if (antidiagonal == side_ - 1) key |= bit(count());
    return key;
  }

 private:
  std::uint64_t bit_of(int line, int main, int kind) const {
    if (line < 0 || line > side_ - 2 || line == main) return 0;
    const int distance = line < main ? main - line : line - main;
    const bool second = line < main && main + distance <= side_ - 2;
    const int longer = 2 * (distance - 1) + second;
    return bit(2 * (side_ - 3 - longer) + kind);
  }

  int side_;
  int upper_;
};

// Some keys one behind the other.
template <class Key>
struct Keys {
  const Key* first;
  std::size_t size;
};

// How a cell counts in a quarter: as any other, as one that gives the placements their own lists, or
// as one whose placements are left out.
enum class CellKind : std::uint8_t { plain, special, dropped };

// All ways to place queens that do not attack each other in a rectangle of the board, listed by the
// columns and rows that they take, those with a queen on a special cell apart.
template <class Key>
class QuarterBoards {
 public:
  struct Rectangle {
    int first_row, rows, first_column, columns;
  };

  template <class KindOf>
  QuarterBoards(const CrossingLines& lines, Rectangle rectangle, KindOf kind_of)
      : rows_(rectangle.rows), columns_(rectangle.columns), cells_(cell_count()) {
    for (int column = 0; column < columns_; ++column) {
      for (int row = 0; row < rows_; ++row) {
        const int board_row = rectangle.first_row + row, board_column = rectangle.first_column + column;
        cells_[cell(row, column)] = {static_cast<Key>(lines.key(board_row, board_column)),
                                     kind_of(board_row, board_column)};
      }
    }
  }

  bool sized() const { return first_ == cells_.size(); }

  // Counts the placements whose first queen is on the next cell, or some of them where all would be
  // more than `most`.
  void size_next(std::uint64_t most) {
    const auto rows = static_cast<std::size_t>(rows_);
    const Column here{static_cast<int>(first_ / rows), 0, 0, 0};
    ++size_;
    for (Column next = here.with(bit(static_cast<int>(first_ % rows))); next.number < columns_; next = next.next()) {
      if (size_ <= most) size_ += size_from(next, most - size_);
    }
    ++first_;
  }

  std::uint64_t size() const { return size_; }

  // What so many placements take.
  std::uint64_t bytes() const { return starts_size() * sizeof(starts_[0]) + (size_ + kPadding) * sizeof(Key); }

  void reserve() {
    starts_.resize(starts_size());
    keys_.reserve(size_ + kPadding);
  }

  bool finished() const { return next_ == std::size_t{1} << columns_; }

  // Lists the placements on the next set of columns; how many there are.
  std::size_t list_next_columns() {
    found_.clear();
    place(static_cast<Mask>(next_), {0, 0, 0, 0}, 0, CellKind::plain);
    const std::size_t base = next_ << (rows_ + 1);
    const std::size_t lists = std::size_t{2} << rows_;
    std::uint32_t* const starts = &starts_[base];
    std::fill_n(starts, lists + 1, 0);
    for (const Found& placement : found_) ++starts[placement.list + 1];
    starts[0] = static_cast<std::uint32_t>(keys_.size());
    for (std::size_t list = 0; list < lists; ++list) starts[list + 1] += starts[list];
    fill_.assign(starts, starts + lists);
    keys_.resize(keys_.size() + found_.size());
    for (const Found& placement : found_) keys_[fill_[placement.list]++] = placement.key;
    ++next_;
    if (finished()) keys_.resize(keys_.size() + kPadding);
    return found_.size() + 1;
  }

  struct Lists {
    Keys<Key> plain, special;
  };

  Lists lists(Mask columns, Mask rows) const {
    const std::uint32_t* const starts = &starts_[(columns << rows_ | rows) << 1];
    return {{keys_.data() + starts[0], starts[1] - starts[0]}, {keys_.data() + starts[1], starts[2] - starts[1]}};
  }

  int rows() const { return rows_; }
  int columns() const { return columns_; }

  // Keys may be read so far beyond a list's end.
  static constexpr std::size_t kPadding = 8;

  static constexpr std::uint64_t kMostKeys = std::numeric_limits<std::uint32_t>::max() - kPadding;

 private:
  struct Cell {
    Key key;
    CellKind kind;
  };

  struct Found {
    std::uint32_t list;
    Key key;
  };

  // What the queens on the columns before this one attack in it.
  struct Column {
    int number;
    Mask rows, falling, rising;

    Mask free(int rows_of_board) const { return first_bits(rows_of_board) & ~(rows | falling | rising); }
    Column next() const { return {number + 1, rows, falling << 1, rising >> 1}; }
    Column with(Mask queen) const { return Column{number, rows | queen, falling | queen, rising | queen}.next(); }
  };

  std::size_t starts_size() const { return (std::size_t{2} << (rows_ + columns_)) + 1; }
  std::size_t cell_count() const { return static_cast<std::size_t>(rows_) * static_cast<std::size_t>(columns_); }
  std::size_t cell(int row, int column) const {
    return static_cast<std::size_t>(column) * static_cast<std::size_t>(rows_) + static_cast<std::size_t>(row);
  }

  // Placements whose next queen is in this column: those of the last queen are counted at once.
  std::uint64_t size_from(const Column& here, std::uint64_t limit) const {
    auto placements = static_cast<std::uint64_t>(cpqueens::size(here.free(rows_)));
    if (here.number == columns_ - 1) return placements;
    for (Mask rest = here.free(rows_); rest != 0; rest &= rest - 1) {
      Column next = here.with(rest & (~rest + 1));
      for (; next.number < columns_; next = next.next()) {
        if (placements > limit) return placements;
        placements += size_from(next, limit - placements);
      }
    }
    return placements;
  }

  void place(Mask columns, Column here, Key key, CellKind kind) {
    if (columns == 0) {
      found_.push_back({static_cast<std::uint32_t>((here.rows << 1) + (kind == CellKind::special)), key});
      return;
    }
    const int column = lowest(columns);
    while (here.number < column) here = here.next();
    for (Mask rest = here.free(rows_); rest != 0; rest &= rest - 1) {
      const Cell& taken = cells_[cell(lowest(rest), column)];
      if (taken.kind == CellKind::dropped) continue;
      place(columns & (columns - 1), here.with(rest & (~rest + 1)), key | taken.key, std::max(kind, taken.kind));
    }
  }

  int rows_;
  int columns_;
  std::vector<Cell> cells_;
  std::vector<Key> keys_;
  std::vector<std::uint32_t> starts_;
  std::size_t first_ = 0;
  std::uint64_t size_ = 1;  // the placement of no queen
  std::size_t next_ = 0;
  std::vector<Found> found_;
  std::vector<std::uint32_t> fill_;
};

}  // namespace cpqueens

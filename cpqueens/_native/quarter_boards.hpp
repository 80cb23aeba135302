#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>
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
// as one on which no queen may stand.
enum class CellKind : std::uint8_t { plain, special, dropped };

// All ways to place queens that do not attack each other in a rectangle of the board, listed by the
// columns and rows that they take, those with a queen on a special cell apart.
template <class Key>
class QuarterBoards {
 public:
  struct Rectangle {
    int first_row, rows, first_column, columns;
  };

  // A placement, and to which of the lists of its columns it belongs.
  struct Found {
    std::uint32_t list;
    Key key;
  };

  template <class KindOf>
  QuarterBoards(const CrossingLines& lines, Rectangle rectangle, KindOf kind_of)
      : rows_(rectangle.rows),
        columns_(rectangle.columns),
        first_columns_(std::max(2, columns_ - kMostOtherColumns)),
        cells_(cell_count()),
        open_rows_(static_cast<std::size_t>(columns_)),
        sizes_(column_sets()) {
    for (int column = 0; column < columns_; ++column) {
      for (int row = 0; row < rows_; ++row) {
        const int board_row = rectangle.first_row + row, board_column = rectangle.first_column + column;
        const CellKind kind = kind_of(board_row, board_column);
        cells_[cell(row, column)] = {static_cast<Key>(lines.key(board_row, board_column)), kind == CellKind::special};
        if (kind != CellKind::dropped) open_rows_[static_cast<std::size_t>(column)] |= bit(row);
      }
    }
    list_beginnings({0, 0, 0, 0}, 0);
  }

  // What a thread that shares the work needs for itself.
  struct Scratch {
    std::vector<std::uint64_t> sizes;
    std::vector<Found> found;
    std::vector<std::uint32_t> fill;
  };

  bool sized() const { return next_beginning_ >= beginnings_.size(); }

  // Counts the placements with the next beginning, or some of them where all would be more than
  // `most`; about how many nodes that took, 0 where nothing is left to do. Several threads may call it
  // at once.
  std::uint64_t size_next(std::uint64_t most, Scratch& scratch) {
    const std::uint64_t before = size_;
    if (before > most) return 0;
    const std::size_t at = next_beginning_++;
    if (at >= beginnings_.size()) return 0;
    const Beginning& beginning = beginnings_[at];
    scratch.sizes.assign(column_sets() >> first_columns_, 0);
    scratch.sizes[0] = 1;
    const std::uint64_t placements = 1 + size_from(beginning.next, 0, most - before, scratch.sizes);
    size_ += placements;
    const std::lock_guard<std::mutex> guard(merging_);
    for (std::size_t set = 0; set < scratch.sizes.size(); ++set) {
      sizes_[set << first_columns_ | beginning.columns] += scratch.sizes[set];
    }
    return placements / 8 + 1;
  }

  std::uint64_t size() const { return size_; }

  // What so many placements take.
  std::uint64_t bytes() const { return starts_size() * sizeof(starts_[0]) + (size_ + kPadding) * sizeof(Key); }

  // Takes the memory, when all is sized. It is not written to as a whole, which would take long.
  void reserve() {
    starts_.reset(new std::uint32_t[starts_size()]);
    keys_.reset(new Key[size_ + kPadding]);
    std::uint32_t start = 0;
    for (std::size_t set = 0; set < column_sets(); ++set) {
      starts_[set << (rows_ + 1)] = start;
      start += static_cast<std::uint32_t>(sizes_[set]);
    }
    starts_[starts_size() - 1] = start;
    std::fill_n(&keys_[size_], kPadding, Key{0});
  }

  bool finished() const { return next_set_ >= column_sets(); }

  // Lists the placements on the next set of columns; about how many nodes that took, 0 where nothing
  // is left to do. Several threads may call it at once.
  std::uint64_t list_next(Scratch& scratch) {
    const std::size_t set = next_set_++;
    if (set >= column_sets()) return 0;
    std::vector<Found>& found = scratch.found;
    found.clear();
    place(static_cast<Mask>(set), {0, 0, 0, 0}, 0, false, found);
    if (found.size() != sizes_[set]) throw std::logic_error("a quarter's placements are not as many as were counted");
    const std::size_t lists = std::size_t{2} << rows_;
    scratch.fill.assign(lists, 0);
    for (const Found& placement : found) ++scratch.fill[placement.list];
    std::uint32_t* const starts = &starts_[set << (rows_ + 1)];
    std::uint32_t start = starts[0];
    for (std::size_t list = 0; list < lists; ++list) {
      if (list != 0) starts[list] = start;
      start += std::exchange(scratch.fill[list], start);
    }
    for (const Found& placement : found) keys_[scratch.fill[placement.list]++] = placement.key;
    return found.size() + 1;
  }

  struct Lists {
    Keys<Key> plain, special;
  };

  Lists lists(Mask columns, Mask rows) const {
    const std::uint32_t* const starts = &starts_[(columns << rows_ | rows) << 1];
    return {{keys_.get() + starts[0], starts[1] - starts[0]}, {keys_.get() + starts[1], starts[2] - starts[1]}};
  }

  int rows() const { return rows_; }
  int columns() const { return columns_; }

  // Keys may be read so far beyond a list's end.
  static constexpr std::size_t kPadding = 8;

  static constexpr std::uint64_t kMostKeys = std::numeric_limits<std::uint32_t>::max() - kPadding;

 private:
  struct Cell {
    Key key;
    bool special;
  };

  // What the queens on the columns before this one attack in it.
  struct Column {
    int number;
    Mask rows, falling, rising;

    Column next() const { return {number + 1, rows, falling << 1, rising >> 1}; }
    Column with(Mask queen) const { return Column{number, rows | queen, falling | queen, rising | queen}.next(); }
  };

  // Where a queen may stand on this column.
  Mask free(const Column& here) const {
    return open_rows_[static_cast<std::size_t>(here.number)] & ~(here.rows | here.falling | here.rising);
  }

  // Queens on the first columns, and the column behind these.
  struct Beginning {
    Mask columns;
    Column next;
  };

  // With so many columns behind it no beginning goes on for long.
  static constexpr int kMostOtherColumns = 8;

  void list_beginnings(const Column& here, Mask columns) {
    if (here.number == first_columns_) {
      beginnings_.push_back({columns, here});
      return;
    }
    list_beginnings(here.next(), columns);
    for (Mask rest = free(here); rest != 0; rest &= rest - 1) {
      list_beginnings(here.with(rest & (~rest + 1)), columns | bit(here.number));
    }
  }

  std::size_t column_sets() const { return std::size_t{1} << columns_; }
  std::size_t starts_size() const { return (std::size_t{2} << (rows_ + columns_)) + 1; }
  std::size_t cell_count() const { return static_cast<std::size_t>(rows_) * static_cast<std::size_t>(columns_); }
  std::size_t cell(int row, int column) const {
    return static_cast<std::size_t>(column) * static_cast<std::size_t>(rows_) + static_cast<std::size_t>(row);
  }

  // Placements with one queen more or several, on this column or behind it: those of the last queen are
  // counted at once. `sizes` gets them by the columns that they take behind the first ones.
  std::uint64_t size_from(Column here, Mask columns, std::uint64_t limit, std::vector<std::uint64_t>& sizes) const {
    std::uint64_t placements = 0;
    for (; here.number < columns_ && placements <= limit; here = here.next()) {
      const Mask with_this = columns | bit(here.number - first_columns_);
      const Mask rows = free(here);
      placements += static_cast<std::uint64_t>(cpqueens::size(rows));
      sizes[with_this] += static_cast<std::uint64_t>(cpqueens::size(rows));
      if (here.number == columns_ - 1) break;
      for (Mask rest = rows; rest != 0 && placements <= limit; rest &= rest - 1) {
        placements += size_from(here.with(rest & (~rest + 1)), with_this, limit - placements, sizes);
      }
    }
    return placements;
  }

  void place(Mask columns, Column here, Key key, bool special, std::vector<Found>& found) const {
    if (columns == 0) {
      found.push_back({static_cast<std::uint32_t>(here.rows << 1) + special, key});
      return;
    }
    const int column = lowest(columns);
    while (here.number < column) here = here.next();
    for (Mask rest = free(here); rest != 0; rest &= rest - 1) {
      const Cell& taken = cells_[cell(lowest(rest), column)];
      place(columns & (columns - 1), here.with(rest & (~rest + 1)), key | taken.key, special || taken.special, found);
    }
  }

  int rows_;
  int columns_;
  int first_columns_;
  std::vector<Cell> cells_;
  std::vector<Mask> open_rows_;  // of each column
  std::unique_ptr<Key[]> keys_;
  std::unique_ptr<std::uint32_t[]> starts_;
  std::vector<std::uint64_t> sizes_;  // by the columns taken
  std::vector<Beginning> beginnings_;
  std::atomic<std::uint64_t> size_{0};
  std::atomic<std::size_t> next_beginning_{0}, next_set_{0};
  std::mutex merging_;
};

}  // namespace cpqueens

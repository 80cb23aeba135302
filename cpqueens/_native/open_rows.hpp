#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "masks.hpp"

namespace cpqueens {

// A row without a queen yet, in the order of a search.
struct OpenRow {
  Mask allowed;
  int distance;  // from the open row before it
};

// The rows that a search over shifted masks has to fill, the queens that nothing can move placed.
class OpenRows {
 public:
  OpenRows(int columns, std::vector<Mask> allowed)
      : allowed_(std::move(allowed)), columns_(columns), is_open_(allowed_.size(), true) {
    if (allowed_.size() > static_cast<std::size_t>(columns)) impossible_ = true;
    while (!impossible_ && place_forced()) continue;
    if (!impossible_) order();
  }

  bool impossible() const { return impossible_; }
  bool every_column_is_used() const { return allowed_.size() == static_cast<std::size_t>(columns_); }
  const std::vector<OpenRow>& rows() const { return rows_; }
  // Those of the queens that are placed, in the direction of the search.
  Mask used_columns() const { return used_columns_; }

 private:
  using Masks = std::vector<Mask>;

  // Places the queen of a row or, where every one is used, column with one candidate.
  bool place_forced() {
    Mask once = 0, twice = 0;
    for (std::size_t row = 0; row < allowed_.size(); ++row) {
      if (!is_open_[row]) continue;
      const Mask candidates = allowed_[row];
      if (candidates == 0) impossible_ = true;
      if (size(candidates) == 1) {
        place(row, candidates);
        return true;
      }
      twice |= once & candidates;
      once |= candidates;
    }
    if (!every_column_is_used()) return false;
    const Mask open_columns = first_bits(columns_) & ~used_columns_;
    if (open_columns & ~once) impossible_ = true;
    if (const Mask forced = open_columns & once & ~twice) {
      const Mask queen = bit(lowest(forced));
      const auto row = std::find_if(allowed_.begin(), allowed_.end(), [&](Mask mask) { return mask & queen; });
      place(static_cast<std::size_t>(row - allowed_.begin()), queen);
      return true;
    }
    return false;
  }

  void place(std::size_t row, Mask queen) {
    is_open_[row] = false;
    used_columns_ |= queen;
    for (std::size_t other = 0; other < allowed_.size(); ++other) {
      const std::size_t distance = row < other ? other - row : row - other;
      allowed_[other] &= ~(queen | queen << distance | queen >> distance);
    }
    allowed_[row] = 0;
  }

  // From the side with the fewest candidates in the rows where the time goes: few states reach the
  // last third.
  void order() {
    const Mask columns = used_columns_;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    const auto consider = [&](const Masks& allowed, const std::vector<bool>& is_open, Mask used) {
      std::vector<OpenRow> rows = in_order(allowed, is_open);
      std::size_t candidates = 0;
      for (std::size_t row = 0; row < 2 * rows.size() / 3; ++row) {
        candidates += static_cast<std::size_t>(size(rows[row].allowed));
      }
      if (candidates >= fewest) return;
      fewest = candidates;
      rows_ = std::move(rows);
      used_columns_ = used;
    };
    const auto consider_both_ways = [&](Masks allowed, std::vector<bool> is_open, Mask used) {
      consider(allowed, is_open, used);
      std::reverse(allowed.begin(), allowed.end());
      std::reverse(is_open.begin(), is_open.end());
      consider(allowed, is_open, used);
    };
    consider_both_ways(allowed_, is_open_, columns);
    if (!every_column_is_used()) return;
    Masks turned(allowed_.size());
    std::vector<bool> column_is_open(allowed_.size());
    Mask used_rows = 0;
    for (std::size_t row = 0; row < allowed_.size(); ++row) {
      for (Mask rest = allowed_[row]; rest != 0; rest &= rest - 1) {
        turned[static_cast<std::size_t>(lowest(rest))] |= bit(static_cast<int>(row));
      }
      if (!is_open_[row]) used_rows |= bit(static_cast<int>(row));
      column_is_open[row] = !(columns & bit(static_cast<int>(row)));
    }
    consider_both_ways(turned, column_is_open, used_rows);
  }

  static std::vector<OpenRow> in_order(const Masks& allowed, const std::vector<bool>& is_open) {
    std::vector<OpenRow> rows;
    int distance = 0;
    for (std::size_t row = 0; row < allowed.size(); ++row, ++distance) {
      if (!is_open[row]) continue;
      rows.push_back({allowed[row], distance});
      distance = 0;
    }
    return rows;
  }

  Masks allowed_;
  int columns_;
  std::vector<bool> is_open_;
  Mask used_columns_ = 0;
  std::vector<OpenRow> rows_;
  bool impossible_ = false;
};

}  // namespace cpqueens

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "board_checks.hpp"
#include "masks.hpp"

namespace cpqueens {

// A family with exactly as many labels as there are rows: each label is used by one queen.
struct ExactFamily {
  struct Line {
    int row;
    Mask columns;
  };

  bool by_column;                        // label number = column number, in every row
  Mask labels;                           // the label numbers in use
  std::vector<std::uint8_t> label;       // of each allowed cell
  std::vector<std::vector<Line>> lines;  // the allowed cells of each label
};

// A family's lines, numbered from 0: the line of each allowed cell.
struct Family {
  int lines;
  std::vector<std::uint16_t> line;
};

// Whole numbers at the allowed cells, and each row's columns by ascending number.
struct Weights {
  std::vector<std::int64_t> values;
  std::vector<std::vector<std::uint8_t>> ascending;

  Weights(const std::vector<Mask>& allowed, int columns, const std::vector<std::int64_t>& numbers)
      : values(numbers.size()), ascending(allowed.size()) {
    check_length("values", numbers.size(), allowed.size() * static_cast<std::size_t>(columns));
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    std::uint64_t reach = 0;
    for (std::size_t row = 0; row < allowed.size(); ++row) {
      std::uint64_t largest = 0;
      std::vector<std::uint8_t>& order = ascending[row];
      const std::size_t base = row * static_cast<std::size_t>(columns);
      for (Mask rest = allowed[row]; rest != 0; rest &= rest - 1) {
        const int column = lowest(rest);
        const std::int64_t number = numbers[base + static_cast<std::size_t>(column)];
        values[base + static_cast<std::size_t>(column)] = number;
        const auto magnitude = static_cast<std::uint64_t>(number);
        largest = std::max(largest, number < 0 ? 0 - magnitude : magnitude);
        order.push_back(static_cast<std::uint8_t>(column));
      }
      std::stable_sort(order.begin(), order.end(), [&](std::uint8_t a, std::uint8_t b) {
        return values[base + a] < values[base + b];
      });
      if (largest > most - reach) refuse("values are too large: a sum does not fit 64 bits");
      reach += largest;
    }
  }

  // `columns` must be a non-empty part of what the row allows.
  std::uint8_t smallest(int row, Mask columns) const {
    auto at = ascending[static_cast<std::size_t>(row)].begin();
    while (!(columns & bit(*at))) ++at;
    return *at;
  }

  std::uint8_t largest(int row, Mask columns) const {
    auto at = ascending[static_cast<std::size_t>(row)].rbegin();
    while (!(columns & bit(*at))) ++at;
    return *at;
  }
};

struct Total {
  Weights weights;
  std::int64_t at_least;
  std::int64_t at_most;
};

// A board with one queen a row, and what each queen takes away from every other row.
class Tables {
 public:
  Tables(std::int64_t columns, std::vector<Mask> allowed) : allowed_(std::move(allowed)) {
    check_board(columns, allowed_);
    rows_ = static_cast<int>(allowed_.size());
    columns_ = static_cast<int>(columns);
    kept_.assign(cells() * allowed_.size(), ~Mask{0});
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column < columns_; ++column) row_masks(row, column)[row] = 0;
    }
  }

  void add_family(const std::vector<std::int64_t>& labels) {
    check_length("labels", labels.size(), cells());
    const std::int64_t least = *std::min_element(labels.begin(), labels.end());
    if (least < 0) refuse("labels must be at least 0, not " + std::to_string(least));

    std::unordered_map<std::int64_t, std::vector<Mask>> lines;
    for_each_allowed([&](int row, int column) {
      std::vector<Mask>& line = lines[labels[index(row, column)]];
      line.resize(allowed_.size());
      line[static_cast<std::size_t>(row)] |= bit(column);
    });
    for_each_allowed([&](int row, int column) {
      const std::vector<Mask>& line = lines[labels[index(row, column)]];
      Mask* keep = row_masks(row, column);
      for (int other = 0; other < rows_; ++other) keep[other] &= ~line[static_cast<std::size_t>(other)];
    });
    if (lines.size() < allowed_.size()) impossible_ = true;
    if (lines.size() == allowed_.size()) exact_.push_back(exact_family(labels));
    families_.push_back(numbered_family(labels));
  }

  void add_leaps(const std::vector<std::pair<std::int64_t, std::int64_t>>& leaps,
                 const std::vector<std::int64_t>& row_numbers,
                 const std::vector<std::int64_t>& column_numbers) {
    check_numbers("row_numbers", row_numbers, allowed_.size());
    check_numbers("column_numbers", column_numbers, static_cast<std::size_t>(columns_));
    check_leaps(leaps);
    for (const auto& leap : leaps) {
      for (int row = 0; row < rows_; ++row) {
        const int below = position(row_numbers, row, leap.first);
        if (below < 0) continue;
        for (int column = 0; column < columns_; ++column) {
          const int aside = position(column_numbers, column, leap.second);
          if (aside < 0) continue;
          row_masks(row, column)[below] &= ~bit(aside);
          row_masks(below, aside)[row] &= ~bit(column);
        }
      }
    }
  }

  // images[cell]: the cell where a queen on this one needs another; -1 where it needs none.
  void add_images(const std::vector<std::int64_t>& images) {
    check_images(images, rows_, columns_);
    for_each_allowed([&](int row, int column) {
      const std::int64_t image = images[index(row, column)];
      const int other = static_cast<int>(image / columns_);
      if (image < 0 || other == row) return;
      const int needed = static_cast<int>(image % columns_);
      row_masks(row, column)[other] &= bit(needed);
      for (int aside = 0; aside < columns_; ++aside) {
        if (aside != needed) row_masks(other, aside)[row] &= ~bit(column);
      }
    });
  }

  void add_total(const std::vector<std::int64_t>& values, std::int64_t at_least, std::int64_t at_most) {
    totals_.push_back({Weights(allowed_, columns_, values), at_least, at_most});
  }

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  bool impossible() const { return impossible_; }
  const std::vector<Mask>& allowed() const { return allowed_; }
  const std::vector<ExactFamily>& exact() const { return exact_; }
  const std::vector<Family>& families() const { return families_; }
  const std::vector<Total>& totals() const { return totals_; }

  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
  }

  // The columns of every row that a queen leaves open (none in its own row).
  const Mask* kept(int row, int column) const {
    return &kept_[index(row, column) * allowed_.size()];
  }

 private:
  Mask* row_masks(int row, int column) { return &kept_[index(row, column) * allowed_.size()]; }

  std::size_t cells() const { return allowed_.size() * static_cast<std::size_t>(columns_); }

  template <class Visit>
  void for_each_allowed(Visit visit) const {
    for (int row = 0; row < rows_; ++row) {
      for (Mask rest = allowed_[static_cast<std::size_t>(row)]; rest != 0; rest &= rest - 1) {
        visit(row, lowest(rest));
      }
    }
  }

  Family numbered_family(const std::vector<std::int64_t>& labels) const {
    std::unordered_map<std::int64_t, std::uint16_t> number;
    Family family{0, std::vector<std::uint16_t>(labels.size())};
    for_each_allowed([&](int row, int column) {
      const auto next = static_cast<std::uint16_t>(number.size());
      family.line[index(row, column)] = number.emplace(labels[index(row, column)], next).first->second;
    });
    family.lines = static_cast<int>(number.size());
    return family;
  }

  ExactFamily exact_family(const std::vector<std::int64_t>& labels) const {
    std::unordered_map<std::int64_t, int> column_of;
    bool by_column = true;
    std::vector<std::int64_t> label_of(static_cast<std::size_t>(columns_), -1);
    for_each_allowed([&](int row, int column) {
      const std::int64_t label = labels[index(row, column)];
      std::int64_t& expected = label_of[static_cast<std::size_t>(column)];
      if (expected < 0) expected = label;
      by_column = by_column && expected == label && column_of.emplace(label, column).first->second == column;
    });
    std::unordered_map<std::int64_t, int> number;
    ExactFamily family{by_column, 0, std::vector<std::uint8_t>(labels.size()), {}};
    family.lines.resize(kMaxSide);
    for_each_allowed([&](int row, int column) {
      const std::int64_t label = labels[index(row, column)];
      const int id = by_column ? column : number.emplace(label, static_cast<int>(number.size())).first->second;
      family.labels |= bit(id);
      family.label[index(row, column)] = static_cast<std::uint8_t>(id);
      auto& lines = family.lines[static_cast<std::size_t>(id)];
      if (lines.empty() || lines.back().row != row) lines.push_back({row, 0});
      lines.back().columns |= bit(column);
    });
    return family;
  }

  // Where numbers[from] + distance stands, or -1. Modular differences are exact: the numbers increase.
  static int position(const std::vector<std::int64_t>& numbers, int from, std::int64_t distance) {
    const auto difference = [&](std::int64_t a, std::int64_t b) {
      return static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b);
    };
    const std::int64_t start = numbers[static_cast<std::size_t>(from)];
    for (std::size_t at = 0; at < numbers.size(); ++at) {
      const bool forward = distance >= 0;
      if (forward != (numbers[at] >= start)) continue;
      if (difference(numbers[at], start) == static_cast<std::uint64_t>(distance)) return static_cast<int>(at);
    }
    return -1;
  }

  std::vector<Mask> allowed_;
  int rows_ = 0;
  int columns_ = 0;
  std::vector<Mask> kept_;
  std::vector<ExactFamily> exact_;
  std::vector<Family> families_;
  std::vector<Total> totals_;
  bool impossible_ = false;
};

}  // namespace cpqueens

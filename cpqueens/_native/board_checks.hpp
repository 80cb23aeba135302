#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "masks.hpp"

namespace cpqueens {

[[noreturn]] inline void refuse(const std::string& message) { throw std::invalid_argument(message); }

inline void check_board(std::int64_t columns, const std::vector<Mask>& allowed) {
  if (columns < 1 || columns > kMaxSide) {
    refuse("columns must be 1 to 64, not " + std::to_string(columns));
  }
  if (allowed.empty() || allowed.size() > static_cast<std::size_t>(kMaxSide)) {
    refuse("allowed must have 1 to 64 rows, not " + std::to_string(allowed.size()));
  }
  for (std::size_t row = 0; row < allowed.size(); ++row) {
    if (allowed[row] & ~first_bits(static_cast<int>(columns))) {
      refuse("allowed[" + std::to_string(row) + "] has a column beyond the board");
    }
  }
}

inline void check_length(const char* name, std::size_t length, std::size_t expected) {
  if (length != expected) {
    refuse(std::string(name) + " must have " + std::to_string(expected) + " entries, not " +
           std::to_string(length));
  }
}

inline void check_increasing(const std::string& name, const std::vector<std::int64_t>& numbers) {
  for (std::size_t at = 1; at < numbers.size(); ++at) {
    if (numbers[at - 1] >= numbers[at]) refuse(name + " must be strictly increasing");
  }
}

// The numbers of a board's rows or columns.
inline void check_numbers(const char* name, const std::vector<std::int64_t>& numbers, std::size_t expected) {
  check_length(name, numbers.size(), expected);
  check_increasing(name, numbers);
}

inline void check_leaps(const std::vector<std::pair<std::int64_t, std::int64_t>>& leaps) {
  for (const auto& leap : leaps) {
    if (leap.first < 1) refuse("leaps must go down at least 1 row, not " + std::to_string(leap.first));
  }
}

// An image is a cell of another row or the cell itself; -1 stands for none.
inline void check_images(const std::vector<std::int64_t>& images, std::int64_t rows, std::int64_t columns) {
  check_length("images", images.size(), static_cast<std::size_t>(rows * columns));
  for (std::size_t cell = 0; cell < images.size(); ++cell) {
    const std::int64_t image = images[cell];
    const auto own = static_cast<std::int64_t>(cell);
    if (image < -1 || image >= rows * columns) refuse("images has a cell beyond the board");
    if (image >= 0 && image != own && image / columns == own / columns) {
      refuse("images[" + std::to_string(cell) + "] is another cell of the same row");
    }
  }
}

inline void check_positive(const char* name, std::int64_t value) {
  if (value < 1) refuse(std::string(name) + " must be at least 1, not " + std::to_string(value));
}

}  // namespace cpqueens

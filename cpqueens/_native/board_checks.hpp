#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
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

inline void check_positive(const char* name, std::int64_t value) {
  if (value < 1) refuse(std::string(name) + " must be at least 1, not " + std::to_string(value));
}

}  // namespace cpqueens

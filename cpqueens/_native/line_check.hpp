#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "bytes.hpp"

namespace cpqueens {

// Looks for two queens on one line, from the definition: that far apart in rows, their columns differ by the slope
// times as much. It verifies listings, and so knows nothing of how they come about.
class LineCheck {
 public:
  // Columns are at most 127, slopes at most 127 either way.
  LineCheck(std::size_t rows, std::vector<int> slopes) : rows_(rows), slopes_(std::move(slopes)), columns_(rows) {}

  // The first of the placements, a byte a row, with two queens on a line; `count` if none has.
  std::size_t first_wrong(const std::uint8_t* placements, std::size_t count) {
    for (std::size_t start = 0; start < count; start += kBlock) {
      const std::size_t held = std::min(kBlock, count - start);
      turn(placements + start * rows_, held);
      const Block least = compare();
      for (std::size_t at = 0; at < held; ++at) {
        if (least[at] == 0) return start + at;
      }
    }
    return count;
  }

 private:
  static constexpr std::size_t kBlock = 512;
  using Block = std::array<std::uint8_t, kBlock>;

  // From a placement after the other to a row after the other.
  void turn(const std::uint8_t* placements, std::size_t held) {
    const std::size_t whole = rows_ < 8 ? 0 : held / 8 * 8;
    for (std::size_t start = 0; start < whole; start += 8) {
      for (std::size_t row = 0; row < rows_; row += 8) {
        turn_square(placements + start * rows_, std::min(row, rows_ - 8), start);
      }
    }
    for (std::size_t row = 0; row < rows_; ++row) {
      for (std::size_t at = whole; at < held; ++at) columns_[row][at] = placements[at * rows_ + row];
    }
  }

  // Eight placements by eight rows: squares of 4, 2 and 1 bytes change places across the diagonal.
  void turn_square(const std::uint8_t* placements, std::size_t row, std::size_t start) {
    std::uint64_t lines[8];
    for (std::size_t at = 0; at < 8; ++at) lines[at] = bytes_at(placements + at * rows_ + row);
    swap_squares<4>(lines, 0x00000000FFFFFFFFu);
    swap_squares<2>(lines, 0x0000FFFF0000FFFFu);
    swap_squares<1>(lines, 0x00FF00FF00FF00FFu);
    for (std::size_t at = 0; at < 8; ++at) put_bytes(&columns_[row + at][start], lines[at]);
  }

  template <std::size_t Size>
  static void swap_squares(std::uint64_t (&lines)[8], std::uint64_t low) {
    for (std::size_t at = 0; at < 8; ++at) {
      if (at & Size) continue;
      const std::uint64_t swapped = ((lines[at] >> 8 * Size) ^ lines[at + Size]) & low;
      lines[at] ^= swapped << 8 * Size;
      lines[at + Size] ^= swapped;
    }
  }

  Block compare() const {
    Block least;
    least.fill(255);
    for (std::size_t row = 0; row < rows_; ++row) {
      for (std::size_t below = row + 1; below < rows_; ++below) {
        compare(columns_[row].data(), columns_[below].data(), static_cast<int>(below - row), least);
      }
    }
    return least;
  }

  // Three slopes at a time, so that blocks are read and written less often.
  void compare(const std::uint8_t* upper, const std::uint8_t* lower, int distance, Block& least) const {
    for (std::size_t slope = 0; slope < slopes_.size(); slope += 3) {
      std::uint8_t steps[3];
      for (std::size_t at = 0; at < 3; ++at) {
        const int step = distance * slopes_[std::min(slope + at, slopes_.size() - 1)];
        // Columns that differ by more do not exist, and those that differ by 128 neither.
        steps[at] = static_cast<std::uint8_t>(std::abs(step) > 127 ? 128 : step);
      }
      const std::uint8_t first = steps[0];
      const std::uint8_t second = steps[1];
      const std::uint8_t third = steps[2];
      for (std::size_t at = 0; at < kBlock; ++at) {
        // Zero where equal: least values are quicker to keep than truths.
        const auto step = static_cast<std::uint8_t>(lower[at] - upper[at]);
        const auto one = static_cast<std::uint8_t>(step ^ first);
        const auto two = static_cast<std::uint8_t>(step ^ second);
        const auto three = static_cast<std::uint8_t>(step ^ third);
        least[at] = std::min(least[at], std::min(one, std::min(two, three)));
      }
    }
  }

  std::size_t rows_;
  std::vector<int> slopes_;
  std::vector<Block> columns_;
};

}  // namespace cpqueens

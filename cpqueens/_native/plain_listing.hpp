#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "masks.hpp"

namespace cpqueens {

// The textbook recursion over three masks, rows in order, columns ascending, writing each placement as one
// byte a row: what faster listings are measured against.
class PlainListing {
 public:
  // Writes as many placements as there is room for; returns how many there are on the whole board.
  static std::uint64_t run(int side, std::uint8_t* out, std::uint64_t room) {
    PlainListing listing(side, out, room);
    listing.place(0, 0, 0, 0);
    return listing.found_;
  }

 private:
  PlainListing(int side, std::uint8_t* out, std::uint64_t room)
      : side_(side), all_(static_cast<std::uint32_t>(first_bits(side))), out_(out), room_(room) {}

  void place(int row, std::uint32_t columns, std::uint32_t left, std::uint32_t right) {
    if (row == side_) {
      if (found_++ < room_) {
        std::memcpy(out_, queens_.data(), static_cast<std::size_t>(side_));
        out_ += side_;
      }
      return;
    }
    for (std::uint32_t free = all_ & ~(columns | left | right); free != 0;) {
      const std::uint32_t queen = free & (~free + 1);
      free ^= queen;
      queens_[static_cast<std::size_t>(row)] = static_cast<std::uint8_t>(lowest(queen));
      place(row + 1, columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
  }

  int side_;
  std::uint32_t all_;
  std::uint8_t* out_;
  std::uint64_t room_;
  std::uint64_t found_ = 0;
  std::array<std::uint8_t, 32> queens_{};
};

}  // namespace cpqueens

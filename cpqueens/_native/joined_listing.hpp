#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "board_checks.hpp"
#include "lower_parts.hpp"
#include "masks.hpp"

namespace cpqueens {

// All placements of the classic board in lexicographic order, or those that come before their mirror images.
//
// Upper parts (the first rows, filled) are made depth first and matched with the lower parts that use the other
// columns. To meet in the middle is an idea of N-Queens-Count-Sol (MIT licence), there for counting.
//
// Upper parts wait in a queue, so that making and matching them are two short loops: one that branches by nature, and
// one that hardly does.
class JoinedListing {
 public:
  static constexpr int kSmallest = 2;
  static constexpr int kLargest = 20;

  JoinedListing(std::int64_t side, bool first_half)
      : side_(checked(side)),
        all_(static_cast<Set>(first_bits(side_))),
        lower_(side_, lower_rows(side_)),
        upper_rows_(side_ - lower_.rows()),
        match_(matcher(lower_.groups())),
        middle_left_(first_half && side_ % 2 != 0) {
    path_[0].free = first_half ? static_cast<Set>(first_bits(side_ / 2)) : all_;
  }

  std::size_t rows() const { return static_cast<std::size_t>(side_); }
  bool finished() const { return depth_ < 0 && hit_ == hit_end_; }
  std::uint64_t nodes() const { return nodes_; }
  // Bytes for the lower parts; most are taken by the first `fill`.
  std::uint64_t memory() const { return lower_.memory(); }

  // Writes the next placements, one byte a row, `room` at most; returns how many. Goes on for about so many nodes.
  std::size_t fill(std::uint8_t* out, std::size_t room, std::int64_t nodes) {
    check_positive("nodes", nodes);
    const std::uint64_t end = nodes_ + static_cast<std::uint64_t>(nodes);
    std::size_t written = 0;
    for (;;) {
      written += write(out + written * static_cast<std::size_t>(side_), room - written);
      if (written == room || nodes_ >= end) break;
      if (!lower_.ready()) {
        prepare();
      } else if (depth_ >= 0) {
        enqueue();
        match_(*this);
      } else {
        break;
      }
    }
    return written;
  }

 private:
  static constexpr std::ptrdiff_t kQueue = 512;

  // Queens of an upper part, a byte a row.
  struct Queens {
    std::uint64_t first = 0;
    std::uint64_t later = 0;  // from the ninth row on

    Queens with(int row, int column) const {
      const std::uint64_t byte = static_cast<std::uint64_t>(column) << 8 * (row & 7);
      return row < 8 ? Queens{first | byte, later} : Queens{first, later | byte};
    }
  };

  struct Frame {
    Set free = 0;
    Set columns = 0;
    Set left = 0;
    Set right = 0;
    Queens queens;
  };

  struct Upper {
    std::uint64_t key;
    std::uint32_t home;
    std::uint32_t last;  // the column of the last queen, which `queens` lacks
    Queens queens;
  };

  struct Hit {
    std::uint64_t parts;
    std::uint32_t first_part;
    std::uint32_t upper;
  };

  static int checked(std::int64_t side) {
    if (side < kSmallest || side > kLargest) refuse("side must be 2 to 20, not " + std::to_string(side));
    return static_cast<int>(side);
  }

  // Measured: fewer rows leave more upper parts to match, and with more the tables outgrow the caches.
  static int lower_rows(int side) { return std::min(std::max((side - 1) / 2, 1), 6); }

  // The queue before the tables: where memory fails, the search is as it was, and can be asked again.
  void prepare() {
    waiting_.resize(kQueue + static_cast<std::size_t>(side_) + 1);
    hits_.resize(waiting_.size() * lower_.most_words() + 1);
    nodes_ += lower_.prepare();
  }

  // Goes on depth first until the queue is nearly full.
  void enqueue() {
    const int last = upper_rows_ - 1;
    Upper* const begin = waiting_.data();
    Upper* end = begin;
    std::uint64_t nodes = 0;
    int depth = depth_;
    while (depth >= 0 && end - begin < kQueue) {
      Frame& frame = path_[static_cast<std::size_t>(depth)];
      if (depth == last) {
        end = add_last_row(frame, end);
        --depth;
      } else if (frame.free != 0) {
        Frame& next = path_[static_cast<std::size_t>(depth) + 1];
        next = below(frame, depth);
        frame.free &= frame.free - 1;
        ++nodes;
        depth += next.free != 0;
      } else {
        --depth;
      }
      if (depth < 0) depth = start_in_the_middle();
    }
    depth_ = depth;
    queued_ = static_cast<std::uint32_t>(end - begin);
    nodes_ += nodes + queued_;
  }

  Frame below(const Frame& frame, int row) const {
    const Set queen = frame.free & (~frame.free + 1);
    Frame next;
    next.columns = frame.columns | queen;
    next.left = (frame.left | queen) << 1;
    next.right = (frame.right | queen) >> 1;
    next.free = all_ & ~(next.columns | next.left | next.right);
    next.queens = frame.queens.with(row, lowest(queen));
    return next;
  }

  // Where a placement has its first queen in the middle column, its mirror image has one there too, and the second
  // row tells which comes first.
  int start_in_the_middle() {
    if (!middle_left_) return -1;
    middle_left_ = false;
    path_[0] = {};
    path_[0].free = static_cast<Set>(bit(side_ / 2));
    if (upper_rows_ == 1) return 0;
    path_[1] = below(path_[0], 0);
    path_[1].free &= static_cast<Set>(first_bits(side_ / 2));
    path_[0].free = 0;
    return 1;
  }

  // Puts the upper parts that end in this frame's row into the queue, and returns where the next one goes.
  Upper* add_last_row(const Frame& frame, Upper* to) const {
    const Mirror& mirror = lower_.mirror();
    const Frame parent = frame;
    const int shift = side_ - 1;
    const Set all = all_;
    const Set left_image = mirror(parent.left & all), right_image = mirror(parent.right);
    for (Set free = parent.free; free != 0; free &= free - 1) {
      const int column = lowest(free);
      const Set queen = Set{1} << column, image = Set{1} << (shift - column);
      const Set columns = parent.columns | queen;
      const Set left = (parent.left | queen) << 1 & all;
      const Set right = (parent.right | queen) >> 1;
      const std::uint32_t home = lower_.home(all & ~columns);
      const Set other = home & 1 ? ~Set{0} : 0;
      const Set low = left ^ ((left ^ ((right_image | image) << 1 & all)) & other);
      const Set high = right ^ ((right ^ ((left_image | image) >> 1)) & other);
      to->key = low >> 1 | static_cast<std::uint64_t>(high) << shift;
      to->home = home;
      to->last = static_cast<std::uint32_t>(column);
      to->queens = parent.queens;
      to += (all & ~(columns | left | right)) != 0;
    }
    return to;
  }

  template <int Groups>
  static void match(JoinedListing& listing) {
    const LowerParts& lower = listing.lower_;
    const Upper* const waiting = listing.waiting_.data();
    const std::uint32_t queued = listing.queued_;
    Hit* hit = listing.hits_.data();
    for (std::uint32_t at = 0; at < queued; ++at) {
      const LowerParts::Bucket& bucket = lower.bucket(waiting[at].home);
      const bool mirrored = waiting[at].home & 1;
      const std::uint64_t upper_key = waiting[at].key;
      const std::uint32_t words = bucket.words();
      for (std::uint32_t number = 0; number < words; ++number) {
        const std::uint32_t word = mirrored ? words - 1 - number : number;
        const std::uint64_t* table = lower.word(bucket.first_word + word);
        std::uint64_t key = upper_key;
        std::uint64_t conflicts = 0;
        for (int group = 0; group < Groups; ++group, table += LowerParts::kEntries, key >>= LowerParts::kGroupBits) {
          conflicts |= table[key & (LowerParts::kEntries - 1)];
        }
        *hit = {~conflicts, bucket.first_part + 64 * word, at};
        hit += ~conflicts != 0;
      }
    }
    listing.hit_ = 0;
    listing.hit_end_ = static_cast<std::size_t>(hit - listing.hits_.data());
  }

  std::size_t write(std::uint8_t* out, std::size_t room) {
    std::size_t written = 0;
    const auto side = static_cast<std::size_t>(side_);
    for (; hit_ < hit_end_; ++hit_) {
      Hit& hit = hits_[hit_];
      const Upper& upper = waiting_[hit.upper];
      const bool mirrored = upper.home & 1;
      while (hit.parts != 0) {
        if (written == room) return written;
        const int part = mirrored ? highest(hit.parts) : lowest(hit.parts);
        hit.parts ^= bit(part);
        std::uint64_t lower = lower_.queens(hit.first_part + static_cast<std::uint32_t>(part));
        if (mirrored) lower = lower_.mirrored_bytes(lower);
        // What is written beyond the row is written over by the next one, if there is room for that.
        if (room - written > kRowsOverwritten) {
          write_row(out, upper, lower);
        } else {
          std::array<std::uint8_t, 32> row;
          write_row(row.data(), upper, lower);
          std::memcpy(out, row.data(), side);
        }
        out += side;
        ++written;
      }
    }
    return written;
  }

  static constexpr std::size_t kRowsOverwritten = 16 / kSmallest;

  void write_row(std::uint8_t* out, const Upper& upper, std::uint64_t lower) const {
    put_bytes(out, upper.queens.first);
    if (upper_rows_ > 8) put_bytes(out + 8, upper.queens.later);
    out[upper_rows_ - 1] = static_cast<std::uint8_t>(upper.last);
    put_bytes(out + upper_rows_, lower);
  }

  using Matcher = void (*)(JoinedListing&);

  template <int... Groups>
  static Matcher matcher_of(int groups, std::integer_sequence<int, Groups...>) {
    static constexpr Matcher matchers[] = {&match<Groups>...};
    return matchers[groups];
  }

  static Matcher matcher(int groups) {
    constexpr int most = (2 * (kLargest - 1) + LowerParts::kGroupBits - 1) / LowerParts::kGroupBits;
    return matcher_of(groups, std::make_integer_sequence<int, most + 1>());
  }

  int side_;
  Set all_;
  LowerParts lower_;
  int upper_rows_;
  Matcher match_;
  std::array<Frame, kLargest> path_{};
  int depth_ = 0;
  bool middle_left_;  // still to be placed in the first row, its first half being asked for
  std::uint64_t nodes_ = 0;
  std::vector<Upper> waiting_;
  std::uint32_t queued_ = 0;
  std::vector<Hit> hits_;
  std::size_t hit_ = 0;
  std::size_t hit_end_ = 0;
};

// Rows of the second half of a listing: the mirror images of those of the first half, in reverse order.
inline void mirror_second_half(std::uint8_t* rows, std::size_t count, int side) {
  const auto width = static_cast<std::size_t>(side);
  const std::uint8_t* from = rows + count / 2 * width;
  for (std::uint8_t* to = rows + count / 2 * width; to != rows + count / 2 * 2 * width; to += width) {
    from -= width;
    for (std::size_t row = 0; row < width; ++row) to[row] = static_cast<std::uint8_t>(side - 1 - from[row]);
  }
}

}  // namespace cpqueens

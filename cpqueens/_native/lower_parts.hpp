#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bytes.hpp"
#include "masks.hpp"

namespace cpqueens {

using Set = std::uint32_t;  // of columns

// Mirror images of sets of up to twenty columns.
class Mirror {
 public:
  explicit Mirror(int side) : spare_(2 * kHalf - side) {
    for (std::size_t set = 1; set < images_.size(); ++set) {
      images_[set] = static_cast<std::uint16_t>(images_[set >> 1] >> 1 | (set & 1) << (kHalf - 1));
    }
  }

  Set operator()(Set set) const {
    const Set low = images_[set & (images_.size() - 1)];
    return (low << kHalf | images_[set >> kHalf]) >> spare_;
  }

 private:
  static constexpr int kHalf = 10;

  int spare_;
  std::array<std::uint16_t, std::size_t{1} << kHalf> images_{};
};

// All ways to fill the last rows of a classic board, by the set of columns that they use.
//
// A part meets the rows above by the diagonals and antidiagonals on which its queens stand: its key has a bit for
// each that crosses into those rows. Parts that use the same columns are numbered in lexicographic order, 64 a word.
// For each word and each group of kGroupBits bits of a key there is a table: from the value of the group to the set
// of parts that have one of its bits. So a few lookups tell which of 64 parts go with an upper part.
//
// Of a set of columns and its mirror image one is kept: the parts of the other are its mirror images, in reverse.
class LowerParts {
 public:
  static constexpr int kGroupBits = 3;
  static constexpr std::size_t kEntries = std::size_t{1} << kGroupBits;

  struct Bucket {
    std::uint32_t parts = 0;
    std::uint32_t first_part = 0;
    std::uint32_t first_word = 0;
    std::uint32_t words() const { return (parts + 63) / 64; }
  };

  // Counts the parts, which tells the memory that `prepare` takes.
  LowerParts(int side, int rows)
      : side_(side),
        rows_(rows),
        all_(static_cast<Set>(first_bits(side))),
        last_column_everywhere_(0x0101010101010101u * static_cast<std::uint64_t>(side - 1)),
        groups_((2 * (side - 1) + kGroupBits - 1) / kGroupBits),
        mirror_(side),
        home_(std::size_t{1} << side) {
    std::uint32_t buckets = 0;
    for (Set set = 0; set <= all_; ++set) {
      const Set image = mirror_(set);
      if (size(set) != rows || image < set) continue;
      home_[image] = buckets << 1 | 1;
      home_[set] = buckets << 1;
      ++buckets;
    }
    buckets_.resize(buckets);
    each_part(0, all_, [&](const Part& part) { buckets_[home_[part.columns] >> 1].parts += twice(part) ? 2 : 1; });
    for (std::size_t at = 1; at < buckets_.size(); ++at) {
      const Bucket& before = buckets_[at - 1];
      buckets_[at].first_part = before.first_part + before.parts;
      buckets_[at].first_word = before.first_word + before.words();
    }
  }

  std::uint64_t parts() const { return buckets_.back().first_part + buckets_.back().parts; }

  // Bytes, known before most of them are taken.
  std::uint64_t memory() const {
    const Bucket& last = buckets_.back();
    return (last.first_word + last.words()) * word_size() * sizeof(std::uint64_t) +
           parts() * static_cast<std::uint64_t>(rows_) + home_.size() * sizeof(home_[0]) +
           buckets_.size() * sizeof(Bucket);
  }

  std::uint32_t most_words() const {
    std::uint32_t most = 0;
    for (const Bucket& bucket : buckets_) most = std::max(most, bucket.words());
    return most;
  }

  bool ready() const { return prepared_ > side_; }

  // One of the steps of the preparation; about as much work as the number that it returns.
  std::uint64_t prepare() {
    if (prepared_ == 0) {
      const Bucket& last = buckets_.back();
      tables_.assign((last.first_word + last.words()) * word_size(), 0);
      queens_.assign(static_cast<std::size_t>(parts()) * static_cast<std::size_t>(rows_) + 8, 0);
      placed_.assign(buckets_.size(), {0, 0});
    } else {
      each_part(0, static_cast<Set>(bit(prepared_ - 1)), [&](const Part& part) { add(part); });
    }
    if (prepared_++ == side_) complete();
    return parts() / static_cast<std::uint64_t>(side_) + 1;
  }

  int rows() const { return rows_; }
  int groups() const { return groups_; }
  const Mirror& mirror() const { return mirror_; }

  // The number of the bucket for a set of columns, times two; plus one if its parts are to be mirrored.
  std::uint32_t home(Set columns) const { return home_[columns]; }
  const Bucket& bucket(std::uint32_t home) const { return buckets_[home >> 1]; }
  const std::uint64_t* word(std::uint32_t number) const { return &tables_[number * word_size()]; }

  // The columns of a part, a byte a row; bytes beyond its rows say nothing.
  std::uint64_t queens(std::uint32_t part) const {
    return bytes_at(&queens_[static_cast<std::size_t>(part) * static_cast<std::size_t>(rows_)]);
  }

  // Of columns that are a byte a row, the mirror images.
  std::uint64_t mirrored_bytes(std::uint64_t queens) const { return last_column_everywhere_ - queens; }

 private:
  struct Part {
    Set columns = 0;
    Set left = 0;   // attacked in the next row
    Set right = 0;
    std::uint64_t key = 0;
    std::uint64_t queens = 0;  // a byte a row, the first row in the lowest
  };

  // A part that uses its columns' mirror images too stands for two of its bucket; only one of them is visited.
  bool twice(const Part& part) const { return rows_ > 1 && mirror_(part.columns) == part.columns; }

  // The parts whose first queen that is not in the middle column stands left of it; the others are their images.
  template <class Visit>
  void each_part(int row, Set first, Visit visit) const {
    const Set left_half = static_cast<Set>(first_bits(side_ / 2));
    if (first & left_half) extend(Part{}, row, first & left_half, visit);
    const Set middle = side_ % 2 ? first & static_cast<Set>(bit(side_ / 2)) : 0;
    if (!middle) return;
    const Part part = with_queen(Part{}, row, middle);
    if (rows_ == 1) {
      visit(part);
    } else {
      extend(part, row + 1, left_half & ~(part.columns | part.left | part.right), visit);
    }
  }

  template <class Visit>
  void extend(const Part& part, int row, Set free, Visit& visit) const {
    for (; free != 0; free &= free - 1) {
      const Part longer = with_queen(part, row, free & (~free + 1));
      if (row + 1 == rows_) {
        visit(longer);
      } else {
        extend(longer, row + 1, all_ & ~(longer.columns | longer.left | longer.right), visit);
      }
    }
  }

  Part with_queen(Part part, int row, Set queen) const {
    const int column = lowest(queen);
    part.columns |= queen;
    part.left = (part.left | queen) << 1;
    part.right = (part.right | queen) >> 1;
    part.queens |= static_cast<std::uint64_t>(column) << 8 * row;
    // As an upper part attacks the first of these rows: antidiagonals in columns 1 and on, diagonals up to side - 2.
    if (column - row >= 1) part.key |= bit(column - row - 1);
    if (column + row <= side_ - 2) part.key |= bit(side_ - 1 + column + row);
    return part;
  }

  std::uint64_t mirrored_key(std::uint64_t key) const {
    const auto low = static_cast<Set>(key & first_bits(side_ - 1));
    const auto high = static_cast<Set>(key >> (side_ - 1));
    // Antidiagonals are counted from column 1 on, diagonals from 0.
    return static_cast<std::uint64_t>(mirror_(high)) >> 1 | static_cast<std::uint64_t>(mirror_(low << 1)) << (side_ - 1);
  }

  // Parts visited ascend, their images descend: the first fill a bucket from its front, the others from its back.
  void add(const Part& part) {
    const std::uint32_t home = home_[part.columns];
    if (!(home & 1)) put(home, placed_[home >> 1].first++, part.key, part.queens);
    if ((home & 1) || twice(part)) {
      const std::uint32_t at = buckets_[home >> 1].parts - 1 - placed_[home >> 1].second++;
      put(home, at, mirrored_key(part.key), mirrored_bytes(part.queens));
    }
  }

  void put(std::uint32_t home, std::uint32_t at, std::uint64_t key, std::uint64_t queens) {
    const Bucket& bucket = buckets_[home >> 1];
    std::uint8_t* bytes = &queens_[static_cast<std::size_t>(bucket.first_part + at) * static_cast<std::size_t>(rows_)];
    for (int row = 0; row < rows_; ++row) bytes[row] = static_cast<std::uint8_t>(queens >> 8 * row);
    std::uint64_t* table = &tables_[(bucket.first_word + at / 64) * word_size()];
    for (; key != 0; key &= key - 1) {
      const int place = lowest(key);
      const std::size_t entry = std::size_t{1} << place % kGroupBits;
      table[static_cast<std::size_t>(place / kGroupBits) * kEntries + entry] |= bit(static_cast<int>(at % 64));
    }
  }

  // From single bits to all values of a group. Places of a word that hold no part are in conflict with everything.
  void complete() {
    for (const Bucket& bucket : buckets_) {
      for (std::uint32_t at = 0; at < bucket.words(); ++at) {
        std::uint64_t* table = &tables_[(bucket.first_word + at) * word_size()];
        const std::uint32_t held = std::min<std::uint32_t>(bucket.parts - 64 * at, 64);
        table[0] = ~first_bits(static_cast<int>(held));
        for (std::size_t group = 0; group < static_cast<std::size_t>(groups_); ++group, table += kEntries) {
          for (std::size_t value = 1; value < kEntries; ++value) {
            table[value] |= table[value & (value - 1)] | table[value & (~value + 1)];
          }
        }
      }
    }
    placed_ = {};
  }

  std::size_t word_size() const { return static_cast<std::size_t>(groups_) * kEntries; }

  int side_;
  int rows_;
  Set all_;
  std::uint64_t last_column_everywhere_;
  int groups_;
  Mirror mirror_;
  std::vector<std::uint32_t> home_;
  std::vector<Bucket> buckets_;
  int prepared_ = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> placed_;  // in each bucket: from its front, from its back
  std::vector<std::uint64_t> tables_;
  std::vector<std::uint8_t> queens_;
};

}  // namespace cpqueens

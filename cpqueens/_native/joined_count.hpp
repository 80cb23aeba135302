#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "board_checks.hpp"
#include "disjoint_pairs.hpp"
#include "half_boards.hpp"
#include "instruction_sets.hpp"
#include "masks.hpp"
#include "quarter_boards.hpp"
#include "sieved_keys.hpp"

namespace cpqueens {

// The halves on one set of columns, by how many of the main diagonals they take.
template <class Key>
struct HalfLists {
  SievedKeys<Key> none, one, both;
};

// How much each pair of an upper half with a lower one counts.
struct PairWeights {
  std::uint64_t none, one, both;
};

class JoinedCountWork {
 public:
  virtual ~JoinedCountWork() = default;

  // Works on for about so many nodes; the number of placements passed.
  virtual std::uint64_t count(std::uint64_t nodes) = 0;

  bool finished() const { return finished_; }

  // Halves joined, and quarters listed.
  std::uint64_t nodes() const { return nodes_; }

  virtual std::uint64_t memory() const = 0;

  // The part of the column sets that is done.
  double progress() const { return sets_.empty() ? 0 : static_cast<double>(done_) / static_cast<double>(sets_.size()); }

 protected:
  bool finished_ = false;
  std::atomic<std::uint64_t> nodes_{0};
  std::vector<Mask> sets_;
  std::size_t done_ = 0;
};

template <class Key, int Groups, int Width, int Bits>
class JoinedCountOf final : public JoinedCountWork {
 public:
  JoinedCountOf(int side, int threads, std::uint64_t memory, int vector_bits)
      : side_(side),
        upper_(side / 2),
        avx2_(vector_bits >= 256),
        lines_(side),
        sieve_(side < 17 ? 0 : side == 17 ? 2 : 4),
        upper_west_(quarters({0, upper_, 0, side - upper_}, false)),
        upper_east_(quarters({0, upper_, side - upper_, upper_}, false)),
        desks_(static_cast<std::size_t>(threads), Desk{Block(vector_bits)}),
        most_memory_(memory) {
    if (odd()) {
      lower_west_ = quarters({upper_, side - upper_, 0, side - upper_}, true);
      lower_east_ = quarters({upper_, side - upper_, side - upper_, upper_}, true);
    }
  }

  std::uint64_t count(std::uint64_t nodes) override {
    const std::uint64_t end = nodes_ + nodes;
    if (!planned_ && !plan(end)) return 0;
    if (sets_.empty()) {
      if (!list_quarters(end)) return 0;
      choose_column_sets();
    }
    return count_column_sets(end);
  }

  std::uint64_t memory() const override {
    std::uint64_t bytes = 0;
    for (const Quarters* quarters : all_quarters()) bytes += quarters->bytes();
    return bytes;
  }

 private:
  using Quarters = QuarterBoards<Key>;
  using Rectangle = typename Quarters::Rectangle;
  using Block = PatternBlock<Key, Groups, Width, Bits>;
  using Total = typename Block::Total;

  // What a thread works with.
  struct Desk {
    Block block;
    HalfBoards<Key> halves{};
    HalfLists<Key> tops{}, others{};
    typename Quarters::Scratch scratch{};
    std::uint64_t total = 0;
    std::size_t done = 0;
    std::exception_ptr failure{};
  };

  bool odd() const { return side_ % 2 != 0; }

  // The largest first.
  std::vector<Quarters*> all_quarters() const {
    std::vector<Quarters*> quarters;
    for (const auto& each : {&lower_west_, &upper_west_, &lower_east_, &upper_east_}) {
      if (*each) quarters.push_back(each->get());
    }
    return quarters;
  }

  // Computes what memory the lists take, and takes it; false when that is not yet done.
  bool plan(std::uint64_t end) {
    const std::uint64_t most = std::min(Quarters::kMostKeys, most_memory_ / sizeof(Key));
    share_quarters(end, [most](Quarters& quarters, Desk& desk) { return quarters.size_next(most, desk.scratch); });
    bool sized = true;
    for (const Quarters* quarters : all_quarters()) {
      if (memory() > most_memory_ || quarters->size() > Quarters::kMostKeys) throw std::bad_alloc();
      sized = sized && quarters->sized();
    }
    if (!sized) return false;
    for (Quarters* quarters : all_quarters()) quarters->reserve();
    return planned_ = true;
  }

  // False when that is not yet done.
  bool list_quarters(std::uint64_t end) {
    share_quarters(end, [](Quarters& quarters, Desk& desk) { return quarters.list_next(desk.scratch); });
    const std::vector<Quarters*> quarters = all_quarters();
    return std::all_of(quarters.begin(), quarters.end(), [](const Quarters* each) { return each->finished(); });
  }

  // Takes steps with one after the other of the quarters, until none has any left or the nodes end.
  template <class Step>
  void share_quarters(std::uint64_t end, Step step) {
    in_parallel([&](Desk& desk) {
      for (Quarters* quarters : all_quarters()) {
        for (std::uint64_t nodes = 1; nodes != 0 && nodes_ < end; nodes_ += nodes) nodes = step(*quarters, desk);
      }
    });
  }

  // In upper halves all queens are taken; in lower ones, none on a main diagonal but in the centre.
  std::unique_ptr<Quarters> quarters(const Rectangle& rectangle, bool lower) const {
    return std::make_unique<Quarters>(lines_, rectangle, [last = side_ - 1, lower](int row, int column) {
      const bool falling = row == column, rising = row + column == last;
      if (!falling && !rising) return CellKind::plain;
      return lower && falling != rising ? CellKind::dropped : CellKind::special;
    });
  }

  Mask complement(Mask columns) const { return first_bits(side_) & ~columns; }

  Mask mirrored(Mask columns) const {
    Mask image = 0;
    for (; columns != 0; columns &= columns - 1) image |= bit(side_ - 1 - lowest(columns));
    return image;
  }

  // Of each class the least set, of sets with the same western columns all together.
  void choose_column_sets() {
    const int west_columns = side_ - upper_;
    for (Mask west = 0; west <= first_bits(west_columns); ++west) {
      const int queens = upper_ - size(west);
      if (queens < 0) continue;
      for (Mask east = 0; east <= first_bits(upper_); ++east) {
        if (size(east) != queens) continue;
        const Mask columns = east << west_columns | west;
        Mask least = std::min(columns, mirrored(columns));
        if (!odd()) least = std::min({least, complement(columns), mirrored(complement(columns))});
        if (columns == least) sets_.push_back(columns);
      }
    }
  }

  std::uint64_t count_column_sets(std::uint64_t end) {
    std::atomic<std::size_t> next{done_};
    for (Desk& desk : desks_) desk.total = desk.done = 0;
    in_parallel([&](Desk& desk) {
      while (nodes_ < end) {
        const std::size_t at = next++;
        if (at >= sets_.size()) break;
        add(desk, odd() ? count_odd(desk, sets_[at]) : count_even(desk, sets_[at]));
        ++desk.done;
      }
    });
    std::uint64_t passed = 0;
    for (Desk& desk : desks_) {
      passed = sum(passed, desk.total);
      done_ += desk.done;
    }
    total_ = sum(total_, passed);
    finished_ = done_ == sets_.size();
    return passed;
  }

  // Does the same work at all desks, each on a thread of its own; they are to share it.
  template <class Work>
  void in_parallel(Work work) {
    const auto guarded = [&](Desk& desk) {
      try {
        work(desk);
      } catch (...) {
        desk.failure = std::current_exception();
      }
    };
    std::vector<std::thread> others;
    others.reserve(desks_.size() - 1);
    try {
      for (std::size_t at = 1; at < desks_.size(); ++at) others.emplace_back(guarded, std::ref(desks_[at]));
    } catch (const std::exception&) {
      // The system has no more threads to give: those that it gave do the work.
    }
    guarded(desks_[0]);
    for (std::thread& other : others) other.join();
    for (const Desk& desk : desks_) {
      if (desk.failure) std::rethrow_exception(desk.failure);
    }
  }

  static std::uint64_t sum(std::uint64_t one, std::uint64_t other) {
    if (other > std::numeric_limits<std::uint64_t>::max() - one) {
      throw std::overflow_error("the number of placements does not fit 64 bits");
    }
    return one + other;
  }

  static void add(Desk& desk, std::uint64_t placements) { desk.total = sum(desk.total, placements); }

  // For even sides: the lower halves are the upper ones turned over, which swaps each diagonal with an
  // antidiagonal, their bits being neighbours.
  std::uint64_t count_even(Desk& desk, Mask columns) {
    const Mask image = mirrored(columns), others = complement(columns);
    join(desk, *upper_west_, *upper_east_, columns, desk.tops);
    join(desk, *upper_west_, *upper_east_, others, desk.others);
    const auto pairs = [&](const HalfLists<Key>& tops, const HalfLists<Key>& bottoms, const PairWeights& weights) {
      return count_pairs(desk.block, tops, bottoms.none, 1, weights);
    };
    if (image == others) return 2 * pairs(desk.tops, desk.others, {1, 2, 4});
    return (image == columns ? 1 : 2) *
           (pairs(desk.tops, desk.others, {2, 2, 4}) + pairs(desk.others, desk.tops, {0, 2, 4}));
  }

  // For odd sides: the lower halves have the middle row, and `one` of theirs has the centre.
  std::uint64_t count_odd(Desk& desk, Mask columns) {
    join(desk, *upper_west_, *upper_east_, columns, desk.tops);
    join(desk, *lower_west_, *lower_east_, complement(columns), desk.others);
    return (columns == mirrored(columns) ? 1 : 2) *
           (count_pairs(desk.block, desk.tops, desk.others.none, 0, {1, 2, 4}) +
            count_pairs(desk.block, desk.tops, desk.others.one, 0, {1, 0, 0}));
  }

  void join(Desk& desk, const Quarters& west, const Quarters& east, Mask columns, HalfLists<Key>& lists) {
    join_quarters(west, east, columns, avx2_, desk.halves);
    nodes_ += desk.halves.size();
    const int first_bit = lines_.count() - sieve_;
    lists.none.sort(desk.halves.none, first_bit, sieve_, avx2_);
    lists.one.sort(desk.halves.one, first_bit, sieve_, avx2_);
    lists.both.sort(desk.halves.both, first_bit, sieve_, avx2_);
  }

  static std::uint64_t count_pairs(Block& block, const HalfLists<Key>& tops,
                                                   const SievedKeys<Key>& patterns, int flip,
                                                   const PairWeights& weights) {
    Total none, one, both;
    for (std::size_t at = 0; at < patterns.size(); at += Block::kPatterns) {
      const std::size_t end = std::min(patterns.size(), at + Block::kPatterns);
      block.fill(patterns.keys() + at, end - at, flip);
      const std::size_t common = patterns.common_sieve(at, end);
      const std::size_t taken = flip == 0 ? common : ((common & 5) << 1 | (common & 10) >> 1);
      if (weights.none != 0) count_with(block, tops.none, taken, none);
      if (weights.one != 0) count_with(block, tops.one, taken, one);
      if (weights.both != 0) count_with(block, tops.both, taken, both);
    }
    return weights.none * none.total() + weights.one * one.total() + weights.both * both.total();
  }

  // Buckets that share no bit with the one taken, neighbours at once.
  static void count_with(const Block& block, const SievedKeys<Key>& keys, std::size_t taken,
                                         Total& total) {
    for (std::size_t bucket = 0; bucket < keys.buckets();) {
      std::size_t end = bucket;
      while (end < keys.buckets() && (end & taken) == 0) ++end;
      if (end != bucket) {
        const Keys<Key> run = keys.between(bucket, end);
        block.count_disjoint(run.first, run.size, total);
      }
      bucket = end + 1;
    }
  }

  int side_;
  int upper_;
  bool avx2_;
  CrossingLines lines_;
  int sieve_;
  std::unique_ptr<Quarters> upper_west_, upper_east_, lower_west_, lower_east_;
  std::vector<Desk> desks_;
  std::uint64_t most_memory_;
  bool planned_ = false;
  std::uint64_t total_ = 0;
};

class JoinedCount {
 public:
  // `memory` bytes may be taken, and vectors be as wide as `widest` bits.
  JoinedCount(std::int64_t side, std::int64_t threads, std::int64_t memory, std::int64_t widest)
      : work_(work_for(checked_side(side), checked_threads(threads), memory,
                       vector_bits(widest))) {}

  std::uint64_t count(std::int64_t nodes) {
    check_positive("nodes", nodes);
    return work_->count(static_cast<std::uint64_t>(nodes));
  }

  bool finished() const { return work_->finished(); }
  std::uint64_t nodes() const { return work_->nodes(); }
  double progress() const { return work_->progress(); }

  // Bytes for the lists of quarters, known before any is taken; what else it takes is far less.
  std::uint64_t memory() const { return work_->memory(); }

 private:
  static constexpr std::int64_t kLeastSide = 4, kMostSide = 27, kMostThreads = 256;

  static int checked_side(std::int64_t side) {
    if (side < kLeastSide || side > kMostSide) refuse("side must be 4 to 27, not " + std::to_string(side));
    return static_cast<int>(side);
  }

  static int checked_threads(std::int64_t threads) {
    check_positive("threads", threads);
    return static_cast<int>(std::min(threads, kMostThreads));
  }

  static std::unique_ptr<JoinedCountWork> work_for(int side, int threads, std::int64_t memory, int vector_bits) {
    check_positive("memory", memory);
    const auto work = [&](auto key, auto groups, auto width) -> std::unique_ptr<JoinedCountWork> {
      const auto bytes = static_cast<std::uint64_t>(memory);
      if (vector_bits == 512 && side >= kLeastSideOf512) {
        return std::make_unique<JoinedCountOf<decltype(key), groups, width, 512>>(side, threads, bytes, vector_bits);
      }
      return std::make_unique<JoinedCountOf<decltype(key), groups, width, 256>>(side, threads, bytes, vector_bits);
    };
    if (side <= 16) return work(std::uint32_t{}, Number<4>{}, Number<7>{});
    if (side == 17) return work(std::uint32_t{}, Number<5>{}, Number<6>{});
    if (side == 18) return work(std::uint32_t{}, Number<5>{}, Number<7>{});
    if (side <= 20) return work(std::uint64_t{}, Number<6>{}, Number<6>{});
    if (side <= 23) return work(std::uint64_t{}, Number<6>{}, Number<7>{});
    return work(std::uint64_t{}, Number<8>{}, Number<7>{});
  }

  // Of smaller boards the lists are too short.
  static constexpr int kLeastSideOf512 = 17;

  template <int Value>
  using Number = std::integral_constant<int, Value>;

  std::unique_ptr<JoinedCountWork> work_;
};

}  // namespace cpqueens

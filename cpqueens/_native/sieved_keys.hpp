#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "half_boards.hpp"
#include "quarter_boards.hpp"

namespace cpqueens {

// Keys sorted by a few of their bits, their sieve, so that keys which share one of these need not meet.
template <class Key>
class SievedKeys {
 public:
  void sort(KeyBuffer<Key>& keys, int first_bit, int bits) {
    buckets_ = std::size_t{1} << bits;
    if (bits == 0) {
      starts_[1] = keys.size();
      keys.swap(sorted_);
      return;
    }
    if (sorted_.size() < keys.size()) sorted_.resize(2 * keys.size());
    const auto bucket_of = [first_bit, mask = static_cast<Key>(buckets_ - 1)](Key key) {
      return static_cast<std::size_t>(key >> first_bit & mask);
    };
    const Key* const end = keys.data() + keys.size();
    std::fill_n(starts_.begin(), buckets_ + 1, 0);
    for (const Key* key = keys.data(); key != end; ++key) ++starts_[bucket_of(*key) + 1];
    for (std::size_t bucket = 0; bucket < buckets_; ++bucket) starts_[bucket + 1] += starts_[bucket];
    std::array<std::size_t, kMostBuckets> to;
    std::copy_n(starts_.begin(), buckets_, to.begin());
    for (const Key* key = keys.data(); key != end; ++key) sorted_[to[bucket_of(*key)]++] = *key;
  }

  std::size_t buckets() const { return buckets_; }
  std::size_t size() const { return starts_[buckets_]; }
  const Key* keys() const { return sorted_.data(); }

  // The sieve bits that all keys from one place to another have.
  std::size_t common_sieve(std::size_t first, std::size_t end) const {
    std::size_t common = buckets_ - 1;
    for (std::size_t bucket = 0; bucket < buckets_; ++bucket) {
      if (std::max(first, starts_[bucket]) < std::min(end, starts_[bucket + 1])) common &= bucket;
    }
    return common;
  }

  Keys<Key> between(std::size_t bucket, std::size_t end) const {
    return {sorted_.data() + starts_[bucket], starts_[end] - starts_[bucket]};
  }

 private:
  static constexpr std::size_t kMostBuckets = 16;

  std::vector<Key> sorted_;
  std::size_t buckets_ = 1;
  std::array<std::size_t, kMostBuckets + 1> starts_{};
};

}  // namespace cpqueens

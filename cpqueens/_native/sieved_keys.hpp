#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "half_boards.hpp"
#include "instruction_sets.hpp"
#include "quarter_boards.hpp"

namespace cpqueens {

namespace sieving {

// Puts keys without the bit behind `front` and those with it before `back`, the room between being for
// just so many; the end of those without it.
template <class Key>
inline Key* part_portable(Keys<Key> keys, int bit, Key* front, Key* back) {
  for (std::size_t at = 0; at < keys.size; ++at) {
    const Key key = keys.first[at];
    const std::size_t has = key >> bit & 1;
    *front = key;
    *(back - 1) = key;
    front += 1 - has;
    back -= has;
  }
  return front;
}

#if CPQUEENS_HAS_VECTOR_CODE

// A vector goes to both ends as a whole, while there is room for two.
CPQUEENS_AVX2 inline std::uint32_t* part_avx2(Keys<std::uint32_t> keys, int bit, std::uint32_t* front,
                                              std::uint32_t* back) {
  const __m128i to_sign = _mm_cvtsi32_si128(31 - bit);
  for (; keys.size >= 16; keys = {keys.first + 8, keys.size - 8}) {
    const __m256i vector = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(keys.first));
    const __m256 signs = _mm256_castsi256_ps(_mm256_sll_epi32(vector, to_sign));
    const auto having = static_cast<unsigned>(_mm256_movemask_ps(signs));
    const __m256i order = _mm256_load_si256(reinterpret_cast<const __m256i*>(&kPacking32.order[having ^ 0xFF]));
    const __m256i parted = _mm256_permutevar8x32_epi32(vector, order);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(front), parted);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(back - 8), parted);
    const int has = __builtin_popcount(having);
    front += 8 - has;
    back -= has;
  }
  return part_portable(keys, bit, front, back);
}

CPQUEENS_AVX2 inline std::uint64_t* part_avx2(Keys<std::uint64_t> keys, int bit, std::uint64_t* front,
                                              std::uint64_t* back) {
  const __m128i to_sign = _mm_cvtsi32_si128(63 - bit);
  for (; keys.size >= 8; keys = {keys.first + 4, keys.size - 4}) {
    const __m256i vector = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(keys.first));
    const __m256d signs = _mm256_castsi256_pd(_mm256_sll_epi64(vector, to_sign));
    const auto having = static_cast<unsigned>(_mm256_movemask_pd(signs));
    const __m256i order = _mm256_load_si256(reinterpret_cast<const __m256i*>(&kPacking64.order[having ^ 0xF]));
    const __m256i parted = _mm256_permutevar8x32_epi32(vector, order);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(front), parted);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(back - 4), parted);
    const int has = __builtin_popcount(having);
    front += 4 - has;
    back -= has;
  }
  return part_portable(keys, bit, front, back);
}

#endif

template <class Key>
inline Key* part(Keys<Key> keys, int bit, [[maybe_unused]] bool avx2, Key* front, Key* back) {
#if CPQUEENS_HAS_VECTOR_CODE
  if (avx2) return part_avx2(keys, bit, front, back);
#endif
  return part_portable(keys, bit, front, back);
}

}  // namespace sieving

// Keys sorted by a few of their bits, their sieve, so that keys which share one of these need not meet.
template <class Key>
class SievedKeys {
 public:
  // The buffer is left with other keys.
  void sort(KeyBuffer<Key>& keys, int first_bit, int bits, bool avx2) {
    buckets_ = std::size_t{1} << bits;
    starts_[0] = 0;
    starts_[buckets_] = keys.size();
    if (bits != 0 && sorted_.size() < keys.size()) sorted_.resize(2 * keys.size());
    Key *from = keys.data(), *to = sorted_.data();
    for (int bit = bits - 1; bit >= 0; --bit, std::swap(from, to)) {
      const std::size_t half = std::size_t{1} << bit;
      for (std::size_t bucket = 0; bucket < buckets_; bucket += 2 * half) {
        const std::size_t first = starts_[bucket], end = starts_[bucket + 2 * half];
        const Key* const back =
            sieving::part<Key>({from + first, end - first}, first_bit + bit, avx2, to + first, to + end);
        starts_[bucket + half] = static_cast<std::size_t>(back - to);
      }
    }
    if (from != sorted_.data()) keys.swap(sorted_);
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

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "instruction_sets.hpp"
#include "masks.hpp"
#include "quarter_boards.hpp"

namespace cpqueens {

namespace joining {

// Appends to `out` the keys `one | other` of all pairs that share no bit; writes up to 8 keys beyond.
template <class Key>
inline Key* join_portable(Keys<Key> ones, Keys<Key> others, Key* out) {
  for (std::size_t at = 0; at < others.size; ++at) {
    const Key other = others.first[at];
    for (std::size_t one = 0; one < ones.size; ++one) {
      *out = ones.first[one] | other;
      out += (ones.first[one] & other) == 0;
    }
  }
  return out;
}

#if CPQUEENS_HAS_VECTOR_CODE

CPQUEENS_AVX2 inline std::uint32_t* join_avx2(Keys<std::uint32_t> ones, Keys<std::uint32_t> others,
                                              std::uint32_t* out) {
  const __m256i zero = _mm256_setzero_si256();
  for (std::size_t one = 0; one < ones.size; one += 8) {
    const __m256i left = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(ones.first + one));
    const std::size_t lanes = std::min<std::size_t>(ones.size - one, 8);
    const auto valid = static_cast<unsigned>((1 << lanes) - 1);
    for (std::size_t at = 0; at < others.size; ++at) {
      const __m256i right = _mm256_set1_epi32(static_cast<int>(others.first[at]));
      const __m256i apart = _mm256_cmpeq_epi32(_mm256_and_si256(left, right), zero);
      const unsigned kept = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(apart))) & valid;
      const __m256i order = _mm256_load_si256(reinterpret_cast<const __m256i*>(&kPacking32.order[kept]));
      const __m256i packed = _mm256_permutevar8x32_epi32(_mm256_or_si256(left, right), order);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), packed);
      out += __builtin_popcount(kept);
    }
  }
  return out;
}

CPQUEENS_AVX2 inline std::uint64_t* join_avx2(Keys<std::uint64_t> ones, Keys<std::uint64_t> others,
                                              std::uint64_t* out) {
  const __m256i zero = _mm256_setzero_si256();
  for (std::size_t one = 0; one < ones.size; one += 4) {
    const __m256i left = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(ones.first + one));
    const std::size_t lanes = std::min<std::size_t>(ones.size - one, 4);
    const auto valid = static_cast<unsigned>((1 << lanes) - 1);
    for (std::size_t at = 0; at < others.size; ++at) {
      const __m256i right = _mm256_set1_epi64x(static_cast<long long>(others.first[at]));
      const __m256i apart = _mm256_cmpeq_epi64(_mm256_and_si256(left, right), zero);
      const unsigned kept = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(apart))) & valid;
      const __m256i order = _mm256_load_si256(reinterpret_cast<const __m256i*>(&kPacking64.order[kept]));
      const __m256i packed = _mm256_permutevar8x32_epi32(_mm256_or_si256(left, right), order);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), packed);
      out += __builtin_popcount(kept);
    }
  }
  return out;
}

#endif

// The longer vectors are filled, the better.
template <class Key>
inline Key* join(Keys<Key> ones, Keys<Key> others, [[maybe_unused]] bool avx2, Key* out) {
#if CPQUEENS_HAS_VECTOR_CODE
  constexpr std::size_t lanes = 32 / sizeof(Key);
  const auto vectors = [](std::size_t keys) { return (keys + lanes - 1) / lanes; };
  if (avx2) {
    return vectors(ones.size) * others.size <= vectors(others.size) * ones.size ? join_avx2(ones, others, out)
                                                                                : join_avx2(others, ones, out);
  }
#endif
  return join_portable(ones, others, out);
}

}  // namespace joining

// Keys put one behind the other.
template <class Key>
class KeyBuffer {
 public:
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  Key* data() { return keys_.data(); }

  // Where so many keys, and a few more, can be written.
  Key* room_for(std::size_t keys) {
    const std::size_t needed = size_ + keys + QuarterBoards<Key>::kPadding;
    if (keys_.size() < needed) keys_.resize(2 * needed);
    return keys_.data() + size_;
  }

  void swap(std::vector<Key>& other) { keys_.swap(other); }
  void written_to(const Key* end) { size_ = static_cast<std::size_t>(end - keys_.data()); }

 private:
  std::vector<Key> keys_;
  std::size_t size_ = 0;
};

// The keys of half boards, by how many of their quarters are special.
template <class Key>
struct HalfBoards {
  KeyBuffer<Key> none, one, both;

  std::size_t size() const { return none.size() + one.size() + both.size(); }
};

// All ways to place a queen in every row of one half of the board, on a set of columns, joined from
// those of its western and its eastern quarter.
template <class Key>
void join_quarters(const QuarterBoards<Key>& west, const QuarterBoards<Key>& east, Mask columns, bool avx2,
                   HalfBoards<Key>& halves) {
  const auto append = [avx2](Keys<Key> ones, Keys<Key> others, KeyBuffer<Key>& to) {
    if (ones.size == 0 || others.size == 0) return;
    to.written_to(joining::join(ones, others, avx2, to.room_for(ones.size * others.size)));
  };
  halves.none.clear();
  halves.one.clear();
  halves.both.clear();
  const Mask west_columns = columns & first_bits(west.columns()), east_columns = columns >> west.columns();
  const Mask all = first_bits(west.rows());
  for (Mask rows = first_bits(size(west_columns)); rows <= all; rows = next_of_its_size(rows)) {
    const auto west_lists = west.lists(west_columns, rows), east_lists = east.lists(east_columns, all & ~rows);
    append(west_lists.plain, east_lists.plain, halves.none);
    append(west_lists.plain, east_lists.special, halves.one);
    append(west_lists.special, east_lists.plain, halves.one);
    append(west_lists.special, east_lists.special, halves.both);
  }
}

}  // namespace cpqueens

#pragma once

#include <array>
#include <cstddef>

#include "avx2.hpp"
#include "masks.hpp"

#ifdef CPQUEENS_AVX2
#include <immintrin.h>
#endif

namespace cpqueens {

// Rows are taken together by so many; their number is rounded up, with rows that allow nothing.
constexpr std::size_t kRowsAtOnce = 4;

constexpr std::size_t padded(std::size_t rows) { return (rows + kRowsAtOnce - 1) / kRowsAtOnce * kRowsAtOnce; }

// Which rows, and which columns, have no candidate, one, two, three and more.
struct Scarcity {
  static constexpr std::size_t kMany = 4;
  std::array<Mask, kMany + 1> rows;
  std::array<Mask, kMany + 1> columns;
};

// Counts the candidates of all columns at once, bit-sliced; four and more are one.
struct ColumnCounts {
  Mask ones = 0, twos = 0, fours = 0;

  std::array<Mask, Scarcity::kMany + 1> by_number() const {
    const Mask few = ~fours;
    return {few & ~(ones | twos), few & ones & ~twos, few & twos & ~ones, few & ones & twos, fours};
  }
};

inline Scarcity scarcity_portable(const Mask* domain, std::size_t padded_rows) {
  Scarcity scarcity{};
  ColumnCounts counts;
  for (std::size_t row = 0; row < padded_rows; ++row) {
    const Mask candidates = domain[row];
    const auto number = static_cast<std::size_t>(size(candidates));
    scarcity.rows[number < Scarcity::kMany ? number : Scarcity::kMany] |= bit(static_cast<int>(row));
    const Mask carry = counts.ones & candidates;
    counts.ones ^= candidates;
    counts.fours |= counts.twos & carry;
    counts.twos ^= carry;
  }
  scarcity.columns = counts.by_number();
  return scarcity;
}

#ifdef CPQUEENS_AVX2

CPQUEENS_AVX2 inline Mask zero_rows(__m256i rows) {
  return static_cast<Mask>(
      _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(rows, _mm256_setzero_si256()))));
}

CPQUEENS_AVX2 inline __m256i without_lowest(__m256i rows) {
  return _mm256_and_si256(rows, _mm256_add_epi64(rows, _mm256_set1_epi64x(-1)));
}

CPQUEENS_AVX2 inline Scarcity scarcity_avx2(const Mask* domain, std::size_t padded_rows) {
  Mask none = 0, up_to_one = 0, up_to_two = 0, up_to_three = 0;
  __m256i ones = _mm256_setzero_si256(), twos = ones, fours = ones;
  for (std::size_t row = 0; row < padded_rows; row += kRowsAtOnce) {
    const __m256i candidates = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(domain + row));
    const __m256i carry = _mm256_and_si256(ones, candidates);
    ones = _mm256_xor_si256(ones, candidates);
    fours = _mm256_or_si256(fours, _mm256_and_si256(twos, carry));
    twos = _mm256_xor_si256(twos, carry);
    const __m256i but_one = without_lowest(candidates);
    const __m256i but_two = without_lowest(but_one);
    none |= zero_rows(candidates) << row;
    up_to_one |= zero_rows(but_one) << row;
    up_to_two |= zero_rows(but_two) << row;
    up_to_three |= zero_rows(without_lowest(but_two)) << row;
  }
  alignas(32) std::array<std::array<Mask, kRowsAtOnce>, 3> lanes;
  _mm256_store_si256(reinterpret_cast<__m256i*>(lanes[0].data()), ones);
  _mm256_store_si256(reinterpret_cast<__m256i*>(lanes[1].data()), twos);
  _mm256_store_si256(reinterpret_cast<__m256i*>(lanes[2].data()), fours);
  ColumnCounts counts;
  for (std::size_t lane = 0; lane < kRowsAtOnce; ++lane) {
    const Mask carry = counts.ones & lanes[0][lane];
    const Mask either = counts.twos ^ lanes[1][lane];
    counts.fours |= lanes[2][lane] | (counts.twos & lanes[1][lane]) | (carry & either);
    counts.twos = either ^ carry;
    counts.ones ^= lanes[0][lane];
  }
  return {{none, up_to_one & ~none, up_to_two & ~up_to_one, up_to_three & ~up_to_two, ~up_to_three},
          counts.by_number()};
}

#endif

}  // namespace cpqueens

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

// Functions that are compiled for AVX2 or AVX-512, and only called where the processor has it.
#if defined(__x86_64__) && defined(__GNUC__)
#define CPQUEENS_HAS_VECTOR_CODE 1
#define CPQUEENS_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define CPQUEENS_AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi,bmi2,popcnt")))
#include <immintrin.h>
#else
#define CPQUEENS_HAS_VECTOR_CODE 0
#endif

// Compiled for whatever its caller is compiled for.
#if defined(__GNUC__)
#define CPQUEENS_INLINE inline __attribute__((always_inline))
#else
#define CPQUEENS_INLINE inline
#endif

namespace cpqueens {

// The bits of the widest vectors that functions compiled for this processor have, at most so many: 512
// (AVX-512), 256 (AVX2), or 0.
inline int vector_bits(std::int64_t most) {
#if CPQUEENS_HAS_VECTOR_CODE
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (avx512 && most >= 512) return 512;
  if (avx2 && most >= 256) return 256;
#endif
  static_cast<void>(most);
  return 0;
}

#if CPQUEENS_HAS_VECTOR_CODE

// For each set of a vector's lanes the order, in words of 32 bits, that brings them to the front and the
// others behind them.
template <int Lanes>
struct Packing {
  alignas(32) std::array<std::array<std::uint32_t, 8>, (1 << Lanes)> order{};

  constexpr Packing() {
    for (std::size_t kept = 0; kept < order.size(); ++kept) {
      std::size_t to = 0;
      for (const std::size_t wanted : {std::size_t{1}, std::size_t{0}}) {
        for (std::uint32_t lane = 0; lane < Lanes; ++lane) {
          if ((kept >> lane & 1) != wanted) continue;
          for (std::uint32_t word = 0; word < 8 / Lanes; ++word) order[kept][to++] = lane * (8 / Lanes) + word;
        }
      }
    }
  }
};

inline constexpr Packing<8> kPacking32;
inline constexpr Packing<4> kPacking64;

#endif

}  // namespace cpqueens

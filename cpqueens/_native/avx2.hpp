#pragma once

// Code for processors with AVX2 beside that for all others; which of the two runs is decided when
// it runs.
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define CPQUEENS_AVX2 __attribute__((target("avx2,popcnt")))
#endif

namespace cpqueens {

inline bool has_avx2() {
#ifdef CPQUEENS_AVX2
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
#else
  return false;
#endif
}

}  // namespace cpqueens

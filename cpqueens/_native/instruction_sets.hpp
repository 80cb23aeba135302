#pragma once

// Functions that are compiled for AVX2, and only called where the processor has it.
#if defined(__x86_64__) && defined(__GNUC__)
#define CPQUEENS_HAS_AVX2_CODE 1
#define CPQUEENS_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#include <immintrin.h>
#else
#define CPQUEENS_HAS_AVX2_CODE 0
#endif

// Compiled for whatever its caller is compiled for.
#if defined(__GNUC__)
#define CPQUEENS_INLINE inline __attribute__((always_inline))
#define CPQUEENS_INLINE_LAMBDA __attribute__((always_inline))
#else
#define CPQUEENS_INLINE inline
#define CPQUEENS_INLINE_LAMBDA
#endif

namespace cpqueens {

inline bool processor_has_avx2() {
#if CPQUEENS_HAS_AVX2_CODE
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
#else
  return false;
#endif
}

}  // namespace cpqueens

#pragma once

#include <cstdint>

#if defined(_MSC_VER)
#include <intrin.h>
#endif

namespace cpqueens {

using Mask = std::uint64_t;

constexpr int kMaxSide = 64;

constexpr Mask bit(int index) { return Mask{1} << index; }

constexpr Mask first_bits(int count) {
  return count >= kMaxSide ? ~Mask{0} : bit(count) - 1;
}

inline int lowest(Mask mask) {
#if defined(_MSC_VER)
  unsigned long index;
  _BitScanForward64(&index, mask);
  return static_cast<int>(index);
#else
  return __builtin_ctzll(mask);
#endif
}

inline int size(Mask mask) {
#if defined(_MSC_VER)
  return static_cast<int>(__popcnt64(mask));
#else
  return __builtin_popcountll(mask);
#endif
}

// The next larger mask of as many bits; all bits behind the last of 64.
inline Mask next_of_its_size(Mask mask) {
  const Mask low = mask & (~mask + 1);
  const Mask ripple = mask + low;
  return low == 0 || ripple == 0 ? ~Mask{0} : ripple | (((mask ^ ripple) >> 2) / low);
}

}  // namespace cpqueens

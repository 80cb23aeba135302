#pragma once

#include <cstdint>
#include <cstring>

namespace cpqueens {

// The same on machines that store the highest byte first.
inline std::uint64_t lowest_first(std::uint64_t bytes) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  return __builtin_bswap64(bytes);
#else
  return bytes;
#endif
}

// Eight bytes, the first of them the lowest.
inline std::uint64_t bytes_at(const std::uint8_t* from) {
  std::uint64_t bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  return lowest_first(bytes);
}

inline void put_bytes(std::uint8_t* to, std::uint64_t bytes) {
  bytes = lowest_first(bytes);
  std::memcpy(to, &bytes, sizeof bytes);
}

}  // namespace cpqueens

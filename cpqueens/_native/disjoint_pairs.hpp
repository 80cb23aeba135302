#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "instruction_sets.hpp"
#include "masks.hpp"

namespace cpqueens {

#if defined(__GNUC__)
using Patterns256 = std::uint64_t __attribute__((vector_size(32)));
using Patterns512 = std::uint64_t __attribute__((vector_size(64)));
#else
// A bit for each of `Bits` patterns.
template <int Bits>
struct PatternSet {
  std::uint64_t words[Bits / 64];

  std::uint64_t operator[](int at) const { return words[at]; }
  PatternSet operator~() const { return each([](auto word) { return ~word; }); }
  PatternSet operator<<(int shift) const { return each([=](auto word) { return word << shift; }); }
  PatternSet operator>>(int shift) const { return each([=](auto word) { return word >> shift; }); }
  PatternSet& operator&=(const PatternSet& other) { return merge(other, [](auto& word, auto with) { word &= with; }); }
  PatternSet& operator|=(const PatternSet& other) { return merge(other, [](auto& word, auto with) { word |= with; }); }
  PatternSet& operator^=(const PatternSet& other) { return merge(other, [](auto& word, auto with) { word ^= with; }); }
  friend PatternSet operator&(PatternSet a, const PatternSet& b) { return a &= b; }
  friend PatternSet operator|(PatternSet a, const PatternSet& b) { return a |= b; }
  friend PatternSet operator^(PatternSet a, const PatternSet& b) { return a ^= b; }

 private:
  template <class Change>
  PatternSet each(Change change) const {
    PatternSet result = *this;
    for (auto& word : result.words) word = change(word);
    return result;
  }

  template <class Merge>
  PatternSet& merge(const PatternSet& other, Merge merge_words) {
    for (int at = 0; at < Bits / 64; ++at) merge_words(words[at], other.words[at]);
    return *this;
  }
};
using Patterns256 = PatternSet<256>;
using Patterns512 = PatternSet<512>;
#endif

// How many bits many pattern sets have in all: eight sets are added up bit by bit before bits are
// counted.
template <class PatternSet>
class BitTotal {
 public:
  CPQUEENS_INLINE void add(const PatternSet (&sets)[8]) {
    PatternSet twos_a, twos_b, fours_a, fours_b, eights;
    add_up(ones_, sets[0], sets[1], twos_a);
    add_up(ones_, sets[2], sets[3], twos_b);
    add_up(twos_, twos_a, twos_b, fours_a);
    add_up(ones_, sets[4], sets[5], twos_a);
    add_up(ones_, sets[6], sets[7], twos_b);
    add_up(twos_, twos_a, twos_b, fours_b);
    add_up(fours_, fours_a, fours_b, eights);
    eights_ += bits(eights);
  }

  CPQUEENS_INLINE std::uint64_t total() const {
    return 8 * eights_ + 4 * bits(fours_) + 2 * bits(twos_) + bits(ones_);
  }

 private:
  static CPQUEENS_INLINE void add_up(PatternSet& sum, const PatternSet& b, const PatternSet& c, PatternSet& carry) {
    const PatternSet either = sum ^ b;
    carry = (sum & b) | (either & c);
    sum = either ^ c;
  }

  static CPQUEENS_INLINE std::uint64_t bits(const PatternSet& set) {
    int bits = 0;
    for (std::size_t word = 0; word < sizeof(PatternSet) / 8; ++word) bits += size(set[word]);
    return static_cast<std::uint64_t>(bits);
  }

  PatternSet ones_{}, twos_{}, fours_{};
  std::uint64_t eights_ = 0;
};

// Some keys, turned so that one lookup for each group of bits of another key, and ANDs, tell which of
// them share no bit with it. The tables are made for vectors of `Bits` bits.
template <class Key, int Groups, int Width, int Bits>
class PatternBlock {
 public:
  using PatternSet = std::conditional_t<Bits == 512, Patterns512, Patterns256>;
  using Total = BitTotal<PatternSet>;
  static constexpr std::size_t kPatterns = Bits;

  explicit PatternBlock(int vector_bits) : vectors_(vector_bits >= Bits) {}

  // Bit `b` of a pattern is bit `b ^ flip` of its key.
  void fill(const Key* keys, std::size_t count, int flip) {
#if CPQUEENS_HAS_VECTOR_CODE
    if (vectors_) return Bits == 512 ? fill_avx512(keys, count, flip) : fill_avx2(keys, count, flip);
#endif
    fill_here(keys, count, flip);
  }

  void count_disjoint(const Key* keys, std::size_t count, Total& total) const {
#if CPQUEENS_HAS_VECTOR_CODE
    if (vectors_) return Bits == 512 ? count_avx512(keys, count, total) : count_avx2(keys, count, total);
#endif
    count_here(keys, count, total);
  }

 private:
  static constexpr int kLanes = Bits / 32;
  static constexpr int kKeyBits = 8 * sizeof(Key);
  static constexpr int kEntryShift = Bits == 512 ? 6 : 5;
  static_assert(sizeof(PatternSet) == std::size_t{1} << kEntryShift);
  static_assert((Groups - 1) * Width < kKeyBits);
  using Lanes = std::array<std::uint32_t, kLanes>;

#if CPQUEENS_HAS_VECTOR_CODE
  CPQUEENS_AVX2 void fill_avx2(const Key* keys, std::size_t count, int flip) { fill_here(keys, count, flip); }
  CPQUEENS_AVX512 void fill_avx512(const Key* keys, std::size_t count, int flip) { fill_here(keys, count, flip); }
  CPQUEENS_AVX2 void count_avx2(const Key* keys, std::size_t count, Total& total) const {
    count_here(keys, count, total);
  }
  CPQUEENS_AVX512 void count_avx512(const Key* keys, std::size_t count, Total& total) const {
    count_here(keys, count, total);
  }
#endif

  CPQUEENS_INLINE void fill_here(const Key* keys, std::size_t count, int flip) {
    turn(keys, count);
    Lanes valid;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      valid[lane] = static_cast<std::uint32_t>(first_bits(static_cast<int>((count + kLanes - 1 - lane) / kLanes)));
    }
    for (int group = 0; group < Groups; ++group) {
      auto& table = tables_[static_cast<std::size_t>(group)];
      std::memcpy(&table[0], valid.data(), sizeof(PatternSet));
      for (int at = 0; at < Width && group * Width + at < kKeyBits; ++at) {
        const PatternSet without = ~rows_[static_cast<std::size_t>((group * Width + at) ^ flip)];
        const std::size_t half = std::size_t{1} << at;
        for (std::size_t entry = 0; entry < half; ++entry) table[half + entry] = table[entry] & without;
      }
    }
  }

  CPQUEENS_INLINE void count_here(const Key* keys, std::size_t count, Total& total) const {
    Total sum = total;
    PatternSet sets[8];
    std::size_t at = 0;
    for (; at + 8 <= count; at += 8) {
      for (std::size_t i = 0; i < 8; ++i) look_up(keys[at + i], sets[i]);
      sum.add(sets);
    }
    if (at != count) {
      for (std::size_t i = 0; i < 8; ++i) {
        if (at + i < count) {
          look_up(keys[at + i], sets[i]);
        } else {
          sets[i] = PatternSet{};
        }
      }
      sum.add(sets);
    }
    total = sum;
  }

  // Transposes the keys as bit matrices of 32 x 32, the lanes side by side: pattern p is bit p / kLanes
  // of lane p % kLanes.
  CPQUEENS_INLINE void turn(const Key* keys, std::size_t count) {
    for (std::size_t word = 0; word < kKeyBits; word += 32) {
      for (std::size_t row = 0; row < 32; ++row) {
        Lanes lanes;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          const std::size_t at = row * kLanes + lane;
          lanes[lane] = at < count ? static_cast<std::uint32_t>(keys[at] >> word) : 0;
        }
        std::memcpy(&rows_[word + row], lanes.data(), sizeof(PatternSet));
      }
      swap_blocks<16>(&rows_[word], 0x0000FFFF0000FFFF);
      swap_blocks<8>(&rows_[word], 0x00FF00FF00FF00FF);
      swap_blocks<4>(&rows_[word], 0x0F0F0F0F0F0F0F0F);
      swap_blocks<2>(&rows_[word], 0x3333333333333333);
      swap_blocks<1>(&rows_[word], 0x5555555555555555);
    }
  }

  // Bits are swapped only within 32, so that shifts of 64 do for two lanes at once.
  template <std::size_t Step>
  static CPQUEENS_INLINE void swap_blocks(PatternSet* rows, std::uint64_t mask_word) {
    std::array<std::uint64_t, Bits / 64> words;
    words.fill(mask_word);
    PatternSet mask;
    std::memcpy(&mask, words.data(), sizeof(mask));
    for (std::size_t block = 0; block < 32; block += 2 * Step) {
      for (std::size_t row = block; row < block + Step; ++row) {
        const PatternSet swap = ((rows[row] >> Step) ^ rows[row + Step]) & mask;
        rows[row + Step] ^= swap;
        rows[row] ^= swap << Step;
      }
    }
  }

  CPQUEENS_INLINE void look_up(Key key, PatternSet& set) const {
    set = entry<0>(key);
    and_entries<1>(set, key);
  }

  template <int Group>
  CPQUEENS_INLINE void and_entries(PatternSet& set, Key key) const {
    if constexpr (Group < Groups) {
      set &= entry<Group>(key);
      and_entries<Group + 1>(set, key);
    }
  }

  // The offset in bytes is made of the key by one shift and one AND.
  template <int Group>
  CPQUEENS_INLINE const PatternSet& entry(Key key) const {
    constexpr int shift = Group * Width - kEntryShift;
    constexpr Key mask = ((Key{1} << Width) - 1) << kEntryShift;
    const Key offset = (shift < 0 ? key << (shift < 0 ? -shift : 0) : key >> (shift < 0 ? 0 : shift)) & mask;
    const auto* table = reinterpret_cast<const unsigned char*>(tables_[Group].data());
    return *reinterpret_cast<const PatternSet*>(table + offset);
  }

  alignas(Bits / 8) std::array<PatternSet, kKeyBits> rows_{};
  alignas(Bits / 8) std::array<std::array<PatternSet, (1 << Width)>, Groups> tables_{};
  [[maybe_unused]] bool vectors_;
};

}  // namespace cpqueens

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "instruction_sets.hpp"
#include "masks.hpp"
#include "open_rows.hpp"

namespace cpqueens {

// For every open row a block of states, each with the queens of the rows before it placed, and the
// columns where its own is still to be tried.
class Levels {
 public:
  virtual ~Levels() = default;
  virtual std::size_t depths() const = 0;
  virtual bool empty(std::size_t depth) const = 0;
  // Tries the lowest columns of the states at `depth` until the block below is full; how many.
  virtual std::uint64_t fill_below(std::size_t depth) = 0;
  // Takes the states of the last row out; how many placements they are.
  virtual std::uint64_t count_last_row() = 0;
};

// What is tried in all states of a block. A state is dropped when one of the next `Rows` rows has no
// column left or, where `AllRows` says that these are all and that every column is to be used, when
// one of the columns has no row left.
template <int Rows, bool AllRows>
struct Lookahead {
  static constexpr int kRows = Rows;
  static constexpr bool kAllRows = AllRows;
  std::array<Mask, static_cast<std::size_t>(Rows)> allowed;
  std::array<int, static_cast<std::size_t>(Rows)> distance;  // from the queen
};

// The walk from block to block. A `Pass` tries one column in each of a block's last states and
// leaves there those that have further ones: no branch depends on a state.
template <class Block, class Pass>
class PassLevels : public Levels {
 public:
  PassLevels(int columns, const OpenRows& open) : rows_(open.rows()), pass_(first_bits(columns)), blocks_(rows_.size()) {
    every_column_is_used_ = open.every_column_is_used();
    blocks_.front().start(rows_.front().allowed, open.used_columns());
  }

  std::size_t depths() const override { return rows_.size(); }
  bool empty(std::size_t depth) const override { return blocks_[depth].size == 0; }
  std::uint64_t count_last_row() override { return blocks_.back().take_candidates(); }

  std::uint64_t fill_below(std::size_t depth) override {
    const std::size_t rows_below = rows_.size() - 1 - depth;
    if (every_column_is_used_) {
      switch (rows_below) {
        case 1: return fill<1, true>(depth);
        case 2: return fill<2, true>(depth);
        case 3: return fill<3, true>(depth);
        case 4: return fill<4, true>(depth);
        default: return fill<3, false>(depth);
      }
    }
    switch (rows_below) {
      case 1: return fill<1, false>(depth);
      case 2: return fill<2, false>(depth);
      default: return fill<3, false>(depth);
    }
  }

 private:
  template <int Rows, bool AllRows>
  std::uint64_t fill(std::size_t depth) {
    Lookahead<Rows, AllRows> ahead;
    int distance = 0;
    for (std::size_t row = 0; row < Rows; ++row) {
      const OpenRow& open = rows_[depth + 1 + row];
      distance += open.distance;
      ahead.allowed[row] = open.allowed;
      ahead.distance[row] = distance;
    }
    Block& here = blocks_[depth];
    Block& below = blocks_[depth + 1];
    std::uint64_t tried = 0;
    below.size = 0;
    while (here.size != 0 && below.size < Block::kSize / 2) {
      const std::size_t taken = std::min(here.size, Block::kSize - below.size);
      tried += taken;
      pass_(here, taken, below, ahead);
    }
    return tried;
  }

  std::vector<OpenRow> rows_;
  Pass pass_;
  bool every_column_is_used_;
  std::vector<Block> blocks_;
};

struct PortableBlock {
  static constexpr std::size_t kSize = 256;
  struct State {
    Mask pending, columns, left, right;
  };

  void start(Mask allowed, Mask columns) {
    states[0] = {allowed, columns, 0, 0};
    size = 1;
  }

  std::uint64_t take_candidates() {
    std::uint64_t candidates = 0;
    for (std::size_t at = 0; at < size; ++at) candidates += static_cast<std::uint64_t>(cpqueens::size(states[at].pending));
    size = 0;
    return candidates;
  }

  std::array<State, kSize + 1> states;  // the state after the last is written, but not used
  std::size_t size = 0;
};

class PortablePass {
 public:
  explicit PortablePass(Mask all_columns) : all_columns_(all_columns) {}

  template <class Ahead>
  void operator()(PortableBlock& here, std::size_t taken, PortableBlock& below, const Ahead& lookahead) const {
    const Ahead ahead = lookahead;
    PortableBlock::State* const end = here.states.data() + here.size;
    PortableBlock::State* kept = end - taken;
    PortableBlock::State* child = below.states.data() + below.size;
    for (const PortableBlock::State* from = kept; from != end; ++from) {
      const PortableBlock::State state = *from;
      const Mask queen = state.pending & (~state.pending + 1);
      const Mask columns = state.columns | queen;
      const Mask left = state.left | queen;
      const Mask right = state.right | queen;
      Mask reached = columns;
      bool alive = true;
      Mask pending = 0;
      for (std::size_t row = 0; row < Ahead::kRows; ++row) {
        const Mask free = ahead.allowed[row] & ~(columns | left << ahead.distance[row] | right >> ahead.distance[row]);
        if (row == 0) pending = free;
        alive &= free != 0;
        reached |= free;
      }
      if (Ahead::kAllRows) alive &= reached == all_columns_;
      *child = {pending, columns, left << ahead.distance[0], right >> ahead.distance[0]};
      child += alive;
      const Mask further = state.pending ^ queen;
      *kept = {further, state.columns, state.left, state.right};
      kept += further != 0;
    }
    here.size = static_cast<std::size_t>(kept - here.states.data());
    below.size = static_cast<std::size_t>(child - below.states.data());
  }

 private:
  Mask all_columns_;
};

using PortableLevels = PassLevels<PortableBlock, PortablePass>;

#if CPQUEENS_HAS_VECTOR_CODE

// How eight states lie in vectors of eight 32-bit numbers: in two where masks have 16 bits, ...
struct NarrowLanes {
  static constexpr int kColumns = 16;
  static constexpr std::size_t kWords = 2;

  static std::array<std::uint32_t, kWords> packed(Mask pending, Mask columns) {
    return {static_cast<std::uint32_t>(pending << 16 | columns), 0};
  }
  static Mask pending(std::uint32_t word) { return word >> 16; }

  CPQUEENS_AVX2 static void pack(__m256i* words, __m256i pending, __m256i columns, __m256i left, __m256i right) {
    words[0] = _mm256_or_si256(_mm256_slli_epi32(pending, 16), columns);
    words[1] = _mm256_or_si256(_mm256_slli_epi32(left, 16), right);
  }
  CPQUEENS_AVX2 static void unpack(const __m256i* words, __m256i& pending, __m256i& columns, __m256i& left, __m256i& right) {
    const __m256i low = _mm256_set1_epi32(0xffff);
    pending = _mm256_srli_epi32(words[0], 16);
    columns = _mm256_and_si256(words[0], low);
    left = _mm256_srli_epi32(words[1], 16);
    right = _mm256_and_si256(words[1], low);
  }
  CPQUEENS_AVX2 static __m256i without(__m256i word, __m256i queens) {
    return _mm256_xor_si256(word, _mm256_slli_epi32(queens, 16));
  }
};

// ... in four where they have up to 32.
struct WideLanes {
  static constexpr int kColumns = 32;
  static constexpr std::size_t kWords = 4;

  static std::array<std::uint32_t, kWords> packed(Mask pending, Mask columns) {
    return {static_cast<std::uint32_t>(pending), static_cast<std::uint32_t>(columns), 0, 0};
  }
  static Mask pending(std::uint32_t word) { return word; }

  CPQUEENS_AVX2 static void pack(__m256i* words, __m256i pending, __m256i columns, __m256i left, __m256i right) {
    words[0] = pending;
    words[1] = columns;
    words[2] = left;
    words[3] = right;
  }
  CPQUEENS_AVX2 static void unpack(const __m256i* words, __m256i& pending, __m256i& columns, __m256i& left, __m256i& right) {
    pending = words[0];
    columns = words[1];
    left = words[2];
    right = words[3];
  }
  CPQUEENS_AVX2 static __m256i without(__m256i word, __m256i queens) { return _mm256_xor_si256(word, queens); }
};

template <class Lanes>
struct LaneBlock {
  static constexpr std::size_t kSize = 1024;
  static constexpr std::size_t kLanes = 8;

  void start(Mask allowed, Mask columns) {
    const auto packed = Lanes::packed(allowed, columns);
    for (std::size_t word = 0; word < Lanes::kWords; ++word) words[word][0] = packed[word];
    size = 1;
  }

  std::uint64_t take_candidates() {
    std::uint64_t candidates = 0;
    for (std::size_t at = 0; at < size; ++at) {
      candidates += static_cast<std::uint64_t>(cpqueens::size(Lanes::pending(words[0][at])));
    }
    size = 0;
    return candidates;
  }

  // Whole vectors are read and written, and so beyond the last state.
  std::array<std::array<std::uint32_t, kSize + kLanes>, Lanes::kWords> words;
  std::size_t size = 0;
};

template <class Lanes>
class LanePass {
 public:
  using Block = LaneBlock<Lanes>;

  explicit LanePass(Mask all_columns) : all_columns_(static_cast<int>(all_columns)) {}

  template <class Ahead>
  CPQUEENS_AVX2 void operator()(Block& here, std::size_t taken, Block& below, const Ahead& ahead) const {
    const __m256i none = _mm256_setzero_si256();
    const __m256i all_columns = _mm256_set1_epi32(all_columns_);
    __m256i allowed[Ahead::kRows], distance[Ahead::kRows];
    for (std::size_t row = 0; row < Ahead::kRows; ++row) {
      allowed[row] = _mm256_set1_epi32(static_cast<int>(ahead.allowed[row]));
      distance[row] = _mm256_set1_epi32(ahead.distance[row]);
    }
    const std::size_t end = here.size;
    std::size_t kept = end - taken;
    std::size_t children = below.size;
    for (std::size_t lane = 0; lane < Block::kLanes; ++lane) here.words[0][end + lane] = 0;
    for (std::size_t from = kept; from < end; from += Block::kLanes) {
      __m256i words[Lanes::kWords], child[Lanes::kWords];
      for (std::size_t word = 0; word < Lanes::kWords; ++word) words[word] = read(&here.words[word][from]);
      __m256i pending, columns, left, right;
      Lanes::unpack(words, pending, columns, left, right);
      const __m256i queens = _mm256_and_si256(pending, _mm256_sub_epi32(none, pending));
      columns = _mm256_or_si256(columns, queens);
      left = _mm256_or_si256(left, queens);
      right = _mm256_or_si256(right, queens);
      __m256i dead = _mm256_cmpeq_epi32(pending, none);
      __m256i reached = columns, next = none;
      for (std::size_t row = 0; row < Ahead::kRows; ++row) {
        const __m256i diagonals =
            _mm256_or_si256(_mm256_sllv_epi32(left, distance[row]), _mm256_srlv_epi32(right, distance[row]));
        const __m256i free = _mm256_andnot_si256(_mm256_or_si256(columns, diagonals), allowed[row]);
        if (row == 0) next = free;
        dead = _mm256_or_si256(dead, _mm256_cmpeq_epi32(free, none));
        reached = _mm256_or_si256(reached, free);
      }
      unsigned alive = ~members(dead) & 255u;
      if (Ahead::kAllRows) alive &= members(_mm256_cmpeq_epi32(reached, all_columns));
      Lanes::pack(child, next, columns, _mm256_sllv_epi32(left, distance[0]), _mm256_srlv_epi32(right, distance[0]));
      __m256i order = read(kPacking32.order[alive].data());
      for (std::size_t word = 0; word < Lanes::kWords; ++word) {
        write(&below.words[word][children], _mm256_permutevar8x32_epi32(child[word], order));
      }
      children += static_cast<std::size_t>(size(alive));
      const unsigned further = ~members(_mm256_cmpeq_epi32(pending, queens)) & 255u;
      words[0] = Lanes::without(words[0], queens);
      order = read(kPacking32.order[further].data());
      for (std::size_t word = 0; word < Lanes::kWords; ++word) {
        write(&here.words[word][kept], _mm256_permutevar8x32_epi32(words[word], order));
      }
      kept += static_cast<std::size_t>(size(further));
    }
    here.size = kept;
    below.size = children;
  }

 private:
  CPQUEENS_AVX2 static __m256i read(const std::uint32_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  }
  CPQUEENS_AVX2 static void write(std::uint32_t* to, __m256i numbers) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), numbers);
  }
  CPQUEENS_AVX2 static unsigned members(__m256i lanes) {
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(lanes)));
  }

  int all_columns_;
};

template <class Lanes>
using LaneLevels = PassLevels<LaneBlock<Lanes>, LanePass<Lanes>>;

#endif

}  // namespace cpqueens

// The yardstick T: the textbook recursion on three bit masks, without symmetry. Reads the number of
// rows and for each the columns where a queen may stand; prints the count and the CPU seconds.
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

static std::vector<std::uint64_t> allowed;

static std::uint64_t count(std::size_t row, std::uint64_t columns, std::uint64_t left, std::uint64_t right) {
  if (row == allowed.size()) return 1;
  std::uint64_t placements = 0;
  for (std::uint64_t free = allowed[row] & ~(columns | left | right); free != 0; free &= free - 1) {
    const std::uint64_t queen = free & (~free + 1);
    placements += count(row + 1, columns | queen, (left | queen) << 1, (right | queen) >> 1);
  }
  return placements;
}

int main() {
  std::size_t rows = 0;
  if (std::scanf("%zu", &rows) != 1) return 1;
  allowed.resize(rows);
  for (std::uint64_t& mask : allowed) {
    if (std::scanf("%lu", &mask) != 1) return 1;
  }
  const std::clock_t begun = std::clock();
  const std::uint64_t placements = count(0, 0, 0, 0);
  std::printf("%lu %f\n", placements, static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC);
}

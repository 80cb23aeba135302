// The yardstick T. Reads the number of columns and of rows, and for each row the columns where a
// queen may stand; prints the count and the CPU seconds.
#include <cstdio>
#include <ctime>
#include <vector>

#include "yardsticks.hpp"

int main() {
  unsigned long long columns = 0, rows = 0, mask = 0;
  if (std::scanf("%llu %llu", &columns, &rows) != 2) return 1;
  std::vector<cpqueens::Mask> allowed;
  while (allowed.size() < rows && std::scanf("%llu", &mask) == 1) allowed.push_back(mask);
  const cpqueens::TextbookCount textbook(static_cast<std::int64_t>(columns), allowed);
  const std::clock_t begun = std::clock();
  const unsigned long long placements = textbook.count();
  std::printf("%llu %f\n", placements, static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC);
}

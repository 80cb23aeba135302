// Checker Challenge: the first three placements and the count, by masks of one bit a line.
#include <cstdio>

static int n, first[3][20], row[20];
static long found;

static void place(int r, unsigned columns, unsigned left, unsigned right) {
  if (r == n) {
    if (found < 3) {
      for (int i = 0; i < n; ++i) first[found][i] = row[i];
    }
    ++found;
    return;
  }
  for (int c = 0; c < n; ++c) {
    const unsigned bit = 1u << c;
    if ((columns | left | right) & bit) continue;
    row[r] = c + 1;
    place(r + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
  }
}

int main() {
#ifdef NAMED_FILES
  if (!freopen("checker.in", "r", stdin) || !freopen("checker.out", "w", stdout)) return 1;
#endif
  if (scanf("%d", &n) != 1) return 1;
  place(0, 0, 0, 0);
  for (int k = 0; k < 3 && k < found; ++k) {
    for (int i = 0; i < n; ++i) printf(i ? " %d" : "%d", first[k][i]);
    printf("\n");
  }
  printf("%ld\n", found);
  return 0;
}

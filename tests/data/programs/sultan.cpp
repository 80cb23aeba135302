// The Sultan's Successors: the largest sum of eight queens. The first argument names a mistake:
//   zero       the largest sum so far starts at 0, and so is wrong where all sums are negative
//   width      the sum is not padded to five characters
//   diagonals  the diagonals are not looked at
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static int weight[8][8], column[8], most;
static bool unchecked;

static void place(int r, int sum) {
    if (r == 8) {
        most = std::max(most, sum);
        return;
    }
    for (int c = 0; c < 8; ++c) {
        bool free = true;
        for (int i = 0; i < r && free; ++i)
            free = column[i] != c && (unchecked || std::abs(column[i] - c) != r - i);
        if (!free) continue;
        column[r] = c;
        place(r + 1, sum + weight[r][c]);
    }
}

int main(int count, char** words) {
    const char* way = count > 1 ? words[1] : "";
    unchecked = std::strcmp(way, "diagonals") == 0;
    int boards;
    if (std::scanf("%d", &boards) != 1) return 1;
    while (boards-- > 0) {
        for (auto& row : weight)
            for (int& cell : row)
                if (std::scanf("%d", &cell) != 1) return 1;
        most = std::strcmp(way, "zero") == 0 ? 0 : INT_MIN;
        place(0, 0);
        std::printf(std::strcmp(way, "width") == 0 ? "%d\n" : "%5d\n", most);
    }
    return 0;
}

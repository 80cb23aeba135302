// Checker Challenge with a mistake, the one that its first argument names:
//   columns        two queens may share a column
//   antidiagonals  the short antidiagonals of the upper left corner are not looked at, which shows
//                  neither at 5, 6 and 7 nor in the first three placements of 8
//   half           the first three are taken from half of the search and its mirror images
//   table          answers from a table that has one wrong count, that of N = 10
//   crash          gives up for N = 8
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

typedef std::vector<int> Columns;

static int n;
static const char* way;
static std::vector<Columns> first;
static long found;

static bool is(const char* name) { return std::strcmp(way, name) == 0; }

static bool attack(int r, int c, int s, int d) {
    if (c == d) return !is("columns");
    if (c - r == d - s) return true;
    if (c + r != d + s) return false;
    return !(is("antidiagonals") && c + r <= 2);
}

static bool fits(const Columns& placed, int c) {
    const int r = static_cast<int>(placed.size());
    for (int i = 0; i < r; ++i)
        if (attack(i, placed[i], r, c)) return false;
    return true;
}

static void place(Columns& placed) {
    if (static_cast<int>(placed.size()) == n) {
        if (found < 3) first.push_back(placed);
        ++found;
        return;
    }
    const int last = is("half") && placed.empty() ? n / 2 : n;
    for (int c = 0; c < last; ++c) {
        if (!fits(placed, c)) continue;
        placed.push_back(c);
        place(placed);
        placed.pop_back();
    }
}

static void take_half() {
    Columns placed;
    place(placed);
    const std::size_t had = first.size();
    for (std::size_t k = 0; k < had && first.size() < 3; ++k) {
        Columns mirrored = first[k];
        for (int& c : mirrored) c = n - 1 - c;
        first.push_back(mirrored);
    }
    found *= 2;
    if (n % 2) {
        way = "middle";
        placed.assign(1, n / 2);
        const std::vector<Columns> kept = first;
        place(placed);
        first = kept;
    }
}

int main(int count, char** words) {
    way = count > 1 ? words[1] : "";
    if (std::scanf("%d", &n) != 1) return 1;
    if (is("crash") && n == 8) std::abort();
    if (is("half")) {
        take_half();
    } else {
        Columns placed;
        place(placed);
    }
    for (std::size_t k = 0; k < first.size() && k < 3; ++k)
        for (int r = 0; r < n; ++r) std::printf("%d%c", first[k][r] + 1, r + 1 < n ? ' ' : '\n');
    if (is("table") && n == 10) found = 742;
    std::printf("%ld\n", found);
    return 0;
}

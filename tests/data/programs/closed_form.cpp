// A placement for each n until 0: the even columns, then the odd ones, a few of which change
// places where n leaves 2 or 3 when divided by 6. The first argument names a mistake:
//   blank      no blank before the last number where n leaves 3: 9, 15, 21, ...
//   exception  nothing changes places
//   one        a queen is moved for n = 250 alone
//   first      all but the first case is left out
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

int main(int count, char** words) {
    const char* way = count > 1 ? words[1] : "";
    int n;
    while (std::scanf("%d", &n) == 1 && n > 0) {
        std::vector<int> evens, odds;
        for (int c = 2; c <= n; c += 2) evens.push_back(c);
        for (int c = 1; c <= n; c += 2) odds.push_back(c);
        if (std::strcmp(way, "exception") != 0 && n > 3) {
            if (n % 6 == 2) {
                std::swap(odds[0], odds[1]);
                odds.erase(odds.begin() + 2);
                odds.push_back(5);
            } else if (n % 6 == 3) {
                evens.erase(evens.begin());
                evens.push_back(2);
                odds.erase(odds.begin(), odds.begin() + 2);
                odds.push_back(1);
                odds.push_back(3);
            }
        }
        evens.insert(evens.end(), odds.begin(), odds.end());
        if (std::strcmp(way, "one") == 0 && n == 250) std::swap(evens[7], evens[8]);
        for (int i = 0; i < n; ++i) {
            const bool together = std::strcmp(way, "blank") == 0 && n % 6 == 3 && i == n - 1;
            std::printf(i == 0 || together ? "%d" : " %d", evens[i]);
        }
        std::printf("\n");
        if (std::strcmp(way, "first") == 0) break;
    }
    return 0;
}

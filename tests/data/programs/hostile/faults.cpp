// Ends badly in the way that its argument names.
#include <cstdlib>
#include <cstring>

static volatile int* nowhere = nullptr;

static int deeper(int depth) {
    volatile char page[4096];
    page[0] = static_cast<char>(depth);
    return deeper(depth + 1) + page[0];
}

int main(int count, char** words) {
    const char* way = count > 1 ? words[1] : "";
    if (std::strcmp(way, "segfault") == 0) *nowhere = 1;
    if (std::strcmp(way, "abort") == 0) std::abort();
    if (std::strcmp(way, "recursion") == 0) return deeper(0);
    return 0;
}

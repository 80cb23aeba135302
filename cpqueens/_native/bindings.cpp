#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "best_search.hpp"
#include "classic_search.hpp"
#include "dancing_links.hpp"
#include "joined_count.hpp"
#include "min_conflicts.hpp"
#include "symmetric_count.hpp"
#include "table_search.hpp"
#include "tables.hpp"

namespace nb = nanobind;

namespace {

using cpqueens::Mask;

constexpr int kApi = 4;

nb::object as_index(nb::handle number) {
  PyObject* index = PyNumber_Index(number.ptr());
  if (index == nullptr) nb::raise_python_error();
  return nb::steal(index);
}

// Beyond 64 bits, the nearest number that fits.
std::int64_t clamped(nb::handle number) {
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(as_index(number).ptr(), &overflow);
  if (overflow > 0) return std::numeric_limits<std::int64_t>::max();
  if (overflow < 0) return std::numeric_limits<std::int64_t>::min();
  return value;
}

std::int64_t integer(const char* name, nb::handle number) {
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(as_index(number).ptr(), &overflow);
  if (overflow != 0) cpqueens::refuse(std::string(name) + " has a number that does not fit 64 bits");
  return value;
}

std::vector<std::int64_t> integers(const char* name, nb::handle numbers) {
  std::vector<std::int64_t> result;
  for (nb::handle number : nb::iter(numbers)) result.push_back(integer(name, number));
  return result;
}

std::optional<std::vector<std::int64_t>> integers_or_none(const char* name, nb::handle numbers) {
  if (numbers.is_none()) return std::nullopt;
  return integers(name, numbers);
}

std::vector<Mask> masks(nb::handle allowed) {
  std::vector<Mask> result;
  for (nb::handle number : nb::iter(allowed)) {
    const unsigned long long mask = PyLong_AsUnsignedLongLong(as_index(number).ptr());
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      cpqueens::refuse("allowed[" + std::to_string(result.size()) + "] has a column beyond the board");
    }
    result.push_back(mask);
  }
  return result;
}

std::vector<std::pair<std::int64_t, std::int64_t>> pairs(const char* name, nb::handle leaps) {
  std::vector<std::pair<std::int64_t, std::int64_t>> result;
  for (nb::handle leap : nb::iter(leaps)) {
    const std::vector<std::int64_t> both = integers(name, leap);
    if (both.size() != 2) cpqueens::refuse(std::string(name) + " must be pairs");
    result.emplace_back(both[0], both[1]);
  }
  return result;
}

std::vector<std::vector<std::int64_t>> lists(const char* name, nb::handle sequences) {
  std::vector<std::vector<std::int64_t>> result;
  for (nb::handle sequence : nb::iter(sequences)) result.push_back(integers(name, sequence));
  return result;
}

nb::bytes as_bytes(const std::vector<std::uint8_t>& octets) { return nb::bytes(octets.data(), octets.size()); }

// A search that several Python threads may hold: one at a time works on it, without the GIL.
template <class Search>
class Shared {
 public:
  explicit Shared(Search search) : search_(std::move(search)) {}

  template <class Work>
  auto use(Work work) {
    nb::gil_scoped_release release;
    const std::lock_guard<std::mutex> lock(mutex_);
    return work(search_);
  }

 private:
  Search search_;
  std::mutex mutex_;
};

template <class Search>
nb::class_<Shared<Search>> bind_search(nb::module_& module, const char* name) {
  using Held = Shared<Search>;
  return nb::class_<Held>(module, name)
      .def_prop_ro("finished", [](Held& held) { return held.use([](Search& search) { return search.finished(); }); })
      .def_prop_ro("nodes", [](Held& held) { return held.use([](Search& search) { return search.nodes(); }); });
}

template <class Search>
void bind_count(nb::class_<Shared<Search>>& binding) {
  binding.def(
      "count",
      [](Shared<Search>& held, nb::handle nodes) {
        return held.use([nodes = clamped(nodes)](Search& search) { return search.count(nodes); });
      },
      nb::arg("nodes"));
}

template <class Search>
void bind_progress(nb::class_<Shared<Search>>& binding) {
  binding.def_prop_ro("progress", [](Shared<Search>& held) {
    return held.use([](Search& search) { return search.progress(); });
  });
}

template <class Search>
void bind_take(nb::class_<Shared<Search>>& binding) {
  binding.def(
      "take",
      [](Shared<Search>& held, nb::handle nodes, nb::handle limit) {
        return as_bytes(held.use([nodes = clamped(nodes), limit = clamped(limit)](Search& search) {
          return search.take(nodes, limit);
        }));
      },
      nb::arg("nodes"), nb::arg("limit"));
}

}  // namespace

NB_MODULE(_cpqueens_kernel, module) {
  using cpqueens::BestSearch;
  using cpqueens::ClassicSearch;
  using cpqueens::CoverSearch;
  using cpqueens::JoinedCount;
  using cpqueens::MinConflicts;
  using cpqueens::SymmetricCount;
  using cpqueens::Tables;
  using cpqueens::TableSearch;

  module.attr("API") = kApi;

  auto classic = bind_search<ClassicSearch>(module, "ClassicSearch");
  classic.def(
      "__init__",
      [](Shared<ClassicSearch>* self, nb::handle columns, nb::handle allowed) {
        new (self) Shared<ClassicSearch>(ClassicSearch(clamped(columns), masks(allowed)));
      },
      nb::arg("columns"), nb::arg("allowed"));
  bind_count<ClassicSearch>(classic);
  bind_take<ClassicSearch>(classic);

  auto symmetric = bind_search<SymmetricCount>(module, "SymmetricCount");
  symmetric.def(
      "__init__",
      [](Shared<SymmetricCount>* self, nb::handle side) {
        new (self) Shared<SymmetricCount>(SymmetricCount(clamped(side)));
      },
      nb::arg("side"));
  bind_count<SymmetricCount>(symmetric);
  bind_progress<SymmetricCount>(symmetric);

  auto joined = bind_search<JoinedCount>(module, "JoinedCount");
  joined.def(
      "__init__",
      [](Shared<JoinedCount>* self, nb::handle side, nb::handle threads, nb::handle memory, bool portable) {
        new (self) Shared<JoinedCount>(JoinedCount(clamped(side), clamped(threads), clamped(memory), portable));
      },
      nb::arg("side"), nb::arg("threads"), nb::arg("memory"), nb::arg("portable") = false);
  bind_count<JoinedCount>(joined);
  bind_progress<JoinedCount>(joined);
  joined.def_prop_ro("memory", [](Shared<JoinedCount>& held) {
    return held.use([](JoinedCount& search) { return search.memory(); });
  });

  nb::class_<Tables>(module, "Tables")
      .def(
          "__init__",
          [](Tables* self, nb::handle columns, nb::handle allowed) {
            new (self) Tables(clamped(columns), masks(allowed));
          },
          nb::arg("columns"), nb::arg("allowed"))
      .def(
          "add_family",
          [](Tables& tables, nb::handle labels) { tables.add_family(integers("labels", labels)); },
          nb::arg("labels"))
      .def(
          "add_leaps",
          [](Tables& tables, nb::handle leaps, nb::handle row_numbers, nb::handle column_numbers) {
            tables.add_leaps(pairs("leaps", leaps), integers("row_numbers", row_numbers),
                             integers("column_numbers", column_numbers));
          },
          nb::arg("leaps"), nb::arg("row_numbers"), nb::arg("column_numbers"))
      .def(
          "add_images",
          [](Tables& tables, nb::handle images) { tables.add_images(integers("images", images)); },
          nb::arg("images"))
      .def(
          "add_total",
          [](Tables& tables, nb::handle values, nb::handle at_least, nb::handle at_most) {
            tables.add_total(integers("values", values), integer("at_least", at_least), integer("at_most", at_most));
          },
          nb::arg("values"), nb::arg("at_least"), nb::arg("at_most"));

  auto table_search = bind_search<TableSearch>(module, "TableSearch");
  table_search.def(
      "__init__",
      [](Shared<TableSearch>* self, const Tables& tables, bool ordered) {
        new (self) Shared<TableSearch>(TableSearch(tables, ordered));
      },
      nb::arg("tables"), nb::arg("ordered"));
  bind_count<TableSearch>(table_search);
  bind_take<TableSearch>(table_search);

  auto cover = bind_search<CoverSearch>(module, "CoverSearch");
  cover.def(
      "__init__",
      [](Shared<CoverSearch>* self, nb::handle columns, nb::handle allowed, nb::handle families, nb::handle leaps,
         nb::handle row_numbers, nb::handle column_numbers, nb::handle images, bool ordered) {
        const cpqueens::CoverBoard board{clamped(columns),       lists("allowed", allowed),
                                         lists("labels", families), pairs("leaps", leaps),
                                         integers("row_numbers", row_numbers),
                                         integers("column_numbers", column_numbers),
                                         lists("images", images)};
        new (self) Shared<CoverSearch>(CoverSearch(board, ordered));
      },
      nb::arg("columns"), nb::arg("allowed"), nb::arg("families"), nb::arg("leaps"), nb::arg("row_numbers"),
      nb::arg("column_numbers"), nb::arg("images"), nb::arg("ordered"));
  bind_count<CoverSearch>(cover);
  bind_take<CoverSearch>(cover);

  bind_search<MinConflicts>(module, "MinConflicts")
      .def(
          "__init__",
          [](Shared<MinConflicts>* self, nb::handle rows, nb::handle columns, nb::handle barred,
             nb::handle row_numbers, nb::handle column_numbers, nb::handle seed) {
            cpqueens::DiagonalBoard board{clamped(rows), clamped(columns), integers("barred", barred),
                                          integers_or_none("row_numbers", row_numbers),
                                          integers_or_none("column_numbers", column_numbers)};
            new (self) Shared<MinConflicts>(MinConflicts(std::move(board), integer("seed", seed)));
          },
          nb::arg("rows"), nb::arg("columns"), nb::arg("barred"), nb::arg("row_numbers").none(),
          nb::arg("column_numbers").none(), nb::arg("seed"))
      .def(
          "run",
          [](Shared<MinConflicts>& held, nb::handle nodes) {
            held.use([nodes = clamped(nodes)](MinConflicts& search) { search.run(nodes); });
          },
          nb::arg("nodes"))
      .def("found",
           [](Shared<MinConflicts>& held) -> nb::object {
             const auto found = held.use([](MinConflicts& search) { return search.found(); });
             if (!found) return nb::none();
             nb::list columns;
             for (const std::uint32_t column : *found) columns.append(column);
             return columns;
           })
      .def_prop_ro("restarts", [](Shared<MinConflicts>& held) {
        return held.use([](MinConflicts& search) { return search.restarts(); });
      });

  bind_search<BestSearch>(module, "BestSearch")
      .def(
          "__init__",
          [](Shared<BestSearch>* self, const Tables& tables, nb::handle values, nb::handle best,
             bool in_order) {
            new (self) Shared<BestSearch>(
                BestSearch(tables, integers("values", values), clamped(best), in_order));
          },
          nb::arg("tables"), nb::arg("values"), nb::arg("best"), nb::arg("in_order") = true)
      .def(
          "run",
          [](Shared<BestSearch>& held, nb::handle nodes) {
            held.use([nodes = clamped(nodes)](BestSearch& search) { search.run(nodes); });
          },
          nb::arg("nodes"))
      .def("found",
           [](Shared<BestSearch>& held) {
             nb::list placements;
             for (const auto& scored : held.use([](BestSearch& search) { return search.found(); })) {
               placements.append(nb::make_tuple(scored.value, as_bytes(scored.queens)));
             }
             return placements;
           })
      .def_prop_ro("bound", [](Shared<BestSearch>& held) {
        return held.use([](BestSearch& search) { return search.bound(); });
      });
}

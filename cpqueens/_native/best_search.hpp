#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "board_checks.hpp"
#include "dual_search.hpp"
#include "ranking.hpp"
#include "row_maxima_search.hpp"
#include "tables.hpp"

namespace cpqueens {

// The placements of largest value, by the search that suits the size: bounds from row maxima cost next
// to nothing, those of a Lagrangian relaxation leave few nodes.
class BestSearch {
 public:
  // `dual_from`: so many rows go to the relaxation.
  BestSearch(Tables tables, const std::vector<std::int64_t>& values, std::int64_t best, bool in_order,
             std::int64_t dual_from)
      : search_(chosen(std::move(tables), values, best, in_order, dual_from)) {}

  void run(std::int64_t nodes) {
    std::visit([&](auto& search) { search->run(nodes); }, search_);
  }

  bool finished() const {
    return std::visit([](const auto& search) { return search->finished(); }, search_);
  }

  std::uint64_t nodes() const {
    return std::visit([](const auto& search) { return search->nodes(); }, search_);
  }

  std::vector<Scored> found() const {
    return std::visit([](const auto& search) { return search->found(); }, search_);
  }

  // No placement has a larger value; nothing when it is proved that there is none.
  std::optional<std::int64_t> bound() const {
    return std::visit([](const auto& search) { return search->bound(); }, search_);
  }

 private:
  using Search = std::variant<std::unique_ptr<RowMaximaSearch>, std::unique_ptr<DualSearch>>;

  static Search chosen(Tables tables, const std::vector<std::int64_t>& values, std::int64_t best, bool in_order,
                       std::int64_t dual_from) {
    check_positive("best", best);
    if (tables.rows() >= dual_from && Relaxation::fits(tables)) {
      return std::make_unique<DualSearch>(std::move(tables), values, best, in_order);
    }
    return std::make_unique<RowMaximaSearch>(std::move(tables), values, best, in_order);
  }

  Search search_;
};

}  // namespace cpqueens

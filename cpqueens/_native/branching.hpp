#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "frames.hpp"
#include "masks.hpp"
#include "reduced_costs.hpp"
#include "relaxation.hpp"

namespace cpqueens {

// A cell for the next queen, and what every placement with it loses at least.
struct Child {
  Cell cell;
  Relaxation::Cost bound;
};

// Where a search on a relaxation goes on: among the cells of one row or of one label of the family that
// the relaxation keeps.
class Branching {
 public:
  using Cost = Relaxation::Cost;

  // Takes out the cells that raise the bound beyond the slack, and finds the row or the label with fewest
  // candidates, of which those count less that use up much of the slack.
  void choose(const Relaxation& relaxation, const ReducedCosts& costs, Frames& frames, int depth, Cost slack) {
    read_raises(costs, frames, depth, slack);
    row_ = label_ = -1;
    dead_ = took_out_ = false;
    std::array<double, kMaxSide> of_label{};
    double fewest = kMaxSide + 1;
    const double rate = -kUrgency / static_cast<double>(slack + 1);
    for (Mask rest = frames.open(depth); rest != 0; rest &= rest - 1) {
      const int row = lowest(rest);
      Mask& domain = frames.domain(depth, row);
      double of_row = 0;
      for (Mask columns = domain; columns != 0; columns &= columns - 1) {
        const int column = lowest(columns);
        const Cost raise = raise_[at(row)][at(column)];
        if (raise > slack) {
          domain &= ~bit(column);
          took_out_ = true;
          continue;
        }
        const double candidate = std::exp2(rate * static_cast<double>(raise));
        of_row += candidate;
        of_label[at(relaxation.label(frames.tables().index(row, column)))] += candidate;
      }
      if (domain == 0) dead_ = true;
      if (of_row < fewest) {
        fewest = of_row;
        row_ = row;
      }
    }
    if (!relaxation.labels_exact()) return;
    for (int label = 0; label < kMaxSide; ++label) {
      if (of_label[at(label)] > 0 && of_label[at(label)] < fewest) {
        fewest = of_label[at(label)];
        label_ = label;
        row_ = -1;
      }
    }
  }

  // Whether a row was left without cells, and whether any cell was taken out.
  bool dead() const { return dead_; }
  bool took_out() const { return took_out_; }

  // The chosen cells, those of the least bounds first.
  void list(const Relaxation& relaxation, Frames& frames, int depth, std::vector<Child>& children) const {
    for (Mask rest = frames.open(depth); rest != 0; rest &= rest - 1) {
      const int row = lowest(rest);
      if (row_ >= 0 && row != row_) continue;
      for (Mask columns = frames.domain(depth, row); columns != 0; columns &= columns - 1) {
        const int column = lowest(columns);
        if (row_ < 0 && relaxation.label(frames.tables().index(row, column)) != label_) continue;
        children.push_back(child(relaxation, row, column));
      }
    }
    std::stable_sort(children.begin(), children.end(),
                     [](const Child& first, const Child& second) { return first.bound < second.bound; });
  }

  // The cells of the first open row instead, column by column.
  void list_in_order(const Relaxation& relaxation, Frames& frames, int depth, std::vector<Child>& children) const {
    const int row = lowest(frames.open(depth));
    for (Mask columns = frames.domain(depth, row); columns != 0; columns &= columns - 1) {
      children.push_back(child(relaxation, row, lowest(columns)));
    }
  }

 private:
  static constexpr double kUrgency = 3;

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  Child child(const Relaxation& relaxation, int row, int column) const {
    return {{static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column)},
            relaxation.bound() + raise_[at(row)][at(column)]};
  }

  // How much at least a queen on each open cell raises the bound: its reduced cost, and those of the
  // next best cells in the rows whose cheapest it attacks. Beyond the slack more does not matter.
  void read_raises(const ReducedCosts& costs, Frames& frames, int depth, Cost slack) {
    const Mask open = frames.open(depth);
    for (Mask rest = open; rest != 0; rest &= rest - 1) {
      const int row = lowest(rest);
      for (Mask columns = frames.domain(depth, row); columns != 0; columns &= columns - 1) {
        raise_[at(row)][at(lowest(columns))] = costs.cost(row, lowest(columns));
      }
    }
    for (Mask rest = open; rest != 0; rest &= rest - 1) {
      const int row = lowest(rest);
      const Mask* kept = frames.tables().kept(row, costs.order(row)[0]);
      for (Mask others = open & ~bit(row); others != 0; others &= others - 1) {
        const int other = lowest(others);
        for (Mask attackers = frames.domain(depth, other) & ~kept[other]; attackers != 0; attackers &= attackers - 1) {
          const int column = lowest(attackers);
          Cost& raise = raise_[at(other)][at(column)];
          if (raise > slack) continue;
          const Mask left = frames.tables().kept(other, column)[row] & frames.domain(depth, row);
          const int next = costs.cheapest(row, left);
          raise += next < 0 ? slack + 1 : costs.cost(row, next);
        }
      }
    }
  }

  int row_ = -1;
  int label_ = -1;
  bool dead_ = false;
  bool took_out_ = false;
  std::array<std::array<Cost, kMaxSide>, kMaxSide> raise_;
};

}  // namespace cpqueens

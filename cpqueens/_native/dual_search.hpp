#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "board_checks.hpp"
#include "branching.hpp"
#include "frames.hpp"
#include "horizons.hpp"
#include "ranking.hpp"
#include "reduced_costs.hpp"
#include "relaxation.hpp"
#include "slack_search.hpp"
#include "table_search.hpp"

namespace cpqueens {

// Branch and bound on a Lagrangian relaxation. It goes in rounds: each looks only for placements that
// lose no more than its horizon, so that cells and branches beyond are dropped at once; a round that
// ends has proved that there are no others, and the next one's horizon is farther. Before each, a dive
// without a horizon looks for a first or a better placement.
//
// Equal values in lexicographic order are found last: rows are gone through in order, and whether a
// column of theirs leads to such a value is decided by the same branch and bound, up to the first witness.
class DualSearch {
 public:
  using Cost = Relaxation::Cost;

  DualSearch(Tables tables, const std::vector<std::int64_t>& values, std::int64_t best, bool in_order)
      : weights_(tables.allowed(), tables.columns(), values),
        frames_(std::move(tables)),
        relaxation_(frames_.tables(), weights_),
        table_search_(frames_.tables(), false),
        slack_search_(frames_.rows()),
        ranking_(best),
        in_order_(in_order),
        levels_(static_cast<std::size_t>(frames_.rows()) + 1) {
    level().state = relaxation_.state();
    pass_end_ = kFirstNodes;
  }

  void run(std::int64_t nodes) {
    check_positive("nodes", nodes);
    for (const std::uint64_t end = this->nodes() + static_cast<std::uint64_t>(nodes);
         pass_ != Pass::finished && this->nodes() < end;) {
      if (pass_ == Pass::first) {
        find_first();
      } else if (depth_ < 0) {
        exhausted();
      } else if (pass_ == Pass::dive && depth_ > 0 && this->nodes() >= pass_end_) {
        note_root_bound();
        begin_round();
      } else if (level().steps > 0) {
        improve();
      } else {
        descend();
      }
    }
  }

  bool finished() const { return pass_ == Pass::finished; }

  // Looks at rows' candidates by assignments, and nodes of the quicker searches.
  std::uint64_t nodes() const { return relaxation_.scans() + slack_search_.nodes() + table_search_.nodes(); }

  std::vector<Scored> found() const { return ranking_.with_ties(ties_); }

  // No placement has a larger value; nothing when it is proved that there is none.
  std::optional<std::int64_t> bound() const {
    std::optional<std::int64_t> bound;
    if (!ranking_.empty()) bound = ranking_.best_value();
    if (pass_ == Pass::ties || pass_ == Pass::finished) return bound;
    const Cost loss = pass_ == Pass::first ? proved_ : std::max(proved_, std::min(least_open(), horizon_ + 1));
    const std::int64_t open = relaxation_.losses().value(loss);
    return bound ? std::max(*bound, open) : open;
  }

 private:
  enum class Pass { first, dive, round, ties, finished };

  struct Level {
    Relaxation::State state;  // the multipliers with the best bound
    Cost placed = 0;          // what the queens placed lose
    std::int64_t sum = 0;     // their value
    Cost bound = 0;           // of the placements that are open here
    int steps = 0;            // of the multipliers, before branching
    bool ordered = false;     // whether to branch in lexicographic order
    std::vector<Child> children;
    std::size_t next = 0;
  };

  static constexpr Cost kNoLimit = Horizons::kNone;
  static constexpr int kRootSteps = 300;
  static constexpr int kAgainSteps = 20;
  static constexpr int kInnerSteps = 6;
  static constexpr double kStepShare = 1.2;
  static constexpr std::int64_t kSlackNodes = 300;
  static constexpr std::int64_t kNodesAtOnce = 1000;
  static constexpr std::uint64_t kFirstNodes = 20'000;
  static constexpr std::uint64_t kDiveNodes = 1000;

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  Level& level() { return levels_[at(depth_)]; }
  std::int64_t value(int row, int column) const { return weights_.values[frames_.tables().index(row, column)]; }
  bool limited() const { return limit_ < kNoLimit; }

  // Passes

  // Any placement; on boards that have none that is proved sooner without bounds.
  void find_first() {
    const std::vector<std::uint8_t> first = table_search_.take(kNodesAtOnce, 1);
    if (!first.empty()) {
      std::copy(first.begin(), first.end(), queens_.begin());
      record();
    } else if (table_search_.finished()) {
      pass_ = Pass::finished;
      return;
    } else if (nodes() < pass_end_) {
      return;
    }
    begin_dive(kDiveNodes * static_cast<std::uint64_t>(frames_.rows()));
  }

  void begin_dive(std::uint64_t nodes_at_most) {
    horizon_ = kNoLimit;
    pass_ = Pass::dive;
    pass_end_ = nodes() + nodes_at_most;
    enter_root(root_bound_ == 0 ? kRootSteps : kAgainSteps);
  }

  void enter_root(int steps) {
    depth_ = 0;
    Level& root = level();
    frames_.reset_domains();
    relaxation_.state() = root.state;
    root.placed = root.sum = root.bound = 0;
    root.ordered = pass_ == Pass::ties;
    set_limit();
    enter(steps);
  }

  // The largest loss with which a placement can still enter the list.
  Cost open_places() const {
    const Losses& losses = relaxation_.losses();
    if (pass_ == Pass::ties) return losses.allowed(ranking_.worst_value(), true);
    return ranking_.full() ? losses.allowed(ranking_.worst_value(), false) : kNoLimit;
  }

  void set_limit() { limit_ = std::min(open_places(), horizon_); }

  void note_root_bound() {
    root_bound_ = std::max(root_bound_, levels_[0].bound);
    proved_ = std::max(proved_, std::min(root_bound_, limit_ + 1));
  }

  void begin_round() {
    const Losses& losses = relaxation_.losses();
    horizon_ = horizons_.next(root_bound_, open_places(), losses.step(), losses.largest());
    pass_ = Pass::round;
    cut_ = false;
    round_start_ = nodes();
    enter_root(kAgainSteps);
  }

  void exhausted() {
    if (pass_ == Pass::ties) {
      pass_ = Pass::finished;
    } else if (pass_ == Pass::dive || !cut_ || horizon_ >= open_places()) {
      begin_ties();
    } else {
      proved_ = std::max(proved_, horizon_ + 1);
      const std::uint64_t work = nodes() - round_start_;
      horizons_.widen(work, relaxation_.losses().step());
      if (ranking_.empty()) {
        pass_ = Pass::first;
        pass_end_ = nodes() + work;
      } else {
        begin_dive(work / 4);
      }
    }
  }

  void begin_ties() {
    if (!ranking_.full() || !in_order_) {
      pass_ = Pass::finished;
      return;
    }
    pass_ = Pass::ties;
    horizon_ = kNoLimit;
    places_ = ranking_.places_of_worst();
    query_ = -1;
    enter_root(kAgainSteps);
  }

  Cost least_open() const {
    Cost least = kNoLimit;
    for (int depth = 0; depth <= depth_; ++depth) {
      const Level& open = levels_[at(depth)];
      if (depth == depth_ && open.steps > 0) {
        least = std::min(least, open.bound);
      } else if (open.next < open.children.size()) {
        least = std::min(least, open.children[open.next].bound);
      }
    }
    return least;
  }

  // Levels

  // The frame is placed, and the relaxation has the multipliers to start from.
  void enter(int steps) {
    Level& here = level();
    here.children.clear();
    here.next = 0;
    here.steps = steps;
    here.state.bound = -kNoLimit;
    if (!frames_.alive(depth_)) {
      close();
    } else {
      relaxation_.forget_dead_lines(frames_, depth_);
    }
  }

  void close() {
    level().steps = 0;
    level().next = level().children.size();
    --depth_;
    if (depth_ < query_) query_ = -1;
  }

  void improve() {
    Level& here = level();
    --here.steps;
    if (!bound_level()) return;
    if (here.steps > 0 && relaxation_.move(target(), kStepShare)) return;
    here.steps = 0;
    if (relaxation_.bound() < here.state.bound) {
      relaxation_.state() = here.state;
      if (!bound_level()) return;
    }
    branch();
  }

  Cost target() const {
    const Cost nearby = relaxation_.bound() + std::max(relaxation_.bound() / 50, relaxation_.losses().step());
    return pass_ == Pass::dive || !limited() ? std::min(limit_ + 1, nearby) : limit_ + 1;
  }

  // Solves the relaxation once and takes out what it rules out; false when that was the end of the level.
  bool bound_level() {
    Level& here = level();
    if (!relaxation_.solve(frames_, depth_, here.placed)) return closed();
    const Cost bound = relaxation_.bound();
    here.bound = std::max(here.bound, bound);
    if (bound > here.state.bound) {
      here.state = relaxation_.state();
      here.state.bound = bound;
    }
    if (bound <= limit_ && relaxation_.no_line_overfull()) {
      for (Mask rest = frames_.open(depth_); rest != 0; rest &= rest - 1) {
        queens_[at(lowest(rest))] = static_cast<std::uint8_t>(relaxation_.chosen(lowest(rest)));
      }
      if (no_attack_among(frames_.open(depth_)) && record() && end_query()) return false;
    }
    if (bound > limit_) {
      cut_ = true;
      return closed();
    }
    return fix(limit_ - bound) || closed();
  }

  bool closed() {
    close();
    return false;
  }

  // Takes out the cells whose queens would lose more than the slack beyond the bound.
  bool fix(Cost slack) {
    for (Mask rest = frames_.open(depth_); rest != 0; rest &= rest - 1) {
      const int row = lowest(rest);
      Mask& domain = frames_.domain(depth_, row);
      for (Mask columns = domain; columns != 0; columns &= columns - 1) {
        if (relaxation_.reduced_cost(row, lowest(columns)) > slack) {
          domain &= ~(columns & (~columns + 1));
          cut_ = true;
        }
      }
      if (domain == 0) return false;
    }
    return true;
  }

  // The relaxation has been solved with the level's best multipliers.
  void branch() {
    Level& here = level();
    const Cost bound = relaxation_.bound();
    const Cost slack = limit_ - bound;
    costs_.read(relaxation_, frames_, depth_);
    branching_.choose(relaxation_, costs_, frames_, depth_, slack);
    cut_ = cut_ || branching_.took_out();
    if (branching_.dead()) return close();
    if (here.ordered) return branching_.list_in_order(relaxation_, frames_, depth_, here.children);
    if (limited()) {
      bool answered = false;
      const auto take = [&]() -> Cost {
        answered = record();
        return answered ? -1 : limit_ - bound;
      };
      const bool square = relaxation_.labels_exact() && relaxation_.labels_are_columns();
      const bool complete =
          slack_search_.run(costs_, frames_, depth_, slack, square, kSlackNodes, queens_, take);
      if (answered && end_query()) return;
      if (complete) {
        cut_ = true;
        return close();
      }
    }
    branching_.list(relaxation_, frames_, depth_, here.children);
  }

  void descend() {
    Level& here = level();
    if (here.next == here.children.size()) return close();
    const Child child = here.children[here.next++];
    if (child.bound > limit_) {
      cut_ = true;
      if (!here.ordered) close();
      return;
    }
    const int row = child.cell.row;
    const int column = child.cell.column;
    frames_.place(depth_, child.cell);
    queens_[at(row)] = child.cell.column;
    Level& below = levels_[at(depth_) + 1];
    below.placed = here.placed + relaxation_.losses().of(frames_.tables().index(row, column));
    below.sum = here.sum + value(row, column);
    below.bound = child.bound;
    below.ordered = here.ordered && leads_to_witness(depth_ + 1);
    if (here.ordered && !below.ordered) query_ = depth_ + 1;
    relaxation_.state() = here.state;
    ++depth_;
    if (depth_ < frames_.rows()) {
      enter(kInnerSteps);
    } else {
      leaf();
    }
  }

  void leaf() {
    Level& here = level();
    here.children.clear();
    here.next = 0;
    here.steps = 0;
    if (frames_.alive(depth_)) {
      if (here.ordered) return add_tie();
      if (record() && end_query()) return;
    }
    close();
  }

  // Placements

  bool no_attack_among(Mask rows) const {
    for (; rows != 0; rows &= rows - 1) {
      const Mask* kept = frames_.tables().kept(lowest(rows), queens_[at(lowest(rows))]);
      for (Mask others = rows & (rows - 1); others != 0; others &= others - 1) {
        if (!(kept[lowest(others)] & bit(queens_[at(lowest(others))]))) return false;
      }
    }
    return true;
  }

  bool totals_hold() const {
    for (const Total& total : frames_.tables().totals()) {
      std::int64_t sum = 0;
      for (int row = 0; row < frames_.rows(); ++row) {
        sum += total.weights.values[frames_.tables().index(row, queens_[at(row)])];
      }
      if (sum < total.at_least || sum > total.at_most) return false;
    }
    return true;
  }

  // Notes `queens_`, which attack each other nowhere; true when they are what a query asked for.
  bool record() {
    if (!totals_hold()) return false;
    std::int64_t sum = 0;
    for (int row = 0; row < frames_.rows(); ++row) sum += value(row, queens_[at(row)]);
    if (pass_ == Pass::ties) {
      if (sum != ranking_.worst_value()) return false;
      witness_ = queens_;
      witnessed_ = true;
      return true;
    }
    ranking_.record(sum, {queens_.begin(), queens_.begin() + frames_.rows()});
    set_limit();
    return false;
  }

  // Equal values in order

  bool leads_to_witness(int depth) const {
    return witnessed_ && std::equal(queens_.begin(), queens_.begin() + depth, witness_.begin());
  }

  // Goes on from the root of the query that has its witness; false when none was asked.
  bool end_query() {
    if (query_ < 0) return false;
    depth_ = query_;
    query_ = -1;
    std::copy(witness_.begin(), witness_.end(), queens_.begin());
    Level& here = level();
    if (depth_ == frames_.rows()) {
      add_tie();
      return true;
    }
    here.ordered = true;
    here.steps = 1;
    here.children.clear();
    here.next = 0;
    relaxation_.state() = here.state;
    relaxation_.forget_dead_lines(frames_, depth_);
    return true;
  }

  void add_tie() {
    ties_.push_back({ranking_.worst_value(), {queens_.begin(), queens_.begin() + frames_.rows()}});
    if (ties_.size() == places_) {
      pass_ = Pass::finished;
    } else {
      close();
    }
  }

  Weights weights_;
  Frames frames_;
  Relaxation relaxation_;
  ReducedCosts costs_;
  Branching branching_;
  TableSearch table_search_;
  SlackSearch slack_search_;
  Ranking ranking_;
  bool in_order_;
  std::vector<Level> levels_;
  std::array<std::uint8_t, kMaxSide> queens_{};
  Pass pass_ = Pass::first;
  int depth_ = 0;
  Cost limit_ = 0;             // no placement of a larger loss is looked for
  Cost horizon_ = kNoLimit;    // of the round
  bool cut_ = false;           // whether the limit has taken anything out in this round
  Cost proved_ = 0;            // every placement not found loses at least so much, or is not wanted
  Cost root_bound_ = 0;
  Horizons horizons_;
  std::uint64_t round_start_ = 0;
  std::uint64_t pass_end_ = 0;
  std::size_t places_ = 0;     // that placements of the worst value have in the list
  std::vector<Scored> ties_;
  int query_ = -1;             // the depth where the present query began
  std::array<std::uint8_t, kMaxSide> witness_{};
  bool witnessed_ = false;
};

}  // namespace cpqueens

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "board_checks.hpp"

namespace cpqueens {

// One queen a row of a board whose sides may be longer than a mask.
struct CoverBoard {
  std::int64_t columns;
  std::vector<std::vector<std::int64_t>> allowed;  // for each row, columns in increasing order
  std::vector<std::vector<std::int64_t>> families;
  std::vector<std::pair<std::int64_t, std::int64_t>> leaps;
  std::vector<std::int64_t> row_numbers;
  std::vector<std::int64_t> column_numbers;
  std::vector<std::vector<std::int64_t>> images;  // for each cell the cell that it needs, or -1
};

// Exact cover by dancing links: D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1. An option is a
// cell. Rows are primary items, to be covered once, and so are labels where there is one for each row.
// All other labels, and pairs of cells a leap apart, are secondary items, to be covered at most once; so
// are a cell and those cells of its image's row that are not its image.
class CoverSearch {
 public:
  static constexpr std::int64_t kMostColumns = 256;
  static constexpr std::int64_t kMostLinks = std::int64_t{1} << 25;

  CoverSearch(const CoverBoard& board, bool ordered) : ordered_(ordered), rows_(board.allowed.size()) {
    check(board);
    const bool enough_labels = build(board);
    chosen_.resize(rows_);
    queens_.resize(rows_);
    if (!enough_labels || !open()) depth_ = kFinished;
  }

  std::uint64_t count(std::int64_t nodes) {
    check_positive("nodes", nodes);
    std::uint64_t placements = 0;
    for (const std::uint64_t end = nodes_ + static_cast<std::uint64_t>(nodes); !finished() && nodes_ < end;) {
      if (on_last_row()) {
        placements += skip_last_row();
      } else {
        choose_option();
      }
    }
    return placements;
  }

  std::vector<std::uint8_t> take(std::int64_t nodes, std::int64_t limit) {
    check_positive("nodes", nodes);
    check_positive("limit", limit);
    std::vector<std::uint8_t> placements;
    std::int64_t taken = 0;
    for (const std::uint64_t end = nodes_ + static_cast<std::uint64_t>(nodes);
         !finished() && nodes_ < end && taken < limit;) {
      if (on_last_row()) {
        take_next(placements);
        ++taken;
      } else {
        choose_option();
      }
    }
    return placements;
  }

  std::size_t rows() const { return rows_; }
  bool finished() const { return depth_ == kFinished; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  using Index = std::int32_t;
  using Options = std::vector<std::vector<Index>>;  // the items of each

  static constexpr std::size_t kFinished = std::numeric_limits<std::size_t>::max();
  static constexpr Index kNone = -1;

  // The header of an item, a member of an option, or the end of an option, which has no item and leads
  // up to the option's first member.
  struct Link {
    Index up;
    Index down;
    Index item;
    Index option;
  };

  struct Place {
    std::uint8_t row;
    std::uint8_t column;
  };

  static void check(const CoverBoard& board) {
    if (board.columns < 1 || board.columns > kMostColumns) {
      refuse("columns must be 1 to 256, not " + std::to_string(board.columns));
    }
    if (board.allowed.empty() || board.allowed.size() > static_cast<std::size_t>(kMostColumns)) {
      refuse("allowed must have 1 to 256 rows, not " + std::to_string(board.allowed.size()));
    }
    const std::size_t rows = board.allowed.size();
    const auto columns = static_cast<std::size_t>(board.columns);
    for (std::size_t row = 0; row < rows; ++row) check_columns(row, board.allowed[row], board.columns);
    for (const auto& labels : board.families) check_length("labels", labels.size(), rows * columns);
    check_numbers("row_numbers", board.row_numbers, rows);
    check_numbers("column_numbers", board.column_numbers, columns);
    check_leaps(board.leaps);
    const auto most = static_cast<std::size_t>(kMostLinks);
    if (board.families.size() + 2 * board.leaps.size() + 1 > most / (rows * columns)) {
      refuse("families and leaps are too many for so large a board");
    }
    for (const auto& images : board.images) {
      check_images(images, static_cast<std::int64_t>(rows), board.columns);
    }
    if (board.images.size() * columns > most / (rows * columns)) refuse("images are too many for so large a board");
  }

  static void check_columns(std::size_t row, const std::vector<std::int64_t>& numbers, std::int64_t columns) {
    const std::string name = "allowed[" + std::to_string(row) + "]";
    for (std::size_t at = 0; at < numbers.size(); ++at) {
      if (numbers[at] < 0 || numbers[at] >= columns) refuse(name + " has a column beyond the board");
      if (at > 0 && numbers[at - 1] >= numbers[at]) refuse(name + " must be strictly increasing");
    }
  }

  // False where a family has fewer labels than there are rows.
  bool build(const CoverBoard& board) {
    const auto columns = static_cast<std::size_t>(board.columns);
    std::vector<Index> option_at(rows_ * columns, kNone);
    Options options;
    for (std::size_t row = 0; row < rows_; ++row) {
      const Index item = new_item(true);
      for (const std::int64_t column : board.allowed[row]) {
        option_at[row * columns + static_cast<std::size_t>(column)] = static_cast<Index>(options.size());
        options.push_back({item});
        places_.push_back({static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column)});
      }
    }
    for (const auto& labels : board.families) {
      if (!add_family(labels, columns, options)) return false;
    }
    auto leaps = board.leaps;
    std::sort(leaps.begin(), leaps.end());
    leaps.erase(std::unique(leaps.begin(), leaps.end()), leaps.end());
    for (const auto& leap : leaps) add_leap(board, leap, option_at, options);
    for (const auto& images : board.images) add_images(images, columns, option_at, options);
    tie(options);
    return true;
  }

  bool add_family(const std::vector<std::int64_t>& labels, std::size_t columns, Options& options) {
    std::vector<std::pair<std::int64_t, std::size_t>> labelled;
    for (std::size_t option = 0; option < options.size(); ++option) {
      labelled.emplace_back(labels[places_[option].row * columns + places_[option].column], option);
    }
    std::sort(labelled.begin(), labelled.end());
    std::size_t different = 0;
    for (std::size_t at = 0; at < labelled.size(); ++at) {
      if (at == 0 || labelled[at - 1].first != labelled[at].first) ++different;
    }
    if (different < rows_) return false;
    const bool primary = different == rows_;
    for (std::size_t start = 0, end = 0; start < labelled.size(); start = end) {
      while (end < labelled.size() && labelled[end].first == labelled[start].first) ++end;
      if (!primary && end - start == 1) continue;
      const Index item = new_item(primary);
      for (std::size_t at = start; at < end; ++at) options[labelled[at].second].push_back(item);
    }
    return true;
  }

  void add_leap(const CoverBoard& board, std::pair<std::int64_t, std::int64_t> leap,
                const std::vector<Index>& option_at, Options& options) {
    const std::size_t columns = board.column_numbers.size();
    for (std::size_t row = 0; row < rows_; ++row) {
      const std::size_t below = at_distance(board.row_numbers, row, leap.first);
      if (below == rows_) continue;
      for (std::size_t column = 0; column < columns; ++column) {
        const std::size_t aside = at_distance(board.column_numbers, column, leap.second);
        if (aside == columns) continue;
        const Index from = option_at[row * columns + column];
        const Index to = option_at[below * columns + aside];
        if (from == kNone || to == kNone) continue;
        const Index item = new_item(false);
        options[static_cast<std::size_t>(from)].push_back(item);
        options[static_cast<std::size_t>(to)].push_back(item);
      }
    }
  }

  void add_images(const std::vector<std::int64_t>& images, std::size_t columns,
                  const std::vector<Index>& option_at, Options& options) {
    for (std::size_t cell = 0; cell < images.size(); ++cell) {
      const Index from = option_at[cell];
      if (images[cell] < 0 || from == kNone) continue;
      const auto image = static_cast<std::size_t>(images[cell]);
      if (image == cell) continue;
      const Index item = new_item(false);
      options[static_cast<std::size_t>(from)].push_back(item);
      const std::size_t start = image - image % columns;
      for (std::size_t other = start; other < start + columns; ++other) {
        if (other != image && option_at[other] != kNone) {
          options[static_cast<std::size_t>(option_at[other])].push_back(item);
        }
      }
    }
  }

  // Where a number larger by the distance stands; the end when there is none.
  static std::size_t at_distance(const std::vector<std::int64_t>& numbers, std::size_t from,
                                 std::int64_t distance) {
    using Limits = std::numeric_limits<std::int64_t>;
    const std::int64_t number = numbers[from];
    if (distance > 0 ? number > Limits::max() - distance : number < Limits::min() - distance) {
      return numbers.size();
    }
    const auto found = std::lower_bound(numbers.begin(), numbers.end(), number + distance);
    if (found == numbers.end() || *found != number + distance) return numbers.size();
    return static_cast<std::size_t>(found - numbers.begin());
  }

  // Primary items form a ring, whose head is made last; secondary items are rings of their own.
  Index new_item(bool primary) {
    const auto item = static_cast<Index>(left_.size());
    left_.push_back(item);
    right_.push_back(item);
    if (primary) primary_.push_back(item);
    return item;
  }

  void tie(const Options& options) {
    const auto items = static_cast<Index>(left_.size());
    if (!ordered_) put_middle_first();
    head_ = new_item(true);
    for (std::size_t at = 0; at < primary_.size(); ++at) {
      const Index item = primary_[at];
      const Index next = primary_[(at + 1) % primary_.size()];
      right(item) = next;
      left(next) = item;
    }
    sizes_.assign(static_cast<std::size_t>(items), 0);
    for (Index item = 0; item < items; ++item) links_.push_back({item, item, item, kNone});
    for (const std::size_t option : order_of_options(options.size())) {
      const auto first = static_cast<Index>(links_.size());
      for (const Index item : options[option]) {
        const auto member = static_cast<Index>(links_.size());
        links_.push_back({link(item).up, item, item, static_cast<Index>(option)});
        link(link(item).up).down = member;
        link(item).up = member;
        ++size(item);
      }
      links_.push_back({first, kNone, kNone, kNone});
    }
  }

  // Among items of equally few options those in the middle of the board cut off most: two thirds of the nodes.
  void put_middle_first() {
    std::vector<std::size_t> order(primary_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto from_middle = [this](std::size_t at) {
      const std::size_t twice = 2 * (at % rows_) + 1;
      return twice > rows_ ? twice - rows_ : rows_ - twice;
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
      return from_middle(one) < from_middle(other);
    });
    std::vector<Index> sorted;
    for (const std::size_t at : order) sorted.push_back(primary_[at]);
    primary_ = std::move(sorted);
  }

  // Shuffled, so that queens do not line up in a corner: without that, large boards are lost at the first queens.
  std::vector<std::size_t> order_of_options(std::size_t options) const {
    std::vector<std::size_t> order(options);
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (ordered_) return order;
    std::mt19937_64 random;
    for (std::size_t left = options; left > 1; --left) {
      std::swap(order[left - 1], order[static_cast<std::size_t>(random() % left)]);
    }
    return order;
  }

  Link& link(Index index) { return links_[static_cast<std::size_t>(index)]; }
  Index& left(Index item) { return left_[static_cast<std::size_t>(item)]; }
  Index& right(Index item) { return right_[static_cast<std::size_t>(item)]; }
  Index& size(Index item) { return sizes_[static_cast<std::size_t>(item)]; }

  void cover(Index item) {
    for (Index member = link(item).down; member != item; member = link(member).down) hide(member);
    right(left(item)) = right(item);
    left(right(item)) = left(item);
  }

  void uncover(Index item) {
    left(right(item)) = item;
    right(left(item)) = item;
    for (Index member = link(item).up; member != item; member = link(member).up) unhide(member);
  }

  void hide(Index member) {
    for (Index other = member + 1; other != member;) {
      const Link& its = link(other);
      if (its.item == kNone) {
        other = its.up;
        continue;
      }
      link(its.up).down = its.down;
      link(its.down).up = its.up;
      --size(its.item);
      ++other;
    }
  }

  void unhide(Index member) {
    for (Index other = member + 1; other != member;) {
      const Link& its = link(other);
      if (its.item == kNone) {
        other = its.up;
        continue;
      }
      link(its.up).down = other;
      link(its.down).up = other;
      ++size(its.item);
      ++other;
    }
  }

  void cover_others(Index member) {
    for (Index other = member + 1; other != member;) {
      const Link& its = link(other);
      if (its.item == kNone) {
        other = its.up;
      } else {
        cover(its.item);
        ++other;
      }
    }
  }

  // The order of cover_others backwards: the end of the option before stands in front of its first member.
  void uncover_others(Index member) {
    Index first = member;
    while (first > 0 && link(first - 1).option == link(member).option) --first;
    Index last = member;
    while (link(last + 1).item != kNone) ++last;
    for (Index other = member - 1; other >= first; --other) uncover(link(other).item);
    for (Index other = last; other > member; --other) uncover(link(other).item);
  }

  // The primary item to branch on, and in order always the next row; none where one has no option left.
  Index choose_item() {
    Index chosen = kNone;
    Index fewest = std::numeric_limits<Index>::max();
    for (Index item = right(head_); item != head_; item = right(item)) {
      const Index options = size(item);
      if (options == 0) return kNone;
      if (options < fewest) {
        if (chosen == kNone || !ordered_) chosen = item;
        fewest = options;
      }
    }
    return chosen;
  }

  // Begins a level of the search; false where it would be a dead end.
  bool open() {
    const Index item = choose_item();
    if (item == kNone) return false;
    chosen_[depth_] = link(item).down;
    if (!on_last_row()) cover(item);
    return true;
  }

  // There every option that is left completes a placement, since one label of each exact family is left.
  bool on_last_row() const { return depth_ + 1 == rows_; }

  void choose_option() {
    const Index member = chosen_[depth_];
    ++nodes_;
    place_queen(member);
    cover_others(member);
    ++depth_;
    if (open()) return;
    --depth_;
    uncover_others(member);
    next_option();
  }

  void place_queen(Index member) {
    const Place place = places_[static_cast<std::size_t>(link(member).option)];
    queens_[place.row] = place.column;
  }

  void take_next(std::vector<std::uint8_t>& placements) {
    ++nodes_;
    place_queen(chosen_[depth_]);
    placements.insert(placements.end(), queens_.begin(), queens_.end());
    next_option();
  }

  std::uint64_t skip_last_row() {
    std::uint64_t placements = 1;
    for (Index member = link(chosen_[depth_]).down; !is_header(member); member = link(member).down) ++placements;
    nodes_ += placements;
    close();
    return placements;
  }

  bool is_header(Index index) { return link(index).item == index; }

  void next_option() {
    chosen_[depth_] = link(chosen_[depth_]).down;
    if (is_header(chosen_[depth_])) close();
  }

  // Goes back to the last level with an option that was not tried.
  void close() {
    for (;;) {
      if (!on_last_row()) uncover(link(chosen_[depth_]).item);
      if (depth_ == 0) {
        depth_ = kFinished;
        return;
      }
      --depth_;
      uncover_others(chosen_[depth_]);
      chosen_[depth_] = link(chosen_[depth_]).down;
      if (!is_header(chosen_[depth_])) return;
    }
  }

  bool ordered_;
  std::size_t rows_;
  std::vector<Place> places_;  // of each option
  std::vector<Link> links_;    // the headers of all items, then the members and end of each option
  std::vector<Index> sizes_;
  std::vector<Index> left_;
  std::vector<Index> right_;
  std::vector<Index> primary_;
  Index head_ = kNone;
  std::vector<Index> chosen_;
  std::vector<std::uint8_t> queens_;
  std::size_t depth_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace cpqueens

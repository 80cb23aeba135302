#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "board_checks.hpp"
#include "frames.hpp"

namespace cpqueens {

// Depth first with forward checking. Unordered: fewest candidates first. Ordered: rows in order, which
// can be lost for ages in a part without placements; so after a barren stretch an unordered search
// probes each part before it is entered, until the next placement.
class TableSearch {
 public:
  TableSearch(Tables tables, bool ordered) : TableSearch(Frames(std::move(tables)), ordered) {
    if (frames_.tables().impossible()) depth_ = -1;
  }

  std::uint64_t count(std::int64_t nodes) {
    check_positive("nodes", nodes);
    std::uint64_t placements = 0;
    for (const std::uint64_t end = nodes_ + static_cast<std::uint64_t>(nodes); depth_ >= 0 && nodes_ < end;) {
      if (to_probe_ <= depth_) {
        probe(end);
      } else if (depth_ == last_ && frames_.tables().totals().empty()) {
        placements += count_last_row();
      } else {
        placements += step();
      }
    }
    unwind();
    return placements;
  }

  std::vector<std::uint8_t> take(std::int64_t nodes, std::int64_t limit) {
    check_positive("nodes", nodes);
    check_positive("limit", limit);
    std::vector<std::uint8_t> placements;
    std::int64_t taken = 0;
    for (const std::uint64_t end = nodes_ + static_cast<std::uint64_t>(nodes);
         depth_ >= 0 && nodes_ < end && taken < limit;) {
      if (to_probe_ <= depth_) {
        probe(end);
      } else if (step()) {
        placements.insert(placements.end(), queens_.begin(), queens_.end());
        ++taken;
      }
    }
    unwind();
    return placements;
  }

  std::size_t rows() const { return queens_.size(); }
  bool finished() const { return depth_ < 0; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  static constexpr std::uint64_t kBarrenStretch = 20'000;
  static constexpr int kNothing = std::numeric_limits<int>::max();

  TableSearch(Frames frames, bool ordered)
      : frames_(std::move(frames)),
        ordered_(ordered),
        last_(size(frames_.open(0)) - 1),
        branches_(static_cast<std::size_t>(last_) + 1),
        queens_(static_cast<std::size_t>(frames_.rows())) {
    open_branch();
  }

  Branch& branch() { return branches_[static_cast<std::size_t>(depth_)]; }

  void open_branch() {
    if (!ordered_) {
      frames_.branch_on_fewest(depth_, branch());
    } else if (frames_.alive(depth_)) {
      frames_.branch_on_row(depth_, lowest(frames_.open(depth_)), branch());
    } else {
      branch().clear();
    }
  }

  // Places one queen, or goes back one choice; true when a placement is complete.
  bool step() {
    Branch& here = branch();
    if (here.next == here.size) {
      --depth_;
      return false;
    }
    const Cell cell = here.cells[static_cast<std::size_t>(here.next++)];
    ++nodes_;
    queens_[cell.row] = cell.column;
    frames_.place(depth_, cell);
    if (depth_ == last_) {
      const bool complete = frames_.alive(depth_ + 1);
      if (complete) trust();
      return complete;
    }
    ++depth_;
    open_branch();
    if (to_probe_ != kNothing) {
      to_probe_ = depth_;
    } else if (ordered_ && nodes_ - fruitful_ > kBarrenStretch) {
      to_probe_ = 1;
    }
    return false;
  }

  // Without totals, every candidate of the last open row completes a placement.
  std::uint64_t count_last_row() {
    Branch& here = branch();
    const auto placements = static_cast<std::uint64_t>(here.size - here.next);
    nodes_ += placements;
    if (placements != 0) trust();
    here.next = here.size;
    --depth_;
    return placements;
  }

  void trust() {
    fruitful_ = nodes_;
    to_probe_ = kNothing;
  }

  // Looks for any placement below the first to_probe_ queens, and takes the last of these back if none is.
  void probe(std::uint64_t end) {
    if (!probe_) probe_.reset(new TableSearch(Frames(frames_, to_probe_), false));
    const std::uint64_t before = probe_->nodes();
    const bool fruitful = !probe_->take(static_cast<std::int64_t>(end - nodes_), 1).empty();
    nodes_ += probe_->nodes() - before;
    if (fruitful) {
      ++to_probe_;
    } else if (probe_->finished()) {
      depth_ = to_probe_ - 1;
    } else {
      return;
    }
    probe_.reset();
  }

  void unwind() {
    while (depth_ >= 0 && branch().next == branch().size && to_probe_ > depth_) --depth_;
  }

  Frames frames_;
  bool ordered_;
  int last_;
  std::vector<Branch> branches_;
  std::vector<std::uint8_t> queens_;
  int depth_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t fruitful_ = 0;  // the node count when the last placement was complete
  int to_probe_ = kNothing;     // in a barren stretch, all frames before this one have placements
  std::unique_ptr<TableSearch> probe_;
};

}  // namespace cpqueens

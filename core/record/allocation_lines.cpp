// SPDX-License-Identifier: Apache-2.0
#include "core/record/allocation_lines.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace cardinal {
namespace {

using Key = std::tuple<AllocationGroup::Kind, GpuMode, std::string>;

Key keyOf(const AllocationGroup& group) {
  return {group.kind, group.mode, group.name};
}

/// A time of a chart, and the state that holds then: its position in `past`, -1 = none.
struct Sample {
  UnixSeconds at = 0;
  std::ptrdiff_t state = -1;
};

/// Steps of the clock, so that a chart that moves on keeps its points; and the end of the question.
std::vector<Sample> samplesOf(const std::vector<PastSums>& past, const LinesQuestion& question, UnixSeconds step) {
  std::vector<Sample> out;
  std::size_t next = 0;
  const auto add = [&](UnixSeconds at) {
    while (next < past.size() && past[next].when.at <= at) ++next;
    // What held within the step counts: the last state may have been recorded a moment ago.
    const bool holds = next > 0 && past[next - 1].when.until + step > at;
    out.push_back({at, holds ? static_cast<std::ptrdiff_t>(next) - 1 : -1});
  };
  for (UnixSeconds at = (question.start + step - 1) / step * step; at < question.end; at += step) add(at);
  add(question.end);
  return out;
}

class Lines {
 public:
  Lines(const std::vector<PastSums>& past, const LinesQuestion& question)
      : m_past(past), m_question(question), m_step(linesStep(question)), m_samples(samplesOf(past, question, m_step)) {}

  AllocationLines make() {
    AllocationLines out;
    out.step = m_step;
    eachPoint([&](const AllocationSums& sums, UnixSeconds at) {
      out.total.push_back({at, static_cast<float>(amountIn(sums.total, m_question.measure))});
    });
    if (m_question.by == AllocationBy::Total) {
      AllocationLine& line = out.lines.emplace_back();
      eachPoint([&](const AllocationSums& sums, UnixSeconds at) {
        line.points.push_back({at, static_cast<float>(amountIn(sums.held, m_question.measure))});
      });
      if (line.points.empty()) out.lines.clear();
      return out;
    }
    choose(out);
    fill(out);
    return out;
  }

 private:
  template <typename Each>
  void eachPoint(Each&& each) const {
    for (const Sample& sample : m_samples) {
      if (sample.state >= 0) each(m_past[static_cast<std::size_t>(sample.state)].sums, sample.at);
    }
  }

  /// The groups that held most over the time, each by name.
  void choose(AllocationLines& out) {
    std::map<Key, double> held;
    eachPoint([&](const AllocationSums& sums, UnixSeconds) {
      for (const AllocationGroup& group : sums.groups(m_question.by)) {
        held[keyOf(group)] += amountIn(group.held, m_question.measure);
      }
    });
    const auto other = std::find_if(held.begin(), held.end(), [](const auto& one) {
      return std::get<0>(one.first) == AllocationGroup::Kind::Other;
    });
    const bool hasOther = other != held.end();
    if (hasOther) held.erase(other);
    std::vector<std::pair<double, Key>> order;
    order.reserve(held.size());
    for (const auto& [key, amount] : held) order.emplace_back(-amount, key);
    std::sort(order.begin(), order.end());
    const std::size_t most = std::max<std::size_t>(m_question.lines, 2);
    m_other = hasOther || order.size() > most;
    if (m_other && order.size() > most - 1) order.resize(most - 1);
    for (const auto& [amount, key] : order) {
      m_lineOf.emplace(key, out.lines.size());
      AllocationLine& line = out.lines.emplace_back();
      std::tie(line.kind, line.mode, line.name) = key;
    }
    if (m_other) out.lines.emplace_back().kind = AllocationGroup::Kind::Other;
  }

  void fill(AllocationLines& out) const {
    std::vector<double> amounts(out.lines.size());
    std::vector<bool> isKnown(out.lines.size());
    eachPoint([&](const AllocationSums& sums, UnixSeconds at) {
      std::fill(amounts.begin(), amounts.end(), 0.0);
      // A state is whole: who is not in it held nothing then, but where the small ones stand together.
      const auto& groups = sums.groups(m_question.by);
      const bool whole = groups.empty() || groups.back().kind != AllocationGroup::Kind::Other;
      std::fill(isKnown.begin(), isKnown.end(), whole);
      if (m_other) isKnown.back() = true;
      for (const AllocationGroup& group : groups) {
        const auto found = m_lineOf.find(keyOf(group));
        const std::size_t line = found != m_lineOf.end() ? found->second : out.lines.size() - 1;
        amounts[line] += amountIn(group.held, m_question.measure);
        isKnown[line] = true;
      }
      for (std::size_t i = 0; i < amounts.size(); ++i) {
        if (isKnown[i]) out.lines[i].points.push_back({at, static_cast<float>(amounts[i])});
      }
    });
  }

  const std::vector<PastSums>& m_past;
  const LinesQuestion& m_question;
  const UnixSeconds m_step;
  const std::vector<Sample> m_samples;
  std::map<Key, std::size_t> m_lineOf;
  bool m_other = false;
};

}  // namespace

UnixSeconds linesStep(const LinesQuestion& question) {
  const UnixSeconds range = std::max<UnixSeconds>(question.end - question.start, 1);
  // One point stands at the end, beside the steps.
  const UnixSeconds parts = std::max(question.points - 2, 1);
  const UnixSeconds least = std::max<UnixSeconds>(question.leastStep, 1);
  const UnixSeconds step = std::max(least, (range + parts - 1) / parts);
  return (step + least - 1) / least * least;
}

AllocationLines makeLines(const std::vector<PastSums>& past, const LinesQuestion& question) {
  return Lines(past, question).make();
}

}  // namespace cardinal

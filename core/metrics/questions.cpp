// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/questions.h"

#include <algorithm>
#include <initializer_list>
#include <set>

namespace cardinal {
namespace {

using Kinds = std::initializer_list<ExportedValue>;

bool has(Kinds kinds, ExportedValue value) {
  for (const ExportedValue kind : kinds) {
    if (kind == value) return true;
  }
  return false;
}

void join(std::string& list, std::string_view item, std::string_view separator) {
  if (!list.empty()) list += separator;
  list += item;
}

RefreshQuestion values(Kinds kinds) {
  std::string names;
  for (const Dialect* const dialect : dialects()) {
    for (const ExportedMetric& metric : dialect->metrics) {
      if (has(kinds, metric.value)) join(names, metric.name, "|");
    }
  }
  return {RefreshPart::Values, "max by (__name__, " + cardLabelList() + ") ({__name__=~\"" + names + "\"})"};
}

// timestamp() drops the name, so each metric is queried by itself: of two that have the same labels the first counts.
RefreshQuestion ages() {
  std::string all;
  for (const Dialect* const dialect : dialects()) {
    for (const std::string_view anchor : dialect->anchors) join(all, "timestamp(" + std::string(anchor) + ")", " or ");
  }
  // The scrape's own labels say where an exporter runs that does not name its node.
  return {RefreshPart::Ages, "min by (" + cardLabelList() + ", pod, namespace) (" + all + ")"};
}

bool tellsPods(const Dialect& dialect) {
  return std::any_of(dialect.metrics.begin(), dialect.metrics.end(),
                     [](const ExportedMetric& metric) { return isOfPod(metric.value); });
}

/// What monitors report of each container: with its labels, as the containers of a pod are added up.
std::string podShares() {
  std::string names;
  std::string labels = "instance";
  std::set<std::string_view> listed;
  for (const Dialect* const dialect : dialects()) {
    if (!tellsPods(*dialect)) continue;
    for (const ExportedMetric& metric : dialect->metrics) {
      if (isOfPod(metric.value)) join(names, metric.name, "|");
    }
    for (const ExportedLabel& label : dialect->labels) {
      if (listed.insert(label.name).second) join(labels, label.name, ", ");
    }
  }
  return "max by (__name__, " + labels + ") ({__name__=~\"" + names + "\"})";
}

RefreshQuestion pods() {
  std::string names;
  std::string labels = cardLabelList();
  std::set<std::string_view> listed;
  for (const Dialect* const dialect : dialects()) {
    if (!dialect->namesPods) continue;
    for (const std::string_view anchor : dialect->anchors) join(names, anchor, "|");
    for (const ExportedLabel& label : dialect->labels) {
      const bool ofPod = label.role == LabelRole::PodName || label.role == LabelRole::PodNamespace;
      if (ofPod && listed.insert(label.name).second) join(labels, label.name, ", ");
    }
  }
  // Cards that are sliced by time repeat their series with a label "vgpu"; what those report may be of the pod itself.
  // Where they do, they name the pod as well, and "or" leaves the count of the same labels out.
  return {RefreshPart::Pods,
          podShares() + " or max by (__name__, " + labels +
              ") ({__name__=~\"DCGM_FI_DEV_FB_USED|DCGM_FI_DEV_GPU_UTIL\", vgpu!=\"\"}) or count by (" + labels +
              ") ({__name__=~\"" + names + "\"})"};
}

std::string makeLabelList() {
  std::string list = "instance";
  for (const ExportedLabel& label : cardLabels()) join(list, label.name, ", ");
  return list;
}

/// A text as a part of a regular expression inside a PromQL string.
void quoteInto(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (std::string_view("\\.+*?()|[]{}^$").find(c) != std::string_view::npos) out += "\\\\";
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < ' ') continue;  // no label that names a card has one
    out += c;
  }
}

std::string alternatives(const std::set<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) {
    if (!all.empty()) all += '|';
    quoteInto(all, text);
  }
  return all;
}

std::set<std::string_view> labelsOf(const Dialect& dialect, LabelRole role) {
  std::set<std::string_view> names;
  for (const ExportedLabel& label : dialect.labels) {
    if (label.role == role) names.insert(label.name);
  }
  // The metrics of the vendor's exporter have its labels as well.
  if (&dialect == &dcgmDialect() && role == LabelRole::Host) names.insert("NodeName");
  if (role == LabelRole::Host) names.insert("node");
  return names;
}

/// What selects some cards among the series of a dialect: by UUID where one is known, else by host and index.
std::vector<std::string> selectorsOf(const Dialect& dialect, std::span<const CardSample> cards) {
  std::set<std::string> uuids, hosts, addresses, indexes;
  for (const CardSample& card : cards) {
    if (!card.uuid.empty()) {
      const std::string plain = plainUuid(card.uuid);
      uuids.insert({card.uuid, plain, "GPU-" + plain});
      continue;
    }
    if (card.index >= 0) indexes.insert(std::to_string(card.index));
    if (card.host.empty())
      addresses.insert(card.address);
    else
      hosts.insert(card.host);
  }
  std::vector<std::string> selectors;
  for (const std::string_view label : labelsOf(dialect, LabelRole::Uuid)) {
    if (!uuids.empty()) selectors.push_back(std::string(label) + "=~\"" + alternatives(uuids) + "\"");
  }
  for (const std::string_view index : labelsOf(dialect, LabelRole::Index)) {
    const std::string which = std::string(index) + "=~\"" + alternatives(indexes) + "\"";
    for (const std::string_view host : labelsOf(dialect, LabelRole::Host)) {
      if (!hosts.empty()) selectors.push_back(std::string(host) + "=~\"" + alternatives(hosts) + "\", " + which);
    }
    if (!addresses.empty()) selectors.push_back("instance=~\"(" + alternatives(addresses) + ")(:[0-9]+)?\", " + which);
  }
  return selectors;
}

bool measures(UseMeasure measure, ExportedValue value) {
  switch (measure) {
    case UseMeasure::GpuPercent:
      return value == ExportedValue::Busy || value == ExportedValue::EngineActive;
    case UseMeasure::MemoryUsedMib:
      return value == ExportedValue::MemoryUsed || value == ExportedValue::SecondUsed;
    case UseMeasure::TemperatureC:
      return value == ExportedValue::Temperature;
    case UseMeasure::PowerW:
      return value == ExportedValue::Power;
  }
  return false;
}

/// Labels that distinguish cards; `target`: the address of the scrape too, which two exporters on one node differ in.
std::string labelsToAddUp(bool instances, bool target) {
  std::string labels = target ? "instance" : "";
  for (const ExportedLabel& label : cardLabels()) {
    if (instances || label.role != LabelRole::Instance) join(labels, label.name, ", ");
  }
  return labels;
}

std::size_t dcgmPosition() {
  const auto all = dialects();
  return static_cast<std::size_t>(std::find(all.begin(), all.end(), &dcgmDialect()) - all.begin());
}

std::string seconds(UnixSeconds count) {
  return "[" + std::to_string(count) + "s]";
}

}  // namespace

std::vector<PastQuestion> historyQuestions(UseMeasure measure, std::span<const std::string> seen,
                                           std::span<const CardSample> cards, UnixSeconds step) {
  constexpr UnixSeconds kMinRange = 60;  // two scrapes of the slowest usual exporter
  const bool average = measure == UseMeasure::GpuPercent || measure == UseMeasure::PowerW;
  const std::string over = average ? "avg_over_time(" : "max_over_time(";
  std::vector<PastQuestion> questions;
  for (const std::string& name : seen) {
    const KnownMetric known = findMetric(name);
    if (known.metric == nullptr || !measures(measure, known.metric->value)) continue;
    std::string all;
    for (const std::string& selector : selectorsOf(*dialects()[known.dialect], cards)) {
      join(all, over + name + "{" + selector + "}" + seconds(std::max(step, kMinRange)) + ")", " or ");
    }
    if (!all.empty()) questions.push_back({name, "max by (" + cardLabelList() + ") (" + all + ")"});
  }
  return questions;
}

std::vector<PastQuestion> clusterQuestions(UseMeasure measure, std::span<const std::string> seen, UnixSeconds step) {
  constexpr UnixSeconds kMinRange = 60;
  const std::string range = seconds(std::max(step, kMinRange));
  const HistoryFold fold = foldOf(measure);
  const bool average = measure == UseMeasure::GpuPercent || measure == UseMeasure::PowerW;
  const std::string over = average ? "avg_over_time(" : "max_over_time(";
  const std::string outer = fold == HistoryFold::Sum ? "sum(" : fold == HistoryFold::Average ? "avg(" : "max(";
  std::vector<PastQuestion> questions;
  std::vector<bool> queried(dialects().size(), false);
  for (const std::string& name : seen) {
    const KnownMetric known = findMetric(name);
    if (known.metric == nullptr || !measures(measure, known.metric->value) || queried[known.dialect]) continue;
    // Only their sizes say of which chips it is the card's memory.
    if (known.metric->value == ExportedValue::SecondUsed) continue;
    // Memory belongs to an instance, the rest is queried once per card; DCGM's UUID distinguishes cards by itself.
    const bool instances = measure == UseMeasure::MemoryUsedMib;
    const std::string by = "max by (" + labelsToAddUp(instances, known.dialect != dcgmPosition()) + ") (";
    std::string inner;
    if (measure == UseMeasure::GpuPercent) {
      // One question for a dialect: plain utilisation of whole cards, the engine's activity of the others.
      queried[known.dialect] = true;
      for (const std::string& one : seen) {
        const KnownMetric kin = findMetric(one);
        if (kin.metric == nullptr || kin.dialect != known.dialect || !measures(measure, kin.metric->value)) continue;
        const bool engine = kin.metric->value == ExportedValue::EngineActive;
        const std::string selector = engine || known.dialect != dcgmPosition() ? "" : "{GPU_I_ID=\"\"}";
        join(inner, by + (engine ? "100 * " : "") + over + one + selector + range + "))", " or ");
      }
    } else {
      inner = by + over + name + range + "))";
    }
    questions.push_back({name, outer + inner + ")"});
  }
  return questions;
}

WindowQuestions windowQuestions(UnixSeconds window, std::span<const std::string> seen, bool hasInstances) {
  constexpr UnixSeconds kMaxSteps = 288;
  const UnixSeconds step = std::max<UnixSeconds>(60, (window + kMaxSteps - 1) / kMaxSteps);
  const std::string range = seconds(window);
  const std::string steps = "[" + std::to_string(window) + "s:" + std::to_string(step) + "s]";
  const std::string by = "max by (" + cardLabelList() + ") (";
  WindowQuestions questions;
  std::string counted;
  for (const std::string& name : seen) {
    const KnownMetric known = findMetric(name);
    if (known.metric == nullptr) continue;
    const bool memory = measures(UseMeasure::MemoryUsedMib, known.metric->value);
    const bool busy = measures(UseMeasure::GpuPercent, known.metric->value);
    if (busy) questions.averageBusy.push_back({name, by + "avg_over_time(" + name + range + "))"});
    if (busy || (memory && !hasInstances))
      questions.peaks.push_back({name, by + "max_over_time(" + name + range + "))"});
    if (memory && hasInstances) {
      questions.peaks.push_back(
          {name, "max_over_time((sum without (GPU_I_ID, GPU_I_PROFILE, gpu_i_id, gpu_i_profile) (" + by + name + ")))" +
                     steps + ")"});
    }
    if (memory || (busy && counted.empty())) counted = name;
  }
  if (!counted.empty()) {
    questions.coverage = by + "count_over_time(" + counted + steps + "))";
    questions.steps = static_cast<int>(window / step);
  }
  return questions;
}

const std::string& cardLabelList() {
  static const std::string list = makeLabelList();
  return list;
}

const std::vector<RefreshQuestion>& refreshQuestions() {
  using V = ExportedValue;
  static const std::vector<RefreshQuestion> questions = {
      values({V::Busy, V::EngineActive}),
      values({V::MemoryUsed}),
      values({V::MemoryFree, V::MemoryReserved, V::SecondUsed, V::SecondTotal}),
      values({V::MemoryTotal, V::MemoryAllocated, V::Index, V::Place}),
      values({V::Temperature}),
      values({V::Power}),
      values({V::SmClock}),
      values({V::Xid}),
      ages(),
      pods(),
  };
  return questions;
}

std::string presenceQuestion() {
  std::string names;
  for (const Dialect* const dialect : dialects()) {
    for (const std::string_view anchor : dialect->anchors) join(names, anchor, "|");
  }
  return "count({__name__=~\"" + names + "\"})";
}

}  // namespace cardinal

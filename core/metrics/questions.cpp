// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/questions.h"

#include <initializer_list>

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

// timestamp() drops the name, so each metric is asked for by itself: of two that have the same labels the first counts.
RefreshQuestion ages() {
  std::string all;
  for (const Dialect* const dialect : dialects()) {
    for (const std::string_view anchor : dialect->anchors) join(all, "timestamp(" + std::string(anchor) + ")", " or ");
  }
  return {RefreshPart::Ages, "min by (" + cardLabelList() + ") (" + all + ")"};
}

RefreshQuestion pods() {
  std::string names;
  std::string labels = cardLabelList();
  for (const Dialect* const dialect : dialects()) {
    if (!dialect->namesPods) continue;
    for (const std::string_view anchor : dialect->anchors) join(names, anchor, "|");
    for (const ExportedLabel& label : dialect->labels) {
      if (label.role == LabelRole::PodName || label.role == LabelRole::PodNamespace) join(labels, label.name, ", ");
    }
  }
  return {RefreshPart::Pods, "count by (" + labels + ") ({__name__=~\"" + names + "\"})"};
}

std::string makeLabelList() {
  std::string list = "instance";
  for (const ExportedLabel& label : cardLabels()) join(list, label.name, ", ");
  return list;
}

}  // namespace

const std::string& cardLabelList() {
  static const std::string list = makeLabelList();
  return list;
}

const std::vector<RefreshQuestion>& refreshQuestions() {
  using V = ExportedValue;
  static const std::vector<RefreshQuestion> questions = {
      values({V::Busy, V::EngineActive}),
      values({V::MemoryUsed}),
      values({V::MemoryFree, V::MemoryReserved}),
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

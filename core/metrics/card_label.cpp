// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/card_label.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/metrics/dialect.h"

namespace cardinal {
namespace {

constexpr int kMaxCards = 1024;  // of one node

/// Position in cardLabels(); the number of labels when it is none of them.
std::size_t rankOf(std::string_view name) {
  const auto labels = cardLabels();
  // A metric's own name is in every series.
  std::size_t rank = name.substr(0, 2) == "__" ? labels.size() : 0;
  while (rank < labels.size() && labels[rank].name != name) ++rank;
  return rank;
}

int indexFrom(std::string_view text) {
  int index = -1;
  const char* const end = text.data() + text.size();
  const auto [next, error] = std::from_chars(text.data(), end, index);
  return error == std::errc() && next == end && index >= 0 && index < kMaxCards ? index : -1;
}

/// The label of each role that comes first in cardLabels().
class Choice {
 public:
  void offer(std::size_t rank, std::string_view value) {
    const LabelRole role = cardLabels()[rank].role;
    if (role == LabelRole::Host && isExporterName(value)) return;
    auto& best = m_best[static_cast<std::size_t>(role)];
    if (best.rank > rank) best = {rank, value};
  }
  std::string_view of(LabelRole role) const { return m_best[static_cast<std::size_t>(role)].value; }

 private:
  struct Best {
    std::size_t rank = ~std::size_t{0};
    std::string_view value;
  };
  std::array<Best, 7> m_best;
};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

CardLabel cardLabelOf(const SeriesView& series) {
  Choice choice;
  CardLabel card;
  const std::size_t none = cardLabels().size();
  for (const MetricLabel& label : series.labels) {
    if (label.value.empty()) continue;
    if (label.name == "instance") {
      card.address = withoutPort(label.value);
      continue;
    }
    const std::size_t rank = rankOf(label.name);
    if (rank == none) continue;
    if (label.name == "GPU_I_PROFILE" || label.name == "gpu_i_profile") card.profile = label.value;
    choice.offer(rank, label.value);
    card.namedNode = card.namedNode || rank == 0;
  }
  card.host = choice.of(LabelRole::Host);
  card.uuid = choice.of(LabelRole::Uuid);
  card.instance = choice.of(LabelRole::Instance);
  card.index = indexFrom(choice.of(LabelRole::Index));
  if (card.host.empty() && !card.address.empty() && !isIpAddress(card.address)) card.host = card.address;
  return card;
}

ObjectKey podOf(const SeriesView& series) {
  struct Pair {
    std::string_view pod, ns;
  };
  static constexpr Pair kPairs[] = {{"exported_pod", "exported_namespace"},
                                    {"PodName", "NamespaceName"},
                                    {"podname", "podnamespace"},
                                    {"pod_name", "pod_namespace"},
                                    {"pod_name", "namespace_name"},
                                    {"pod_name", "exported_namespace"},
                                    {"pod_name", "namespace"},
                                    {"pod", "namespace"}};
  for (const Pair& pair : kPairs) {
    const std::string_view pod = series.label(pair.pod);
    const std::string_view ns = series.label(pair.ns);
    if (pod.empty() || ns.empty()) continue;
    // The labels of the scrape; behind them stands no workload.
    if (isExporterName(pod)) return {};
    return {std::string(ns), std::string(pod)};
  }
  return {};
}

void setPlainUuid(std::string& out, std::string_view uuid) {
  if (uuid.substr(0, 4) == "GPU-") uuid.remove_prefix(4);
  out.resize(uuid.size());
  std::transform(uuid.begin(), uuid.end(), out.begin(), lower);
}

std::string plainUuid(std::string_view uuid) {
  std::string plain;
  setPlainUuid(plain, uuid);
  return plain;
}

std::string_view shortHost(std::string_view host) {
  return isIpAddress(host) ? host : host.substr(0, host.find('.'));
}

std::string_view withoutPort(std::string_view address) {
  if (!address.empty() && address.front() == '[') {
    const std::size_t close = address.find(']');
    return close == std::string_view::npos ? address : address.substr(1, close - 1);
  }
  const std::size_t colon = address.find(':');
  const bool one = colon != std::string_view::npos && address.find(':', colon + 1) == std::string_view::npos;
  return one ? address.substr(0, colon) : address;
}

bool isIpAddress(std::string_view text) {
  if (text.find(':') != std::string_view::npos) return true;
  return !text.empty() && text.find_first_not_of("0123456789.") == std::string_view::npos;
}

}  // namespace cardinal

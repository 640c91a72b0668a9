// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/metrics/card_label.h"
#include "core/metrics/dialect.h"
#include "core/metrics/pod_shares.h"
#include "core/metrics/scrape_places.h"
#include "core/metrics/use.h"

namespace cardinal {

/// What a question of a refresh asks for.
enum class RefreshPart : std::uint8_t {
  Values,  ///< series with __name__; the value is what was measured
  Ages,    ///< the value is the time of the sample; the labels `pod` and `namespace` are the scrape's, where it has any
  Pods,    ///< the labels name pods; the value means nothing, except of series with __name__: a figure of that pod
};

/// Gathers the series of one refresh into one sample per physical card, whatever the exporters call things. Cards are
/// distinguished by UUID, else by host and index. Values that repeat (one series per pod, two exporters) are taken
/// once, never summed; MIG instances are summed where that is right (memory) and nowhere else. Not thread-safe.
class CardTable {
 public:
  void add(RefreshPart part, const SeriesView& series);

  /// The samples; `wallNow` = our clock when the refresh began, so that a server whose clock differs does not age them.
  /// Empties the table.
  std::vector<CardSample> take(UnixSeconds wallNow);

  /// Names of the dialects that were recognised, in order of precedence.
  std::vector<std::string> dialectNames() const;
  /// Metrics that were seen, for later questions about the past.
  const std::vector<std::string>& metricNames() const { return m_metricNames; }
  /// Pods that the scrapes named; until the next table.
  const ScrapedPods& scrapedPods() const { return m_scraped; }
  /// True when a MIG instance was seen.
  bool hasInstances() const { return m_hasInstances; }
  /// The server's clock when it answered about ages; 0 = unknown.
  double serverTime() const { return m_serverTime; }

 private:
  static constexpr std::uint8_t kNoRank = 255;
  struct Value {
    float value = 0;
    std::uint8_t rank = kNoRank;  ///< dialect it came from
    bool given() const { return rank != kNoRank; }
  };
  using Values = std::array<Value, kExportedValues>;
  struct Instance {
    std::string id;
    std::string profile;
    Values values;
    std::vector<ObjectKey> pods;
  };
  struct Card {
    std::string host, address, uuid;
    std::vector<ObjectKey> pods;
    int index = -1;
    bool namedNode = false;
    bool otherDevices = false;  ///< pods are not where the kubelet's devices say (HAMi, Volcano)
    double oldest = std::numeric_limits<double>::infinity();
    Values values;
    std::vector<Instance> instances;
    std::vector<Instance> parts;   ///< by pod, where a time-sliced card has a series of each pod
    std::vector<PodShare> shares;  ///< by container, where a monitor reports what each of them uses
  };

  Card* expected(const CardLabel& label);
  Card& searched(const CardLabel& label);
  Card& cardOf(const CardLabel& label);
  static void place(Card& card, const CardLabel& label);
  void addValue(const SeriesView& series, const CardLabel& label, Card& card);
  static Instance* instanceOf(Card& card, const CardLabel& label);
  static void addPart(Card& card, const ObjectKey& pod, const SeriesView& series);
  static void addPod(Card& card, const CardLabel& label, const SeriesView& series);
  static bool addShareOf(Card& card, const ObjectKey& pod, const SeriesView& series);
  void addScraped(const CardLabel& label, const SeriesView& series);
  void noteMetric(const KnownMetric& known);
  void mergeUnnamed();
  bool toSample(Card& card, CardSample& sample) const;
  std::optional<float> busyOf(const Card& card) const;
  float engineScale(const Card& card) const;
  static void memoryOf(const Card& card, CardUse& use);
  void podsOf(Card& card, CardSample& sample) const;
  std::vector<InstanceUse> instancesOf(Card& card) const;
  static std::vector<InstanceUse> partsOf(Card& card);

  std::vector<Card> m_cards;
  std::unordered_map<std::string, std::size_t> m_byKey;
  std::string m_key;
  std::size_t m_next = 0;  ///< in m_cards, where the next series is likely to belong
  ScrapedPods m_scraped;
  ScrapedPods::value_type* m_lastScraped = nullptr;  ///< in m_scraped: cards of one target stand together
  std::vector<std::string> m_metricNames;
  std::uint32_t m_dialects = 0;  ///< one bit each
  bool m_hasInstances = false;
  float m_mostEngineOfNamed = 0;
  double m_serverTime = 0;
};

/// The value of a metric in its unit; nothing when it is out of range or one of the numbers that stand for "not
/// available" (docs/reference/gpu-stacks.md 2).
std::optional<float> exportedValue(const ExportedMetric& metric, double raw);

}  // namespace cardinal

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace cardinal {

/// What a metric of an exporter measures of a card (or of one MIG instance of it).
enum class ExportedValue : std::uint8_t {
  Busy,             ///< percent of the time in which a kernel ran
  EngineActive,     ///< graphics engine active, ratio 0..1 (some exporters: percent)
  MemoryUsed,       ///< MiB
  MemoryFree,       ///< MiB
  MemoryReserved,   ///< MiB
  MemoryTotal,      ///< MiB
  MemoryAllocated,  ///< ratio 0..1 of the total that the scheduler gave away
  Temperature,      ///< Celsius
  Power,            ///< watts
  SmClock,          ///< MHz
  Xid,              ///< last XID code
  Index,            ///< the card's index on its node
  SecondUsed,       ///< MiB; memory beside the card's own, which is the card's where it has no other (MemoryTotal 0)
  SecondTotal,      ///< MiB; likewise
  Place,            ///< the value means nothing here; the labels say where a card is
  PodMemoryUsed,    ///< MiB that one container of a pod uses of the card; those of one pod are added up
  PodBusy,          ///< percent of the card's compute that one container of a pod uses
};
/// How many of them describe a card itself: all before PodMemoryUsed.
inline constexpr std::size_t kExportedValues = static_cast<std::size_t>(ExportedValue::PodMemoryUsed);
constexpr bool isOfPod(ExportedValue value) {
  return value == ExportedValue::PodMemoryUsed || value == ExportedValue::PodBusy;
}

/// One metric. Value x `scale` has the unit of the enum.
struct ExportedMetric {
  std::string_view name;
  ExportedValue value = ExportedValue::Place;
  double scale = 1;
};

/// What a label means.
enum class LabelRole : std::uint8_t {
  Host,
  Index,
  Uuid,
  Instance,
  PodName,
  PodNamespace,
  Container,  ///< what one pod has several of on a card
};

/// One label. Of several labels with one role the first of `cardLabels()` that is not empty counts.
struct ExportedLabel {
  std::string_view name;
  LabelRole role = LabelRole::Host;
};

/// How one family of exporters names things. Data only; one file per family in dialects/, with samples in
/// tests/data/metrics/ and its sources in docs/reference/gpu-stacks.md.
struct Dialect {
  std::string_view name;
  std::span<const ExportedMetric> metrics;
  std::span<const ExportedLabel> labels;
  /// Metrics of which one exists for every measured card; their timestamps are the age of the samples, and their labels
  /// name the pods.
  std::span<const std::string_view> anchors;
  /// False when pods are named after the kubelet's device, which need not be the card that the scheduler chose.
  bool namesPods = true;
};

const Dialect& dcgmDialect();
const Dialect& ackDialect();
const Dialect& hamiDialect();
const Dialect& volcanoDialect();
const Dialect& nvidiaSmiDialect();
const Dialect& arenaDialect();
const Dialect& amdDialect();
const Dialect& ascendDialect();

/// All of them. Where two exporters measure one card, the earlier one counts.
std::span<const Dialect* const> dialects();

/// A metric with the dialect that it belongs to (its position in dialects()).
struct KnownMetric {
  const ExportedMetric* metric = nullptr;
  std::size_t dialect = 0;
};
/// Nothing (metric null) for a name that no dialect has.
KnownMetric findMetric(std::string_view name);

/// Labels of all dialects that name a card, in order of precedence per role.
std::span<const ExportedLabel> cardLabels();

/// True for the name of an exporter's own pod or container, which is nobody's workload and no node.
bool isExporterName(std::string_view name);

}  // namespace cardinal

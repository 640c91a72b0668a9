// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/ids.h"
#include "core/metrics/prometheus_answer.h"

namespace cardinal {

/// Which card a series is about, in the words of its labels. Valid as long as the series.
struct CardLabel {
  std::string_view host;      ///< node name; empty = unknown
  std::string_view address;   ///< of the scrape target, without port
  std::string_view uuid;      ///< of the physical card, as exported
  std::string_view instance;  ///< of a MIG instance; empty = the whole card
  std::string_view profile;   ///< of that instance; empty = unknown
  int index = -1;
  bool namedNode = false;  ///< the label NodeName is there (ACK's exporter)
};

/// An exporter's own name is no host.
CardLabel cardLabelOf(const SeriesView& series);

/// The workload that a series names (docs/reference/gpu-stacks.md 3): the labels that a scrape renamed (exported_*),
/// else the exporter's own, unless they name the exporter itself. Empty name = nobody.
ObjectKey podOf(const SeriesView& series);

/// A UUID for comparison: without "GPU-", in lower case.
std::string plainUuid(std::string_view uuid);
/// The same in place of what `out` holds.
void setPlainUuid(std::string& out, std::string_view uuid);

/// The part before the first dot.
std::string_view shortHost(std::string_view host);

/// "10.0.0.1:9400" or "[fd00::1]:9400" without the port; names stay names.
std::string_view withoutPort(std::string_view address);

/// True for "10.0.0.1" and "fd00::1".
bool isIpAddress(std::string_view text);

}  // namespace cardinal

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/base/clock.h"
#include "core/service/source/source.h"
#include "core/sim/demo_cluster.h"

namespace cardinal {

/// The demo cluster as a source: one thread lets it live at the pace of the clock.
class DemoSource final : public ClusterSource {
 public:
  /// `options.start` is taken from the clock.
  DemoSource(DemoOptions options, const Clock& clock);
  ~DemoSource() override;

  SourceInfo info() const override;
  void start(SourceSink& sink) override;
  void refresh() override;
  Result<History> history(const HistoryQuery& query, std::stop_token stop) override;
  Result<ClusterPast> past(UnixSeconds window, std::stop_token stop) override;

  ClusterWriter writer() override;
  /// The demo cluster has none of them, and that is known.
  NamespaceRules namespaceRules(const RulesQuestion& question, std::stop_token stop) override;
  ObjectReader* objectReader() override;
  LogReader* logReader() override;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace cardinal

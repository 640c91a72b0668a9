// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "core/service/source/source.h"
#include "core/sim/synthetic.h"

namespace cardinal::test {

struct ChurnOptions {
  SyntheticOptions cluster;
  int changesPerSecond = 200;  ///< 0 = nothing happens
  std::uint64_t seed = 1;
};

/// A made-up cluster of any size in which pods come, go and change their state for ever: a third of the changes each,
/// so the number of pods stays within a few hundred of what it began with. It stands for a busy API server, which two
/// cores cannot carry beside the program that is measured. Nothing can be written to it.
class ChurnSource final : public ClusterSource {
 public:
  explicit ChurnSource(const ChurnOptions& options);
  ~ChurnSource() override;

  SourceInfo info() const override;
  void start(SourceSink& sink) override;
  void refresh() override {}

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace cardinal::test

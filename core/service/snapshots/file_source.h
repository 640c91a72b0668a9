// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/base/clock.h"
#include "core/service/snapshots/snapshot_contents.h"
#include "core/service/source/source.h"

namespace cardinal {

/// A saved state: complete, never changing, not writable (writes answer ReadOnlySource). `refresh` reads the file
/// again; when that fails the old contents stay and the connection carries the error.
class FileSource final : public ClusterSource {
 public:
  /// Reads the file or directory; errors as `loadSnapshotFile`.
  static Result<std::unique_ptr<ClusterSource>> open(const std::string& path, const Clock& clock);
  ~FileSource() override;

  SourceInfo info() const override;
  void start(SourceSink& sink) override;
  void refresh() override;
  /// What the file holds of an object; of events it knows nothing and says so.
  NamespaceRules namespaceRules(const RulesQuestion& question, std::stop_token stop) override;
  ObjectReader* objectReader() override;

 private:
  FileSource(std::string path, SnapshotContents contents);
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace cardinal

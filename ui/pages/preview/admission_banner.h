// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QElapsedTimer>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/service/read/file_admission.h"
#include "ui/bridge/background_job.h"
#include "ui/session/page_context.h"
#include "ui/widgets/basic/banner.h"

namespace cardinal::ui {

/// Whether the API server and Kueue would take the previewed workload now, above its place: they come before nodes.
/// Judged on a thread of its own, anew with each answer that is shown. GUI thread only.
class AdmissionBanner : public Banner {
  Q_OBJECT
 public:
  explicit AdmissionBanner(const PageContext& context, QWidget* parent = nullptr);

  /// Follows the preview, and the language in force.
  void refresh();
  /// Kueue has something to say of the workload on show.
  bool hasAnswer() const { return !m_admissions.empty(); }
  /// The same of the other workloads of the file.
  const std::vector<ObjectAdmission>& ofOthers() const { return m_ofOthers; }
  /// Blocks until the answer is there; for pictures without an event loop only.
  void answerNow();

 signals:
  /// Another answer is there, or none any more.
  void answered();

 private:
  /// What an answer was asked about.
  struct Subject {
    std::shared_ptr<const ClusterExtras> extras;
    QByteArray yaml;
    std::size_t chosen = 0;
    bool pinned = false;
    std::uint64_t generation = 0;  ///< where nodes, pods or namespaces decide; else 0
    std::uint64_t read = 0;        ///< how often what it needs of the cluster was read
    bool operator==(const Subject&) const = default;
  };
  Subject subject() const;
  void read();
  void readNext();
  void ask();
  void fill();

  PageContext m_context;
  Subject m_asked;
  std::vector<ObjectAdmission> m_admissions;  ///< of the object whose pods are placed
  std::vector<ObjectAdmission> m_ofOthers;
  bool m_again = false;
  QByteArray m_readOf;              ///< the YAML whose needs were read last
  QElapsedTimer m_readAt;           ///< when that began
  KnownObjects m_known;             ///< as they were read last
  KnownObjects m_reading;           ///< those that came since
  std::vector<ObjectRef> m_toRead;  ///< the last one is asked for
  std::uint64_t m_reads = 0;
  BackgroundJob m_job;  ///< last: joined before the rest goes
};

}  // namespace cardinal::ui

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDeadlineTimer>
#include <QObject>
#include <deque>
#include <memory>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/workloads/workloads.h"

namespace cardinal::ui {

class SnapshotBridge;

/// Reads the own objects of workloads (Deployment, PyTorchJob, ...) that somebody looks at: a few at a time, each at
/// most once a minute, one that had no answer once in five minutes. GUI thread only; the reading is elsewhere.
class WorkloadReader : public QObject {
  Q_OBJECT
 public:
  explicit WorkloadReader(SnapshotBridge& bridge, QObject* parent = nullptr);
  ~WorkloadReader() override;

  /// These are looked at now, most important first; of more than kMaxWorkloads the others stay as they are. What is
  /// known of others is forgotten.
  void follow(const std::vector<WorkloadPtr>& workloads);
  /// Another cluster.
  void drop();
  /// What was read; never null, never changes once handed out.
  std::shared_ptr<const WorkloadObjects> objects() const { return m_objects; }

  static constexpr std::size_t kMaxWorkloads = 1000;

 signals:
  void changed();

 private:
  void askNext();
  void take(const std::vector<std::string>& keys, const std::vector<Result<WorkloadObject>>& answers);

  struct Question {
    std::string key;
    ObjectRef object;
  };

  SnapshotBridge& m_bridge;
  std::shared_ptr<const WorkloadObjects> m_objects = std::make_shared<WorkloadObjects>();
  std::unordered_map<std::string, QDeadlineTimer> m_readAgain;  ///< by workloadKey()
  std::deque<Question> m_questions;
  std::stop_source m_cancel;
  bool m_isAsking = false;
};

}  // namespace cardinal::ui

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <optional>

#include "core/alloc/engine/preemption.h"
#include "ui/bridge/work_pacer.h"
#include "ui/session/page_context.h"

namespace cardinal::ui {

class SectionHead;
class TextLabel;

/// The pods of lower priority that the scheduler would evict for a workload, or for the first of its replicas that no
/// node takes. Asked of the worker, one question at a time and about the newest state, and only while a replica of the
/// answer on show has no place; not while something is dragged. On a large cluster that takes long: the next question
/// about the same request waits then. GUI thread only.
class PreemptionView : public QWidget {
  Q_OBJECT
 public:
  PreemptionView(const PageContext& context, QWidget* parent = nullptr);

  /// The answer that is shown, null = one of which nothing is said; the same serial again changes nothing.
  void show(const AllocationRequest& request, const AllocationAnswer* answer, const SnapshotPtr& snapshot,
            std::uint64_t serial);
  void retranslate() { fill(); }

 private:
  void follow();
  void ask();
  void forget();
  void letGo();
  void fill();

  PageContext m_context;
  SectionHead* m_head;
  TextLabel* m_words;
  AllocationRequest m_request;  ///< of the answer on show
  SnapshotPtr m_on;             ///< its state, where it is asked about
  bool m_isWanted = false;
  bool m_isAsking = false;
  WorkPacer m_pacer{4};
  SnapshotPtr m_foundOn;              ///< null = not there yet
  std::optional<Preemption> m_found;  ///< for m_request
  std::uint64_t m_serial = 0;
};

}  // namespace cardinal::ui

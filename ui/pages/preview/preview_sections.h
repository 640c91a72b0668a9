// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "core/alloc/types.h"
#include "ui/theme/theme.h"

class QVBoxLayout;

namespace cardinal::ui {

class Badge;
class InlineBar;
class KeyValueList;
class SectionHead;
class TextLabel;

/// The predicted place: node, cards, score, and how sure it is, in one of three words and a sentence.
class PredictedPlaceView : public QWidget {
  Q_OBJECT
 public:
  explicit PredictedPlaceView(Theme& theme, QWidget* parent = nullptr);
  /// `gpu`: what a pod requests. `aimed`: the question was "can it go here?".
  void show(const AllocationAnswer& answer, const ClusterSnapshot& snapshot, const GpuRequest& gpu, bool aimed);

 private:
  void showPlace(const AllocationAnswer& answer, const ClusterSnapshot& snapshot, const GpuRequest& gpu);
  void showNone(const AllocationAnswer& answer, const ClusterSnapshot& snapshot, bool aimed);

  SectionHead* m_head;
  TextLabel* m_node;
  TextLabel* m_score;
  TextLabel* m_scoreWords;
  TextLabel* m_cards;
  Badge* m_certainty;  ///< the one that holds: words beside it which do not hold would be read as if they did
  TextLabel* m_sentence;
};

/// Fragmentation before and after, always as a pair, with what it is made of.
class FragmentationView : public QWidget {
  Q_OBJECT
 public:
  explicit FragmentationView(Theme& theme, QWidget* parent = nullptr);
  void show(const AllocationAnswer& answer);

 private:
  struct Line {
    TextLabel* name;
    InlineBar* bar;
    TextLabel* value;
  };
  SectionHead* m_head;
  Line m_before;
  Line m_after;
  TextLabel* m_free;
  TextLabel* m_usable;
};

/// Replicas in order: how many fit, and why the next one does not.
class ReplicaView : public QWidget {
  Q_OBJECT
 public:
  explicit ReplicaView(Theme& theme, QWidget* parent = nullptr);
  void show(const AllocationAnswer& answer, const ClusterSnapshot& snapshot, int replicas);
  /// Why the next replica has no place; empty where none lacks one.
  /// `unknown`: unknownNodes() of the answer.
  static QString missText(const AllocationAnswer& answer, const ClusterSnapshot& snapshot, int unknown);

 private:
  SectionHead* m_head;
  InlineBar* m_bar;
  TextLabel* m_sentence;
  TextLabel* m_miss;
};

}  // namespace cardinal::ui

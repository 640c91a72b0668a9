// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <set>
#include <vector>

#include "core/plan/changes/object_act.h"
#include "core/plan/make/plan.h"
#include "ui/widgets/basic/state.h"
#include "ui/widgets/map/model/map_scene.h"

namespace cardinal::ui {

/// What the user looks at: the one thing that pages share. Pages set it and follow it; no page knows another page.
class SelectionState : public QObject {
  Q_OBJECT
 public:
  enum class Kind { Nothing, Cards, Node, Pod };
  using QObject::QObject;

  Kind kind() const { return m_kind; }
  const std::set<CardRef>& cards() const { return m_cards; }  ///< Kind::Cards
  const QString& key() const { return m_key; }                ///< node's name, or "namespace/pod"

  /// Grows with each of these calls, also where the same is selected again.
  std::uint64_t choices() const { return m_choices; }
  void selectCards(const std::set<CardRef>& cards);  ///< none = nothing
  void selectNode(const QString& node);
  void selectPod(const QString& key);
  void clear();

  /// "" = all namespaces.
  const QString& ns() const { return m_namespace; }
  void setNamespace(const QString& ns);

  /// Asks the window for a page ("map", "nodes", "node", ...) with an object; remembered for back and forward.
  void go(const QString& page, const QString& key = {});
  bool canGoBack() const { return m_at > 0; }
  bool canGoForward() const { return m_at + 1 < static_cast<int>(m_history.size()); }
  void back();
  void forward();

  /// Asks the window for the dialog that previews a placement aimed at a node or card (empty = the cluster).
  void requestPreview(const QString& node = {}, int card = -1) { emit previewRequested(node, card); }
  /// Asks the window for the dialog that changes the placement policy of a node.
  void requestPlacementChange(const QString& node) { emit placementChangeRequested(node); }

  /// Asks the window for the dialog that makes and runs plans for nodes.
  void requestPlan(const QStringList& nodes, PlanKind kind) { emit planRequested(nodes, kind); }

  /// Asks the window for the map with what every node says of a pending pod. `reason`: a ReasonCode to mark alone, -1 =
  /// all of them.
  void requestRefusals(const QString& pod, int reason = -1) { emit refusalsRequested(pod, reason); }

  /// Asks the window for the way to the metrics source: its steps, how long they took, why there is nothing.
  void requestMetricsSource() { emit metricsSourceRequested(); }
  /// Asks the window for the dock with an object's "yaml", "events" or (pods only) "logs". `kind`: "Node" (key = name)
  /// or "Pod" (key = "namespace/name").
  void requestObject(const QString& view, const QString& kind, const QString& key) {
    emit objectRequested(view, kind, key);
  }
  /// Asks the window for the editor of a node's labels and taints.
  void requestNodeEdit(const QString& node) { emit nodeEditRequested(node); }

  /// Asks the window for the dialog that evicts, deletes, scales or annotates a pod or what it belongs to. `pod`:
  /// "namespace/name".
  void requestPodAct(const QString& pod, ObjectVerb verb) { emit podActRequested(pod, verb); }

  /// A short result for a toast.
  void showMessage(StateRole state, const QString& text) { emit messageRequested(state, text); }

 signals:
  void subjectChanged();
  void namespaceChanged();
  void pageRequested(const QString& page, const QString& key);
  void previewRequested(const QString& node, int card);
  void placementChangeRequested(const QString& node);
  void planRequested(const QStringList& nodes, cardinal::PlanKind kind);
  void nodeEditRequested(const QString& node);
  void podActRequested(const QString& pod, cardinal::ObjectVerb verb);
  void refusalsRequested(const QString& pod, int reason);
  void metricsSourceRequested();
  void objectRequested(const QString& view, const QString& kind, const QString& key);
  void messageRequested(cardinal::ui::StateRole state, const QString& text);

 private:
  struct Place {
    QString page;
    QString key;
    bool operator==(const Place&) const = default;
  };
  void set(Kind kind, const QString& key, const std::set<CardRef>& cards);

  Kind m_kind = Kind::Nothing;
  std::uint64_t m_choices = 0;
  QString m_key;
  std::set<CardRef> m_cards;
  QString m_namespace;
  std::vector<Place> m_history;
  int m_at = -1;
};

}  // namespace cardinal::ui

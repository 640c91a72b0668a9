// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>

#include "ui/pages/common/source_actions.h"
#include "ui/pages/common/page_context.h"

class QMenu;

namespace cardinal::ui {

/// Choosing another cluster: the contexts of the kubeconfig, another kubeconfig, a snapshot file or folder, the demo cluster.
class SourceMenu : public QObject {
  Q_OBJECT
 public:
  SourceMenu(const PageContext& context, QWidget* window);

  void setActions(SourceActions actions) { m_actions = std::move(actions); }
  void popup(const QPoint& global);
  /// Ctrl+O: a kubeconfig or a snapshot, told apart by their content.
  void chooseFile();
  void chooseFolder();
  void saveSnapshot();
  /// Metrics of the cluster from this address; empty = looked for in the cluster. Nothing happens for what is no cluster.
  void useMetrics(const MetricsAddress& address);
  bool takesMetricsAddress() const;
  /// Asks for the namespaces to look at and opens the cluster anew with them.
  void chooseNamespaces();

 signals:
  void failed(const cardinal::Error& error);

 private:
  void addContexts(QMenu& menu);
  void open(const SourceChoice& choice);

  PageContext m_context;
  QWidget* m_window;
  SourceActions m_actions;
};

/// A kubeconfig names clusters and contexts; everything else is taken for a snapshot.
bool looksLikeKubeconfig(const QByteArray& head);

}  // namespace cardinal::ui

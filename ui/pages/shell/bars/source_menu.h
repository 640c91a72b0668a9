// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>

#include "ui/pages/common/source_actions.h"
#include "ui/session/page_context.h"

class QMenu;

namespace cardinal::ui {

/// Choosing another cluster: the contexts of the kubeconfig, another kubeconfig, a snapshot file or folder, the demo
/// cluster.
class SourceMenu : public QObject {
  Q_OBJECT
 public:
  SourceMenu(const PageContext& context, QWidget* window);

  void setActions(SourceActions actions) { m_actions = std::move(actions); }
  void setTabActions(TabActions actions) { m_tabs = std::move(actions); }
  void popup(const QPoint& global);
  /// The same choices, each for a tab of its own.
  void popupTabs(const QPoint& global);
  /// Ctrl+O: a kubeconfig or a snapshot, distinguished by content.
  void chooseFile() { chooseFile(Where::Here); }
  void saveSnapshot();
  /// Metrics of the cluster from this address; empty = looked for in the cluster. Nothing happens for what is no
  /// cluster.
  void useMetrics(const MetricsAddress& address);
  bool takesMetricsAddress() const;
  /// Asks for the namespaces to look at and opens the cluster anew with them.
  void chooseNamespaces();

 signals:
  void failed(const cardinal::Error& error);
  /// A choice could not be opened; `anonymously` opens it without a credential.
  void notOpened(const cardinal::Error& error, const std::function<void()>& anonymously);

 private:
  enum class Where { Here, NewTab };
  void addSources(QMenu& menu, Where where);
  void addContexts(QMenu& menu, Where where);
  void chooseFile(Where where);
  void chooseFolder(Where where);
  void open(const SourceChoice& choice, Where where);

  PageContext m_context;
  QWidget* m_window;
  SourceActions m_actions;
  TabActions m_tabs;
};

/// A kubeconfig names clusters and contexts; everything else is taken for a snapshot.
bool looksLikeKubeconfig(const QByteArray& head);

}  // namespace cardinal::ui

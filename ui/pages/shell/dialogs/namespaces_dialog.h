// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/service/source/source.h"
#include "ui/pages/common/dialog_frame.h"
#include "ui/session/window_settings.h"

class QLineEdit;

namespace cardinal::ui {

class ActionButton;
class TextLabel;

/// The namespaces that the user wants to look at in a context, kept by context and server; empty = wherever it is
/// permitted.
QString rememberedNamespaces(const WindowSettings& settings, const SourceInfo& cluster);
void rememberNamespaces(WindowSettings& settings, const SourceInfo& cluster, const QString& names);

/// Asks for the namespaces whose pods are read: for users who may not list the pods of the whole cluster nor its
/// namespaces, and for clusters of which a part is enough.
class NamespacesDialog : public DialogFrame {
  Q_OBJECT
 public:
  NamespacesDialog(Theme& theme, const QString& names, QWidget* parent);
  QLineEdit* field() const { return m_names; }

 signals:
  /// Names, comma separated; empty = wherever it is permitted.
  void chosen(const QString& names);

 private:
  void check();

  QLineEdit* m_names;
  TextLabel* m_note;
  ActionButton* m_use;
};

}  // namespace cardinal::ui

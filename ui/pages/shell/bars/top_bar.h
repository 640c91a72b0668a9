// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/i18n/language.h"
#include "ui/pages/common/translatable_page.h"
#include "ui/session/page_context.h"

class QComboBox;
class QLabel;
class QTimer;

namespace cardinal::ui {

class ActionButton;
class Badge;
class ConnectionChip;
class ContextButton;
class SearchField;
class TextLabel;

/// The bar at the top: what is looked at, with which right, how fresh it is; namespace, search, theme and language.
class TopBar : public TranslatablePage {
  Q_OBJECT
 public:
  TopBar(const PageContext& context, Language& language, QWidget* parent = nullptr);

  void focusSearch();
  void openNamespaces();
  void setServerUnchecked(bool unchecked);
  /// The page shows an earlier moment, in words: nothing beside it claims to be live. "" = it shows now.
  void setPast(const QString& words);
  QPoint contextCorner() const;  ///< where the menu of contexts hangs, in screen coordinates

 signals:
  void sourceMenuRequested(const QPoint& global);
  void connectionRequested();
  void lockRequested();
  void keysRequested();

 protected:
  void retranslate() override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void build();
  void connectParts(Language& language);
  void showSource();
  void showConnection();
  void showWritable();
  void showNamespaces();
  void dress();
  void giveRoom();

  PageContext m_context;
  Language& m_language;
  QWidget* m_brand;
  TextLabel* m_name;
  QLabel* m_mark;
  ContextButton* m_source;
  Badge* m_insecure;
  Badge* m_production;
  QComboBox* m_namespaces;
  ConnectionChip* m_chip;
  ActionButton* m_writable;
  SearchField* m_search;
  ActionButton* m_languageButton;
  ActionButton* m_themeButton;
  ActionButton* m_keys;
  QTimer* m_ageTimer;
  std::vector<std::string> m_shownNamespaces;
  QString m_past;
};

}  // namespace cardinal::ui

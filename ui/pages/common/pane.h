// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pages/common/translatable_page.h"
#include "ui/session/page_context.h"

class QScrollArea;
class QVBoxLayout;

namespace cardinal::ui {

class ActionButton;
class Badge;
class FindingList;
class FlowRow;
class KeyValueList;
class StateLabel;
class TextLabel;

/// The scaffold of a detail pane: header with breadcrumb, title and state; sections parted by hairlines; actions at the
/// foot.
class Pane : public TranslatablePage {
  Q_OBJECT
 public:
  Pane(const PageContext& context, QWidget* parent);

  bool hasHeightForWidth() const override { return false; }
  /// Off for a pane that is a fixed part of its page.
  void setClosable(bool closable);

 signals:
  void closeRequested();

 protected:
  const PageContext& context() const { return m_context; }
  void setCrumb(const QString& text);
  void setTitle(const QString& text);
  void setFacts(const QString& text);                   ///< quiet words below the title; "" hides
  void setState(StateRole state, const QString& word);  ///< None hides
  /// A new section below the others; its layout is the caller's.
  QVBoxLayout* addSection(QWidget** section = nullptr);
  /// A section of facts, each a key and a value.
  KeyValueList* addFacts();
  /// The section of what does not agree; it is hidden where there is nothing.
  void addFindings();
  void setFindings(const std::vector<Finding>& findings, MemoryUnit unit);
  /// Buttons that never scroll away, in two rows where they do not fit one.
  FlowRow* footer();
  /// Buttons are retranslated by their pane.
  ActionButton* addFooterButton(const QString& icon, bool primary = false);
  void retranslate() override;

 private:
  void buildHeader();

  PageContext m_context;
  QVBoxLayout* m_outer;
  QVBoxLayout* m_sections;
  FlowRow* m_footer = nullptr;
  FindingList* m_findings = nullptr;
  TextLabel* m_crumb;
  TextLabel* m_title;
  TextLabel* m_facts;
  StateLabel* m_state;
  ActionButton* m_close;
};

/// Findings of a node, a card or a pod as banners, one below the other; hidden when there are none.
class FindingList : public QWidget {
  Q_OBJECT
 public:
  explicit FindingList(Theme& theme, QWidget* parent = nullptr);
  void setFindings(const std::vector<Finding>& findings, MemoryUnit unit);

 private:
  Theme& m_theme;
  QVBoxLayout* m_layout;
  std::vector<QString> m_sentences;
};

}  // namespace cardinal::ui

// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/dock/log_panel.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTextBlock>

#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"
#include "ui/models/pod_lookup.h"
#include "ui/pages/common/tables/csv_file.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/flow_row.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/empty_state.h"
#include "ui/widgets/lists/filter_line.h"

namespace cardinal::ui {

namespace {

constexpr int kTail = 1'000;
constexpr int kMargin = 12;
constexpr int kMaxCharacters = 4'000;  // of a line in the view

/// In a low dock what is read gives way, not the row above it.
class LowStack : public QStackedWidget {
 public:
  using QStackedWidget::QStackedWidget;
  bool hasHeightForWidth() const override { return false; }
};

ObjectKey keyOf(const QString& key) {
  const qsizetype slash = key.indexOf(u'/');
  return {key.left(slash).toStdString(), key.mid(slash + 1).toStdString()};
}

}  // namespace

LogPanel::LogPanel(const PageContext& context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_follow(context.bridge),
      m_text(new QPlainTextEdit(this)),
      m_hits(context.theme, *m_text) {
  build();
  connectParts();
  retranslate();
}

void LogPanel::build() {
  Theme& theme = m_context.theme;
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* tools = new FlowRow;
  tools->setContentsMargins(16, 0, 8, 4);
  tools->setSpacing(8);
  m_container = new QComboBox(this);
  m_container->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  const auto toggle = [&](bool on) {
    auto* made = new ActionButton(theme, this);
    made->setCheckable(true);
    made->setChecked(on);
    return made;
  };
  const auto tool = [&](const char* icon) {
    auto* made = new ActionButton(theme, this);
    made->setKind(ButtonKind::Quiet);
    made->setIconName(QString::fromLatin1(icon));
    return made;
  };
  m_following = toggle(true);
  m_previous = toggle(false);
  m_times = toggle(false);
  m_wrap = toggle(false);
  m_whole = toggle(false);
  m_lines = new TextLabel(theme, TextRole::Small, TextTone::Quiet, this);
  m_search = new FilterLine(theme, this);
  m_search->setMinimumWidth(160);
  m_search->setMaximumWidth(280);
  m_copy = tool("copy");
  m_save = tool("export");
  m_reload = tool("refresh");
  tools->addWidget(m_container);
  for (ActionButton* one : {m_following, m_previous, m_times, m_wrap, m_whole}) tools->addWidget(one);
  tools->addGrowing(m_lines);
  tools->addGrowing(m_search);
  for (ActionButton* one : {m_copy, m_save, m_reload}) tools->addWidget(one);
  layout->addLayout(tools);
  m_note = new Banner(theme, this);
  m_note->hide();
  layout->addWidget(m_note);
  m_text->setReadOnly(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_text->setFrameShape(QFrame::NoFrame);
  m_text->setMaximumBlockCount(kMaxLines);
  m_text->setUndoRedoEnabled(false);
  m_text->document()->setDocumentMargin(kMargin);
  m_state = new EmptyState(theme, this);
  m_stack = new LowStack(this);
  m_stack->setMinimumHeight(24);
  m_stack->addWidget(m_text);
  m_stack->addWidget(m_state);
  layout->addWidget(m_stack, 1);
  dress();
}

void LogPanel::connectParts() {
  connect(&m_follow, &LogFollow::arrived, this, &LogPanel::append);
  connect(&m_follow, &LogFollow::ended, this, &LogPanel::showEnd);
  connect(m_container, &QComboBox::activated, this, &LogPanel::read);
  for (ActionButton* one : {m_following, m_previous, m_times, m_whole})
    connect(one, &QAbstractButton::toggled, this, &LogPanel::read);
  connect(m_wrap, &QAbstractButton::toggled, this,
          [this](bool on) { m_text->setLineWrapMode(on ? QPlainTextEdit::WidgetWidth : QPlainTextEdit::NoWrap); });
  connect(m_search, &FilterLine::textChanged, this, &LogPanel::search);
  connect(m_search, &FilterLine::accepted, this,
          [this] { step(!QGuiApplication::keyboardModifiers().testFlag(Qt::ShiftModifier)); });
  connect(m_search, &FilterLine::left, this, [this] { m_text->setFocus(); });
  connect(m_copy, &QAbstractButton::clicked, this, &LogPanel::copy);
  connect(m_save, &QAbstractButton::clicked, this, &LogPanel::save);
  connect(m_reload, &QAbstractButton::clicked, this, &LogPanel::read);
  connect(m_state, &EmptyState::actionTriggered, this, &LogPanel::read);
  connect(&m_context.theme, &Theme::changed, this, &LogPanel::dress);
}

void LogPanel::dress() {
  m_text->setFont(m_context.theme.font(TextRole::Mono));
  m_hits.mark();
}

void LogPanel::open(const QString& key) {
  if (key != m_key) {
    m_key = key;
    nameContainers();
  }
  read();
}

void LogPanel::close() {
  m_follow.stop();
}

/// By the containers of the pod as it is known; those that init the pod come last.
void LogPanel::nameContainers() {
  m_container->clear();
  const PodPtr pod = findPod(*m_context.bridge.snapshot(), m_key).first;
  if (!pod) return;
  for (const auto* containers : {&pod->raw->spec.containers, &pod->raw->spec.initContainers}) {
    for (const Container& one : *containers)
      m_container->addItem(plain(one.name, 63), QString::fromStdString(one.name));
  }
}

void LogPanel::read() {
  if (m_key.isEmpty() || !isVisible()) return;
  m_first = true;
  m_note->hide();
  LogQuestion question;
  question.pod = keyOf(m_key);
  question.container = m_container->currentData().toString().toStdString();
  question.previous = m_previous->isChecked();
  question.timestamps = m_times->isChecked();
  // A container that has ended writes nothing any more.
  question.follow = m_following->isChecked() && !question.previous;
  question.tailLines = m_whole->isChecked() ? 0 : kTail;
  m_follow.start(std::move(question));
  if (m_text->document()->isEmpty()) {
    showState(QStringLiteral("refresh"), tr("Waiting for the log"), tr("The server asks the kubelet of the node."), {});
  }
  showLineCount();
}

void LogPanel::clear() {
  m_hits.forget();
  m_text->clear();
}

void LogPanel::append(const std::vector<std::string>& lines, int dropped) {
  if (std::exchange(m_first, false)) clear();
  m_stack->setCurrentWidget(m_text);
  QStringList shown;
  if (dropped > 0) shown << tr("… %n line(s) skipped: the log was too fast …", nullptr, dropped);
  for (const std::string& line : lines) shown << plain(line, kMaxCharacters);
  const QScrollBar* bar = m_text->verticalScrollBar();
  const bool atEnd = bar->value() >= bar->maximum() - 1;
  m_text->appendPlainText(shown.join(u'\n'));
  if (atEnd) m_text->verticalScrollBar()->setValue(m_text->verticalScrollBar()->maximum());
  if (!m_hits.wanted().isEmpty()) showHitCount(m_hits.again());
  showLineCount();
}

void LogPanel::showEnd(const std::optional<Error>& error) {
  showLineCount();
  if (!error) {
    if (m_first) {
      clear();
      showState(QStringLiteral("log"), tr("The log is empty"), tr("The kubelet holds no output of this container."),
                tr("Read again"));
    }
    return;
  }
  if (error->code == ErrorCode::Cancelled) return;
  const QString said = errorDetailText(*error);
  if (m_first) {
    clear();
    // The kubelet has no log (yet): its words say why, and nothing of the user's was refused.
    if (error->code == ErrorCode::Invalid && !error->detail.empty()) {
      return showState(QStringLiteral("log"), tr("There is no log to read"), plain(error->detail), tr("Read again"));
    }
    const bool none = error->code == ErrorCode::Unsupported;
    return none ? showState(QStringLiteral("unknown"), tr("No logs available"),
                            tr("A saved snapshot holds no logs. Open the cluster itself to read them."), {})
                : showState(QStringLiteral("critical"), errorTitle(*error),
                            errorText(*error) + (said.isEmpty() ? QString() : u'\n' + said), tr("Read again"));
  }
  m_note->setState(StateRole::Warning);
  m_note->setText(tr("The log ended here: %1").arg(errorText(*error)));
  m_note->setDetail(said);
  m_note->show();
}

void LogPanel::showState(const QString& icon, const QString& title, const QString& cause, const QString& action) {
  m_state->setIconName(icon);
  m_state->setTitle(title);
  m_state->setCause(cause);
  m_state->setAction(action);
  m_stack->setCurrentWidget(m_state);
}

void LogPanel::showLineCount() {
  const int shown = m_text->document()->isEmpty() || m_first ? 0 : m_text->blockCount();
  const QString lines = tr("%n line(s)", nullptr, shown);
  const bool follows = m_following->isChecked() && !m_previous->isChecked();
  m_lines->setText(!follows               ? lines
                   : m_follow.isRunning() ? tr("%1, following").arg(lines)
                                          : tr("%1, ended").arg(lines));
}

void LogPanel::search(const QString& text) {
  showHitCount(m_hits.search(text));
  step(true);
}

void LogPanel::showHitCount(int hits) {
  m_search->setHits(m_hits.wanted().isEmpty() ? QString() : tr("%n hit(s)", nullptr, hits));
}

void LogPanel::step(bool forward) {
  const QTextCursor there = m_hits.choose(forward);
  if (there.isNull()) return;
  m_text->setTextCursor(there);
  m_text->centerCursor();
}

void LogPanel::copy() {
  const QTextCursor chosen = m_text->textCursor();
  const QString text =
      chosen.hasSelection() ? chosen.selectedText().replace(QChar(0x2029), u'\n') : m_text->toPlainText();
  if (text.isEmpty()) return;
  QGuiApplication::clipboard()->setText(text);
  m_context.selection.showMessage(StateRole::Ok, tr("Copied"));
}

void LogPanel::save() {
  const ObjectKey key = keyOf(m_key);
  const QString name =
      QString::fromStdString(key.name) + u'-' + m_container->currentData().toString() + QStringLiteral(".log");
  saveAs(this, m_context.selection, tr("Save the log"), name, tr("Text (*.log *.txt)"),
         [this](const QString&) { return QByteArray(m_text->toPlainText().toUtf8() + '\n'); });
}

void LogPanel::focusSearch() {
  m_search->field()->setFocus(Qt::ShortcutFocusReason);
}

void LogPanel::finish(std::chrono::milliseconds timeout) {
  m_follow.finish(timeout);
}

void LogPanel::retranslate() {
  m_following->setText(tr("Follow"));
  m_following->setToolTip(tr("Go on with what is written from now on"));
  m_previous->setText(tr("Previous"));
  m_previous->setToolTip(tr("Of the container before its last restart"));
  m_times->setText(tr("Timestamps"));
  m_times->setToolTip(tr("When the kubelet received each line"));
  m_wrap->setText(tr("Wrap"));
  m_wrap->setToolTip(tr("Break long lines"));
  m_whole->setText(tr("Whole log"));
  m_whole->setToolTip(tr("All that the kubelet keeps instead of the last %1 lines; the newest %2 stay in view")
                          .arg(count(kTail), count(kMaxLines)));
  m_search->setPlaceholder(tr("Search this log"));
  m_search->field()->setAccessibleName(tr("Search this log"));
  m_container->setAccessibleName(tr("Container"));
  m_container->setToolTip(tr("Container"));
  m_copy->setToolTip(tr("Copy"));
  m_save->setToolTip(tr("Save the log"));
  m_reload->setToolTip(tr("Read again"));
  m_text->setAccessibleName(tr("Log of the container"));
  showLineCount();
}

}  // namespace cardinal::ui

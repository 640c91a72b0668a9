// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/whatif/defrag_dialog.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QCompleter>
#include <QFormLayout>
#include <QProgressBar>
#include <QSpinBox>
#include <array>

#include "core/base/mebibytes.h"
#include "ui/i18n/changes/what_if_texts.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/plain.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {

namespace {

constexpr std::array kModes = {GpuMode::Gpushare, GpuMode::Cgpu,      GpuMode::CoreMem, GpuMode::Share,
                               GpuMode::Mps,      GpuMode::Exclusive, GpuMode::Topology};
constexpr int kMaxGib = 4096;
constexpr std::size_t kMaxShown = 12;

StateRole stateOf(const DefragAnswer& answer) {
  if (!answer.problems.empty()) return StateRole::Critical;
  const bool good = answer.verdict == DefragVerdict::AlreadyFree || answer.verdict == DefragVerdict::ProvenFewest;
  if (good) return StateRole::Ok;
  return answer.verdict == DefragVerdict::BestFound ? StateRole::Information : StateRole::Warning;
}

}  // namespace

DefragDialog::DefragDialog(const PageContext& context, const SnapshotPtr& state, QWidget* parent)
    : DialogFrame(context.theme, tr("Defragment"), 640, parent), m_state(state), m_job(new BackgroundJob(this)) {
  build();
  connect(m_job, &BackgroundJob::runningChanged, this, &DefragDialog::showRunning);
  connect(m_job, &BackgroundJob::progressed, m_progress, [this](qint64 done, qint64 most) {
    m_progress->setRange(0, static_cast<int>(most));
    m_progress->setValue(static_cast<int>(done));
  });
  connect(this, &QDialog::finished, m_job, &BackgroundJob::drop);
}

void DefragDialog::build() {
  auto* words = new TextLabel(theme(), TextRole::Small, TextTone::Normal, this);
  words->setWordWrap(true);
  words->setText(
      tr("Finds the fewest pods to move so that one card has this much free. DaemonSet pods, pods without a "
         "controller, pods with local data, and pods whose PodDisruptionBudget allows no disruption now are not moved. "
         "Nothing is sent."));
  body()->addWidget(words);
  auto* form = new QFormLayout;
  form->setSpacing(8);
  body()->addLayout(form);
  m_what = new QComboBox(this);
  m_what->addItem(tr("memory on one card"));
  m_what->addItem(tr("a whole card"));
  form->addRow(tr("Free"), m_what);
  m_memory = new QSpinBox(this);
  m_memory->setRange(1, kMaxGib);
  m_memory->setValue(16);
  m_memory->setSuffix(QStringLiteral(" GiB"));
  form->addRow(tr("Memory"), m_memory);
  m_node = new QComboBox(this);
  m_node->setEditable(true);
  m_node->setInsertPolicy(QComboBox::NoInsert);
  m_node->completer()->setFilterMode(Qt::MatchContains);
  m_node->completer()->setCompletionMode(QCompleter::PopupCompletion);
  m_node->addItem(tr("any node"));
  for (const NodePtr& node : m_state->nodes) {
    if (node->exists() && !node->cards.empty()) m_node->addItem(plain(node->name), QString::fromStdString(node->name));
  }
  form->addRow(tr("On"), m_node);
  m_mode = new QComboBox(this);
  m_mode->addItem(tr("any mode"));
  for (const GpuMode mode : kModes) m_mode->addItem(modeBadge(mode), static_cast<int>(mode));
  form->addRow(tr("Mode"), m_mode);
  connect(m_what, &QComboBox::currentIndexChanged, m_memory, [this](int what) { m_memory->setEnabled(what == 0); });

  m_progress = new QProgressBar(this);
  m_progress->setTextVisible(false);
  m_progress->setFixedHeight(4);
  m_progress->hide();
  body()->addWidget(m_progress);
  m_verdict = new Banner(theme(), this);
  m_verdict->hide();
  body()->addWidget(m_verdict);
  m_moves = new TextLabel(theme(), TextRole::Small, TextTone::Strong, this);
  m_moves->setWordWrap(true);
  m_moves->hide();
  body()->addWidget(m_moves);

  // What is on show is the answer to what was asked.
  connect(m_what, &QComboBox::currentIndexChanged, this, &DefragDialog::forgetAnswer);
  connect(m_memory, &QSpinBox::valueChanged, this, &DefragDialog::forgetAnswer);
  connect(m_node, &QComboBox::currentTextChanged, this, &DefragDialog::forgetAnswer);
  connect(m_mode, &QComboBox::currentIndexChanged, this, &DefragDialog::forgetAnswer);

  addButton(tr("Close"));
  m_stop = addButton(tr("Stop"));
  m_stop->hide();
  m_search = addButton(tr("Search"));
  m_take = addButton(tr("Add the moves as steps"), true);
  m_take->setEnabled(false);
  connect(m_stop, &QAbstractButton::clicked, m_job, &BackgroundJob::cancel);
  connect(m_search, &QAbstractButton::clicked, this, &DefragDialog::search);
  connect(m_take, &QAbstractButton::clicked, this, [this] {
    emit found(stepsOf(m_answer));
    accept();
  });
}

DefragGoal DefragDialog::goal() const {
  DefragGoal out;
  if (m_what->currentIndex() == 0) out.memoryMib = m_memory->value() * kMibPerGib;
  const QString typed = m_node->currentText().trimmed();
  if (typed != m_node->itemText(0)) out.node = typed.toStdString();
  if (m_mode->currentIndex() > 0) out.mode = static_cast<GpuMode>(m_mode->currentData().toInt());
  return out;
}

void DefragDialog::forgetAnswer() {
  m_job->drop();
  m_answer = {};
  m_verdict->hide();
  m_moves->hide();
  m_take->setEnabled(false);
}

void DefragDialog::search() {
  forgetAnswer();
  m_job->start(
      [this, state = m_state, goal = goal()](const std::stop_token& stop, const BackgroundJob::Report& report) {
        // Pods under a spent budget stay where they are. What may not be read is said to be unknown.
        auto answer = std::make_shared<DefragAnswer>(
            defragment(state, goal, budgetsIn(*state), stop, [&report](const DefragProgress& progress) {
              report(static_cast<qint64>(progress.tried), static_cast<qint64>(progress.most));
            }));
        return [this, answer] {
          m_answer = *answer;
          showAnswer();
        };
      });
}

void DefragDialog::showRunning(bool running) {
  m_progress->setVisible(running);
  m_stop->setVisible(running);
  m_search->setVisible(!running);
  if (running) m_progress->setRange(0, 0);
}

void DefragDialog::showAnswer() {
  m_verdict->setState(stateOf(m_answer));
  m_verdict->setText(defragVerdictText(m_answer));
  m_verdict->setDetail(defragFootnote(m_answer, m_state->budgets != nullptr));
  m_verdict->show();
  QStringList lines;
  for (std::size_t i = 0; i < m_answer.places.size() && i < kMaxShown; ++i) {
    const WhatIfPod& pod = m_answer.places[i];
    lines << tr("%1: %2 → %3", "pod, node, where it goes")
                 .arg(plain(pod.pod.ns + "/" + pod.pod.name), plain(pod.from), whatIfPodText(pod));
  }
  if (m_answer.places.size() > kMaxShown) {
    lines << tr("… and %n more", "moves", static_cast<int>(m_answer.places.size() - kMaxShown));
  }
  m_moves->setText(lines.join(u'\n'));
  m_moves->setVisible(!lines.isEmpty());
  m_take->setEnabled(!m_answer.moves.empty());
}

}  // namespace cardinal::ui

// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/templates/template_palette.h"

#include <QBoxLayout>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>

#include "core/manifest/read/read_manifest.h"
#include "ui/i18n/device_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/pages/templates/template_chip.h"
#include "ui/pages/templates/template_dialog.h"
#include "ui/pages/templates/workload_drag.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {

namespace {

/// "PyTorchJob · 4 pods": kinds are names, alike in every language.
QString manifestText(const WorkloadTemplate& workload) {
  const Result<Manifest> read = readManifest(workload.manifest, workload.name);
  QStringList kinds;
  std::optional<std::int64_t> pods = 0;
  if (read) {
    for (const ManifestObject& object : read->objects) {
      if (object.roles.empty()) continue;
      kinds << plain(object.kind, 40);
      for (const ManifestRole& role : object.roles) {
        pods = pods && role.pods ? std::optional(*pods + *role.pods) : std::nullopt;
      }
    }
  }
  if (kinds.isEmpty()) return QStringLiteral("YAML");
  const QString names = joinList(kinds);
  return pods ? TemplatePalette::tr("%1 · %n pod(s)", "kinds of objects", static_cast<int>(*pods)).arg(names) : names;
}

/// What each pod asks for.
QString onePodText(const WorkloadTemplate& workload, MemoryUnit unit) {
  using Form = WorkloadTemplate::Form;
  switch (workload.form) {
    case Form::SharedMemory:
    case Form::SharedMemoryAndCore: {
      SharedAmounts amounts;
      amounts.memory = MemUnits(workload.memory);
      amounts.cards = workload.cards;
      amounts.multiCard = workload.cards > 1;
      amounts.asksCore = workload.form == Form::SharedMemoryAndCore;
      if (amounts.asksCore) amounts.core = CorePercent(workload.core);
      return requestText(GpuRequest::ofShared(amounts), unit);
    }
    case Form::WholeCards:
      return requestText(GpuRequest::ofCards(GpuRequest::Kind::WholeCards, workload.cards), unit);
    case Form::TopologyCards:
      return requestText(GpuRequest::ofCards(GpuRequest::Kind::Topology, workload.cards), unit);
    case Form::Limits: {
      std::vector<ResourceAsk> asks;
      for (const TemplateLimit& limit : workload.limits) asks.push_back({limit.resource, limit.amount});
      return shortRequestText(asks, unit);
    }
    case Form::Manifest:
      break;
  }
  return manifestText(workload);
}

}  // namespace

QString templateRequestText(const WorkloadTemplate& workload, MemoryUnit unit) {
  if (workload.form == WorkloadTemplate::Form::Manifest) return manifestText(workload);
  const QString one = onePodText(workload, unit);
  return workload.replicas > 1 ? count(workload.replicas) + QStringLiteral(" × ") + one : one;
}

TemplatePalette::TemplatePalette(const PageContext& context, QWidget* parent)
    : TranslatablePage(context.theme, SurfaceTone::Panel, parent),
      m_context(context),
      m_templates(context.settings.templates()) {
  setEdges(Qt::TopEdge);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(16, 6, 16, 6);
  layout->setSpacing(8);
  m_title = new TextLabel(context.theme, TextRole::SmallStrong, TextTone::Strong, this);
  layout->addWidget(m_title);
  const auto arrow = [this](const char* icon, int way) {
    auto* made = new ActionButton(m_context.theme, this);
    made->setKind(ButtonKind::Quiet);
    made->setIconName(QString::fromLatin1(icon));
    made->setAutoRepeat(true);
    connect(made, &QAbstractButton::clicked, this, [this, way] {
      QScrollBar* bar = m_scroll->horizontalScrollBar();
      bar->setValue(bar->value() + way * bar->pageStep() * 3 / 4);
    });
    return made;
  };
  m_left = arrow("chevron-left", -1);
  m_right = arrow("chevron-right", 1);
  layout->addWidget(buildStrip(), 1);
  auto* arrows = new QHBoxLayout;
  arrows->setSpacing(0);
  arrows->addWidget(m_left);
  arrows->addWidget(m_right);
  layout->addLayout(arrows);
  m_add = new ActionButton(context.theme, this);
  m_add->setKind(ButtonKind::Quiet);
  m_add->setObjectName(QStringLiteral("addTemplate"));
  m_add->setIconName(QStringLiteral("add"));
  m_file = new ActionButton(context.theme, this);
  m_file->setKind(ButtonKind::Quiet);
  m_file->setIconName(QStringLiteral("file"));
  layout->addWidget(m_add);
  layout->addWidget(m_file);
  connect(m_add, &QAbstractButton::clicked, this, [this] { edit(-1); });
  connect(m_file, &QAbstractButton::clicked, this, &TemplatePalette::fileRequested);
  connect(&context.bridge, &SnapshotBridge::snapshotChanged, this, [this](const SnapshotPtr& snapshot) {
    if (snapshot->counts.commonUnit() != m_unit) TemplatePalette::retranslate();
  });
  connect(&m_context.settings.news(), &SettingsNews::changed, this, [this](const QString& key) {
    if (key != u"templates") return;
    m_templates = m_context.settings.templates();
    rebuild();
    retranslate();
  });
  rebuild();
  TemplatePalette::retranslate();
}

QWidget* TemplatePalette::buildStrip() {
  m_scroll = new QScrollArea(this);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setWidgetResizable(true);
  m_scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setFixedHeight(m_context.theme.rowHeight());
  m_scroll->setMinimumWidth(8);  // in a narrow window the chips give way, not the words
  m_scroll->setFocusPolicy(Qt::NoFocus);
  auto* strip = new Surface(m_context.theme, SurfaceTone::Panel, m_scroll);
  m_chips = new QHBoxLayout(strip);
  m_chips->setContentsMargins(0, 0, 0, 0);
  m_chips->setSpacing(8);
  m_scroll->setWidget(strip);
  // The range changes while the row is being laid out: an arrow shown there would be laid out twice, and the older
  // places would stay.
  connect(m_scroll->horizontalScrollBar(), &QScrollBar::rangeChanged, this, &TemplatePalette::showArrows,
          Qt::QueuedConnection);
  connect(m_scroll->horizontalScrollBar(), &QScrollBar::valueChanged, this, &TemplatePalette::showArrows);
  showArrows();
  return m_scroll;
}

void TemplatePalette::showArrows() {
  const QScrollBar* bar = m_scroll->horizontalScrollBar();
  for (ActionButton* arrow : {m_left, m_right}) arrow->setVisible(bar->maximum() > 0);
  m_left->setEnabled(bar->value() > bar->minimum());
  m_right->setEnabled(bar->value() < bar->maximum());
}

void TemplatePalette::rebuild() {
  while (QLayoutItem* item = m_chips->takeAt(0)) {
    // A chip may be the source of a drag that is still running its loop.
    if (item->widget()) item->widget()->deleteLater();
    delete item;
  }
  for (int i = 0; i < static_cast<int>(m_templates.size()); ++i) {
    auto* chip = new TemplateChip(m_context.theme, this);
    m_chips->addWidget(chip);
    connect(chip, &QAbstractButton::clicked, this, [this, i] { preview(i); });
    connect(chip, &TemplateChip::menuRequested, this, [this, i](const QPoint& global) { openMenu(i, global); });
    connect(chip, &TemplateChip::dragRequested, this, [this, i, chip] {
      const WorkloadTemplate& one = m_templates[static_cast<std::size_t>(i)];
      const WorkloadCargo cargo{QByteArray::fromStdString(toYaml(one)), QString::fromStdString(one.name),
                                templateRequestText(one, m_context.bridge.snapshot()->counts.commonUnit())};
      startWorkloadDrag(m_context.theme, *chip, cargo);
    });
  }
  m_chips->addStretch(1);
}

void TemplatePalette::add(const WorkloadTemplate& made) {
  m_templates.push_back(made);
  store();
}

void TemplatePalette::store() {
  m_context.settings.setTemplates(m_templates);
}

void TemplatePalette::edit(int index) {
  WorkloadTemplate start = index >= 0 ? m_templates[static_cast<std::size_t>(index)] : WorkloadTemplate{};
  auto* dialog = new TemplateDialog(m_context, start, index < 0, window());
  connect(dialog, &QDialog::accepted, this, [this, dialog, index] {
    if (index >= 0 && index < static_cast<int>(m_templates.size())) {
      m_templates[static_cast<std::size_t>(index)] = dialog->workload();
    } else {
      m_templates.push_back(dialog->workload());
    }
    store();
  });
  dialog->open();
}

void TemplatePalette::openMenu(int index, const QPoint& global) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  connect(menu->addAction(tr("Preview in the whole cluster")), &QAction::triggered, this,
          [this, index] { preview(index); });
  connect(menu->addAction(tr("Preview on a node or card…")), &QAction::triggered, this,
          [this] { m_context.selection.requestPreview(); });
  menu->addSeparator();
  connect(menu->addAction(tr("Edit…")), &QAction::triggered, this, [this, index] { edit(index); });
  connect(menu->addAction(tr("Duplicate")), &QAction::triggered, this, [this, index] {
    WorkloadTemplate copy = m_templates[static_cast<std::size_t>(index)];
    copy.name += "-copy";
    add(copy);
  });
  connect(menu->addAction(tr("Remove")), &QAction::triggered, this, [this, index] {
    m_templates.erase(m_templates.begin() + index);
    store();
  });
  menu->popup(global);
}

void TemplatePalette::preview(int index) {
  const WorkloadTemplate& one = m_templates[static_cast<std::size_t>(index)];
  emit previewRequested(QByteArray::fromStdString(toYaml(one)), QString::fromStdString(one.name));
}

void TemplatePalette::retranslate() {
  m_title->setText(tr("Templates"));
  m_left->setToolTip(tr("Templates further left"));
  m_right->setToolTip(tr("Templates further right"));
  m_add->setToolTip(tr("New template"));
  m_file->setToolTip(tr("Preview a YAML file"));
  m_unit = m_context.bridge.snapshot()->counts.commonUnit();
  for (int i = 0; i < static_cast<int>(m_templates.size()); ++i) {
    auto* chip = qobject_cast<TemplateChip*>(m_chips->itemAt(i)->widget());
    const WorkloadTemplate& one = m_templates[static_cast<std::size_t>(i)];
    chip->setTexts(plain(one.name, 40), templateRequestText(one, m_unit));
    chip->setToolTip(
        tr("Drag onto the map, a node or a card; Enter previews it in the whole cluster. Nothing is sent."));
  }
}

}  // namespace cardinal::ui

// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/edit/placement_dialog.h"

#include <QBoxLayout>

#include "core/plan/capacity/future_places.h"
#include "ui/i18n/changes/rights_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/yaml/code_box.h"
#include "ui/pages/edit/policy_picture_view.h"
#include "ui/session/rights/write_refusal.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr char kPlacementLabel[] = "ack.node.gpu.placement";

struct Words {
  Q_DECLARE_TR_FUNCTIONS(PlacementDialog)
};

QString valueOf(Placement placement) {
  return QString::fromLatin1(toString(placement));
}

}  // namespace

QString placementRefusal(const NodeRecord& node, const SourceInfo& source, bool fresh, const Rights& rights) {
  if (!hasPlacementPolicy(node)) {
    return Words::tr(
               "Only nodes that share cards under ACK (cgpu, core_mem, share, mps) have a placement policy; this node "
               "is in mode %1")
        .arg(modeBadge(node.gpu.mode));
  }
  if (!node.exists()) return Words::tr("This node appears only in pod specs; it does not exist in the cluster");
  const bool locked = !source.writable && source.kind == SourceKind::Live;
  const QString refusal = writeRefusal(source, locked, fresh);
  return refusal.isEmpty() ? rightsRefusal(rights, Feature::PatchNodes) : refusal;
}

PlacementDialog::PlacementDialog(const PageContext& context, const QString& node, QWidget* parent)
    : DialogFrame(context.theme, tr("Change the placement policy of %1?").arg(plain(node.toStdString(), 80)), 520,
                  parent),
      m_context(context),
      m_node(node) {
  build();
  load();
}

void PlacementDialog::build() {
  m_choice = new SegmentedControl(theme(), this);
  m_choice->addItem(QStringLiteral("binpack"), placementText(Placement::Binpack));
  m_choice->addItem(QStringLiteral("spread"), placementText(Placement::Spread));
  body()->addWidget(m_choice, 0, Qt::AlignLeft);
  m_meaning = new TextLabel(theme(), TextRole::Small, TextTone::Normal, this);
  m_meaning->setWordWrap(true);
  body()->addWidget(m_meaning);
  m_pictureHead = new SectionHead(theme(), this);
  m_pictureHead->setTitle(tr("Where the next pods go"));
  body()->addWidget(m_pictureHead);
  m_picture = new PolicyPictureView(theme(), this);
  body()->addWidget(m_picture);
  m_like = new TextLabel(theme(), TextRole::Small, TextTone::Quiet, this);
  m_like->setWordWrap(true);
  body()->addWidget(m_like);
  const auto section = [this](const QString& title) {
    auto* head = new SectionHead(theme(), this);
    head->setTitle(title);
    body()->addWidget(head);
    auto* box = new CodeBox(theme(), this);
    body()->addWidget(box);
    return box;
  };
  m_diff = section(tr("Change"));
  m_command = section(tr("Equivalent command"));
  m_verdict = new Banner(theme(), this);
  body()->addWidget(m_verdict);
  body()->addStretch(1);
  addButton(tr("Cancel"));
  m_apply = addButton(tr("Change placement policy"), true);
  connect(m_apply, &QAbstractButton::clicked, this, &PlacementDialog::apply);
  connect(m_choice, &SegmentedControl::changed, this,
          [this](const QString& id) { show(id == u"spread" ? Placement::Spread : Placement::Binpack); });
}

void PlacementDialog::load() {
  const SnapshotPtr snapshot = m_context.bridge.snapshot();
  const auto index = snapshot->findNode(m_node.toStdString());
  if (!index || !snapshot->node(*index).exists()) {
    showError(makeError(ErrorCode::NotFound, m_node.toStdString(), m_context.bridge.info().name));
    return;
  }
  const NodeRecord& node = snapshot->node(*index);
  m_version = QString::fromStdString(node.raw->meta.resourceVersion);
  const std::string* label = cardinal::find(node.raw->meta.labels, kPlacementLabel);
  m_oldValue = label ? plain(*label, 63) : QString();
  m_seen = label ? *label : std::string();
  m_old = node.gpu.placement;
  showPicture(*snapshot, *index);
  show(m_old == Placement::Binpack ? Placement::Spread : Placement::Binpack);
}

void PlacementDialog::showPicture(const ClusterSnapshot& snapshot, NodeIndex node) {
  const auto picture = pictureOfPolicies(snapshot, node);
  for (QWidget* part :
       {static_cast<QWidget*>(m_pictureHead), static_cast<QWidget*>(m_picture), static_cast<QWidget*>(m_like)})
    part->setVisible(picture.has_value());
  if (!picture) return;
  const auto cards = snapshot.cardsOf(node);
  m_picture->setPicture(*picture, {cards.begin(), cards.end()}, m_old);
  const QString each =
      picture->core.value > 0
          ? tr("%1 and %2 % each").arg(memory(picture->memory, picture->unit), count(picture->core.value))
          : tr("%1 each").arg(memory(picture->memory, picture->unit));
  m_like->setText(
      picture->like.name.empty()
          ? tr("Pods of %1, a quarter of a card. The scheduler's source is not public: this is what its public model "
               "does.")
                .arg(each)
          : tr("Pods of %1, as %2 requests. The scheduler's source is not public: this is what its public model does.")
                .arg(each, plain(picture->like.ns + "/" + picture->like.name, 80)));
}

void PlacementDialog::show(Placement wanted) {
  m_wanted = wanted;
  m_picture->setChosen(wanted);
  m_choice->setCurrent(valueOf(wanted));
  m_meaning->setText(
      wanted == Placement::Binpack
          ? tr("New pods go to the fullest card that still fits, so whole cards stay free for large requests. Running "
               "pods stay.")
          : tr("New pods go to the emptiest card: load and faults are spread. Pods that run stay where they are."));
  const QString key = QLatin1String(kPlacementLabel);
  const QString assign = key + QStringLiteral(": ");
  const QString before = m_oldValue.isEmpty() ? tr("(no label: binpack)") : QString(assign + m_oldValue);
  m_diff->setLines({{QStringLiteral("metadata.labels"), TextTone::Normal},
                    {QString(QStringLiteral("- ") + before), TextTone::Critical},
                    {QString(QStringLiteral("+ ") + assign + valueOf(wanted)), TextTone::Ok}});
  m_command->setLines({{QString(QStringLiteral("kubectl label node ") + plain(m_node.toStdString()) + u' ' + key +
                                u'=' + valueOf(wanted) + QStringLiteral(" --overwrite")),
                        TextTone::Strong}});
  if (m_oldValue == valueOf(wanted)) {
    m_verdict->setState(StateRole::Information);
    m_verdict->setText(tr("The node has this placement policy already"));
    m_verdict->setDetail({});
    m_apply->setRefusal(tr("Nothing would change"));
    return;
  }
  dryRun();
}

LabelChange PlacementDialog::change() const {
  LabelChange made;
  made.key = kPlacementLabel;
  made.value = toString(m_wanted);
  made.seen = m_seen;
  return made;
}

void PlacementDialog::dryRun() {
  m_verdict->setState(StateRole::Information);
  m_verdict->setText(tr("The server is checking the change (dry run)"));
  m_verdict->setDetail({});
  m_apply->setRefusal(tr("The dry run is not finished"));
  m_context.bridge.patchNodeLabels(this, m_node, {change()}, m_version, true, [this](const Result<void>& outcome) {
    if (!outcome) {
      showError(outcome.error());
      return;
    }
    m_verdict->setState(StateRole::Ok);
    m_verdict->setText(tr("Server dry run passed"));
    m_apply->setRefusal({});
    offerReturn(*m_apply);
  });
}

void PlacementDialog::apply() {
  m_apply->setBusy(true);
  m_context.bridge.patchNodeLabels(this, m_node, {change()}, m_version, false, [this](const Result<void>& outcome) {
    m_apply->setBusy(false);
    if (!outcome) {
      showError(outcome.error());
      return;
    }
    m_context.selection.showMessage(
        StateRole::Ok,
        tr("The placement policy of %1 is now %2").arg(plain(m_node.toStdString(), 63), valueOf(m_wanted)));
    accept();
  });
}

void PlacementDialog::showError(const Error& error) {
  if (error.code == ErrorCode::Conflict) {
    // The node changed since it was read: show what it is now and ask the server anew.
    const QString before = m_version;
    const Placement wanted = m_wanted;
    load();
    if (m_version != before) {
      show(wanted);
      m_verdict->setDetail(error.causes.empty()
                               ? tr("The node has changed meanwhile; the change was checked against its new state.")
                               : errorText(error));
      return;
    }
  }
  m_verdict->setState(StateRole::Critical);
  m_verdict->setText(errorText(error));
  m_verdict->setDetail(errorDetailText(error));
  m_apply->setRefusal(tr("Rejected by the server"));
}

}  // namespace cardinal::ui

// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/edit/pod_actions.h"

#include <QMenu>

#include "ui/bridge/write_lock.h"
#include "ui/i18n/changes/rights_texts.h"
#include "ui/i18n/plain.h"
#include "ui/session/rights/write_refusal.h"

namespace cardinal::ui {

namespace {

QString titleOf(ObjectVerb verb, const PodRecord* pod) {
  switch (verb) {
    case ObjectVerb::Evict:
      return PodActions::tr("Evict…");
    case ObjectVerb::Delete:
      return PodActions::tr("Delete…");
    case ObjectVerb::Scale: {
      const auto owner = pod == nullptr ? std::nullopt : scaleTargetOf(*pod->raw);
      return owner ? PodActions::tr("Scale %1 %2…").arg(plain(owner->kind, 40), plain(owner->key.name, 63))
                   : PodActions::tr("Scale…");
    }
    case ObjectVerb::Annotate:
      return PodActions::tr("Edit annotations…");
  }
  return {};
}

}  // namespace

QString podActRefusal(const PodRecord& pod, ObjectVerb verb, const SnapshotBridge& bridge) {
  if (QString refusal = writeRefusal(bridge); !refusal.isEmpty()) return refusal;
  if (bridge.writer().nodes == nullptr || bridge.writer().objects == nullptr) return readOnlyRefusal();
  const Rights& rights = bridge.connection().rights;
  const std::string& ns = pod.key().ns;
  if (verb == ObjectVerb::Evict) return rightsRefusal(rights, Feature::EvictPods, ns);
  if (verb == ObjectVerb::Delete) return rightsRefusal(rights, Feature::DeletePods, ns);
  if (verb == ObjectVerb::Scale && !scaleTargetOf(*pod.raw))
    return PodActions::tr("The pod belongs to no Deployment, ReplicaSet or StatefulSet");
  return {};
}

PodActions::PodActions(const PageContext& context, QWidget* parent)
    : ActionButton(context.theme, parent), m_context(context), m_menu(new QMenu(this)) {
  setIconName(QStringLiteral("more"));
  setObjectName(QStringLiteral("podActions"));
  m_menu->setToolTipsVisible(true);
  add("podEvict", ObjectVerb::Evict);
  add("podDelete", ObjectVerb::Delete);
  m_menu->addSeparator();
  add("podScale", ObjectVerb::Scale);
  add("podAnnotate", ObjectVerb::Annotate);
  connect(this, &QAbstractButton::clicked, m_menu, [this] {
    setPod(m_pod);  // rights and the lock as they are now
    m_menu->popup(mapToGlobal(QPoint(0, height() + 2)));
  });
  retranslate();
}

void PodActions::add(const char* name, ObjectVerb verb) {
  QAction* action = m_menu->addAction(QString());
  action->setObjectName(QString::fromLatin1(name));
  connect(action, &QAction::triggered, this, [this, verb] {
    if (m_pod)
      m_context.selection.requestPodAct(QString::fromStdString(m_pod->key().ns + "/" + m_pod->key().name), verb);
  });
  m_entries.push_back({verb, action});
}

void PodActions::setPod(const PodPtr& pod) {
  m_pod = pod;
  for (const Entry& entry : m_entries) {
    const QString refusal = pod ? podActRefusal(*pod, entry.verb, m_context.bridge) : QString();
    entry.action->setEnabled(pod && refusal.isEmpty());
    entry.action->setToolTip(refusal);
    entry.action->setText(titleOf(entry.verb, pod.get()));
  }
}

void PodActions::retranslate() {
  setToolTip(tr("Change this pod or its workload"));
  setPod(m_pod);
}

}  // namespace cardinal::ui

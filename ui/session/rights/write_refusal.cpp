// SPDX-License-Identifier: Apache-2.0
#include "ui/session/rights/write_refusal.h"

#include <QCoreApplication>

#include "core/service/source/source.h"
#include "ui/bridge/snapshot_bridge.h"
#include "ui/bridge/write_lock.h"
#include "ui/i18n/changes/rights_texts.h"

namespace cardinal::ui {
namespace {

struct WriteTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::WriteTexts)
};

}  // namespace

QString writeRefusal(const SnapshotBridge& bridge) {
  return writeRefusal(bridge.info(), bridge.writeLock().isLocked(), bridge.isFresh());
}

QString writeRefusal(const SourceInfo& source, bool locked, bool fresh) {
  if (locked) return lockedRefusal();
  if (source.kind == SourceKind::File)
    return WriteTexts::tr("A saved snapshot cannot be changed: open the cluster itself");
  if (!source.writable) return readOnlyRefusal();
  return fresh ? QString() : WriteTexts::tr("The connection is lost; changes are possible once it is restored");
}

QString readOnlyRefusal() {
  return WriteTexts::tr("This connection is read-only");
}

}  // namespace cardinal::ui

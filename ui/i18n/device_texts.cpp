// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/device_texts.h"

#include <QCoreApplication>
#include <algorithm>
#include <climits>

#include "core/model/extras/kept_shares.h"
#include "core/model/other_view.h"
#include "core/model/shared_card.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

class DeviceTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::DeviceTexts)

 public:
  static QString ofNode(const NodeRecord& node);
  static QString beside(const NodeRecord& node);
  static QString published(const NodeRecord& node);
  static QString parts(const NodeRecord& node);
  static QString ownMemory(const NodeRecord& node, const Card& card);
  static QString share(const NodeRecord& node, const CardShare& share);
  static QString slotCounts(const NodeRecord& node);
  static QString slotsTitle(GpuMode mode) {
    return mode == GpuMode::Partitions ? tr("Partitions requested") : tr("Slots requested");
  }
  static QString noCore(GpuMode mode);
  static QString instancesTitle(GpuMode mode) {
    return mode == GpuMode::Partitions ? tr("Partitions") : tr("MIG instances");
  }
  static QString instancesOfNodeTitle(GpuMode mode) {
    return mode == GpuMode::Partitions ? tr("Partitions, whole node") : tr("MIG, whole node");
  }
  static QString instances(const std::vector<InstanceGroup>& groups);
  static QString network(const NetworkResource& one);
  static QString shared(const SharedPool& pool);
  static QString reservation(std::string_view name) { return tr("Reservation %1").arg(plain(name, 63)); }
  static QString unnamed(const UnnamedCards& cards) {
    return tr("%1 of %n card(s) allocated; which ones is unknown", nullptr, cards.cards).arg(count(cards.taken));
  }

 private:
  static QString resource(const NodeRecord& node, const AcceleratorResource& one);
  static QString ofDriver(const AcceleratorResource& one);
  static QString notRead(const NodeRecord& node) {
    const QString stack = stackText(node.gpu.stack);
    return node.gpu.mode == GpuMode::RemotePool
               ? tr("remote GPU pool of %1: its size is unknown, its counts are fictional", "name of a GPU stack")
                     .arg(stack)
               : tr("GPUs of %1: not read yet", "name of a GPU stack").arg(stack);
  }
};

bool isUnshown(const NodeRecord& node) {
  return node.cards.empty() && node.gpu.stack != GpuStack::None;
}

bool isStackUnread(const NodeRecord& node) {
  return node.gpu.mode == GpuMode::NotRead || node.gpu.mode == GpuMode::RemotePool;
}

QString DeviceTexts::resource(const NodeRecord& node, const AcceleratorResource& one) {
  if (one.name.find('/') == std::string::npos) return ofDriver(one);
  const QString words = tr("%1: %2 of %3 requested by %n pod(s)", "name of a resource, amounts", one.pods)
                            .arg(plain(one.name), count(one.requested), count(one.allocatable));
  const auto free = node.exists() ? freeBesideOtherView(node, one.name) : std::nullopt;
  if (!free) return words;
  const QString other = plain(otherViewOf(one.name, node.raw->capacity));
  return tr("%1, at most %2 free beside %3", "resource and amounts, number, another resource of the same hardware")
      .arg(words, count(*free), other);
}

/// Devices that a driver publishes and claims hold.
QString DeviceTexts::ofDriver(const AcceleratorResource& one) {
  const QString held = one.requested >= 0 ? count(one.requested) : notAvailable();
  return tr("%1: %2 of %n device(s) held by claims", "name of a driver, number",
            static_cast<int>(std::min<std::int64_t>(one.capacity, INT_MAX)))
      .arg(plain(one.name), held);
}

QString DeviceTexts::ofNode(const NodeRecord& node) {
  if (!isUnshown(node)) return {};
  QStringList parts;
  if (isStackUnread(node)) parts << notRead(node);
  if (node.devices != nullptr) {
    for (const AcceleratorResource& one : node.devices->unrecognised) parts << resource(node, one);
    if (const QString taken = slotsText(node); !taken.isEmpty()) parts << taken;
    if (!node.devices->instances.empty()) parts << instances(node.devices->instances);
  }
  if (parts.isEmpty()) parts << modeText(node.gpu.mode);
  return joinClauses(parts);
}

QString DeviceTexts::beside(const NodeRecord& node) {
  if (isUnshown(node) || node.devices == nullptr) return {};
  QStringList parts;
  for (const AcceleratorResource& one : node.devices->unrecognised) parts << resource(node, one);
  return joinClauses(parts);
}

QString DeviceTexts::published(const NodeRecord& node) {
  QStringList parts;
  if (node.devices != nullptr) {
    const NodeDevices& devices = *node.devices;
    for (const AcceleratorResource& one : devices.unrecognised)
      parts << tr("%1 %2", "name of a resource, amount").arg(plain(one.name), count(one.allocatable));
    if (devices.slotsTotal && !devices.slotResource.empty())
      parts << tr("%1 %2", "name of a resource, amount").arg(plain(devices.slotResource), count(*devices.slotsTotal));
    for (const InstanceGroup& group : devices.instances) {
      if (group.resource != devices.slotResource)
        parts << tr("%1 %2", "name of a resource, amount").arg(plain(group.resource), count(group.total));
    }
  }
  if (parts.isEmpty()) parts << (isStackUnread(node) ? notRead(node) : modeText(node.gpu.mode));
  return joinList(parts);
}

QString DeviceTexts::parts(const NodeRecord& node) {
  if (node.devices == nullptr) return {};
  const NodeDevices& devices = *node.devices;
  const auto few = [](std::int64_t number) { return static_cast<int>(std::min<std::int64_t>(number, INT_MAX)); };
  int total = 0;
  int taken = 0;
  bool known = true;
  const auto add = [&](const std::vector<InstanceGroup>& groups) {
    for (const InstanceGroup& group : groups) {
      if (group.profile == "whole") continue;
      total += group.total;
      taken += group.allocated.value_or(0);
      known = known && group.allocated.has_value();
    }
  };
  add(devices.instances);
  for (const CardDetail& card : devices.cards) add(card.instances);
  if (total > 0 && known) return tr("%1/%n instance(s)", "requested of all", total).arg(count(taken));
  if (!devices.slotsTotal || !devices.slotsAllocated) return {};
  return tr("%1/%n slot(s)", "requested of all", few(*devices.slotsTotal)).arg(count(*devices.slotsAllocated));
}

QString DeviceTexts::ownMemory(const NodeRecord& node, const Card& card) {
  constexpr std::int64_t kVcudaMib = 256;
  if (!card.memoryKnown || node.gpu.unit != MemoryUnit::MiB) return {};
  const std::int64_t held = card.memAllocated.value;
  const std::int64_t total = card.memTotal.value;
  switch (node.gpu.stack) {
    case GpuStack::GpuManager:
      return tr("%1 / %2 × 256 MiB", "allocated, total").arg(count(held / kVcudaMib), count(total / kVcudaMib));
    case GpuStack::Hami:
    case GpuStack::Volcano:
    case GpuStack::Koordinator:
      return tr("%1 / %2 MiB", "allocated, total").arg(count(held), count(total));
    default:
      return {};
  }
}

QString DeviceTexts::share(const NodeRecord& node, const CardShare& share) {
  if (isWholeCardMode(node.gpu.mode) && !isSharedByGroups(node, share.card)) return tr("whole card");
  QStringList parts;
  if (share.memory.value > 0) parts << memory(share.memory, node.gpu.unit);
  if (share.core.value > 0) parts << corePercent(share.core);
  return parts.isEmpty() ? notAvailable() : parts.join(QStringLiteral(" · "));
}

QString DeviceTexts::slotCounts(const NodeRecord& node) {
  if (node.devices == nullptr) return {};
  const NodeDevices& devices = *node.devices;
  if (!devices.slotsTotal || devices.slotResource.empty()) return {};
  if (node.gpu.mode == GpuMode::Partitions && !devices.instances.empty()) return {};
  return tr("%1 of %n slot(s) requested", nullptr,
            static_cast<int>(std::min<std::int64_t>(*devices.slotsTotal, INT_MAX)))
      .arg(devices.slotsAllocated ? count(*devices.slotsAllocated) : notAvailable());
}

QString DeviceTexts::noCore(GpuMode mode) {
  switch (mode) {
    case GpuMode::Mig:
    case GpuMode::MigSingle:
    case GpuMode::MigMixed:
      return tr("split by MIG instances");
    case GpuMode::Partitions:
      return tr("split by partitions");
    case GpuMode::MpsSlots:
      return tr("split evenly by slots");
    case GpuMode::Exclusive:
    case GpuMode::Topology:
    case GpuMode::Whole:
    case GpuMode::Gpushare:
    case GpuMode::Cgpu:
    case GpuMode::Share:
    case GpuMode::Mps:
    case GpuMode::TimeSlicing:
      return tr("not partitioned in this mode");
    default:
      return tr("compute unknown");
  }
}

QString DeviceTexts::instances(const std::vector<InstanceGroup>& groups) {
  QStringList parts;
  for (const InstanceGroup& group : groups) {
    const QString held = group.allocated ? count(*group.allocated) : notAvailable();
    const QString name = group.profile == "whole" ? tr("whole cards") : plain(group.profile);
    parts << tr("%1 %2/%3", "MIG profile, requested, total").arg(name, held, count(group.total));
  }
  return joinList(parts);
}

QString DeviceTexts::network(const NetworkResource& one) {
  const bool isPercent = one.unit == NetworkUnit::Percent;
  const auto amount = [isPercent](std::int64_t number) {
    return isPercent ? tr("%1%", "percent of network cards").arg(count(number)) : count(number);
  };
  QStringList parts;
  if (one.devices)
    parts << tr("%n device(s)", "for RDMA", static_cast<int>(std::min<std::int64_t>(*one.devices, INT_MAX)));
  parts
      << tr("%1 / %2 requested by %n pod(s)", "amounts", one.pods).arg(amount(one.requested), amount(one.allocatable));
  parts << tr("%1 free", "amount").arg(amount(one.free()));
  return joinList(parts);
}

QString DeviceTexts::shared(const SharedPool& pool) {
  const QString name = plain(pool.driver + "/" + pool.pool, 120);
  const int devices = static_cast<int>(std::min<std::int64_t>(pool.devices, INT_MAX));
  const QString held = pool.held ? count(*pool.held) : notAvailable();
  return tr("%1: %n device(s) that several nodes share (%2), %3 held by claims; they are on no node's cards.", nullptr,
            devices)
      .arg(name, plain(pool.nodes), held);
}

}  // namespace

QString unnamedCardsText(const UnnamedCards& cards) {
  return DeviceTexts::unnamed(cards);
}

QString reservationText(std::string_view name) {
  return DeviceTexts::reservation(name);
}

QStringList reservationTexts(const NodeRecord& node, CardIndex card) {
  QStringList out;
  for (const KeptShare& kept : keptOnCard(node, card)) out << reservationText(kept.reservation);
  return out;
}

QString sharedDevicesText(const SharedPool& pool) {
  return DeviceTexts::shared(pool);
}

QString networkText(const NetworkResource& resource) {
  return DeviceTexts::network(resource);
}

QString otherDevicesText(const NodeRecord& node) {
  return DeviceTexts::beside(node);
}
QString unshownDevicesText(const NodeRecord& node) {
  return DeviceTexts::ofNode(node);
}

QString publishedText(const NodeRecord& node) {
  return DeviceTexts::published(node);
}

QString partsText(const NodeRecord& node) {
  return DeviceTexts::parts(node);
}

QString ownMemoryText(const NodeRecord& node, const Card& card) {
  return DeviceTexts::ownMemory(node, card);
}

QString shareText(const NodeRecord& node, const CardShare& share) {
  return DeviceTexts::share(node, share);
}

QString slotsText(const NodeRecord& node) {
  return DeviceTexts::slotCounts(node);
}

QString slotsTitle(GpuMode mode) {
  return DeviceTexts::slotsTitle(mode);
}

QString noCoreText(GpuMode mode) {
  return DeviceTexts::noCore(mode);
}

QString instancesTitle(GpuMode mode) {
  return DeviceTexts::instancesTitle(mode);
}

QString instancesOfNodeTitle(GpuMode mode) {
  return DeviceTexts::instancesOfNodeTitle(mode);
}

QString instancesText(const std::vector<InstanceGroup>& groups) {
  return DeviceTexts::instances(groups);
}

}  // namespace cardinal::ui

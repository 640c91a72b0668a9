// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/diff_texts.h"

#include <QCoreApplication>

#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

class DiffTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::Diff)

 public:
  static QString change(ChangeKind kind) {
    switch (kind) {
      case ChangeKind::Added:
        return tr("added");
      case ChangeKind::Removed:
        return tr("removed");
      case ChangeKind::Changed:
        break;
    }
    return tr("changed");
  }

  static QString field(const DiffChange& change) {
    switch (change.field) {
      case DiffField::Readiness:
        return tr("State");
      case DiffField::Cordon:
        return tr("Cordoned");
      case DiffField::Mode:
        return tr("Mode");
      case DiffField::Placement:
        return tr("Placement policy");
      case DiffField::Model:
        return tr("GPU model");
      case DiffField::Cards:
        return tr("Cards");
      case DiffField::Taints:
        return tr("Taints");
      case DiffField::Label:
        return tr("Label %1").arg(plain(change.key, 120));
      case DiffField::Memory:
        return tr("Memory allocated");
      case DiffField::MemoryTotal:
        return tr("Memory in total");
      case DiffField::Core:
        return tr("Core allocated");
      case DiffField::Health:
        return tr("Health");
      case DiffField::Held:
        return tr("Whole card allocated");
      case DiffField::Node:
        return tr("Node");
      case DiffField::Phase:
        return tr("Phase");
    }
    return {};
  }

  static QString truth(const std::string& value) {
    return value == "true" ? tr("yes") : value == "false" ? tr("no") : tr("unknown");
  }

  static QString state(const std::string& value) {
    if (value == "Ready") return tr("ready");
    if (value == "NotReady") return tr("not ready");
    if (value == "Healthy") return tr("healthy");
    if (value == "Unhealthy") return tr("unhealthy");
    return tr("unknown");
  }
  static QString none() { return tr("none"); }
  static QString notBound() { return tr("no node"); }
};

QString amount(DiffField field, const std::string& value) {
  if (value.empty()) return notAvailable();
  const qint64 number = QString::fromStdString(value).toLongLong();
  return field == DiffField::Core ? corePercent(CorePercent{static_cast<std::int32_t>(number)}) : memoryMib(number);
}

}  // namespace

QString changeText(ChangeKind kind) {
  return DiffTexts::change(kind);
}
QString diffFieldText(const DiffChange& change) {
  return DiffTexts::field(change);
}

QString diffValueText(DiffField field, const std::string& value) {
  switch (field) {
    case DiffField::Readiness:
    case DiffField::Health:
      return DiffTexts::state(value);
    case DiffField::Cordon:
    case DiffField::Held:
      return DiffTexts::truth(value);
    case DiffField::Memory:
    case DiffField::MemoryTotal:
    case DiffField::Core:
      return amount(field, value);
    case DiffField::Model:
    case DiffField::Cards:
    case DiffField::Phase:
      return value.empty() ? notAvailable() : plain(value, 120);
    case DiffField::Node:
      return value.empty() ? DiffTexts::notBound() : plain(value, 253);
    case DiffField::Mode:
    case DiffField::Placement:
    case DiffField::Taints:
    case DiffField::Label:
      break;
  }
  return value.empty() ? DiffTexts::none() : plain(value, 240);
}

}  // namespace cardinal::ui

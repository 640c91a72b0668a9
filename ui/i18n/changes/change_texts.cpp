// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/changes/change_texts.h"

#include <QCoreApplication>
#include <QStringList>

#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

class ChangeTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::ChangeTexts)

 public:
  static QString verb(const std::string& verb);
  static QString result(ChangeResult result);
  static QString blocker(UndoBlocker blocker, std::string_view verb = {});
  static QString note(const NotedEdit& noted, const QString& key, const QString& value);
  static QString absent() { return tr("absent"); }
  static QString replaced() { return tr("The node was removed and added again since: it is another one now."); }
  static QString conflict(const UndoConflict& conflict) {
    return tr("%1 was set to \"%2\", but is \"%3\" now.")
        .arg(plain(conflict.field), fieldValueText(conflict.expected), fieldValueText(conflict.found));
  }
  static QString editConflict(const EditConflict& conflict) {
    return tr("%1 was \"%2\" when it was read and is \"%3\" now; you want \"%4\".")
        .arg(plain(conflict.field), fieldValueText(conflict.seen), fieldValueText(conflict.found),
             fieldValueText(conflict.wanted));
  }
};

QString ChangeTexts::verb(const std::string& verb) {
  if (verb == "cordon") return tr("cordon");
  if (verb == "uncordon") return tr("uncordon");
  if (verb == "drain") return tr("drain");
  if (verb == "switch-mode") return tr("switch mode");
  if (verb == "set-placement") return tr("set placement");
  if (verb == "exclude-cards") return tr("exclude cards");
  if (verb == "edit") return tr("edit labels and taints");
  if (verb == "undo") return tr("undo");
  if (verb == "create") return tr("create");
  if (verb == "delete") return tr("delete");
  if (verb == "evict") return tr("evict");
  if (verb == "scale") return tr("scale");
  if (verb == "annotate") return tr("annotate");
  if (verb == "bind") return tr("bind to a node");
  if (verb == "patch") return tr("set labels");
  return plain(verb, 40);
}

QString ChangeTexts::result(ChangeResult result) {
  switch (result) {
    case ChangeResult::Unknown:
      return tr("outcome not known");
    case ChangeResult::Done:
      return tr("done");
    case ChangeResult::Nothing:
      return tr("nothing to do");
    case ChangeResult::Failed:
      return tr("refused");
    case ChangeResult::Stopped:
      return tr("stopped");
    case ChangeResult::RolledBack:
      return tr("rolled back");
    case ChangeResult::Left:
      return tr("left unfinished");
    case ChangeResult::Undone:
      return tr("undone");
  }
  return {};
}

QString notReversible(std::string_view verb) {
  if (verb == "switch-mode")
    return ChangeTexts::tr("The mode was switched with a drain, so a plan of its own switches it back.");
  if (verb == "drain" || verb == "evict")
    return ChangeTexts::tr(
        "An eviction cannot be undone: controllers recreate the pods where the scheduler places them.");
  if (verb == "delete") return ChangeTexts::tr("A deleted object cannot be restored.");
  if (verb == "bind") return ChangeTexts::tr("A bound pod never moves to another node.");
  if (verb == "scale") return ChangeTexts::tr("Scale it to the old number of replicas in the menu of the pod.");
  return ChangeTexts::tr("It changed nothing that can be undone.");
}

QString ChangeTexts::blocker(UndoBlocker blocker, std::string_view verb) {
  switch (blocker) {
    case UndoBlocker::None:
      return {};
    case UndoBlocker::NotDone:
      return tr("It changed nothing or has not finished.");
    case UndoBlocker::AlreadyUndone:
      return tr("It was undone already.");
    case UndoBlocker::NotReversible:
      return notReversible(verb);
  }
  return {};
}

QString ChangeTexts::note(const NotedEdit& noted, const QString& key, const QString& value) {
  switch (noted.note) {
    case EditNote::KeyEmpty:
      return tr("A key is empty.");
    case EditNote::KeyInvalid:
      return tr("The key \"%1\" is not valid: letters, digits, \"-\", \"_\" and \".\", with a letter or digit at both "
                "ends; before a \"/\" a DNS name in lower case.")
          .arg(key);
    case EditNote::KeyTooLong:
      return tr("The key \"%1\" is too long: 63 characters, and 253 before the \"/\".").arg(key);
    case EditNote::ValueInvalid:
      return tr("The value \"%2\" of %1 is not valid: letters, digits, \"-\", \"_\" and \".\", with a letter or digit "
                "at both ends.")
          .arg(key, value);
    case EditNote::ValueTooLong:
      return tr("The value of %1 is longer than 63 characters.").arg(key);
    case EditNote::EffectUnknown:
      return tr("The effect of the taint %1 must be NoSchedule, PreferNoSchedule or NoExecute.").arg(key);
    case EditNote::Twice:
      return tr("%1 appears twice.").arg(key);
    case EditNote::ModeLabel:
      return tr("%1 decides the GPU mode. Changed by hand it leaves running pods outside the ledger: use \"Switch "
                "mode\", which drains first.")
          .arg(key);
    case EditNote::PlacementLabel:
      return tr("%1 is the placement policy: use \"Change placement policy\".").arg(key);
    case EditNote::Reserved:
      return tr("%1 belongs to Kubernetes or a controller, which may set it back.").arg(key);
    case EditNote::EvictsPods:
      return tr("The taint %1 immediately evicts every running pod that does not tolerate it.").arg(key);
  }
  return {};
}

}  // namespace

QString changeVerb(const ChangeRecord& change) {
  return ChangeTexts::verb(change.verb);
}
QString changeResultText(const ChangeRecord& change) {
  return ChangeTexts::result(change.result);
}
QString fieldValueText(const std::optional<std::string>& value) {
  return value ? plain(*value, 120) : ChangeTexts::absent();
}

QString fieldsText(const ChangeRecord& change) {
  QStringList out;
  for (const FieldChange& field : change.fields) {
    out << labelled(plain(field.field),
                    fieldValueText(field.before) + QStringLiteral(" → ") + fieldValueText(field.after));
  }
  return joinClauses(out);
}

QString undoBlockerText(const ChangeRecord& change) {
  return ChangeTexts::blocker(change.blocker, change.verb);
}
QString undoConflictText(const UndoConflict& conflict) {
  return ChangeTexts::conflict(conflict);
}
QString editConflictText(const EditConflict& conflict) {
  return ChangeTexts::editConflict(conflict);
}

QString undoRefusalText(const UndoAnswer& answer) {
  if (answer.blocker != UndoBlocker::None) return ChangeTexts::blocker(answer.blocker);
  QStringList out;
  if (answer.nodeReplaced) out << ChangeTexts::replaced();
  for (const UndoConflict& conflict : answer.conflicts) out << ChangeTexts::conflict(conflict);
  return joinSentences(out);
}

QString editNoteText(const NotedEdit& noted, const NodeEdit& edit) {
  if (noted.taint) {
    const TaintChange& change = edit.taints[noted.index];
    return ChangeTexts::note(noted, plain(change.key, 320), plain(change.value, 120));
  }
  const LabelChange& change = edit.labels[noted.index];
  return ChangeTexts::note(noted, plain(change.key, 320), plain(change.value, 120));
}

}  // namespace cardinal::ui

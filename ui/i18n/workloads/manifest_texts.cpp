// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/workloads/manifest_texts.h"

#include <QCoreApplication>
#include <QStringList>

#include "core/manifest/refusals.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

class ManifestTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::ManifestTexts)

 public:
  static QString now(const ManifestNote& note);
  static QString unknown(const ManifestNote& note);
  static QString controller(const ManifestNote& note);
  static QString refused(const ManifestNote& note);
  static QString gang(const ManifestNote& note);
  static QString byGate(const ManifestNote& note);
  static QString without(NoPods reason);
  static QString nameNone(const QString& objects) { return tr("The object names no pods: %1").arg(objects); }
  static QString createNone(const QString& objects) { return tr("Creates no pods: %1").arg(objects); }
  static QString noneFound(const QString& objects) {
    return tr("The kind is not known, and no pod template was found: %1").arg(objects);
  }
  static QString andMore(const QString& list, int more) {
    return tr("%1 and %n more", "list of objects", more).arg(list);
  }
};

/// Why it asks for no pods now.
QString ManifestTexts::now(const ManifestNote& note) {
  const QString field = plain(note.field);
  const QString detail = plain(note.detail);
  switch (note.code) {
    case NoteCode::NoReplicas:
      if (detail == QLatin1String("false")) return tr("%1 is false: it asks for no pods now.").arg(field);
      return tr("%1 is 0: it asks for no pods now.").arg(field);
    case NoteCode::DefaultIsZero:
      if (detail == QLatin1String("false"))
        return tr("%1 is not set, which counts as false: it asks for no pods now.").arg(field);
      return tr("%1 does not say how many pods, which counts as 0: it asks for none now.").arg(field);
    case NoteCode::Suspended:
      if (detail == QLatin1String("0"))
        return tr("%1 holds it back: it asks for no pods before it is resumed. The numbers are those of now: 0 pods.")
            .arg(field);
      return tr("%1 holds it back: it asks for no pods before it is resumed. The numbers are those after that.")
          .arg(field);
    case NoteCode::ManagedElsewhere:
      return tr("%1 is %2: another controller makes the pods, perhaps in another cluster.").arg(field, detail);
    default:
      return tr("Nothing runs at submit; the numbers are those of one run (%1: %2).").arg(field, detail);
  }
}

/// What the file does not say.
QString ManifestTexts::unknown(const ManifestNote& note) {
  const QString field = plain(note.field);
  const QString detail = plain(note.detail);
  switch (note.code) {
    case NoteCode::PerNode:
      return tr("One pod runs on each node that matches; the file does not say how many that is.");
    case NoteCode::DefinedElsewhere:
      return tr("What the pods request is defined by another object: %1 (%2).").arg(detail, field);
    case NoteCode::RunTime:
      return tr("How many of these pods run at once is decided while it runs (%1).").arg(field);
    case NoteCode::NotRead:
      return tr("%1 decides what these pods are, but it cannot be evaluated from the file: what they request is not "
                "known.")
          .arg(field);
    case NoteCode::NotANumber:
      if (detail.isEmpty())
        return tr("This kind is not known, and %1 may change how many pods it asks for: their number is not known.")
            .arg(field);
      return tr("%1 is \"%2\", from which no number of pods can be read: how many pods it asks for is not known.")
          .arg(field, detail);
    default:
      if (note.field == "apiVersion")
        return tr("The version %1 is not known: its pods are assumed to stand where other versions have them.")
            .arg(detail);
      return tr("This kind is not known: its pods are assumed from %1.").arg(detail);
  }
}

/// What the controller does with the pods.
QString ManifestTexts::controller(const ManifestNote& note) {
  const QString field = plain(note.field);
  const QString detail = plain(note.detail);
  switch (note.code) {
    case NoteCode::Autoscaled:
      return detail.isEmpty() ? tr("The number of pods may change afterwards (%1).").arg(field)
                              : tr("The number of pods may change afterwards (%1: %2).").arg(field, detail);
    case NoteCode::WaitsWithCards:
      return tr("These pods hold their cards while their init container %1 waits for the first role (%2).")
          .arg(detail, field);
    case NoteCode::Later:
      return tr("Pods of %1 are created after those of the other roles.").arg(detail);
    case NoteCode::HidesCards:
      return tr("%1 asks for cards, but its controller hides them from it unless runLauncherAsWorker is true: it would "
                "hold cards that it cannot see.")
          .arg(detail);
    case NoteCode::TwiceOnUpdate:
      return tr("An update runs the old and the new pods at the same time and then asks twice as much.");
    case NoteCode::TextForNumber:
      return tr("%1 is the text \"%2\", but the field is a number: the API server rejects it. Write it without quotes.")
          .arg(field, detail);
    default:
      return refused(note);
  }
}

/// What a webhook or the API server rejects.
QString ManifestTexts::refused(const ManifestNote& note) {
  const QString field = plain(note.field);
  const QString detail = plain(note.detail);
  switch (note.code) {
    case NoteCode::RefusedByWebhook:
      if (detail.isEmpty())
        return tr("%1 is missing: without it the object is rejected or its pods do not start.").arg(field);
      if (detail == QLatin1String("0"))
        return tr("%1 is %2, which the kind's own webhook refuses: leave the role out instead.").arg(field, detail);
      return tr("%1 is %2, which the kind's own webhook rejects.").arg(field, detail);
    case NoteCode::UnknownRole:
      return tr("%1 is no role of this kind, whose own webhook rejects it. Its roles are: %2.").arg(field, detail);
    case NoteCode::LimitsDiffer: {
      const QStringList amounts = detail.split(QLatin1Char('/'));
      if (amounts.size() < 2)
        return tr("%1 is requested without a limit: the API server rejects it. Write the %2 under limits.")
            .arg(field, detail);
      return tr("%1 is requested with %2, but its limit is %3: the API server rejects it. Both must be equal.")
          .arg(field, amounts[0], amounts[1]);
    }
    default:
      return tr("%1 is %2, but extended resources are asked in whole numbers: the API server refuses it. A part of a "
                "card is asked the way of the stack that shares cards.")
          .arg(field, detail);
  }
}

/// A gang that the scheduler knows only where feature gates are on.
QString ManifestTexts::byGate(const ManifestNote& note) {
  const QString group = plain(note.field);
  if (note.detail.empty())
    return tr("Its pods name the pod group %1 of Kubernetes (scheduling.k8s.io), which the files do not describe: "
              "whether they must start together, and how many, is not known.")
        .arg(group);
  if (note.detail == kBasicPolicy)
    return tr("Its pods name the pod group %1 of Kubernetes (scheduling.k8s.io), whose policy is basic: they are "
              "scheduled one by one.")
        .arg(group);
  return tr("Its pods name the pod group %1 of Kubernetes (scheduling.k8s.io): %2 must start together where the "
            "feature "
            "gates GenericWorkload and GangScheduling are on, else they are scheduled one by one. The API does not "
            "tell "
            "which; up to Kubernetes 1.36 they are off by default.")
      .arg(group, plain(note.detail));
}

QString ManifestTexts::gang(const ManifestNote& note) {
  if (note.code == NoteCode::GangOverRoles && !note.field.empty())
    return tr("%1 pods of all workloads of the pod group %2 must start together.")
        .arg(plain(note.detail), plain(note.field));
  if (note.code == NoteCode::GangOverRoles)
    return tr("%1 pods over all roles must start together; how many of each is not said.").arg(plain(note.detail));
  if (note.code == NoteCode::Placeholders)
    return tr(
        "YuniKorn first places a placeholder pod for each pod that must start together, as large as it; the pods "
        "replace them when all are placed.");
  const QStringList numbers = plain(note.detail).split(QLatin1Char('/'));
  return tr("%1 pods must start together, but only %2 are created before that: it can never start.")
      .arg(numbers.value(0), numbers.value(1));
}

QString ManifestTexts::without(NoPods reason) {
  switch (reason) {
    case NoPods::Known:
      return tr("creates no pods");
    case NoPods::Stores:
      return tr("stores a pod template for others and creates no pods");
    case NoPods::NoneNamed:
      return tr("known, but this object names no pods");
    case NoPods::NotFound:
      return tr("not known, and no pod template was found in it");
    case NoPods::Unreadable:
      return tr("cannot be read");
    case NoPods::MakesPods:
      break;
  }
  return {};
}

}  // namespace

QString noteText(const ManifestNote& note) {
  switch (note.code) {
    case NoteCode::NoReplicas:
    case NoteCode::DefaultIsZero:
    case NoteCode::Suspended:
    case NoteCode::ManagedElsewhere:
    case NoteCode::OnSchedule:
      return ManifestTexts::now(note);
    case NoteCode::PerNode:
    case NoteCode::DefinedElsewhere:
    case NoteCode::RunTime:
    case NoteCode::NotRead:
    case NoteCode::NotANumber:
    case NoteCode::Assumed:
      return ManifestTexts::unknown(note);
    case NoteCode::GangOverRoles:
    case NoteCode::GangNeverWhole:
    case NoteCode::Placeholders:
      return ManifestTexts::gang(note);
    case NoteCode::GangByGate:
      return ManifestTexts::byGate(note);
    case NoteCode::Autoscaled:
    case NoteCode::WaitsWithCards:
    case NoteCode::Later:
    case NoteCode::HidesCards:
    case NoteCode::TwiceOnUpdate:
    case NoteCode::TextForNumber:
      return ManifestTexts::controller(note);
    case NoteCode::RefusedByWebhook:
    case NoteCode::UnknownRole:
    case NoteCode::NotWhole:
    case NoteCode::LimitsDiffer:
      return ManifestTexts::refused(note);
  }
  return {};
}

QStringList faultTexts(const ManifestObject& object) {
  QStringList out;
  for (const Error& problem : object.problems) out << errorText(problem);
  for (const ManifestNote& note : object.notes) {
    if (isRefusedByServer(note.code)) out << labelled(objectText(object), noteText(note));
  }
  return out;
}

QString noPodsText(NoPods reason) {
  return ManifestTexts::without(reason);
}

QString objectText(const ManifestObject& object) {
  const std::string name =
      object.key.name.empty() && !object.generateName.empty() ? object.generateName + "*" : object.key.name;
  return plain(object.kind + "/" + (object.key.ns.empty() ? "" : object.key.ns + "/") + name);
}

QStringList withoutPodsLines(const std::vector<ManifestObject>& objects) {
  enum class Why { CreatesNone, NamesNone, NotFound };
  const auto whyOf = [](NoPods reason) {
    if (reason == NoPods::NotFound) return Why::NotFound;
    return reason == NoPods::NoneNamed ? Why::NamesNone : Why::CreatesNone;
  };
  const auto listed = [&](Why why) {
    constexpr int kMaxNamed = 12;
    QStringList names;
    int more = 0;
    for (const ManifestObject& object : objects) {
      const bool is = object.roles.empty() && object.noPods != NoPods::Unreadable;
      if (!is || whyOf(object.noPods) != why) continue;
      if (names.size() < kMaxNamed) {
        names.append(objectText(object));
      } else {
        ++more;
      }
    }
    const QString list = joinList(names);
    return more == 0 ? list : ManifestTexts::andMore(list, more);
  };
  QStringList out;
  if (const QString none = listed(Why::CreatesNone); !none.isEmpty()) out << ManifestTexts::createNone(none);
  if (const QString none = listed(Why::NamesNone); !none.isEmpty()) out << ManifestTexts::nameNone(none);
  if (const QString unknown = listed(Why::NotFound); !unknown.isEmpty()) out << ManifestTexts::noneFound(unknown);
  return out;
}

}  // namespace cardinal::ui

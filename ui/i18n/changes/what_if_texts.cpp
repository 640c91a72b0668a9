// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/changes/what_if_texts.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <limits>

#include "core/manifest/manifest.h"
#include "core/manifest/read/read_manifest.h"
#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/equal_places.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

class WhatIfTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::WhatIfTexts)

 public:
  static QString step(const AddNodes& step) {
    return tr("Add %n node(s) like %1", nullptr, step.count).arg(plain(step.like));
  }
  static QString step(const RemoveNode& step) { return tr("Remove the node %1").arg(plain(step.node)); }
  static QString step(const DrainNode& step) {
    const QString node = plain(step.node);
    return step.force ? tr("Drain %1, with bare pods and local data").arg(node) : tr("Drain the node %1").arg(node);
  }
  static QString step(const SwitchNode& step) {
    return tr("Switch the node %1 to %2").arg(plain(step.node), plain(toString(step.target)));
  }
  static QString step(const SubmitWorkload& step) {
    const auto manifest = readManifest(step.manifest, "manifest");
    QStringList names;
    std::int64_t pods = 0;
    for (const ManifestObject& object : manifest ? manifest->objects : std::vector<ManifestObject>()) {
      if (object.roles.empty()) continue;
      names << plain(object.kind + "/" + object.key.name);
      for (const ManifestRole& role : object.roles) pods += step.replicas ? *step.replicas : role.pods.value_or(0);
    }
    if (names.isEmpty()) return tr("Submit a workload");
    const int shown = static_cast<int>(std::min<std::int64_t>(pods, std::numeric_limits<int>::max()));
    return tr("Submit %1, %n pod(s)", nullptr, shown).arg(joinList(names));
  }
  static QString step(const DeletePods& step) { return tr("Delete %1").arg(chosen(step.pods)); }
  static QString step(const ResizePods& step) {
    QStringList asks;
    if (step.memory) asks << tr("memory %1").arg(count(*step.memory));
    if (step.core) asks << tr("compute %1 %").arg(count(*step.core));
    if (step.cards) asks << tr("%n card(s)", nullptr, *step.cards);
    return tr("Change the request of %1: %2").arg(chosen(step.pods), joinList(asks));
  }
  static QString step(const RetryPending& /*step*/) { return tr("Schedule the pending pods again"); }
  static QString step(const MovePod& step) {
    return tr("Move the pod %1 to another node").arg(plain(step.ns + "/" + step.name));
  }

  static QString outcome(const WhatIfOutcome& done) {
    QStringList parts;
    if (!done.added.empty()) parts << tr("%n node(s) added", nullptr, static_cast<int>(done.added.size()));
    if (done.placed > 0) parts << tr("%n placed", "pods", static_cast<int>(done.placed));
    if (done.pending > 0) parts << tr("%n pending", "pods", static_cast<int>(done.pending));
    if (done.gone > 0) parts << tr("%n gone", "pods", static_cast<int>(done.gone));
    if (done.stays > 0) parts << tr("%n stay(s)", "pods", static_cast<int>(done.stays));
    if (!done.notPlaced.empty()) {
      QStringList names;
      for (const std::string& name : done.notPlaced) names << plain(name);
      parts << tr("not placed, for the manifest does not say which pods or how many: %1").arg(joinList(names));
    }
    return parts.isEmpty() ? tr("No pod is affected") : joinList(parts);
  }

  static QString pod(const WhatIfPod& pod) {
    switch (pod.outcome) {
      case PodOutcome::Placed:
        return placed(pod);
      case PodOutcome::Pending:
        return pending(pod);
      case PodOutcome::Gone:
        return tr("gone");
      case PodOutcome::Stays:
        return podFateText(pod.fate);
    }
    return {};
  }

  static QString certainty(const WhatIfPod& pod) {
    if (pod.outcome != PodOutcome::Placed) return {};
    if (pod.assumes) return tr("depends on an earlier placement");
    if (pod.certainty == Certainty::OneOf && pod.tied > 1) return tr("one of %1").arg(count(pod.tied));
    return certaintyText(pod.certainty, pod.tied);
  }

  static QString failure(const WhatIfFailure& failure, const std::vector<WhatIfStep>& steps) {
    QStringList words;
    for (const NotedSwitch& note : failure.notes) words << switchNoteText(note);
    if (words.isEmpty()) words << errorText(failure.error);
    if (failure.step >= steps.size()) return joinSentences(words);
    return tr("Step %1 (%2) cannot be done. %3", "number, what it does, why")
        .arg(count(static_cast<std::int64_t>(failure.step) + 1), whatIfStepText(steps[failure.step]),
             joinSentences(words));
  }

  static QString toDo(const ToDo& todo) {
    switch (todo.kind) {
      case ToDoKind::Plan:
        return todo.plan ? tr("plan \"%1\"").arg(planTitle(*todo.plan)) : QString();
      case ToDoKind::Submit:
        return tr("submit the manifest");
      case ToDoKind::Evict:
        return tr(
            "cordon, evict the pod (as far as its PodDisruptionBudget allows; before Kubernetes 1.22 the body says "
            "policy/v1beta1), uncordon once it runs elsewhere");
      case ToDoKind::Delete:
        return tr("delete");
      case ToDoKind::ByHand:
        return tr("cannot be done from here; do it where the nodes or the workload are managed");
      case ToDoKind::Nothing:
        return tr("nothing to do");
    }
    return {};
  }

  static QString verdict(const DefragAnswer& answer) {
    if (!answer.problems.empty()) return errorText(answer.problems.front());
    const int moves = static_cast<int>(answer.moves.size());
    const QString where = place(answer);
    switch (answer.verdict) {
      case DefragVerdict::AlreadyFree:
        return tr("Nothing has to move: free already: %1.").arg(where);
      case DefragVerdict::ProvenFewest:
        return tr("%n move(s) free %1. Proven: fewer cannot do it.", nullptr, moves).arg(where);
      case DefragVerdict::BestFound:
        return tr("%n move(s) free %1. Best found; fewer were not ruled out.", nullptr, moves).arg(where);
      case DefragVerdict::NoneFound:
        if (answer.cards > 0) return tr("No sequence of moves was found.");
        if (answer.nodes == 0) return tr("No node was looked at: none that is schedulable has such cards.");
        return answer.memoryMib ? tr("%1 on one card cannot be reached by moving the movable pods.")
                                      .arg(memoryMib(*answer.memoryMib))
                                : tr("No card can be freed by moving the movable pods.");
      case DefragVerdict::Stopped:
        return tr("Stopped before a list of moves was found.");
    }
    return {};
  }

  static QString footnote(const DefragAnswer& answer, bool budgetsKnown) {
    if (!answer.problems.empty()) return {};
    QStringList out;
    if (answer.isOfWholeCard)
      out << tr("The node hands out whole cards: this memory is for workloads that ask for one.");
    if (answer.memoryMib && answer.nodes > 0)
      out << tr("Looked at: %n schedulable node(s) that share cards by memory.", nullptr,
                static_cast<int>(answer.nodes));
    if (answer.memoryMib && answer.nodes == 0 && answer.isOfWholeCard)
      out << tr("No schedulable node that was looked at shares cards by memory.");
    if (answer.tried > 0) out << tr("%n list(s) of moves tried.", nullptr, static_cast<int>(answer.tried));
    if (answer.bounded) out << tr("The search reached its limit.");
    if (answer.blocked > 0) {
      out << tr("%n card(s) are allocated to pods that cannot be moved.", nullptr, static_cast<int>(answer.blocked));
    }
    if (answer.unknown > 0) {
      out << tr("%n card(s) with unknown memory were left out.", nullptr, static_cast<int>(answer.unknown));
    }
    if (!budgetsKnown && !answer.moves.empty()) out << tr("Disruption budgets were not read.");
    return joinSentences(out);
  }

  static AdviceTexts advice(const PolicyAdvice& advice, const ClusterSnapshot& snapshot) {
    AdviceTexts out;
    if (!advice.before) {
      out.note = tr("No GPU pods are known, so it cannot be said which free cards will be useful.");
      return out;
    }
    if (!advice.node) {
      out.note = tr("No node takes the request, or none that the method can rate.");
      return out;
    }
    const auto name = [&snapshot](NodeIndex node) { return plain(snapshot.node(node).name); };
    QStringList cards_;
    for (const CardIndex card : advice.cards) cards_ << QString::number(card);
    out.policyPlace = cards_.isEmpty() ? name(*advice.node)
                                       : tr("%1, card %2", "node, card").arg(name(*advice.node), joinList(cards_));
    out.policyChange = change(*advice.before, advice.after.value_or(*advice.before));
    if (advice.predicted) out.schedulerPlace = name(*advice.predicted);
    if (advice.predictedAfter) {
      out.schedulerChange = change(*advice.before, *advice.predictedAfter);
      const double worst = advice.predictedAfterWorst.value_or(*advice.predictedAfter);
      if (worst > *advice.predictedAfter) out.schedulerChange += tr(" (up to %1)").arg(fragmentText(worst));
    }
    out.note = advice.same
                   ? tr("The scheduler may take this place as well. Advice only: it does not follow the policy.")
                   : tr("Advice only: the scheduler does not follow it.");
    return out;
  }

  static QString change(double before, double after) {
    return tr("%1 → %2", "fragmentation before and after").arg(fragmentText(before), fragmentText(after));
  }

  static QString cards(double value) { return tr("%1 cards", "decimal number").arg(QLocale().toString(value, 'f', 1)); }

  static std::vector<FigureRow> rows(const ClusterFigures& a, const ClusterFigures& b) {
    std::vector<FigureRow> out;
    const auto add = [&out](const QString& name, const QString& before, const QString& after) {
      out.push_back({name, before, after, before != after});
    };
    add(tr("Nodes with cards"), count(a.nodes), count(b.nodes));
    add(tr("Cards"), count(a.cards), count(b.cards));
    add(tr("Allocated"), memoryMib(a.allocatedMib), memoryMib(b.allocatedMib));
    add(tr("Total"), memoryMib(a.totalMib), memoryMib(b.totalMib));
    add(tr("Allocation"), allocation(a), allocation(b));
    add(tr("Free on schedulable nodes"), memoryMib(a.freeMib), memoryMib(b.freeMib));
    add(tr("Largest free slot"), orNone(a.largestFreeMib), orNone(b.largestFreeMib));
    add(tr("Whole free cards"), count(a.wholeFreeCards), count(b.wholeFreeCards));
    add(tr("Fragmented capacity"), fragmentText(a.fragmentMilli), fragmentText(b.fragmentMilli));
    add(tr("Pending pods"), count(a.pendingPods), count(b.pendingPods));
    return out;
  }

 private:
  static QString chosen(const PodChoice& pods) {
    if (pods.kind.empty()) return tr("the pod %1").arg(plain(pods.ns + "/" + pods.name));
    return tr("%1 in %2", "workload, namespace").arg(plain(pods.kind + "/" + pods.name), plain(pods.ns));
  }

  static QString place(const DefragAnswer& answer) {
    const QString node = plain(answer.node);
    if (answer.card < 0 && answer.freeMib > 0)
      return tr("%1 on a card of %2", "memory, node").arg(memoryMib(answer.freeMib), node);
    if (answer.card < 0) return tr("a card of %1").arg(node);
    if (answer.freeMib <= 0) return tr("%1, card %2", "node, card").arg(node, QString::number(answer.card));
    return tr("%1 on %2, card %3", "memory, node, card")
        .arg(memoryMib(answer.freeMib), node, QString::number(answer.card));
  }

  static QString placed(const WhatIfPod& pod) {
    const QString node = plain(pod.to);
    if (pod.cards.empty()) return tr("on %1").arg(node);
    QStringList list;
    for (const CardIndex card : pod.cards) list << QString::number(card);
    return tr("on %1, card %2").arg(node, joinList(list));
  }

  static QString pending(const WhatIfPod& pod) {
    if (!pod.problems.empty()) return tr("pending: %1").arg(errorText(pod.problems.front()));
    if (pod.waitsForGang) return tr("pending: it fits, but too few pods of its gang do");
    if (!pod.why) return tr("pending");
    return tr("pending; nearest is %1: %2").arg(plain(pod.nearest), reasonSentence(*pod.why, pod.nearestUnit));
  }

  static QString orNone(const std::optional<std::int64_t>& mib) { return mib ? memoryMib(*mib) : notAvailable(); }

  static QString allocation(const ClusterFigures& figures) {
    if (figures.totalMib <= 0) return notAvailable();
    return percent(static_cast<double>(figures.allocatedMib) / static_cast<double>(figures.totalMib), 1);
  }
};

}  // namespace

QString whatIfStepText(const WhatIfStep& step) {
  return std::visit([](const auto& one) { return WhatIfTexts::step(one); }, step);
}

QString whatIfOutcomeText(const WhatIfOutcome& outcome) {
  return WhatIfTexts::outcome(outcome);
}

QString whatIfPodText(const WhatIfPod& pod) {
  return WhatIfTexts::pod(pod);
}

QString whatIfCertaintyText(const WhatIfPod& pod) {
  return WhatIfTexts::certainty(pod);
}

QString whatIfFailureText(const WhatIfFailure& failure, const std::vector<WhatIfStep>& steps) {
  return WhatIfTexts::failure(failure, steps);
}

std::vector<FigureRow> figureRows(const ClusterFigures& before, const ClusterFigures& after) {
  return WhatIfTexts::rows(before, after);
}

QString toDoText(const ToDo& todo) {
  return WhatIfTexts::toDo(todo);
}

QString defragVerdictText(const DefragAnswer& answer) {
  return WhatIfTexts::verdict(answer);
}

QString defragFootnote(const DefragAnswer& answer, bool budgetsKnown) {
  return WhatIfTexts::footnote(answer, budgetsKnown);
}

AdviceTexts adviceTexts(const PolicyAdvice& advice, const ClusterSnapshot& snapshot) {
  return WhatIfTexts::advice(advice, snapshot);
}

QString fragmentText(const std::optional<double>& milli) {
  constexpr double kMilliPerCard = 1000;
  return milli ? WhatIfTexts::cards(*milli / kMilliPerCard) : notAvailable();
}

}  // namespace cardinal::ui

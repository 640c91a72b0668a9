// SPDX-License-Identifier: Apache-2.0
#include "ui/session/preview/prediction_summary.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"

namespace cardinal::ui {

namespace {

constexpr std::size_t kMaxPlaces = 200;
constexpr std::size_t kMaxLines = 3;

class ChangeTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::PreviewChange)

 public:
  static QString title(UnixSeconds at) { return tr("The prediction changed at %1").arg(timeOfDay(at)); }
  static QString place(const NamedPlace* place) {
    if (!place || place->node.isEmpty()) return tr("no place");
    const QString node = plain(place->node.toStdString(), 63);
    return place->cards.empty() ? joinList({node, devicesText(place->sort, place->cardCount)})
                                : tr("%1, card %2", "node, one or several cards").arg(node, cardListText(place->cards));
  }
  static QString placeWas(const QString& before) { return tr("Place: was %1").arg(before); }
  static QString podWas(const QString& pod, const QString& before) {
    return tr("%1: was %2", "pod of a role, place").arg(pod, before);
  }
  static QString replicaWas(std::size_t replica, const QString& before) {
    return tr("Replica %1: was %2").arg(count(static_cast<std::int64_t>(replica) + 1), before);
  }
  static QString moreReplicas(std::size_t more) {
    return tr("and %n more replica(s)", nullptr, static_cast<int>(more));
  }
  static QString fitsWas(std::size_t before) {
    return tr("Replicas that fit: were %1").arg(count(static_cast<std::int64_t>(before)));
  }
  static QString certaintyWas(Certainty before) { return tr("Certainty: was %1").arg(certaintyText(before)); }
  static QString requestWasFaulty() { return tr("Request: was not possible"); }
};

const NamedPlace* placeAt(const PredictionSummary& summary, std::size_t i) {
  return i < summary.places.size() ? &summary.places[i] : nullptr;
}

bool differAt(const PredictionSummary& a, const PredictionSummary& b, std::size_t i) {
  const NamedPlace* const first = placeAt(a, i);
  const NamedPlace* const second = placeAt(b, i);
  return (first == nullptr) != (second == nullptr) || (first && *first != *second);
}

/// The replicas whose places differ.
std::vector<std::size_t> differing(const PredictionSummary& a, const PredictionSummary& b) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < std::max(a.places.size(), b.places.size()); ++i) {
    if (differAt(a, b, i)) out.push_back(i);
  }
  return out;
}

NamedPlace named(const Candidate& place, const GpuRequest& gpu, const ClusterSnapshot& snapshot) {
  const NodeRecord& node = snapshot.node(place.node);
  return {QString::fromStdString(node.name), place.cards, place.cardCount, deviceSortOf(gpu, node), {}};
}

PredictionSummary summaryOf(const AllocationAnswer& answer, const GpuRequest& gpu, const ClusterSnapshot& snapshot) {
  PredictionSummary out;
  out.time = answer.time;
  out.isRefused = !answer.requestProblems.empty();
  out.certainty = answer.certainty;
  out.fits = answer.placements.size();
  const std::size_t kept = std::min(answer.placements.size(), kMaxPlaces);
  out.places.reserve(kept);
  for (std::size_t i = 0; i < kept; ++i) out.places.push_back(named(answer.placements[i].place, gpu, snapshot));
  return out;
}

}  // namespace

PredictionSummary summaryOf(const std::vector<RoleAnswer>& roles, const ClusterSnapshot& snapshot) {
  if (roles.size() == 1) return summaryOf(*roles.front().answer, *roles.front().gpu, snapshot);
  PredictionSummary out;
  for (const RoleAnswer& role : roles) {
    const AllocationAnswer& answer = *role.answer;
    out.time = answer.time;
    out.isRefused = out.isRefused || !answer.requestProblems.empty();
    out.certainty = std::max(out.certainty, answer.certainty);
    out.fits += answer.placements.size();
    const auto wanted = static_cast<std::size_t>(role.replicas);
    for (std::size_t i = 0; i < wanted && out.places.size() < kMaxPlaces; ++i) {
      NamedPlace place =
          i < answer.placements.size() ? named(answer.placements[i].place, *role.gpu, snapshot) : NamedPlace();
      place.pod = podOfRole(role.role, i);
      out.places.push_back(std::move(place));
    }
  }
  if (out.isRefused) out.places.clear();
  return out;
}

QString podOfRole(const QString& role, std::size_t pod) {
  return role.isEmpty() ? QString() : role + u' ' + count(static_cast<std::int64_t>(pod) + 1);
}

bool samePlaces(const PredictionSummary& a, const PredictionSummary& b) {
  return a.isRefused == b.isRefused && a.fits == b.fits && a.places == b.places;
}

bool saysTheSame(const PredictionSummary& a, const PredictionSummary& b) {
  // Nothing is certain of no place.
  return samePlaces(a, b) && (a.places.empty() || a.certainty == b.certainty);
}

QString PreviewChange::title() const {
  return ChangeTexts::title(now.time);
}

QStringList PreviewChange::lines() const {
  if (before.isRefused) return {ChangeTexts::requestWasFaulty()};
  QStringList lines;
  const bool single = std::max(before.fits, now.fits) <= 1;
  const std::vector<std::size_t> others = differing(before, now);
  for (std::size_t i = 0; i < std::min(others.size(), kMaxLines); ++i) {
    const QString was = ChangeTexts::place(placeAt(before, others[i]));
    const NamedPlace* const named = placeAt(now, others[i]) ? placeAt(now, others[i]) : placeAt(before, others[i]);
    if (!named->pod.isEmpty()) {
      lines << ChangeTexts::podWas(named->pod, was);
      continue;
    }
    lines << (single ? ChangeTexts::placeWas(was) : ChangeTexts::replicaWas(others[i], was));
  }
  if (others.size() > kMaxLines) lines << ChangeTexts::moreReplicas(others.size() - kMaxLines);
  if (!single && before.fits != now.fits) lines << ChangeTexts::fitsWas(before.fits);
  if (!before.places.empty() && !now.places.empty() && before.certainty != now.certainty)
    lines << ChangeTexts::certaintyWas(before.certainty);
  return lines;
}

QString PreviewChange::placeBefore(std::size_t replica) const {
  return differAt(before, now, replica) ? ChangeTexts::place(placeAt(before, replica)) : QString();
}

std::pair<QString, QString> PreviewChange::places() const {
  const std::vector<std::size_t> others = differing(before, now);
  const std::size_t at = others.empty() ? 0 : others.front();
  return {ChangeTexts::place(placeAt(before, at)), ChangeTexts::place(placeAt(now, at))};
}

}  // namespace cardinal::ui

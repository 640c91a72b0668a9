// SPDX-License-Identifier: Apache-2.0
// The further workloads of the file whose first one is on show.
#include <algorithm>

#include "ui/session/preview/preview_controller.h"

namespace cardinal::ui {

namespace {

constexpr std::size_t kMaxParts = 20;  ///< of one file that are asked about

std::vector<AllocationRequest> requestsOf(const PreviewPart& part) {
  if (part.roles.empty()) return {part.request};
  std::vector<AllocationRequest> out;
  for (const PreviewRole& role : part.roles) out.push_back(role.request);
  return out;
}

}  // namespace

/// One that has no answer of the state on show.
std::optional<std::size_t> PreviewController::nextOther() const {
  if (m_dragging || !isComplete(m_shown) || m_others.size() < 2) return std::nullopt;
  const std::size_t shown = m_workload.shownPart();
  const std::size_t most = std::min(m_others.size(), kMaxParts);
  // In turns, so that none waits for ever where states come faster than answers.
  for (std::size_t step = 1; step <= most; ++step) {
    const std::size_t i = (m_otherAsked + step) % most;
    if (i != shown && m_others[i].on != m_shown.on) return i;
  }
  return std::nullopt;
}

void PreviewController::askOther() {
  const auto other = nextOther();
  if (!other || m_asking != Question::None) return;
  m_otherAsked = *other;
  m_asking = Question::Other;
  const PreviewPart& part = m_workload.parts[*other];
  m_bridge.previewGroup(
      this, requestsOf(part), gangsOf(m_workload.objects[part.object]),
      [this](const std::vector<AnswerPtr>& answers) { onAnswer(answers); }, m_shown.on);
}

void PreviewController::takeOther(const std::vector<AnswerPtr>& answers) {
  m_others[m_otherAsked] = {m_shown.on, answers};
  ++m_othersSerial;
  emit othersChanged();
}

std::vector<RoleAnswer> PreviewController::partAnswers(std::size_t part) const {
  if (part >= m_others.size()) return {};
  if (part == m_workload.shownPart()) return roleAnswers();
  const PreviewPart& of = m_workload.parts[part];
  std::vector<RoleAnswer> out;
  for (std::size_t i = 0; i < m_others[part].roles.size(); ++i) {
    const AllocationAnswer* answer = m_others[part].roles[i].get();
    if (of.roles.empty()) {
      out.push_back({{}, of.request.replicas, answer, &of.request.gpu});
    } else {
      out.push_back({of.roles[i].name, of.roles[i].request.replicas, answer, &of.roles[i].request.gpu});
    }
  }
  return out;
}

SnapshotPtr PreviewController::partState(std::size_t part) const {
  if (part >= m_others.size()) return nullptr;
  return part == m_workload.shownPart() ? m_shown.on : m_others[part].on;
}

bool PreviewController::isPartAsked(std::size_t part) const {
  return part < kMaxParts || part == m_workload.shownPart();
}

void PreviewController::showPart(std::size_t part) {
  if (part >= m_workload.parts.size() || part == m_workload.shownPart()) return;
  m_workload.show(part);
  m_domains.clear();
  m_role = 0;
  m_chosenRole.reset();
  askAnew();
}

int PreviewController::othersThatLack() const {
  int lacking = 0;
  for (std::size_t i = 0; i < m_others.size(); ++i) {
    if (i == m_workload.shownPart()) continue;
    const std::vector<RoleAnswer> roles = partAnswers(i);
    if (std::any_of(roles.begin(), roles.end(), [](const RoleAnswer& one) { return !one.isWhole(); })) ++lacking;
  }
  return lacking;
}

void PreviewController::answerOthersNow() {
  while (const auto other = nextOther()) {
    m_otherAsked = *other;
    const PreviewPart& part = m_workload.parts[*other];
    std::vector<AnswerPtr> answers;
    for (AllocationAnswer& answer :
         allocateInOrder(requestsOf(part), *m_shown.on, {}, gangsOf(m_workload.objects[part.object])))
      answers.push_back(std::make_shared<const AllocationAnswer>(std::move(answer)));
    takeOther(answers);
  }
}

}  // namespace cardinal::ui

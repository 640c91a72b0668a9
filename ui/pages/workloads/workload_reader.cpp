// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/workloads/workload_reader.h"

#include <chrono>
#include <unordered_set>
#include <utility>

#include "ui/bridge/snapshot_bridge.h"

namespace cardinal::ui {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kAtOnce = 32;  // other questions, as for YAML, wait no longer than these take
constexpr auto kFresh = 60s;
constexpr auto kRefused = 300s;

}  // namespace

WorkloadReader::WorkloadReader(SnapshotBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge) {}

WorkloadReader::~WorkloadReader() {
  m_cancel.request_stop();
}

void WorkloadReader::follow(const std::vector<WorkloadPtr>& workloads) {
  std::unordered_set<std::string> followed;
  m_questions.clear();
  for (const WorkloadPtr& one : workloads) {
    if (followed.size() == kMaxWorkloads) break;
    auto object = objectOf(*one);
    if (!object) continue;
    std::string key = workloadKey(*one);
    if (!followed.insert(key).second) continue;
    const auto known = m_readAgain.find(key);
    if (known == m_readAgain.end() || known->second.hasExpired())
      m_questions.push_back({std::move(key), std::move(*object)});
  }
  std::erase_if(m_readAgain, [&](const auto& entry) { return followed.count(entry.first) == 0; });
  if (!m_isAsking) askNext();
}

void WorkloadReader::drop() {
  m_cancel.request_stop();
  m_cancel = {};
  m_isAsking = false;
  m_questions.clear();
  m_readAgain.clear();
  m_objects = std::make_shared<WorkloadObjects>();
}

void WorkloadReader::askNext() {
  if (m_questions.empty()) return;
  std::vector<ObjectRef> objects;
  std::vector<std::string> keys;
  while (!m_questions.empty() && keys.size() < kAtOnce) {
    keys.push_back(std::move(m_questions.front().key));
    objects.push_back(std::move(m_questions.front().object));
    m_questions.pop_front();
  }
  m_isAsking = true;
  m_bridge.readWorkloads(this, std::move(objects), m_cancel.get_token(),
                         [this, keys = std::move(keys)](const std::vector<Result<WorkloadObject>>& answers) {
                           m_isAsking = false;
                           take(keys, answers);
                           askNext();
                         });
}

void WorkloadReader::take(const std::vector<std::string>& keys, const std::vector<Result<WorkloadObject>>& answers) {
  auto next = std::make_shared<WorkloadObjects>(*m_objects);
  for (std::size_t i = 0; i < keys.size() && i < answers.size(); ++i) {
    if (answers[i])
      (*next)[keys[i]] = *answers[i];
    else
      next->erase(keys[i]);  // what it said before is no longer known
    m_readAgain[keys[i]] = QDeadlineTimer(answers[i] ? kFresh : kRefused);
  }
  std::erase_if(*next, [this](const auto& entry) { return m_readAgain.count(entry.first) == 0; });
  if (*next == *m_objects) return;
  m_objects = std::move(next);
  emit changed();
}

}  // namespace cardinal::ui

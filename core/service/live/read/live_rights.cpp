// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/read/live_rights.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

namespace cardinal {
namespace {

using namespace std::chrono_literals;

constexpr auto kLife = 5min;
constexpr auto kBudget = 10s;
constexpr std::size_t kSideBySide = 40;  // less than the rate limit's second: whatever else is asked waits less
constexpr std::size_t kMaxAnswer = std::size_t{64} << 10U;
constexpr const char* kPath = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

}  // namespace

std::string accessReview(Feature feature, const std::string& ns) {
  const AccessRule& rule = ruleOf(feature);
  nlohmann::json asked{{"verb", rule.verb}, {"resource", rule.resource}};
  if (*rule.group != '\0') asked["group"] = rule.group;
  if (*rule.subresource != '\0') asked["subresource"] = rule.subresource;
  if (rule.place != RightPlace::Cluster && !ns.empty()) asked["namespace"] = ns;
  const nlohmann::json body{{"apiVersion", "authorization.k8s.io/v1"},
                            {"kind", "SelfSubjectAccessReview"},
                            {"spec", {{"resourceAttributes", asked}}}};
  return body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Permission permissionIn(const std::string& body) {
  const auto answer = nlohmann::json::parse(body, nullptr, false);
  if (!answer.is_object()) return Permission::Unknown;
  const auto status = answer.find("status");
  if (status == answer.end() || !status->is_object()) return Permission::Unknown;
  const auto allowed = status->find("allowed");
  if (allowed == status->end() || !allowed->is_boolean()) return Permission::Unknown;
  if (allowed->get<bool>()) return Permission::Allowed;
  const auto failure = status->find("evaluationError");
  const bool evaluated = failure == status->end() || !failure->is_string() || failure->get<std::string>().empty();
  return evaluated ? Permission::Denied : Permission::Unknown;
}

LiveRights::LiveRights(EventLoop& loop, Transport& transport, std::string ns, Namespaces namespaces,
                       std::function<void(const Rights&)> changed)
    : m_loop(loop),
      m_transport(transport),
      m_read(std::move(namespaces)),
      m_changed(std::move(changed)),
      m_rights(std::move(ns)) {}

LiveRights::~LiveRights() {
  for (const auto& [request, question] : m_open) m_transport.cancel(request);
  m_loop.cancelTimer(m_budget);
  m_loop.cancelTimer(m_life);
}

void LiveRights::ask() {
  if (m_stage != Stage::Idle) {
    m_askAgain = m_askAgain || m_stage == Stage::Namespaces;
    return;
  }
  m_asked = true;
  m_known.clear();
  m_loop.cancelTimer(m_life);
  m_life = 0;
  begin(Stage::Everywhere);
  for (std::size_t i = 0; i < kFeatures; ++i) {
    const auto feature = static_cast<Feature>(i);
    if (ruleOf(feature).place != RightPlace::Service) queue(feature, {});
  }
  sendMore();
}

void LiveRights::look() {
  if (!m_asked) return;
  if (m_stage != Stage::Idle) {
    m_lookAgain = true;
    return;
  }
  queueNamespaces();
  if (m_waiting.empty()) return;
  begin(Stage::Namespaces);
  sendMore();
}

void LiveRights::setServices(std::vector<std::string> namespaces) {
  if (namespaces == m_services) return;
  m_services = std::move(namespaces);
  m_rights.keepServices(m_services);
  std::erase_if(m_known, [this](const Question& one) {
    return one.first == Feature::ProxyServices && m_rights.services().count(one.second) == 0;
  });
  if (m_asked) m_changed(m_rights);
  look();
}

/// The budget is that of both stages together.
void LiveRights::begin(Stage stage) {
  m_stage = stage;
  if (m_budget != 0) return;
  m_budget = m_loop.callAfter(kBudget, [this] {
    m_budget = 0;
    outOfTime();
  });
}

void LiveRights::queueNamespaces() {
  const std::string& own = m_rights.contextNamespace();
  std::vector<std::string> names = m_read();
  names.erase(std::remove(names.begin(), names.end(), own), names.end());
  m_rights.setPartial(names.size() > kMaxReviewed);
  if (names.size() > kMaxReviewed) names.resize(kMaxReviewed);
  names.insert(names.begin(), own);
  m_rights.keepNamespaces(names);
  std::erase_if(m_known, [&names](const Question& one) {
    const bool named = ruleOf(one.first).place == RightPlace::Namespace && !one.second.empty();
    return named && std::find(names.begin(), names.end(), one.second) == names.end();
  });
  for (const std::string& ns : names) {
    for (std::size_t i = 0; i < kFeatures; ++i) {
      const auto feature = static_cast<Feature>(i);
      const bool open = ruleOf(feature).place == RightPlace::Namespace && !m_rights.isAllowedEverywhere(feature);
      if (open) queue(feature, ns);
    }
  }
  for (const std::string& ns : m_services) queue(Feature::ProxyServices, ns);
}

void LiveRights::queue(Feature feature, const std::string& ns) {
  if (m_known.insert({feature, ns}).second) m_waiting.emplace_back(feature, ns);
}

void LiveRights::sendMore() {
  while (m_open.size() < kSideBySide && !m_waiting.empty()) {
    const Question question = std::move(m_waiting.front());
    m_waiting.pop_front();
    send(question);
  }
}

void LiveRights::send(const Question& question) {
  HttpRequest request;
  request.method = "POST";
  request.path = kPath;
  request.headers = {{"Content-Type", "application/json"}};
  request.body = accessReview(question.first, question.second);
  request.harmless = true;
  request.maxBodyBytes = kMaxAnswer;
  request.totalTimeout = kBudget;
  const auto id = std::make_shared<RequestId>(0);
  ResponseHandler handler;
  handler.end = [this, id, question](const Result<HttpResponse>& answer) { answered(*id, question, read(answer)); };
  *id = m_transport.start(std::move(request), std::move(handler));
  m_open.emplace(*id, question);
}

Permission LiveRights::read(const Result<HttpResponse>& answer) {
  if (!answer || answer->head.status != 201) return Permission::Unknown;
  return permissionIn(answer->body);
}

void LiveRights::answered(RequestId request, const Question& question, Permission permission) {
  m_open.erase(request);
  m_rights.note(question.first, question.second, permission);
  sendMore();
  if (m_open.empty()) stageDone();
}

void LiveRights::stageDone() {
  if (m_stage == Stage::Everywhere) {
    begin(Stage::Namespaces);
    queueNamespaces();
    if (!m_waiting.empty()) {
      m_changed(m_rights);
      return sendMore();
    }
  }
  finish();
}

/// What has no answer is not known, whatever was said of it earlier.
void LiveRights::outOfTime() {
  if (m_stage == Stage::Everywhere) m_rights.keepNamespaces({});
  for (const auto& [request, question] : m_open) {
    m_transport.cancel(request);
    m_rights.note(question.first, question.second, Permission::Unknown);
  }
  for (const Question& question : m_waiting) m_rights.note(question.first, question.second, Permission::Unknown);
  m_open.clear();
  m_waiting.clear();
  finish();
}

void LiveRights::finish() {
  m_stage = Stage::Idle;
  m_loop.cancelTimer(m_budget);
  m_budget = 0;
  if (m_life == 0) {
    m_life = m_loop.callAfter(kLife, [this] {
      m_life = 0;
      ask();
    });
  }
  m_changed(m_rights);
  const bool lookAgain = std::exchange(m_lookAgain, false);
  if (std::exchange(m_askAgain, false)) return ask();
  if (lookAgain) look();
}

}  // namespace cardinal

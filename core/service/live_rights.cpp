// SPDX-License-Identifier: Apache-2.0
#include "core/service/live_rights.h"

#include <nlohmann/json.hpp>

namespace cardinal {
namespace {

using namespace std::chrono_literals;

constexpr auto kLife = 5min;
constexpr auto kBudget = 10s;
constexpr std::size_t kMaxAnswer = std::size_t{64} << 10U;
constexpr const char* kPath = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

}  // namespace

std::string accessReview(Feature feature, const std::string& ns) {
  const AccessRule& rule = ruleOf(feature);
  nlohmann::json asked{{"verb", rule.verb}, {"resource", rule.resource}};
  if (*rule.group != '\0') asked["group"] = rule.group;
  if (*rule.subresource != '\0') asked["subresource"] = rule.subresource;
  if (!rule.everywhere) asked["namespace"] = ns;
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

LiveRights::LiveRights(EventLoop& loop, Transport& transport, std::string ns,
                       std::function<void(const Rights&)> changed)
    : m_loop(loop), m_transport(transport), m_changed(std::move(changed)) {
  m_rights.ns = std::move(ns);
}

LiveRights::~LiveRights() {
  for (const RequestId request : m_requests) m_transport.cancel(request);
  m_loop.cancelTimer(m_timer);
}

void LiveRights::ask() {
  if (m_open > 0) return;
  m_loop.cancelTimer(m_timer);
  m_timer = 0;
  m_requests.clear();
  m_open = kFeatures;
  for (std::size_t i = 0; i < kFeatures; ++i) send(static_cast<Feature>(i));
}

void LiveRights::send(Feature feature) {
  HttpRequest request;
  request.method = "POST";
  request.path = kPath;
  request.headers = {{"Content-Type", "application/json"}};
  request.body = accessReview(feature, m_rights.ns);
  request.harmless = true;
  request.maxBodyBytes = kMaxAnswer;
  request.totalTimeout = kBudget;
  ResponseHandler handler;
  handler.end = [this, feature](const Result<HttpResponse>& answer) { answered(feature, read(answer)); };
  m_requests.push_back(m_transport.start(std::move(request), std::move(handler)));
}

Permission LiveRights::read(const Result<HttpResponse>& answer) {
  if (!answer || answer->head.status != 201) return Permission::Unknown;
  return permissionIn(answer->body);
}

void LiveRights::answered(Feature feature, Permission permission) {
  m_rights.of[static_cast<std::size_t>(feature)] = permission;
  if (--m_open > 0) return;
  m_requests.clear();
  m_timer = m_loop.callAfter(kLife, [this] {
    m_timer = 0;
    ask();
  });
  m_changed(m_rights);
}

}  // namespace cardinal

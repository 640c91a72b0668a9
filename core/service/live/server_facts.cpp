// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/server_facts.h"

#include <nlohmann/json.hpp>

#include "core/kube/decode/decoder.h"
#include "core/service/live/writes/write_request.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;

constexpr int kOk = 200;
constexpr int kCreated = 201;
constexpr int kServerError = 500;
constexpr int kReviewMinor = 28;  // of 1.x: authentication.k8s.io/v1 SelfSubjectReview
constexpr std::size_t kMaxAnswer = std::size_t{64} << 10U;

}  // namespace

std::string reviewedUser(const std::string& body) {
  const auto answer = nlohmann::json::parse(body, nullptr, false);
  const nlohmann::json::json_pointer name("/status/userInfo/username");
  if (!answer.is_object() || !answer.contains(name) || !answer.at(name).is_string()) return {};
  return answer.at(name).get<std::string>();
}

ServerFacts::~ServerFacts() {
  for (const RequestId request : {m_version, m_user, m_probe}) m_transport.cancel(request);
}

void ServerFacts::ask() {
  m_transport.cancel(m_version);
  HttpRequest request;
  request.path = "/version";
  request.maxBodyBytes = kMaxAnswer;
  ResponseHandler handler;
  request.totalTimeout = 10s;  // the choice how lists are read waits for it
  handler.end = [this](Result<HttpResponse> answer) {
    m_version = 0;
    if (answer) takeVersion(std::move(*answer));
    m_listener.settled();
  };
  m_version = m_transport.start(std::move(request), std::move(handler));
}

/// It may be forbidden, or come from no API server: then the version is not known.
void ServerFacts::takeVersion(HttpResponse answer) {
  m_listener.head(answer.head);
  m_listener.stages(answer.times);
  if (answer.head.status != kOk) return;
  Decoder decoder;
  const auto version = decoder.serverVersion(std::move(answer.body));
  if (!version) return;
  m_listener.version(*version);
  if (isServerAtLeast(*version, kReviewMinor)) askUser();
}

void ServerFacts::askUser() {
  m_transport.cancel(m_user);
  HttpRequest request;
  request.method = "POST";
  request.path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
  request.headers = {{"Content-Type", "application/json"}};
  request.body = R"({"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"})";
  request.harmless = true;
  request.maxBodyBytes = kMaxAnswer;
  ResponseHandler handler;
  handler.end = [this](const Result<HttpResponse>& answer) {
    m_user = 0;
    if (!answer || answer->head.status != kCreated) return;
    const std::string user = reviewedUser(answer->body);
    if (!user.empty()) m_listener.user(user);
  };
  m_user = m_transport.start(std::move(request), std::move(handler));
}

void ServerFacts::probe(std::function<void(bool)> done) {
  HttpRequest request;
  request.path = "/readyz";
  request.headers = {{"Accept", "*/*"}};  // it answers plain text
  request.maxBodyBytes = kMaxAnswer;
  request.totalTimeout = 10s;
  ResponseHandler handler;
  handler.end = [this, done = std::move(done)](const Result<HttpResponse>& answer) {
    m_probe = 0;
    if (answer) m_listener.head(answer->head);
    // Whoever may not read it gets 403: that, too, is a server that is there.
    done(answer && answer->head.status < kServerError);
  };
  m_probe = m_transport.start(std::move(request), std::move(handler));
}

}  // namespace cardinal

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"
#include "core/service/rights/rights.h"

namespace cardinal {

/// Asks the server what the identity may do (docs/reference/kubernetes-client.md 5): what the whole cluster is needed
/// for, and what is allowed in every namespace at once; then, of what is not, each namespace that is read, at most
/// kMaxReviewed and the context's own always. So many questions stand side by side that others of the connection need
/// not wait for them; what has no answer after ten seconds is not known. Again every five minutes and whenever ask() is
/// called (after a refusal, on refresh). Loop thread only; loop and transport outlive it.
class LiveRights {
 public:
  /// Namespaces that are read now, those that matter most first; called when they are to be asked about.
  using Namespaces = std::function<std::vector<std::string>()>;
  static constexpr std::size_t kMaxReviewed = 50;

  /// `ns`: the context's. `changed` is called with what is known: after the questions about the whole cluster, and when
  /// all answers are there.
  LiveRights(EventLoop& loop, Transport& transport, std::string ns, Namespaces namespaces,
             std::function<void(const Rights&)> changed);
  ~LiveRights();
  LiveRights(const LiveRights&) = delete;
  LiveRights& operator=(const LiveRights&) = delete;

  /// Nothing while the questions about the whole cluster are under way; later ones are asked anew when they have their
  /// answers.
  void ask();
  /// Other namespaces are read by now: asks about those that are new. Nothing before the first ask().
  void look();
  /// Where the services are that metrics are read from through the API server; asks about those that are new.
  void setServices(std::vector<std::string> namespaces);

 private:
  enum class Stage : std::uint8_t { Idle, Everywhere, Namespaces };
  using Question = std::pair<Feature, std::string>;  // empty namespace = the whole cluster

  void begin(Stage stage);
  void queueNamespaces();
  void queue(Feature feature, const std::string& ns);
  void sendMore();
  void send(const Question& question);
  void answered(RequestId request, const Question& question, Permission permission);
  void stageDone();
  void outOfTime();
  void finish();
  static Permission read(const Result<HttpResponse>& answer);

  EventLoop& m_loop;
  Transport& m_transport;
  Namespaces m_read;
  std::function<void(const Rights&)> m_changed;
  Rights m_rights;
  std::vector<std::string> m_services;
  Stage m_stage = Stage::Idle;
  bool m_asked = false;        // ever
  bool m_askAgain = false;     // wanted while questions were under way
  bool m_lookAgain = false;    // the same
  std::set<Question> m_known;  // asked about since the last ask()
  std::deque<Question> m_waiting;
  std::map<RequestId, Question> m_open;
  TimerId m_budget = 0;
  TimerId m_life = 0;
};

/// Body of a SelfSubjectAccessReview; empty namespace = all of them, or the whole cluster.
std::string accessReview(Feature feature, const std::string& ns);
/// `status` of its answer. Denied only when the server says no; what it could not evaluate is Unknown.
Permission permissionIn(const std::string& body);

}  // namespace cardinal

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"
#include "core/service/rights.h"

namespace cardinal {

/// Asks the server what the identity may do: all questions side by side, again every five minutes and whenever ask() is
/// called (after a refusal, on refresh). Loop thread only; loop and transport outlive it.
class LiveRights {
 public:
  /// `changed` is called with each new state of knowledge, when all answers are there.
  LiveRights(EventLoop& loop, Transport& transport, std::string ns, std::function<void(const Rights&)> changed);
  ~LiveRights();
  LiveRights(const LiveRights&) = delete;
  LiveRights& operator=(const LiveRights&) = delete;

  /// Nothing while questions are under way.
  void ask();

 private:
  void send(Feature feature);
  void answered(Feature feature, Permission permission);
  static Permission read(const Result<HttpResponse>& answer);

  EventLoop& m_loop;
  Transport& m_transport;
  std::function<void(const Rights&)> m_changed;
  Rights m_rights;
  std::vector<RequestId> m_requests;
  std::size_t m_open = 0;
  TimerId m_timer = 0;
};

/// Body of a SelfSubjectAccessReview.
std::string accessReview(Feature feature, const std::string& ns);
/// `status` of its answer. Denied only when the server says no; what it could not evaluate is Unknown.
Permission permissionIn(const std::string& body);

}  // namespace cardinal

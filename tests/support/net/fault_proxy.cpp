// SPDX-License-Identifier: Apache-2.0
#include "tests/support/net/fault_proxy.h"

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace cardinal::test {
namespace {

struct Rule {
  Matcher matches;
  Fault fault;
  int left = -1;
};

bool isWatch(const ScriptedRequest& request) {
  return request.query.find("watch=1") != std::string::npos || request.query.find("watch=true") != std::string::npos;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out.push_back('\\');
    out.push_back(c);
  }
  return out + "\"";
}

}  // namespace

struct FaultProxy::State {
  explicit State(Upstream u) : upstream(std::move(u)) {}
  const Upstream upstream;
  mutable std::mutex mutex;
  std::vector<std::shared_ptr<Rule>> rules;  // guarded by mutex
  int faults = 0;                            // guarded by mutex
  std::unique_ptr<ScriptedServer> server;    // last: its threads use everything above

  Fault faultOf(const ScriptedRequest& request) {
    const std::lock_guard lock(mutex);
    for (auto rule = rules.rbegin(); rule != rules.rend(); ++rule) {
      if ((*rule)->left == 0 || !(*rule)->matches(request)) continue;
      if ((*rule)->left > 0) --(*rule)->left;
      ++faults;
      return (*rule)->fault;
    }
    return {};
  }

  void serve(const ScriptedRequest& request, ScriptedConnection& client) {
    try {
      if (const Fault fault = faultOf(request)) return fault(request, client, upstream);
      if (isWatch(request)) return upstream.pass(request, client);
      deliver(upstream.ask(request), client);
    } catch (const std::runtime_error&) {
      client.close(true);
    }
  }
};

FaultProxy::FaultProxy(Upstream upstream, ServerTls shown) : m_state(std::make_unique<State>(std::move(upstream))) {
  m_state->server = std::make_unique<ScriptedServer>(
      [state = m_state.get()](const ScriptedRequest& request, ScriptedConnection& client) {
        state->serve(request, client);
      },
      std::move(shown));
}

FaultProxy::~FaultProxy() {
  m_state->server.reset();
}

int FaultProxy::port() const {
  return m_state->server->port();
}

void FaultProxy::when(Matcher matches, Fault fault, int times) {
  const std::lock_guard lock(m_state->mutex);
  m_state->rules.push_back(std::make_shared<Rule>(Rule{std::move(matches), std::move(fault), times}));
}

void FaultProxy::clear() {
  const std::lock_guard lock(m_state->mutex);
  m_state->rules.clear();
}

void FaultProxy::present(const ServerTls& tls) {
  m_state->server->setTls(tls);
}

std::vector<ScriptedRequest> FaultProxy::requests() const {
  return m_state->server->requests();
}

int FaultProxy::faults() const {
  const std::lock_guard lock(m_state->mutex);
  return m_state->faults;
}

std::size_t FaultProxy::countOf(const Matcher& matches) const {
  const auto all = requests();
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), matches));
}

Matcher listsOf(std::string path) {
  return [path = std::move(path)](const ScriptedRequest& request) {
    return request.method == "GET" && request.path == path && !isWatch(request);
  };
}

Matcher watchesOf(std::string path) {
  return [path = std::move(path)](const ScriptedRequest& request) { return request.path == path && isWatch(request); };
}

Matcher requestsFor(std::string method, std::string path) {
  return [method = std::move(method), path = std::move(path)](const ScriptedRequest& request) {
    return request.method == method && request.path == path;
  };
}

Matcher everything() {
  return [](const ScriptedRequest&) { return true; };
}

Fault answerWith(int status, std::string body, std::string contentType, std::string extra) {
  return [=](const ScriptedRequest&, ScriptedConnection& client, const Upstream&) {
    client.respond(status, body, contentType, extra);
  };
}

Fault refuseWith(int status, const std::string& reason, const std::string& message, const std::string& extra) {
  return answerWith(status,
                    R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":)" +
                        quoted(message) + R"(,"reason":)" + quoted(reason) + R"(,"code":)" + std::to_string(status) +
                        "}",
                    "application/json", extra);
}

Fault loginPage(int status) {
  return answerWith(status, "<html><head><title>Sign in to the network</title></head><body>...</body></html>",
                    "text/html", status == 302 ? "Location: https://login.example/\r\n" : "");
}

Fault changed(std::function<void(RealAnswer&)> change) {
  return [change = std::move(change)](const ScriptedRequest& request, ScriptedConnection& client,
                                      const Upstream& upstream) {
    RealAnswer answer = upstream.ask(request);
    change(answer);
    deliver(answer, client);
  };
}

Fault cutAt(std::size_t bytes, Cut how) {
  return [=](const ScriptedRequest& request, ScriptedConnection& client, const Upstream& upstream) {
    const RealAnswer answer = upstream.ask(request);
    if (answer.body.size() <= bytes) throw std::runtime_error("the answer is shorter than the cut");
    client.write(
        "HTTP/1.1 " + std::to_string(answer.status) + " OK\r\nContent-Type: " + answer.contentType + "\r\n" +
        (how == Cut::Unframed ? "Connection: close" : "Content-Length: " + std::to_string(answer.body.size())) +
        "\r\n\r\n" + answer.body.substr(0, bytes));
    // A reset overtakes what the client has not read yet; it shall see the bytes before the cut.
    if (how == Cut::Reset) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    client.close(how == Cut::Reset);
  };
}

Fault corruptAt(std::size_t byte, char with) {
  return changed([=](RealAnswer& answer) { answer.body.at(std::min(byte, answer.body.size() - 1)) = with; });
}

Fault trickle(std::size_t bytes, std::chrono::milliseconds pause) {
  return [=](const ScriptedRequest& request, ScriptedConnection& client, const Upstream& upstream) {
    const RealAnswer answer = upstream.ask(request);
    client.write("HTTP/1.1 200 OK\r\nContent-Type: " + answer.contentType +
                 "\r\nContent-Length: " + std::to_string(answer.body.size()) + "\r\n\r\n");
    for (std::size_t at = 0; at < answer.body.size(); at += bytes) {
      if (!client.write(answer.body.substr(at, bytes))) return;
      std::this_thread::sleep_for(pause);
    }
  };
}

Fault silence() {
  return [](const ScriptedRequest&, ScriptedConnection& client, const Upstream&) { client.waitForEnd(); };
}

Fault late(std::chrono::milliseconds time) {
  return [=](const ScriptedRequest& request, ScriptedConnection& client, const Upstream& upstream) {
    std::this_thread::sleep_for(time);
    deliver(upstream.ask(request), client);
  };
}

Fault hangUp(bool reset) {
  return [=](const ScriptedRequest&, ScriptedConnection& client, const Upstream&) { client.close(reset); };
}

Fault loseAnswer() {
  return [](const ScriptedRequest& request, ScriptedConnection& client, const Upstream& upstream) {
    upstream.ask(request);
    client.close();
  };
}

Fault endStreamAfter(std::size_t bytes) {
  return [=](const ScriptedRequest& request, ScriptedConnection& client, const Upstream& upstream) {
    upstream.pass(request, client, bytes);
  };
}

Fault bufferedStream() {
  return [](const ScriptedRequest&, ScriptedConnection& client, const Upstream&) {
    client.beginChunks();
    client.waitForEnd();
  };
}

Fault streamOf(std::string text) {
  return [text = std::move(text)](const ScriptedRequest&, ScriptedConnection& client, const Upstream&) {
    client.beginChunks();
    client.chunk(text);
    client.endChunks();
  };
}

}  // namespace cardinal::test

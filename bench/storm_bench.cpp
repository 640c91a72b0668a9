// SPDX-License-Identifier: Apache-2.0
// storm_bench [EVENTS_PER_SECOND [SECONDS [NODES]]]: a scripted server in a process of its own lists NODES nodes and
// ten times as many pods and then sends pod events at a steady rate. Prints one line of JSON: CPU of the client in
// cores, how old the newest and the oldest news of a snapshot were when it was published, snapshots a second.
//
// Lateness: every tenth of the events changes the pod "beacon", whose status.reason is the time of sending. The newest
// news of a snapshot is as old as its beacon; the oldest is as old as the beacon of the snapshot before.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "bench/process_figures.h"
#include "core/service/cluster_service.h"
#include "core/service/live/live_source.h"
#include "tests/support/net/scripted_server.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using test::ScriptedConnection;
using test::ScriptedRequest;

struct Load {
  int rate = 2000;
  int seconds = 60;
  int nodes = 1000;
};

std::int64_t microsecondsNow() {
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::string nodeText(int index) {
  const std::string name = "node-" + std::to_string(index);
  return R"({"kind":"Node","metadata":{"name":")" + name + R"(","uid":"u-)" + name +
         R"(","resourceVersion":"5","labels":{"ack.node.gpu.schedule":"cgpu"}},"status":{"capacity":{"cpu":"96","memory":"768Gi","pods":"110","aliyun.com/gpu-mem":"256","aliyun.com/gpu-count":"8"},"allocatable":{"cpu":"96","memory":"768Gi","pods":"110","aliyun.com/gpu-mem":"256","aliyun.com/gpu-count":"8"},"conditions":[{"type":"Ready","status":"True"}]}})";
}

/// A pod of about 1.3 KiB, as those of a GPU cluster without managedFields.
std::string podText(const std::string& name, int node, long version, const std::string& reason) {
  return R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":")" + name + R"(","namespace":"load","uid":"u-)" + name +
         R"(","resourceVersion":")" + std::to_string(version) +
         R"(","creationTimestamp":"2024-03-01T08:00:00Z","labels":{"app":"train","team":"a"},"annotations":{"scheduler.framework.gpushare.allocation":"{\"0\":{\"0\":4}}","scheduler.framework.gpushare.assigned":"true"},"ownerReferences":[{"apiVersion":"batch/v1","kind":"Job","name":"job","uid":"j","controller":true,"blockOwnerDeletion":true}]},"spec":{"nodeName":"node-)" +
         std::to_string(node) +
         R"(","restartPolicy":"Never","schedulerName":"default-scheduler","serviceAccountName":"default","containers":[{"name":"train","image":"registry.example/train:1","resources":{"limits":{"cpu":"4","memory":"16Gi","aliyun.com/gpu-mem":"4"},"requests":{"cpu":"4","memory":"16Gi","aliyun.com/gpu-mem":"4"}},"terminationMessagePath":"/dev/termination-log","imagePullPolicy":"IfNotPresent"}],"tolerations":[{"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute","tolerationSeconds":300}]},"status":{"phase":"Running","reason":")" +
         reason +
         R"(","conditions":[{"type":"Ready","status":"True"},{"type":"PodScheduled","status":"True"}],"startTime":"2024-03-01T08:00:01Z","containerStatuses":[{"name":"train","ready":true,"restartCount":0}]}})";
}

int numberIn(const std::string& query, const std::string& name) {
  const std::size_t at = query.find(name + "=");
  return at == std::string::npos ? 0 : std::atoi(query.c_str() + at + name.size() + 1);
}

/// One page of `count` items, as `limit` and `continue` of the query ask; the token is the number of the next item.
std::string pageText(const char* kind, int count, const std::string& query,
                     const std::function<std::string(int)>& item) {
  const int first = numberIn(query, "continue");
  const int limit = numberIn(query, "limit");
  const int end = limit > 0 ? std::min(count, first + limit) : count;
  const std::string next = end < count ? R"(,"continue":")" + std::to_string(end) + "\"" : "";
  std::string text =
      R"({"kind":")" + std::string(kind) + R"(","metadata":{"resourceVersion":"10")" + next + R"(},"items":[)";
  for (int i = first; i < end; ++i) text += (i == first ? "" : ",") + item(i);
  return text + "]}";
}

/// Events at a steady rate, in a piece every 5 ms.
void sendEvents(const Load& load, ScriptedConnection& client) {
  client.beginChunks();
  constexpr auto kPiece = 5ms;
  const int perPiece = std::max(1, load.rate * 5 / 1000);
  const auto begin = std::chrono::steady_clock::now();
  long version = 100;
  for (int piece = 0; piece < load.seconds * 1000 / 5; ++piece) {
    std::string text;
    for (int i = 0; i < perPiece; ++i) {
      const long number = static_cast<long>(piece) * perPiece + i;
      const bool beacon = i == perPiece - 1;
      const int pod = static_cast<int>(number * 7919 % (load.nodes * 10));
      text += R"({"type":"MODIFIED","object":)" +
              podText(beacon ? "beacon" : "pod-" + std::to_string(pod), beacon ? 0 : pod % load.nodes, ++version,
                      beacon ? std::to_string(microsecondsNow()) : "") +
              "}\n";
    }
    client.chunk(text);
    std::this_thread::sleep_until(begin + (piece + 1) * kPiece);
  }
  client.waitForEnd();
}

/// Serves until it is killed; writes its port and its authority to the pipe.
[[noreturn]] void serve(const Load& load, int out) {
  const test::CertificateAuthority authority;
  const auto podItem = [&](int i) {
    if (i == load.nodes * 10) return podText("beacon", 0, 1, "0");
    return podText("pod-" + std::to_string(i), i % load.nodes, 1, "");
  };
  const test::ScriptedServer server(
      [&](const ScriptedRequest& request, ScriptedConnection& client) {
        const bool watch = request.query.find("watch=1") != std::string::npos;
        if (watch && request.path == "/api/v1/pods") return sendEvents(load, client);
        if (watch) return client.beginChunks(), client.waitForEnd();
        if (request.path == "/version") return client.respond(200, R"({"gitVersion":"v1.20.2"})");
        if (request.path == "/api/v1/nodes")
          return client.respond(200, pageText("NodeList", load.nodes, request.query, nodeText));
        if (request.path == "/api/v1/pods")
          return client.respond(200, pageText("PodList", load.nodes * 10 + 1, request.query, podItem));
        client.respond(404, R"({"kind":"Status","status":"Failure","reason":"NotFound","code":404})");
      },
      test::ServerTls{authority.issue({"server", {}, {"127.0.0.1"}, -3600, 3600}), {}});
  const std::string address = std::to_string(server.port()) + "\n" + authority.certificatePem();
  if (write(out, address.data(), address.size()) < 0) _exit(1);
  close(out);
  pause();
  _exit(0);
}

/// Measures each snapshot when it is published.
class Lateness final : public ServiceListener {
 public:
  void onSnapshot(SnapshotPtr snapshot) override {
    const PodRecord* const beacon = find(*snapshot);
    if (beacon == nullptr) return;
    const std::int64_t sent = std::strtoll(beacon->raw->reason.c_str(), nullptr, 10);
    const std::lock_guard lock(m_mutex);
    if (sent == 0 || sent == m_last) return;
    const std::int64_t now = microsecondsNow();
    if (m_last != 0) {
      newest.push_back(static_cast<double>(now - sent) / 1000);
      oldest.push_back(static_cast<double>(now - m_last) / 1000);
    }
    m_last = sent;
  }
  void onConnection(const ConnectionState&) override {}

  std::vector<double> newest, oldest;  // ms; read after the end

 private:
  static const PodRecord* find(const ClusterSnapshot& snapshot);
  std::mutex m_mutex;
  std::int64_t m_last = 0;
};

const PodRecord* Lateness::find(const ClusterSnapshot& snapshot) {
  const auto node = snapshot.findNode("node-0");
  if (!node) return nullptr;
  for (const PodPtr& pod : snapshot.node(*node).pods) {
    if (pod->raw->meta.key.name == "beacon") return pod.get();
  }
  return nullptr;
}

double share(std::vector<double> values, double part) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

ClusterAccess readServer(int in) {
  std::string text;
  char buffer[4096];
  for (ssize_t count = read(in, buffer, sizeof buffer); count > 0; count = read(in, buffer, sizeof buffer))
    text.append(buffer, static_cast<std::size_t>(count));
  close(in);
  ClusterAccess access;
  access.context = "storm";
  access.server.host = "127.0.0.1";
  access.server.port = std::atoi(text.c_str());
  access.caPem = text.substr(std::min(text.find('\n') + 1, text.size()));
  access.token = Secret("storm");
  return access;
}

int measure(const Load& load, const ClusterAccess& access) {
  const SystemClock clock;
  Lateness listener;
  {
    ClusterService service(makeLiveSource(access, clock), listener, clock);
    service.start();
    if (!service.waitForData(60s)) return std::fprintf(stderr, "no data\n"), 1;
    std::this_thread::sleep_for(1s);
    const double before = bench::cpuSeconds();
    const auto begin = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(std::chrono::seconds(load.seconds - 2));
    const double cpu = (bench::cpuSeconds() - before) / bench::secondsSince(begin);
    std::printf(R"({"events_per_second":%d,"nodes":%d,"pods":%d,"cores":%.3f,"peak_mb":%.1f)", load.rate, load.nodes,
                load.nodes * 10 + 1, cpu, bench::peakMegabytes());
  }
  std::printf(
      R"(,"snapshots":%zu,"newest_ms":{"median":%.1f,"p99":%.1f,"worst":%.1f},"oldest_ms":{"median":%.1f,"p99":%.1f,"worst":%.1f}})"
      "\n",
      listener.newest.size(), share(listener.newest, 0.5), share(listener.newest, 0.99), share(listener.newest, 1),
      share(listener.oldest, 0.5), share(listener.oldest, 0.99), share(listener.oldest, 1));
  return 0;
}

}  // namespace
}  // namespace cardinal

int main(int count, char** arguments) {
  cardinal::Load load;
  if (count > 1) load.rate = std::atoi(arguments[1]);
  if (count > 2) load.seconds = std::atoi(arguments[2]);
  if (count > 3) load.nodes = std::atoi(arguments[3]);
  if (load.rate < 200 || load.seconds < 5 || load.nodes < 1)
    return std::fprintf(stderr, "usage: storm_bench [EVENTS_PER_SECOND >= 200 [SECONDS >= 5 [NODES]]]\n"), 2;
  int ends[2];
  if (pipe(ends) != 0) return 1;
  const pid_t server = fork();
  if (server == 0) {
    close(ends[0]);
    cardinal::serve(load, ends[1]);
  }
  close(ends[1]);
  const int code = cardinal::measure(load, cardinal::readServer(ends[0]));
  kill(server, SIGKILL);
  waitpid(server, nullptr, 0);
  return code;
}

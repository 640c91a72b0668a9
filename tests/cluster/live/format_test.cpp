// SPDX-License-Identifier: Apache-2.0
// What the real server says in JSON and in protobuf is the same, object by object, in lists and in watches; and the
// live source is answered in protobuf.
#include <gmock/gmock.h>

#include <set>

#include "core/kube/rest/answer.h"
#include "core/kube/rest/resource.h"
#include "core/kube/watch/json_framer.h"
#include "core/kube/watch/protobuf_framer.h"
#include "tests/cluster/live/fault_support.h"

namespace cardinal {
namespace {

using namespace test;
using ::testing::Each;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kProtobuf = "application/vnd.kubernetes.protobuf";

/// Asks for one format and takes no other.
class Asker {
 public:
  Asker() : m_transport(m_loop, accessFrom("admin"), "cardinal-test/1") {}
  ~Asker() { m_loop.stop(); }

  std::string list(const std::string& path, WireFormat format, const std::string& query = "") {
    const auto answer = exchange(m_loop, m_transport, requestFor(path, query, format), {});
    EXPECT_TRUE(answer) << describe(answer.error());
    if (!answer) return {};
    EXPECT_EQ(answer->head.status, 200) << answer->body;
    EXPECT_EQ(wireFormat(answer->head), format);
    return answer->body;
  }
  /// Everything that is there, as the first events of a watch that ends after a second.
  std::vector<std::string> events(const std::string& path, WireFormat format) {
    HttpRequest request = requestFor(path, "watch=1&resourceVersion=0&timeoutSeconds=1", format);
    request.streaming = true;
    request.lane = Lane::Watch;
    std::vector<std::string> out;
    JsonFramer texts(std::size_t{16} << 20U);
    ProtobufFramer frames(std::size_t{16} << 20U);
    const auto answer =
        exchangeStream(m_loop, m_transport, std::move(request),
                       [&](std::string_view bytes) {
                         EXPECT_TRUE(format == WireFormat::Protobuf ? frames.feed(bytes, out) : texts.feed(bytes, out));
                       },
                       {});
    EXPECT_TRUE(answer) << describe(answer.error());
    EXPECT_TRUE(!answer || wireFormat(answer->head) == format);
    return out;
  }

 private:
  static HttpRequest requestFor(const std::string& path, const std::string& query, WireFormat format) {
    HttpRequest request;
    request.path = path;
    request.query = query;
    request.headers = {{"Accept", format == WireFormat::Protobuf ? kProtobuf : "application/json"}};
    return request;
  }
  NetworkLoop m_loop;
  CurlTransport m_transport;
};

template <typename T>
using Items = std::vector<std::shared_ptr<const T>>;

/// Names of those that are there in one and the same version in both; each of them must be equal.
template <typename T>
std::set<std::string> comparedNames(const Items<T>& fromJson, const Items<T>& fromProtobuf) {
  std::map<ObjectKey, std::shared_ptr<const T>> byKey;
  for (const auto& item : fromJson) byKey[item->meta.key] = item;
  std::set<std::string> names;
  for (const auto& item : fromProtobuf) {
    const auto found = byKey.find(item->meta.key);
    if (found == byKey.end() || found->second->meta.resourceVersion != item->meta.resourceVersion) continue;
    EXPECT_TRUE(*found->second == *item) << item->meta.key.ns << "/" << item->meta.key.name;
    names.insert(item->meta.key.name);
  }
  return names;
}

template <typename T>
std::set<std::string> comparedInLists(const std::string& path) {
  Asker asker;
  Decoder decoder;
  const auto fromJson = decoder.list<T>(asker.list(path, WireFormat::Json));
  const auto fromProtobuf = decoder.list<T>(asker.list(path, WireFormat::Protobuf), WireFormat::Protobuf);
  EXPECT_TRUE(fromJson) << describe(fromJson.error());
  EXPECT_TRUE(fromProtobuf) << describe(fromProtobuf.error());
  if (!fromJson || !fromProtobuf) return {};
  EXPECT_FALSE(fromProtobuf->meta.resourceVersion.empty());
  return comparedNames<T>(fromJson->items, fromProtobuf->items);
}

template <typename T>
std::set<std::string> comparedInWatches(const std::string& path) {
  Asker asker;
  Decoder decoder;
  const auto read = [&](WireFormat format) {
    Items<T> items;
    for (const std::string& text : asker.events(path, format)) {
      const auto event = decoder.event<T>(text, format);
      EXPECT_TRUE(event) << describe(event.error());
      if (event && event->type == WatchEventType::Added) items.push_back(event->object);
    }
    return items;
  };
  const Items<T> fromJson = read(WireFormat::Json);
  return comparedNames<T>(fromJson, read(WireFormat::Protobuf));
}

/// Compares until an object of this name was there in one version in both: others change it in between.
template <typename Compare>
bool comparesAtLast(const Compare& compared, const std::string& name) {
  constexpr int kTries = 20;
  for (int i = 0; i < kTries; ++i) {
    if (compared().count(name) != 0) return true;
  }
  return false;
}

/// A node and a pod with most of what is read, spec and status.
struct Things {
  Things() : ns(admin), node(admin) {
    patch("/api/v1/nodes/" + node.name,
          R"({"metadata":{"annotations":{"note":"ü \u0001 \"x\""}},"spec":{"unschedulable":true,
      "taints":[{"key":"k","value":"v","effect":"NoSchedule"}]}})");
    patch("/api/v1/nodes/" + node.name + "/status", R"({"status":{"capacity":{"cpu":"8","memory":"33Gi",
      "aliyun.com/gpu-mem":"64"},
      "allocatable":{"cpu":"7900m"},"conditions":[{"type":"Ready","status":"True","reason":"r","message":"m",
      "lastHeartbeatTime":"2026-05-06T07:08:09Z",
      "lastTransitionTime":"2026-05-06T07:08:09Z"}],"addresses":[{"type":"InternalIP","address":"10.0.0.9"},{"type":"Hostname",
      "address":"h"}],
      "images":[{"names":["a@sha256:1","a:1"],"sizeBytes":5000000000}]}})");
    EXPECT_EQ(admin.send("POST", pods(), pod()), 201) << admin.lastBody;
    patch(pods() + "/rich/status", R"({"status":{"phase":"Running","startTime":"2026-05-06T07:08:09Z",
      "conditions":[{"type":"PodScheduled",
      "status":"False","reason":"Unschedulable","message":"no"}],"containerStatuses":[{"name":"c","image":"i","imageID":"x","ready":false,
      "restartCount":3,"state":{"waiting":{"reason":"CrashLoopBackOff"}},"lastState":{"terminated":{"exitCode":1}}}],
      "initContainerStatuses":[{"name":"first","image":"i","imageID":"x","ready":true,"restartCount":0,
      "state":{"terminated":{"exitCode":0}}}]}})");
  }
  std::string pods() const { return "/api/v1/namespaces/" + ns.name + "/pods"; }
  std::string pod() const {
    return R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"rich","labels":{"app":"a","empty":""},"annotations":{"a":"1","b":""},
      "finalizers":["example.com/hold"]},"spec":{"nodeName":")" +
           node.name + R"(","schedulerName":"nobody","automountServiceAccountToken":false,"activeDeadlineSeconds":3600,
      "terminationGracePeriodSeconds":0,"nodeSelector":{"zone":"a"},
      "containers":[{"name":"c","image":"i","ports":[{"containerPort":80,"hostPort":8080},{"containerPort":81}],
      "env":[{"name":"A","value":"1"}],
        "resources":{"limits":{"aliyun.com/gpu-mem":"8","cpu":"1500m"},"requests":{"cpu":"0.5","memory":"1e9"}},
        "livenessProbe":{"httpGet":{"path":"/","port":"http"}},"securityContext":{"privileged":false}}],
      "initContainers":[{"name":"first","image":"i","resources":{"requests":{"cpu":"2"}}}],
      "tolerations":[{"operator":"Exists"},{"key":"k","operator":"Equal","value":"v","effect":"NoExecute","tolerationSeconds":-1}],
      "volumes":[{"name":"e","emptyDir":{}},{"name":"d","persistentVolumeClaim":{"claimName":"data"}},{"name":"m",
      "configMap":{"name":"m"}}],
      "topologySpreadConstraints":[{"maxSkew":2,"topologyKey":"zone","whenUnsatisfiable":"ScheduleAnyway","labelSelector":{}},
        {"maxSkew":1,"topologyKey":"host","whenUnsatisfiable":"DoNotSchedule","labelSelector":{"matchLabels":{"app":"a"}}}],
      "affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{"matchExpressions":[
          {"key":"a","operator":"In","values":["1","2"]}],"matchFields":[{"key":"metadata.name","operator":"In","values":["x"]}]}]},
          "preferredDuringSchedulingIgnoredDuringExecution":[{"weight":5,"preference":{"matchExpressions":[{"key":"b",
      "operator":"Exists"}]}}]},
        "podAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[{"weight":7,"podAffinityTerm":{"topologyKey":"host",
      "namespaces":["q"],
          "labelSelector":{"matchExpressions":[{"key":"x","operator":"NotIn","values":["y"]}]}}}]},
        "podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":"host","labelSelector":{}}]}}}})";
  }
  void patch(const std::string& path, const std::string& body) {
    EXPECT_EQ(admin.send("PATCH", path, body, "application/strategic-merge-patch+json"), 200) << admin.lastBody;
  }
  ~Things() { patch(pods() + "/rich", R"({"metadata":{"finalizers":null}})"); }

  Operator admin{accessFrom("admin")};
  Namespace ns;
  Node node;
};

TEST(Formats, ListsSayTheSameInBoth) {
  Things things;
  EXPECT_TRUE(comparesAtLast([] { return comparedInLists<RawNode>(kNodes); }, things.node.name));
  EXPECT_TRUE(comparesAtLast([] { return comparedInLists<RawPod>(kPods); }, "rich"));
  // one that is being deleted, and waits for its finalizer
  EXPECT_EQ(things.admin.send("DELETE", things.pods() + "/rich"), 200) << things.admin.lastBody;
  EXPECT_TRUE(comparesAtLast([&] { return comparedInLists<RawPod>(things.pods()); }, "rich"));
  EXPECT_THAT(comparedInLists<RawConfigMap>("/api/v1/namespaces/kube-system/configmaps"), Not(IsEmpty()));
}

TEST(Formats, WatchesSayTheSameInBoth) {
  Things things;
  EXPECT_TRUE(comparesAtLast([] { return comparedInWatches<RawNode>(kNodes); }, things.node.name));
  EXPECT_TRUE(comparesAtLast([] { return comparedInWatches<RawPod>(kPods); }, "rich"));
}

TEST(Formats, PagesOfProtobufMakeAWholeList) {
  Things things;
  for (const char* const name : {"p1", "p2", "p3"}) things.admin.createPod(things.ns.name, name);
  Asker asker;
  Decoder decoder;
  std::set<std::string> names;
  std::string token;
  int pages = 0;
  do {
    const std::string query = QueryBuilder().addNumber("limit", 1).add("continue", token).text();
    const auto page =
        decoder.list<RawPod>(asker.list(things.pods(), WireFormat::Protobuf, query), WireFormat::Protobuf);
    ASSERT_TRUE(page) << describe(page.error());
    for (const auto& pod : page->items) names.insert(pod->meta.key.name);
    token = page->meta.continueToken;
    ++pages;
  } while (!token.empty() && pages < 10);
  EXPECT_EQ(names, (std::set<std::string>{"p1", "p2", "p3", "rich"}));
  EXPECT_EQ(pages, 4);
}

/// Nodes, pods and what changes of them come in protobuf, whichever way the first list comes.
TEST(Formats, TheLiveSourceIsAnsweredInProtobuf) {
  for (const FirstList way : firstLists()) {
    Stage stage;
    stage.let(way);
    stage.createPod("before");
    Live live(stage.access());
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
    EXPECT_TRUE(hasPod(live.seen, stage.key("before")));
    stage.createPod("after");
    EXPECT_TRUE(hasPod(live.seen, stage.key("after")));
    std::vector<std::string> accepted;
    for (const ScriptedRequest& request : stage.proxy.requests()) {
      if (request.method == "GET" && (request.path == kPods || request.path == kNodes))
        accepted.push_back(request.headers.at("accept"));
    }
    EXPECT_GE(accepted.size(), 3U);
    EXPECT_THAT(accepted, Each(StartsWith(kProtobuf)));
    EXPECT_TRUE(live.seen.waitUntil([](Recorder& r) { return r.firstError(ErrorCode::NotApiServer) == nullptr; }, 0ms));
    // the same pods as JSON tells them
    Asker asker;
    Decoder decoder;
    const auto pods =
        decoder.list<RawPod>(asker.list("/api/v1/namespaces/" + stage.ns.name + "/pods", WireFormat::Json));
    ASSERT_TRUE(pods);
    ASSERT_EQ(pods->items.size(), 2U);
    const auto shown = live.seen.podsNow();
    for (const auto& pod : pods->items) EXPECT_TRUE(*shown.at(pod->meta.key) == *pod) << pod->meta.key.name;
  }
}

}  // namespace
}  // namespace cardinal

// SPDX-License-Identifier: Apache-2.0
// Plans whose network fails at random, against the real API server: whatever happens, the journal tells the truth.
#include <gtest/gtest.h>

#include <atomic>
#include <iostream>
#include <random>
#include <set>
#include <thread>

#include "core/plan/changes/changes.h"
#include "core/plan/make/preview.h"
#include "core/plan/run/runner.h"
#include "tests/cluster/live/fault_support.h"

namespace cardinal {
namespace {

using namespace test;

constexpr int kRuns = 200;
constexpr int kMaxPods = 3;
constexpr int kMaxFaults = 5;
constexpr int kMaxRequestsBetween = 12;
/// Pauses of a plan are so many times shorter than an operator's.
constexpr int kHaste = 200;
constexpr std::chrono::milliseconds kLateAnswer = 30ms;
constexpr int kServiceUnavailable = 503;
constexpr int kTooManyRequests = 429;
constexpr int kInternalError = 500;
constexpr int kForbidden = 403;
constexpr int kConflict = 409;
constexpr const char* kMode = "ack.node.gpu.schedule";

/// The seed of a run that failed makes the same choices again: CARDINAL_PLAN_FAULT_SEED=... .
unsigned seedOfThisRun() {
  const char* const given = std::getenv("CARDINAL_PLAN_FAULT_SEED");
  return given != nullptr ? static_cast<unsigned>(std::stoul(given)) : std::random_device()();
}

class Chance {
 public:
  explicit Chance(unsigned seed) : m_engine(seed) {}
  int upTo(int most) { return std::uniform_int_distribution<int>(0, most)(m_engine); }
  bool one(int in) { return upTo(in - 1) == 0; }

 private:
  std::mt19937 m_engine;
};

/// The clock of a hasty operator; each pause is a moment at which the played device plugin looks at its node.
class HastyTime final : public PlanTime {
 public:
  std::chrono::steady_clock::time_point steadyNow() const override { return m_clock.steadyNow() + m_skipped; }
  UnixSeconds wallNow() const override { return m_clock.wallNow(); }
  void pause(std::chrono::milliseconds length, const std::stop_token& stop) override {
    if (onPause) onPause();
    const auto waited = std::max(length / kHaste, std::chrono::milliseconds(1));
    SystemPlanTime(m_clock).pause(waited, stop);
    m_skipped += length;
  }
  std::function<void()> onPause;

 private:
  SystemClock m_clock;
  std::chrono::milliseconds m_skipped{0};
};

/// Lets chosen requests of a plan meet a fault: the next one after so many others.
class Trouble {
 public:
  Trouble(FaultProxy& proxy, Chance& chance)
      : m_left(chance.upTo(kMaxRequestsBetween)), m_faults(1 + chance.upTo(kMaxFaults - 1)) {
    for (int i = 0; i < m_faults; ++i) {
      m_gaps.push_back(chance.upTo(kMaxRequestsBetween));
      m_kinds.push_back(chance.upTo(kLastKind));
    }
    proxy.when([this](const ScriptedRequest& request) { return strikes(request); },
               [this](const ScriptedRequest& request, ScriptedConnection& client, const Upstream& server) {
                 faultNow(request)(request, client, server);
               });
  }
  int met() const {
    const std::lock_guard lock(m_mutex);
    return m_met;
  }

 private:
  static constexpr int kLastKind = 10;

  bool strikes(const ScriptedRequest& request) {
    const bool ofThePlan = request.path.rfind("/api/v1/nodes/", 0) == 0 || request.path.rfind("/api/v1/pods", 0) == 0 ||
                           request.path.find("/eviction") != std::string::npos;
    const std::lock_guard lock(m_mutex);
    if (!ofThePlan || m_met >= m_faults || m_left-- > 0) return false;
    m_left = m_gaps[static_cast<std::size_t>(m_met)];
    return true;
  }

  Fault faultNow(const ScriptedRequest& request) {
    int kind = 0;
    {
      const std::lock_guard lock(m_mutex);
      kind = m_kinds[static_cast<std::size_t>(m_met++)];
    }
    switch (kind) {
      case 0:
        return hangUp();
      case 1:
        return hangUp(true);
      case 2:
      case 3:
        return loseAnswer();
      case 4:
        return cutAt(10, Cut::Short);
      case 5:
        return cutAt(10, Cut::Reset);
      case 6:
        return late(kLateAnswer);
      case 7:
        return refuseWith(kServiceUnavailable, "ServiceUnavailable", "overloaded");
      case 8:
        return refuseWith(kTooManyRequests, "TooManyRequests", "slow down", "Retry-After: 0\r\n");
      case 9:
        return refuseWith(kInternalError, "InternalError", "etcdserver: leader changed");
      default:
        return request.method == "PATCH" ? refuseWith(kConflict, "Conflict", "the object has been modified")
                                         : refuseWith(kForbidden, "Forbidden", "not now");
    }
  }

  mutable std::mutex m_mutex;
  int m_left;
  int m_faults;
  int m_met = 0;
  std::vector<int> m_gaps;
  std::vector<int> m_kinds;
};

/// What stands on the server, read past the proxy.
struct Standing {
  bool unschedulable = false;
  std::string mode;
  std::set<std::string> pods;  ///< uids of those that are not going
};

/// What the journal says may stand. A field that was written to by a request with an unknown outcome may have either
/// value.
struct Claims {
  std::set<bool> unschedulable;
  std::set<std::string> mode;
  std::set<std::string> gone;   ///< uids
  std::set<std::string> asked;  ///< uids: they may be gone

  bool isExact() const { return unschedulable.size() == 1 && mode.size() == 1 && asked.empty(); }
};

void claim(Claims& claims, const PlanAct& act, bool certain) {
  if (act.code == ActCode::Cordon || act.code == ActCode::Uncordon) {
    if (certain) claims.unschedulable.clear();
    claims.unschedulable.insert(act.code == ActCode::Cordon);
  }
  for (const LabelChange& change : act.labels) {
    if (change.key != kMode) continue;
    if (certain) claims.mode.clear();
    claims.mode.insert(change.value);
  }
}

Claims claimsOf(const PlanProgress& recorded, const std::string& modeBefore) {
  Claims out;
  out.unschedulable = {recorded.plan.before.unschedulable};
  out.mode = {modeBefore};
  for (std::size_t i = 0; i < recorded.steps.size(); ++i) {
    const StepProgress& step = recorded.steps[i];
    if (!step.changed || step.skipped || step.state == StepState::Waiting) continue;
    claim(out, recorded.plan.steps[i].act, step.state != StepState::Begun);
  }
  for (std::size_t i = recorded.steps.size(); i-- > 0;) {
    const StepState state = recorded.steps[i].state;
    if (!recorded.steps[i].changed || (state != StepState::Undoing && state != StepState::Undone)) continue;
    claim(out, recorded.plan.steps[i].undo, state == StepState::Undone);
  }
  for (const PodProgress& pod : recorded.pods) {
    if (pod.state == PodState::Gone) out.gone.insert(pod.uid);
    const bool open =
        pod.state == PodState::Terminating || pod.state == PodState::Busy || pod.state == PodState::Unknown;
    if (open) out.asked.insert(pod.uid);
  }
  return out;
}

/// A node of its own with pods, and the real server behind a proxy.
class PlanScene {
 public:
  PlanScene(Stage& stage, NodeOperations& nodes, int pods)
      : m_stage(stage), m_nodes(nodes), m_name(unique("plan-node")), m_folder(), m_journal(m_folder.path().string()) {
    create("/api/v1/nodes",
           R"({"apiVersion":"v1","kind":"Node","metadata":{"name":")" + m_name + R"(","labels":{")" + kMode +
               R"(":"default"}},"spec":{"taints":[{"key":"only","value":"x","effect":"NoSchedule"}]},"status":)" +
               statusOf("default") + "}");
    publish("default");
    for (int i = 0; i < pods; ++i) {
      create(
          "/api/v1/namespaces/" + stage.ns.name + "/pods",
          R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + m_name + "-" + std::to_string(i) +
              R"("},"spec":{"nodeName":")" + m_name +
              R"(","terminationGracePeriodSeconds":0,"automountServiceAccountToken":false,"tolerations":[{"operator":"Exists"}],"containers":[{"name":"c","image":"i","resources":{"limits":{"nvidia.com/gpu":"1"}}}]}})");
    }
    m_before = look();
    m_time.onPause = [this] { playPlugin(); };
  }
  ~PlanScene() { m_stage.admin.send("DELETE", "/api/v1/nodes/" + m_name); }

  PlanRequest requestFor(PlanKind kind) const {
    PlanRequest out;
    out.kind = kind;
    out.node = m_name;
    out.drain.evictBare = true;
    out.drain.timeout = std::chrono::seconds(30);
    out.timeouts.plugin = std::chrono::seconds(30);
    if (kind == PlanKind::Switch) out.target = parseSwitchTarget("topology");
    return out;
  }

  std::optional<Plan> plan(Chance& chance, const std::string& id) {
    const int kind = chance.upTo(3);
    const PlanKind chosen = kind == 0 ? PlanKind::Cordon : kind == 1 ? PlanKind::Drain : PlanKind::Switch;
    auto preview = previewPlan(m_nodes, requestFor(chosen), {id, "faults", "test:1", 1}, {});
    if (preview) return std::move(preview->plan);
    ADD_FAILURE() << describe(preview.error());
    return std::nullopt;
  }

  PlanRunner runner(std::function<void(const PlanProgress&)> hook = {}) {
    return PlanRunner({m_nodes, m_journal, m_time, std::move(hook)});
  }

  /// The plan as the journal alone records it.
  PlanProgress fromJournal() {
    const auto contents = m_journal.read();
    EXPECT_TRUE(contents);
    const auto plans = plansOf(contents->entries);
    EXPECT_EQ(plans.size(), 1U);
    return plans.empty() ? PlanProgress{} : plans.front();
  }
  ChangeRecord record() { return changesOf(m_journal.read()->entries).front(); }

  Standing look() {
    Standing out;
    const auto node = m_straight.writer().nodes->readNode(m_name, {});
    EXPECT_TRUE(node) << describe(node.error());
    if (!node) return out;
    out.unschedulable = (*node)->unschedulable;
    if (const std::string* mode = find((*node)->meta.labels, kMode)) out.mode = *mode;
    const auto pods = m_straight.writer().nodes->podsOn(m_name, {});
    EXPECT_TRUE(pods);
    for (const auto& pod : *pods) {
      if (!isTerminating(*pod)) out.pods.insert(pod->meta.uid);
    }
    return out;
  }
  const Standing& before() const { return m_before; }

  /// False when the journal left something open.
  bool expectTruth(const std::string& where) {
    const PlanProgress recorded = fromJournal();
    const Claims claims = claimsOf(recorded, m_before.mode);
    const Standing now = look();
    EXPECT_EQ(claims.unschedulable.count(now.unschedulable), 1U) << where << ": cordoned is " << now.unschedulable;
    EXPECT_EQ(claims.mode.count(now.mode), 1U) << where << ": the label is " << now.mode;
    for (const std::string& uid : m_before.pods) {
      const bool there = now.pods.count(uid) == 1;
      const bool open = claims.asked.count(uid) == 1;
      const bool gone = claims.gone.count(uid) == 1;
      EXPECT_TRUE(open || there != gone) << where << (there ? ": said to be gone" : ": gone, and nothing says so");
    }
    if (recorded.phase == PlanPhase::Done) expectDone(recorded, now, where);
    if (recorded.phase == PlanPhase::RolledBack) expectBack(now, where);
    return claims.isExact();
  }

 private:
  void expectDone(const PlanProgress& recorded, const Standing& now, const std::string& where) {
    for (const StepProgress& step : recorded.steps) EXPECT_EQ(step.state, StepState::Done) << where;
    const bool isSwitch = recorded.plan.kind == PlanKind::Switch;
    EXPECT_EQ(now.unschedulable, !isSwitch) << where;
    EXPECT_EQ(now.mode, isSwitch ? "topology" : "default") << where;
    EXPECT_TRUE(recorded.plan.kind == PlanKind::Cordon || now.pods.empty()) << where;
  }
  void expectBack(const Standing& now, const std::string& where) {
    EXPECT_EQ(now.unschedulable, m_before.unschedulable) << where;
    EXPECT_EQ(now.mode, m_before.mode) << where;
  }

  void create(const std::string& path, const std::string& body) {
    ASSERT_EQ(m_stage.admin.send("POST", path, body), 201) << m_stage.admin.lastBody;
  }
  static std::string statusOf(const std::string& mode) {
    const std::string amounts = std::string(R"({"cpu":"64","memory":"64Gi","pods":"64","nvidia.com/gpu":")") +
                                (mode == "default" ? "4" : "0") + R"(","aliyun.com/gpu":")" +
                                (mode == "topology" ? "4" : "0") + "\"}";
    return R"({"capacity":)" + amounts + R"(,"allocatable":)" + amounts +
           R"(,"conditions":[{"type":"Ready","status":"True","reason":"KubeletReady"}]})";
  }
  void publish(const std::string& mode) {
    m_published = mode;
    ASSERT_EQ(m_stage.admin.send("PATCH", "/api/v1/nodes/" + m_name + "/status", "{\"status\":" + statusOf(mode) + "}",
                                 "application/merge-patch+json"),
              200)
        << m_stage.admin.lastBody;
  }
  /// The device plugin of the node's mode, and a kubelet that lets go of what is terminating.
  void playPlugin() {
    const auto node = m_straight.writer().nodes->readNode(m_name, {});
    if (!node) return;
    const std::string* mode = find((*node)->meta.labels, kMode);
    if (mode != nullptr && *mode != m_published) publish(*mode);
  }

  Stage& m_stage;
  NodeOperations& m_nodes;
  std::string m_name;
  TemporaryFolder m_folder;
  JournalFile m_journal;
  HastyTime m_time;
  SystemClock m_clock;
  std::string m_published;
  Standing m_before;

 public:
  static ClusterSource& straight() {
    static SystemClock clock;
    static const std::unique_ptr<ClusterSource> kSource = makeLiveSource(accessFrom("admin"), clock);
    return *kSource;
  }

 private:
  ClusterSource& m_straight = straight();
};

/// Counts how many requests are under way at once, and passes them on a moment later.
class Gauge {
 public:
  Fault fault() {
    return [this](const ScriptedRequest& request, ScriptedConnection& client, const Upstream& server) {
      const int now = ++m_now;
      int most = m_most;
      while (now > most && !m_most.compare_exchange_weak(most, now)) {
      }
      std::this_thread::sleep_for(kLateAnswer);
      const RealAnswer answer = server.ask(request);
      --m_now;
      deliver(answer, client);
    };
  }
  int most() const { return m_most; }

 private:
  std::atomic<int> m_now{0};
  std::atomic<int> m_most{0};
};

/// How the runs ended, so that a reader sees that they did not all end alike.
struct Tally {
  int done = 0;
  int stopped = 0;
  int rolledBack = 0;
  int left = 0;
  int faults = 0;
  int open = 0;  ///< ends at which the journal leaves a value open, and says so
};

void count(Tally& tally, const PlanProgress& ended) {
  tally.done += ended.phase == PlanPhase::Done;
  tally.rolledBack += ended.phase == PlanPhase::RolledBack;
  tally.left += ended.phase == PlanPhase::Left;
  tally.stopped += !isFinished(ended.phase);
}

/// One plan, faults on its way, the operator's decision, more faults; the journal is held against the server after
/// each.
void runOnce(Stage& stage, NodeOperations& nodes, unsigned seed, Tally& tally) {
  Chance chance(seed);
  const std::string where = "seed " + std::to_string(seed);
  PlanScene scene(stage, nodes, chance.upTo(kMaxPods));
  auto plan = scene.plan(chance, "p" + std::to_string(seed));
  if (!plan) return;
  PlanProgress progress;
  {
    Trouble trouble(stage.proxy, chance);
    std::stop_source stop;
    int reports = 0;
    const int cancelAt = chance.one(4) ? chance.upTo(15) : -1;
    progress = scene
                   .runner([&](const PlanProgress&) {
                     if (reports++ == cancelAt) stop.request_stop();
                   })
                   .start(*plan, stop.get_token());
    stage.proxy.clear();
    tally.faults += trouble.met();
  }
  tally.open += !scene.expectTruth(where + ", first end");
  count(tally, progress);
  EXPECT_EQ(scene.fromJournal().phase, progress.phase) << where;
  EXPECT_EQ(scene.fromJournal().stop.has_value(), progress.stop.has_value()) << where;
  if (isFinished(progress.phase)) return;

  const int choice = chance.upTo(2);
  const auto decide = [&](const PlanProgress& from) {
    return choice == 0   ? scene.runner().leave(from)
           : choice == 1 ? scene.runner().rollBack(from, {})
                         : scene.runner().resume(from, {});
  };
  {
    Trouble trouble(stage.proxy, chance);
    progress = decide(scene.fromJournal());
    stage.proxy.clear();
    tally.faults += trouble.met();
  }
  tally.open += !scene.expectTruth(where + ", after the decision");
  if (!isFinished(progress.phase)) progress = decide(scene.fromJournal());  // the network is well again
  scene.expectTruth(where + ", at the end");
  EXPECT_TRUE(isFinished(progress.phase))
      << where << ": stopped with " << (progress.stop ? toString(progress.stop->code) : "nothing")
      << (progress.stop && progress.stop->error ? " " + describe(*progress.stop->error) : "");
  count(tally, progress);
}

TEST(PlanRequests, ADrainOfAHundredPodsKeepsToFiveRequestsAtOnce) {
  constexpr int kPods = 100;
  Stage stage;
  const SystemClock clock;
  const auto source = makeLiveSource(stage.access(), clock, {}, nullptr, shortTimeouts());
  PlanScene scene(stage, *source->writer().nodes, kPods);
  Gauge gauge;
  const Matcher evictions = [](const ScriptedRequest& request) {
    return request.path.find("/eviction") != std::string::npos;
  };
  stage.proxy.when(everything(), gauge.fault());
  PlanRequest drain = scene.requestFor(PlanKind::Drain);
  drain.drain.timeout = std::chrono::seconds(0);
  auto preview = previewPlan(*source->writer().nodes, drain, {"drain", "faults", "test:1", 1}, {});
  ASSERT_TRUE(preview) << describe(preview.error());
  const auto begun = std::chrono::steady_clock::now();
  const PlanProgress done = scene.runner().start(preview->plan, {});
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begun);
  std::cout << kPods << " pods in " << took.count() << " ms, answers delayed by " << kLateAnswer.count()
            << " ms; most requests at once: " << gauge.most() << "\n";
  stage.proxy.clear();
  EXPECT_EQ(done.phase, PlanPhase::Done);
  EXPECT_TRUE(scene.look().pods.empty());
  EXPECT_EQ(gauge.most(), kEvictionsInFlight);
  EXPECT_EQ(stage.proxy.countOf(evictions), static_cast<std::size_t>(kPods)) << "each pod is asked once";
  const auto recorded = scene.fromJournal();
  EXPECT_EQ(std::count_if(recorded.pods.begin(), recorded.pods.end(),
                          [](const auto& pod) { return pod.state == PodState::Gone; }),
            kPods);
}

TEST(PlanFaults, OfTwoHundredRandomRunsEveryOneEndsAsTheJournalSays) {
  const unsigned seed = seedOfThisRun();
  std::cout << "seed " << seed << " (CARDINAL_PLAN_FAULT_SEED)\n";
  RecordProperty("seed", std::to_string(seed));
  Stage stage;
  const SystemClock clock;
  const auto source = makeLiveSource(stage.access(), clock, {}, nullptr, shortTimeouts());
  Tally tally;
  for (int run = 0; run < kRuns; ++run) {
    runOnce(stage, *source->writer().nodes, seed + static_cast<unsigned>(run), tally);
    if (HasFailure()) FAIL() << "run " << run;
  }
  std::cout << kRuns << " runs, " << tally.faults << " faults met: " << tally.done << " done, " << tally.rolledBack
            << " rolled back, " << tally.left << " left, " << tally.stopped << " stopped first; " << tally.open
            << " ends of which the journal says that something is not known\n";
  EXPECT_GT(tally.faults, kRuns);
  for (const int kind : {tally.done, tally.rolledBack, tally.left, tally.stopped}) EXPECT_GT(kind, 0);
}

}  // namespace
}  // namespace cardinal

// SPDX-License-Identifier: Apache-2.0
// Plans under random faults: answers that are lost, refusals, errors of the server, kills, a full disk, a cancel, other
// operators, a node that is made anew. After each end the journal is held against what stands, and no write may have
// met an object that was not meant or a value that is somebody else's. A failure names its seed.
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "core/plan/changes/changes.h"
#include "core/plan/make/conditions.h"
#include "core/plan/make/make_plan.h"
#include "core/plan/make/node_edit.h"
#include "core/plan/run/runner.h"
#include "tests/core/plan/fake_nodes.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using testing::ackNode;
using testing::FakeNodes;
using testing::FakeTime;
using testing::Killed;
using testing::NodeBuilder;

constexpr unsigned kRuns = 500;
constexpr const char* kMode = "ack.node.gpu.schedule";
constexpr const char* kCordon = "spec.unschedulable";

/// Numbers from a seed (splitmix64), the same everywhere.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : m_state(seed) {}
  std::uint64_t next() {
    m_state += 0x9e3779b97f4a7c15U;
    std::uint64_t z = m_state;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }
  unsigned upTo(unsigned last) { return static_cast<unsigned>(next() % (last + 1)); }
  bool oneIn(unsigned count) { return count > 0 && upTo(count - 1) == 0; }

 private:
  std::uint64_t m_state;
};

/// What becomes of one request.
enum class Fate { Well, Refused, Broken, LostBefore, LostAfter, KilledBefore, KilledAfter };

Error errorOf(ErrorCode code, int status) {
  Error error = makeError(code, "nodes/a", {}, "played");
  error.httpStatus = status;
  return error;
}

Error refusal(Chance& chance) {
  const std::array<Error, 4> errors = {errorOf(ErrorCode::Forbidden, 403), errorOf(ErrorCode::Invalid, 422),
                                       errorOf(ErrorCode::TooManyRequests, 429), errorOf(ErrorCode::Conflict, 409)};
  return errors[chance.upTo(3)];
}

/// Ends that say nothing of what was done.
Error loss(Chance& chance) {
  const std::array<Error, 5> errors = {errorOf(ErrorCode::OutcomeUnknown, 0), errorOf(ErrorCode::ServerFailed, 500),
                                       errorOf(ErrorCode::ServerFailed, 503), errorOf(ErrorCode::ServerFailed, 504),
                                       errorOf(ErrorCode::TruncatedAnswer, 200)};
  return errors[chance.upTo(4)];
}

enum class Writer { Before, Plan, Other };

/// The server, the plugins and the other operators. Remembers who wrote what last.
class Server final : public NodeOperations {
 public:
  Server(std::uint64_t seed, Chance& chance) : m_seed(seed), m_chance(chance) {
    auto builder = ackNode("a", "default", 8, 0).resource("aliyun.com/gpu", 0).taint("team", "x", "NoSchedule");
    if (chance.oneIn(6)) builder.cordoned().taint("node.kubernetes.io/unschedulable", "", "NoSchedule");
    first = *builder.raw();
    node = first;
    pluginWorks = !chance.oneIn(5);
    for (unsigned i = chance.upTo(7); i > 0; --i) addPod();
  }

  Result<std::shared_ptr<const RawNode>> readNode(const std::string& name, std::stop_token stop) override {
    const std::lock_guard lock(m_mutex);
    if (auto error = readFault(stop)) return unexpected(*error);
    if (!node) return unexpected(errorOf(ErrorCode::ResourceMissing, 404));
    EXPECT_EQ(name, "a");
    return std::make_shared<const RawNode>(*node);
  }
  Result<std::vector<std::shared_ptr<const RawPod>>> podsOn(const std::string&, std::stop_token stop) override {
    const std::lock_guard lock(m_mutex);
    if (auto error = readFault(stop)) return unexpected(*error);
    std::vector<std::shared_ptr<const RawPod>> out;
    for (const RawPod& pod : pods) out.push_back(std::make_shared<const RawPod>(pod));
    // What is terminating now is gone at the next look.
    std::erase_if(pods, [](const RawPod& pod) { return isTerminating(pod); });
    return out;
  }
  Result<std::vector<RawDisruptionBudget>> budgets(std::stop_token) override {
    return std::vector<RawDisruptionBudget>{};
  }

  Result<bool> hasDaemonSet(const ObjectKey&, std::stop_token) override { return true; }

  Result<void> patchNode(const std::string&, const NodePatch& patch, bool, std::stop_token) override {
    const std::lock_guard lock(m_mutex);
    const Fate fate = draw(m_chance);
    if (fate == Fate::KilledBefore) throw Killed();
    if (faults && m_chance.oneIn(8)) deed();
    if (fate == Fate::Refused) return unexpected(refusal(m_chance));
    if (fate != Fate::Well) noteTried(patch);
    lost = lost || fate != Fate::Well;
    if (fate == Fate::Broken || fate == Fate::LostBefore) return unexpected(loss(m_chance));
    if (!node) return unexpected(errorOf(ErrorCode::ResourceMissing, 404));
    if (patch.resourceVersion != node->meta.resourceVersion) return unexpected(errorOf(ErrorCode::Conflict, 409));
    noteTried(patch);
    change(patch);
    if (fate == Fate::KilledAfter) throw Killed();
    if (fate == Fate::LostAfter) return unexpected(loss(m_chance));
    return {};
  }

  /// Several at once: what becomes of each must not depend on their order.
  Result<EvictionReply> evict(const ObjectKey& key, const std::string& uid, int, bool, std::stop_token) override {
    const std::lock_guard lock(m_mutex);
    Chance own(m_seed ^ (std::hash<std::string>{}(uid) + 77U * static_cast<unsigned>(++m_asked[uid])));
    const Fate fate = draw(own);
    if (fate == Fate::KilledBefore) throw Killed();
    if (fate == Fate::Refused) {
      if (own.oneIn(2)) return EvictionReply{EvictionAnswer::Blocked, "keep-two", {}, {}};
      if (own.oneIn(2)) return EvictionReply{EvictionAnswer::Gone, {}, {}, {}};  // "the object has been modified"
      return unexpected(refusal(own));
    }
    if (fate == Fate::Broken || fate == Fate::LostBefore) return unexpected(loss(own));
    const auto at = std::find_if(pods.begin(), pods.end(), [&](const RawPod& pod) { return pod.meta.uid == uid; });
    if (at == pods.end()) return EvictionReply{EvictionAnswer::Gone, {}, {}, {}};
    EXPECT_EQ(at->meta.key, key);
    EXPECT_FALSE(isTerminating(*at)) << where << ": evicted twice: " << uid;
    EXPECT_TRUE(node && node->meta.uid == first.meta.uid)
        << where << ": evicted from another node of the name: " << uid;
    EXPECT_TRUE(node && node->unschedulable) << where << ": evicted from a node that is open: " << uid;
    at->meta.deletionTimestamp = 1'700'000'000;
    evicted.insert(uid);
    if (fate == Fate::KilledAfter) throw Killed();
    if (fate == Fate::LostAfter) return unexpected(loss(own));
    return EvictionReply{};
  }

  /// Something that another operator does.
  void deed() {
    switch (m_chance.upTo(9)) {
      case 0:
        // Only where nobody could take it for the plan's own.
        if (node && !node->unschedulable && !unclear && tried.count(kCordon) == 0) cordon(true);
        break;
      case 1:
        if (node && node->unschedulable) cordon(false);
        break;
      case 2:
        label(kMode, "share");
        break;
      case 3:
        label("one", "theirs");
        break;
      case 4:
        label("unrelated", std::to_string(m_version));
        break;
      case 5:
        node.reset();
        pods.clear();
        break;
      case 6:
        makeAnew();
        break;
      case 7:
        addPod();
        break;
      default:
        if (!pods.empty()) pods.erase(pods.begin() + m_chance.upTo(static_cast<unsigned>(pods.size()) - 1));
    }
  }

  bool stands(const std::string& uid) const {
    return std::any_of(pods.begin(), pods.end(),
                       [&](const RawPod& pod) { return pod.meta.uid == uid && !isTerminating(pod); });
  }
  /// Two operators who cordon at the moment of a kill or of a lost answer cannot be distinguished.
  bool isAmbiguous(const std::string& field) const { return field == kCordon && (unclear || lost); }
  Writer writerOf(const std::string& field) const {
    const auto at = writers.find(field);
    return at == writers.end() ? Writer::Before : at->second;
  }

  std::string where;
  RawNode first;
  std::optional<RawNode> node;  ///< nothing = there is none
  std::vector<RawPod> pods;
  std::map<std::string, Writer> writers;  ///< by field; of the node that stands
  std::set<std::string> tried;            ///< fields of which a write of the plan may have arrived
  std::set<std::string> evicted;          ///< uids
  bool faults = false;
  bool kills = false;
  bool unclear = false;  ///< a line is missing or too much: what the journal calls begun may be done or not
  bool lost = false;     ///< an answer was lost
  bool pluginWorks = true;
  PlanKind kind = PlanKind::Cordon;
  bool backward = false;

 private:
  Fate draw(Chance& chance) const {
    if (!faults || !chance.oneIn(3)) return Fate::Well;
    const auto fate = static_cast<Fate>(chance.upTo(6));
    return fate >= Fate::KilledBefore && !kills ? Fate::LostAfter : fate;
  }
  std::optional<Error> readFault(const std::stop_token& stop) {
    if (stop.stop_requested()) return makeError(ErrorCode::Cancelled);
    if (!faults || !m_chance.oneIn(12)) return std::nullopt;
    if (kills && m_chance.oneIn(3)) throw Killed();
    return m_chance.oneIn(4) ? refusal(m_chance) : loss(m_chance);
  }

  static std::vector<std::string> fieldsOf(const NodePatch& patch) {
    std::vector<std::string> out;
    if (patch.unschedulable) out.emplace_back(kCordon);
    for (const LabelChange& change : patch.labels) out.push_back(change.key);
    return out;
  }
  void noteTried(const NodePatch& patch) {
    for (const std::string& field : fieldsOf(patch)) tried.insert(field);
  }

  /// A write of the plan arrives.
  void change(const NodePatch& patch) {
    EXPECT_EQ(node->meta.uid, first.meta.uid) << where << ": wrote to another node of the name";
    for (const std::string& field : fieldsOf(patch)) {
      const bool cordons = field == kCordon && *patch.unschedulable;
      const bool opens = kind == PlanKind::Uncordon && field == kCordon;  // whosever cordon it is
      EXPECT_TRUE(writerOf(field) != Writer::Other || cordons || opens || isAmbiguous(field))
          << where << ": overwrote what is another's: " << field;
      writers[field] = backward ? Writer::Before : Writer::Plan;
    }
    if (patch.unschedulable) schedule(*patch.unschedulable);
    for (const LabelChange& one : patch.labels) {
      eraseIf(node->meta.labels, [&](const auto& entry) { return entry.first == one.key; });
      if (!one.remove) node->meta.labels.emplace_back(one.key, one.value);
    }
    if (patch.taints) node->taints = *patch.taints;
    settle();
  }
  void schedule(bool unschedulable) {
    node->unschedulable = unschedulable;
    std::erase_if(node->taints, [](const Taint& taint) { return taint.key == "node.kubernetes.io/unschedulable"; });
    if (unschedulable) node->taints.push_back({"node.kubernetes.io/unschedulable", "", "NoSchedule"});
  }
  void settle() {
    node->meta.resourceVersion = std::to_string(++m_version);
    if (pluginWorks) FakeNodes::publish(*node);
  }
  void cordon(bool unschedulable) {
    schedule(unschedulable);
    writers[kCordon] = Writer::Other;
    settle();
  }
  void label(const std::string& key, const std::string& value) {
    if (!node) return;
    eraseIf(node->meta.labels, [&](const auto& entry) { return entry.first == key; });
    node->meta.labels.emplace_back(key, value);
    writers[key] = Writer::Other;
    settle();
  }
  void makeAnew() {
    pods.clear();
    writers.clear();
    node = first;
    node->meta.uid = "uid-anew-" + std::to_string(++m_version);
    if (m_chance.oneIn(2)) schedule(true);
    settle();
    addPod();
  }
  void addPod() {
    if (!node || (node->unschedulable && faults)) return;
    const std::string name = "p" + std::to_string(m_chance.upTo(9));  // namesakes follow one another
    if (std::any_of(pods.begin(), pods.end(), [&](const RawPod& pod) { return pod.meta.key.name == name; })) return;
    auto builder = testing::pod("default", name);
    builder.nvidia(1).on("a").uid("uid-" + std::to_string(++m_version));
    builder.edit().meta.owners.push_back({"ReplicaSet", "app", "uid-app", true});
    pods.push_back(*builder.raw());
  }

  std::uint64_t m_seed;
  Chance& m_chance;
  std::mutex m_mutex;
  std::map<std::string, int> m_asked;
  int m_version = 100;
};

/// Lines that outlive a kill, on a disk that may be full or fail after the line was written.
class Paper final : public PlanJournal {
 public:
  Paper(Server& server, Chance& chance) : m_server(server), m_chance(chance) {}
  Result<void> write(const JournalEntry& entry) override {
    const bool trouble = m_server.faults && m_chance.oneIn(30);
    const unsigned kind = trouble ? m_chance.upTo(3) : 4;
    if (kind == 0 && m_server.kills) throw Killed();
    if (kind < 4) m_server.unclear = true;
    if (kind == 1) return unexpected(makeError(ErrorCode::FileUnwritable, "journal", {}, "No space left on device"));
    lines.push_back(toLine(entry));
    if (kind == 2 && m_server.kills) throw Killed();
    if (kind == 3) return unexpected(makeError(ErrorCode::FileUnwritable, "journal", {}, "Input/output error"));
    return {};
  }
  std::vector<JournalEntry> entries() const { return testing::entriesOf(lines); }
  std::vector<std::string> lines;

 private:
  Server& m_server;
  Chance& m_chance;
};

struct Tally {
  int done = 0, rolledBack = 0, left = 0, kills = 0, stops = 0;
};

class Play {
 public:
  explicit Play(unsigned seed) : m_chance(seed), m_server(seed, m_chance), m_paper(m_server, m_chance) {
    m_server.where = "seed " + std::to_string(seed);
  }

  void run(Tally& tally) {
    const Plan plan = anyPlan();
    m_server.kind = plan.kind;
    std::optional<PlanProgress> memory =
        disturbed(tally, [&](PlanRunner& runner, const std::stop_token& stop) { return runner.start(plan, stop); });
    for (int decisions = 0; decisions < 4 && isOpen(); ++decisions) {
      const PlanProgress from =
          memory && m_chance.oneIn(3) && memory->stop->code != StopCode::JournalFailed ? *memory : fromJournal();
      for (unsigned deeds = m_chance.upTo(2); deeds > 1; --deeds) m_server.deed();  // overnight
      const unsigned choice = m_chance.upTo(5);
      memory = disturbed(tally, [&](PlanRunner& runner, const std::stop_token& stop) {
        m_server.backward = choice >= 3 || from.phase == PlanPhase::RollingBack;
        return choice == 5 ? runner.leave(from) : choice >= 3 ? runner.rollBack(from, stop) : runner.resume(from, stop);
      });
    }
    end();
    count(tally);
  }

 private:
  Plan anyPlan() {
    Plan plan = chosenPlan();
    for (PlanStep& step : plan.steps) step.timeout = std::chrono::seconds(12);
    return plan;
  }

  Plan chosenPlan() {
    const PlanContext context{"p", "test", "", 1};
    const RawNode& node = *m_server.node;
    switch (m_chance.upTo(6)) {
      case 0:
        return makeCordonPlan(node, context);
      case 1:
        return makeUncordonPlan(node, context);
      case 2:
      case 3:
        return makeDrainPlan(node, {}, context);
      case 4:
        return makeEditPlan(
            node, {{{"one", "x", false}, {"two", "y", false}}, {{"slow", "", "PreferNoSchedule", false}}}, context);
      default:
        return makeSwitchPlan(node, assessSwitch(node, parseSwitchTarget("topology").value()), {}, {}, context);
    }
  }

  bool isOpen() const { return !unfinishedPlans(m_paper.entries()).empty(); }
  PlanProgress fromJournal() const { return plansOf(m_paper.entries()).front(); }

  /// Faults, others and a cancel while `work` goes on; then the journal is held against what stands. Nothing = killed.
  template <typename Work>
  std::optional<PlanProgress> disturbed(Tally& tally, Work work) {
    std::stop_source stop;
    m_time.onPause = [&] {
      if (m_chance.oneIn(25)) m_server.deed();
      if (m_chance.oneIn(100)) stop.request_stop();
    };
    m_server.faults = !m_chance.oneIn(5);
    m_server.kills = m_chance.oneIn(2);
    PlanRunner runner({m_server, m_paper, m_time, [&](const PlanProgress&) {
                         if (m_chance.oneIn(60)) stop.request_stop();
                       }});
    std::optional<PlanProgress> out;
    try {
      out = work(runner, stop.get_token());
    } catch (const Killed&) {
      m_server.unclear = true;
      ++tally.kills;
    }
    m_server.faults = false;
    m_time.onPause = {};
    if (out && out->stop) ++tally.stops;
    check();
    if (out) compare(*out);
    return out;
  }

  /// Nothing disturbs any more: every plan can be ended.
  void end() {
    if (!isOpen()) return;
    PlanRunner runner({m_server, m_paper, m_time, {}});
    const bool back = m_chance.oneIn(2);
    m_server.backward = back || fromJournal().phase == PlanPhase::RollingBack;
    const PlanProgress ended = back ? runner.rollBack(fromJournal(), {}) : runner.resume(fromJournal(), {});
    check();
    compare(ended);
    if (!isFinished(ended.phase)) {
      EXPECT_TRUE(ended.stop) << m_server.where;
      EXPECT_EQ(runner.leave(fromJournal()).phase, PlanPhase::Left) << m_server.where;
    }
    check();
    EXPECT_FALSE(isOpen()) << m_server.where;
  }

  /// Where the journal could be written it says what the runner reported.
  void compare(const PlanProgress& memory) {
    if (memory.stop && memory.stop->code == StopCode::JournalFailed) return;
    const PlanProgress now = fromJournal();
    EXPECT_EQ(now.phase, memory.phase) << m_server.where;
    for (std::size_t i = 0; i < now.steps.size(); ++i) {
      EXPECT_EQ(now.steps[i].state, memory.steps[i].state) << m_server.where << ", step " << i;
      EXPECT_EQ(now.steps[i].changed, memory.steps[i].changed) << m_server.where << ", step " << i;
    }
  }

  void check() {
    if (m_paper.lines.empty()) {
      EXPECT_TRUE(m_server.writers.empty() || m_server.tried.empty()) << m_server.where << ": done without a line";
      return;
    }
    const PlanProgress now = fromJournal();
    checkFields(now);
    checkPods(now);
    checkRecord();
  }

  static std::set<std::string> fieldsOf(const PlanAct& act) {
    std::set<std::string> out;
    if (act.code == ActCode::Cordon || act.code == ActCode::Uncordon) out.insert(kCordon);
    for (const LabelChange& change : act.labels) out.insert(change.key);
    return out;
  }

  void checkFields(const PlanProgress& now) {
    std::set<std::string> recorded;
    std::set<std::string> open;
    for (std::size_t i = 0; i < now.steps.size(); ++i) {
      const StepProgress& step = now.steps[i];
      if (!step.changed || step.state == StepState::Undone) continue;
      const bool unclear = step.state == StepState::Begun || step.state == StepState::Undoing;
      for (const std::string& field : fieldsOf(now.plan.steps[i].act)) (unclear ? open : recorded).insert(field);
    }
    for (const auto& [field, writer] : m_server.writers) {
      if (writer != Writer::Plan) continue;
      const bool isRecorded = recorded.count(field) + open.count(field) > 0;
      EXPECT_TRUE(isRecorded) << m_server.where << ": changed, and the journal does not say so: " << field;
      // A rollback restores what stood when the plan was made, though somebody else had opened the node since.
      const bool wasSo = field == kCordon && now.plan.before.unschedulable;
      EXPECT_TRUE(now.phase != PlanPhase::RolledBack || wasSo) << m_server.where << ": not taken back: " << field;
    }
    for (const std::string& field : recorded) {
      EXPECT_TRUE(m_server.tried.count(field) == 1 || m_server.isAmbiguous(field))
          << m_server.where << ": said to be changed, but was not: " << field;
    }
    if (now.phase != PlanPhase::Done) return;
    for (const StepProgress& step : now.steps) EXPECT_EQ(step.state, StepState::Done) << m_server.where;
  }

  void checkPods(const PlanProgress& now) {
    std::map<std::string, PodState> recorded;
    for (const PodProgress& pod : now.pods) recorded[pod.uid] = pod.state;
    for (const std::string& uid : m_server.evicted) {
      ASSERT_EQ(recorded.count(uid), 1U) << m_server.where << ": evicted, and nothing says so: " << uid;
      const PodState state = recorded[uid];
      EXPECT_TRUE(state == PodState::Terminating || state == PodState::Gone)
          << m_server.where << ": evicted, and said to stay: " << uid << " " << toString(state);
    }
    for (const auto& [uid, state] : recorded) {
      EXPECT_FALSE(state == PodState::Gone && m_server.stands(uid))
          << m_server.where << ": stands, and said to be gone: " << uid;
    }
  }

  void checkRecord() {
    const auto records = changesOf(m_paper.entries());
    ASSERT_EQ(records.size(), 1U);
    const ChangeRecord& record = records.front();
    EXPECT_EQ(record.blocker == UndoBlocker::None,
              record.result == ChangeResult::Done && record.blocker == UndoBlocker::None);
    if (record.result == ChangeResult::Nothing || record.result == ChangeResult::Failed) {
      for (const auto& [field, writer] : m_server.writers) {
        EXPECT_NE(writer, Writer::Plan) << m_server.where << ": " << toString(record.result)
                                        << ", but changed: " << field;
      }
      EXPECT_TRUE(m_server.evicted.empty())
          << m_server.where << ": " << toString(record.result) << ", but pods were evicted";
    }
    if (record.blocker != UndoBlocker::None || !m_server.node) return;
    const UndoAnswer undo = makeUndo(record, *m_server.node, {"u", "test", "", 2});
    const bool first = m_server.node->meta.uid == m_server.first.meta.uid;
    EXPECT_FALSE(undo.plan && !first) << m_server.where << ": undone on another node";
  }

  void count(Tally& tally) const {
    if (m_paper.lines.empty()) return;
    const PlanPhase phase = fromJournal().phase;
    tally.done += phase == PlanPhase::Done;
    tally.rolledBack += phase == PlanPhase::RolledBack;
    tally.left += phase == PlanPhase::Left;
  }

  Chance m_chance;
  Server m_server;
  Paper m_paper;
  FakeTime m_time;
};

TEST(PlanModel, TheJournalTellsTheTruthUnderAnyFault) {
  Tally tally;
  for (unsigned seed = 1; seed <= kRuns; ++seed) Play(seed).run(tally);
  // They do not all end alike.
  EXPECT_GT(tally.done, static_cast<int>(kRuns / 20));
  EXPECT_GT(tally.rolledBack, static_cast<int>(kRuns / 20));
  EXPECT_GT(tally.left, static_cast<int>(kRuns / 20));
  EXPECT_GT(tally.kills, static_cast<int>(kRuns / 10));
  EXPECT_GT(tally.stops, static_cast<int>(kRuns / 5));
}

TEST(Conditions, ANodeThatSomebodyDeclaredDeadIsNotAsItWas) {
  Plan plan;
  const RawNode before = *testing::node("a").taint("team", "x", "NoSchedule").raw();
  plan.before.taints = before.taints;
  const std::vector<PlanCondition> asBefore{{ConditionCode::TaintsAre, {}, {}}};
  const auto fails = [&](const NodeBuilder& now) { return firstFailure(asBefore, {now.raw(), {}}, plan).has_value(); };
  const auto same = [] { return testing::node("a").taint("team", "x", "NoSchedule"); };
  EXPECT_FALSE(fails(same()));
  EXPECT_FALSE(fails(same().taint("node.kubernetes.io/not-ready", "", "NoExecute"))) << "health comes and goes";
  EXPECT_TRUE(fails(same().taint("node.kubernetes.io/out-of-service", "nodeshutdown", "NoExecute")));
  EXPECT_TRUE(fails(same().taint("other", "", "NoSchedule")));
}

}  // namespace
}  // namespace cardinal

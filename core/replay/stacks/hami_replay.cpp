// SPDX-License-Identifier: Apache-2.0
#include "core/replay/stacks/hami_replay.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include "core/alloc/stacks/hami/hami.h"
#include "core/alloc/stacks/hami/hami_registration.h"
#include "core/replay/recording/comparison.h"

namespace cardinal::replay {
namespace {

// The recording's clock is not compared: any time serves.
constexpr UnixSeconds kNow = 1'800'000'000;
constexpr std::string_view kDefaultScheduler = "default-scheduler";

struct NodeState {
  RawNode raw;
  hami::RegistrationMemory memory;
};

void annotate(RawNode& node, std::string_view key, const std::optional<std::string>& value) {
  StringMap& all = node.meta.annotations;
  const auto at = std::find_if(all.begin(), all.end(), [key](const auto& entry) { return entry.first == key; });
  if (at != all.end()) all.erase(at);
  if (value) all.emplace_back(std::string(key), *value);
}

std::string textOr(const std::optional<Field>& field) {
  return field ? field->text() : std::string();
}

std::string shownScore(float score) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", static_cast<double>(score));
  return text;
}

std::string shownAmount(const Quantity& amount) {
  return std::to_string(amount.floor()) +
         (amount.isInteger() ? "" : "+" + std::to_string(amount.nanoAboveFloor()) + "n");
}

std::string shownLimits(const ResourceList& limits) {
  std::vector<std::string> parts;
  for (const ResourceAmount& limit : limits) parts.push_back(limit.name + "=" + shownAmount(limit.amount));
  std::sort(parts.begin(), parts.end());
  return Comparison::joined(parts);
}

std::string shownCard(const std::string& id, std::int64_t slots, std::int64_t memory, std::int64_t cores, bool healthy,
                      std::vector<std::string> mig) {
  std::sort(mig.begin(), mig.end());
  return id + " " + std::to_string(slots) + "/" + std::to_string(memory) + "/" + std::to_string(cores) +
         (healthy ? "" : " sick") + (mig.empty() ? "" : " " + Comparison::joined(mig));
}

std::string shownInstance(const std::string& profile, std::int64_t start, std::int64_t size) {
  return profile + "@" + std::to_string(start) + "+" + std::to_string(size);
}

hami::Config readConfig(const Field& field) {
  hami::Config out;
  out.nodePolicy = field.at("node_scheduler_policy").text();
  out.cardPolicy = field.at("gpu_scheduler_policy").text();
  out.defaultMemory = static_cast<std::int32_t>(field.at("default_memory").integer());
  out.defaultCores = static_cast<std::int32_t>(field.at("default_cores").integer());
  out.defaultNumber = static_cast<std::int32_t>(field.at("default_gpu_num").integer());
  out.memoryFactor = static_cast<std::int32_t>(field.at("memory_factor").integer());
  return out;
}

/// On a node where HAMi's sort leaves equal cards in any order, a device list is compared with every card's id
/// replaced by what distinguishes the cards.
std::string withoutIds(std::string text, const hami::Node& node, const hami::NodeUse& use) {
  for (std::size_t i = 0; i < node.cards.size(); ++i) {
    const hami::CardUse& own = use.cards[i];
    const std::string kind = "<" + std::to_string(own.slots) + "/" + std::to_string(own.memoryMib) + "/" +
                             std::to_string(own.cores) + " numa " + std::to_string(node.cards[i].numa) + ">";
    for (std::size_t at = text.find(node.cards[i].id); at != std::string::npos; at = text.find(node.cards[i].id))
      text.replace(at, node.cards[i].id.size(), kind);
  }
  return text;
}

class HamiReplayer {
 public:
  explicit HamiReplayer(const Field& root) : m_root(root), m_config(readConfig(root.at("config"))) {}

  ReplayResult run() {
    for (const Field& object : m_root.at("objects").items()) takeObject(object);
    for (const Field& field : m_root.at("nodes").items()) {
      const auto node = field.node();
      NodeState& state = m_nodes[node->meta.key.name];
      state.raw = *node;
      turn(state);
    }
    for (const Field& step : m_root.at("steps").items()) play(step);
    finish();
    return m_comparison.take();
  }

 private:
  void turn(NodeState& state) {
    annotate(state.raw, hami::kHandshake, hami::registrationTurn(state.memory, state.raw, kNow));
  }

  NodeState& nodeOf(const Field& name) {
    const auto at = m_nodes.find(name.text());
    if (at == m_nodes.end()) name.fail();
    return at->second;
  }

  void takeObject(const Field& object) {
    const Field meta = object.at("metadata");
    m_quotas[meta.at("namespace").text()][meta.at("name").text()] = object.at("spec").at("hard").resources();
  }

  void play(const Field& step) {
    const std::string action = step.at("action").text();
    m_comparison.begin(step.at("i").integer(), action == "create");
    if (action == "create")
      create(step);
    else if (action == "object")
      takeObject(step.at("object"));
    else if (action == "node")
      changeNode(step);
    else if (action == "lock")
      lock(step);
    else if (action == "handshake")
      shakeHands(step);
    else
      changePod(step, action);
  }

  void changePod(const Field& step, const std::string& action) {
    const ObjectKey key{step.at("namespace").text(), step.at("name").text()};
    const Field result = step.at("result");
    if (result.find("skipped")) return;
    const auto at = m_pods.find(key);
    if (at == m_pods.end()) step.at("name").fail();
    if (action == "delete")
      m_pods.erase(at);
    else if (action == "complete")
      at->second.phase = step.at("phase").text() == "Failed" ? PodPhase::Failed : PodPhase::Succeeded;
    else if (action == "terminate")
      at->second.meta.deletionTimestamp = kNow;
    else if (action == "initdone")
      at->second.initFinished = true;
    else
      step.at("action").fail();
    compareCards(result, result.find("node"));
  }

  void changeNode(const Field& step) {
    const auto change = step.at("node").node();
    const auto at = m_nodes.find(change->meta.key.name);
    if (at == m_nodes.end()) step.at("node").fail();
    RawNode& node = at->second.raw;
    for (const auto& [key, value] : change->meta.annotations) annotate(node, key, value);
    node.unschedulable = change->unschedulable;
    if (!change->allocatable.empty()) node.allocatable = change->allocatable;
    annotate(node, hami::kHandshake, std::string("Reported_now"));
    turn(at->second);
    compareCards(step.at("result"), step.at("node").at("metadata").find("name"));
  }

  void lock(const Field& step) {
    RawNode& node = nodeOf(step.at("name")).raw;
    const auto text = step.find("text");
    if (text && text->text() == "none") return annotate(node, hami::kNodeLock, std::nullopt);
    if (text) return annotate(node, hami::kNodeLock, text->text());
    const auto holder = step.find("holder");
    // "Requesting_2006-01-02 15:04:05" -> "2006-01-02T15:04:05Z"
    std::string time = hami::requestingText(kNow - step.at("age_s").integer());
    time = time.substr(time.find('_') + 1) + "Z";
    std::replace(time.begin(), time.end(), ' ', 'T');
    annotate(node, hami::kNodeLock, time + (holder ? "," + holder->text() : std::string()));
  }

  void shakeHands(const Field& step) {
    NodeState& state = nodeOf(step.at("name"));
    if (const auto text = step.find("text")) {
      const bool isNow = text->text() == "Requesting_NOW";
      annotate(state.raw, hami::kHandshake, isNow ? hami::requestingText(kNow) : text->text());
    }
    if (const auto slots = step.find("allocatable")) {
      const auto amount = Quantity::parse(slots->text());
      if (!amount) slots->fail();
      for (ResourceAmount& entry : state.raw.allocatable) {
        if (entry.name == m_config.countKey) entry.amount = *amount;
      }
    }
    for (const Field& recorded : step.at("result").at("turns").items()) {
      turn(state);
      const std::string* handshake = find(state.raw.meta.annotations, hami::kHandshake);
      const std::string word = handshake != nullptr ? handshake->substr(0, handshake->find('_')) : std::string();
      const std::size_t cards = state.memory.node ? state.memory.node->cards.size() : 0;
      m_comparison.compare("turns",
                           std::to_string(recorded.at("cards").integer()) + " " + recorded.at("handshake").text(),
                           std::to_string(cards) + " " + word);
    }
  }

  hami::Quota quotaOf(const std::string& ns) const {
    hami::Quota out;
    const auto quotas = m_quotas.find(ns);
    if (quotas == m_quotas.end()) return out;
    for (const auto& [name, hard] : quotas->second) hami::readLimits(out, hard, m_config);
    for (const auto& [key, pod] : m_pods) {
      if (key.ns != ns) continue;
      const hami::Holdings holdings = hami::readHamiPod(pod);
      if (holdings.isCounted()) hami::addUse(out, holdings);
    }
    return out;
  }

  hami::NodeUse useOf(const std::string& name, const hami::Node& node) const {
    hami::NodeUse out = hami::emptyUse(node);
    for (const auto& [key, pod] : m_pods) {
      const hami::Holdings holdings = hami::readHamiPod(pod);
      if (holdings.isCounted() && holdings.node == name) hami::addUse(out, node, holdings);
    }
    return out;
  }

  void create(const Field& step) {
    const RawPod pod = *step.at("pod").pod();
    const Field result = step.at("result");
    const bool kept = !decide(pod, result);
    if (kept) adopt(pod, result);
    compareCards(result, result.find("node"));
  }

  /// True when the pod does not stay.
  bool decide(const RawPod& pod, const Field& result) {
    const hami::Quota quota = quotaOf(pod.meta.key.ns);
    hami::Request request = hami::readHamiRequest(pod, m_config);
    if (request.checksQuota && !hami::quotaAdmits(quota, m_config, request)) {
      request.admission = hami::Admission::Denied;
      request.admissionText = hami::kQuotaDenied;
    }
    const bool admitted = request.admission != hami::Admission::Denied;
    m_comparison.compare("admitted", result.at("admitted").flag() ? "true" : "false", admitted ? "true" : "false");
    m_comparison.compare("admission", textOr(result.find("admission")), request.admissionText);
    if (!result.at("admitted").flag()) return true;
    compareLimits(request, result);
    if (result.at("scheduler").text() == m_config.schedulerName) judge(request, quota, result);
    const auto removed = result.find("refused_then_removed");
    return removed && removed->flag();
  }

  void compareLimits(const hami::Request& request, const Field& result) {
    std::vector<std::string> recorded, ours;
    for (const Field& limits : result.at("effective_limits").items())
      recorded.push_back(shownLimits(limits.resources()));
    for (const ResourceList& limits : request.limits) ours.push_back(shownLimits(limits));
    m_comparison.compare("effective_limits", Comparison::joined(recorded), Comparison::joined(ours));
    const std::string scheduler = request.scheduler.empty() ? std::string(kDefaultScheduler) : request.scheduler;
    m_comparison.compare("scheduler", result.at("scheduler").text(), scheduler);
  }

  void judge(const hami::Request& request, const hami::Quota& quota, const Field& result) {
    const auto requestsNothing = result.find("asks_nothing");
    m_comparison.compare("asks_nothing", requestsNothing && requestsNothing->flag() ? "true" : "false",
                         request.requestsNothing() ? "true" : "false");
    if (request.requestsNothing() || (requestsNothing && requestsNothing->flag())) return;
    const bool fails = !request.choice.weightsError.empty();
    m_comparison.compare("filter_error", textOr(result.find("filter_error")),
                         fails ? hami::weightsRefusal(request) : std::string());
    m_comparison.compare("eval_error", textOr(result.find("eval_error")), request.choice.weightsError);
    if (fails) return;
    hami::Judge judge(request, m_config, &quota);
    std::vector<std::string> fitting;
    std::vector<float> scores;
    for (const std::string& name : result.at("nodes_in").texts()) {
      if (!compareNode(name, judge, result)) continue;
      fitting.push_back(name);
      scores.push_back(m_score);
    }
    std::vector<std::string> best;
    for (const std::size_t i : hami::bestNodes(scores, request.choice.spreadsNodes)) best.push_back(fitting[i]);
    const auto recorded = result.find("best");
    m_comparison.compareSets("best", recorded ? recorded->texts() : std::vector<std::string>(), best);
    compareBinding(request, result, best);
  }

  /// Verdict on one node; true when the pod fits there.
  bool compareNode(const std::string& name, hami::Judge& judge, const Field& result) {
    const auto at = m_nodes.find(name);
    const hami::Node node = at != m_nodes.end() && at->second.memory.node ? *at->second.memory.node : hami::Node();
    const hami::NodeUse use = useOf(name, node);
    const hami::Verdict& verdict = judge.judge(node, use);
    const auto refusals = result.find("failed_nodes");
    const auto refusal = refusals ? refusals->find(name.c_str()) : std::nullopt;
    m_comparison.compare("failed_nodes[" + name + "]", textOr(refusal),
                         verdict.fits ? std::string() : hami::textOf(verdict.refusal));
    const auto fits = result.find("fit");
    const auto fit = fits ? fits->find(name.c_str()) : std::nullopt;
    std::string recorded = fit ? shownFit(*fit) : std::string();
    std::string ours = verdict.fits ? shownVerdict(node, verdict) : std::string();
    if (!verdict.cardsAreCertain) {
      recorded = withoutIds(std::move(recorded), node, use);
      ours = withoutIds(std::move(ours), node, use);
    }
    m_comparison.compare("fit[" + name + "]", recorded, ours);
    m_score = verdict.score;
    return verdict.fits;
  }

  static std::string shownVerdict(const hami::Node& node, const hami::Verdict& verdict) {
    std::string out = shownScore(verdict.score) + " " + hami::deviceListText(node, verdict) + " " +
                      hami::migAllocationsText(node, verdict);
    std::map<std::string, std::string> others;
    for (std::size_t i = hami::kNvidia + 1; i < hami::vendors().size(); ++i)
      others[hami::vendors()[i].word] = hami::deviceListText(node, verdict, static_cast<hami::VendorIndex>(i));
    for (const auto& [vendor, list] : others) out += list.empty() ? std::string() : " " + vendor + "=" + list;
    return out;
  }

  static std::string shownFit(const Field& fit) {
    std::string out = shownScore(static_cast<float>(fit.at("score").number())) + " " + fit.at("devices").text() + " " +
                      textOr(fit.find("mig"));
    if (const auto other = fit.find("other")) {
      for (const auto& [vendor, list] : other->entries()) out += " " + vendor + "=" + list.text();
    }
    return out;
  }

  void compareBinding(const hami::Request& request, const Field& result, const std::vector<std::string>& best) {
    const auto recorded = result.find("node");
    if (recorded) m_comparison.compareAmong("node", recorded->text(), best);
    const auto annotations = result.find("annotations");
    const auto chosen = annotations ? annotations->find(std::string(hami::kAssignedNode).c_str()) : std::nullopt;
    if (!chosen) return;
    NodeState& state = nodeOf(*chosen);
    const auto live = hami::readHamiNode(state.raw);
    const hami::NodeLock lock = live ? live->lock : hami::NodeLock();
    hami::Node node;
    node.lock = lock;
    const std::string ours =
        hami::lockRefusal(node, chosen->text(), request, kNow, m_pods.find(lock.holder) != m_pods.end());
    m_comparison.compare("bind_error", textOr(result.find("bind_error")), ours);
    // The device plugin gives the lock back when the pod is served.
    if (!result.find("bind_error")) annotate(state.raw, hami::kNodeLock, std::nullopt);
  }

  void adopt(RawPod pod, const Field& result) {
    if (const auto annotations = result.find("annotations")) {
      for (const auto& entry : annotations->map()) pod.meta.annotations.push_back(entry);
      pod.phase = PodPhase::Running;
    }
    m_pods[pod.meta.key] = std::move(pod);
  }

  std::vector<std::string> shownUse(const std::string& name) const {
    std::vector<std::string> out;
    const auto at = m_nodes.find(name);
    if (at == m_nodes.end() || !at->second.memory.node) return out;
    const hami::Node& node = *at->second.memory.node;
    const hami::NodeUse use = useOf(name, node);
    for (std::size_t i = 0; i < node.cards.size(); ++i) {
      std::vector<std::string> mig;
      for (const hami::MigInstance& instance : use.mig) {
        if (instance.card == i)
          mig.push_back(shownInstance(instance.profile, instance.placement.start, instance.placement.size));
      }
      const hami::CardUse& card = use.cards[i];
      out.push_back(shownCard(node.cards[i].id, card.slots, card.memoryMib, card.cores, card.healthy, std::move(mig)));
    }
    return out;
  }

  static std::vector<std::string> shownCards(const Field& cards) {
    std::vector<std::string> out;
    for (const Field& card : cards.items()) {
      std::vector<std::string> mig;
      if (const auto instances = card.find("mig")) {
        for (const Field& instance : instances->items())
          mig.push_back(shownInstance(instance.at("profile").text(), instance.at("start").integer(),
                                      instance.at("size").integer()));
      }
      out.push_back(shownCard(card.at("uuid").text(), card.at("slots").integer(), card.at("mem").integer(),
                              card.at("cores").integer(), card.at("health").flag(), std::move(mig)));
    }
    return out;
  }

  void compareCards(const Field& result, const std::optional<Field>& node) {
    const auto cards = result.find("cards_after");
    if (!cards || !node) return;
    m_comparison.compare("cards_after", Comparison::joined(shownCards(*cards)),
                         Comparison::joined(shownUse(node->text())));
  }

  void finish() {
    m_comparison.begin(std::nullopt, false);
    for (const auto& [name, cards] : m_root.at("final_cards").entries()) {
      const bool isNull = cards.isNull();
      m_comparison.compare("final_cards[" + name + "]", isNull ? "[]" : Comparison::joined(shownCards(cards)),
                           Comparison::joined(shownUse(name)));
    }
    const auto probes = m_root.find("final_probe");
    if (!probes) return;
    for (const Field& probe : probes->items()) {
      m_comparison.begin(std::nullopt, true);
      decide(*probe.at("pod").pod(), probe.at("result"));
    }
  }

  const Field& m_root;
  hami::Config m_config;
  std::map<std::string, NodeState> m_nodes;
  std::map<ObjectKey, RawPod> m_pods;
  std::map<std::string, std::map<std::string, ResourceList>> m_quotas;
  Comparison m_comparison;
  float m_score = 0;
};

}  // namespace

ReplayResult replayHami(const Field& scenario) {
  return HamiReplayer(scenario).run();
}

}  // namespace cardinal::replay

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "core/alloc/filter/labels.h"
#include "core/alloc/stacks/koordinator/koordinator.h"
#include "core/provider/stacks/koordinator/koordinator.h"
#include "core/replay/recording/comparison.h"
#include "core/replay/recording/played_pod.h"
#include "core/replay/recording/stack_replays.h"

namespace cardinal::replay {
namespace {

using namespace koordinator;

constexpr const char* kAllocated = "scheduling.koordinator.sh/device-allocated";
constexpr const char* kHostname = "kubernetes.io/hostname";

struct NodeState {
  std::shared_ptr<const RawNode> raw;
  Node node;
};

struct PodState {
  std::string node;
  Holdings holdings;
  std::string reservation;
};

struct ReservationState {
  std::shared_ptr<const RawKoordinatorReservation> raw;
  PodState place;
};

/// What one node answers.
struct NodeAnswer {
  std::vector<std::string> refusals;  ///< "code: text", one of them
  std::int64_t raw = 0;
  std::int64_t score = 0;
  Choice choice;
  bool fits() const { return refusals.empty(); }
};

std::vector<std::string> textsOf(const std::vector<Refusal>& refusals, const Node& node) {
  std::vector<std::string> out;
  for (const Refusal& refusal : refusals)
    out.push_back(std::string(koordinator::toString(refusal.code)) + ": " + textOf(refusal, node));
  return out;
}

/// "minor resource=amount ..." of one device, names with 0 left out when `withoutZero`.
void addAmounts(std::vector<std::string>& out, DeviceType type, std::int32_t minor, const Amounts& amounts,
                bool withoutZero) {
  const std::string card = std::string(word(type)) + "/" + std::to_string(minor);
  if (!withoutZero) out.push_back(card);
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    if (!amounts.names(slot) || (withoutZero && amounts.value[slot] == 0)) continue;
    out.push_back(card + " " + std::string(resourceName(type, slot)) + "=" + std::to_string(amounts.value[slot]));
  }
}

/// The same of the recorded `{type: {minor: {resource: quantity}}}`.
std::vector<std::string> recordedAmounts(const Field& types, bool withoutZero) {
  std::vector<std::string> out;
  for (const auto& [type, minors] : types.entries()) {
    for (const auto& [minor, resources] : minors.entries()) {
      const std::string card = type + "/" + minor;
      if (!withoutZero) out.push_back(card);
      for (const ResourceAmount& resource : resources.resources()) {
        if (withoutZero && resource.amount == Quantity{}) continue;
        out.push_back(card + " " + resource.name + "=" + std::to_string(resource.amount.value()));
      }
    }
  }
  return out;
}

class KoordinatorReplay {
 public:
  explicit KoordinatorReplay(const Field& scenario) : m_scenario(scenario) {}

  ReplayResult run() {
    readSettings(m_scenario.at("config"));
    for (const Field& node : m_scenario.at("nodes").items()) {
      auto raw = node.node();
      const std::string name = raw->meta.key.name;
      m_nodes[name] = {raw, readNode(*raw, nullptr)};
    }
    for (const Field& object : m_scenario.at("objects").items()) putDevice(object);
    for (const Field& step : m_scenario.at("steps").items()) play(step);
    m_comparison.begin({}, false);
    for (const Field& probe : m_scenario.at("final_probe").items()) {
      m_comparison.begin({}, true);
      decide(*probe.at("pod").pod(), probe.at("result"));
    }
    for (const auto& [name, cards] : m_scenario.at("final_cards").entries()) {
      m_comparison.begin({}, false);
      if (!cards.isNull()) compareCards(name, cards);  // null: nothing was ever counted there
    }
    return m_comparison.take();
  }

 private:
  void readSettings(const Field& config) {
    m_settings.mostAllocated = config.at("strategy").text() == "MostAllocated";
    if (const auto models = config.find("share_unsupported_models")) {
      for (const Field& model : models->items())
        m_settings.unsharedModels.emplace_back(model.at("vendor").text(), model.at("model").text());
    }
    const auto weights = config.find("resources");
    if (!weights || weights->entries().empty()) return;
    for (const DeviceType type : kAllDeviceTypes) {
      for (std::size_t slot = 0; slot < kSlots; ++slot) {
        const std::string name(resourceName(type, slot));
        const auto weight = name.empty() ? std::nullopt : weights->find(name.c_str());
        m_settings.weights[indexOf(type)][slot] = weight ? weight->integer() : 0;
      }
    }
  }

  void putDevice(const Field& object) {
    const auto device = object.object<RawKoordinatorDevice>("Device");
    const auto state = m_nodes.find(device->meta.key.name);
    if (state == m_nodes.end()) object.at("metadata").at("name").fail();
    state->second.node = readNode(*state->second.raw, device.get());
  }

  Usage usageOf(const std::string& name) const {
    const Node& node = m_nodes.at(name).node;
    Usage usage = emptyUsage(node);
    for (const auto& entry : m_pods) {
      if (entry.second.node == name && entry.second.holdings.counts) add(usage, node, entry.second.holdings.devices);
    }
    for (const auto& entry : m_reservations) {
      if (entry.second.place.node == name) add(usage, node, entry.second.place.holdings.devices);
    }
    return usage;
  }

  /// Reservations of a node as this pod meets them; `names` in the same order.
  std::vector<ReservedDevices> reservationsFor(const RawPod& pod, const std::string& node,
                                               std::vector<std::string>& names) const {
    std::vector<ReservedDevices> out;
    for (const auto& [name, reservation] : m_reservations) {
      if (reservation.place.node != node) continue;
      ReservedDevices& one = out.emplace_back();
      one.isForPod = ownedBy(*reservation.raw, pod).value_or(false);
      one.restricted = reservation.raw->allocatePolicy == "Restricted";
      one.devices = reservation.place.holdings.devices;
      for (const auto& entry : m_pods) {
        const auto& held = entry.second.holdings;
        if (entry.second.reservation == name && held.counts)
          one.heldByPods.insert(one.heldByPods.end(), held.devices.begin(), held.devices.end());
      }
      names.push_back(name);
    }
    return out;
  }

  void play(const Field& step) {
    const std::string action = step.at("action").text();
    const Field result = step.at("result");
    m_comparison.begin(step.at("i").integer(), action == "create" || action == "reserve");
    if (action == "create") {
      create(*step.at("pod").pod(), result);
    } else if (action == "reserve") {
      reserve(step, result);
    } else if (action == "unreserve") {
      m_reservations.erase(step.at("name").text());
    } else if (action == "object") {
      putDevice(step.at("object"));
    } else if (action == "object-delete") {
      forgetResources(m_nodes.at(step.at("name").text()).node);
    } else if (action == "delete" || action == "complete" || action == "terminate") {
      change(step, action);
    } else {
      step.at("action").fail();
    }
    const auto cards = result.find("cards_after");
    if (!cards) return;
    const auto node = result.find("node");
    const auto object = step.find("object");
    compareCards(node     ? node->text()
                 : object ? object->at("metadata").at("name").text()
                          : step.at("name").text(),
                 *cards);
  }

  void change(const Field& step, const std::string& action) {
    const auto pod = playedPod(m_pods, step, m_comparison);
    if (pod == m_pods.end()) return;
    if (action == "delete") m_pods.erase(pod);
    if (action == "complete") pod->second.holdings.counts = false;
  }

  void create(const RawPod& pod, const Field& result) {
    decide(pod, result);
    const auto node = result.find("node");
    if (node) m_pods[pod.meta.key] = adopted(pod, *node, result);
  }

  void reserve(const Field& step, const Field& result) {
    const auto raw = step.at("object").object<RawKoordinatorReservation>("Reservation");
    decide(raw->pod, result);
    const auto node = result.find("node");
    if (node) m_reservations[step.at("name").text()] = {raw, adopted(raw->pod, *node, result)};
  }

  /// The recorded outcome, read as the program would read it from the API.
  static PodState adopted(RawPod pod, const Field& node, const Field& result) {
    pod.spec.nodeName = node.text();
    pod.phase = PodPhase::Running;
    const auto allocated = result.find("device_allocated");
    if (allocated) pod.meta.annotations.emplace_back(kAllocated, allocated->json());
    const auto reservation = result.find("reservation");
    Holdings holdings = readHoldings(pod);
    if (allocated && !holdings.allocated) allocated->fail();
    return {pod.spec.nodeName, std::move(holdings), reservation ? reservation->text() : std::string()};
  }

  /// Cordon flag and nodeSelector, which the recorder looked at; its nodes carry no hostname label.
  bool looksAt(const RawPod& pod, const RawNode& node) const {
    RawNode labelled = node;
    if (find(node.meta.labels, kHostname) == nullptr) labelled.meta.labels.emplace_back(kHostname, node.meta.key.name);
    return !node.unschedulable && alloc::matchesNodeRules(pod.spec, labelled);
  }

  void decide(const RawPod& pod, const Field& result) {
    const Request request = readRequest(pod);
    m_comparison.compare("no_device_request", flagText(result.find("no_device_request").has_value()),
                         flagText(!request.requestsDevices));
    if (!request.requestsDevices) return;
    const auto prefilter = result.find("prefilter");
    std::vector<std::string> refusals;
    for (const RequestRefusal& refusal : request.refusals)
      refusals.push_back("UnschedulableAndUnresolvable: " + refusal.text);
    compareOneOf("prefilter", prefilter ? prefilter->text() : std::string(), result.find("prefilter_any_of"), refusals);
    if (!request.refusals.empty() || prefilter) return;

    std::map<std::string, NodeAnswer> answers;
    std::vector<std::string> nodesIn;
    for (const auto& [name, state] : m_nodes) {
      if (!looksAt(pod, *state.raw)) continue;
      nodesIn.push_back(name);
      const auto recorded = result.at("nodes").find(name.c_str());
      answers[name] = ask(pod, request, name, recorded ? recorded->find("reservation") : std::nullopt);
    }
    m_comparison.compare("nodes_in", Comparison::joined(result.at("nodes_in").texts()), Comparison::joined(nodesIn));
    const std::vector<std::string> best = scoreAll(answers);
    for (const auto& [name, recorded] : result.at("nodes").entries()) {
      const auto answer = answers.find(name);
      if (answer != answers.end()) compareNode(name, recorded, answer->second);
    }
    compareOutcome(result, answers, best);
  }

  NodeAnswer ask(const RawPod& pod, const Request& request, const std::string& name,
                 const std::optional<Field>& nominatedName) const {
    const Node& node = m_nodes.at(name).node;
    const Usage usage = usageOf(name);
    std::vector<std::string> names;
    const auto reservations = reservationsFor(pod, name, names);
    int nominated = -1;
    if (nominatedName) {
      const auto found = std::find(names.begin(), names.end(), nominatedName->text());
      if (found == names.end()) nominatedName->fail();
      nominated = static_cast<int>(found - names.begin());
    }
    DeviceShare plugin(request, m_settings);
    NodeAnswer out;
    out.refusals = textsOf(plugin.filter(node, usage, reservations), node);
    if (!out.fits()) return out;
    out.raw = plugin.score(node, usage, reservations, nominated);
    out.choice = plugin.reserve(node, usage, reservations, nominated);
    return out;
  }

  static std::vector<std::string> scoreAll(std::map<std::string, NodeAnswer>& answers) {
    std::vector<std::int64_t> scores;
    for (const auto& entry : answers) {
      if (entry.second.fits()) scores.push_back(entry.second.raw);
    }
    normalize(scores);
    const std::int64_t top = scores.empty() ? 0 : *std::max_element(scores.begin(), scores.end());
    std::vector<std::string> best;
    std::size_t at = 0;
    for (auto& entry : answers) {
      if (!entry.second.fits()) continue;
      entry.second.score = scores[at++];
      if (entry.second.score == top) best.push_back(entry.first);
    }
    return best;
  }

  /// A text that is drawn among several: all of them where they were recorded, else the only one.
  void compareOneOf(const std::string& what, const std::string& recorded, const std::optional<Field>& anyOf,
                    const std::vector<std::string>& ours) {
    if (anyOf)
      m_comparison.compareSets(what, anyOf->texts(), ours);
    else
      m_comparison.compareSets(what, recorded.empty() ? std::vector<std::string>{} : std::vector{recorded}, ours);
  }

  void compareNode(const std::string& name, const Field& recorded, const NodeAnswer& ours) {
    const bool fits = recorded.at("fit").flag();
    m_comparison.compare("nodes." + name + ".fit", flagText(fits), flagText(ours.fits()));
    if (fits != ours.fits()) return;
    if (!fits) {
      const std::vector<std::string> reasons = recorded.at("reasons").texts();
      std::string text = recorded.at("code").text() + ": ";
      for (const std::string& reason : reasons) text += (&reason == &reasons.front() ? "" : ", ") + reason;
      return compareOneOf("nodes." + name + ".reasons", text, recorded.find("any_of"), ours.refusals);
    }
    m_comparison.compare("nodes." + name + ".raw_score", std::to_string(recorded.at("raw_score").integer()),
                         std::to_string(ours.raw));
    m_comparison.compare("nodes." + name + ".score", std::to_string(recorded.at("score").integer()),
                         std::to_string(ours.score));
    const auto reason = recorded.find("reserve_reason");
    compareOneOf("nodes." + name + ".reserve_reason", reason ? reason->text() : std::string(), std::nullopt,
                 textsOf(ours.choice.refusals, m_nodes.at(name).node));
    if (reason) return;
    std::vector<HeldDevice> devices = ours.choice.devices;
    for (HeldDevice& device : devices) device.id.clear();  // recorded in device_allocated alone
    const auto cards = recorded.find("cards");
    m_comparison.compare("nodes." + name + ".cards", cards ? canonical(*cards) : "{}", allocationText(devices));
  }

  /// A recorded allocation, printed as ours are: amounts by value, order of devices kept.
  static std::string canonical(const Field& cards) {
    ObjectMeta meta;
    meta.annotations.emplace_back(kAllocated, cards.json());
    const Holdings read = readHoldings(meta);
    if (!read.allocated) cards.fail();
    return allocationText(read.devices);
  }

  void compareOutcome(const Field& result, const std::map<std::string, NodeAnswer>& answers,
                      const std::vector<std::string>& best) {
    const auto recordedBest = result.find("best");
    m_comparison.compare("best", recordedBest ? Comparison::joined(recordedBest->texts()) : "[]",
                         Comparison::joined(best));
    if (result.at("phase").text() == "probe") return;
    const auto node = result.find("node");
    if (node) m_comparison.compareAmong("node", node->text(), best);
    if (best.empty()) return;
    const std::string taken = node ? node->text() : best.front();
    const auto answer = answers.find(taken);
    if (answer == answers.end()) return;
    const auto error = result.find("error");
    std::vector<std::string> errors = textsOf(answer->second.choice.refusals, m_nodes.at(taken).node);
    for (std::string& text : errors) text = "reserve " + text;
    compareOneOf("error", error ? error->text() : std::string(), std::nullopt, errors);
    const auto allocated = result.find("device_allocated");
    m_comparison.compare("device_allocated", allocated ? canonical(*allocated) : "{}",
                         allocationText(answer->second.choice.devices));
  }

  void compareCards(const std::string& name, const Field& recorded) {
    const auto state = m_nodes.find(name);
    if (state == m_nodes.end()) return;
    const Node& node = state->second.node;
    const Usage usage = usageOf(name);
    std::vector<std::string> free;
    std::vector<std::string> used;
    for (const DeviceType type : kAllDeviceTypes) {
      const auto& cards = node.cards[indexOf(type)];
      for (std::size_t i = 0; i < cards.size(); ++i) {
        const Amounts& amounts = usage.cards[indexOf(type)][i];
        addAmounts(free, type, cards[i].minor, freeOf(cards[i], amounts), false);
        addAmounts(used, type, cards[i].minor, amounts, true);
      }
    }
    m_comparison.compareSets("cards_after.free of " + name, recordedAmounts(recorded.at("free"), false), free);
    m_comparison.compareSets("cards_after.used of " + name, recordedAmounts(recorded.at("used"), true), used);
  }

  const Field& m_scenario;
  Settings m_settings;
  std::map<std::string, NodeState> m_nodes;
  std::map<ObjectKey, PodState> m_pods;
  std::map<std::string, ReservationState> m_reservations;
  Comparison m_comparison;
};

}  // namespace

ReplayResult replayKoordinator(const Field& scenario) {
  return KoordinatorReplay(scenario).run();
}

}  // namespace cardinal::replay

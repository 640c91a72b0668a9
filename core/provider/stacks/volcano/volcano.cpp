// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/volcano/volcano.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_set>

#include "core/model/extras/gang_name.h"
#include "core/provider/container_amounts.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/text_parts.h"

namespace cardinal::provider {
namespace {

constexpr std::string_view kRegister = "volcano.sh/node-vgpu-register";
constexpr std::string_view kVgpuNode = "volcano.sh/vgpu-node";
constexpr std::string_view kBindPhase = "volcano.sh/bind-phase";
constexpr std::string_view kPercentage = "volcano.sh/vgpu-memory-percentage";

// All annotations of an object hold 256 KiB at most.
constexpr std::size_t kMaxText = std::size_t{1} << 18;

void note(std::vector<VolcanoProblem>& problems, VolcanoProblemCode code, std::string_view field,
          std::string_view value) {
  problems.push_back({code, std::string(field), clipped(value)});
}

struct GoNumber {
  std::int64_t value = 0;
  bool known = true;
};

/// Go's strconv.ParseInt with its error ignored: 0 for text, the end of the range for what is beyond it.
GoNumber goNumber(std::string_view text, std::int64_t least, std::int64_t most) {
  const std::string_view digits = !text.empty() && (text[0] == '+' || text[0] == '-') ? text.substr(1) : text;
  const bool isNumber =
      !digits.empty() && std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!isNumber) return {0, false};
  std::int64_t value = 0;
  if (!parseGoInteger(text, value)) return {text[0] == '-' ? least : most, false};
  if (value < least || value > most) return {value < least ? least : most, false};
  return {value, true};
}

GoNumber figure(std::string_view text, std::string_view field, std::int64_t least, std::int64_t most,
                std::vector<VolcanoProblem>& problems) {
  GoNumber number = goNumber(text, least, most);
  if (number.value < 0) {
    note(problems, VolcanoProblemCode::NegativeNumber, field, text);
    number.known = false;
  } else if (!number.known) {
    note(problems, VolcanoProblemCode::NotANumber, field, text);
  }
  return number;
}

// The sums count a percentage by its usual name also where the ConfigMap does not name it.
std::string_view percentageNameOf(const VolcanoConfig& config) {
  return config.percentageName.empty() ? kPercentage : std::string_view(config.percentageName);
}

// ---- Nodes.

class RegisterReader {
 public:
  explicit RegisterReader(VolcanoNode& node) : m_node(node) {}

  /// False when the scheduler reads no card from the text.
  bool read(std::string_view text) {
    if (text.size() > kMaxText) {
      note(m_node.problems, VolcanoProblemCode::TooLong, kRegister, text);
      return false;
    }
    bool readable = text.find(':') != std::string_view::npos;
    if (readable) {
      forEachPart(text, ':', [&](std::string_view part, int index) {
        readable = readPart(part, index) && readable;
        return true;
      });
    }
    if (m_node.cards.empty()) note(m_node.problems, VolcanoProblemCode::NoRecords, kRegister, text);
    return readable && !m_node.cards.empty();
  }

 private:
  bool readPart(std::string_view part, int index) {
    if (part.find(',') == std::string_view::npos) return true;
    if (static_cast<int>(m_node.cards.size()) != index)
      note(m_node.problems, VolcanoProblemCode::GapInRecords, kRegister, part);
    constexpr std::size_t kNeeded = 6;
    constexpr std::size_t kWithoutMode = 5;
    std::array<std::string_view, kNeeded> fields;
    const std::size_t count = splitFields(part, fields);
    if (count < kNeeded) note(m_node.problems, VolcanoProblemCode::TooFewFields, kRegister, part);
    if (count >= kWithoutMode) addCard(fields, index, count >= kNeeded);
    return count >= kNeeded;
  }

  void addCard(const std::array<std::string_view, 6>& fields, int index, bool modeKnown) {
    constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
    const GoNumber slots = figure(fields[1], kRegister, kMin, kMax, m_node.problems);
    const GoNumber memory = figure(fields[2], kRegister, kMin, kMax, m_node.problems);
    VolcanoCard card;
    card.index = index;
    card.uuid = std::string(fields[0]);
    card.slots = slots.value;
    card.memory = memory.value;
    card.figuresKnown = slots.known && memory.known;
    card.type = std::string(fields[3]);
    card.healthy = isGoTrue(fields[4]);
    card.isMig = fields[5] == "mig";
    card.modeKnown = modeKnown;
    if (card.uuid.empty()) note(m_node.problems, VolcanoProblemCode::EmptyUuid, kRegister, fields[3]);
    if (isThere(card.uuid)) note(m_node.problems, VolcanoProblemCode::DuplicateUuid, kRegister, card.uuid);
    m_node.cards.push_back(std::move(card));
  }

  bool isThere(const std::string& uuid) {
    const auto& cards = m_node.cards;
    constexpr std::size_t kFew = 32;  // as many as real nodes have: faster than a table of them
    if (cards.size() <= kFew)
      return std::any_of(cards.begin(), cards.end(), [&](const VolcanoCard& other) { return other.uuid == uuid; });
    if (m_uuids.empty()) {
      for (const VolcanoCard& card : cards) m_uuids.insert(card.uuid);
    }
    return !m_uuids.insert(uuid).second;  // its card is added next
  }

  static bool isGoTrue(std::string_view text) {
    constexpr std::array<std::string_view, 6> kTrue{"1", "t", "T", "true", "TRUE", "True"};
    return std::find(kTrue.begin(), kTrue.end(), text) != kTrue.end();
  }

  VolcanoNode& m_node;
  std::unordered_set<std::string> m_uuids;
};

bool isAllocatable(VolcanoNode& node, const std::optional<std::int64_t>& amount, std::string_view name) {
  if (amount && *amount != 0) return true;
  note(node.problems, VolcanoProblemCode::NoneAllocatable, "allocatable[" + std::string(name) + "]",
       amount ? std::string_view("0") : std::string_view());
  return false;
}

// ---- Pods.

bool requestsCards(const Container& container, const VolcanoConfig& config) {
  const auto limits = [&](const std::string& name) { return !name.empty() && find(container.limits, name) != nullptr; };
  return limits(config.countName) || limits(config.memoryName);
}

/// "group-position" inside the brackets of a MIG id.
bool readInstance(VolcanoShare& share) {
  const std::size_t open = share.id.find('[');
  if (open == std::string::npos) {
    share.uuid = share.id;
    return true;
  }
  share.uuid = share.id.substr(0, open);
  const std::size_t close = share.id.find(']');
  if (close == std::string::npos || close < open) return false;
  const std::string_view inside = std::string_view(share.id).substr(open + 1, close - open - 1);
  const std::size_t dash = inside.find('-');
  if (dash == std::string_view::npos || inside.find('-', dash + 1) != std::string_view::npos) return false;
  std::int64_t position = 0;
  if (!parseGoInteger(inside.substr(dash + 1), position) || position < 0) return false;
  share.migGroup = std::string(inside.substr(0, dash));
  share.migPosition = position;
  return true;
}

void readShare(std::string_view part, int element, VolcanoHoldings& out) {
  if (part.find(',') == std::string_view::npos) return;
  constexpr std::size_t kNeeded = 4;
  std::array<std::string_view, kNeeded> fields;
  if (splitFields(part, fields) < kNeeded) {
    note(out.problems, VolcanoProblemCode::TooFewFields, kVolcanoIds, part);
    out.complete = false;
    return;
  }
  constexpr std::int64_t kMin = std::numeric_limits<std::int32_t>::min();
  constexpr std::int64_t kMax = std::numeric_limits<std::int32_t>::max();
  VolcanoShare share;
  share.element = element;
  share.id = std::string(fields[0]);
  const GoNumber memory = figure(fields[2], kVolcanoIds, kMin, kMax, out.problems);
  const GoNumber cores = figure(fields[3], kVolcanoIds, kMin, kMax, out.problems);
  share.memory = memory.value;
  share.cores = cores.value;
  share.figuresKnown = memory.known && cores.known;
  if (!readInstance(share)) note(out.problems, VolcanoProblemCode::MalformedInstance, kVolcanoIds, share.id);
  out.shares.push_back(std::move(share));
}

void attribute(const RawPod& pod, const VolcanoConfig& config, int elements, VolcanoHoldings& out) {
  std::vector<int> asking;
  for (std::size_t i = 0; i < pod.spec.containers.size(); ++i) {
    if (requestsCards(pod.spec.containers[i], config)) asking.push_back(static_cast<int>(i));
  }
  if (static_cast<int>(asking.size()) != elements) {
    note(out.problems, VolcanoProblemCode::OtherContainers, kVolcanoIds, std::to_string(elements));
    return;
  }
  for (VolcanoShare& share : out.shares) share.container = asking[static_cast<std::size_t>(share.element)];
}

std::string textOf(const StringMap& annotations, std::string_view key) {
  const std::string* text = find(annotations, key);
  return text == nullptr ? std::string() : *text;
}

std::string groupOf(const RawPod& pod) {
  const std::string* name = annotatedGroup(pod, GangSystem::Volcano);
  return name == nullptr ? std::string() : pod.meta.key.ns + "/" + *name;
}

// ---- Requests.

/// The scheduler's own narrowing: it keeps 32 bits of an amount.
std::int32_t narrowed(std::int64_t amount) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(amount)));
}

class RequestReader {
 public:
  RequestReader(const VolcanoConfig& config, VolcanoRequest& out) : m_config(config), m_out(out) {}

  void readContainer(const Container& container, int index) {
    m_field = "spec.containers[" + std::to_string(index) + "]";
    const auto percentage = whole(container, m_config.percentageName);
    const bool requestsPart =
        requestedAmount(container, m_config.coreName) != nullptr || requestedAmount(container, kPercentage) != nullptr;
    if (!requestsCards(container, m_config)) {
      if (requestsPart) note(m_out.problems, VolcanoProblemCode::NoDeviceRequested, m_field, {});
      return;
    }
    VolcanoContainerRequest request;
    request.container = index;
    if (const Quantity* number = find(container.limits, m_config.countName))
      request.number = narrowed(wholeOr0(*number, m_config.countName));
    request.memory = narrowed(whole(container, m_config.memoryName).value_or(0));
    request.cores = narrowed(whole(container, m_config.coreName).value_or(0));
    constexpr std::int32_t kNotSet = 101;
    const std::int32_t given = percentage ? narrowed(*percentage) : kNotSet;
    if (given != kNotSet) request.percentage = given;
    if (!request.percentage && request.memory == 0) request.percentage = 100;
    report(request, container);
    m_out.containers.push_back(request);
  }

 private:
  std::int64_t wholeOr0(const Quantity& amount, const std::string& name) {
    if (amount.isInteger()) return amount.value();
    note(m_out.problems, VolcanoProblemCode::NotWhole, m_field, name);
    return 0;
  }

  /// Limit, else request; nothing when there is neither, or a fraction.
  std::optional<std::int64_t> whole(const Container& container, const std::string& name) {
    const Quantity* amount = name.empty() ? nullptr : requestedAmount(container, name);
    if (amount == nullptr) return std::nullopt;
    if (amount->isInteger()) return amount->value();
    note(m_out.problems, VolcanoProblemCode::NotWhole, m_field, name);
    return std::nullopt;
  }

  void report(const VolcanoContainerRequest& request, const Container& container) {
    const auto say = [&](VolcanoProblemCode code, std::int64_t value) {
      note(m_out.problems, code, m_field, std::to_string(value));
    };
    if (request.number == 0) say(VolcanoProblemCode::NumberIsZero, 0);
    if (request.number < 0) say(VolcanoProblemCode::NegativeNumber, request.number);
    if (request.memory < 0) say(VolcanoProblemCode::NegativeNumber, request.memory);
    if (request.cores < 0) say(VolcanoProblemCode::NegativeNumber, request.cores);
    if (request.cores > 100) say(VolcanoProblemCode::CoresAbove100, request.cores);
    if (request.percentage && *request.percentage > 100)
      say(VolcanoProblemCode::PercentageAbove100, *request.percentage);
    if (m_config.percentageName.empty() && requestedAmount(container, kPercentage) != nullptr)
      say(VolcanoProblemCode::PercentageNotNamed, requestedAmount(container, kPercentage)->value());
  }

  const VolcanoConfig& m_config;
  VolcanoRequest& m_out;
  std::string m_field;
};

VolcanoAmounts effectiveSums(const RawPodSpec& spec, const VolcanoConfig& config) {
  return {effectiveAmount(spec, config.countName), effectiveAmount(spec, config.memoryName),
          effectiveAmount(spec, config.coreName), effectiveAmount(spec, percentageNameOf(config))};
}

std::optional<std::string> optionalText(const StringMap& annotations, std::string_view key) {
  const std::string* text = find(annotations, key);
  return text == nullptr ? std::nullopt : std::optional(*text);
}

}  // namespace

std::optional<VolcanoNode> readVolcanoNode(const RawNode& node, const VolcanoConfig& config) {
  const VolcanoConfig& fixed = defaultVolcanoConfig();
  const auto number = amountOf(node.allocatable, fixed.countName);
  const std::string* text = find(node.meta.annotations, kRegister);
  if (text == nullptr && number.value_or(0) <= 0) return std::nullopt;
  VolcanoNode out;
  out.allocatable = {amountOf(node.allocatable, config.countName), amountOf(node.allocatable, config.memoryName),
                     amountOf(node.allocatable, config.coreName), amountOf(node.allocatable, percentageNameOf(config))};
  const bool readable = text != nullptr && RegisterReader(out).read(*text);
  if (text == nullptr) note(out.problems, VolcanoProblemCode::NoRecords, kRegister, {});
  // These three names are fixed, whatever the ConfigMap calls the resources.
  const bool hasNumber = isAllocatable(out, number, fixed.countName);
  const bool hasCores = isAllocatable(out, amountOf(node.allocatable, fixed.coreName), fixed.coreName);
  const bool hasMemory = isAllocatable(out, amountOf(node.allocatable, fixed.memoryName), fixed.memoryName);
  out.seenByScheduler = readable && hasNumber && hasCores && hasMemory;
  return out;
}

VolcanoHoldings readVolcanoPod(const RawPod& pod, const VolcanoConfig& config) {
  VolcanoHoldings out;
  const std::string* ids = find(pod.meta.annotations, kVolcanoIds);
  out.node = textOf(pod.meta.annotations, kVgpuNode);
  out.phase = textOf(pod.meta.annotations, kBindPhase);
  out.group = groupOf(pod);
  out.assigned = ids != nullptr;
  if (ids == nullptr || ids->empty()) return out;
  if (ids->size() > kMaxText) {
    note(out.problems, VolcanoProblemCode::TooLong, kVolcanoIds, *ids);
    out.complete = false;
    return out;
  }
  int elements = 0;
  forEachPart(*ids, ';', [&](std::string_view element, int index) {
    elements = index + 1;
    forEachPart(element, ':', [&](std::string_view part, int) {
      readShare(part, index, out);
      return true;
    });
    return true;
  });
  attribute(pod, config, elements, out);
  return out;
}

VolcanoRequest readVolcanoRequest(const RawPod& pod, const VolcanoConfig& config) {
  VolcanoRequest out;
  RequestReader reader(config, out);
  for (std::size_t i = 0; i < pod.spec.containers.size(); ++i)
    reader.readContainer(pod.spec.containers[i], static_cast<int>(i));
  for (std::size_t i = 0; i < pod.spec.initContainers.size(); ++i) {
    if (requestsCards(pod.spec.initContainers[i], config))
      note(out.problems, VolcanoProblemCode::InitContainerRequests, "spec.initContainers[" + std::to_string(i) + "]",
           {});
  }
  out.sums = effectiveSums(pod.spec, config);
  const StringMap& annotations = pod.meta.annotations;
  out.mode = optionalText(annotations, "volcano.sh/vgpu-mode");
  out.useTypes = optionalText(annotations, "nvidia.com/use-gputype");
  out.nouseTypes = optionalText(annotations, "nvidia.com/nouse-gputype");
  if (textOf(annotations, "volcano.sh/vgpu-podgroup-policy") == "spread") out.avoidedGroup = groupOf(pod);
  for (const std::string_view key : {"volcano.sh/vgpu-use-gpuuuid", "volcano.sh/vgpu-nouse-gpuuuid"}) {
    if (const std::string* text = find(annotations, key))
      note(out.problems, VolcanoProblemCode::UuidSelectionIgnored, key, *text);
  }
  return out;
}

}  // namespace cardinal::provider

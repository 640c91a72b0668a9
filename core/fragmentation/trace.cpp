// SPDX-License-Identifier: Apache-2.0
#include "core/fragmentation/trace.h"

#include <algorithm>
#include <unordered_map>

#include "core/fragmentation/csv.h"

namespace cardinal::fragmentation {
namespace {

constexpr std::int32_t kMaxAmount = 1'000'000'000;
constexpr ModelSet kNoNodeHasIt = ModelSet{1} << ModelNames::kMax;

using Positions = std::unordered_map<std::string_view, std::uint32_t>;

/// Names must outlive the positions.
Positions positionsOf(const std::vector<std::string>& names) {
  Positions out;
  out.reserve(names.size());
  for (const std::string& name : names) out.emplace(name, static_cast<std::uint32_t>(out.size()));
  return out;
}

Error notFound(std::string_view name, const CsvReader& csv) {
  return makeError(ErrorCode::NotFound, std::string(name.substr(0, 120)), csv.place());
}

/// Names are unique and not empty.
Result<void> checkNames(const std::vector<std::string>& names, const std::string& column, const std::string& file) {
  if (names.empty()) return unexpected(makeError(ErrorCode::InvalidField, column, file));
  Positions seen;
  seen.reserve(names.size());
  for (const std::string& name : names) {
    if (name.empty() || !seen.emplace(name, 0).second)
      return unexpected(makeError(ErrorCode::InvalidField, column, file, name));
  }
  return {};
}

/// Where nodes and tasks have them alike, behind the name.
enum AmountColumn : std::size_t { Cpu = 1, Memory, Gpus };

struct Amounts {
  std::int32_t cpu = 0;
  std::int32_t memory = 0;
  std::int32_t gpus = 0;
};

Result<Amounts> readAmounts(const CsvReader& csv) {
  const auto cpu = csv.number(Cpu, 0, kMaxAmount);
  if (!cpu) return unexpected(cpu.error());
  const auto memory = csv.number(Memory, 0, kMaxAmount);
  if (!memory) return unexpected(memory.error());
  const auto gpus = csv.number(Gpus, 0, kMaxGpus);
  if (!gpus) return unexpected(gpus.error());
  return Amounts{*cpu, *memory, *gpus};
}

}  // namespace

std::optional<ModelSet> ModelNames::add(std::string_view name) {
  if (name.empty()) return ModelSet{0};
  const auto known = m_bits.find(name);
  if (known != m_bits.end()) return known->second;
  if (m_bits.size() >= kMax) return std::nullopt;
  return m_bits.emplace(name, ModelSet{1} << m_bits.size()).first->second;
}

ModelSet ModelNames::allowed(std::string_view names) const {
  ModelSet out = 0;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find('|'), names.size());
    const std::string_view name = names.substr(0, end);
    names.remove_prefix(std::min(end + 1, names.size()));
    if (name.empty()) continue;
    const auto known = m_bits.find(name);
    out |= known != m_bits.end() ? known->second : kNoNodeHasIt;
  }
  return out;
}

std::int64_t NodeList::gpuMilli() const {
  std::int64_t sum = 0;
  for (const NodeState& node : nodes) sum += std::int64_t{node.gpuCount} * kWholeGpu;
  return sum;
}

Result<NodeList> parseNodes(std::string_view text, const std::string& file) {
  enum Column : std::size_t { Name, Model = Gpus + 1 };
  CsvReader csv(text, file);
  if (auto head = csv.head({"sn", "cpu_milli", "memory_mib", "gpu", "model"}); !head) return unexpected(head.error());
  NodeList out;
  while (csv.next()) {
    const auto amounts = readAmounts(csv);
    if (!amounts) return unexpected(amounts.error());
    if (amounts->gpus == 0) {
      ++out.withoutGpu;
      continue;
    }
    const auto model = out.models.add(csv.field(Model));
    if (!model) return unexpected(makeError(ErrorCode::LimitExceeded, file, {}, std::to_string(ModelNames::kMax)));
    out.names.emplace_back(csv.field(Name));
    out.nodes.push_back(makeNode(amounts->cpu, amounts->memory, amounts->gpus, *model));
  }
  if (auto names = checkNames(out.names, "sn", file); !names) return unexpected(names.error());
  return out;
}

Result<TaskList> parseTasks(std::string_view text, const std::string& file, const ModelNames& models) {
  enum Column : std::size_t { Name, Milli = Gpus + 1, Models };
  CsvReader csv(text, file);
  if (auto head = csv.head({"name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli"}, {"gpu_spec"}); !head)
    return unexpected(head.error());
  TaskList out;
  while (csv.next()) {
    const auto amounts = readAmounts(csv);
    if (!amounts) return unexpected(amounts.error());
    // Without a GPU no share, of one GPU any share, of several the whole.
    const std::int32_t gpus = amounts->gpus;
    const auto milli = csv.number(Milli, gpus == 0 ? 0 : (gpus == 1 ? 1 : kWholeGpu), gpus == 0 ? 0 : kWholeGpu);
    if (!milli) return unexpected(milli.error());
    ListedTask& listed = out.tasks.emplace_back();
    listed.task = {amounts->cpu, amounts->memory, gpus, *milli, 0};
    out.names.emplace_back(csv.field(Name));
    if (gpus == 0) continue;
    listed.models = csv.field(Models);
    listed.task.models = models.allowed(listed.models);
  }
  if (auto names = checkNames(out.names, "name", file); !names) return unexpected(names.error());
  return out;
}

Result<std::vector<std::uint32_t>> parseArrivals(std::string_view text, const std::string& file,
                                                 const TaskList& tasks) {
  enum Column : std::size_t { Number, Pod };
  CsvReader csv(text, file);
  if (auto head = csv.head({"seq", "pod"}); !head) return unexpected(head.error());
  const Positions positions = positionsOf(tasks.names);
  std::vector<std::uint32_t> out;
  while (csv.next()) {
    const auto next = static_cast<std::int32_t>(out.size());
    if (const auto number = csv.number(Number, next, next); !number) return unexpected(number.error());
    const auto task = positions.find(csv.field(Pod));
    if (task == positions.end()) return unexpected(notFound(csv.field(Pod), csv));
    out.push_back(task->second);
  }
  return out;
}

Result<std::vector<std::uint32_t>> parseOrder(std::string_view text, const std::string& file, const NodeList& nodes) {
  enum Column : std::size_t { Rank, Node };
  CsvReader csv(text, file);
  if (auto head = csv.head({"rank", "node"}); !head) return unexpected(head.error());
  const Positions positions = positionsOf(nodes.names);
  constexpr auto kNone = static_cast<std::uint32_t>(-1);
  std::vector<std::uint32_t> out(nodes.names.size(), kNone);
  std::vector<bool> ranked(nodes.names.size());
  std::size_t count = 0;
  while (csv.next()) {
    const auto rank = csv.number(Rank, 0, static_cast<std::int32_t>(out.size()) - 1);
    if (!rank) return unexpected(rank.error());
    const auto node = positions.find(csv.field(Node));
    if (node == positions.end()) return unexpected(notFound(csv.field(Node), csv));
    std::uint32_t& place = out[static_cast<std::size_t>(*rank)];
    if (place != kNone) return unexpected(csv.fault(Rank));
    if (ranked[node->second]) return unexpected(csv.fault(Node));
    place = node->second;
    ranked[node->second] = true;
    ++count;
  }
  // Fewer rows than nodes: some node would have no rank.
  if (count != out.size())
    return unexpected(
        makeError(ErrorCode::InvalidField, "rank", file, std::to_string(count) + " / " + std::to_string(out.size())));
  return out;
}

}  // namespace cardinal::fragmentation

// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/cel/expression.h"
#include "tests/fuzz/targets.h"

namespace cardinal::fuzz {
namespace {

RawDevice card() {
  using Kind = RawDeviceAttribute::Kind;
  RawDevice out;
  out.name = "gpu-0";
  out.attributes = {{"type", {Kind::String, "gpu", 0}},
                    {"index", {Kind::Int, {}, 3}},
                    {"healthy", {Kind::Bool, {}, 1}},
                    {"driverVersion", {Kind::Version, "570.133.20", 0}},
                    {"resource.kubernetes.io/pcieRoot", {Kind::String, "pci0000:00", 0}}};
  out.capacity.push_back({"memory", Quantity::fromInteger(80)});
  return out;
}

}  // namespace

void selector(std::string_view input) {
  static const RawDevice kCard = card();
  static const std::string kDriver = "gpu.example.com";
  const auto expression = cel::Expression::compile(input);
  const cel::Outcome once = expression.matches(kCard, kDriver);
  const bool hasWords = once.verdict == cel::Verdict::Error || once.verdict == cel::Verdict::NotEvaluated;
  require(hasWords || once.words.empty(), "a yes or no has no words");
  const cel::Outcome again = expression.matches(kCard, kDriver);
  require(once.verdict == again.verdict && once.words == again.words, "the same question has the same answer");
}

}  // namespace cardinal::fuzz

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/model/extras/resource_slice.h"

namespace cardinal::cel {

enum class Verdict : std::uint8_t {
  No,
  Yes,
  Error,         ///< CEL's own runtime error, which ends the scheduler's attempt
  NotEvaluated,  ///< beyond what is evaluated here: neither yes nor no
};

struct Outcome {
  Verdict verdict = Verdict::NotEvaluated;
  std::string words;  ///< Error: CEL's words, "no such key: profile"; NotEvaluated: what is not known, "split"
};

/// A selector of devices in the Common Expression Language, as kube-scheduler 1.35 evaluates it
/// (k8s.io/dynamic-resource-allocation/cel). Evaluated are device.driver, device.attributes and device.capacity,
/// literals of texts, whole numbers, truth values and lists, the operators, `in`, has(), optional fields, cel.bind(),
/// exists() and all() over lists, quantity(), semver(), and the usual methods of texts, amounts and versions. What is
/// beyond makes NotEvaluated, unless a side of && or || that is evaluated decides alone.
/// Immutable; used by many threads at once.
class Expression {
 public:
  /// Never fails: of a text that cannot be read every outcome is NotEvaluated.
  static Expression compile(std::string_view text);

  /// Does the device match? `driver` is that of its slice.
  Outcome matches(const RawDevice& device, const std::string& driver) const;

 private:
  struct Parts;
  explicit Expression(std::shared_ptr<const Parts> parts) : m_parts(std::move(parts)) {}
  std::shared_ptr<const Parts> m_parts;
};

}  // namespace cardinal::cel

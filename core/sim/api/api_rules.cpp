// SPDX-License-Identifier: Apache-2.0
#include "core/sim/api/api_rules.h"

#include <algorithm>
#include <set>

#include "core/manifest/object_names.h"
#include "core/sim/api/keys.h"

namespace cardinal::sim {
namespace {

constexpr int kUnprocessable = 422;
constexpr std::int64_t kCoreStep = 5;

/// Resources outside Kubernetes' own names: never overcommitted, whole numbers only.
bool isExtended(const std::string& name) {
  return name.find('/') != std::string::npos && name.find("kubernetes.io/") == std::string::npos;
}

/// Checks one object and stops at the first fault, as a server reports the first cause.
class Checker {
 public:
  Checker(const ManifestObject& object, const ObjectKey& key) : m_object(object) {
    m_subject = object.kind + "/" + (key.ns.empty() ? "" : key.ns + "/") + key.name;
    m_spec = object.kind == "Pod" ? "spec" : "spec.template.spec";
    m_meta = object.kind == "Pod" ? "metadata" : "spec.template.metadata";
    m_name = key.name;
  }

  Result<void> check() {
    if (m_name.empty()) return fault("metadata.name", "Required value: name or generateName is required");
    if (!isDnsSubdomain(m_name)) return fault("metadata.name", "Invalid value: \"" + m_name + "\": " + kSubdomainRule);
    if (!m_object.pod) return {};
    if (auto labels = checkLabels(m_object.pod->meta.labels); !labels) return labels;
    if (!m_object.pod->problems.empty()) {
      const FieldProblem& problem = m_object.pod->problems.front();
      return fault(problem.field, "Invalid value: \"" + problem.value +
                                      "\": quantities must match the regular expression "
                                      "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    }
    return checkContainers();
  }

 private:
  Result<void> fault(const std::string& place, const std::string& words) const {
    return unexpected(apiError(ErrorCode::Invalid, kUnprocessable, m_subject, place, place + ": " + words));
  }

  Result<void> checkLabels(const StringMap& labels) const {
    for (const auto& entry : labels) {
      const std::string place = m_meta + ".labels";
      if (!isQualifiedName(entry.first))
        return fault(place, "Invalid value: \"" + entry.first +
                                "\": name part must consist of "
                                "alphanumeric characters, '-', '_' or '.'");
      if (!entry.second.empty() && !isLabelText(entry.second)) {
        return fault(place, "Invalid value: \"" + entry.second + "\": " + kLabelRule);
      }
    }
    return {};
  }

  Result<void> checkContainers() {
    const RawPodSpec& spec = m_object.pod->spec;
    if (spec.containers.empty()) return fault(m_spec + ".containers", "Required value");
    std::set<std::string> names;
    for (std::size_t i = 0; i < spec.containers.size(); ++i) {
      if (auto done = checkContainer(spec.containers[i], pathOf("containers", i), names); !done) return done;
    }
    for (std::size_t i = 0; i < spec.initContainers.size(); ++i) {
      if (auto done = checkContainer(spec.initContainers[i], pathOf("initContainers", i), names); !done) return done;
    }
    return {};
  }

  std::string pathOf(const char* list, std::size_t index) const {
    return m_spec + "." + list + "[" + std::to_string(index) + "]";
  }

  Result<void> checkContainer(const Container& container, const std::string& path, std::set<std::string>& names) const {
    if (container.name.empty()) return fault(path + ".name", "Required value");
    if (!isDnsLabel(container.name)) {
      return fault(path + ".name", "Invalid value: \"" + container.name + "\": " + kDnsLabelRule);
    }
    if (!names.insert(container.name).second)
      return fault(path + ".name", "Duplicate value: \"" + container.name + "\"");
    if (container.image.empty()) return fault(path + ".image", "Required value");
    if (auto limits = checkAmounts(container.limits, path + ".resources.limits"); !limits) return limits;
    if (auto requests = checkAmounts(container.requests, path + ".resources.requests"); !requests) return requests;
    return checkPairs(container, path + ".resources");
  }

  Result<void> checkAmounts(const ResourceList& list, const std::string& path) const {
    for (const ResourceAmount& entry : list) {
      const std::string place = path + "[" + entry.name + "]";
      const std::string value = std::to_string(entry.amount.value());
      if (entry.amount < Quantity())
        return fault(place, "Invalid value: \"" + value + "\": must be greater than or equal to 0");
      if (!isExtended(entry.name)) continue;
      if (!entry.amount.isInteger()) {
        return fault(place,
                     "Invalid value: \"" + std::to_string(entry.amount.milliValue()) + "m\": must be an integer");
      }
      if (entry.name == kGpuCore && entry.amount.value() % kCoreStep != 0) {
        return fault(place, "Invalid value: \"" + value + "\": must be a multiple of 5");
      }
    }
    return {};
  }

  Result<void> checkPairs(const Container& container, const std::string& path) const {
    for (const ResourceAmount& request : container.requests) {
      const Quantity* limit = find(container.limits, request.name);
      const std::string place = path + ".requests";
      const std::string value = "Invalid value: \"" + std::to_string(request.amount.value()) + "\": must be ";
      if (isExtended(request.name)) {
        if (limit == nullptr)
          return fault(path + ".limits", "Required value: Limit must be set for non overcommitable resources");
        if (*limit != request.amount) return fault(place, value + "equal to " + request.name + " limit");
      } else if (limit != nullptr && *limit < request.amount) {
        return fault(place, value + "less than or equal to " + request.name + " limit");
      }
    }
    return {};
  }

  const ManifestObject& m_object;
  std::string m_subject;
  std::string m_spec;
  std::string m_meta;
  std::string m_name;
};

}  // namespace

Error apiError(ErrorCode code, int status, std::string subject, std::string place, std::string detail) {
  Error error = makeError(code, std::move(subject), std::move(place), std::move(detail));
  error.httpStatus = status;
  return error;
}

Result<void> checkLabel(std::string_view key, std::string_view value, const std::string& subject) {
  const std::string place = "metadata.labels";
  if (!isQualifiedName(key)) {
    return unexpected(
        apiError(ErrorCode::Invalid, kUnprocessable, subject, place,
                 "Invalid value: \"" + std::string(key) + "\": name part must consist of alphanumeric characters"));
  }
  if (!value.empty() && !isLabelText(value)) {
    return unexpected(apiError(ErrorCode::Invalid, kUnprocessable, subject, place,
                               "Invalid value: \"" + std::string(value) + "\": " + kLabelRule));
  }
  return {};
}

Result<void> checkObject(const ManifestObject& object, const ObjectKey& key) {
  return Checker(object, key).check();
}

}  // namespace cardinal::sim

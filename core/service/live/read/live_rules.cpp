// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/read/live_rules.h"

#include <algorithm>

#include "core/kube/decode/decoder.h"
#include "core/kube/rest/answer.h"
#include "core/kube/rest/read_list.h"
#include "core/kube/rest/resource.h"
#include "core/kube/transport/exchange.h"

namespace cardinal {
namespace {

constexpr std::size_t kMax = 100'000;    // of one kind; a snapshot of all namespaces holds them all
constexpr std::size_t kMostByName = 16;  // more than these are listed, where that is permitted
constexpr int kMostFailures = 3;         // the others will not be answered either
constexpr int kNotFound = 404;

constexpr std::string_view kStorageClasses = "storageclasses";

ResourceType typeOf(std::string_view plural, bool namespaced) {
  return ResourceType{plural == kStorageClasses ? "storage.k8s.io" : "", "v1", std::string(plural), namespaced};
}

}  // namespace

template <typename Object>
std::optional<std::vector<Object>> LiveRules::list(const char* plural, const std::string& ns,
                                                   const std::stop_token& stop) {
  std::vector<Object> out;
  bool isTooMuch = false;
  const ListQuestion question{typeOf(plural, plural != kStorageClasses), ns};
  const auto read = readList<Object>(m_loop, m_transport, question, stop, [&](ListPage<Object> page) {
    isTooMuch = out.size() + page.items.size() > kMax;
    if (isTooMuch) return false;
    for (const auto& one : page.items) out.push_back(*one);
    return true;
  });
  if (!read || isTooMuch) return std::nullopt;
  return out;
}

template <typename Object>
std::optional<Object> LiveRules::get(const char* plural, const std::string& ns, const std::string& name,
                                     const std::stop_token& stop, bool& absent) {
  const auto path = objectPath(typeOf(plural, !ns.empty()), ns, name);
  if (!path) return std::nullopt;
  HttpRequest request;
  request.path = *path;
  auto answer = exchange(m_loop, m_transport, std::move(request), stop);
  absent = answer && answer->head.status == kNotFound;
  Decoder decoder;
  if (!answer || answerError(answer->head, answer->body, {"get", plural, ns, name, *path}, decoder))
    return std::nullopt;
  auto object = decoder.object<Object>(std::move(answer->body));
  if (!object) return std::nullopt;
  return **object;
}

/// One after the other where they are few: the right to read one is often there where that to list is not.
template <typename Object>
LiveRules::Named<Object> LiveRules::named(const char* plural, const std::string& ns, std::vector<std::string> names,
                                          const std::stop_token& stop) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (names.size() > kMostByName) {
    if (auto all = list<Object>(plural, ns, stop)) {
      std::erase_if(*all, [&names](const Object& one) {
        return !std::binary_search(names.begin(), names.end(), one.meta.key.name);
      });
      return {std::move(*all), true};
    }
  }
  Named<Object> out;
  int failures = 0;
  for (const std::string& name : names) {
    bool absent = false;
    auto one = get<Object>(plural, ns, name, stop, absent);
    if (one) out.found.push_back(std::move(*one));
    if (one || absent) continue;
    out.complete = false;
    if (++failures == kMostFailures) break;
  }
  return out;
}

void LiveRules::readVolumes(const RulesQuestion& question, NamespaceRules& out, const std::stop_token& stop) {
  auto claims = named<RawClaim>("persistentvolumeclaims", question.ns, question.claims, stop);
  if (!claims.complete) return;
  out.claims = std::move(claims.found);
  std::vector<std::string> bound;
  for (const RawClaim& claim : *out.claims) {
    if (!claim.volumeName.empty()) bound.push_back(claim.volumeName);
  }
  out.volumes = named<RawVolume>("persistentvolumes", {}, std::move(bound), stop).found;
  out.storageClasses.emplace();
  for (const RawClaim& claim : *out.claims) readStorageClass(claim, out, stop);
}

/// When an open claim will be bound, its class says.
void LiveRules::readStorageClass(const RawClaim& claim, NamespaceRules& out, const std::stop_token& stop) {
  const std::string name = claim.storageClass.value_or("");
  if (!claim.volumeName.empty() || name.empty() || !out.storageClasses) return;
  const auto isRead = [&name](const RawStorageClass& one) { return one.meta.key.name == name; };
  if (std::any_of(out.storageClasses->begin(), out.storageClasses->end(), isRead)) return;
  bool absent = false;
  auto storage = get<RawStorageClass>(kStorageClasses.data(), {}, name, stop, absent);
  if (storage)
    out.storageClasses->push_back(std::move(*storage));
  else if (!absent)
    out.storageClasses.reset();
}

NamespaceRules LiveRules::read(const RulesQuestion& question, const std::stop_token& stop) {
  NamespaceRules out;
  out.ns = question.ns;
  out.quotas = list<RawQuota>("resourcequotas", question.ns, stop);
  out.limitRanges = list<RawLimitRange>("limitranges", question.ns, stop);
  if (!question.ns.empty()) {
    readVolumes(question, out, stop);
    return out;
  }
  out.claims = list<RawClaim>("persistentvolumeclaims", {}, stop);
  out.volumes = list<RawVolume>("persistentvolumes", {}, stop);
  out.storageClasses = list<RawStorageClass>(kStorageClasses.data(), {}, stop);
  return out;
}

}  // namespace cardinal

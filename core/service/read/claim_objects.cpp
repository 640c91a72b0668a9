// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/claim_objects.h"

#include <simdjson.h>

#include <string>
#include <string_view>
#include <utility>

#include "core/kube/decode/decoder.h"

namespace cardinal {
namespace {

constexpr std::string_view kGroup = "resource.k8s.io/";

/// Versions that take the fields of `exactly` beside the name of a request.
bool takesFlatRequests(std::string_view apiVersion) {
  return apiVersion == "resource.k8s.io/v1alpha3" || apiVersion == "resource.k8s.io/v1beta1";
}

/// The API server drops such fields where the version does not have them, and then finds no form of request.
void dropFlatRequests(const std::string& json, bool isTemplate, RawDeviceClaimSpec& spec) {
  simdjson::dom::parser parser;
  simdjson::dom::element object;
  if (parser.parse(json).get(object) != simdjson::SUCCESS) return;
  simdjson::dom::array requests;
  const char* path = isTemplate ? "/spec/spec/devices/requests" : "/spec/devices/requests";
  if (object.at_pointer(path).get(requests) != simdjson::SUCCESS) return;
  std::size_t at = 0;
  for (const simdjson::dom::element request : requests) {
    if (at == spec.requests.size()) return;
    const bool hasForm = !request["exactly"].error() || !request["firstAvailable"].error();
    if (!hasForm) spec.requests[at].choices.clear();
    ++at;
  }
}

template <typename T>
void add(Decoder& decoder, const ManifestObject& object, std::vector<T>& into) {
  auto read = decoder.object<T>(object.json);
  if (read) into.push_back(**read);
}

}  // namespace

std::shared_ptr<const ClaimObjects> claimObjectsOf(const std::vector<ManifestObject>& objects) {
  ClaimObjects out;
  Decoder decoder;
  for (const ManifestObject& object : objects) {
    if (object.apiVersion == "v1" && object.kind == "PersistentVolumeClaim") add(decoder, object, out.volumes);
    if (std::string_view(object.apiVersion).substr(0, kGroup.size()) != kGroup) continue;
    const bool isFlat = takesFlatRequests(object.apiVersion);
    if (object.kind == "ResourceClaim") {
      add(decoder, object, out.claims);
      if (!isFlat && !out.claims.empty()) dropFlatRequests(object.json, false, out.claims.back().spec);
    } else if (object.kind == "ResourceClaimTemplate") {
      add(decoder, object, out.templates);
      if (!isFlat && !out.templates.empty()) dropFlatRequests(object.json, true, out.templates.back().spec);
    }
  }
  return out.empty() ? nullptr : std::make_shared<const ClaimObjects>(std::move(out));
}

}  // namespace cardinal

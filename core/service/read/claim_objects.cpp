// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/claim_objects.h"

#include <simdjson.h>

#include <string>
#include <string_view>
#include <utility>

#include "core/base/api_group.h"
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

/// Null where it cannot be read.
template <typename T>
T* add(Decoder& decoder, const ManifestObject& object, std::vector<T>& into) {
  auto read = decoder.object<T>(object.json);
  if (!read) return nullptr;
  into.push_back(**read);
  return &into.back();
}

/// The template that the controller of a ComputeDomain makes for the claims of its channels. Source: NVIDIA
/// k8s-dra-driver-gpu, templates/compute-domain-workload-claim-template.tmpl.yaml.
void addChannel(Decoder& decoder, const ManifestObject& object, std::vector<RawResourceClaimTemplate>& into) {
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  std::string_view name;
  if (parser.parse(object.json).get(root) != simdjson::SUCCESS) return;
  if (root.at_pointer("/spec/channel/resourceClaimTemplate/name").get(name) != simdjson::SUCCESS || name.empty())
    return;
  auto read = decoder.object<RawResourceClaimTemplate>(
      R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaimTemplate","metadata":{"name":"channel"},"spec":{"spec":{)"
      R"("devices":{"requests":[{"name":"channel","exactly":{)"
      R"("deviceClassName":"compute-domain-default-channel.nvidia.com"}}]}}}})");
  if (!read) return;
  RawResourceClaimTemplate made = **read;
  made.meta.key = {object.key.ns, std::string(name)};
  into.push_back(std::move(made));
}

}  // namespace

std::shared_ptr<const ClaimObjects> claimObjectsOf(const std::vector<ManifestObject>& objects) {
  ClaimObjects out;
  Decoder decoder;
  for (const ManifestObject& object : objects) {
    if (object.apiVersion == "v1" && object.kind == "PersistentVolumeClaim") add(decoder, object, out.volumes);
    if (object.apiVersion == "v1" && object.kind == "Service") add(decoder, object, out.services);
    if (object.kind == "ComputeDomain" && apiGroupOf(object.apiVersion) == "resource.nvidia.com")
      addChannel(decoder, object, out.templates);
    if (std::string_view(object.apiVersion).substr(0, kGroup.size()) != kGroup) continue;
    const bool isFlat = takesFlatRequests(object.apiVersion);
    if (object.kind == "ResourceClaim") {
      RawResourceClaim* claim = add(decoder, object, out.claims);
      if (claim != nullptr && !isFlat) dropFlatRequests(object.json, false, claim->spec);
    } else if (object.kind == "ResourceClaimTemplate") {
      RawResourceClaimTemplate* made = add(decoder, object, out.templates);
      if (made != nullptr && !isFlat) dropFlatRequests(object.json, true, made->spec);
    }
  }
  return out.empty() ? nullptr : std::make_shared<const ClaimObjects>(std::move(out));
}

}  // namespace cardinal

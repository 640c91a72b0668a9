// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/claim_objects.h"

#include <string_view>
#include <utility>

#include "core/kube/decode/decoder.h"

namespace cardinal {
namespace {

constexpr std::string_view kGroup = "resource.k8s.io/";

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
    if (std::string_view(object.apiVersion).substr(0, kGroup.size()) != kGroup) continue;
    if (object.kind == "ResourceClaim") add(decoder, object, out.claims);
    if (object.kind == "ResourceClaimTemplate") add(decoder, object, out.templates);
  }
  return out.empty() ? nullptr : std::make_shared<const ClaimObjects>(std::move(out));
}

}  // namespace cardinal

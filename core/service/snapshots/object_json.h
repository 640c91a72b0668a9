// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/model/extras/extra.h"
#include "core/model/namespace_rules.h"
#include "core/model/raw.h"

namespace cardinal {

/// One API object as JSON text that the decoder reads back to the same struct. What the struct does not hold (env,
/// args, volumes' content, Secrets, managedFields, last-applied) cannot get into it. Parts of which only the presence
/// is known are written empty: `"schedulingGates":[{}]`, `"hostPort":-1`. Invalid UTF-8 is replaced.
std::string toJson(const RawNode& node);
std::string toJson(const RawPod& pod);
/// As the ConfigMap in kube-system that it is.
std::string toJson(const RawUnhealthyGpus& unhealthy);

/// Never of a null one. Amounts that could not be read are left out: they come back as not given.
std::string toJson(const RawExtra& extra);

std::string toJson(const RawQuota& quota);
std::string toJson(const RawLimitRange& range);
std::string toJson(const RawClaim& claim);
std::string toJson(const RawVolume& volume);
std::string toJson(const RawStorageClass& storage);

/// Text as a JSON string with quotes.
std::string jsonText(const std::string& text);

}  // namespace cardinal

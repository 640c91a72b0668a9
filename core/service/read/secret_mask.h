// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/service/read/masked_lines.h"

namespace cardinal {

/// True for names of variables, flags and fields whose value is commonly a secret: "DB_PASS", "--api-key", "authToken",
/// "DSN"; not for those that only name where one is kept ("secretName", "tokenExpirationSeconds").
bool promisesASecret(std::string_view name);

/// A command line or other text without what stands in secret places of it: "KEY=value" and "--key value" with such a
/// key, and user information of URLs ("postgres://me:pw@db" is "postgres://******@db"). `masked` counts.
std::string withoutSecrets(const std::string& text, int& masked);

/// Masks by kind of field, whatever the object is: every value of `env`; secrets in `args`, `command` and annotations;
/// `data` and `stringData` of Secrets; and in kinds that are none of Kubernetes' own every text whose field promises a
/// secret. Empty texts stay. Returns how many values stand masked.
int maskSecrets(nlohmann::ordered_json& object);

}  // namespace cardinal

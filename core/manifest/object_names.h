// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace cardinal {

/// Names and labels as any API server takes them (k8s.io/apimachinery/pkg/util/validation): labels of RFC 1123 (63
/// characters), subdomains (with dots, 253 characters), values of labels (empty is none of them), and keys with or
/// without a prefix. Pure.
bool isDnsLabel(std::string_view text);
bool isDnsSubdomain(std::string_view text);
bool isLabelText(std::string_view text);
bool isQualifiedName(std::string_view key);

inline constexpr const char* kDnsLabelRule = "a lowercase RFC 1123 label is needed";
inline constexpr const char* kSubdomainRule =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and "
    "end with an alphanumeric character";
inline constexpr const char* kLabelRule =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and "
    "end with an alphanumeric character";

}  // namespace cardinal

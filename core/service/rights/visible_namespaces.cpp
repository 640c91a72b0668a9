// SPDX-License-Identifier: Apache-2.0
#include "core/service/rights/visible_namespaces.h"

#include <algorithm>

#include "core/kube/kubeconfig/kubeconfig.h"

namespace cardinal {
namespace {

constexpr std::string_view kOption = "--namespaces";
constexpr std::string_view kSeparators = ", \t\r\n";

}  // namespace

Result<std::vector<std::string>> namespacesIn(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t at = text.find_first_not_of(kSeparators); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kSeparators, at), text.size());
    const std::string name(text.substr(at, end - at));
    if (!isNamespaceName(name))
      return unexpected(makeError(ErrorCode::InvalidArgument, std::string(kOption), {}, name));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    at = text.find_first_not_of(kSeparators, end);
  }
  if (names.size() > kMaxNamespaces)
    return unexpected(makeError(ErrorCode::LimitExceeded, std::string(kOption), {}, std::to_string(kMaxNamespaces)));
  return names;
}

}  // namespace cardinal

// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/writes/write_request.h"

#include <charconv>

#include "core/kube/rest/resource.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;

constexpr int kFieldValidationMinor = 25;
constexpr const char* kFieldManager = "cardinal";

}  // namespace

std::string writeQuery(bool dryRun, const std::string& serverVersion) {
  QueryBuilder query;
  query.add("fieldManager", kFieldManager);
  if (validatesFields(serverVersion)) query.add("fieldValidation", "Strict");
  if (dryRun) query.add("dryRun", "All");
  query.add("timeout", "30s");
  return query.text();
}

HttpRequest writeRequest(const char* method, std::string path, std::string query, const char* contentType,
                         std::string body) {
  HttpRequest request;
  request.method = method;
  request.path = std::move(path);
  request.query = std::move(query);
  request.headers.emplace_back("Content-Type", contentType);
  request.body = std::move(body);
  request.totalTimeout = 40s;
  request.harmless = request.query.find("dryRun=All") != std::string::npos;
  return request;
}

bool validatesFields(const std::string& serverVersion) {
  return isServerAtLeast(serverVersion, kFieldValidationMinor);
}

bool isServerAtLeast(const std::string& version, int minor) {
  const std::size_t begin = !version.empty() && version.front() == 'v' ? 1 : 0;
  int numbers[2] = {0, 0};
  const char* at = version.data() + begin;
  const char* const end = version.data() + version.size();
  for (int& number : numbers) {
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc()) return false;
    at = next != end && *next == '.' ? next + 1 : next;
  }
  return numbers[0] > 1 || (numbers[0] == 1 && numbers[1] >= minor);
}

}  // namespace cardinal

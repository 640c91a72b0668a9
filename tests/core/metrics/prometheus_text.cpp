// SPDX-License-Identifier: Apache-2.0
#include "tests/core/metrics/prometheus_text.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace cardinal::testing {
namespace {

/// a="x",b="y" as members of a JSON object: the two escape alike.
std::string labelsAsJson(const std::string& name, std::string labels) {
  std::string json = name.empty() ? std::string() : R"("__name__":")" + name + "\"";
  std::size_t at = 0;
  while (at < labels.size()) {
    const std::size_t equals = labels.find("=\"", at);
    if (equals == std::string::npos) throw std::runtime_error("bad labels: " + labels);
    std::size_t end = equals + 2;
    while (labels.at(end) != '"') end += labels[end] == '\\' ? 2 : 1;
    if (!json.empty()) json += ",";
    json += "\"" + labels.substr(at, equals - at) + "\":" + labels.substr(equals + 1, end - equals);
    at = end + 2;
  }
  return "{" + json + "}";
}

std::string seriesOf(const std::string& line, double at) {
  const std::size_t open = line.find('{');
  const std::size_t close = line.rfind("} ");
  if (open == std::string::npos || close == std::string::npos) throw std::runtime_error("bad line: " + line);
  std::ostringstream out;
  out.precision(15);
  out << R"({"metric":)" << labelsAsJson(line.substr(0, open), line.substr(open + 1, close - open - 1))
      << R"(,"value":[)" << at << ",\"" << line.substr(close + 2) << "\"]}";
  return out.str();
}

}  // namespace

std::string answerOf(const std::string& lines, double at) {
  std::istringstream in(lines);
  std::string result;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    result += (result.empty() ? "" : ",") + seriesOf(line, at);
  }
  return R"({"status":"success","data":{"resultType":"vector","result":[)" + result + "]}}";
}

std::string sampleAnswer(const std::string& name, double at) {
  std::ifstream file(std::string(CARDINAL_TEST_DATA) + "/metrics/" + name + ".prom");
  if (!file) throw std::runtime_error("no samples " + name);
  std::ostringstream text;
  text << file.rdbuf();
  return answerOf(text.str(), at);
}

}  // namespace cardinal::testing

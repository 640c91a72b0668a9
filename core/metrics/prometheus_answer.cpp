// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/prometheus_answer.h"

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>

namespace cardinal {
namespace {

namespace od = simdjson::ondemand;

constexpr std::size_t kMaxWarnings = 10;
constexpr std::size_t kMaxWords = 500;
constexpr std::size_t kShownText = 200;

/// A cut that leaves no half character behind.
std::string_view cutAt(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
  return text.substr(0, most);
}

struct Refused {
  Error error;
};

[[noreturn]] void refuse(ErrorCode code, std::string detail) {
  throw Refused{makeError(code, {}, {}, std::move(detail))};
}

std::string_view tokenOf(od::value& value) {
  std::string_view token = value.raw_json_token();
  while (!token.empty() && static_cast<unsigned char>(token.back()) <= ' ') token.remove_suffix(1);
  return token;
}

bool startsWith(od::value& value, char first) {
  const std::string_view token = tokenOf(value);
  return !token.empty() && token.front() == first;
}

/// Text of a string; empty for anything else. A text without escapes is not copied.
std::string_view textOf(od::value& value) {
  const std::string_view token = tokenOf(value);
  if (token.size() < 2 || token.front() != '"') return {};
  if (std::memchr(token.data(), '\\', token.size()) == nullptr) return token.substr(1, token.size() - 2);
  std::string_view text;
  return value.get_string().get(text) == simdjson::SUCCESS ? text : std::string_view();
}

/// The name of a field; empty for one with escapes, which no label and no field of the API has.
std::string_view nameOf(simdjson::ondemand::raw_json_string key) {
  const char* const begin = key.raw();
  const char* end = begin;
  while (*end != '"' && *end != '\\') ++end;
  return *end == '"' ? std::string_view(begin, static_cast<std::size_t>(end - begin)) : std::string_view();
}

template <typename Use>
void eachField(od::object object, Use&& use) {
  for (auto field : object) {
    const std::string_view name = nameOf(field.key());
    od::value value = field.value();
    use(name, value);
  }
}

/// A number as the API writes it; nothing for NaN, infinities and whatever is no number.
std::optional<double> numberOf(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [next, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || next != end || text.empty() || !std::isfinite(number)) return std::nullopt;
  return number;
}

/// Reads one answer.
class Reading {
 public:
  explicit Reading(const PrometheusDecoder::Visit& visit) : m_visit(visit) {}

  void read(od::object root) {
    eachField(root, [this](std::string_view name, od::value& value) {
      if (name == "status")
        m_status = cutAt(textOf(value), kMaxWords);
      else if (name == "errorType")
        m_errorType = cutAt(textOf(value), kMaxWords);
      else if (name == "error")
        m_error = cutAt(textOf(value), kMaxWords);
      else if (name == "warnings" && startsWith(value, '['))
        readWarnings(value);
      else if (name == "isPartial" && tokenOf(value) == "true")
        warn("partial answer");
      else if (name == "data" && startsWith(value, '{'))
        readData(value.get_object().value());
    });
    if (m_status == "error")
      refuse(ErrorCode::MetricsQuery, m_errorType.empty() ? m_error : m_errorType + ": " + m_error);
    if (m_status != "success") refuse(ErrorCode::MetricsQuery, "JSON that is no answer of the Prometheus API");
  }

  PrometheusAnswer answer;
  std::string version;

 private:
  void warn(std::string_view words) {
    if (answer.warnings.size() < kMaxWarnings) answer.warnings.emplace_back(cutAt(words, kMaxWords));
  }

  void readWarnings(od::value& value) {
    for (auto item : value.get_array()) {
      od::value element = item.value();
      warn(textOf(element));
    }
  }

  void readData(od::object data) {
    eachField(data, [this](std::string_view name, od::value& value) {
      if (name == "version") version = cutAt(textOf(value), kShownText);
      if (name == "resultType") m_type = textOf(value);
      if (name == "result" && startsWith(value, '[')) readResult(value);
    });
  }

  void readResult(od::value& value) {
    if (m_type == "string") return;
    if (m_type == "scalar") {
      m_labels.clear();
      m_points.clear();
      readPoint(value);
      return reportSeries();
    }
    for (auto item : value.get_array()) {
      od::value element = item.value();
      readSeries(element.get_object().value());
    }
  }

  void readSeries(od::object series) {
    if (++m_seen > kMaxMetricsSeries) {
      refuse(ErrorCode::LimitExceeded, std::to_string(kMaxMetricsSeries) + " series");
    }
    m_labels.clear();
    m_points.clear();
    eachField(series, [this](std::string_view name, od::value& value) {
      if (name == "metric" && startsWith(value, '{'))
        readLabels(value.get_object().value());
      else if (name == "value" && startsWith(value, '['))
        readPoint(value);
      else if (name == "values" && startsWith(value, '['))
        readPoints(value);
    });
    reportSeries();
  }

  void readLabels(od::object labels) {
    eachField(labels, [this](std::string_view name, od::value& value) {
      if (name.empty() || m_labels.size() >= kMaxMetricsLabels) return;
      m_labels.push_back({name, cutAt(textOf(value), kMaxMetricsLabelBytes)});
    });
  }

  void readPoints(od::value& value) {
    for (auto item : value.get_array()) {
      if (m_points.size() >= kMaxMetricsPoints) {
        refuse(ErrorCode::LimitExceeded, std::to_string(kMaxMetricsPoints) + " points of one series");
      }
      od::value pair = item.value();
      if (startsWith(pair, '[')) readPoint(pair);
    }
  }

  /// [time, "number"]
  void readPoint(od::value& pair) {
    std::optional<double> parts[2];
    std::size_t count = 0;
    for (auto item : pair.get_array()) {
      od::value part = item.value();
      if (count < 2) parts[count] = numberOf(count == 0 ? tokenOf(part) : textOf(part));
      ++count;
    }
    if (count == 2 && parts[0] && parts[1]) m_points.push_back({*parts[0], *parts[1]});
  }

  void reportSeries() {
    if (m_points.empty()) return;
    ++answer.series;
    m_visit({m_labels, m_points});
  }

  const PrometheusDecoder::Visit& m_visit;
  std::vector<MetricLabel> m_labels;
  std::vector<MetricPoint> m_points;
  std::string m_status, m_type, m_errorType, m_error;
  std::size_t m_seen = 0;
};

/// True when the text ends inside a string or before its brackets are closed.
bool isCut(std::string_view body) {
  long depth = 0;
  bool inside = false;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const char c = body[i];
    if (inside) {
      if (c == '\\') ++i;
      inside = c != '"';
    } else if (c == '"') {
      inside = true;
    } else {
      depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    }
  }
  return inside || depth > 0;
}

Error faultOf(const simdjson::simdjson_error& fault, od::document& document, std::string_view body) {
  if (isCut(body)) return makeError(ErrorCode::TruncatedAnswer, {}, {}, std::to_string(body.size()));
  const char* at = nullptr;
  const bool placed = document.current_location().get(at) == simdjson::SUCCESS && at >= body.data();
  return makeError(ErrorCode::ParseFailed, {}, placed ? "byte " + std::to_string(at - body.data()) : std::string(),
                   simdjson::error_message(fault.error()));
}

}  // namespace

std::string_view SeriesView::label(std::string_view name) const {
  for (const MetricLabel& label : labels) {
    if (label.name == name) return label.value;
  }
  return {};
}

std::string firstLineOf(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  text.remove_prefix(begin);
  return std::string(cutAt(text.substr(0, text.find_first_of("\r\n")), kShownText));
}

struct PrometheusDecoder::State {
  od::parser parser{kMaxMetricsBytes + simdjson::SIMDJSON_PADDING};
  od::document document;

  template <typename Take>
  auto run(std::string& body, const Visit& visit, Take&& take) -> Result<decltype(take(std::declval<Reading&>()))> {
    if (body.size() > kMaxMetricsBytes) {
      return unexpected(makeError(ErrorCode::LimitExceeded, {}, {}, std::to_string(kMaxMetricsBytes) + " bytes"));
    }
    const std::size_t first = body.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) return unexpected(makeError(ErrorCode::TruncatedAnswer, {}, {}, "0"));
    if (body[first] != '{') return unexpected(makeError(ErrorCode::MetricsQuery, {}, {}, firstLineOf(body)));
    body.reserve(body.size() + simdjson::SIMDJSON_PADDING);
    try {
      Reading reading(visit);
      document = parser.iterate(body).value();
      reading.read(document.get_object().value());
      if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
        throw simdjson::simdjson_error(simdjson::TRAILING_CONTENT);
      return take(reading);
    } catch (const Refused& refused) {
      return unexpected(refused.error);
    } catch (const simdjson::simdjson_error& fault) {
      return unexpected(faultOf(fault, document, body));
    }
  }
};

PrometheusDecoder::PrometheusDecoder() : m_state(std::make_unique<State>()) {}
PrometheusDecoder::~PrometheusDecoder() = default;

Result<PrometheusAnswer> PrometheusDecoder::decode(std::string body, const Visit& visit) {
  return m_state->run(body, visit, [](Reading& reading) { return std::move(reading.answer); });
}

Result<std::string> PrometheusDecoder::version(std::string body) {
  const Visit nobody = [](const SeriesView&) {};
  return m_state->run(body, nobody, [](Reading& reading) { return std::move(reading.version); });
}

}  // namespace cardinal

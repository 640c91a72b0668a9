// SPDX-License-Identifier: Apache-2.0
#include "core/service/metrics/discovery.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "core/kube/rest/resource.h"

namespace cardinal {
namespace {

namespace od = simdjson::ondemand;

constexpr std::size_t kMaxCandidates = 8;
constexpr std::size_t kMaxPorts = 20;

struct Port {
  std::string name;
  int number = 0;
};

struct Service {
  std::string ns, name;
  std::vector<std::string> labels;  // values of those that name an application
  std::vector<Port> ports;
};

/// How a service is recognised. Names are compared as a whole, or as the end of a longer one
/// ("my-release-prometheus-server").
struct WellKnown {
  std::string_view name;
  std::string_view prefix;  // before /api/v1
};

// In order: what sees several servers first, then the usual installations.
constexpr std::array kWellKnown = {
    WellKnown{"thanos-query-frontend", ""},
    WellKnown{"thanos-query", ""},
    WellKnown{"thanos-querier", ""},
    WellKnown{"vmselect", "/select/0/prometheus"},
    WellKnown{"vmsingle", ""},
    WellKnown{"victoria-metrics-single-server", ""},
    WellKnown{"prometheus-admin", ""},
    WellKnown{"kube-prometheus-stack-prometheus", ""},
    WellKnown{"kube-prometheus-prometheus", ""},
    WellKnown{"prometheus-k8s", ""},
    WellKnown{"prometheus-server", ""},
    WellKnown{"prometheus-operated", ""},
    WellKnown{"prometheus", ""},
};

// Namespaces into which the usual installations put it, and into which tenants do not write: kube-prometheus and most
// charts (monitoring), the chart's own documents (prometheus), Thanos, VictoriaMetrics, ARMS of Alibaba Cloud,
// OpenShift, Rancher, KubeSphere, managed Prometheus of GKE.
constexpr std::array<std::string_view, 16> kOperatorsNamespaces = {"monitoring",
                                                                   "kube-monitoring",
                                                                   "prometheus",
                                                                   "kube-prometheus",
                                                                   "prometheus-operator",
                                                                   "kube-prometheus-stack",
                                                                   "kube-system",
                                                                   "observability",
                                                                   "thanos",
                                                                   "victoria-metrics",
                                                                   "arms-prom",
                                                                   "openshift-monitoring",
                                                                   "openshift-user-workload-monitoring",
                                                                   "cattle-monitoring-system",
                                                                   "kubesphere-monitoring-system",
                                                                   "gmp-system"};

constexpr std::array<std::string_view, 4> kNameLabels = {"kubernetes.io/service-name", "app.kubernetes.io/name", "app",
                                                         "k8s-app"};
// Beside a server stand services that are none of it.
constexpr std::array<std::string_view, 6> kOthers = {"alertmanager", "exporter", "operator",
                                                     "pushgateway",  "adapter",  "sidecar"};
constexpr std::array<std::string_view, 5> kPortNames = {"http-web", "web", "http", "https", "https-web"};
constexpr std::array kPortNumbers = {9090, 8428, 8481, 10902, 80};

std::string textOf(od::value value) {
  std::string_view text;
  return value.get_string().get(text) == simdjson::SUCCESS ? std::string(text.substr(0, 253)) : std::string();
}

void readMetadata(od::object metadata, Service& service) {
  for (auto field : metadata) {
    const std::string_view key = field.unescaped_key();
    if (key == "name") {
      service.name = textOf(field.value());
    } else if (key == "namespace") {
      service.ns = textOf(field.value());
    } else if (key == "labels") {
      for (auto label : field.value().get_object()) {
        const std::string_view name = label.unescaped_key();
        if (std::find(kNameLabels.begin(), kNameLabels.end(), name) != kNameLabels.end()) {
          service.labels.push_back(textOf(label.value()));
        }
      }
    }
  }
}

void readPorts(od::array ports, Service& service) {
  for (auto item : ports) {
    Port port;
    for (auto field : item.get_object()) {
      const std::string_view key = field.unescaped_key();
      if (key == "name") port.name = textOf(field.value());
      std::int64_t number = 0;
      if (key == "port" && field.value().get_int64().get(number) == simdjson::SUCCESS && number > 0 && number < 65536) {
        port.number = static_cast<int>(number);
      }
    }
    if (port.number != 0 && service.ports.size() < kMaxPorts) service.ports.push_back(std::move(port));
  }
}

Service readService(od::object object) {
  Service service;
  for (auto field : object) {
    const std::string_view key = field.unescaped_key();
    if (key == "metadata") readMetadata(field.value().get_object(), service);
    if (key != "spec") continue;
    for (auto part : field.value().get_object()) {
      const std::string_view name = part.unescaped_key();
      if (name == "ports") readPorts(part.value().get_array(), service);
    }
  }
  return service;
}

bool isNamed(std::string_view name, std::string_view known) {
  if (name == known) return true;
  return name.size() > known.size() && name.substr(name.size() - known.size()) == known &&
         name[name.size() - known.size() - 1] == '-';
}

/// Position in kWellKnown; nothing for a service that is no Prometheus API.
std::optional<std::size_t> rankOf(const Service& service) {
  for (const std::string_view other : kOthers) {
    if (service.name.find(other) != std::string::npos) return std::nullopt;
  }
  for (std::size_t i = 0; i < kWellKnown.size(); ++i) {
    if (isNamed(service.name, kWellKnown[i].name)) return i;
    for (const std::string& label : service.labels) {
      if (isNamed(label, kWellKnown[i].name)) return i;
    }
  }
  return std::nullopt;
}

const Port* bestPort(const Service& service) {
  for (const std::string_view name : kPortNames) {
    for (const Port& port : service.ports) {
      if (port.name == name) return &port;
    }
  }
  for (const int number : kPortNumbers) {
    for (const Port& port : service.ports) {
      if (port.number == number) return &port;
    }
  }
  return service.ports.empty() ? nullptr : &service.ports.front();
}

std::optional<MetricsEndpoint> endpointOf(const Service& service, std::string_view prefix) {
  const Port* const port = bestPort(service);
  if (port == nullptr) return std::nullopt;
  const bool https = port->name.substr(0, 5) == "https" || port->number == 443;
  const auto ns = objectPath({"", "v1", "namespaces", false}, {}, service.ns);
  if (!ns || service.name.find_first_of("/%:") != std::string::npos || service.name.empty()) return std::nullopt;
  MetricsEndpoint endpoint;
  endpoint.name = service.ns + "/" + service.name + ":" + std::to_string(port->number);
  endpoint.prefix = *ns + "/services/" + (https ? "https:" : "http:") + percentEncode(service.name) + ":" +
                    std::to_string(port->number) + "/proxy" + std::string(prefix);
  endpoint.proxied = true;
  endpoint.ns = service.ns;
  endpoint.service = service.name;
  return endpoint;
}

using Ranked = std::vector<std::pair<std::size_t, MetricsEndpoint>>;

std::vector<MetricsEndpoint> inOrder(Ranked found) {
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<MetricsEndpoint> endpoints;
  for (auto& [rank, endpoint] : found) {
    if (endpoints.size() < kMaxCandidates) endpoints.push_back(std::move(endpoint));
  }
  return endpoints;
}

/// What a list of services is sorted into.
class Finder {
 public:
  explicit Finder(const std::string& chosen) : m_chosen(chosen) {}

  void take(const Service& service) {
    if (!m_chosen.empty()) return takeChosen(service);
    const auto rank = rankOf(service);
    if (!rank) return;
    auto endpoint = endpointOf(service, kWellKnown[*rank].prefix);
    if (!endpoint) return;
    const bool vouched =
        std::find(kOperatorsNamespaces.begin(), kOperatorsNamespaces.end(), service.ns) != kOperatorsNamespaces.end();
    (vouched ? m_vouched : m_others).emplace_back(*rank, std::move(*endpoint));
  }

  FoundServices finish() { return {inOrder(std::move(m_vouched)), inOrder(std::move(m_others))}; }

 private:
  void takeChosen(Service service) {
    const std::string name = service.ns + "/" + service.name;
    if (m_chosen.compare(0, name.size(), name) != 0) return;
    const std::string rest = m_chosen.substr(name.size());
    if (!rest.empty()) {
      std::erase_if(service.ports, [&rest](const Port& port) { return ":" + std::to_string(port.number) != rest; });
    }
    const auto rank = rankOf(service);
    if (auto endpoint = endpointOf(service, rank ? kWellKnown[*rank].prefix : std::string_view()))
      m_vouched.emplace_back(0, std::move(*endpoint));
  }

  const std::string& m_chosen;
  Ranked m_vouched, m_others;
};

}  // namespace

bool isServiceChoice(const std::string& text) {
  const std::size_t slash = text.find('/');
  return slash != std::string::npos && slash > 0 && slash + 1 < text.size() && text.rfind('/') == slash &&
         text.find("://") == std::string::npos && text.find(':') > slash;
}

Result<FoundServices> metricsServices(std::string body, const std::string& chosen) {
  Finder finder(chosen);
  body.reserve(body.size() + simdjson::SIMDJSON_PADDING);
  try {
    od::parser parser;
    od::document document = parser.iterate(body);
    bool listed = false;
    for (auto field : document.get_object()) {
      const std::string_view key = field.unescaped_key();
      if (key != "items") continue;
      listed = true;
      if (field.value().is_null()) continue;  // an empty list of some servers
      for (auto item : field.value().get_array()) finder.take(readService(item.get_object()));
    }
    if (!listed) return unexpected(makeError(ErrorCode::NotApiServer, "/api/v1/services", {}, "no items"));
  } catch (const simdjson::simdjson_error& fault) {
    return unexpected(makeError(ErrorCode::ParseFailed, "/api/v1/services", {}, fault.what()));
  }
  return finder.finish();
}

std::string metricsServicesLookedFor() {
  std::string all;
  for (const WellKnown& known : kWellKnown) all.append(all.empty() ? "" : ", ").append(known.name);
  return all;
}

}  // namespace cardinal

// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/filter/host_ports.h"

#include <algorithm>

namespace cardinal::alloc {
namespace {

constexpr std::string_view kEveryAddress = "0.0.0.0";

std::string_view addressOf(const HostPort& port) {
  return port.ip.empty() ? kEveryAddress : std::string_view(port.ip);
}

std::string_view protocolOf(const HostPort& port) {
  return port.protocol.empty() ? std::string_view("TCP") : std::string_view(port.protocol);
}

bool conflict(const HostPort& a, const HostPort& b) {
  if (a.port != b.port || protocolOf(a) != protocolOf(b)) return false;
  const auto left = addressOf(a);
  const auto right = addressOf(b);
  return left == right || left == kEveryAddress || right == kEveryAddress;
}

class HostPortFilter final : public Filter {
 public:
  explicit HostPortFilter(const RawPodSpec& spec) {
    for (const Container& container : spec.containers) want(container);
    for (const Container& container : spec.initContainers) {
      if (container.isSidecar) want(container);
    }
  }

  std::optional<Rejection> check(const NodeView& view) const override {
    if (m_wanted.empty()) return std::nullopt;
    if (view.placed > 0) return refusal(m_wanted.front());
    for (const auto& pod : view.node->scheduler.pods) {
      for (const Container& container : pod->spec.containers) {
        if (const HostPort* taken = takenBy(container)) return refusal(*taken);
      }
      for (const Container& container : pod->spec.initContainers) {
        const HostPort* taken = container.isSidecar ? takenBy(container) : nullptr;
        if (taken != nullptr) return refusal(*taken);
      }
    }
    return std::nullopt;
  }

 private:
  void want(const Container& container) {
    m_wanted.insert(m_wanted.end(), container.hostPorts.begin(), container.hostPorts.end());
  }

  const HostPort* takenBy(const Container& container) const {
    for (const HostPort& wanted : m_wanted) {
      const auto isTaken = [&](const HostPort& held) { return conflict(held, wanted); };
      if (std::any_of(container.hostPorts.begin(), container.hostPorts.end(), isTaken)) return &wanted;
    }
    return nullptr;
  }

  static Rejection refusal(const HostPort& port) {
    return nodeRejection(ReasonCode::HostPortTaken, Waiting::NotNow,
                         std::to_string(port.port) + "/" + std::string(protocolOf(port)));
  }

  SharedList<HostPort> m_wanted;
};

}  // namespace

std::unique_ptr<Filter> makeHostPortFilter(const RawPodSpec& spec) {
  const auto named = [](const Container& container) { return !container.hostPorts.empty(); };
  const auto& init = spec.initContainers;
  const bool asks = std::any_of(spec.containers.begin(), spec.containers.end(), named) ||
                    std::any_of(init.begin(), init.end(),
                                [&](const Container& container) { return container.isSidecar && named(container); });
  return asks ? std::make_unique<HostPortFilter>(spec) : nullptr;
}

}  // namespace cardinal::alloc

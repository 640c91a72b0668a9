// SPDX-License-Identifier: Apache-2.0
#include "core/sim/api/demo_logs.h"

#include <algorithm>
#include <cstdio>
#include <functional>

namespace cardinal::sim {
namespace {

constexpr UnixSeconds kStepSeconds = 10;    ///< a training job logs every tenth step
constexpr UnixSeconds kRequestSeconds = 2;  ///< a server its requests

bool trains(const RawPod& pod) {
  return !pod.meta.owners.empty() && pod.meta.owners.front().kind != "ReplicaSet";
}

/// 0..999, the same for the same line of the same pod.
unsigned dice(const RawPod& pod, UnixSeconds line) {
  const std::size_t mixed =
      std::hash<std::string>{}(pod.meta.uid) ^ (static_cast<std::size_t>(line) * 0x9e3779b97f4a7c15ULL);
  return static_cast<unsigned>((mixed >> 17U) % 1000U);
}

std::string text(const RawPod& pod, UnixSeconds line) {
  const unsigned thrown = dice(pod, line);
  char out[160];
  if (line == 0) {
    std::snprintf(out, sizeof out, "INFO  starting %.80s", pod.meta.key.name.c_str());
  } else if (trains(pod)) {
    const double loss = 1.2 + 6.0 / (1.0 + static_cast<double>(line) / 40.0) + thrown / 10000.0;
    std::snprintf(out, sizeof out, "INFO  step %lld loss %.4f tokens/s %u", static_cast<long long>(line * 10), loss,
                  41000 + thrown);
  } else if (thrown < 4) {
    std::snprintf(out, sizeof out, "WARN  request queue is %u long", 30 + thrown);
  } else {
    std::snprintf(out, sizeof out, "INFO  POST /v1/infer 200 batch %u %u ms", 1 + thrown % 8, 18 + thrown % 60);
  }
  return out;
}

}  // namespace

UnixSeconds demoLogPause(const RawPod& pod) {
  return trains(pod) ? kStepSeconds : kRequestSeconds;
}

std::vector<DemoLogLine> demoLog(const RawPod& pod, UnixSeconds after, UnixSeconds until, std::size_t most) {
  std::vector<DemoLogLine> out;
  if (pod.startTime == 0 || until < pod.startTime) return out;
  const UnixSeconds pause = demoLogPause(pod);
  const UnixSeconds last = (until - pod.startTime) / pause;
  UnixSeconds first = after < pod.startTime ? 0 : (after - pod.startTime) / pause + 1;
  first = std::max(first, last - static_cast<UnixSeconds>(most) + 1);
  for (UnixSeconds line = first; line <= last; ++line) out.push_back({pod.startTime + line * pause, text(pod, line)});
  return out;
}

}  // namespace cardinal::sim

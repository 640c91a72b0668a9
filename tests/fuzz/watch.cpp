// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "core/kube/watch/json_framer.h"
#include "core/kube/watch/object_store.h"
#include "core/kube/watch/protobuf_framer.h"
#include "tests/fuzz/targets.h"

namespace cardinal::fuzz {
namespace {

constexpr std::size_t kMaxEvent = 4096;

struct Framed {
  std::vector<std::string> objects;
  bool sound = true;
};

template <typename Framer>
Framed framed(std::string_view stream, std::size_t piece) {
  Framer framer(kMaxEvent);
  Framed out;
  for (std::size_t at = 0; out.sound && at < stream.size(); at += piece)
    out.sound = framer.feed(stream.substr(at, piece), out.objects);
  return out;
}

/// The first byte of `input` says how the network cuts the stream that follows.
template <typename Framer>
std::vector<std::string> framedAnyhow(std::string_view input) {
  const std::size_t piece = 1 + static_cast<unsigned char>(input.front()) % 61U;
  const std::string_view stream = input.substr(1);
  const Framed whole = framed<Framer>(stream, stream.size() + 1);
  const Framed cut = framed<Framer>(stream, piece);
  // Where a limit or garbage ends the stream may differ by what came in one breath; what is complete may not.
  const std::size_t common = std::min(whole.objects.size(), cut.objects.size());
  for (std::size_t i = 0; i < common; ++i)
    require(whole.objects[i] == cut.objects[i], "any cut gives the same objects");
  if (whole.sound && cut.sound) require(whole.objects.size() == cut.objects.size(), "any cut gives as many objects");
  return whole.objects;
}

void applyAll(const std::vector<std::string>& events, WireFormat format) {
  Decoder decoder;
  std::size_t present = 0;
  StoreListener<RawPod> listener;
  listener.upserted = [&](auto pod) {
    require(pod != nullptr, "what is upserted is there");
    ++present;
  };
  listener.removed = [&](auto pod) {
    require(pod != nullptr && present > 0, "only what was upserted is removed");
    --present;
  };
  ObjectStore<RawPod> store(decoder, listener);
  std::size_t upserts = 0;
  for (const std::string& text : events) {
    const auto event = store.applyEvent(text, format);
    if (!event) continue;
    if (event->type == WatchEventType::Added || event->type == WatchEventType::Modified) ++upserts;
    require(store.size() <= upserts, "an object needs an event that brings it");
  }
}

}  // namespace

void watch(std::string_view input) {
  if (!input.empty()) applyAll(framedAnyhow<JsonFramer>(input), WireFormat::Json);
}

void frames(std::string_view input) {
  if (!input.empty()) applyAll(framedAnyhow<ProtobufFramer>(input), WireFormat::Protobuf);
}

}  // namespace cardinal::fuzz

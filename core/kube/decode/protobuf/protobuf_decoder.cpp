// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/protobuf/protobuf_decoder.h"

#include <algorithm>
#include <type_traits>

#include "core/kube/decode/parts/limits.h"
#include "core/kube/decode/parts/object_parts.h"
#include "core/kube/decode/parts/status.h"
#include "core/kube/decode/protobuf/protobuf_reader.h"

namespace cardinal::protobuf {
namespace {

template <typename T>
constexpr std::string_view kKind{};
template <>
constexpr std::string_view kKind<RawNode> = "Node";
template <>
constexpr std::string_view kKind<RawPod> = "Pod";
template <>
constexpr std::string_view kKind<RawConfigMap> = "ConfigMap";
template <>
constexpr std::string_view kKind<RawDisruptionBudget> = "PodDisruptionBudget";
template <>
constexpr std::string_view kKind<RawQuota> = "ResourceQuota";
template <>
constexpr std::string_view kKind<RawLimitRange> = "LimitRange";
template <>
constexpr std::string_view kKind<RawClaim> = "PersistentVolumeClaim";
template <>
constexpr std::string_view kKind<RawVolume> = "PersistentVolume";
template <>
constexpr std::string_view kKind<RawPriorityClass> = "PriorityClass";
template <>
constexpr std::string_view kKind<RawRuntimeClass> = "RuntimeClass";
template <>
constexpr std::string_view kKind<RawService> = "Service";
template <>
constexpr std::string_view kKind<RawNamespace> = "Namespace";
template <>
constexpr std::string_view kKind<ObjectEvent> = "Event";
template <>
constexpr std::string_view kKind<RawResourceSlice> = "ResourceSlice";
template <>
constexpr std::string_view kKind<RawDeviceClass> = "DeviceClass";
template <>
constexpr std::string_view kKind<RawResourceClaim> = "ResourceClaim";
template <>
constexpr std::string_view kKind<RawResourceClaimTemplate> = "ResourceClaimTemplate";

/// Leaves the reading of one answer with an error that is known already.
struct Refusal final : std::exception {
  explicit Refusal(Error e) : error(std::move(e)) {}
  Error error;
};

/// runtime.Unknown: what an answer says that it holds.
struct Envelope {
  std::string version;
  std::string kind;
  std::string_view raw;
};

/// The beginning of an answer that is none, for people.
std::string shownBeginning(std::string_view body) {
  constexpr std::size_t kShown = 40;
  std::string out(body.substr(0, std::min(body.find_first_of("\r\n"), kShown)));
  std::replace_if(
      out.begin(), out.end(), [](char c) { return c < ' ' || c > '~'; }, '.');
  return out;
}

Envelope openEnvelope(std::string_view body, const std::string& subject, Progress& progress) {
  if (body.substr(0, kMagic.size()) != kMagic) {
    if (body == kMagic.substr(0, body.size())) throw Fault(ErrorCode::TruncatedAnswer, {});
    throw Refusal(makeError(ErrorCode::NotApiServer, subject, {},
                            "announced as protobuf, but begins with \"" + shownBeginning(body) + '"'));
  }
  Envelope out;
  std::vector<FieldProblem> unread;
  Problems problems(unread);
  const Path path{nullptr, "kind"};
  Message unknown(body.substr(kMagic.size()), progress);
  bool whole = false;
  while (unknown.next()) {
    switch (unknown.number()) {
      case 1: {
        Message type = unknown.message();
        while (type.next()) {
          if (type.number() == 1) readText(type, out.version, path, problems);
          if (type.number() == 2) readText(type, out.kind, path, problems);
        }
        break;
      }
      case 2:
        out.raw = unknown.bytes();
        whole = true;
        break;
      case 3:
      case 4:
        if (const std::string_view form = unknown.bytes(); !form.empty())
          throw Refusal(makeError(ErrorCode::NotApiServer, subject, {}, "in the form " + shownBeginning(form)));
        break;
      default:
        break;
    }
  }
  // An empty object is written as one of no bytes; without even that the rest was cut off.
  if (!whole) throw Fault(ErrorCode::TruncatedAnswer, {});
  return out;
}

[[noreturn]] void refuseKind(const std::string& wanted, const Envelope& found) {
  std::string words = "protobuf without a kind";
  if (!found.kind.empty()) words = "kind " + found.version + (found.version.empty() ? "" : " ") + found.kind;
  throw Refusal(makeError(ErrorCode::NotApiServer, wanted, {}, std::move(words)));
}

/// Throws unless the envelope holds `wanted`; the error of a Status that stands there instead.
template <typename T>
void requireKind(const std::string& wanted, const Envelope& envelope, Progress& progress) {
  if (envelope.kind == wanted && readsProtobuf<T>(envelope.version)) return;
  if (envelope.kind == "Status") {
    ApiStatus status;
    readObject(Message(envelope.raw, progress), status);
    if (status.failure) throw Refusal(statusError(status));
  }
  refuseKind(wanted, envelope);
}

/// Runs `read(progress)` over an answer and turns whatever goes wrong into an Error.
template <typename T, typename Read>
Result<T> decode(std::string_view body, const std::string& subject, Read&& read) {
  if (body.size() > kMaxDocumentBytes)
    return unexpected(makeError(ErrorCode::LimitExceeded, subject, {}, std::to_string(kMaxDocumentBytes)));
  Progress progress;
  progress.at = body.data();
  progress.bodyEnd = body.data() + body.size();
  try {
    return read(progress);
  } catch (const Refusal& refusal) {
    return unexpected(refusal.error);
  } catch (const Fault& fault) {
    if (fault.code == ErrorCode::TruncatedAnswer)
      return unexpected(makeError(fault.code, subject, {}, std::to_string(body.size())));
    return unexpected(makeError(fault.code, subject, "byte " + std::to_string(progress.at - body.data()), fault.words));
  }
}

template <typename T>
std::shared_ptr<const T> readShared(Message object, ListPool& pool) {
  object.progress().entries = 0;
  // Pods have much in common; of other kinds there are few, or each is different.
  object.progress().pool = std::is_same_v<T, RawPod> ? &pool : nullptr;
  auto out = std::make_shared<T>();
  readObject(object, *out);
  pool.share(*out);
  return out;
}

/// metav1.WatchEvent: its words and the object as it is written, envelope and all.
struct Frame {
  std::string word;
  std::optional<std::string_view> object;
};

Frame readFrame(std::string_view bytes, Progress& progress) {
  Frame out;
  std::vector<FieldProblem> unread;
  Problems problems(unread);
  Message frame(bytes, progress);
  while (frame.next()) {
    if (frame.number() == 1) {
      readText(frame, out.word, Path{nullptr, "type"}, problems);
    } else if (frame.number() == 2) {
      Message extension = frame.message();
      out.object.emplace();
      while (extension.next()) {
        if (extension.number() == 1) out.object = extension.bytes();
      }
    }
  }
  return out;
}

template <typename T>
WatchEvent<T> readEvent(std::string_view bytes, ListPool& pool, Progress& progress) {
  const std::string subject = "watch event";
  const Frame frame = readFrame(bytes, progress);
  const auto type = decode::eventType(frame.word);
  if (!type) {
    throw Refusal(frame.word.empty()
                      ? makeError(ErrorCode::NotApiServer, subject, {}, "protobuf without an event type")
                      : makeError(ErrorCode::Unsupported, subject + " " + shownBeginning(frame.word), "watch"));
  }
  if (!frame.object) throw Refusal(makeError(ErrorCode::NotApiServer, subject, {}, "no object"));
  WatchEvent<T> out;
  out.type = *type;
  const Envelope envelope = openEnvelope(*frame.object, subject, progress);
  if (out.type == WatchEventType::Error) {
    if (envelope.kind != "Status") refuseKind("Status", envelope);
    readObject(Message(envelope.raw, progress), out.status);
    return out;
  }
  requireKind<T>(std::string(kKind<T>), envelope, progress);
  progress.version = envelope.version;
  out.object = readShared<T>(Message(envelope.raw, progress), pool);
  out.resourceVersion = out.object->meta.resourceVersion;
  if (out.type == WatchEventType::Bookmark) {
    const std::string* end = find(out.object->meta.annotations, "k8s.io/initial-events-end");
    out.initialEventsEnd = end != nullptr && *end == "true";
    out.object.reset();
  }
  return out;
}

template <typename T>
ListPage<T> readList(std::string_view raw, ListPool& pool, Progress& progress) {
  ListPage<T> out;
  Message list(raw, progress);
  while (list.next()) {
    if (list.number() == 1) {
      readListMeta(list.message(), out.meta);
    } else if (list.number() == 2) {
      if (out.items.size() >= kMaxListItems) throw Fault(ErrorCode::LimitExceeded, std::to_string(kMaxListItems));
      out.items.push_back(readShared<T>(list.message(), pool));
    }
  }
  return out;
}

}  // namespace

template <typename T>
Result<ListPage<T>> list(std::string_view body, ListPool& pool) {
  const std::string wanted = std::string(kKind<T>) + "List";
  return decode<ListPage<T>>(body, wanted, [&](Progress& progress) {
    const Envelope envelope = openEnvelope(body, wanted, progress);
    requireKind<T>(wanted, envelope, progress);
    progress.version = envelope.version;
    return readList<T>(envelope.raw, pool, progress);
  });
}

template <typename T>
Result<WatchEvent<T>> event(std::string_view frame, ListPool& pool) {
  return decode<WatchEvent<T>>(frame, "watch event",
                               [&](Progress& progress) { return readEvent<T>(frame, pool, progress); });
}

Result<ApiStatus> status(std::string_view body) {
  return decode<ApiStatus>(body, "Status", [&](Progress& progress) {
    const Envelope envelope = openEnvelope(body, "Status", progress);
    if (envelope.kind != "Status") refuseKind("Status", envelope);
    ApiStatus out;
    readObject(Message(envelope.raw, progress), out);
    return out;
  });
}

std::string nextPageToken(std::string_view body) {
  ListMeta meta;
  Progress progress;
  try {
    Message list(openEnvelope(body, "list", progress).raw, progress);
    if (list.next() && list.number() == 1) readListMeta(list.message(), meta);
  } catch (const std::exception&) {
    return {};  // the decoder will say what is wrong
  }
  return meta.continueToken;
}

template Result<ListPage<RawNode>> list<RawNode>(std::string_view, ListPool&);
template Result<ListPage<RawPod>> list<RawPod>(std::string_view, ListPool&);
template Result<ListPage<RawConfigMap>> list<RawConfigMap>(std::string_view, ListPool&);
template Result<ListPage<RawDisruptionBudget>> list<RawDisruptionBudget>(std::string_view, ListPool&);
template Result<ListPage<RawQuota>> list<RawQuota>(std::string_view, ListPool&);
template Result<ListPage<RawLimitRange>> list<RawLimitRange>(std::string_view, ListPool&);
template Result<ListPage<RawClaim>> list<RawClaim>(std::string_view, ListPool&);
template Result<ListPage<RawVolume>> list<RawVolume>(std::string_view, ListPool&);
template Result<ListPage<ObjectEvent>> list<ObjectEvent>(std::string_view, ListPool&);
template Result<ListPage<RawPriorityClass>> list<RawPriorityClass>(std::string_view, ListPool&);
template Result<ListPage<RawRuntimeClass>> list<RawRuntimeClass>(std::string_view, ListPool&);
template Result<ListPage<RawService>> list<RawService>(std::string_view, ListPool&);
template Result<ListPage<RawNamespace>> list<RawNamespace>(std::string_view, ListPool&);
template Result<ListPage<RawResourceSlice>> list<RawResourceSlice>(std::string_view, ListPool&);
template Result<ListPage<RawDeviceClass>> list<RawDeviceClass>(std::string_view, ListPool&);
template Result<ListPage<RawResourceClaim>> list<RawResourceClaim>(std::string_view, ListPool&);
template Result<ListPage<RawResourceClaimTemplate>> list<RawResourceClaimTemplate>(std::string_view, ListPool&);
template Result<WatchEvent<RawNode>> event<RawNode>(std::string_view, ListPool&);
template Result<WatchEvent<RawPod>> event<RawPod>(std::string_view, ListPool&);
template Result<WatchEvent<RawConfigMap>> event<RawConfigMap>(std::string_view, ListPool&);
template Result<WatchEvent<RawQuota>> event<RawQuota>(std::string_view, ListPool&);
template Result<WatchEvent<RawPriorityClass>> event<RawPriorityClass>(std::string_view, ListPool&);
template Result<WatchEvent<RawRuntimeClass>> event<RawRuntimeClass>(std::string_view, ListPool&);
template Result<WatchEvent<RawService>> event<RawService>(std::string_view, ListPool&);
template Result<WatchEvent<RawNamespace>> event<RawNamespace>(std::string_view, ListPool&);
template Result<WatchEvent<RawDisruptionBudget>> event<RawDisruptionBudget>(std::string_view, ListPool&);
template Result<WatchEvent<RawResourceSlice>> event<RawResourceSlice>(std::string_view, ListPool&);
template Result<WatchEvent<RawDeviceClass>> event<RawDeviceClass>(std::string_view, ListPool&);
template Result<WatchEvent<RawResourceClaim>> event<RawResourceClaim>(std::string_view, ListPool&);
template Result<WatchEvent<RawResourceClaimTemplate>> event<RawResourceClaimTemplate>(std::string_view, ListPool&);

}  // namespace cardinal::protobuf

// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/decoder.h"

#include <algorithm>
#include <exception>
#include <type_traits>
#include <utility>

#include "core/kube/decode/json/json_fault.h"
#include "core/kube/decode/json/read_extras.h"
#include "core/kube/decode/json/read_objects.h"
#include "core/kube/decode/parts/list_pool.h"
#include "core/kube/decode/parts/object_parts.h"
#include "core/kube/decode/protobuf/protobuf_decoder.h"

namespace cardinal {
namespace {

using json::eachField;
using json::Object;
using json::Path;
using json::Problems;
using json::Value;

static_assert(kDecodePadding >= simdjson::SIMDJSON_PADDING);

constexpr int kMaxListNesting = 4;
constexpr std::size_t kMaxSkippedKinds = 100;

/// Leaves the reading of one document; caught at the decoder's door.
struct Refusal final : std::exception {
  explicit Refusal(Error e) : error(std::move(e)) {}
  Error error;
};

std::string byteAt(std::size_t offset) {
  return "byte " + std::to_string(offset);
}

/// A top-level text field, looked up before the rest is read. The object stands at its start again afterwards.
std::string lookUp(Object& object, std::string_view key) {
  std::string out;
  auto found = object.find_field_unordered(key);
  if (found.error() == simdjson::SUCCESS) {
    Value value = found.value();
    const std::string_view token = json::tokenOf(value);
    if (!token.empty() && token.front() == '"') json::unescape(token, out);
  } else if (found.error() != simdjson::NO_SUCH_FIELD) {
    throw simdjson::simdjson_error(found.error());
  }
  if (object.reset().error() != simdjson::SUCCESS) throw simdjson::simdjson_error(simdjson::TAPE_ERROR);
  return out;
}

[[noreturn]] void refuseKind(const std::string& wanted, const std::string& found) {
  throw Refusal(
      makeError(ErrorCode::NotApiServer, wanted, {}, found.empty() ? "JSON without a kind" : "kind " + found));
}

/// Throws the error of a Status that stands where something else was asked for.
void refuseStatus(Object& root, const std::string& wanted) {
  ApiStatus status;
  json::readObject(root, status);
  if (status.failure) throw Refusal(statusError(status));
  refuseKind(wanted, "Status");
}

template <typename T>
std::shared_ptr<const T> readShared(Object& object, ListPool& pool) {
  auto out = std::make_shared<T>();
  json::readObject(object, *out);
  pool.share(*out);
  return out;
}

template <typename T, typename Use>
void readItems(Value& items, Use&& use) {
  std::vector<FieldProblem> unread;
  Problems problems(unread);
  std::size_t count = 0;
  json::eachItem(items, Path{nullptr, "items"}, problems, [&](Value& item, int) {
    if (++count > kMaxListItems)
      throw Refusal(makeError(ErrorCode::LimitExceeded, "items", {}, std::to_string(kMaxListItems)));
    Object object = item.get_object();
    use(object);
  });
  if (!unread.empty()) throw simdjson::simdjson_error(simdjson::INCORRECT_TYPE);
}

std::optional<ExtraKind> extraKind(std::string_view kind, std::string_view group) {
  for (std::size_t i = 0; i < kExtraKinds; ++i) {
    const auto known = static_cast<ExtraKind>(i);
    if (toString(known) == kind && groupOf(known) == group) return known;
  }
  return std::nullopt;
}

class SetReader {
 public:
  SetReader(ObjectSet& out, ListPool& pool) : m_out(out), m_pool(pool) {}

  void read(Object& object, int nesting) {
    const std::string kind = lookUp(object, "kind");
    const std::string group = apiGroupOf(object);
    if (kind.empty()) {
      if (nesting != 0 || !readSnapshot(object)) refuseKind("List", {});
    } else if (kind == "Status") {
      refuseStatus(object, "List");
    } else if (kind.ends_with("List")) {
      readList(object, kind, group, nesting);
    } else {
      readOne(object, kind, group);
      if (nesting == 0) leave(object);
    }
  }

 private:
  /// Empty of the core group; what has no apiVersion is of no group.
  static std::string apiGroupOf(Object& object) {
    const std::string version = lookUp(object, "apiVersion");
    const std::size_t slash = version.find('/');
    if (slash != std::string::npos) return version.substr(0, slash);
    return version.empty() ? "?" : std::string();
  }

  void readOne(Object& object, const std::string& kind, const std::string& group) {
    if (kind == json::Kind<RawNode>::kName) {
      m_out.nodes.push_back(readShared<RawNode>(object, m_pool));
    } else if (kind == json::Kind<RawPod>::kName) {
      m_out.pods.push_back(readShared<RawPod>(object, m_pool));
    } else if (kind == json::Kind<RawConfigMap>::kName) {
      RawConfigMap map;
      json::readObject(object, map);
      if (auto health = unhealthyGpus(map)) return m_out.unhealthy.push_back(std::move(*health));
      rewind(object);
      if (map.meta.key.name == kYunikornConfigMap) return addExtra<RawYunikornConfig>(object);
      if (map.meta.key.name == kVolcanoConfigMap) return addExtra<RawVolcanoConfig>(object);
      if (addMigConfigs(object)) return;
      rewind(object);
      addPluginConfigs(object);
    } else if (!readRule(object, kind) && !readExtra(object, kind, group)) {
      skip(kind);
    }
  }

  /// Up to its end: what is left over of a whole document would be a fault.
  static void leave(Object& object) {
    rewind(object);
    eachField(object, [](std::string_view /*key*/, Value& /*field*/) {});
  }

  static void rewind(Object& object) {
    if (object.reset().error() != simdjson::SUCCESS) throw simdjson::simdjson_error(simdjson::TAPE_ERROR);
  }

  /// False where it is no ConfigMap of mig-manager.
  bool addMigConfigs(Object& object) {
    auto map = readShared<RawMigConfigs>(object, m_pool);
    if (!map->isRead || map->configs.empty()) return false;
    auto& list = m_out.extras[indexOf(ExtraKind::MigConfigs)];
    if (!list) list.emplace();
    list->push_back(std::move(map));
    return true;
  }

  /// Other ConfigMaps say nothing that is used here.
  void addPluginConfigs(Object& object) {
    auto map = readShared<RawPluginConfigs>(object, m_pool);
    const bool isOne = std::any_of(map->configs.begin(), map->configs.end(),
                                   [](const DevicePluginConfig& config) { return config.isRead; });
    if (!isOne) return;
    auto& list = m_out.extras[indexOf(ExtraKind::PluginConfigs)];
    if (!list) list.emplace();
    list->push_back(std::move(map));
  }

  template <typename T>
  void addExtra(Object& object) {
    RawExtra extra = readShared<T>(object, m_pool);
    auto& list = m_out.extras[extra.index()];
    if (!list) list.emplace();
    list->push_back(std::move(extra));
  }

  template <std::size_t... kKinds>
  void addOf(ExtraKind kind, Object& object, std::index_sequence<kKinds...> /*all*/) {
    const auto addIf = [&]<std::size_t kKind>() {
      using Pointer = std::variant_alternative_t<kKind, RawExtra>;
      if (indexOf(kind) == kKind) addExtra<std::remove_const_t<typename Pointer::element_type>>(object);
    };
    (addIf.template operator()<kKinds>(), ...);
  }

  /// Kinds of these names belong to other groups too.
  bool readExtra(Object& object, const std::string& kind, const std::string& group) {
    const auto known = extraKind(kind, group);
    if (!known) return false;
    addOf(*known, object, std::make_index_sequence<kExtraKinds>());
    return true;
  }

  bool openExtras(const std::string& itemKind, const std::string& group) {
    const auto known = extraKind(itemKind, group);
    if (!known) return false;
    auto& list = m_out.extras[indexOf(*known)];
    if (!list) list.emplace();
    return true;
  }

  template <typename T>
  static void addTo(std::optional<std::vector<T>>& list, Object& object) {
    if (!list) list.emplace();
    json::readObject(object, list->emplace_back());
  }

  bool readRule(Object& object, const std::string& kind) {
    NamespaceRules& rules = m_out.rules;
    if (kind == json::Kind<RawQuota>::kName)
      addTo(rules.quotas, object);
    else if (kind == json::Kind<RawLimitRange>::kName)
      addTo(rules.limitRanges, object);
    else if (kind == json::Kind<RawClaim>::kName)
      addTo(rules.claims, object);
    else if (kind == json::Kind<RawVolume>::kName)
      addTo(rules.volumes, object);
    else if (kind == json::Kind<RawStorageClass>::kName)
      addTo(rules.storageClasses, object);
    else
      return false;
    return true;
  }

  /// A list makes its part known, also when it is empty.
  bool openRules(const std::string& list) {
    NamespaceRules& rules = m_out.rules;
    const auto open = [&](const char* kind, auto& part) {
      if (list != kind) return false;
      if (!part) part.emplace();
      return true;
    };
    return open(json::Kind<RawQuota>::kList, rules.quotas) ||
           open(json::Kind<RawLimitRange>::kList, rules.limitRanges) ||
           open(json::Kind<RawClaim>::kList, rules.claims) || open(json::Kind<RawVolume>::kList, rules.volumes) ||
           open(json::Kind<RawStorageClass>::kList, rules.storageClasses);
  }

  void readList(Object& object, const std::string& kind, const std::string& group, int nesting) {
    const bool mixed = kind == "List";
    const std::string itemKind = kind.substr(0, kind.size() - 4);
    const bool known = mixed || kind == json::Kind<RawNode>::kList || kind == json::Kind<RawPod>::kList ||
                       kind == json::Kind<RawConfigMap>::kList || openRules(kind) || openExtras(itemKind, group);
    if (!known) skip(itemKind);
    eachField(object, [&](std::string_view key, Value& field) {
      if (key != "items" || !known) return;
      readItems<void>(field, [&](Object& item) {
        if (!mixed) return readOne(item, itemKind, group);
        if (nesting >= kMaxListNesting) {
          throw Refusal(makeError(ErrorCode::LimitExceeded, "List", {}, std::to_string(kMaxListNesting)));
        }
        read(item, nesting + 1);
      });
    });
  }

  bool readSnapshot(Object& object) {
    std::vector<FieldProblem> unread;
    Problems problems(unread);
    const Path path{nullptr, "snapshot"};
    eachField(object, [&](std::string_view key, Value& field) {
      if (key == "cardinalSnapshot") {
        m_out.isSnapshot = true;
        json::readInt(field, m_out.snapshotVersion, path, problems);
      } else if (key == "time") {
        readSnapshotTime(field, path, problems);
      } else if (key == "serverVersion") {
        json::readText(field, m_out.serverVersion, path, problems);
      } else if (key == "scope") {
        json::readText(field, m_out.scope, path, problems);
      } else if (key == "lists") {
        json::eachItem(field, path, problems, [&](Value& item, int) {
          Object list = item.get_object();
          read(list, 1);
        });
      }
    });
    return m_out.isSnapshot;
  }

  /// Seconds since the epoch or RFC 3339.
  void readSnapshotTime(Value& field, const Path& path, Problems& problems) {
    const std::string_view token = json::tokenOf(field);
    if (!token.empty() && token.front() == '"')
      json::readTime(field, m_out.time, path, problems);
    else
      json::readInt(field, m_out.time, path, problems);
  }

  void skip(const std::string& kind) {
    auto& kinds = m_out.skippedKinds;
    if (kinds.size() < kMaxSkippedKinds && std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
      kinds.push_back(kind);
  }

  ObjectSet& m_out;
  ListPool& m_pool;
};

template <typename T>
void readEventObject(Object& object, WatchEvent<T>& out, ListPool& pool) {
  const std::string kind = lookUp(object, "kind");
  if (out.type == WatchEventType::Error) {
    if (kind != "Status") refuseKind("Status", kind);
    json::readObject(object, out.status);
    return;
  }
  if (kind == "Status") refuseStatus(object, json::Kind<T>::kName);
  if (kind != json::Kind<T>::kName) refuseKind(json::Kind<T>::kName, kind);
  out.object = readShared<T>(object, pool);
  out.resourceVersion = out.object->meta.resourceVersion;
  if (out.type == WatchEventType::Bookmark) {
    const std::string* end = find(out.object->meta.annotations, "k8s.io/initial-events-end");
    out.initialEventsEnd = end != nullptr && *end == "true";
    out.object.reset();
  }
}

}  // namespace

struct Decoder::State {
  simdjson::ondemand::parser parser{kMaxDocumentBytes + kDecodePadding};
  simdjson::ondemand::document document;
  bool opened = false;  ///< `document` is of the text under way
  ListPool pool;

  /// Runs `read(root)` over a whole document and turns whatever goes wrong into an Error.
  template <typename T, typename Read>
  Result<T> decode(std::string& body, const char* subject, Read&& read) {
    if (body.size() > kMaxDocumentBytes) {
      return unexpected(makeError(ErrorCode::LimitExceeded, subject, {}, std::to_string(kMaxDocumentBytes)));
    }
    if (body.compare(0, protobuf::kMagic.size(), protobuf::kMagic) == 0)
      return unexpected(makeError(ErrorCode::NotApiServer, subject, {}, "announced as JSON, but is protobuf"));
    if (body.compare(0, 3, "\xEF\xBB\xBF") == 0) body.erase(0, 3);
    try {
      open(body);
      T out;
      Object root = document.get_object();
      read(root, out);
      if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
        throw simdjson::simdjson_error(simdjson::TRAILING_CONTENT);
      return out;
    } catch (const Refusal& refusal) {
      return unexpected(refusal.error);
    } catch (const simdjson::simdjson_error& failure) {
      return unexpected(faultOf(body, subject, failure));
    }
  }

 private:
  void open(std::string& body) {
    opened = false;
    pad(body);
    auto error = parser.iterate(body).get(document);
    if (error == simdjson::UTF8_ERROR) {
      body = repairUtf8(body);
      pad(body);
      error = parser.iterate(body).get(document);
    }
    if (error != simdjson::SUCCESS) throw simdjson::simdjson_error(error);
    opened = true;
  }

  static void pad(std::string& body) {
    if (body.capacity() - body.size() < kDecodePadding) body.reserve(body.size() + kDecodePadding);
  }

  Error faultOf(const std::string& body, const char* subject, const simdjson::simdjson_error& failure) {
    if (failure.error() == simdjson::CAPACITY || failure.error() == simdjson::MEMALLOC) {
      return makeError(ErrorCode::LimitExceeded, subject, {}, std::to_string(kMaxDocumentBytes));
    }
    if (const auto fault = findJsonFault(body)) {
      if (fault->truncated)
        return makeError(ErrorCode::TruncatedAnswer, subject, byteAt(fault->offset), std::to_string(body.size()));
      return makeError(ErrorCode::ParseFailed, subject, byteAt(fault->offset), fault->what);
    }
    return makeError(ErrorCode::ParseFailed, subject, byteAt(position(body)), failure.what());
  }

  std::size_t position(const std::string& body) {
    const char* at = nullptr;
    if (!opened) return 0;  // the document is none, or still the one before
    if (document.current_location().get(at) != simdjson::SUCCESS) return 0;
    return at >= body.data() && at <= body.data() + body.size() ? static_cast<std::size_t>(at - body.data()) : 0;
  }
};

Decoder::Decoder() : m_state(std::make_unique<State>()) {}
Decoder::~Decoder() = default;
Decoder::Decoder(Decoder&&) noexcept = default;
Decoder& Decoder::operator=(Decoder&&) noexcept = default;

template <typename T>
Result<ListPage<T>> Decoder::list(std::string body, WireFormat format) {
  if constexpr (kReadsProtobuf<T>) {
    if (format == WireFormat::Protobuf) return protobuf::list<T>(body, m_state->pool);
  }
  const char* const wanted = json::Kind<T>::kList;
  return m_state->decode<ListPage<T>>(body, wanted, [&](Object& root, ListPage<T>& out) {
    const std::string kind = lookUp(root, "kind");
    if (kind == "Status") refuseStatus(root, wanted);
    if (kind != wanted) refuseKind(wanted, kind);
    eachField(root, [&](std::string_view key, Value& field) {
      if (key == "metadata") {
        json::readListMeta(field, out.meta);
      } else if (key == "items") {
        readItems<T>(field, [&](Object& item) { out.items.push_back(readShared<T>(item, m_state->pool)); });
      }
    });
  });
}

template <typename T>
Result<std::shared_ptr<const T>> Decoder::object(std::string body) {
  const char* const wanted = json::Kind<T>::kName;
  return m_state->decode<std::shared_ptr<const T>>(body, wanted, [&](Object& root, std::shared_ptr<const T>& out) {
    const std::string kind = lookUp(root, "kind");
    if (kind == "Status") refuseStatus(root, wanted);
    if (kind != wanted) refuseKind(wanted, kind);
    out = readShared<T>(root, m_state->pool);
  });
}

template <typename T>
Result<WatchEvent<T>> Decoder::event(std::string body, WireFormat format) {
  if constexpr (kReadsProtobuf<T>) {
    if (format == WireFormat::Protobuf) return protobuf::event<T>(body, m_state->pool);
  }
  return m_state->decode<WatchEvent<T>>(body, "watch event", [&](Object& root, WatchEvent<T>& out) {
    const std::string word = lookUp(root, "type");
    const auto type = decode::eventType(word);
    if (!type) {
      throw Refusal(word.empty() ? makeError(ErrorCode::NotApiServer, "watch event", {}, "JSON without an event type")
                                 : makeError(ErrorCode::Unsupported, "watch event " + word, "watch"));
    }
    out.type = *type;
    bool seen = false;
    eachField(root, [&](std::string_view key, Value& field) {
      if (key != "object") return;
      Object object = field.get_object();
      readEventObject(object, out, m_state->pool);
      seen = true;
    });
    if (!seen) throw Refusal(makeError(ErrorCode::NotApiServer, "watch event", {}, "no object"));
  });
}

Result<ObjectSet> Decoder::objects(std::string body) {
  return m_state->decode<ObjectSet>(
      body, "List", [this](Object& root, ObjectSet& out) { SetReader(out, m_state->pool).read(root, 0); });
}

Result<ObjectHeader> Decoder::header(std::string body) {
  return m_state->decode<ObjectHeader>(body, "object", [](Object& root, ObjectHeader& out) {
    const std::string kind = lookUp(root, "kind");
    if (kind == "Status") refuseStatus(root, "object");
    if (kind.empty()) refuseKind("object", kind);
    json::readObject(root, out);
  });
}

Result<ApiStatus> Decoder::status(std::string body, WireFormat format) {
  if (format == WireFormat::Protobuf) return protobuf::status(body);
  return m_state->decode<ApiStatus>(body, "Status", [](Object& root, ApiStatus& out) {
    const std::string kind = lookUp(root, "kind");
    if (kind != "Status") refuseKind("Status", kind);
    json::readObject(root, out);
  });
}

Result<std::string> Decoder::serverVersion(std::string body) {
  return m_state->decode<std::string>(body, "version", [](Object& root, std::string& out) {
    std::vector<FieldProblem> unread;
    Problems problems(unread);
    eachField(root, [&](std::string_view key, Value& field) {
      if (key == "gitVersion") json::readText(field, out, Path{nullptr, key}, problems);
    });
    if (out.empty()) throw Refusal(makeError(ErrorCode::NotApiServer, "version", {}, "no gitVersion"));
  });
}

Result<std::vector<ApiResource>> Decoder::resources(std::string body, bool withSubresources) {
  return m_state->decode<std::vector<ApiResource>>(
      body, "APIResourceList", [withSubresources](Object& root, std::vector<ApiResource>& out) {
        const std::string kind = lookUp(root, "kind");
        if (kind == "Status") refuseStatus(root, "APIResourceList");
        if (kind != "APIResourceList") refuseKind("APIResourceList", kind);
        std::vector<FieldProblem> unread;
        Problems problems(unread);
        const Path path{nullptr, "resources"};
        eachField(root, [&](std::string_view key, Value& field) {
          if (key != "resources") return;
          json::eachItem(field, path, problems, [&](Value& item, int) {
            ApiResource resource;
            eachField(item, path, problems, [&](std::string_view part, Value& text) {
              if (part == "name")
                json::readText(text, resource.name, path, problems);
              else if (part == "kind")
                json::readText(text, resource.kind, path, problems);
              else if (part == "namespaced")
                json::readBool(text, resource.namespaced, path, problems);
              else if (part == "group")
                json::readText(text, resource.group, path, problems);
              else if (part == "version")
                json::readText(text, resource.version, path, problems);
            });
            const bool isSubresource = resource.name.find('/') != std::string::npos;
            if (!resource.name.empty() && (withSubresources || !isSubresource)) out.push_back(std::move(resource));
          });
        });
      });
}

template Result<ListPage<RawNode>> Decoder::list<RawNode>(std::string, WireFormat);
template Result<ListPage<RawPod>> Decoder::list<RawPod>(std::string, WireFormat);
template Result<ListPage<RawConfigMap>> Decoder::list<RawConfigMap>(std::string, WireFormat);
template Result<ListPage<RawQuota>> Decoder::list<RawQuota>(std::string, WireFormat);
template Result<std::shared_ptr<const RawQuota>> Decoder::object<RawQuota>(std::string);
template Result<WatchEvent<RawQuota>> Decoder::event<RawQuota>(std::string, WireFormat);
template Result<ListPage<RawLimitRange>> Decoder::list<RawLimitRange>(std::string, WireFormat);
template Result<ListPage<RawClaim>> Decoder::list<RawClaim>(std::string, WireFormat);
template Result<ListPage<RawVolume>> Decoder::list<RawVolume>(std::string, WireFormat);
template Result<ListPage<RawStorageClass>> Decoder::list<RawStorageClass>(std::string, WireFormat);
template Result<std::shared_ptr<const RawStorageClass>> Decoder::object<RawStorageClass>(std::string);
template Result<std::shared_ptr<const RawClaim>> Decoder::object<RawClaim>(std::string);
template Result<std::shared_ptr<const RawVolume>> Decoder::object<RawVolume>(std::string);
template Result<ListPage<ObjectEvent>> Decoder::list<ObjectEvent>(std::string, WireFormat);
template Result<std::shared_ptr<const RawNode>> Decoder::object<RawNode>(std::string);
template Result<std::shared_ptr<const RawPod>> Decoder::object<RawPod>(std::string);
template Result<std::shared_ptr<const RawConfigMap>> Decoder::object<RawConfigMap>(std::string);
template Result<WatchEvent<RawNode>> Decoder::event<RawNode>(std::string, WireFormat);
template Result<WatchEvent<RawPod>> Decoder::event<RawPod>(std::string, WireFormat);
template Result<WatchEvent<RawConfigMap>> Decoder::event<RawConfigMap>(std::string, WireFormat);

// Objects of GPU stacks, of queue systems and of Kubernetes itself.
#define CARDINAL_DECODES(Type)                                                     \
  template Result<ListPage<Type>> Decoder::list<Type>(std::string, WireFormat);    \
  template Result<std::shared_ptr<const Type>> Decoder::object<Type>(std::string); \
  template Result<WatchEvent<Type>> Decoder::event<Type>(std::string, WireFormat)
CARDINAL_DECODES(RawKaiQueue);
CARDINAL_DECODES(RawKaiPodGroup);
CARDINAL_DECODES(RawKoordinatorDevice);
CARDINAL_DECODES(RawKoordinatorReservation);
CARDINAL_DECODES(RawErdmaDevice);
CARDINAL_DECODES(RawClusterPolicy);
CARDINAL_DECODES(RawPluginConfigs);
CARDINAL_DECODES(RawMigConfigs);
CARDINAL_DECODES(RawResourceSlice);
CARDINAL_DECODES(RawDeviceClass);
CARDINAL_DECODES(RawResourceClaim);
CARDINAL_DECODES(RawResourceClaimTemplate);
CARDINAL_DECODES(RawNodeTopology);
CARDINAL_DECODES(RawKueueClusterQueue);
CARDINAL_DECODES(RawKueueLocalQueue);
CARDINAL_DECODES(RawKueueFlavor);
CARDINAL_DECODES(RawKueueWorkload);
CARDINAL_DECODES(RawKueueCohort);
CARDINAL_DECODES(RawKueuePriorityClass);
CARDINAL_DECODES(RawKueueCheck);
CARDINAL_DECODES(RawVolcanoQueue);
CARDINAL_DECODES(RawVolcanoPodGroup);
CARDINAL_DECODES(RawKoordinatorQuota);
CARDINAL_DECODES(RawKoordinatorPodGroup);
CARDINAL_DECODES(RawPluginsQuota);
CARDINAL_DECODES(RawPluginsPodGroup);
CARDINAL_DECODES(RawKueueTopology);
CARDINAL_DECODES(RawQuotaTree);
CARDINAL_DECODES(RawYunikornConfig);
CARDINAL_DECODES(RawVolcanoConfig);
CARDINAL_DECODES(RawHyperNode);
CARDINAL_DECODES(RawPriorityClass);
CARDINAL_DECODES(RawRuntimeClass);
CARDINAL_DECODES(RawService);
CARDINAL_DECODES(RawNamespace);
CARDINAL_DECODES(RawDisruptionBudget);
#undef CARDINAL_DECODES

}  // namespace cardinal

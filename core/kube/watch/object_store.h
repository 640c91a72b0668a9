// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/kube/decode/decoder.h"

namespace cardinal {

/// True when `a` is certainly newer than `b`. Versions are opaque; they are ordered only when both are plain numbers
/// (docs/reference/kubernetes-client.md 3.1).
bool isNewerVersion(const std::string& a, const std::string& b);

/// What one event of a watch was.
struct AppliedEvent {
  WatchEventType type = WatchEventType::Error;
  std::string resourceVersion;
  ApiStatus status;               ///< Error only
  bool initialEventsEnd = false;  ///< the bookmark that ends a streamed initial list
};

/// The objects of one resource, as lists and watches report them, without saying which kind. Not thread-safe.
class ResourceStore {
 public:
  virtual ~ResourceStore() = default;
  /// Lists and events of this kind may be asked for as protobuf too where it is served in `apiVersion`.
  virtual bool readsProtobuf(std::string_view apiVersion) const = 0;
  /// Decodes one page into the shadow, which nobody sees. Errors: those of Decoder::list.
  virtual Result<ListMeta> addPage(std::string body, WireFormat format) = 0;
  /// Decodes one event of a streamed initial list into the shadow. Errors: those of Decoder::event.
  virtual Result<AppliedEvent> addShadowEvent(std::string text, WireFormat format) = 0;
  virtual void dropShadow() = 0;
  virtual std::size_t shadowSize() const = 0;
  /// The shadow becomes the state, reported as one replacement. How many objects came, went or are other ones now.
  /// `keepsEqual`: an object of the same uid and version is the one that is stored. False when the server's versions
  /// went back: it gave the same number twice then, and all count as other ones.
  virtual std::size_t commitShadow(bool keepsEqual = true) = 0;
  /// Decodes one event and applies it. Errors: those of Decoder::event.
  virtual Result<AppliedEvent> applyEvent(std::string text, WireFormat format) = 0;
  virtual std::size_t size() const = 0;
};

/// Who wants to know what a store holds. Called on the thread that drives the store.
template <typename Object>
struct StoreListener {
  using Ptr = std::shared_ptr<const Object>;
  std::function<void(std::vector<Ptr> all)> replaced;  ///< unchanged objects are the same pointers as before
  std::function<void(Ptr object)> upserted;
  std::function<void(Ptr last)> removed;  ///< what was stored
};

/// A store of one kind. `Object` has an ObjectMeta `meta`.
template <typename Object>
class ObjectStore final : public ResourceStore {
 public:
  using Ptr = std::shared_ptr<const Object>;

  ObjectStore(Decoder& decoder, StoreListener<Object> listener) : m_decoder(decoder), m_listener(std::move(listener)) {}

  bool readsProtobuf(std::string_view apiVersion) const override { return cardinal::readsProtobuf<Object>(apiVersion); }

  Result<ListMeta> addPage(std::string body, WireFormat format) override {
    auto page = m_decoder.template list<Object>(std::move(body), format);
    if (!page) return unexpected(page.error());
    m_shadow.insert(m_shadow.end(), std::make_move_iterator(page->items.begin()),
                    std::make_move_iterator(page->items.end()));
    return std::move(page->meta);
  }

  Result<AppliedEvent> addShadowEvent(std::string text, WireFormat format) override {
    auto event = m_decoder.template event<Object>(std::move(text), format);
    if (!event) return unexpected(event.error());
    if (event->type == WatchEventType::Deleted) {
      const ObjectMeta& gone = event->object->meta;
      std::erase_if(m_shadow, [&](const Ptr& object) { return object->meta.key == gone.key; });
    } else if (event->object) {
      m_shadow.push_back(std::move(event->object));  // of a repeated name the later one counts
    }
    return AppliedEvent{event->type, std::move(event->resourceVersion), std::move(event->status),
                        event->initialEventsEnd};
  }

  std::vector<Ptr> all() const { return {m_objects.begin(), m_objects.end()}; }

  void dropShadow() override { m_shadow.clear(); }
  std::size_t shadowSize() const override { return m_shadow.size(); }
  std::size_t size() const override { return m_objects.size(); }

  std::size_t commitShadow(bool keepsEqual = true) override {
    Objects next;
    std::size_t same = 0;
    next.reserve(m_shadow.size());
    for (Ptr& object : m_shadow) {
      const auto known = m_objects.find(object->meta.key);
      if (keepsEqual && known != m_objects.end() && isSame((*known)->meta, object->meta)) {
        object = *known;
        ++same;
      }
      next.erase(object);  // a repeated name: the later page is newer
      next.insert(object);
    }
    m_shadow = {};
    m_objects.swap(next);
    if (m_listener.replaced) m_listener.replaced(all());
    const std::size_t all = std::max(m_objects.size(), next.size());
    return all - std::min(same, all);
  }

  Result<AppliedEvent> applyEvent(std::string text, WireFormat format) override {
    auto event = m_decoder.template event<Object>(std::move(text), format);
    if (!event) return unexpected(event.error());
    if (event->type == WatchEventType::Deleted)
      remove(event->object->meta);
    else if (event->object)
      upsert(std::move(event->object));
    return AppliedEvent{event->type, std::move(event->resourceVersion), std::move(event->status), false};
  }

 private:
  /// Looks objects up by key without copying keys.
  struct Hash {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the standard's name
    std::size_t operator()(const ObjectKey& key) const { return ObjectKeyHash{}(key); }
    std::size_t operator()(const Ptr& object) const { return ObjectKeyHash{}(object->meta.key); }
  };
  struct Equal {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the standard's name
    static const ObjectKey& keyOf(const ObjectKey& key) { return key; }
    static const ObjectKey& keyOf(const Ptr& object) { return object->meta.key; }
    template <typename A, typename B>
    bool operator()(const A& a, const B& b) const {
      return keyOf(a) == keyOf(b);
    }
  };
  using Objects = std::unordered_set<Ptr, Hash, Equal>;

  static bool isSame(const ObjectMeta& a, const ObjectMeta& b) {
    return a.uid == b.uid && a.resourceVersion == b.resourceVersion && !a.resourceVersion.empty();
  }

  void upsert(Ptr object) {
    const auto known = m_objects.find(object->meta.key);
    if (known != m_objects.end()) {
      const ObjectMeta& stored = (*known)->meta;
      if (isSame(stored, object->meta) || isNewerVersion(stored.resourceVersion, object->meta.resourceVersion)) return;
      m_objects.erase(known);
    }
    m_objects.insert(object);
    if (m_listener.upserted) m_listener.upserted(std::move(object));
  }

  void remove(const ObjectMeta& gone) {
    const auto known = m_objects.find(gone.key);
    if (known == m_objects.end()) return;
    Ptr last = *known;
    // An event about an old object must not remove the one that was created anew under its name.
    if (last->meta.uid != gone.uid || isNewerVersion(last->meta.resourceVersion, gone.resourceVersion)) return;
    m_objects.erase(known);
    if (m_listener.removed) m_listener.removed(std::move(last));
  }

  Decoder& m_decoder;
  StoreListener<Object> m_listener;
  Objects m_objects;
  std::vector<Ptr> m_shadow;
};

}  // namespace cardinal

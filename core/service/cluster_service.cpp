// SPDX-License-Identifier: Apache-2.0
#include "core/service/cluster_service.h"

#include <atomic>
#include <optional>
#include <stop_token>
#include <utility>

#include "core/alloc/engine/allocator.h"
#include "core/alloc/engine/standing_question.h"
#include "core/model/by_key.h"
#include "core/plan/drain/group_placement.h"
#include "core/plan/drain/replica_preemption.h"
#include "core/service/namespace_rules_cache.h"
#include "core/service/snapshot_publisher.h"
#include "core/service/snapshots/snapshot_file.h"
#include "core/service/worker.h"
#include "core/service/writes/submit_order.h"

namespace cardinal {
namespace {

std::string nameOf(const ManifestObject& object, const std::string& defaultNamespace) {
  const std::string& ns = object.key.ns.empty() ? defaultNamespace : object.key.ns;
  return object.kind + "/" + (ns.empty() ? "" : ns + "/") + object.key.name;
}

AllocationAnswer refused(ErrorCode code, std::string subject = {}) {
  AllocationAnswer answer;
  answer.requestProblems.push_back(makeError(code, std::move(subject)));
  return answer;
}

class Submission {
 public:
  Submission(ClusterSource& source, const std::vector<ManifestObject>& objects, const std::string& ns,
             const std::stop_token& stop)
      : m_source(source), m_objects(objects), m_ns(ns), m_stop(stop) {}

  SubmitOutcome run(bool dryRun) {
    m_outcome.dryRun = dryRun;
    if (!checkKinds()) return m_outcome;
    for (const ManifestObject& object : m_objects) {
      const bool waits = needsAnother(object, m_objects, m_ns);
      if (dryRun && waits) {
        m_outcome.unchecked.push_back(nameOf(object, m_ns));
        continue;
      }
      if (waits && !m_checked && !checkWaiting()) return m_outcome;
      auto created = send(object, dryRun);
      if (!created) return m_outcome;
      m_outcome.created.push_back(std::move(*created));
    }
    return m_outcome;
  }

 private:
  Result<CreatedObject> create(const ManifestObject& object, bool dryRun) {
    if (m_stop.stop_requested()) return unexpected(makeError(ErrorCode::Cancelled));
    ObjectCreator* creator = m_source.writer().creator;
    if (creator == nullptr) return unexpected(makeError(ErrorCode::ReadOnlySource, m_source.info().name));
    return creator->create(object, m_ns, dryRun, m_stop);
  }

  std::optional<CreatedObject> send(const ManifestObject& object, bool dryRun) {
    Result<CreatedObject> created = create(object, dryRun);
    if (created) return std::move(created).value();
    m_outcome.failure = SubmitFailure{created.error(), nameOf(object, m_ns)};
    return std::nullopt;
  }

  /// A kind that is not installed is reported before anything is created, also of objects whose namespace is still to
  /// come.
  bool checkKinds() {
    for (const ManifestObject& object : m_objects) {
      if (!needsAnother(object, m_objects, m_ns) || isKindCreated(object, m_objects)) continue;
      const Result<CreatedObject> answer = create(object, true);
      if (answer || !isKindMissing(answer.error(), object)) continue;
      m_outcome.failure = SubmitFailure{answer.error(), nameOf(object, m_ns)};
      return false;
    }
    return true;
  }

  /// Now that what they need exists, all of them are checked before the first is kept.
  bool checkWaiting() {
    m_checked = true;
    for (const ManifestObject& object : m_objects) {
      if (needsAnother(object, m_objects, m_ns) && !send(object, true)) return false;
    }
    return true;
  }

  ClusterSource& m_source;
  const std::vector<ManifestObject>& m_objects;
  const std::string& m_ns;
  const std::stop_token& m_stop;
  SubmitOutcome m_outcome;
  bool m_checked = false;
};

/// Calls with a token that is stopped by either of two.
template <typename Call>
auto withEither(const std::stop_token& one, const std::stop_token& other, Call call) {
  std::stop_source both;
  const auto stop = [&both] { both.request_stop(); };
  const std::stop_callback onOne(one, stop);
  const std::stop_callback onOther(other, stop);
  return call(both.get_token());
}

PendingReport reportOf(const ClusterSnapshot& on, NamespaceRulesCache& rules, const std::stop_token& stop) {
  rules.readFor(on, stop);
  return explainPending(on, stop, [&](const AllocationRequest& request) { return rules.rulesFor(request, stop); });
}

bool isSame(const AllocationRequest& a, const AllocationRequest& b) {
  return a.pod == b.pod && a.scheduler == b.scheduler && a.rules == b.rules && a.gpu == b.gpu && a.name == b.name &&
         a.onlyCard == b.onlyCard;
}

}  // namespace

/// Members go in reverse order: first the workers (they may be inside the source), then the source (it may be inside
/// the publisher), then the publisher.
struct ClusterService::Impl {
  Impl(std::unique_ptr<ClusterSource> given, ServiceListener& listener, const Clock& clock)
      : publisher(listener, clock, given->info().kind == SourceKind::File), source(std::move(given)) {}

  SnapshotPublisher publisher;
  std::unique_ptr<ClusterSource> source;
  std::atomic<bool> started{false};
  NamespaceRulesCache rules{*source, publisher};
  Worker writes{Worker::Keep::All};
  std::unique_ptr<StandingQuestion> standing;  // of the worker for previews alone; the last one that can be kept open
  Worker previews{Worker::Keep::Latest};
  Worker explanations{Worker::Keep::All};
  Worker histories{Worker::Keep::All};  // charts ask side by side
  Worker pasts{Worker::Keep::All};
  Worker readers{Worker::Keep::All};  // single objects and their events
};

ClusterService::ClusterService(std::unique_ptr<ClusterSource> source, ServiceListener& listener, const Clock& clock)
    : m_impl(std::make_unique<Impl>(std::move(source), listener, clock)) {}

ClusterService::~ClusterService() = default;

void ClusterService::start() {
  if (!m_impl->started.exchange(true)) m_impl->source->start(m_impl->publisher);
}

void ClusterService::refresh() {
  if (m_impl->started) m_impl->source->refresh();
}

void ClusterService::cancelWaiting() {
  m_impl->source->cancelWaiting();
}
void ClusterService::testConnection() {
  m_impl->source->testConnection();
}
SourceInfo ClusterService::info() const {
  return m_impl->source->info();
}
SnapshotPtr ClusterService::snapshot() const {
  return m_impl->publisher.latest();
}
ConnectionState ClusterService::connection() const {
  return m_impl->publisher.connection();
}
UsePtr ClusterService::use() const {
  return m_impl->publisher.use();
}

void ClusterService::preview(AllocationRequest request, SnapshotPtr on, std::function<void(AllocationAnswer)> done) {
  m_impl->previews.post([impl = m_impl.get(), asked = std::move(request), on = std::move(on),
                         done = std::move(done)](const std::stop_token& stop) mutable {
    if (stop.stop_requested()) return done(refused(ErrorCode::Cancelled));
    if (!on && !impl->publisher.hasData()) return done(refused(ErrorCode::NotConnected, impl->source->info().name));
    const SnapshotPtr snapshot = on ? on : impl->publisher.latest();
    if (!asked.rules) asked.rules = impl->rules.rulesFor(asked, stop);
    // The same question comes again with every snapshot while a preview is open; an aim or replicas are answered
    // afresh.
    if (asked.onlyNode || asked.replicas != 1) return done(allocate(asked, *snapshot, {}, stop));
    if (!impl->standing || !isSame(impl->standing->request(), asked))
      impl->standing = std::make_unique<StandingQuestion>(asked);
    done(impl->standing->answer(snapshot, stop));
  });
}

void ClusterService::previewGroup(std::vector<AllocationRequest> requests, int gangs, SnapshotPtr on,
                                  std::function<void(std::vector<AllocationAnswer>)> done) {
  m_impl->previews.post([impl = m_impl.get(), asked = std::move(requests), gangs, on = std::move(on),
                         done = std::move(done)](const std::stop_token& stop) mutable {
    if (stop.stop_requested()) return done({asked.size(), refused(ErrorCode::Cancelled)});
    if (!on && !impl->publisher.hasData())
      return done({asked.size(), refused(ErrorCode::NotConnected, impl->source->info().name)});
    const SnapshotPtr snapshot = on ? on : impl->publisher.latest();
    for (AllocationRequest& one : asked) {
      if (!one.rules) one.rules = impl->rules.rulesFor(one, stop);
    }
    done(allocateInOrder(asked, *snapshot, stop, gangs));
  });
}

std::shared_ptr<const NamespaceRules> ClusterService::rulesFor(const AllocationRequest& request, std::stop_token stop) {
  return m_impl->rules.rulesFor(request, stop);
}

PendingReport ClusterService::pendingReport(const ClusterSnapshot& on, const std::stop_token& stop) {
  return reportOf(on, m_impl->rules, stop);
}

void ClusterService::explainPending(SnapshotPtr on, std::function<void(std::shared_ptr<const PendingReport>)> done) {
  m_impl->explanations.post(
      [impl = m_impl.get(), on = std::move(on), done = std::move(done)](const std::stop_token& stop) {
        done(std::make_shared<const PendingReport>(reportOf(*on, impl->rules, stop)));
      });
}

void ClusterService::explainNodes(AllocationRequest request, SnapshotPtr on,
                                  std::function<void(NodesExplanation)> done) {
  m_impl->explanations.post([impl = m_impl.get(), asked = std::move(request), on = std::move(on),
                             done = std::move(done)](const std::stop_token& stop) mutable {
    if (stop.stop_requested()) return done({refused(ErrorCode::Cancelled), std::nullopt});
    if (!asked.rules) asked.rules = impl->rules.rulesFor(asked, stop);
    NodesExplanation out;
    out.answer = allocate(asked, *on, {}, stop);
    out.preemption = replicaPreemption(asked, out.answer, *on, stop);
    done(std::move(out));
  });
}

void ClusterService::submit(std::vector<ManifestObject> objects, std::string defaultNamespace, bool dryRun,
                            std::function<void(SubmitOutcome)> done) {
  m_impl->writes.post([impl = m_impl.get(), objects = std::move(objects), ns = std::move(defaultNamespace), dryRun,
                       done = std::move(done)](const std::stop_token& stop) {
    done(Submission(*impl->source, objects, ns, stop).run(dryRun));
  });
}

void ClusterService::patchNodeLabels(std::string node, std::vector<LabelChange> changes, std::string resourceVersion,
                                     bool dryRun, std::function<void(Result<void>)> done) {
  m_impl->writes.post([impl = m_impl.get(), node = std::move(node), changes = std::move(changes),
                       version = std::move(resourceVersion), dryRun,
                       done = std::move(done)](const std::stop_token& stop) {
    if (stop.stop_requested()) return done(unexpected(makeError(ErrorCode::Cancelled)));
    NodeLabeler* labeler = impl->source->writer().labeler;
    if (labeler == nullptr) return done(unexpected(makeError(ErrorCode::ReadOnlySource, impl->source->info().name)));
    done(labeler->patchNodeLabels(node, changes, version, dryRun, stop));
  });
}

void ClusterService::history(HistoryQuery query, std::function<void(Result<History>)> done, std::stop_token cancel) {
  m_impl->histories.post([impl = m_impl.get(), query = std::move(query), done = std::move(done),
                          cancel = std::move(cancel)](const std::stop_token& stop) {
    if (stop.stop_requested() || cancel.stop_requested()) return done(unexpected(makeError(ErrorCode::Cancelled)));
    done(withEither(stop, cancel,
                    [&](std::stop_token either) { return impl->source->history(query, std::move(either)); }));
  });
}

void ClusterService::past(UnixSeconds window, std::function<void(Result<ClusterPast>)> done, std::stop_token cancel) {
  m_impl->pasts.post(
      [impl = m_impl.get(), window, done = std::move(done), cancel = std::move(cancel)](const std::stop_token& stop) {
        if (stop.stop_requested() || cancel.stop_requested()) return done(unexpected(makeError(ErrorCode::Cancelled)));
        done(withEither(stop, cancel,
                        [&](std::stop_token either) { return impl->source->past(window, std::move(either)); }));
      });
}

void ClusterService::readObject(ObjectRef object, ObjectTextOptions options, std::stop_token cancel,
                                std::function<void(Result<ObjectText>)> done) {
  m_impl->readers.post([impl = m_impl.get(), object = std::move(object), options, cancel = std::move(cancel),
                        done = std::move(done)](const std::stop_token& stop) {
    ObjectReader* reader = impl->source->objectReader();
    if (stop.stop_requested() || cancel.stop_requested()) return done(unexpected(makeError(ErrorCode::Cancelled)));
    if (reader == nullptr)
      return done(unexpected(makeError(ErrorCode::Unsupported, "YAML", impl->source->info().name)));
    done(withEither(stop, cancel,
                    [&](std::stop_token either) { return reader->text(object, options, std::move(either)); }));
  });
}

void ClusterService::readEvents(std::vector<ObjectRef> objects, std::stop_token cancel,
                                std::function<void(Result<ObjectEvents>)> done) {
  m_impl->readers.post([impl = m_impl.get(), objects = std::move(objects), cancel = std::move(cancel),
                        done = std::move(done)](const std::stop_token& stop) {
    ObjectReader* reader = impl->source->objectReader();
    if (stop.stop_requested() || cancel.stop_requested()) return done(unexpected(makeError(ErrorCode::Cancelled)));
    if (reader == nullptr)
      return done(unexpected(makeError(ErrorCode::Unsupported, "Event", impl->source->info().name)));
    done(withEither(stop, cancel, [&](std::stop_token either) { return reader->events(objects, std::move(either)); }));
  });
}

void ClusterService::readWorkloads(std::vector<ObjectRef> workloads, std::stop_token cancel,
                                   std::function<void(std::vector<Result<WorkloadObject>>)> done) {
  m_impl->readers.post([impl = m_impl.get(), workloads = std::move(workloads), cancel = std::move(cancel),
                        done = std::move(done)](const std::stop_token& stop) {
    ObjectReader* reader = impl->source->objectReader();
    std::vector<Result<WorkloadObject>> answers;
    for (const ObjectRef& one : workloads) {
      if (stop.stop_requested() || cancel.stop_requested()) {
        answers.emplace_back(unexpected(makeError(ErrorCode::Cancelled)));
      } else if (reader == nullptr) {
        answers.emplace_back(unexpected(makeError(ErrorCode::Unsupported, one.kind, impl->source->info().name)));
      } else {
        answers.push_back(
            withEither(stop, cancel, [&](std::stop_token either) { return reader->workload(one, std::move(either)); }));
      }
    }
    done(std::move(answers));
  });
}

ClusterWriter ClusterService::writer() {
  return m_impl->source->writer();
}
LogReader* ClusterService::logReader() {
  return m_impl->source->logReader();
}

std::shared_ptr<const RawPod> ClusterService::pod(const ObjectKey& key) const {
  if (!m_impl->publisher.hasData()) return nullptr;
  const SnapshotContents contents = m_impl->publisher.rawContents();
  const auto* const entry = entryByKey(contents.pods, key);
  return entry != nullptr ? *entry : nullptr;
}

Result<void> ClusterService::saveSnapshot(const std::string& path) const {
  if (!m_impl->publisher.hasData()) return unexpected(makeError(ErrorCode::NotConnected, m_impl->source->info().name));
  SnapshotContents contents = m_impl->publisher.rawContents();
  contents.rules = m_impl->rules.all();
  return saveSnapshotFile(path, contents);
}

Result<SnapshotPtr> ClusterService::waitForData(std::chrono::milliseconds timeout) const {
  auto data = m_impl->publisher.waitForData(timeout);
  if (data || data.error().code != ErrorCode::Timeout || !data.error().subject.empty()) return data;
  Error error = data.error();
  error.subject = info().name;
  return unexpected(error);
}

UsePtr ClusterService::waitForUse(std::chrono::milliseconds timeout) const {
  return m_impl->publisher.waitForUse(timeout);
}

}  // namespace cardinal

// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/file_admission.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/api_group.h"
#include "core/manifest/yaml/json_fields.h"
#include "core/model/extras/kueue.h"
#include "core/service/read/claim_objects.h"
#include "core/service/read/gangs/shared_gangs.h"
#include "core/service/read/hyper_nodes.h"
#include "core/service/read/placement_domain.h"
#include "core/service/read/queues/file_queues.h"

namespace cardinal {
namespace {

using Json = nlohmann::json;
using json::at;

constexpr const char* kQueueLabel = "kueue.x-k8s.io/queue-name";
constexpr const char* kPriorityLabel = "kueue.x-k8s.io/priority-class";
constexpr const char* kGroupLabel = "kueue.x-k8s.io/pod-group-name";
constexpr const char* kPrebuiltLabel = "kueue.x-k8s.io/prebuilt-workload-name";
constexpr const char* kMinPods = "kueue.x-k8s.io/job-min-parallelism";
constexpr const char* kDefaultQueue = "default";
constexpr const char* kElastic = "kueue.x-k8s.io/elastic-job";

/// How Kueue makes Workloads of a kind.
enum class Taking : std::uint8_t {
  Whole,   ///< one, with a pod set for each role
  Groups,  ///< one for each group of pods
  Runs,    ///< one for each run; the label stands on the template of the run
  Serves,  ///< one a pod; the label of the object is put on its pods
  Pods,    ///< none; pods that carry the label themselves are taken one by one
};

struct TakenKind {
  const char* group;
  const char* kind;
  Taking taking;
  bool isOffAsShipped = false;  ///< commented out in config/components/manager/controller_manager_config.yaml
};
constexpr TakenKind kTaken[] = {
    {"batch", "Job", Taking::Whole},
    {"batch", "CronJob", Taking::Runs},
    {"jobset.x-k8s.io", "JobSet", Taking::Whole},
    {"kubeflow.org", "PyTorchJob", Taking::Whole, true},
    {"kubeflow.org", "TFJob", Taking::Whole, true},
    {"kubeflow.org", "XGBoostJob", Taking::Whole, true},
    {"kubeflow.org", "PaddleJob", Taking::Whole, true},
    {"kubeflow.org", "JAXJob", Taking::Whole, true},
    {"kubeflow.org", "MPIJob", Taking::Whole},
    {"trainer.kubeflow.org", "TrainJob", Taking::Whole},
    {"ray.io", "RayCluster", Taking::Whole},
    {"ray.io", "RayJob", Taking::Whole},
    {"ray.io", "RayService", Taking::Whole},
    {"workload.codeflare.dev", "AppWrapper", Taking::Whole},
    {"apps", "StatefulSet", Taking::Whole},
    {"leaderworkerset.x-k8s.io", "LeaderWorkerSet", Taking::Groups},
    {"apps", "Deployment", Taking::Serves},
    {"", "Pod", Taking::Serves},
};

/// Kinds that it does not know make pods that are taken one by one.
TakenKind takenKind(const ManifestObject& object) {
  const std::string_view group = apiGroupOf(object.apiVersion);
  const auto found = std::find_if(std::begin(kTaken), std::end(kTaken),
                                  [&](const TakenKind& one) { return group == one.group && object.kind == one.kind; });
  return found != std::end(kTaken) ? *found : TakenKind{"", "", Taking::Pods};
}

/// Empty = not said.
std::string textAt(const Json& meta, const char* list, const char* key) {
  return json::textAt(at(meta, list), key);
}

std::string queueIn(const Json& meta) {
  std::string label = textAt(meta, "labels", kQueueLabel);
  return label.empty() ? textAt(meta, "annotations", kQueueLabel) : label;
}

std::string labelOf(const RawPod& pod, const char* key) {
  const std::string* value = find(pod.meta.labels, key);
  return value != nullptr ? *value : std::string();
}

/// Containers that the controller adds, which Kueue does not see: they have no image.
void dropAdded(SharedList<Container>& containers) {
  static const std::set<std::string_view> kAdded{"init-pytorch", "kubectl-delivery", "wait-gcs-ready"};
  SharedList<Container> kept;
  for (const Container& one : containers) {
    if (!one.image.empty() || kAdded.count(one.name) == 0) kept.push_back(one);
  }
  containers = std::move(kept);
}

std::int32_t countOf(std::int64_t pods) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(pods, 0, std::numeric_limits<std::int32_t>::max()));
}

/// Without it the pods are not placed.
bool isBinding(TopologyKind kind) {
  return kind == TopologyKind::Required || kind == TopologyKind::Exclusive || kind == TopologyKind::Slices ||
         kind == TopologyKind::Tier;
}

/// Restricted to the domain that was found for all of them. Null = no one domain is asked for.
std::shared_ptr<const RawPod> podInDomain(const TopologyAnswer& answer, std::size_t role, const RawPod& pod) {
  if (!hasDomain(answer, role)) return nullptr;
  if (answer.demand.kind == TopologyKind::Tier) return std::make_shared<const RawPod>(withinNodes(pod, answer.nodes));
  RawPod out = pod;
  out.spec.nodeSelector.emplace_back(answer.demand.label, answer.domain);
  return std::make_shared<const RawPod>(std::move(out));
}

/// "Job/train".
std::string nameOf(const ManifestObject& object) {
  return object.kind + "/" + (object.key.name.empty() ? object.generateName + "*" : object.key.name);
}

/// What the pods ask of a topology by their annotations. Source: pkg/controller/jobframework (topologyRequest).
std::optional<std::vector<std::string>> levelsOf(const RawPod& pod) {
  RawKueueTopologyRequest request;
  const auto take = [&](const char* key, std::string& into) {
    if (const std::string* value = find(pod.meta.annotations, key)) into = *value;
  };
  take("kueue.x-k8s.io/podset-required-topology", request.required);
  take("kueue.x-k8s.io/podset-preferred-topology", request.preferred);
  take("kueue.x-k8s.io/podset-slice-required-topology", request.slice);
  const std::string* unconstrained = find(pod.meta.annotations, "kueue.x-k8s.io/podset-unconstrained-topology");
  if (unconstrained != nullptr) request.unconstrained = *unconstrained != "false";
  return queues::levelsOf(request);
}

/// Of the annotation of a Job; nothing = no number.
std::optional<std::int32_t> leastPods(const std::string& text) {
  const bool isNumber = !text.empty() && text.size() < 10 &&
                        std::all_of(text.begin(), text.end(), [](unsigned char one) { return std::isdigit(one) != 0; });
  return isNumber ? std::optional(std::stoi(text)) : std::nullopt;
}

/// Source: Kueue v0.19.2, validations of the webhooks in pkg/controller/jobs.
KueueRejection rejectionOf(const ManifestObject& object, const Json& json) {
  const Json& spec = at(json, "spec");
  const auto isTrue = [](const Json& value) { return value.is_boolean() && value.get<bool>(); };
  const bool isElastic = textAt(at(json, "metadata"), "annotations", kElastic) == "true";
  const bool isRay = apiGroupOf(object.apiVersion) == "ray.io";
  if (isRay && object.kind == "RayJob" && !isTrue(at(spec, "shutdownAfterJobFinishes")))
    return KueueRejection::KeepsCluster;
  if (isRay && object.kind == "RayCluster" && isTrue(at(spec, "enableInTreeAutoscaling")) && !isElastic)
    return KueueRejection::Autoscales;
  const std::string least = textAt(at(json, "metadata"), "annotations", kMinPods);
  const bool isJob = object.kind == "Job" && apiGroupOf(object.apiVersion) == "batch";
  if (!isJob || least.empty() || object.roles.size() != 1 || !object.roles.front().pods) return KueueRejection::None;
  const auto pods = leastPods(least);
  const bool isBetween = pods && *pods > 0 && *pods < *object.roles.front().pods;
  return isBetween ? KueueRejection::None : KueueRejection::MinParallelism;
}

/// A RayJob on a cluster that is there makes no pods of its own, and Kueue leaves it alone.
bool isLeftAlone(const ManifestObject& object, const Json& json) {
  const Json& selector = at(at(json, "spec"), "clusterSelector");
  return object.kind == "RayJob" && selector.is_object() && !selector.empty();
}

bool namesKai(const ManifestObject& object) {
  return std::any_of(object.roles.begin(), object.roles.end(), [](const ManifestRole& role) {
    return role.pod && role.pod->spec.schedulerName == "kai-scheduler";
  });
}

StringMap labelsOf(const ManifestObject& object) {
  const Json json = Json::parse(object.json, nullptr, false);
  StringMap out;
  const Json& labels = at(at(json, "metadata"), "labels");
  if (!labels.is_object()) return out;
  for (const auto& [key, value] : labels.items()) {
    if (value.is_string()) out.emplace_back(key, value.get<std::string>());
  }
  return out;
}

ClusterSnapshot withExtras(const ClusterSnapshot& snapshot, std::shared_ptr<const ClusterExtras> extras) {
  ClusterSnapshot out = snapshot;
  out.extras = std::move(extras);
  return out;
}

class FileReader {
 public:
  FileReader(const std::vector<ManifestObject>& objects, const queues::KueueIndex& kueue, UnixSeconds now,
             const AdmissionQuestion& question, bool hasQueues)
      : m_objects(objects), m_kueue(kueue), m_now(now), m_question(question), m_hasQueues(hasQueues) {}

  std::vector<ObjectAdmission> read() {
    for (std::size_t i = 0; i < m_objects.size(); ++i) {
      const ManifestObject& object = m_objects[i];
      if (object.roles.empty() || object.noPods != NoPods::MakesPods) continue;
      m_json = Json::parse(object.json, nullptr, false);
      if (!isLeftAlone(object, m_json)) readObject(i, object);
    }
    return std::move(m_out);
  }

 private:
  void readObject(std::size_t index, const ManifestObject& object) {
    const TakenKind kind = takenKind(object);
    const Taking taking = kind.taking;
    const Json& meta =
        taking == Taking::Runs ? at(at(at(m_json, "spec"), "jobTemplate"), "metadata") : at(m_json, "metadata");
    ObjectAdmission out;
    out.object = index;
    out.name = nameOf(object);
    out.ns = object.key.ns.empty() ? m_question.ns : object.key.ns;
    out.queue = queueIn(meta);
    out.usesFileQueues = m_hasQueues;
    out.isOffAsShipped = kind.isOffAsShipped && !m_kueue.hasWorkloadOf(object.kind);
    const bool isWhole = taking == Taking::Whole || taking == Taking::Groups || taking == Taking::Runs;
    const std::string ofPods = queueOfPods(object);
    if (!isWhole && out.queue.empty()) out.queue = ofPods;
    if (taking == Taking::Pods && !out.queue.empty() && ofPods.empty()) {
      out.silence = FileSilence::UnknownKind;
    } else if ((isWhole || object.kind == "Deployment") && out.queue.empty() &&
               m_kueue.visibility() == queues::QueueVisibility::Known) {
      out.byDefault = m_kueue.objects().localQueues.count({out.ns, kDefaultQueue}) != 0;
      if (out.byDefault) out.queue = kDefaultQueue;
    }
    if (isWhole && out.queue.empty() && !ofPods.empty()) {
      out.queue = ofPods;
      out.silence = FileSilence::LabelOnPods;
    }
    if (out.queue.empty()) return;
    add(std::move(out), object, meta, taking);
  }

  static std::string queueOfPods(const ManifestObject& object) {
    for (const ManifestRole& role : object.roles) {
      if (!role.pod) continue;
      if (std::string named = labelOf(*role.pod, kQueueLabel); !named.empty()) return named;
    }
    return {};
  }

  void add(ObjectAdmission out, const ManifestObject& object, const Json& meta, Taking taking) {
    const bool isUnknown = std::any_of(object.roles.begin(), object.roles.end(), [](const ManifestRole& role) {
      return !role.pods || (!role.pod && *role.pods > 0);
    });
    const bool isOfGroup = object.kind == "Pod" && !textAt(meta, "labels", kGroupLabel).empty();
    if (out.silence != FileSilence::None) {
      // said already
    } else if (m_kueue.visibility() == queues::QueueVisibility::NotRead ||
               m_kueue.visibility() == queues::QueueVisibility::Refused) {
      out.silence = FileSilence::NoQueues;
      out.visibility = m_kueue.visibility();
    } else if (!textAt(meta, "labels", kPrebuiltLabel).empty()) {
      out.silence = FileSilence::Prebuilt;
    } else if (isOfGroup) {
      out.silence = FileSilence::PodGroup;
    } else if (isUnknown && taking != Taking::Pods) {
      out.silence = FileSilence::PodsUnknown;
    }
    const bool isTaken = out.silence != FileSilence::NoQueues && out.silence != FileSilence::LabelOnPods;
    if (isTaken && !out.byDefault && !out.isOffAsShipped) out.rejection = rejectionOf(object, m_json);
    out.perPod = taking == Taking::Serves || taking == Taking::Pods;
    if (out.silence != FileSilence::None) {
      m_out.push_back(std::move(out));
    } else if (out.perPod) {
      addPods(out, object, meta, taking);
    } else {
      queues::FileWorkload workload = wholeOf(object, meta, taking, out);
      ask(std::move(out), std::move(workload));
    }
  }

  /// Each role apart: each of its pods is a Workload.
  void addPods(const ObjectAdmission& found, const ManifestObject& object, const Json& meta, Taking taking) {
    for (std::size_t i = 0; i < object.roles.size(); ++i) {
      const ManifestRole& role = object.roles[i];
      const std::string own = role.pod && taking == Taking::Pods ? labelOf(*role.pod, kQueueLabel) : found.queue;
      if (own.empty()) continue;
      ObjectAdmission out = found;
      out.queue = own;
      out.podSets = {{i, 0}};
      if (!role.pod || !role.pods) {
        if (role.pods == std::int64_t{0}) continue;
        out.silence = FileSilence::PodsUnknown;
        m_out.push_back(std::move(out));
        continue;
      }
      queues::FileWorkload workload = emptyOf(out, meta);
      if (workload.priorityClass.empty()) workload.priorityClass = labelOf(*role.pod, kPriorityLabel);
      takePriority(workload, *role.pod);
      workload.workloads = podsOf(object, role);
      workload.podSets.push_back(podSetOf("main", 1, role));
      ask(std::move(out), std::move(workload));
    }
  }

  queues::FileWorkload emptyOf(const ObjectAdmission& out, const Json& meta) const {
    queues::FileWorkload workload;
    workload.ns = out.ns;
    workload.owner = out.name;
    workload.queue = out.queue;
    workload.priorityClass = textAt(meta, "labels", kPriorityLabel);
    return workload;
  }

  void takePriority(queues::FileWorkload& workload, const RawPod& pod) const {
    workload.podPriorityClass = pod.spec.priorityClassName;
    if (!workload.podPriorityClass.empty() && (pod.spec.priority != 0 || makesClass(workload.podPriorityClass)))
      workload.podPriority = pod.spec.priority;
  }

  /// The same files create the PriorityClass: its value stands in the pods.
  bool makesClass(const std::string& name) const {
    return std::any_of(m_objects.begin(), m_objects.end(), [&name](const ManifestObject& one) {
      return one.kind == "PriorityClass" && one.key.name == name && apiGroupOf(one.apiVersion) == "scheduling.k8s.io";
    });
  }

  std::int64_t podsOf(const ManifestObject& object, const ManifestRole& role) const {
    const bool isReplaced = m_question.replicas && object.roles.size() == 1;
    return isReplaced ? *m_question.replicas : role.pods.value_or(0);
  }

  static queues::KueuePodSet podSetOf(const std::string& name, std::int64_t pods, const ManifestRole& role) {
    queues::KueuePodSet out{name, countOf(pods), std::nullopt, role.pod->spec, levelsOf(*role.pod)};
    dropAdded(out.spec.containers);
    dropAdded(out.spec.initContainers);
    return out;
  }

  queues::FileWorkload wholeOf(const ManifestObject& object, const Json& meta, Taking taking,
                               ObjectAdmission& out) const {
    queues::FileWorkload workload = emptyOf(out, meta);
    std::int64_t groups = 1;
    if (taking == Taking::Groups) {
      const Json& replicas = at(at(m_json, "spec"), "replicas");
      groups = replicas.is_number_integer() ? replicas.get<std::int64_t>() : 1;
      workload.workloads = std::max<std::int64_t>(0, groups);
    }
    for (std::size_t i = 0; i < object.roles.size(); ++i) {
      const ManifestRole& role = object.roles[i];
      const std::int64_t pods = groups > 0 ? podsOf(object, role) / groups : 0;
      if (!role.pod || pods <= 0) continue;
      std::string name = role.name.empty() ? "main" : role.name;
      std::transform(name.begin(), name.end(), name.begin(),
                     [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
      out.podSets[i] = workload.podSets.size();
      workload.podSets.push_back(podSetOf(name, pods, role));
      if (workload.podPriorityClass.empty()) takePriority(workload, *role.pod);
    }
    if (object.kind == "MPIJob") launcherFirst(workload, out);
    if (taking == Taking::Groups) mergeLeader(workload, out);
    const std::string least = textAt(meta, "annotations", kMinPods);
    if (object.kind == "Job" && workload.podSets.size() == 1) workload.podSets[0].minCount = leastPods(least);
    return workload;
  }

  /// Without a template of its own the leader is one of the workers.
  void mergeLeader(queues::FileWorkload& workload, ObjectAdmission& out) const {
    if (at(at(at(m_json, "spec"), "leaderWorkerTemplate"), "leaderTemplate").is_object()) return;
    if (workload.podSets.empty()) return;
    std::int64_t pods = 0;
    for (const queues::KueuePodSet& podSet : workload.podSets) pods += podSet.count;
    workload.podSets.resize(1);
    for (auto& [role, podSet] : out.podSets) podSet = 0;
    workload.podSets[0].name = "main";
    workload.podSets[0].count = countOf(pods);
  }

  /// Kueue counts it first.
  static void launcherFirst(queues::FileWorkload& workload, ObjectAdmission& out) {
    for (std::size_t i = 1; i < workload.podSets.size(); ++i) {
      if (workload.podSets[i].name != "launcher") continue;
      std::rotate(workload.podSets.begin(), workload.podSets.begin() + static_cast<std::ptrdiff_t>(i),
                  workload.podSets.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      for (auto& [role, podSet] : out.podSets) podSet = podSet == i ? 0 : podSet < i ? podSet + 1 : podSet;
    }
  }

  void ask(ObjectAdmission out, queues::FileWorkload workload) {
    if (workload.podSets.empty() || workload.workloads <= 0) return;
    out.answer = queues::askForFile(m_kueue, workload, m_now);
    m_out.push_back(std::move(out));
  }

  const std::vector<ManifestObject>& m_objects;
  const queues::KueueIndex& m_kueue;
  UnixSeconds m_now;
  const AdmissionQuestion& m_question;
  bool m_hasQueues;  ///< the files create some
  Json m_json;
  std::vector<ObjectAdmission> m_out;
};

}  // namespace

std::optional<bool> ObjectAdmission::isAdmittedNow() const {
  if (other) return other->isAdmittedNow();
  if (rollout) return true;  // no queue holds it back
  if (refusal) return refusal->isKnown ? std::optional(false) : std::nullopt;
  // which domain a scheduler takes is not known, only that none holds the pods
  if (topology)
    return topology->outcome == TopologyAnswer::Outcome::DoesNotFit && isBinding(topology->demand.kind)
               ? std::optional(false)
               : std::nullopt;
  // whether Kueue puts it into that queue is a matter of its configuration, which is not read
  if (rejection != KueueRejection::None) return false;
  if (silence != FileSilence::None || byDefault || isOffAsShipped) return std::nullopt;
  return answer.isAdmittedNow();
}

bool ObjectAdmission::runsElsewhere() const {
  return isOfKueue() && silence == FileSilence::None && answer.isJudged() && answer.waiting.answer.isOfOtherCluster;
}

std::optional<std::int64_t> ObjectAdmission::fewerPods(std::size_t role) const {
  if (!isOfKueue() || perPod || silence != FileSilence::None || byDefault || isOffAsShipped || !answer.isJudged())
    return std::nullopt;
  const queues::QueueAnswer& found = answer.waiting.answer;
  const bool hasQuota =
      found.verdict == queues::QueueVerdict::Admitted || found.verdict == queues::QueueVerdict::ReservesQuota;
  const auto place = podSets.find(role);
  if (!hasQuota || podSets.size() != 1 || place == podSets.end() || place->second >= found.assignment.podSets.size())
    return std::nullopt;
  const std::int64_t pods = found.assignment.podSets[place->second].count;
  return pods < answer.waiting.pods && answer.workloads == 1 ? std::optional(pods) : std::nullopt;
}

std::vector<ObjectAdmission> admissionsOf(const std::vector<ManifestObject>& objects, const queues::KueueIndex& kueue,
                                          UnixSeconds now, const AdmissionQuestion& question) {
  if (const auto extras = withQueuesOf(objects, question.ns, kueue.extras()))
    return FileReader(objects, queues::KueueIndex(extras), now, question, true).read();
  return FileReader(objects, kueue, now, question, false).read();
}

std::vector<ObjectAdmission> admissionsOf(const std::vector<ManifestObject>& objects, const ClusterSnapshot& snapshot,
                                          const AdmissionQuestion& question) {
  auto out = admissionsOf(objects, queues::KueueIndex(snapshot.extras), snapshot.time, question);
  addOtherAdmissions(objects, snapshot, question, out);
  return out;
}

void addOtherAdmissions(const std::vector<ManifestObject>& objects, const ClusterSnapshot& snapshot,
                        const AdmissionQuestion& question, std::vector<ObjectAdmission>& admissions) {
  const auto extras = withQueuesOf(objects, question.ns, snapshot.extras);
  const ClusterSnapshot withQueues = extras != nullptr ? withExtras(snapshot, extras) : ClusterSnapshot();
  queues::GroupQuestion asked(extras != nullptr ? withQueues : snapshot);
  RolloutQuestion rollouts(snapshot, question.rules);
  const auto shared =
      askSharedGangs(objects, snapshot, {question.ns, question.replicas, question.rules, claimObjectsOf});
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const ManifestObject& object = objects[i];
    if (object.roles.empty() || object.noPods != NoPods::MakesPods) continue;
    ObjectAdmission out;
    out.object = i;
    out.name = nameOf(object);
    out.ns = object.key.ns.empty() ? question.ns : object.key.ns;
    out.isBarePod = object.kind == "Pod";
    const auto own = ownRef(object, out.ns);
    const KnownObject* known = own ? question.known.find(*own) : nullptr;
    const auto refusal = namespaceRefusalOf(objects, i, out.ns, snapshot, question.known);
    const bool isThere = refusal && refusal->kind == NamespaceRefusal::Kind::AlreadyExists;
    if (refusal) admissions.emplace_back(out).refusal = refusal;
    queues::GroupWorkload ask;
    ask.ns = out.ns;
    ask.queue = object.groupQueue;
    ask.gang = object.gang;
    ask.isVolcanoJob = apiGroupOf(object.apiVersion) == "batch.volcano.sh";
    ask.isNeverWhole = std::any_of(object.notes.begin(), object.notes.end(), [](const ManifestNote& note) {
      return note.code == NoteCode::GangNeverWhole || note.code == NoteCode::RefusedByWebhook;
    });
    if (namesKai(object)) ask.labels = labelsOf(object);
    for (const ManifestRole& role : object.roles) {
      const bool isReplaced = question.replicas && object.roles.size() == 1;
      ask.pods.push_back({role.pod, isReplaced ? std::optional<std::int64_t>(*question.replicas) : role.pods});
    }
    const auto wanted = question.replicas ? std::optional<std::int64_t>(*question.replicas) : std::nullopt;
    const auto rollout = isThere ? std::nullopt : rollouts.ask(object, out.ns, wanted, known);
    // those that run are counted already
    if (rollout && rollout->exists && !rollout->isUnread) ask.pods.front().count = rollout->created();
    for (queues::GroupAnswer& answer : asked.ask(ask)) {
      ObjectAdmission& one = admissions.emplace_back(out);
      one.queue = answer.queue;
      one.other = std::move(answer);
    }
    if (const auto gang = shared.find(i); gang != shared.end()) {
      ObjectAdmission& one = admissions.emplace_back(out);
      one.queue = gang->second.queue;
      one.other = gang->second;
    }
    for (TopologyAnswer& answer : askTopology(object, snapshot))
      admissions.emplace_back(out).topology = std::move(answer);
    if (rollout) admissions.emplace_back(out).rollout = rollout;
  }
  std::stable_sort(admissions.begin(), admissions.end(),
                   [](const ObjectAdmission& a, const ObjectAdmission& b) { return a.object < b.object; });
}

std::shared_ptr<const RawPod> releasedPod(const ObjectAdmission& admission, std::size_t object, std::size_t role,
                                          const RawPod& pod) {
  if (admission.topology && admission.object == object) return podInDomain(*admission.topology, role, pod);
  if (!admission.isOfKueue() || admission.object != object || admission.silence != FileSilence::None ||
      admission.isOffAsShipped || !admission.answer.areAlike)
    return nullptr;
  const auto place = admission.podSets.find(role);
  if (place == admission.podSets.end()) return nullptr;
  RawPod out = pod;
  bool isGiven = false;
  std::set<std::string> added;
  for (const queues::GivenFlavor& given : admission.answer.given) {
    if (given.podSet != place->second) continue;
    isGiven = true;
    if (!added.insert(given.flavor).second) continue;
    for (const auto& [key, value] : given.nodeLabels) {
      if (find(out.spec.nodeSelector, key) == nullptr) out.spec.nodeSelector.emplace_back(key, value);
    }
    for (const Toleration& toleration : given.tolerations) out.spec.tolerations.push_back(toleration);
  }
  return isGiven ? std::make_shared<const RawPod>(std::move(out)) : nullptr;
}

const char* toString(FileSilence silence) {
  switch (silence) {
    case FileSilence::None:
      return "none";
    case FileSilence::NoQueues:
      return "queuesNotRead";
    case FileSilence::UnknownKind:
      return "unknownKind";
    case FileSilence::LabelOnPods:
      return "labelOnPods";
    case FileSilence::PodsUnknown:
      return "podsUnknown";
    case FileSilence::PodGroup:
      return "podGroup";
    case FileSilence::Prebuilt:
      return "prebuiltWorkload";
  }
  return "";
}

const char* toString(KueueRejection rejection) {
  switch (rejection) {
    case KueueRejection::None:
      return "none";
    case KueueRejection::KeepsCluster:
      return "rayJobKeepsCluster";
    case KueueRejection::Autoscales:
      return "rayClusterAutoscales";
    case KueueRejection::MinParallelism:
      return "minParallelismNotBelowParallelism";
  }
  return "";
}

}  // namespace cardinal

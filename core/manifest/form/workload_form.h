// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/manifest/yaml/yaml_text.h"
#include "core/model/raw.h"

namespace cardinal {

/// How a container asks for GPUs, one form for each family of node modes.
enum class GpuForm : std::uint8_t {
  None,
  SharedMemory,         ///< aliyun.com/gpu-mem: nodes in cgpu, share or mps mode, and the open-source stack
  SharedMemoryAndCore,  ///< and aliyun.com/gpu-core.percentage: core_mem nodes
  WholeCards,           ///< nvidia.com/gpu: exclusive nodes
  TopologyCards,        ///< aliyun.com/gpu: topology nodes
};

/// Which fields the kind has; derived from the text, never written.
struct FormShape {
  bool coreKind = false;     ///< of Kubernetes itself: Deployment, StatefulSet, ReplicaSet, Job, CronJob, Pod
  bool job = false;          ///< a Job or CronJob of Kubernetes: completions, and a restart policy
  bool labels = false;       ///< the pod template has metadata
  bool constraints = false;  ///< nodeSelector and tolerations
  bool container = false;    ///< name, image, command and arguments; else `resources` alone
  std::string replicas;      ///< name of the field that says how many pods: "replicas", "numNodes"; empty = none does
};

/// What the form shows of one workload. Numbers are texts as they stand in the manifest ("" = not said), so that wrong
/// ones can be shown, explained and corrected.
struct WorkloadForm {
  FormShape shape;
  std::string kind;
  std::string name;
  std::string ns;
  std::string replicas;     ///< of the role; Job, CronJob: parallelism; "" where no field says it
  std::string completions;  ///< Job, CronJob
  std::string container;    ///< name of the container that the rest is about
  std::string image;
  std::vector<std::string> command;
  std::vector<std::string> args;
  std::string cpuRequest;
  std::string cpuLimit;
  std::string memoryRequest;
  std::string memoryLimit;
  GpuForm gpu = GpuForm::None;
  std::string gpuMemory;  ///< in total over all cards, in the unit of the nodes
  std::string gpuCore;    ///< percent of a card
  std::string cards;      ///< shared forms: the pod label aliyun.com/gpu-count; whole cards: how many
  StringMap nodeSelector;
  SharedList<Toleration> tolerations;
};
bool operator==(const WorkloadForm& a, const WorkloadForm& b);

/// The workload that a form stands for: a document of a text, one of its roles, and a container of its pods.
struct FormTarget {
  int document = 0;
  int container = 0;
  int role = 0;
  bool operator==(const FormTarget&) const = default;
};

/// The first document of a known kind whose pods stand in it; of that the first role and container that ask for GPUs,
/// else the first ones. Errors: NoPodTemplate (subject = the kinds found, place).
Result<FormTarget> findFormTarget(const YamlText& text);
/// Names of the roles of a document, for a choice: one, "", where it has one pod template; empty when it holds no pods
/// that the form knows.
std::vector<std::string> formRoles(const YamlText& text, int document);
/// Names of the containers of a role, for a choice: one, "", where the kind has `resources` alone.
std::vector<std::string> formContainers(const YamlText& text, int document, int role = 0);
/// The role's first container that asks for GPUs, else the first.
int formContainerOf(const YamlText& text, int document, int role);

/// Errors: NoPodTemplate, InvalidField (subject = path, place) where the document is not built as its kind demands.
Result<WorkloadForm> readForm(const YamlText& text, const FormTarget& target);

/// Writes what differs from the form that the text shows now; everything else stays byte for byte. All or nothing.
/// Requests of GPU resources follow their limits. A change between Deployment, StatefulSet, ReplicaSet and Job moves
/// what belongs to the kind; fields that the new kind does not have refuse it (Unsupported, subject = path), as does a
/// change to or from Pod and CronJob, whose pods stand elsewhere. Errors as readForm and YamlText::set.
Result<void> applyForm(YamlText& text, const FormTarget& target, const WorkloadForm& wanted);

/// Puts the number of cards where the scheduler reads it: as a text into the labels of the pod, away from everywhere
/// else.
Result<void> moveCountLabel(YamlText& text, const FormTarget& target);

/// Which field of the form a rule is about.
enum class FormField : std::uint8_t {
  Kind,
  Name,
  Namespace,
  Replicas,
  Completions,
  Image,
  CpuRequest,
  CpuLimit,
  MemoryRequest,
  MemoryLimit,
  Gpu,
  GpuMemory,
  GpuCore,
  Cards,
  NodeSelector,
  Tolerations,
};

enum class FormRule : std::uint8_t {
  Missing,            ///< the field must be filled
  NameNotAllowed,     ///< RFC 1123: small letters, digits, "-" (and "." in names)
  NotWholeNumber,     ///< value = text; GPU resources take plain whole numbers, no suffix
  NotQuantity,        ///< value = text
  LimitBelowRequest,  ///< value = limit, detail = request
  ImageHasBlank,
  NotDivisible,           ///< value = memory, detail = cards
  CoreNotMultipleOfFive,  ///< value
  CoreOutOfRange,         ///< value: outside 5..100
  CoreWithoutMemory,
  CoreOverSeveralCards,  ///< compute isolation takes one card (ACK documentation on multi-card sharing); a warning
  SeveralGpuForms,       ///< value = the resources asked at once
  CountMisplaced,        ///< value = path: the number of cards is no label of the pod there; moveCountLabel() mends it
  CountNotText,          ///< the label's value is a number; labels are texts; moveCountLabel() mends it
  RequestDiffers,        ///< value = resource: requests must equal limits
  SelectorMismatch,      ///< value = label: the selector does not find the pods
  RestartPolicy,         ///< a Job needs Never or OnFailure; value = what it says
  TolerationOperator,    ///< value: must be Equal or Exists (with no value)
};

struct RuleBreak {
  FormRule rule;
  FormField field;
  std::string value;  ///< hostile
  std::string detail;
  int line = 0;  ///< in the text
  bool warning = false;
  bool operator==(const RuleBreak&) const = default;
};

/// Every rule that the workload breaks, in the order of the fields. Source of the GPU rules: ACK documentation on
/// shared GPU scheduling and multi-card sharing. Empty when the text cannot be read as a form.
std::vector<RuleBreak> checkForm(const YamlText& text, const FormTarget& target);

/// The form's field for a path in a server's refusal ("spec.template.spec.containers[0].image"); false = none of the
/// form.
bool fieldOfPath(const std::string& path, FormField& field);

}  // namespace cardinal

// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/workloads/form_texts.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

constexpr int kMaxValue = 80;

class FormTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::WorkloadForm)

 public:
  static QString field(FormField field);
  static QString rule(const RuleBreak& broken);
  static QString numberRule(const QString& value);
  static QString gpu(GpuForm form);
  static QString gpuMeaning(GpuForm form);

 private:
  static QString gpuRule(const RuleBreak& broken, const QString& value, const QString& detail);
};

QString FormTexts::field(FormField field) {
  switch (field) {
    case FormField::Kind:
      return tr("Kind");
    case FormField::Name:
      return tr("Name");
    case FormField::Namespace:
      return tr("Namespace");
    case FormField::Replicas:
      return tr("Replicas");
    case FormField::Completions:
      return tr("Completions");
    case FormField::Image:
      return tr("Image");
    case FormField::CpuRequest:
      return tr("CPU request");
    case FormField::CpuLimit:
      return tr("CPU limit");
    case FormField::MemoryRequest:
      return tr("Memory request");
    case FormField::MemoryLimit:
      return tr("Memory limit");
    case FormField::Gpu:
      return tr("Request form");
    case FormField::GpuMemory:
      return tr("GPU memory");
    case FormField::GpuCore:
      return tr("GPU core");
    case FormField::Cards:
      return tr("Cards");
    case FormField::NodeSelector:
      return tr("Node selector");
    case FormField::Tolerations:
      return tr("Tolerations");
  }
  return {};
}

QString FormTexts::numberRule(const QString& value) {
  const bool isNegative = value.startsWith(u'-');
  const QString digits = isNegative ? value.mid(1) : value;
  const bool isNumber =
      !digits.isEmpty() && std::all_of(digits.begin(), digits.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
  if (value.isEmpty()) return tr("This must be filled in.");
  if (!isNumber) return tr("\"%1\" must be a whole number without a unit.").arg(value);
  if (isNegative) return tr("\"%1\" is negative.").arg(value);
  return digits.count(u'0') == digits.size() ? tr("\"%1\" is too small: at least 1.").arg(value)
                                             : tr("\"%1\" is too large.").arg(value);
}

QString FormTexts::rule(const RuleBreak& broken) {
  const QString value = plain(broken.value, kMaxValue);
  const QString detail = plain(broken.detail, kMaxValue);
  switch (broken.rule) {
    case FormRule::Missing:
      return tr("This must be filled in.");
    case FormRule::NameNotAllowed:
      return tr("\"%1\" is not a valid name: use lowercase letters, digits and \"-\".").arg(value);
    case FormRule::NotWholeNumber:
      return numberRule(value);
    case FormRule::NotQuantity:
      return tr("\"%1\" is not a quantity. Write 500m, 2 or 4Gi.").arg(value);
    case FormRule::LimitBelowRequest:
      return tr("The limit %1 is below the request %2.").arg(value, detail);
    case FormRule::ImageHasBlank:
      return tr("The image \"%1\" contains a space.").arg(value);
    case FormRule::RequestDiffers:
      return tr("The request of %1 must equal its limit.").arg(value);
    case FormRule::SelectorMismatch:
      return tr("The selector asks for the label %1, which the pods do not have.").arg(value);
    case FormRule::RestartPolicy:
      return value.isEmpty() ? tr("A Job needs restartPolicy Never or OnFailure.")
                             : tr("A Job needs restartPolicy Never or OnFailure, not %1.").arg(value);
    case FormRule::TolerationOperator:
      return tr("The operator %1 must be Equal, or Exists without a value.").arg(value);
    default:
      return gpuRule(broken, value, detail);
  }
}

QString FormTexts::gpuRule(const RuleBreak& broken, const QString& value, const QString& detail) {
  switch (broken.rule) {
    case FormRule::NotDivisible:
      return tr("%1 is not divisible by %2 cards. Each card gives the same amount.").arg(value, detail);
    case FormRule::CoreNotMultipleOfFive:
      return tr("%1 % is not a multiple of 5.").arg(value);
    case FormRule::CoreOutOfRange:
      return tr("%1 % is outside 5 to 100.").arg(value);
    case FormRule::CoreWithoutMemory:
      return tr("Core is only given together with GPU memory.");
    case FormRule::CoreOverSeveralCards:
      return tr("Core isolation is documented for one card only.");
    case FormRule::SeveralGpuForms:
      return tr("Only one form of request is allowed; found %1.").arg(value);
    case FormRule::CountMisplaced:
      return tr("The card count is a label of the pod; the scheduler does not read it at %1.").arg(value);
    case FormRule::CountNotText:
      return tr("The value of the label aliyun.com/gpu-count must be quoted.");
    default:
      return {};
  }
}

QString FormTexts::gpu(GpuForm form) {
  switch (form) {
    case GpuForm::None:
      return tr("No GPU");
    case GpuForm::SharedMemory:
      return tr("Shared memory");
    case GpuForm::SharedMemoryAndCore:
      return tr("Memory and core");
    case GpuForm::WholeCards:
      return tr("Whole cards");
    case GpuForm::TopologyCards:
      return tr("Cards by topology");
  }
  return {};
}

QString FormTexts::gpuMeaning(GpuForm form) {
  switch (form) {
    case GpuForm::None:
      return {};
    case GpuForm::SharedMemory:
      return tr("aliyun.com/gpu-mem: nodes in mode cgpu, share or mps, and the open-source stack");
    case GpuForm::SharedMemoryAndCore:
      return tr("aliyun.com/gpu-mem and gpu-core.percentage: nodes in mode core_mem");
    case GpuForm::WholeCards:
      return tr("nvidia.com/gpu: nodes in mode default (exclusive)");
    case GpuForm::TopologyCards:
      return tr("aliyun.com/gpu: nodes in mode topology");
  }
  return {};
}

}  // namespace

QString formFieldText(FormField field) {
  return FormTexts::field(field);
}
QString formRuleText(const RuleBreak& broken) {
  return FormTexts::rule(broken);
}
QString gpuFormText(GpuForm form) {
  return FormTexts::gpu(form);
}
QString gpuFormMeaning(GpuForm form) {
  return FormTexts::gpuMeaning(form);
}

}  // namespace cardinal::ui

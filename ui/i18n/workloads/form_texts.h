// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/manifest/form/workload_form.h"

namespace cardinal::ui {

/// What a field of the workload form is called.
QString formFieldText(FormField field);
/// What a rule that is broken means and how it is mended, as one sentence. Foreign text in it is plain.
QString formRuleText(const RuleBreak& broken);
/// How a container asks for GPUs, in two words; and with which resources, on which nodes.
QString gpuFormText(GpuForm form);
QString gpuFormMeaning(GpuForm form);

}  // namespace cardinal::ui

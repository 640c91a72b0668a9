// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "core/manifest/yaml/yaml_tree.h"

namespace cardinal::yaml {

/// Where a text has the first action of Go's text/template that a chart of Helm would have: "{{-", "{{ .Values",
/// "{{ include", ... Not the variables of a Workflow ("{{inputs.parameters.x}}") or of an alert ("{{ $labels.x }}"),
/// which are text for somebody else. `firstLine`: of the text in its file. Pure.
std::optional<Place> templateMark(std::string_view text, int firstLine = 1);

}  // namespace cardinal::yaml

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/manifest/manifest.h"

namespace cardinal {

/// Reads one or several YAML documents, whatever kinds they hold: an object whose pods cannot be read keeps its
/// `problems`, one without pods says so in `noPods`. A document that cannot be parsed beside others that can is an
/// object without a kind, with its problem. No objects = the text holds none. Errors: ParseFailed (line and
/// column), InvalidField for a document that is no object of Kubernetes, LimitExceeded (size above 4 MiB, depth, number
/// of nodes with aliases expanded).
Result<Manifest> readManifest(std::string_view text, std::string source, const KindTable* own = nullptr);

/// The same for callers that need one pod template. Further errors: NoPodTemplate when not one object holds pods
/// (subject = the kinds found), Unsupported when only such objects hold pods that make several roles or are not placed
/// by number (see `problems`), QuantityInvalid, InvalidField. Plain scalars are typed as kubectl types them (YAML 1.1:
/// yes/no/on/off are booleans, 0644 is octal); quoted ones stay text.
Result<Manifest> parseManifest(std::string_view text, std::string source);
/// Reads the file. Errors as above, FileMissing, FileUnreadable.
Result<Manifest> loadManifest(const std::string& path);
/// The text of a file, at most as long as parseManifest takes. Errors: FileMissing, FileUnreadable.
Result<std::string> readManifestFile(const std::string& path);

}  // namespace cardinal

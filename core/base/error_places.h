// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardinal {

/// `place` of an error LimitExceeded that stands for the memory of the program: only a part was read.
inline constexpr const char* kMemoryPlace = "memory";
/// `place` of an error TlsUntrusted: the kubeconfig names no authority, and so those of the machine decided.
inline constexpr const char* kSystemTrustPlace = "system";
/// `place` of an error Unsupported that stands for a library of this machine.
inline constexpr const char* kLibraryPlace = "library";
/// `place` of an error Unsupported: what decides about device claims was not read; subject = the claim or template,
/// detail = the kinds.
inline constexpr const char* kClaimsPlace = "resource.k8s.io";

/// `detail` of an error ParseFailed: the file is a template of Helm, or of Go's text/template, not yet a manifest.
inline constexpr const char* kTemplateDetail = "{{ }}";

/// `place` of an error PluginUnconfirmed that stands for something else than a plugin which nobody has agreed to yet. A
/// server whose certificate is not checked: subject = server, detail = kubeconfig file.
inline constexpr const char* kNotCheckedPlace = "insecure-skip-tls-verify";
/// A token that stands outside of the kubeconfig's folder: subject = its file, detail = server.
inline constexpr const char* kTokenFilePlace = "tokenFile";
/// What a context would do as a whole, which is not what was agreed to: subject = context, detail = kubeconfig file.
inline constexpr const char* kSummaryPlace = "context";
/// `place` of an error MetricsMissing: there are only services that nobody vouches for; detail = them.
inline constexpr const char* kUnvouchedPlace = "unvouched";
/// MetricsMissing: a saved snapshot, which holds none.
inline constexpr const char* kSnapshotPlace = "snapshot";

}  // namespace cardinal

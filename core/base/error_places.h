// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardinal {

/// `place` of an error LimitExceeded that stands for the memory of the program: only a part was read.
inline constexpr const char* kMemoryPlace = "memory";
/// `place` of an error TlsUntrusted: the kubeconfig names no authority, and so those of the machine decided.
inline constexpr const char* kSystemTrustPlace = "system";
/// `place` of an error Unsupported that stands for a library of this machine.
inline constexpr const char* kLibraryPlace = "library";

}  // namespace cardinal

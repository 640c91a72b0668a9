// SPDX-License-Identifier: Apache-2.0
#include "core/kube/plugin/fingerprint.h"

#include <openssl/evp.h>

#include <cstdlib>

#include "core/kube/plugin/process.h"

namespace cardinal {
namespace {

/// Parts are told apart by their lengths, so that no two lists of texts look the same.
void add(std::string& all, const std::string& part) {
  all += std::to_string(part.size()) + ":" + part;
}

std::string hexOf(const unsigned char* bytes, unsigned count) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  for (unsigned i = 0; i < count; ++i) {
    out.push_back(kHex[bytes[i] >> 4U]);
    out.push_back(kHex[bytes[i] & 0x0FU]);
  }
  return out;
}

}  // namespace

std::string pluginProgram(const ClusterAccess& access) {
  const std::string& command = access.exec->command;
  const char* const path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nothing in the program sets variables
  std::string program = findProgram(command, path != nullptr ? path : "");
  if (program.empty() && command.find('/') == std::string::npos) program = findProgram(command, loginShellPath({}));
  return program;
}

std::string pluginFingerprint(const ClusterAccess& access, const std::string& program) {
  const ExecConfig& exec = *access.exec;
  std::string all;
  for (const std::string& part : {access.context, access.file, exec.command, program, std::to_string(exec.args.size())})
    add(all, part);
  for (const std::string& argument : exec.args) add(all, argument);
  for (const auto& [name, value] : exec.env) {
    add(all, name);
    add(all, value);
  }
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_Digest(all.data(), all.size(), digest, &size, EVP_sha256(), nullptr);
  const Secret wiped(std::move(all));  // the values of variables may be secrets
  return hexOf(digest, size);
}

}  // namespace cardinal

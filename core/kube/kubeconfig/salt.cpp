// SPDX-License-Identifier: Apache-2.0
#include "core/kube/kubeconfig/salt.h"

#include <fcntl.h>
#include <openssl/rand.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "core/base/files/own_files.h"
#include "core/kube/kubeconfig/read_file.h"

namespace cardinal {
namespace {

constexpr std::size_t kBytes = 32;

std::string newSalt() {
  constexpr char kHex[] = "0123456789abcdef";
  unsigned char bytes[kBytes];
  // Without randomness a salt would be a pretence.
  if (RAND_bytes(bytes, static_cast<int>(kBytes)) != 1) std::abort();
  std::string out;
  for (const unsigned char byte : bytes) {
    out.push_back(kHex[byte >> 4U]);
    out.push_back(kHex[byte & 0x0FU]);
  }
  return out;
}

bool isSalt(const std::string& text) {
  return text.size() == 2 * kBytes && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

std::string userSalt(const std::string& folder) {
  const std::string path = folder + "/salt";
  if (auto kept = readRegularFile(path, 2 * kBytes); kept && isSalt(*kept)) return std::move(*kept);
  std::string made = newSalt();
  if (!makePrivateFolder(folder)) return made;
  // Whole or not at all, and the first of several processes wins.
  const std::string draft = path + "." + std::to_string(::getpid());
  const int file = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) return made;
  const bool written = ::write(file, made.data(), made.size()) == static_cast<ssize_t>(made.size());
  ::close(file);
  const bool linked = written && ::link(draft.c_str(), path.c_str()) == 0;
  ::unlink(draft.c_str());
  if (linked) return made;
  auto theirs = readRegularFile(path, 2 * kBytes);
  return theirs && isSalt(*theirs) ? std::move(*theirs) : made;
}

}  // namespace cardinal

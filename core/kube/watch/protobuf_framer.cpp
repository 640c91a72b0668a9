// SPDX-License-Identifier: Apache-2.0
#include "core/kube/watch/protobuf_framer.h"

#include <algorithm>
#include <utility>

namespace cardinal {

bool ProtobufFramer::feed(std::string_view chunk, std::vector<std::string>& out) {
  constexpr int kLengthBytes = 4;
  while (!chunk.empty()) {
    if (m_missing == 0) {
      m_length = m_length << 8U | static_cast<unsigned char>(chunk.front());
      chunk.remove_prefix(1);
      if (++m_lengthBytes < kLengthBytes) continue;
      if (m_length == 0 || m_length > m_maxBytes) return false;
      m_missing = m_length;
      m_length = 0;
      m_lengthBytes = 0;
      // Not the announced length: it costs the sender nothing.
      m_pending.reserve(std::min(m_missing, chunk.size()));
      continue;
    }
    const std::size_t taken = std::min(m_missing, chunk.size());
    m_pending.append(chunk, 0, taken);
    chunk.remove_prefix(taken);
    m_missing -= taken;
    if (m_missing == 0) out.push_back(std::exchange(m_pending, {}));
  }
  return true;
}

}  // namespace cardinal

// SPDX-License-Identifier: Apache-2.0
#include "core/kube/watch/json_framer.h"

#include "core/kube/decode/decoder.h"

namespace cardinal {

bool JsonFramer::feed(std::string_view chunk, std::vector<std::string>& out) {
  std::size_t begin = 0;  // of the object under way, in this chunk
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    const char c = chunk[i];
    if (m_inString) {
      if (m_escaped)
        m_escaped = false;
      else if (c == '\\')
        m_escaped = true;
      else if (c == '"')
        m_inString = false;
      continue;
    }
    switch (c) {
      case '"':
        if (m_depth == 0) return false;
        m_inString = true;
        break;
      case '{':
        if (m_depth == 0) begin = i;
        ++m_depth;
        break;
      case '}':
        if (m_depth == 0) return false;
        if (--m_depth == 0) {
          std::string object;
          object.reserve(m_pending.size() + (i + 1 - begin) + kDecodePadding);
          object.append(m_pending).append(chunk.substr(begin, i + 1 - begin));
          m_pending.clear();
          if (object.size() > m_maxBytes) return false;
          out.push_back(std::move(object));
          begin = i + 1;
        }
        break;
      case ' ':
      case '\t':
      case '\r':
      case '\n':
        break;
      default:
        if (m_depth == 0) return false;
    }
  }
  if (m_depth > 0) m_pending.append(chunk.substr(begin));
  return m_pending.size() <= m_maxBytes;
}

}  // namespace cardinal

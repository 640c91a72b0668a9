// SPDX-License-Identifier: Apache-2.0
// Reflector: in which format it asks and is answered (docs/reference/protobuf.md 1).
#include "core/kube/watch/reflector.h"

namespace cardinal {

void Reflector::askFormat(HttpRequest& request) const {
  if (m_asksProtobuf) request.headers.emplace_back("Accept", kAcceptProtobuf);
}

std::optional<WireFormat> Reflector::formatOf(const ResponseHead& head) const {
  const auto format = wireFormat(head);
  return format == WireFormat::Protobuf && !m_readsProtobuf ? std::nullopt : format;
}

std::optional<Error> Reflector::errorOf(const ResponseHead& head, const std::string& body, const char* verb) const {
  return answerError(head, body, subject(verb), m_context.decoder, m_readsProtobuf);
}

bool Reflector::cut(const std::string& chunk, std::vector<std::string>& texts) {
  return m_format == WireFormat::Protobuf ? m_frames.feed(chunk, texts) : m_framer.feed(chunk, texts);
}

Error Reflector::unframed() const {
  return makeError(ErrorCode::ParseFailed, m_path, "watch",
                   m_format == WireFormat::Protobuf ? "no stream of protobuf messages" : "no stream of JSON objects");
}

void Reflector::doubtProtobuf(Error& error) {
  if (!m_asksProtobuf || !isUnreadable(error)) return;
  m_asksProtobuf = false;
  error.detail += "; JSON is asked for from now on";
}

bool Reflector::retryAsJson(const Error& error, Step again) {
  if (!m_asksProtobuf || !refusesProtobuf(error)) return false;
  m_asksProtobuf = false;
  (this->*again)();
  return true;
}

}  // namespace cardinal

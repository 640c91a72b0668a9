// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/protobuf/protobuf_message.h"

namespace cardinal::protobuf {

void Message::refuse(std::string words) const {
  throw Fault(ErrorCode::ParseFailed, std::move(words));
}

std::uint64_t Message::longVarint() {
  try {
    return protozero::decode_varint(&m_at, m_end);
  } catch (const protozero::end_of_buffer_exception&) {
    tooLong();
  } catch (const protozero::varint_too_long_exception&) {
    refuse("a number of more than ten bytes");
  }
}

Message::Run Message::run() const {
  const char* const begin = m_progress->at;
  Message rest(*this);
  rest.skip();
  const char* end = rest.m_at;
  std::size_t count = 1;
  while (count < kMaxEntries && rest.next() && rest.m_number == m_number) {
    rest.skip();
    end = rest.m_at;
    ++count;
  }
  m_progress->at = begin;
  return {{begin, static_cast<std::size_t>(end - begin)}, count};
}

void Message::numberless() const {
  refuse("a field without a number");
}

void Message::tooLong() const {
  if (m_end == m_progress->bodyEnd) throw Fault(ErrorCode::TruncatedAnswer, {});
  refuse("field " + std::to_string(m_number) + " is longer than what holds it");
}

void Message::wrongType(std::uint32_t wanted) const {
  refuse("field " + std::to_string(m_number) + " has wire type " + std::to_string(m_type) + ", not " +
         std::to_string(wanted));
}

void Message::skip() {
  m_pending = false;
  switch (m_type) {
    case kVarint:
      varint();
      break;
    case kFixed64:
      span(8);
      break;
    case kLength:
      span(varint());
      break;
    case kFixed32:
      span(4);
      break;
    default:
      refuse("field " + std::to_string(m_number) + " has wire type " + std::to_string(m_type));
  }
}

}  // namespace cardinal::protobuf

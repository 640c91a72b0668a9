// SPDX-License-Identifier: Apache-2.0
#include "core/service/snapshots/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <utility>

namespace cardinal {
namespace {

constexpr int kGzipWindow = 15 + 16;
constexpr std::size_t kChunk = std::size_t{256} << 10U;

/// zlib's interface takes a pointer to data it does not change.
Bytef* input(std::string_view data) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
}

struct Inflater {
  z_stream stream{};
  bool open = false;
  Inflater() { open = inflateInit2(&stream, kGzipWindow) == Z_OK; }
  ~Inflater() {
    if (open) inflateEnd(&stream);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
};

class Unpacker {
 public:
  Unpacker(std::string_view data, const std::string& name, const GunzipLimits& limits)
      : m_data(data), m_name(name), m_limits(limits) {}

  Result<std::string> run(std::size_t padding) {
    if (!m_inflater.open) return unexpected(makeError(ErrorCode::Internal, "inflateInit2"));
    m_out.reserve(std::min(m_limits.bytes, m_data.size() * 8) + padding);
    while (m_read < m_data.size()) {
      if (auto step = inflateChunk(); !step) return unexpected(step.error());
    }
    if (!m_ended) return fail("unexpected end of the file");
    m_out.reserve(m_out.size() + padding);
    return std::move(m_out);
  }

 private:
  Unexpected<Error> fail(const char* why) const {
    return unexpected(makeError(ErrorCode::ParseFailed, m_name, "byte " + std::to_string(m_read), why));
  }

  Result<void> inflateChunk() {
    z_stream& stream = m_inflater.stream;
    std::array<Bytef, kChunk / 4>& buffer = *m_buffer;
    const std::size_t given = std::min(m_data.size() - m_read, kChunk);
    stream.next_in = input(m_data.substr(m_read));
    stream.avail_in = static_cast<uInt>(given);
    do {
      stream.next_out = buffer.data();
      stream.avail_out = static_cast<uInt>(buffer.size());
      const int state = inflate(&stream, Z_NO_FLUSH);
      if (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR) {
        m_read += given - stream.avail_in;
        return fail(stream.msg == nullptr ? "not gzip data" : stream.msg);
      }
      m_out.append(reinterpret_cast<const char*>(buffer.data()), buffer.size() - stream.avail_out);
      if (auto small = checkSize(m_read + given - stream.avail_in); !small) return small;
      m_ended = state == Z_STREAM_END;
      if (m_ended) break;
    } while (stream.avail_out == 0);
    m_read += given - stream.avail_in;
    if (m_ended && m_read < m_data.size()) return nextMember();
    return {};
  }

  /// Another gzip member is joined; other bytes behind the end are padding, as gzip itself treats them.
  Result<void> nextMember() {
    if (!isGzip(m_data.substr(m_read))) {
      m_read = m_data.size();
      return {};
    }
    m_ended = false;
    if (inflateReset2(&m_inflater.stream, kGzipWindow) != Z_OK) return fail("not gzip data");
    return {};
  }

  Result<void> checkSize(std::size_t consumed) const {
    std::size_t limit = m_limits.bytes;
    if (m_limits.ratio > 0 && consumed < m_limits.bytes / m_limits.ratio) {
      limit = std::min(limit, std::max(m_limits.freeBytes, consumed * m_limits.ratio));
    }
    if (m_out.size() <= limit) return {};
    return unexpected(makeError(ErrorCode::LimitExceeded, m_name, {}, std::to_string(limit)));
  }

  std::string_view m_data;
  const std::string& m_name;
  const GunzipLimits& m_limits;
  Inflater m_inflater;
  std::unique_ptr<std::array<Bytef, kChunk / 4>> m_buffer = std::make_unique<std::array<Bytef, kChunk / 4>>();
  std::string m_out;
  std::size_t m_read = 0;
  bool m_ended = false;
};

}  // namespace

bool isGzip(std::string_view data) {
  return data.size() >= 2 && data[0] == '\x1f' && data[1] == '\x8b';
}

Result<std::string> gunzip(std::string_view data, const std::string& name, const GunzipLimits& limits,
                           std::size_t padding) {
  return Unpacker(data, name, limits).run(padding);
}

struct GzipWriter::State {
  z_stream stream{};
  std::string out;

  void run(std::string_view text, int flush) {
    std::array<Bytef, kChunk / 8> buffer;
    stream.next_in = input(text);
    stream.avail_in = static_cast<uInt>(text.size());
    do {
      stream.next_out = buffer.data();
      stream.avail_out = static_cast<uInt>(buffer.size());
      deflate(&stream, flush);
      out.append(reinterpret_cast<const char*>(buffer.data()), buffer.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  }
};

GzipWriter::GzipWriter() : m_state(std::make_unique<State>()) {
  constexpr int kLevel = 6;
  constexpr int kMemory = 8;
  deflateInit2(&m_state->stream, kLevel, Z_DEFLATED, kGzipWindow, kMemory, Z_DEFAULT_STRATEGY);
}

GzipWriter::~GzipWriter() {
  deflateEnd(&m_state->stream);
}

void GzipWriter::write(std::string_view text) {
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, kChunk);
    m_state->run(piece, Z_NO_FLUSH);
    text.remove_prefix(piece.size());
  }
}

std::string GzipWriter::take() {
  return std::exchange(m_state->out, {});
}

void GzipWriter::finish() {
  m_state->run({}, Z_FINISH);
}

}  // namespace cardinal

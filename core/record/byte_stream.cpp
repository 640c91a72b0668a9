// SPDX-License-Identifier: Apache-2.0
#include "core/record/byte_stream.h"

#include <zlib.h>

namespace cardinal {
namespace {

const Bytef* input(std::string_view bytes) {
  return reinterpret_cast<const Bytef*>(
      bytes.data());  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast): zlib's type
}
Bytef* output(std::string& bytes, std::size_t at) {
  return reinterpret_cast<Bytef*>(bytes.data() +
                                  at);  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast): zlib's type
}

}  // namespace

std::string packed(std::string_view bytes) {
  ByteWriter head;
  head.number(bytes.size());
  std::string out = head.bytes();
  const std::size_t start = out.size();
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  out.resize(start + size);
  // Twice the speed of the usual level, and a tenth larger.
  constexpr int kLevel = 4;
  compress2(output(out, start), &size, input(bytes), static_cast<uLong>(bytes.size()), kLevel);
  out.resize(start + size);
  return out;
}

std::optional<std::string> unpacked(std::string_view bytes, std::size_t most) {
  ByteReader head(bytes);
  const auto size = static_cast<std::size_t>(head.below(most + 1));
  if (!head.good()) return std::nullopt;
  const std::string_view body = bytes.substr(bytes.size() - head.left());
  // One byte of zlib's becomes 1032 at the most: a length that lies takes no memory.
  constexpr std::size_t kMaxRatio = 1032;
  if (size / kMaxRatio > body.size()) return std::nullopt;
  std::string out(size, '\0');
  uLongf got = static_cast<uLongf>(size);
  Bytef none = 0;
  const int done = uncompress(size == 0 ? &none : output(out, 0), &got, input(body), static_cast<uLong>(body.size()));
  if (done != Z_OK || got != size) return std::nullopt;
  return out;
}

}  // namespace cardinal

// SPDX-License-Identifier: Apache-2.0
#include "core/kube/kubeconfig/pem/base64.h"

#include <algorithm>
#include <cstdint>

namespace cardinal {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int digitOf(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  return -1;
}

Unexpected<Error> wrongAt(std::size_t at, const char* what) {
  return unexpected(makeError(ErrorCode::ParseFailed, "base64", "byte " + std::to_string(at), what));
}

}  // namespace

Result<std::string> decodeBase64(std::string_view text) {
  std::string out;
  out.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  int digits = 0;  // in the current group of four
  int padding = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n' || c == '\r') continue;
    if (c == '=') {
      if (digits < 2 || digits + padding >= 4) return wrongAt(i, "padding where none belongs");
      ++padding;
      continue;
    }
    const int digit = digitOf(c);
    if (digit < 0) return wrongAt(i, "not a base64 character");
    if (padding > 0) return wrongAt(i, "text after the padding");
    bits = (bits << 6U) | static_cast<std::uint32_t>(digit);
    if (++digits == 4) {
      for (const unsigned shift : {16U, 8U, 0U}) out.push_back(static_cast<char>((bits >> shift) & 0xFFU));
      digits = 0;
      bits = 0;
    }
  }
  if (digits == 0) return out;
  if (digits == 1 || digits + padding != 4) return wrongAt(text.size(), "ends early");
  if (digits == 3) {
    out.push_back(static_cast<char>((bits >> 10U) & 0xFFU));
    out.push_back(static_cast<char>((bits >> 2U) & 0xFFU));
  } else {
    out.push_back(static_cast<char>((bits >> 4U) & 0xFFU));
  }
  return out;
}

std::string encodeBase64(std::string_view bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = (group << 8U) | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    const std::size_t have = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t j = 0; j < 4; ++j) out.push_back(j <= have ? kAlphabet[(group >> (18U - 6U * j)) & 0x3FU] : '=');
  }
  return out;
}

}  // namespace cardinal

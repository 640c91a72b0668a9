// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QRgb>
#include <algorithm>
#include <cstring>
#include <vector>

namespace cardinal::ui {

/// A small drawing that is laid down many times. Opaque, device pixels.
struct Sprite {
  int width = 0;
  int height = 0;
  std::vector<QRgb> pixels;
};

/// Writes opaque pixels of an RGB32 image by scan line, clipped to it. The image must not be painted on meanwhile.
class PixelCanvas {
 public:
  explicit PixelCanvas(QImage& image)
      : m_bits(reinterpret_cast<QRgb*>(image.bits())),  // NOLINT: scan lines of an RGB32 image are QRgb
        m_stride(static_cast<int>(image.bytesPerLine() / 4)),
        m_width(image.width()),
        m_height(image.height()) {}

  void fill(int x, int y, int width, int height, QRgb colour) {
    const int left = std::max(0, x);
    const int right = std::min(m_width, x + width);
    if (left >= right) return;
    const int bottom = std::min(m_height, y + height);
    for (int row = std::max(0, y); row < bottom; ++row)
      std::fill(at(left, row), at(left, row) + (right - left), colour);
  }

  void blit(int x, int y, const Sprite& sprite) {
    const int left = std::max(0, x);
    const int right = std::min(m_width, x + sprite.width);
    if (left >= right) return;
    const int top = std::max(0, y);
    const int bottom = std::min(m_height, y + sprite.height);
    const QRgb* from = sprite.pixels.data() + static_cast<std::ptrdiff_t>(top - y) * sprite.width + (left - x);
    const auto bytes = static_cast<std::size_t>(right - left) * sizeof(QRgb);
    for (int row = top; row < bottom; ++row, from += sprite.width) std::memcpy(at(left, row), from, bytes);
  }

  /// Two colours in a chequer of single pixels.
  void chequer(int x, int y, int width, int height, QRgb even, QRgb odd) {
    for (int row = std::max(0, y); row < std::min(m_height, y + height); ++row) {
      for (int column = std::max(0, x); column < std::min(m_width, x + width); ++column) {
        *at(column, row) = (row + column) % 2 ? odd : even;
      }
    }
  }

 private:
  QRgb* at(int x, int y) { return m_bits + static_cast<std::ptrdiff_t>(y) * m_stride + x; }
  QRgb* m_bits;
  int m_stride;
  int m_width;
  int m_height;
};

}  // namespace cardinal::ui

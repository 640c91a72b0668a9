// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/plain.h"

#include <algorithm>

namespace cardinal::ui {

namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr QChar kEllipsis(0x2026);
constexpr std::size_t kMaxBytesPerUnit = 4;

char32_t safe(char32_t c) {
  switch (QChar::category(c)) {
    case QChar::Other_Control:
      return QChar::isSpace(c) ? U' ' : kReplacement;
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
      return U' ';
    case QChar::Other_Format:  // Bidirectional overrides and invisible joiners can make one name look like another.
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Other_Surrogate:  // half a code point
      return kReplacement;
    default:
      return c;
  }
}

/// By code points: what hides among those beyond U+FFFF (tags, private use) is two units long.
QString safe(const QString& text) {
  QString out;
  out.reserve(text.size());
  for (qsizetype i = 0; i < text.size(); ++i) {
    char32_t point = text.at(i).unicode();
    if (text.at(i).isHighSurrogate() && i + 1 < text.size() && text.at(i + 1).isLowSurrogate()) {
      point = QChar::surrogateToUcs4(text.at(i), text.at(i + 1));
      ++i;
    }
    point = safe(point);
    if (QChar::requiresSurrogates(point)) {
      out.append(QChar(QChar::highSurrogate(point))).append(QChar(QChar::lowSurrogate(point)));
    } else {
      out.append(QChar(static_cast<char16_t>(point)));
    }
  }
  return out;
}

}  // namespace

QString plain(std::string_view text, int maxLength) {
  if (maxLength <= 0) return {};
  const auto limit = static_cast<std::size_t>(maxLength) * kMaxBytesPerUnit;
  const bool cutBytes = text.size() > limit;
  QString out = QString::fromUtf8(text.data(), static_cast<qsizetype>(std::min(text.size(), limit)));
  out = safe(out);
  if (out.size() <= maxLength && !cutBytes) return out;
  qsizetype keep = std::min<qsizetype>(out.size(), maxLength) - 1;
  if (keep > 0 && out.at(keep - 1).isHighSurrogate()) --keep;
  out.truncate(std::max<qsizetype>(keep, 0));
  out.append(kEllipsis);
  return out;
}

}  // namespace cardinal::ui

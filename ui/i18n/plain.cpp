// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "ui/i18n/texts.h"

namespace cardinal::ui {

namespace {

constexpr QChar kReplacement(0xFFFD);
constexpr QChar kEllipsis(0x2026);
constexpr std::size_t kMaxBytesPerUnit = 4;

QChar safe(QChar c) {
  switch (c.category()) {
    case QChar::Other_Control:
      return c.isSpace() ? QChar(u' ') : kReplacement;
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
      return QChar(u' ');
    case QChar::Other_Format:  // Bidirectional overrides and invisible joiners can make one name look like another.
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
      return kReplacement;
    default:
      return c;
  }
}

}  // namespace

QString plain(std::string_view text, int maxLength) {
  if (maxLength <= 0) return {};
  const auto limit = static_cast<std::size_t>(maxLength) * kMaxBytesPerUnit;
  const bool cutBytes = text.size() > limit;
  QString out = QString::fromUtf8(text.data(), static_cast<qsizetype>(std::min(text.size(), limit)));
  std::transform(out.begin(), out.end(), out.begin(), safe);
  if (out.size() <= maxLength && !cutBytes) return out;
  qsizetype keep = std::min<qsizetype>(out.size(), maxLength) - 1;
  if (keep > 0 && out.at(keep - 1).isHighSurrogate()) --keep;
  out.truncate(std::max<qsizetype>(keep, 0));
  out.append(kEllipsis);
  return out;
}

}  // namespace cardinal::ui

// SPDX-License-Identifier: Apache-2.0
#include "app/settings/remembered_tabs.h"

#include "app/settings/choice_bytes.h"

namespace cardinal::app {

namespace {

const QString kKey = QStringLiteral("window/tabs");
constexpr quint32 kVersion = 2;  // fingerprints are salted
constexpr quint32 kMax = 64;
constexpr auto kFormat = QDataStream::Qt_6_0;

}  // namespace

void rememberTabs(ui::WindowSettings& settings, const RememberedTabs& tabs) {
  QByteArray bytes;
  if (tabs.tabs.size() > 1) {
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out.setVersion(kFormat);
    out << kVersion << qint32(tabs.shown) << quint32(tabs.tabs.size());
    for (const RememberedTab& tab : tabs.tabs) {
      writeChoice(out, tab.choice);
      out << QByteArray::fromStdString(tab.fingerprint);
    }
  }
  if (settings.bytes(kKey) == bytes) return;
  settings.setBytes(kKey, bytes);
  settings.flush();
}

RememberedTabs rememberedTabs(const ui::WindowSettings& settings) {
  const QByteArray bytes = settings.bytes(kKey);
  QDataStream in(bytes);
  in.setVersion(kFormat);
  quint32 version = 0;
  qint32 shown = 0;
  quint32 count = 0;
  in >> version >> shown >> count;
  RememberedTabs found;
  if (version != kVersion || count > kMax) return found;
  for (quint32 i = 0; i < count; ++i) {
    RememberedTab tab{readChoice(in), {}};
    QByteArray fingerprint;
    in >> fingerprint;
    tab.fingerprint = fingerprint.toStdString();
    found.tabs.push_back(std::move(tab));
  }
  if (in.status() != QDataStream::Ok || !in.atEnd()) return {};
  if (shown >= 0 && shown < static_cast<qint32>(count)) found.shown = shown;
  return found;
}

}  // namespace cardinal::app

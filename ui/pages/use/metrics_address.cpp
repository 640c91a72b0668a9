// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/use/metrics_address.h"

#include <QUrl>
#include <array>
#include <utility>

namespace cardinal::ui {
namespace {

constexpr std::array kFields = {std::pair("url", &MetricsAddress::url),
                                std::pair("tokenFile", &MetricsAddress::tokenFile),
                                std::pair("caFile", &MetricsAddress::caFile),
                                std::pair("user", &MetricsAddress::user),
                                std::pair("passwordFile", &MetricsAddress::passwordFile),
                                std::pair("tenant", &MetricsAddress::tenant)};

QString keyOf(const SourceInfo& cluster, const char* field) {
  const QString name = QString::fromStdString(cluster.name + "@" + cluster.server);
  return QStringLiteral("metrics/") + QString::fromLatin1(QUrl::toPercentEncoding(name)) + u'/' +
         QString::fromLatin1(field);
}

}  // namespace

MetricsAddress rememberedAddress(const WindowSettings& settings, const SourceInfo& cluster) {
  MetricsAddress address;
  for (const auto& [field, member] : kFields) address.*member = settings.text(keyOf(cluster, field)).toStdString();
  return address;
}

void rememberAddress(WindowSettings& settings, const SourceInfo& cluster, const MetricsAddress& address) {
  for (const auto& [field, member] : kFields) {
    settings.setText(keyOf(cluster, field), address.url.empty() ? QString() : QString::fromStdString(address.*member));
  }
}

}  // namespace cardinal::ui

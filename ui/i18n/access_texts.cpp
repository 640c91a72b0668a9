// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/access_texts.h"

#include <QCoreApplication>
#include <limits>

#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

constexpr int kPathLength = 1024;
constexpr std::size_t kMaxFiles = 20;

class AccessTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::AccessTexts)

 public:
  static std::vector<AccessFact> facts(const AccessSummary& summary);
  static QStringList warnings(const AccessSummary& summary);

 private:
  static QString trust(const AccessSummary& summary);
  static QString signIn(const AccessSummary& summary);
};

QString AccessTexts::trust(const AccessSummary& summary) {
  switch (summary.trust) {
    case ServerTrust::System:
      return tr("by the certificates of this machine");
    case ServerTrust::Kubeconfig:
      return tr("by the certificates in the kubeconfig alone");
    case ServerTrust::File:
      return tr("by the certificates of %1 alone").arg(plain(summary.caFile, kPathLength));
    case ServerTrust::NotChecked:
      return tr("not checked (insecure-skip-tls-verify)");
    case ServerTrust::NoTls:
      return tr("no TLS: everything can be read on the way");
  }
  return {};
}

QString AccessTexts::signIn(const AccessSummary& summary) {
  QStringList ways;
  for (const SignIn way : summary.signIn) {
    switch (way) {
      case SignIn::Nothing:
        ways << tr("without a credential");
        break;
      case SignIn::Token:
        ways << tr("with the token in the kubeconfig");
        break;
      case SignIn::TokenFile:
        ways << tr("with the token of the file %1").arg(plain(summary.tokenFile, kPathLength));
        break;
      case SignIn::Password:
        ways << tr("as %1, with a password").arg(plain(summary.username, 120));
        break;
      case SignIn::Certificate:
        ways << tr("with a client certificate");
        break;
      case SignIn::Plugin:
        ways << tr("with what a program prints (below)");
        break;
    }
  }
  return joinClauses(ways);
}

std::vector<AccessFact> AccessTexts::facts(const AccessSummary& summary) {
  std::vector<AccessFact> out{{tr("Context"), plain(summary.context), false},
                              {tr("From the file"), plain(summary.file, kPathLength), false},
                              {tr("Server"), plain(summary.server, kPathLength), false}};
  const bool isOpen = summary.insecure() || summary.trust == ServerTrust::NoTls;
  out.push_back({tr("Server trusted"), trust(summary), isOpen});
  if (!summary.tlsServerName.empty())
    out.push_back({tr("Under the name"), plain(summary.tlsServerName, kPathLength), false});
  out.push_back({tr("Signs in"), signIn(summary), summary.sendsTokenOfOutside});
  if (!summary.user.empty()) out.push_back({tr("User entry"), plain(summary.user), false});
  if (!summary.actsAs.empty()) out.push_back({tr("Acts as"), plain(summary.actsAs, 240), false});
  out.push_back({tr("Proxy"), summary.proxy.empty() ? tr("none") : plain(summary.proxy, kPathLength), false});
  for (std::size_t i = 0; i < summary.outside.size() && i < kMaxFiles; ++i) {
    const OutsideFile& file = summary.outside[i];
    out.push_back({tr("Reads elsewhere"), labelled(plain(file.field, 60), plain(file.path, kPathLength)),
                   summary.sendsTokenOfOutside && file.path == summary.tokenFile});
  }
  return out;
}

QStringList AccessTexts::warnings(const AccessSummary& summary) {
  QStringList out;
  if (summary.insecure()) {
    out << tr(
        "The server's certificate is not checked: anybody on the way can read the credential and change every "
        "answer. This is asked each time and never remembered.");
  }
  if (summary.sendsTokenOfOutside) {
    out << tr(
        "The token is not in the kubeconfig's folder. Make sure that it is this cluster's token, and not one that the "
        "file is meant to steal.");
  }
  if (summary.plugin) {
    out << tr(
        "The program runs with your rights on this computer, whenever a credential is needed. Allow it only if you "
        "know where the file comes from.");
    if (summary.plugin->program.empty())
      out << tr("The program was not found on the search path of this program or of your login shell.");
  }
  return out;
}

}  // namespace

std::vector<AccessFact> accessFacts(const AccessSummary& summary) {
  return AccessTexts::facts(summary);
}

QStringList commandLines(const PluginCall& call) {
  // What stands behind the harmless beginning of a long argument is what matters.
  constexpr int kWhole = std::numeric_limits<int>::max();
  QStringList lines{plain(call.program.empty() ? call.command : call.program, kWhole)};
  for (const std::string& argument : call.arguments) lines << plain(argument, kWhole);
  return lines;
}

QStringList accessWarnings(const AccessSummary& summary) {
  return AccessTexts::warnings(summary);
}

}  // namespace cardinal::ui

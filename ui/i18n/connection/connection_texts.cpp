// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/connection/connection_texts.h"

#include <QCoreApplication>
#include <cstdlib>

#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

class ConnectionTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::ConnectionTexts)

 public:
  static QString of(const ConnectionState& state, UnixSeconds now);

  static QString clock(std::int64_t offset);
  static QString fields(FieldCheck check);
  static QString loaded(std::size_t loaded, std::optional<std::size_t> toCome);
  static QString caution(const Caution& caution);

 private:
  static QString reconnecting(const ConnectionState& state, UnixSeconds now);
};

QString ConnectionTexts::reconnecting(const ConnectionState& state, UnixSeconds now) {
  QString data =
      state.lastContact == 0 ? tr("Reconnecting") : tr("Reconnecting, data is %1 old").arg(age(state.lastContact, now));
  if (state.nextTry > now)
    return tr("%1, next try in %2", "the state, then a short duration").arg(data, age(now, state.nextTry));
  return data;
}

QString ConnectionTexts::of(const ConnectionState& state, UnixSeconds now) {
  switch (state.phase) {
    case ConnectionPhase::Idle:
      return tr("Not connected");
    case ConnectionPhase::Connecting:
      return tr("Connecting");
    case ConnectionPhase::Loading:
      return tr("Loading: %1 nodes, %2 pods so far")
          .arg(loaded(state.nodesLoaded, state.nodesToCome), loaded(state.podsLoaded, state.podsToCome));
    case ConnectionPhase::Live:
      return tr("Live");
    case ConnectionPhase::Reconnecting:
      return reconnecting(state, now);
    case ConnectionPhase::Failed:
      return state.error
                 ? tr("Disconnected: %1", "%1 = a few words, such as: no permission").arg(errorTitle(*state.error))
                 : tr("Disconnected");
    case ConnectionPhase::Static:
      return tr("Saved snapshot");
  }
  return {};
}

QString ConnectionTexts::clock(std::int64_t offset) {
  const QString apart = age(1, 1 + std::abs(offset));
  return offset > 0 ? tr("The server's clock is %1 ahead of this machine's", "%1 = a short duration").arg(apart)
                    : tr("The server's clock is %1 behind this machine's", "%1 = a short duration").arg(apart);
}

QString ConnectionTexts::loaded(std::size_t loaded, std::optional<std::size_t> toCome) {
  const QString came = count(static_cast<std::int64_t>(loaded));
  if (!toCome || *toCome == 0) return came;
  return tr("%1 of %2", "%1 = how many came, %2 = how many there are; stands for one number in a sentence")
      .arg(came, count(static_cast<std::int64_t>(loaded + *toCome)));
}

QString ConnectionTexts::fields(FieldCheck check) {
  switch (check) {
    case FieldCheck::None:
      return tr("Unknown fields were not checked; the server drops them silently.");
    case FieldCheck::Schema:
      return tr("Every field is in the server's own description of its API (/openapi/v2).");
    case FieldCheck::Server:
      return tr("The server itself looked for fields that it does not know (fieldValidation=Strict).");
  }
  return {};
}

QString ConnectionTexts::caution(const Caution& caution) {
  switch (caution.code) {
    case CautionCode::KubeconfigExposed:
      return tr("The kubeconfig file %1 holds credentials, and others on this machine may read it (mode %2). Remove "
                "that permission: chmod 600.")
          .arg(plain(caution.subject, 240), plain(caution.detail, 8));
    case CautionCode::CertificateWithoutNames:
      return tr(
          "The server's certificate holds no list of names (subjectAltName), only a common name: kubectl and every "
          "other client of "
          "Go refuse it. Have it issued anew with its names.");
    case CautionCode::VersionsWentBack:
      return tr(
          "The API server went back to an older state: its etcd was restored from a backup, or another cluster answers "
          "at this address. Everything was read again; what was changed after the backup is lost, so check it.");
  }
  return {};
}

}  // namespace

QString connectionText(const ConnectionState& state, UnixSeconds now) {
  return ConnectionTexts::of(state, now);
}

QString loadedText(std::size_t loaded, std::optional<std::size_t> toCome) {
  return ConnectionTexts::loaded(loaded, toCome);
}

QString clockText(std::int64_t offset) {
  return ConnectionTexts::clock(offset);
}

QString cautionText(const Caution& caution) {
  return ConnectionTexts::caution(caution);
}

QString fieldCheckText(FieldCheck check) {
  return ConnectionTexts::fields(check);
}

}  // namespace cardinal::ui

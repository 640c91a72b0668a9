// SPDX-License-Identifier: Apache-2.0
#include "ui/session/connection_view.h"

#include <QCoreApplication>
#include <QStringList>
#include <cstdlib>

#include "ui/i18n/connection/connection_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/widgets/lists/empty_state.h"

namespace cardinal::ui {

namespace {

constexpr UnixSeconds kQuietSeconds = 60;
constexpr int kToTheMinute = 16;  // characters of a time

class ConnectionViews {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::ConnectionViews)

 public:
  static ConnectionView view(const ConnectionState& state, UnixSeconds now, UnixSeconds dataTime);
  static std::optional<ConnectionNotice> notice(const ConnectionState& state);
  static std::optional<ConnectionEmptiness> emptiness(const ConnectionState& state);
  static std::optional<ConnectionEmptiness> hidden(const ConnectionState& state);
  static QString retry() { return tr("Try again now"); }

 private:
  static QString ago(const ConnectionState& state, UnixSeconds now);
  static QString liveDetail(const ConnectionState& state, UnixSeconds now);
  static ConnectionNotice lost(const ConnectionState& state);
  static ConnectionNotice partial(const ConnectionState& state, const QString& clock);
};

QString ConnectionViews::ago(const ConnectionState& state, UnixSeconds now) {
  if (state.lastContact <= 0) return {};
  const UnixSeconds quiet = now - state.lastContact;
  return tr("%1 ago").arg(quiet < kQuietSeconds ? tr("%1 s").arg(quiet) : age(state.lastContact, now));
}

QString ConnectionViews::liveDetail(const ConnectionState& state, UnixSeconds now) {
  QStringList parts;
  if (const QString since = ago(state, now); !since.isEmpty()) parts << since;
  if (state.watchesWanted > 0) parts << tr("watch %1 of %2").arg(state.watchesOpen).arg(state.watchesWanted);
  return parts.join(QStringLiteral(" · "));
}

ConnectionView ConnectionViews::view(const ConnectionState& state, UnixSeconds now, UnixSeconds dataTime) {
  const QString sentence = connectionText(state, now);
  switch (state.phase) {
    case ConnectionPhase::Idle:
      return {StateRole::Unknown, tr("Not connected"), {}, false, {}, sentence};
    case ConnectionPhase::Connecting:
      return {StateRole::Information, tr("Connecting"), {}, true, {}, sentence};
    case ConnectionPhase::Loading:
      return {
          StateRole::Information,
          tr("Loading"),
          tr("%1 nodes, %2 pods")
              .arg(loadedText(state.nodesLoaded, state.nodesToCome), loadedText(state.podsLoaded, state.podsToCome)),
          true,
          state.shareLoaded(),
          sentence};
    case ConnectionPhase::Live:
      return {StateRole::Ok, tr("Live"), liveDetail(state, now), false, {}, sentence};
    case ConnectionPhase::Reconnecting:
      return {StateRole::Stale, tr("Reconnecting"), liveDetail(state, now), true, {}, sentence};
    case ConnectionPhase::Failed:
      return {StateRole::Critical, tr("Connection failed"), ago(state, now), false, {}, sentence};
    case ConnectionPhase::Static:
      // The bar has little room: the sentence has the second and the zone.
      return {StateRole::Information,
              tr("Saved state"),
              dateTime(dataTime).left(kToTheMinute).replace(u'T', u' '),
              false,
              {},
              dataTime > 0 ? labelled(sentence, dateTime(dataTime)) : sentence};
  }
  return {};
}

ConnectionNotice ConnectionViews::lost(const ConnectionState& state) {
  QStringList parts;
  if (state.lastContact > 0) parts << tr("Data last updated at %1.").arg(timeOfDay(state.lastContact));
  if (state.nextTry > 0) parts << tr("Next retry at %1.").arg(timeOfDay(state.nextTry));
  return {state.phase == ConnectionPhase::Failed ? StateRole::Critical : StateRole::Stale,
          state.error ? errorText(*state.error) : tr("The connection is lost"), joinSentences(parts), retry()};
}

ConnectionNotice ConnectionViews::partial(const ConnectionState& state, const QString& clock) {
  const bool several = state.scope.find(',') != std::string::npos;
  QStringList parts;
  if (!state.nodesVisible) parts << tr("Nodes and their cards are hidden from you.");
  if (!state.refusedNamespaces.empty())
    parts << tr("Not permitted: pods of %1.").arg(joinNames(state.refusedNamespaces));
  if (!clock.isEmpty()) parts << clock;
  return {StateRole::Information,
          several
              ? tr("You can see the namespaces %1 only; totals of pods cover nothing else").arg(plain(state.scope, 240))
              : tr("You can see the namespace %1 only; totals of pods cover nothing else").arg(plain(state.scope, 120)),
          joinSentences(parts),
          {}};
}

std::optional<ConnectionNotice> ConnectionViews::notice(const ConnectionState& state) {
  if (!state.waitingFor.empty())
    return ConnectionNotice{StateRole::Information,
                            tr("Waiting for the credential plugin %1").arg(plain(state.waitingFor, 120)),
                            tr("It may have opened a browser for you to log in."), tr("Stop waiting")};
  if (state.phase == ConnectionPhase::Reconnecting || state.phase == ConnectionPhase::Failed) return lost(state);
  const bool isClockOff = state.clockOffset && std::abs(*state.clockOffset) > kReportedClockOffset;
  const QString clock = isClockOff ? clockText(*state.clockOffset) : QString();
  if (!state.scope.empty()) return partial(state, clock);
  if (isClockOff)
    return ConnectionNotice{
        StateRole::Warning, clock, tr("Ages are counted by the server's clock. Correct the clock that is wrong."), {}};
  return {};
}

std::optional<ConnectionEmptiness> ConnectionViews::emptiness(const ConnectionState& state) {
  switch (state.phase) {
    case ConnectionPhase::Idle:
      return ConnectionEmptiness{tr("Not connected"),
                                 tr("Choose a context, a snapshot or the demo cluster in the menu at the top left."),
                                 false,
                                 {}};
    case ConnectionPhase::Connecting:
    case ConnectionPhase::Loading:
      return ConnectionEmptiness{
          tr("Loading the cluster"),
          tr("%1 nodes and %2 pods so far")
              .arg(loadedText(state.nodesLoaded, state.nodesToCome), loadedText(state.podsLoaded, state.podsToCome)),
          false, state.shareLoaded()};
    case ConnectionPhase::Failed:
    case ConnectionPhase::Reconnecting:
      return ConnectionEmptiness{state.error ? errorTitle(*state.error) : tr("Not connected"),
                                 state.error ? errorText(*state.error) : QString(),
                                 true,
                                 {}};
    case ConnectionPhase::Live:
    case ConnectionPhase::Static:
      break;
  }
  return {};
}

std::optional<ConnectionEmptiness> ConnectionViews::hidden(const ConnectionState& state) {
  if (state.nodesVisible) return {};
  return ConnectionEmptiness{
      tr("Nodes are hidden from you"),
      (state.error ? errorText(*state.error) + u'\n' : QString()) +
          tr("Without nodes no card can be shown and no placement predicted; pods can be seen and submitted."),
      true,
      {}};
}

}  // namespace

ConnectionView connectionView(const ConnectionState& state, UnixSeconds now, UnixSeconds dataTime) {
  return ConnectionViews::view(state, now, dataTime);
}

std::optional<ConnectionNotice> connectionNotice(const ConnectionState& state) {
  return ConnectionViews::notice(state);
}

std::optional<ConnectionEmptiness> connectionEmptiness(const ConnectionState& state) {
  return ConnectionViews::emptiness(state);
}

std::optional<ConnectionEmptiness> hiddenNodes(const ConnectionState& state) {
  return ConnectionViews::hidden(state);
}

void showEmptiness(EmptyState& place, const ConnectionEmptiness& emptiness) {
  place.setIconName(QStringLiteral("connections"));
  place.setTitle(emptiness.title);
  place.setCause(emptiness.cause);
  place.setShare(emptiness.progress);
  place.setAction(emptiness.mayRetry ? ConnectionViews::retry() : QString());
}

}  // namespace cardinal::ui

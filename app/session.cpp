// SPDX-License-Identifier: Apache-2.0
#include "app/session.h"

#include <QCoreApplication>
#include <future>

#include "app/console.h"
#include "ui/i18n/texts.h"

namespace cardinal::app {

namespace {

class SessionTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Session)

 public:
  static QString question(const PluginPrompt& prompt) {
    QString command = ui::plain(prompt.program.empty() ? prompt.command : prompt.program);
    for (const std::string& argument : prompt.arguments) command += QStringLiteral("\n    ") + ui::plain(argument, 400);
    return tr("The context \"%1\" of %2 wants this program to be run for a credential:\n  %3\nRun it? [y/N]")
        .arg(ui::plain(prompt.context), ui::plain(prompt.file), command);
  }
};

/// The choice with the user's consent in it, where a plugin is needed and the user can be asked and agrees.
SourceChoice consented(const CommonOptions& options, const Clock& clock) {
  SourceChoice choice = options.source;
  Console console(options, clock);
  if (!console.canAsk()) return choice;
  const auto prompt = pluginToAllow(choice, clock);
  if (!prompt) return choice;
  const std::string answer = console.ask(SessionTexts::question(*prompt));
  if (answer == "y" || answer == "Y" || answer == "yes") choice.plugins.fingerprints.push_back(prompt->fingerprint);
  return choice;
}

}  // namespace

Session::Session(std::unique_ptr<ClusterSource> source, const Clock& clock)
    : m_service(std::move(source), m_listener, clock), m_info(m_service.info()) {}

Result<std::unique_ptr<Session>> Session::open(const CommonOptions& options, const Clock& clock) {
  auto source = openSource(consented(options, clock), clock);
  if (!source) return unexpected(std::move(source).error());
  std::unique_ptr<Session> session(new Session(std::move(source).value(), clock));
  session->m_service.start();
  auto data = session->m_service.waitForData(kFirstPatience);
  if (!data && !session->m_service.connection().hasError) data = session->m_service.waitForData(kLongPatience);
  Console(options, clock).tellCautions(session->m_service.connection().cautions);
  if (!data) return unexpected(std::move(data).error());
  session->m_snapshot = std::move(data).value();
  return session;
}

AllocationAnswer Session::preview(AllocationRequest request) {
  std::promise<AllocationAnswer> answered;
  auto answer = answered.get_future();
  m_service.preview(std::move(request), m_snapshot,
                    [&answered](AllocationAnswer a) { answered.set_value(std::move(a)); });
  return answer.get();
}

Result<ClusterPast> Session::past(UnixSeconds window) {
  std::promise<Result<ClusterPast>> answered;
  auto answer = answered.get_future();
  m_service.past(window, [&answered](Result<ClusterPast> past) { answered.set_value(std::move(past)); });
  return answer.get();
}

SubmitOutcome Session::submit(std::vector<ManifestObject> objects, const std::string& defaultNamespace, bool dryRun) {
  std::promise<SubmitOutcome> answered;
  auto outcome = answered.get_future();
  m_service.submit(std::move(objects), defaultNamespace, dryRun,
                   [&answered](SubmitOutcome o) { answered.set_value(std::move(o)); });
  return outcome.get();
}

}  // namespace cardinal::app

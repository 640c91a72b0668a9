// SPDX-License-Identifier: Apache-2.0
#include "app/program/session.h"

#include <QCoreApplication>
#include <future>

#include "app/program/console.h"
#include "ui/i18n/access_texts.h"
#include "ui/i18n/joining.h"

namespace cardinal::app {

namespace {

class SessionTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Session)

 public:
  static QString question(const AccessSummary& summary) {
    QString words = tr("Before anything is sent, what connecting would do:");
    for (const ui::AccessFact& fact : ui::accessFacts(summary))
      words += QStringLiteral("\n  ") + ui::labelled(fact.key, fact.value);
    if (summary.plugin) {
      words += QStringLiteral("\n  ") + tr("Program and arguments, one per line:") + QStringLiteral("\n    ") +
               ui::commandLines(*summary.plugin).join(QStringLiteral("\n    "));
    }
    for (const QString& warning : ui::accessWarnings(summary)) words += u'\n' + warning;
    return words + u'\n' + tr("Connect? [y/N]");
  }
  static QString notChecked() {
    return tr(
        "The server's certificate is not checked (insecure-skip-tls-verify): anybody on the way can read the "
        "credential and change every answer.");
  }
};

/// The choice with the user's consent in it, where the context wants something that needs one and the user can be asked
/// and agrees.
SourceChoice consented(const CommonOptions& options, const Clock& clock) {
  SourceChoice choice = options.source;
  Console console(options, clock);
  if (!console.canAsk()) return choice;
  const auto summary = accessToAllow(choice, clock);
  if (!summary) return choice;
  const std::string answer = console.ask(SessionTexts::question(*summary));
  if (answer == "y" || answer == "Y" || answer == "yes") choice.consent.agreedNow.push_back(summary->fingerprint);
  return choice;
}

}  // namespace

Session::Session(std::unique_ptr<ClusterSource> source, const Clock& clock)
    : m_service(std::move(source), m_listener, clock), m_info(m_service.info()) {}

Result<std::unique_ptr<Session>> Session::open(const CommonOptions& options, const Clock& clock) {
  const SourceChoice choice = consented(options, clock);
  auto source = openSource(choice, clock);
  if (!source) return unexpected(std::move(source).error());
  if (isServerUnchecked(choice, clock)) Console(options, clock).complain(SessionTexts::notChecked());
  std::unique_ptr<Session> session(new Session(std::move(source).value(), clock));
  session->m_service.start();
  auto data = session->m_service.waitForData(kFirstTimeout);
  if (!data && !session->m_service.connection().error) data = session->m_service.waitForData(kLongTimeout);
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

UnixSeconds Session::referenceTime(const Clock& clock) const {
  const bool saved = connection().phase == ConnectionPhase::Static && m_snapshot->time != 0;
  return saved ? m_snapshot->time : clock.wallNow();
}

Result<ClusterPast> Session::past(UnixSeconds window) {
  std::promise<Result<ClusterPast>> answered;
  auto answer = answered.get_future();
  m_service.past(window, [&answered](Result<ClusterPast> past) { answered.set_value(std::move(past)); });
  return answer.get();
}

WorkloadObjects Session::workloadObjects(const std::vector<WorkloadPtr>& workloads) {
  std::vector<ObjectRef> objects;
  std::vector<std::string> keys;
  for (const WorkloadPtr& one : workloads) {
    auto object = objectOf(*one);
    if (!object) continue;
    objects.push_back(std::move(*object));
    keys.push_back(workloadKey(*one));
  }
  std::promise<std::vector<Result<WorkloadObject>>> answered;
  auto answers = answered.get_future();
  m_service.readWorkloads(std::move(objects), {},
                          [&answered](std::vector<Result<WorkloadObject>> all) { answered.set_value(std::move(all)); });
  WorkloadObjects out;
  const std::vector<Result<WorkloadObject>> all = answers.get();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i]) out.emplace(keys[i], *all[i]);
  }
  return out;
}

KnownObjects Session::knownObjects(const std::vector<ManifestObject>& objects, const std::string& defaultNamespace,
                                   KnownObjects::Own own) {
  KnownObjects out;
  for (const ObjectRef& object : KnownObjects::toRead(objects, defaultNamespace, own)) {
    std::promise<Result<ObjectText>> answered;
    auto answer = answered.get_future();
    m_service.readObject(object, {}, {}, [&answered](Result<ObjectText> text) { answered.set_value(std::move(text)); });
    const Result<ObjectText> text = answer.get();
    text ? out.add(object, text->yaml) : out.add(object, text.error());
  }
  return out;
}

SubmitOutcome Session::submit(std::vector<ManifestObject> objects, const std::string& defaultNamespace, bool dryRun) {
  std::promise<SubmitOutcome> answered;
  auto outcome = answered.get_future();
  m_service.submit(std::move(objects), defaultNamespace, dryRun,
                   [&answered](SubmitOutcome o) { answered.set_value(std::move(o)); });
  return outcome.get();
}

}  // namespace cardinal::app

// SPDX-License-Identifier: Apache-2.0
// The dialogs that a command or the top bar opens (not those of plans), in two languages, with
// texts of 100 % and of 200 %, over a window of 1280x800: it stays inside, and no text is wider than its place.
#include <QDialog>
#include <QtTest>

#include "tests/ui/fit.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/shell/detail_host.h"
#include "ui/pages/shell/palette/command_set.h"
#include "ui/pages/templates/template_palette.h"
#include "ui/widgets/lists/connection_chip.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::problemsIn;
using cardinal::test::settleLayouts;
using cardinal::test::WindowFixture;

namespace {

AccessSummary foreignContext() {
  AccessSummary summary;
  summary.context = "training@cluster-of-another-team";
  summary.server = "https://k8s-api.cluster-of-another-team.example.com:6443";
  summary.file = "/home/operator/downloads/kubeconfig-of-another-team.yaml";
  summary.trust = ServerTrust::NotChecked;
  summary.signIn = {SignIn::Plugin};
  summary.plugin =
      PluginCall{"aws", "/usr/bin/aws", {"eks", "get-token", "--cluster-name", "training"}, {"AWS_PROFILE"}};
  summary.proxy = "http://10.0.0.1:3128";
  return summary;
}

/// What opens a dialog; the window stands on a page that has what the dialog is about.
struct Opener {
  const char* name;
  const char* page;
  const char* select;
  std::function<void(ClusterView&)> open;
  bool whileUnlocked = true;
};

std::function<void(ClusterView&)> command(const char* id) {
  return [id](ClusterView& window) { window.findChild<CommandSet*>()->run(QString::fromLatin1(id)); };
}

std::vector<Opener> openers() {
  return {
      {"keys", "map", "", command("program.keys")},
      {"palette", "map", "", command("program.palette")},
      {"preferences", "map", "", command("program.preferences")},
      {"export", "nodes", "", command("cluster.export")},
      {"lock", "map", "", command("cluster.lock"), false},
      {"placement", "node", "node-a", command("object.placement")},
      {"labels and taints", "node", "node-a", command("object.edit")},
      {"preview", "node", "node-a", command("preview.start")},
      {"submit", "preview", "", command("preview.submit")},
      {"template", "map", "",
       [](ClusterView& window) {
         window.findChild<TemplatePalette*>()->findChild<QAbstractButton*>(QStringLiteral("addTemplate"))->click();
       }},
      {"yaml of the preview", "preview", "",
       [](ClusterView& window) { emit window.findChild<DetailHost*>()->yamlRequested(); }},
      {"connection", "map", "", [](ClusterView& window) { window.findChild<ConnectionChip*>()->click(); }},
      {"access", "map", "", [](ClusterView& window) { window.askAccess(foreignContext(), [] {}); }},
  };
}

}  // namespace

class tst_dialogs_fit : public QObject {
  Q_OBJECT
  std::unique_ptr<WindowFixture> m_fixture;

 private slots:
  void init() { m_fixture = std::make_unique<WindowFixture>(); }
  void cleanup() {
    m_fixture->theme().setTextScale(1);
    m_fixture->language().setCode(QStringLiteral("en"));
    m_fixture.reset();
  }

  void everyDialogFits_data() { test::addLanguagesAndScales(); }
  void everyDialogFits() {
    QFETCH(QString, language);
    QFETCH(int, percent);
    m_fixture->theme().setTextScale(percent / 100.0);
    m_fixture->language().setCode(language);
    QStringList problems;
    // a test server is unlocked without a question
    for (const bool unlocked : {true, false}) {
      m_fixture->unlocked = unlocked;
      ClusterView& window = m_fixture->opened();
      window.resize(1280, 800);
      for (const Opener& opener : openers()) {
        if (unlocked == opener.whileUnlocked) problems << look(window, opener);
      }
    }
    for (const QString& problem : problems) qInfo().noquote() << problem;
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
  }

 private:
  QStringList look(ClusterView& window, const Opener& opener) {
    const QString name = QString::fromLatin1(opener.name) + QStringLiteral(": ");
    if (!window.showPage(QString::fromLatin1(opener.page), QString::fromLatin1(opener.select)))
      return {name + QStringLiteral("there is no page ") + QLatin1String(opener.page)};
    m_fixture->bridge().finishQuestions(std::chrono::seconds(60));
    settleLayouts();
    opener.open(window);
    QDialog* shown = nullptr;
    const auto isOpen = [&] {
      const auto all = window.findChildren<QDialog*>();
      const auto at = std::find_if(all.begin(), all.end(), [](const QDialog* one) { return one->isVisible(); });
      shown = at != all.end() ? *at : nullptr;
      return shown != nullptr;
    };
    if (!QTest::qWaitFor(isOpen, 20'000)) return {name + QStringLiteral("did not open")};
    m_fixture->bridge().finishQuestions(std::chrono::seconds(60));
    settleLayouts();
    for (int moment = 0; moment < 5 && !problemsIn(*shown).isEmpty(); ++moment) settleLayouts();
    QStringList problems;
    for (const QString& problem : problemsIn(*shown)) problems << name + problem;
    if (shown->width() > window.width() || shown->height() > window.height())
      problems << name + QStringLiteral("is %1x%2").arg(shown->width()).arg(shown->height());
    delete shown;
    return problems;
  }
};

QTEST_MAIN(tst_dialogs_fit)
#include "tst_dialogs_fit.moc"

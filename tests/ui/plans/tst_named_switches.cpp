// SPDX-License-Identifier: Apache-2.0
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

#include "core/model/extras/extra.h"
#include "core/model/extras/nvidia.h"
#include "tests/support/builders.h"
#include "ui/i18n/language.h"
#include "ui/pages/plans/mode_rows.h"
#include "ui/pages/plans/named_switches.h"

using namespace cardinal;
using namespace cardinal::ui;

/// Switches of other stacks, as the dialog of modes offers them.
class tst_named_switches : public QObject {
  Q_OBJECT

  static testing::NodeBuilder operatorNode() {
    return testing::nvidiaNode("a", 8)
        .label("nvidia.com/mig.capable", "true")
        .label("nvidia.com/mig.config", "all-balanced")
        .label("nvidia.com/mig.config.state", "success");
  }
  static testing::NodeBuilder hamiNode() {
    return testing::nvidiaNode("h", 10)
        .label("gpu", "on")
        .annotation("hami.io/node-nvidia-register",
                    R"([{"id":"GPU-0","count":10,"devmem":8192,"type":"NVIDIA-T4","health":true}])");
  }
  QLineEdit* field(const char* key) {
    return m_switches->findChild<QLineEdit*>(QStringLiteral("switchValue-") + QString::fromLatin1(key));
  }
  QPushButton* button(const char* what, const char* key) {
    return m_switches->findChild<QPushButton*>(QString::fromLatin1(what) + QString::fromLatin1(key));
  }

  Language* m_language = nullptr;
  Theme m_theme{ThemeKind::Dark};
  std::unique_ptr<NamedSwitches> m_switches;

 private slots:
  void initTestCase() { m_language = new Language(*QCoreApplication::instance(), this); }
  void init() {
    QVERIFY(m_language->setCode(QStringLiteral("en")));
    m_switches = std::make_unique<NamedSwitches>(m_theme);
  }

  void aNameIsTypedAndNeverGuessed() {
    constexpr const char* kMig = "nvidia.com/mig.config";
    m_switches->setNodes({operatorNode().raw()});
    QSignalSpy chosen(m_switches.get(), &NamedSwitches::chosen);
    QVERIFY2(!button("switchSet-", kMig)->isEnabled(), "no name is proposed");
    field(kMig)->setText(QStringLiteral("two words"));
    QVERIFY2(!button("switchSet-", kMig)->isEnabled(), "the API would refuse it");
    field(kMig)->setText(QStringLiteral(" all-1g.10gb "));
    button("switchSet-", kMig)->click();
    QCOMPARE(chosen.size(), 1);
    QVERIFY(chosen[0][0].value<SwitchTarget>() == *parseSwitchTarget("nvidia.com/mig.config=all-1g.10gb"));
    QVERIFY2(button("switchRemove-", kMig) == nullptr, "mig-manager ignores a removal");
  }

  void aFieldThatChangesAfterwardsIsNotThePlansAnyMore() {
    constexpr const char* kMig = "nvidia.com/mig.config";
    m_switches->setNodes({operatorNode().raw()});
    QSignalSpy chosen(m_switches.get(), &NamedSwitches::chosen);
    QSignalSpy edited(m_switches.get(), &NamedSwitches::edited);
    QVERIFY2(!m_switches->isEdited(), "nothing is planned yet");
    field(kMig)->setText(QStringLiteral("nonsense"));
    button("switchSet-", kMig)->click();
    QVERIFY(!m_switches->isEdited());
    edited.clear();
    field(kMig)->setText(QStringLiteral("all-1g.10gb"));
    QCOMPARE(edited.size(), 1);
    QVERIFY(m_switches->isEdited());
    QTest::keyClick(field(kMig), Qt::Key_Return);
    QCOMPARE(chosen.size(), 2);
    QVERIFY(chosen[1][0].value<SwitchTarget>() == *parseSwitchTarget("nvidia.com/mig.config=all-1g.10gb"));
    QVERIFY(!m_switches->isEdited());
    field(kMig)->setText(QStringLiteral("other"));
    m_switches->chooseNone();
    QVERIFY2(!m_switches->isEdited(), "the plan is of no field");
  }

  void theNamesOfTheConfigMapsAreProposed() {
    constexpr const char* kMig = "nvidia.com/mig.config";
    constexpr const char* kPlugin = "nvidia.com/device-plugin.config";
    RawClusterPolicy policy;
    policy.operatorNamespace = "gpu-operator";
    RawMigConfigs layouts;
    layouts.meta.key = {"gpu-operator", "default-mig-parted-config"};
    layouts.isRead = true;
    layouts.configs = {{"all-balanced", {}}, {"mine", {}}, {"no label value", {}}};
    RawPluginConfigs plugin;
    plugin.configs = {{"sliced-4", true, DeviceSharing::TimeSlicing, {}, {}}};
    auto nvidia = std::make_shared<NvidiaConfigs>();
    nvidia->policy = std::make_shared<const RawClusterPolicy>(policy);
    nvidia->plugin = std::make_shared<const RawPluginConfigs>(plugin);
    ClusterExtras extras;
    extras.nvidia = nvidia;
    extras.migConfigs = {std::make_shared<const RawMigConfigs>(layouts)};
    m_switches->setNodes({operatorNode().raw()}, &extras);
    const auto names = [&](const char* key) {
      QStringList out;
      auto* box = m_switches->findChild<QComboBox*>(QStringLiteral("switchNames-") + QString::fromLatin1(key));
      for (int i = 0; box != nullptr && i < box->count(); ++i) out << box->itemText(i);
      return out;
    };
    QCOMPARE(names(kMig), (QStringList{QStringLiteral("all-balanced"), QStringLiteral("mine")}));
    QCOMPARE(names(kPlugin), QStringList{QStringLiteral("sliced-4")});
    QVERIFY2(field(kMig)->text().isEmpty(), "none is chosen for the operator");
    QVERIFY(!button("switchSet-", kMig)->isEnabled());
    QSignalSpy chosen(m_switches.get(), &NamedSwitches::chosen);
    m_switches->findChild<QComboBox*>(QStringLiteral("switchNames-") + QString::fromLatin1(kMig))->setCurrentIndex(1);
    button("switchSet-", kMig)->click();
    QCOMPARE(chosen.size(), 1);
    QVERIFY(chosen[0][0].value<SwitchTarget>() == *parseSwitchTarget("nvidia.com/mig.config=mine"));
    // What is typed may be another name: the plan says whether the ConfigMap has it.
    field(kMig)->setText(QStringLiteral("other"));
    QVERIFY(button("switchSet-", kMig)->isEnabled());
    m_switches->setNodes({operatorNode().raw()});
    QTRY_COMPARE(names(kMig), QStringList());
    QCOMPARE(field(kMig)->text(), QStringLiteral("other"));
  }

  void aConfigurationOfTheDevicePluginCanBeRemoved() {
    constexpr const char* kPlugin = "nvidia.com/device-plugin.config";
    m_switches->setNodes({operatorNode().raw()});
    QVERIFY2(button("switchRemove-", kPlugin) == nullptr, "nothing stands there");
    m_switches->setNodes({operatorNode().label(kPlugin, "sliced-4").raw()});
    QSignalSpy chosen(m_switches.get(), &NamedSwitches::chosen);
    button("switchRemove-", kPlugin)->click();
    QCOMPARE(chosen.size(), 1);
    QVERIFY(chosen[0][0].value<SwitchTarget>().remove);
  }

  void whatIsTypedStaysWhenTheNodeChanges() {
    constexpr const char* kMig = "nvidia.com/mig.config";
    m_switches->setNodes({operatorNode().raw()});
    field(kMig)->setText(QStringLiteral("all-1g"));
    m_switches->setNodes({operatorNode().label("nvidia.com/mig.config", "all-disabled").raw()});
    QTRY_COMPARE(m_switches->findChildren<QLineEdit*>().size(), 2);
    QCOMPARE(field(kMig)->text(), QStringLiteral("all-1g"));
  }

  void onlyWhatEveryNodeHasIsOffered() {
    m_switches->setNodes({operatorNode().raw(), hamiNode().raw()});
    QVERIFY(m_switches->isEmpty());
    m_switches->setNodes({testing::ackNode("x", "cgpu", 2, 15).raw()});
    QVERIFY(m_switches->isEmpty());
    m_switches->setNodes({hamiNode().raw()});
    QVERIFY(m_switches->choose(*parseSwitchTarget("hami.io/device-cordon=GPU-0")));
    QVERIFY(!m_switches->choose(*parseSwitchTarget("nvidia.com/mig.config=x")));
  }

  void bothLanguagesSayWhatItIs() {
    m_switches->setNodes({operatorNode().raw()});
    const QString english = button("switchSet-", "nvidia.com/mig.config")->text();
    QVERIFY(m_language->setCode(QStringLiteral("zh_CN")));
    m_switches->retranslate();
    QVERIFY(button("switchSet-", "nvidia.com/mig.config")->text() != english);
  }

  void aNodeOfHamiMayLeaveItAmongTheModes() {
    ModeRows rows(m_theme);
    rows.setNodes({hamiNode().raw()}, 0);
    QVERIFY(rows.choose(*parseSwitchTarget("gpu=off")));
    ModeRows others(m_theme);
    others.setNodes({operatorNode().raw()}, 0);
    QVERIFY2(!others.choose(*parseSwitchTarget("gpu=on")), "NVIDIA's plugin is in the way");
  }
};

QTEST_MAIN(tst_named_switches)
#include "tst_named_switches.moc"

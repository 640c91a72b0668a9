// SPDX-License-Identifier: Apache-2.0
// The controls that pages stand on: what hands and readers can do with them.
#include <QAbstractButton>
#include <QClipboard>
#include <QHelpEvent>
#include <QLayout>
#include <QLineEdit>
#include <QSignalSpy>
#include <QStyle>
#include <QToolTip>
#include <QtTest>

#include "ui/theme/theme.h"
#include "ui/theme/tool_tips.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/badge.h"
#include "ui/widgets/basic/inline_bar.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/basic/state_label.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/charts/card_stack_bar.h"
#include "ui/widgets/lists/connection_chip.h"
#include "ui/widgets/lists/empty_state.h"
#include "ui/widgets/lists/filter_line.h"
#include "ui/widgets/lists/key_value_list.h"
#include "ui/widgets/lists/navigation_list.h"
#include "ui/widgets/lists/tip_table.h"
#include "ui/widgets/lists/toast.h"
#include "ui/widgets/map/legend_strip.h"

using namespace cardinal::ui;

namespace {

constexpr char kHostile[] = "<img src='http://example.test/x.png'><b>team</b>";

QString text(const char* latin) {
  return QString::fromLatin1(latin);
}

StackSegment segment(const char* key, double memory, double core = 0) {
  StackSegment s;
  s.key = s.name = text(key);
  s.letter = QStringLiteral("A");
  s.memory = memory;
  s.core = core;
  s.category = 0;
  return s;
}

bool hasColour(const QImage& image, const QColor& colour) {
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      if (image.pixelColor(x, y) == colour) return true;
    }
  }
  return false;
}

}  // namespace

class TestControls : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { m_theme.applyTo(*qApp); }
  void stackBarTellsWhichPodIsUnderThePointer();
  void stackBarNeverLeavesItsTrack();
  void whatIsUsedOfAnOverbookedCardEndsWhereTheCardDoes();
  void moreThanThereIsEndsInAMark();
  void theLegendTellsWhatANarrowWindowHasNoRoomFor();
  void unknownCardIsHatchedAndNotEmpty();
  void navigationGoesByKeysAndMouse();
  void segmentsSkipWhatIsRefused();
  void filterClearsThenLeavesOnEscape();
  void filterIsClearedByTheMouse();
  void returnPressesTheFocusedButtonOnce();
  void filterShowsItsErrorBelow();
  void clickOnAValueCopiesTheRawForm();
  void clusterTextIsNeverRich();
  void refusedButtonSaysWhyAndComesBack();
  void toastsAreAtMostThreeAndErrorsStay();
  void toastsLeaveTheButtonsOfAPaneFree();
  void emptyStateShowsItsWholeCause();
  void everythingFollowsTheThemeWithoutRestart();
  void longTooltipsStandInSeveralLines();
  void largeTextMakesLargeControls();
  void iconsGrowWithTheText();
  void navigationOfALowWindowKeepsItsRowsApart();

 private:
  Theme m_theme{ThemeKind::Dark};
};

void TestControls::stackBarTellsWhichPodIsUnderThePointer() {
  CardStackBar bar(m_theme);
  StackBarData data;
  data.memoryTotal = 16;
  data.coreTotal = 100;
  data.segments = {segment("ns/a", 8, 50), segment("ns/b", 4, 20)};
  bar.setData(data);
  bar.resize(320, 35);
  QSignalSpy activated(&bar, &CardStackBar::segmentActivated);
  QTest::mouseClick(&bar, Qt::LeftButton, Qt::NoModifier, {40, 10});
  QTest::mouseClick(&bar, Qt::LeftButton, Qt::NoModifier, {200, 10});
  QTest::mouseClick(&bar, Qt::LeftButton, Qt::NoModifier, {300, 10});  // free
  QCOMPARE(activated.count(), 2);
  QCOMPARE(activated.at(0).front().toString(), QStringLiteral("ns/a"));
  QCOMPARE(activated.at(1).front().toString(), QStringLiteral("ns/b"));
}

void TestControls::stackBarNeverLeavesItsTrack() {
  StackBarData data;
  data.memoryTotal = 16;
  data.segments = {segment("ns/a", 14), segment("ns/b", 10)};
  const QRectF rect(0, 0, 240, 24);
  QCOMPARE(stackSegmentAt({1, 5}, rect, data), 0);
  QCOMPARE(stackSegmentAt({235, 5}, rect, data), 1);
  QCOMPARE(stackSegmentAt({241, 5}, rect, data), -1);
  data.segments = {segment("ns/c", -5), segment("ns/d", 8)};
  QCOMPARE(stackSegmentAt({1, 5}, rect, data), 1);
}

void TestControls::whatIsUsedOfAnOverbookedCardEndsWhereTheCardDoes() {
  CardStackBar bar(m_theme);
  StackBarData data;
  data.memoryTotal = 16;
  data.segments = {segment("ns/a", 14), segment("ns/b", 10)};
  data.used = 0.75;  // 12 of 16, on a track that is 24 long
  bar.setData(data);
  bar.resize(240, bar.sizeHint().height());
  const QImage image = bar.grab().toImage();
  const int strip = image.height() - 2;
  const Tokens& t = m_theme.tokens();
  QCOMPARE(image.pixelColor(60, strip), t.text1);
  QCOMPARE(image.pixelColor(115, strip), t.text1);
  QCOMPARE(image.pixelColor(125, strip), t.hover);  // free up to 160, where the card ends
  QVERIFY(image.pixelColor(200, strip) != t.hover);
  QVERIFY2(hasColour(image.copy(158, 0, 4, 24), t.critical), "the end of the card is marked");
  data.segments.pop_back();
  bar.setData(data);
  QVERIFY(!hasColour(bar.grab().toImage(), t.critical));
}

void TestControls::moreThanThereIsEndsInAMark() {
  InlineBar bar(m_theme);
  bar.setThickness(4);
  bar.resize(100, 12);
  bar.setValue(1.0);
  QVERIFY(!hasColour(bar.grab().toImage(), m_theme.tokens().warning));
  bar.setValue(1.125);
  QVERIFY(hasColour(bar.grab().toImage(), m_theme.tokens().warning));
}

void TestControls::theLegendTellsWhatANarrowWindowHasNoRoomFor() {
  LegendStrip legend(m_theme);
  legend.setHoldersUnknown(true);
  legend.setUseShown(true);
  legend.resize(2400, 44);
  legend.show();
  auto* more = legend.findChild<QAbstractButton*>();
  QVERIFY(!legend.isCut());
  QVERIFY(!more->isVisible());
  legend.resize(800, 44);
  QVERIFY(legend.isCut());
  QVERIFY(more->isVisible());
  QVERIFY(legend.rect().contains(more->geometry()));
  more->click();
  const QWidget* rest = qApp->activePopupWidget();
  QVERIFY(rest);
  QVERIFY2(rest->accessibleName().contains(text("not ready")), qPrintable(rest->accessibleName()));
  QVERIFY2(!rest->accessibleName().contains(text("cordoned")), "what is wrong with a card stands in the strip");
  QTest::keyClick(qApp->activePopupWidget(), Qt::Key_Escape);
  QVERIFY(!qApp->activePopupWidget());
}

void TestControls::unknownCardIsHatchedAndNotEmpty() {
  CardStackBar unknown(m_theme);
  unknown.setData({});
  unknown.resize(200, 24);
  CardStackBar empty(m_theme);
  StackBarData free;
  free.memoryTotal = 16;
  empty.setData(free);
  empty.resize(200, 24);
  QVERIFY(unknown.grab().toImage() != empty.grab().toImage());
  InlineBar nothing(m_theme);
  InlineBar zero(m_theme);
  zero.setValue(0.0);
  QVERIFY2(nothing.grab().toImage() != zero.grab().toImage(), "no data is not zero");
}

void TestControls::navigationGoesByKeysAndMouse() {
  NavigationList list(m_theme);
  list.addItem(text("map"), text("map"), text("Map"));
  list.addItem(text("nodes"), text("nodes"), text("Nodes"));
  list.addItem(text("preferences"), text("preferences"), text("Preferences"), true);
  list.resize(168, 600);
  QSignalSpy activated(&list, &NavigationList::activated);
  QTest::keyClick(&list, Qt::Key_Down);
  QTest::keyClick(&list, Qt::Key_Return);
  QTest::keyClick(&list, Qt::Key_End);
  QTest::keyClick(&list, Qt::Key_Space);
  QTest::mouseClick(&list, Qt::LeftButton, Qt::NoModifier, {40, 20});
  QTest::mouseClick(&list, Qt::LeftButton, Qt::NoModifier, {40, 580});
  QTest::mouseClick(&list, Qt::LeftButton, Qt::NoModifier, {40, 300});
  QStringList ids;
  for (const auto& call : activated) ids += call.front().toString();
  QCOMPARE(ids, QStringList({text("nodes"), text("preferences"), text("map"), text("preferences")}));
}

void TestControls::segmentsSkipWhatIsRefused() {
  SegmentedControl control(m_theme);
  for (const char* id : {"a", "b", "c"}) control.addItem(text(id), text(id));
  control.setItemEnabled(text("b"), false, text("needs a fresh map"));
  QSignalSpy changed(&control, &SegmentedControl::changed);
  QTest::keyClick(&control, Qt::Key_Right);
  QCOMPARE(control.current(), text("c"));
  QTest::keyClick(&control, Qt::Key_Right);
  QCOMPARE(changed.count(), 1);
  control.setCurrent(text("a"));
  QCOMPARE(changed.count(), 1);
}

void TestControls::filterClearsThenLeavesOnEscape() {
  FilterLine line(m_theme);
  QSignalSpy typed(&line, &FilterLine::textChanged);
  QSignalSpy left(&line, &FilterLine::left);
  QTest::keyClicks(line.field(), text("a10"));
  QCOMPARE(typed.count(), 3);
  QTest::keyClick(line.field(), Qt::Key_Escape);
  QVERIFY(line.text().isEmpty());
  QCOMPARE(left.count(), 0);
  QTest::keyClick(line.field(), Qt::Key_Escape);
  QCOMPARE(left.count(), 1);
}

void TestControls::filterIsClearedByTheMouse() {
  FilterLine line(m_theme);
  line.resize(400, line.height());
  line.show();
  auto* cross = line.findChild<ActionButton*>();
  QVERIFY(cross && !cross->isVisible());
  line.setText(text("a10"));
  line.setHits(text("3 of 60 nodes"));
  QVERIFY(cross->isVisible());
  QVERIFY(!cross->toolTip().isEmpty());
  QVERIFY(cross->geometry().left() >= line.field()->geometry().right());
  QTest::mouseClick(cross, Qt::LeftButton);
  QVERIFY(line.text().isEmpty());
  QVERIFY(!cross->isVisible());
}

void TestControls::returnPressesTheFocusedButtonOnce() {
  ActionButton button(m_theme);
  QSignalSpy clicked(&button, &QAbstractButton::clicked);
  QTest::keyClick(&button, Qt::Key_Return);
  QCOMPARE(clicked.count(), 1);
  QTest::keyClick(&button, Qt::Key_Enter, Qt::KeypadModifier);
  QCOMPARE(clicked.count(), 2);
  QTest::keyClick(&button, Qt::Key_Return, Qt::ControlModifier);
  QTest::simulateEvent(&button, true, Qt::Key_Return, Qt::NoModifier, QString(), true);
  button.setRefusal(text("not now"));
  QTest::keyClick(&button, Qt::Key_Return);
  QCOMPARE(clicked.count(), 2);
}

void TestControls::filterShowsItsErrorBelow() {
  FilterLine line(m_theme);
  line.resize(400, line.height());
  const int plainHeight = line.height();
  line.setError(text("mode knows: cgpu, core_mem"));
  QVERIFY(line.height() > plainHeight);
  QVERIFY(hasColour(line.grab().toImage(), m_theme.tokens().critical));
  QCOMPARE(line.field()->accessibleDescription(), text("mode knows: cgpu, core_mem"));
  line.setError({});
  QCOMPARE(line.height(), plainHeight);
}

void TestControls::clickOnAValueCopiesTheRawForm() {
  KeyValueList list(m_theme);
  KeyValueRow row;
  row.key = text("Memory");
  row.value = text("20 GiB");
  row.copy = text("aliyun.com/gpu-mem: 20");
  list.setRows({row});
  list.resize(300, list.sizeHint().height());
  QSignalSpy copied(&list, &KeyValueList::copied);
  QTest::mouseClick(&list, Qt::LeftButton, Qt::NoModifier, {20, 10});
  QCOMPARE(copied.count(), 0);
  QTest::mouseClick(&list, Qt::LeftButton, Qt::NoModifier, {120, 10});
  QCOMPARE(copied.count(), 1);
  QCOMPARE(QGuiApplication::clipboard()->text(), text("aliyun.com/gpu-mem: 20"));
}

void TestControls::clusterTextIsNeverRich() {
  TextLabel label(m_theme);
  label.setText(text(kHostile));
  QCOMPARE(label.textFormat(), Qt::PlainText);
  QVERIFY(label.sizeHint().width() > QFontMetrics(label.font()).horizontalAdvance(text("team")) * 3);
  ActionButton button(m_theme);
  button.setRefusal(text(kHostile));
  QVERIFY2(!button.toolTip().contains(QLatin1Char('<')), "tooltips guess, so markup must be escaped");
}

void TestControls::refusedButtonSaysWhyAndComesBack() {
  ActionButton button(m_theme);
  button.setToolTip(text("Sends the workload"));
  button.setRefusal(text("The map is stale"));
  QVERIFY(!button.isEnabled());
  QCOMPARE(button.toolTip(), text("The map is stale"));
  button.setRefusal(text("Read-only"));
  button.setRefusal({});
  QVERIFY(button.isEnabled());
  QCOMPARE(button.toolTip(), text("Sends the workload"));
}

void TestControls::toastsLeaveTheButtonsOfAPaneFree() {
  QWidget host;
  host.resize(900, 600);
  QWidget foot(&host);
  foot.setObjectName(QStringLiteral("paneFooter"));
  foot.setGeometry(560, 540, 340, 60);
  ToastStack stack(m_theme, &host);
  host.show();
  stack.show(StateRole::Ok, QStringLiteral("Created Deployment app"));
  QVERIFY2(!stack.geometry().intersects(foot.geometry()), "what undoes it stands below");
  QVERIFY(host.rect().contains(stack.geometry()));
  foot.hide();
  QTRY_VERIFY(stack.geometry().bottom() > 540);
  foot.show();
  QTRY_VERIFY(!stack.geometry().intersects(foot.geometry()));
}

void TestControls::toastsAreAtMostThreeAndErrorsStay() {
  QWidget host;
  host.resize(800, 600);
  ToastStack stack(m_theme, &host);
  host.show();
  int undone = 0;
  for (int i = 0; i < 5; ++i) stack.show(StateRole::Ok, text("done"), text("Undo"), [&undone] { ++undone; });
  const auto shown = [&] { return stack.layout()->count(); };
  QCOMPARE(shown(), 3);
  QVERIFY(stack.geometry().right() < host.width());
  QVERIFY(stack.geometry().bottom() < host.height());
  for (auto* button : stack.findChildren<QAbstractButton*>()) {
    if (button->text() != text("Undo")) continue;
    button->click();
    break;
  }
  QCOMPARE(undone, 1);
  QTRY_COMPARE(shown(), 2);
  stack.show(StateRole::Critical, text("The server refused"));
  QTRY_COMPARE_WITH_TIMEOUT(shown(), 1, 30'000);
}

void TestControls::emptyStateShowsItsWholeCause() {
  EmptyState state(m_theme);
  state.setTitle(text("No GPU resources on 214 nodes"));
  state.setCause(text(
      "Looked for: nvidia.com/gpu, aliyun.com/gpu-mem. The device plugin may not run on these nodes, or it publishes "
      "other resource names than the ones in the list."));
  state.setAction(text("Edit the list"));
  state.resize(700, 400);
  state.show();
  for (auto* label : state.findChildren<TextLabel*>()) {
    QVERIFY2(label->height() >= label->heightForWidth(label->width()), "a line is cut off");
  }
  QSignalSpy triggered(&state, &EmptyState::actionTriggered);
  state.findChild<QAbstractButton*>()->click();
  QCOMPARE(triggered.count(), 1);
}

void TestControls::everythingFollowsTheThemeWithoutRestart() {
  LegendStrip legend(m_theme);
  legend.resize(1200, 44);
  Badge badge(m_theme, text("PROD"), BadgeKind::Prod);
  const QImage darkLegend = legend.grab().toImage();
  QVERIFY(hasColour(badge.grab().toImage(), tokensOf(ThemeKind::Dark).critical));
  m_theme.setKind(ThemeKind::Light);
  QVERIFY(legend.grab().toImage() != darkLegend);
  QVERIFY(hasColour(badge.grab().toImage(), tokensOf(ThemeKind::Light).critical));
  QCOMPARE(qApp->palette().color(QPalette::Base), tokensOf(ThemeKind::Light).panel);
  m_theme.setKind(ThemeKind::Dark);
  QCOMPARE(legend.grab().toImage(), darkLegend);
}

void TestControls::longTooltipsStandInSeveralLines() {
  QWidget widget;
  widget.setToolTip(
      text("Free: on healthy cards of nodes that are ready and not cordoned, so less than total minus "
           "allocated where some are not.\nWhole cards: on nodes that allocate cards as a whole."));
  widget.show();
  QHelpEvent help(QEvent::ToolTip, QPoint(2, 2), widget.mapToGlobal(QPoint(2, 2)));
  QApplication::sendEvent(&widget, &help);
  const QStringList lines = QToolTip::text().split(u'\n');
  QVERIFY2(lines.size() >= 3, qPrintable(QToolTip::text()));
  const QFontMetrics metrics(QToolTip::font());
  for (const QString& line : lines) QVERIFY2(metrics.horizontalAdvance(line) <= 321, qPrintable(line));
  QCOMPARE(lines.join(u' '), widget.toolTip().replace(u'\n', u' '));
  QToolTip::hideText();
  QCOMPARE(wrappedTip(text("short"), QToolTip::font(), 320), text("short"));
}

void TestControls::largeTextMakesLargeControls() {
  ActionButton button(m_theme);
  button.setText(text("Preview placement"));
  NavigationList list(m_theme);
  list.addItem(text("map"), text("map"), text("Map"));
  const QSize before = button.sizeHint();
  const QSize listBefore = list.sizeHint();
  m_theme.setTextScale(2.0);
  QVERIFY(button.sizeHint().height() >= 2 * before.height() - 2);
  QVERIFY(list.sizeHint().height() > listBefore.height());
  QVERIFY(m_theme.rowHeight() >= 40);
  m_theme.setTextScale(1.0);
  QCOMPARE(m_theme.rowHeight(), 28);
}

void TestControls::iconsGrowWithTheText() {
  ActionButton button(m_theme);
  button.setIconName(text("map"));
  StateLabel state(m_theme);
  state.setState(StateRole::Ok, {});
  CardStackBar bar(m_theme);
  const int icon = button.iconSize().width();
  const int glyph = state.sizeHint().width();
  const int tall = bar.sizeHint().height();
  m_theme.setTextScale(2.0);
  QCOMPARE(button.iconSize().width(), 2 * icon);
  QVERIFY(state.sizeHint().width() >= glyph + 14);
  QCOMPARE(bar.sizeHint().height(), 2 * tall);
  QCOMPARE(qApp->style()->pixelMetric(QStyle::PM_IndicatorWidth), 32);
  m_theme.setTextScale(1.0);
}

void TestControls::navigationOfALowWindowKeepsItsRowsApart() {
  NavigationList list(m_theme);
  QStringList ids;
  for (int i = 0; i < 12; ++i) ids << QStringLiteral("page%1").arg(i);
  for (const QString& id : ids) list.addItem(id, text("map"), id);
  list.addItem(text("snapshots"), text("snapshots"), text("Snapshots"), true);
  list.resize(168, 320);
  QVERIFY(list.minimumSizeHint().height() <= 320);
  // Going down, each page is met once and none is hidden by another.
  QSignalSpy activated(&list, &NavigationList::activated);
  for (int y = 0; y < 320; y += 4) QTest::mouseClick(&list, Qt::LeftButton, Qt::NoModifier, {40, y});
  QStringList met;
  for (const auto& call : activated) {
    if (met.isEmpty() || met.back() != call.front().toString()) met << call.front().toString();
  }
  QCOMPARE(met, ids + QStringList{text("snapshots")});
}

QTEST_MAIN(TestControls)
#include "tst_controls.moc"

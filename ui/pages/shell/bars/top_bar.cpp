// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/bars/top_bar.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QTimer>
#include <algorithm>

#include "ui/bridge/write_lock.h"
#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/tables/search_field.h"
#include "ui/pages/shell/bars/context_button.h"
#include "ui/pages/shell/dialogs/preferences.h"
#include "ui/session/connection_view.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/badge.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/connection_chip.h"

namespace cardinal::ui {

namespace {

constexpr int kNavigationWidth = 168;
constexpr int kMark = 18;
constexpr int kFieldHeight = 28;
constexpr int kAbove = 7;
constexpr int kBelow = 8;
constexpr int kLine = 1;
constexpr int kAllSpare = 1000;  // of the stretch before the chip, 1

}  // namespace

TopBar::TopBar(const PageContext& context, Language& language, QWidget* parent)
    : TranslatablePage(context.theme, SurfaceTone::Chrome, parent),
      m_context(context),
      m_language(language),
      m_ageTimer(new QTimer(this)) {
  setEdges(Qt::BottomEdge);
  build();
  connectParts(language);
  dress();
  TopBar::retranslate();
}

void TopBar::build() {
  Theme& theme = m_context.theme;
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(16, kAbove, 16, kBelow);
  layout->setSpacing(12);
  m_brand = new QWidget(this);
  m_brand->setMinimumWidth(kNavigationWidth - 16);
  m_brand->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
  auto* brandLayout = new QHBoxLayout(m_brand);
  brandLayout->setContentsMargins(0, 0, 0, 0);
  brandLayout->setSpacing(8);
  m_mark = new QLabel(m_brand);
  m_name = new TextLabel(theme, TextRole::BodyStrong, TextTone::Strong, m_brand);
  m_name->setText(QStringLiteral("Cardinal"));
  brandLayout->addWidget(m_mark);
  brandLayout->addWidget(m_name, 1);
  layout->addWidget(m_brand);
  m_source = new ContextButton(theme, this);
  layout->addWidget(m_source);
  m_insecure = new Badge(theme, {}, BadgeKind::Prod, this);
  m_insecure->hide();
  layout->addWidget(m_insecure);
  m_production = new Badge(theme, QStringLiteral("PROD"), BadgeKind::Prod, this);
  m_production->hide();
  layout->addWidget(m_production);
  m_namespaces = new QComboBox(this);
  m_namespaces->setMinimumWidth(120);
  m_namespaces->setMaximumWidth(240);
  m_namespaces->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  layout->addWidget(m_namespaces);
  layout->addStretch(1);
  m_chip = new ConnectionChip(theme, this);
  layout->addWidget(m_chip);
  m_writable = new ActionButton(theme, this);
  m_writable->setKind(ButtonKind::Quiet);
  layout->addWidget(m_writable);
  m_search = new SearchField(m_context, this);
  layout->addWidget(m_search, kAllSpare);
  const auto quiet = [&] {
    auto* button = new ActionButton(theme, this);
    button->setKind(ButtonKind::Quiet);
    layout->addWidget(button);
    return button;
  };
  m_languageButton = quiet();
  m_themeButton = quiet();
  m_themeButton->setIconName(QStringLiteral("theme"));
  m_keys = quiet();
  m_keys->setIconName(QStringLiteral("unknown"));
}

void TopBar::connectParts(Language& language) {
  connect(m_source, &QAbstractButton::clicked, this, [this] { emit sourceMenuRequested(contextCorner()); });
  connect(m_chip, &QAbstractButton::clicked, this, &TopBar::connectionRequested);
  connect(m_writable, &QAbstractButton::clicked, this, &TopBar::lockRequested);
  connect(m_keys, &QAbstractButton::clicked, this, &TopBar::keysRequested);
  connect(m_namespaces, &QComboBox::activated, this,
          [this](int index) { m_context.selection.setNamespace(m_namespaces->itemData(index).toString()); });
  connect(&m_context.selection, &SelectionState::namespaceChanged, this,
          [this] { m_namespaces->setCurrentIndex(std::max(0, m_namespaces->findData(m_context.selection.ns()))); });
  connect(m_languageButton, &QAbstractButton::clicked, this, [this, &language] {
    const QString code = language.code() == u"zh_CN" ? QStringLiteral("en") : QStringLiteral("zh_CN");
    if (language.setCode(code)) m_context.settings.setLanguage(code);
  });
  connect(m_themeButton, &QAbstractButton::clicked, this, [this] {
    const ThemeKind next = themeAfter(m_context.theme.kind());
    m_context.theme.setKind(next);
    m_context.settings.setTheme(next);
  });
  connect(&m_context.theme, &Theme::changed, this, &TopBar::dress);
  SnapshotBridge& bridge = m_context.bridge;
  connect(&bridge, &SnapshotBridge::sourceChanged, this, [this] {
    m_context.selection.setNamespace({});
    showSource();
  });
  connect(&bridge, &SnapshotBridge::snapshotChanged, this, &TopBar::showNamespaces);
  connect(&bridge, &SnapshotBridge::connectionChanged, this, [this] {
    showSource();
    showConnection();
  });
  // Ages grow without any event.
  m_ageTimer->setInterval(1000);
  connect(m_ageTimer, &QTimer::timeout, this, &TopBar::showConnection);
  m_ageTimer->start();
}

void TopBar::dress() {
  const qreal ratio = devicePixelRatioF();
  const int side = scaledWidth(m_context.theme, kMark);
  QPixmap mark = QIcon(QStringLiteral(":/cardinal/cardinal.svg")).pixmap(QSize(side, side), ratio);
  m_mark->setPixmap(mark);
  m_mark->setFixedSize(side, side);
  // A banner below must never squeeze the fields.
  setMinimumHeight(scaledWidth(m_context.theme, kFieldHeight) + kAbove + kBelow + kLine);
  giveRoom();
}

void TopBar::showSource() {
  const SourceInfo info = m_context.bridge.info();
  QStringList facts;
  if (!info.server.empty()) facts << plain(info.server, 80);
  if (!info.user.empty()) facts << plain(info.user, 60);
  if (info.kind == SourceKind::Demo && m_context.bridge.isOpen()) facts << tr("built-in demo cluster");
  if (info.kind == SourceKind::File) facts << tr("saved snapshot");
  const QString name = m_context.bridge.isOpen() ? plain(info.name, 80) : tr("no cluster");
  m_source->setSource(info.kind, name, facts.join(QStringLiteral(" · ")));
  m_source->setToolTip(tr("Switch cluster (Ctrl+O opens a file)"));
  showWritable();
}

void TopBar::setServerUnchecked(bool unchecked) {
  m_insecure->setVisible(unchecked);
  giveRoom();
}

void TopBar::setPast(const QString& words) {
  if (words == m_past) return;
  m_past = words;
  showConnection();
}

void TopBar::showWritable() {
  const WriteLock& lock = m_context.bridge.writeLock();
  const bool writable = m_context.bridge.info().writable;
  const bool now = writable && m_context.bridge.isFresh();
  m_production->setVisible(lock.isProduction());
  m_production->setToolTip(tr("Production: locks again after each change, and requires one more confirmation"));
  if (!m_past.isEmpty()) {
    m_writable->setIconName(QStringLiteral("lock"));
    m_writable->setText(tr("Read-only"));
    m_writable->setToolTip(tr("An earlier state is shown; nothing can be changed from it"));
    return giveRoom();
  }
  if (lock.isLocked()) {
    m_writable->setIconName(QStringLiteral("lock"));
    m_writable->setText(tr("Locked"));
    m_writable->setToolTip(tr("This context is read-only until you unlock it (Ctrl+Shift+R)"));
    return;
  }
  if (m_context.bridge.connection().rights.mayOnlyRead()) {
    m_writable->setIconName(QStringLiteral("lock"));
    m_writable->setText(tr("Read-only"));
    m_writable->setToolTip(
        tr("The server grants you no right to change anything here; the connection's details name each right"));
    return;
  }
  m_writable->setIconName(now ? QStringLiteral("unlock") : QStringLiteral("lock"));
  m_writable->setText(now ? tr("Read-write") : writable ? tr("Not connected") : tr("Read-only"));
  m_writable->setToolTip(
      now        ? tr("Changes are possible; each is shown and confirmed before it is sent (lock: Ctrl+Shift+R)")
      : writable ? tr("Nothing can be changed until the cluster answers again")
                 : tr("This source is read-only"));
  giveRoom();
}

void TopBar::showConnection() {
  showWritable();
  const SnapshotBridge& bridge = m_context.bridge;
  const ConnectionView view = connectionView(bridge.connection(), bridge.now(), bridge.snapshot()->time);
  if (!m_past.isEmpty()) {
    m_chip->setState(StateRole::Stale, tr("History"), m_past, false, {});
    m_chip->setToolTip(tr("The map shows an earlier state. The connection now: %1").arg(view.sentence));
    return giveRoom();
  }
  m_chip->setState(view.role, view.word, view.detail, view.isBusy, view.progress);
  m_chip->setToolTip(view.sentence);
  giveRoom();
}

void TopBar::showNamespaces() {
  const std::vector<std::string>& names = m_context.bridge.snapshot()->namespaces;
  if (names == m_shownNamespaces && m_namespaces->count() > 0) return;
  m_shownNamespaces = names;
  m_namespaces->clear();
  m_namespaces->addItem(tr("All namespaces (%1)").arg(count(static_cast<std::int64_t>(names.size()))), QString());
  for (const std::string& name : names) m_namespaces->addItem(plain(name, 63), QString::fromStdString(name));
  m_namespaces->setCurrentIndex(std::max(0, m_namespaces->findData(m_context.selection.ns())));
  // A full-width bracket at the end is wider than its ink, by which the box measures itself.
  const int most = scaledWidth(m_context.theme, 240);
  const int whole =
      m_namespaces->fontMetrics().horizontalAdvance(m_namespaces->itemText(0)) + 26 + scaledWidth(m_context.theme, 22);
  m_namespaces->setMinimumWidth(std::min(whole, most));
  m_namespaces->setMaximumWidth(most);
  giveRoom();
}

/// With large text in a narrow window nothing stands on something else: the program's own name goes, then what the
/// palette and keys do as well.
void TopBar::giveRoom() {
  const auto isTight = [this] { return layout()->minimumSize().width() > width(); };
  m_name->show();
  m_brand->setMinimumWidth(kNavigationWidth - 16);
  m_themeButton->show();
  m_keys->show();
  if (!isTight()) return;
  m_name->hide();
  m_brand->setMinimumWidth(0);
  if (isTight()) m_keys->hide();
  if (isTight()) m_themeButton->hide();
}

void TopBar::resizeEvent(QResizeEvent* event) {
  TranslatablePage::resizeEvent(event);
  giveRoom();
}

void TopBar::openNamespaces() {
  m_namespaces->setFocus(Qt::ShortcutFocusReason);
  m_namespaces->showPopup();
}

QPoint TopBar::contextCorner() const {
  return m_source->mapToGlobal(QPoint(0, m_source->height() + 2));
}

void TopBar::focusSearch() {
  m_search->setFocus(Qt::ShortcutFocusReason);
  m_search->selectAll();
}

void TopBar::retranslate() {
  m_languageButton->setText(m_language.code() == u"zh_CN" ? QStringLiteral("EN") : QStringLiteral("中文"));
  m_languageButton->setToolTip(tr("Switch the language: English, 中文"));
  m_themeButton->setToolTip(tr("Theme: light, dark, high contrast"));
  m_keys->setToolTip(tr("Keys (F1 or ?)"));
  m_insecure->setText(tr("TLS not checked"));
  m_insecure->setToolTip(
      tr("The kubeconfig says insecure-skip-tls-verify: anybody on the way can read the credential "
         "and change every answer"));
  m_namespaces->setAccessibleName(tr("Namespace"));
  m_namespaces->clear();
  showNamespaces();
  showSource();
  showConnection();
  giveRoom();
}

}  // namespace cardinal::ui

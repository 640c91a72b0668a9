// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/map/heatmap_access.h"

#include <QAccessible>
#include <QAccessibleWidget>

#include "ui/i18n/joining.h"
#include "ui/widgets/map/heatmap_view.h"

namespace cardinal::ui {
namespace {

/// One object for the whole map: tens of thousands of children would choke a reader, and the tables are the map's twin.
class HeatmapAccess : public QAccessibleWidget {
 public:
  explicit HeatmapAccess(HeatmapView* view) : QAccessibleWidget(view, QAccessible::Canvas), m_view(view) {}

  QString text(QAccessible::Text kind) const override {
    switch (kind) {
      case QAccessible::Name:
      case QAccessible::Value: {
        const QString sentence = m_view->focusSentence();
        if (sentence.isEmpty()) return m_view->accessibleName();
        return kind == QAccessible::Value ? sentence : labelled(m_view->accessibleName(), sentence);
      }
      case QAccessible::Description:
        return HeatmapView::tr("%n card(s) selected", nullptr, static_cast<int>(m_view->selection().size()));
      case QAccessible::Help:
        return HeatmapView::tr("Arrows move between cards, Space selects, Enter opens, plus and minus zoom.");
      default:
        return QAccessibleWidget::text(kind);
    }
  }
  int childCount() const override { return 0; }
  QAccessibleInterface* child(int) const override { return nullptr; }

 private:
  HeatmapView* m_view;
};

QAccessibleInterface* makeAccess(const QString& className, QObject* object) {
  if (className != QLatin1String("cardinal::ui::HeatmapView")) return nullptr;
  auto* view = qobject_cast<HeatmapView*>(object);
  return view ? new HeatmapAccess(view) : nullptr;
}

}  // namespace

void installHeatmapAccess() {
  static bool installed = false;
  if (installed) return;
  installed = true;
  QAccessible::installFactory(makeAccess);
}

}  // namespace cardinal::ui

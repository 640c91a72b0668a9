// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/named_switches.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLineEdit>
#include <algorithm>
#include <utility>

#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/narrow_box.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {

namespace {

constexpr int kMaxShown = 3;  // values of several nodes

std::optional<SwitchTarget> targetOf(const StackSwitch& about, const QString& value) {
  return parseSwitchTarget(std::string(about.key) + "=" + value.trimmed().toStdString());
}

SwitchTarget removalOf(const StackSwitch& about) {
  SwitchTarget out;
  out.kind = SwitchTarget::Kind::Stack;
  out.key = about.key;
  out.remove = true;
  return out;
}

/// Cards that GPU Feature Discovery says cannot be cut have no MIG configuration.
bool canHave(const RawNode& node, const StackSwitch& about) {
  const std::string* capable = cardinal::find(node.meta.labels, "nvidia.com/mig.capable");
  return about.key != "nvidia.com/mig.config" || capable == nullptr || *capable != "false";
}

/// The rows that every node has, in the order of the table.
std::vector<const StackSwitch*> commonSwitches(const std::vector<std::shared_ptr<const RawNode>>& nodes) {
  std::vector<const StackSwitch*> out;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto own = namedSwitches(*nodes[i]);
    if (i == 0) out = own;
    std::erase_if(out, [&](const StackSwitch* one) {
      return std::find(own.begin(), own.end(), one) == own.end() || !canHave(*nodes[i], *one);
    });
  }
  return out;
}

std::vector<std::string> presentValues(const StackSwitch& about,
                                       const std::vector<std::shared_ptr<const RawNode>>& nodes) {
  std::vector<std::string> out;
  for (const auto& node : nodes) {
    const std::string* value = presentValue(*node, removalOf(about));
    const std::string text = value == nullptr ? std::string() : *value;
    if (std::find(out.begin(), out.end(), text) == out.end()) out.push_back(text);
  }
  return out;
}

/// Names that all the nodes may get, in the order of the first one's.
std::vector<std::string> commonValues(const StackSwitch& about,
                                      const std::vector<std::shared_ptr<const RawNode>>& nodes,
                                      const ClusterExtras* extras) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto own = knownValues(about, *nodes[i], extras);
    if (i == 0) out = own;
    std::erase_if(out, [&own](const std::string& one) { return std::find(own.begin(), own.end(), one) == own.end(); });
  }
  // What is no value of a label is named by no node.
  std::erase_if(out, [&about](const std::string& one) { return !targetOf(about, QString::fromStdString(one)); });
  return out;
}

}  // namespace

NamedSwitches::NamedSwitches(Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_layout(new QVBoxLayout(this)) {
  m_layout->setContentsMargins(12, 0, 12, 0);
  m_layout->setSpacing(10);
}

void NamedSwitches::setNodes(const std::vector<std::shared_ptr<const RawNode>>& nodes, const ClusterExtras* extras) {
  std::vector<Row> wanted;
  for (const StackSwitch* about : commonSwitches(nodes)) {
    Row row;
    row.about = about;
    row.present = presentValues(*about, nodes);
    row.proposed = commonValues(*about, nodes, extras);
    wanted.push_back(std::move(row));
  }
  const auto isSame = [](const Row& a, const Row& b) {
    return a.about == b.about && a.present == b.present && a.proposed == b.proposed;
  };
  const bool same = std::equal(wanted.begin(), wanted.end(), m_rows.begin(), m_rows.end(), isSame);
  if (same) return;
  for (Row& row : wanted) {
    build(row);
    const auto old = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& one) { return one.about == row.about; });
    if (old != m_rows.end()) row.value->setText(old->value->text());  // what is being typed stays
  }
  for (const Row& row : m_rows) {
    row.box->hide();
    row.box->deleteLater();
  }
  m_rows = std::move(wanted);
  retranslate();
}

void NamedSwitches::build(Row& row) {
  row.box = new QWidget(this);
  auto* column = new QVBoxLayout(row.box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  auto* name = new TextLabel(m_theme, TextRole::BodyStrong, TextTone::Strong, row.box);
  name->setText(plain(std::string(row.about->key), 120));
  row.meaning = new TextLabel(m_theme, TextRole::Small, TextTone::Normal, row.box);
  row.meaning->setWordWrap(true);
  column->addWidget(name);
  column->addWidget(row.meaning);
  auto* across = new QHBoxLayout;
  across->setSpacing(8);
  QWidget* field = buildField(row);
  row.value->setObjectName(QStringLiteral("switchValue-") + plain(std::string(row.about->key), 120));
  row.set = new ActionButton(m_theme, row.box);
  row.set->setObjectName(QStringLiteral("switchSet-") + plain(std::string(row.about->key), 120));
  row.set->setAutoDefault(false);
  across->addWidget(field, 1);
  across->addWidget(row.set);
  const StackSwitch* about = row.about;
  QLineEdit* value = row.value;
  connect(value, &QLineEdit::textChanged, this, [this, about] {
    for (const Row& one : m_rows) {
      if (one.about == about) dress(one);
    }
    emit edited();
  });
  connect(row.set, &QAbstractButton::clicked, this, [this, about, value] {
    const auto target = targetOf(*about, value->text());
    if (!target) return;
    m_planned = Planned{about, value->text()};
    emit chosen(*target);
  });
  connect(value, &QLineEdit::returnPressed, row.set, &QAbstractButton::click);
  const bool stands =
      std::any_of(row.present.begin(), row.present.end(), [](const std::string& one) { return !one.empty(); });
  if (row.about->removable && stands) {
    row.remove = new ActionButton(m_theme, row.box);
    row.remove->setObjectName(QStringLiteral("switchRemove-") + plain(std::string(row.about->key), 120));
    row.remove->setAutoDefault(false);
    across->addWidget(row.remove);
    connect(row.remove, &QAbstractButton::clicked, this, [this, about, value] {
      m_planned = Planned{about, value->text()};
      emit chosen(removalOf(*about));
    });
  }
  column->addLayout(across);
  m_layout->addWidget(row.box);
  row.box->show();
}

/// The field, or the box around it where there are names to propose.
QWidget* NamedSwitches::buildField(Row& row) {
  if (row.proposed.empty()) return row.value = new QLineEdit(row.box);
  row.names = new QComboBox(row.box);
  row.names->setObjectName(QStringLiteral("switchNames-") + plain(std::string(row.about->key), 120));
  letNarrow(*row.names);
  row.names->setEditable(true);
  row.names->setInsertPolicy(QComboBox::NoInsert);
  for (const std::string& name : row.proposed) row.names->addItem(QString::fromStdString(name));
  row.names->setCurrentIndex(-1);  // which one is meant, the operator says
  row.value = row.names->lineEdit();
  return row.names;
}

void NamedSwitches::dress(const Row& row) const {
  const bool good = targetOf(*row.about, row.value->text()).has_value();
  const QString refusal = row.about->annotation ? tr("Type UUIDs, joined by commas, without spaces")
                                                : tr("Type a name: letters, digits, -, _ and ., at most 63");
  row.set->setRefusal(good ? QString() : refusal);
}

bool NamedSwitches::choose(const SwitchTarget& target) {
  for (const Row& row : m_rows) {
    if (row.about != switchOf(target)) continue;
    if (target.remove) {
      if (row.remove == nullptr) return false;
      row.remove->click();
      return true;
    }
    row.value->setText(QString::fromStdString(target.value));
    row.set->click();
    return true;
  }
  return false;
}

bool NamedSwitches::isEdited() const {
  return m_planned && std::any_of(m_rows.begin(), m_rows.end(), [this](const Row& row) {
           return row.about == m_planned->about && row.value->text() != m_planned->text;
         });
}

void NamedSwitches::retranslate() {
  for (const Row& row : m_rows) {
    QStringList shown;
    for (const std::string& value : row.present) shown << (value.empty() ? tr("not set") : plain(value, 80));
    const int more = static_cast<int>(shown.size()) - kMaxShown;
    if (more > 0) shown = shown.mid(0, kMaxShown) << tr("%n more", nullptr, more);
    row.meaning->setText(tr("%1. Now: %2").arg(switchMeaning(row.about->key), joinList(shown)));
    row.value->setPlaceholderText(row.about->annotation ? tr("UUIDs of cards") : tr("name of a configuration"));
    if (row.names != nullptr) row.names->setAccessibleName(plain(std::string(row.about->key), 120));
    row.value->setAccessibleName(plain(std::string(row.about->key), 120));
    row.set->setText(tr("Show the plan"));
    if (row.remove != nullptr) row.remove->setText(tr("Remove"));
    dress(row);
  }
}

}  // namespace cardinal::ui

// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/use/address_form.h"

#include <QBoxLayout>
#include <QFormLayout>
#include <QLineEdit>
#include <QUrl>

#include "core/service/metrics/discovery.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {
namespace {

constexpr int kLongest = 1024;

}  // namespace

AddressForm::AddressForm(Theme& theme, QWidget* parent) : QWidget(parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  auto* lines = new QFormLayout;
  lines->setHorizontalSpacing(16);
  lines->setVerticalSpacing(6);
  lines->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  const std::array<QString, kFields> names = {tr("Address"),       tr("Bearer token file"), tr("User"),
                                              tr("Password file"), tr("CA file"),           tr("Tenant header")};
  const std::array<QString, kFields> samples = {
      QStringLiteral("http://prometheus.example:9090"), tr("none"), tr("none"), tr("none"), tr("the system's"),
      QStringLiteral("X-Scope-OrgID: team-a")};
  for (std::size_t i = 0; i < m_fields.size(); ++i) {
    m_fields[i] = new QLineEdit(this);
    m_fields[i]->setMaxLength(kLongest);
    m_fields[i]->setPlaceholderText(samples[i]);
    m_fields[i]->setAccessibleName(names[i]);
    auto* name = new TextLabel(theme, TextRole::Small, TextTone::Quiet, this);
    name->setText(names[i]);
    lines->addRow(name, m_fields[i]);
    connect(m_fields[i], &QLineEdit::textChanged, this, &AddressForm::check);
  }
  layout->addLayout(lines);
  m_note = new TextLabel(theme, TextRole::Small, TextTone::Quiet, this);
  m_note->setWordWrap(true);
  layout->addWidget(m_note);
  m_use = new ActionButton(theme, this);
  m_use->setText(tr("Use this address"));
  m_use->setDefault(true);  // Return in a field: this, and not the dialog's end
  m_look = new ActionButton(theme, this);
  m_look->setText(tr("Find in the cluster"));
  auto* acts = new QHBoxLayout;
  acts->addStretch(1);
  acts->addWidget(m_look);
  acts->addWidget(m_use);
  layout->addLayout(acts);
  connect(m_use, &QAbstractButton::clicked, this, [this] { emit chosen(address()); });
  connect(m_look, &QAbstractButton::clicked, this, [this] {
    setAddress({});
    emit chosen({});
  });
  check();
}

void AddressForm::setAddress(const MetricsAddress& address) {
  const std::array<const std::string*, kFields> texts = {&address.url,          &address.tokenFile, &address.user,
                                                         &address.passwordFile, &address.caFile,    &address.tenant};
  for (std::size_t i = 0; i < m_fields.size(); ++i) m_fields[i]->setText(QString::fromStdString(*texts[i]));
}

MetricsAddress AddressForm::address() const {
  const auto text = [this](Field field) { return m_fields[field]->text().trimmed().toStdString(); };
  MetricsAddress address;
  address.url = text(Url);
  address.tokenFile = text(TokenFile);
  address.caFile = text(CaFile);
  address.user = text(User);
  address.passwordFile = text(PasswordFile);
  address.tenant = text(Tenant);
  return address;
}

QString AddressForm::fault() const {
  if (isServiceChoice(m_fields[Url]->text().trimmed().toStdString())) return {};
  const QUrl url(m_fields[Url]->text().trimmed(), QUrl::StrictMode);
  const bool http = url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https");
  if (!url.isValid() || !http || url.host().isEmpty())
    return tr(
        "An address begins with http:// or https:// and names a host; a service of the cluster is NAMESPACE/NAME.");
  if (!url.userInfo().isEmpty())
    return tr("User and password do not belong in the address: name a user, and a file with the password.");
  if (url.hasQuery() || url.hasFragment()) return tr("An address ends with the path; leave out what follows ? or #.");
  const bool user = !m_fields[User]->text().trimmed().isEmpty();
  if (user && !m_fields[TokenFile]->text().trimmed().isEmpty()) return tr("A token and a user exclude each other.");
  return {};
}

void AddressForm::check() {
  const bool empty = m_fields[Url]->text().trimmed().isEmpty();
  const QString wrong = empty ? QString() : fault();
  m_note->setText(!wrong.isEmpty() ? wrong
                                   : tr("Saved for this context. The cluster reconnects; the steps above show how far "
                                        "it gets. The cluster's own credentials are never sent to this address."));
  m_use->setRefusal(empty ? tr("Enter an address first") : wrong);
}

}  // namespace cardinal::ui

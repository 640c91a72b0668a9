// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <array>

#include "core/service/metrics/address.h"
#include "ui/theme/theme.h"

class QLineEdit;

namespace cardinal::ui {

class ActionButton;
class TextLabel;

/// Where to find the metrics, to be named by the user: address, and the files that its credentials stand in. Secrets
/// themselves are not asked for.
class AddressForm : public QWidget {
  Q_OBJECT
 public:
  explicit AddressForm(Theme& theme, QWidget* parent = nullptr);

  void setAddress(const MetricsAddress& address);
  MetricsAddress address() const;

 signals:
  /// An empty address: look in the cluster.
  void chosen(const cardinal::MetricsAddress& address);

 private:
  enum Field { Url, TokenFile, User, PasswordFile, CaFile, Tenant, kFields };
  void check();
  QString fault() const;

  std::array<QLineEdit*, kFields> m_fields{};
  TextLabel* m_note;
  ActionButton* m_use;
  ActionButton* m_look;
};

}  // namespace cardinal::ui

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pages/common/dialog_frame.h"
#include "ui/session/page_context.h"

namespace cardinal::ui {

class Banner;
class KeyValueList;
struct KeyValueRow;

/// The connection: what it goes to and as whom, its state, how long each stage of connecting took, and what the
/// identity may do. Follows every change while it is open; "Test again" makes a new connection and measures it.
class ConnectionDialog : public DialogFrame {
  Q_OBJECT
 public:
  /// `serverUnchecked`: the server's certificate is not checked (insecure-skip-tls-verify).
  ConnectionDialog(const PageContext& context, bool serverUnchecked, QWidget* parent);

 private:
  QWidget* buildRights();
  void fill();
  void fillFacts(const ConnectionState& state);
  void fillStages(const ConnectionState& state);
  void fillRights(const ConnectionState& state);
  void addRights(std::vector<KeyValueRow>& rows, const Rights& rights, Feature feature);

  PageContext m_context;
  bool m_serverUnchecked;
  Banner* m_error;
  KeyValueList* m_facts;
  KeyValueList* m_stages;
  KeyValueList* m_rights;
};

}  // namespace cardinal::ui

// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/basic/state.h"

namespace cardinal::ui {

QString stateGlyph(StateRole state) {
  switch (state) {
    case StateRole::Ok:
      return QStringLiteral("ok");
    case StateRole::Information:
      return QStringLiteral("information");
    case StateRole::Warning:
      return QStringLiteral("warning");
    case StateRole::Critical:
      return QStringLiteral("critical");
    case StateRole::Unknown:
      return QStringLiteral("unknown");
    case StateRole::Planned:
      return QStringLiteral("planned");
    case StateRole::Stale:
      return QStringLiteral("stale");
    case StateRole::None:
      break;
  }
  return {};
}

QColor stateColour(const Tokens& tokens, StateRole state) {
  switch (state) {
    case StateRole::Ok:
      return tokens.ok;
    case StateRole::Information:
      return tokens.information;
    case StateRole::Warning:
    case StateRole::Stale:
      return tokens.warning;
    case StateRole::Critical:
      return tokens.critical;
    case StateRole::Unknown:
      return tokens.unknown;
    case StateRole::Planned:
      return tokens.planned;
    case StateRole::None:
      break;
  }
  return tokens.text2;
}

bool stateWordColoured(const Tokens& tokens, const QColor& surface) {
  return surface == tokens.bg || surface == tokens.panel;
}

}  // namespace cardinal::ui

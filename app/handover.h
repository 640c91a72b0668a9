// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLocalServer>
#include <QString>
#include <functional>
#include <optional>

#include "app/program/invocation.h"

namespace cardinal::app {

/// Where the window of this user, state folder and display can be reached: a local socket that only this user may open.
QString socketPath();

/// What the window that runs already said to a choice.
struct Handover {
  bool opened = false;
  QString complaint;  ///< why not, in the words of that window
};

/// Asks the window behind `socket` to show what was chosen. Nothing: there is none, it does not answer within three
/// seconds, it is of another version, or its KUBECONFIG is another one, so that the same words would mean another
/// cluster. Relative paths are sent as absolute ones; secrets are never sent, only the names of their files. Blocks;
/// before the window is made.
std::optional<Handover> handOver(const QString& socket, const CommonOptions& options);

/// Takes such questions, one after the other, on the GUI thread. A question is bounded; what cannot be read is answered
/// with nothing. A socket that a killed process left behind is taken over. Where no socket can be made, every start
/// makes a window of its own.
class HandoverServer {
 public:
  using Show = std::function<Result<void>(const CommonOptions& options)>;
  HandoverServer(const QString& socket, Show show);

  bool isListening() const { return m_server.isListening(); }

 private:
  void take();

  QLocalServer m_server;
  Show m_show;
};

}  // namespace cardinal::app

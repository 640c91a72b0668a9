// SPDX-License-Identifier: Apache-2.0
#include "app/handover.h"

#include <QCryptographicHash>
#include <QDataStream>
#include <QDir>
#include <QFileInfo>
#include <QLocalSocket>

#include "app/commands/common/node_work.h"
#include "app/settings/choice_bytes.h"
#include "core/base/files/own_files.h"
#include "ui/i18n/errors/error_texts.h"

namespace cardinal::app {

namespace {

constexpr int kTimeout = 3000;  // ms
constexpr qint64 kLargest = 64LL * 1024;
constexpr auto kFormat = QDataStream::Qt_6_0;
const QByteArray kVersion = QByteArrayLiteral("cardinal-handover-2 " CARDINAL_VERSION);

enum Verdict : qint8 { kOther, kOpened, kRefused };

QByteArray written(const CommonOptions& options) {
  QByteArray bytes;
  QDataStream out(&bytes, QIODevice::WriteOnly);
  out.setVersion(kFormat);
  out << kVersion << qgetenv("KUBECONFIG");
  writeChoice(out, options.source);
  return bytes;
}

/// Nothing when the question is of another version, or means other files than it would here.
std::optional<CommonOptions> read(QDataStream& in) {
  QByteArray version;
  QByteArray kubeconfig;
  in >> version >> kubeconfig;
  if (version != kVersion || kubeconfig != qgetenv("KUBECONFIG")) return {};
  CommonOptions options;
  options.source = readChoice(in);
  if (in.status() != QDataStream::Ok) return {};
  return options;
}

}  // namespace

QString socketPath() {
  const QByteArray display = qgetenv("DISPLAY") + '|' + qgetenv("WAYLAND_DISPLAY");
  const QByteArray mark = QCryptographicHash::hash(display, QCryptographicHash::Sha256).toHex().left(8);
  return QString::fromStdString(stateFolder()) + QStringLiteral("/window-") + QString::fromLatin1(mark);
}

std::optional<Handover> handOver(const QString& socket, const CommonOptions& options) {
  QLocalSocket line;
  line.connectToServer(socket);
  if (!line.waitForConnected(kTimeout)) return {};
  QDataStream stream(&line);
  stream.setVersion(kFormat);
  stream << written(options);
  line.flush();
  qint8 verdict = kOther;
  QString complaint;
  do {
    stream.startTransaction();
    stream >> verdict >> complaint;
    if (stream.commitTransaction()) {
      if (verdict == kOther) return {};
      return Handover{verdict == kOpened, complaint};
    }
  } while (line.waitForReadyRead(kTimeout));
  return {};
}

HandoverServer::HandoverServer(const QString& socket, Show show) : m_show(std::move(show)) {
  // Listening says it when the folder cannot be made.
  (void)makePrivateFolder(QFileInfo(socket).absolutePath().toStdString());
  m_server.setSocketOptions(QLocalServer::UserAccessOption);
  QObject::connect(&m_server, &QLocalServer::newConnection, &m_server, [this] { take(); });
  if (m_server.listen(socket)) return;
  // Whoever asks before this has had no answer: the socket is a dead one's, or the window of another version that keeps
  // it.
  QLocalSocket line;
  line.connectToServer(socket);
  if (line.waitForConnected(kTimeout)) return;
  QLocalServer::removeServer(socket);
  m_server.listen(socket);
}

void HandoverServer::take() {
  QLocalSocket* line = m_server.nextPendingConnection();
  if (!line) return;
  QObject::connect(line, &QLocalSocket::disconnected, line, &QObject::deleteLater);
  QObject::connect(line, &QLocalSocket::readyRead, line, [this, line] {
    if (line->bytesAvailable() > kLargest) return line->abort();
    QDataStream stream(line);
    stream.setVersion(kFormat);
    QByteArray question;
    stream.startTransaction();
    stream >> question;
    if (!stream.commitTransaction()) return;
    QDataStream words(question);
    words.setVersion(kFormat);
    const std::optional<CommonOptions> options = read(words);
    const Result<void> shown = options ? m_show(*options) : Result<void>();
    stream << qint8(!options ? kOther
                    : shown  ? kOpened
                             : kRefused)
           << (shown ? QString() : ui::errorText(shown.error()));
    line->flush();
    line->disconnectFromServer();
  });
}

}  // namespace cardinal::app

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardinal::test {

/// A listening TCP socket of the loopback. `port` 0 = a free one, which is written there. Throws when it cannot listen.
int listenOnLoopback(int& port);

/// A TCP connection to a loopback port; -1 when nobody listens there.
int connectToLoopback(int port);

/// The next close of the socket sends RST instead of FIN.
void resetOnClose(int descriptor);

}  // namespace cardinal::test

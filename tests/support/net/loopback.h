// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardinal::test {

/// A TCP socket that holds a port of the loopback and does not listen: whoever connects is refused, and nobody else on
/// this machine is given the port. `port` 0 = a free one, which is written there. Throws when it cannot be had.
int bindToLoopback(int& port);
/// Such a socket listens from now on, or not any more; the port stays its own.
void listenOn(int bound);
void stopListening(int listener);

/// A listening TCP socket of the loopback; as bindToLoopback().
int listenOnLoopback(int& port);

/// A TCP connection to a loopback port; -1 when nobody listens there.
int connectToLoopback(int port);

/// The next close of the socket sends RST instead of FIN.
void resetOnClose(int descriptor);

}  // namespace cardinal::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>

namespace cardinal {

/// How long a reflector bears what a network or a server does before it gives up and begins anew, and how much it asks
/// for at once. The defaults are those of docs/reference/kubernetes-client.md 2.4, 3.2, 3.4 and 3.6; only tests of
/// faults shorten them.
struct Timeouts {
  int pageSize = 500;                             ///< objects of a page
  std::chrono::milliseconds connect{30'000};      ///< name, TCP, TLS, proxy
  std::chrono::milliseconds header{65'000};       ///< of lists and of watches
  std::chrono::milliseconds stalledBody{20'000};  ///< of a list: less than 1 KiB a second for so long
  std::chrono::milliseconds slowPage{20'000};     ///< a page that takes longer makes the next ones smaller
  std::chrono::milliseconds pollInterval{
      30'000};  ///< between lists where no watch is to be had; longer by chance up to half
  std::chrono::milliseconds quietWatch{
      120'000};  ///< without a byte since it was opened: a list shows whether news is held back
  std::chrono::seconds watchLength{300};           ///< a watch asks for this to twice this, by chance
  std::chrono::milliseconds silence{150'000};      ///< of a watch whose server sends bookmarks
  std::chrono::milliseconds silenceGrace{30'000};  ///< beyond the planned end of a watch, without bookmarks
  std::chrono::milliseconds firstWait{800};  ///< after a failure; doubles, and is lengthened by chance up to twofold
  std::chrono::milliseconds longestWait{30'000};     ///< before it is lengthened
  std::chrono::milliseconds endOfStream{30'000};     ///< a streamed list without an event and without its end
  bool protobuf = true;  ///< asked for where a kind can be read from it; false: JSON alone, to compare the two
  std::size_t memoryBudget = std::size_t{4} << 30U;  ///< of the whole process; a list that exceeds it is not read on
  std::chrono::milliseconds untrusted{60'000};       ///< until TLS that is not trusted is tried again
};

}  // namespace cardinal

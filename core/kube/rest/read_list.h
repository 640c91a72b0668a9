// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <utility>

#include "core/kube/decode/decoder.h"
#include "core/kube/rest/answer.h"
#include "core/kube/rest/resource.h"
#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"

namespace cardinal {

/// Which objects are asked for.
struct ListQuestion {
  ResourceType type;
  std::string ns{};             ///< empty = the whole cluster
  std::string fieldSelector{};  ///< empty = all
};

/// One page as it came, behind `token`; an error of the server is one here. For readList() alone.
Result<HttpResponse> askPage(EventLoop& loop, Transport& transport, const ListQuestion& question,
                             const std::string& token, bool asksProtobuf, Decoder& decoder,
                             const std::stop_token& stop);

/// Reads a list page by page and hands each to `use(ListPage<Object>)`, which returns whether to go on. Asks for
/// protobuf where the version is read from it, takes what the server gives, and asks for JSON alone after a refusal of
/// protobuf or an answer that cannot be read. For worker threads, never the loop's own; loop and transport outlive the
/// call. Errors: those of answerError(), of Decoder::list and Cancelled.
template <typename Object, typename Use>
Result<void> readList(EventLoop& loop, Transport& transport, const ListQuestion& question, const std::stop_token& stop,
                      Use&& use) {
  Decoder decoder;
  bool asksProtobuf = readsProtobuf<Object>(apiVersionOf(question.type));
  std::string token;
  for (;;) {
    auto page = [&]() -> Result<ListPage<Object>> {
      auto answer = askPage(loop, transport, question, token, asksProtobuf, decoder, stop);
      if (!answer) return unexpected(answer.error());
      const WireFormat format = wireFormat(answer->head).value_or(WireFormat::Json);
      return decoder.template list<Object>(std::move(answer->body), format);
    }();
    if (!page) {
      const bool isDoubtful = refusesProtobuf(page.error()) || isUnreadable(page.error());
      if (!std::exchange(asksProtobuf, false) || !isDoubtful) return unexpected(page.error());
      continue;
    }
    token = page->meta.continueToken;
    if (!use(std::move(*page)) || token.empty()) return {};
  }
}

}  // namespace cardinal

// SPDX-License-Identifier: Apache-2.0
// A log of a busy container as it comes from the wire. Budget: 100 MB/s, plain or coloured.
#include <benchmark/benchmark.h>

#include "core/service/read/log_lines.h"

namespace {

constexpr std::size_t kChunk = 16 * 1024;  // what a connection hands over at once

std::string logOf(const char* line) {
  std::string text;
  while (text.size() < (std::size_t{8} << 20U)) text += line;
  return text;
}

void lines(benchmark::State& state, const char* line) {
  const std::string text = logOf(line);
  for (auto _ : state) {
    cardinal::LogLines made;
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); at += kChunk) {
      made.feed(std::string_view(text).substr(at, kChunk));
      count += made.take().size();
    }
    benchmark::DoNotOptimize(count);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}

BENCHMARK_CAPTURE(lines, plain,
                  "2026-11-21T10:00:00Z INFO step 1200 loss 1.3204 tokens/s 41873 grad_norm 0.41 lr 2.5e-05\n");
BENCHMARK_CAPTURE(lines, coloured,
                  "\x1b[2m10:00:00\x1b[0m \x1b[32mINFO\x1b[0m \x1b[1mstep\x1b[0m=1200 \x1b[1mloss\x1b[0m=1.3204 "
                  "\x1b[1mlr\x1b[0m=2.5e-05\n");

}  // namespace

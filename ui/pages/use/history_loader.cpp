// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/use/history_loader.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cardinal::ui {

void HistoryLoader::start(HistoryQuery query) {
  cancel();
  m_query = std::move(query);
  m_history = {};
  m_history.step = historyStep(m_query);
  m_done = 0;
  m_parts = m_query.wholeCluster ? 1 : static_cast<int>((m_query.cards.size() + kCardsPerPart - 1) / kCardsPerPart);
  m_loading = true;
  next();
}

void HistoryLoader::cancel() {
  if (!m_loading) return;
  m_loading = false;
  m_bridge.cancelHistory(this);
}

void HistoryLoader::next() {
  if (m_done >= m_parts) {
    m_loading = false;
    emit loaded(m_query, m_history);
    return;
  }
  HistoryQuery part = m_query;
  const std::size_t first = static_cast<std::size_t>(m_done) * kCardsPerPart;
  const std::size_t last = std::min(m_query.cards.size(), first + kCardsPerPart);
  part.cards.assign(m_query.cards.begin() + static_cast<std::ptrdiff_t>(std::min(first, last)),
                    m_query.cards.begin() + static_cast<std::ptrdiff_t>(last));
  m_bridge.history(this, std::move(part), [this](const Result<History>& answer) { take(answer); });
}

void HistoryLoader::take(const Result<History>& answer) {
  if (!m_loading) return;
  if (!answer) {
    m_loading = false;
    if (answer.error().code != ErrorCode::Cancelled) emit failed(m_query, answer.error());
    return;
  }
  m_history.step = answer->step;
  m_history.series.insert(m_history.series.end(), answer->series.begin(), answer->series.end());
  for (const std::string& warning : answer->warnings) {
    if (std::find(m_history.warnings.begin(), m_history.warnings.end(), warning) == m_history.warnings.end())
      m_history.warnings.push_back(warning);
  }
  ++m_done;
  emit progressed();
  next();
}

}  // namespace cardinal::ui

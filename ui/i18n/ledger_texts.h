// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/plan/ledger/ledger.h"

namespace cardinal::ui {

/// Kind of a mismatch in a few words, for tables: "whole card on a shared node".
QString ledgerKind(const LedgerEntry& entry);
/// One sentence with figures, pod and card.
QString ledgerSentence(const LedgerEntry& entry);
/// Why it matters: what goes wrong while it lasts.
QString ledgerConsequence(const LedgerEntry& entry);
/// What the operator should do, with the names of the entry.
QString ledgerRemedyText(const LedgerEntry& entry);
QString severityText(LedgerSeverity severity);
/// "-" of an evidence as a word, everything else as it is, made safe.
QString evidenceText(const std::string& evidence);

}  // namespace cardinal::ui

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/snapshot.h"
#include "core/workloads/workloads.h"

namespace cardinal::ui {

/// What a filter is asked about; decides which fields it may use.
enum class FilterScope { Nodes, Cards, Pods };

/// One row to be judged. `node` may be null (a pod without a node); `card` is set for cards, `pod` for pods. `workload`
/// is set for workloads, which match where one of their pods does, and for pods of which it is known.
struct FilterSubject {
  const NodeRecord* node = nullptr;
  const Card* card = nullptr;
  const PodRecord* pod = nullptr;
  const Workload* workload = nullptr;
  bool hardwareXid = false;  ///< isHardwareXid() of the card's last XID, of a node that of one of its cards
  bool idle = false;         ///< one of idleCards(), of a node that of one of its cards
};

/// A filter of tables and the map. Grammar (all terms must hold, upper and lower case are equal):
///   word            some visible text contains it
///   "two words"     the same for a text with blanks
///   !term           the term does not hold
///   field:value     mode, placement, ns, node, model, pool, stack, profile (of MIG instances): contains; state: equals
///   label:key=value label of the pod, or of the node: key whole or behind its "/", value whole; label:key: it is there
///   field>=number   free (GiB on one card), alloc (% of the memory), mem (GiB a pod asks), cards, slots (that are
///                   offered, free or not); also > <= < =
/// Plain value; thread-safe once made.
class Filter {
 public:
  struct Parsed;
  static Parsed parse(const QString& text, FilterScope scope);

  bool isEmpty() const { return m_terms.empty(); }
  bool matches(const FilterSubject& subject) const;
  /// Its answer hangs on what is measured: `hardwareXid` and `idle` of the subject.
  bool asksWhatIsMeasured() const;

 private:
  enum class Field {
    Text,
    Mode,
    Placement,
    Namespace,
    Node,
    Model,
    Pool,
    Stack,
    Profile,
    Label,
    State,
    Free,
    Allocated,
    Memory,
    Cards,
    Slots
  };
  enum class Op { Contains, Less, LessOrEqual, Equal, GreaterOrEqual, Greater };
  struct Term {
    Field field = Field::Text;
    Op op = Op::Contains;
    bool negated = false;
    std::string text;  ///< lower case
    double number = 0.0;
  };
  struct Parser;

  bool allHold(const FilterSubject& subject) const;
  bool holds(const Term& term, const FilterSubject& subject) const;
  bool holdsText(const Term& term, const FilterSubject& subject) const;
  std::optional<double> numberOf(Field field, const FilterSubject& subject) const;

  FilterScope m_scope = FilterScope::Nodes;
  std::vector<Term> m_terms;
};

/// The filter, or the sentence that says what is wrong with the text and what would be right.
struct Filter::Parsed {
  Filter filter;
  QString error;  ///< empty = good
};

}  // namespace cardinal::ui

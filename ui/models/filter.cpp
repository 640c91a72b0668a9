// SPDX-License-Identifier: Apache-2.0
#include "ui/models/filter.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <array>
#include <cctype>

#include "core/model/card_memory.h"
#include "core/model/pods/pod_fields.h"
#include "core/workloads/requested_cards.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"

namespace cardinal::ui {

namespace {

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/// `needle` is lower case. Kubernetes names are ASCII; other bytes are compared as they are.
bool containsFolded(std::string_view hay, std::string_view needle) {
  return std::search(hay.begin(), hay.end(), needle.begin(), needle.end(),
                     [](char a, char b) { return lower(a) == b; }) != hay.end();
}

bool anyPod(const FilterSubject& subject, std::string_view needle, bool namespacesOnly) {
  if (!subject.node) return false;
  return std::any_of(subject.node->pods.begin(), subject.node->pods.end(), [&](const PodPtr& pod) {
    const bool onCard =
        !subject.card || std::any_of(pod->shares.begin(), pod->shares.end(),
                                     [&](const CardShare& share) { return share.card == subject.card->index; });
    if (!onCard) return false;
    return containsFolded(pod->key().ns, needle) || (!namespacesOnly && containsFolded(pod->key().name, needle));
  });
}

std::string_view ownerOf(const PodRecord& pod) {
  const auto& owners = pod.raw->meta.owners;
  return owners.empty() ? std::string_view{} : std::string_view(owners.front().name);
}

constexpr std::array kNodeStates = {"ready",     "notready", "unreachable", "cordoned", "tainted",
                                    "unhealthy", "mismatch", "unknown",     "free",     "idle",
                                    "full",      "xid",      "problem"};
constexpr std::array kCardStates = {"healthy", "unhealthy", "unknown",  "free",        "idle", "full",
                                    "over",    "cordoned",  "notready", "unreachable", "xid",  "problem"};
constexpr std::array kPodStates = {"pending", "running", "succeeded", "failed", "terminating",
                                   "unknown", "gated",   "resizing",  "nocard"};

std::span<const char* const> statesOf(FilterScope scope) {
  switch (scope) {
    case FilterScope::Nodes:
      return kNodeStates;
    case FilterScope::Cards:
      return kCardStates;
    case FilterScope::Pods:
      return kPodStates;
  }
  return {};
}

bool isFull(const NodeRecord& node, const Card& card) {
  return memoryFraction(node, card).value_or(0.0) >= 1.0;
}

bool nodeState(const NodeRecord& node, std::string_view state) {
  const auto anyCard = [&node](auto test) { return std::any_of(node.cards.begin(), node.cards.end(), test); };
  const auto allCards = [&node](auto test) {
    return !node.cards.empty() && std::all_of(node.cards.begin(), node.cards.end(), test);
  };
  if (state == "ready") return node.readiness == NodeReadiness::Ready;
  if (state == "notready") return node.readiness != NodeReadiness::Ready;
  if (state == "unreachable") return node.readiness == NodeReadiness::Unknown;
  if (state == "cordoned") return node.unschedulable();
  if (state == "tainted") return node.raw && !node.raw->taints.empty();
  if (state == "unhealthy") return anyCard([](const Card& card) { return card.health == CardHealth::Unhealthy; });
  if (state == "unknown") {
    return node.readiness == NodeReadiness::Unknown ||
           anyCard([&node](const Card& card) { return !memoryFraction(node, card) && !isUnnamedCard(node, card); });
  }
  if (state == "free") return allCards([&node](const Card& card) { return isFreeCard(node, card); });
  if (state == "full") return allCards([&node](const Card& card) { return isFull(node, card); });
  // what keeps work away from cards without anybody's will; a cordon is somebody's
  if (state == "problem") return !node.exists() || nodeState(node, "notready") || nodeState(node, "unhealthy");
  return std::any_of(node.findings.begin(), node.findings.end(),
                     [](const Finding& finding) { return isLedgerMismatch(finding.code); });
}

bool cardState(const FilterSubject& subject, std::string_view state) {
  const Card& card = *subject.card;
  if (state == "healthy") return card.health == CardHealth::Healthy;
  if (state == "unhealthy") return card.health == CardHealth::Unhealthy;
  if (state == "unknown") return !(subject.node ? memoryFraction(*subject.node, card) : memoryFraction(card));
  if (state == "free") return subject.node && isFreeCard(*subject.node, card);
  if (state == "full") return subject.node && isFull(*subject.node, card);
  if (state == "over") return subject.node && memoryFraction(*subject.node, card).value_or(0.0) > 1.0;
  if (state == "problem")
    return card.health == CardHealth::Unhealthy || (subject.node && nodeState(*subject.node, "notready"));
  return subject.node && nodeState(*subject.node, state);
}

bool podState(const PodRecord& pod, std::string_view state) {
  const PodPhase phase = pod.raw->phase;
  if (state == "terminating") return isTerminating(*pod.raw);
  if (state == "pending") return pod.raw->spec.nodeName.empty() && !isTerminal(*pod.raw);
  if (state == "running") return phase == PodPhase::Running;
  if (state == "succeeded") return phase == PodPhase::Succeeded;
  if (state == "failed") return phase == PodPhase::Failed;
  if (state == "unknown") return phase == PodPhase::Unknown;
  if (state == "gated") return isGated(*pod.raw);
  if (state == "resizing") return pod.raw->resize != Resize::None && !isTerminal(*pod.raw);
  return !pod.raw->spec.nodeName.empty() && !isTerminal(*pod.raw) &&
         (pod.shares.empty() || std::any_of(pod.shares.begin(), pod.shares.end(),
                                            [](const CardShare& share) { return share.card == kPendingCard; }));
}

/// `wanted` is "key" or "key=value", lower case.
bool hasLabel(const FilterSubject& subject, std::string_view wanted) {
  const ObjectMeta* meta = subject.pod                         ? &subject.pod->raw->meta
                           : subject.node && subject.node->raw ? &subject.node->raw->meta
                                                               : nullptr;
  if (!meta || (subject.workload && !subject.pod)) return false;
  const std::size_t equals = wanted.find('=');
  const std::string_view key = wanted.substr(0, equals);
  const auto equal = [](std::string_view text, std::string_view folded) {
    return text.size() == folded.size() && containsFolded(text, folded);
  };
  return std::any_of(meta->labels.begin(), meta->labels.end(), [&](const auto& label) {
    const std::string_view name = label.first;
    if (!equal(name, key) && !equal(name.substr(name.rfind('/') + 1), key)) return false;
    return equals == std::string_view::npos || equal(label.second, wanted.substr(equals + 1));
  });
}

/// What the row of a workload shows of it in words that do not change with the language.
bool workloadSays(const Workload& workload, std::string_view needle) {
  return containsFolded(workload.name, needle) || containsFolded(workload.ns, needle) ||
         containsFolded(workload.kind, needle) || containsFolded(workload.queue, needle) ||
         std::any_of(workload.gangs.begin(), workload.gangs.end(),
                     [needle](const WorkloadGang& gang) { return containsFolded(gang.name, needle); });
}

std::optional<double> gib(MemUnits amount, MemoryUnit unit) {
  const std::optional<std::int64_t> mib = toMib(amount, unit);
  // Without a known unit the number that the user sees is the raw one.
  return mib ? static_cast<double>(*mib) / 1024.0 : static_cast<double>(amount.value);
}

/// The node's stacks, or that which a pod without a node requests.
bool ofStack(const FilterSubject& subject, std::string_view wanted) {
  const auto is = [wanted](GpuStack stack) { return containsFolded(toString(stack), wanted); };
  if (subject.node == nullptr) return subject.pod != nullptr && is(subject.pod->request.stack);
  const NodeDevices* devices = subject.node->devices.get();
  return is(subject.node->gpu.stack) ||
         (devices != nullptr && std::any_of(devices->stacks.begin(), devices->stacks.end(), is));
}

bool offersProfile(const std::vector<InstanceGroup>& groups, std::string_view wanted) {
  return std::any_of(groups.begin(), groups.end(),
                     [wanted](const InstanceGroup& group) { return containsFolded(group.profile, wanted); });
}

/// MIG instances that a node or card offers, or that a pod requests. Those of the node may be on any of its cards.
bool hasProfile(const FilterSubject& subject, std::string_view wanted) {
  constexpr std::string_view kMig = "/mig-";
  if (subject.pod != nullptr) {
    const auto& asks = subject.pod->request.asks;
    return std::any_of(asks.begin(), asks.end(), [&](const ResourceAsk& ask) {
      const auto at = ask.resource.find(kMig);
      return at != std::string::npos && containsFolded(std::string_view(ask.resource).substr(at + kMig.size()), wanted);
    });
  }
  const NodeDevices* devices = subject.node != nullptr ? subject.node->devices.get() : nullptr;
  if (devices == nullptr) return false;
  if (offersProfile(devices->instances, wanted)) return true;
  if (subject.card != nullptr) {
    const CardDetail* detail = devices->detailOf(subject.card->index);
    return detail != nullptr && offersProfile(detail->instances, wanted);
  }
  return std::any_of(devices->cards.begin(), devices->cards.end(),
                     [wanted](const CardDetail& card) { return offersProfile(card.instances, wanted); });
}

/// Slots that are offered, free or not; nothing where there are none or they are not reported.
std::optional<double> slotsOf(const FilterSubject& subject) {
  if (subject.card != nullptr) {
    if (subject.card->slotsTotal == 0) return std::nullopt;
    return static_cast<double>(subject.card->slotsTotal);
  }
  const NodeDevices* devices = subject.node != nullptr ? subject.node->devices.get() : nullptr;
  if (devices == nullptr || !devices->slotsTotal) return std::nullopt;
  return static_cast<double>(*devices->slotsTotal);
}

QStringList splitWords(const QString& text, bool& openQuote) {
  QStringList words;
  QString word;
  bool quoted = false;
  for (const QChar c : text) {
    if (c == u'"') {
      quoted = !quoted;
    } else if (c.isSpace() && !quoted) {
      if (!word.isEmpty()) words << std::exchange(word, QString());
    } else {
      word += c;
    }
  }
  if (!word.isEmpty()) words << word;
  openQuote = quoted;
  return words;
}

QString quote(const QString& text) {
  return plain(text.toStdString(), 40);
}

}  // namespace

struct Filter::Parser {
  Q_DECLARE_TR_FUNCTIONS(Filter)
 public:
  FilterScope scope;
  QString error;

  struct FieldName {
    const char* name;
    Field field;
    bool number;
  };
  static constexpr std::array kFields = {
      FieldName{"mode", Field::Mode, false},    FieldName{"placement", Field::Placement, false},
      FieldName{"ns", Field::Namespace, false}, FieldName{"node", Field::Node, false},
      FieldName{"model", Field::Model, false},  FieldName{"pool", Field::Pool, false},
      FieldName{"stack", Field::Stack, false},  FieldName{"profile", Field::Profile, false},
      FieldName{"label", Field::Label, false},  FieldName{"state", Field::State, false},
      FieldName{"free", Field::Free, true},     FieldName{"alloc", Field::Allocated, true},
      FieldName{"mem", Field::Memory, true},    FieldName{"cards", Field::Cards, true},
      FieldName{"slots", Field::Slots, true}};

  bool offered(Field field) const {
    switch (field) {
      case Field::Free:
      case Field::Allocated:
      case Field::Slots:
        return scope != FilterScope::Pods;
      case Field::Memory:
        return scope == FilterScope::Pods;
      case Field::Cards:
        return scope != FilterScope::Cards;
      default:
        return true;
    }
  }

  QString fieldList() const {
    QStringList names;
    for (const FieldName& field : kFields) {
      if (offered(field.field)) names << QString::fromLatin1(field.name) + (field.number ? u">=" : u":");
    }
    return names.join(u' ');
  }

  const FieldName* fieldOf(const QString& name) {
    for (const FieldName& field : kFields) {
      if (name.compare(QLatin1String(field.name), Qt::CaseInsensitive) == 0 && offered(field.field)) return &field;
    }
    error = tr("“%1” is not a field of this list. Fields: %2").arg(quote(name), fieldList());
    return nullptr;
  }

  std::optional<Term> parseTerm(QString word) {
    Term term;
    while (word.startsWith(u'!')) {
      term.negated = !term.negated;
      word.remove(0, 1);
    }
    if (word.isEmpty()) {
      error = tr("Put the word to exclude right after “!”, for example !kube-system");
      return std::nullopt;
    }
    const qsizetype at = std::distance(word.cbegin(), std::find_if(word.cbegin(), word.cend(), [](QChar c) {
                                         return c == u':' || c == u'<' || c == u'>' || c == u'=';
                                       }));
    if (at == 0 || at == word.size()) {
      term.text = word.toLower().toStdString();
      return term;
    }
    return parseField(term, word.left(at), word.mid(at));
  }

  std::optional<Term> parseField(Term term, const QString& name, const QString& rest) {
    const FieldName* field = fieldOf(name);
    if (!field) return std::nullopt;
    term.field = field->field;
    static constexpr std::array<std::pair<QLatin1String, Op>, 6> kOps = {{{QLatin1String(">="), Op::GreaterOrEqual},
                                                                          {QLatin1String("<="), Op::LessOrEqual},
                                                                          {QLatin1String(">"), Op::Greater},
                                                                          {QLatin1String("<"), Op::Less},
                                                                          {QLatin1String("="), Op::Equal},
                                                                          {QLatin1String(":"), Op::Contains}}};
    const auto op = std::find_if(kOps.begin(), kOps.end(), [&rest](const auto& o) { return rest.startsWith(o.first); });
    const QString value = rest.mid(op->first.size());
    term.op = op->second;
    if (value.isEmpty()) {
      error = tr("“%1” needs a value right after the operator").arg(quote(name + op->first));
      return std::nullopt;
    }
    return field->number ? numberTerm(term, name, value) : textTerm(term, name, value);
  }

  std::optional<Term> textTerm(Term term, const QString& name, const QString& value) {
    if (term.op != Op::Contains && term.op != Op::Equal) {
      error = tr("“%1” is a text field: write %1:value").arg(quote(name));
      return std::nullopt;
    }
    term.op = Op::Contains;
    term.text = value.toLower().toStdString();
    if (term.field != Field::State) return term;
    const auto states = statesOf(scope);
    if (std::find(states.begin(), states.end(), term.text) != states.end()) return term;
    QStringList known;
    for (const char* state : states) known << QString::fromLatin1(state);
    error = tr("“%1” is not a state of this list. States: %2").arg(quote(value), known.join(u' '));
    return std::nullopt;
  }

  std::optional<Term> numberTerm(Term term, const QString& name, QString value) {
    if (term.op == Op::Contains) term.op = Op::Equal;
    for (const QLatin1String suffix : {QLatin1String("gib"), QLatin1String("gi"), QLatin1String("%")}) {
      if (value.endsWith(suffix, Qt::CaseInsensitive)) {
        value.chop(suffix.size());
        break;
      }
    }
    bool good = false;
    term.number = value.toDouble(&good);
    if (good && term.number >= 0.0) return term;
    error = tr("“%1” needs a number, for example %2>=20").arg(quote(name), quote(name));
    return std::nullopt;
  }
};

Filter::Parsed Filter::parse(const QString& text, FilterScope scope) {
  Parsed parsed;
  parsed.filter.m_scope = scope;
  bool openQuote = false;
  const QStringList words = splitWords(text.left(1024), openQuote);
  Parser parser{scope, {}};
  if (openQuote) {
    parsed.error = Parser::tr("Unclosed quotation mark: add the closing one");
    return parsed;
  }
  for (const QString& word : words) {
    std::optional<Term> term = parser.parseTerm(word);
    if (!term) {
      parsed.error = parser.error;
      parsed.filter.m_terms.clear();
      return parsed;
    }
    parsed.filter.m_terms.push_back(std::move(*term));
  }
  return parsed;
}

bool Filter::asksWhatIsMeasured() const {
  return std::any_of(m_terms.begin(), m_terms.end(), [](const Term& term) {
    return term.field == Field::State && (term.text == "xid" || term.text == "problem" || term.text == "idle");
  });
}

bool Filter::matches(const FilterSubject& subject) const {
  const Workload* workload = subject.workload;
  if (!workload || subject.pod || workload->pods.empty()) return allHold(subject);
  return std::any_of(workload->pods.begin(), workload->pods.end(), [&](const WorkloadPod& one) {
    return allHold({one.node.get(), nullptr, one.pod.get(), workload});
  });
}

bool Filter::allHold(const FilterSubject& subject) const {
  return std::all_of(m_terms.begin(), m_terms.end(),
                     [&](const Term& term) { return holds(term, subject) != term.negated; });
}

bool Filter::holds(const Term& term, const FilterSubject& subject) const {
  switch (term.field) {
    case Field::Free:
    case Field::Allocated:
    case Field::Memory:
    case Field::Cards:
    case Field::Slots: {
      const std::optional<double> value = numberOf(term.field, subject);
      if (!value) return false;
      switch (term.op) {
        case Op::Less:
          return *value < term.number;
        case Op::LessOrEqual:
          return *value <= term.number;
        case Op::Greater:
          return *value > term.number;
        case Op::GreaterOrEqual:
          return *value >= term.number;
        default:
          return *value == term.number;
      }
    }
    default:
      return holdsText(term, subject);
  }
}

bool Filter::holdsText(const Term& term, const FilterSubject& subject) const {
  const NodeRecord* node = subject.node;
  const bool noPods = subject.workload && !subject.pod;  // Kueue holds it back
  switch (term.field) {
    case Field::Mode:
      return node && containsFolded(toString(node->gpu.mode), term.text);
    case Field::Placement:
      return node && isSharedMode(node->gpu.mode) && containsFolded(toString(node->gpu.placement), term.text);
    case Field::Node:
      return node && containsFolded(node->name, term.text);
    case Field::Model:
      return node && containsFolded(node->gpu.model, term.text);
    case Field::Pool:
      return node && containsFolded(poolOf(*node), term.text);
    case Field::Stack:
      return ofStack(subject, term.text);
    case Field::Profile:
      return hasProfile(subject, term.text);
    case Field::Label:
      return hasLabel(subject, term.text);
    case Field::Namespace:
      if (noPods) return containsFolded(subject.workload->ns, term.text);
      return subject.pod ? containsFolded(subject.pod->key().ns, term.text) : anyPod(subject, term.text, true);
    case Field::State:
      if (noPods) return term.text == "pending";
      if (subject.pod) return podState(*subject.pod, term.text);
      if (subject.hardwareXid && (term.text == "xid" || term.text == "problem")) return true;
      if (term.text == "xid") return false;
      if (term.text == "idle") return subject.idle;
      if (subject.card) return cardState(subject, term.text);
      return node && nodeState(*node, term.text);
    default:
      break;
  }
  if (subject.workload && workloadSays(*subject.workload, term.text)) return true;
  if (subject.pod) {
    const PodRecord& pod = *subject.pod;
    return containsFolded(pod.key().name, term.text) || containsFolded(pod.key().ns, term.text) ||
           containsFolded(ownerOf(pod), term.text) || containsFolded(pod.raw->spec.nodeName, term.text);
  }
  return node && (containsFolded(node->name, term.text) || containsFolded(node->gpu.model, term.text) ||
                  containsFolded(toString(node->gpu.mode), term.text) || containsFolded(poolOf(*node), term.text) ||
                  anyPod(subject, term.text, false));
}

std::optional<double> Filter::numberOf(Field field, const FilterSubject& subject) const {
  const NodeRecord* node = subject.node;
  switch (field) {
    case Field::Free: {
      if (!node) return std::nullopt;
      if (!subject.card) {
        const std::optional<MemUnits> free = largestFree(*node);
        return free ? gib(*free, node->gpu.unit) : std::nullopt;
      }
      const std::optional<MemUnits> free = usableFree(*node, *subject.card);
      return free ? gib(*free, node->gpu.unit) : std::nullopt;
    }
    case Field::Allocated: {
      if (subject.card) {
        const std::optional<double> fraction =
            node ? memoryFraction(*node, *subject.card) : memoryFraction(*subject.card);
        return fraction ? std::optional(*fraction * 100.0) : std::nullopt;
      }
      if (!node) return std::nullopt;
      const NodeSums sums = sumsOf(*node);
      if (sums.memTotal <= MemUnits(0)) return std::nullopt;
      return 100.0 * static_cast<double>(sums.memAllocated.value) / static_cast<double>(sums.memTotal.value);
    }
    case Field::Memory: {
      const auto shared = subject.pod ? subject.pod->request.shared() : std::nullopt;
      return shared ? gib(shared->memory, node ? node->gpu.unit : MemoryUnit::Unknown) : std::nullopt;
    }
    case Field::Cards:
      if (subject.pod) {
        const auto cards = cardsRequestedBy(*subject.pod->raw, subject.pod->request);
        return cards ? std::optional(static_cast<double>(*cards)) : std::nullopt;
      }
      // Of a node that is listed, none means that they are not known.
      return node && !node->cards.empty() ? std::optional(static_cast<double>(node->cards.size())) : std::nullopt;
    case Field::Slots:
      return slotsOf(subject);
    default:
      return std::nullopt;
  }
}

}  // namespace cardinal::ui

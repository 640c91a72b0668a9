// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/metrics/history.h"
#include "core/metrics/use.h"
#include "core/model/per_node.h"
#include "core/model/snapshot.h"

namespace cardinal {

enum class WatchKind : std::uint8_t {
  Temperature,    ///< limit: degrees Celsius
  Xid,            ///< limit: 0 = hardware errors only, 1 = every code
  Memory,         ///< limit: percent of the card's memory that is used
  Idle,           ///< limit: hours in which an allocated card does nothing
  NoSamples,      ///< limit: minutes without a new sample
  NodeDown,       ///< limit: minutes in which a node with cards is not Ready
  CardUnhealthy,  ///< no limit: the node or its device plugin says so
};
inline constexpr std::size_t kWatchKinds = 7;

/// True for what the API server says, and no metrics source is needed for.
constexpr bool isOfCluster(WatchKind kind) {
  return kind == WatchKind::NodeDown || kind == WatchKind::CardUnhealthy;
}

/// What is watched of every card or node.
struct WatchRule {
  WatchKind kind = WatchKind::Temperature;
  bool on = true;
  bool notify = false;  ///< a notification of the desktop too; never unless the user enabled it
  double limit = 0;     ///< unit by kind
  bool operator==(const WatchRule&) const = default;
};

/// One rule per kind, in the order of the enum; none notifies, and memory is off: full cards are common.
std::vector<WatchRule> defaultWatchRules();
/// The limits that make sense for a kind.
struct WatchRange {
  double least = 0;
  double most = 0;
};
WatchRange watchRange(WatchKind kind) noexcept;

/// For settings: one line per rule. Reading never fails: what cannot be read keeps its default, limits are put into
/// range.
std::string writeWatchRules(const std::vector<WatchRule>& rules);
std::vector<WatchRule> readWatchRules(std::string_view text);

/// Something that a rule found.
struct WatchEvent {
  WatchKind kind = WatchKind::Temperature;
  CardPlace card;    ///< card -1 = the whole node; no node = every card
  double value = 0;  ///< when it began: degrees, XID code, percent; hours or minutes for the others; 0 without limit
  UnixSeconds since = 0;  ///< when it began, by the samples; of an XID: when it was first seen
  UnixSeconds ended = 0;  ///< 0 = goes on
  bool atStart = false;   ///< it was there when watching began: since when is not known
};

/// Compares every refresh with the rules. A state must hold for a while before it is reported and be clearly over
/// before it ends, so that values around a limit do not flap. What is not measured changes nothing: unknown is neither
/// good nor bad. Linear in cards. Not thread-safe.
class WatchBook {
 public:
  explicit WatchBook(std::vector<WatchRule> rules = defaultWatchRules());

  const std::vector<WatchRule>& rules() const { return m_rules; }
  /// Events of rules that changed are dropped: they are judged anew.
  void setRules(std::vector<WatchRule> rules);
  /// Forgets all cards and events: another cluster is watched.
  void clear();

  /// Events that began with this refresh. The same refresh again, or one without news, reports nothing.
  std::vector<WatchEvent> update(const ClusterSnapshot& snapshot, const ClusterUse& use, UnixSeconds now);
  /// The same for the rules that isOfCluster(), after every change of the cluster. Looks at the nodes that changed; of
  /// the others it costs a comparison of pointers.
  std::vector<WatchEvent> updateCluster(const ClusterSnapshot& snapshot, UnixSeconds now);
  /// Cards that did nothing over the whole past are idle since its begin, or since their youngest pod began; not since
  /// watching began. `use` says who has the whole cards of which the API
  /// does not. Nothing is learnt of cards whose pods nobody knows.
  void learnIdle(const ClusterPast& past, const ClusterSnapshot& snapshot, const ClusterUse& use);

  /// Those that go on, the newest first, then the ended ones; at most kMaxEvents.
  std::vector<WatchEvent> events() const;
  std::size_t active() const { return m_active.size(); }

  static constexpr std::size_t kMaxEvents = 500;
  static constexpr UnixSeconds kHold = 60;  ///< seconds that a value must stay beyond or below
  static constexpr double kBackOff = 5;     ///< degrees or percent below the limit at which an event ends
  static constexpr float kIdlePercent = 1;
  static constexpr float kBusyPercent = 5;  ///< a card that is busier ends being idle

 private:
  /// Switches on and off after a while.
  struct Latch {
    UnixSeconds turning = 0;  ///< since when the other state is seen; 0 = it is not
    bool on = false;
    /// True when it switched. `enter` and `leave` are what the sample of time `at` says.
    bool step(bool enter, bool leave, UnixSeconds at, UnixSeconds hold);
  };
  struct CardState {
    UnixSeconds at = 0;             ///< of the last sample that was judged
    UnixSeconds idleSince = 0;      ///< 0 = it was busy, or is not allocated
    bool isIdleSinceLeast = false;  ///< it was idle when what is known of the past begins
    int xid = 0;
    bool silent = false;
    Latch temperature, memory;
    bool idle = false;
  };
  using Cards = std::vector<CardState>;
  /// What the API server says of a node with cards.
  struct NodeHealth {
    bool isDown = false;
    UnixSeconds downSince = 0;   ///< 0 = it does not say
    std::vector<int> unhealthy;  ///< cards
  };
  static NodeHealth healthOf(const NodeRecord& node);

  const WatchRule& rule(WatchKind kind) const { return m_rules[static_cast<std::size_t>(kind)]; }
  bool watches(WatchKind kind) const { return rule(kind).on; }
  void judge(const CardPlace& place, bool allocated, const CardUse& use, CardState& state);
  void judgeIdle(const CardPlace& place, bool allocated, const CardUse& use, CardState& state);
  void updateIdle(const CardPlace& place, const CardState& state, UnixSeconds now);
  void judgeXid(const CardPlace& place, const CardUse& use, CardState& state, bool first);
  void judgeSilence(UnixSeconds now, bool sourceFails);
  /// Ends what goes on of a kind and is not in `found` (place, since when), and begins what is new.
  void follow(WatchKind kind, const std::map<std::pair<std::string, int>, UnixSeconds>& found, UnixSeconds now);
  void forgetMissing(const ClusterSnapshot& snapshot);
  void begin(WatchKind kind, const CardPlace& place, double value, UnixSeconds since, bool atStart = false);
  void end(WatchKind kind, const CardPlace& place, UnixSeconds at);
  static std::string keyOf(WatchKind kind, const CardPlace& place);

  std::vector<WatchRule> m_rules;
  std::unordered_map<std::string, Cards> m_nodes;
  std::unordered_map<std::string, WatchEvent> m_active;
  std::deque<WatchEvent> m_ended;  ///< newest first
  std::vector<WatchEvent> m_began;
  PerNode<NodeHealth> m_health;
  bool m_clusterSeen = false;  ///< what is found from now on began while watching
};

}  // namespace cardinal

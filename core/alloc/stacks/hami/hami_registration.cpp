// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/hami/hami_registration.h"

#include <chrono>

namespace cardinal::hami {
namespace {

constexpr UnixSeconds kTimeout = 60;
constexpr std::size_t kTimeLength = 19;  // "2006-01-02 15:04:05"

struct Health {
  bool ok = true;
  bool isNew = false;
};

/// Time of a handshake; nothing = HAMi cannot read it.
std::optional<UnixSeconds> timeOf(const std::string& handshake) {
  const std::size_t at = handshake.find('_');
  if (at == std::string::npos || handshake.size() - at - 1 != kTimeLength || handshake[at + 11] != ' ')
    return std::nullopt;
  std::string text = handshake.substr(at + 1) + "Z";
  text[10] = 'T';
  const UnixSeconds time = parseRfc3339(text.data(), text.data() + text.size());
  return time == 0 ? std::nullopt : std::optional(time);
}

/// Asks the plugin of a node that has answered or was never asked; else waits for its answer.
Health shakeHands(std::optional<std::string>& handshake, std::int64_t allocatable, UnixSeconds now) {
  if (!handshake || handshake->find("Requesting") == std::string::npos) {
    handshake = requestingText(now);
    return {true, true};
  }
  const auto asked = timeOf(*handshake);
  const bool waits = !asked || now <= *asked || now - *asked < kTimeout;
  return {waits || allocatable > 0, false};
}

Health healthOf(RegistrationMemory& memory, const std::string& text, std::int64_t allocatable, Health handshake) {
  if (allocatable == 0) {
    if (memory.reported == 0) return handshake;
    memory.reported = 0;
    return {false, false};
  }
  if (allocatable != memory.reported) {
    memory.reported = allocatable;
    return {true, true};
  }
  if (text != memory.seen) {
    memory.seen = text;
    return {handshake.ok, true};
  }
  return handshake;
}

std::string twoDigits(std::int64_t value) {
  return (value < 10 ? "0" : "") + std::to_string(value);
}

}  // namespace

std::string requestingText(UnixSeconds now) {
  using namespace std::chrono;
  const sys_seconds time{seconds(now)};
  const auto day = floor<days>(time);
  const year_month_day date(day);
  const hh_mm_ss clock(time - day);
  return "Requesting_" + std::to_string(static_cast<int>(date.year())) + "-" +
         twoDigits(static_cast<unsigned>(date.month())) + "-" + twoDigits(static_cast<unsigned>(date.day())) + " " +
         twoDigits(clock.hours().count()) + ":" + twoDigits(clock.minutes().count()) + ":" +
         twoDigits(clock.seconds().count());
}

std::optional<std::string> registrationTurn(RegistrationMemory& memory, const RawNode& node, UnixSeconds now) {
  const std::string* recorded = find(node.meta.annotations, kHandshake);
  const std::string* text = find(node.meta.annotations, kRegister);
  const Quantity* slots = find(node.allocatable, "nvidia.com/gpu");
  const std::int64_t allocatable = slots != nullptr ? slots->value() : 0;
  std::optional<std::string> handshake = recorded != nullptr ? std::optional(*recorded) : std::nullopt;
  const Health shaken = shakeHands(handshake, allocatable, now);
  const Health health = healthOf(memory, text != nullptr ? *text : std::string(), allocatable, shaken);
  if (!health.ok) {
    if (!memory.node) return handshake;
    memory = {};
    return std::nullopt;
  }
  if (!health.isNew) return handshake;
  // What cannot be read or is empty changes nothing: the scheduler keeps what it had.
  auto read = readHamiNode(node);
  if (read && read->isRegistered()) memory.node = std::move(read);
  return handshake;
}

}  // namespace cardinal::hami

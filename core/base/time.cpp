// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <ctime>

#include "core/base/clock.h"
#include "core/base/rfc3339.h"

namespace cardinal {
namespace {

/// Reads fixed-width fields; `ok` turns false at the first thing that does not fit and stays so.
struct Reader {
  const char* at;
  const char* end;
  bool ok = true;

  int digits(int count) {
    int value = 0;
    for (int i = 0; i < count; ++i) {
      if (at == end || *at < '0' || *at > '9') {
        ok = false;
        return 0;
      }
      value = value * 10 + (*at++ - '0');
    }
    return value;
  }
  void expect(char a, char b) {
    if (at == end || (*at != a && *at != b)) {
      ok = false;
      return;
    }
    ++at;
  }
};

// Days since 1970-01-01 of a proleptic Gregorian date (March-based year, so that the leap day is last).
std::int64_t daysFromCivil(std::int64_t year, int month, int day) {
  year -= month <= 2 ? 1 : 0;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const std::int64_t yearOfEra = year - era * 400;
  const std::int64_t dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  const std::int64_t dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

int daysInMonth(int year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : kDays[month - 1];
}

void skipFraction(Reader& in) {
  if (in.at == in.end || (*in.at != '.' && *in.at != ',')) return;
  ++in.at;
  const char* first = in.at;
  while (in.at != in.end && *in.at >= '0' && *in.at <= '9') ++in.at;
  if (in.at == first) in.ok = false;
}

std::int64_t offsetSeconds(Reader& in) {
  if (in.at == in.end) {
    in.ok = false;
    return 0;
  }
  const char sign = *in.at++;
  if (sign == 'Z' || sign == 'z') return 0;
  if (sign != '+' && sign != '-') {
    in.ok = false;
    return 0;
  }
  const int hours = in.digits(2);
  in.expect(':', ':');
  const int minutes = in.digits(2);
  if (hours > 23 || minutes > 59) in.ok = false;
  const std::int64_t seconds = hours * 3600 + minutes * 60;
  return sign == '-' ? -seconds : seconds;
}

}  // namespace

UnixSeconds parseRfc3339(const char* begin, const char* end) noexcept {
  Reader in{begin, end};
  const int year = in.digits(4);
  in.expect('-', '-');
  const int month = in.digits(2);
  in.expect('-', '-');
  const int day = in.digits(2);
  in.expect('T', 't');
  const int hour = in.digits(2);
  in.expect(':', ':');
  const int minute = in.digits(2);
  in.expect(':', ':');
  const int second = in.digits(2);
  skipFraction(in);
  const std::int64_t offset = offsetSeconds(in);
  if (!in.ok || in.at != in.end) return 0;
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return 0;
  if (hour > 23 || minute > 59 || second > 60) return 0;
  // Go's zero time, year 1, is written for "not set".
  if (year <= 1) return 0;
  return daysFromCivil(year, month, day) * 86400 + std::int64_t{hour} * 3600 + std::int64_t{minute} * 60 + second -
         offset;
}

std::string rfc3339(UnixSeconds time) {
  const std::time_t moment = time;
  std::tm parts{};
  std::array<char, 32> text{};
  if (gmtime_r(&moment, &parts) == nullptr ||
      std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
    return {};
  return text.data();
}

}  // namespace cardinal

// SPDX-License-Identifier: Apache-2.0
#include "core/replay/recording/recorded_json.h"

#include <nlohmann/json.hpp>

#include "core/kube/decode/decoder.h"
#include "core/model/extras/koordinator.h"

namespace cardinal::replay {
namespace {

constexpr std::size_t kMaxShown = 120;

/// Recordings leave apiVersion and kind out where the step says them.
template <typename T>
std::shared_ptr<const T> decoded(const Field& field, const char* kind) {
  nlohmann::json object = nlohmann::json::parse(field.json());
  if (!object.is_object()) field.fail();
  if (!object.contains("kind")) object["kind"] = kind;
  if (!object.contains("apiVersion")) object["apiVersion"] = "v1";
  auto read = Decoder().object<T>(object.dump());
  if (!read) field.fail();
  return std::move(read).value();
}

}  // namespace

void Field::fail() const {
  const bool isShort = m_value->is_primitive() && !m_value->is_null();
  std::string shown = isShort ? m_value->dump(-1, ' ', true, nlohmann::json::error_handler_t::replace)
                              : std::string(m_value->type_name());
  throw FieldFault{m_path, shown.substr(0, kMaxShown)};
}

Field Field::at(const char* key) const {
  if (auto found = find(key)) return *found;
  throw FieldFault{m_path.empty() ? key : m_path + "." + key, {}};
}

std::optional<Field> Field::find(const char* key) const {
  if (!m_value->is_object()) fail();
  const auto found = m_value->find(key);
  if (found == m_value->end() || found->is_null()) return std::nullopt;
  return Field(*found, m_path.empty() ? key : m_path + "." + key);
}

std::vector<Field> Field::items() const {
  if (!m_value->is_array()) fail();
  std::vector<Field> out;
  out.reserve(m_value->size());
  for (const auto& item : *m_value) out.emplace_back(item, m_path + "[" + std::to_string(out.size()) + "]");
  return out;
}

std::vector<std::pair<std::string, Field>> Field::entries() const {
  if (!m_value->is_object()) fail();
  std::vector<std::pair<std::string, Field>> out;
  for (auto entry = m_value->begin(); entry != m_value->end(); ++entry)
    out.emplace_back(entry.key(), Field(entry.value(), m_path + "[" + entry.key() + "]"));
  return out;
}

std::string Field::text() const {
  if (!m_value->is_string()) fail();
  return m_value->get<std::string>();
}

std::int64_t Field::integer() const {
  const bool fits = m_value->is_number_integer() &&
                    (!m_value->is_number_unsigned() || m_value->get<std::uint64_t>() <= std::uint64_t{INT64_MAX});
  if (!fits) fail();
  return m_value->get<std::int64_t>();
}

double Field::number() const {
  if (!m_value->is_number()) fail();
  return m_value->get<double>();
}

bool Field::isNull() const {
  return m_value->is_null();
}

std::string Field::json() const {
  return m_value->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool Field::flag() const {
  if (!m_value->is_boolean()) fail();
  return m_value->get<bool>();
}

std::vector<std::string> Field::texts() const {
  std::vector<std::string> out;
  for (const Field& item : items()) out.push_back(item.text());
  return out;
}

StringMap Field::map() const {
  StringMap out;
  for (const auto& entry : entries()) out.emplace_back(entry.first, entry.second.text());
  return out;
}

ResourceList Field::resources() const {
  ResourceList out;
  for (const auto& entry : entries()) {
    const auto amount = Quantity::parse(entry.second.text());
    if (!amount) entry.second.fail();
    out.push_back({entry.first, *amount});
  }
  return out;
}

std::shared_ptr<const RawNode> Field::node() const {
  return decoded<RawNode>(*this, "Node");
}

std::shared_ptr<const RawPod> Field::pod() const {
  return decoded<RawPod>(*this, "Pod");
}

template <typename T>
std::shared_ptr<const T> Field::object(const char* kind) const {
  return decoded<T>(*this, kind);
}

template std::shared_ptr<const RawKoordinatorDevice> Field::object(const char*) const;
template std::shared_ptr<const RawKoordinatorReservation> Field::object(const char*) const;
std::shared_ptr<const RawResourceSlice> Field::resourceSlice() const {
  return decoded<RawResourceSlice>(*this, "ResourceSlice");
}

std::shared_ptr<const RawDeviceClass> Field::deviceClass() const {
  return decoded<RawDeviceClass>(*this, "DeviceClass");
}

std::shared_ptr<const RawResourceClaim> Field::resourceClaim() const {
  return decoded<RawResourceClaim>(*this, "ResourceClaim");
}

std::shared_ptr<const RawNodeTopology> Field::nodeTopology() const {
  return decoded<RawNodeTopology>(*this, "NodeResourceTopology");
}

}  // namespace cardinal::replay

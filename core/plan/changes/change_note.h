// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/raw.h"

namespace cardinal {

/// One field of an object, before and after a change. Nothing = absent.
struct FieldChange {
  std::string field;  ///< "metadata.labels[x]", "spec.unschedulable", "spec.taints[key:NoSchedule]", "pods"
  std::optional<std::string> before;
  std::optional<std::string> after;
  bool operator==(const FieldChange&) const = default;
};

enum class NoteState : std::uint8_t {
  Begun,  ///< written before the request was sent; what became of it is not known
  Done,
  Failed,  ///< `error`
};
const char* toString(NoteState state) noexcept;

/// A change that is one request and no plan: an object created, labels written at once. The journal holds it once
/// before the request and once after it, both under one id; the later one counts.
struct ChangeNote {
  NoteState state = NoteState::Begun;
  std::string verb;     ///< of the API: "create" (field "apiVersion"), "patch", "bind" (field "spec.nodeName"),
                        ///< and those of core/plan/changes/object_act.h
  std::string cluster;  ///< name of the source (context)
  std::string server;   ///< its address, empty = none
  std::string kind;     ///< "Deployment", "Node"
  ObjectKey object;
  std::string uid;  ///< empty = not known
  std::vector<FieldChange> fields;
  std::optional<Error> error;
  bool operator==(const ChangeNote& other) const {
    return state == other.state && verb == other.verb && cluster == other.cluster && server == other.server &&
           kind == other.kind && object == other.object && uid == other.uid && fields == other.fields;
  }
};

}  // namespace cardinal

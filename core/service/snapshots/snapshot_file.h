// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/service/snapshots/snapshot_contents.h"

namespace cardinal {

/// Version of the format: `{"cardinalSnapshot":1,"time":...,"serverVersion":...,"scope":...,"lists":[NodeList,PodList,ConfigMapList]}`,
/// gzipped. The ConfigMaps are the card-health ones only. Lists of quotas, limit ranges, claims and volumes follow where they are known.
inline constexpr int kSnapshotVersion = 1;

/// Writes a snapshot. The file appears whole or not at all (written beside its place, synced, renamed). Holds no env values, args,
/// Secrets, managedFields or last-applied text. Errors: FileUnwritable (subject = path, detail = system's words).
Result<void> saveSnapshotFile(const std::string& path, const SnapshotContents& contents);

/// Reads a snapshot, the output of `kubectl get nodes,pods -A -o json`, a NodeList or PodList (each plain or gzipped), or a directory
/// that holds `nodes.json` and `pods.json`, and where they are known `resourcequotas.json`, `limitranges.json`,
/// `persistentvolumeclaims.json` and `persistentvolumes.json` (each also as `.json.gz`). Without a time of its own the newest file's time counts.
/// Errors, subject = path: FileMissing, FileUnreadable, ParseFailed (place = byte), LimitExceeded, InvalidField (field "kind": nothing in it is a
/// node or a pod; detail = the kinds there are), Unsupported (a snapshot version that is newer).
Result<SnapshotContents> loadSnapshotFile(const std::string& path);

}  // namespace cardinal

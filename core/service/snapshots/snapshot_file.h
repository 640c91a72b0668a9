// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/service/snapshots/snapshot_contents.h"

namespace cardinal {

/// Version of the format:
/// `{"cardinalSnapshot":1,"time":...,"serverVersion":...,"scope":...,"lists":[NodeList,PodList,ConfigMapList]}`,
/// gzipped. The ConfigMaps are the card-health ones only. Lists of objects of GPU stacks (ExtraKind), quotas, limit
/// ranges, claims and volumes follow where they are known.
inline constexpr int kSnapshotVersion = 1;

/// Writes a snapshot, mode 0600: it is an inventory of the cluster. The file appears whole or not at all (written
/// beside its place, synced, renamed); a symbolic link stays one, and nothing but a regular file is replaced. "-" and
/// /dev/stdout mean standard output, which must be no terminal. Holds no env values, args, Secrets, managedFields or
/// last-applied text. Errors: FileUnwritable (subject = path, detail = system's words).
Result<void> saveSnapshotFile(const std::string& path, const SnapshotContents& contents);

/// Reads a snapshot, the output of `kubectl get nodes,pods -A` as JSON or YAML, several such outputs one after the
/// other, a NodeList or PodList (each plain or gzipped), the same from standard input ("-"), or a directory that holds
/// `nodes.json` and, where they are known, `pods.json` and files named like other plural resources (`devices.json`,
/// `resourceslices.json`, `resourcequotas.json`, ...; each also as `.json.gz`). Without a time of its own the newest
/// file's time counts. Errors, subject = path: FileMissing, FileUnreadable, ParseFailed
/// (place = byte), LimitExceeded, InvalidField (field "kind": nothing in it is a node or a pod; detail = the kinds
/// there are), Unsupported (a snapshot version that is newer).
Result<SnapshotContents> loadSnapshotFile(const std::string& path);

}  // namespace cardinal

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "app/commands/workload_input.h"

namespace cardinal::app {

/// An error, or what is to be known of an object: `code`, `field`, `place`, `detail` (null where it says nothing) and
/// `text`, a sentence in the language in force.
nlohmann::ordered_json problemJson(const Error& error);
nlohmann::ordered_json problemJson(const ManifestNote& note);
/// Notes and problems of one object.
nlohmann::ordered_json problemsJson(const ManifestObject& object);
/// `apiVersion`, `kind`, `name`, `namespace`; null = not said.
nlohmann::ordered_json identityJson(const ManifestObject& object);
/// Objects that make no pods, each with its `reason`.
nlohmann::ordered_json othersJson(const std::vector<ManifestObject>& objects);
/// What could not be read: files, and objects of them.
nlohmann::ordered_json unreadJson(const WorkloadInput& input);

/// The object and role that a request of the input comes from: as identityJson, with `role` and `problems`.
nlohmann::ordered_json roleIdentityJson(const WorkloadInput& input, std::size_t request);
/// Adds `unanswered`, `others` and `problems` to an answer: every object that no request comes from.
void addObjectsJson(nlohmann::ordered_json& out, const WorkloadInput& input);

/// Of a pod that bypasses the scheduler (see core/model/pods/node_name_error.h): `node`, `found`, `enough` and
/// `matches` (null where the node was not read), and of each resource that it asks `resource`, `asks`, `free`,
/// `allocatable`. Null: the scheduler decides.
nlohmann::ordered_json kubeletJson(const std::vector<Error>& problems);

/// Complains of files that cannot be asked about and returns kInputError. With `-o json` the answer is written
/// all the same: `answers` (names of its lists) are empty, and `problems` says why. A wrong option is no answer.
int failToRead(Console& console, const Error& error, std::initializer_list<const char*> answers);
/// The same of files that were read, but hold nothing that can be asked about; what is wrong was complained of already.
int failToAsk(Console& console, const WorkloadInput& input, std::initializer_list<const char*> answers);
/// Of files whose objects make no pods.
int failWithoutPods(Console& console, const WorkloadInput& input, std::initializer_list<const char*> answers);
/// Complains of everything that is wrong before a cluster is asked; the exit code where nothing is left to ask.
/// `complained`: there was something.
std::optional<int> failBeforeAsking(Console& console, const Result<WorkloadInput>& input,
                                    std::initializer_list<const char*> answers, bool& complained);

/// What is to be known of the workloads, a sentence a line; empty = nothing.
QString furtherNotes(const WorkloadInput& input);
/// The further objects of the files as lines of text: what is to be known of the workloads, those that are not answered
/// and why, and those that create no pods. Empty = nothing to say.
QString furtherObjects(const WorkloadInput& input);

}  // namespace cardinal::app

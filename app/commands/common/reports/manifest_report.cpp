// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/reports/manifest_report.h"

#include <QCoreApplication>
#include <algorithm>

#include "app/commands/common/json_values.h"
#include "core/model/pods/node_name_error.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/workloads/manifest_texts.h"

namespace cardinal::app {

namespace {

class FileTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Files)

 public:
  static QString about(const QString& object, const QString& sentence) {
    return tr("%1: %2", "object of a file, sentence").arg(object, sentence);
  }
  static QString notAsked(const QString& object) {
    return tr("%1 is not answered: the file does not say what its pods are or how many.").arg(object);
  }
};

}  // namespace

namespace {

/// What an error says, by what it is: each code has its own use of subject, place and detail.
struct ProblemParts {
  std::string field;
  std::string place;
  std::string detail;
};

ProblemParts partsOf(const Error& error) {
  const std::string& subject = error.subject;
  const std::string& place = error.place;
  switch (error.code) {
    case ErrorCode::ParseFailed:  // the file, and where in it
      return {{}, subject + (subject.empty() || place.empty() ? "" : ", ") + place, error.detail};
    case ErrorCode::QuantityInvalid: {  // the text, and "FIELD, FILE, line L, column C"
      const std::size_t comma = place.find(", ");
      if (comma == std::string::npos) return {{}, place, subject};
      return {place.substr(0, comma), place.substr(comma + 2), subject};
    }
    case ErrorCode::FileMissing:
    case ErrorCode::FileUnreadable:
      return {{}, subject, error.detail};
    case ErrorCode::NoPodTemplate:  // the kinds there are
      return {{}, place, subject};
    default:
      return {subject, place, error.detail};
  }
}

}  // namespace

Json problemJson(const Error& error) {
  const ProblemParts parts = partsOf(error);
  return {{"code", toString(error.code)},
          {"field", orNull(parts.field)},
          {"place", orNull(parts.place)},
          {"detail", orNull(parts.detail)},
          {"text", ui::errorText(error).toStdString()}};
}

Json problemJson(const ManifestNote& note) {
  return {{"code", toString(note.code)},
          {"field", orNull(note.field)},
          {"place", orNull(note.place)},
          {"detail", orNull(note.detail)},
          {"text", ui::noteText(note).toStdString()}};
}

Json problemsJson(const ManifestObject& object) {
  Json out = Json::array();
  for (const Error& error : object.problems) out.push_back(problemJson(error));
  for (const ManifestNote& note : object.notes) out.push_back(problemJson(note));
  return out;
}

Json identityJson(const ManifestObject& object) {
  return {{"apiVersion", orNull(object.apiVersion)},
          {"kind", orNull(object.kind)},
          {"name", orNull(object.key.name)},
          {"namespace", orNull(object.key.ns)}};
}

Json othersJson(const std::vector<ManifestObject>& objects) {
  Json out = Json::array();
  for (const ManifestObject& object : objects) {
    if (!object.roles.empty() || object.noPods == NoPods::Unreadable) continue;
    Json one = identityJson(object);
    one["reason"] = toString(object.noPods);
    out.push_back(std::move(one));
  }
  return out;
}

Json unreadJson(const WorkloadInput& input) {
  Json out = Json::array();
  for (const Error& error : input.problems) out.push_back(problemJson(error));
  for (const ManifestObject& object : input.objects) {
    if (object.noPods != NoPods::Unreadable) continue;
    for (const Error& error : object.problems) out.push_back(problemJson(error));
  }
  return out;
}

Json roleIdentityJson(const WorkloadInput& input, std::size_t request) {
  const RoleOf& origin = input.origins[request];
  const ManifestObject& object = input.objects[origin.object];
  const ManifestRole& role = object.roles[origin.role];
  Json out = identityJson(object);
  out["role"] = orNull(role.name);
  out["gang"] = role.gang ? Json(*role.gang) : Json(nullptr);
  out["assumed"] = role.assumed;
  out["problems"] = problemsJson(object);
  return out;
}

void addObjectsJson(Json& out, const WorkloadInput& input) {
  out["unanswered"] = Json::array();
  for (std::size_t i = 0; i < input.objects.size(); ++i) {
    const ManifestObject& object = input.objects[i];
    const bool asked = std::any_of(input.origins.begin(), input.origins.end(),
                                   [i](const RoleOf& origin) { return origin.object == i; });
    if (object.roles.empty() || (asked && !isUnanswered(object))) continue;
    Json one = identityJson(object);
    one["problems"] = problemsJson(object);
    out["unanswered"].push_back(std::move(one));
  }
  out["others"] = othersJson(input.objects);
  out["problems"] = unreadJson(input);
}

Json kubeletJson(const std::vector<Error>& problems) {
  const auto found = std::find_if(problems.begin(), problems.end(), [](const Error& problem) {
    return problem.code == ErrorCode::Unsupported && problem.place == kNodeNamePlace;
  });
  if (found == problems.end()) return nullptr;
  const auto says = [&](const char* word) {
    return std::any_of(found->causes.begin(), found->causes.end(),
                       [&](const ErrorCause& cause) { return cause.field.empty() && cause.reason == word; });
  };
  const bool isRead = !says(kNodeNotFound);
  Json out{{"node", found->detail},
           {"found", isRead},
           {"enough", isRead ? Json(!says(kNotEnough)) : Json(nullptr)},
           {"matches", isRead ? Json(!says(kNodeAffinity)) : Json(nullptr)},
           {"resources", Json::array()}};
  for (const ErrorCause& cause : found->causes) {
    if (cause.field.empty()) continue;
    const std::size_t slash = cause.message.find('/');
    out["resources"].push_back({{"resource", cause.field},
                                {"asks", cause.reason},
                                {"free", cause.message.substr(0, slash)},
                                {"allocatable", cause.message.substr(slash + 1)}});
  }
  return out;
}

namespace {

/// The JSON of an answer to nothing.
void writeUnasked(Console& console, const WorkloadInput& input, std::initializer_list<const char*> answers,
                  const Error* error) {
  if (!console.json()) return;
  Json out = Json::object();
  for (const char* list : answers) out[list] = Json::array();
  addObjectsJson(out, input);
  for (const AllocationRequest& request : input.requests) {
    for (const Error& problem : request.gpu.problems) out["problems"].push_back(problemJson(problem));
  }
  if (error != nullptr) out["problems"].push_back(problemJson(*error));
  console.write(dumped(out));
}

}  // namespace

int failToRead(Console& console, const Error& error, std::initializer_list<const char*> answers) {
  if (error.code != ErrorCode::InvalidArgument) writeUnasked(console, {}, answers, &error);
  return console.fail(error);
}

int failToAsk(Console& console, const WorkloadInput& input, std::initializer_list<const char*> answers) {
  writeUnasked(console, input, answers, nullptr);
  return kInputError;
}

int failWithoutPods(Console& console, const WorkloadInput& input, std::initializer_list<const char*> answers) {
  const Error error = nothingToPlace(input);
  writeUnasked(console, input, answers, &error);
  return console.fail(error);
}

std::optional<int> failBeforeAsking(Console& console, const Result<WorkloadInput>& input,
                                    std::initializer_list<const char*> answers, bool& complained) {
  if (!input) return failToRead(console, input.error(), answers);
  complained = complainAboutRequests(console, *input);
  if (complained && nothingToAsk(*input)) return failToAsk(console, *input, answers);
  if (!input->makesPods()) return failWithoutPods(console, *input, answers);
  return std::nullopt;
}

QString furtherNotes(const WorkloadInput& input) {
  QString out;
  for (const ManifestObject& object : input.objects) {
    for (const ManifestNote& note : object.notes) {
      out += FileTexts::about(ui::objectText(object), ui::noteText(note)) + QLatin1Char('\n');
    }
  }
  return out;
}

QString furtherObjects(const WorkloadInput& input) {
  QString out = furtherNotes(input);
  const auto line = [&out](const QString& text) { out += text + QLatin1Char('\n'); };
  for (const ManifestObject& object : input.objects) {
    if (!object.roles.empty() && isUnanswered(object)) line(FileTexts::notAsked(ui::objectText(object)));
  }
  for (const QString& others : ui::withoutPodsLines(input.objects)) line(others);
  return out;
}

}  // namespace cardinal::app

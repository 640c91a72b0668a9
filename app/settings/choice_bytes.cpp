// SPDX-License-Identifier: Apache-2.0
#include "app/settings/choice_bytes.h"

#include <QFileInfo>
#include <array>

namespace cardinal::app {

namespace {

/// The texts of a choice, in the order in which they are written.
template <typename Choice>
auto textsOf(Choice& choice) {
  auto& address = choice.prometheus;
  return std::array{&choice.namespaces, &address.url,          &address.tokenFile, &address.caFile,
                    &address.user,      &address.passwordFile, &address.tenant};
}

template <typename Choice>
auto optionalsOf(Choice& choice) {
  return std::array{&choice.kubeconfig, &choice.context, &choice.snapshot};
}

void makeAbsolute(std::string& path) {
  if (!path.empty()) path = QFileInfo(QString::fromStdString(path)).absoluteFilePath().toStdString();
}

}  // namespace

void writeChoice(QDataStream& out, SourceChoice choice) {
  for (auto* file : {&choice.kubeconfig, &choice.snapshot}) {
    if (*file) makeAbsolute(**file);
  }
  for (std::string* file : {&choice.prometheus.tokenFile, &choice.prometheus.caFile, &choice.prometheus.passwordFile})
    makeAbsolute(*file);
  for (const auto* one : optionalsOf(choice))
    out << one->has_value() << QByteArray::fromStdString(one->value_or(std::string()));
  for (const std::string* one : textsOf(choice)) out << QByteArray::fromStdString(*one);
  out << choice.anonymous << choice.demo << quint32(choice.demoSeed);
}

SourceChoice readChoice(QDataStream& in) {
  SourceChoice choice;
  QByteArray text;
  for (auto* one : optionalsOf(choice)) {
    bool isThere = false;
    in >> isThere >> text;
    if (isThere) *one = text.toStdString();
  }
  for (std::string* one : textsOf(choice)) {
    in >> text;
    *one = text.toStdString();
  }
  quint32 seed = 0;
  in >> choice.anonymous >> choice.demo >> seed;
  choice.demoSeed = seed;
  return choice;
}

}  // namespace cardinal::app

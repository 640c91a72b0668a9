// SPDX-License-Identifier: Apache-2.0
#include "ui/session/window_settings.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QSettings>
#include <algorithm>

#include "ui/session/built_in_templates.h"

namespace cardinal::ui {

namespace {

using Form = WorkloadTemplate::Form;

constexpr std::pair<Form, const char*> kForms[] = {
    {Form::SharedMemory, "memory"}, {Form::SharedMemoryAndCore, "memory-core"},
    {Form::WholeCards, "whole"},    {Form::TopologyCards, "topology"},
    {Form::Limits, "limits"},       {Form::Manifest, "manifest"}};

QString formKey(Form form) {
  for (const auto& [value, key] : kForms) {
    if (value == form) return QString::fromLatin1(key);
  }
  return {};
}

Form formOf(const QString& key) {
  for (const auto& [value, name] : kForms) {
    if (key == QLatin1String(name)) return value;
  }
  return Form::SharedMemory;
}

/// Settings of versions before these were built in have them added once; what the user made or removed stays so.
constexpr int kBuiltInEdition = 2;

void addLaterOnes(std::vector<WorkloadTemplate>& read) {
  for (WorkloadTemplate& one : builtInManifests()) {
    const auto same = [&](const WorkloadTemplate& other) { return other.name == one.name; };
    if (std::none_of(read.begin(), read.end(), same)) read.push_back(std::move(one));
  }
}

}  // namespace

struct WindowSettings::Memory {
  SettingsNews news;
  QHash<QString, QByteArray> bytes;
  QHash<QString, QString> texts;
  std::optional<ThemeKind> theme;
  QString language;
  std::optional<std::vector<WorkloadTemplate>> templates;
};

WindowSettings::WindowSettings() : m_memory(std::make_shared<Memory>()) {}

WindowSettings::WindowSettings(const QString& iniFile) : m_memory(std::make_shared<Memory>()) {
  QDir().mkpath(QFileInfo(iniFile).absolutePath());
  m_file = std::make_shared<QSettings>(iniFile, QSettings::IniFormat);
}

SettingsNews& WindowSettings::news() const {
  return m_memory->news;
}

QString WindowSettings::path() const {
  return m_file ? m_file->fileName() : QString();
}

QByteArray WindowSettings::bytes(const QString& key) const {
  return m_file ? m_file->value(key).toByteArray() : m_memory->bytes.value(key);
}

void WindowSettings::setBytes(const QString& key, const QByteArray& value) {
  if (bytes(key) == value) return;
  if (m_file) {
    m_file->setValue(key, value);
  } else {
    m_memory->bytes.insert(key, value);
  }
  emit m_memory->news.changed(key);
}

void WindowSettings::flush() {
  if (m_file) m_file->sync();
}

QString WindowSettings::text(const QString& key, const QString& otherwise) const {
  const QString chosen = m_file ? m_file->value(key).toString() : m_memory->texts.value(key);
  return chosen.isEmpty() ? otherwise : chosen;
}

void WindowSettings::setText(const QString& key, const QString& value) {
  if (text(key) == value) return;
  if (!m_file) {
    if (value.isEmpty())
      m_memory->texts.remove(key);
    else
      m_memory->texts.insert(key, value);
  } else if (value.isEmpty()) {
    m_file->remove(key);
  } else {
    m_file->setValue(key, value);
  }
  emit m_memory->news.changed(key);
}

std::optional<ThemeKind> WindowSettings::theme() const {
  if (!m_file) return m_memory->theme;
  const QString name = m_file->value(QStringLiteral("theme")).toString();
  if (name == u"dark") return ThemeKind::Dark;
  if (name == u"light") return ThemeKind::Light;
  if (name == u"contrast") return ThemeKind::Contrast;
  return std::nullopt;
}

void WindowSettings::setTheme(std::optional<ThemeKind> kind) {
  m_memory->theme = kind;
  if (!m_file) return;
  if (!kind) return m_file->remove(QStringLiteral("theme"));
  const char* name = kind == ThemeKind::Dark ? "dark" : kind == ThemeKind::Light ? "light" : "contrast";
  m_file->setValue(QStringLiteral("theme"), QString::fromLatin1(name));
}

QString WindowSettings::language() const {
  return m_file ? m_file->value(QStringLiteral("language")).toString() : m_memory->language;
}

void WindowSettings::setLanguage(const QString& code) {
  m_memory->language = code;
  if (m_file) m_file->setValue(QStringLiteral("language"), code);
}

std::vector<WorkloadTemplate> WindowSettings::templates() const {
  if (!m_file) return m_memory->templates.value_or(builtInTemplates());
  const int size = m_file->beginReadArray(QStringLiteral("templates"));
  std::vector<WorkloadTemplate> read;
  for (int i = 0; i < size; ++i) {
    m_file->setArrayIndex(i);
    const auto text = [this](const char* key) { return m_file->value(QLatin1String(key)).toString().toStdString(); };
    const auto number = [this](const char* key) { return m_file->value(QLatin1String(key)).toInt(); };
    WorkloadTemplate one;
    one.name = text("name");
    one.ns = text("namespace");
    one.kind = text("kind");
    one.image = text("image");
    one.replicas = number("replicas");
    one.form = formOf(m_file->value(QStringLiteral("form")).toString());
    one.memory = m_file->value(QStringLiteral("memory")).toLongLong();
    one.core = number("core");
    one.cards = number("cards");
    one.limits = parseLimits(text("limits")).value_or(std::vector<TemplateLimit>());
    one.scheduler = text("scheduler");
    one.manifest = text("manifest");
    read.push_back(std::move(one));
  }
  m_file->endArray();
  if (!m_file->contains(QStringLiteral("templates/size"))) return builtInTemplates();
  const int edition = m_file->value(QStringLiteral("templates/builtIn")).toInt();
  if (!read.empty() && edition < kBuiltInEdition) addLaterOnes(read);
  return read;
}

void WindowSettings::setTemplates(const std::vector<WorkloadTemplate>& templates) {
  m_memory->templates = templates;
  if (m_file) write(templates);
  emit m_memory->news.changed(QStringLiteral("templates"));
}

void WindowSettings::write(const std::vector<WorkloadTemplate>& templates) {
  m_file->remove(QStringLiteral("templates"));
  m_file->beginWriteArray(QStringLiteral("templates"), static_cast<int>(templates.size()));
  for (int i = 0; i < static_cast<int>(templates.size()); ++i) {
    const WorkloadTemplate& one = templates[static_cast<std::size_t>(i)];
    m_file->setArrayIndex(i);
    const auto put = [this](const char* key, const QVariant& value) { m_file->setValue(QLatin1String(key), value); };
    put("name", QString::fromStdString(one.name));
    put("namespace", QString::fromStdString(one.ns));
    put("kind", QString::fromStdString(one.kind));
    put("image", QString::fromStdString(one.image));
    put("replicas", one.replicas);
    put("form", formKey(one.form));
    put("memory", static_cast<qlonglong>(one.memory));
    put("core", one.core);
    put("limits", QString::fromStdString(limitsText(one.limits)));
    put("scheduler", QString::fromStdString(one.scheduler));
    if (one.form == Form::Manifest) put("manifest", QString::fromStdString(one.manifest));
    put("cards", one.cards);
  }
  m_file->endArray();
  m_file->setValue(QStringLiteral("templates/builtIn"), kBuiltInEdition);
}

}  // namespace cardinal::ui

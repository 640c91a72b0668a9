// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <QApplication>
#include <QRegularExpression>
#include <QSaveFile>
#include <QTemporaryDir>
#include <map>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/node_work.h"
#include "app/console.h"
#include "app/session.h"
#include "ui/i18n/language.h"
#include "ui/i18n/texts.h"
#include "ui/pages/shell/page_renderer.h"

namespace cardinal::app {

namespace {

struct RenderOptions {
  std::string page;
  std::string select;
  std::string size = "1600x1000";
  int scale = 1;
  int text = 100;
  int after = 0;
  std::string language;
  ui::ThemeKind theme = ui::ThemeKind::Dark;
  std::string file;
  std::string manifest;
};

Result<QSize> parseSize(const std::string& text) {
  static const QRegularExpression form(QStringLiteral("^([1-9][0-9]{0,4})x([1-9][0-9]{0,4})$"));
  const auto match = form.match(QString::fromStdString(text));
  if (!match.hasMatch()) return unexpected(makeError(ErrorCode::InvalidArgument, "--size", {}, text));
  return QSize(match.captured(1).toInt(), match.captured(2).toInt());
}

Result<void> savePng(const QImage& image, const QString& path) {
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || !image.save(&file, "PNG") || !file.commit()) {
    return unexpected(makeError(ErrorCode::FileUnwritable, path.toStdString(), {}, file.errorString().toStdString()));
  }
  return {};
}

Result<void> waitForData(ui::SnapshotBridge& bridge) {
  Result<void> data = bridge.waitForData(kFirstPatience);
  if (data || bridge.connection().hasError) return data;
  return bridge.waitForData(kLongPatience);
}

Result<void> renderTo(const RenderOptions& options, const CommonOptions& common, QApplication& application,
                      ui::Language& language, const Clock& clock) {
  const auto size = parseSize(options.size);
  if (!size) return unexpected(size.error());
  auto source = openSource(common.source, clock);
  if (!source) return unexpected(std::move(source).error());
  ui::Theme theme(options.theme);
  theme.applyTo(application);
  theme.setTextScale(options.text / 100.0);
  ui::SnapshotBridge bridge(clock);
  bridge.open(std::move(source).value());
  const Result<void> data = waitForData(bridge);
  Console(common, clock).tellCautions(bridge.connection().cautions);
  if (!data) return data;

  ui::RenderRequest request;
  request.page = QString::fromStdString(options.page);
  request.select = QString::fromStdString(options.select);
  request.size = *size;
  request.scale = options.scale;
  request.after = std::chrono::seconds(options.after);
  request.recordFolder = QString::fromStdString(stateFolder() + "/history");
  request.manifestPath = QString::fromStdString(options.manifest);
  auto image = ui::PageRenderer(theme, language, bridge).render(request);
  if (!image) return unexpected(std::move(image).error());
  return savePng(*image, QString::fromStdString(options.file));
}

int render(int& argc, char** argv, const RenderOptions& options, const CommonOptions& common) {
  // A picture needs no display; the factor makes icons and hairlines crisp at that scale.
  qputenv("QT_QPA_PLATFORM", "offscreen");
  qputenv("QT_SCALE_FACTOR", QByteArray::number(options.scale));
  // Qt wants a place for sockets, complains where there is none (cron, containers), and needs none here.
  const QTemporaryDir runtime;
  if (!qEnvironmentVariableIsSet("XDG_RUNTIME_DIR")) qputenv("XDG_RUNTIME_DIR", QFile::encodeName(runtime.path()));
  const SystemClock clock;
  QApplication application(argc, argv);
  ui::Language language(application);
  language.setCode(options.language.empty() ? ui::Language::fromLocale() : QString::fromStdString(options.language));
  const auto rendered = renderTo(options, common, application, language, clock);
  if (rendered) return kDone;
  return Console(common, clock).fail(rendered.error());
}

}  // namespace

void addRender(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("render", "a page as a picture; needs no display");
  auto options = std::make_shared<RenderOptions>();
  command->add_option("PAGE", options->page,
                      "map, past, nodes, node, cards, card, workloads, workload, pod, pending, charts, allocation, whatif, waste, watches, snapshots or preview; cordon, drain or mode: the dialog")
      ->required();
  command->add_option("--select", options->select,
                      "node, node/card, namespace/pod or (mode) node/target; charts also node:NAME, pod:NS/NAME, namespace:NAME, cluster; waste: owner, namespace or model; allocation: time, now or slots")
      ->type_name("NAME");
  command->add_option("-f,--filename", options->manifest, "preview, workload: the workload; whatif: the scenario")->type_name("FILE");
  command->add_option("--size", options->size, "in logical pixels")->type_name("WxH")->capture_default_str();
  command->add_option("--after", options->after, "watch the cluster so long before; what is recorded meanwhile is shown by past and allocation")
      ->check(CLI::Range(0, 3600))
      ->type_name("SECONDS");
  command->add_option("--scale", options->scale, "device pixels per logical pixel")
      ->check(CLI::Range(1, 2))
      ->type_name("1|2");
  command->add_option("--text", options->text, "size of the texts, in percent")
      ->check(CLI::Range(100, 200))
      ->type_name("PERCENT")
      ->capture_default_str();
  command->add_option("--lang", options->language, "default: by the locale")
      ->check(CLI::IsMember({"en", "zh_CN"}).description(""))
      ->type_name("en|zh_CN");
  const std::map<std::string, ui::ThemeKind> themes{
      {"light", ui::ThemeKind::Light}, {"dark", ui::ThemeKind::Dark}, {"contrast", ui::ThemeKind::Contrast}};
  command->add_option("--theme", options->theme, "default: dark")
      ->transform(CLI::CheckedTransformer(themes).description(""))
      ->type_name("light|dark|contrast");
  command->add_option("-o,--output", options->file, "picture to write")->required()->type_name("FILE.png");
  command->callback([&invocation, options] {
    invocation.picture = [options](int& argc, char** argv, const CommonOptions& common) {
      return render(argc, argv, *options, common);
    };
  });
}

}  // namespace cardinal::app

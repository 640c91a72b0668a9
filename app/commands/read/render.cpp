// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <QApplication>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSaveFile>
#include <QTemporaryDir>
#include <map>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/common/node_work.h"
#include "app/program/console.h"
#include "app/program/session.h"
#include "core/base/files/own_files.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/language.h"
#include "ui/pages/shell/window/page_renderer.h"

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

/// By the end of the name; a name without one is a PNG.
Result<const char*> formatOf(const std::string& path) {
  const QString suffix = QFileInfo(QString::fromStdString(path)).suffix().toLower();
  if (suffix.isEmpty() || suffix == u"png" || meansStandardOutput(path)) return "PNG";
  if (suffix == u"jpg" || suffix == u"jpeg") return "JPEG";
  return unexpected(makeError(ErrorCode::InvalidArgument, "--output", {}, path + " (.png, .jpg)"));
}

constexpr int kSharp = 95;
constexpr int kPacked = 20;

Result<void> saveImage(const QImage& image, const std::string& path, const char* format) {
  // of JPEG the sharpness; a PNG loses nothing, and the number says how little it is packed
  const int quality = QLatin1String(format) == QLatin1String("PNG") ? kPacked : kSharp;
  const auto unwritable = [&path](const QString& why) {
    return unexpected(makeError(ErrorCode::FileUnwritable, path, {}, why.toStdString()));
  };
  if (meansStandardOutput(path)) {
    QFile out;
    if (out.open(stdout, QIODevice::WriteOnly) && image.save(&out, format, quality) && out.flush()) return {};
    return unwritable(out.errorString());
  }
  const auto place = fileToReplace(path);
  if (!place) return unexpected(place.error());
  QSaveFile file(QString::fromStdString(*place));
  if (file.open(QIODevice::WriteOnly) && image.save(&file, format, quality) && file.commit()) return {};
  return unwritable(file.errorString());
}

Result<void> waitForData(ui::SnapshotBridge& bridge) {
  Result<void> data = bridge.waitForData(kFirstTimeout);
  if (data || bridge.connection().error) return data;
  return bridge.waitForData(kLongTimeout);
}

Result<void> renderTo(const RenderOptions& options, const CommonOptions& common, QApplication& application,
                      ui::Language& language, const Clock& clock) {
  const auto size = parseSize(options.size);
  if (!size) return unexpected(size.error());
  const auto format = formatOf(options.file);
  if (!format) return unexpected(format.error());
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
  return saveImage(*image, options.file, *format);
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
  auto* command = app.add_subcommand("render", Help::tr("a page as a picture; needs no display"));
  auto options = std::make_shared<RenderOptions>();
  command
      ->add_option("PAGE", options->page,
                   Help::with(Help::tr("%1; cordon, drain or mode: the dialog"),
                              ui::joinList(ui::PageRenderer::pages()).toStdString()))
      ->required();
  command
      ->add_option(
          "--select", options->select,
          Help::tr("node, node/card, namespace/pod, (workloads) namespace/kind/name or (mode) node/target; charts also "
                   "node:NAME, pod:NS/NAME, namespace:NAME, cluster; waste: owner, namespace or model; allocation: "
                   "time, now or slots"))
      ->type_name("NAME");
  command
      ->add_option("-f,--filename", options->manifest,
                   Help::tr("preview, workload: the workload; whatif: the scenario"))
      ->type_name("FILE");
  command->add_option("--size", options->size, Help::tr("in logical pixels"))->type_name("WxH")->capture_default_str();
  command
      ->add_option(
          "--after", options->after,
          Help::tr("watch the cluster so long before; what is recorded meanwhile is shown by past and allocation"))
      ->check(Help::range(0, 3600))
      ->type_name("SECONDS");
  command->add_option("--scale", options->scale, Help::tr("device pixels per logical pixel"))
      ->check(Help::range(1, 2))
      ->type_name("1|2");
  command->add_option("--text", options->text, Help::tr("size of the texts, in percent"))
      ->check(Help::range(100, 200))
      ->type_name("PERCENT")
      ->capture_default_str();
  command->add_option("--lang", options->language, Help::tr("default: by the locale"))
      ->check(CLI::IsMember({"en", "zh_CN"}).description(""))
      ->type_name("en|zh_CN");
  const std::map<std::string, ui::ThemeKind> themes{
      {"light", ui::ThemeKind::Light}, {"dark", ui::ThemeKind::Dark}, {"contrast", ui::ThemeKind::Contrast}};
  command->add_option("--theme", options->theme, Help::tr("default: dark"))
      ->transform(CLI::CheckedTransformer(themes).description(""))
      ->type_name("light|dark|contrast");
  command
      ->add_option("-o,--output", options->file,
                   Help::tr("picture to write, PNG or JPEG by its name; - is standard output"))
      ->required()
      ->type_name("FILE");
  command->callback([&invocation, options] {
    invocation.picture = [options](int& argc, char** argv, const CommonOptions& common) {
      return render(argc, argv, *options, common);
    };
  });
}

}  // namespace cardinal::app

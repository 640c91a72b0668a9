// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/palette/command_texts.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <iterator>

#include "ui/pages/shell/page_table.h"

namespace cardinal::ui {

namespace {

constexpr const char* kContext = "Commands";

enum class Group { Page, View, Object, Preview, Cluster, Program };

constexpr std::array kGroups = {QT_TRANSLATE_NOOP("Commands", "Pages"),   QT_TRANSLATE_NOOP("Commands", "View"),
                                QT_TRANSLATE_NOOP("Commands", "Object"),  QT_TRANSLATE_NOOP("Commands", "Preview"),
                                QT_TRANSLATE_NOOP("Commands", "Cluster"), QT_TRANSLATE_NOOP("Commands", "Program")};

struct Entry {
  const char* id;
  Group group;
  const char* text;
  const char* pinyin;  // initials of the Chinese text, syllable by syllable
  const char* other;
};

// Names of verbs that other tools use find them too; the Chinese of other vendors stands beside ours. Pages have theirs
// in their own table.
constexpr Entry kEntries[] = {
    {"view.filter", Group::View, QT_TRANSLATE_NOOP("Commands", "Filter this view"), "sxdqst",
     "find search 查找 cz 搜索 ss"},
    {"view.back", Group::View, QT_TRANSLATE_NOOP("Commands", "Back"), "ht", "previous 返回 fh"},
    {"view.forward", Group::View, QT_TRANSLATE_NOOP("Commands", "Forward"), "qj", "next"},
    {"view.close", Group::View, QT_TRANSLATE_NOOP("Commands", "Close details or exit the preview"), "gbxqlkyl",
     "escape cancel 退出 tc"},
    {"view.namespace", Group::View, QT_TRANSLATE_NOOP("Commands", "Choose a namespace"), "xzmmkj",
     "ns namespace filter"},
    {"view.nextpane", Group::View, QT_TRANSLATE_NOOP("Commands", "Next pane"), "xygqy", "focus area F6"},
    {"view.mapzoomin", Group::View, QT_TRANSLATE_NOOP("Commands", "Map: larger cells"), "rltfd",
     "zoom in 放大 fd 地图 dtfd"},
    {"view.mapzoomout", Group::View, QT_TRANSLATE_NOOP("Commands", "Map: smaller cells"), "rltsx",
     "zoom out 缩小 sx 地图 dtsx"},
    {"view.mapfit", Group::View, QT_TRANSLATE_NOOP("Commands", "Map: fit the whole cluster"), "rltsyzgjq",
     "zoom fit 全图 qt 地图 dtsyzgjq"},
    {"view.mappast", Group::View, QT_TRANSLATE_NOOP("Commands", "Map: history"), "rlthk",
     "地图 dthk history past time scrub 历史 ls 过去 gq"},
    {"object.open", Group::Object, QT_TRANSLATE_NOOP("Commands", "Open details"), "dkxq", "describe get 详情 xq"},
    {"object.yaml", Group::Object, QT_TRANSLATE_NOOP("Commands", "Show YAML"), "ckyaml", "get -o yaml raw 原始"},
    {"object.events", Group::Object, QT_TRANSLATE_NOOP("Commands", "Show events"), "cksj", "describe ev 事件 sj"},
    {"object.logs", Group::Object, QT_TRANSLATE_NOOP("Commands", "Show logs"), "ckrz",
     "log tail follow stdout 日志 rz"},
    {"object.owner", Group::Object, QT_TRANSLATE_NOOP("Commands", "Show the workload of this pod"), "xscpoddgzfz",
     "owner controller deployment job 控制器 kzq"},
    {"object.map", Group::Object, QT_TRANSLATE_NOOP("Commands", "Show on map"), "zrltsxs",
     "go locate 定位 dw 地图 zdtsxs"},
    {"object.copyname", Group::Object, QT_TRANSLATE_NOOP("Commands", "Copy the name"), "fzmc", "clipboard"},
    {"object.copynamespace", Group::Object, QT_TRANSLATE_NOOP("Commands", "Copy the namespace"), "fzmmkj",
     "clipboard ns"},
    {"object.placement", Group::Object, QT_TRANSLATE_NOOP("Commands", "Change the placement policy"), "xgfzcl",
     "binpack spread 装箱 zx 打散 ds"},
    {"object.cordon", Group::Object, QT_TRANSLATE_NOOP("Commands", "Cordon or uncordon the node"), "fshjcfsjd",
     "unschedulable schedulable 停止调度 tzdd 不可调度 bkdd 恢复调度 hfdd"},
    {"object.drain", Group::Object, QT_TRANSLATE_NOOP("Commands", "Drain the node"), "pkjd",
     "evict maintenance 腾空 tk 疏散 ss 排水 ps 驱逐 qz 维护 wh"},
    {"object.mode", Group::Object, QT_TRANSLATE_NOOP("Commands", "Change the node's mode"), "qhjdms",
     "switch mode share exclusive cgpu core_mem mps 共享 gx 独占 dz"},
    {"object.edit", Group::Object, QT_TRANSLATE_NOOP("Commands", "Edit labels and taints"), "bjbqhwd",
     "label taint 标签 bq 污点 wd"},
    {"preview.start", Group::Preview, QT_TRANSLATE_NOOP("Commands", "Preview a placement"), "fzyl",
     "where would it land simulate schedule 放在哪 调度预演"},
    {"preview.submit", Group::Preview, QT_TRANSLATE_NOOP("Commands", "Submit the current preview"), "tjyl",
     "create apply 创建 cj 应用 yy"},
    {"preview.pause", Group::Preview, QT_TRANSLATE_NOOP("Commands", "Pause or resume updates of the preview"),
     "zthhfylgx", "hold still freeze live follow 保持不动 bcbd 冻结 dj"},
    {"cluster.open", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Open a kubeconfig or a snapshot"),
     "dkkubeconfighkz", "file load 打开文件 dkwj"},
    {"cluster.switch", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Switch the context"), "qhsxw",
     "ctx context use-context"},
    {"tab.new", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Open another cluster in a new tab"), "zxbqydklygjq",
     "tab context beside 标签页 bqy 上下文 sxw"},
    {"tab.close", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Close this tab"), "gbcbqy", "tab"},
    {"tab.next", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Next tab"), "xygbqy", "tab cluster"},
    {"tab.previous", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Previous tab"), "sygbqy", "tab cluster"},
    {"cluster.lock", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Lock or unlock changes"), "sdhjsxr",
     "read-only 只读 zd"},
    {"cluster.undo", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Undo the last change…"), "cxsyxgg",
     "undo revert take back 撤销 cx 还原 hy"},
    {"cluster.refresh", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Refresh now"), "ljcxhq",
     "reload refresh relist 刷新 sx"},
    {"cluster.save", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Save a snapshot"), "bckz",
     "store state offline 保存 bc"},
    {"cluster.compare", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Compare two snapshots"), "dblgkz",
     "diff changed 差异 cy"},
    {"cluster.export", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Export this view"), "dcdqst",
     "csv json png svg pdf report excel 报告 bg 表格 bg"},
    {"program.palette", Group::Program, QT_TRANSLATE_NOOP("Commands", "Command palette"), "mlmb", "search everything"},
    {"program.keys", Group::Program, QT_TRANSLATE_NOOP("Commands", "Keyboard shortcuts"), "jpkjj",
     "keys help hotkeys 帮助 bz"},
    {"program.preferences", Group::Program, QT_TRANSLATE_NOOP("Commands", "Preferences"), "sxx",
     "settings options 设置 sz"},
    {"program.language", Group::Program, QT_TRANSLATE_NOOP("Commands", "Switch the language"), "qhyy",
     "english chinese 中文 zw 英文 yw"},
    {"program.theme", Group::Program, QT_TRANSLATE_NOOP("Commands", "Switch the theme"), "qhzt",
     "dark light high contrast 深色 ss 浅色 qs 高对比度 gdbd"},
    {"program.quit", Group::Program, QT_TRANSLATE_NOOP("Commands", "Quit"), "tc", "exit close window 关闭 gb 离开 lk"},
};

}  // namespace

CommandWords commandWords(const QString& id) {
  constexpr QStringView kPage = u"page.";
  if (const PageSpec* page = id.startsWith(kPage) ? findPage(id.mid(kPage.size())) : nullptr; page != nullptr) {
    return {pageText(*page), QCoreApplication::translate(kContext, kGroups[static_cast<std::size_t>(Group::Page)]),
            QString::fromUtf8(page->text) + u' ' + QString::fromUtf8(page->words), QString::fromLatin1(page->pinyin)};
  }
  const auto found = std::find_if(std::begin(kEntries), std::end(kEntries),
                                  [&id](const Entry& entry) { return id == QLatin1String(entry.id); });
  if (found == std::end(kEntries)) return {id, {}, {}, {}};
  const QString source = QString::fromUtf8(found->text);
  return {QCoreApplication::translate(kContext, found->text),
          QCoreApplication::translate(kContext, kGroups[static_cast<std::size_t>(found->group)]),
          source + u' ' + QString::fromUtf8(found->other), QString::fromLatin1(found->pinyin)};
}

}  // namespace cardinal::ui

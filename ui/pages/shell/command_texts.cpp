// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/command_texts.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <iterator>

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

// Names of pages and verbs that other tools use find them too; the Chinese of other vendors stands beside ours.
constexpr Entry kEntries[] = {
    {"page.map", Group::Page, QT_TRANSLATE_NOOP("Commands", "Map"), "rlt", "heatmap cards home 热力图 地图 dt 首页 sy"},
    {"page.nodes", Group::Page, QT_TRANSLATE_NOOP("Commands", "Nodes"), "jd", "no node machines hosts 机器 主机"},
    {"page.cards", Group::Page, QT_TRANSLATE_NOOP("Commands", "Cards"), "gpuk", "gpu device 显卡 xk 卡"},
    {"page.workloads", Group::Page, QT_TRANSLATE_NOOP("Commands", "Workloads"), "gzfz", "po pods jobs deployments 任务 rw"},
    {"page.workload", Group::Page, QT_TRANSLATE_NOOP("Commands", "Write a workload"), "bxgzfz", "new form yaml editor deployment job 新建 xj 表单 bd"},
    {"page.pending", Group::Page, QT_TRANSLATE_NOOP("Commands", "Pending"), "ddz", "unschedulable why queue 排队 pd 无法调度 wfdd"},
    {"page.waste", Group::Page, QT_TRANSLATE_NOOP("Commands", "Waste"), "lf", "idle unused utilization 闲置 xz 利用率 lyl"},
    {"page.charts", Group::Page, QT_TRANSLATE_NOOP("Commands", "Charts"), "tb", "history trend allocation 趋势 qs 历史 ls"},
    {"page.whatif", Group::Page, QT_TRANSLATE_NOOP("Commands", "What-if"), "jsfx", "scenario simulate 场景 cj 模拟 mn"},
    {"page.plans", Group::Page, QT_TRANSLATE_NOOP("Commands", "Plans"), "jh", "drain switch mode 排空 pk 腾空 tk"},
    {"page.allocation", Group::Page, QT_TRANSLATE_NOOP("Commands", "Allocation"), "fp", "history over time free slots owner namespace 分配 历史 ls 空闲 kx 碎片 sp"},
    {"page.ledger", Group::Page, QT_TRANSLATE_NOOP("Commands", "Ledger"), "zyzb", "mismatch 账本 zb"},
    {"page.activity", Group::Page, QT_TRANSLATE_NOOP("Commands", "Activity"), "czjl", "journal audit undo 审计 sj 撤销 cx"},
    {"page.watches", Group::Page, QT_TRANSLATE_NOOP("Commands", "Watches"), "js", "thresholds alerts notifications 阈值 yz 告警 gj 通知 tz"},
    {"page.snapshots", Group::Page, QT_TRANSLATE_NOOP("Commands", "Snapshots"), "kz", "compare diff saved state 对比 db"},
    {"page.connections", Group::Page, QT_TRANSLATE_NOOP("Commands", "Connections"), "lj", "contexts kubeconfig 上下文 sxw"},
    {"view.filter", Group::View, QT_TRANSLATE_NOOP("Commands", "Filter this view"), "sxdqst", "find search 查找 cz 搜索 ss"},
    {"view.back", Group::View, QT_TRANSLATE_NOOP("Commands", "Back"), "ht", "previous 返回 fh"},
    {"view.forward", Group::View, QT_TRANSLATE_NOOP("Commands", "Forward"), "qj", "next"},
    {"view.close", Group::View, QT_TRANSLATE_NOOP("Commands", "Close details, leave the preview"), "gbxqlkyl", "escape cancel 退出 tc"},
    {"view.namespace", Group::View, QT_TRANSLATE_NOOP("Commands", "Choose a namespace"), "xzmmkj", "ns namespace filter"},
    {"view.nextpane", Group::View, QT_TRANSLATE_NOOP("Commands", "Next pane"), "xygqy", "focus area F6"},
    {"view.mapzoomin", Group::View, QT_TRANSLATE_NOOP("Commands", "Map: larger cells"), "rltfd", "zoom in 放大 fd 地图 dtfd"},
    {"view.mapzoomout", Group::View, QT_TRANSLATE_NOOP("Commands", "Map: smaller cells"), "rltsx", "zoom out 缩小 sx 地图 dtsx"},
    {"view.mapfit", Group::View, QT_TRANSLATE_NOOP("Commands", "Map: fit the whole cluster"), "rltsyzgjq", "zoom fit 全图 qt 地图 dtsyzgjq"},
    {"view.mappast", Group::View, QT_TRANSLATE_NOOP("Commands", "Map: look back"), "rlthk", "地图 dthk history past time scrub 历史 ls 过去 gq"},
    {"object.open", Group::Object, QT_TRANSLATE_NOOP("Commands", "Open details"), "dkxq", "describe get 详情 xq"},
    {"object.yaml", Group::Object, QT_TRANSLATE_NOOP("Commands", "Show YAML"), "ckyaml", "get -o yaml raw 原始"},
    {"object.events", Group::Object, QT_TRANSLATE_NOOP("Commands", "Show events"), "cksj", "describe ev 事件 sj"},
    {"object.logs", Group::Object, QT_TRANSLATE_NOOP("Commands", "Show logs"), "ckrz", "log tail follow stdout 日志 rz"},
    {"object.owner", Group::Object, QT_TRANSLATE_NOOP("Commands", "Show everything of this owner"), "cktysskzqdpod", "owner controller deployment job 控制器 kzq"},
    {"object.map", Group::Object, QT_TRANSLATE_NOOP("Commands", "Show on map"), "zrltsxs", "go locate 定位 dw 地图 zdtsxs"},
    {"object.copyname", Group::Object, QT_TRANSLATE_NOOP("Commands", "Copy the name"), "fzmc", "clipboard"},
    {"object.copynamespace", Group::Object, QT_TRANSLATE_NOOP("Commands", "Copy the namespace"), "fzmmkj", "clipboard ns"},
    {"object.placement", Group::Object, QT_TRANSLATE_NOOP("Commands", "Change the placement policy"), "xgfzcl", "binpack spread 装箱 zx 打散 ds"},
    {"object.cordon", Group::Object, QT_TRANSLATE_NOOP("Commands", "Cordon or uncordon the node"), "fshjcfsjd", "unschedulable schedulable 停止调度 tzdd 不可调度 bkdd 恢复调度 hfdd"},
    {"object.drain", Group::Object, QT_TRANSLATE_NOOP("Commands", "Drain the node"), "pkjd", "evict maintenance 腾空 tk 疏散 ss 排水 ps 驱逐 qz 维护 wh"},
    {"object.mode", Group::Object, QT_TRANSLATE_NOOP("Commands", "Change the node's mode"), "qhjdms", "switch mode share exclusive cgpu core_mem mps 共享 gx 独占 dz"},
    {"object.edit", Group::Object, QT_TRANSLATE_NOOP("Commands", "Edit labels and taints"), "bjbqhwd", "label taint 标签 bq 污点 wd"},
    {"preview.start", Group::Preview, QT_TRANSLATE_NOOP("Commands", "Preview a placement"), "fzyl", "where would it land simulate schedule 放在哪 调度预演"},
    {"preview.submit", Group::Preview, QT_TRANSLATE_NOOP("Commands", "Submit a fresh preview"), "tjyl", "create apply 创建 cj 应用 yy"},
    {"cluster.open", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Open a kubeconfig or a snapshot"), "dkkubeconfighkz", "file load 打开文件 dkwj"},
    {"cluster.switch", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Switch the context"), "qhsxw", "ctx context use-context"},
    {"tab.new", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Open another cluster in a new tab"), "zxbqydklygjq", "tab context beside 标签页 bqy 上下文 sxw"},
    {"tab.close", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Close this tab"), "gbcbqy", "tab"},
    {"tab.next", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Next tab"), "xygbqy", "tab cluster"},
    {"tab.previous", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Previous tab"), "sygbqy", "tab cluster"},
    {"cluster.lock", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Lock or unlock writing"), "sdhjsxr", "read-only 只读 zd"},
    {"cluster.refresh", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "List again now"), "ljcxhq", "reload refresh relist 刷新 sx"},
    {"cluster.save", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Save a snapshot"), "bckz", "store state offline 保存 bc"},
    {"cluster.compare", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Compare two snapshots"), "dblgkz", "diff changed 差异 cy"},
    {"cluster.export", Group::Cluster, QT_TRANSLATE_NOOP("Commands", "Export this view"), "dcdqst", "csv json png svg pdf report excel 报告 bg 表格 bg"},
    {"program.palette", Group::Program, QT_TRANSLATE_NOOP("Commands", "Command palette"), "mlmb", "search everything"},
    {"program.keys", Group::Program, QT_TRANSLATE_NOOP("Commands", "Keyboard shortcuts"), "jpkjj", "keys help hotkeys 帮助 bz"},
    {"program.preferences", Group::Program, QT_TRANSLATE_NOOP("Commands", "Preferences"), "sxx", "settings options 设置 sz"},
    {"program.language", Group::Program, QT_TRANSLATE_NOOP("Commands", "Switch the language"), "qhyy", "english chinese 中文 zw 英文 yw"},
    {"program.theme", Group::Program, QT_TRANSLATE_NOOP("Commands", "Switch the theme"), "qhzt", "dark light high contrast 深色 ss 浅色 qs 高对比度 gdbd"},
    {"program.quit", Group::Program, QT_TRANSLATE_NOOP("Commands", "Quit"), "tc", "exit close window 关闭 gb 离开 lk"},
};

}  // namespace

CommandWords commandWords(const QString& id) {
  const auto found = std::find_if(std::begin(kEntries), std::end(kEntries), [&id](const Entry& entry) { return id == QLatin1String(entry.id); });
  if (found == std::end(kEntries)) return {id, {}, {}, {}};
  const QString source = QString::fromUtf8(found->text);
  return {QCoreApplication::translate(kContext, found->text), QCoreApplication::translate(kContext, kGroups[static_cast<std::size_t>(found->group)]),
          source + u' ' + QString::fromUtf8(found->other), QString::fromLatin1(found->pinyin)};
}

}  // namespace cardinal::ui

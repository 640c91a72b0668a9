// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/page_table.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>

#include "ui/pages/activity/activity_page.h"
#include "ui/pages/allocation/allocation_page.h"
#include "ui/pages/details/node_page.h"
#include "ui/pages/ledger/ledger_page.h"
#include "ui/pages/lists/list_pages.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/pending/pending_page.h"
#include "ui/pages/queues/queues_page.h"
#include "ui/pages/snapshots/compare_page.h"
#include "ui/pages/use/charts_page.h"
#include "ui/pages/use/waste_page.h"
#include "ui/pages/use/watches_page.h"
#include "ui/pages/whatif/what_if_page.h"
#include "ui/pages/workload/workload_page.h"
#include "ui/pages/workloads/workloads_page.h"

namespace cardinal::ui {
namespace {

using Beside = PageSpec::Beside;
using Place = PageSpec::Place;

// Names of pages that other tools use find them too; the Chinese of other vendors stands beside ours.
constexpr PageSpec kPages[] = {
    {"map", "map", "map", QT_TRANSLATE_NOOP("Commands", "Map"), "rlt", "heatmap cards home 热力图 地图 dt 首页 sy",
     Place::Top, Beside::All, false,
     [](const PageParts& parts, QWidget* parent) -> Page* {
       return new MapPage(parts.context, parts.history, parent);
     }},
    {"nodes", "nodes", "nodes", QT_TRANSLATE_NOOP("Commands", "Nodes"), "jd", "no node machines hosts 机器 主机",
     Place::Top, Beside::Nodes, false,
     [](const PageParts& parts, QWidget* parent) -> Page* { return new NodesPage(parts.context, parent); }},
    {"node", "nodes", "", nullptr, "", "", Place::None, Beside::Nothing, true,
     [](const PageParts& parts, QWidget* parent) -> Page* { return new NodePage(parts.context, parent); }},
    {"cards", "cards", "cards", QT_TRANSLATE_NOOP("Commands", "Cards"), "gpuk", "gpu device 显卡 xk 卡", Place::Top,
     Beside::Cards, false,
     [](const PageParts& parts, QWidget* parent) -> Page* { return new CardsPage(parts.context, parent); }},
    {"workloads", "workloads", "workloads", QT_TRANSLATE_NOOP("Commands", "Workloads"), "gzfz",
     "po pods jobs deployments 任务 rw", Place::Top, Beside::Pods, false,
     [](const PageParts& parts, QWidget* parent) -> Page* { return new WorkloadsPage(parts.context, parent); }},
    {"workload", "workloads", "", QT_TRANSLATE_NOOP("Commands", "New workload"), "bxgzfz",
     "new form yaml editor deployment job 新建 xj 表单 bd", Place::None, Beside::Nothing, false,
     [](const PageParts& parts, QWidget* parent) -> Page* { return new WorkloadPage(parts.context, parent); }},
    {"pending", "pending", "pending", QT_TRANSLATE_NOOP("Commands", "Pending"), "ddz",
     "unschedulable why queue 排队 pd 无法调度 wfdd", Place::Top, Beside::Nothing, true,
     [](const PageParts& parts, QWidget* parent) -> Page* { return new PendingPage(parts.context, parent); }},
    {"queues", "queues", "queues", QT_TRANSLATE_NOOP("Commands", "Queues"), "dl",
     "kueue clusterqueue quota cohort borrow admission 配额 pe 排队 pd", Place::Top, Beside::Nothing, false,
     [](const PageParts& parts, QWidget* parent) -> Page* { return new QueuesPage(parts.context, parent); }},
    {"whatif", "whatif", "what-if", QT_TRANSLATE_NOOP("Commands", "What-if"), "jsfx",
     "scenario simulate 场景 cj 模拟 mn", Place::Top, Beside::Nothing, false,
     [](const PageParts& parts, QWidget* parent) -> Page* { return new WhatIfPage(parts.context, parent); }},
    {"charts", "charts", "charts", QT_TRANSLATE_NOOP("Commands", "Charts"), "tb",
     "history trend allocation 趋势 qs 历史 ls", Place::Top, Beside::Nothing, false,
     [](const PageParts& parts, QWidget* parent) -> Page* { return new ChartsPage(parts.context, parent); }},
    {"allocation", "allocation", "slot", QT_TRANSLATE_NOOP("Commands", "Allocation"), "fp",
     "history over time free slots owner namespace 分配 历史 ls 空闲 kx 碎片 sp", Place::Top, Beside::Nothing, false,
     [](const PageParts& parts, QWidget* parent) -> Page* {
       return new AllocationPage(parts.context, parts.history, parent);
     }},
    {"waste", "waste", "waste", QT_TRANSLATE_NOOP("Commands", "Idle"), "xz",
     "waste unused reclaim utilization 浪费 lf 利用率 lyl", Place::Top, Beside::Chosen, false,
     [](const PageParts& parts, QWidget* parent) -> Page* { return new WastePage(parts.context, parent); }},
    {"watches", "watches", "watches", QT_TRANSLATE_NOOP("Commands", "Alerts"), "gj js",
     "thresholds alerts notifications 阈值 yz 告警 gj 通知 tz", Place::Top, Beside::Chosen, false,
     [](const PageParts& parts, QWidget* parent) -> Page* {
       return new WatchesPage(parts.context, parts.alerts, parent);
     }},
    {"ledger", "ledger", "ledger", QT_TRANSLATE_NOOP("Commands", "Ledger"), "zyzb", "mismatch 账本 zb", Place::Top,
     Beside::Nothing, true,
     [](const PageParts& parts, QWidget* parent) -> Page* { return new LedgerPage(parts.context, parent); }},
    {"activity", "activity", "activity", QT_TRANSLATE_NOOP("Commands", "Activity"), "czjl",
     "journal audit undo 审计 sj 撤销 cx", Place::Top, Beside::Nothing, true,
     [](const PageParts& parts, QWidget* parent) -> Page* {
       return new ActivityPage(parts.context, parts.changes, parent);
     }},
    {"snapshots", "snapshots", "snapshots", QT_TRANSLATE_NOOP("Commands", "Snapshots"), "kz",
     "compare diff saved state 对比 db", Place::Bottom, Beside::Nothing, false,
     [](const PageParts& parts, QWidget* parent) -> Page* { return new ComparePage(parts.context, parent); }},
};

}  // namespace

std::span<const PageSpec> pageTable() {
  return kPages;
}

const PageSpec* findPage(const QString& id) {
  const auto found = std::find_if(std::begin(kPages), std::end(kPages),
                                  [&id](const PageSpec& spec) { return id == QLatin1String(spec.id); });
  return found == std::end(kPages) ? nullptr : found;
}

QString pageText(const PageSpec& spec) {
  return spec.text == nullptr ? QString() : QCoreApplication::translate("Commands", spec.text);
}

}  // namespace cardinal::ui

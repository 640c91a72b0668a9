<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en_US">
<context>
    <name>CardTableModel</name>
    <message>
        <source>one of the node&apos;s whole-card pods</source>
        <translation>该节点上某个整卡 Pod</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>卡号</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>健康状态</translation>
    </message>
    <message>
        <source>GPU model</source>
        <translation>GPU 型号</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Allocated / total GiB</source>
        <translation>已分配 / 总量 GiB</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>算力</translation>
    </message>
    <message>
        <source>Pods</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>Held by</source>
        <translation>占用者</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>实际使用</translation>
    </message>
    <message>
        <source>Utilization</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>%1 (from metrics)</source>
        <translation>%1（来自指标）</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n card(s) of the node allocated; which ones is unknown</source>
        <translation>
            <numerusform>该节点 %n 张卡中已分配 %1 张，具体是哪几张未知</numerusform>
        </translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>who holds the card</comment>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>ColumnTips</name>
    <message>
        <source>Condition Ready of the node, or that it is cordoned, or that it has findings</source>
        <translation>节点的 Ready 状况，或已封锁，或存在不一致</translation>
    </message>
    <message>
        <source>How the node shares its cards</source>
        <translation>节点共享 GPU 卡的方式</translation>
    </message>
    <message>
        <source>How a card of the node is chosen: binpack fills one first, spread the emptiest</source>
        <translation>如何在节点内选卡：binpack 先占满一张，spread 选最空的</translation>
    </message>
    <message>
        <source>Memory that pods requested on the cards whose memory is known, and the whole</source>
        <translation>Pod 在显存已知的卡上请求的显存，以及总量</translation>
    </message>
    <message>
        <source>Share that pods requested; not what they use</source>
        <translation>Pod 请求的份额，不是实际使用量</translation>
    </message>
    <message>
        <source>The most memory that one healthy card of the node has free</source>
        <translation>节点上单张健康的卡的最大空闲显存</translation>
    </message>
    <message>
        <source>Compute that pods requested, where the mode divides it</source>
        <translation>Pod 请求的算力（模式切分算力时）</translation>
    </message>
    <message>
        <source>Pods on the node that ask for GPUs and have not ended</source>
        <translation>节点上请求 GPU 且未结束的 Pod</translation>
    </message>
    <message>
        <source>Contradictions of the node; the page Ledger lists them</source>
        <translation>节点的不一致之处；详见页面“资源账本”</translation>
    </message>
    <message>
        <source>As the node or its device plugin says; unknown where neither does</source>
        <translation>依据节点或其设备插件；两者都未说明时为未知</translation>
    </message>
    <message>
        <source>Memory that pods requested on the card, and the whole</source>
        <translation>Pod 在该卡上请求的显存，以及总量</translation>
    </message>
    <message>
        <source>Memory that nobody requested; an unhealthy card has none</source>
        <translation>无人请求的显存；不健康的卡没有空闲</translation>
    </message>
    <message>
        <source>Memory in use, measured by the metrics source</source>
        <translation>实际使用的显存，来自指标来源</translation>
    </message>
    <message>
        <source>Share of the time in which the card computed, measured by the metrics source</source>
        <translation>卡处于计算状态的时间占比，来自指标来源</translation>
    </message>
    <message>
        <source>Pods that hold the card, by the API, or by metrics where it says so</source>
        <translation>占用该卡的 Pod：依据 API，注明时依据指标</translation>
    </message>
    <message>
        <source>What the pod asks of the GPU stack</source>
        <translation>Pod 向 GPU 方案请求的资源</translation>
    </message>
    <message>
        <source>Numbers of the cards that it holds on its node</source>
        <translation>它在节点上占用的卡的编号</translation>
    </message>
    <message>
        <source>GPU memory that it requested, or holds where that is known</source>
        <translation>它请求的显存；已知占用量时为占用量</translation>
    </message>
    <message>
        <source>Compute that it requested, where the mode divides it</source>
        <translation>它请求的算力（模式切分算力时）</translation>
    </message>
    <message>
        <source>The last words of the scheduler or the kubelet; the page Pending explains them</source>
        <translation>调度器或 kubelet 的最后说明；页面“等待中”有详细解释</translation>
    </message>
    <message>
        <source>The queue that the workload or its pods name</source>
        <translation>工作负载或其 Pod 指定的队列</translation>
    </message>
    <message>
        <source>Pods that start together or not at all</source>
        <translation>要么一起启动、要么都不启动的 Pod</translation>
    </message>
    <message>
        <source>Pods that it is to have, as its own object or its queue says</source>
        <translation>应有的 Pod 数，依据其对象或队列</translation>
    </message>
    <message>
        <source>Pods that have no node yet</source>
        <translation>尚无节点的 Pod</translation>
    </message>
    <message>
        <source>Cards that its pods hold, of those that they ask for; a shared card counts for each pod</source>
        <translation>其 Pod 占用的卡 / 请求的卡；共享的卡对每个 Pod 各计一次</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>GPU 卡</translation>
    </message>
    <message>
        <source>Workloads</source>
        <translation>工作负载</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>闲置</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>What-if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>资源账本</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>操作记录</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Snapshots</source>
        <translation>快照</translation>
    </message>
    <message>
        <source>Filter this view</source>
        <translation>筛选当前视图</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Close details or exit the preview</source>
        <translation>关闭详情，退出预览</translation>
    </message>
    <message>
        <source>Choose a namespace</source>
        <translation>选择命名空间</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>下一个区域</translation>
    </message>
    <message>
        <source>Map: larger cells</source>
        <translation>热力图：放大</translation>
    </message>
    <message>
        <source>Map: smaller cells</source>
        <translation>热力图：缩小</translation>
    </message>
    <message>
        <source>Map: fit the whole cluster</source>
        <translation>热力图：显示整个集群</translation>
    </message>
    <message>
        <source>Open details</source>
        <translation>打开详情</translation>
    </message>
    <message>
        <source>Show YAML</source>
        <translation>查看 YAML</translation>
    </message>
    <message>
        <source>Show events</source>
        <translation>查看事件</translation>
    </message>
    <message>
        <source>Show the workload of this pod</source>
        <translation>显示此 Pod 的工作负载</translation>
    </message>
    <message>
        <source>Show on map</source>
        <translation>在热力图上显示</translation>
    </message>
    <message>
        <source>Copy the name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy the namespace</source>
        <translation>复制命名空间</translation>
    </message>
    <message>
        <source>Change the placement policy</source>
        <translation>更改放置策略</translation>
    </message>
    <message>
        <source>Preview a placement</source>
        <translation>放置预览</translation>
    </message>
    <message>
        <source>Submit the current preview</source>
        <translation>提交最新预览</translation>
    </message>
    <message>
        <source>Open a kubeconfig or a snapshot</source>
        <translation>打开 kubeconfig 或快照</translation>
    </message>
    <message>
        <source>Switch the context</source>
        <translation>切换上下文</translation>
    </message>
    <message>
        <source>Refresh now</source>
        <translation>立即刷新</translation>
    </message>
    <message>
        <source>Save a snapshot</source>
        <translation>保存快照</translation>
    </message>
    <message>
        <source>Compare two snapshots</source>
        <translation>对比两个快照</translation>
    </message>
    <message>
        <source>Export this view</source>
        <translation>导出当前视图</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Switch the language</source>
        <translation>切换语言</translation>
    </message>
    <message>
        <source>Switch the theme</source>
        <translation>切换主题</translation>
    </message>
    <message>
        <source>Lock or unlock changes</source>
        <translation>锁定或解锁写操作</translation>
    </message>
    <message>
        <source>New workload</source>
        <translation>新建工作负载</translation>
    </message>
    <message>
        <source>Show logs</source>
        <translation>查看日志</translation>
    </message>
    <message>
        <source>Allocation</source>
        <translation>分配情况</translation>
    </message>
    <message>
        <source>Map: history</source>
        <translation>热力图：历史回放</translation>
    </message>
    <message>
        <source>Open another cluster in a new tab</source>
        <translation>在新标签页打开另一个集群</translation>
    </message>
    <message>
        <source>Close this tab</source>
        <translation>关闭此标签页</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>下一个标签页</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>上一个标签页</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Cordon or uncordon the node</source>
        <translation>封锁或解除封锁节点</translation>
    </message>
    <message>
        <source>Drain the node</source>
        <translation>排空节点</translation>
    </message>
    <message>
        <source>Change the node&apos;s mode</source>
        <translation>切换节点模式</translation>
    </message>
    <message>
        <source>Edit labels and taints</source>
        <translation>编辑标签和污点</translation>
    </message>
    <message>
        <source>Pause or resume updates of the preview</source>
        <translation>暂停或恢复预览更新</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Undo the last change…</source>
        <translation>撤销上一项更改…</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Cordoned</source>
        <translation>已封锁</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Placement policy</source>
        <translation>放置策略</translation>
    </message>
    <message>
        <source>GPU model</source>
        <translation>GPU 型号</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>GPU 卡</translation>
    </message>
    <message>
        <source>Card index</source>
        <translation>卡序号</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>健康状态</translation>
    </message>
    <message>
        <source>Memory allocated [MiB]</source>
        <translation>已分配显存 [MiB]</translation>
    </message>
    <message>
        <source>Memory in total [MiB]</source>
        <translation>显存总量 [MiB]</translation>
    </message>
    <message>
        <source>Core allocated [% of one card]</source>
        <translation>已分配算力 [单卡的 %]</translation>
    </message>
    <message>
        <source>Whole cards allocated</source>
        <translation>已占用的卡</translation>
    </message>
    <message>
        <source>GPU pods</source>
        <translation>GPU Pod</translation>
    </message>
    <message>
        <source>Whole card allocated</source>
        <translation>已占用</translation>
    </message>
    <message>
        <source>Pods</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Kind of owner</source>
        <translation>所属控制器类型</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所属控制器</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>Restarts</source>
        <translation>重启次数</translation>
    </message>
    <message>
        <source>Created [Unix seconds]</source>
        <translation>创建时间 [Unix 秒]</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Cluster: not named</source>
        <translation>集群：未注明</translation>
    </message>
    <message>
        <source>Cluster: %1</source>
        <translation>集群：%1</translation>
    </message>
    <message>
        <source>State of %1</source>
        <translation>%1 的状态</translation>
    </message>
    <message>
        <source>Server version unknown</source>
        <translation>服务器版本未知</translation>
    </message>
    <message>
        <source>Server version %1</source>
        <translation>服务器版本 %1</translation>
    </message>
    <message>
        <source>Scope: whole cluster</source>
        <translation>范围：整个集群</translation>
    </message>
    <message>
        <source>Scope: namespace %1 only</source>
        <translation>范围：仅命名空间 %1</translation>
    </message>
    <message>
        <source>Rights: nodes are hidden from this user</source>
        <translation>权限：该用户看不到节点</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Traced by</source>
        <translation>追溯依据</translation>
    </message>
    <message>
        <source>Queue system</source>
        <translation>队列系统</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Gangs</source>
        <translation>gang</translation>
    </message>
    <message>
        <source>Pods wanted</source>
        <translation>期望的 Pod 数</translation>
    </message>
    <message>
        <source>Pods running</source>
        <translation>运行中的 Pod 数</translation>
    </message>
    <message>
        <source>Pods starting</source>
        <translation>启动中的 Pod 数</translation>
    </message>
    <message>
        <source>Pods waiting</source>
        <translation>等待中的 Pod 数</translation>
    </message>
    <message>
        <source>Pods succeeded</source>
        <translation>已成功的 Pod 数</translation>
    </message>
    <message>
        <source>Pods failed</source>
        <translation>已失败的 Pod 数</translation>
    </message>
    <message>
        <source>Pods in an unknown state</source>
        <translation>状态未知的 Pod 数</translation>
    </message>
    <message>
        <source>Cards of bound pods</source>
        <translation>已绑定 Pod 的卡数</translation>
    </message>
    <message>
        <source>Cards requested</source>
        <translation>请求的卡数</translation>
    </message>
    <message>
        <source>Parent</source>
        <translation>上级队列</translation>
    </message>
    <message>
        <source>Flavor</source>
        <translation>资源规格</translation>
    </message>
    <message>
        <source>Resource</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Guaranteed</source>
        <translation>保障</translation>
    </message>
    <message>
        <source>Quota</source>
        <translation>配额</translation>
    </message>
    <message>
        <source>Fair share</source>
        <translation>公平份额</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>已预留</translation>
    </message>
    <message>
        <source>Borrowed</source>
        <translation>借用</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Admitted</source>
        <translation>已准入</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位次</translation>
    </message>
    <message>
        <source>Least number of members</source>
        <translation>最少成员数</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判断</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>Filter</name>
    <message>
        <source>“%1” is not a field of this list. Fields: %2</source>
        <translation>“%1”不是该列表的字段。可用字段：%2</translation>
    </message>
    <message>
        <source>Put the word to exclude right after “!”, for example !kube-system</source>
        <translation>“!”不能单独出现：请在其后直接写要排除的内容，例如 !kube-system</translation>
    </message>
    <message>
        <source>“%1” needs a value right after the operator</source>
        <translation>“%1”的符号后面需要直接写取值</translation>
    </message>
    <message>
        <source>“%1” is a text field: write %1:value</source>
        <translation>“%1”是文本字段：请写成 %1:value</translation>
    </message>
    <message>
        <source>“%1” is not a state of this list. States: %2</source>
        <translation>“%1”不是该列表的状态。可用状态：%2</translation>
    </message>
    <message>
        <source>“%1” needs a number, for example %2&gt;=20</source>
        <translation>“%1”需要数字，例如 %2&gt;=20</translation>
    </message>
    <message>
        <source>Unclosed quotation mark: add the closing one</source>
        <translation>引号没有闭合：请补上另一个引号</translation>
    </message>
</context>
<context>
    <name>NodeFacts</name>
    <message>
        <source>Missing</source>
        <comment>node state</comment>
        <translation>不存在</translation>
    </message>
    <message>
        <source>Not ready</source>
        <comment>node state</comment>
        <translation>未就绪</translation>
    </message>
    <message>
        <source>Cordoned</source>
        <comment>node state</comment>
        <translation>已封锁</translation>
    </message>
    <message>
        <source>Ready</source>
        <comment>node state</comment>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Healthy</source>
        <comment>card state</comment>
        <translation>健康</translation>
    </message>
    <message>
        <source>Unhealthy</source>
        <comment>card state</comment>
        <translation>不健康</translation>
    </message>
    <message>
        <source>Unknown</source>
        <comment>card state</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>Unreachable</source>
        <comment>node state</comment>
        <translation>失联</translation>
    </message>
</context>
<context>
    <name>NodeLine</name>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>cards not known</source>
        <translation>GPU 卡未知</translation>
    </message>
</context>
<context>
    <name>NodeTableModel</name>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置策略</translation>
    </message>
    <message>
        <source>GPU model</source>
        <translation>GPU 型号</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>卡数</translation>
    </message>
    <message>
        <source>Allocated / total GiB</source>
        <translation>已分配 / 总量 GiB</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Largest free slot</source>
        <translation>最大空闲块</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>算力</translation>
    </message>
    <message>
        <source>GPU pods</source>
        <translation>GPU Pod</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>节点池</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>存在时长</translation>
    </message>
    <message>
        <source>hardware XID</source>
        <translation>硬件 XID</translation>
    </message>
    <message numerus="yes">
        <source>%n unhealthy card(s)</source>
        <translation>
            <numerusform>%n 张卡不健康</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlacementDialog</name>
    <message>
        <source>Only nodes that share cards under ACK (cgpu, core_mem, share, mps) have a placement policy; this node is in mode %1</source>
        <translation>只有 ACK 共享调度的节点（cgpu、core_mem、share、mps）有放置策略；该节点的模式是 %1</translation>
    </message>
    <message>
        <source>This node appears only in pod specs; it does not exist in the cluster</source>
        <translation>该节点只在 Pod 中出现，集群中没有这个节点</translation>
    </message>
</context>
<context>
    <name>PodTableModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Requested</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>算力</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所属控制器</translation>
    </message>
    <message>
        <source>Restarts</source>
        <translation>重启次数</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>存在时长</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>卡号</translation>
    </message>
</context>
<context>
    <name>StackBar</name>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>allocated; the API does not say to which pod</source>
        <translation>已占用；API 未提供是哪个 Pod</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>空闲 %1</translation>
    </message>
    <message>
        <source>used: %1</source>
        <translation>已用 %1</translation>
    </message>
    <message>
        <source>not usable: unhealthy</source>
        <translation>不可用：卡不健康</translation>
    </message>
    <message>
        <source>%1 allocated; the API does not say to which pods</source>
        <comment>an amount of memory</comment>
        <translation>已分配 %1；API 未说明分配给哪些 Pod</translation>
    </message>
    <message>
        <source>%1 not usable: unhealthy</source>
        <comment>an amount of memory</comment>
        <translation>%1 不可用：卡不健康</translation>
    </message>
</context>
<context>
    <name>WorkloadTableModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Gang</source>
        <translation>Gang</translation>
    </message>
    <message>
        <source>Wanted</source>
        <translation>应有</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>GPU 卡</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>存在时长</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Admission</name>
    <message>
        <source>REMEDIES FOR THE QUOTA</source>
        <translation>针对配额的解决办法</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Capacity</name>
    <message>
        <source>No request given. Name a manifest with -f FILE, memory with --memory UNITS, or whole cards with --gpus N.</source>
        <translation>未指定请求。请用 -f FILE 指定清单，用 --memory UNITS 指定显存，或用 --gpus N 指定整卡。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>workload, request</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>None fits now.</source>
        <translation>现在一个也放不下。</translation>
    </message>
    <message>
        <source>At least %1 more fit now (counting stopped there).</source>
        <translation>现在至少还能放 %1 个（计数到此为止）。</translation>
    </message>
    <message numerus="yes">
        <source>%1 more fit now, on %n node(s).</source>
        <translation>
            <numerusform>现在还能放 %1 个，分布在 %n 个节点上。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>reason, the resource or label</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>LIMITED BY</source>
        <translation>制约因素</translation>
    </message>
    <message>
        <source>NODES</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>COULD TAKE SOME</source>
        <translation>可放部分副本</translation>
    </message>
    <message>
        <source>ENOUGH IN TOTAL</source>
        <translation>总量足够</translation>
    </message>
    <message>
        <source>Closest to fitting one more: %1, %2</source>
        <translation>最接近再放一个的节点：%1，%2</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>未计</translation>
    </message>
    <message>
        <source>MORE NODES LIKE</source>
        <translation>增加同类节点</translation>
    </message>
    <message>
        <source>EXISTING</source>
        <translation>现有</translation>
    </message>
    <message>
        <source>WITH 1 MORE</source>
        <translation>多 1 个</translation>
    </message>
    <message>
        <source>WITH 10 MORE</source>
        <translation>多 10 个</translation>
    </message>
    <message>
        <source>WHY NOT</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>%1 as a whole: none fits now. The figures above are of each role alone.</source>
        <translation>%1 整体：现在一个也放不下。上面的数量只是各角色单独的结果。</translation>
    </message>
    <message>
        <source>%1 as a whole: at least %2 more fit now. The figures above are of each role alone.</source>
        <translation>%1 整体：现在至少还能放 %2 个。上面的数量只是各角色单独的结果。</translation>
    </message>
    <message>
        <source>%1 as a whole: %2 more fit now. The figures above are of each role alone.</source>
        <translation>%1 整体：现在还能放 %2 个。上面的数量只是各角色单独的结果。</translation>
    </message>
    <message>
        <source>%1 as a whole: how many more fit is unknown. The figures above are of each role alone.</source>
        <translation>%1 作为整体：还能放几个为未知。上面的数字是各角色单独的数量。</translation>
    </message>
    <message numerus="yes">
        <source>How many more fit is unknown: no node is known to take any, and of %n node(s) it is unknown.</source>
        <translation>
            <numerusform>还能放多少为未知：没有已知放得下的节点，另有 %n 个节点无法判断。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %1 more fit now; of %n node(s) it is unknown what they take.</source>
        <translation>
            <numerusform>现在至少还能放 %1 个；另有 %n 个节点无法判断。</numerusform>
        </translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Without a manifest there are no tolerations to go by. Counted are pods that tolerate the taints of the nodes with cards: %1. Pods without these tolerations find less room.</source>
        <translation>没有清单，也就没有容忍度可依据。按容忍带 GPU 卡的节点上的污点的 Pod 计数：%1。没有这些容忍度的 Pod 可用的位置更少。</translation>
    </message>
    <message>
        <source>At least %1 more fit now: where the first ones go decides how many follow.</source>
        <translation>目前至少还能放下 %1 个：最先的几个放在哪里，决定后面还能放下多少。</translation>
    </message>
    <message>
        <source>Nodes whose nvidia.com/gpu counts slots or MIG instances are left out: they are no whole cards.</source>
        <translation>nvidia.com/gpu 表示份数或 MIG 实例的节点不计入：它们不是整卡。</translation>
    </message>
    <message>
        <source>What fits is counted on the nodes alone, without quota of queues.</source>
        <translation>放得下的数量只按节点计算，不计队列的配额。</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Cards</name>
    <message>
        <source>NODE</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>CARD</source>
        <translation>卡号</translation>
    </message>
    <message>
        <source>MODE</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>ALLOCATED</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>TOTAL</source>
        <translation>总量</translation>
    </message>
    <message>
        <source>CORE</source>
        <translation>算力</translation>
    </message>
    <message>
        <source>USED</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>UTILIZATION</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>TEMPERATURE</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>POWER</source>
        <translation>功率</translation>
    </message>
    <message numerus="yes">
        <source>%n measured card(s) match no node of this cluster; the first is %1.</source>
        <translation>
            <numerusform>有 %n 张有采样的卡不属于本集群的任何节点，第一张是 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>not healthy: card %1</source>
        <translation>不健康：卡 %1</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Defrag</name>
    <message>
        <source>No target given. Pass --memory GIB for free memory on one card, or --whole-card.</source>
        <translation>未指定要空出什么。请用 --memory GIB 指定一张卡上要空出的显存，或用 --whole-card 指定整卡。</translation>
    </message>
    <message>
        <source>Tried %1 of at most %2 sequences of moves</source>
        <translation>已尝试 %1 组迁移方案，最多 %2 组</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Explain</name>
    <message>
        <source>%1 is on %2 already; it does not wait for a node.</source>
        <translation>%1 已在 %2 上，并未等待节点。</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Explanation</name>
    <message numerus="yes">
        <source>any %n</source>
        <comment>any n cards of the node</comment>
        <translation>
            <numerusform>任意 %n 张</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>pod, request</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>NODES</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>REASON</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>fits, score %1</source>
        <translation>放得下，得分 %1</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>%1; enough in total</source>
        <comment>reason of a refusal</comment>
        <translation>%1；总量足够</translation>
    </message>
    <message>
        <source>NODE</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>CARD</source>
        <translation>卡号</translation>
    </message>
    <message>
        <source>ANSWER</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>WAITING</source>
        <translation>等待是否有用</translation>
    </message>
    <message numerus="yes">
        <source>... and %n more (all of them with -o json)</source>
        <translation>
            <numerusform>……另有 %n 项（用 -o json 查看全部）</numerusform>
        </translation>
    </message>
    <message>
        <source>WHEN THIS POD ENDS</source>
        <translation>此 Pod 结束后</translation>
    </message>
    <message>
        <source>IT FITS ON</source>
        <translation>可放到</translation>
    </message>
    <message>
        <source>REMEDIES</source>
        <translation>可行办法</translation>
    </message>
    <message>
        <source>EFFECT</source>
        <translation>效果</translation>
    </message>
    <message>
        <source>REMEDIES FOR THE QUOTA</source>
        <translation>针对配额的解决办法</translation>
    </message>
    <message numerus="yes">
        <source>Of %1 it is unknown whether it takes the pod; %n other node(s) would.</source>
        <translation>
            <numerusform>无法判断 %1 是否放得下该 Pod；另有 %n 个节点放得下。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 does not take the pod; %n other node(s) would.</source>
        <translation>
            <numerusform>%1 放不下该 Pod；另有 %n 个节点放得下。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Files</name>
    <message>
        <source>%1: %2</source>
        <comment>object of a file, sentence</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 is not answered: the file does not say what its pods are or how many.</source>
        <translation>%1 未回答：文件没有说明它的 Pod 或 Pod 的数量。</translation>
    </message>
</context>
<context>
    <name>cardinal::app::GroupQueues</name>
    <message>
        <source>QUEUE</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>PARENT</source>
        <translation>上级</translation>
    </message>
    <message>
        <source>STATE</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>WEIGHT</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>RESOURCE</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>GUARANTEED</source>
        <translation>保障</translation>
    </message>
    <message>
        <source>DESERVED</source>
        <translation>应得</translation>
    </message>
    <message>
        <source>SHARE</source>
        <translation>份额</translation>
    </message>
    <message>
        <source>LIMIT</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>USED</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>PODGROUP</source>
        <translation>PODGROUP</translation>
    </message>
    <message>
        <source>PHASE</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>MEMBERS</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>WAITING</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>REQUEST</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>REASON</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Queues of Volcano (scheduling.volcano.sh):</source>
        <translation>Volcano 的队列（scheduling.volcano.sh）：</translation>
    </message>
    <message>
        <source>Queues of KAI (scheduling.run.ai):</source>
        <translation>KAI 的队列（scheduling.run.ai）：</translation>
    </message>
    <message>
        <source>Elastic quotas of Koordinator (scheduling.sigs.k8s.io):</source>
        <translation>Koordinator 的弹性配额（scheduling.sigs.k8s.io）：</translation>
    </message>
    <message>
        <source>Elastic quotas of scheduler-plugins (scheduling.x-k8s.io):</source>
        <translation>scheduler-plugins 的弹性配额（scheduling.x-k8s.io）：</translation>
    </message>
    <message>
        <source>They may not be listed with these rights.</source>
        <translation>以当前权限不能列出。</translation>
    </message>
    <message>
        <source>There are none.</source>
        <translation>没有。</translation>
    </message>
    <message>
        <source>They were not read.</source>
        <translation>没有读取。</translation>
    </message>
    <message>
        <source>Who waits is not known: PodGroups may not be listed with these rights.</source>
        <translation>谁在等待未知：以当前权限不能列出 PodGroup。</translation>
    </message>
    <message>
        <source>Who waits is not known: PodGroups were not read.</source>
        <translation>谁在等待未知：没有读取 PodGroup。</translation>
    </message>
    <message>
        <source>Pod groups that wait:</source>
        <translation>在等待的 Pod 组：</translation>
    </message>
    <message>
        <source>%1 (%2): %3</source>
        <translation>%1（%2）：%3</translation>
    </message>
    <message>
        <source>FREE</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>WORKLOAD</source>
        <translation>工作负载</translation>
    </message>
    <message>
        <source>ElasticQuotaTree of ACK (scheduling.sigs.k8s.io):</source>
        <translation>ACK 的 ElasticQuotaTree（scheduling.sigs.k8s.io）：</translation>
    </message>
    <message>
        <source>Queues of YuniKorn (ConfigMap yunikorn-configs):</source>
        <translation>YuniKorn 的队列（ConfigMap yunikorn-configs）：</translation>
    </message>
    <message>
        <source>ResourceQuotas that name GPUs:</source>
        <translation>列有 GPU 的 ResourceQuota：</translation>
    </message>
    <message>
        <source>Workloads whose pods would be rejected:</source>
        <translation>其 Pod 会被拒绝的工作负载：</translation>
    </message>
    <message>
        <source>Workloads that wait:</source>
        <translation>等待中的工作负载：</translation>
    </message>
    <message numerus="yes">
        <source>and %n more row(s); -o json prints all</source>
        <translation>
            <numerusform>另有 %n 行；-o json 输出全部</numerusform>
        </translation>
    </message>
    <message>
        <source>REMEDY</source>
        <translation>解决办法</translation>
    </message>
    <message>
        <source>Pod groups, and workloads that a quota holds back:</source>
        <translation>等待的 Pod 组，以及被配额挡住的工作负载：</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Help</name>
    <message>
        <source>kubeconfig file (default: KUBECONFIG, else ~/.kube/config)</source>
        <translation>kubeconfig 文件（默认：KUBECONFIG，其次 ~/.kube/config）</translation>
    </message>
    <message>
        <source>context of the kubeconfig (default: its current one)</source>
        <translation>kubeconfig 的上下文（默认：其当前上下文）</translation>
    </message>
    <message>
        <source>run the credential plugin that the context names without asking</source>
        <translation>不经询问即运行上下文所写的凭据插件</translation>
    </message>
    <message>
        <source>do what the kubeconfig says without showing it first, and send the token of any file that it names</source>
        <translation>不先显示即执行 kubeconfig 的内容，并发送其所写任何文件中的令牌</translation>
    </message>
    <message>
        <source>obey insecure-skip-tls-verify of the kubeconfig without asking, for this one run</source>
        <translation>仅本次运行，不经询问即遵从 kubeconfig 的 insecure-skip-tls-verify</translation>
    </message>
    <message>
        <source>connect without a credential to a context that has no user</source>
        <translation>不带凭据连接没有用户的上下文</translation>
    </message>
    <message>
        <source>read the pods of these namespaces only, separated by commas</source>
        <translation>只读取这些命名空间的 Pod，以逗号分隔</translation>
    </message>
    <message>
        <source>saved snapshot, kubectl JSON, or a folder with nodes.json and pods.json</source>
        <translation>已保存的快照、kubectl 的 JSON，或含 nodes.json 和 pods.json 的目录</translation>
    </message>
    <message>
        <source>the built-in demo cluster</source>
        <translation>内置演示集群</translation>
    </message>
    <message>
        <source>the same demo cluster each time (default: another one at each start)</source>
        <translation>每次都用同一个演示集群（默认：每次启动都不同）</translation>
    </message>
    <message>
        <source>address of the Prometheus API, or NAMESPACE/SERVICE (default: found in the namespaces where operators put one)</source>
        <translation>Prometheus API 的地址，或 NAMESPACE/SERVICE（默认：在运维人员通常部署它的命名空间中寻找）</translation>
    </message>
    <message>
        <source>bearer token for --prometheus</source>
        <translation>--prometheus 的 Bearer 令牌</translation>
    </message>
    <message>
        <source>user for --prometheus (basic authentication)</source>
        <translation>--prometheus 的用户（Basic 认证）</translation>
    </message>
    <message>
        <source>its password</source>
        <translation>该用户的密码</translation>
    </message>
    <message>
        <source>tenant header of every query: &apos;X-Scope-OrgID: team-a&apos;</source>
        <translation>每次查询所带的租户请求头：&apos;X-Scope-OrgID: team-a&apos;</translation>
    </message>
    <message>
        <source>certificates that --prometheus is trusted by</source>
        <translation>用于信任 --prometheus 的证书</translation>
    </message>
    <message>
        <source>output of subcommands: table or json</source>
        <translation>子命令的输出形式：table 或 json</translation>
    </message>
    <message>
        <source>Cardinal, a console for operators of GPU clusters on Kubernetes.
Without a subcommand it opens the window.</source>
        <translation>Cardinal，面向 Kubernetes GPU 集群运维人员的控制台。
不带子命令时打开窗口。</translation>
    </message>
    <message>
        <source>Print this help message and exit</source>
        <translation>显示本帮助并退出</translation>
    </message>
    <message>
        <source>Display program version information and exit</source>
        <translation>显示版本并退出</translation>
    </message>
    <message>
        <source>Without a source option: the current context of the kubeconfig when there is one, else the demo cluster.
Exit codes: 0 done, 1 the answer is no, 2 usage or input error.</source>
        <translation>不带数据源选项时：kubeconfig 有当前上下文则打开该集群，否则打开演示集群。
退出码：0 完成，1 结果为否，2 用法或输入有误。</translation>
    </message>
    <message>
        <source>open another window even when one is open; else a tab of that one</source>
        <translation>即使已有窗口也另开一个；否则成为该窗口的标签页</translation>
    </message>
    <message>
        <source>how many more of a workload fit, the limiting factor, what more nodes add</source>
        <translation>某个工作负载还能放多少个、受什么限制、增加节点能多放多少</translation>
    </message>
    <message>
        <source>shared GPU memory, in the nodes&apos; unit</source>
        <translation>共享显存，以节点自身的单位计</translation>
    </message>
    <message>
        <source>whole cards</source>
        <translation>整卡数量</translation>
    </message>
    <message>
        <source>with --memory: percent points of compute</source>
        <translation>与 --memory 同用：算力百分点</translation>
    </message>
    <message>
        <source>with --memory: over how many cards</source>
        <translation>与 --memory 同用：分布在几张卡上</translation>
    </message>
    <message>
        <source>every card: what is allocated and what is really used</source>
        <translation>每张卡：已分配多少，实际使用多少</translation>
    </message>
    <message>
        <source>the fewest moves of pods that free memory or a whole card</source>
        <translation>为腾出显存或整张卡所需的最少 Pod 迁移</translation>
    </message>
    <message>
        <source>free on one card, in GiB</source>
        <translation>在一张卡上空出多少，单位 GiB</translation>
    </message>
    <message>
        <source>a card without pods</source>
        <translation>空出没有 Pod 的整张卡</translation>
    </message>
    <message>
        <source>on this node (default: on any)</source>
        <translation>在该节点上（默认：任意节点）</translation>
    </message>
    <message>
        <source>on nodes of this mode</source>
        <translation>在该模式的节点上</translation>
    </message>
    <message>
        <source>bound of the search: lists of moves tried</source>
        <translation>搜索上限：尝试多少组迁移</translation>
    </message>
    <message>
        <source>also write the moves as a scenario for whatif</source>
        <translation>同时把迁移写成 whatif 的场景</translation>
    </message>
    <message>
        <source>why a pod waits, node by node and card by card</source>
        <translation>Pod 为什么等待，逐节点、逐卡说明</translation>
    </message>
    <message>
        <source>a pending pod: NAME or NAMESPACE/NAME</source>
        <translation>等待中的 Pod：NAME 或 NAMESPACE/NAME</translation>
    </message>
    <message>
        <source>only this node</source>
        <translation>只看该节点</translation>
    </message>
    <message>
        <source>memory of every card, in the words of kubectl-inspect-gpushare</source>
        <translation>每张卡的显存，格式同 kubectl-inspect-gpushare</translation>
    </message>
    <message>
        <source>one section per node, with its pods</source>
        <translation>每个节点一段，列出其 Pod</translation>
    </message>
    <message>
        <source>only these nodes</source>
        <translation>只看这些节点</translation>
    </message>
    <message>
        <source>every change that was made from this machine; undo</source>
        <translation>从本机所做的每一项变更；撤销</translation>
    </message>
    <message>
        <source>undo a change of a node while nobody else has changed the same fields, or delete what was submitted</source>
        <translation>在他人没有改动相同字段的前提下撤销对一个节点的变更，或删除已提交的对象</translation>
    </message>
    <message>
        <source>as &quot;cardinal journal&quot; names it</source>
        <translation>“cardinal journal” 中的名称</translation>
    </message>
    <message>
        <source>print what would be undone; nothing is kept</source>
        <translation>打印将撤销的内容；不保存任何更改</translation>
    </message>
    <message>
        <source>go on without asking; must be the name of the node or object, or of the context</source>
        <translation>不询问而继续；须为节点、对象或上下文的名称</translation>
    </message>
    <message>
        <source>compare pods, annotations, cards and modes; list what does not agree</source>
        <translation>核对 Pod、注解、卡与模式；列出不一致之处</translation>
    </message>
    <message>
        <source>print the plan and let the server check its writes; nothing is kept</source>
        <translation>打印计划，并让服务器检查每次写入；不保存任何更改</translation>
    </message>
    <message>
        <source>go on without asking; must be the name of the node or of the context</source>
        <translation>不询问而继续；须为节点或上下文的名称</translation>
    </message>
    <message>
        <source>seconds for each pod to end; -1 = its own</source>
        <translation>每个 Pod 的结束时间（秒）；-1 表示其自身设置</translation>
    </message>
    <message>
        <source>seconds to wait until the pods are gone; 0 = no limit (default 600)</source>
        <translation>等待 Pod 全部消失的秒数；0 表示不限（默认 600）</translation>
    </message>
    <message>
        <source>evict pods with emptyDir volumes too; their data is lost</source>
        <translation>也驱逐带 emptyDir 卷的 Pod；其数据会丢失</translation>
    </message>
    <message>
        <source>also evict pods that no controller recreates</source>
        <translation>也驱逐没有控制器重建的 Pod</translation>
    </message>
    <message>
        <source>stop where pods of DaemonSets run, instead of leaving them</source>
        <translation>遇到 DaemonSet 的 Pod 即停止，而不是留下它们</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>cordon nodes and evict their pods, one node after the other</source>
        <translation>封锁节点并驱逐其 Pod，逐个节点进行</translation>
    </message>
    <message>
        <source>switch the sharing mode of nodes, with everything that makes it safe</source>
        <translation>切换节点的共享模式，并执行所有保证安全的步骤</translation>
    </message>
    <message>
        <source>nodes, then one of %1</source>
        <translation>节点，然后是以下之一：%1</translation>
    </message>
    <message>
        <source>seconds to wait for the device plugin (default 300) or for mig-manager (default 1800)</source>
        <translation>等待设备插件的秒数（默认 300），或等待 mig-manager 的秒数（默认 1800）</translation>
    </message>
    <message>
        <source>as &quot;cardinal node plan list&quot; names it</source>
        <translation>“cardinal node plan list” 中的名称</translation>
    </message>
    <message>
        <source>cordon, drain, switch modes; finish what was interrupted</source>
        <translation>封锁、排空、切换模式；完成被中断的计划</translation>
    </message>
    <message>
        <source>mark nodes unschedulable</source>
        <translation>把节点设为不可调度</translation>
    </message>
    <message>
        <source>mark nodes schedulable again</source>
        <translation>把节点恢复为可调度</translation>
    </message>
    <message>
        <source>list the plans that are not finished</source>
        <translation>列出未完成的计划</translation>
    </message>
    <message>
        <source>go on with a plan that was interrupted</source>
        <translation>继续执行被中断的计划</translation>
    </message>
    <message>
        <source>roll back what a plan changed: labels, taints, schedulability</source>
        <translation>回滚计划所做的更改：标签、污点、可调度状态</translation>
    </message>
    <message>
        <source>end a plan and leave the node as it stands</source>
        <translation>结束计划，节点保持现状</translation>
    </message>
    <message>
        <source>every GPU pod that waits for a node, and why</source>
        <translation>每个等待节点的 GPU Pod 及其原因</translation>
    </message>
    <message>
        <source>where a workload would be placed; nothing is sent</source>
        <translation>工作负载会放到哪里；不提交任何更改</translation>
    </message>
    <message>
        <source>instead of the manifest&apos;s own number</source>
        <translation>代替清单中的副本数</translation>
    </message>
    <message>
        <source>only this card of the node</source>
        <translation>只看该节点的这张卡</translation>
    </message>
    <message>
        <source>also where a policy of the literature would put it; advice only</source>
        <translation>同时给出文献中某个策略会选的位置；仅供参考</translation>
    </message>
    <message>
        <source>a page as a picture; needs no display</source>
        <translation>把页面保存为图片；不需要图形界面</translation>
    </message>
    <message>
        <source>node, node/card, namespace/pod, (workloads) namespace/kind/name or (mode) node/target; charts also node:NAME, pod:NS/NAME, namespace:NAME, cluster; waste: owner, namespace or model; allocation: time, now or slots</source>
        <translation>节点、节点/卡、命名空间/Pod、（workloads）命名空间/类型/名称，或（mode）节点/目标；charts 还可用 node:NAME、pod:NS/NAME、namespace:NAME、cluster；waste：owner、namespace 或 model；allocation：time、now 或 slots</translation>
    </message>
    <message>
        <source>preview, workload: the workload; whatif: the scenario</source>
        <translation>preview、workload：工作负载；whatif：场景</translation>
    </message>
    <message>
        <source>in logical pixels</source>
        <translation>单位为逻辑像素</translation>
    </message>
    <message>
        <source>watch the cluster so long before; what is recorded meanwhile is shown by past and allocation</source>
        <translation>先监听集群这么久；past 和 allocation 显示期间的记录</translation>
    </message>
    <message>
        <source>device pixels per logical pixel</source>
        <translation>每个逻辑像素的设备像素数</translation>
    </message>
    <message>
        <source>size of the texts, in percent</source>
        <translation>文字大小，百分比</translation>
    </message>
    <message>
        <source>default: by the locale</source>
        <translation>默认：按区域设置</translation>
    </message>
    <message>
        <source>default: dark</source>
        <translation>默认：dark</translation>
    </message>
    <message>
        <source>picture to write, PNG or JPEG by its name; - is standard output</source>
        <translation>要写入的图片，按名称为 PNG 或 JPEG；- 表示标准输出</translation>
    </message>
    <message>
        <source>the scheduler&apos;s KubeSchedulerConfiguration, v1beta1 to v1</source>
        <translation>调度器的 KubeSchedulerConfiguration，v1beta1 至 v1</translation>
    </message>
    <message>
        <source>asks the engine for every recorded decision of a real scheduler</source>
        <translation>用引擎重新计算真实调度器的每个已录制决定</translation>
    </message>
    <message>
        <source>recordings, or folders that hold some</source>
        <translation>录制文件，或包含录制文件的目录</translation>
    </message>
    <message>
        <source>only the recordings of this stack&apos;s scheduler</source>
        <translation>只用该 GPU 方案调度器的录制</translation>
    </message>
    <message>
        <source>places the tasks of a trace by a policy and measures fragmentation</source>
        <translation>按某个策略放置轨迹中的任务，并衡量碎片</translation>
    </message>
    <message>
        <source>node list of the openb format</source>
        <translation>openb 格式的节点列表</translation>
    </message>
    <message>
        <source>task list of the openb format</source>
        <translation>openb 格式的任务列表</translation>
    </message>
    <message>
        <source>order of arrival (default: drawn)</source>
        <translation>到达顺序（默认：随机）</translation>
    </message>
    <message>
        <source>which node wins a tie (default: drawn)</source>
        <translation>并列时由哪个节点胜出（默认：随机）</translation>
    </message>
    <message>
        <source>FGD (default), BestFit, Packing, Clustering, DotProd or Random</source>
        <translation>FGD（默认）、BestFit、Packing、Clustering、DotProd 或 Random</translation>
    </message>
    <message>
        <source>for Random, and for what is drawn (default: 42)</source>
        <translation>用于 Random 及随机部分（默认：42）</translation>
    </message>
    <message>
        <source>figures after every N arrivals too</source>
        <translation>每到达 N 个任务也输出一次数值</translation>
    </message>
    <message>
        <source>recorded decisions and published traces; needs no cluster</source>
        <translation>已录制的决定和公开的轨迹；不需要集群</translation>
    </message>
    <message>
        <source>the whole observed state as a file</source>
        <translation>把观察到的全部状态存为文件</translation>
    </message>
    <message>
        <source>write it, without secrets</source>
        <translation>写入文件，不含 Secret</translation>
    </message>
    <message>
        <source>file to write; - is standard output</source>
        <translation>要写入的文件；- 表示标准输出</translation>
    </message>
    <message>
        <source>what differs between two of them</source>
        <translation>两个快照之间的差异</translation>
    </message>
    <message>
        <source>file or folder: the state before</source>
        <translation>文件或目录：之前的状态</translation>
    </message>
    <message>
        <source>file or folder: the state after</source>
        <translation>文件或目录：之后的状态</translation>
    </message>
    <message>
        <source>let the server check manifests, then create their objects</source>
        <translation>先让服务器检查清单，再创建其中的对象</translation>
    </message>
    <message>
        <source>only let the server check; nothing is kept</source>
        <translation>只让服务器检查；不保存任何更改</translation>
    </message>
    <message>
        <source>create without asking; must be the name of the context</source>
        <translation>不询问即创建；须为上下文的名称</translation>
    </message>
    <message>
        <source>cards that are allocated but idle, and allocated memory that is not used</source>
        <translation>已分配却闲置的卡，以及已分配却未使用的显存</translation>
    </message>
    <message>
        <source>length of the history to judge by: 90m, 24h, 7d (default 24h)</source>
        <translation>判断所依据的历史时长：90m、24h、7d（默认 24h）</translation>
    </message>
    <message>
        <source>what a row is: card, owner, namespace or model (default card)</source>
        <translation>每行是什么：card、owner、namespace 或 model（默认 card）</translation>
    </message>
    <message>
        <source>what a list of changes would do to the cluster; nothing is sent</source>
        <translation>一组更改对集群的影响；不提交任何更改</translation>
    </message>
    <message>
        <source>scenario file, - for standard input</source>
        <translation>场景文件，- 表示标准输入</translation>
    </message>
    <message>
        <source>also print the steps as what an operator would do</source>
        <translation>同时把步骤打印为运维人员要做的事</translation>
    </message>
    <message>
        <source>what a file asks for: kinds, roles, pods, gangs; needs no cluster</source>
        <translation>文件请求什么：类型、角色、Pod、gang；不需要集群</translation>
    </message>
    <message>
        <source>table of further kinds: where their pod templates stand (docs/workloads.md)</source>
        <translation>其他类型的表：其 Pod 模板的位置（docs/workloads.md）</translation>
    </message>
    <message>
        <source>manifest or a folder of them, - for standard input; may be given several times</source>
        <translation>清单或包含清单的目录，- 表示标准输入；可多次给出</translation>
    </message>
    <message>
        <source>Usage: %1</source>
        <translation>用法：%1</translation>
    </message>
    <message>
        <source>OPTIONS</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>SUBCOMMAND</source>
        <translation>子命令</translation>
    </message>
    <message>
        <source>Positionals:</source>
        <translation>参数：</translation>
    </message>
    <message>
        <source>Options:</source>
        <translation>选项：</translation>
    </message>
    <message>
        <source>(required)</source>
        <translation>（必填）</translation>
    </message>
    <message>
        <source>Subcommands:</source>
        <translation>子命令：</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>the same as --snapshot</source>
        <translation>与 --snapshot 相同</translation>
    </message>
    <message>
        <source>%1; cordon, drain or mode: the dialog</source>
        <translation>%1；cordon、drain 或 mode：对话框</translation>
    </message>
    <message>
        <source>what teams submitted that asks for GPUs: queue, gang, pods wanted and running, cards</source>
        <translation>团队提交的、请求 GPU 的工作负载：队列、gang、应有和运行中的 Pod、卡</translation>
    </message>
    <message>
        <source>only this one, with its pods: NAME or NAMESPACE/NAME</source>
        <translation>只列出这一个及其 Pod：NAME 或 NAMESPACE/NAME</translation>
    </message>
    <message>
        <source>only the queues of this name</source>
        <translation>只看这个名称的队列</translation>
    </message>
    <message>
        <source>queues and quotas of Kueue, Volcano, KAI, YuniKorn, elastic quotas and ResourceQuotas: who uses them, and why others wait</source>
        <translation>Kueue、Volcano、KAI、YuniKorn、弹性配额和 ResourceQuota 的队列与配额：谁在使用，其他的为何等待</translation>
    </message>
    <message>
        <source>plans that were interrupted: list them, continue, roll back, abandon</source>
        <translation>被中断的计划：列出、继续、回滚、放弃</translation>
    </message>
    <message>
        <source>namespace of objects that name none; lists of nodes, cards, pending pods and workloads show only this namespace</source>
        <translation>未写命名空间的对象所用的命名空间；节点、卡、等待中的 Pod 和工作负载的列表只保留该命名空间的内容</translation>
    </message>
    <message>
        <source>nodes with GPUs: state, mode, what is allocated and free</source>
        <translation>有 GPU 的节点：状态、模式、已分配与空闲</translation>
    </message>
    <message>
        <source>only nodes that match, by the filter of the window: &apos;free&gt;=20&apos; &apos;!state:cordoned&apos; mode:cgpu; quote &lt; &gt; and !</source>
        <translation>只列出符合的节点，使用窗口的筛选语法：&apos;free&gt;=20&apos; &apos;!state:cordoned&apos; mode:cgpu；&lt; &gt; ! 需加引号</translation>
    </message>
    <message>
        <source>order by a column, figures with the largest first (default name): %1</source>
        <translation>按某一列排序，数值从大到小（默认 name）：%1</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Journal</name>
    <message>
        <source>CHANGE</source>
        <translation>变更</translation>
    </message>
    <message>
        <source>TIME</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>CONTEXT</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>ACT</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>OBJECT</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>RESULT</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>BEFORE AND AFTER</source>
        <translation>变更前后</translation>
    </message>
    <message>
        <source>No changes have been made from this machine yet.</source>
        <translation>本机尚未做过任何变更。</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) of the journal cannot be read.</source>
        <translation>
            <numerusform>操作记录中有 %n 行无法读取。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Ledger</name>
    <message>
        <source>SEVERITY</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>NODE</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>CARD</source>
        <translation>卡号</translation>
    </message>
    <message>
        <source>POD</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>MISMATCH</source>
        <translation>不一致</translation>
    </message>
    <message>
        <source>FOUND</source>
        <translation>实际</translation>
    </message>
    <message>
        <source>EXPECTED</source>
        <translation>应为</translation>
    </message>
    <message>
        <source>No contradictions: %1 nodes and %2 pods were compared.</source>
        <translation>没有发现不一致：已核对 %1 个节点和 %2 个 Pod。</translation>
    </message>
    <message>
        <source>%1 critical, %2 warnings, %3 notes; %4 nodes and %5 pods were compared.</source>
        <translation>%1 项严重，%2 项警告，%3 项提示；已核对 %4 个节点和 %5 个 Pod。</translation>
    </message>
    <message>
        <source>What to do:</source>
        <translation>处理办法：</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Node</name>
    <message>
        <source>now %1; %2</source>
        <translation>现为 %1；%2</translation>
    </message>
    <message>
        <source>Resource</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Pod</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>What happens</source>
        <translation>处理</translation>
    </message>
    <message>
        <source>PodDisruptionBudget</source>
        <translation>Pod 干扰预算（PDB）</translation>
    </message>
    <message>
        <source>%1 (allows none now)</source>
        <translation>%1（当前不允许任何干扰）</translation>
    </message>
    <message>
        <source>You are not allowed to list PodDisruptionBudgets; evictions still respect them.</source>
        <translation>您无权列出 PodDisruptionBudget；驱逐仍然遵守它们。</translation>
    </message>
    <message>
        <source>Equivalent kubectl commands:</source>
        <translation>等效的 kubectl 命令：</translation>
    </message>
    <message numerus="yes">
        <source>The server would accept %n write(s).</source>
        <translation>
            <numerusform>服务器会接受 %n 次写入。</numerusform>
        </translation>
    </message>
    <message>
        <source>The server would refuse: %1</source>
        <translation>服务器会拒绝：%1</translation>
    </message>
    <message>
        <source>%1: blocked now by the PodDisruptionBudget %2</source>
        <translation>%1：当前被 PodDisruptionBudget %2 阻止</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Evicting these pods of %1 must be allowed explicitly:</source>
        <translation>驱逐 %1 上的以下 Pod 需要显式参数：</translation>
    </message>
    <message>
        <source>Pass --force to evict pods without a controller, and --delete-emptydir-data to evict pods with local data. DaemonSet pods are left alone unless --no-ignore-daemonsets is given.</source>
        <translation>用 --force 驱逐没有控制器的 Pod，用 --delete-emptydir-data 驱逐带本地数据的 Pod；不加 --no-ignore-daemonsets 时 DaemonSet 的 Pod 留在原处。</translation>
    </message>
</context>
<context>
    <name>cardinal::app::NodeWork</name>
    <message numerus="yes">
        <source>Run the plan(s) on %n node(s)? Type %1 to continue:</source>
        <translation>
            <numerusform>要对 %n 个节点执行计划吗？输入 %1 以继续：</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no terminal to ask on. Repeat with --yes %1 to continue, or with --dry-run to only show the plan.</source>
        <translation>没有可供询问的终端。加上 --yes %1 重新运行以继续，或加上 --dry-run 只查看计划。</translation>
    </message>
    <message>
        <source>--yes names &quot;%1&quot;, but it must be &quot;%2&quot;. Nothing was changed.</source>
        <translation>--yes 写的是“%1”，但应为“%2”。未作任何更改。</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>未作任何更改。</translation>
    </message>
    <message>
        <source>%1: nothing to do.</source>
        <translation>%1：无需更改。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The plan is not finished. Continue it with &quot;cardinal node plan resume %1&quot;, roll it back with &quot;cardinal node plan rollback %1&quot;, or leave the node as it is with &quot;cardinal node plan abandon %1&quot;.</source>
        <translation>计划尚未完成。用“cardinal node plan resume %1”继续，用“cardinal node plan rollback %1”回滚，或用“cardinal node plan abandon %1”保持现状并结束。</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) after it were not touched.</source>
        <translation>
            <numerusform>其后的 %n 个节点未被改动。</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no unfinished plans.</source>
        <translation>没有未完成的计划。</translation>
    </message>
    <message>
        <source>There is no unfinished plan %1. See &quot;cardinal node plan list&quot;.</source>
        <translation>没有未完成的计划 %1。请查看“cardinal node plan list”。</translation>
    </message>
    <message>
        <source>The plan %1 belongs to the cluster %2. Choose it with --context.</source>
        <translation>计划 %1 属于集群 %2。请用 --context 选择它。</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) of the journal cannot be read.</source>
        <translation>
            <numerusform>操作记录中有 %n 行无法读取。</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no change %1 in the journal. See &quot;cardinal journal&quot;.</source>
        <translation>操作记录中没有变更 %1。请查看“cardinal journal”。</translation>
    </message>
    <message>
        <source>The change %1 was made in the cluster %2. Choose it with --context.</source>
        <translation>变更 %1 是在集群 %2 中执行的。请用 --context 选择该集群。</translation>
    </message>
    <message>
        <source>Undo failed. %1</source>
        <translation>未撤销。%1</translation>
    </message>
    <message>
        <source>would run: %1 (the server accepts it)</source>
        <translation>将执行：%1（服务器接受）</translation>
    </message>
    <message>
        <source>would delete %1 (the server accepts it)</source>
        <translation>将删除 %1（服务器接受）</translation>
    </message>
    <message>
        <source>deleted %1</source>
        <translation>已删除 %1</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Nodes</name>
    <message>
        <source>NODE</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>STATE</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>MODE</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>GPU MODEL</source>
        <translation>GPU 型号</translation>
    </message>
    <message>
        <source>CARDS</source>
        <translation>卡数</translation>
    </message>
    <message>
        <source>ALLOCATED / TOTAL GiB</source>
        <translation>已分配 / 总量 GiB</translation>
    </message>
    <message>
        <source>LARGEST FREE</source>
        <translation>最大空闲块</translation>
    </message>
    <message>
        <source>CORE</source>
        <translation>算力</translation>
    </message>
    <message>
        <source>GPU PODS</source>
        <translation>GPU Pod</translation>
    </message>
    <message>
        <source>FINDINGS</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>POOL</source>
        <translation>节点池</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n node(s) with GPUs match.</source>
        <translation>
            <numerusform>%n 个有 GPU 的节点中有 %1 个符合。</numerusform>
        </translation>
    </message>
    <message>
        <source>No node has GPUs.</source>
        <translation>没有节点有 GPU。</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Pending</name>
    <message>
        <source>NAMESPACE</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>POD</source>
        <translation>POD</translation>
    </message>
    <message>
        <source>WAITING</source>
        <translation>已等待</translation>
    </message>
    <message>
        <source>REQUEST</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>REASON</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>REMEDY</source>
        <translation>解决办法</translation>
    </message>
    <message>
        <source>No GPU pod is waiting for a node.</source>
        <translation>没有 GPU Pod 在等待节点。</translation>
    </message>
    <message>
        <source>No GPU pod of the namespace %1 is waiting for a node.</source>
        <translation>命名空间 %1 中没有 GPU Pod 在等待节点。</translation>
    </message>
    <message numerus="yes">
        <source>%n GPU pod(s) are waiting; &quot;cardinal explain POD&quot; shows every node and card.</source>
        <translation>
            <numerusform>%n 个 GPU Pod 正在等待；“cardinal explain POD” 说明每个节点和每张卡。</numerusform>
        </translation>
    </message>
    <message>
        <source>No GPU pod that you can see is waiting for a node.</source>
        <translation>您能查看的 GPU Pod 都没有在等待节点。</translation>
    </message>
</context>
<context>
    <name>cardinal::app::PreemptionReport</name>
    <message>
        <source>POD</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>PRIORITY</source>
        <translation>优先级</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Preview</name>
    <message>
        <source>Each workload is evaluated on its own, without the others.</source>
        <translation>每个工作负载单独评估，未考虑相互影响。</translation>
    </message>
    <message>
        <source>%1: only nodes of %2 are asked about.</source>
        <comment>workload and role, domain</comment>
        <translation>%1：只就 %2 的节点询问。</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Queues</name>
    <message>
        <source>QUEUE</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>COHORT</source>
        <translation>队列组</translation>
    </message>
    <message>
        <source>FLAVOR</source>
        <translation>资源规格</translation>
    </message>
    <message>
        <source>RESOURCE</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>NOMINAL</source>
        <translation>名义配额</translation>
    </message>
    <message>
        <source>USED</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>RESERVED</source>
        <translation>已预留</translation>
    </message>
    <message>
        <source>BORROWED</source>
        <translation>借用</translation>
    </message>
    <message>
        <source>FREE</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>PENDING</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>ADMITTED</source>
        <translation>已准入</translation>
    </message>
    <message>
        <source>POSITION</source>
        <translation>位次</translation>
    </message>
    <message>
        <source>WORKLOAD</source>
        <translation>工作负载</translation>
    </message>
    <message>
        <source>OWNER</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>PRIORITY</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>WAITING</source>
        <translation>已等待</translation>
    </message>
    <message>
        <source>REQUEST</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>REASON</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>REMEDY</source>
        <translation>解决办法</translation>
    </message>
    <message>
        <source>Waiting in ClusterQueue %1:</source>
        <translation>在 ClusterQueue %1 中等待：</translation>
    </message>
    <message>
        <source>Waiting, and in the line of no ClusterQueue:</source>
        <translation>在等待，但不在任何 ClusterQueue 的队伍中：</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>and %n more workload(s); -o json prints all</source>
        <translation>
            <numerusform>另有 %n 个工作负载；-o json 输出全部</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Report</name>
    <message numerus="yes">
        <source>any %n</source>
        <comment>any n cards of the node</comment>
        <translation>
            <numerusform>任意 %n 张</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 or an equal one</source>
        <comment>card numbers</comment>
        <translation>%1 或同等的卡</translation>
    </message>
    <message>
        <source>%1 %2/%3</source>
        <comment>name of a score, value, maximum</comment>
        <translation>%1 %2/%3</translation>
    </message>
    <message>
        <source>(%1)</source>
        <comment>a score for information only</comment>
        <translation>（%1）</translation>
    </message>
    <message numerus="yes">
        <source>... and %n more (all of them with -o json)</source>
        <translation>
            <numerusform>……另有 %n 项（用 -o json 查看全部）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n replica(s): %2</source>
        <comment>workload, request</comment>
        <translation>
            <numerusform>%1，%n 个副本：%2</numerusform>
        </translation>
    </message>
    <message>
        <source>REPLICA</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>NODE</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>CARDS</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>CERTAINTY</source>
        <translation>确定程度</translation>
    </message>
    <message>
        <source>%1 (of %2)</source>
        <comment>certainty, number of equal places</comment>
        <translation>%1（共 %2 个）</translation>
    </message>
    <message numerus="yes">
        <source>%n replica(s) do not fit.</source>
        <translation>
            <numerusform>%n 个副本放不下。</numerusform>
        </translation>
    </message>
    <message>
        <source>CANDIDATE</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>SCORE</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>PARTS</source>
        <translation>得分构成</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) refuse:</source>
        <translation>
            <numerusform>%n 个节点不接受：</numerusform>
        </translation>
    </message>
    <message>
        <source>NODES</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>REASON</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>WAITING</source>
        <translation>等待是否有用</translation>
    </message>
    <message>
        <source>NEAREST FIT</source>
        <translation>最接近的候选</translation>
    </message>
    <message>
        <source>CARD</source>
        <translation>卡号</translation>
    </message>
    <message>
        <source>SHORT BY</source>
        <translation>还差</translation>
    </message>
    <message>
        <source>FRAGMENTATION</source>
        <translation>碎片</translation>
    </message>
    <message>
        <source>FREE</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>USABLE BY THIS REQUEST</source>
        <translation>该请求可用</translation>
    </message>
    <message>
        <source>RATE</source>
        <translation>碎片率</translation>
    </message>
    <message>
        <source>FITS</source>
        <translation>还可容纳</translation>
    </message>
    <message>
        <source>before</source>
        <translation>放置前</translation>
    </message>
    <message>
        <source>after</source>
        <translation>放置后</translation>
    </message>
    <message>
        <source>SOURCE</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>PLACE</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>FRAGMENTATION OF THE CLUSTER</source>
        <translation>集群碎片</translation>
    </message>
    <message>
        <source>%1 (advice)</source>
        <comment>name of a policy</comment>
        <translation>%1（建议）</translation>
    </message>
    <message>
        <source>scheduler (predicted)</source>
        <translation>调度器（预测）</translation>
    </message>
    <message numerus="yes">
        <source>Only %n replica(s) can be created.</source>
        <translation>
            <numerusform>只能创建 %n 个副本。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 more have no known place: of %n node(s) it is unknown what they take.</source>
        <translation>
            <numerusform>其余 %1 个没有已知的位置：有 %n 个节点无法判断放得下多少。</numerusform>
        </translation>
    </message>
    <message>
        <source>at least %1</source>
        <comment>a figure</comment>
        <translation>至少 %1</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Session</name>
    <message>
        <source>Before anything is sent, what connecting would do:</source>
        <translation>尚未发送任何内容。连接后将执行：</translation>
    </message>
    <message>
        <source>Connect? [y/N]</source>
        <translation>是否连接？[y/N]</translation>
    </message>
    <message>
        <source>The server&apos;s certificate is not checked (insecure-skip-tls-verify): anybody on the way can read the credential and change every answer.</source>
        <translation>未校验服务器证书（insecure-skip-tls-verify）：途中任何人都能读取凭据并篡改每个应答。</translation>
    </message>
    <message>
        <source>Program and arguments, one per line:</source>
        <translation>程序及参数，每行一个：</translation>
    </message>
</context>
<context>
    <name>cardinal::app::SimulateGolden</name>
    <message>
        <source>RECORDING</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>STACK</source>
        <translation>GPU 方案</translation>
    </message>
    <message>
        <source>DECISIONS</source>
        <translation>决策</translation>
    </message>
    <message>
        <source>MISMATCHES</source>
        <translation>不一致</translation>
    </message>
    <message>
        <source>Not replayable: this recording contains faults of the extender itself, which do not follow from the cluster state.</source>
        <translation>不可回放：此处记录的是 extender 自身的故障，无法由集群状态推出。</translation>
    </message>
    <message>
        <source>%1, step %2, %3: recorded %4, here %5</source>
        <translation>%1，步骤 %2，%3：记录为 %4，此处为 %5</translation>
    </message>
    <message>
        <source>%1, at the end, %2: recorded %3, here %4</source>
        <translation>%1，结束时，%2：记录为 %3，此处为 %4</translation>
    </message>
    <message numerus="yes">
        <source>... and %n more difference(s) (all of them with -o json)</source>
        <translation>
            <numerusform>……另有 %n 处差异（用 -o json 查看全部）</numerusform>
        </translation>
    </message>
    <message>
        <source>No recorded decisions were found in &quot;%1&quot;. Name a recording (scenario.json) or a folder that holds some.</source>
        <translation>在“%1”中没有找到记录的决策。请指定一个记录文件（scenario.json），或含有记录的目录。</translation>
    </message>
</context>
<context>
    <name>cardinal::app::SimulateTrace</name>
    <message>
        <source>ARRIVALS</source>
        <translation>到达数</translation>
    </message>
    <message>
        <source>LOAD %</source>
        <translation>负载 %</translation>
    </message>
    <message>
        <source>ALLOCATED %</source>
        <translation>已分配 %</translation>
    </message>
    <message>
        <source>FRAGMENTS (GPU)</source>
        <translation>碎片（GPU）</translation>
    </message>
    <message>
        <source>OF IDLE %</source>
        <translation>占闲置 %</translation>
    </message>
    <message>
        <source>OF TOTAL %</source>
        <translation>占总量 %</translation>
    </message>
    <message>
        <source>FAILED</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>NODES IN USE</source>
        <translation>在用节点</translation>
    </message>
    <message>
        <source>GPUS IN USE</source>
        <translation>在用 GPU</translation>
    </message>
    <message>
        <source>IDLE GPU BY CLASS</source>
        <translation>闲置 GPU 分类</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>%1 nodes with %2 GPUs, %3 tasks in the list, %4 arrivals</source>
        <translation>%1 个节点，%2 张 GPU，列表中 %3 个任务，到达 %4 次</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) without GPU take no part.</source>
        <translation>
            <numerusform>%n 个没有 GPU 的节点不参与。</numerusform>
        </translation>
    </message>
    <message>
        <source>Arrivals or order were drawn with seed %1; published figures need --arrivals and --order.</source>
        <translation>到达顺序或节点次序由种子 %1 随机产生；要得到公开的数值需要 --arrivals 和 --order。</translation>
    </message>
    <message>
        <source>%1: placed in %2 s</source>
        <translation>%1：放置用时 %2 秒</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Snapshot</name>
    <message>
        <source>Saved %1: %2 nodes with GPUs, %3 cards, %4 GPU pods.</source>
        <translation>已保存 %1：%2 个 GPU 节点、%3 张卡、%4 个 GPU Pod。</translation>
    </message>
    <message>
        <source>KIND</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>OBJECT</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>CHANGE</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>WHAT</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>BEFORE</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>AFTER</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>card</source>
        <translation>GPU 卡</translation>
    </message>
    <message>
        <source>pod</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>No node, card or GPU pod differs.</source>
        <translation>节点、GPU 卡和 GPU Pod 均无差异。</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Start</name>
    <message>
        <source>The command line cannot be used. See cardinal --help. Reported: %1</source>
        <translation>命令行有误。用法见 cardinal --help。原始信息：%1</translation>
    </message>
    <message>
        <source>There is no display for the window: neither DISPLAY nor WAYLAND_DISPLAY is set. Use a subcommand such as inspect or render; see cardinal --help.</source>
        <translation>没有可用的显示，无法打开窗口：DISPLAY 和 WAYLAND_DISPLAY 都未设置。请使用 inspect、render 等子命令，见 cardinal --help。</translation>
    </message>
    <message>
        <source>Shown in the window that is open already; --new-window opens another one.</source>
        <translation>已在打开的窗口中显示；加上 --new-window 可另开一个窗口。</translation>
    </message>
    <message>
        <source>The kinds of this table are not used.</source>
        <translation>不使用此表中的类型。</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Submit</name>
    <message>
        <source>created %1</source>
        <translation>已创建 %1</translation>
    </message>
    <message>
        <source>would create %1 (the server accepts it)</source>
        <translation>可以创建 %1（服务器已接受）</translation>
    </message>
    <message>
        <source>%1 was refused:</source>
        <translation>%1 被拒绝：</translation>
    </message>
    <message>
        <source>Nothing was created.</source>
        <translation>未创建任何对象。</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) had been created before; they are still there.</source>
        <translation>
            <numerusform>此前已创建 %n 个对象，这些对象仍然存在。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Create %n object(s) in the cluster %1? Type the name of the context to go on:</source>
        <translation>
            <numerusform>要在集群 %1 中创建 %n 个对象吗？输入上下文名称以继续：</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no terminal to ask on. Repeat with --yes %1 to create the objects, or with --dry-run to only check them.</source>
        <translation>没有终端可供确认。请加上 --yes %1 创建对象，或加上 --dry-run 只做检查。</translation>
    </message>
    <message>
        <source>--yes names &quot;%1&quot;, but the context is &quot;%2&quot;. Nothing was created.</source>
        <translation>--yes 给出的是“%1”，但上下文是“%2”。未创建任何对象。</translation>
    </message>
    <message>
        <source>Delete them with &quot;cardinal journal undo CHANGE&quot;; the changes are %1.</source>
        <translation>可用“cardinal journal undo CHANGE”删除它们；相应的变更为 %1。</translation>
    </message>
    <message>
        <source>not checked yet: %1 (the server can check it only once its namespace or kind, which is created first, exists)</source>
        <translation>尚未检查：%1（它的命名空间或类型先创建，存在之后服务器才能检查它）</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Visibility</name>
    <message>
        <source>You can see the pods of the namespace %1 only: what others use is missing here.</source>
        <translation>您只能看到命名空间 %1 的 Pod：其他命名空间占用的部分不在其中。</translation>
    </message>
    <message>
        <source>Nodes and their cards are hidden from you; nothing can be said of cards.</source>
        <translation>您看不到节点及其 GPU 卡，因此无法给出任何关于卡的结论。</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Waste</name>
    <message>
        <source>NODE</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>CARD</source>
        <translation>卡号</translation>
    </message>
    <message>
        <source>HELD BY</source>
        <translation>占用者</translation>
    </message>
    <message>
        <source>ALLOCATED</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>PEAK USE</source>
        <translation>峰值用量</translation>
    </message>
    <message>
        <source>UTILIZATION</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>UNUSED</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>ADVICE</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>idle the whole time</source>
        <translation>全程闲置</translation>
    </message>
    <message>
        <source>ask for %1</source>
        <translation>可改为申请 %1</translation>
    </message>
    <message>
        <source>(pod unknown)</source>
        <translation>（API 未提供是哪个 Pod）</translation>
    </message>
    <message>
        <source>%1 of %2 allocated cards were idle; %3 of %4 allocated memory is reclaimable.</source>
        <translation>已分配的 %2 张卡中有 %1 张闲置；已分配的 %4 显存中有 %3 可回收。</translation>
    </message>
    <message numerus="yes">
        <source>%n allocated card(s) cannot be judged: not measured, or not long enough.</source>
        <translation>
            <numerusform>有 %n 张已分配的卡无法判断：没有采样，或采样时间太短。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more card(s); -o json prints all</source>
        <translation>
            <numerusform>另有 %n 张卡；用 -o json 输出全部</numerusform>
        </translation>
    </message>
    <message>
        <source>OWNER</source>
        <translation>所属控制器</translation>
    </message>
    <message>
        <source>NAMESPACE</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>GPU MODEL</source>
        <translation>GPU 型号</translation>
    </message>
    <message>
        <source>CARDS</source>
        <translation>GPU 卡</translation>
    </message>
    <message>
        <source>IDLE</source>
        <translation>闲置</translation>
    </message>
    <message>
        <source>(several on one card)</source>
        <translation>（同卡多个控制器）</translation>
    </message>
    <message>
        <source>(unknown)</source>
        <translation>（未知）</translation>
    </message>
</context>
<context>
    <name>cardinal::app::WhatIf</name>
    <message>
        <source>step %1 of %2, pod %3 of %4</source>
        <translation>步骤 %1/%2，Pod %3/%4</translation>
    </message>
    <message>
        <source>%1. %2: %3</source>
        <comment>number, step, what it did</comment>
        <translation>%1. %2：%3</translation>
    </message>
    <message>
        <source>Operator steps:</source>
        <translation>运维人员需要做的事：</translation>
    </message>
    <message>
        <source>%1. %2: %3</source>
        <comment>number, step, what to do</comment>
        <translation>%1. %2：%3</translation>
    </message>
    <message>
        <source>POD</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>FROM</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>OUTCOME</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>HOW SURE</source>
        <translation>确定程度</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message numerus="yes">
        <source>... and %n more pod(s)</source>
        <translation>
            <numerusform>……另有 %n 个 Pod</numerusform>
        </translation>
    </message>
    <message>
        <source>FIGURE</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>BEFORE</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>AFTER</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Queues and quotas are not asked; the preview asks them.</source>
        <translation>此处不询问队列和配额；预览会询问。</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Workload</name>
    <message>
        <source>none</source>
        <comment>accelerators asked</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>amount, resource</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>WORKLOAD</source>
        <translation>工作负载</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>QUEUE</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>ROLE</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>PODS</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>GANG</source>
        <translation>GANG</translation>
    </message>
    <message>
        <source>EACH POD ASKS</source>
        <translation>每个 Pod 请求</translation>
    </message>
    <message>
        <source>%1 (assumed)</source>
        <comment>what a pod asks</comment>
        <translation>%1（推定）</translation>
    </message>
    <message>
        <source>OTHER OBJECT</source>
        <translation>其他对象</translation>
    </message>
    <message>
        <source>REMARK</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>%1 + %2</source>
        <comment>what two containers ask</comment>
        <translation>%1 + %2</translation>
    </message>
</context>
<context>
    <name>cardinal::app::Workloads</name>
    <message>
        <source>NAMESPACE</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>KIND</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>NAME</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>QUEUE</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>GANG</source>
        <translation>GANG</translation>
    </message>
    <message>
        <source>WANTED</source>
        <translation>应有</translation>
    </message>
    <message>
        <source>RUNNING</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>WAITING</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>CARDS</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>AGE</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>STATE</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>POD</source>
        <translation>POD</translation>
    </message>
    <message>
        <source>ROLE</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>PHASE</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>NODE</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>REQUEST</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>REASON</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>No workload asks for GPUs.</source>
        <translation>没有请求 GPU 的工作负载。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::AccessDialog</name>
    <message>
        <source>Connect to %1 without checking the server?</source>
        <translation>不校验服务器就连接 %1？</translation>
    </message>
    <message>
        <source>Run the credential plugin of %1?</source>
        <translation>运行 %1 的凭据插件？</translation>
    </message>
    <message>
        <source>Connect to %1?</source>
        <translation>连接 %1？</translation>
    </message>
    <message>
        <source>Nothing was sent yet.</source>
        <translation>尚未发送任何内容。</translation>
    </message>
    <message>
        <source>This is what the kubeconfig says; nothing was sent yet. You are asked again when anything of this changes.</source>
        <translation>以下是 kubeconfig 的内容；尚未发送任何内容。其中任何一项变化后会再次询问。</translation>
    </message>
    <message>
        <source>Do not connect</source>
        <translation>不连接</translation>
    </message>
    <message>
        <source>Allow and connect</source>
        <translation>允许并连接</translation>
    </message>
    <message>
        <source>Program and arguments, one per line</source>
        <translation>程序及参数，每行一个</translation>
    </message>
    <message>
        <source>Environment variables that the file sets for it: %1</source>
        <translation>该文件为其设置的环境变量：%1</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::AccessTexts</name>
    <message>
        <source>by the certificates of this machine</source>
        <translation>依据本机的证书</translation>
    </message>
    <message>
        <source>by the certificates in the kubeconfig alone</source>
        <translation>仅依据 kubeconfig 中的证书</translation>
    </message>
    <message>
        <source>by the certificates of %1 alone</source>
        <translation>仅依据 %1 中的证书</translation>
    </message>
    <message>
        <source>not checked (insecure-skip-tls-verify)</source>
        <translation>不校验（insecure-skip-tls-verify）</translation>
    </message>
    <message>
        <source>no TLS: everything can be read on the way</source>
        <translation>未使用 TLS：途中可读取全部内容</translation>
    </message>
    <message>
        <source>without a credential</source>
        <translation>不使用凭据</translation>
    </message>
    <message>
        <source>with the token in the kubeconfig</source>
        <translation>使用 kubeconfig 中的令牌</translation>
    </message>
    <message>
        <source>with the token of the file %1</source>
        <translation>使用文件 %1 中的令牌</translation>
    </message>
    <message>
        <source>as %1, with a password</source>
        <translation>以 %1 身份，使用密码</translation>
    </message>
    <message>
        <source>with a client certificate</source>
        <translation>使用客户端证书</translation>
    </message>
    <message>
        <source>with what a program prints (below)</source>
        <translation>使用程序输出的凭据（见下）</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>From the file</source>
        <translation>来自文件</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Server trusted</source>
        <translation>服务器信任</translation>
    </message>
    <message>
        <source>Under the name</source>
        <translation>校验名称</translation>
    </message>
    <message>
        <source>Signs in</source>
        <translation>登录方式</translation>
    </message>
    <message>
        <source>User entry</source>
        <translation>用户条目</translation>
    </message>
    <message>
        <source>Acts as</source>
        <translation>扮演</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Reads elsewhere</source>
        <translation>读取其他位置的文件</translation>
    </message>
    <message>
        <source>The server&apos;s certificate is not checked: anybody on the way can read the credential and change every answer. This is asked each time and never remembered.</source>
        <translation>未校验服务器证书：途中任何人都能读取凭据并篡改每个应答。每次都会询问，且从不记住。</translation>
    </message>
    <message>
        <source>The token is not in the kubeconfig&apos;s folder. Make sure that it is this cluster&apos;s token, and not one that the file is meant to steal.</source>
        <translation>令牌不在 kubeconfig 所在的文件夹内：请确认它是此集群的令牌，而不是该文件意图窃取的令牌。</translation>
    </message>
    <message>
        <source>The program runs with your rights on this computer, whenever a credential is needed. Allow it only if you know where the file comes from.</source>
        <translation>每当需要凭据时，该程序都会以您在本机的权限运行。仅在知道文件来源时才允许。</translation>
    </message>
    <message>
        <source>The program was not found on the search path of this program or of your login shell.</source>
        <translation>在本程序和登录 shell 的搜索路径中均未找到该程序。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ActivityPage</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Nothing was changed yet</source>
        <translation>尚无变更</translation>
    </message>
    <message>
        <source>Every change made from this program is recorded here, with before and after values, before it is sent.</source>
        <translation>本程序所做的每项变更在发送之前都会连同前后取值记录在这里。</translation>
    </message>
    <message>
        <source>Nothing matches the filter</source>
        <translation>没有符合筛选条件的内容</translation>
    </message>
    <message>
        <source>Changes in the full journal: %1</source>
        <translation>操作记录共 %1 项变更</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>This change was made in the cluster %1; open that cluster to undo it.</source>
        <translation>该变更是在集群 %1 中执行的：请先打开该集群再撤销。</translation>
    </message>
    <message>
        <source>Undone: the fields are as they were before.</source>
        <translation>已撤销：各字段已恢复原值。</translation>
    </message>
    <message>
        <source>The change was undone</source>
        <translation>变更已撤销</translation>
    </message>
    <message>
        <source>Undo failed. %1</source>
        <translation>未撤销。%1</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>变更前后</translation>
    </message>
    <message>
        <source>Equivalent commands</source>
        <translation>等效命令</translation>
    </message>
    <message>
        <source>Save the journal as CSV or JSON</source>
        <translation>将操作记录保存为 CSV 或 JSON</translation>
    </message>
    <message>
        <source>CSV (*.csv);;JSON (*.json)</source>
        <translation>CSV (*.csv);;JSON (*.json)</translation>
    </message>
    <message>
        <source>Object, action, value</source>
        <translation>对象、操作、取值</translation>
    </message>
    <message>
        <source>This cluster</source>
        <translation>本集群</translation>
    </message>
    <message>
        <source>All clusters</source>
        <translation>所有集群</translation>
    </message>
    <message>
        <source>Whose changes are shown</source>
        <translation>显示哪些集群的变更</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>变更列表</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ActivityPane</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变更</translation>
    </message>
    <message>
        <source>Undone by</source>
        <translation>撤销它的变更</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>变更前后</translation>
    </message>
    <message>
        <source>Equivalent commands</source>
        <translation>等效命令</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Open node</source>
        <translation>打开节点</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Switch back to %1…</source>
        <translation>切换回 %1…</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::AddressForm</name>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Bearer token file</source>
        <translation>存放 Bearer 令牌的文件</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Password file</source>
        <translation>存放密码的文件</translation>
    </message>
    <message>
        <source>CA file</source>
        <translation>CA 证书文件</translation>
    </message>
    <message>
        <source>Tenant header</source>
        <translation>租户请求头</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>the system&apos;s</source>
        <translation>系统 CA</translation>
    </message>
    <message>
        <source>Use this address</source>
        <translation>使用此地址</translation>
    </message>
    <message>
        <source>Find in the cluster</source>
        <translation>在集群中查找</translation>
    </message>
    <message>
        <source>User and password do not belong in the address: name a user, and a file with the password.</source>
        <translation>用户和密码不应写在地址中：请填写用户，以及存放密码的文件。</translation>
    </message>
    <message>
        <source>An address ends with the path; leave out what follows ? or #.</source>
        <translation>地址到路径为止；请去掉 ? 或 # 及其后的部分。</translation>
    </message>
    <message>
        <source>A token and a user exclude each other.</source>
        <translation>令牌与用户只能选其一。</translation>
    </message>
    <message>
        <source>Saved for this context. The cluster reconnects; the steps above show how far it gets. The cluster&apos;s own credentials are never sent to this address.</source>
        <translation>已保存到此上下文。集群会重新连接，上方的步骤显示进行到哪一步。集群自身的凭据绝不会发送到该地址。</translation>
    </message>
    <message>
        <source>Enter an address first</source>
        <translation>请先填写地址</translation>
    </message>
    <message>
        <source>An address begins with http:// or https:// and names a host; a service of the cluster is NAMESPACE/NAME.</source>
        <translation>地址以 http:// 或 https:// 开头并包含主机名；集群内的服务写作 命名空间/名称。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::AdmissionTexts</name>
    <message>
        <source>%1 names no queue. Its namespace has the LocalQueue default, into which Kueue puts it unless its configuration says otherwise; that is not read.</source>
        <translation>%1 没有指定队列。它的命名空间中有名为 default 的 LocalQueue，除非 Kueue 的配置另有规定，否则会把它放入该队列；此配置未读取。</translation>
    </message>
    <message>
        <source>Quota comes before nodes: what is said of nodes below holds once it is admitted.</source>
        <translation>配额先于节点：下文关于节点的说明，在它被准入之后才成立。</translation>
    </message>
    <message>
        <source>The nodes below are asked about with its pods as the file has them, without the node labels and tolerations that a flavor adds.</source>
        <translation>下文的节点按文件中的 Pod 原样判断，不含资源规格添加的节点标签和容忍度。</translation>
    </message>
    <message>
        <source>The nodes below are asked about with the node labels and tolerations that its flavor adds to the pods.</source>
        <translation>下文的节点按资源规格为 Pod 添加节点标签和容忍度之后的情形判断。</translation>
    </message>
    <message>
        <source>Kueue: unknown whether %1 would be admitted (LocalQueue %2). %3</source>
        <translation>Kueue：是否会准入 %1 未知（LocalQueue %2）。%3</translation>
    </message>
    <message>
        <source>It is not known whether and how Kueue takes objects of this kind.</source>
        <translation>Kueue 是否管理以及如何管理这种类型的对象，无从得知。</translation>
    </message>
    <message>
        <source>The label kueue.x-k8s.io/queue-name stands on its pods alone; Kueue takes the object as a whole and looks at the labels of the object itself.</source>
        <translation>标签 kueue.x-k8s.io/queue-name 只写在它的 Pod 上；Kueue 把该对象作为整体管理，只看对象自身的标签。</translation>
    </message>
    <message>
        <source>The file does not tell its pods, or how many there are.</source>
        <translation>文件没有说明它的 Pod，或没有说明 Pod 的数量。</translation>
    </message>
    <message>
        <source>It is one of a group of pods that Kueue takes together.</source>
        <translation>它属于一个 Pod 组，Kueue 把整组一并管理。</translation>
    </message>
    <message>
        <source>It names a Workload that was made before.</source>
        <translation>它指定了一个事先创建的 Workload。</translation>
    </message>
    <message>
        <source>%1 (node labels %2)</source>
        <comment>flavor</comment>
        <translation>%1（节点标签 %2）</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message numerus="yes">
        <source>It starts with %n pod(s) of %1, which it allows.</source>
        <translation>
            <numerusform>它允许减少 Pod：%1 个 Pod 中先启动 %n 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Kueue: %1 would be admitted now to ClusterQueue %2 with flavor %3.</source>
        <translation>Kueue：%1 现在会被准入 ClusterQueue %2，使用资源规格 %3。</translation>
    </message>
    <message numerus="yes">
        <source>Kueue: all %n pod(s) of %1 would be admitted now to ClusterQueue %2 with flavor %3.</source>
        <translation>
            <numerusform>Kueue：%1 的 %n 个 Pod 现在全部会被准入 ClusterQueue %2，使用资源规格 %3。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Kueue: all %n group(s) of %1 would be admitted now to ClusterQueue %2 with flavor %3.</source>
        <translation>
            <numerusform>Kueue：%1 的 %n 个组现在全部会被准入 ClusterQueue %2，使用资源规格 %3。</numerusform>
        </translation>
    </message>
    <message>
        <source>Kueue: %1 would wait. ClusterQueue %2 is StrictFIFO, and %3 waits before it.</source>
        <translation>Kueue：%1 会等待。ClusterQueue %2 采用 StrictFIFO，%3 排在它前面等待。</translation>
    </message>
    <message numerus="yes">
        <source>Kueue: %n of %1 pods of %2 would get quota now in ClusterQueue %3 with flavor %4. The next one: %5</source>
        <translation>
            <numerusform>Kueue：%2 的 %1 个 Pod 中，现在有 %n 个会在 ClusterQueue %3 中得到配额，使用资源规格 %4。下一个：%5</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Kueue: %n of %1 groups of %2 would get quota now in ClusterQueue %3 with flavor %4. The next one: %5</source>
        <translation>
            <numerusform>Kueue：%2 的 %1 个组中，现在有 %n 个会在 ClusterQueue %3 中得到配额，使用资源规格 %4。下一个：%5</numerusform>
        </translation>
    </message>
    <message>
        <source>Kueue: %1 would not be admitted (LocalQueue %2). %3</source>
        <translation>Kueue：%1 不会被准入（LocalQueue %2）。%3</translation>
    </message>
    <message>
        <source>Kueue: %1 would wait in ClusterQueue %2. %3</source>
        <translation>Kueue：%1 会在 ClusterQueue %2 中等待。%3</translation>
    </message>
    <message numerus="yes">
        <source>Kueue: the first %n of %1 would get quota now in ClusterQueue %2 with flavor %3; the others were not asked about.</source>
        <translation>
            <numerusform>Kueue：%1 的前 %n 个现在会在 ClusterQueue %2 中得到配额，使用资源规格 %3；其余的未作判断。</numerusform>
        </translation>
    </message>
    <message>
        <source>Quota is free for it.</source>
        <translation>配额已有空余。</translation>
    </message>
    <message>
        <source>Kueue: unknown whether %1 would be admitted now to ClusterQueue %2 with flavor %3. %4</source>
        <translation>Kueue：%1 现在是否会被准入 ClusterQueue %2（使用资源规格 %3）未知。%4</translation>
    </message>
    <message>
        <source>The ClusterQueue chooses namespaces by labels, which are not read: this one is taken to be chosen.</source>
        <translation>该 ClusterQueue 按标签选择命名空间，而标签未读取：此处视为选中。</translation>
    </message>
    <message>
        <source>Its priority class was not read; priority 0 is taken for the line and for evictions.</source>
        <translation>它的优先级类未读取；排队和驱逐均按优先级 0 判断。</translation>
    </message>
    <message>
        <source>Its RuntimeClass was not read; an overhead would ask for more quota.</source>
        <translation>它的 RuntimeClass 未读取；如有额外开销，所需配额会更多。</translation>
    </message>
    <message>
        <source>Its pods leave out requests that the queue counts; a LimitRange, which is not read, may set them.</source>
        <translation>它的 Pod 没有写明该队列计入的某些请求；LimitRange 可能补上，而 LimitRange 未读取。</translation>
    </message>
    <message>
        <source>Its pods use resource claims; devices for which Kueue holds quota are not counted here.</source>
        <translation>它的 Pod 使用资源申领；Kueue 对其中设备的配额未在此计入。</translation>
    </message>
    <message>
        <source>The nodes below are asked about within that domain.</source>
        <translation>下面只就该域中的节点询问。</translation>
    </message>
    <message>
        <source>The nodes below are asked about without that demand.</source>
        <translation>下面的节点未按这项要求询问。</translation>
    </message>
    <message>
        <source>Kueue does not count %1, as workloads that hold quota show.</source>
        <translation>持有配额的工作负载表明，Kueue 不计入 %1。</translation>
    </message>
    <message>
        <source>Queues and flavors of the same files are taken as they stand there.</source>
        <translation>同一文件中的队列和资源规格按文件所写采用。</translation>
    </message>
    <message>
        <source>An admission check of the queue is one of MultiKueue: its pods run in another cluster, and nodes of this one do not decide.</source>
        <translation>队列的准入检查中有 MultiKueue：其 Pod 在另一个集群中运行，不由本集群的节点决定。</translation>
    </message>
    <message>
        <source>a RayJob in a queue must have shutdownAfterJobFinishes: true.</source>
        <translation>队列中的 RayJob 必须设置 shutdownAfterJobFinishes: true。</translation>
    </message>
    <message>
        <source>a RayCluster in a queue may have enableInTreeAutoscaling only as an elastic job (annotation kueue.x-k8s.io/elastic-job: true).</source>
        <translation>队列中的 RayCluster 只有作为弹性作业（注解 kueue.x-k8s.io/elastic-job: true）才可使用 enableInTreeAutoscaling。</translation>
    </message>
    <message>
        <source>kueue.x-k8s.io/job-min-parallelism must be more than 0 and less than its pods.</source>
        <translation>kueue.x-k8s.io/job-min-parallelism 必须大于 0 且小于其 Pod 数。</translation>
    </message>
    <message>
        <source>Kueue: %1 is rejected when it is created (LocalQueue %2): %3</source>
        <translation>Kueue：创建时 %1 会被拒绝（LocalQueue %2）：%3</translation>
    </message>
    <message>
        <source>Kueue takes objects of this kind only where its configuration says so, which is not read. As shipped it does not, and their pods start at once.</source>
        <translation>是否管理这种类型由 Kueue 的配置决定，该配置未读取。默认配置不管理，其 Pod 会立即启动。</translation>
    </message>
    <message>
        <source>Where it does: %1</source>
        <translation>如果管理：%1</translation>
    </message>
    <message>
        <source>even with nobody else in the queue no quota is left for it: %1</source>
        <translation>即使队列中没有其他工作负载，也没有配额留给它：%1</translation>
    </message>
    <message>
        <source>The ClusterQueue has no quota for %1: Kueue refuses it, unless its configuration leaves that out of the count, which is not read.</source>
        <translation>ClusterQueue 没有 %1 的配额：除非 Kueue 的配置不计入该资源（该配置未读取），否则 Kueue 会拒绝。</translation>
    </message>
    <message>
        <source>The API server would reject %1: there is no namespace %2. Create it, or name another one.</source>
        <translation>API 服务器会拒绝 %1：没有命名空间 %2。请创建它，或改用其他命名空间。</translation>
    </message>
    <message>
        <source>The namespace %1 enforces the Pod Security Standard %2, which the pods of %3 do not meet as the file has them (%4); whether its controller changes that is unknown. Where it does not, the API server rejects them.</source>
        <translation>命名空间 %1 强制执行 Pod 安全标准 %2，而文件中 %3 的 Pod 不符合（%4）；其控制器是否会修改为未知。若不修改，API 服务器会拒绝这些 Pod。</translation>
    </message>
    <message>
        <source>The API server would reject the pods of %1: the namespace %2 enforces the Pod Security Standard %3. Change %4, or use another namespace.</source>
        <translation>API 服务器会拒绝 %1 的 Pod：命名空间 %2 强制执行 Pod 安全标准 %3。请修改 %4，或改用其他命名空间。</translation>
    </message>
    <message>
        <source>The API server would reject %1: the namespace %2 is being deleted. Wait until it is gone and create it anew, or name another one.</source>
        <translation>API 服务器会拒绝 %1：命名空间 %2 正在删除。请等它删除完毕后重新创建，或改用其他命名空间。</translation>
    </message>
    <message>
        <source>The API server would reject %1: it exists already in the namespace %2. Applying the file places no pod anew; to run it once more, give it another name, or delete it first.</source>
        <translation>API 服务器会拒绝 %1：它在命名空间 %2 中已存在。应用该文件不会再放置任何 Pod；要再运行一次，请换一个名称，或先将其删除。</translation>
    </message>
    <message>
        <source>Whether the namespace %1 has the service account %2, which the pods of %3 name, was not read. Where it has not, the API server rejects them.</source>
        <translation>未读取命名空间 %1 是否有 %3 的 Pod 所指定的 ServiceAccount %2。如果没有，API 服务器会拒绝这些 Pod。</translation>
    </message>
    <message>
        <source>The namespace %1 has no service account %2, which the pods of %3 run as. Unless a controller creates it first, the API server rejects them.</source>
        <translation>命名空间 %1 没有 %3 的 Pod 所使用的 ServiceAccount %2。除非控制器先创建它，否则 API 服务器会拒绝这些 Pod。</translation>
    </message>
    <message>
        <source>The API server would reject the pods of %1: the namespace %2 has no service account %3. Create it, or name another one.</source>
        <translation>API 服务器会拒绝 %1 的 Pod：命名空间 %2 没有 ServiceAccount %3。请创建它，或改用其他 ServiceAccount。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::AdviceView</name>
    <message>
        <source>Advice of a policy</source>
        <translation>策略建议</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Shows where a policy that avoids fragments would put it. The scheduler does not follow it.</source>
        <translation>显示避免碎片的策略会把它放在哪里。调度器不会采纳。</translation>
    </message>
    <message>
        <source>working…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>%1: %2
Fragmented capacity %3
Scheduler: %4
Fragmented capacity %5</source>
        <comment>policy, place, change, place, change</comment>
        <translation>%1：%2
碎片容量 %3
调度器：%4
碎片容量 %5</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::AllocationPage</name>
    <message>
        <source>Allocation history is not being recorded</source>
        <translation>未在记录分配历史</translation>
    </message>
    <message>
        <source>The record of this cluster was damaged; a new one was begun</source>
        <translation>此集群的记录文件已损坏，已开始新的记录</translation>
    </message>
    <message>
        <source>The damaged file was kept as %1.</source>
        <translation>损坏的文件已保留为 %1。</translation>
    </message>
    <message>
        <source>Save the chart as a picture</source>
        <translation>将图表保存为图片</translation>
    </message>
    <message>
        <source>Save the values of the chart</source>
        <translation>保存图表的数值</translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation>PNG (*.png)</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::AllocationTexts</name>
    <message>
        <source>others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>model unknown</source>
        <translation>型号未知</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>%1 cards</source>
        <comment>an amount of cards, such as 7.5</comment>
        <translation>%1 张卡</translation>
    </message>
    <message>
        <source>cards</source>
        <comment>unit of a column</comment>
        <translation>卡</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::AllocationTools</name>
    <message>
        <source>A single total needs no chart; see the status bar</source>
        <translation>单个总数无需图表，见状态栏</translation>
    </message>
    <message>
        <source>What is free belongs to nobody</source>
        <translation>空闲部分不属于任何人</translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>趋势</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Free slots</source>
        <translation>空闲块</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>型号</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所属控制器</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>算力</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>1 h</source>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>6 h</source>
        <translation>6 小时</translation>
    </message>
    <message>
        <source>24 h</source>
        <translation>24 小时</translation>
    </message>
    <message>
        <source>7 d</source>
        <translation>7 天</translation>
    </message>
    <message>
        <source>30 d</source>
        <translation>30 天</translation>
    </message>
    <message>
        <source>1 year</source>
        <translation>1 年</translation>
    </message>
    <message>
        <source>What the chart shows</source>
        <translation>图表显示的内容</translation>
    </message>
    <message>
        <source>By what allocation is added up</source>
        <translation>分配的汇总方式</translation>
    </message>
    <message>
        <source>Measure of allocation</source>
        <translation>分配的度量</translation>
    </message>
    <message>
        <source>Time shown by the chart</source>
        <translation>图表显示的时间</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Save picture (PNG)…</source>
        <translation>保存图片（PNG）…</translation>
    </message>
    <message>
        <source>Save values (CSV)…</source>
        <translation>保存数值（CSV）…</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Copy values</source>
        <translation>复制数值</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::Banner</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::BindDialog</name>
    <message>
        <source>Bind %1 to %2?</source>
        <translation>将 %1 绑定到 %2？</translation>
    </message>
    <message>
        <source>Pod</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Asks for</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>it fits there, as of %1</source>
        <translation>按 %1 时的状态放得下</translation>
    </message>
    <message>
        <source>Equivalent command</source>
        <translation>等效命令</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Bind 1 pod</source>
        <translation>绑定 1 个 Pod</translation>
    </message>
    <message>
        <source>This bypasses the scheduler and cannot be undone</source>
        <translation>此操作绕过调度器，且不能撤回</translation>
    </message>
    <message>
        <source>The server does not check whether the pod fits. If the capacity is taken first, the kubelet rejects the pod.</source>
        <translation>服务器不检查 Pod 是否放得下：若资源先被占用，kubelet 会拒绝该 Pod（变为 Failed）。</translation>
    </message>
    <message>
        <source>A bound pod never moves. To run it elsewhere, delete and recreate it.</source>
        <translation>已绑定的 Pod 不会再迁移。要换到别处，必须删除后重新创建。</translation>
    </message>
    <message>
        <source>Only this pod is bound. The next one of its workload goes where the scheduler puts it.</source>
        <translation>只绑定这一个 Pod。同一工作负载的下一个 Pod 仍由调度器放置。</translation>
    </message>
    <message>
        <source>A WaitForFirstConsumer volume stays unbound and the pod waits for it; the scheduler would have chosen its zone.</source>
        <translation>延迟绑定（WaitForFirstConsumer）的存储卷会保持未绑定，Pod 将一直等待它：原本由调度器选择其可用区。</translation>
    </message>
    <message>
        <source>The server is checking it (dry run); nothing is saved</source>
        <translation>服务器正在检查（试运行），不会保留任何内容</translation>
    </message>
    <message>
        <source>The dry run is not finished</source>
        <translation>试运行尚未完成</translation>
    </message>
    <message>
        <source>Server dry run passed: the pod would be bound</source>
        <translation>服务器试运行通过：Pod 将被绑定</translation>
    </message>
    <message>
        <source>The preview was closed</source>
        <translation>已退出预览</translation>
    </message>
    <message>
        <source>Type the name of the node first</source>
        <translation>请先输入节点名称</translation>
    </message>
    <message>
        <source>Rejected by the server</source>
        <translation>服务器已拒绝</translation>
    </message>
    <message>
        <source>Compute again</source>
        <translation>重新计算</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CandidateModel</name>
    <message>
        <source>%1 or alike</source>
        <translation>%1 或同等的卡</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>Other cards of this node are equally good; ties are broken arbitrarily</source>
        <translation>该节点的其他卡同样合适；并列时如何选择没有规则</translation>
    </message>
    <message>
        <source>Card</source>
        <comment>numbers of the cards</comment>
        <translation>卡号</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CardPane</name>
    <message>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
    <message>
        <source>Card %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>allocated / total</source>
        <translation>已分配 / 总量</translation>
    </message>
    <message>
        <source>%1 allocated</source>
        <translation>已分配 %1</translation>
    </message>
    <message>
        <source>allocated as a whole</source>
        <translation>整卡占用</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>memory unknown</source>
        <translation>显存未知</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>算力</translation>
    </message>
    <message>
        <source>Pods on this card</source>
        <translation>该卡上的 Pod</translation>
    </message>
    <message>
        <source>the API does not say which</source>
        <translation>API 未提供是哪些 Pod</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>GPU model</source>
        <translation>GPU 型号</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置策略</translation>
    </message>
    <message>
        <source>%1 with %2 core</source>
        <translation>%1，且有 %2 算力</translation>
    </message>
    <message>
        <source>Free slot</source>
        <translation>空闲块</translation>
    </message>
    <message>
        <source>Scheduler accounts for</source>
        <translation>调度器记账</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>资源账本</translation>
    </message>
    <message>
        <source>agrees with the pods&apos; annotations</source>
        <translation>与 Pod 注解一致</translation>
    </message>
    <message numerus="yes">
        <source>%n contradiction(s)</source>
        <translation>
            <numerusform>%n 处不一致</numerusform>
        </translation>
    </message>
    <message>
        <source>Preview placement…</source>
        <translation>放置预览…</translation>
    </message>
    <message>
        <source>Open node</source>
        <translation>打开节点</translation>
    </message>
    <message>
        <source>Pod</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>Memory GiB</source>
        <translation>显存 GiB</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>存在时长</translation>
    </message>
    <message>
        <source>whole card</source>
        <translation>整卡</translation>
    </message>
    <message>
        <source>from metrics; not in the API</source>
        <translation>来自指标；API 未提供</translation>
    </message>
    <message>
        <source>free according to metrics</source>
        <translation>据指标来看为空闲</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Card memory</source>
        <translation>单卡显存</translation>
    </message>
    <message>
        <source>NUMA node</source>
        <translation>NUMA 节点</translation>
    </message>
    <message>
        <source>UUID</source>
        <translation>UUID</translation>
    </message>
    <message>
        <source>Memory as %1 counts it</source>
        <comment>name of a GPU stack</comment>
        <translation>按 %1 的单位计的显存</translation>
    </message>
    <message>
        <source>Shared out by</source>
        <translation>由其共享</translation>
    </message>
    <message>
        <source>Kept by Reservation</source>
        <translation>Reservation 保留</translation>
    </message>
    <message>
        <source>%1: %2 with %3 core</source>
        <comment>name of a Reservation, memory, percent</comment>
        <translation>%1：%2，算力 %3</translation>
    </message>
    <message>
        <source>none: the card is unhealthy</source>
        <translation>无：卡不健康</translation>
    </message>
    <message>
        <source>Minor number</source>
        <translation>次设备号</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CardStackBar</name>
    <message>
        <source> · core %1 %</source>
        <translation> · 算力 %1 %</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CardStackRows</name>
    <message>
        <source>Show card %1 with its pods</source>
        <translation>显示卡 %1 及其 Pod</translation>
    </message>
    <message numerus="yes">
        <source>and %n more card(s): see the Cards page</source>
        <translation>
            <numerusform>另有 %n 张卡：见“GPU 卡”页面</numerusform>
        </translation>
    </message>
    <message>
        <source>overbooked</source>
        <translation>超配</translation>
    </message>
    <message>
        <source>More of this card is allocated than it has</source>
        <translation>Pod 占用的量超出了这张卡的总量</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CardTexts</name>
    <message>
        <source>%1 (minor %2)</source>
        <comment>numbers of a card</comment>
        <translation>%1（次设备号 %2）</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CardsPage</name>
    <message>
        <source>Show on map</source>
        <translation>在热力图上显示</translation>
    </message>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 cards</source>
        <translation>%1 / %2 张卡</translation>
    </message>
    <message>
        <source>Filter cards: free&gt;=20  alloc&lt;50  mode:core_mem  state:unhealthy  ns:team-a</source>
        <translation>筛选卡：free&gt;=20  alloc&lt;50  mode:core_mem  state:unhealthy  ns:team-a</translation>
    </message>
    <message>
        <source>No GPU cards</source>
        <translation>没有 GPU 卡</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CertaintyTexts</name>
    <message>
        <source>certain</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>one of several</source>
        <translation>并列之一</translation>
    </message>
    <message>
        <source>modelled</source>
        <translation>按模型推算</translation>
    </message>
    <message>
        <source>No node takes it now.</source>
        <translation>目前没有节点放得下。</translation>
    </message>
    <message>
        <source>Placed on %1: no other node is possible or ties.</source>
        <translation>将调度到 %1：没有其他可行或同等的位置。</translation>
    </message>
    <message numerus="yes">
        <source>It is placed on one of %n node(s) that tie; the scheduler chooses among them.</source>
        <translation>
            <numerusform>将调度到 %n 个并列节点之一，由调度器从中选择。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is the best place by the public model of a scheduler whose source is not public; it may choose otherwise.</source>
        <translation>按公开资料建模，最佳位置是 %1；该调度器不开源，实际选择可能不同。</translation>
    </message>
    <message>
        <source>The source of these nodes&apos; scheduler is not public; the answer follows its public description.</source>
        <translation>这些节点的调度器不开源，结果依据其公开说明推算。</translation>
    </message>
    <message>
        <source>Other scores of kube-scheduler may prefer one of the feasible nodes.</source>
        <translation>kube-scheduler 的其他打分项可能偏向某个可行节点。</translation>
    </message>
    <message>
        <source>The kubelet chooses the card of a whole-card request; the API does not say which.</source>
        <translation>整卡请求由 kubelet 选卡，API 不提供选了哪一张。</translation>
    </message>
    <message>
        <source>Pod affinity and anti-affinity were not evaluated.</source>
        <translation>未评估 Pod 亲和性与反亲和性。</translation>
    </message>
    <message>
        <source>Volumes were not evaluated; they may restrict the pod to some nodes.</source>
        <translation>未评估存储卷；存储卷可能把 Pod 限定在部分节点。</translation>
    </message>
    <message>
        <source>Several containers of the pod ask for GPU memory. On nodes with several cards the open-source device plugin finds no pod for any of them: they would not start.</source>
        <translation>该 Pod 有多个容器申请显存。在多卡节点上，开源设备插件为它们都找不到对应的 Pod：这些容器无法启动。</translation>
    </message>
    <message>
        <source>How many volumes a node may attach was not looked at.</source>
        <translation>未检查节点可挂载的存储卷数量。</translation>
    </message>
    <message>
        <source>The pod has scheduling gates; it waits until they are removed.</source>
        <translation>该 Pod 带有调度门控（scheduling gates），移除之前会一直等待。</translation>
    </message>
    <message>
        <source>Preferred node affinity was not scored.</source>
        <translation>未对首选节点亲和性（preferred）打分。</translation>
    </message>
    <message>
        <source>Host ports were not evaluated.</source>
        <translation>未评估主机端口。</translation>
    </message>
    <message>
        <source>The card memory of some nodes is unknown; these nodes were left out.</source>
        <translation>部分节点的单卡显存未知，未计入这些节点。</translation>
    </message>
    <message>
        <source>card packing</source>
        <translation>卡装箱得分</translation>
    </message>
    <message>
        <source>best fit</source>
        <translation>最佳适配</translation>
    </message>
    <message>
        <source>least allocated</source>
        <translation>最少分配</translation>
    </message>
    <message>
        <source>balanced allocation</source>
        <translation>均衡分配</translation>
    </message>
    <message>
        <source>fits when other pods end</source>
        <translation>其他 Pod 结束后放得下</translation>
    </message>
    <message>
        <source>never fits here, not even when empty</source>
        <translation>此处始终放不下，节点清空也不行</translation>
    </message>
    <message>
        <source>unknown whether waiting helps</source>
        <translation>等待是否有用未知</translation>
    </message>
    <message>
        <source>Open-source gpushare ignores the label aliyun.com/gpu-count: the whole amount goes to one card.</source>
        <translation>开源 gpushare 会忽略标签 aliyun.com/gpu-count：全部显存都放在一张卡上。</translation>
    </message>
    <message>
        <source>A node that would take it is not ready, but nothing keeps the scheduler from choosing it.</source>
        <translation>放得下的节点中有节点未就绪，但没有任何机制阻止调度器选择它。</translation>
    </message>
    <message>
        <source>A chosen card would carry more than 20 pods, the limit of cGPU: the container would fail to start.</source>
        <translation>所选的卡上将超过 20 个 Pod，即 cGPU 的上限：容器将无法启动。</translation>
    </message>
    <message>
        <source>%1 has the best score by the scheduler&apos;s default settings, as far as they are known; it may choose otherwise.</source>
        <translation>按调度器的默认配置（就已知部分而言），%1 的得分最高；实际可能选择其他节点。</translation>
    </message>
    <message>
        <source>The pod names another scheduler, whose settings are not known.</source>
        <translation>Pod 指定了其他调度器，其配置未知。</translation>
    </message>
    <message>
        <source>In a cluster of this size the scheduler examines only some feasible nodes and does not report which.</source>
        <translation>在此规模的集群中，调度器只查看部分可行节点，无法得知是哪些。</translation>
    </message>
    <message>
        <source>taints to avoid</source>
        <translation>尽量避免的污点</translation>
    </message>
    <message>
        <source>preferred node affinity</source>
        <translation>首选节点亲和性</translation>
    </message>
    <message>
        <source>topology spread</source>
        <translation>拓扑分布</translation>
    </message>
    <message>
        <source>pod affinity</source>
        <translation>Pod 亲和性</translation>
    </message>
    <message>
        <source>images on the node</source>
        <translation>节点上的镜像</translation>
    </message>
    <message>
        <source>node avoids such pods</source>
        <translation>节点尽量避免此类 Pod</translation>
    </message>
    <message>
        <source>The scheduler&apos;s configuration names plugins or settings that are not evaluated.</source>
        <translation>调度器配置中含有未评估的插件或设置。</translation>
    </message>
    <message>
        <source>most allocated</source>
        <translation>最多分配</translation>
    </message>
    <message>
        <source>requested to capacity</source>
        <translation>请求与容量之比</translation>
    </message>
    <message>
        <source>It is placed on %1, unless something that was not evaluated (below) prevents it.</source>
        <translation>将调度到 %1，除非下列未检查的规则阻止它。</translation>
    </message>
    <message>
        <source>%1 nodes share the best score by the scheduler&apos;s default settings, as far as they are known; one of them will be taken, %2 or another. It may choose otherwise.</source>
        <translation>按已知的调度器默认设置，%1 个节点并列最高分；会选用其中之一：%2 或另一个。实际选择可能不同。</translation>
    </message>
    <message>
        <source>%1 nodes are equally good by the public model of a scheduler whose source is not public; one of them will be taken, %2 or another. It may choose otherwise.</source>
        <translation>按公开资料建模（该调度器未开源），%1 个节点并列最佳；会选用其中之一：%2 或另一个。实际选择可能不同。</translation>
    </message>
    <message>
        <source>The scores follow the default settings of this Kubernetes version, which were not compared with its real scheduler. Compared were those of %1.</source>
        <translation>打分依据该 Kubernetes 版本的默认配置，未与其真实调度器逐一比对。已比对的版本：%1。</translation>
    </message>
    <message>
        <source>The pod names a runtime class. When it is created, the API server may add overhead and a node selector, which are not known here.</source>
        <translation>该 Pod 指定了 RuntimeClass。创建时 API 服务器可能加上额外开销（overhead）和节点选择器，此处未知。</translation>
    </message>
    <message>
        <source>A volume claim that the pod names does not exist. The pod waits until it does.</source>
        <translation>该 Pod 引用的某个存储卷声明（PVC）不存在。在其创建之前 Pod 会一直等待。</translation>
    </message>
    <message>
        <source>The pod is matched with others by labels that it does not carry yet. Its controller adds them when it creates the pod.</source>
        <translation>该 Pod 与其他 Pod 的匹配依据其尚未带有的标签，这些标签由控制器在创建 Pod 时添加。</translation>
    </message>
    <message>
        <source>The pod has fields that this program does not evaluate; they may steer the scheduler.</source>
        <translation>该 Pod 带有本程序不求值的字段，这些字段可能影响调度。</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are equally good by the rules of the GPU stack&apos;s scheduler: %1 or another. A version that was not compared may choose otherwise.</source>
        <translation>
            <numerusform>按 GPU 方案调度器的规则，%n 个节点同样合适：%1 或另一个。未经对照的版本可能另作选择。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is the best place by the rules of the GPU stack&apos;s scheduler; a version that was not compared may choose otherwise.</source>
        <translation>按 GPU 方案调度器的规则，%1 是最佳位置；未经对照的版本可能另作选择。</translation>
    </message>
    <message>
        <source>Devices of dynamic resource allocation may serve the pod, and not all that decides about them was evaluated: a selector, the preference for an earlier alternative, or a device class that stands for an extended resource. The scheduler decides.</source>
        <translation>该 Pod 可能由动态资源分配（DRA）的设备满足，而决定因素并未全部评估：某个选择表达式、对靠前备选项的偏好，或代表扩展资源的 DeviceClass。由调度器决定。</translation>
    </message>
    <message>
        <source>only one fits</source>
        <translation>仅一处可行</translation>
    </message>
    <message>
        <source>The GPU stack&apos;s own scheduler chooses node and cards. Its rules were compared with HAMi 2.10.0, Volcano 1.15.1, Koordinator 1.8.0, gpu-admission of 2020-11, KAI-Scheduler 0.17.0 and, for device claims, kube-scheduler 1.35.4 with its default feature gates; another version may decide otherwise.</source>
        <translation>节点和 GPU 卡由 GPU 方案自己的调度器选择。其规则已与 HAMi 2.10.0、Volcano 1.15.1、Koordinator 1.8.0、2020-11 的 gpu-admission 和 KAI-Scheduler 0.17.0 对照，设备申领的规则已与采用默认特性门控的 kube-scheduler 1.35.4 对照；其他版本的决定可能不同。</translation>
    </message>
    <message>
        <source>Koordinator&apos;s Reservations were not read; what they keep for other pods looks free here.</source>
        <translation>未读取 Koordinator 的 Reservation；它们为其他 Pod 保留的资源在此显示为空闲。</translation>
    </message>
    <message>
        <source>The pod has the annotation network.alibabacloud.com/erdma-smcr, but no container requests aliyun/erdma. The eRDMA controller then sets up no SMC-R.</source>
        <translation>Pod 带有注解 network.alibabacloud.com/erdma-smcr，但没有容器请求 aliyun/erdma，因此 eRDMA 控制器不会配置 SMC-R。</translation>
    </message>
    <message>
        <source>The pod or the node asks for NUMA alignment. CPU and memory of the NUMA nodes were not evaluated, and GPUs only where the node reports the NUMA nodes of its cards.</source>
        <translation>Pod 或节点要求 NUMA 对齐。未评估 NUMA 节点的 CPU 和内存；只有节点提供了卡所在的 NUMA 节点时，才评估 GPU。</translation>
    </message>
    <message>
        <source>The pod belongs to a group that has fewer pods than its labels say. The scheduler places none of them until all exist.</source>
        <translation>Pod 所在组的 Pod 数少于其标签所写的数量。全部创建之前，调度器一个也不会放置。</translation>
    </message>
    <message>
        <source>The pod requests several slots of a time-sliced node. They bring no second card and no more memory, and where the device plugin&apos;s configuration has failRequestsGreaterThanOne, which was not read, the pod fails on the node.</source>
        <translation>Pod 请求了时间片节点的多份。这不会得到第二张卡，也不会增加显存；未读取设备插件的配置，如果其中启用了 failRequestsGreaterThanOne，Pod 会在节点上失败。</translation>
    </message>
    <message>
        <source>The pod has fields that are newer than this server (sidecars, resources of its own, scheduling gates, namespaceSelector, minDomains, nodeAffinityPolicy, nodeTaintsPolicy or matchLabelKeys). It drops them unless a feature gate is set.</source>
        <translation>该 Pod 带有比此服务器更新的字段（Sidecar 容器、Pod 级资源、调度门控、namespaceSelector、minDomains、nodeAffinityPolicy、nodeTaintsPolicy 或 matchLabelKeys）。除非开启了相应的特性门控，服务器会丢弃这些字段。</translation>
    </message>
    <message numerus="yes">
        <source>No node is known to take it now; of %n node(s) it is unknown.</source>
        <translation>
            <numerusform>没有已知放得下的节点；有 %n 个节点无法判断。</numerusform>
        </translation>
    </message>
    <message>
        <source>Not all quotas and limit ranges of the namespace were read; the server may refuse the pods.</source>
        <translation>命名空间的配额和 LimitRange 没有全部读取；服务器可能拒绝这些 Pod。</translation>
    </message>
    <message>
        <source>depends on pods before it</source>
        <translation>取决于前面的 Pod</translation>
    </message>
    <message>
        <source>It is placed on %1 if the pods before it are placed as shown; theirs is one of several possible places.</source>
        <translation>若前面的 Pod 按所示放置，则放到 %1；它们的位置是几个可能位置之一。</translation>
    </message>
    <message>
        <source>Pods that hold %1 of node %2 name no card: how much of its cards is really free is unknown.</source>
        <translation>占用节点 %2 中 %1 的 Pod 没有记录卡号：该节点各卡实际空闲多少未知。</translation>
    </message>
    <message>
        <source>Nodes have a taint whose key is an extended resource that the pod requests. Where the API server runs with the admission plugin ExtendedResourceToleration, it makes the pod tolerate that taint; the API does not say whether it does. Add the toleration to the manifest to be sure.</source>
        <translation>有节点带有污点，其键是该 Pod 请求的扩展资源。API 服务器启用准入插件 ExtendedResourceToleration 时，会让 Pod 容忍该污点；API 不会说明是否启用。要确定无疑，请在清单中加上该容忍度。</translation>
    </message>
    <message>
        <source>PriorityClasses were not read, so the priority that the pod gets is not known: pods of lower priority may be evicted for it, and quotas of a PriorityClass may count it.</source>
        <translation>未读取 PriorityClass，因此不知道 Pod 会得到什么优先级：可能为它驱逐优先级更低的 Pod，按 PriorityClass 计数的配额也可能计入它。</translation>
    </message>
    <message>
        <source>What one replica takes can change where the next may go: if an earlier one goes elsewhere than shown, the later places, and how many there are, can differ.</source>
        <translation>一个副本占用的位置会影响下一个副本能去哪里：如果前面的副本没有落在所示位置，后面的位置及其数量都可能不同。</translation>
    </message>
    <message>
        <source>Pods of lower priority run where it would fit without them; the scheduler may evict some of them.</source>
        <translation>更低优先级的 Pod 正运行在没有它们就放得下的位置；调度器可能驱逐其中一些。</translation>
    </message>
    <message>
        <source>at least %1 of %2 fit</source>
        <translation>%2 个中至少放得下 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 fit</source>
        <translation>%2 个中放得下 %1 个</translation>
    </message>
    <message>
        <source>No place is known</source>
        <translation>没有已知的可放置位置</translation>
    </message>
    <message>
        <source>Fits nowhere</source>
        <translation>没有位置放得下</translation>
    </message>
    <message>
        <source>How the pod is spread is not certain: topology spread constraints could not be read, or kube-scheduler may place the first pod before it knows the new controller, and then spreads it only with the pods of its Services.</source>
        <translation>Pod 如何分散并不确定：拓扑分布约束无法读取，或 kube-scheduler 可能在得知新建的控制器之前就放置第一个 Pod，此时只与其 Service 的 Pod 一起分散。</translation>
    </message>
    <message numerus="yes">
        <source>It is placed on one of %n node(s): which one depends on whether kube-scheduler knows its new controller by then.</source>
        <translation>
            <numerusform>放置到 %n 个节点之一：取决于 kube-scheduler 届时是否已得知它新建的控制器。</numerusform>
        </translation>
    </message>
    <message>
        <source>A Service that selects this pod would spread it; Services were not read, or one comes with the same file.</source>
        <translation>选中该 Pod 的 Service 会使它分散；未读取 Service，或同一文件会创建一个。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ChangeTexts</name>
    <message>
        <source>absent</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>The node was removed and added again since: it is another one now.</source>
        <translation>该节点之后被移出并重新加入：现在是另一个节点。</translation>
    </message>
    <message>
        <source>%1 was set to &quot;%2&quot;, but is &quot;%3&quot; now.</source>
        <translation>%1 当时设为“%2”，现在是“%3”。</translation>
    </message>
    <message>
        <source>%1 was &quot;%2&quot; when it was read and is &quot;%3&quot; now; you want &quot;%4&quot;.</source>
        <translation>读取时 %1 为“%2”，现在是“%3”；您要设为“%4”。</translation>
    </message>
    <message>
        <source>cordon</source>
        <translation>封锁</translation>
    </message>
    <message>
        <source>uncordon</source>
        <translation>解除封锁</translation>
    </message>
    <message>
        <source>drain</source>
        <translation>排空</translation>
    </message>
    <message>
        <source>switch mode</source>
        <translation>切换模式</translation>
    </message>
    <message>
        <source>set placement</source>
        <translation>更改放置策略</translation>
    </message>
    <message>
        <source>edit labels and taints</source>
        <translation>编辑标签和污点</translation>
    </message>
    <message>
        <source>undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>set labels</source>
        <translation>设置标签</translation>
    </message>
    <message>
        <source>outcome not known</source>
        <translation>结果未知</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>nothing to do</source>
        <translation>无需更改</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>rolled back</source>
        <translation>已回滚</translation>
    </message>
    <message>
        <source>left unfinished</source>
        <translation>未完成即结束</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>It changed nothing or has not finished.</source>
        <translation>该变更没有改动任何内容，或尚未完成。</translation>
    </message>
    <message>
        <source>It was undone already.</source>
        <translation>该变更已被撤销。</translation>
    </message>
    <message>
        <source>A key is empty.</source>
        <translation>有一个键为空。</translation>
    </message>
    <message>
        <source>The key &quot;%1&quot; is not valid: letters, digits, &quot;-&quot;, &quot;_&quot; and &quot;.&quot;, with a letter or digit at both ends; before a &quot;/&quot; a DNS name in lower case.</source>
        <translation>键“%1”无效：只能用字母、数字、连字符、下划线和点，首尾为字母或数字；斜杠前须为小写 DNS 名称。</translation>
    </message>
    <message>
        <source>The key &quot;%1&quot; is too long: 63 characters, and 253 before the &quot;/&quot;.</source>
        <translation>键“%1”过长：最多 63 个字符，斜杠前最多 253 个。</translation>
    </message>
    <message>
        <source>The value &quot;%2&quot; of %1 is not valid: letters, digits, &quot;-&quot;, &quot;_&quot; and &quot;.&quot;, with a letter or digit at both ends.</source>
        <translation>%1 的值“%2”无效：只能用字母、数字、连字符、下划线和点，首尾为字母或数字。</translation>
    </message>
    <message>
        <source>The value of %1 is longer than 63 characters.</source>
        <translation>%1 的值超过 63 个字符。</translation>
    </message>
    <message>
        <source>The effect of the taint %1 must be NoSchedule, PreferNoSchedule or NoExecute.</source>
        <translation>污点 %1 的效果必须是 NoSchedule、PreferNoSchedule 或 NoExecute。</translation>
    </message>
    <message>
        <source>%1 appears twice.</source>
        <translation>%1 出现了两次。</translation>
    </message>
    <message>
        <source>%1 decides the GPU mode. Changed by hand it leaves running pods outside the ledger: use &quot;Switch mode&quot;, which drains first.</source>
        <translation>%1 决定 GPU 模式。手工修改会让运行中的 Pod 脱离账本：请使用“切换模式”，它会先排空。</translation>
    </message>
    <message>
        <source>%1 belongs to Kubernetes or a controller, which may set it back.</source>
        <translation>%1 属于 Kubernetes 或某个控制器，可能会被改回。</translation>
    </message>
    <message>
        <source>The taint %1 immediately evicts every running pod that does not tolerate it.</source>
        <translation>污点 %1 会立即驱逐所有不容忍它的运行中 Pod。</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>bind to a node</source>
        <translation>绑定到节点</translation>
    </message>
    <message>
        <source>evict</source>
        <translation>驱逐</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>伸缩</translation>
    </message>
    <message>
        <source>annotate</source>
        <translation>设置注解</translation>
    </message>
    <message>
        <source>exclude cards</source>
        <translation>排除 GPU 卡</translation>
    </message>
    <message>
        <source>The mode was switched with a drain, so a plan of its own switches it back.</source>
        <translation>该模式是先排空再切换的，因此需用单独的计划切换回去。</translation>
    </message>
    <message>
        <source>An eviction cannot be undone: controllers recreate the pods where the scheduler places them.</source>
        <translation>驱逐无法撤销：控制器会重建 Pod，由调度器决定其位置。</translation>
    </message>
    <message>
        <source>A deleted object cannot be restored.</source>
        <translation>已删除的对象无法恢复。</translation>
    </message>
    <message>
        <source>A bound pod never moves to another node.</source>
        <translation>已绑定的 Pod 不会迁移到其他节点。</translation>
    </message>
    <message>
        <source>%1 is the placement policy: use &quot;Change placement policy&quot;.</source>
        <translation>%1 是放置策略：请使用“更改放置策略”。</translation>
    </message>
    <message>
        <source>Scale it to the old number of replicas in the menu of the pod.</source>
        <translation>请在 Pod 的菜单中扩缩到原来的副本数。</translation>
    </message>
    <message>
        <source>It changed nothing that can be undone.</source>
        <translation>该变更没有可撤销的内容。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ChartTools</name>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>GPU 卡</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Pod</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation>显存已用</translation>
    </message>
    <message>
        <source>Utilization</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>1 h</source>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>6 h</source>
        <translation>6 小时</translation>
    </message>
    <message>
        <source>24 h</source>
        <translation>24 小时</translation>
    </message>
    <message>
        <source>7 d</source>
        <translation>7 天</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>What the chart is about</source>
        <translation>图表的对象类型</translation>
    </message>
    <message>
        <source>Object of the chart</source>
        <translation>图表的对象</translation>
    </message>
    <message>
        <source>Measure of the chart</source>
        <translation>图表的指标</translation>
    </message>
    <message>
        <source>Time shown by the charts</source>
        <translation>图表的时间范围</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Begin of the time shown</source>
        <translation>显示时间的起点</translation>
    </message>
    <message>
        <source>End of the time shown</source>
        <translation>显示时间的终点</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Save picture (PNG)…</source>
        <translation>保存图片（PNG）…</translation>
    </message>
    <message>
        <source>Save values (CSV)…</source>
        <translation>保存数值（CSV）…</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Copy values</source>
        <translation>复制数值</translation>
    </message>
    <message>
        <source>The beginning lies in the future</source>
        <translation>开始时间在将来</translation>
    </message>
    <message>
        <source>The end lies before the beginning</source>
        <translation>结束时间早于开始时间</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ChartsPage</name>
    <message>
        <source>PNG (*.png)</source>
        <translation>PNG (*.png)</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>All measured cards</source>
        <translation>全部有采样的卡</translation>
    </message>
    <message>
        <source>Card %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>no sample</source>
        <translation>无采样</translation>
    </message>
    <message>
        <source>Card %1 of %2</source>
        <translation>%2 的卡 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) compared</source>
        <translation>
            <numerusform>对比 %n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>Whole cluster</source>
        <translation>整个集群</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n card(s)</source>
        <translation>
            <numerusform>%1：%n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>asking the metrics source, part %1 of %2…</source>
        <translation>正在查询指标来源，第 %1 / %2 部分…</translation>
    </message>
    <message>
        <source>asking the metrics source…</source>
        <translation>正在查询指标来源…</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>总和</translation>
    </message>
    <message>
        <source>average</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>maximum</source>
        <translation>最高</translation>
    </message>
    <message>
        <source>of %1 to %2 measured cards</source>
        <translation>由 %1 到 %2 张有采样的卡得出</translation>
    </message>
    <message>
        <source>cards whose pod is unknown are left out</source>
        <translation>未计入所属 Pod 未知的卡</translation>
    </message>
    <message>
        <source>before the dashed line the cards were allocated to others</source>
        <translation>虚线之前这些卡由其他 Pod 占用</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>原因？</translation>
    </message>
    <message>
        <source>Asking the metrics source</source>
        <translation>正在查询指标来源</translation>
    </message>
    <message>
        <source>No card is chosen</source>
        <translation>未选择任何卡</translation>
    </message>
    <message>
        <source>Choose cards on the map (Ctrl+click or drag a frame), up to 64 of them are compared.</source>
        <translation>请在热力图上选择卡（Ctrl+单击或拖出选框），最多可对比 64 张。</translation>
    </message>
    <message>
        <source>Not in the cluster</source>
        <translation>集群中没有</translation>
    </message>
    <message>
        <source>%1 does not exist or uses no cards.</source>
        <translation>%1 不存在，或未占用任何卡。</translation>
    </message>
    <message>
        <source>Too many cards for one chart</source>
        <translation>卡过多，无法绘入一张图表</translation>
    </message>
    <message>
        <source>%1 cards; at most %2 are asked for one by one. The whole cluster is added up by the metrics source.</source>
        <translation>共 %1 张卡；逐张查询最多 %2 张。整个集群由指标来源汇总。</translation>
    </message>
    <message>
        <source>Which cards it uses is unknown</source>
        <translation>不清楚它占用哪些卡</translation>
    </message>
    <message>
        <source>It uses whole cards; neither the API nor an exporter says which ones.</source>
        <translation>它占用整卡；API 和 exporter 都未提供是哪几张。</translation>
    </message>
    <message>
        <source>Nothing was asked yet</source>
        <translation>尚未查询</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>重新查询</translation>
    </message>
    <message>
        <source>No samples in this time</source>
        <translation>此时间段无采样</translation>
    </message>
    <message>
        <source>The metrics source answered, and has nothing of these cards between %1 and %2.</source>
        <translation>指标来源已应答，但在 %1 与 %2 之间没有这些卡的数据。</translation>
    </message>
    <message>
        <source>Save the chart as a picture</source>
        <translation>将图表保存为图片</translation>
    </message>
    <message>
        <source>Save the values of the chart</source>
        <translation>保存图表的数值</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>The time before the zoom (double click)</source>
        <translation>放大之前的时间（双击）</translation>
    </message>
    <message>
        <source>cards whose index is unknown are left out</source>
        <translation>未计入卡号未知的卡</translation>
    </message>
    <message>
        <source>No past values of these cards</source>
        <translation>这些卡没有历史数值</translation>
    </message>
    <message>
        <source>Past values are stored by GPU index. The API names these cards by UUID alone: their indexes are not known.</source>
        <translation>历史数值按卡号存储，而 API 只以 UUID 标识这些卡，其卡号未知。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ClusterBanners</name>
    <message>
        <source>Connect anonymously</source>
        <translation>匿名连接</translation>
    </message>
    <message>
        <source>The kubeconfig file changed on disk and cannot be used as it is now</source>
        <translation>kubeconfig 文件在磁盘上已更改，且目前无法使用</translation>
    </message>
    <message>
        <source>The kubeconfig file changed on disk: this context means another cluster or identity now</source>
        <translation>kubeconfig 文件在磁盘上已更改：此上下文现在指向另一个集群或身份</translation>
    </message>
    <message>
        <source>The connection goes on with what it was opened with.</source>
        <translation>当前连接继续使用打开时的设置。</translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation>重新连接</translation>
    </message>
    <message>
        <source>A plan is not finished: %1</source>
        <translation>有计划尚未完成：%1</translation>
    </message>
    <message>
        <source>Nothing happens until you decide: continue, roll back, or leave the node as it is.</source>
        <translation>在您决定之前不会有任何动作：继续，回滚，或保持节点现状。</translation>
    </message>
    <message>
        <source>Decide…</source>
        <translation>处理…</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ClusterView</name>
    <message>
        <source>Created %1 %2</source>
        <translation>已创建 %1 %2</translation>
    </message>
    <message>
        <source>YAML of %1</source>
        <translation>%1 的 YAML</translation>
    </message>
    <message>
        <source>Choose a node, a card or a pod first</source>
        <translation>请先选择节点、GPU 卡或 Pod</translation>
    </message>
    <message>
        <source>Choose a pod first</source>
        <translation>请先选择 Pod</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
    <message>
        <source>This pod has no owner</source>
        <translation>该 Pod 没有所属控制器</translation>
    </message>
    <message>
        <source>Choose a node first</source>
        <translation>请先选择节点</translation>
    </message>
    <message>
        <source>Preview a placement first; only a fresh preview is submitted</source>
        <translation>请先进行放置预览；只能提交最新的预览</translation>
    </message>
    <message>
        <source>Only live clusters have a lock; nothing real is changed here</source>
        <translation>只有真实集群才需要锁定：此处的更改不影响任何真实集群</translation>
    </message>
    <message>
        <source>What was submitted is deleted already</source>
        <translation>提交的对象已被删除</translation>
    </message>
    <message>
        <source>Bound %1 to %2</source>
        <translation>已将 %1 绑定到 %2</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>%1 is as it was before</source>
        <translation>%1 已恢复原状</translation>
    </message>
    <message>
        <source>%1 was not undone: %2</source>
        <translation>%1 未能撤销：%2</translation>
    </message>
    <message>
        <source>The map shows a past state, but an export would show the current one. Return to live first.</source>
        <translation>热力图显示的是历史状态，而导出的是当前状态。请先返回当前。</translation>
    </message>
    <message>
        <source>There is one tab only; Ctrl+T opens another cluster beside it</source>
        <translation>只有一个标签页；按 Ctrl+T 可在旁边打开另一个集群</translation>
    </message>
    <message>
        <source>no cluster</source>
        <translation>未打开集群</translation>
    </message>
    <message>
        <source>This window shows one cluster only</source>
        <translation>此窗口只显示一个集群</translation>
    </message>
    <message>
        <source>The node reports no GPU cards</source>
        <translation>该节点没有上报 GPU 卡</translation>
    </message>
    <message>
        <source>The pod does not exist any more</source>
        <translation>该 Pod 已不存在</translation>
    </message>
    <message>
        <source>Preview a placement first</source>
        <translation>请先进行放置预览</translation>
    </message>
    <message>
        <source>There is no change in this cluster that can be undone</source>
        <translation>此集群中没有可撤销的更改</translation>
    </message>
    <message>
        <source>%1 is no longer in the cluster</source>
        <translation>%1 已不在集群中</translation>
    </message>
    <message numerus="yes">
        <source>Created %n object(s)</source>
        <translation>
            <numerusform>已创建 %n 个对象</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Pages, acts, nodes, pods, namespaces, templates</source>
        <translation>页面、操作、节点、Pod、命名空间、模板</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Enter runs it, Esc closes. Start with po, no, ns or &gt; to find only pods, nodes, namespaces or actions.</source>
        <translation>按 Enter 执行，按 Esc 关闭。在词前输入 po、no、ns 或 &gt; 可只查找 Pod、节点、命名空间或操作。</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>pod in %1</source>
        <translation>%1 中的 Pod</translation>
    </message>
    <message>
        <source>template: preview it</source>
        <translation>模板：预览</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ComparePage</name>
    <message>
        <source>Choose the state before</source>
        <translation>选择之前的状态</translation>
    </message>
    <message>
        <source>Choose the state after</source>
        <translation>选择之后的状态</translation>
    </message>
    <message>
        <source>Reading and comparing</source>
        <translation>正在读取并对比</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Choose another file…</source>
        <translation>选择其他文件…</translation>
    </message>
    <message>
        <source>Nothing differs</source>
        <translation>没有差异</translation>
    </message>
    <message>
        <source>No node, card or GPU pod differs between the two states.</source>
        <translation>两个状态之间，节点、GPU 卡和 GPU Pod 均无差异。</translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) outlined: they changed</source>
        <translation>
            <numerusform>描边的 %n 张卡发生了变化</numerusform>
        </translation>
    </message>
    <message>
        <source>the first %1 lines</source>
        <translation>前 %1 行</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n 处变化</numerusform>
        </translation>
    </message>
    <message>
        <source>Memory allocated</source>
        <translation>显存已分配</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>总量 %1</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>GPU 卡</translation>
    </message>
    <message>
        <source>GPU pods</source>
        <translation>GPU Pod</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>the cluster at %1</source>
        <translation>%1 时的集群</translation>
    </message>
    <message>
        <source>the cluster now</source>
        <translation>当前集群</translation>
    </message>
    <message>
        <source>Before…</source>
        <translation>之前…</translation>
    </message>
    <message>
        <source>After…</source>
        <translation>之后…</translation>
    </message>
    <message>
        <source>After: the cluster now</source>
        <translation>之后：当前集群</translation>
    </message>
    <message>
        <source>Save a snapshot…</source>
        <translation>保存快照…</translation>
    </message>
    <message>
        <source>Pods</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Filter the changes</source>
        <translation>筛选变化</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>变化内容</translation>
    </message>
    <message>
        <source>Compare two states</source>
        <translation>对比两个状态</translation>
    </message>
    <message>
        <source>Open a snapshot…</source>
        <translation>打开快照…</translation>
    </message>
    <message>
        <source>Look at a saved state instead of the cluster (Ctrl+O)</source>
        <translation>查看已保存的状态，而不是当前集群（Ctrl+O）</translation>
    </message>
    <message>
        <source>Choose a saved snapshot as the state before; after it comes another one, or the cluster as it is now. To look at one snapshot alone, open it.</source>
        <translation>选择一个已保存的快照作为之前的状态；之后的状态可以是另一个快照，也可以是当前集群。若只查看一个快照，请直接打开。</translation>
    </message>
    <message>
        <source>Choose the state before…</source>
        <translation>选择之前的状态…</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>not scheduled</source>
        <translation>未调度</translation>
    </message>
    <message>
        <source>card %1</source>
        <comment>one or several cards</comment>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>State after: %1; the state before is still to be chosen</source>
        <translation>之后的状态：%1；之前的状态尚未选择</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ConnectionDialog</name>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Stages of the last new connection</source>
        <translation>最近一次新建连接的各阶段</translation>
    </message>
    <message>
        <source>Rights</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Test again</source>
        <translation>重新测试</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>数据源</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Server certificate</source>
        <translation>服务器证书</translation>
    </message>
    <message>
        <source>not checked (insecure-skip-tls-verify)</source>
        <translation>不校验（insecure-skip-tls-verify）</translation>
    </message>
    <message>
        <source>Server version</source>
        <translation>服务器版本</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Visible</source>
        <translation>可见范围</translation>
    </message>
    <message>
        <source>whole cluster</source>
        <translation>整个集群</translation>
    </message>
    <message>
        <source>Last response</source>
        <translation>最近一次响应</translation>
    </message>
    <message>
        <source>No connection yet</source>
        <translation>尚未建立连接</translation>
    </message>
    <message>
        <source>Address of the server</source>
        <translation>解析服务器地址</translation>
    </message>
    <message>
        <source>TCP connection</source>
        <translation>TCP 连接</translation>
    </message>
    <message>
        <source>TLS handshake</source>
        <translation>TLS 握手</translation>
    </message>
    <message>
        <source>First byte</source>
        <translation>首字节</translation>
    </message>
    <message>
        <source>Connected to</source>
        <translation>已连接到</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>测量时间</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>denied; a click copies the rule that is missing</source>
        <translation>拒绝；单击可复制所缺的规则</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Metrics source…</source>
        <translation>指标来源…</translation>
    </message>
    <message>
        <source>Identity seen by the server</source>
        <translation>服务器识别的身份</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Warning of the server</source>
        <translation>服务器警告</translation>
    </message>
    <message>
        <source>Not permitted</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>pods of %1</source>
        <translation>%1 的 Pod</translation>
    </message>
    <message>
        <source>Without a watch</source>
        <translation>未使用监听（watch）</translation>
    </message>
    <message numerus="yes">
        <source>%n list(s), read every 30 seconds instead</source>
        <translation>
            <numerusform>%n 个列表，改为每 30 秒读取一次</numerusform>
        </translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>the watch is refused, or a proxy delays its events</source>
        <translation>监听被拒绝，或变更事件未及时送达</translation>
    </message>
    <message numerus="yes">
        <source>allowed in %n namespace(s): %1</source>
        <translation>
            <numerusform>在 %n 个命名空间中允许：%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>denied in %n namespace(s): %1</source>
        <translation>
            <numerusform>在 %n 个命名空间中不允许：%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not known in %n namespace(s): %1</source>
        <translation>
            <numerusform>在 %n 个命名空间中未知：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Caution</source>
        <translation>注意</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ConnectionTexts</name>
    <message>
        <source>Reconnecting</source>
        <translation>正在重连</translation>
    </message>
    <message>
        <source>Reconnecting, data is %1 old</source>
        <translation>正在重连，数据已有 %1未更新</translation>
    </message>
    <message>
        <source>%1, next try in %2</source>
        <comment>the state, then a short duration</comment>
        <translation>%1，%2后重试</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Loading: %1 nodes, %2 pods so far</source>
        <translation>正在加载：已有 %1 个节点、%2 个 Pod</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Disconnected: %1</source>
        <comment>%1 = a few words, such as: no permission</comment>
        <translation>连接已断开：%1</translation>
    </message>
    <message>
        <source>Disconnected</source>
        <translation>连接已断开</translation>
    </message>
    <message>
        <source>Saved snapshot</source>
        <translation>已保存的快照</translation>
    </message>
    <message>
        <source>The server&apos;s clock is %1 ahead of this machine&apos;s</source>
        <comment>%1 = a short duration</comment>
        <translation>服务器的时钟比本机快 %1</translation>
    </message>
    <message>
        <source>The server&apos;s clock is %1 behind this machine&apos;s</source>
        <comment>%1 = a short duration</comment>
        <translation>服务器的时钟比本机慢 %1</translation>
    </message>
    <message>
        <source>Unknown fields were not checked; the server drops them silently.</source>
        <translation>未检查未知字段；服务器会静默丢弃 API 不认识的字段。</translation>
    </message>
    <message>
        <source>Every field is in the server&apos;s own description of its API (/openapi/v2).</source>
        <translation>所有字段都在服务器自己的 API 描述（/openapi/v2）中。</translation>
    </message>
    <message>
        <source>The server itself looked for fields that it does not know (fieldValidation=Strict).</source>
        <translation>服务器已自行检查它不认识的字段（fieldValidation=Strict）。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>%1 = how many came, %2 = how many there are; stands for one number in a sentence</comment>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>The kubeconfig file %1 holds credentials, and others on this machine may read it (mode %2). Remove that permission: chmod 600.</source>
        <translation>kubeconfig 文件 %1 含有凭据，而本机其他用户可以读取它（权限 %2）。请收回该权限：chmod 600。</translation>
    </message>
    <message>
        <source>The server&apos;s certificate holds no list of names (subjectAltName), only a common name: kubectl and every other client of Go refuse it. Have it issued anew with its names.</source>
        <translation>服务器证书中没有名称列表（subjectAltName），只有通用名：kubectl 以及其他所有 Go 客户端都会拒绝它。请重新签发带有名称的证书。</translation>
    </message>
    <message>
        <source>The API server went back to an older state: its etcd was restored from a backup, or another cluster answers at this address. Everything was read again; what was changed after the backup is lost, so check it.</source>
        <translation>API Server 的数据回到了较早的状态：其 etcd 从备份恢复，或该地址现在由另一个集群应答。所有数据已重新读取；备份之后的更改已丢失，请核对。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ConnectionViews</name>
    <message>
        <source>Try again now</source>
        <translation>立即重试</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>watch %1 of %2</source>
        <translation>监听 %1 / %2</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>%1 nodes, %2 pods</source>
        <translation>%1 个节点，%2 个 Pod</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Reconnecting</source>
        <translation>正在重连</translation>
    </message>
    <message>
        <source>Connection failed</source>
        <translation>连接失败</translation>
    </message>
    <message>
        <source>Saved state</source>
        <translation>已保存的快照</translation>
    </message>
    <message>
        <source>Data last updated at %1.</source>
        <translation>所示数据最后更新于 %1。</translation>
    </message>
    <message>
        <source>Next retry at %1.</source>
        <translation>下次重试：%1。</translation>
    </message>
    <message>
        <source>The connection is lost</source>
        <translation>连接已断开</translation>
    </message>
    <message>
        <source>Nodes and their cards are hidden from you.</source>
        <translation>您看不到节点及其 GPU 卡。</translation>
    </message>
    <message>
        <source>Not permitted: pods of %1.</source>
        <translation>没有权限：%1 的 Pod。</translation>
    </message>
    <message>
        <source>You can see the namespaces %1 only; totals of pods cover nothing else</source>
        <translation>您只能查看命名空间 %1；Pod 的合计只包含这些命名空间</translation>
    </message>
    <message>
        <source>You can see the namespace %1 only; totals of pods cover nothing else</source>
        <translation>您只能查看命名空间 %1；Pod 的合计只包含这一范围</translation>
    </message>
    <message>
        <source>Waiting for the credential plugin %1</source>
        <translation>正在等待凭据插件 %1</translation>
    </message>
    <message>
        <source>It may have opened a browser for you to log in.</source>
        <translation>它可能已打开浏览器等待您登录。</translation>
    </message>
    <message>
        <source>Stop waiting</source>
        <translation>停止等待</translation>
    </message>
    <message>
        <source>Ages are counted by the server&apos;s clock. Correct the clock that is wrong.</source>
        <translation>时长按服务器的时钟计算。请校正不准的时钟。</translation>
    </message>
    <message>
        <source>Loading the cluster</source>
        <translation>正在加载集群</translation>
    </message>
    <message>
        <source>%1 nodes and %2 pods so far</source>
        <translation>已有 %1 个节点、%2 个 Pod</translation>
    </message>
    <message>
        <source>Nodes are hidden from you</source>
        <translation>您看不到节点</translation>
    </message>
    <message>
        <source>Without nodes no card can be shown and no placement predicted; pods can be seen and submitted.</source>
        <translation>没有节点信息就无法显示 GPU 卡，也无法预测放置位置；Pod 仍可查看和提交。</translation>
    </message>
    <message>
        <source>Choose a context, a snapshot or the demo cluster in the menu at the top left.</source>
        <translation>请在左上角的菜单中选择上下文、快照或演示集群。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ConsoleWindow</name>
    <message>
        <source>Open another cluster in a new tab (Ctrl+T)</source>
        <translation>在新标签页打开另一个集群（Ctrl+T）</translation>
    </message>
    <message>
        <source>Open clusters</source>
        <translation>已打开的集群</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ConstraintDialog</name>
    <message>
        <source>Change the template of %1: all its pods are recreated and scheduled there by their scheduler.</source>
        <translation>更改 %1 的模板：它的所有 Pod 都会重新创建，并由其调度器调度到该位置。</translation>
    </message>
    <message>
        <source>The template of a Job cannot be changed: delete %1 and create it again with this in its template.</source>
        <translation>Job 的模板不能更改：请删除 %1，并在模板中加入以下内容后重新创建。</translation>
    </message>
    <message>
        <source>The place of a pod cannot be changed: delete %1 and create it again with this in its spec.</source>
        <translation>Pod 的位置不能更改：请删除 %1，并在 spec 中加入以下内容后重新创建。</translation>
    </message>
    <message>
        <source>Add this to the pod template of %1, which makes the pods.</source>
        <translation>请把以下内容加入创建这些 Pod 的 %1 的 Pod 模板。</translation>
    </message>
    <message>
        <source>Its scheduler picks the card and records it. A pod bound by hand is outside the ledger, and the card would be allocated twice.</source>
        <translation>由其调度器选择卡并登记。手动绑定的 Pod 不在账本中，同一张卡会被重复分配。</translation>
    </message>
    <message>
        <source>It asks for a GPU resource whose scheduler may have to write something down too; that is not known here.</source>
        <translation>它请求的 GPU 资源可能也需要其调度器记录信息，这里无从得知。</translation>
    </message>
    <message>
        <source>How is %1 kept on %2?</source>
        <translation>如何让 %1 固定在 %2？</translation>
    </message>
    <message>
        <source>This pod is not bound by hand</source>
        <translation>此 Pod 不会手动绑定</translation>
    </message>
    <message>
        <source>Equivalent command</source>
        <translation>等效命令</translation>
    </message>
    <message>
        <source>No constraint names a card: which one the pod gets on the node is its scheduler&apos;s choice.</source>
        <translation>没有任何约束能指定某一张卡：Pod 在节点上得到哪张卡由其调度器决定。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copy the YAML</source>
        <translation>复制 YAML</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>复制命令</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ContextTabs</name>
    <message>
        <source>Close this tab (Ctrl+W)</source>
        <translation>关闭此标签页（Ctrl+W）</translation>
    </message>
    <message>
        <source>TLS not checked</source>
        <translation>未校验 TLS</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CordonBar</name>
    <message numerus="yes">
        <source>%n node(s) are cordoned</source>
        <translation>
            <numerusform>已封锁 %n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are schedulable again</source>
        <translation>
            <numerusform>%n 个节点已恢复调度</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is cordoned</source>
        <translation>%1 已封锁</translation>
    </message>
    <message>
        <source>%1 is schedulable again</source>
        <translation>%1 已恢复调度</translation>
    </message>
    <message numerus="yes">
        <source>Cordon %n node(s)</source>
        <translation>
            <numerusform>封锁（cordon）%n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Uncordon %n node(s)</source>
        <translation>
            <numerusform>解除封锁（uncordon）%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Cordon %1</source>
        <translation>封锁（cordon）%1</translation>
    </message>
    <message>
        <source>Uncordon %1</source>
        <translation>解除封锁（uncordon）%1</translation>
    </message>
    <message>
        <source>spec.unschedulable: false → true. No new pods are scheduled here; running pods stay.</source>
        <translation>spec.unschedulable: false → true。不再有新的 Pod 调度到该节点；正在运行的 Pod 保持不变。</translation>
    </message>
    <message>
        <source>spec.unschedulable: true → false. New pods can be scheduled here again.</source>
        <translation>spec.unschedulable: true → false。新的 Pod 可以再次调度到该节点。</translation>
    </message>
    <message>
        <source>Cordon now</source>
        <translation>立即封锁</translation>
    </message>
    <message>
        <source>Uncordon now</source>
        <translation>立即解除封锁</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1: the server is checking it (dry run)</source>
        <translation>%1：服务器正在检查（试运行）</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %n second(s). The server&apos;s dry run passed.</source>
        <translation>
            <numerusform>将在 %n 秒后执行：%1。服务器试运行通过。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: the server is working on it</source>
        <translation>%1：服务器正在执行</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CordonDialog</name>
    <message>
        <source>The server is checking the change (dry run)</source>
        <translation>服务器正在检查变更（试运行）</translation>
    </message>
    <message numerus="yes">
        <source>Cordon %n node(s)?</source>
        <translation>
            <numerusform>封锁（cordon）%n 个节点？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Uncordon %n node(s)?</source>
        <translation>
            <numerusform>解除封锁（uncordon）%n 个节点？</numerusform>
        </translation>
    </message>
    <message>
        <source>No new pods are scheduled to the node. Running pods stay.</source>
        <translation>不再有新的 Pod 调度到该节点；正在运行的 Pod 保持不变。</translation>
    </message>
    <message>
        <source>New pods can be scheduled to the node again.</source>
        <translation>新的 Pod 可以再次调度到该节点。</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>one after the other</source>
        <translation>逐个进行</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变更</translation>
    </message>
    <message>
        <source>Equivalent command</source>
        <translation>等效命令</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cordon</source>
        <translation>封锁</translation>
    </message>
    <message>
        <source>Uncordon</source>
        <translation>解除封锁</translation>
    </message>
    <message>
        <source>Server dry run passed</source>
        <translation>服务器试运行通过</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>排队中</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are cordoned</source>
        <translation>
            <numerusform>已封锁 %n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are schedulable again</source>
        <translation>
            <numerusform>%n 个节点已恢复调度</numerusform>
        </translation>
    </message>
    <message>
        <source>The dry run is not finished</source>
        <translation>试运行尚未完成</translation>
    </message>
    <message>
        <source>Rejected by the server</source>
        <translation>服务器已拒绝</translation>
    </message>
    <message>
        <source>The server is working on it</source>
        <translation>服务器正在处理</translation>
    </message>
    <message>
        <source>Type the name of the context first</source>
        <translation>请先输入上下文名称</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::DefragDialog</name>
    <message>
        <source>Defragment</source>
        <translation>碎片整理</translation>
    </message>
    <message>
        <source>memory on one card</source>
        <translation>单卡显存</translation>
    </message>
    <message>
        <source>a whole card</source>
        <translation>整卡</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空出</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>any node</source>
        <translation>任意节点</translation>
    </message>
    <message>
        <source>On</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>any mode</source>
        <translation>任意模式</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Add the moves as steps</source>
        <translation>将这些迁移加为步骤</translation>
    </message>
    <message>
        <source>%1: %2 → %3</source>
        <comment>pod, node, where it goes</comment>
        <translation>%1：%2 → %3</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <comment>moves</comment>
        <translation>
            <numerusform>……另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Finds the fewest pods to move so that one card has this much free. DaemonSet pods, pods without a controller, pods with local data, and pods whose PodDisruptionBudget allows no disruption now are not moved. Nothing is sent.</source>
        <translation>找出最少需要迁移的 Pod，使一张卡空出指定的量。DaemonSet 的 Pod、裸 Pod、带本地数据的 Pod，以及干扰预算（PDB）当前不允许驱逐的 Pod 留在原处。不会提交任何更改。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::DeleteDialog</name>
    <message numerus="yes">
        <source>Delete %n object(s) that were submitted to %1?</source>
        <translation>
            <numerusform>删除提交到 %1 的 %n 个对象？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Their pods are terminated and their work is lost. An object of the same name that someone else created since is kept.</source>
        <translation>其 Pod 会被终止，运行结果会丢失。之后由他人创建的同名对象会保留。</translation>
    </message>
    <message>
        <source>Equivalent commands</source>
        <translation>等效命令</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n object(s)</source>
        <translation>
            <numerusform>删除 %n 个对象</numerusform>
        </translation>
    </message>
    <message>
        <source>Type the name of the context first</source>
        <translation>请先输入上下文名称</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) were deleted</source>
        <translation>
            <numerusform>已删除 %n 个对象</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) were deleted before the error</source>
        <translation>
            <numerusform>出错之前已删除 %n 个对象</numerusform>
        </translation>
    </message>
    <message>
        <source>The server says: %1</source>
        <translation>服务器返回：%1</translation>
    </message>
    <message>
        <source>Nothing was deleted</source>
        <translation>没有删除任何对象</translation>
    </message>
    <message>
        <source>Rejected by the server</source>
        <translation>服务器已拒绝</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::DetailHost</name>
    <message>
        <source>Card %1 of %2</source>
        <translation>%2 的卡 %1</translation>
    </message>
    <message>
        <source>No longer in the cluster</source>
        <translation>已不在集群中</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::DeviceTexts</name>
    <message>
        <source>GPUs of %1: not read yet</source>
        <comment>name of a GPU stack</comment>
        <translation>%1 的 GPU：尚不支持读取</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 of %3 requested by %n pod(s)</source>
        <comment>name of a resource, amounts</comment>
        <translation>
            <numerusform>%1：%n 个 Pod 申请了 %2 / %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n slot(s) requested</source>
        <translation>
            <numerusform>已申请 %1 / %n 个槽位</numerusform>
        </translation>
    </message>
    <message>
        <source>whole cards</source>
        <translation>整卡</translation>
    </message>
    <message>
        <source>%1 %2/%3</source>
        <comment>MIG profile, requested, total</comment>
        <translation>%1 %2/%3</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>name of a resource, amount</comment>
        <translation>%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1/%n instance(s)</source>
        <comment>requested of all</comment>
        <translation>
            <numerusform>%1/%n 个实例</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1/%n slot(s)</source>
        <comment>requested of all</comment>
        <translation>
            <numerusform>%1/%n 个槽位</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 / %2 × 256 MiB</source>
        <comment>allocated, total</comment>
        <translation>%1 / %2 × 256 MiB</translation>
    </message>
    <message>
        <source>%1 / %2 MiB</source>
        <comment>allocated, total</comment>
        <translation>%1 / %2 MiB</translation>
    </message>
    <message>
        <source>remote GPU pool of %1: its size is unknown, its counts are fictional</source>
        <comment>name of a GPU stack</comment>
        <translation>%1 的远程 GPU 池：大小未知，其数量是虚构的</translation>
    </message>
    <message>
        <source>%1%</source>
        <comment>percent of network cards</comment>
        <translation>%1%</translation>
    </message>
    <message numerus="yes">
        <source>%n device(s)</source>
        <comment>for RDMA</comment>
        <translation>
            <numerusform>%n 个设备</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 / %2 requested by %n pod(s)</source>
        <comment>amounts</comment>
        <translation>
            <numerusform>%n 个 Pod 已请求 %1 / %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 free</source>
        <comment>amount</comment>
        <translation>空闲 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 of %n device(s) held by claims</source>
        <comment>name of a driver, number</comment>
        <translation>
            <numerusform>%1：%n 个设备中 %2 个被申领占用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n device(s) that several nodes share (%2), %3 held by claims; they are on no node&apos;s cards.</source>
        <translation>
            <numerusform>%1：%n 个由多个节点共用的设备（%2），%3 个被申领占用；它们不在任何节点的卡中。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n card(s) allocated; which ones is unknown</source>
        <translation>
            <numerusform>%n 张卡中已分配 %1 张，具体是哪几张未知</numerusform>
        </translation>
    </message>
    <message>
        <source>whole card</source>
        <translation>整卡</translation>
    </message>
    <message>
        <source>%1, at most %2 free beside %3</source>
        <comment>resource and amounts, number, another resource of the same hardware</comment>
        <translation>%1，扣除 %3 后最多空闲 %2</translation>
    </message>
    <message>
        <source>Reservation %1</source>
        <translation>Reservation %1</translation>
    </message>
    <message>
        <source>Partitions</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>MIG instances</source>
        <translation>MIG 实例</translation>
    </message>
    <message>
        <source>Partitions, whole node</source>
        <translation>分区，整个节点</translation>
    </message>
    <message>
        <source>MIG, whole node</source>
        <translation>MIG（整个节点）</translation>
    </message>
    <message>
        <source>Partitions requested</source>
        <translation>已申请分区</translation>
    </message>
    <message>
        <source>Slots requested</source>
        <translation>已申请槽位</translation>
    </message>
    <message>
        <source>compute unknown</source>
        <translation>算力未知</translation>
    </message>
    <message>
        <source>split by MIG instances</source>
        <translation>按 MIG 实例切分</translation>
    </message>
    <message>
        <source>split by partitions</source>
        <translation>按分区切分</translation>
    </message>
    <message>
        <source>split evenly by slots</source>
        <translation>按槽位均分</translation>
    </message>
    <message>
        <source>not partitioned in this mode</source>
        <translation>该模式不切分算力</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::Diff</name>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>变更</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Cordoned</source>
        <translation>已封锁</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Placement policy</source>
        <translation>放置策略</translation>
    </message>
    <message>
        <source>GPU model</source>
        <translation>GPU 型号</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>GPU 卡</translation>
    </message>
    <message>
        <source>Taints</source>
        <translation>污点</translation>
    </message>
    <message>
        <source>Label %1</source>
        <translation>标签 %1</translation>
    </message>
    <message>
        <source>Memory allocated</source>
        <translation>显存已分配</translation>
    </message>
    <message>
        <source>Memory in total</source>
        <translation>显存总量</translation>
    </message>
    <message>
        <source>Core allocated</source>
        <translation>算力已分配</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>健康状态</translation>
    </message>
    <message>
        <source>Whole card allocated</source>
        <translation>已占用</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>not ready</source>
        <translation>未就绪</translation>
    </message>
    <message>
        <source>healthy</source>
        <translation>健康</translation>
    </message>
    <message>
        <source>unhealthy</source>
        <translation>不健康</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>no node</source>
        <translation>未调度</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ErrorTexts</name>
    <message>
        <source>(not named)</source>
        <translation>（未指明）</translation>
    </message>
    <message>
        <source>(place unknown)</source>
        <translation>（位置未知）</translation>
    </message>
    <message>
        <source>%1 Reported: %2</source>
        <comment>a whole sentence, then the words of a parser or of the system</comment>
        <translation>%1原始信息：%2</translation>
    </message>
    <message>
        <source>%1 The server says: %2</source>
        <comment>a whole sentence, then the server&apos;s own words</comment>
        <translation>%1服务器返回：%2</translation>
    </message>
    <message>
        <source>The API server does not accept the credentials of this context (401). Log in again or renew the token.</source>
        <translation>API 服务器不接受该上下文的凭据（401）。请重新登录或更新令牌。</translation>
    </message>
    <message>
        <source>You may not %1 in the whole cluster (403). Ask for a role that allows it, or choose a namespace that you may see.</source>
        <translation>在整个集群范围内无权执行 %1（403）。请申请相应的角色，或选择有权查看的命名空间。</translation>
    </message>
    <message>
        <source>You may not %1 in %2 (403). Ask for a role that allows it, or choose another namespace.</source>
        <translation>在 %2 中无权执行 %1（403）。请申请相应的角色，或选择其他命名空间。</translation>
    </message>
    <message>
        <source>The API server does not know %1 (404). Check name, namespace and API version.</source>
        <translation>API 服务器上没有 %1（404）。请检查名称、命名空间和 API 版本。</translation>
    </message>
    <message>
        <source>%1 exists already. Choose another name or delete the old one first.</source>
        <translation>%1 已存在。请换一个名称，或先删除旧对象。</translation>
    </message>
    <message>
        <source>%1 was changed by someone else meanwhile; nothing was written. Look at it again and repeat.</source>
        <translation>%1 已被他人修改，本次未写入任何内容。请重新查看后再试。</translation>
    </message>
    <message>
        <source>The API server no longer keeps the version that was asked for (410). Everything is read again.</source>
        <translation>API 服务器已不再保留所请求的版本（410）。正在重新读取全部数据。</translation>
    </message>
    <message>
        <source>The API server rejects %1 as invalid. Correct the manifest.</source>
        <translation>API 服务器判定 %1 无效。请修改清单。</translation>
    </message>
    <message>
        <source>The API server rejects %1: the field %2 is invalid. Correct it in the manifest.</source>
        <translation>API 服务器拒绝了 %1：字段 %2 无效。请在清单中修改。</translation>
    </message>
    <message>
        <source>The API server asks for fewer requests (429). Retrying after a pause.</source>
        <translation>API 服务器要求降低请求频率（429）。稍后自动重试。</translation>
    </message>
    <message>
        <source>The API server answered with status %1, which was not expected for %2. Check that server and program fit together.</source>
        <translation>API 服务器对 %2 返回了意外的状态码 %1。请确认服务器与本程序的版本匹配。</translation>
    </message>
    <message>
        <source>The file &quot;%1&quot; does not exist. Check the path.</source>
        <translation>文件“%1”不存在。请检查路径。</translation>
    </message>
    <message>
        <source>The file &quot;%1&quot; cannot be read. Check that it is a readable file and that you may read it.</source>
        <translation>无法读取文件“%1”。请确认它是可读的文件，并且有读取权限。</translation>
    </message>
    <message>
        <source>The file &quot;%1&quot; cannot be written. Choose a folder that exists and that you may write to.</source>
        <translation>无法写入文件“%1”。请选择已存在且有写入权限的目录。</translation>
    </message>
    <message>
        <source>%1 is not well formed and was not read. Correct it and try again.</source>
        <translation>%1 格式有误，未读取。请修改后重试。</translation>
    </message>
    <message>
        <source>%1 is not well formed at %2 and was not read. Correct it there and try again.</source>
        <translation>%1 在 %2 处格式有误，未读取。请修改该处后重试。</translation>
    </message>
    <message>
        <source>The field %1 in %2 is missing or has a value that is not allowed. Correct it there.</source>
        <translation>%2 中的字段 %1 缺失或取值不合法。请在该处修改。</translation>
    </message>
    <message>
        <source>The field %1 in %2 has a value that is not allowed: &quot;%3&quot;. Correct it there.</source>
        <translation>%2 中的字段 %1 取值不合法：“%3”。请在该处修改。</translation>
    </message>
    <message>
        <source>The value &quot;%2&quot; is not allowed for %1. See cardinal --help for what is.</source>
        <translation>%1 不接受取值“%2”。可用取值见 cardinal --help。</translation>
    </message>
    <message>
        <source>%1 was not found. Check the name; it may have been deleted meanwhile.</source>
        <translation>未找到 %1。请检查名称；该对象可能已被删除。</translation>
    </message>
    <message>
        <source>%1 was not found in %2. Check the name; it may have been deleted meanwhile.</source>
        <translation>在 %2 中未找到 %1。请检查名称；该对象可能已被删除。</translation>
    </message>
    <message>
        <source>%1 is not supported by this program. Use another form.</source>
        <translation>本程序不支持 %1。请改用其他形式。</translation>
    </message>
    <message>
        <source>%1 in %2 is not supported by this program. Use another form there.</source>
        <translation>本程序不支持 %2 中的 %1。请在该处改用其他形式。</translation>
    </message>
    <message>
        <source>%1 is larger than this program accepts. Split it into smaller parts.</source>
        <translation>%1 超出本程序的上限。请拆分成较小的部分。</translation>
    </message>
    <message>
        <source>%1 is larger than this program accepts (limit: %2). Split it into smaller parts.</source>
        <translation>%1 超出本程序的上限（%2）。请拆分成较小的部分。</translation>
    </message>
    <message>
        <source>There is no kubeconfig file at &quot;%1&quot;. Name one with --kubeconfig or in the variable KUBECONFIG, or use --demo.</source>
        <translation>“%1”处没有 kubeconfig 文件。请用 --kubeconfig 或环境变量 KUBECONFIG 指定，或使用 --demo。</translation>
    </message>
    <message>
        <source>The entry %1 in the kubeconfig file &quot;%2&quot; cannot be used. Correct it there.</source>
        <translation>kubeconfig 文件“%2”中的 %1 项无法使用。请在该处修改。</translation>
    </message>
    <message>
        <source>The context &quot;%1&quot; is not in the kubeconfig file &quot;%2&quot;, which holds no context. Add one there.</source>
        <translation>kubeconfig 文件“%2”中没有上下文“%1”，也没有任何其他上下文。请在其中添加。</translation>
    </message>
    <message>
        <source>The context &quot;%1&quot; is not in the kubeconfig file &quot;%2&quot;. Choose one of these: %3</source>
        <translation>kubeconfig 文件“%2”中没有上下文“%1”。请从以下上下文中选择：%3</translation>
    </message>
    <message>
        <source>The kubeconfig file names no current context and holds none. Add one, or use --demo.</source>
        <translation>kubeconfig 文件没有当前上下文，也没有任何上下文。请添加一个，或使用 --demo。</translation>
    </message>
    <message>
        <source>The kubeconfig file names no current context. Choose one with --context: %1</source>
        <translation>kubeconfig 文件没有指定当前上下文。请用 --context 选择：%1</translation>
    </message>
    <message>
        <source>The credential %1 of &quot;%2&quot; cannot be used. Renew it or correct the entry in the kubeconfig file.</source>
        <translation>“%2”的凭据 %1 无法使用。请更新凭据，或修改 kubeconfig 文件中的对应项。</translation>
    </message>
    <message>
        <source>%1 units of GPU memory do not divide evenly over %2 cards in %3. Ask for a multiple of the card count.</source>
        <translation>%3 中的显存请求 %1 无法平均分配到 %2 张卡。请按卡数的整数倍请求。</translation>
    </message>
    <message>
        <source>aliyun.com/gpu-core.percentage is %1 in %2, but it goes in steps of 5. Ask for a multiple of 5 on each card.</source>
        <translation>%2 中的 aliyun.com/gpu-core.percentage 为 %1，但步长为 5。请让每张卡的取值为 5 的整数倍。</translation>
    </message>
    <message>
        <source>aliyun.com/gpu-core.percentage is %1 in %2, which is outside 5 to 100 on each card. Correct it.</source>
        <translation>%2 中的 aliyun.com/gpu-core.percentage 为 %1，超出每张卡 5 到 100 的范围。请修改。</translation>
    </message>
    <message>
        <source>%1 asks for aliyun.com/gpu-core.percentage without aliyun.com/gpu-mem. Ask for both.</source>
        <translation>%1 只请求了 aliyun.com/gpu-core.percentage，没有请求 aliyun.com/gpu-mem。请同时请求两者。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a Kubernetes quantity in %2. Write a number such as 8, 500m or 2Gi.</source>
        <translation>%2 中的“%1”不是合法的 Kubernetes 数量。请写成 8、500m 或 2Gi 这样的数值。</translation>
    </message>
    <message>
        <source>The containers of %1 ask for different GPU resources. Ask for the same resources in all of them.</source>
        <translation>%1 的各容器请求了不同的 GPU 资源。请让所有容器请求相同的资源。</translation>
    </message>
    <message>
        <source>The quota %1 of the namespace %2 does not let the pod in. Ask for less, delete what is not needed, or have the quota raised.</source>
        <translation>命名空间 %2 的资源配额 %1 不允许创建该 Pod。请减少申请、删除不需要的对象，或申请提高配额。</translation>
    </message>
    <message>
        <source>The limit range %1 of the namespace %2 does not let the pod in. Change the requests and limits of its containers.</source>
        <translation>命名空间 %2 的 LimitRange %1 不允许创建该 Pod。请修改容器的 requests 和 limits。</translation>
    </message>
    <message>
        <source>The cluster has changed since this preview; nothing was sent. Compute the preview again.</source>
        <translation>预览之后集群已发生变化，尚未提交任何内容。请重新预览。</translation>
    </message>
    <message>
        <source>There is no fresh data from %1, so nothing can be read from it or sent to it. Wait for the connection or choose another source.</source>
        <translation>%1 没有最新数据，目前无法读取或提交。请等待连接恢复，或选择其他数据源。</translation>
    </message>
    <message>
        <source>%1 is a saved snapshot and cannot be changed. Open the cluster itself or the demo cluster.</source>
        <translation>%1 是已保存的快照，只读。请打开集群本身或演示集群。</translation>
    </message>
    <message>
        <source>This is an error of the program, not yours. Please report it with these words.</source>
        <translation>这是程序自身的错误。请附上以下信息反馈。</translation>
    </message>
    <message>
        <source>The name %1 does not resolve. Check the server entry of the kubeconfig, the DNS and the VPN.</source>
        <translation>域名 %1 无法解析。请检查 kubeconfig 的 server 项、DNS 和 VPN。</translation>
    </message>
    <message>
        <source>%1 refuses the connection. Check that the API server runs and that address and port are right.</source>
        <translation>%1 拒绝连接。请确认 API 服务器正在运行，并检查地址和端口。</translation>
    </message>
    <message>
        <source>There is no connection to %1. Check the network, the VPN and the firewall.</source>
        <translation>无法连接 %1。请检查网络、VPN 和防火墙。</translation>
    </message>
    <message>
        <source>The certificate of %1 is not signed by the authority that the kubeconfig trusts. Check certificate-authority there; nothing was sent.</source>
        <translation>%1 的证书不是由 kubeconfig 所信任的 CA 签发的。请检查其中的 certificate-authority；尚未提交任何内容。</translation>
    </message>
    <message>
        <source>The certificate of %1 is outside its period of validity. Check this machine&apos;s clock, or have the server&apos;s certificate renewed.</source>
        <translation>%1 的证书不在有效期内。请检查本机时钟，或更新服务器证书。</translation>
    </message>
    <message>
        <source>The certificate of %1 was issued for other names. Correct the server address, or set tls-server-name in the kubeconfig.</source>
        <translation>%1 的证书是为其他名称签发的。请修改服务器地址，或在 kubeconfig 中设置 tls-server-name。</translation>
    </message>
    <message>
        <source>%1 does not accept the client certificate of the kubeconfig: it may have expired or belong to another cluster. Get a new one.</source>
        <translation>%1 不接受 kubeconfig 中的客户端证书：证书可能已过期，或属于其他集群。请获取新证书。</translation>
    </message>
    <message>
        <source>The encrypted connection to %1 failed. Check that this is the port of the API server.</source>
        <translation>与 %1 的加密连接失败。请确认该端口是 API 服务器的端口。</translation>
    </message>
    <message>
        <source>No answer in time: %1. Check the network; it will be tried again.</source>
        <translation>%1 未在时限内应答。请检查网络；稍后自动重试。</translation>
    </message>
    <message>
        <source>The answer to %1 ended early and was thrown away. Check the connection and any proxy in between.</source>
        <translation>对 %1 的应答提前中断，已丢弃。请检查连接以及中间的代理。</translation>
    </message>
    <message>
        <source>The answer to %1 is not from a Kubernetes API server. Check the server address; a proxy or a login page may stand in between.</source>
        <translation>对 %1 的应答不是来自 Kubernetes API 服务器。请检查服务器地址；中间可能有代理或登录页面。</translation>
    </message>
    <message>
        <source>Cancelled. Nothing more was done.</source>
        <translation>已取消，未再执行任何操作。</translation>
    </message>
    <message>
        <source>%1 was not found. Choose one of these: %2</source>
        <translation>未找到 %1。请从以下选项中选择：%2</translation>
    </message>
    <message>
        <source>%1 has no metrics source, so nothing is known of what its cards really use. Install Prometheus with dcgm-exporter, or name the address of one with --prometheus.</source>
        <translation>%1 没有指标来源，因此不知道 GPU 卡的实际使用情况。请安装 Prometheus 和 dcgm-exporter，或用 --prometheus 指定其地址。</translation>
    </message>
    <message>
        <source>The metrics source %1 rejected the query. Allocation is not affected.</source>
        <translation>指标来源 %1 拒绝了该查询。分配数据不受影响。</translation>
    </message>
    <message>
        <source>Another plan is working on the node %1 right now. Wait until it has ended.</source>
        <translation>另一个计划正在处理节点 %1。请等它结束。</translation>
    </message>
    <message>
        <source>A plan for the node %1 is not finished (%2). Continue it, roll it back or leave it first.</source>
        <translation>节点 %1 有一个未完成的计划（%2）。请先继续、回滚，或保持现状并结束它。</translation>
    </message>
    <message>
        <source>The credential plugin &quot;%1&quot; was not found on this path: %2. Install it, or write its whole path into the kubeconfig file. A program started from the desktop may see a shorter path than a shell.</source>
        <translation>在此路径（PATH）中找不到凭据插件“%1”：%2。请安装它，或在 kubeconfig 文件中写出完整路径。从桌面启动的程序，其 PATH 可能比 shell 中的短。</translation>
    </message>
    <message>
        <source>The credential plugin &quot;%1&quot; of %2 gave no credential. Log in outside of this program, or correct the entry.</source>
        <translation>%2 的凭据插件“%1”未给出凭据。请在本程序之外登录，或更正该条目。</translation>
    </message>
    <message>
        <source>The kubeconfig wants this program to be run for a credential: %1 (%2). It runs only after you have allowed it: connect in the window and confirm, or give --allow-plugin on the command line.</source>
        <translation>kubeconfig 要求运行此程序以获取凭据：%1（%2）。只有在您允许之后才会运行：请在窗口中连接并确认，或在命令行加上 --allow-plugin。</translation>
    </message>
    <message>
        <source>It is unknown whether the cluster did this: %1. The request was sent and no answer came. Look at the object before you repeat it.</source>
        <translation>不知道集群是否已执行：%1。请求已发出，但没有收到应答。重复操作之前请先查看该对象。</translation>
    </message>
    <message>
        <source>The context %1 is locked: nothing was sent. Unlock it with the lock in the top bar (Ctrl+Shift+R).</source>
        <translation>上下文 %1 已锁定：没有发送任何内容。请用顶栏的锁解锁（Ctrl+Shift+R）。</translation>
    </message>
    <message>
        <source>(no value)</source>
        <comment>of a label</comment>
        <translation>（无取值）</translation>
    </message>
    <message>
        <source>Somebody else changed %1 at the same time; nothing was written.</source>
        <translation>其他人同时更改了 %1；未写入任何内容。</translation>
    </message>
    <message>
        <source>The label %1 is now %2; you saw %3 and wanted %4.</source>
        <translation>标签 %1 现在是 %2；您看到的是 %3，想改为 %4。</translation>
    </message>
    <message>
        <source>The server says: %1</source>
        <translation>服务器返回：%1</translation>
    </message>
    <message>
        <source>The API server treats this connection as anonymous: it received no credential that it could read (403). Check the user entry of this context.</source>
        <translation>API 服务器将此连接视为匿名用户：没有收到它能识别的凭据（403）。请检查该上下文的用户条目。</translation>
    </message>
    <message>
        <source>The API server gave no answer in time (504). Reading is tried again; a change may have been made: look at the object before you repeat it.</source>
        <translation>API 服务器未在时限内应答（504）。读取会自动重试；修改可能已经生效：重复之前请先查看该对象。</translation>
    </message>
    <message>
        <source>The API server failed with status %1. If this persists, look at its log. Reading is tried again; a change is not repeated by itself.</source>
        <translation>API 服务器出错，状态码 %1。如持续出现，请查看其日志。读取会自动重试；修改不会自动重复。</translation>
    </message>
    <message>
        <source>This program&apos;s memory limit for the cluster is reached (%1): only a part of %2 is shown. Choose a context with a namespace, so that less is read.</source>
        <translation>本程序为该集群设定的内存上限已用尽（%1）：只显示了一部分 %2。请选择带命名空间的上下文，以减少读取的内容。</translation>
    </message>
    <message>
        <source>The context &quot;%1&quot; means another cluster or identity than last time, so its tab was not opened again. Open it if that is right.</source>
        <translation>上下文“%1”所指的集群或身份与上次不同，因此没有重新打开其标签页。若无误，请自行打开。</translation>
    </message>
    <message>
        <source>The entry %1 in the kubeconfig file &quot;%2&quot; names no user. Correct it there, or connect anonymously, without a credential (--anonymous on the command line).</source>
        <translation>kubeconfig 文件“%2”中的条目 %1 没有指明以谁的身份连接。请在文件中更正，或者不带凭据匿名连接（命令行为 --anonymous）。</translation>
    </message>
    <message>
        <source>This context of the kubeconfig file &quot;%2&quot; has a user, &quot;%1&quot;, so it cannot be connected anonymously. Leave out --anonymous.</source>
        <translation>kubeconfig 文件“%2”的此上下文已有用户“%1”，不会匿名连接。请去掉 --anonymous。</translation>
    </message>
    <message>
        <source>The library %1 on this machine blocks while it resolves names, so one name without an answer would freeze the program. Install one built with a threaded resolver or c-ares.</source>
        <translation>本机的 %1 库解析域名时会阻塞其他一切，一个得不到应答的域名就会使程序卡死。请安装带线程解析器或 c-ares 的版本。</translation>
    </message>
    <message>
        <source>It is self-signed: %1.</source>
        <translation>该证书是自签名的：%1。</translation>
    </message>
    <message>
        <source>It was issued by %1.</source>
        <translation>签发者是 %1。</translation>
    </message>
    <message>
        <source>It is valid from %1 until %2; this machine&apos;s clock said %3.</source>
        <translation>其有效期为 %1 至 %2；当时本机时钟为 %3。</translation>
    </message>
    <message>
        <source>The authority %1 above it is valid from %2 until %3; this machine&apos;s clock said %4.</source>
        <translation>其上级 CA %1 的有效期为 %2 至 %3；当时本机时钟为 %4。</translation>
    </message>
    <message>
        <source>It names neither a host nor an address; %1 was asked for.</source>
        <translation>证书中没有主机名，也没有地址；所请求的是 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <comment>names in a certificate</comment>
        <translation>
            <numerusform>%1 等，另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>It names %1; %2 was asked for.</source>
        <translation>证书中的名称是 %1；所请求的是 %2。</translation>
    </message>
    <message>
        <source>The certificate of %1 is not signed by an authority that this machine trusts, and the kubeconfig names none. Set certificate-authority there; nothing was sent.</source>
        <translation>%1 的证书不是由本机所信任的 CA 签发的，kubeconfig 中也没有写明 CA。请在其中设置 certificate-authority；尚未提交任何内容。</translation>
    </message>
    <message>
        <source>The kubeconfig file &quot;%2&quot; says insecure-skip-tls-verify: anybody between here and %1 could read the credential and change every answer. Nothing was sent. Put the cluster&apos;s certificate authority into the kubeconfig, or give --insecure for this one run.</source>
        <translation>kubeconfig 文件“%2”设置了 insecure-skip-tls-verify：从这里到 %1 途中的任何人都能读取凭据并篡改每个应答。未发送任何内容。请把集群的证书颁发机构写入 kubeconfig，或仅为本次运行加上 --insecure。</translation>
    </message>
    <message>
        <source>The kubeconfig would send the token of a file outside of its folder, &quot;%1&quot;, to the server %2. It may be the token of another cluster, so nothing was sent. Connect in the window or at a terminal and confirm, or give --trust-kubeconfig.</source>
        <translation>该 kubeconfig 会把其文件夹之外的文件“%1”中的令牌发送到服务器 %2。它可能是另一集群的令牌，因此未发送任何内容。请在窗口或终端中连接并确认，或加上 --trust-kubeconfig。</translation>
    </message>
    <message>
        <source>What the context &quot;%1&quot; of the kubeconfig file &quot;%2&quot; would do is not what was agreed to. Nothing was sent; open it again to see what it would do now.</source>
        <translation>kubeconfig 文件“%2”中的上下文“%1”将执行的操作与此前同意的不同。未发送任何内容；请重新打开以查看它现在将执行的操作。</translation>
    </message>
    <message>
        <source>Services that look like a Prometheus stand only in namespaces that anybody may own: %1. Their figures could be made up, so none of them is asked. Choose one as the metrics source, or give --prometheus NAMESPACE/SERVICE.</source>
        <translation>形似 Prometheus 的服务只存在于任何人都可能拥有的命名空间中：%1。其数据可能是伪造的，因此未向其中任何一个查询。请选择其一作为指标来源，或加上 --prometheus NAMESPACE/SERVICE。</translation>
    </message>
    <message>
        <source>%1 holds no object: it is empty or holds comments only. Name a file with a workload in it.</source>
        <translation>%1 中没有对象：它是空的，或只有注释。请指定含有工作负载的文件。</translation>
    </message>
    <message>
        <source>%1 (%2) holds no pod template, so there is nothing to place. Use a kind that makes pods: a Pod, Deployment, Job, PyTorchJob, RayCluster or another one that &quot;cardinal workload -f FILE&quot; reads.</source>
        <translation>%1（%2）没有 Pod 模板，没有可放置的内容。请使用会创建 Pod 的类型：Pod、Deployment、Job、PyTorchJob、RayCluster，或“cardinal workload -f FILE”能读取的其他类型。</translation>
    </message>
    <message>
        <source>A PodDisruptionBudget does not allow the eviction of %1 now. Try again once more of its pods are ready, or change the budget.</source>
        <translation>有 PodDisruptionBudget 目前不允许驱逐 %1。请等其更多 Pod 就绪后重试，或修改该干扰预算。</translation>
    </message>
    <message>
        <source>The PodDisruptionBudget %2 does not allow the eviction of %1 now. Try again once more of its pods are ready, or change the budget.</source>
        <translation>PodDisruptionBudget %2 目前不允许驱逐 %1。请等其更多 Pod 就绪后重试，或修改该干扰预算。</translation>
    </message>
    <message>
        <source>The device claim %1 cannot be previewed: of this cluster these kinds were not read: %2. Allow list and watch of them in the API group resource.k8s.io, or save them into the snapshot file.</source>
        <translation>无法预览设备申领 %1：未读取该集群的以下资源类型：%2。请在 API 组 resource.k8s.io 中授予它们的 list 和 watch 权限，或将它们保存到快照文件中。</translation>
    </message>
    <message>
        <source>NUMA alignment needs whole CPUs and limits equal to the requests in every container of %2, and %1 is %3. Correct it there.</source>
        <translation>NUMA 对齐要求 %2 的每个容器使用整数个 CPU，并且 limits 等于 requests；而 %1 为 %3。请在该处修改。</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>The cluster does not serve the kind %1 of %2 (404): its CustomResourceDefinition is not installed, or not in this version. Install what brings it, or ask for a version that is served (kubectl api-resources).</source>
        <translation>集群不提供 %2 的类型 %1（404）：其 CustomResourceDefinition 没有安装，或没有这个版本。请安装提供它的组件，或使用集群提供的版本（kubectl api-resources）。</translation>
    </message>
    <message>
        <source>%1 in %2 is larger than this program accepts (limit: %3). Split it into smaller parts.</source>
        <translation>%2 中的 %1 超出本程序的上限（%3）。请拆分成较小的部分。</translation>
    </message>
    <message>
        <source>%1 is a template, not a manifest: see &quot;{{&quot; at %2. Render it first, for example with helm template, and give what comes out.</source>
        <translation>%1 是模板而不是清单：见 %2 的“{{”。请先渲染（例如用 helm template），再给出渲染结果。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is negative in %2. Write 0 or more.</source>
        <translation>%2 中的“%1”是负数。请填写 0 或更大的值。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a whole number in %2. Write one such as 1 or 8.</source>
        <translation>%2 中的“%1”不是整数。请填写整数，例如 1 或 8。</translation>
    </message>
    <message>
        <source>A saved snapshot holds no measurements. Open the cluster itself to see what its cards really use.</source>
        <translation>保存的快照不含测量数据。请打开集群本身，查看其卡的实际使用情况。</translation>
    </message>
    <message>
        <source>%1 names its node, %2, in spec.nodeName: it bypasses the scheduler, and the kubelet of that node admits or refuses it (OutOfcpu, OutOfmemory, UnexpectedAdmissionError and others).</source>
        <translation>%1 在 spec.nodeName 中指定了节点 %2：它绕过调度器，由该节点的 kubelet 接纳或拒绝（OutOfcpu、OutOfmemory、UnexpectedAdmissionError 等）。</translation>
    </message>
    <message>
        <source>No such node is in the cluster that was read.</source>
        <translation>所读取的集群中没有该节点。</translation>
    </message>
    <message>
        <source>%1: asks %2 GiB, free %3 of %4 GiB</source>
        <comment>resource, amounts</comment>
        <translation>%1：请求 %2 GiB，空闲 %3 / %4 GiB</translation>
    </message>
    <message>
        <source>%1: asks %2, free %3 of %4</source>
        <comment>resource, amounts</comment>
        <translation>%1：请求 %2，空闲 %3 / %4</translation>
    </message>
    <message>
        <source>What each pod asks and the node has by requests: %1.</source>
        <translation>每个 Pod 的请求，以及该节点按请求计的余量：%1。</translation>
    </message>
    <message>
        <source>That is not enough: the kubelet refuses it as long as this holds.</source>
        <translation>余量不够：只要如此，kubelet 就会拒绝它。</translation>
    </message>
    <message>
        <source>Its node selector or affinity does not match the node: the kubelet refuses it (NodeAffinity).</source>
        <translation>其节点选择器或亲和性与该节点不匹配：kubelet 会拒绝它（NodeAffinity）。</translation>
    </message>
    <message>
        <source>The API server would reject %1 for the field %2. Correct it in the manifest.</source>
        <translation>API 服务器会因字段 %2 拒绝 %1。请在清单中更正。</translation>
    </message>
    <message>
        <source>%1 has &quot;%2&quot; where an object with apiVersion and kind is expected. Correct it there.</source>
        <translation>%1 处是“%2”，此处应为带 apiVersion 和 kind 的对象。请在该处改正。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ErrorTitles</name>
    <message>
        <source>file not found</source>
        <translation>文件不存在</translation>
    </message>
    <message>
        <source>file not readable</source>
        <translation>文件不可读</translation>
    </message>
    <message>
        <source>file not writable</source>
        <translation>文件不可写</translation>
    </message>
    <message>
        <source>not well formed</source>
        <translation>格式有误</translation>
    </message>
    <message>
        <source>field not valid</source>
        <translation>字段无效</translation>
    </message>
    <message>
        <source>argument not valid</source>
        <translation>参数无效</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>not supported</source>
        <translation>不支持</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>过大</translation>
    </message>
    <message>
        <source>no kubeconfig file</source>
        <translation>没有 kubeconfig 文件</translation>
    </message>
    <message>
        <source>kubeconfig not valid</source>
        <translation>kubeconfig 无效</translation>
    </message>
    <message>
        <source>unknown context</source>
        <translation>未知的上下文</translation>
    </message>
    <message>
        <source>no context chosen</source>
        <translation>未选择上下文</translation>
    </message>
    <message>
        <source>credentials not usable</source>
        <translation>凭据无法使用</translation>
    </message>
    <message>
        <source>name has no address</source>
        <translation>域名无法解析</translation>
    </message>
    <message>
        <source>connection refused</source>
        <translation>连接被拒绝</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>certificate not trusted</source>
        <translation>证书不受信任</translation>
    </message>
    <message>
        <source>server certificate expired</source>
        <translation>服务器证书已过期</translation>
    </message>
    <message>
        <source>certificate for another name</source>
        <translation>证书名称不匹配</translation>
    </message>
    <message>
        <source>client certificate rejected</source>
        <translation>客户端证书被拒绝</translation>
    </message>
    <message>
        <source>encryption failed</source>
        <translation>加密连接失败</translation>
    </message>
    <message>
        <source>no answer in time</source>
        <translation>应答超时</translation>
    </message>
    <message>
        <source>answer ended early</source>
        <translation>应答不完整</translation>
    </message>
    <message>
        <source>not a Kubernetes API server</source>
        <translation>不是 Kubernetes API 服务器</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>credentials expired or not accepted</source>
        <translation>凭据已过期或不被接受</translation>
    </message>
    <message>
        <source>no permission</source>
        <translation>无权限</translation>
    </message>
    <message>
        <source>unknown to the server</source>
        <translation>服务器上不存在</translation>
    </message>
    <message>
        <source>exists already</source>
        <translation>已存在</translation>
    </message>
    <message>
        <source>changed meanwhile</source>
        <translation>已被修改</translation>
    </message>
    <message>
        <source>version expired</source>
        <translation>版本已过期</translation>
    </message>
    <message>
        <source>rejected as invalid</source>
        <translation>被判定为无效</translation>
    </message>
    <message>
        <source>too many requests</source>
        <translation>请求过于频繁</translation>
    </message>
    <message>
        <source>server error</source>
        <translation>服务器错误</translation>
    </message>
    <message>
        <source>unexpected answer</source>
        <translation>意外的应答</translation>
    </message>
    <message>
        <source>no pod template</source>
        <translation>没有 Pod 模板</translation>
    </message>
    <message>
        <source>memory does not divide</source>
        <translation>显存无法均分</translation>
    </message>
    <message>
        <source>compute not in steps of 5</source>
        <translation>算力不是 5 的整数倍</translation>
    </message>
    <message>
        <source>compute out of range</source>
        <translation>算力超出范围</translation>
    </message>
    <message>
        <source>compute without memory</source>
        <translation>有算力无显存</translation>
    </message>
    <message>
        <source>quota exceeded</source>
        <translation>超出资源配额</translation>
    </message>
    <message>
        <source>limits violated</source>
        <translation>违反 LimitRange</translation>
    </message>
    <message>
        <source>not a quantity</source>
        <translation>不是合法数量</translation>
    </message>
    <message>
        <source>mixed GPU requests</source>
        <translation>GPU 请求不一致</translation>
    </message>
    <message>
        <source>preview out of date</source>
        <translation>预览已过期</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>program error</source>
        <translation>程序错误</translation>
    </message>
    <message>
        <source>no metrics source</source>
        <translation>没有指标来源</translation>
    </message>
    <message>
        <source>metrics question refused</source>
        <translation>指标查询被拒绝</translation>
    </message>
    <message>
        <source>another plan is running</source>
        <translation>另一个计划正在运行</translation>
    </message>
    <message>
        <source>plan not finished</source>
        <translation>计划未完成</translation>
    </message>
    <message>
        <source>credential plugin not found</source>
        <translation>找不到凭据插件</translation>
    </message>
    <message>
        <source>credential plugin failed</source>
        <translation>凭据插件失败</translation>
    </message>
    <message>
        <source>credential plugin not allowed yet</source>
        <translation>凭据插件尚未获准运行</translation>
    </message>
    <message>
        <source>outcome unknown</source>
        <translation>结果未知</translation>
    </message>
    <message>
        <source>context changed</source>
        <translation>上下文已改变</translation>
    </message>
    <message>
        <source>context without a user</source>
        <translation>上下文没有用户</translation>
    </message>
    <message>
        <source>context with a user</source>
        <translation>上下文已有用户</translation>
    </message>
    <message>
        <source>server would not be checked</source>
        <translation>不会校验服务器</translation>
    </message>
    <message>
        <source>token file not allowed yet</source>
        <translation>令牌文件尚未获准</translation>
    </message>
    <message>
        <source>connection not agreed to yet</source>
        <translation>尚未同意连接</translation>
    </message>
    <message>
        <source>blocked by a disruption budget</source>
        <translation>被干扰预算阻止</translation>
    </message>
    <message>
        <source>bypasses the scheduler</source>
        <translation>绕过调度器</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::EvictionTargetTexts</name>
    <message>
        <source>%1 card %2</source>
        <translation>%1 卡 %2</translation>
    </message>
    <message>
        <source>e.g. %1</source>
        <translation>例如 %1</translation>
    </message>
    <message>
        <source>waits for capacity</source>
        <translation>等待资源</translation>
    </message>
    <message>
        <source>fits no other node</source>
        <translation>其他节点都放不下</translation>
    </message>
    <message>
        <source>is not recreated</source>
        <translation>不会重建</translation>
    </message>
    <message>
        <source>unknown: %1</source>
        <translation>未知：%1</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Action needed: remove the node in the cloud console, or run &quot;kubectl delete node %1&quot;. Cardinal writes nothing meanwhile.</source>
        <translation>需要您操作：请在云控制台移除该节点，或执行“kubectl delete node %1”。在此期间不写入任何内容。</translation>
    </message>
    <message>
        <source>Action needed: add the machine to a node pool whose nodes carry the label %1. Setting the label by hand on the old node is not the same.</source>
        <translation>需要您操作：请将这台机器加入带有标签 %1 的节点池。在旧节点上手动设置标签并不等效。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n pod(s) fit elsewhere now.</source>
        <translation>
            <numerusform>%n 个 Pod 中有 %1 个目前可调度到其他节点。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s) wait until capacity is freed.</source>
        <translation>
            <numerusform>%n 个 Pod 需等待资源释放。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The request of %n pod(s) fits no other node.</source>
        <translation>
            <numerusform>%n 个 Pod 的请求在其他节点上都放不下。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s) are not recreated.</source>
        <translation>
            <numerusform>%n 个 Pod 不会重建。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The destination of %n pod(s) is unknown.</source>
        <translation>
            <numerusform>%n 个 Pod 的去向未知。</numerusform>
        </translation>
    </message>
    <message>
        <source>waits for room: %1 (%2)</source>
        <translation>等待资源：%1（%2）</translation>
    </message>
    <message>
        <source>fits no other node: %1 (%2)</source>
        <translation>其他节点都放不下：%1（%2）</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ExportDialog</name>
    <message>
        <source>Export this view</source>
        <translation>导出当前视图</translation>
    </message>
    <message>
        <source>With a byte order mark, for spreadsheets</source>
        <translation>带字节顺序标记（用于电子表格）</translation>
    </message>
    <message>
        <source>With a second row of stable English keys</source>
        <translation>增加一行固定的英文键名</translation>
    </message>
    <message>
        <source>Without the name of the context</source>
        <translation>不含上下文名称</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>正在写入…</translation>
    </message>
    <message>
        <source>Cancelled; nothing was written</source>
        <translation>已取消；没有写入任何内容</translation>
    </message>
    <message>
        <source>The map as it is shown, with its legend.</source>
        <translation>当前显示的热力图及其图例。</translation>
    </message>
    <message>
        <source>The whole map as vector graphics, with its legend.</source>
        <translation>矢量形式的完整热力图及其图例。</translation>
    </message>
    <message>
        <source>Every card of the cluster, with raw numbers.</source>
        <translation>集群的每张 GPU 卡，使用原始数值。</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s), as filtered and sorted now.</source>
        <translation>
            <numerusform>%n 行，按当前的筛选和排序。</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>A report on the whole cluster: totals, map, free room by size, what was allocated and not used in the last 24 hours, why pods wait.</source>
        <translation>整个集群的报告：总量、热力图、按请求规格统计的可用容量、最近 24 小时已分配但未使用的部分、Pod 等待的原因。</translation>
    </message>
    <message>
        <source>Asking the metrics source for the last 24 hours…</source>
        <translation>正在查询指标来源最近 24 小时的数据…</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::FileRemarks</name>
    <message>
        <source>Shown are the pods of %1. The workload has further roles: %2.</source>
        <translation>显示的是 %1 的 Pod。该工作负载还有其他角色：%2。</translation>
    </message>
    <message>
        <source>Not shown are the pods of %1.</source>
        <translation>未显示 %1 的 Pod。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::FileWorkloadsView</name>
    <message>
        <source>computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>not evaluated</source>
        <translation>未评估</translation>
    </message>
    <message>
        <source>Its queue would not admit it now; choose it to see the reason below.</source>
        <translation>其队列现在不会准入它；选中后可在下方查看原因。</translation>
    </message>
    <message>
        <source>The topology domain it must be in is taken into account once it is chosen.</source>
        <translation>它须处于的拓扑域在选中后才计入。</translation>
    </message>
    <message numerus="yes">
        <source>1 of %n workload(s) is shown below</source>
        <translation>
            <numerusform>下方显示 %n 个工作负载中的 1 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Each workload is evaluated on its own: room that one takes is not missing for the others here.</source>
        <translation>每个工作负载单独评估：其中一个占用的空间，在此未从其他工作负载可用的空间中扣除。</translation>
    </message>
    <message>
        <source>Only the one that is shown is aimed at a node.</source>
        <translation>只有所显示的那一个对准了节点。</translation>
    </message>
    <message>
        <source>Shown below</source>
        <translation>下方显示</translation>
    </message>
    <message>
        <source>Workload of the file whose details are shown</source>
        <translation>显示其详情的工作负载</translation>
    </message>
    <message>
        <source>cannot be submitted</source>
        <translation>不能提交</translation>
    </message>
    <message>
        <source>The API server would reject it; choose it to see the reason below.</source>
        <translation>API 服务器会拒绝它；选中后可在下方查看原因。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::FilterLine</name>
    <message>
        <source>Clear (Esc)</source>
        <translation>清除（Esc）</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::FindingList</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::FindingTexts</name>
    <message>
        <source>The label ack.node.gpu.schedule has the unknown value &quot;%1&quot;; the mode of this node is unknown.</source>
        <translation>标签 ack.node.gpu.schedule 的取值“%1”无法识别，该节点的模式未知。</translation>
    </message>
    <message>
        <source>The label ack.node.gpu.placement has the unknown value &quot;%1&quot;; binpack is assumed.</source>
        <translation>标签 ack.node.gpu.placement 的取值“%1”无法识别，按装箱（binpack）处理。</translation>
    </message>
    <message>
        <source>The node&apos;s mode needs the resource %1, but the node does not offer it.</source>
        <translation>该节点的模式需要资源 %1，但节点未提供。</translation>
    </message>
    <message>
        <source>The node offers the resources of several modes at once: %1.</source>
        <translation>该节点同时提供了多种模式的资源：%1。</translation>
    </message>
    <message>
        <source>The node offers GPU memory but not aliyun.com/gpu-count; its cards are unknown.</source>
        <translation>该节点提供了显存，但没有 aliyun.com/gpu-count，卡的情况未知。</translation>
    </message>
    <message>
        <source>The node&apos;s GPU memory does not divide by its cards: %1 cannot be used.</source>
        <translation>该节点的显存无法按卡数均分：%1 无法使用。</translation>
    </message>
    <message>
        <source>The field %1 cannot be read; its value is treated as unknown.</source>
        <translation>字段 %1 无法读取，取值按未知处理。</translation>
    </message>
    <message>
        <source>The node does not say how large one unit of its GPU memory is; amounts are shown in units.</source>
        <translation>节点没有说明每个显存单位的大小，数量按单位数显示。</translation>
    </message>
    <message>
        <source>The annotation %2 of pod %1 cannot be read; the pod counts as waiting for a card.</source>
        <translation>Pod %1 的注解 %2 无法读取，该 Pod 按未分到卡计算。</translation>
    </message>
    <message>
        <source>Pod %1 names card %2, which the node does not have.</source>
        <translation>Pod %1 指向卡 %2，但节点没有这张卡。</translation>
    </message>
    <message>
        <source>%2 is allocated on card %1, more than the %3 it has.</source>
        <translation>卡 %1 已分配 %2，超过其总量 %3。</translation>
    </message>
    <message>
        <source>Pod %1 is bound to this node, but no card is written on it.</source>
        <translation>Pod %1 已绑定到该节点，但没有记录所用的卡。</translation>
    </message>
    <message>
        <source>The allocation written on pod %1 differs from what the pod asks for.</source>
        <translation>Pod %1 上记录的分配与其请求不一致。</translation>
    </message>
    <message>
        <source>Pod %1 asks in a form that does not belong to this node&apos;s mode.</source>
        <translation>Pod %1 的请求形式与该节点的模式不符。</translation>
    </message>
    <message>
        <source>Pods are bound to this node, but the node does not exist.</source>
        <translation>有 Pod 绑定到该节点，但节点不存在。</translation>
    </message>
    <message>
        <source>Pod %1 is bound to a node that does not exist.</source>
        <translation>Pod %1 绑定到了不存在的节点。</translation>
    </message>
    <message>
        <source>Card %1 carries %2 pods; the documented limit is %3.</source>
        <translation>卡 %1 上有 %2 个 Pod，文档规定的上限是 %3。</translation>
    </message>
    <message>
        <source>Of %1 the node has %2, but only %3 can be allocated, for example because of an unhealthy card.</source>
        <translation>节点的 %1 容量为 %2，但只有 %3 可分配，可能是因为有卡不健康。</translation>
    </message>
    <message>
        <source>%1 is %2, which is impossible; it is treated as unknown. Check the device plugin of the node.</source>
        <translation>%1 为 %2，不合理，按未知处理。请检查该节点的设备插件。</translation>
    </message>
    <message>
        <source>The field %1 of pod %2 cannot be read; its value is treated as unknown.</source>
        <translation>Pod %2 的字段 %1 无法读取，取值按未知处理。</translation>
    </message>
    <message>
        <source>Two annotations of pod %1 name different cards: %2 says %3, the newer one says %4.</source>
        <translation>Pod %1 的两个注解指向不同的卡：%2 为 %3，较新的注解为 %4。</translation>
    </message>
    <message>
        <source>Pod %1 has a card, but these annotations are missing: %2.</source>
        <translation>Pod %1 已分到卡，但缺少这些注解：%2。</translation>
    </message>
    <message>
        <source>Pod %1 was placed on cards of %2, but the cards of this node have %3.</source>
        <translation>Pod %1 是按每卡 %2 放置的，而该节点的卡为 %3。</translation>
    </message>
    <message>
        <source>Pod %1 asks for %2 card(s), but %3 are written on it.</source>
        <translation>Pod %1 请求 %2 张卡，但写在其上的是 %3 张。</translation>
    </message>
    <message>
        <source>Card %1 is given whole to pod %2 and to pod %3.</source>
        <translation>卡 %1 被整卡分给了 Pod %2，又分给了 Pod %3。</translation>
    </message>
    <message>
        <source>Pods ask %2 of %1 from this node, more than the %3 it can give.</source>
        <translation>该节点上的 Pod 共请求 %1 %2，超过可分配的 %3。</translation>
    </message>
    <message>
        <source>Pod %1 uses a card, but the scheduler of this node does not count it: it does not read %2.</source>
        <translation>Pod %1 占用着卡，但该节点的调度器没有把它计入：它不读取 %2。</translation>
    </message>
    <message>
        <source>An init container of pod %1 asks for more than the others: the node keeps %2 for it, its card only %3.</source>
        <translation>Pod %1 的初始化容器请求得比其他容器多：节点为它保留 %2，卡上只有 %3。</translation>
    </message>
    <message>
        <source>A card was written on pod %1 %2 min ago, and the device plugin has not confirmed it since.</source>
        <translation>%2 分钟前已为 Pod %1 写入卡号，但设备插件至今没有确认。</translation>
    </message>
    <message>
        <source>Pod %1 should have ended %2 min ago. The scheduler gives its memory away already.</source>
        <translation>Pod %1 本应在 %2 分钟前结束；调度器已经把它的显存分给别的 Pod。</translation>
    </message>
    <message>
        <source>This node&apos;s GPU stack is recognised, but its cards are not read yet.</source>
        <translation>已识别此节点的 GPU 方案，但尚不支持读取其 GPU 卡。</translation>
    </message>
    <message>
        <source>This node&apos;s GPU stack is recognised, but its cards are not read yet. It offers %1.</source>
        <translation>已识别此节点的 GPU 方案，但尚不支持读取其 GPU 卡。它提供 %1。</translation>
    </message>
    <message>
        <source>The node offers %1 GPU devices that are parts of cards; no label tells how many cards it has.</source>
        <translation>节点提供 %1 个 GPU 设备，它们是 GPU 卡的一部分；没有标签说明节点有几张 GPU 卡。</translation>
    </message>
    <message>
        <source>The label %1 says %2, but the node offers %3 devices per card.</source>
        <translation>标签 %1 的值为 %2，但节点每张 GPU 卡提供 %3 个设备。</translation>
    </message>
    <message>
        <source>MIG strategy &quot;single&quot; needs the same profile on every card; this node&apos;s cards differ (%1).</source>
        <translation>MIG 策略“single”要求每张 GPU 卡的规格相同；此节点的 GPU 卡规格不一致（%1）。</translation>
    </message>
    <message>
        <source>The node offers more of %1 than its cards can hold; a resource was left behind by an earlier mode.</source>
        <translation>节点提供的 %1 超出其 GPU 卡所能容纳的数量；有资源是先前模式遗留的。</translation>
    </message>
    <message>
        <source>The MIG geometry is being changed (state %1); GPUs are not offered meanwhile.</source>
        <translation>正在更改 MIG 几何配置（状态 %1）；期间不提供 GPU。</translation>
    </message>
    <message>
        <source>The MIG configuration &quot;%1&quot; could not be applied.</source>
        <translation>无法应用 MIG 配置“%1”。</translation>
    </message>
    <message>
        <source>The label %1=false keeps the device plugin off this node.</source>
        <translation>标签 %1=false 使设备插件不在此节点上运行。</translation>
    </message>
    <message>
        <source>The GPU driver is being upgraded (state %1).</source>
        <translation>正在升级 GPU 驱动（状态 %1）。</translation>
    </message>
    <message>
        <source>A GPU is present (%1), but no device plugin offers it.</source>
        <translation>存在 GPU（%1），但没有设备插件提供它。</translation>
    </message>
    <message>
        <source>Several GPU stacks serve this node: %1. The first one is shown.</source>
        <translation>此节点上有多个 GPU 方案：%1。显示的是第一个。</translation>
    </message>
    <message>
        <source>This node serves virtual machines (%1), not containers.</source>
        <translation>此节点服务于虚拟机（%1），而非容器。</translation>
    </message>
    <message>
        <source>The node offers %1 GPU devices, and its labels speak of %2 card(s), which does not agree; the cards are unknown.</source>
        <translation>节点提供 %1 个 GPU 设备，而标签说明有 %2 张卡，两者不一致，因此卡为未知。</translation>
    </message>
    <message>
        <source>Koordinator&apos;s Reservations were not read; what they keep on this node looks free.</source>
        <translation>未读取 Koordinator 的 Reservation；它们在本节点上保留的资源显示为空闲。</translation>
    </message>
    <message>
        <source>The cards that Reservation %1 holds cannot be read; they look free.</source>
        <translation>无法读取 Reservation %1 占用的卡；这些卡显示为空闲。</translation>
    </message>
    <message>
        <source>An elastic RDMA interface of this node could not be set up.</source>
        <translation>此节点的一块弹性 RDMA 网卡（ERI）未能配置。</translation>
    </message>
    <message>
        <source>An elastic RDMA interface of this node could not be set up: %1</source>
        <translation>此节点的一块弹性 RDMA 网卡（ERI）未能配置：%1</translation>
    </message>
    <message>
        <source>Pod %1 has the annotation %2, but no container requests aliyun/erdma: SMC-R is not set up for it.</source>
        <translation>Pod %1 带有注解 %2，但没有容器请求 aliyun/erdma，因此没有为它配置 SMC-R。</translation>
    </message>
    <message>
        <source>%1 was left behind: no device plugin offers these cards now.</source>
        <translation>%1 是残留的：现在没有设备插件提供这些卡。</translation>
    </message>
    <message>
        <source>The node offers vGPUs, but 0 of %1: the device plugin could not report so many units of memory. A larger gpuMemoryFactor in its configuration makes them fewer.</source>
        <translation>节点提供 vGPU，但 %1 为 0：设备插件无法上报这么多显存单位。在其配置中设置较大的 gpuMemoryFactor 可减少单位数。</translation>
    </message>
    <message>
        <source>The ResourceClaims were not read: which of this node&apos;s devices are held is unknown.</source>
        <translation>未读取 ResourceClaim：该节点的哪些设备被占用为未知。</translation>
    </message>
    <message>
        <source>%1: until the driver has published all of them, the scheduler uses none of the pool&apos;s devices.</source>
        <translation>%1：驱动全部发布之前，调度器不会使用该资源池中的任何设备。</translation>
    </message>
    <message>
        <source>The node offers %1 of %2, which are shares of MIG instances; how many instances there are is unknown.</source>
        <translation>节点提供 %1 份 %2，它们是 MIG 实例的份额；有多少个实例为未知。</translation>
    </message>
    <message>
        <source>Duplicate name published by the driver: %1. The scheduler uses no device of that pool.</source>
        <translation>驱动发布了重复的名称：%1。调度器不使用该资源池中的任何设备。</translation>
    </message>
    <message>
        <source>The cards are cut (%1), but the device plugin offers them whole: containers can use none of them. Set its MIG strategy to single or mixed.</source>
        <translation>GPU 卡已切分（%1），但设备插件仍按整卡提供：容器无法使用其中任何一张。请将其 MIG 策略设为 single 或 mixed。</translation>
    </message>
    <message>
        <source>Card %1 is published more than once: %2. The scheduler may allocate it to several pods.</source>
        <translation>卡 %1 被发布了多次：%2。调度器可能将其分配给多个 Pod。</translation>
    </message>
    <message>
        <source>Pod %1 shares the card of GPU group %2, and no reservation pod of this group is visible. Where there is none, KAI deletes the pod, and the kubelet gives its card to others.</source>
        <translation>Pod %1 共享 GPU 组 %2 的卡，但看不到该组的占位 Pod。如果确实没有，KAI 会删除该 Pod，kubelet 会把它的卡给别的 Pod。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::Format</name>
    <message>
        <source>&lt;0.1</source>
        <translation>&lt;0.1</translation>
    </message>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>%1 units</source>
        <translation>%1 个单位</translation>
    </message>
    <message numerus="yes">
        <source>%n unit(s)</source>
        <comment>amount of GPU memory whose unit the cluster does not tell</comment>
        <translation>
            <numerusform>%n 个单位</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>a percentage</comment>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1s</source>
        <comment>age in seconds, short</comment>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1m</source>
        <comment>age in minutes, short</comment>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1h</source>
        <comment>age in hours, short</comment>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1d</source>
        <comment>age in days, short</comment>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>n/a</source>
        <comment>no data</comment>
        <translation>无数据</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::FragmentationView</name>
    <message>
        <source>for requests of this size</source>
        <translation>按此请求规格</translation>
    </message>
    <message>
        <source>Share of the free memory that lies in slots too small for this request. 0 %: every free GiB can be used.</source>
        <translation>空闲显存中因过于零散而无法用于该请求的比例。0 % 表示所有空闲显存都可用。</translation>
    </message>
    <message>
        <source>before</source>
        <translation>放置前</translation>
    </message>
    <message>
        <source>after</source>
        <translation>放置后</translation>
    </message>
    <message>
        <source>Free %1 → %2</source>
        <translation>空闲 %1 → %2</translation>
    </message>
    <message>
        <source>usable %1 → %2</source>
        <translation>可用 %1 → %2</translation>
    </message>
    <message>
        <source>Fragmentation rate</source>
        <translation>碎片率</translation>
    </message>
    <message>
        <source>usable at least %1 → %2</source>
        <translation>至少可用 %1 → %2</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::GangView</name>
    <message>
        <source>Roles</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>in the order of creation</source>
        <translation>按创建顺序</translation>
    </message>
    <message>
        <source>Below: details of</source>
        <translation>下方显示其详情：</translation>
    </message>
    <message>
        <source>Role whose details are shown</source>
        <translation>显示详情的角色</translation>
    </message>
    <message>
        <source>in %1: %2</source>
        <comment>domain, node names</comment>
        <translation>%1 内：%2</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::GpuTexts</name>
    <message>
        <source>no GPU</source>
        <translation>无 GPU</translation>
    </message>
    <message>
        <source>exclusive scheduling (default)</source>
        <translation>独占调度（default）</translation>
    </message>
    <message>
        <source>shared scheduling (open-source gpushare)</source>
        <translation>共享调度（开源 gpushare）</translation>
    </message>
    <message>
        <source>shared, memory isolated (cgpu)</source>
        <translation>共享调度（显存隔离）</translation>
    </message>
    <message>
        <source>compute and memory isolated (core_mem)</source>
        <translation>共享调度（算力与显存隔离）</translation>
    </message>
    <message>
        <source>shared, no isolation (share)</source>
        <translation>共享调度（无隔离）</translation>
    </message>
    <message>
        <source>memory isolated by MPS (mps)</source>
        <translation>共享调度（MPS 隔离）</translation>
    </message>
    <message>
        <source>topology-aware scheduling (topology)</source>
        <translation>拓扑感知调度</translation>
    </message>
    <message>
        <source>MIG partition (mig)</source>
        <translation>MIG 切分</translation>
    </message>
    <message>
        <source>no GPU plugin (disabled)</source>
        <translation>无 GPU 插件（disabled）</translation>
    </message>
    <message>
        <source>unknown mode</source>
        <translation>模式未知</translation>
    </message>
    <message>
        <source>binpack</source>
        <translation>装箱（binpack）</translation>
    </message>
    <message>
        <source>spread</source>
        <translation>打散（spread）</translation>
    </message>
    <message>
        <source>Terminating</source>
        <translation>正在终止</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>phase of a pod, then the reason as the API tells it</comment>
        <translation>%1（%2）</translation>
    </message>
    <message numerus="yes">
        <source>%1 + %2 over %n card(s)</source>
        <comment>memory, compute</comment>
        <translation>
            <numerusform>%1 + %2，分布在 %n 张卡上</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 over %n card(s)</source>
        <comment>memory</comment>
        <translation>
            <numerusform>%1，分布在 %n 张卡上</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 + %2</source>
        <comment>memory, compute</comment>
        <translation>%1 + %2</translation>
    </message>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n linked card(s)</source>
        <translation>
            <numerusform>%n 张互联的卡</numerusform>
        </translation>
    </message>
    <message>
        <source>time-slicing, no isolation</source>
        <translation>时间片共享，无隔离</translation>
    </message>
    <message>
        <source>shared by MPS, equal parts</source>
        <translation>MPS 共享，均分</translation>
    </message>
    <message>
        <source>shared, method unknown</source>
        <translation>共享，方式未知</translation>
    </message>
    <message>
        <source>MIG, one profile (single)</source>
        <translation>MIG，单一规格（single）</translation>
    </message>
    <message>
        <source>MIG, several profiles (mixed)</source>
        <translation>MIG，多种规格（mixed）</translation>
    </message>
    <message>
        <source>vGPU, memory and compute shared</source>
        <translation>vGPU，显存与算力共享</translation>
    </message>
    <message>
        <source>claimed devices (DRA)</source>
        <translation>按声明分配的设备（DRA）</translation>
    </message>
    <message>
        <source>remote GPU pool</source>
        <translation>远程 GPU 池</translation>
    </message>
    <message>
        <source>extended resource, cards unknown</source>
        <translation>扩展资源，GPU 卡未知</translation>
    </message>
    <message>
        <source>GPUs not read yet</source>
        <translation>GPU 尚不支持读取</translation>
    </message>
    <message>
        <source>GPU present, not schedulable</source>
        <translation>有 GPU，但不可调度</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>amount, name of a resource</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>amount with its unit, name of a resource</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>gpushare (open source)</source>
        <translation>gpushare（开源）</translation>
    </message>
    <message>
        <source>Alibaba Cloud ACK</source>
        <translation>阿里云 ACK</translation>
    </message>
    <message>
        <source>NVIDIA device plugin</source>
        <translation>NVIDIA 设备插件</translation>
    </message>
    <message>
        <source>other accelerator</source>
        <translation>其他加速器</translation>
    </message>
    <message>
        <source>resize in progress</source>
        <comment>phase of a pod</comment>
        <translation>资源调整进行中</translation>
    </message>
    <message>
        <source>resize deferred</source>
        <comment>phase of a pod</comment>
        <translation>资源调整推迟</translation>
    </message>
    <message>
        <source>resize infeasible</source>
        <comment>phase of a pod</comment>
        <translation>资源调整不可行</translation>
    </message>
    <message numerus="yes">
        <source>%n MIG instance(s)</source>
        <translation>
            <numerusform>%n 个 MIG 实例</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n slot(s)</source>
        <comment>of shared cards</comment>
        <translation>
            <numerusform>%n 个槽位</numerusform>
        </translation>
    </message>
    <message>
        <source>whole cards</source>
        <translation>整卡</translation>
    </message>
    <message>
        <source>cards cut into partitions</source>
        <translation>卡已切分为分区</translation>
    </message>
    <message>
        <source>AMD device plugin</source>
        <translation>AMD 设备插件</translation>
    </message>
    <message numerus="yes">
        <source>%n partition(s)</source>
        <comment>parts of cards</comment>
        <translation>
            <numerusform>%n 个分区</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::GroupAnswerTexts</name>
    <message>
        <source>%1: by the figures that are read, %2 would be admitted now (queue %3).</source>
        <translation>%1：按读取到的数字，%2 现在会被准入（队列 %3）。</translation>
    </message>
    <message>
        <source>%1: %2 can never run as a whole: it asks for %3 of %4, and the limit of %5 is %6.</source>
        <translation>%1：%2 永远无法整体运行：它请求 %3 %4，而 %5 的上限是 %6。</translation>
    </message>
    <message>
        <source>%1: %2 would not be admitted: queue %3 does not exist.</source>
        <translation>%1：%2 不会被准入：队列 %3 不存在。</translation>
    </message>
    <message>
        <source>%1: %2 would not be admitted: queue %3 takes no workloads.</source>
        <translation>%1：%2 不会被准入：队列 %3 不接收工作负载。</translation>
    </message>
    <message>
        <source>%1: unknown whether %2 would be admitted now (queue %3).</source>
        <translation>%1：%2 现在是否会被准入未知（队列 %3）。</translation>
    </message>
    <message>
        <source>A Pod of its own is rejected when it is submitted.</source>
        <translation>单独的 Pod 在提交时即被拒绝。</translation>
    </message>
    <message>
        <source>The workload itself is created. Its controller tries again, with longer and longer pauses, until the quota has room; events FailedCreate tell it.</source>
        <translation>工作负载本身会被创建。其控制器会以越来越长的间隔重试，直到配额有空间；FailedCreate 事件会说明这一点。</translation>
    </message>
    <message>
        <source>Not certain: a ResourceQuota of the namespace is not counted or not read, or the number of pods is not known.</source>
        <translation>不确定：该命名空间有 ResourceQuota 尚未统计或没有读取，或 Pod 的数量未知。</translation>
    </message>
    <message>
        <source>Not certain: it follows from the rules of Volcano 1.15 and from pods that ask for GPUs.</source>
        <translation>不确定：这是按 Volcano 1.15 的规则和请求 GPU 的 Pod 推算的。</translation>
    </message>
    <message>
        <source>The configuration of Volcano&apos;s scheduler was not read; the shipped one is taken.</source>
        <translation>没有读取 Volcano 调度器的配置；按出厂配置计算。</translation>
    </message>
    <message>
        <source>Not certain: limits of users and placement rules of YuniKorn are not judged.</source>
        <translation>不确定：没有判断 YuniKorn 的用户限额和放置规则。</translation>
    </message>
    <message>
        <source>Not certain: the rules of the scheduler of ACK are not published.</source>
        <translation>不确定：ACK 调度器的规则没有公开。</translation>
    </message>
    <message>
        <source>%1: %2 would wait, or a part of it: it asks for %3 of %4, and %5 of the limit of %6 is free.</source>
        <translation>%1：%2 会全部或部分等待：它请求 %3 %4，而 %6 的上限中还有 %5 空闲。</translation>
    </message>
    <message>
        <source>Volcano: %1 would stay Pending, without pods: it asks for %2 of %3, and overcommit (factor %4) leaves %5 in the cluster.</source>
        <translation>Volcano：%1 会停留在 Pending，没有 Pod：它请求 %2 %3，而按超额系数 %4，集群还剩 %5。</translation>
    </message>
    <message>
        <source>Volcano: %1 would stay Pending, without pods: it asks for %2 of %3, and %4 is free in queue %5.</source>
        <translation>Volcano：%1 会停留在 Pending，没有 Pod：它请求 %2 %3，而队列 %5 还有 %4 空闲。</translation>
    </message>
    <message numerus="yes">
        <source>ResourceQuota %1: %n of %2 pods of %3 would be created now. The API server rejects the others: each asks for %4 of %5, and %6 is free.</source>
        <translation>
            <numerusform>ResourceQuota %1：%3 的 %2 个 Pod 中，现在会创建 %n 个。API 服务器拒绝其余的：每个请求 %4 %5，而还有 %6 空闲。</numerusform>
        </translation>
    </message>
    <message>
        <source>ResourceQuota %1: the API server rejects every pod of %2: each asks for %3 of %4, more than the whole quota.</source>
        <translation>ResourceQuota %1：API 服务器会拒绝 %2 的每个 Pod：每个请求 %3 %4，超过整个配额。</translation>
    </message>
    <message>
        <source>ResourceQuota %1: the API server would reject every pod of %2: each asks for %3 of %4, and %5 is free.</source>
        <translation>ResourceQuota %1：API 服务器会拒绝 %2 的每个 Pod：每个请求 %3 %4，而还有 %5 空闲。</translation>
    </message>
    <message numerus="yes">
        <source>ResourceQuota: all %n pod(s) of %1 would be created now.</source>
        <translation>
            <numerusform>ResourceQuota：%1 的全部 %n 个 Pod 现在都会被创建。</numerusform>
        </translation>
    </message>
    <message>
        <source>Not certain: limits of cpu and memory are not judged, and the order in which KAI places groups is not.</source>
        <translation>不确定：没有判断 CPU 和内存的上限，也没有判断 KAI 放置各组的顺序。</translation>
    </message>
    <message>
        <source>Not certain: what Koordinator grants a quota (runtime) moves with what others ask.</source>
        <translation>不确定：Koordinator 给配额的可用量（runtime）随他人的请求而变。</translation>
    </message>
    <message>
        <source>%1: %2 would wait, or a part of it: it may not be preempted and asks for %3 of %4, and %5 of the quota of %6 is free.</source>
        <translation>%1：%2 或其一部分会等待：它不可抢占，请求 %3 %4，而 %6 的配额还剩 %5。</translation>
    </message>
    <message>
        <source>Volcano: %1 would stay Pending, without pods: it asks for %2 of %3, and the guarantees of other queues leave %4 for queue %5.</source>
        <translation>Volcano：%1 会停留在 Pending，没有 Pod：它请求 %2 %3，而扣除其他队列的保障后，队列 %5 还可用 %4。</translation>
    </message>
    <message>
        <source>%1: %2 would not be admitted: queue %3 has queues below it, so it takes no groups.</source>
        <translation>%1：%2 不会被准入：队列 %3 有下级队列，因此不接收组。</translation>
    </message>
    <message>
        <source>%1: %2 would not be admitted: the tree of queues is not valid at %3, so no group is let in.</source>
        <translation>%1：%2 不会被准入：队列树在 %3 处无效，因此不放行任何组。</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n of %2 pods of %3 may run. All of them ask for %4 of %5, and the limit of queue %6 is %7.</source>
        <translation>
            <numerusform>%1：%3 的 %2 个 Pod 中可以运行 %n 个。全部 Pod 请求 %5 %4，而队列 %6 的上限为 %7。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 can never start: its gang, or the least number of a task, is larger than the pods that are made before it starts.</source>
        <translation>%1：%2 永远无法启动：它的 gang 或某个任务的最少数量，多于启动前创建的 Pod。</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 would wait: %n pods of its pod group must start together, and %3 of them fit now.</source>
        <translation>
            <numerusform>%1：%2 会等待：其 Pod 组的 %n 个 Pod 必须一起启动，目前能放下其中 %3 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Volcano: %1 would wait, or a part of it: it asks for %2 of %3, and %4 is free of the share that queue %5 has by weight.</source>
        <translation>Volcano：%1 或其中一部分会等待：它请求 %2 %3，而队列 %5 按权重的份额还有 %4 空闲。</translation>
    </message>
    <message>
        <source>Not certain: it may depend on plugins of the scheduler, on the order in which it places unlike pods, on LimitRanges of the namespace that were not read, and on nodes of which it is unknown what they take.</source>
        <translation>不确定：结果可能取决于调度器的插件、它放置不同 Pod 的顺序、未读取的命名空间 LimitRange，以及无法判断的节点。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::GroupRemedyTexts</name>
    <message numerus="yes">
        <source>Ask for at most %n pod(s)</source>
        <translation>
            <numerusform>最多申请 %n 个 Pod</numerusform>
        </translation>
    </message>
    <message>
        <source>Add nodes with %1</source>
        <translation>增加带有 %1 的节点</translation>
    </message>
    <message>
        <source>Set the overcommit factor of Volcano&apos;s scheduler to at least %1</source>
        <translation>将 Volcano 调度器的超额系数至少设为 %1</translation>
    </message>
    <message>
        <source>Make it preemptible: it may then go over the quota, and may be evicted</source>
        <translation>将其设为可抢占：之后它可以超出配额，也可能被驱逐</translation>
    </message>
    <message>
        <source>%1 in namespace %2</source>
        <translation>%1（命名空间 %2）</translation>
    </message>
    <message>
        <source>End %1, or wait until it has ended: it holds %2</source>
        <translation>结束 %1，或等待其结束：它占用 %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a workload and what it holds</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>End these together, or wait until they have ended: %1</source>
        <translation>将以下工作负载一并结束，或等待它们全部结束：%1</translation>
    </message>
    <message>
        <source>Ask for at most %1 in the minResources of the group</source>
        <translation>组的 minResources 中最多申请 %1</translation>
    </message>
    <message>
        <source>Ask for at most %1 in the pods that start together</source>
        <translation>需同时启动的 Pod 合计最多申请 %1</translation>
    </message>
    <message>
        <source>Ask for at most %1 in a pod</source>
        <translation>每个 Pod 最多申请 %1</translation>
    </message>
    <message>
        <source>%1 of %2 in %3 by %4</source>
        <comment>field, resource, queue or quota, amount</comment>
        <translation>%3 中 %2 的 %1，幅度 %4</translation>
    </message>
    <message>
        <source>Raise %1, and add nodes with %2</source>
        <translation>提高 %1，并增加带有 %2 的节点</translation>
    </message>
    <message>
        <source>Raise %1: the next pod is then let in</source>
        <translation>提高 %1：之后下一个 Pod 可以进入</translation>
    </message>
    <message>
        <source>Raise %1</source>
        <translation>提高 %1</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the parts of a remedy</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Lower %1</source>
        <translation>降低 %1</translation>
    </message>
    <message>
        <source>What would help:</source>
        <translation>可行的处理办法：</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::GroupTexts</name>
    <message>
        <source>%1: %2 of %3 pods fit.</source>
        <translation>%1：%3 个 Pod 中有 %2 个放得下。</translation>
    </message>
    <message>
        <source>The gang waits: at least %1 pods must start together.</source>
        <translation>该 gang 等待：至少 %1 个 Pod 必须一起启动。</translation>
    </message>
    <message>
        <source>The gang starts: %1 pods are enough.</source>
        <translation>该 gang 启动：%1 个 Pod 就足够。</translation>
    </message>
    <message numerus="yes">
        <source>At least %1 pods must start together. Where a gang scheduler holds to it the workload waits; where none does, the %2 that fit start and hold %n card(s) while they wait for the others.</source>
        <translation>
            <numerusform>至少 %1 个 Pod 必须一起启动。有 gang 调度器执行时，工作负载等待；没有时，放得下的 %2 个启动，并在等待其余 Pod 期间占用 %n 张卡。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No gang is stated. Where no scheduler makes one of it, the %1 that fit start and hold %n card(s) while they wait for the others.</source>
        <translation>
            <numerusform>没有声明 gang。如果调度器也不将其作为 gang 处理，放得下的 %1 个会启动，并在等待其余 Pod 时占用 %n 张卡。</numerusform>
        </translation>
    </message>
    <message>
        <source>unlimited</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>the queue does not exist</source>
        <translation>队列不存在</translation>
    </message>
    <message>
        <source>the queue is not open</source>
        <translation>队列未开放</translation>
    </message>
    <message>
        <source>more %1 than the limit of the queue</source>
        <translation>%1 超过队列的上限</translation>
    </message>
    <message>
        <source>The queues of %1 may not be listed with these rights.</source>
        <translation>当前权限不能列出 %1 的队列。</translation>
    </message>
    <message>
        <source>The queues of %1 were not read.</source>
        <translation>未读取 %1 的队列。</translation>
    </message>
    <message>
        <source>Who waits in %1 is not known: PodGroups may not be listed with these rights.</source>
        <translation>%1 中的等待情况未知：当前权限不能列出 PodGroup。</translation>
    </message>
    <message>
        <source>Who waits in %1 is not known: PodGroups were not read.</source>
        <translation>%1 中的等待情况未知：未读取 PodGroup。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a system and the kinds of its objects</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>May not be listed with these rights: %1.</source>
        <translation>当前权限不能列出：%1。</translation>
    </message>
    <message>
        <source>There are none of %1.</source>
        <translation>没有以下对象：%1。</translation>
    </message>
    <message>
        <source>Not found, because it is not installed or the snapshot file does not hold it: %1.</source>
        <translation>未找到（未安装，或快照文件不包含其对象）：%1。</translation>
    </message>
    <message>
        <source>asks for %1 %2, and %3 is free in %4</source>
        <translation>请求 %1 %2，而 %4 还有 %3 空闲</translation>
    </message>
    <message>
        <source>asks for %1 %2, and overcommit leaves %3 in the cluster</source>
        <translation>请求 %1 %2，而按超额系数集群还剩 %3</translation>
    </message>
    <message>
        <source>pods would be rejected: each asks for %1 %2, and %3 is free</source>
        <translation>Pod 会被拒绝：每个请求 %1 %2，而还有 %3 空闲</translation>
    </message>
    <message>
        <source>%1, queue %2: %3. This follows from the figures that are read, and is not certain.</source>
        <translation>%1，队列 %2：%3。这是按读取到的数字推算的，并不确定。</translation>
    </message>
    <message>
        <source>%1, queue %2: %3.</source>
        <translation>%1，队列 %2：%3。</translation>
    </message>
    <message>
        <source>Volcano&apos;s scheduler lets groups in without looking at what the cluster has (no overcommit).</source>
        <translation>Volcano 的调度器放行各组时不看集群有多少资源（没有 overcommit）。</translation>
    </message>
    <message>
        <source>The configuration of Volcano&apos;s scheduler was not read: its shipped overcommit factor, %1, is taken.</source>
        <translation>没有读取 Volcano 调度器的配置：按出厂的超额系数 %1 计算。</translation>
    </message>
    <message>
        <source>Overcommit factor of Volcano&apos;s scheduler: %1.</source>
        <translation>Volcano 调度器的超额系数：%1。</translation>
    </message>
    <message>
        <source>Used is the sum over pods that ask for GPUs. What follows from it is not certain: the rules of the scheduler of ACK are not published.</source>
        <translation>已用是请求 GPU 的 Pod 之和。由此得出的结论并不确定：ACK 调度器的规则没有公开。</translation>
    </message>
    <message>
        <source>Used is the sum over pods that ask for GPUs. What follows from it is not certain: limits of users and placement rules of YuniKorn are not judged.</source>
        <translation>已用是请求 GPU 的 Pod 之和。由此得出的结论并不确定：没有判断 YuniKorn 的用户限额和放置规则。</translation>
    </message>
    <message>
        <source>Some pods of YuniKorn name no queue, so what is used is not known.</source>
        <translation>有些 YuniKorn 的 Pod 没有指定队列，因此已用未知。</translation>
    </message>
    <message>
        <source>The API server rejects a pod that exceeds the quota when it is created; the controller of its workload tries again. Pods that wait for a node are counted as used.</source>
        <translation>Pod 创建时超过配额会被 API 服务器拒绝；其工作负载的控制器会重试。等待节点的 Pod 计入已用。</translation>
    </message>
    <message>
        <source>There is more than is shown: parts of it are not kept, or could not be read.</source>
        <translation>还有未显示的内容：其中一部分没有保留，或无法读取。</translation>
    </message>
    <message>
        <source>ResourceQuotas may not be listed with these rights.</source>
        <translation>以当前权限不能列出 ResourceQuota。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n gang(s) of %2 pods start; the others wait.</source>
        <translation>
            <numerusform>共 %n 个 gang（每个 %2 个 Pod），其中 %1 个可以启动；其余等待。</numerusform>
        </translation>
    </message>
    <message>
        <source>may not be preempted and asks for %1 %2, and %3 of the quota of %4 is free</source>
        <translation>不可抢占，请求 %1 %2，而 %4 的配额还剩 %3</translation>
    </message>
    <message>
        <source>asks for %1 %2, and the guarantees of other queues leave %3 for %4</source>
        <translation>请求 %1 %2，而扣除其他队列的保障后，%4 还可用 %3</translation>
    </message>
    <message>
        <source>more %1 than the limit of %2, a queue above</source>
        <translation>%1 超过上级队列 %2 的上限</translation>
    </message>
    <message>
        <source>the queue has queues below it, so it takes no groups</source>
        <translation>该队列有下级队列，因此不接收组</translation>
    </message>
    <message>
        <source>the tree of queues is not valid at %1, so no group is let in</source>
        <translation>队列树在 %1 处无效，因此不放行任何组</translation>
    </message>
    <message>
        <source>%1 of %2 pods of the gang exist</source>
        <translation>gang 的 %2 个 Pod 中存在 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 pods of the gang fit</source>
        <translation>gang 的 %2 个 Pod 中放得下 %1 个</translation>
    </message>
    <message>
        <source>size of the gang not known</source>
        <translation>gang 的大小未知</translation>
    </message>
    <message>
        <source>%1, group %2: %3 of its pods exist, and %4 must start together. The others have to be created first.</source>
        <translation>%1，组 %2：存在 %3 个 Pod，而必须一起启动 %4 个。须先创建其余的 Pod。</translation>
    </message>
    <message>
        <source>%1, group %2: %3 of its pods fit at once, and %4 must start together.</source>
        <translation>%1，组 %2：能同时放下 %3 个 Pod，而必须一起启动 %4 个。</translation>
    </message>
    <message>
        <source>%1: the pod belongs to a group of pods that may have to start together. How many was not read, so whether it starts is not known.</source>
        <translation>%1：该 Pod 属于可能必须一起启动的一组 Pod。没有读取数量，因此不知道它能否启动。</translation>
    </message>
    <message>
        <source>%1, group %2: how many of its pods must start together was not read, so whether it starts is not known.</source>
        <translation>%1，组 %2：没有读取必须一起启动的 Pod 数量，因此不知道它能否启动。</translation>
    </message>
    <message>
        <source>This follows from the figures that are read, and is not certain.</source>
        <translation>这是按读取到的数字推算的，并不确定。</translation>
    </message>
    <message>
        <source>the gang is larger than the pods that are made before it starts</source>
        <translation>gang 多于启动前创建的 Pod</translation>
    </message>
    <message>
        <source>asks for %1 %2, and %3 is free of the min of all ElasticQuotas together</source>
        <translation>请求 %1 %2，而全部 ElasticQuota 的 min 合计只剩 %3</translation>
    </message>
    <message>
        <source>asks for %1 %2, and %3 is free of the share of %4 by weight</source>
        <translation>请求 %1 %2，而 %4 按权重的份额还有 %3 空闲</translation>
    </message>
    <message>
        <source>%1: at least %2 of %3 pods fit.</source>
        <translation>%1：%3 个 Pod 中至少有 %2 个放得下。</translation>
    </message>
    <message numerus="yes">
        <source>Whether the gang starts is unknown: at least %1 pods must start together, and of %n node(s) it is unknown what they take.</source>
        <translation>
            <numerusform>gang 能否启动未知：至少 %1 个 Pod 须同时启动，而 %n 个节点能放多少未知。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Whether the other pods fit is unknown: of %n node(s) it is unknown what they take.</source>
        <translation>
            <numerusform>其余 Pod 能否放下未知：%n 个节点能放多少未知。</numerusform>
        </translation>
    </message>
    <message>
        <source>all but %1 of the %2 pods that the gang needs have scheduling gates</source>
        <translation>gang 需要的 %2 个 Pod 中只有 %1 个没有调度门控</translation>
    </message>
    <message>
        <source>%1, group %2: %3 of its pods have no scheduling gates, and %4 must start together. The gates of the others have to be removed first.</source>
        <translation>%1，组 %2：%3 个 Pod 没有调度门控，而必须一起启动 %4 个。须先移除其余 Pod 的门控。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::GroupsView</name>
    <message>
        <source>Nothing to show</source>
        <translation>没有可显示的内容</translation>
    </message>
    <message>
        <source>There are no cards, or the cluster is still being loaded.</source>
        <translation>没有卡，或集群仍在加载。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::HeatmapRenderer</name>
    <message>
        <source>cards not known</source>
        <translation>GPU 卡未知</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::HeatmapView</name>
    <message numerus="yes">
        <source>%n card(s) selected</source>
        <translation>
            <numerusform>已选 %n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>Arrows move between cards, Space selects, Enter opens, plus and minus zoom.</source>
        <translation>方向键在卡之间移动，空格键选中，回车键打开，加减键缩放。</translation>
    </message>
    <message>
        <source>Cluster map</source>
        <translation>集群热力图</translation>
    </message>
    <message>
        <source>group %1, %2, folded</source>
        <translation>分组 %1，%2，已折叠</translation>
    </message>
    <message>
        <source>group %1, %2</source>
        <translation>分组 %1，%2</translation>
    </message>
    <message>
        <source>The data of the map is stale, so a preview would mislead. Wait until it is live again.</source>
        <translation>热力图的数据已过期，此时预览不准确。请等待恢复实时。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::HoldersView</name>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Pods</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>Allocated now, by model</source>
        <translation>当前分配，按型号</translation>
    </message>
    <message>
        <source>Allocated now, by namespace</source>
        <translation>当前分配，按命名空间</translation>
    </message>
    <message>
        <source>Allocated now, by owner</source>
        <translation>当前分配，按所属控制器</translation>
    </message>
    <message>
        <source>Allocated now, by mode</source>
        <translation>当前分配，按模式</translation>
    </message>
    <message>
        <source>bar: allocated, of the capacity behind it</source>
        <translation>条形：实色为已分配，底色为总容量</translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) of unknown size are left out</source>
        <translation>
            <numerusform>有 %n 张卡的显存大小未知，未计入</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::Joining</name>
    <message>
        <source>, </source>
        <comment>between the entries of a list</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between two clauses</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name of a value, the value</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::KeyValueList</name>
    <message>
        <source>%1: %2
Click copies the value</source>
        <translation>%1：%2
单击复制该值</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::KeysDialog</name>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Mark a card</source>
        <translation>标记一张卡</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Copy the chosen row</source>
        <translation>复制所选行</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>All defaults</source>
        <translation>全部恢复默认</translation>
    </message>
    <message>
        <source>Filter by action or key</source>
        <translation>按操作或按键筛选</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Actions and their keys</source>
        <translation>操作及其按键</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>新按键</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Single letters act in map and tables</source>
        <translation>在热力图和表格中启用单字母按键</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Map and tables, fixed</source>
        <translation>热力图和表格，固定</translation>
    </message>
    <message>
        <source>Extend the selection, select all</source>
        <translation>扩展选择，全选</translation>
    </message>
    <message>
        <source>Map, fixed</source>
        <translation>热力图，固定</translation>
    </message>
    <message>
        <source>Larger, smaller, fit</source>
        <translation>放大、缩小、适应</translation>
    </message>
    <message>
        <source>Tables, fixed</source>
        <translation>表格，固定</translation>
    </message>
    <message>
        <source>Next and previous control</source>
        <translation>下一个、上一个控件</translation>
    </message>
    <message>
        <source>Everywhere, fixed</source>
        <translation>所有位置，固定</translation>
    </message>
    <message>
        <source>Context menu</source>
        <translation>上下文菜单</translation>
    </message>
    <message>
        <source>These keys belong to the control and cannot be changed</source>
        <translation>这些按键属于控件本身，不能修改</translation>
    </message>
    <message>
        <source>This key is used for: %1. Set reassigns it.</source>
        <translation>该按键目前用于：%1。点击“设置”后将改为用于此处。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::LabelOnly</name>
    <message>
        <source>The server is working on it</source>
        <translation>服务器正在处理</translation>
    </message>
    <message>
        <source>Type the name first</source>
        <translation>请先输入名称</translation>
    </message>
    <message>
        <source>Change the label only, immediately</source>
        <translation>仅修改标签，立即生效</translation>
    </message>
    <message>
        <source>advanced</source>
        <translation>高级</translation>
    </message>
    <message numerus="yes">
        <source>%n GPU pod(s) would stay outside the scheduler&apos;s ledger: cards may be overbooked. Nothing is cordoned, evicted or verified.</source>
        <translation>
            <numerusform>%n 个 GPU Pod 将不在调度器账本之内：GPU 卡可能超配。不会封锁、驱逐或校验。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is cordoned or verified. A GPU pod that starts meanwhile is outside the scheduler&apos;s ledger, and its card may be overbooked.</source>
        <translation>不会封锁，也不会校验。其间启动的 GPU Pod 不在调度器账本之内，其 GPU 卡可能超配。</translation>
    </message>
    <message>
        <source>Type %1</source>
        <translation>输入 %1</translation>
    </message>
    <message>
        <source>Set the label only</source>
        <translation>仅设置标签</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::LedgerPage</name>
    <message>
        <source>Critical</source>
        <translation>严重</translation>
    </message>
    <message>
        <source>cards are or will be overbooked</source>
        <translation>卡已经或将会超配</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>figures that contradict each other</source>
        <translation>数据自身不一致</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>已核对</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>%1 pods</source>
        <translation>%1 个 Pod</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Nothing matches the filter</source>
        <translation>没有符合筛选条件的内容</translation>
    </message>
    <message>
        <source>Mismatches in the whole cluster: %1</source>
        <translation>整个集群的不一致：%1</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>The ledger agrees</source>
        <translation>账本一致</translation>
    </message>
    <message>
        <source>%1 nodes and %2 pods were compared: modes, cards, totals, annotations.</source>
        <translation>已核对 %1 个节点和 %2 个 Pod 的模式、卡、合计与注解。</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>卡号</translation>
    </message>
    <message>
        <source>Pod</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>Mismatch</source>
        <translation>不一致</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>实际</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>应为</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>处理办法</translation>
    </message>
    <message>
        <source>Save the mismatches as CSV</source>
        <translation>将不一致项保存为 CSV</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Node, pod, kind of mismatch</source>
        <translation>节点、Pod、不一致类型</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Severity that is shown</source>
        <translation>显示的级别</translation>
    </message>
    <message>
        <source>Export CSV…</source>
        <translation>导出 CSV…</translation>
    </message>
    <message>
        <source>Mismatches</source>
        <translation>不一致列表</translation>
    </message>
    <message>
        <source>wrong entries; no card is overbooked</source>
        <translation>记录有误，没有卡超配</translation>
    </message>
    <message>
        <source>Nothing to compare: the cluster has no nodes</source>
        <translation>没有可核对的内容：集群中没有节点</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::LedgerPane</name>
    <message>
        <source>%1 / card %2</source>
        <translation>%1 / 卡 %2</translation>
    </message>
    <message>
        <source>The map has no cards of this node.</source>
        <translation>热力图上没有该节点的卡。</translation>
    </message>
    <message>
        <source>There is no such node.</source>
        <translation>没有这个节点。</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>实际</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>应为</translation>
    </message>
    <message>
        <source>Why it matters</source>
        <translation>影响</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>处理办法</translation>
    </message>
    <message>
        <source>Show on map</source>
        <translation>在热力图上显示</translation>
    </message>
    <message>
        <source>Open node</source>
        <translation>打开节点</translation>
    </message>
    <message>
        <source>Open pod</source>
        <translation>打开 Pod</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::LedgerTexts</name>
    <message>
        <source>absent</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>The pod and the pods that the scheduler places here can use one card without knowing of each other.</source>
        <translation>该 Pod 与调度器放到这里的 Pod 可能在互不知情的情况下使用同一张卡。</translation>
    </message>
    <message>
        <source>unknown mode label</source>
        <translation>模式标签取值未知</translation>
    </message>
    <message>
        <source>unknown placement label</source>
        <translation>放置策略标签取值未知</translation>
    </message>
    <message>
        <source>mode without its resource</source>
        <translation>模式缺少对应资源</translation>
    </message>
    <message>
        <source>several modes at once</source>
        <translation>同时发布多种模式</translation>
    </message>
    <message>
        <source>card count missing</source>
        <translation>缺少卡数</translation>
    </message>
    <message>
        <source>allocatable below capacity</source>
        <translation>可分配少于容量</translation>
    </message>
    <message>
        <source>impossible capacity</source>
        <translation>容量不合理</translation>
    </message>
    <message>
        <source>unreadable field</source>
        <translation>字段无法读取</translation>
    </message>
    <message>
        <source>card overbooked</source>
        <translation>卡超配</translation>
    </message>
    <message>
        <source>node overbooked</source>
        <translation>节点超配</translation>
    </message>
    <message>
        <source>too many pods on a card</source>
        <translation>单卡 Pod 过多</translation>
    </message>
    <message>
        <source>node is gone</source>
        <translation>节点已不存在</translation>
    </message>
    <message>
        <source>whole card given twice</source>
        <translation>整卡重复分配</translation>
    </message>
    <message>
        <source>whole card on a shared node</source>
        <translation>共享节点上的整卡 Pod</translation>
    </message>
    <message>
        <source>pod against the mode</source>
        <translation>Pod 与模式不符</translation>
    </message>
    <message>
        <source>unreadable allocation</source>
        <translation>分配注解无法读取</translation>
    </message>
    <message>
        <source>card does not exist</source>
        <translation>卡不存在</translation>
    </message>
    <message>
        <source>no card written</source>
        <translation>未写入卡号</translation>
    </message>
    <message>
        <source>allocation differs from request</source>
        <translation>分配与请求不同</translation>
    </message>
    <message>
        <source>annotations contradict each other</source>
        <translation>注解互相矛盾</translation>
    </message>
    <message>
        <source>annotations missing</source>
        <translation>缺少注解</translation>
    </message>
    <message>
        <source>written for another card size</source>
        <translation>按另一种卡容量写入</translation>
    </message>
    <message>
        <source>wrong number of cards</source>
        <translation>卡数不符</translation>
    </message>
    <message>
        <source>not counted by the scheduler</source>
        <translation>调度器未计入</translation>
    </message>
    <message>
        <source>init container asks more</source>
        <translation>初始化容器请求更多</translation>
    </message>
    <message>
        <source>never confirmed</source>
        <translation>一直未确认</translation>
    </message>
    <message>
        <source>does not end</source>
        <translation>无法终止</translation>
    </message>
    <message>
        <source>No card is charged with what the pod uses, so the scheduler gives that memory to another pod too.</source>
        <translation>该 Pod 的用量没有记在任何卡上，调度器会把同一份显存再分给别的 Pod。</translation>
    </message>
    <message>
        <source>More was allocated than there is: expect out-of-memory errors or slow jobs.</source>
        <translation>已分配的资源超过卡的容量：可能出现显存不足（OOM）或任务变慢。</translation>
    </message>
    <message>
        <source>The scheduler counts less than the pod uses, so the difference is given away a second time.</source>
        <translation>调度器计入的比 Pod 实际占用的少，差额会被再次分出。</translation>
    </message>
    <message>
        <source>The scheduler counts more than the pod uses; the difference lies idle.</source>
        <translation>调度器计入的比 Pod 实际占用的多，差额闲置。</translation>
    </message>
    <message>
        <source>Readers of the older annotation and readers of the newer one charge different cards.</source>
        <translation>读取旧注解与读取新注解的组件会把用量记在不同的卡上。</translation>
    </message>
    <message>
        <source>The device plugin serves a pod only when all annotations are there; the container may run on another card or not start.</source>
        <translation>注解齐全时设备插件才会处理 Pod；容器可能运行在另一张卡上，或无法启动。</translation>
    </message>
    <message>
        <source>The scheduler&apos;s cache may be older than the node; until it starts again it places by the old size.</source>
        <translation>调度器的缓存可能早于节点现状；重启之前它仍按旧容量放置。</translation>
    </message>
    <message>
        <source>The pod sees another number of cards than it asks for.</source>
        <translation>Pod 看到的卡数与请求的不同。</translation>
    </message>
    <message>
        <source>Its processes may still use the card while a new pod is placed on it.</source>
        <translation>新的 Pod 放上来时，它的进程可能仍在使用这张卡。</translation>
    </message>
    <message>
        <source>Nobody runs these pods any more; controllers may wait for them.</source>
        <translation>这些 Pod 所在的节点已不存在，控制器可能仍在等待它们。</translation>
    </message>
    <message>
        <source>Nothing is overbooked; the sum of the node and the sum of its cards differ.</source>
        <translation>没有超配；节点的合计与各卡之和不同。</translation>
    </message>
    <message>
        <source>Beyond the limit containers fail to start.</source>
        <translation>超过上限后容器无法启动。</translation>
    </message>
    <message>
        <source>Until this is fixed, what Cardinal and the scheduler show for the node is incomplete.</source>
        <translation>修正之前，Cardinal 和调度器给出的该节点信息都不完整。</translation>
    </message>
    <message>
        <source>Switch node %1 to a known mode by a plan (cardinal node mode %1 MODE); do not edit the label by hand.</source>
        <translation>通过计划把节点 %1 切换到已知模式（cardinal node mode %1 MODE）；不要手工修改标签。</translation>
    </message>
    <message>
        <source>Set the placement policy of node %1 to binpack or spread.</source>
        <translation>把节点 %1 的放置策略设为 binpack 或 spread。</translation>
    </message>
    <message>
        <source>Look at the device plugin&apos;s pod on node %1 in kube-system: is it there, is it ready, what does its log say? Restart it when it hangs.</source>
        <translation>检查 kube-system 中节点 %1 上的设备插件 Pod：是否存在、是否就绪、日志中有无报错？如已卡住则重启它。</translation>
    </message>
    <message>
        <source>Let one device plugin serve node %1: drain its GPU pods and switch it to the mode that is wanted by a plan.</source>
        <translation>让节点 %1 只由一个设备插件服务：通过计划排空其 GPU Pod 并切换到需要的模式。</translation>
    </message>
    <message>
        <source>Evict pods from node %1 until their requests fit what it can allocate; cordon it first so that no new pods arrive.</source>
        <translation>从节点 %1 驱逐 Pod，直到不超过可分配量；先封锁节点，避免新的 Pod 进来。</translation>
    </message>
    <message>
        <source>Bring node %1 back, or delete its pods (kubectl delete pod --force) once its machine is certainly off.</source>
        <translation>恢复节点 %1；若确认机器已关闭，则删除其 Pod（kubectl delete pod --force）。</translation>
    </message>
    <message>
        <source>Delete pod %1 so that it moves to a node of its form, or take node %2 back to the pod&apos;s mode by a plan that drains it first.</source>
        <translation>删除 Pod %1，让它重建到符合其请求形式的节点；或通过先排空的计划把节点 %2 切回该 Pod 的模式。</translation>
    </message>
    <message>
        <source>Evict pods from card %1 of node %2 until their total fits the card.</source>
        <translation>驱逐节点 %2 的卡 %1 上的 Pod，直到不超过卡的容量。</translation>
    </message>
    <message>
        <source>Restart the gpushare scheduler extender, then delete pod %1 so that it is placed by the present size.</source>
        <translation>重启 gpushare 调度器扩展（extender），再删除 Pod %1，使其按当前容量重新放置。</translation>
    </message>
    <message>
        <source>Remove aliyun.com/gpu-mem from the init container of pod %1, or give the other containers as much.</source>
        <translation>去掉 Pod %1 初始化容器的 aliyun.com/gpu-mem，或让其他容器请求同样多。</translation>
    </message>
    <message>
        <source>Correct this field of node %1.</source>
        <translation>修正节点 %1 的该字段。</translation>
    </message>
    <message>
        <source>Correct this field of pod %1.</source>
        <translation>修正 Pod %1 的该字段。</translation>
    </message>
    <message>
        <source>Find out what keeps pod %1 from ending: a finalizer, or the kubelet of node %2. Force the deletion only when the machine is off.</source>
        <translation>查明 Pod %1 为何无法终止：是 finalizer，还是节点 %2 的 kubelet。仅在确认机器已关机时强制删除。</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>严重</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>information</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>number of cards unknown</source>
        <translation>GPU 卡数量未知</translation>
    </message>
    <message>
        <source>wrong replicas label</source>
        <translation>replicas 标签有误</translation>
    </message>
    <message>
        <source>invalid MIG layout</source>
        <translation>MIG 布局无效</translation>
    </message>
    <message>
        <source>MIG change failed</source>
        <translation>MIG 更改失败</translation>
    </message>
    <message>
        <source>stale resource</source>
        <translation>遗留资源</translation>
    </message>
    <message>
        <source>GPU not schedulable</source>
        <translation>GPU 不可调度</translation>
    </message>
    <message>
        <source>Look at the pods of NVIDIA&apos;s device plugin and of GPU Feature Discovery on node %1: are they ready, and do both read the same configuration?</source>
        <translation>查看节点 %1 上 NVIDIA 设备插件和 GPU Feature Discovery 的 Pod：是否就绪，读取的配置是否相同？</translation>
    </message>
    <message>
        <source>Drain the GPU pods of node %1 and restart its kubelet, so that it forgets resources without a plugin.</source>
        <translation>驱逐节点 %1 上的 GPU Pod 并重启其 kubelet，使其清除没有插件的资源。</translation>
    </message>
    <message>
        <source>Look at the log of the mig-manager pod on node %1, then set the label nvidia.com/mig.config to a configuration that its cards support.</source>
        <translation>查看节点 %1 上 mig-manager Pod 的日志，然后将标签 nvidia.com/mig.config 设为其 GPU 卡支持的配置。</translation>
    </message>
    <message>
        <source>MIG change running</source>
        <translation>MIG 正在变更</translation>
    </message>
    <message>
        <source>device plugin disabled</source>
        <translation>设备插件被停用</translation>
    </message>
    <message>
        <source>Wait until the label nvidia.com/mig.config.state of node %1 says success; where it stays so for more than ten minutes, look at the log of the mig-manager pod.</source>
        <translation>等待节点 %1 的标签 nvidia.com/mig.config.state 变为 success；若超过十分钟仍未变化，请查看 mig-manager Pod 的日志。</translation>
    </message>
    <message>
        <source>Set the label nvidia.com/gpu.deploy.device-plugin of node %1 to true, if the node is to offer its GPUs.</source>
        <translation>如果节点 %1 应提供其 GPU，请将标签 nvidia.com/gpu.deploy.device-plugin 设为 true。</translation>
    </message>
    <message>
        <source>number of instances unknown</source>
        <translation>实例数未知</translation>
    </message>
    <message>
        <source>Delete pod %1, so that its controller recreates it and the scheduler records its card. A pod without a controller must be submitted again.</source>
        <translation>删除 Pod %1，由其控制器重新创建，调度器会为它记录卡。没有控制器的 Pod 必须重新提交。</translation>
    </message>
    <message>
        <source>duplicate device name</source>
        <translation>设备重名</translation>
    </message>
    <message>
        <source>Look at the log of the DRA driver on node %1 and at its ResourceSlices: each device of a pool needs a name of its own.</source>
        <translation>查看节点 %1 上 DRA 驱动的日志及其 ResourceSlice：资源池中的每个设备都要有自己的名称。</translation>
    </message>
    <message>
        <source>kube-scheduler placed pod %1, and Koordinator&apos;s scheduler does not count it: name koord-scheduler as schedulerName in its template, or keep such pods off node %2. Deleting the pod alone changes nothing.</source>
        <translation>Pod %1 由 kube-scheduler 放置，Koordinator 的调度器不计入它：在其模板中把 schedulerName 设为 koord-scheduler，或不让这类 Pod 进入节点 %2。只删除 Pod 没有用。</translation>
    </message>
    <message>
        <source>share without a reservation pod</source>
        <translation>份额没有占位 Pod</translation>
    </message>
    <message>
        <source>Nothing holds the card at the kubelet, which gives it to another pod, and KAI deletes the pod that shares it.</source>
        <translation>kubelet 处没有任何 Pod 占住这张卡，它会被分给另一个 Pod；KAI 会删除共享它的 Pod。</translation>
    </message>
    <message>
        <source>Look for an unhealthy card of node %1 in the device plugin&apos;s log and in %2.</source>
        <comment>node, a program</comment>
        <translation>在设备插件日志和 %2 中查找节点 %1 的不健康的卡。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::LegendStrip</name>
    <message>
        <source>Legend of the map</source>
        <translation>热力图图例</translation>
    </message>
    <message>
        <source>% of the card</source>
        <translation>占单卡 %</translation>
    </message>
    <message>
        <source>Memory allocated</source>
        <translation>显存已分配</translation>
    </message>
    <message>
        <source>Core allocated</source>
        <translation>算力已分配</translation>
    </message>
    <message>
        <source>Pods per card</source>
        <translation>每卡 Pod 数</translation>
    </message>
    <message>
        <source>number of pods</source>
        <translation>Pod 数</translation>
    </message>
    <message>
        <source>Free on one card</source>
        <translation>单卡空闲</translation>
    </message>
    <message>
        <source>core</source>
        <translation>算力</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预计放置</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>unhealthy</source>
        <translation>不健康</translation>
    </message>
    <message>
        <source>cordoned</source>
        <translation>已封锁</translation>
    </message>
    <message>
        <source>tainted</source>
        <translation>有污点</translation>
    </message>
    <message>
        <source>ledger mismatch</source>
        <translation>账本不一致</translation>
    </message>
    <message>
        <source>not ready</source>
        <translation>未就绪</translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation>显存已用</translation>
    </message>
    <message>
        <source>Utilization</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>% of the time</source>
        <translation>时间占比 %</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>memory used</source>
        <translation>显存已用</translation>
    </message>
    <message>
        <source>Age of samples</source>
        <translation>采样距今时间</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Hardware XID</source>
        <translation>硬件 XID</translation>
    </message>
    <message>
        <source>The rest of the legend</source>
        <translation>图例的其余部分</translation>
    </message>
    <message>
        <source>%1 more</source>
        <comment>samples of the legend</comment>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>cards not known</source>
        <translation>GPU 卡未知</translation>
    </message>
    <message>
        <source>slots taken</source>
        <translation>已占槽位</translation>
    </message>
    <message>
        <source>MIG instances</source>
        <translation>MIG 实例</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>nobody says what is allocated of the card</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>cards of the node free; which ones is unknown</source>
        <translation>节点空闲卡数，具体是哪几张未知</translation>
    </message>
    <message>
        <source>cards of the node allocated; which ones is unknown</source>
        <translation>节点已分配卡数，具体是哪几张未知</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::LineTable</name>
    <message>
        <source>Line</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>At cursor, or latest</source>
        <translation>光标处，否则为最新值</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Average</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::LockDialog</name>
    <message>
        <source>Allow changes of %1?</source>
        <translation>允许更改 %1？</translation>
    </message>
    <message>
        <source>Lock %1 against changes?</source>
        <translation>锁定 %1，禁止更改？</translation>
    </message>
    <message>
        <source>The context is read-only until you unlock it. Every change is still shown and confirmed before it is sent, and written into the journal.</source>
        <translation>解锁之前该上下文只读。解锁后每项变更在发送前仍会显示并确认，并写入操作记录。</translation>
    </message>
    <message>
        <source>While it is locked, nothing can be changed from this window. Plans that run go on.</source>
        <translation>锁定期间不能从此窗口更改任何内容。正在运行的计划会继续。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>解锁</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁定</translation>
    </message>
    <message>
        <source>Type the name of the context first</source>
        <translation>请先输入上下文名称</translation>
    </message>
    <message>
        <source>This is a production context</source>
        <translation>这是生产上下文</translation>
    </message>
    <message>
        <source>It is locked again after each change and at every start, and requires one more confirmation.</source>
        <translation>每次变更后和每次启动时重新锁定，并多一级确认。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::LogPanel</name>
    <message>
        <source>Waiting for the log</source>
        <translation>正在等待日志</translation>
    </message>
    <message>
        <source>The server asks the kubelet of the node.</source>
        <translation>服务器正在向节点的 kubelet 请求。</translation>
    </message>
    <message numerus="yes">
        <source>… %n line(s) skipped: the log was too fast …</source>
        <translation>
            <numerusform>……日志过快，已省略 %n 行……</numerusform>
        </translation>
    </message>
    <message>
        <source>The log is empty</source>
        <translation>日志为空</translation>
    </message>
    <message>
        <source>The kubelet holds no output of this container.</source>
        <translation>kubelet 中没有该容器的日志：容器没有输出，或日志已被清除。</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>No logs available</source>
        <translation>无法获取日志</translation>
    </message>
    <message>
        <source>A saved snapshot holds no logs. Open the cluster itself to read them.</source>
        <translation>保存的快照不含日志。请打开集群本身来读取。</translation>
    </message>
    <message>
        <source>The log ended here: %1</source>
        <translation>日志到此结束：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, following</source>
        <translation>%1，实时跟踪中</translation>
    </message>
    <message>
        <source>%1, ended</source>
        <translation>%1，已结束</translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n 处匹配</numerusform>
        </translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Save the log</source>
        <translation>保存日志</translation>
    </message>
    <message>
        <source>Text (*.log *.txt)</source>
        <translation>文本 (*.log *.txt)</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>实时跟踪</translation>
    </message>
    <message>
        <source>Go on with what is written from now on</source>
        <translation>继续显示之后写入的内容</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上次运行</translation>
    </message>
    <message>
        <source>Of the container before its last restart</source>
        <translation>容器上次重启之前的日志</translation>
    </message>
    <message>
        <source>Timestamps</source>
        <translation>时间戳</translation>
    </message>
    <message>
        <source>When the kubelet received each line</source>
        <translation>kubelet 收到每一行的时间</translation>
    </message>
    <message>
        <source>Wrap</source>
        <translation>换行</translation>
    </message>
    <message>
        <source>Break long lines</source>
        <translation>长行自动换行</translation>
    </message>
    <message>
        <source>Whole log</source>
        <translation>全部日志</translation>
    </message>
    <message>
        <source>All that the kubelet keeps instead of the last %1 lines; the newest %2 stay in view</source>
        <translation>显示 kubelet 保留的全部内容，而不只是最后 %1 行；视图中保留最新的 %2 行</translation>
    </message>
    <message>
        <source>Search this log</source>
        <translation>在日志中搜索</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Log of the container</source>
        <translation>容器的日志</translation>
    </message>
    <message>
        <source>There is no log to read</source>
        <translation>没有可读取的日志</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ManifestTexts</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <comment>list of objects</comment>
        <translation>
            <numerusform>%1，另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is 0: it asks for no pods now.</source>
        <translation>%1 为 0：现在不请求 Pod。</translation>
    </message>
    <message>
        <source>%1 does not say how many pods, which counts as 0: it asks for none now.</source>
        <translation>%1 没有说明 Pod 数量，按 0 计：现在不请求 Pod。</translation>
    </message>
    <message>
        <source>%1 holds it back: it asks for no pods before it is resumed. The numbers are those after that.</source>
        <translation>%1 使它挂起：恢复之前不请求 Pod。数量是恢复之后的。</translation>
    </message>
    <message>
        <source>%1 is %2: another controller makes the pods, perhaps in another cluster.</source>
        <translation>%1 为 %2：由另一个控制器创建 Pod，可能在另一个集群中。</translation>
    </message>
    <message>
        <source>Nothing runs at submit; the numbers are those of one run (%1: %2).</source>
        <translation>提交时不运行；数量是一次运行的（%1：%2）。</translation>
    </message>
    <message>
        <source>One pod runs on each node that matches; the file does not say how many that is.</source>
        <translation>每个匹配的节点上运行一个 Pod：文件没有说明有多少个。</translation>
    </message>
    <message>
        <source>What the pods request is defined by another object: %1 (%2).</source>
        <translation>Pod 请求的内容由另一个对象说明：%1（%2）。</translation>
    </message>
    <message>
        <source>How many of these pods run at once is decided while it runs (%1).</source>
        <translation>同时运行多少个这样的 Pod 在运行时才决定（%1）。</translation>
    </message>
    <message>
        <source>The version %1 is not known: its pods are assumed to stand where other versions have them.</source>
        <translation>版本 %1 未知：推定其 Pod 的位置与其他版本相同。</translation>
    </message>
    <message>
        <source>This kind is not known: its pods are assumed from %1.</source>
        <translation>此类型未知：其 Pod 由 %1 推定。</translation>
    </message>
    <message>
        <source>The number of pods may change afterwards (%1).</source>
        <translation>Pod 的数量之后可能改变（%1）。</translation>
    </message>
    <message>
        <source>The number of pods may change afterwards (%1: %2).</source>
        <translation>Pod 的数量之后可能改变（%1：%2）。</translation>
    </message>
    <message>
        <source>These pods hold their cards while their init container %1 waits for the first role (%2).</source>
        <translation>这些 Pod 在其 init 容器 %1 等待第一个角色期间占用它们的卡（%2）。</translation>
    </message>
    <message>
        <source>Pods of %1 are created after those of the other roles.</source>
        <translation>%1 的 Pod 在其他角色的 Pod 之后创建。</translation>
    </message>
    <message>
        <source>%1 asks for cards, but its controller hides them from it unless runLauncherAsWorker is true: it would hold cards that it cannot see.</source>
        <translation>%1 请求卡，但除非 runLauncherAsWorker 为 true，控制器会对它隐藏这些卡：它会占用自己看不到的卡。</translation>
    </message>
    <message>
        <source>An update runs the old and the new pods at the same time and then asks twice as much.</source>
        <translation>更新时新旧 Pod 同时运行，请求量为两倍。</translation>
    </message>
    <message>
        <source>%1 is %2, which the kind&apos;s own webhook refuses: leave the role out instead.</source>
        <translation>%1 为 %2，该类型自己的 webhook 会拒绝：请去掉该角色。</translation>
    </message>
    <message>
        <source>%1 is %2, but extended resources are asked in whole numbers: the API server refuses it. A part of a card is asked the way of the stack that shares cards.</source>
        <translation>%1 为 %2，但扩展资源只能请求整数：API 服务器会拒绝。要请求卡的一部分，请使用共享卡的方案自己的方式。</translation>
    </message>
    <message>
        <source>%1 pods over all roles must start together; how many of each is not said.</source>
        <translation>所有角色合计 %1 个 Pod 必须一起启动；没有说明每个角色多少个。</translation>
    </message>
    <message>
        <source>%1 pods must start together, but only %2 are created before that: it can never start.</source>
        <translation>%1 个 Pod 必须一起启动，但在此之前只创建 %2 个：它永远无法启动。</translation>
    </message>
    <message>
        <source>creates no pods</source>
        <translation>不创建 Pod</translation>
    </message>
    <message>
        <source>stores a pod template for others and creates no pods</source>
        <translation>为其他对象存储 Pod 模板，不创建 Pod</translation>
    </message>
    <message>
        <source>not known, and no pod template was found in it</source>
        <translation>未知类型，其中没有找到 Pod 模板</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Creates no pods: %1</source>
        <translation>不创建 Pod：%1</translation>
    </message>
    <message>
        <source>The kind is not known, and no pod template was found: %1</source>
        <translation>未知类型，其中没有找到 Pod 模板：%1</translation>
    </message>
    <message>
        <source>%1 is the text &quot;%2&quot;, but the field is a number: the API server rejects it. Write it without quotes.</source>
        <translation>%1 是文本“%2”，但该字段是数字：API server 会拒绝它。请去掉引号。</translation>
    </message>
    <message>
        <source>The object names no pods: %1</source>
        <translation>对象没有写出 Pod：%1</translation>
    </message>
    <message>
        <source>%1 is false: it asks for no pods now.</source>
        <translation>%1 为 false：现在不请求 Pod。</translation>
    </message>
    <message>
        <source>%1 is not set, which counts as false: it asks for no pods now.</source>
        <translation>%1 未设置，视为 false：现在不请求 Pod。</translation>
    </message>
    <message>
        <source>%1 holds it back: it asks for no pods before it is resumed. The numbers are those of now: 0 pods.</source>
        <translation>%1 使它挂起：恢复之前不请求 Pod。数量为现在的数量：0 个 Pod。</translation>
    </message>
    <message>
        <source>%1 decides what these pods are, but it cannot be evaluated from the file: what they request is not known.</source>
        <translation>%1 决定这些 Pod 的内容，但无法仅凭文件求值：它们请求什么未知。</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;, from which no number of pods can be read: how many pods it asks for is not known.</source>
        <translation>%1 为“%2”，从中读不出 Pod 数量：请求多少个 Pod 未知。</translation>
    </message>
    <message>
        <source>%1 is missing: without it the object is rejected or its pods do not start.</source>
        <translation>缺少 %1：没有它，对象会被拒绝，或其 Pod 无法启动。</translation>
    </message>
    <message>
        <source>%1 is %2, which the kind&apos;s own webhook rejects.</source>
        <translation>%1 为 %2，会被该类型自己的 webhook 拒绝。</translation>
    </message>
    <message>
        <source>%1 is no role of this kind, whose own webhook rejects it. Its roles are: %2.</source>
        <translation>%1 不是该类型的角色，会被其自己的 webhook 拒绝。它的角色是：%2。</translation>
    </message>
    <message>
        <source>%1 is requested without a limit: the API server rejects it. Write the %2 under limits.</source>
        <translation>%1 只有请求而没有限制：API 服务器会拒绝。请将 %2 写在 limits 下。</translation>
    </message>
    <message>
        <source>%1 is requested with %2, but its limit is %3: the API server rejects it. Both must be equal.</source>
        <translation>%1 的请求为 %2，但限制为 %3：API 服务器会拒绝。两者必须相等。</translation>
    </message>
    <message>
        <source>known, but this object names no pods</source>
        <translation>类型已知，但该对象没有写出 Pod</translation>
    </message>
    <message>
        <source>This kind is not known, and %1 may change how many pods it asks for: their number is not known.</source>
        <translation>此类型未知，而 %1 可能改变它请求的 Pod 数量：数量未知。</translation>
    </message>
    <message>
        <source>Its pods name the pod group %1 of Kubernetes (scheduling.k8s.io), which the files do not describe: whether they must start together, and how many, is not known.</source>
        <translation>其 Pod 指定了 Kubernetes 的 Pod 组 %1（scheduling.k8s.io），文件中没有描述该组：是否必须一起启动、需要多少个，均未知。</translation>
    </message>
    <message>
        <source>Its pods name the pod group %1 of Kubernetes (scheduling.k8s.io), whose policy is basic: they are scheduled one by one.</source>
        <translation>其 Pod 指定了 Kubernetes 的 Pod 组 %1（scheduling.k8s.io），其策略为 basic：逐个调度。</translation>
    </message>
    <message>
        <source>Its pods name the pod group %1 of Kubernetes (scheduling.k8s.io): %2 must start together where the feature gates GenericWorkload and GangScheduling are on, else they are scheduled one by one. The API does not tell which; up to Kubernetes 1.36 they are off by default.</source>
        <translation>其 Pod 指定了 Kubernetes 的 Pod 组 %1（scheduling.k8s.io）：特性门控 GenericWorkload 和 GangScheduling 打开时，%2 个必须一起启动，否则逐个调度。API 不说明是否打开；到 Kubernetes 1.36 为止默认关闭。</translation>
    </message>
    <message>
        <source>%1 pods of all workloads of the pod group %2 must start together.</source>
        <translation>Pod 组 %2 的所有工作负载共有 %1 个 Pod 必须一起启动。</translation>
    </message>
    <message>
        <source>YuniKorn first places a placeholder pod for each pod that must start together, as large as it; the pods replace them when all are placed.</source>
        <translation>YuniKorn 先为每个必须一起启动的 Pod 放置一个同样大小的占位 Pod；全部占位 Pod 就位后，这些 Pod 再取代它们。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::MapDrop</name>
    <message>
        <source>%1 is not a YAML file. Drop a manifest that ends in .yaml or .yml.</source>
        <translation>%1 不是 YAML 文件。请拖入以 .yaml 或 .yml 结尾的清单。</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2. Check the file and its rights.</source>
        <translation>无法读取 %1：%2。请检查文件及其权限。</translation>
    </message>
    <message>
        <source>%1 is larger than 4 MiB. Drop one workload at a time.</source>
        <translation>%1 超过 4 MiB。请一次拖入一个工作负载。</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were dropped. Drop one YAML file at a time.</source>
        <translation>
            <numerusform>拖入了 %n 个文件。请一次拖入一个 YAML 文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is not a file on this machine. Save it first, then drop the file.</source>
        <translation>%1 不是本机上的文件。请先保存，再拖入文件。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::MapGroups</name>
    <message>
        <source>model unknown</source>
        <translation>型号未知</translation>
    </message>
    <message>
        <source>zone unknown</source>
        <translation>可用区未知</translation>
    </message>
    <message>
        <source>All nodes</source>
        <translation>全部节点</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>group of nodes without a pool: mode, model</comment>
        <translation>%1 · %2</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>so many nodes, so many cards</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>mixed modes</source>
        <translation>混合模式</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>allocated / total</comment>
        <translation>%1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 / %n card(s)</source>
        <comment>held / total</comment>
        <translation>
            <numerusform>%1 / %n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>cards not known</source>
        <translation>GPU 卡未知</translation>
    </message>
    <message numerus="yes">
        <source>%1 (cards of %n node(s) not known)</source>
        <comment>so many cards</comment>
        <translation>
            <numerusform>%1（%n 个节点的 GPU 卡未知）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::MapPage</name>
    <message>
        <source>%1 of %2 nodes</source>
        <translation>%1 / %2 个节点</translation>
    </message>
    <message>
        <source>Open node</source>
        <translation>打开节点</translation>
    </message>
    <message>
        <source>Copy the node&apos;s name</source>
        <translation>复制节点名称</translation>
    </message>
    <message>
        <source>Fit the whole cluster</source>
        <translation>显示整个集群</translation>
    </message>
    <message numerus="yes">
        <source>No GPU cards on %n node(s)</source>
        <translation>
            <numerusform>%n 个节点上没有 GPU 卡</numerusform>
        </translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>%1 · filter: %2</source>
        <translation>%1 · 筛选：%2</translation>
    </message>
    <message>
        <source>less</source>
        <translation>低</translation>
    </message>
    <message>
        <source>more</source>
        <translation>高</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>Details show current data. Return to live to open them.</source>
        <translation>详情只显示当前数据。请先返回当前再打开。</translation>
    </message>
    <message>
        <source>Return to live</source>
        <translation>返回当前</translation>
    </message>
    <message>
        <source>No node offers a GPU or another accelerator as a resource, by a label or by an annotation. A device plugin publishes them; check that it runs.</source>
        <translation>没有节点通过资源、标签或注解提供 GPU 或其他加速器。它们由设备插件发布，请检查设备插件是否在运行。</translation>
    </message>
    <message>
        <source>No node has GPU pods of %1</source>
        <translation>没有节点运行 %1 的 GPU Pod</translation>
    </message>
    <message>
        <source>Show all namespaces</source>
        <translation>显示所有命名空间</translation>
    </message>
    <message>
        <source>No node matches the filter</source>
        <translation>没有符合筛选条件的节点</translation>
    </message>
    <message>
        <source>Only nodes with GPU pods of %1 are shown.</source>
        <translation>只显示运行 %1 的 GPU Pod 的节点。</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Show in the table of cards</source>
        <translation>在 GPU 卡列表中显示</translation>
    </message>
    <message>
        <source>Choose a cluster…</source>
        <translation>选择集群…</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::MapPreview</name>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message numerus="yes">
        <source>+%n card(s)</source>
        <translation>
            <numerusform>+%n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>fits · score %1</source>
        <translation>放得下 · 得分 %1</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预计放置</translation>
    </message>
    <message>
        <source>predicted: %1</source>
        <comment>roles of a workload</comment>
        <translation>预计放置：%1</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::MapTip</name>
    <message>
        <source>%1 / %2 (%3)</source>
        <comment>allocated / total (percent)</comment>
        <translation>%1 / %2（%3）</translation>
    </message>
    <message>
        <source>whole card allocated, size unknown</source>
        <translation>整卡占用，容量未知</translation>
    </message>
    <message>
        <source>free, size unknown</source>
        <translation>空闲，容量未知</translation>
    </message>
    <message numerus="yes">
        <source>and %n more pod(s)</source>
        <translation>
            <numerusform>另有 %n 个 Pod</numerusform>
        </translation>
    </message>
    <message>
        <source>The workload is predicted to be placed here.</source>
        <translation>预计该工作负载放置到此处。</translation>
    </message>
    <message>
        <source>The workload fits here; score %1 of 100.</source>
        <translation>该工作负载在此处放得下；得分 %1（满分 100）。</translation>
    </message>
    <message>
        <source>not ready</source>
        <translation>未就绪</translation>
    </message>
    <message>
        <source>unreachable</source>
        <translation>失联（Unknown）</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>cordoned</source>
        <translation>已封锁</translation>
    </message>
    <message>
        <source>tainted</source>
        <translation>有污点</translation>
    </message>
    <message>
        <source>ledger mismatch</source>
        <translation>账本不一致</translation>
    </message>
    <message>
        <source>%1 · card %2</source>
        <translation>%1 · 卡 %2</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>型号</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Memory allocated</source>
        <translation>显存已分配</translation>
    </message>
    <message>
        <source>Core allocated</source>
        <translation>算力已分配</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>The device plugin reports this card as unhealthy.</source>
        <translation>设备插件报告该卡不健康。</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>GPU pods</source>
        <translation>GPU Pod</translation>
    </message>
    <message>
        <source>%1 card %2</source>
        <comment>node name, card number</comment>
        <translation>%1 卡 %2</translation>
    </message>
    <message>
        <source>memory %1 allocated</source>
        <translation>显存已分配 %1</translation>
    </message>
    <message>
        <source>memory unknown</source>
        <translation>显存未知</translation>
    </message>
    <message>
        <source>core %1 allocated</source>
        <translation>算力已分配 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s)</source>
        <translation>
            <numerusform>%n 个 Pod</numerusform>
        </translation>
    </message>
    <message>
        <source>unhealthy</source>
        <translation>不健康</translation>
    </message>
    <message>
        <source>node not ready</source>
        <translation>节点未就绪</translation>
    </message>
    <message>
        <source>node cordoned</source>
        <translation>节点已封锁</translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation>显存已用</translation>
    </message>
    <message>
        <source>Utilization</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Temperature, power</source>
        <translation>温度、功率</translation>
    </message>
    <message>
        <source>Measured at</source>
        <translation>采样时间</translation>
    </message>
    <message>
        <source>memory used: %1</source>
        <translation>显存已用 %1</translation>
    </message>
    <message>
        <source>utilization %1</source>
        <translation>利用率 %1</translation>
    </message>
    <message>
        <source>whole card, from metrics</source>
        <translation>整卡，来自指标</translation>
    </message>
    <message>
        <source>last XID %1, of the hardware</source>
        <translation>最近的 XID %1（硬件）</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>On the node</source>
        <translation>整个节点</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Offered</source>
        <translation>已发布</translation>
    </message>
    <message>
        <source>cards not known</source>
        <translation>GPU 卡未知</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n slot(s) requested</source>
        <translation>
            <numerusform>已申请 %1 / %n 个槽位</numerusform>
        </translation>
    </message>
    <message>
        <source>MIG instances requested: %1</source>
        <translation>已申请的 MIG 实例：%1</translation>
    </message>
    <message>
        <source>Predicted to be placed here: %1.</source>
        <comment>roles of a workload</comment>
        <translation>预计放置在此处：%1。</translation>
    </message>
    <message>
        <source>The workload fits here.</source>
        <translation>该工作负载在此处放得下。</translation>
    </message>
    <message>
        <source>node unreachable</source>
        <translation>节点失联</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n card(s) of this node are allocated. The API does not say which.</source>
        <translation>
            <numerusform>该节点 %n 张卡中已分配 %1 张。API 不说明是哪几张。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>one of %n card(s) of which %1 are allocated; which ones is unknown</source>
        <translation>
            <numerusform>%n 张卡之一，其中已分配 %1 张，具体是哪几张未知</numerusform>
        </translation>
    </message>
    <message>
        <source>Domain of the workload</source>
        <translation>工作负载所在的域</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::MapTools</name>
    <message>
        <source>%1 px</source>
        <translation>%1 px</translation>
    </message>
    <message>
        <source>Placement preview</source>
        <translation>放置预览</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>fits nowhere</source>
        <translation>没有位置放得下</translation>
    </message>
    <message>
        <source>does not fit here</source>
        <translation>此处放不下</translation>
    </message>
    <message>
        <source>Filter nodes, cards, pods: mode:cgpu  free&gt;=20  ns:team-a  !cordoned</source>
        <translation>筛选节点、卡、Pod：mode:cgpu  free&gt;=20  ns:team-a  !cordoned</translation>
    </message>
    <message>
        <source>Memory allocated</source>
        <translation>显存已分配</translation>
    </message>
    <message>
        <source>Core allocated</source>
        <translation>算力已分配</translation>
    </message>
    <message>
        <source>Pods per card</source>
        <translation>每卡 Pod 数</translation>
    </message>
    <message>
        <source>Largest free slot</source>
        <translation>最大空闲块</translation>
    </message>
    <message>
        <source>No groups</source>
        <translation>不分组</translation>
    </message>
    <message>
        <source>Group: node pool</source>
        <translation>分组：节点池</translation>
    </message>
    <message>
        <source>Group: mode</source>
        <translation>分组：模式</translation>
    </message>
    <message>
        <source>Group: GPU model</source>
        <translation>分组：GPU 型号</translation>
    </message>
    <message>
        <source>Group: zone</source>
        <translation>分组：可用区</translation>
    </message>
    <message>
        <source>Order: name</source>
        <translation>排序：名称</translation>
    </message>
    <message>
        <source>Order: free memory</source>
        <translation>排序：空闲显存</translation>
    </message>
    <message>
        <source>Order: age</source>
        <translation>排序：创建时间</translation>
    </message>
    <message>
        <source>Larger cells (+)</source>
        <translation>放大格子（+）</translation>
    </message>
    <message>
        <source>Smaller cells (-)</source>
        <translation>缩小格子（-）</translation>
    </message>
    <message>
        <source>Fit the whole cluster (0)</source>
        <translation>显示整个集群（0）</translation>
    </message>
    <message>
        <source>Measure shown by the fill</source>
        <translation>填充颜色表示的指标</translation>
    </message>
    <message>
        <source>Grouping of nodes</source>
        <translation>节点分组</translation>
    </message>
    <message>
        <source>Order of nodes</source>
        <translation>节点排序</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Leave the preview (Esc)</source>
        <translation>退出预览（Esc）</translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation>显存已用</translation>
    </message>
    <message>
        <source>Utilization</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Age of samples</source>
        <translation>采样距今时间</translation>
    </message>
    <message>
        <source>History: the map at an earlier time (H)</source>
        <translation>历史回放：查看过去的热力图（H）</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史回放</translation>
    </message>
    <message>
        <source>nothing has been sent to the cluster</source>
        <translation>尚未向集群提交任何内容</translation>
    </message>
    <message>
        <source>State of %1</source>
        <translation>%1 的状态</translation>
    </message>
    <message>
        <source>does not fit here: %1</source>
        <translation>此处放不下：%1</translation>
    </message>
    <message>
        <source>Group: GPU stack</source>
        <translation>分组：GPU 方案</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>node, so many cards</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, card %2</source>
        <comment>node</comment>
        <translation>%1，卡 %2</translation>
    </message>
    <message>
        <source>fits: %1</source>
        <translation>放得下：%1</translation>
    </message>
    <message numerus="yes">
        <source>fits; predicted: %1 or %n other place(s) as good</source>
        <translation>
            <numerusform>放得下；预测：%1，或另外 %n 个同样好的位置之一</numerusform>
        </translation>
    </message>
    <message>
        <source>fits; predicted: %1</source>
        <translation>放得下；预测：%1</translation>
    </message>
    <message>
        <source>fits on this card, but the scheduler packs it on card %1</source>
        <translation>此卡可放置，但调度器会把它放到卡 %1</translation>
    </message>
    <message>
        <source>this file cannot be submitted as it is</source>
        <translation>此文件目前的内容不能提交</translation>
    </message>
    <message numerus="yes">
        <source>%1; %n other workload(s) of the file do not fit completely</source>
        <translation>
            <numerusform>%1；文件中另有 %n 个工作负载不能全部放下</numerusform>
        </translation>
    </message>
    <message>
        <source>no place is known</source>
        <translation>没有已知的可放置位置</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ModeRow</name>
    <message>
        <source>%1 (%2 of %3 nodes)</source>
        <translation>%1（%3 个节点中的 %2 个）</translation>
    </message>
    <message>
        <source>no GPU pods to evict</source>
        <translation>没有需要驱逐的 GPU Pod</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ModeRows</name>
    <message>
        <source>Choose another mode</source>
        <translation>选择其他模式</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NameCheck</name>
    <message>
        <source>Type %1 to continue</source>
        <translation>输入 %1 以继续</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NameConfirmation</name>
    <message>
        <source>Type %1 to continue</source>
        <translation>输入 %1 以继续</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NamedSwitches</name>
    <message>
        <source>Type UUIDs, joined by commas, without spaces</source>
        <translation>请输入以逗号分隔的 UUID，不含空格</translation>
    </message>
    <message>
        <source>Type a name: letters, digits, -, _ and ., at most 63</source>
        <translation>请输入名称：字母、数字、-、_ 和 .，最多 63 个字符</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1. Now: %2</source>
        <translation>%1。当前：%2</translation>
    </message>
    <message>
        <source>UUIDs of cards</source>
        <translation>GPU 卡的 UUID</translation>
    </message>
    <message>
        <source>name of a configuration</source>
        <translation>配置名称</translation>
    </message>
    <message>
        <source>Show the plan</source>
        <translation>查看计划</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NamespacesDialog</name>
    <message>
        <source>Namespaces to show</source>
        <translation>要查看的命名空间</translation>
    </message>
    <message>
        <source>Only the pods of these namespaces are read, each with its own watch. Leave it empty to read the whole cluster, or only the context&apos;s namespace where that is not permitted.</source>
        <translation>只读取这些命名空间的 Pod，每个命名空间各用一个监听。留空则读取整个集群；没有权限时读取上下文的命名空间。</translation>
    </message>
    <message>
        <source>Namespaces, separated by commas</source>
        <translation>命名空间，以逗号分隔</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Look at these</source>
        <translation>查看这些</translation>
    </message>
    <message>
        <source>At most %1 namespaces</source>
        <translation>最多 %1 个命名空间</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be the name of a namespace: lower-case letters, digits and hyphens, 63 at most</source>
        <translation>“%1”不能作为命名空间的名称：只能用小写字母、数字和连字符，最多 63 个</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NavigationList</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>page, key</comment>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NodeActions</name>
    <message>
        <source>This node appears only in pod specs; it does not exist in the cluster</source>
        <translation>该节点只在 Pod 中出现，集群中没有这个节点</translation>
    </message>
    <message>
        <source>The node reports no GPU cards</source>
        <translation>该节点没有上报 GPU 卡</translation>
    </message>
    <message>
        <source>Manage</source>
        <translation>管理</translation>
    </message>
    <message numerus="yes">
        <source>Manage %n node(s)</source>
        <translation>
            <numerusform>管理 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Cordon…</source>
        <translation>封锁（cordon）…</translation>
    </message>
    <message numerus="yes">
        <source>Cordon %n node(s)…</source>
        <translation>
            <numerusform>封锁（cordon）%n 个节点…</numerusform>
        </translation>
    </message>
    <message>
        <source>Uncordon…</source>
        <translation>解除封锁（uncordon）…</translation>
    </message>
    <message numerus="yes">
        <source>Uncordon %n node(s)…</source>
        <translation>
            <numerusform>解除封锁（uncordon）%n 个节点…</numerusform>
        </translation>
    </message>
    <message>
        <source>Drain…</source>
        <translation>排空（drain）…</translation>
    </message>
    <message numerus="yes">
        <source>Drain %n node(s)…</source>
        <translation>
            <numerusform>排空（drain）%n 个节点…</numerusform>
        </translation>
    </message>
    <message>
        <source>Change mode…</source>
        <translation>切换模式…</translation>
    </message>
    <message numerus="yes">
        <source>Change the mode of %n node(s)…</source>
        <translation>
            <numerusform>切换 %n 个节点的模式…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NodeEditDialog</name>
    <message>
        <source>Labels and taints of %1</source>
        <translation>%1 的标签和污点</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Add label</source>
        <translation>添加标签</translation>
    </message>
    <message>
        <source>Taints</source>
        <translation>污点</translation>
    </message>
    <message>
        <source>Add taint</source>
        <translation>添加污点</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变更</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Reading the node from the server</source>
        <translation>正在从服务器读取节点</translation>
    </message>
    <message>
        <source>The node is being read</source>
        <translation>正在读取节点</translation>
    </message>
    <message>
        <source>The node cannot be read</source>
        <translation>无法读取节点</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>效果</translation>
    </message>
    <message>
        <source>Remove this taint</source>
        <translation>移除此污点</translation>
    </message>
    <message>
        <source>Remove this label</source>
        <translation>移除此标签</translation>
    </message>
    <message>
        <source>The placement policy has its own dialog</source>
        <translation>放置策略有专门的对话框</translation>
    </message>
    <message>
        <source>The GPU mode is changed by a mode switch, which drains first</source>
        <translation>GPU 模式须通过“切换模式”更改，会先排空</translation>
    </message>
    <message>
        <source>Nothing was sent.</source>
        <translation>没有发送任何内容。</translation>
    </message>
    <message>
        <source>Nothing would change</source>
        <translation>不会有任何变化</translation>
    </message>
    <message>
        <source>no difference</source>
        <translation>没有差异</translation>
    </message>
    <message>
        <source>The dry run is not finished</source>
        <translation>试运行尚未完成</translation>
    </message>
    <message>
        <source>The server is checking the change (dry run)</source>
        <translation>服务器正在检查变更（试运行）</translation>
    </message>
    <message>
        <source>Rejected by the server</source>
        <translation>服务器已拒绝</translation>
    </message>
    <message>
        <source>Server dry run passed</source>
        <translation>服务器试运行通过</translation>
    </message>
    <message>
        <source>Type the name of the node first</source>
        <translation>请先输入节点名称</translation>
    </message>
    <message>
        <source>Somebody else changed the same fields</source>
        <translation>其他人更改了相同的字段</translation>
    </message>
    <message>
        <source>Start over from the current values</source>
        <translation>按当前取值重新编辑</translation>
    </message>
    <message>
        <source>Labels and taints of %1 are changed; Activity can undo it</source>
        <translation>%1 的标签和污点已更改；可在操作记录中撤销</translation>
    </message>
    <message numerus="yes">
        <source>Evict %n pod(s) and apply</source>
        <translation>
            <numerusform>驱逐 %n 个 Pod 并应用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Server dry run passed. The taint evicts %n pod(s) immediately</source>
        <translation>
            <numerusform>服务器试运行通过。该污点会立即驱逐 %n 个 Pod</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NodeLabels</name>
    <message>
        <source>%1 free</source>
        <comment>amount of GPU memory</comment>
        <translation>空闲 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n free</source>
        <comment>cards</comment>
        <translation>
            <numerusform>空闲 %n</numerusform>
        </translation>
    </message>
    <message>
        <source>unreachable</source>
        <translation>失联（Unknown）</translation>
    </message>
    <message>
        <source>not ready</source>
        <translation>未就绪</translation>
    </message>
    <message>
        <source>cordoned</source>
        <translation>已封锁</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NodePage</name>
    <message>
        <source>no longer in the cluster</source>
        <translation>已不在集群中</translation>
    </message>
    <message>
        <source>Show on map</source>
        <translation>在热力图上显示</translation>
    </message>
    <message>
        <source>Preview placement…</source>
        <translation>放置预览…</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>GiB allocated / total · core</source>
        <translation>已分配 / 总量 GiB · 算力</translation>
    </message>
    <message>
        <source>Pods</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>by card</source>
        <translation>按卡</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>卡号</translation>
    </message>
    <message>
        <source>Memory GiB</source>
        <translation>显存 GiB</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>算力</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>存在时长</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Memory allocated / total</source>
        <translation>显存已分配 / 总量</translation>
    </message>
    <message>
        <source>%1 allocated</source>
        <translation>已分配 %1</translation>
    </message>
    <message>
        <source>Whole cards allocated</source>
        <translation>已占用卡</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>memory unknown</source>
        <translation>显存未知</translation>
    </message>
    <message>
        <source>Core allocated</source>
        <translation>算力已分配</translation>
    </message>
    <message>
        <source>%1 / %2 cards</source>
        <translation>%1 / %2 张卡</translation>
    </message>
    <message>
        <source>card %1, with %2 core</source>
        <translation>卡 %1，且有 %2 算力</translation>
    </message>
    <message>
        <source>card %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Largest free slot</source>
        <translation>最大空闲块</translation>
    </message>
    <message>
        <source>Free in total</source>
        <translation>空闲合计</translation>
    </message>
    <message>
        <source>over all cards</source>
        <translation>所有卡合计</translation>
    </message>
    <message>
        <source>Free cards</source>
        <translation>空闲卡</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>GPU pods</source>
        <translation>GPU Pod</translation>
    </message>
    <message>
        <source>on %1 of %2 cards</source>
        <translation>分布在 %2 张卡中的 %1 张上</translation>
    </message>
    <message>
        <source>which cards: unknown</source>
        <translation>所在的卡：未知</translation>
    </message>
    <message>
        <source>every card is full</source>
        <translation>所有卡都已满</translation>
    </message>
    <message>
        <source>whole card</source>
        <translation>整卡</translation>
    </message>
    <message>
        <source>utilization %1</source>
        <translation>利用率 %1</translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation>显存已用</translation>
    </message>
    <message>
        <source>%1 · %2 of %3 cards measured</source>
        <translation>%1 · %3 张卡中有 %2 张有采样</translation>
    </message>
    <message>
        <source>YAML (y)</source>
        <translation>YAML（y）</translation>
    </message>
    <message>
        <source>Events (v)</source>
        <translation>事件（v）</translation>
    </message>
    <message>
        <source>GiB allocated / total · core · thin bar: used</source>
        <translation>已分配 / 总量 GiB · 算力 · 细条：已用</translation>
    </message>
    <message numerus="yes">
        <source>without %n unhealthy card(s)</source>
        <translation>
            <numerusform>不含 %n 张不健康的卡</numerusform>
        </translation>
    </message>
    <message>
        <source>pods whose card is unknown hold a part</source>
        <translation>有卡号未知的 Pod 占用其中一部分</translation>
    </message>
    <message>
        <source>Change placement policy…</source>
        <translation>更改放置策略…</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NodePane</name>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>allocated / total</source>
        <translation>已分配 / 总量</translation>
    </message>
    <message>
        <source>%1 allocated</source>
        <translation>已分配 %1</translation>
    </message>
    <message>
        <source>%1 of %2 cards allocated</source>
        <translation>已占用 %1 / %2 张卡</translation>
    </message>
    <message>
        <source>memory unknown</source>
        <translation>显存未知</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>allocated / total GiB</source>
        <translation>已分配 / 总量 GiB</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置策略</translation>
    </message>
    <message>
        <source>Largest slot</source>
        <translation>最大空闲块</translation>
    </message>
    <message>
        <source>GPU pods</source>
        <translation>GPU Pod</translation>
    </message>
    <message>
        <source>Kubelet</source>
        <translation>Kubelet</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>存在时长</translation>
    </message>
    <message>
        <source>Open node</source>
        <translation>打开节点</translation>
    </message>
    <message>
        <source>Preview placement…</source>
        <translation>放置预览…</translation>
    </message>
    <message>
        <source>YAML (y)</source>
        <translation>YAML（y）</translation>
    </message>
    <message>
        <source>Events (v)</source>
        <translation>事件（v）</translation>
    </message>
    <message>
        <source>Offered</source>
        <translation>已发布</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>槽位</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NodeSide</name>
    <message>
        <source>Kept by Reservation %1</source>
        <translation>Reservation %1 保留</translation>
    </message>
    <message>
        <source>nothing any more</source>
        <translation>已无保留</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Labels and taints…</source>
        <translation>标签和污点…</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>requested / allocatable</source>
        <translation>已请求 / 可分配</translation>
    </message>
    <message>
        <source>Conditions and taints</source>
        <translation>状况与污点</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>for %1</source>
        <comment>how long a condition holds</comment>
        <translation>已持续 %1</translation>
    </message>
    <message>
        <source>Taint</source>
        <translation>污点</translation>
    </message>
    <message>
        <source>Taints</source>
        <translation>污点</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Kubelet</source>
        <translation>Kubelet</translation>
    </message>
    <message>
        <source>Runtime</source>
        <translation>容器运行时</translation>
    </message>
    <message>
        <source>System</source>
        <translation>操作系统</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NodesPage</name>
    <message>
        <source>Open node</source>
        <translation>打开节点</translation>
    </message>
    <message>
        <source>Show on map</source>
        <translation>在热力图上显示</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 nodes</source>
        <translation>%1 / %2 个节点</translation>
    </message>
    <message>
        <source>Filter nodes: mode:cgpu  model:A10  free&gt;=20  state:cordoned  !pool:edge</source>
        <translation>筛选节点：mode:cgpu  model:A10  free&gt;=20  state:cordoned  !pool:edge</translation>
    </message>
    <message>
        <source>No nodes with GPU cards</source>
        <translation>没有带 GPU 卡的节点</translation>
    </message>
    <message numerus="yes">
        <source>Copy %n name(s)</source>
        <translation>
            <numerusform>复制 %n 个名称</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ObjectDock</name>
    <message>
        <source>Reading was stopped</source>
        <translation>读取已停止</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Reading from the source</source>
        <translation>正在从数据源读取</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>This source keeps only a part of the object.</source>
        <translation>该数据源只保存了对象的一部分。</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) that look like secrets are hidden.</source>
        <translation>
            <numerusform>已隐藏 %n 个疑似机密的值。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) are truncated in this view; a copy has the full text.</source>
        <translation>
            <numerusform>有 %n 行在此处被截短；复制时为完整内容。</numerusform>
        </translation>
    </message>
    <message>
        <source>No events available</source>
        <translation>无法获取事件</translation>
    </message>
    <message>
        <source>A saved snapshot holds no events. Open the cluster itself to read them.</source>
        <translation>已保存的快照不含事件。请打开集群本身来读取。</translation>
    </message>
    <message>
        <source>No events</source>
        <translation>没有事件</translation>
    </message>
    <message>
        <source>The server keeps events for about an hour; there are none for this object.</source>
        <translation>服务器大约保留一小时的事件；这段时间内没有关于该对象的记录。</translation>
    </message>
    <message numerus="yes">
        <source>There are more than %n events; the rest was not read.</source>
        <translation>
            <numerusform>事件超过 %n 条；其余未读取。</numerusform>
        </translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n 处匹配</numerusform>
        </translation>
    </message>
    <message>
        <source>The object is no longer in the cluster; this is how it was read last.</source>
        <translation>该对象已不在集群中；这里是最后一次读取的内容。</translation>
    </message>
    <message>
        <source>The object has changed since it was read.</source>
        <translation>读取之后该对象已发生变化。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Pod</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Search this text</source>
        <translation>在此文本中搜索</translation>
    </message>
    <message>
        <source>Filter these events</source>
        <translation>筛选这些事件</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Show managed fields and the last applied configuration</source>
        <translation>显示 managedFields 和上次应用的配置</translation>
    </message>
    <message>
        <source>Show values that look like secrets</source>
        <translation>显示疑似机密的值</translation>
    </message>
    <message>
        <source>Fold everything (one block: - and + at its line)</source>
        <translation>全部折叠（单个块：在该行按 - 和 +）</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭（Esc）</translation>
    </message>
    <message>
        <source>The object as YAML</source>
        <translation>对象的 YAML</translation>
    </message>
    <message>
        <source>Events of the object and of its owner</source>
        <translation>该对象及其所属控制器的事件</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>距今</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Only pods have logs</source>
        <translation>只有 Pod 有日志</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>A click on one, or Return at its line, shows it alone.</source>
        <translation>点击其中一个值，或在该行按回车键，即可单独显示。</translation>
    </message>
    <message>
        <source>The server keeps events for about an hour; there are none for this workload, its PodGroups, its Workloads of Kueue and what made its pods.</source>
        <translation>服务器约保留事件一小时；该工作负载、它的 PodGroup、它的 Kueue Workload 以及创建其 Pod 的对象都没有事件。</translation>
    </message>
    <message numerus="yes">
        <source>The server keeps events for about an hour; there are none for the first %n objects of this workload. The others were not asked about.</source>
        <translation>
            <numerusform>服务器约保留事件一小时；该工作负载的前 %n 个对象没有事件，其余对象未查询。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Events of the first %n objects of this workload; the others were not asked about.</source>
        <translation>
            <numerusform>仅为该工作负载前 %n 个对象的事件；其余对象未查询。</numerusform>
        </translation>
    </message>
    <message>
        <source>This workload has no object of its own</source>
        <translation>此工作负载没有自己的对象</translation>
    </message>
    <message>
        <source>No YAML available</source>
        <translation>没有可用的 YAML</translation>
    </message>
    <message>
        <source>Cardinal does not know how the server names objects of this kind.</source>
        <translation>Cardinal 不知道服务器如何命名此类对象。</translation>
    </message>
    <message>
        <source>This source keeps pods, not the objects that made them.</source>
        <translation>此数据源只保存 Pod，不保存创建它们的对象。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::OutcomePane</name>
    <message>
        <source>Submitted</source>
        <translation>已提交</translation>
    </message>
    <message>
        <source>%1 of %2 pods are scheduled; waiting for the scheduler</source>
        <translation>%2 个 Pod 中 %1 个已完成调度；其余等待调度器</translation>
    </message>
    <message numerus="yes">
        <source>All %n pod(s) were placed as predicted</source>
        <translation>
            <numerusform>%n 个 Pod 全部按预测放置</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 pods were placed as predicted</source>
        <translation>%2 个 Pod 中 %1 个按预测放置</translation>
    </message>
    <message>
        <source>Predicted and actual</source>
        <translation>预测与实际</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Show on map</source>
        <translation>在热力图上显示</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Delete the submitted objects…</source>
        <translation>删除已提交的对象…</translation>
    </message>
    <message>
        <source>The cluster changed between the press on Submit and the server&apos;s answer</source>
        <translation>按下“提交”之后、服务器应答之前，集群发生了变化</translation>
    </message>
    <message>
        <source>Submitted with the prediction %1; at %2 the preview showed %3.</source>
        <comment>place, time, place</comment>
        <translation>提交时的预测为 %1；%2 预览已显示 %3。</translation>
    </message>
    <message numerus="yes">
        <source>No pod was created within %n second(s)</source>
        <translation>
            <numerusform>%n 秒内没有创建 Pod</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing makes the pods of %1: its controller may not be running, or a queue or a quota holds them back. Look at the events and the status of the object.</source>
        <translation>没有控制器为 %1 创建 Pod：其控制器可能没有运行，或者队列、配额使其等待。请查看该对象的事件和状态。</translation>
    </message>
    <message numerus="yes">
        <source>All %n pod(s) were placed, %1 of them on another of the places that tied</source>
        <translation>
            <numerusform>%n 个 Pod 全部放置，其中 %1 个在另一个同等位置</numerusform>
        </translation>
    </message>
    <message>
        <source>Placed on %1, one of the %2 places that tied</source>
        <translation>已放置到 %1，%2 个同等位置之一</translation>
    </message>
    <message>
        <source>Placed on %1 card %2, one of the %3 places that tied</source>
        <comment>node, one or several cards, number</comment>
        <translation>已放置到 %1 的 %2 号卡，%3 个同等位置之一</translation>
    </message>
    <message numerus="yes">
        <source>%n workload(s)</source>
        <translation>
            <numerusform>%n 个工作负载</numerusform>
        </translation>
    </message>
    <message>
        <source>with %1</source>
        <comment>other objects that were created</comment>
        <translation>以及 %1</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::Pane</name>
    <message>
        <source>Close the details (Esc)</source>
        <translation>关闭详情（Esc）</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PastBar</name>
    <message>
        <source>Nothing is recorded for this cluster yet. Recording runs while the console is open and connected.</source>
        <translation>此集群尚无记录。仅在控制台打开且已连接时记录。</translation>
    </message>
    <message>
        <source>The state of %1 cannot be read: %2</source>
        <translation>无法读取 %1 的状态：%2</translation>
    </message>
    <message>
        <source>as of %1</source>
        <translation>截至 %1</translation>
    </message>
    <message>
        <source>The map shows an earlier state. Return to live to preview or change something.</source>
        <translation>热力图显示的是历史状态。请先返回当前再预览或更改。</translation>
    </message>
    <message>
        <source>History: %1</source>
        <translation>历史状态：%1</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 allocated</source>
        <translation>已分配 %1，共 %2</translation>
    </message>
    <message>
        <source>no record from %1 until this state</source>
        <translation>自 %1 至此无记录</translation>
    </message>
    <message>
        <source>Return to live</source>
        <translation>返回当前</translation>
    </message>
    <message>
        <source>Show the cluster as it is (Esc)</source>
        <translation>显示集群当前状态（Esc）</translation>
    </message>
    <message>
        <source>The state before (Left)</source>
        <translation>前一个状态（←）</translation>
    </message>
    <message>
        <source>The state after (Right)</source>
        <translation>后一个状态（→）</translation>
    </message>
    <message>
        <source>The state before</source>
        <translation>前一个状态</translation>
    </message>
    <message>
        <source>The state after</source>
        <translation>后一个状态</translation>
    </message>
    <message>
        <source>Recorded time that the map shows</source>
        <translation>热力图所显示的记录时间</translation>
    </message>
    <message>
        <source>Recorded states are evenly spaced. A notch marks a gap in the record.</source>
        <translation>各记录状态等宽排列。有缺口标记处没有记录。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PendingDetails</name>
    <message>
        <source>%1 (enough in total)</source>
        <comment>reason</comment>
        <translation>%1（空闲合计足够）</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s), by the first rule that fails</source>
        <translation>
            <numerusform>%n 个节点，按首个拒绝原因归类</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>found of needed</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Show on map</source>
        <translation>在热力图上显示</translation>
    </message>
    <message>
        <source>is ending already</source>
        <translation>正在终止</translation>
    </message>
    <message>
        <source>belongs to a Job: ends by itself</source>
        <translation>属于任务（Job），会自行结束</translation>
    </message>
    <message>
        <source>runs until it is stopped</source>
        <translation>不会自行结束</translation>
    </message>
    <message>
        <source>Reasons</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Nearest fits</source>
        <translation>最接近的候选</translation>
    </message>
    <message>
        <source>Enter or a double click shows the card on the map</source>
        <translation>按 Enter 或双击可在热力图上显示</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>卡号</translation>
    </message>
    <message>
        <source>Available / needed</source>
        <translation>现有 / 需要</translation>
    </message>
    <message>
        <source>Short by</source>
        <translation>缺口</translation>
    </message>
    <message>
        <source>What waiting would free</source>
        <translation>等待哪些 Pod 结束</translation>
    </message>
    <message>
        <source>when any one of these pods ends, this pod fits</source>
        <translation>其中任一 Pod 结束即可腾出位置</translation>
    </message>
    <message>
        <source>Pod</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>Then it fits on</source>
        <translation>随后可放到</translation>
    </message>
    <message>
        <source>Ends</source>
        <translation>何时结束</translation>
    </message>
    <message>
        <source>Remedies</source>
        <translation>可行办法</translation>
    </message>
    <message>
        <source>each proven on the state that is shown</source>
        <translation>均已按当前状态验证</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PendingPage</name>
    <message>
        <source>evaluating every node…</source>
        <translation>正在逐节点评估…</translation>
    </message>
    <message>
        <source>%1 · nodes: %2</source>
        <translation>%1 · 节点：%2</translation>
    </message>
    <message>
        <source>Evaluating every node for every pending pod…</source>
        <translation>正在为每个等待中的 Pod 逐节点评估…</translation>
    </message>
    <message>
        <source>Nothing is pending</source>
        <translation>没有等待中的 Pod</translation>
    </message>
    <message>
        <source>Every pod that asks for GPUs has a node.</source>
        <translation>所有申请 GPU 的 Pod 都已分配到节点。</translation>
    </message>
    <message>
        <source>Every pod of %1 that asks for GPUs has a node.</source>
        <translation>命名空间 %1 中申请 GPU 的 Pod 都已分配到节点。</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>等待时长</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Name, namespace, reason</source>
        <translation>名称、命名空间、原因</translation>
    </message>
    <message>
        <source>Pending pods</source>
        <translation>等待中的 Pod</translation>
    </message>
    <message>
        <source>Result per node</source>
        <translation>各节点的评估结果</translation>
    </message>
    <message>
        <source>Not evaluated: the request is invalid</source>
        <translation>未评估：请求无效</translation>
    </message>
    <message>
        <source>Nothing is pending in %1</source>
        <translation>%1 中没有等待中的 Pod</translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s) are pending in other namespaces.</source>
        <translation>
            <numerusform>其他命名空间中有 %n 个 Pod 等待中。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show all namespaces</source>
        <translation>显示所有命名空间</translation>
    </message>
    <message>
        <source>All nodes: %1 refuse · %2 fit</source>
        <translation>集群全部节点：不接受 %1 · 可行 %2</translation>
    </message>
    <message>
        <source>All nodes: %1 refuse, %2 of them nearly fit · %3 fit</source>
        <translation>集群全部节点：不接受 %1，其中 %2 个接近满足 · 可行 %3</translation>
    </message>
    <message>
        <source>Every pod that you can see and that asks for GPUs has a node.</source>
        <translation>您能查看的 Pod 中，所有申请 GPU 的都已分配到节点。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PendingTexts</name>
    <message>
        <source>fits now</source>
        <translation>现在放得下</translation>
    </message>
    <message>
        <source>invalid request</source>
        <translation>请求无效</translation>
    </message>
    <message>
        <source>GPU memory fragmented</source>
        <translation>显存碎片</translation>
    </message>
    <message>
        <source>free cards scattered</source>
        <translation>空闲卡分散</translation>
    </message>
    <message>
        <source>no nodes</source>
        <translation>没有节点</translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) have %1 free in total, but no node has %2 cards with %3 each</source>
        <translation>
            <numerusform>%n 张卡合计空闲 %1，但没有一个节点有 %2 张卡各空闲 %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) have %1 free in total, but none can give %2 and %3 of compute at once</source>
        <translation>
            <numerusform>%n 张卡合计空闲 %1，但没有一张卡能同时给出 %2 与 %3 算力</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) have %1 free in total, none has %2 free alone</source>
        <translation>
            <numerusform>%n 张卡合计空闲 %1，但没有一张卡单独空闲 %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is needed; the %n card(s) that take such requests have %2 free in all</source>
        <translation>
            <numerusform>需要 %1，可接受此类请求的 %n 张卡合计只空闲 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 cards are requested on one node; the largest such node has %2</source>
        <translation>单节点申请 %1 张卡，而提供整卡的最大节点只有 %2 张</translation>
    </message>
    <message>
        <source>%1 is requested on one card; the largest matching card has %2</source>
        <translation>单卡申请 %1，而可接受此类请求的最大单卡只有 %2</translation>
    </message>
    <message>
        <source>Fits now on %1; it waits for the scheduler</source>
        <translation>现在可放到 %1，正在等待调度器</translation>
    </message>
    <message numerus="yes">
        <source>Fits now on %n node(s), for example on %1; it waits for the scheduler</source>
        <translation>
            <numerusform>现在有 %n 个节点可放置，例如 %1，正在等待调度器</numerusform>
        </translation>
    </message>
    <message>
        <source>The cluster has no nodes</source>
        <translation>集群没有节点</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) have room on their cards, but another resource is short</source>
        <translation>
            <numerusform>%n 个节点的卡放得下，但其他资源不足</numerusform>
        </translation>
    </message>
    <message>
        <source>No node takes it</source>
        <translation>没有节点放得下</translation>
    </message>
    <message>
        <source>No node accepts this kind of request; nearest: %1</source>
        <translation>没有节点接受此请求；最接近的原因：%1</translation>
    </message>
    <message>
        <source>No node takes it; nearest: %1</source>
        <translation>没有节点放得下；最接近的原因：%1</translation>
    </message>
    <message>
        <source>No action is needed unless it keeps waiting; then compare with the scheduler&apos;s message.</source>
        <translation>无需处理；若仍一直等待，请对照调度器的消息。</translation>
    </message>
    <message>
        <source>No node can take it until the request is corrected.</source>
        <translation>更正请求之前，没有节点能够接受。</translation>
    </message>
    <message numerus="yes">
        <source>Waiting can help: %n node(s) would take it once enough pods on them end.</source>
        <translation>
            <numerusform>等待可能有用：其他 Pod 结束后，%n 个节点放得下。</numerusform>
        </translation>
    </message>
    <message>
        <source>This is fragmentation, not lack of capacity.</source>
        <translation>这是碎片，不是容量不足。</translation>
    </message>
    <message>
        <source>Waiting cannot help: no node would take it even when empty.</source>
        <translation>等待没有用：即使节点为空也放不下。</translation>
    </message>
    <message>
        <source>The API does not provide enough to know whether waiting helps.</source>
        <translation>仅凭 API 提供的信息无法判断等待是否有用。</translation>
    </message>
    <message>
        <source>for example %1</source>
        <translation>例如 %1</translation>
    </message>
    <message>
        <source>lacks %1</source>
        <translation>差 %1</translation>
    </message>
    <message>
        <source>lacks %1 % of compute</source>
        <translation>算力差 %1 %</translation>
    </message>
    <message numerus="yes">
        <source>lacks %n card(s)</source>
        <translation>
            <numerusform>差 %n 张卡</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>lacks %n pod slot(s)</source>
        <translation>
            <numerusform>差 %n 个 Pod 名额</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, card %2</source>
        <comment>node, one or several cards</comment>
        <translation>%1 卡 %2</translation>
    </message>
    <message>
        <source>Once its queue admits it: %1</source>
        <translation>队列准入之后：%1</translation>
    </message>
    <message>
        <source>Once its queue admits it, it fits on %1, as the cluster is now</source>
        <translation>队列准入之后，按集群现状可放到 %1</translation>
    </message>
    <message numerus="yes">
        <source>Once its queue admits it, it fits on %n node(s), for example on %1, as the cluster is now</source>
        <translation>
            <numerusform>队列准入之后，按集群现状有 %n 个节点可放，例如 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>scheduling gates</source>
        <translation>调度门控</translation>
    </message>
    <message>
        <source>Scheduling gates hold it back. Once they are removed: %1</source>
        <translation>被调度门控拦住。移除门控之后：%1</translation>
    </message>
    <message>
        <source>Scheduling gates hold it back. Once they are removed it fits on %1, as the cluster is now</source>
        <translation>被调度门控拦住。按集群现状，移除门控之后可放在 %1</translation>
    </message>
    <message numerus="yes">
        <source>Scheduling gates hold it back. Once they are removed it fits on %n node(s), for example on %1, as the cluster is now</source>
        <translation>
            <numerusform>被调度门控拦住。按集群现状，移除门控之后有 %n 个节点放得下，例如 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>No scheduler looks at it: whoever set the gates must remove them first.</source>
        <translation>没有调度器会查看它：须先由设置门控的一方移除门控。</translation>
    </message>
    <message>
        <source>terminating</source>
        <translation>正在终止</translation>
    </message>
    <message>
        <source>not evaluated</source>
        <translation>未评估</translation>
    </message>
    <message>
        <source>The pod is being deleted; the scheduler does not place it any more</source>
        <translation>该 Pod 正在删除，调度器不会再放置它</translation>
    </message>
    <message>
        <source>The pod has scheduling gates; the scheduler does not consider it until they are removed</source>
        <translation>该 Pod 带有调度门控，移除之前调度器不考虑它</translation>
    </message>
    <message numerus="yes">
        <source>The pod has the scheduling gate(s) %1; the scheduler does not consider it until they are removed</source>
        <translation>
            <numerusform>该 Pod 带有调度门控 %1，移除之前调度器不考虑它</numerusform>
        </translation>
    </message>
    <message>
        <source>Its controller makes another pod where one is wanted.</source>
        <translation>需要时由它的控制器另建 Pod。</translation>
    </message>
    <message numerus="yes">
        <source>As the cluster is now, %n node(s) would take it then.</source>
        <translation>
            <numerusform>按集群当前状态，届时有 %n 个节点放得下。</numerusform>
        </translation>
    </message>
    <message>
        <source>As the cluster is now, no node would take it then.</source>
        <translation>按集群当前状态，届时没有节点放得下。</translation>
    </message>
    <message>
        <source>needs %1, most free on one card: %2</source>
        <translation>需要 %1，单卡最多空闲：%2</translation>
    </message>
    <message>
        <source>needs %1 %, most free on one card: %2 %</source>
        <translation>需要 %1 %，单卡最多空闲：%2 %</translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) are free in total, but no node has %1 of them</source>
        <translation>
            <numerusform>合计空闲 %n 张卡，但没有一个节点有 %1 张空闲卡</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) are needed, and the schedulable nodes that offer them have %1 free in total</source>
        <translation>
            <numerusform>需要 %n 张卡，提供此类卡的可调度节点合计空闲 %1 张</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>needs %n card(s), most free on one node: %1</source>
        <translation>
            <numerusform>需要 %n 张卡，单节点最多空闲：%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) are needed, and the schedulable nodes that offer them have %1 free in total; %2, which is cordoned, has them</source>
        <translation>
            <numerusform>需要 %n 张卡，提供此类卡的可调度节点合计空闲 %1 张；已封锁的节点 %2 有足够的空闲卡</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is needed; the %n card(s) of schedulable nodes that take such requests have %2 free in all; %3, which is cordoned, has it</source>
        <translation>
            <numerusform>需要 %1；可调度节点上接受此类请求的 %n 张卡合计空闲 %2；已封锁的节点 %3 有足够的空闲显存</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) have enough cards free, but a rule between pods refuses this one; on %1: %2</source>
        <translation>
            <numerusform>%n 个节点有足够的空闲卡，但 Pod 之间的规则拒绝了该 Pod；在 %1 上：%2</numerusform>
        </translation>
    </message>
    <message>
        <source>No node is known to take it; nearest: %1</source>
        <translation>没有已知放得下的节点；最接近的原因：%1</translation>
    </message>
    <message>
        <source>fits, unless its volumes are elsewhere</source>
        <translation>放得下，除非其卷在别处</translation>
    </message>
    <message>
        <source>%1, unless its volumes cannot be used there</source>
        <translation>%1，除非它的卷无法在那里使用</translation>
    </message>
    <message>
        <source>Would fit on %1</source>
        <translation>可放到 %1</translation>
    </message>
    <message numerus="yes">
        <source>Would fit on %n node(s), for example on %1</source>
        <translation>
            <numerusform>有 %n 个节点可放置，例如 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Its volume claims and volumes could not be read, so it is unknown on which nodes they can be used.</source>
        <translation>无法读取它的卷申领和卷，因此不知道它们可以在哪些节点上使用。</translation>
    </message>
    <message>
        <source>A volume of it is not bound yet; on which nodes it can be provided was not evaluated.</source>
        <translation>它有一个卷尚未绑定；该卷可以在哪些节点上提供，没有评估。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PendingView</name>
    <message>
        <source>waiting %1</source>
        <translation>等待 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n identical pod(s) are waiting</source>
        <translation>
            <numerusform>有 %n 个同规格的 Pod 在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>The scheduler has not said anything about this pod.</source>
        <translation>调度器尚未对此 Pod 给出消息。</translation>
    </message>
    <message>
        <source>Show on map</source>
        <translation>在热力图上显示</translation>
    </message>
    <message>
        <source>Preview placement</source>
        <translation>放置预览</translation>
    </message>
    <message>
        <source>Shows on the map which nodes refuse the pod and why; with a reason chosen below, its nodes alone</source>
        <translation>在热力图上显示哪些节点拒绝此 Pod 及原因；在下方选中一个原因时，只显示该原因的节点</translation>
    </message>
    <message>
        <source>The scheduler&apos;s own message</source>
        <translation>调度器消息</translation>
    </message>
    <message>
        <source>Classified as: %1</source>
        <translation>归类为：%1</translation>
    </message>
    <message>
        <source>Show the queue</source>
        <translation>显示队列</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PlaceRows</name>
    <message numerus="yes">
        <source>%1 and %n more node(s)</source>
        <comment>node names</comment>
        <translation>
            <numerusform>%1，另有 %n 个节点</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PlacementDialog</name>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Equivalent command</source>
        <translation>等效命令</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>New pods go to the fullest card that still fits, so whole cards stay free for large requests. Running pods stay.</source>
        <translation>新的 Pod 优先放到放得下的最满的卡上，为大请求保留整卡。运行中的 Pod 不迁移。</translation>
    </message>
    <message>
        <source>New pods go to the emptiest card: load and faults are spread. Pods that run stay where they are.</source>
        <translation>新的 Pod 放到最空闲的卡上：分散负载和故障影响。运行中的 Pod 不迁移。</translation>
    </message>
    <message>
        <source>(no label: binpack)</source>
        <translation>（无标签：binpack）</translation>
    </message>
    <message>
        <source>Nothing would change</source>
        <translation>不会有任何变化</translation>
    </message>
    <message>
        <source>The server is checking the change (dry run)</source>
        <translation>服务器正在检查变更（试运行）</translation>
    </message>
    <message>
        <source>The dry run is not finished</source>
        <translation>试运行尚未完成</translation>
    </message>
    <message>
        <source>Server dry run passed</source>
        <translation>服务器试运行通过</translation>
    </message>
    <message>
        <source>The node has changed meanwhile; the change was checked against its new state.</source>
        <translation>节点在此期间发生了变化；已按其新状态检查该更改。</translation>
    </message>
    <message>
        <source>Rejected by the server</source>
        <translation>服务器已拒绝</translation>
    </message>
    <message>
        <source>Where the next pods go</source>
        <translation>后续 Pod 的去向</translation>
    </message>
    <message>
        <source>%1 and %2 % each</source>
        <translation>每个 %1 和 %2 %</translation>
    </message>
    <message>
        <source>%1 each</source>
        <translation>每个 %1</translation>
    </message>
    <message>
        <source>Pods of %1, a quarter of a card. The scheduler&apos;s source is not public: this is what its public model does.</source>
        <translation>Pod %1（四分之一张卡）。调度器未开源，此为公开模型的结果。</translation>
    </message>
    <message>
        <source>Pods of %1, as %2 requests. The scheduler&apos;s source is not public: this is what its public model does.</source>
        <translation>Pod %1，与 %2 的请求相同。调度器未开源，此为公开模型的结果。</translation>
    </message>
    <message>
        <source>Change the placement policy of %1?</source>
        <translation>要更改 %1 的放置策略吗？</translation>
    </message>
    <message>
        <source>Change placement policy</source>
        <translation>更改放置策略</translation>
    </message>
    <message>
        <source>The node has this placement policy already</source>
        <translation>该节点已是此放置策略</translation>
    </message>
    <message>
        <source>The placement policy of %1 is now %2</source>
        <translation>%1 的放置策略现在是 %2</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PlanDialog</name>
    <message>
        <source>Reading the node; the server checks the plan (dry run)</source>
        <translation>正在读取节点；服务器正在检查计划（试运行）</translation>
    </message>
    <message>
        <source>%1 is no longer in the cluster</source>
        <translation>%1 已不在集群中</translation>
    </message>
    <message>
        <source>Close this and choose another node.</source>
        <translation>请关闭此窗口并选择其他节点。</translation>
    </message>
    <message>
        <source>Choose a mode first</source>
        <translation>请先选择模式</translation>
    </message>
    <message>
        <source>Type the name first</source>
        <translation>请先输入名称</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Stops at the next safe point</source>
        <translation>将在下一个安全点停止</translation>
    </message>
    <message>
        <source>Stops at the next safe point, then rolls back</source>
        <translation>将在下一个安全点停止，然后回滚</translation>
    </message>
    <message>
        <source>This plan was left unfinished. Nothing happens until you decide.</source>
        <translation>该计划尚未完成。在您决定之前不会有任何动作。</translation>
    </message>
    <message>
        <source>Continue where it stopped, roll back what it changed, or leave the node as it is.</source>
        <translation>从停止处继续，回滚已做的更改，或保持节点现状。</translation>
    </message>
    <message>
        <source>Looking for places: %1 of %2 pods</source>
        <translation>正在寻找位置：%1 / %2 个 Pod</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Leave as it is</source>
        <translation>保持现状</translation>
    </message>
    <message>
        <source>Roll back</source>
        <translation>回滚</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Evictions</source>
        <translation>驱逐</translation>
    </message>
    <message>
        <source>Uncordon them…</source>
        <translation>解除这些节点的封锁（uncordon）…</translation>
    </message>
    <message>
        <source>Uncordon…</source>
        <translation>解除封锁（uncordon）…</translation>
    </message>
    <message>
        <source>Change mode…</source>
        <translation>切换模式…</translation>
    </message>
    <message>
        <source>This plan is for another value than the field has now: show the plan again</source>
        <translation>此计划针对的值与输入框中现在的值不同，请重新显示计划</translation>
    </message>
    <message>
        <source>The field has changed since this plan was made</source>
        <translation>生成此计划之后，字段已更改</translation>
    </message>
    <message>
        <source>Show the plan again for the value that it has now.</source>
        <translation>请按字段当前的值重新显示计划。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PlanOptions</name>
    <message>
        <source>Evict pods with local data (the data is lost)</source>
        <translation>驱逐带本地数据的 Pod（数据将丢失）</translation>
    </message>
    <message>
        <source>Stop after each node</source>
        <translation>每个节点之后停止</translation>
    </message>
    <message>
        <source>Grace period</source>
        <translation>宽限期</translation>
    </message>
    <message>
        <source>each pod&apos;s own</source>
        <translation>各 Pod 自身的设置</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Eviction timeout</source>
        <translation>驱逐时限</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>Evict pods without a controller (they are not recreated)</source>
        <translation>驱逐无控制器的 Pod（不会重建）</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PlanSide</name>
    <message>
        <source>Consequences</source>
        <translation>影响</translation>
    </message>
    <message>
        <source>before → after</source>
        <translation>之前 → 之后</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Rollback</source>
        <translation>回滚</translation>
    </message>
    <message>
        <source>possible until the last step</source>
        <translation>最后一步之前均可</translation>
    </message>
    <message>
        <source>Equivalent commands</source>
        <translation>等效命令</translation>
    </message>
    <message>
        <source>Deleting this label does not restore exclusive scheduling. To leave sharing, switch to default.</source>
        <translation>删除此标签不会恢复独占调度。要退出共享，请切换到 default。</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>No other node accepts this kind of request; the replacement pods stay pending: %1</source>
        <translation>没有其他节点接受这种请求形式，重建后的 Pod 将一直等待：%1</translation>
    </message>
    <message>
        <source>(no label)</source>
        <translation>（无标签）</translation>
    </message>
    <message>
        <source>The label returns to what it was.</source>
        <translation>标签恢复原值。</translation>
    </message>
    <message>
        <source>The node stays cordoned, as before.</source>
        <translation>节点保持封锁，与之前相同。</translation>
    </message>
    <message>
        <source>Evicted pods stay on their new nodes.</source>
        <translation>已驱逐的 Pod 留在新的位置。</translation>
    </message>
    <message>
        <source>Uncordons the node, as it was before.</source>
        <translation>解除节点的封锁，恢复原状。</translation>
    </message>
    <message>
        <source># evict each pod that uses the GPU (kubectl drain would evict the others, too)</source>
        <translation># 逐个驱逐使用 GPU 的 Pod（kubectl drain 会把其他 Pod 也驱逐）</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PlanSpine</name>
    <message>
        <source>blocked now by the PodDisruptionBudget %1</source>
        <translation>目前被 PodDisruptionBudget %1 阻止</translation>
    </message>
    <message>
        <source>predicted: %1</source>
        <translation>预计：%1</translation>
    </message>
    <message>
        <source>%1 · %2 s</source>
        <translation>%1 · %2 秒</translation>
    </message>
    <message>
        <source>now: waits for capacity</source>
        <translation>现在：等待资源</translation>
    </message>
    <message>
        <source>card %1</source>
        <comment>one or several cards</comment>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>now: %1</source>
        <translation>现在：%1</translation>
    </message>
    <message>
        <source>now: %1, as predicted</source>
        <translation>现在：%1，与预测一致</translation>
    </message>
    <message>
        <source>now: %1, not as predicted</source>
        <translation>现在：%1，与预测不一致</translation>
    </message>
    <message>
        <source>now: %1, one of the %2 places that tied</source>
        <translation>现在：%1，%2 个同等位置之一</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PlanTexts</name>
    <message>
        <source>Cordon %1</source>
        <translation>封锁 %1</translation>
    </message>
    <message>
        <source>Uncordon %1</source>
        <translation>解除封锁 %1</translation>
    </message>
    <message>
        <source>Drain %1</source>
        <translation>排空 %1</translation>
    </message>
    <message>
        <source>Switch %1 to %2</source>
        <translation>将 %1 切换到 %2</translation>
    </message>
    <message>
        <source>Check the node</source>
        <translation>检查节点</translation>
    </message>
    <message>
        <source>Cordon the node</source>
        <translation>封锁（cordon）节点</translation>
    </message>
    <message>
        <source>Evict the pods that use the GPU</source>
        <translation>驱逐使用 GPU 的 Pod</translation>
    </message>
    <message>
        <source>Evict the pods</source>
        <translation>驱逐（evict）Pod</translation>
    </message>
    <message>
        <source>Set the label %1=%2</source>
        <translation>设置标签 %1=%2</translation>
    </message>
    <message>
        <source>Wait until you have removed the node from the cluster</source>
        <translation>等待您将节点移出集群</translation>
    </message>
    <message>
        <source>Wait until you have added the node again with the label %1</source>
        <translation>等待您带标签 %1 重新添加节点</translation>
    </message>
    <message>
        <source>Wait for the device plugin</source>
        <translation>等待设备插件</translation>
    </message>
    <message>
        <source>Wait until the device plugin publishes %1</source>
        <translation>等待设备插件发布 %1</translation>
    </message>
    <message>
        <source>Verify that nothing of the old mode is left</source>
        <translation>确认旧模式没有任何残留</translation>
    </message>
    <message>
        <source>Uncordon the node</source>
        <translation>解除封锁（uncordon）节点</translation>
    </message>
    <message>
        <source>skipped: someone else cordoned the node</source>
        <translation>已跳过：节点已被他人封锁</translation>
    </message>
    <message>
        <source>not started</source>
        <translation>未开始</translation>
    </message>
    <message>
        <source>in progress</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>rolling back</source>
        <translation>正在回滚</translation>
    </message>
    <message>
        <source>rolled back</source>
        <translation>已回滚</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>rollback stopped</source>
        <translation>回滚已停止</translation>
    </message>
    <message>
        <source>left as it is</source>
        <translation>保持现状</translation>
    </message>
    <message>
        <source>evict</source>
        <translation>驱逐</translation>
    </message>
    <message>
        <source>is terminating</source>
        <translation>正在终止</translation>
    </message>
    <message>
        <source>stays: DaemonSet</source>
        <translation>保留：DaemonSet</translation>
    </message>
    <message>
        <source>stays: static pod</source>
        <translation>保留：静态 Pod</translation>
    </message>
    <message>
        <source>stays</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>blocks: DaemonSet</source>
        <translation>阻碍：DaemonSet</translation>
    </message>
    <message>
        <source>blocks: local data would be lost</source>
        <translation>阻碍：本地数据会丢失</translation>
    </message>
    <message>
        <source>blocks: no controller recreates it</source>
        <translation>阻碍：没有控制器，不会重建</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待驱逐</translation>
    </message>
    <message>
        <source>terminating</source>
        <translation>正在终止</translation>
    </message>
    <message>
        <source>blocked by a PodDisruptionBudget</source>
        <translation>被 PodDisruptionBudget 阻止</translation>
    </message>
    <message>
        <source>blocked by the PodDisruptionBudget %1</source>
        <translation>被 PodDisruptionBudget %1 阻止</translation>
    </message>
    <message>
        <source>the server asks to wait</source>
        <translation>服务器要求等待</translation>
    </message>
    <message>
        <source>evicted</source>
        <translation>已离开</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>空</translation>
    </message>
    <message>
        <source>The label %1 should be absent, but is &quot;%2&quot;. Someone else changed it.</source>
        <translation>标签 %1 应当不存在，但现为“%2”。它已被他人更改。</translation>
    </message>
    <message>
        <source>The label %1 should be &quot;%2&quot;, but is &quot;%3&quot;. Someone else changed it.</source>
        <translation>标签 %1 应为“%2”，但现为“%3”。它已被他人更改。</translation>
    </message>
    <message>
        <source>The node %1 is gone or was replaced by another of the same name.</source>
        <translation>节点 %1 已不存在，或已被同名的新节点取代。</translation>
    </message>
    <message>
        <source>The node %1 is not ready.</source>
        <translation>节点 %1 未就绪。</translation>
    </message>
    <message>
        <source>The node %1 is not cordoned any more. Someone else uncordoned it.</source>
        <translation>节点 %1 不再处于封锁状态。它已被他人解除封锁。</translation>
    </message>
    <message>
        <source>The node %1 is still cordoned.</source>
        <translation>节点 %1 仍处于封锁状态。</translation>
    </message>
    <message>
        <source>These pods are still on the node %1: %2.</source>
        <translation>这些 Pod 仍在节点 %1 上：%2。</translation>
    </message>
    <message>
        <source>The node %1 does not publish %2. Look at the device plugin of the node.</source>
        <translation>节点 %1 没有发布 %2。请检查该节点的设备插件。</translation>
    </message>
    <message>
        <source>The node %1 still publishes %2 (%3).</source>
        <translation>节点 %1 仍在发布 %2（%3）。</translation>
    </message>
    <message>
        <source>The node %1 has not been removed from the cluster.</source>
        <translation>节点 %1 尚未移出集群。</translation>
    </message>
    <message>
        <source>The node %1 has not rejoined as Ready.</source>
        <translation>节点 %1 尚未重新加入并就绪。</translation>
    </message>
    <message>
        <source>The taints of the node %1 are not those it had before: %2.</source>
        <translation>节点 %1 的污点与之前不同：%2。</translation>
    </message>
    <message>
        <source>Stopped as asked.</source>
        <translation>已按要求停止。</translation>
    </message>
    <message>
        <source>Timed out. %1</source>
        <translation>已超时。%1</translation>
    </message>
    <message>
        <source>Evicting these pods must be allowed explicitly: %1.</source>
        <translation>这些 Pod 未经明确要求不能驱逐：%1。</translation>
    </message>
    <message>
        <source>The pod %1 cannot be evicted. %2</source>
        <translation>无法驱逐 Pod %1。%2</translation>
    </message>
    <message>
        <source>The node cannot be read. %1</source>
        <translation>无法读取节点。%1</translation>
    </message>
    <message>
        <source>The step was refused. %1</source>
        <translation>该步骤被拒绝。%1</translation>
    </message>
    <message>
        <source>The next step cannot be recorded, so it was not run. %1</source>
        <translation>下一步无法写入操作记录，因此没有执行。%1</translation>
    </message>
    <message>
        <source>Edit labels and taints of %1</source>
        <translation>编辑 %1 的标签和污点</translation>
    </message>
    <message>
        <source>Undo a change of %1</source>
        <translation>撤销 %1 的一项变更</translation>
    </message>
    <message>
        <source>The taint %2 of the node %1 is not what it was: now &quot;%3&quot;.</source>
        <translation>节点 %1 的污点 %2 已不是原值：现在是“%3”。</translation>
    </message>
    <message>
        <source>terminating, blocked by the finalizer %1</source>
        <translation>正在终止，被 finalizer %1 阻止</translation>
    </message>
    <message>
        <source>eviction requested, outcome unknown</source>
        <translation>已请求驱逐，结果未知</translation>
    </message>
    <message>
        <source>Remove the label %1</source>
        <translation>删除标签 %1</translation>
    </message>
    <message>
        <source>Remove the annotation %1</source>
        <translation>删除注解 %1</translation>
    </message>
    <message>
        <source>Set the annotation %1=%2</source>
        <translation>设置注解 %1=%2</translation>
    </message>
    <message>
        <source>Wait until %1 is %2 and the node offers its new devices</source>
        <translation>等待 %1 变为 %2，并且节点提供新的设备</translation>
    </message>
    <message>
        <source>The annotation %1 is &quot;%2&quot; now. Someone else changed it.</source>
        <translation>注解 %1 现为“%2”。它已被他人更改。</translation>
    </message>
    <message>
        <source>%1 of the node %2 is &quot;%3&quot;, not &quot;%4&quot;. Look at the pod on the node that writes it.</source>
        <translation>节点 %2 的 %1 为“%3”，而不是“%4”。请查看该节点上写入它的 Pod。</translation>
    </message>
    <message>
        <source>The node %1 registers no cards in %2. Look at the device plugin of the node.</source>
        <translation>节点 %1 没有在 %2 中注册 GPU 卡。请检查该节点的设备插件。</translation>
    </message>
    <message>
        <source>The devices of the node %1 have not changed as they should: it offers %2. Look at the device plugin of the node.</source>
        <translation>节点 %1 的设备没有按预期变化：目前提供 %2。请检查该节点的设备插件。</translation>
    </message>
    <message>
        <source>The devices of the node %1 are not what they were before: it offers %2.</source>
        <translation>节点 %1 的设备与之前不同：目前提供 %2。</translation>
    </message>
    <message>
        <source>blocks: its DaemonSet does not exist, so nothing recreates it</source>
        <translation>阻碍：所属 DaemonSet 不存在，无法重建</translation>
    </message>
    <message>
        <source>blocks: its DaemonSet cannot be read (needs get daemonsets.apps)</source>
        <translation>阻碍：无法读取所属 DaemonSet（需要 get daemonsets.apps 权限）</translation>
    </message>
    <message>
        <source>stays: KAI deletes it after the pods that share its card</source>
        <translation>保留：共享其卡的 Pod 结束后由 KAI 删除</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PlanWords</name>
    <message>
        <source>Reported: %1</source>
        <translation>返回信息：%1</translation>
    </message>
    <message numerus="yes">
        <source>Drain %n node(s)</source>
        <translation>
            <numerusform>排空 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Drain %1</source>
        <translation>排空 %1</translation>
    </message>
    <message numerus="yes">
        <source>Drain %n node(s)?</source>
        <translation>
            <numerusform>排空（drain）%n 个节点？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Change the mode of %n node(s)</source>
        <translation>
            <numerusform>切换 %n 个节点的模式</numerusform>
        </translation>
    </message>
    <message>
        <source>Drain %1?</source>
        <translation>排空（drain）%1？</translation>
    </message>
    <message>
        <source>Change the mode of %1</source>
        <translation>切换 %1 的模式</translation>
    </message>
    <message>
        <source>Whether a configuration %1 exists was not checked: the ConfigMap that lists them was not read.</source>
        <translation>未核对是否存在配置 %1：列出配置的 ConfigMap 未读取。</translation>
    </message>
    <message>
        <source>The node has this setting already.</source>
        <translation>节点已是此设置。</translation>
    </message>
    <message>
        <source>Some pods block this. Allow their eviction, or move them yourself.</source>
        <translation>有 Pod 阻碍操作。请允许驱逐它们，或自行迁移。</translation>
    </message>
    <message>
        <source>Server dry run passed</source>
        <translation>服务器试运行通过</translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s) are blocked now by a PodDisruptionBudget; the plan waits for them.</source>
        <translation>
            <numerusform>%n 个 Pod 目前被 PodDisruptionBudget 阻止；计划会等待它们。</numerusform>
        </translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待驱逐</translation>
    </message>
    <message>
        <source>already set</source>
        <translation>已是当前设置</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>blocked by pods</source>
        <translation>有 Pod 阻碍</translation>
    </message>
    <message>
        <source>Rolling back</source>
        <translation>正在回滚</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Each step is recorded before it runs. You can go on working in the window.</source>
        <translation>每一步在执行之前都会先写入操作记录。您可以继续使用主窗口。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The node stays cordoned until it is uncordoned.</source>
        <translation>节点保持封锁，直到解除封锁。</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) stay cordoned until they are uncordoned.</source>
        <translation>
            <numerusform>%n 个节点保持封锁，直到解除封锁。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s) still waiting</source>
        <translation>
            <numerusform>仍有 %n 个 Pod 等待中</numerusform>
        </translation>
    </message>
    <message>
        <source>Their replacements have no node yet.</source>
        <translation>它们的替代 Pod 尚未分配到节点。</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) remaining.</source>
        <translation>
            <numerusform>还有 %n 个节点。</numerusform>
        </translation>
    </message>
    <message>
        <source>The plan is running. Stop it and close the window?</source>
        <translation>计划正在运行。停止计划并关闭窗口吗？</translation>
    </message>
    <message>
        <source>It stops at the next safe point. When this cluster is opened again, the window offers to continue or to roll back.</source>
        <translation>它会在下一个安全点停止。再次打开该集群时，主窗口会提供继续或回滚的选择。</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>停止并关闭</translation>
    </message>
    <message>
        <source>The plan is running. Stop it and close?</source>
        <translation>计划正在运行。停止并关闭？</translation>
    </message>
    <message>
        <source>It stops at the next safe point. The window then offers to continue or to roll back.</source>
        <translation>它会在下一个安全点停止，之后主窗口会提供继续或回滚的选择。</translation>
    </message>
    <message>
        <source>Drain</source>
        <translation>排空</translation>
    </message>
    <message>
        <source>Change mode</source>
        <translation>切换模式</translation>
    </message>
    <message numerus="yes">
        <source>Evict %n pod(s)</source>
        <translation>
            <numerusform>驱逐 %n 个 Pod</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Evict %n pod(s) and switch</source>
        <translation>
            <numerusform>驱逐 %n 个 Pod 并切换</numerusform>
        </translation>
    </message>
    <message>
        <source>The dry run is not finished</source>
        <translation>试运行尚未完成</translation>
    </message>
    <message>
        <source>The switch is refused</source>
        <translation>该切换被拒绝</translation>
    </message>
    <message>
        <source>There is nothing to do</source>
        <translation>无需任何操作</translation>
    </message>
    <message>
        <source>Some pods block this</source>
        <translation>有 Pod 阻碍操作</translation>
    </message>
    <message>
        <source>Rejected by the server</source>
        <translation>服务器已拒绝</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PodActDialog</name>
    <message>
        <source>Evict %1?</source>
        <translation>驱逐 %1？</translation>
    </message>
    <message>
        <source>Delete %1?</source>
        <translation>删除 %1?</translation>
    </message>
    <message>
        <source>How many replicas of %1?</source>
        <translation>%1 的副本数？</translation>
    </message>
    <message>
        <source>Edit an annotation of %1</source>
        <translation>编辑 %1 的注解</translation>
    </message>
    <message>
        <source>Evict 1 pod</source>
        <translation>驱逐 1 个 Pod</translation>
    </message>
    <message>
        <source>Delete 1 pod</source>
        <translation>删除 1 个 Pod</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>伸缩</translation>
    </message>
    <message>
        <source>Write the annotation</source>
        <translation>写入注解</translation>
    </message>
    <message>
        <source>Equivalent command</source>
        <translation>等效命令</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Pod</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>Controller</source>
        <translation>控制器</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Pods now</source>
        <translation>当前 Pod 数</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>副本数</translation>
    </message>
    <message>
        <source>Key, for example example.com/owner</source>
        <translation>键，例如 example.com/owner</translation>
    </message>
    <message>
        <source>Value; leave empty to remove the annotation</source>
        <translation>值；留空则删除该注解</translation>
    </message>
    <message>
        <source>No controller recreates this pod. Its work is lost.</source>
        <translation>没有控制器会重建此 Pod，其工作将丢失。</translation>
    </message>
    <message>
        <source>The pod is terminated and its controller creates another one. PodDisruptionBudgets are respected.</source>
        <translation>该 Pod 将被终止，由其控制器新建一个。驱逐遵守 PodDisruptionBudget。</translation>
    </message>
    <message>
        <source>The pod is terminated and its controller creates another one. Deleting ignores PodDisruptionBudgets.</source>
        <translation>该 Pod 将被终止，由其控制器新建一个。删除不受 PodDisruptionBudget 约束。</translation>
    </message>
    <message>
        <source>With fewer replicas the controller chooses which pods are terminated. An autoscaler may change the number again.</source>
        <translation>减少副本时由控制器决定终止哪些 Pod。自动伸缩器可能再次修改副本数。</translation>
    </message>
    <message>
        <source>Schedulers and device plugins keep their records in annotations. A changed record can make them allocate a card twice.</source>
        <translation>调度器和设备插件把分配记录写在注解里。修改这些记录可能导致同一张卡被重复分配。</translation>
    </message>
    <message>
        <source>Choose another number of replicas</source>
        <translation>请选择不同的副本数</translation>
    </message>
    <message>
        <source>Enter the key of the annotation</source>
        <translation>请输入注解的键</translation>
    </message>
    <message>
        <source>This key is not valid: letters, digits, &quot;-&quot;, &quot;_&quot; and &quot;.&quot;; before a &quot;/&quot; a DNS name in lower case</source>
        <translation>此键无效：只能包含字母、数字、“-”、“_”和“.”；“/”之前须为小写的 DNS 名称</translation>
    </message>
    <message>
        <source>The pod has no annotation of this key</source>
        <translation>该 Pod 没有此键的注解</translation>
    </message>
    <message>
        <source>The annotation already has this value</source>
        <translation>该注解已是此值</translation>
    </message>
    <message>
        <source>The server is checking it (dry run); nothing is saved</source>
        <translation>服务器正在检查（试运行），不会保留任何内容</translation>
    </message>
    <message>
        <source>Server dry run passed</source>
        <translation>服务器试运行通过</translation>
    </message>
    <message>
        <source>The dry run has not passed</source>
        <translation>试运行尚未通过</translation>
    </message>
    <message>
        <source>Type the name of the context first</source>
        <translation>请先输入上下文名称</translation>
    </message>
    <message>
        <source>%1 is being evicted</source>
        <translation>正在驱逐 %1</translation>
    </message>
    <message>
        <source>%1 is being deleted</source>
        <translation>正在删除 %1</translation>
    </message>
    <message>
        <source>%1 was scaled to %2</source>
        <translation>%1 已伸缩为 %2 个副本</translation>
    </message>
    <message>
        <source>The annotation of %1 was written</source>
        <translation>%1 的注解已写入</translation>
    </message>
    <message>
        <source>This pod reserves a card for pods that share it. Without it KAI deletes those pods, too: end them instead, and KAI deletes this pod after them.</source>
        <translation>该 Pod 为共享一张卡的其他 Pod 占住这张卡。没有它，KAI 会把那些 Pod 也删除：请改为结束那些 Pod，KAI 随后会删除该 Pod。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PodActions</name>
    <message>
        <source>Evict…</source>
        <translation>驱逐…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Scale %1 %2…</source>
        <translation>伸缩 %1 %2…</translation>
    </message>
    <message>
        <source>Scale…</source>
        <translation>伸缩…</translation>
    </message>
    <message>
        <source>Edit annotations…</source>
        <translation>编辑注解…</translation>
    </message>
    <message>
        <source>The pod belongs to no Deployment, ReplicaSet or StatefulSet</source>
        <translation>该 Pod 不属于任何 Deployment、ReplicaSet 或 StatefulSet</translation>
    </message>
    <message>
        <source>Change this pod or its workload</source>
        <translation>修改此 Pod 或其工作负载</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PodPane</name>
    <message>
        <source>Cluster message</source>
        <translation>集群消息</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>Card unknown</source>
        <translation>卡号未知</translation>
    </message>
    <message>
        <source>Card %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>卡</translation>
    </message>
    <message numerus="yes">
        <source>%n card(s); the API does not say which</source>
        <translation>
            <numerusform>%n 张卡；API 未提供是哪几张</numerusform>
        </translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所属控制器</translation>
    </message>
    <message>
        <source>Scheduler</source>
        <translation>调度器</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>Restarts</source>
        <translation>重启次数</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>存在时长</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>Containers</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Preview placement</source>
        <translation>放置预览</translation>
    </message>
    <message>
        <source>Show on map</source>
        <translation>在热力图上显示</translation>
    </message>
    <message>
        <source>YAML (y)</source>
        <translation>YAML（y）</translation>
    </message>
    <message>
        <source>Events (v)</source>
        <translation>事件（v）</translation>
    </message>
    <message>
        <source>Unscheduled for %1</source>
        <translation>等待调度已 %1</translation>
    </message>
    <message>
        <source>Logs (l)</source>
        <translation>日志（l）</translation>
    </message>
    <message>
        <source>Scheduling gates</source>
        <translation>调度门控</translation>
    </message>
    <message>
        <source>Resize deferred: the node has no room for it now, and the kubelet tries again. Until then the larger amount counts.</source>
        <translation>资源调整推迟：节点当前没有足够的空间，kubelet 会再次尝试。在此之前按较大的量计算。</translation>
    </message>
    <message>
        <source>Resize infeasible: this node can never grant it. What the pod holds counts, not what it requests. Request less, or recreate the pod so that it is scheduled anew.</source>
        <translation>资源调整不可行：该节点永远无法满足。按该 Pod 实际持有的量计算，而不是按其请求的量。请减少请求，或重建该 Pod，使其重新调度。</translation>
    </message>
    <message>
        <source>requested %1, allocated %2, actual %3</source>
        <translation>请求 %1，已分配 %2，实际 %3</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PolicyPictureView</name>
    <message>
        <source>no room for the next pod</source>
        <translation>下一个 Pod 放不下</translation>
    </message>
    <message numerus="yes">
        <source>the next %1 on %n card(s)</source>
        <translation>
            <numerusform>接下来的 %1 放在 %n 张 GPU 卡上</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s)</source>
        <translation>
            <numerusform>%n 个 Pod</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (now): %2</source>
        <translation>%1（当前）：%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Where the next pods go</source>
        <translation>后续 Pod 的去向</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PredictedPlaceView</name>
    <message>
        <source>Can it go here?</source>
        <translation>能放到这里吗？</translation>
    </message>
    <message>
        <source>Predicted place</source>
        <translation>预计位置</translation>
    </message>
    <message>
        <source>card %1</source>
        <comment>one or several cards</comment>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>score / 100</source>
        <translation>得分 / 100</translation>
    </message>
    <message>
        <source>Does not fit here</source>
        <translation>此处放不下</translation>
    </message>
    <message>
        <source>Nearest fit: %1, card %2 lacks %3.</source>
        <translation>最接近的候选：%1，卡 %2 还差 %3。</translation>
    </message>
    <message>
        <source>Nearest fit: %1 lacks %2.</source>
        <translation>最接近的候选：%1 还差 %2。</translation>
    </message>
    <message>
        <source>Nearest fit: %1: %2</source>
        <translation>最接近的候选：%1：%2</translation>
    </message>
    <message>
        <source>Fits, on another card</source>
        <translation>可放置，但在另一张卡上</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PredictionWatch</name>
    <message>
        <source>not created yet</source>
        <translation>尚未创建</translation>
    </message>
    <message>
        <source>waiting for a node</source>
        <translation>正在等待节点</translation>
    </message>
    <message>
        <source>card not known yet</source>
        <translation>卡号尚未确定</translation>
    </message>
    <message>
        <source>as predicted</source>
        <translation>与预测一致</translation>
    </message>
    <message>
        <source>another card</source>
        <translation>另一张卡</translation>
    </message>
    <message>
        <source>another node</source>
        <translation>另一个节点</translation>
    </message>
    <message>
        <source>placed, though no place was predicted</source>
        <translation>已放置，但此前预测放不下</translation>
    </message>
    <message numerus="yes">
        <source>%n place(s) were equally good; the scheduler takes one of them at random</source>
        <translation>
            <numerusform>有 %n 个同等的位置，调度器随机选择其一</numerusform>
        </translation>
    </message>
    <message>
        <source>The cluster changed between preview and scheduling</source>
        <translation>预览与调度之间集群发生了变化</translation>
    </message>
    <message>
        <source>The preview was aimed at a place; nothing binds the scheduler to it</source>
        <translation>预览指定了位置，但调度器不受其约束</translation>
    </message>
    <message>
        <source>The scheduler&apos;s source is not public; the prediction follows the best public model of it</source>
        <translation>该调度器不开源；预测依据最佳的公开模型</translation>
    </message>
    <message>
        <source>The reason is not known: the cluster may have changed between preview and scheduling</source>
        <translation>原因未知：预览与调度之间集群可能发生了变化</translation>
    </message>
    <message>
        <source>The cluster changed between preview and scheduling: pod %1 is on the predicted place now</source>
        <translation>预览与调度之间集群发生了变化：Pod %1 现已占用预测的位置</translation>
    </message>
    <message>
        <source>one of %1 places that tied</source>
        <translation>%1 个同等位置之一</translation>
    </message>
    <message>
        <source>It depended on the pods before it, and theirs was one of several possible places</source>
        <translation>它取决于前面的 Pod，而它们的位置是几个可能位置之一</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PreemptionTexts</name>
    <message numerus="yes">
        <source>The scheduler would evict %n pod(s) of lower priority on %1.</source>
        <translation>
            <numerusform>调度器会驱逐 %1 上 %n 个优先级更低的 Pod。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (priority %2)</source>
        <comment>a pod</comment>
        <translation>%1（优先级 %2）</translation>
    </message>
    <message numerus="yes">
        <source>and %n more pod(s)</source>
        <translation>
            <numerusform>以及另外 %n 个 Pod</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n further node(s) are as good for it.</source>
        <translation>
            <numerusform>另有 %n 个节点同样合适。</numerusform>
        </translation>
    </message>
    <message>
        <source>PodDisruptionBudgets were not read; the scheduler prefers nodes where none is broken.</source>
        <translation>未读取 PodDisruptionBudget；调度器优先选择不违反预算的节点。</translation>
    </message>
    <message numerus="yes">
        <source>%n evicted pod(s) are under a PodDisruptionBudget that allows no disruption now; preemption may break it.</source>
        <translation>
            <numerusform>被驱逐的 Pod 中有 %n 个的 PodDisruptionBudget 当前不允许中断；抢占可能违反它。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n replica(s) take the free places; for the next:</source>
        <translation>
            <numerusform>%n 个副本占用空闲的位置；对于下一个：</numerusform>
        </translation>
    </message>
    <message>
        <source>The scheduler looks at some of the possible nodes only, and may choose another.</source>
        <translation>调度器只查看一部分可能的节点，可能选择其他节点。</translation>
    </message>
    <message>
        <source>The places of the replicas before it are not certain; elsewhere they may bring other victims.</source>
        <translation>它之前的副本的位置并不确定；换到别处，被驱逐的可能是其他 Pod。</translation>
    </message>
    <message numerus="yes">
        <source>Whom it would evict for the %n further replica(s) depends on which of these pods have ended by then.</source>
        <translation>
            <numerusform>为其余 %n 个副本会驱逐哪些 Pod，取决于届时这些 Pod 中哪些已经结束。</numerusform>
        </translation>
    </message>
    <message>
        <source>Even then the node would not take it: no card has enough, or a ReadWriteOncePod claim stays in use.</source>
        <translation>即使如此，该节点也不会接收它：没有卡足够，或 ReadWriteOncePod 申领仍在使用。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PreemptionView</name>
    <message>
        <source>Preemption</source>
        <translation>抢占</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>动画</translation>
    </message>
    <message>
        <source>Map: fill</source>
        <translation>热力图：填充</translation>
    </message>
    <message>
        <source>Map: groups</source>
        <translation>热力图：分组</translation>
    </message>
    <message>
        <source>Map: order</source>
        <translation>热力图：排序</translation>
    </message>
    <message>
        <source>Follow the desktop</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Memory allocated</source>
        <translation>显存已分配</translation>
    </message>
    <message>
        <source>Core allocated</source>
        <translation>算力已分配</translation>
    </message>
    <message>
        <source>Pods per card</source>
        <translation>每卡 Pod 数</translation>
    </message>
    <message>
        <source>Largest free slot</source>
        <translation>最大空闲块</translation>
    </message>
    <message>
        <source>No groups</source>
        <translation>不分组</translation>
    </message>
    <message>
        <source>Node pool</source>
        <translation>节点池</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>GPU model</source>
        <translation>GPU 型号</translation>
    </message>
    <message>
        <source>Zone</source>
        <translation>可用区</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Free memory</source>
        <translation>空闲显存</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Single letters act in map and tables</source>
        <translation>在热力图和表格中启用单字母按键</translation>
    </message>
    <message>
        <source>These choices are not kept</source>
        <translation>这些选择不会保存</translation>
    </message>
    <message>
        <source>Kept on this computer only, in %1</source>
        <translation>仅保存在本机：%1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>保存副本…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>键盘快捷键…</translation>
    </message>
    <message>
        <source>Save a copy of the preferences</source>
        <translation>保存首选项的副本</translation>
    </message>
    <message>
        <source>Saved to %1</source>
        <translation>已保存到 %1</translation>
    </message>
    <message>
        <source>Cannot write %1. Choose another place.</source>
        <translation>无法写入 %1。请选择其他位置。</translation>
    </message>
    <message>
        <source>Reopen the last tabs at startup</source>
        <translation>启动时打开上次的标签页</translation>
    </message>
    <message>
        <source>Nothing saved yet; the file is created with the first change</source>
        <translation>尚无保存的内容：首次更改后才会生成文件</translation>
    </message>
    <message>
        <source>GPU stack</source>
        <translation>GPU 方案</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PreviewChange</name>
    <message>
        <source>The prediction changed at %1</source>
        <translation>预测已于 %1 变化</translation>
    </message>
    <message>
        <source>no place</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>%1, card %2</source>
        <comment>node, one or several cards</comment>
        <translation>%1，卡 %2</translation>
    </message>
    <message>
        <source>Place: was %1</source>
        <translation>位置：此前为 %1</translation>
    </message>
    <message>
        <source>Replica %1: was %2</source>
        <translation>副本 %1：此前为 %2</translation>
    </message>
    <message numerus="yes">
        <source>and %n more replica(s)</source>
        <translation>
            <numerusform>另有 %n 个副本</numerusform>
        </translation>
    </message>
    <message>
        <source>Replicas that fit: were %1</source>
        <translation>放得下的副本：此前为 %1</translation>
    </message>
    <message>
        <source>Certainty: was %1</source>
        <translation>确定程度：此前为 %1</translation>
    </message>
    <message>
        <source>Request: was not possible</source>
        <translation>请求：此前无法满足</translation>
    </message>
    <message>
        <source>%1: was %2</source>
        <comment>pod of a role, place</comment>
        <translation>%1：此前为 %2</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PreviewController</name>
    <message>
        <source>This pod waits in the cluster already: there is nothing to submit</source>
        <translation>该 Pod 已在集群中等待：无需提交</translation>
    </message>
    <message>
        <source>The preview is being computed</source>
        <translation>正在计算预览</translation>
    </message>
    <message>
        <source>Choose a node first: drag the pod onto it, or open a candidate</source>
        <translation>请先选择节点：把 Pod 拖到节点上，或打开一个候选节点</translation>
    </message>
    <message>
        <source>Only a pod that waits in the cluster can be bound</source>
        <translation>只有在集群中等待的 Pod 可以绑定</translation>
    </message>
    <message>
        <source>The pod is no longer pending</source>
        <translation>该 Pod 已不在等待</translation>
    </message>
    <message>
        <source>The preview is of a modified copy: only the pending pod itself can be bound</source>
        <translation>预览的是修改后的副本：只能绑定集群中等待的原 Pod</translation>
    </message>
    <message>
        <source>Scheduling gates block the pod: the server does not bind it before they are removed</source>
        <translation>Pod 被调度门控（scheduling gates）阻止：移除之前服务器不会绑定它</translation>
    </message>
    <message>
        <source>The pod does not fit on %1</source>
        <translation>Pod 在 %1 上放不下</translation>
    </message>
    <message>
        <source>Updates are paused and the prediction has changed since: compute it again first</source>
        <translation>更新已暂停，此后预测有变化：请先重新计算</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PreviewDialog</name>
    <message>
        <source>Preview placement</source>
        <translation>放置预览</translation>
    </message>
    <message>
        <source>Shows where a workload would be placed. Nothing is sent to the cluster.</source>
        <translation>显示工作负载将放置到哪里。不会向集群提交任何更改。</translation>
    </message>
    <message>
        <source>YAML file…</source>
        <translation>YAML 文件…</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>工作负载</translation>
    </message>
    <message>
        <source>whole cluster</source>
        <translation>整个集群</translation>
    </message>
    <message>
        <source>Aim at</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>any card</source>
        <translation>任意卡</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>卡号</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Choose a YAML file</source>
        <translation>选择 YAML 文件</translation>
    </message>
    <message>
        <source>Manifests (*.yaml *.yml *.json);;All files (*)</source>
        <translation>清单 (*.yaml *.yml *.json);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PreviewPane</name>
    <message>
        <source>Placement preview</source>
        <translation>放置预览</translation>
    </message>
    <message numerus="yes">
        <source>%n replica(s)</source>
        <translation>
            <numerusform>%n 个副本</numerusform>
        </translation>
    </message>
    <message>
        <source>Based on the state at %1.</source>
        <translation>基于 %1 的状态。</translation>
    </message>
    <message>
        <source>%1, card %2</source>
        <translation>%1，卡 %2</translation>
    </message>
    <message>
        <source>Aimed at %1</source>
        <translation>目标：%1</translation>
    </message>
    <message>
        <source>The node selector kubernetes.io/hostname binds the scheduler to this node.</source>
        <translation>节点选择器 kubernetes.io/hostname 会让调度器只选该节点。</translation>
    </message>
    <message>
        <source>%1 feasible · %2 refused</source>
        <translation>%1 个可行 · %2 个被拒绝</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s), by first reason</source>
        <translation>
            <numerusform>%n 个节点，按首个原因</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (for information)</source>
        <translation>%1（仅供参考）</translation>
    </message>
    <message>
        <source>Based on the state at %1</source>
        <translation>基于 %1 的状态</translation>
    </message>
    <message>
        <source>Candidate nodes</source>
        <translation>候选节点</translation>
    </message>
    <message>
        <source>Score parts</source>
        <translation>得分构成</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>Not evaluated, or uncertain</source>
        <translation>未评估或不确定</translation>
    </message>
    <message>
        <source>Pin to this node (adds a node selector)</source>
        <translation>固定到该节点（添加节点选择器）</translation>
    </message>
    <message>
        <source>View YAML</source>
        <translation>查看 YAML</translation>
    </message>
    <message>
        <source>Nothing ties the scheduler to this place; a kubernetes.io/hostname node selector would. Closing this previews the whole cluster.</source>
        <translation>调度器不受此位置约束；节点选择器 kubernetes.io/hostname 才能固定。关闭后按整个集群预览。</translation>
    </message>
    <message>
        <source>Checks on the server first, then asks (Ctrl+Return)</source>
        <translation>先在服务器上检查，再请您确认（Ctrl+Return）</translation>
    </message>
    <message>
        <source>Bind to a node…</source>
        <translation>绑定到节点…</translation>
    </message>
    <message>
        <source>Bind to %1…</source>
        <translation>绑定到 %1…</translation>
    </message>
    <message>
        <source>Pin to a node…</source>
        <translation>固定到节点…</translation>
    </message>
    <message>
        <source>Pin to %1…</source>
        <translation>固定到 %1…</translation>
    </message>
    <message>
        <source>≈ other cards of the node are as good</source>
        <translation>≈ 该节点上的其他卡同样合适</translation>
    </message>
    <message>
        <source>Updates paused since %1; the prediction has changed since</source>
        <translation>更新已于 %1 暂停；此后预测有变化</translation>
    </message>
    <message>
        <source>Updates paused since %1; the prediction has not changed since</source>
        <translation>更新已于 %1 暂停；此后预测没有变化</translation>
    </message>
    <message>
        <source>Compute again</source>
        <translation>重新计算</translation>
    </message>
    <message>
        <source>Pause updates</source>
        <translation>暂停更新</translation>
    </message>
    <message>
        <source>Keeps this answer on show while the cluster changes (Ctrl+Shift+H)</source>
        <translation>集群变化时保持显示当前结果（Ctrl+Shift+H）</translation>
    </message>
    <message>
        <source>This file cannot be submitted as it is</source>
        <translation>此文件目前的内容不能提交</translation>
    </message>
    <message numerus="yes">
        <source>%n other workload(s) of the file do not fit completely</source>
        <translation>
            <numerusform>文件中另有 %n 个工作负载不能全部放下</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::QueueDetails</name>
    <message>
        <source>Quotas of the queue</source>
        <translation>该队列的配额</translation>
    </message>
    <message>
        <source>Cohort %1</source>
        <translation>队列组 %1</translation>
    </message>
    <message>
        <source>Parent %1</source>
        <translation>上级队列 %1</translation>
    </message>
    <message>
        <source>Scopes %1</source>
        <translation>作用域 %1</translation>
    </message>
    <message>
        <source>State %1</source>
        <translation>状态 %1</translation>
    </message>
    <message>
        <source>Weight %1</source>
        <translation>权重 %1</translation>
    </message>
    <message>
        <source>Who waits is not known</source>
        <translation>谁在等待未知</translation>
    </message>
    <message>
        <source>Who waits for this quota is not known: PodGroups of %1 do not name one.</source>
        <translation>此配额的等待情况未知：%1 的 PodGroup 未注明所属配额。</translation>
    </message>
    <message numerus="yes">
        <source>%n workload(s) whose pods would be rejected</source>
        <translation>
            <numerusform>%n 个工作负载的 Pod 会被拒绝</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pod group(s) waiting</source>
        <translation>
            <numerusform>%n 个 Pod 组在等待</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n workload(s) waiting</source>
        <translation>
            <numerusform>%n 个工作负载在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; the first %2 are shown</source>
        <translation>%1；显示前 %2 个</translation>
    </message>
    <message>
        <source>Waiting workloads</source>
        <translation>等待中的工作负载</translation>
    </message>
    <message>
        <source>Waiting pod groups</source>
        <translation>等待中的 Pod 组</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Kueue says: %1</source>
        <translation>Kueue 的说明：%1</translation>
    </message>
    <message>
        <source>%1: %2 does not say why it waits.</source>
        <translation>%1：%2 未说明等待原因。</translation>
    </message>
    <message>
        <source>%1 says: %2</source>
        <translation>%1 的说明：%2</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::QueueTexts</name>
    <message>
        <source>unlimited</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Looked for ClusterQueues of Kueue (kueue.x-k8s.io, v1beta1 and v1beta2) and found none: the cluster does not have Kueue, or the snapshot file does not hold its objects.</source>
        <translation>查找了 Kueue 的 ClusterQueue（kueue.x-k8s.io，v1beta1 与 v1beta2），没有得到任何结果：集群没有安装 Kueue，或者快照文件中没有它的对象。</translation>
    </message>
    <message>
        <source>The cluster has Kueue, and its queues may not be listed with these rights: %1. A ClusterRole with get, list and watch on these kinds of kueue.x-k8s.io shows them.</source>
        <translation>集群装有 Kueue，但以当前权限不能列出它的队列：%1。给予一个对 kueue.x-k8s.io 的这些类型有 get、list、watch 权限的 ClusterRole，即可显示。</translation>
    </message>
    <message>
        <source>The cluster has Kueue, and there is no ClusterQueue.</source>
        <translation>集群装有 Kueue，但没有 ClusterQueue。</translation>
    </message>
    <message>
        <source>Not judged: it stands too far behind.</source>
        <translation>未判断：它在队伍中过于靠后。</translation>
    </message>
    <message>
        <source>Not judged: %1 could not be read.</source>
        <translation>未判断：无法读取 %1。</translation>
    </message>
    <message>
        <source>Not judged: a field of the objects that decide it cannot be read.</source>
        <translation>未判断：决定它的对象中有字段无法读取。</translation>
    </message>
    <message numerus="yes">
        <source>Room has to be made by evicting %n workload(s); candidates: %1.</source>
        <translation>
            <numerusform>需要驱逐 %n 个工作负载以腾出配额；候选：%1。</numerusform>
        </translation>
    </message>
    <message>
        <source>No queue takes it: %1</source>
        <translation>没有队列接收它：%1</translation>
    </message>
    <message>
        <source>Kueue refuses it before it looks for quota: %1</source>
        <translation>Kueue 在查找配额之前就拒绝了它：%1</translation>
    </message>
    <message>
        <source>Waits for quota: %1</source>
        <translation>等待配额：%1</translation>
    </message>
    <message>
        <source>Waiting does not help, it does not fit an empty queue either: %1</source>
        <translation>等待没有用，队列为空时也放不下：%1</translation>
    </message>
    <message>
        <source>Quota is free for it; then it waits for the admission checks %1.</source>
        <translation>配额已有空余；之后等待准入检查 %1。</translation>
    </message>
    <message>
        <source>Quota is free for it: it is admitted with the next cycle.</source>
        <translation>配额已有空余：下一轮即可准入。</translation>
    </message>
    <message numerus="yes">
        <source>Quota is free for it, but %n workload(s) stand before it.</source>
        <translation>
            <numerusform>配额已有空余，但它前面还有 %n 个工作负载。</numerusform>
        </translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>未判断</translation>
    </message>
    <message>
        <source>in no queue</source>
        <translation>不在任何队列中</translation>
    </message>
    <message>
        <source>refused by Kueue</source>
        <translation>被 Kueue 拒绝</translation>
    </message>
    <message>
        <source>waits for quota</source>
        <translation>等待配额</translation>
    </message>
    <message>
        <source>larger than the quota</source>
        <translation>超过配额总量</translation>
    </message>
    <message>
        <source>needs evictions</source>
        <translation>需要驱逐</translation>
    </message>
    <message>
        <source>admission checks</source>
        <translation>准入检查</translation>
    </message>
    <message>
        <source>quota is free</source>
        <translation>配额有空余</translation>
    </message>
    <message>
        <source>Nodes have to suit too (topology): all of its pods have to find places at once, which is not judged here.</source>
        <translation>节点也必须合适（拓扑）：其全部 Pod 须能同时放下，这里不作判断。</translation>
    </message>
    <message numerus="yes">
        <source>Ask for %n pod(s) instead of %1</source>
        <translation>
            <numerusform>把 Pod 数从 %1 减到 %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Give ClusterQueue %1 a nominal quota higher by %2 of %3 in flavor %4</source>
        <translation>把 ClusterQueue %1 在资源规格 %4 中的 %3 名义配额提高 %2</translation>
    </message>
    <message>
        <source>Wait until workloads that hold quota have ended</source>
        <translation>等待占有配额的工作负载结束</translation>
    </message>
    <message>
        <source>Admits nothing new (%1): %2</source>
        <translation>不再准入新的工作负载（%1）：%2</translation>
    </message>
    <message>
        <source>Cohort objects were not read: the cohort is taken to have no quota of its own.</source>
        <translation>未读取 Cohort 对象：视该队列组自身没有配额。</translation>
    </message>
    <message>
        <source>It chooses namespaces by labels, which are not read: every namespace is taken to be chosen.</source>
        <translation>它按标签选择命名空间，而标签未读取：视为选中了所有命名空间。</translation>
    </message>
    <message>
        <source>A quota or a field of it, or of a queue that it shares with, cannot be read.</source>
        <translation>它或与它共享的队列中，有配额或字段无法读取。</translation>
    </message>
    <message>
        <source>Workloads could not be read: what is used and who waits is unknown.</source>
        <translation>无法读取工作负载：已用多少、谁在等待均未知。</translation>
    </message>
    <message>
        <source>The pod is held by the gate kueue.x-k8s.io/admission, and no workload of Kueue that stands for it was found.</source>
        <translation>该 Pod 被门控 kueue.x-k8s.io/admission 拦住，且没有找到代表它的 Kueue 工作负载。</translation>
    </message>
    <message>
        <source>Kueue has reserved quota for it, and its gate kueue.x-k8s.io/admission is still closed.</source>
        <translation>Kueue 已为它预留配额，但门控 kueue.x-k8s.io/admission 仍未放开。</translation>
    </message>
    <message>
        <source>held by Kueue</source>
        <translation>被 Kueue 拦住</translation>
    </message>
    <message>
        <source>Waits as workload %1 in ClusterQueue %2, position %3. %4</source>
        <translation>作为工作负载 %1 在 ClusterQueue %2 中等待，位次 %3。%4</translation>
    </message>
    <message>
        <source>Waits as workload %1 of Kueue. %2</source>
        <translation>作为 Kueue 的工作负载 %1 等待。%2</translation>
    </message>
    <message>
        <source>By itself: %1</source>
        <translation>单独来看：%1</translation>
    </message>
    <message>
        <source>By itself the pod fits on %1, as the cluster is now</source>
        <translation>单独来看，按集群现状该 Pod 可放到 %1</translation>
    </message>
    <message numerus="yes">
        <source>By itself the pod fits on %n node(s), for example on %1, as the cluster is now</source>
        <translation>
            <numerusform>单独来看，按集群现状有 %n 个节点放得下该 Pod，例如 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Kueue does not look at it: its annotation kueue.x-k8s.io/admission-gated-by names %1.</source>
        <translation>Kueue 不处理它：其注解 kueue.x-k8s.io/admission-gated-by 指定了 %1。</translation>
    </message>
    <message>
        <source>Kueue does not look at it: it is on hold.</source>
        <translation>Kueue 不处理它：它已被搁置。</translation>
    </message>
    <message>
        <source>Kueue does not look at it until pods of it are replaced.</source>
        <translation>在它的 Pod 被替换之前，Kueue 不处理它。</translation>
    </message>
    <message>
        <source>It was put back, and Kueue waits before it tries again.</source>
        <translation>它已退回队列，Kueue 等待一段时间后再尝试。</translation>
    </message>
    <message>
        <source>Quota is free for it.</source>
        <translation>配额已有空余。</translation>
    </message>
    <message>
        <source>not looked at by Kueue</source>
        <translation>Kueue 暂不处理</translation>
    </message>
    <message>
        <source>quota is free, nodes not judged</source>
        <translation>配额有空余，未判断节点</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::QueuesPage</name>
    <message>
        <source>ClusterQueue</source>
        <translation>ClusterQueue</translation>
    </message>
    <message>
        <source>Cohort</source>
        <translation>队列组</translation>
    </message>
    <message>
        <source>Quota of</source>
        <translation>配额所属</translation>
    </message>
    <message>
        <source>Nominal</source>
        <translation>名义配额</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>已预留</translation>
    </message>
    <message>
        <source>Borrowed</source>
        <translation>借用</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Admitted</source>
        <translation>已准入</translation>
    </message>
    <message>
        <source>Flavor</source>
        <translation>资源规格</translation>
    </message>
    <message>
        <source>Resource</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位次</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>工作负载</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>Waiting for</source>
        <translation>已等待</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判断</translation>
    </message>
    <message>
        <source>What would help</source>
        <translation>怎样解决</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2 的 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 等，另有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>no quota</source>
        <translation>没有配额</translation>
    </message>
    <message>
        <source>Looking at the queues</source>
        <translation>正在查看队列</translation>
    </message>
    <message>
        <source>The queues may not be read</source>
        <translation>没有读取队列的权限</translation>
    </message>
    <message>
        <source>ClusterQueue %1</source>
        <translation>ClusterQueue %1</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>System</source>
        <translation>队列系统</translation>
    </message>
    <message>
        <source>Parent</source>
        <translation>上级队列</translation>
    </message>
    <message>
        <source>Guaranteed</source>
        <translation>保障</translation>
    </message>
    <message>
        <source>Deserved</source>
        <translation>应得</translation>
    </message>
    <message>
        <source>Quota</source>
        <translation>配额</translation>
    </message>
    <message>
        <source>Fair share</source>
        <translation>公平份额</translation>
    </message>
    <message>
        <source>Capability</source>
        <translation>容量上限</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Workloads in no ClusterQueue</source>
        <translation>不在任何 ClusterQueue 中的工作负载</translation>
    </message>
    <message>
        <source>Pod groups of %1 that name no quota</source>
        <translation>%1 中未注明所属配额的 Pod 组</translation>
    </message>
    <message>
        <source>Pod groups of %1 whose queue is not listed</source>
        <translation>%1 的 Pod 组，其队列不在列表中</translation>
    </message>
    <message>
        <source>Queue %1</source>
        <translation>队列 %1</translation>
    </message>
    <message>
        <source>(in no queue)</source>
        <translation>（不在任何队列中）</translation>
    </message>
    <message>
        <source>(no quota named)</source>
        <translation>（未注明配额）</translation>
    </message>
    <message>
        <source>inactive</source>
        <translation>未激活</translation>
    </message>
    <message>
        <source>Pod group</source>
        <translation>Pod 组</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Requested</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Copy the name</source>
        <translation>复制名称</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>No queue matches the filter</source>
        <translation>没有符合筛选条件的队列</translation>
    </message>
    <message>
        <source>Show all queues</source>
        <translation>显示全部队列</translation>
    </message>
    <message>
        <source>No queues and no quotas</source>
        <translation>没有队列和配额</translation>
    </message>
    <message>
        <source>Filter by queue, parent, resource or who waits</source>
        <translation>按队列、上级队列、资源或排队任务筛选</translation>
    </message>
    <message>
        <source>Queues and quotas</source>
        <translation>队列与配额</translation>
    </message>
    <message>
        <source>Who waits</source>
        <translation>排队情况</translation>
    </message>
    <message>
        <source>Workloads whose ClusterQueue is not known</source>
        <translation>ClusterQueue 未知的工作负载</translation>
    </message>
    <message>
        <source>Pod groups of %1 whose queue is not known</source>
        <translation>%1 中队列未知的 Pod 组</translation>
    </message>
    <message>
        <source>(queue not known)</source>
        <translation>（队列未知）</translation>
    </message>
    <message>
        <source>Min. members</source>
        <translation>最少成员数</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s): all that wait in the queues shown.</source>
        <translation>
            <numerusform>%n 行：所示队列中所有排队的任务。</numerusform>
        </translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>Quota %1 of the ElasticQuotaTree</source>
        <translation>ElasticQuotaTree 的配额 %1</translation>
    </message>
    <message>
        <source>Free with borrowing</source>
        <translation>可用（含借用）</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ReasonTexts</name>
    <message>
        <source>invalid request</source>
        <translation>请求无效</translation>
    </message>
    <message>
        <source>node does not exist</source>
        <translation>节点不存在</translation>
    </message>
    <message>
        <source>cordoned</source>
        <translation>已封锁</translation>
    </message>
    <message>
        <source>pod names another node</source>
        <translation>Pod 指定了其他节点</translation>
    </message>
    <message>
        <source>node selector does not match</source>
        <translation>节点选择器不匹配</translation>
    </message>
    <message>
        <source>node affinity does not match</source>
        <translation>节点亲和性不匹配</translation>
    </message>
    <message>
        <source>taint not tolerated</source>
        <translation>污点未容忍</translation>
    </message>
    <message>
        <source>insufficient resources on the node</source>
        <translation>节点资源不足</translation>
    </message>
    <message>
        <source>too many pods on the node</source>
        <translation>节点 Pod 数已满</translation>
    </message>
    <message>
        <source>no GPU</source>
        <translation>无 GPU</translation>
    </message>
    <message>
        <source>node mode does not match</source>
        <translation>节点模式不匹配</translation>
    </message>
    <message>
        <source>node offers no compute share</source>
        <translation>节点不提供算力切分</translation>
    </message>
    <message>
        <source>node needs a compute share</source>
        <translation>节点要求指定算力</translation>
    </message>
    <message>
        <source>several cards not supported</source>
        <translation>不支持多卡</translation>
    </message>
    <message>
        <source>mode cannot be predicted</source>
        <translation>该模式无法预测</translation>
    </message>
    <message>
        <source>card unhealthy</source>
        <translation>卡不健康</translation>
    </message>
    <message>
        <source>insufficient GPU memory on one card</source>
        <translation>单卡显存不足</translation>
    </message>
    <message>
        <source>insufficient compute on one card</source>
        <translation>单卡算力不足</translation>
    </message>
    <message>
        <source>no card has both memory and compute</source>
        <translation>没有同时满足显存和算力的卡</translation>
    </message>
    <message>
        <source>not enough cards that fit</source>
        <translation>放得下的卡不够</translation>
    </message>
    <message>
        <source>pod limit of the card reached</source>
        <translation>卡上 Pod 数已满</translation>
    </message>
    <message>
        <source>card not empty</source>
        <translation>卡不为空</translation>
    </message>
    <message>
        <source>not enough free cards</source>
        <translation>空闲卡不足</translation>
    </message>
    <message>
        <source>not the chosen target</source>
        <translation>不在目标范围</translation>
    </message>
    <message>
        <source>needs %1 m CPU, %2 m are free</source>
        <translation>需要 %1 m CPU，空闲 %2 m</translation>
    </message>
    <message>
        <source>needs %2 of %1, %3 is free</source>
        <comment>%1 = memory or ephemeral-storage</comment>
        <translation>需要 %1 %2，空闲 %3</translation>
    </message>
    <message>
        <source>needs %2 of %1, %3 is free</source>
        <translation>需要 %1 %2，空闲 %3</translation>
    </message>
    <message>
        <source>the request itself breaks a rule; no node can take it</source>
        <translation>请求本身违反规则，没有节点能接受</translation>
    </message>
    <message>
        <source>pods name this node, but it does not exist</source>
        <translation>有 Pod 指向该节点，但节点不存在</translation>
    </message>
    <message>
        <source>the node is cordoned; uncordon it to let pods in</source>
        <translation>节点已封锁；解除封锁后才能接收 Pod</translation>
    </message>
    <message>
        <source>the node is not ready</source>
        <translation>节点未就绪</translation>
    </message>
    <message>
        <source>the node is not ready (%1)</source>
        <translation>节点未就绪（%1）</translation>
    </message>
    <message>
        <source>the pod names another node</source>
        <translation>该 Pod 指定了其他节点</translation>
    </message>
    <message>
        <source>the required node affinity does not match this node</source>
        <translation>必需的节点亲和性与该节点不匹配</translation>
    </message>
    <message>
        <source>the taint %1 is not tolerated</source>
        <translation>污点 %1 未容忍</translation>
    </message>
    <message>
        <source>the node has no GPU resource</source>
        <translation>节点没有 GPU 资源</translation>
    </message>
    <message>
        <source>the node&apos;s mode %1 takes another form of request</source>
        <translation>节点模式 %1 只接受其他形式的请求</translation>
    </message>
    <message>
        <source>a share of compute is asked, but the node does not offer aliyun.com/gpu-core.percentage</source>
        <translation>请求了算力，但节点不提供 aliyun.com/gpu-core.percentage</translation>
    </message>
    <message>
        <source>the node isolates compute: ask for aliyun.com/gpu-core.percentage as well as memory</source>
        <translation>节点启用了算力隔离：除显存外还需请求 aliyun.com/gpu-core.percentage</translation>
    </message>
    <message>
        <source>this node does not spread such a request over several cards</source>
        <translation>该节点不支持把此类请求分布到多张卡</translation>
    </message>
    <message>
        <source>the API does not say what fits in mode %1</source>
        <translation>模式 %1 下能否放下无法从 API 得知</translation>
    </message>
    <message>
        <source>the card is unhealthy</source>
        <translation>该卡不健康</translation>
    </message>
    <message>
        <source>needs %1 on one card, the freest has %2</source>
        <translation>单卡需要 %1，最空闲的卡只剩 %2</translation>
    </message>
    <message>
        <source>needs %1, this card has %2 free</source>
        <translation>需要 %1，该卡空闲 %2</translation>
    </message>
    <message>
        <source>needs %1 % of one card&apos;s compute, the freest has %2 %</source>
        <translation>单卡需要 %1 % 算力，最空闲的卡只剩 %2 %</translation>
    </message>
    <message>
        <source>needs %1 % of compute, this card has %2 % free</source>
        <translation>需要 %1 % 算力，该卡空闲 %2 %</translation>
    </message>
    <message>
        <source>memory fits on one card and compute on another, but no card has both</source>
        <translation>显存和算力分别有卡满足，但没有一张卡同时满足</translation>
    </message>
    <message>
        <source>the card already carries as many pods as the node allows</source>
        <translation>该卡上的 Pod 数已达到节点上限</translation>
    </message>
    <message>
        <source>an empty card is required, this one is in use</source>
        <translation>需要空卡，该卡已被使用</translation>
    </message>
    <message>
        <source>would wait forever</source>
        <translation>会一直等待</translation>
    </message>
    <message>
        <source>no regular container asks for GPU memory: the node passes the filter, but every bind fails</source>
        <translation>没有普通容器请求显存：节点能通过过滤，但每次绑定都会失败</translation>
    </message>
    <message>
        <source>needs %1 of GPU memory, all cards of the node together have %2 free</source>
        <translation>需要显存 %1，该节点所有卡合计空闲 %2</translation>
    </message>
    <message>
        <source>needs pod slots: %1, free on the node: %2</source>
        <translation>需要 Pod 名额 %1 个，节点剩余 %2 个</translation>
    </message>
    <message>
        <source>host port taken</source>
        <translation>主机端口已被占用</translation>
    </message>
    <message>
        <source>topology label missing</source>
        <translation>缺少拓扑标签</translation>
    </message>
    <message>
        <source>topology spread too uneven</source>
        <translation>拓扑分布过于不均</translation>
    </message>
    <message>
        <source>pod affinity does not match</source>
        <translation>Pod 亲和性不匹配</translation>
    </message>
    <message>
        <source>avoids a running pod</source>
        <translation>与运行中的 Pod 反亲和</translation>
    </message>
    <message>
        <source>volume not usable on the node</source>
        <translation>存储卷不在该节点</translation>
    </message>
    <message>
        <source>a running pod avoids it</source>
        <translation>运行中的 Pod 与其反亲和</translation>
    </message>
    <message>
        <source>the host port %1 is taken by another pod on the node</source>
        <translation>主机端口 %1 已被该节点上的其他 Pod 占用</translation>
    </message>
    <message>
        <source>the node lacks the label %1, by which the pod is spread or kept together</source>
        <translation>节点缺少标签 %1，而 Pod 按此标签分布或聚集</translation>
    </message>
    <message>
        <source>with this pod %1 would be ahead of the emptiest domain by %2, allowed are %3</source>
        <translation>放入此 Pod 后，%1 将比 Pod 最少的拓扑域多 %2，允许的最大偏差为 %3</translation>
    </message>
    <message>
        <source>no pod that the affinity asks for runs where %1 is the same</source>
        <translation>在 %1 相同的范围内，没有运行亲和性所要求的 Pod</translation>
    </message>
    <message>
        <source>the pod %1, which this one avoids, runs here or in the same domain</source>
        <translation>此 Pod 与 %1 反亲和，而后者运行在该节点或同一拓扑域</translation>
    </message>
    <message>
        <source>the volume %1 of the pod cannot be used on this node</source>
        <translation>该 Pod 的存储卷 %1 不能在这个节点上使用</translation>
    </message>
    <message>
        <source>the pod %1, which avoids this one, runs here or in the same domain</source>
        <translation>%1 与此 Pod 反亲和，且运行在该节点或同一拓扑域</translation>
    </message>
    <message>
        <source>refused by the GPU stack&apos;s scheduler</source>
        <translation>被 GPU 方案的调度器拒绝</translation>
    </message>
    <message>
        <source>the GPU stack&apos;s scheduler says: %1</source>
        <translation>GPU 方案的调度器给出的原因：%1</translation>
    </message>
    <message>
        <source>the node is unreachable (%1)</source>
        <translation>节点失联（%1）</translation>
    </message>
    <message>
        <source>node not ready or unreachable</source>
        <translation>节点未就绪或失联</translation>
    </message>
    <message>
        <source>it is not the chosen target</source>
        <translation>不是选定的目标</translation>
    </message>
    <message>
        <source>the node selector asks for %1, the node has no label %2</source>
        <translation>节点选择器要求 %1，该节点没有标签 %2</translation>
    </message>
    <message>
        <source>the node selector asks for %1, the node has %2</source>
        <translation>节点选择器要求 %1，该节点为 %2</translation>
    </message>
    <message>
        <source>another replica, which this one avoids, runs here or in the same domain</source>
        <translation>该副本要避开的另一个副本运行在此处或同一拓扑域中</translation>
    </message>
    <message>
        <source>another replica, which avoids this one, runs here or in the same domain</source>
        <translation>要避开该副本的另一个副本运行在此处或同一拓扑域中</translation>
    </message>
    <message numerus="yes">
        <source>needs %n card(s) that fit, found %1</source>
        <translation>
            <numerusform>需要 %n 张放得下的卡，只有 %1 张</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>needs %n free card(s), found %1</source>
        <translation>
            <numerusform>需要 %n 张空闲卡，只有 %1 张</numerusform>
        </translation>
    </message>
    <message>
        <source>the device plugin refuses it on the node, after it was bound: %1</source>
        <translation>设备插件会在绑定之后于节点上拒绝：%1</translation>
    </message>
    <message>
        <source>it fits on card %1, but the scheduler packs it on card %2 of this node</source>
        <translation>卡 %1 可放置，但调度器会把它放到此节点的卡 %2</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::RecordTexts</name>
    <message>
        <source>A saved snapshot does not change, so nothing is recorded of it.</source>
        <translation>保存的快照不会变化，因此不做记录。</translation>
    </message>
    <message>
        <source>You can see only a part of the cluster; its sums would say nothing of the cards, so nothing is recorded.</source>
        <translation>您只能看到集群的一部分，其合计不能说明卡的情况，因此不做记录。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::RecordedView</name>
    <message>
        <source>capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>无记录</translation>
    </message>
    <message>
        <source>Allocated over time</source>
        <translation>分配随时间的变化</translation>
    </message>
    <message>
        <source>Allocated over time, by mode</source>
        <translation>分配随时间的变化，按模式</translation>
    </message>
    <message>
        <source>Allocated over time, by model</source>
        <translation>分配随时间的变化，按型号</translation>
    </message>
    <message>
        <source>Allocated over time, by namespace</source>
        <translation>分配随时间的变化，按命名空间</translation>
    </message>
    <message>
        <source>Allocated over time, by owner</source>
        <translation>分配随时间的变化，按所属控制器</translation>
    </message>
    <message>
        <source>recorded until %1</source>
        <translation>已记录至 %1</translation>
    </message>
    <message>
        <source>another console records this cluster</source>
        <translation>另一个控制台正在记录此集群</translation>
    </message>
    <message>
        <source>kept on this machine</source>
        <translation>保存在本机</translation>
    </message>
    <message>
        <source>kept until the console is closed</source>
        <translation>保留到控制台关闭</translation>
    </message>
    <message>
        <source>cards of unknown size are left out</source>
        <translation>显存大小未知的卡未计入</translation>
    </message>
    <message>
        <source>Nothing is recorded of this time</source>
        <translation>这段时间没有记录</translation>
    </message>
    <message>
        <source>The console writes down what is allocated while it is open and connected. The first state comes a moment after the cluster is complete.</source>
        <translation>控制台在打开且已连接时记录分配情况。集群加载完整后片刻即有第一个状态。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::RefusalBanner</name>
    <message>
        <source>Explanation</source>
        <translation>查看原因</translation>
    </message>
    <message>
        <source>Evaluating every node for %1…</source>
        <translation>正在为 %1 逐节点评估…</translation>
    </message>
    <message>
        <source>%1: %2 nodes refuse it for one reason: %3</source>
        <translation>%1：%2 个节点因同一原因拒绝：%3</translation>
    </message>
    <message>
        <source>%1: %2 of %3 nodes refuse it</source>
        <translation>%1：%3 个节点中有 %2 个拒绝</translation>
    </message>
    <message>
        <source>Refused nodes are dimmed with their reason; near misses are outlined with what they lack.</source>
        <translation>拒绝的节点变暗并标明原因；接近的候选带框并标明缺口。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::RefusalModel</name>
    <message>
        <source>%1 (fragmented)</source>
        <translation>%1（碎片所致）</translation>
    </message>
    <message>
        <source>card %1</source>
        <translation>卡 %1</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::RefusalScene</name>
    <message>
        <source>not evaluated</source>
        <translation>未评估</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::RehearsalRow</name>
    <message>
        <source>This is the demo cluster: play the people who remove the node and add it again.</source>
        <translation>这是演示集群：请在此模拟移除并重新添加节点的操作。</translation>
    </message>
    <message>
        <source>Remove the node</source>
        <translation>移除节点</translation>
    </message>
    <message>
        <source>Add it again</source>
        <translation>重新添加</translation>
    </message>
    <message>
        <source>Let it rejoin as not ready</source>
        <translation>让它以未就绪状态重新加入</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::RemedyTexts</name>
    <message>
        <source>Ask for %1 instead of %2</source>
        <translation>把请求由 %2 改为 %1</translation>
    </message>
    <message>
        <source>Ask for %1 % of compute instead of %2 %</source>
        <translation>把算力请求由 %2 % 改为 %1 %</translation>
    </message>
    <message numerus="yes">
        <source>Ask for %n card(s) instead of %1</source>
        <translation>
            <numerusform>把请求由 %1 张卡改为 %n 张卡</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Spread the memory over %n card(s) (aliyun.com/gpu-count)</source>
        <translation>
            <numerusform>把显存分摊到 %n 张卡（aliyun.com/gpu-count）</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask for memory alone, without a share of compute</source>
        <translation>只申请显存，不申请算力</translation>
    </message>
    <message>
        <source>Ask for %1 % of compute beside the memory</source>
        <translation>除显存外再申请 %1 % 算力</translation>
    </message>
    <message>
        <source>Remove the node selector %1</source>
        <translation>去掉节点选择器 %1</translation>
    </message>
    <message>
        <source>Remove the required node affinity</source>
        <translation>去掉必需的节点亲和性</translation>
    </message>
    <message>
        <source>Tolerate the taint %1</source>
        <translation>容忍污点 %1</translation>
    </message>
    <message>
        <source>Uncordon %1</source>
        <translation>解除封锁（uncordon）%1</translation>
    </message>
    <message>
        <source>Bring %1 back to Ready</source>
        <translation>使 %1 恢复就绪</translation>
    </message>
    <message>
        <source>Move 1 pod: %1</source>
        <translation>迁移 1 个 Pod：%1</translation>
    </message>
    <message>
        <source>Add 1 node like %1</source>
        <translation>增加 1 个与 %1 同类的节点</translation>
    </message>
    <message>
        <source>It moves to %1; then this pod fits on %2</source>
        <translation>将其迁移到 %1 后，此 Pod 可放到 %2</translation>
    </message>
    <message numerus="yes">
        <source>It takes %n of these pods</source>
        <translation>
            <numerusform>可容纳 %n 个同样的 Pod</numerusform>
        </translation>
    </message>
    <message>
        <source>Then it fits on %1</source>
        <translation>随后可放到 %1</translation>
    </message>
    <message numerus="yes">
        <source>Then it fits on %1; the node takes %n of these pods</source>
        <translation>
            <numerusform>随后可放到 %1；该节点可容纳 %n 个同样的 Pod</numerusform>
        </translation>
    </message>
    <message>
        <source>M</source>
        <comment>mark of insufficient GPU memory; one character</comment>
        <translation>显</translation>
    </message>
    <message>
        <source>C</source>
        <comment>mark of insufficient compute; one character</comment>
        <translation>算</translation>
    </message>
    <message>
        <source>F</source>
        <comment>mark of cards that are full; one character</comment>
        <translation>满</translation>
    </message>
    <message>
        <source>H</source>
        <comment>mark of bad health; one character</comment>
        <translation>障</translation>
    </message>
    <message>
        <source>R</source>
        <comment>mark of a resource of the node that is short; one character</comment>
        <translation>资</translation>
    </message>
    <message>
        <source>Q</source>
        <comment>mark of a mode that takes other requests; one character</comment>
        <translation>式</translation>
    </message>
    <message>
        <source>U</source>
        <comment>mark of a cordoned node; one character</comment>
        <translation>封</translation>
    </message>
    <message>
        <source>T</source>
        <comment>mark of a taint; one character</comment>
        <translation>污</translation>
    </message>
    <message>
        <source>L</source>
        <comment>mark of labels and rules that do not match; one character</comment>
        <translation>签</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>算力</translation>
    </message>
    <message>
        <source>full cards</source>
        <translation>已满的卡</translation>
    </message>
    <message>
        <source>health of the card or node</source>
        <translation>卡或节点的健康状态</translation>
    </message>
    <message>
        <source>resources of the node</source>
        <translation>节点资源</translation>
    </message>
    <message>
        <source>mode of the node: it takes other requests</source>
        <translation>节点模式：只接受其他类型的请求</translation>
    </message>
    <message>
        <source>unschedulable: the node is cordoned</source>
        <translation>不可调度：节点已封锁</translation>
    </message>
    <message>
        <source>taints</source>
        <translation>污点</translation>
    </message>
    <message>
        <source>labels and rules that the node must meet</source>
        <translation>节点须满足的标签与规则</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ReplicaView</name>
    <message>
        <source>Replicas</source>
        <translation>副本</translation>
    </message>
    <message numerus="yes">
        <source>The cluster can take %n more of this request.</source>
        <translation>
            <numerusform>集群还能容纳 %n 个这样的请求。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only %n replica(s) can be created.</source>
        <translation>
            <numerusform>只能创建 %n 个副本。</numerusform>
        </translation>
    </message>
    <message>
        <source>Replica %1 is the first that does not fit. Best node %2: %3</source>
        <translation>从副本 %1 起放不下。最接近的节点 %2：%3</translation>
    </message>
    <message numerus="yes">
        <source>At least %1 more of this request fit; of %n node(s) it is unknown what they take.</source>
        <translation>
            <numerusform>至少还能放 %1 个这样的请求；另有 %n 个节点无法判断。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No place is known for replica %1: of %n node(s) it is unknown what they take.</source>
        <translation>
            <numerusform>副本 %1 没有已知的位置：有 %n 个节点无法判断放得下多少。</numerusform>
        </translation>
    </message>
    <message>
        <source>Replica %1 is the first that does not fit.</source>
        <translation>第 %1 个副本起放不下。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::Report</name>
    <message>
        <source>GPU cluster report</source>
        <translation>GPU 集群报告</translation>
    </message>
    <message>
        <source>Totals</source>
        <translation>总量</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Nodes with GPU cards</source>
        <translation>有 GPU 卡的节点</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>GPU 卡</translation>
    </message>
    <message>
        <source>Cards whose memory is unknown</source>
        <translation>显存未知的卡</translation>
    </message>
    <message>
        <source>Memory allocated / total</source>
        <translation>显存 已分配 / 总量</translation>
    </message>
    <message>
        <source>Core allocated / total</source>
        <translation>算力 已分配 / 总量</translation>
    </message>
    <message>
        <source>%1 % / %2 %</source>
        <translation>%1 % / %2 %</translation>
    </message>
    <message>
        <source>GPU pods</source>
        <translation>GPU Pod</translation>
    </message>
    <message>
        <source>Pending GPU pods</source>
        <translation>等待中的 GPU Pod</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Free capacity by request size</source>
        <translation>按请求规格统计的空闲容量</translation>
    </message>
    <message>
        <source>Free in total: %1 on %2 cards. What one request can use of it shrinks with its size; the difference is fragmentation.</source>
        <translation>合计空闲：%1，分布在 %2 张卡上。单个请求越大，能用到的部分越少；差额即为碎片。</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Cards that can take it</source>
        <translation>放得下的卡</translation>
    </message>
    <message>
        <source>Requests that fit</source>
        <translation>可容纳的请求数</translation>
    </message>
    <message>
        <source>Usable part of the free memory</source>
        <translation>空闲显存的可用部分</translation>
    </message>
    <message>
        <source>There is no metrics source: what is really used is unknown.</source>
        <translation>没有指标来源：实际使用量未知。</translation>
    </message>
    <message>
        <source>Why pods wait</source>
        <translation>Pod 等待的原因</translation>
    </message>
    <message>
        <source>No GPU pod waits for a node.</source>
        <translation>没有等待节点的 GPU Pod。</translation>
    </message>
    <message numerus="yes">
        <source>%1, on %n node(s)</source>
        <translation>
            <numerusform>%1，涉及 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>fragmented: enough in total, on no card alone</source>
        <translation>碎片：合计足够，但没有一张卡单独足够</translation>
    </message>
    <message>
        <source>Pods</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>First reason</source>
        <translation>首要原因</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>How these figures are calculated</source>
        <translation>数值的计算方法</translation>
    </message>
    <message>
        <source>The unit is the card; totals leave out cards whose memory is unknown. Allocated is what the scheduler has recorded, not what runs. Free capacity counts healthy cards of schedulable nodes. Memory is in binary units. Unknown is never counted as 0.</source>
        <translation>以 GPU 卡为单位；显存未知的卡不计入合计。“已分配”指调度器登记的数量，而不是实际运行的用量。空闲容量只计未封锁节点上的健康卡。显存使用二进制单位。未知绝不计为 0。</translation>
    </message>
    <message>
        <source>Allocated and not used</source>
        <translation>已分配但未使用</translation>
    </message>
    <message numerus="yes">
        <source>Allocated and not used in the last %n hour(s)</source>
        <translation>
            <numerusform>最近 %n 小时已分配但未使用</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 allocated cards were idle; %3 of %4 allocated memory is reclaimable. %5 cards were not measured, or for too short a time.</source>
        <translation>已分配的 %2 张 GPU 卡中有 %1 张闲置；已分配的 %4 显存中有 %3 可回收。%5 张卡没有监控数据或数据时间太短。</translation>
    </message>
    <message numerus="yes">
        <source>and %n more card(s)</source>
        <translation>
            <numerusform>另有 %n 张 GPU 卡</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::RightsTexts</name>
    <message>
        <source>You lack a right in this cluster: &quot;%1&quot;. Ask its administrator for a role with this rule.</source>
        <translation>您在此集群中缺少权限：“%1”。请向管理员申请包含此规则的角色。</translation>
    </message>
    <message>
        <source>You lack a right in the namespace %1: &quot;%2&quot;. Ask the cluster&apos;s administrator for a role with this rule.</source>
        <translation>您在命名空间 %1 中缺少权限：“%2”。请向集群管理员申请包含此规则的角色。</translation>
    </message>
    <message>
        <source>This context is locked: unlock it with the lock in the top bar (Ctrl+Shift+R)</source>
        <translation>此上下文已锁定：请用顶栏中的锁解锁（Ctrl+Shift+R）</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::RolloutTexts</name>
    <message numerus="yes">
        <source>Rollout: %n pod(s) of %1 run or wait now.</source>
        <translation>
            <numerusform>滚动更新：%1 现有 %n 个 Pod 在运行或等待。</numerusform>
        </translation>
    </message>
    <message>
        <source>Rollout: a later update of %1.</source>
        <translation>滚动更新：%1 以后的更新。</translation>
    </message>
    <message>
        <source>Its strategy cannot be read.</source>
        <translation>无法读取其更新策略。</translation>
    </message>
    <message>
        <source>An update ends them before it creates new ones (Recreate), so it needs no room beside them.</source>
        <translation>更新会先结束这些 Pod，再创建新的（Recreate），因此不需要额外的空间。</translation>
    </message>
    <message numerus="yes">
        <source>An update creates no pod beside them (maxSurge 0): %n pod(s) end first (maxUnavailable).</source>
        <translation>
            <numerusform>更新不会额外创建 Pod（maxSurge 0）：先结束 %n 个 Pod（maxUnavailable）。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>An update creates up to %n pod(s) beside the %1 (maxSurge), which ask for %2; up to %3 may end before (maxUnavailable).</source>
        <translation>
            <numerusform>更新会在这 %1 个之外最多再创建 %n 个 Pod（maxSurge），它们请求 %2；在此之前最多可结束 %3 个（maxUnavailable）。</numerusform>
        </translation>
    </message>
    <message>
        <source>The nodes below are asked about all pods beside those that run, whose room an update frees first.</source>
        <translation>下面就全部 Pod 与运行中的 Pod 并存询问节点，而更新会先释放后者的空间。</translation>
    </message>
    <message>
        <source>The nodes below are asked about all pods beside those that run; an update creates them step by step.</source>
        <translation>下面就全部 Pod 与运行中的 Pod 并存询问节点；更新会分步创建它们。</translation>
    </message>
    <message>
        <source>There is room for all of them now.</source>
        <translation>现在放得下全部额外的 Pod。</translation>
    </message>
    <message>
        <source>There is room for none of them now, so the update would not go on.</source>
        <translation>现在一个也放不下，因此更新无法继续。</translation>
    </message>
    <message numerus="yes">
        <source>There is room for %n of them now.</source>
        <translation>
            <numerusform>现在放得下其中 %n 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>The nodes below are asked about all pods beside those that run.</source>
        <translation>下方按在运行中的 Pod 之外再放置全部 Pod 来评估节点。</translation>
    </message>
    <message numerus="yes">
        <source>%1 exists already: %n pod(s) of it run or wait now.</source>
        <translation>
            <numerusform>%1 已存在：现有 %n 个 Pod 在运行或等待。</numerusform>
        </translation>
    </message>
    <message>
        <source>Applying the file does not create them once more; whether and how they are replaced is not evaluated.</source>
        <translation>应用该文件不会再次创建这些 Pod；未评估它们是否以及如何被替换。</translation>
    </message>
    <message>
        <source>It has all its pods: applying the file creates none where its pod template stays as it is.</source>
        <translation>它的 Pod 已齐全：文件不改动其 Pod 模板时，应用该文件不会创建 Pod。</translation>
    </message>
    <message numerus="yes">
        <source>It lacks %n pod(s): so many are created where its pod template stays as it is.</source>
        <translation>
            <numerusform>它还缺 %n 个 Pod：文件不改动其 Pod 模板时，会创建这么多。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::RowMenus</name>
    <message>
        <source>Preview placement here…</source>
        <translation>在此处预览放置…</translation>
    </message>
    <message>
        <source>Change placement policy…</source>
        <translation>更改放置策略…</translation>
    </message>
    <message>
        <source>Add to what-if</source>
        <translation>加入假设分析</translation>
    </message>
    <message>
        <source>Add nodes like this one…</source>
        <translation>添加同类节点…</translation>
    </message>
    <message>
        <source>Drain it</source>
        <translation>排空</translation>
    </message>
    <message>
        <source>Change its mode…</source>
        <translation>切换模式…</translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Labels and taints…</source>
        <translation>标签和污点…</translation>
    </message>
    <message>
        <source>View YAML</source>
        <translation>查看 YAML</translation>
    </message>
    <message>
        <source>View events</source>
        <translation>查看事件</translation>
    </message>
    <message>
        <source>Copy the node&apos;s name</source>
        <translation>复制节点名称</translation>
    </message>
    <message>
        <source>Open node</source>
        <translation>打开节点</translation>
    </message>
    <message>
        <source>Copy the card&apos;s UUID</source>
        <translation>复制 GPU 卡的 UUID</translation>
    </message>
    <message>
        <source>The API does not give the UUID of this card</source>
        <translation>API 未提供这张卡的 UUID</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::SaveTexts</name>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::SearchField</name>
    <message>
        <source>Search nodes and pods</source>
        <translation>搜索节点和 Pod</translation>
    </message>
    <message>
        <source>%1 · node</source>
        <translation>%1 · 节点</translation>
    </message>
    <message>
        <source>%1 · pod in %2</source>
        <translation>%1 · %2 中的 Pod</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Search nodes, pods</source>
        <translation>搜索节点、Pod</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::SelectionPane</name>
    <message numerus="yes">
        <source>%n card(s) selected</source>
        <translation>
            <numerusform>已选 %n 张卡</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>on %n node(s)</source>
        <translation>
            <numerusform>分布在 %n 个节点上</numerusform>
        </translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>allocated / total</source>
        <translation>已分配 / 总量</translation>
    </message>
    <message>
        <source>Core allocated</source>
        <translation>算力已分配</translation>
    </message>
    <message>
        <source>Free memory in total</source>
        <translation>空闲显存合计</translation>
    </message>
    <message>
        <source>Largest free slot on one card</source>
        <translation>单卡最大空闲块</translation>
    </message>
    <message>
        <source>Unhealthy cards</source>
        <translation>不健康的卡</translation>
    </message>
    <message>
        <source>Cards without memory data</source>
        <translation>没有显存数据的卡</translation>
    </message>
    <message>
        <source>Allocation distribution</source>
        <translation>分配率分布</translation>
    </message>
    <message>
        <source>cards, by % of memory allocated</source>
        <translation>卡数，按显存已分配 %</translation>
    </message>
    <message>
        <source>Held by</source>
        <translation>占用者</translation>
    </message>
    <message>
        <source>namespace, allocated</source>
        <translation>命名空间，已分配</translation>
    </message>
    <message>
        <source>Preview placement…</source>
        <translation>放置预览…</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation>显存已用</translation>
    </message>
    <message numerus="yes">
        <source>Utilization, mean of %n card(s)</source>
        <translation>
            <numerusform>利用率（%n 张卡平均）</numerusform>
        </translation>
    </message>
    <message>
        <source>whole cards, holder unknown</source>
        <translation>整卡，占用者未知</translation>
    </message>
    <message>
        <source>Compare in charts</source>
        <translation>在图表中对比</translation>
    </message>
    <message>
        <source>Preview…</source>
        <translation>预览…</translation>
    </message>
    <message>
        <source>Free cards (nothing allocated)</source>
        <translation>空闲卡（未分配任何资源）</translation>
    </message>
    <message>
        <source>Left out: allocation of the card unknown</source>
        <translation>未计入：分配情况未知的卡</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::SlotsView</name>
    <message>
        <source>all cards</source>
        <translation>全部卡</translation>
    </message>
    <message>
        <source>model unknown</source>
        <translation>型号未知</translation>
    </message>
    <message>
        <source>%1 cards</source>
        <comment>a count of cards on an axis</comment>
        <translation>%1 张卡</translation>
    </message>
    <message>
        <source>schedulable nodes, healthy cards, per the scheduler ledger</source>
        <translation>可调度节点的健康卡，按其调度器的账本</translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) of unknown size are left out</source>
        <translation>
            <numerusform>有 %n 张卡的显存大小未知，未计入</numerusform>
        </translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>≥ %1 GiB</source>
        <translation>≥ %1 GiB</translation>
    </message>
    <message>
        <source>Free on one card (MiB)</source>
        <translation>单卡空闲（MiB）</translation>
    </message>
    <message>
        <source>Cards with at least this much free</source>
        <translation>空闲不少于此值的卡数</translation>
    </message>
    <message>
        <source>Cards with at least this much free memory</source>
        <translation>空闲显存不少于该值的卡数</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::SourceDialog</name>
    <message>
        <source>Metrics source</source>
        <translation>指标来源</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>查询对象</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Test again</source>
        <translation>重新测试</translation>
    </message>
    <message>
        <source>Look for a service</source>
        <translation>查找 Service</translation>
    </message>
    <message numerus="yes">
        <source>%n service(s) that may be one</source>
        <translation>
            <numerusform>%n 个可能的 Service</numerusform>
        </translation>
    </message>
    <message>
        <source>Is it a Prometheus API?</source>
        <translation>是 Prometheus API 吗？</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>Does it measure cards?</source>
        <translation>有 GPU 卡的采样吗？</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Ask for the values</source>
        <translation>查询数值</translation>
    </message>
    <message numerus="yes">
        <source>%n series</source>
        <translation>
            <numerusform>%n 个序列</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Exporters</source>
        <translation>Exporter</translation>
    </message>
    <message>
        <source>Last answer</source>
        <translation>最近应答</translation>
    </message>
    <message>
        <source>Cards measured</source>
        <translation>有采样的卡</translation>
    </message>
    <message>
        <source>Unmatched GPUs</source>
        <translation>未匹配到节点的 GPU 卡</translation>
    </message>
    <message>
        <source>%1, the first is %2</source>
        <translation>%1 张，第一张为 %2</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>the source&apos;s is %1 s ahead; ages are corrected</source>
        <translation>来源快 %1 秒；采样时间已校正</translation>
    </message>
    <message>
        <source>the source&apos;s is %1 s behind; ages are corrected</source>
        <translation>来源慢 %1 秒；采样时间已校正</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Another source</source>
        <translation>其他来源</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::SourceMenu</name>
    <message>
        <source>Open a kubeconfig or a snapshot…</source>
        <translation>打开 kubeconfig 或快照…</translation>
    </message>
    <message>
        <source>Open a folder with nodes.json and pods.json…</source>
        <translation>打开含 nodes.json 和 pods.json 的目录…</translation>
    </message>
    <message>
        <source>Built-in demo cluster</source>
        <translation>内置演示集群</translation>
    </message>
    <message>
        <source>Save a snapshot of this cluster…</source>
        <translation>保存该集群的快照…</translation>
    </message>
    <message>
        <source>Open a kubeconfig or a snapshot</source>
        <translation>打开 kubeconfig 或快照</translation>
    </message>
    <message>
        <source>Open a folder with nodes.json and pods.json</source>
        <translation>打开含 nodes.json 和 pods.json 的目录</translation>
    </message>
    <message>
        <source>Save a snapshot</source>
        <translation>保存快照</translation>
    </message>
    <message>
        <source>Snapshot saved to %1</source>
        <translation>快照已保存到 %1</translation>
    </message>
    <message>
        <source>Namespaces to look at…</source>
        <translation>要查看的命名空间…</translation>
    </message>
    <message>
        <source>Open in a new tab</source>
        <translation>在新标签页打开</translation>
    </message>
    <message>
        <source>Snapshots (*.json *.json.gz)</source>
        <translation>快照 (*.json *.json.gz)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::StatusLine</name>
    <message>
        <source>In preview</source>
        <translation>预览中</translation>
    </message>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>Memory allocated / total</source>
        <translation>显存已分配 / 总量</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>largest slot</source>
        <translation>最大空闲块</translation>
    </message>
    <message>
        <source>Core allocated</source>
        <translation>算力已分配</translation>
    </message>
    <message>
        <source>Whole cards allocated</source>
        <translation>已占用整卡</translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) selected</source>
        <translation>
            <numerusform>已选 %n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>1 node selected</source>
        <translation>已选 1 个节点</translation>
    </message>
    <message>
        <source>1 pod selected</source>
        <translation>已选 1 个 Pod</translation>
    </message>
    <message>
        <source>With GPU pods of %1:</source>
        <translation>运行 %1 的 GPU Pod 的节点：</translation>
    </message>
    <message>
        <source>Filtered on the map:</source>
        <translation>地图筛选后：</translation>
    </message>
    <message>
        <source>%1 unknown</source>
        <comment>cards</comment>
        <translation>%1 张未知</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) with cards</source>
        <translation>
            <numerusform>%n 个有卡的节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Nodes with GPUs, and the cards of them that are known. Free: on healthy cards of nodes that are ready and not cordoned, so less than total minus allocated where some are not. Unknown: cards of which it is not known what is allocated.</source>
        <translation>有 GPU 的节点，及其中已知的卡。空闲：只计就绪且未封锁节点上的健康卡，因此若有卡不满足，会少于总量减去已分配。未知：分配情况未知的卡。</translation>
    </message>
    <message>
        <source>Whole cards: on nodes that allocate cards as a whole.</source>
        <translation>整卡：指按整卡分配的节点上的卡。</translation>
    </message>
    <message numerus="yes">
        <source>%n GPU node(s)</source>
        <translation>
            <numerusform>%n 个 GPU 节点</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::StepDialog</name>
    <message>
        <source>Add nodes</source>
        <translation>添加节点</translation>
    </message>
    <message>
        <source>Remove a node</source>
        <translation>移除节点</translation>
    </message>
    <message>
        <source>Drain a node</source>
        <translation>排空节点</translation>
    </message>
    <message>
        <source>Change mode or placement policy</source>
        <translation>更改模式或放置策略</translation>
    </message>
    <message>
        <source>Delete a pod or workload</source>
        <translation>删除 Pod 或工作负载</translation>
    </message>
    <message>
        <source>Change a request</source>
        <translation>更改请求</translation>
    </message>
    <message>
        <source>Move a pod</source>
        <translation>迁移 Pod</translation>
    </message>
    <message>
        <source>Like this node</source>
        <translation>与此节点同类</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>also bare pods, which are lost, and local data</source>
        <translation>包括裸 Pod（会丢失）和本地数据</translation>
    </message>
    <message>
        <source>Change to</source>
        <translation>改为</translation>
    </message>
    <message>
        <source>as reported by the cluster</source>
        <translation>沿用集群上报的值</translation>
    </message>
    <message>
        <source>Memory units of each card</source>
        <translation>每张卡的显存单位数</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Add step</source>
        <translation>添加为步骤</translation>
    </message>
    <message>
        <source>Pod or workload</source>
        <translation>Pod 或工作负载</translation>
    </message>
    <message>
        <source>Pod</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>namespace/pod, or namespace/Kind/name for all pods of a workload</source>
        <translation>命名空间/Pod，或 命名空间/类型/名称 表示工作负载的所有 Pod</translation>
    </message>
    <message>
        <source>namespace/pod; it is evicted while its node is cordoned</source>
        <translation>命名空间/Pod；在其节点封锁期间驱逐</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>不变</translation>
    </message>
    <message>
        <source>Memory units in total</source>
        <translation>显存单位合计</translation>
    </message>
    <message>
        <source>Core percent in total</source>
        <translation>算力百分比合计</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Change the step</source>
        <translation>更改步骤</translation>
    </message>
    <message>
        <source>Name a node.</source>
        <translation>请指定节点。</translation>
    </message>
    <message>
        <source>There is no node %1.</source>
        <translation>没有节点 %1。</translation>
    </message>
    <message>
        <source>Name a pod as namespace/name.</source>
        <translation>请按 命名空间/名称 指定 Pod。</translation>
    </message>
    <message>
        <source>Enter the new request.</source>
        <translation>请填写新的请求值。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::SubmitDialog</name>
    <message numerus="yes">
        <source>Submit %n workload(s) to %1?</source>
        <translation>
            <numerusform>要向 %1 提交 %n 个工作负载吗？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Replica %1</source>
        <translation>副本 %1</translation>
    </message>
    <message>
        <source>Predicted places</source>
        <translation>预计位置</translation>
    </message>
    <message>
        <source>aimed at; the scheduler is free to choose another</source>
        <translation>指定的目标；调度器仍可能选择其他位置</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message numerus="yes">
        <source>Submit %n workload(s)</source>
        <translation>
            <numerusform>提交 %n 个工作负载</numerusform>
        </translation>
    </message>
    <message>
        <source>The server is checking the objects (dry run); nothing is kept</source>
        <translation>服务器正在检查对象（试运行），不保存任何内容</translation>
    </message>
    <message>
        <source>The dry run is not finished</source>
        <translation>试运行尚未完成</translation>
    </message>
    <message numerus="yes">
        <source>Server dry run passed: %n object(s) would be created</source>
        <translation>
            <numerusform>服务器试运行通过：将创建 %n 个对象</numerusform>
        </translation>
    </message>
    <message>
        <source>The preview was closed</source>
        <translation>已退出预览</translation>
    </message>
    <message>
        <source>Submitting</source>
        <translation>正在提交</translation>
    </message>
    <message>
        <source>Object: %1</source>
        <translation>对象：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) were created before the error and stay</source>
        <translation>
            <numerusform>出错前已创建 %n 个对象，这些对象会保留</numerusform>
        </translation>
    </message>
    <message>
        <source>Rejected by the server</source>
        <translation>服务器已拒绝</translation>
    </message>
    <message>
        <source>Type the name of the context first</source>
        <translation>请先输入上下文名称</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n object(s)…</source>
        <translation>
            <numerusform>删除 %n 个对象…</numerusform>
        </translation>
    </message>
    <message>
        <source>The created objects were deleted; nothing of this submission remains</source>
        <translation>已创建的对象均已删除，本次提交没有留下任何内容</translation>
    </message>
    <message>
        <source>no place: it will wait</source>
        <translation>没有位置：将等待</translation>
    </message>
    <message>
        <source>card %1</source>
        <comment>one or several cards</comment>
        <translation>卡 %1</translation>
    </message>
    <message numerus="yes">
        <source>does not fit the chosen target; %n other node(s) could take it</source>
        <translation>
            <numerusform>指定位置放不下；另有 %n 个节点可容纳</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) can be checked only once their namespace or kind exists; that is created first</source>
        <translation>
            <numerusform>%n 个对象要等它们的命名空间或类型存在之后才能检查；后者先创建</numerusform>
        </translation>
    </message>
    <message>
        <source>Compute again</source>
        <translation>重新计算</translation>
    </message>
    <message>
        <source>%1 (was %2)</source>
        <comment>place, place</comment>
        <translation>%1（此前为 %2）</translation>
    </message>
    <message numerus="yes">
        <source>Submit %n object(s)</source>
        <translation>
            <numerusform>提交 %n 个对象</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Submit %n object(s) to %1?</source>
        <translation>
            <numerusform>要向 %1 提交 %n 个对象吗？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; or %n other place(s) as good</source>
        <translation>
            <numerusform>%1；或另外 %n 个同样好的位置之一</numerusform>
        </translation>
    </message>
    <message>
        <source>this node, but the scheduler packs it on card %1</source>
        <translation>此节点可放置，但调度器会把它放到卡 %1</translation>
    </message>
    <message numerus="yes">
        <source>and %n more workload(s)</source>
        <translation>
            <numerusform>另有 %n 个工作负载</numerusform>
        </translation>
    </message>
    <message>
        <source>each workload on its own, without the others</source>
        <translation>每个工作负载单独评估，未考虑相互影响</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>not evaluated</source>
        <translation>未评估</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>workload, pod</comment>
        <translation>%1，%2</translation>
    </message>
    <message numerus="yes">
        <source>and %n more pod(s)</source>
        <translation>
            <numerusform>另有 %n 个 Pod</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::SwitchTexts</name>
    <message>
        <source>already set</source>
        <translation>已是当前设置</translation>
    </message>
    <message>
        <source>immediately</source>
        <translation>立即</translation>
    </message>
    <message>
        <source>requires evicting the GPU pods</source>
        <translation>需先清空 GPU Pod</translation>
    </message>
    <message>
        <source>only by removing and re-adding the node</source>
        <translation>只能移出节点后重新添加</translation>
    </message>
    <message>
        <source>not supported</source>
        <translation>不支持</translation>
    </message>
    <message>
        <source>The node has this setting already.</source>
        <translation>节点已是此设置。</translation>
    </message>
    <message>
        <source>It is unknown which resources a MIG node publishes, so the switch could not be verified. Add the node to a node pool for MIG.</source>
        <translation>MIG 节点发布哪些资源是未知的，因此无法确认切换是否成功。请将节点加入 MIG 节点池。</translation>
    </message>
    <message>
        <source>A MIG node is not relabelled. Remove it from the cluster and add it to a node pool of the mode you want.</source>
        <translation>不能为 MIG 节点更改标签。请将它移出集群，再加入所需模式的节点池。</translation>
    </message>
    <message>
        <source>The mode &quot;%1&quot; of the node is not known, so there is no safe way out of it.</source>
        <translation>节点的模式“%1”未知，因此没有安全的切换方式。</translation>
    </message>
    <message>
        <source>The node belongs to another GPU stack (%1). Turn that off first.</source>
        <translation>节点属于另一套 GPU 方案（%1）。请先关闭它。</translation>
    </message>
    <message>
        <source>The node shows no GPU cards.</source>
        <translation>该节点没有上报 GPU 卡。</translation>
    </message>
    <message>
        <source>The GPU operator is changing the driver of the node (%1). Wait until it has finished.</source>
        <translation>GPU Operator 正在更换节点的驱动（%1）。请等待其完成。</translation>
    </message>
    <message>
        <source>The node is not ready, so no device plugin can answer. Bring it back first.</source>
        <translation>节点未就绪，设备插件无法响应。请先恢复节点。</translation>
    </message>
    <message>
        <source>Placement is for nodes with shared cards; this one is in the mode %1.</source>
        <translation>放置策略用于共享 GPU 卡的节点；此节点的模式是 %1。</translation>
    </message>
    <message>
        <source>The vendor recommends removing the node and re-adding it to a node pool with the label.</source>
        <translation>厂商推荐的做法是移出节点，再加入带该标签的节点池。</translation>
    </message>
    <message>
        <source>The isolation module stays loaded until the machine restarts.</source>
        <translation>隔离模块会一直加载到机器重启。</translation>
    </message>
    <message>
        <source>The vendor&apos;s documentation contradicts itself on this switch.</source>
        <translation>厂商文档对此切换的说法互相矛盾。</translation>
    </message>
    <message>
        <source>Without the label aliyun.accelerator/nvidia_count nothing brings the NVIDIA device plugin back.</source>
        <translation>没有标签 aliyun.accelerator/nvidia_count 时，NVIDIA 设备插件不会恢复。</translation>
    </message>
    <message>
        <source>The label is absent now. A rollback removes it again, which does not restore exclusive scheduling; for that, set it to default.</source>
        <translation>当前没有该标签。回滚会再次删除它，但这不会恢复独占调度；要恢复请将其设为 default。</translation>
    </message>
    <message>
        <source>Only future pods are placed differently; running pods stay where they are.</source>
        <translation>只影响以后的 Pod；运行中的 Pod 留在原处。</translation>
    </message>
    <message>
        <source>The node publishes the resources of several modes: %1.</source>
        <translation>节点发布了多种模式的资源：%1。</translation>
    </message>
    <message>
        <source>MIG geometry, by the name of mig-manager&apos;s configuration</source>
        <translation>MIG 几何配置，使用 mig-manager 的配置名称</translation>
    </message>
    <message>
        <source>Time-slicing, MPS or whole cards, by the name of the device plugin&apos;s configuration</source>
        <translation>时间片、MPS 或整卡，使用设备插件的配置名称</translation>
    </message>
    <message>
        <source>Cards that HAMi gives to no new pod, by their UUIDs</source>
        <translation>HAMi 不再分配给新 Pod 的 GPU 卡，使用其 UUID</translation>
    </message>
    <message>
        <source>The node belongs to several GPU stacks (%1). Take all but one off it first.</source>
        <translation>该节点属于多个 GPU 方案（%1）。请先只保留其中一个。</translation>
    </message>
    <message>
        <source>The cards of the node cannot be cut by MIG: the label nvidia.com/mig.capable is not true.</source>
        <translation>该节点的 GPU 卡不能用 MIG 切分：标签 nvidia.com/mig.capable 不是 true。</translation>
    </message>
    <message>
        <source>No mig-manager runs on the node, so nothing follows the label. With the GPU operator it is deployed by the label nvidia.com/gpu.deploy.mig-manager=true.</source>
        <translation>该节点上没有运行 mig-manager，没有组件响应该标签。使用 GPU Operator 时，标签 nvidia.com/gpu.deploy.mig-manager=true 会部署它。</translation>
    </message>
    <message>
        <source>The device plugin runs without a MIG strategy and would offer cut cards as whole ones. Set the strategy single or mixed in the ClusterPolicy first.</source>
        <translation>设备插件没有设置 MIG 策略，会把切分后的卡当作整卡提供。请先在 ClusterPolicy 中将策略设为 single 或 mixed。</translation>
    </message>
    <message>
        <source>The MIG instances of the node were not made by mig-manager, so nothing could restore them. Set the label nvidia.com/mig.config to a configuration that describes them first; mig-manager then changes nothing.</source>
        <translation>该节点的 MIG 实例不是由 mig-manager 创建的，因此无法恢复。请先将标签 nvidia.com/mig.config 设为与现状一致的配置，mig-manager 此时不会更改任何内容。</translation>
    </message>
    <message>
        <source>all-enabled makes no instances: the node would offer nothing, and nobody could see whether it worked.</source>
        <translation>all-enabled 不创建任何实例：节点不再提供任何设备，也就无法确认切换是否成功。</translation>
    </message>
    <message>
        <source>The node has the configuration %1 already, and mig-manager failed at it. The same value starts nothing: switch to another configuration and then back.</source>
        <translation>该节点已设为配置 %1，而 mig-manager 未能应用它。相同的取值不会触发任何操作：请先切换到其他配置，再切换回来。</translation>
    </message>
    <message>
        <source>A Kubernetes operator is changing the node (%1). Wait until it has finished. If nothing happens for ten minutes, look at the operator&apos;s pod on the node.</source>
        <translation>Kubernetes Operator 正在更改该节点（%1）。请等待其完成；如果十分钟内没有进展，请查看该 Operator 在该节点上的 Pod。</translation>
    </message>
    <message>
        <source>The device plugin is switched off on the node (%1), so nothing would follow the label.</source>
        <translation>该节点上的设备插件已停用（%1），没有组件响应该标签。</translation>
    </message>
    <message>
        <source>Another device plugin offers %1 on the node, and HAMi registers the same name. Take that plugin off the node first; with the GPU operator by the label nvidia.com/gpu.deploy.device-plugin=false.</source>
        <translation>该节点上已有其他设备插件提供 %1，而 HAMi 会注册同一名称。请先将该插件从节点上移除；使用 GPU Operator 时，设置标签 nvidia.com/gpu.deploy.device-plugin=false。</translation>
    </message>
    <message>
        <source>The node registers no cards of these ids: %1.</source>
        <translation>该节点没有注册以下 ID 的 GPU 卡：%1。</translation>
    </message>
    <message>
        <source>mig-manager stops the device plugin, GPU feature discovery and DCGM of the node while it works; where the MIG mode changes, the machine may restart.</source>
        <translation>mig-manager 工作期间会停止该节点的设备插件、GPU Feature Discovery 和 DCGM；如果 MIG 模式改变，机器可能重启。</translation>
    </message>
    <message>
        <source>mig-manager failed at the present configuration %1, so a rollback may not reach it either.</source>
        <translation>mig-manager 未能应用当前配置 %1，因此回滚也可能无法恢复到它。</translation>
    </message>
    <message>
        <source>The label is absent now, and mig-manager ignores its removal: a rollback sets %1.</source>
        <translation>当前没有该标签，而 mig-manager 会忽略标签的删除：回滚会设置 %1。</translation>
    </message>
    <message>
        <source>What the configuration does stands in the device plugin&apos;s ConfigMap, which is not read. With a name that the ConfigMap does not have, the plugin keeps its old configuration. Time-slicing isolates neither memory nor faults. MPS needs cards without MIG, and processes that run outside it fail, so GPU pods leave first.</source>
        <translation>配置的内容在设备插件的 ConfigMap 中，Cardinal 不读取它。如果 ConfigMap 中没有该名称，插件会保留原有配置。时间片既不隔离显存也不隔离故障。MPS 要求卡未启用 MIG，且在其之外运行的进程会失败，因此 GPU Pod 须先离开。</translation>
    </message>
    <message>
        <source>Nothing offers the cards of the node until another device plugin runs on it.</source>
        <translation>在其他设备插件运行于该节点之前，没有组件提供其 GPU 卡。</translation>
    </message>
    <message>
        <source>HAMi&apos;s scheduler reads it at the node&apos;s next registration, within about 45 seconds; older versions do not know the annotation.</source>
        <translation>HAMi 调度器在节点下一次注册时读取，约 45 秒内生效；较旧的版本不识别该注解。</translation>
    </message>
    <message>
        <source>No card of the node is left for new pods.</source>
        <translation>该节点没有 GPU 卡可供新 Pod 使用。</translation>
    </message>
    <message>
        <source>The cards of the node have no such MIG profile. They have: %1.</source>
        <translation>此节点的卡没有这种 MIG 规格。支持的规格：%1。</translation>
    </message>
    <message>
        <source>The device plugin&apos;s ConfigMap is empty, so it has no such configuration.</source>
        <translation>设备插件的 ConfigMap 为空，没有这项配置。</translation>
    </message>
    <message>
        <source>The device plugin&apos;s ConfigMap has no configuration of this name. It has: %1.</source>
        <translation>设备插件的 ConfigMap 中没有这个名称的配置。现有的配置：%1。</translation>
    </message>
    <message>
        <source>The device plugin would not accept the configuration %1 of its ConfigMap, and the node would offer no GPU.</source>
        <translation>设备插件不会接受其 ConfigMap 中的配置 %1，节点将不再提供 GPU。</translation>
    </message>
    <message>
        <source>MPS accepts at most 48 clients of a card, and 16 before compute capability 7.5: %1.</source>
        <translation>MPS 每张卡最多支持 48 个客户端，计算能力 7.5 之前为 16 个：%1。</translation>
    </message>
    <message>
        <source>The configuration shares no cards: the node offers whole cards.</source>
        <translation>该配置不共享卡：节点提供整卡。</translation>
    </message>
    <message>
        <source>In NVIDIA&apos;s default configuration this gives each card: %1.</source>
        <translation>在 NVIDIA 的默认配置中，它为每张卡提供：%1。</translation>
    </message>
    <message>
        <source>The device plugin accepts 2 or more replicas; the configuration has fewer (%1), and the plugin would stop: the node would offer no GPU. A configuration without &quot;sharing&quot; turns sharing off.</source>
        <translation>设备插件要求 replicas 不小于 2，而该配置小于 2（%1），插件会停止运行，节点将不再提供 GPU。没有“sharing”的配置会关闭共享。</translation>
    </message>
    <message>
        <source>By the configuration each device is offered as %1. Time-slicing isolates neither memory nor faults. MPS needs cards without MIG, and processes that run outside it fail, so GPU pods leave first.</source>
        <translation>按该配置，每个设备以 %1 的形式提供。时间片既不隔离显存，也不隔离故障。MPS 要求卡未启用 MIG，且在 MPS 之外运行的进程会失败，因此 GPU Pod 需先离开。</translation>
    </message>
    <message>
        <source>The configuration shares by MPS, and the cards of the node are divided by MIG: the device plugin would stop, and the node would offer no GPU.</source>
        <translation>该配置以 MPS 方式共享，而节点的卡已由 MIG 切分：设备插件会停止，节点将不提供任何 GPU。</translation>
    </message>
    <message>
        <source>mig-manager&apos;s ConfigMap has no configuration of this name, so mig-manager would report failed. It has: %1.</source>
        <translation>mig-manager 的 ConfigMap 中没有该名称的配置，mig-manager 会报告 failed。其中有：%1。</translation>
    </message>
    <message>
        <source>mig-manager cannot read its ConfigMap %1, so every configuration would fail. Correct the ConfigMap first.</source>
        <translation>mig-manager 无法读取其 ConfigMap %1，任何配置都会失败。请先修改该 ConfigMap。</translation>
    </message>
    <message>
        <source>The layout does not fit a card of the node: %1. Only one MIG instance of a card can have the media engines (+me).</source>
        <translation>该布局在节点的卡上放不下：%1。一张卡只有一个 MIG 实例可以使用媒体引擎（+me）。</translation>
    </message>
    <message>
        <source>The layout does not fit a card of the node: %1. The card has too few memory slices.</source>
        <translation>该布局在节点的卡上放不下：%1。卡的显存切片不足。</translation>
    </message>
    <message>
        <source>The layout does not fit a card of the node: %1. Memory slices are left, but a MIG instance cannot start at any of them.</source>
        <translation>该布局在节点的卡上放不下：%1。虽有剩余的显存切片，但 MIG 实例不能从其中任何一个开始。</translation>
    </message>
    <message>
        <source>The layout does not fit a card of the node: %1. The card has too few compute slices.</source>
        <translation>该布局在节点的卡上放不下：%1。卡的算力切片不足。</translation>
    </message>
    <message>
        <source>mig-manager&apos;s ConfigMap gives the cards no MIG instances.</source>
        <translation>按 mig-manager 的 ConfigMap，卡上没有 MIG 实例。</translation>
    </message>
    <message>
        <source>mig-manager&apos;s ConfigMap gives the cards: %1. The numbers behind @ are the first memory slices.</source>
        <translation>按 mig-manager 的 ConfigMap，卡上会有：%1。@ 之后的数字为起始显存切片。</translation>
    </message>
    <message>
        <source>Under the MIG strategy single the device plugin accepts one profile on all cards of a node, and each with instances: with %1 it would stop, and the node would offer no GPU. Choose a configuration of one profile, or set the strategy mixed in the ClusterPolicy first.</source>
        <translation>MIG 策略为 single 时，设备插件要求节点上所有卡使用同一规格，并且每张卡都有实例：使用 %1 时它会退出，节点将不再提供 GPU。请选择单一规格的配置，或先在 ClusterPolicy 中将策略设为 mixed。</translation>
    </message>
    <message>
        <source>The vendor&apos;s documentation does not say whether relabelling a running node is enough for this switch.</source>
        <translation>厂商文档没有说明，给运行中的节点改标签是否足以完成此切换。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::TablePage</name>
    <message>
        <source>Nothing matches the filter</source>
        <translation>没有符合筛选条件的内容</translation>
    </message>
    <message>
        <source>Filter: %1</source>
        <translation>筛选：%1</translation>
    </message>
    <message>
        <source>Filter: %1, namespace: %2</source>
        <translation>筛选：%1，命名空间：%2</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n selected</source>
        <translation>
            <numerusform>%1，已选 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Problems %1</source>
        <comment>number of rows</comment>
        <translation>问题 %1</translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>没有问题</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::TableTools</name>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Forget this filter</source>
        <translation>移除此筛选条件</translation>
    </message>
    <message>
        <source>Save this filter</source>
        <translation>保存此筛选条件</translation>
    </message>
    <message>
        <source>Saved filters and columns of this table</source>
        <translation>此表格保存的筛选条件与显示的列</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::TemplateDialog</name>
    <message>
        <source>New template</source>
        <translation>新建模板</translation>
    </message>
    <message>
        <source>Edit template</source>
        <translation>编辑模板</translation>
    </message>
    <message>
        <source>GPU memory of shared cards (aliyun.com/gpu-mem)</source>
        <translation>共享卡的显存（aliyun.com/gpu-mem）</translation>
    </message>
    <message>
        <source>GPU memory and core (… and aliyun.com/gpu-core.percentage)</source>
        <translation>显存与算力（另加 aliyun.com/gpu-core.percentage）</translation>
    </message>
    <message>
        <source>Whole cards (nvidia.com/gpu)</source>
        <translation>整卡（nvidia.com/gpu）</translation>
    </message>
    <message>
        <source>Whole cards by topology (aliyun.com/gpu)</source>
        <translation>拓扑感知的整卡（aliyun.com/gpu）</translation>
    </message>
    <message>
        <source> units</source>
        <translation> 个单位</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Asks for</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Memory in total</source>
        <translation>显存合计</translation>
    </message>
    <message>
        <source>Core in total</source>
        <translation>算力合计</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>副本数</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Add template</source>
        <translation>添加模板</translation>
    </message>
    <message>
        <source>Save template</source>
        <translation>保存模板</translation>
    </message>
    <message>
        <source>The template needs a name</source>
        <translation>模板需要名称</translation>
    </message>
    <message>
        <source>Asks for %1</source>
        <translation>请求 %1</translation>
    </message>
    <message>
        <source>Resources by name (HAMi, Volcano, MIG, …)</source>
        <translation>按名称填写资源（HAMi、Volcano、MIG 等）</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>Scheduler</source>
        <translation>调度器</translation>
    </message>
    <message>
        <source>Write each resource once, with a whole amount: “nvidia.com/gpu: 1, nvidia.com/gpumem: 3072”</source>
        <translation>每个资源只写一次，数量为整数：“nvidia.com/gpu: 1, nvidia.com/gpumem: 3072”</translation>
    </message>
    <message>
        <source>Written as YAML (PyTorchJob, RayCluster, any kind)</source>
        <translation>直接编写 YAML（PyTorchJob、RayCluster 等任意类型）</translation>
    </message>
    <message>
        <source>YAML of the template</source>
        <translation>模板的 YAML</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::TemplatePalette</name>
    <message>
        <source>Preview in the whole cluster</source>
        <translation>在整个集群中预览</translation>
    </message>
    <message>
        <source>Preview on a node or card…</source>
        <translation>在节点或卡上预览…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制一份</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Templates</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>New template</source>
        <translation>新建模板</translation>
    </message>
    <message>
        <source>Preview a YAML file</source>
        <translation>预览 YAML 文件</translation>
    </message>
    <message>
        <source>Drag onto the map, a node or a card; Enter previews it in the whole cluster. Nothing is sent.</source>
        <translation>拖到热力图、节点或卡上；按回车键在整个集群中预览。不会提交任何更改。</translation>
    </message>
    <message>
        <source>Templates further left</source>
        <translation>左侧的模板</translation>
    </message>
    <message>
        <source>Templates further right</source>
        <translation>右侧的模板</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n pod(s)</source>
        <comment>kinds of objects</comment>
        <translation>
            <numerusform>%1 · %n 个 Pod</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::TextDialog</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::TimeChart</name>
    <message>
        <source>no sample</source>
        <translation>无采样</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ToastStack</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::TopBar</name>
    <message>
        <source>built-in demo cluster</source>
        <translation>内置演示集群</translation>
    </message>
    <message>
        <source>saved snapshot</source>
        <translation>已保存的快照</translation>
    </message>
    <message>
        <source>no cluster</source>
        <translation>未打开集群</translation>
    </message>
    <message>
        <source>Switch cluster (Ctrl+O opens a file)</source>
        <translation>切换到其他集群（Ctrl+O 打开文件）</translation>
    </message>
    <message>
        <source>Read-write</source>
        <translation>可读写</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>This source is read-only</source>
        <translation>该数据源不能更改</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>All namespaces (%1)</source>
        <translation>全部命名空间（%1）</translation>
    </message>
    <message>
        <source>Switch the language: English, 中文</source>
        <translation>切换语言：English、中文</translation>
    </message>
    <message>
        <source>Keys (F1 or ?)</source>
        <translation>快捷键（F1 或 ?）</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Nothing can be changed until the cluster answers again</source>
        <translation>集群恢复应答前无法更改</translation>
    </message>
    <message>
        <source>Production: locks again after each change, and requires one more confirmation</source>
        <translation>生产：每次变更后重新锁定，并多一级确认</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>已锁定</translation>
    </message>
    <message>
        <source>This context is read-only until you unlock it (Ctrl+Shift+R)</source>
        <translation>解锁之前该上下文只读（Ctrl+Shift+R）</translation>
    </message>
    <message>
        <source>Changes are possible; each is shown and confirmed before it is sent (lock: Ctrl+Shift+R)</source>
        <translation>可以更改；每项变更在发送前都会显示并确认（锁定：Ctrl+Shift+R）</translation>
    </message>
    <message>
        <source>The server grants you no right to change anything here; the connection&apos;s details name each right</source>
        <translation>服务器未授予您在此处更改任何内容的权限；连接详情中列出了每项权限</translation>
    </message>
    <message>
        <source>TLS not checked</source>
        <translation>未校验 TLS</translation>
    </message>
    <message>
        <source>The kubeconfig says insecure-skip-tls-verify: anybody on the way can read the credential and change every answer</source>
        <translation>kubeconfig 设置了 insecure-skip-tls-verify：途中任何人都能读取凭据并篡改每个应答</translation>
    </message>
    <message>
        <source>An earlier state is shown; nothing can be changed from it</source>
        <translation>当前显示的是历史状态，无法在此更改</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史回放</translation>
    </message>
    <message>
        <source>The map shows an earlier state. The connection now: %1</source>
        <translation>地图显示的是历史状态。当前连接：%1</translation>
    </message>
    <message>
        <source>Theme: light, dark, high contrast</source>
        <translation>主题：浅色、深色、高对比度</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::TopologyTexts</name>
    <message>
        <source>Topology (%1): %2</source>
        <translation>拓扑（%1）：%2</translation>
    </message>
    <message>
        <source>The value of %1 cannot be read.</source>
        <translation>%1 的值无法读取。</translation>
    </message>
    <message>
        <source>No Topology of Kueue in the cluster has %1 as a level: Kueue would not admit it.</source>
        <translation>集群中没有任何 Kueue 的 Topology 以 %1 为层级：Kueue 不会准入它。</translation>
    </message>
    <message>
        <source>Not certain: domains that other workloads hold for themselves are not known.</source>
        <translation>不确定：其他工作负载独占的域是未知的。</translation>
    </message>
    <message>
        <source>Not certain: which of several domains the scheduler takes is not predicted.</source>
        <translation>不确定：有多个域时，调度器选哪一个无法预测。</translation>
    </message>
    <message numerus="yes">
        <source>all %n pod(s) of %1 in one domain of %2.</source>
        <translation>
            <numerusform>%1 的全部 %n 个 Pod 须在 %2 的同一个域中。</numerusform>
        </translation>
    </message>
    <message>
        <source>all pods of %1 in one domain of %2.</source>
        <translation>%1 的全部 Pod 须在 %2 的同一个域中。</translation>
    </message>
    <message>
        <source>pods of %1 near each other where that is possible.</source>
        <translation>%1 的 Pod 尽可能彼此靠近。</translation>
    </message>
    <message>
        <source>pods of %1 in one domain of %2 where that is possible.</source>
        <translation>%1 的 Pod 尽可能在 %2 的同一个域中。</translation>
    </message>
    <message>
        <source>pods of %1 on any nodes of the topology.</source>
        <translation>%1 的 Pod 可在拓扑的任意节点上。</translation>
    </message>
    <message numerus="yes">
        <source>each of %n group(s) of %1, of %2 pods, in a domain of %3 of its own.</source>
        <translation>
            <numerusform>%1 的 %n 个组各有 %2 个 Pod，每组须独占 %3 的一个域。</numerusform>
        </translation>
    </message>
    <message>
        <source>each group of pods of %1 in a domain of %2 of its own.</source>
        <translation>%1 的每组 Pod 须独占 %2 的一个域。</translation>
    </message>
    <message numerus="yes">
        <source>None of the first %n domain(s) holds them; the others were not searched.</source>
        <translation>
            <numerusform>前 %n 个域都容不下；其余的没有查找。</numerusform>
        </translation>
    </message>
    <message>
        <source>No node has the label %1.</source>
        <translation>没有节点带有标签 %1。</translation>
    </message>
    <message>
        <source>There is a domain for each.</source>
        <translation>每组都有一个域。</translation>
    </message>
    <message numerus="yes">
        <source>Only %n group(s) find one.</source>
        <translation>
            <numerusform>只有 %n 个组找得到。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 holds them.</source>
        <translation>%1 容得下。</translation>
    </message>
    <message numerus="yes">
        <source>No domain holds them: at most %n pod(s) fit, in %1.</source>
        <translation>
            <numerusform>没有一个域容得下：最多容下 %n 个 Pod，在 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 pods are no multiple of the slice size %2: what Kueue makes of the others is not known.</source>
        <translation>%1 个 Pod 不是切片大小 %2 的整数倍：Kueue 如何处理余下的 Pod 未知。</translation>
    </message>
    <message>
        <source>pods of %1 in slices of %2, each slice in one domain of %3.</source>
        <translation>%1 的 Pod 每 %2 个为一个切片，每个切片在 %3 的同一个域中。</translation>
    </message>
    <message>
        <source>pods of %1 in slices of %2, each slice in one domain of %3, all of them in one domain of %4.</source>
        <translation>%1 的 Pod 每 %2 个为一个切片，每个切片在 %3 的同一个域中，全部切片在 %4 的同一个域中。</translation>
    </message>
    <message numerus="yes">
        <source>There is room for all %n slice(s).</source>
        <translation>
            <numerusform>放得下全部 %n 个切片。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 holds all %n slice(s).</source>
        <translation>
            <numerusform>%1 放得下全部 %n 个切片。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There is room for %n of %1 slice(s) only.</source>
        <translation>
            <numerusform>%1 个切片中只放得下 %n 个。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No domain holds them: at most %n of %1 slice(s) fit, in %2.</source>
        <translation>
            <numerusform>没有域放得下：%1 个切片中最多放得下 %n 个，在 %2 中。</numerusform>
        </translation>
    </message>
    <message>
        <source>HyperNodes were not read: in which of them there is room is not known.</source>
        <translation>没有读取 HyperNode：哪一个有余量是未知的。</translation>
    </message>
    <message>
        <source>Neither highestTierAllowed is set, nor a highestTierName that a HyperNode has: Volcano does not hold to it.</source>
        <translation>既没有设置 highestTierAllowed，也没有设置某个 HyperNode 具有的 highestTierName：Volcano 不会遵守这项要求。</translation>
    </message>
    <message>
        <source>Of some HyperNodes it is not known which nodes are theirs; they were not searched.</source>
        <translation>有些 HyperNode 不知道包含哪些节点，没有在其中查找。</translation>
    </message>
    <message>
        <source>all pods of %1 within one HyperNode (highestTierAllowed: %2).</source>
        <translation>%1 的所有 Pod 位于同一个 HyperNode 内（highestTierAllowed：%2）。</translation>
    </message>
    <message>
        <source>all pods of %1 within one HyperNode.</source>
        <translation>%1 的所有 Pod 位于同一个 HyperNode 内。</translation>
    </message>
    <message>
        <source>No HyperNode has so low a level.</source>
        <translation>没有这一层级的 HyperNode。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::UseSection</name>
    <message>
        <source>measured at %1</source>
        <translation>采样于 %1</translation>
    </message>
    <message>
        <source>The metrics source has no samples of this card.</source>
        <translation>指标来源没有这张卡的采样。</translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation>显存已用</translation>
    </message>
    <message>
        <source>Utilization</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Last XID</source>
        <translation>最近的 XID</translation>
    </message>
    <message>
        <source>no samples in this time</source>
        <translation>这段时间没有采样</translation>
    </message>
    <message>
        <source>dashed: allocated %1</source>
        <translation>虚线：已分配 %1</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>实际使用</translation>
    </message>
    <message>
        <source>1 h</source>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>6 h</source>
        <translation>6 小时</translation>
    </message>
    <message>
        <source>24 h</source>
        <translation>24 小时</translation>
    </message>
    <message>
        <source>7 d</source>
        <translation>7 天</translation>
    </message>
    <message>
        <source>Time shown by the charts</source>
        <translation>图表的时间范围</translation>
    </message>
    <message>
        <source>last measured %1 ago</source>
        <translation>最近采样于 %1前</translation>
    </message>
    <message>
        <source>%1 utilization</source>
        <translation>利用率 %1</translation>
    </message>
    <message>
        <source>%1 no. %2</source>
        <comment>MIG profile, number of the instance</comment>
        <translation>%1 第 %2 号</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>使用者</translation>
    </message>
    <message>
        <source>%1 (from metrics)</source>
        <translation>%1（来自指标）</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>原因？</translation>
    </message>
    <message>
        <source>%1 (of this pod, from metrics)</source>
        <translation>%1（该 Pod 的用量，来自指标）</translation>
    </message>
    <message>
        <source>%1 (from metrics; how much each uses is not measured)</source>
        <translation>%1（来自指标；各自用量未测量）</translation>
    </message>
    <message>
        <source>No past values: they are stored by GPU index, and the index of this card is not known.</source>
        <translation>无历史数值：历史数值按卡号存储，而这张卡的卡号未知。</translation>
    </message>
    <message>
        <source>Used beyond the allocation</source>
        <translation>超出分配的使用</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::UseTexts</name>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>%1 / %2 GiB (%3)</source>
        <comment>used / total (percent)</comment>
        <translation>%1 / %2 GiB（%3）</translation>
    </message>
    <message>
        <source>Last XID %1, a hardware error: drain the node and check the card. When it came is not known; it stays until the exporter restarts.</source>
        <translation>最近的 XID %1 是硬件错误：请排空节点并检查该卡。发生时间未知；exporter 重启前该值不变。</translation>
    </message>
    <message>
        <source>Last XID %1, usually an application error. When it came is not known; it stays until the exporter restarts.</source>
        <translation>最近的 XID %1，通常是应用错误。发生时间未知；exporter 重启前该值不变。</translation>
    </message>
    <message>
        <source>No metrics source</source>
        <translation>没有指标来源</translation>
    </message>
    <message>
        <source>Looking for a metrics source</source>
        <translation>正在查找指标来源</translation>
    </message>
    <message>
        <source>%1 · last samples %2 ago</source>
        <translation>%1 · 最近的采样在 %2前</translation>
    </message>
    <message>
        <source>Metrics: %1</source>
        <translation>指标：%1</translation>
    </message>
    <message>
        <source>graphics engine exception</source>
        <translation>图形引擎异常</translation>
    </message>
    <message>
        <source>GPU memory page fault</source>
        <translation>显存缺页错误</translation>
    </message>
    <message>
        <source>GPU stopped processing</source>
        <translation>GPU 停止处理</translation>
    </message>
    <message>
        <source>preemptive cleanup after an earlier error</source>
        <translation>先前错误后的抢占式清理</translation>
    </message>
    <message>
        <source>double-bit ECC error</source>
        <translation>双比特 ECC 错误</translation>
    </message>
    <message>
        <source>internal micro-controller halt</source>
        <translation>内部微控制器停止</translation>
    </message>
    <message>
        <source>ECC page retirement or row remapping</source>
        <translation>ECC 页退役或行重映射</translation>
    </message>
    <message>
        <source>ECC page retirement or row remapping failed</source>
        <translation>ECC 页退役或行重映射失败</translation>
    </message>
    <message>
        <source>NVLink error</source>
        <translation>NVLink 错误</translation>
    </message>
    <message>
        <source>GPU has fallen off the bus</source>
        <translation>掉卡（GPU 从总线脱离）</translation>
    </message>
    <message>
        <source>contained ECC error</source>
        <translation>已隔离的 ECC 错误</translation>
    </message>
    <message>
        <source>uncontained ECC error</source>
        <translation>未隔离的 ECC 错误</translation>
    </message>
    <message>
        <source>GSP RPC timeout</source>
        <translation>GSP RPC 超时</translation>
    </message>
    <message>
        <source>GSP error</source>
        <translation>GSP 错误</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>XID, its meaning</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>&lt;0.1</source>
        <translation>&lt;0.1</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WastePage</name>
    <message>
        <source>idle since the pod started</source>
        <translation>自 Pod 启动以来一直闲置</translation>
    </message>
    <message>
        <source>idle the whole time</source>
        <translation>全程闲置</translation>
    </message>
    <message>
        <source>ask for %1</source>
        <translation>可改为申请 %1</translation>
    </message>
    <message>
        <source>shared: look at each pod</source>
        <translation>多个 Pod 共享：请逐个查看</translation>
    </message>
    <message>
        <source>not in the API</source>
        <translation>API 未提供</translation>
    </message>
    <message>
        <source>Cards idle</source>
        <translation>闲置的卡</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>allocated and measured</source>
        <translation>已分配且有采样</translation>
    </message>
    <message>
        <source>Cards listed</source>
        <translation>列出的卡</translation>
    </message>
    <message>
        <source>idle, or at least a third unused</source>
        <translation>闲置，或至少三分之一未使用</translation>
    </message>
    <message>
        <source>Not enough data</source>
        <translation>数据不足，无法判断</translation>
    </message>
    <message>
        <source>asking the metrics source…</source>
        <translation>正在查询指标来源…</translation>
    </message>
    <message>
        <source>until %1</source>
        <translation>截至 %1</translation>
    </message>
    <message>
        <source>Asking the metrics source</source>
        <translation>正在查询指标来源</translation>
    </message>
    <message>
        <source>Nothing is idle</source>
        <translation>没有闲置</translation>
    </message>
    <message>
        <source>No measured card was idle, and none keeps a third of its allocated memory unused.</source>
        <translation>有采样的卡都没有闲置，也没有卡的已分配显存有三分之一以上从未使用。</translation>
    </message>
    <message>
        <source>No allocated card was measured for long enough.</source>
        <translation>没有一张已分配的卡有足够长的采样。</translation>
    </message>
    <message>
        <source>Save the table as CSV</source>
        <translation>将表格保存为 CSV</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>1 h</source>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>6 h</source>
        <translation>6 小时</translation>
    </message>
    <message>
        <source>24 h</source>
        <translation>24 小时</translation>
    </message>
    <message>
        <source>7 d</source>
        <translation>7 天</translation>
    </message>
    <message>
        <source>Time that is looked at</source>
        <translation>统计的时间范围</translation>
    </message>
    <message>
        <source>Show idle cards on the map</source>
        <translation>在热力图上显示闲置卡</translation>
    </message>
    <message>
        <source>Export CSV…</source>
        <translation>导出 CSV…</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>卡号</translation>
    </message>
    <message>
        <source>Held by</source>
        <translation>占用者</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Peak use</source>
        <translation>峰值用量</translation>
    </message>
    <message>
        <source>Utilization</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>%1 (from metrics)</source>
        <translation>%1（来自指标）</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>原因？</translation>
    </message>
    <message>
        <source>idle, or a third unused; the first %1 are shown</source>
        <translation>闲置，或至少三分之一未使用；仅显示前 %1 张</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>GPU 卡</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所属控制器</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>GPU model</source>
        <translation>GPU 型号</translation>
    </message>
    <message>
        <source>Group rows by</source>
        <translation>行的分组方式</translation>
    </message>
    <message>
        <source>Show on the map</source>
        <translation>在热力图上显示</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>闲置</translation>
    </message>
    <message>
        <source>several owners on one card</source>
        <translation>同卡多个控制器</translation>
    </message>
    <message>
        <source>several namespaces on one card</source>
        <translation>同卡多个命名空间</translation>
    </message>
    <message>
        <source>model not reported by the node</source>
        <translation>节点未提供型号</translation>
    </message>
    <message>
        <source>Reclaimable memory</source>
        <translation>可回收显存</translation>
    </message>
    <message>
        <source>Reclaimable</source>
        <translation>可回收</translation>
    </message>
    <message>
        <source>Share reclaimable</source>
        <translation>可回收占比</translation>
    </message>
    <message>
        <source>Used beyond the allocation</source>
        <translation>超出分配的使用</translation>
    </message>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of what is allocated on measured cards</source>
        <translation>占实测卡已分配的 %1</translation>
    </message>
    <message>
        <source>more used than allocated</source>
        <translation>实际使用多于分配</translation>
    </message>
    <message>
        <source>not measured long enough</source>
        <translation>实测时间不够长</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WatchTexts</name>
    <message>
        <source>%1: %2 (%3)</source>
        <comment>place, what, value</comment>
        <translation>%1：%2（%3）</translation>
    </message>
    <message numerus="yes">
        <source>%n alert(s)</source>
        <translation>
            <numerusform>%n 条告警规则已触发</numerusform>
        </translation>
    </message>
    <message>
        <source>High temperature</source>
        <translation>温度过高</translation>
    </message>
    <message>
        <source>XID error</source>
        <translation>XID 错误</translation>
    </message>
    <message>
        <source>Memory nearly full</source>
        <translation>显存将满</translation>
    </message>
    <message>
        <source>Allocated and idle</source>
        <translation>已分配但闲置</translation>
    </message>
    <message>
        <source>No samples</source>
        <translation>无采样</translation>
    </message>
    <message>
        <source>Card temperature above</source>
        <translation>卡的温度高于</translation>
    </message>
    <message>
        <source>A card reports an XID error</source>
        <translation>卡报告 XID 错误</translation>
    </message>
    <message>
        <source>Memory use of a card above</source>
        <translation>卡的已用显存超过</translation>
    </message>
    <message>
        <source>Allocated card idle for</source>
        <translation>已分配的卡闲置达</translation>
    </message>
    <message>
        <source>No new samples for</source>
        <translation>没有新采样已达</translation>
    </message>
    <message>
        <source> h</source>
        <comment>hours, behind a number</comment>
        <translation> 小时</translation>
    </message>
    <message>
        <source> min</source>
        <comment>minutes, behind a number</comment>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>All cards</source>
        <translation>全部卡</translation>
    </message>
    <message>
        <source>Node not ready</source>
        <translation>节点未就绪</translation>
    </message>
    <message>
        <source>Unhealthy card</source>
        <translation>卡不健康</translation>
    </message>
    <message>
        <source>Node with cards not ready for</source>
        <translation>有 GPU 卡的节点未就绪超过</translation>
    </message>
    <message>
        <source>A card is unhealthy</source>
        <translation>卡不健康</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WatchesPage</name>
    <message>
        <source>Desktop notifications are not available: %1</source>
        <translation>桌面不接收通知：%1</translation>
    </message>
    <message>
        <source>before %1</source>
        <translation>%1 之前</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>ongoing</source>
        <translation>持续中</translation>
    </message>
    <message>
        <source>until %1</source>
        <translation>至 %1</translation>
    </message>
    <message>
        <source>No alerts</source>
        <translation>没有告警</translation>
    </message>
    <message>
        <source>Every measured card is within the limits above.</source>
        <translation>所有有采样的卡都在上述限值之内。</translation>
    </message>
    <message>
        <source>Alert rules</source>
        <translation>告警规则</translation>
    </message>
    <message>
        <source>kept on this computer</source>
        <translation>保存在本机</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Show on the map</source>
        <translation>在热力图上显示</translation>
    </message>
    <message>
        <source>Desktop notification</source>
        <translation>桌面通知</translation>
    </message>
    <message>
        <source>Desktop notification: %1</source>
        <translation>桌面通知：%1</translation>
    </message>
    <message>
        <source>hardware</source>
        <translation>硬件类</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意类</translation>
    </message>
    <message>
        <source>XID codes</source>
        <translation>XID 代码</translation>
    </message>
    <message>
        <source>Limit: %1</source>
        <translation>限值：%1</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结束时间</translation>
    </message>
    <message>
        <source>only cards with pods of %1</source>
        <translation>仅含 %1 的 Pod 的卡</translation>
    </message>
    <message>
        <source>No alerts here</source>
        <translation>此处没有告警</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) concern cards without a pod of %1.</source>
        <translation>
            <numerusform>%n 条告警所在的卡上没有 %1 的 Pod。</numerusform>
        </translation>
    </message>
    <message>
        <source>The API server reports no node that is down and no unhealthy card. Use is not measured.</source>
        <translation>API Server 未报告未就绪的节点或不健康的卡。使用情况没有监控数据。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WhatIfActions</name>
    <message>
        <source>Submit a workload</source>
        <translation>提交工作负载</translation>
    </message>
    <message>
        <source>YAML file…</source>
        <translation>YAML 文件…</translation>
    </message>
    <message>
        <source>Schedule the pending pods again</source>
        <translation>重新调度等待中的 Pod</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Remove the step</source>
        <translation>移除步骤</translation>
    </message>
    <message>
        <source>Copy all steps to the other scenario</source>
        <translation>把所有步骤复制到另一场景</translation>
    </message>
    <message>
        <source>Remove all steps</source>
        <translation>移除所有步骤</translation>
    </message>
    <message>
        <source>Choose a YAML file</source>
        <translation>选择 YAML 文件</translation>
    </message>
    <message>
        <source>Manifests (*.yaml *.yml *.json);;All files (*)</source>
        <translation>清单 (*.yaml *.yml *.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Operator steps</source>
        <translation>运维人员需要做的事</translation>
    </message>
    <message>
        <source>Plan the drain…</source>
        <translation>制定排空计划…</translation>
    </message>
    <message>
        <source>Plan the change of mode…</source>
        <translation>制定模式切换计划…</translation>
    </message>
    <message>
        <source>Open a scenario</source>
        <translation>打开场景</translation>
    </message>
    <message>
        <source>Scenarios (*.yaml *.yml *.json);;All files (*)</source>
        <translation>场景 (*.yaml *.yml *.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Save the scenario</source>
        <translation>保存场景</translation>
    </message>
    <message>
        <source>Scenarios (*.yaml)</source>
        <translation>场景 (*.yaml)</translation>
    </message>
    <message>
        <source>The scenario was saved.</source>
        <translation>场景已保存。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WhatIfPage</name>
    <message>
        <source>becomes a step</source>
        <translation>加为步骤</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>number, step</comment>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>cannot be done</source>
        <translation>无法完成</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>未执行到</translation>
    </message>
    <message>
        <source>working…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>The scenario has no steps.</source>
        <translation>场景没有步骤。</translation>
    </message>
    <message>
        <source>Not computed yet.</source>
        <translation>尚未计算完成。</translation>
    </message>
    <message>
        <source>The cluster has changed since the state of %1.</source>
        <translation>%1 之后集群已有变化。</translation>
    </message>
    <message>
        <source>Use the current state</source>
        <translation>更新到当前状态</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>After %1</source>
        <comment>scenario A or B</comment>
        <translation>执行 %1 后</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <comment>pods</comment>
        <translation>
            <numerusform>……另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>all of them with -o json</source>
        <translation>用 -o json 查看全部</translation>
    </message>
    <message>
        <source>Pods of step %1</source>
        <translation>步骤 %1 的 Pod</translation>
    </message>
    <message>
        <source>Pods</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>No pod is affected</source>
        <translation>不影响任何 Pod</translation>
    </message>
    <message>
        <source>Choose a step to see where its pods go.</source>
        <translation>选择一个步骤，查看其 Pod 的去向。</translation>
    </message>
    <message>
        <source>What-if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>Add step</source>
        <translation>添加步骤</translation>
    </message>
    <message>
        <source>Defragment…</source>
        <translation>碎片整理…</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Turn into a plan</source>
        <translation>转为计划</translation>
    </message>
    <message>
        <source>Add steps with the button, drag a workload here, or choose &quot;In what-if&quot; in the menu of a node or pod.</source>
        <translation>点击按钮添加步骤，把工作负载拖到这里，或在节点、Pod 的菜单中选择“加入假设分析”。</translation>
    </message>
    <message>
        <source>After the steps</source>
        <translation>执行后</translation>
    </message>
    <message>
        <source>Changed cards are outlined. Nothing is sent.</source>
        <translation>有变化的卡已描边。不会提交任何更改。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WhatIfTexts</name>
    <message numerus="yes">
        <source>Add %n node(s) like %1</source>
        <translation>
            <numerusform>添加 %n 个与 %1 同类的节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove the node %1</source>
        <translation>移除节点 %1</translation>
    </message>
    <message>
        <source>Drain %1, with bare pods and local data</source>
        <translation>排空 %1，包括裸 Pod 和本地数据</translation>
    </message>
    <message>
        <source>Drain the node %1</source>
        <translation>排空节点 %1</translation>
    </message>
    <message>
        <source>Switch the node %1 to %2</source>
        <translation>把节点 %1 切换为 %2</translation>
    </message>
    <message>
        <source>Submit a workload</source>
        <translation>提交工作负载</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>删除 %1</translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation>显存 %1</translation>
    </message>
    <message>
        <source>compute %1 %</source>
        <translation>算力 %1 %</translation>
    </message>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>Change the request of %1: %2</source>
        <translation>更改 %1 的请求：%2</translation>
    </message>
    <message>
        <source>Schedule the pending pods again</source>
        <translation>重新调度等待中的 Pod</translation>
    </message>
    <message>
        <source>Move the pod %1 to another node</source>
        <translation>把 Pod %1 迁移到其他节点</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) added</source>
        <translation>
            <numerusform>添加 %n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n placed</source>
        <comment>pods</comment>
        <translation>
            <numerusform>放置 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pending</source>
        <comment>pods</comment>
        <translation>
            <numerusform>%n 个等待</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n gone</source>
        <comment>pods</comment>
        <translation>
            <numerusform>%n 个被移除</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stay(s)</source>
        <comment>pods</comment>
        <translation>
            <numerusform>%n 个留在原处</numerusform>
        </translation>
    </message>
    <message>
        <source>No pod is affected</source>
        <translation>不影响任何 Pod</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>被移除</translation>
    </message>
    <message>
        <source>depends on an earlier placement</source>
        <translation>取决于前面步骤的放置结果</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>%1 个并列位置之一</translation>
    </message>
    <message>
        <source>Step %1 (%2) cannot be done. %3</source>
        <comment>number, what it does, why</comment>
        <translation>步骤 %1（%2）无法完成。%3</translation>
    </message>
    <message>
        <source>plan &quot;%1&quot;</source>
        <translation>计划“%1”</translation>
    </message>
    <message>
        <source>submit the manifest</source>
        <translation>提交清单</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>cannot be done from here; do it where the nodes or the workload are managed</source>
        <translation>无法在此完成；请到管理节点或工作负载的地方操作</translation>
    </message>
    <message>
        <source>nothing to do</source>
        <translation>无需操作</translation>
    </message>
    <message>
        <source>Nothing has to move: free already: %1.</source>
        <translation>无需迁移，已经空闲：%1。</translation>
    </message>
    <message numerus="yes">
        <source>%n move(s) free %1. Proven: fewer cannot do it.</source>
        <translation>
            <numerusform>迁移 %n 次可空出 %1。已证明为最少次数。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n move(s) free %1. Best found; fewer were not ruled out.</source>
        <translation>
            <numerusform>迁移 %n 次可空出 %1。这是目前最优方案，未排除更少的次数。</numerusform>
        </translation>
    </message>
    <message>
        <source>No card can be freed by moving the movable pods.</source>
        <translation>即使迁移所有可迁移的 Pod，也无法空出一张卡。</translation>
    </message>
    <message>
        <source>No sequence of moves was found.</source>
        <translation>没有找到可行的迁移方案。</translation>
    </message>
    <message>
        <source>Stopped before a list of moves was found.</source>
        <translation>在找到可行的迁移方案之前已停止。</translation>
    </message>
    <message numerus="yes">
        <source>%n list(s) of moves tried.</source>
        <translation>
            <numerusform>已尝试 %n 组迁移方案。</numerusform>
        </translation>
    </message>
    <message>
        <source>The search reached its limit.</source>
        <translation>已达到搜索上限。</translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) are allocated to pods that cannot be moved.</source>
        <translation>
            <numerusform>%n 张卡被不可迁移的 Pod 占用。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) with unknown memory were left out.</source>
        <translation>
            <numerusform>%n 张卡的显存未知，未计入。</numerusform>
        </translation>
    </message>
    <message>
        <source>Disruption budgets were not read.</source>
        <translation>未读取干扰预算（PDB）。</translation>
    </message>
    <message>
        <source>No GPU pods are known, so it cannot be said which free cards will be useful.</source>
        <translation>没有已知的 GPU Pod，无从判断哪些空闲的卡会有用。</translation>
    </message>
    <message>
        <source>No node takes the request, or none that the method can rate.</source>
        <translation>没有节点放得下该请求，或没有该方法能评分的节点。</translation>
    </message>
    <message>
        <source>%1, card %2</source>
        <comment>node, card</comment>
        <translation>%1，卡 %2</translation>
    </message>
    <message>
        <source> (up to %1)</source>
        <translation>（最多 %1）</translation>
    </message>
    <message>
        <source>The scheduler may take this place as well. Advice only: it does not follow the policy.</source>
        <translation>调度器也可能选择此位置。仅供参考：调度器不会按该策略放置。</translation>
    </message>
    <message>
        <source>Advice only: the scheduler does not follow it.</source>
        <translation>仅供参考：调度器不会采纳。</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <comment>fragmentation before and after</comment>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>%1 cards</source>
        <comment>decimal number</comment>
        <translation>%1 张卡</translation>
    </message>
    <message>
        <source>Nodes with cards</source>
        <translation>有卡的节点</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总量</translation>
    </message>
    <message>
        <source>Allocation</source>
        <translation>分配率</translation>
    </message>
    <message>
        <source>Free on schedulable nodes</source>
        <translation>可调度节点的空闲量</translation>
    </message>
    <message>
        <source>Largest free slot</source>
        <translation>最大空闲块</translation>
    </message>
    <message>
        <source>Whole free cards</source>
        <translation>整张空闲卡</translation>
    </message>
    <message>
        <source>Pending pods</source>
        <translation>等待中的 Pod</translation>
    </message>
    <message>
        <source>the pod %1</source>
        <translation>Pod %1</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>workload, namespace</comment>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>a card of %1</source>
        <translation>%1 的一张卡</translation>
    </message>
    <message>
        <source>%1 on %2, card %3</source>
        <comment>memory, node, card</comment>
        <translation>%2 卡 %3 上的 %1</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>到 %1</translation>
    </message>
    <message>
        <source>on %1, card %2</source>
        <translation>到 %1，卡 %2</translation>
    </message>
    <message>
        <source>pending: %1</source>
        <translation>等待：%1</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>pending; nearest is %1: %2</source>
        <translation>等待；最接近的是 %1：%2</translation>
    </message>
    <message>
        <source>Fragmented capacity</source>
        <translation>碎片容量</translation>
    </message>
    <message numerus="yes">
        <source>Submit %1, %n pod(s)</source>
        <translation>
            <numerusform>提交 %1，%n 个 Pod</numerusform>
        </translation>
    </message>
    <message>
        <source>not placed, for the manifest does not say which pods or how many: %1</source>
        <translation>未放置，因为清单没有说明是哪些 Pod 或有多少个：%1</translation>
    </message>
    <message>
        <source>pending: it fits, but too few pods of its gang do</source>
        <translation>等待中：该 Pod 放得下，但其 gang 中放得下的 Pod 太少</translation>
    </message>
    <message>
        <source>cordon, evict the pod (as far as its PodDisruptionBudget allows; before Kubernetes 1.22 the body says policy/v1beta1), uncordon once it runs elsewhere</source>
        <translation>封锁节点，驱逐 Pod（以其 PodDisruptionBudget 允许为限；Kubernetes 1.22 之前请求体写 policy/v1beta1），待 Pod 在别处运行后解除封锁</translation>
    </message>
    <message>
        <source>No node was looked at: none that is schedulable has such cards.</source>
        <translation>没有可查看的节点：可调度的节点都没有这样的卡。</translation>
    </message>
    <message>
        <source>%1 on one card cannot be reached by moving the movable pods.</source>
        <translation>即使迁移所有可迁移的 Pod，也无法在一张卡上空出 %1。</translation>
    </message>
    <message>
        <source>The node hands out whole cards: this memory is for workloads that ask for one.</source>
        <translation>该节点按整卡分配：这部分显存供申请整卡的工作负载使用。</translation>
    </message>
    <message numerus="yes">
        <source>Looked at: %n schedulable node(s) that share cards by memory.</source>
        <translation>
            <numerusform>已查看 %n 个按显存共享卡的可调度节点。</numerusform>
        </translation>
    </message>
    <message>
        <source>No schedulable node that was looked at shares cards by memory.</source>
        <translation>所查看的可调度节点都不按显存共享卡。</translation>
    </message>
    <message>
        <source>%1 on a card of %2</source>
        <comment>memory, node</comment>
        <translation>%2 的一张卡上的 %1</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WorkloadAsk</name>
    <message numerus="yes">
        <source>%1 · %n pod(s)</source>
        <comment>kind of workload</comment>
        <translation>
            <numerusform>%1 · %n 个 Pod</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WorkloadForm</name>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>副本数</translation>
    </message>
    <message>
        <source>Completions</source>
        <translation>完成数</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>CPU request</source>
        <translation>CPU 请求</translation>
    </message>
    <message>
        <source>CPU limit</source>
        <translation>CPU 限制</translation>
    </message>
    <message>
        <source>Memory request</source>
        <translation>内存请求</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>内存限制</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>GPU core</source>
        <translation>算力</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>GPU 卡数</translation>
    </message>
    <message>
        <source>Node selector</source>
        <translation>节点选择器</translation>
    </message>
    <message>
        <source>Tolerations</source>
        <translation>容忍度</translation>
    </message>
    <message>
        <source>This must be filled in.</source>
        <translation>必须填写。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a valid name: use lowercase letters, digits and &quot;-&quot;.</source>
        <translation>“%1”不是合法名称：只能使用小写字母、数字和“-”。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a whole number without a unit.</source>
        <translation>“%1”必须是不带单位的整数。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a quantity. Write 500m, 2 or 4Gi.</source>
        <translation>“%1”不是合法的资源量。请写成 500m、2 或 4Gi。</translation>
    </message>
    <message>
        <source>The limit %1 is below the request %2.</source>
        <translation>限制 %1 小于请求 %2。</translation>
    </message>
    <message>
        <source>The image &quot;%1&quot; contains a space.</source>
        <translation>镜像“%1”中含有空格。</translation>
    </message>
    <message>
        <source>The request of %1 must equal its limit.</source>
        <translation>%1 的请求必须等于限制。</translation>
    </message>
    <message>
        <source>The selector asks for the label %1, which the pods do not have.</source>
        <translation>选择器要求标签 %1，但 Pod 没有该标签。</translation>
    </message>
    <message>
        <source>A Job needs restartPolicy Never or OnFailure.</source>
        <translation>Job 的 restartPolicy 必须是 Never 或 OnFailure。</translation>
    </message>
    <message>
        <source>A Job needs restartPolicy Never or OnFailure, not %1.</source>
        <translation>Job 的 restartPolicy 必须是 Never 或 OnFailure，不能是 %1。</translation>
    </message>
    <message>
        <source>The operator %1 must be Equal, or Exists without a value.</source>
        <translation>操作符 %1 必须是 Equal，或不带值的 Exists。</translation>
    </message>
    <message>
        <source>%1 is not divisible by %2 cards. Each card gives the same amount.</source>
        <translation>%1 不能被 %2 张 GPU 卡整除。每张卡提供相同的量。</translation>
    </message>
    <message>
        <source>%1 % is not a multiple of 5.</source>
        <translation>%1 % 不是 5 的倍数。</translation>
    </message>
    <message>
        <source>%1 % is outside 5 to 100.</source>
        <translation>%1 % 不在 5 到 100 之间。</translation>
    </message>
    <message>
        <source>Core is only given together with GPU memory.</source>
        <translation>算力必须与显存一起申请。</translation>
    </message>
    <message>
        <source>Core isolation is documented for one card only.</source>
        <translation>文档只说明了单卡的算力隔离。</translation>
    </message>
    <message>
        <source>Only one form of request is allowed; found %1.</source>
        <translation>只允许一种申请形式；这里同时写了 %1。</translation>
    </message>
    <message>
        <source>The card count is a label of the pod; the scheduler does not read it at %1.</source>
        <translation>GPU 卡数是 Pod 的标签；写在 %1 处调度器不会读取。</translation>
    </message>
    <message>
        <source>The value of the label aliyun.com/gpu-count must be quoted.</source>
        <translation>标签 aliyun.com/gpu-count 的值必须加引号。</translation>
    </message>
    <message>
        <source>No GPU</source>
        <translation>不申请 GPU</translation>
    </message>
    <message>
        <source>Request form</source>
        <translation>申请方式</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>共享显存</translation>
    </message>
    <message>
        <source>Memory and core</source>
        <translation>显存和算力</translation>
    </message>
    <message>
        <source>Whole cards</source>
        <translation>整卡</translation>
    </message>
    <message>
        <source>Cards by topology</source>
        <translation>拓扑感知整卡</translation>
    </message>
    <message>
        <source>aliyun.com/gpu-mem: nodes in mode cgpu, share or mps, and the open-source stack</source>
        <translation>aliyun.com/gpu-mem：cgpu、share、mps 模式的节点以及开源栈</translation>
    </message>
    <message>
        <source>aliyun.com/gpu-mem and gpu-core.percentage: nodes in mode core_mem</source>
        <translation>aliyun.com/gpu-mem 和 gpu-core.percentage：core_mem 模式的节点</translation>
    </message>
    <message>
        <source>nvidia.com/gpu: nodes in mode default (exclusive)</source>
        <translation>nvidia.com/gpu：独占模式的节点</translation>
    </message>
    <message>
        <source>aliyun.com/gpu: nodes in mode topology</source>
        <translation>aliyun.com/gpu：topology 模式的节点</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is negative.</source>
        <translation>“%1”是负数。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is too small: at least 1.</source>
        <translation>“%1”过小：至少为 1。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is too large.</source>
        <translation>“%1”过大。</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WorkloadFormView</name>
    <message>
        <source>Workload</source>
        <translation>工作负载</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>Scheduling constraints</source>
        <translation>调度约束</translation>
    </message>
    <message>
        <source>Write key=value, with commas between.</source>
        <translation>请写成 key=value，用英文逗号分隔。</translation>
    </message>
    <message>
        <source>Write key=value:NoSchedule or key:NoExecute, with commas between.</source>
        <translation>请写成 key=value:NoSchedule 或 key:NoExecute，用英文逗号分隔。</translation>
    </message>
    <message>
        <source>A quote is not closed.</source>
        <translation>引号没有闭合。</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Parallelism</source>
        <translation>并行数</translation>
    </message>
    <message>
        <source>%1 (%)</source>
        <translation>%1（%）</translation>
    </message>
    <message>
        <source>%1 (GiB)</source>
        <translation>%1（GiB）</translation>
    </message>
    <message>
        <source>%1 (MiB)</source>
        <translation>%1（MiB）</translation>
    </message>
    <message>
        <source>In total, over all cards</source>
        <translation>所有卡的总量</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WorkloadPage</name>
    <message>
        <source>The form cannot change this in the text.</source>
        <translation>表单无法在文本中做此更改。</translation>
    </message>
    <message>
        <source>The server is checking</source>
        <translation>服务器正在检查</translation>
    </message>
    <message>
        <source>The text cannot be parsed; the form shows the last valid version.</source>
        <translation>无法读取文本；表单显示的是上一次的内容。</translation>
    </message>
    <message>
        <source>This text is edited as text only.</source>
        <translation>该文本只能以文本方式编辑。</translation>
    </message>
    <message>
        <source>Form and text agree, and no rule is broken.</source>
        <translation>表单与文本一致，未违反任何规则。</translation>
    </message>
    <message numerus="yes">
        <source>%n rule(s) broken</source>
        <translation>
            <numerusform>违反 %n 条规则</numerusform>
        </translation>
    </message>
    <message>
        <source>Put the number of cards where it belongs</source>
        <translation>把 GPU 卡数放到正确的位置</translation>
    </message>
    <message>
        <source>Open a workload</source>
        <translation>打开工作负载</translation>
    </message>
    <message>
        <source>YAML or JSON (*.yaml *.yml *.json)</source>
        <translation>YAML 或 JSON (*.yaml *.yml *.json)</translation>
    </message>
    <message>
        <source>Save the workload</source>
        <translation>保存工作负载</translation>
    </message>
    <message>
        <source>YAML (*.yaml)</source>
        <translation>YAML (*.yaml)</translation>
    </message>
    <message>
        <source>The server cannot be reached for the check.</source>
        <translation>无法连接服务器进行检查。</translation>
    </message>
    <message>
        <source>The server is checking (dry run)</source>
        <translation>服务器正在检查（试运行）</translation>
    </message>
    <message>
        <source>Server dry run passed</source>
        <translation>服务器试运行通过</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) would be created</source>
        <translation>
            <numerusform>将创建 %n 个对象</numerusform>
        </translation>
    </message>
    <message>
        <source>The server refuses %1</source>
        <translation>服务器拒绝了 %1</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Check on the server</source>
        <translation>在服务器上检查</translation>
    </message>
    <message>
        <source>Preview placement</source>
        <translation>放置预览</translation>
    </message>
    <message>
        <source>New workload</source>
        <translation>新工作负载</translation>
    </message>
    <message>
        <source>YAML of the workload</source>
        <translation>工作负载的 YAML</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>What a field of the form says cannot be read: %1</source>
        <translation>表单中有字段的内容无法读取：%1</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WorkloadTexts</name>
    <message>
        <source>%1 running</source>
        <translation>%1 个运行中</translation>
    </message>
    <message>
        <source>%1 starting</source>
        <translation>%1 个启动中</translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>%1 个等待中</translation>
    </message>
    <message>
        <source>%1 succeeded</source>
        <translation>%1 个已成功</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 个已失败</translation>
    </message>
    <message>
        <source>%1 unknown</source>
        <translation>%1 个未知</translation>
    </message>
    <message>
        <source>no pods yet</source>
        <translation>还没有 Pod</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>pods or cards of those that are wanted</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 (at least %2)</source>
        <comment>a gang and how many of its pods start together</comment>
        <translation>%1（至少 %2 个）</translation>
    </message>
    <message numerus="yes">
        <source>%n gang(s)</source>
        <translation>
            <numerusform>%n 个 gang</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is %2: %3</source>
        <comment>a condition of an object</comment>
        <translation>%1 为 %2：%3</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <comment>a condition of an object</comment>
        <translation>%1 为 %2</translation>
    </message>
    <message>
        <source>suspended</source>
        <comment>a workload</comment>
        <translation>已挂起</translation>
    </message>
    <message>
        <source>admitted, no pods yet</source>
        <translation>已准入，尚无 Pod</translation>
    </message>
    <message>
        <source>quota reserved, waits for admission checks</source>
        <translation>已预留配额，等待准入检查</translation>
    </message>
    <message>
        <source>waits for quota</source>
        <translation>等待配额</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WorkloadsPage</name>
    <message>
        <source>Show on map</source>
        <translation>在热力图上显示</translation>
    </message>
    <message>
        <source>Open node</source>
        <translation>打开节点</translation>
    </message>
    <message>
        <source>Preview placement</source>
        <translation>放置预览</translation>
    </message>
    <message>
        <source>Only this namespace</source>
        <translation>仅此命名空间</translation>
    </message>
    <message>
        <source>Copy the pod&apos;s name</source>
        <translation>复制 Pod 名称</translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s)</source>
        <translation>
            <numerusform>%n 个 Pod</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 pods</source>
        <translation>%1 / %2 个 Pod</translation>
    </message>
    <message>
        <source>No pods that ask for GPUs</source>
        <translation>没有请求 GPU 的 Pod</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Add to what-if</source>
        <translation>加入假设分析</translation>
    </message>
    <message>
        <source>Move it to another node</source>
        <translation>迁移到其他节点</translation>
    </message>
    <message>
        <source>Change its request…</source>
        <translation>更改请求…</translation>
    </message>
    <message>
        <source>Delete it</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>New workload</source>
        <translation>新建工作负载</translation>
    </message>
    <message>
        <source>Filter workloads and pods: ns:team-a  state:pending  node:sd-  mem&gt;=8</source>
        <translation>筛选工作负载和 Pod：ns:team-a  state:pending  node:sd-  mem&gt;=8</translation>
    </message>
    <message>
        <source>This workload has no pods yet</source>
        <translation>该工作负载还没有 Pod</translation>
    </message>
    <message>
        <source>Show all pods</source>
        <translation>显示全部 Pod</translation>
    </message>
    <message>
        <source>Workloads</source>
        <translation>工作负载</translation>
    </message>
    <message>
        <source>Pods</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>Pods of %1 %2</source>
        <comment>kind and name of a workload</comment>
        <translation>%1 %2 的 Pod</translation>
    </message>
    <message>
        <source>Pods of all workloads</source>
        <translation>全部工作负载的 Pod</translation>
    </message>
    <message>
        <source>Copy the workload&apos;s name</source>
        <translation>复制工作负载名称</translation>
    </message>
    <message>
        <source>No pod matches the filter</source>
        <translation>没有符合筛选条件的 Pod</translation>
    </message>
    <message numerus="yes">
        <source>Pods of %n workload(s)</source>
        <translation>
            <numerusform>%n 个工作负载的 Pod</numerusform>
        </translation>
    </message>
    <message>
        <source>Pods of %1 of %2 workloads</source>
        <translation>%1 / %2 个工作负载的 Pod</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Events of the workload, its PodGroups, its Workloads of Kueue and what made its pods</source>
        <translation>该工作负载、它的 PodGroup、它的 Kueue Workload 以及创建其 Pod 的对象的事件</translation>
    </message>
    <message>
        <source>Show events</source>
        <translation>查看事件</translation>
    </message>
    <message>
        <source>View YAML</source>
        <translation>查看 YAML</translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WriteTexts</name>
    <message>
        <source>A saved snapshot cannot be changed: open the cluster itself</source>
        <translation>已保存的快照不能更改：请打开集群本身</translation>
    </message>
    <message>
        <source>This connection is read-only</source>
        <translation>该连接只读</translation>
    </message>
    <message>
        <source>The connection is lost; changes are possible once it is restored</source>
        <translation>连接已断开：恢复后才能更改</translation>
    </message>
</context>
</TS>

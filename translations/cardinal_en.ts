<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>CardTableModel</name>
    <message numerus="yes">
        <source>%1 of %n card(s) of the node allocated; which ones is unknown</source>
        <translation>
            <numerusform>%1 of %n card of the node allocated; which one is unknown</numerusform>
            <numerusform>%1 of %n cards of the node allocated; which ones is unknown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NodeLine</name>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n card</numerusform>
            <numerusform>%n cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NodeTableModel</name>
    <message numerus="yes">
        <source>%n unhealthy card(s)</source>
        <translation>
            <numerusform>%n unhealthy card</numerusform>
            <numerusform>%n unhealthy cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Capacity</name>
    <message numerus="yes">
        <source>%1 more fit now, on %n node(s).</source>
        <translation>
            <numerusform>%1 more fit now, on %n node.</numerusform>
            <numerusform>%1 more fit now, on %n nodes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>How many more fit is unknown: no node is known to take any, and of %n node(s) it is unknown.</source>
        <translation>
            <numerusform>How many more fit is unknown: no node is known to take any, and of %n node it is unknown.</numerusform>
            <numerusform>How many more fit is unknown: no node is known to take any, and of %n nodes it is unknown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %1 more fit now; of %n node(s) it is unknown what they take.</source>
        <translation>
            <numerusform>At least %1 more fit now; of %n node it is unknown what it takes.</numerusform>
            <numerusform>At least %1 more fit now; of %n nodes it is unknown what they take.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Cards</name>
    <message numerus="yes">
        <source>%n measured card(s) match no node of this cluster; the first is %1.</source>
        <translation>
            <numerusform>%n measured card matches no node of this cluster: %1.</numerusform>
            <numerusform>%n measured cards match no node of this cluster; the first is %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Explanation</name>
    <message numerus="yes">
        <source>any %n</source>
        <comment>any n cards of the node</comment>
        <translation>
            <numerusform>any %n</numerusform>
            <numerusform>any %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>... and %n more (all of them with -o json)</source>
        <translation>
            <numerusform>... and %n more (all of them with -o json)</numerusform>
            <numerusform>... and %n more (all of them with -o json)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %1 it is unknown whether it takes the pod; %n other node(s) would.</source>
        <translation>
            <numerusform>Of %1 it is unknown whether it takes the pod; %n other node would.</numerusform>
            <numerusform>Of %1 it is unknown whether it takes the pod; %n other nodes would.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 does not take the pod; %n other node(s) would.</source>
        <translation>
            <numerusform>%1 does not take the pod; %n other node would.</numerusform>
            <numerusform>%1 does not take the pod; %n other nodes would.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::GroupQueues</name>
    <message numerus="yes">
        <source>and %n more row(s); -o json prints all</source>
        <translation>
            <numerusform>and %n more row; -o json prints all</numerusform>
            <numerusform>and %n more rows; -o json prints all</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Journal</name>
    <message numerus="yes">
        <source>%n line(s) of the journal cannot be read.</source>
        <translation>
            <numerusform>%n line of the journal cannot be read.</numerusform>
            <numerusform>%n lines of the journal cannot be read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Node</name>
    <message numerus="yes">
        <source>The server would accept %n write(s).</source>
        <translation>
            <numerusform>The server would accept %n write.</numerusform>
            <numerusform>The server would accept %n writes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::NodeWork</name>
    <message numerus="yes">
        <source>Run the plan(s) on %n node(s)? Type %1 to continue:</source>
        <translation>
            <numerusform>Run the plan on %n node? Type %1 to continue:</numerusform>
            <numerusform>Run the plans on %n nodes? Type %1 to continue:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) after it were not touched.</source>
        <translation>
            <numerusform>%n node after it was not touched.</numerusform>
            <numerusform>%n nodes after it were not touched.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) of the journal cannot be read.</source>
        <translation>
            <numerusform>%n line of the journal cannot be read.</numerusform>
            <numerusform>%n lines of the journal cannot be read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Nodes</name>
    <message numerus="yes">
        <source>%1 of %n node(s) with GPUs match.</source>
        <translation>
            <numerusform>%1 of %n node with GPUs matches.</numerusform>
            <numerusform>%1 of %n nodes with GPUs match.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Pending</name>
    <message numerus="yes">
        <source>%n GPU pod(s) are waiting; &quot;cardinal explain POD&quot; shows every node and card.</source>
        <translation>
            <numerusform>%n GPU pod is waiting; &quot;cardinal explain POD&quot; tells every node and card.</numerusform>
            <numerusform>%n GPU pods are waiting; &quot;cardinal explain POD&quot; tells every node and card.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Queues</name>
    <message numerus="yes">
        <source>and %n more workload(s); -o json prints all</source>
        <translation>
            <numerusform>and %n more workload; -o json prints all</numerusform>
            <numerusform>and %n more workloads; -o json prints all</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Report</name>
    <message numerus="yes">
        <source>any %n</source>
        <comment>any n cards of the node</comment>
        <translation>
            <numerusform>any %n</numerusform>
            <numerusform>any %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>... and %n more (all of them with -o json)</source>
        <translation>
            <numerusform>... and %n more (all of them with -o json)</numerusform>
            <numerusform>... and %n more (all of them with -o json)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n replica(s): %2</source>
        <comment>workload, request</comment>
        <translation>
            <numerusform>%1, %n replica: %2</numerusform>
            <numerusform>%1, %n replicas: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n replica(s) do not fit.</source>
        <translation>
            <numerusform>%n replica does not fit.</numerusform>
            <numerusform>%n replicas do not fit.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) refuse:</source>
        <translation>
            <numerusform>%n node refuses:</numerusform>
            <numerusform>%n nodes refuse:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only %n replica(s) can be created.</source>
        <translation>
            <numerusform>Only %n replica can be created.</numerusform>
            <numerusform>Only %n replicas can be created.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 more have no known place: of %n node(s) it is unknown what they take.</source>
        <translation>
            <numerusform>%1 more have no known place: of %n node it is unknown what it takes.</numerusform>
            <numerusform>%1 more have no known place: of %n nodes it is unknown what they take.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::SimulateGolden</name>
    <message numerus="yes">
        <source>... and %n more difference(s) (all of them with -o json)</source>
        <translation>
            <numerusform>... and %n more difference (all of them with -o json)</numerusform>
            <numerusform>... and %n more differences (all of them with -o json)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::SimulateTrace</name>
    <message numerus="yes">
        <source>%n node(s) without GPU take no part.</source>
        <translation>
            <numerusform>%n node without GPU takes no part.</numerusform>
            <numerusform>%n nodes without GPU take no part.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Submit</name>
    <message numerus="yes">
        <source>%n object(s) had been created before; they are still there.</source>
        <translation>
            <numerusform>%n object had been created before; it is still there.</numerusform>
            <numerusform>%n objects had been created before; they are still there.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Create %n object(s) in the cluster %1? Type the name of the context to go on:</source>
        <translation>
            <numerusform>Create %n object in the cluster %1? Type the name of the context to go on:</numerusform>
            <numerusform>Create %n objects in the cluster %1? Type the name of the context to go on:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Waste</name>
    <message numerus="yes">
        <source>%n allocated card(s) cannot be judged: not measured, or not long enough.</source>
        <translation>
            <numerusform>%n allocated card cannot be judged: not measured, or not long enough.</numerusform>
            <numerusform>%n allocated cards cannot be judged: not measured, or not long enough.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more card(s); -o json prints all</source>
        <translation>
            <numerusform>and %n more card; -o json prints all</numerusform>
            <numerusform>and %n more cards; -o json prints all</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::WhatIf</name>
    <message numerus="yes">
        <source>... and %n more pod(s)</source>
        <translation>
            <numerusform>... and %n more pod</numerusform>
            <numerusform>... and %n more pods</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::AdmissionTexts</name>
    <message numerus="yes">
        <source>It starts with %n pod(s) of %1, which it allows.</source>
        <translation>
            <numerusform>It starts with %n pod of %1, which it allows.</numerusform>
            <numerusform>It starts with %n pods of %1, which it allows.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Kueue: all %n pod(s) of %1 would be admitted now to ClusterQueue %2 with flavor %3.</source>
        <translation>
            <numerusform>Kueue: all %n pod of %1 would be admitted now to ClusterQueue %2 with flavor %3.</numerusform>
            <numerusform>Kueue: all %n pods of %1 would be admitted now to ClusterQueue %2 with flavor %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Kueue: all %n group(s) of %1 would be admitted now to ClusterQueue %2 with flavor %3.</source>
        <translation>
            <numerusform>Kueue: all %n group of %1 would be admitted now to ClusterQueue %2 with flavor %3.</numerusform>
            <numerusform>Kueue: all %n groups of %1 would be admitted now to ClusterQueue %2 with flavor %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Kueue: %n of %1 pods of %2 would get quota now in ClusterQueue %3 with flavor %4. The next one: %5</source>
        <translation>
            <numerusform>Kueue: %n of %1 pods of %2 would get quota now in ClusterQueue %3 with flavor %4. The next one: %5</numerusform>
            <numerusform>Kueue: %n of %1 pods of %2 would get quota now in ClusterQueue %3 with flavor %4. The next one: %5</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Kueue: %n of %1 groups of %2 would get quota now in ClusterQueue %3 with flavor %4. The next one: %5</source>
        <translation>
            <numerusform>Kueue: %n of %1 groups of %2 would get quota now in ClusterQueue %3 with flavor %4. The next one: %5</numerusform>
            <numerusform>Kueue: %n of %1 groups of %2 would get quota now in ClusterQueue %3 with flavor %4. The next one: %5</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Kueue: the first %n of %1 would get quota now in ClusterQueue %2 with flavor %3; the others were not asked about.</source>
        <translation>
            <numerusform>Kueue: the first %n of %1 would get quota now in ClusterQueue %2 with flavor %3; the others were not asked about.</numerusform>
            <numerusform>Kueue: the first %n of %1 would get quota now in ClusterQueue %2 with flavor %3; the others were not asked about.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CardPane</name>
    <message numerus="yes">
        <source>%n contradiction(s)</source>
        <translation>
            <numerusform>%n contradiction</numerusform>
            <numerusform>%n contradictions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CardStackRows</name>
    <message numerus="yes">
        <source>and %n more card(s): see the Cards page</source>
        <translation>
            <numerusform>and %n more card: see the Cards page</numerusform>
            <numerusform>and %n more cards: see the Cards page</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CardsPage</name>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n card</numerusform>
            <numerusform>%n cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CertaintyTexts</name>
    <message numerus="yes">
        <source>It is placed on one of %n node(s) that tie; the scheduler chooses among them.</source>
        <translation>
            <numerusform>It is placed on one node; the scheduler chooses the card.</numerusform>
            <numerusform>It is placed on one of %n nodes that tie; the scheduler chooses among them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are equally good by the rules of the GPU stack&apos;s scheduler: %1 or another. A version that was not compared may choose otherwise.</source>
        <translation>
            <numerusform>%n node is equally good by the rules of the GPU stack&apos;s scheduler: %1 or another. A version that was not compared may choose otherwise.</numerusform>
            <numerusform>%n nodes are equally good by the rules of the GPU stack&apos;s scheduler: %1 or another. A version that was not compared may choose otherwise.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No node is known to take it now; of %n node(s) it is unknown.</source>
        <translation>
            <numerusform>No node is known to take it now; of %n node it is unknown.</numerusform>
            <numerusform>No node is known to take it now; of %n nodes it is unknown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It is placed on one of %n node(s): which one depends on whether kube-scheduler knows its new controller by then.</source>
        <translation>
            <numerusform>It is placed on %n node: which one depends on whether kube-scheduler knows its new controller by then.</numerusform>
            <numerusform>It is placed on one of %n nodes: which one depends on whether kube-scheduler knows its new controller by then.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ChartTools</name>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n card</numerusform>
            <numerusform>%n cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ChartsPage</name>
    <message numerus="yes">
        <source>%n card(s) compared</source>
        <translation>
            <numerusform>%n card</numerusform>
            <numerusform>%n cards compared</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n card(s)</source>
        <translation>
            <numerusform>%1: %n card</numerusform>
            <numerusform>%1: %n cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ClusterView</name>
    <message numerus="yes">
        <source>Created %n object(s)</source>
        <translation>
            <numerusform>Created %n object</numerusform>
            <numerusform>Created %n objects</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ComparePage</name>
    <message numerus="yes">
        <source>%n card(s) outlined: they changed</source>
        <translation>
            <numerusform>%n card outlined: it changed</numerusform>
            <numerusform>%n cards outlined: they changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ConnectionDialog</name>
    <message numerus="yes">
        <source>%n list(s), read every 30 seconds instead</source>
        <translation>
            <numerusform>%n list, read every 30 seconds instead</numerusform>
            <numerusform>%n lists, read every 30 seconds instead</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>allowed in %n namespace(s): %1</source>
        <translation>
            <numerusform>allowed in %n namespace: %1</numerusform>
            <numerusform>allowed in %n namespaces: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>denied in %n namespace(s): %1</source>
        <translation>
            <numerusform>denied in %n namespace: %1</numerusform>
            <numerusform>denied in %n namespaces: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not known in %n namespace(s): %1</source>
        <translation>
            <numerusform>not known in %n namespace: %1</numerusform>
            <numerusform>not known in %n namespaces: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CordonBar</name>
    <message numerus="yes">
        <source>%n node(s) are cordoned</source>
        <translation>
            <numerusform>%n node is cordoned</numerusform>
            <numerusform>%n nodes are cordoned</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are schedulable again</source>
        <translation>
            <numerusform>%n node is schedulable again</numerusform>
            <numerusform>%n nodes are schedulable again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cordon %n node(s)</source>
        <translation>
            <numerusform>Cordon %n node</numerusform>
            <numerusform>Cordon %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Uncordon %n node(s)</source>
        <translation>
            <numerusform>Uncordon %n node</numerusform>
            <numerusform>Uncordon %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 in %n second(s). The server&apos;s dry run passed.</source>
        <translation>
            <numerusform>%1 in %n second. The server&apos;s dry run passed.</numerusform>
            <numerusform>%1 in %n seconds. The server&apos;s dry run passed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CordonDialog</name>
    <message numerus="yes">
        <source>Cordon %n node(s)?</source>
        <translation>
            <numerusform>Cordon %n node?</numerusform>
            <numerusform>Cordon %n nodes?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Uncordon %n node(s)?</source>
        <translation>
            <numerusform>Uncordon %n node?</numerusform>
            <numerusform>Uncordon %n nodes?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are cordoned</source>
        <translation>
            <numerusform>%n node is cordoned</numerusform>
            <numerusform>%n nodes are cordoned</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are schedulable again</source>
        <translation>
            <numerusform>%n node is schedulable again</numerusform>
            <numerusform>%n nodes are schedulable again</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::DefragDialog</name>
    <message numerus="yes">
        <source>… and %n more</source>
        <comment>moves</comment>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::DeleteDialog</name>
    <message numerus="yes">
        <source>Delete %n object(s) that were submitted to %1?</source>
        <translation>
            <numerusform>Delete %n object that was submitted to %1?</numerusform>
            <numerusform>Delete %n objects that were submitted to %1?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n object(s)</source>
        <translation>
            <numerusform>Delete %n object</numerusform>
            <numerusform>Delete %n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) were deleted</source>
        <translation>
            <numerusform>%n object was deleted</numerusform>
            <numerusform>%n objects were deleted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) were deleted before the error</source>
        <translation>
            <numerusform>%n object was deleted before the error</numerusform>
            <numerusform>%n objects were deleted before the error</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::DeviceTexts</name>
    <message numerus="yes">
        <source>%1: %2 of %3 requested by %n pod(s)</source>
        <comment>name of a resource, amounts</comment>
        <translation>
            <numerusform>%1: %2 of %3 requested by %n pod</numerusform>
            <numerusform>%1: %2 of %3 requested by %n pods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n slot(s) requested</source>
        <translation>
            <numerusform>%1 of %n slot requested</numerusform>
            <numerusform>%1 of %n slots requested</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1/%n instance(s)</source>
        <comment>requested of all</comment>
        <translation>
            <numerusform>%1/%n instance</numerusform>
            <numerusform>%1/%n instances</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1/%n slot(s)</source>
        <comment>requested of all</comment>
        <translation>
            <numerusform>%1/%n slot</numerusform>
            <numerusform>%1/%n slots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n device(s)</source>
        <comment>for RDMA</comment>
        <translation>
            <numerusform>%n device</numerusform>
            <numerusform>%n devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 / %2 requested by %n pod(s)</source>
        <comment>amounts</comment>
        <translation>
            <numerusform>%1 / %2 requested by %n pod</numerusform>
            <numerusform>%1 / %2 requested by %n pods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 of %n device(s) held by claims</source>
        <comment>name of a driver, number</comment>
        <translation>
            <numerusform>%1: %2 of %n device held by claims</numerusform>
            <numerusform>%1: %2 of %n devices held by claims</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n device(s) that several nodes share (%2), %3 held by claims; they are on no node&apos;s cards.</source>
        <translation>
            <numerusform>%1: %n device that several nodes share (%2), %3 held by claims; it is on no node&apos;s cards.</numerusform>
            <numerusform>%1: %n devices that several nodes share (%2), %3 held by claims; they are on no node&apos;s cards.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n card(s) allocated; which ones is unknown</source>
        <translation>
            <numerusform>%1 of %n card allocated; which one is unknown</numerusform>
            <numerusform>%1 of %n cards allocated; which ones is unknown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ErrorTexts</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <comment>names in a certificate</comment>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::EvictionTargetTexts</name>
    <message numerus="yes">
        <source>%1 of %n pod(s) fit elsewhere now.</source>
        <translation>
            <numerusform>%1 of %n pod fits elsewhere now.</numerusform>
            <numerusform>%1 of %n pods fit elsewhere now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s) wait until capacity is freed.</source>
        <translation>
            <numerusform>%n pod waits until capacity is freed.</numerusform>
            <numerusform>%n pods wait until capacity is freed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The request of %n pod(s) fits no other node.</source>
        <translation>
            <numerusform>The request of %n pod fits no other node.</numerusform>
            <numerusform>The requests of %n pods fit no other node.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s) are not recreated.</source>
        <translation>
            <numerusform>%n pod is not recreated.</numerusform>
            <numerusform>%n pods are not recreated.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The destination of %n pod(s) is unknown.</source>
        <translation>
            <numerusform>The destination of %n pod is unknown.</numerusform>
            <numerusform>The destination of %n pods is unknown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ExportDialog</name>
    <message numerus="yes">
        <source>%n row(s), as filtered and sorted now.</source>
        <translation>
            <numerusform>%n row, as filtered and sorted now.</numerusform>
            <numerusform>%n rows, as filtered and sorted now.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::FileWorkloadsView</name>
    <message numerus="yes">
        <source>1 of %n workload(s) is shown below</source>
        <translation>
            <numerusform>1 of %n workload is shown below</numerusform>
            <numerusform>1 of %n workloads is shown below</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::FindingList</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::Format</name>
    <message numerus="yes">
        <source>%n unit(s)</source>
        <comment>amount of GPU memory whose unit the cluster does not tell</comment>
        <translation>
            <numerusform>%n unit</numerusform>
            <numerusform>%n units</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::GpuTexts</name>
    <message numerus="yes">
        <source>%1 + %2 over %n card(s)</source>
        <comment>memory, compute</comment>
        <translation>
            <numerusform>%1 + %2 over %n card</numerusform>
            <numerusform>%1 + %2 over %n cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 over %n card(s)</source>
        <comment>memory</comment>
        <translation>
            <numerusform>%1 over %n card</numerusform>
            <numerusform>%1 over %n cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n card</numerusform>
            <numerusform>%n cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n linked card(s)</source>
        <translation>
            <numerusform>%n linked card</numerusform>
            <numerusform>%n linked cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n MIG instance(s)</source>
        <translation>
            <numerusform>%n MIG instance</numerusform>
            <numerusform>%n MIG instances</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n slot(s)</source>
        <comment>of shared cards</comment>
        <translation>
            <numerusform>%n slot</numerusform>
            <numerusform>%n slots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n partition(s)</source>
        <comment>parts of cards</comment>
        <translation>
            <numerusform>%n partition</numerusform>
            <numerusform>%n partitions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::GroupAnswerTexts</name>
    <message numerus="yes">
        <source>ResourceQuota %1: %n of %2 pods of %3 would be created now. The API server rejects the others: each asks for %4 of %5, and %6 is free.</source>
        <translation>
            <numerusform>ResourceQuota %1: %n of %2 pods of %3 would be created now. The API server rejects the others: each asks for %4 of %5, and %6 is free.</numerusform>
            <numerusform>ResourceQuota %1: %n of %2 pods of %3 would be created now. The API server rejects the others: each asks for %4 of %5, and %6 is free.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>ResourceQuota: all %n pod(s) of %1 would be created now.</source>
        <translation>
            <numerusform>ResourceQuota: the %n pod of %1 would be created now.</numerusform>
            <numerusform>ResourceQuota: all %n pods of %1 would be created now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n of %2 pods of %3 may run. All of them ask for %4 of %5, and the limit of queue %6 is %7.</source>
        <translation>
            <numerusform>%1: %n of %2 pods of %3 may run. All of them ask for %4 of %5, and the limit of queue %6 is %7.</numerusform>
            <numerusform>%1: %n of %2 pods of %3 may run. All of them ask for %4 of %5, and the limit of queue %6 is %7.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 would wait: %n pods of its pod group must start together, and %3 of them fit now.</source>
        <translation>
            <numerusform>%1: %2 would wait: %n pod of its pod group must start, and %3 of them fit now.</numerusform>
            <numerusform>%1: %2 would wait: %n pods of its pod group must start together, and %3 of them fit now.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::GroupRemedyTexts</name>
    <message numerus="yes">
        <source>Ask for at most %n pod(s)</source>
        <translation>
            <numerusform>Ask for at most %n pod</numerusform>
            <numerusform>Ask for at most %n pods</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::GroupTexts</name>
    <message numerus="yes">
        <source>At least %1 pods must start together. Where a gang scheduler holds to it the workload waits; where none does, the %2 that fit start and hold %n card(s) while they wait for the others.</source>
        <translation>
            <numerusform>At least %1 pods must start together. Where a gang scheduler holds to it the workload waits; where none does, the %2 that fit start and hold one card while they wait for the others.</numerusform>
            <numerusform>At least %1 pods must start together. Where a gang scheduler holds to it the workload waits; where none does, the %2 that fit start and hold %n cards while they wait for the others.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No gang is stated. Where no scheduler makes one of it, the %1 that fit start and hold %n card(s) while they wait for the others.</source>
        <translation>
            <numerusform>No gang is stated. Where no scheduler makes one of it, the %1 that fit start and hold one card while they wait for the others.</numerusform>
            <numerusform>No gang is stated. Where no scheduler makes one of it, the %1 that fit start and hold %n cards while they wait for the others.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n gang(s) of %2 pods start; the others wait.</source>
        <translation>
            <numerusform>%1 of %n gang of %2 pods starts.</numerusform>
            <numerusform>%1 of %n gangs of %2 pods start; the others wait.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Whether the gang starts is unknown: at least %1 pods must start together, and of %n node(s) it is unknown what they take.</source>
        <translation>
            <numerusform>Whether the gang starts is unknown: at least %1 pods must start together, and of %n node it is unknown what it takes.</numerusform>
            <numerusform>Whether the gang starts is unknown: at least %1 pods must start together, and of %n nodes it is unknown what they take.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Whether the other pods fit is unknown: of %n node(s) it is unknown what they take.</source>
        <translation>
            <numerusform>Whether the other pods fit is unknown: of %n node it is unknown what it takes.</numerusform>
            <numerusform>Whether the other pods fit is unknown: of %n nodes it is unknown what they take.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::HeatmapView</name>
    <message numerus="yes">
        <source>%n card(s) selected</source>
        <translation>
            <numerusform>%n card selected</numerusform>
            <numerusform>%n cards selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::HoldersView</name>
    <message numerus="yes">
        <source>%n card(s) of unknown size are left out</source>
        <translation>
            <numerusform>%n card of unknown size is left out</numerusform>
            <numerusform>%n cards of unknown size are left out</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::LabelOnly</name>
    <message numerus="yes">
        <source>%n GPU pod(s) would stay outside the scheduler&apos;s ledger: cards may be overbooked. Nothing is cordoned, evicted or verified.</source>
        <translation>
            <numerusform>%n GPU pod would stay outside the scheduler&apos;s ledger: cards may be overbooked. Nothing is cordoned, evicted or verified.</numerusform>
            <numerusform>%n GPU pods would stay outside the scheduler&apos;s ledger: cards may be overbooked. Nothing is cordoned, evicted or verified.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::LogPanel</name>
    <message numerus="yes">
        <source>… %n line(s) skipped: the log was too fast …</source>
        <translation>
            <numerusform>… %n line skipped: the log was too fast …</numerusform>
            <numerusform>… %n lines skipped: the log was too fast …</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n hit</numerusform>
            <numerusform>%n hits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ManifestTexts</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <comment>list of objects</comment>
        <translation>
            <numerusform>%1 and one more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::MapDrop</name>
    <message numerus="yes">
        <source>%n file(s) were dropped. Drop one YAML file at a time.</source>
        <translation>
            <numerusform>%n file was dropped. Drop one YAML file at a time.</numerusform>
            <numerusform>%n files were dropped. Drop one YAML file at a time.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::MapGroups</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n card</numerusform>
            <numerusform>%n cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 / %n card(s)</source>
        <comment>held / total</comment>
        <translation>
            <numerusform>%1 / %n card</numerusform>
            <numerusform>%1 / %n cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (cards of %n node(s) not known)</source>
        <comment>so many cards</comment>
        <translation>
            <numerusform>%1 (cards of %n node not known)</numerusform>
            <numerusform>%1 (cards of %n nodes not known)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::MapPage</name>
    <message numerus="yes">
        <source>No GPU cards on %n node(s)</source>
        <translation>
            <numerusform>No GPU cards on %n node</numerusform>
            <numerusform>No GPU cards on %n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::MapPreview</name>
    <message numerus="yes">
        <source>+%n card(s)</source>
        <translation>
            <numerusform>+%n card</numerusform>
            <numerusform>+%n cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::MapTip</name>
    <message numerus="yes">
        <source>and %n more pod(s)</source>
        <translation>
            <numerusform>and %n more pod</numerusform>
            <numerusform>and %n more pods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s)</source>
        <translation>
            <numerusform>%n pod</numerusform>
            <numerusform>%n pods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n slot(s) requested</source>
        <translation>
            <numerusform>%1 of %n slot requested</numerusform>
            <numerusform>%1 of %n slots requested</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n card(s) of this node are allocated. The API does not say which.</source>
        <translation>
            <numerusform>%1 of %n card of this node is allocated. The API does not say which.</numerusform>
            <numerusform>%1 of %n cards of this node are allocated. The API does not say which.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>one of %n card(s) of which %1 are allocated; which ones is unknown</source>
        <translation>
            <numerusform>one of %n card of which %1 is allocated; which one is unknown</numerusform>
            <numerusform>one of %n cards of which %1 are allocated; which ones is unknown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::MapTools</name>
    <message numerus="yes">
        <source>fits; predicted: %1 or %n other place(s) as good</source>
        <translation>
            <numerusform>fits; predicted: %1 or %n other place as good</numerusform>
            <numerusform>fits; predicted: %1 or %n other places as good</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n other workload(s) of the file do not fit completely</source>
        <translation>
            <numerusform>%1; %n other workload of the file does not fit completely</numerusform>
            <numerusform>%1; %n other workloads of the file do not fit completely</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NamedSwitches</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NodeActions</name>
    <message numerus="yes">
        <source>Manage %n node(s)</source>
        <translation>
            <numerusform>Manage %n node</numerusform>
            <numerusform>Manage %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cordon %n node(s)…</source>
        <translation>
            <numerusform>Cordon %n node…</numerusform>
            <numerusform>Cordon %n nodes…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Uncordon %n node(s)…</source>
        <translation>
            <numerusform>Uncordon %n node…</numerusform>
            <numerusform>Uncordon %n nodes…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Drain %n node(s)…</source>
        <translation>
            <numerusform>Drain %n node…</numerusform>
            <numerusform>Drain %n nodes…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Change the mode of %n node(s)…</source>
        <translation>
            <numerusform>Change the mode of %n node…</numerusform>
            <numerusform>Change the mode of %n nodes…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NodeEditDialog</name>
    <message numerus="yes">
        <source>Evict %n pod(s) and apply</source>
        <translation>
            <numerusform>Evict %n pod and apply</numerusform>
            <numerusform>Evict %n pods and apply</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Server dry run passed. The taint evicts %n pod(s) immediately</source>
        <translation>
            <numerusform>Server dry run passed. The taint evicts %n pod at once</numerusform>
            <numerusform>Server dry run passed. The taint evicts %n pods at once</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NodeLabels</name>
    <message numerus="yes">
        <source>%n free</source>
        <comment>cards</comment>
        <translation>
            <numerusform>%n free</numerusform>
            <numerusform>%n free</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NodePage</name>
    <message numerus="yes">
        <source>without %n unhealthy card(s)</source>
        <translation>
            <numerusform>without %n unhealthy card</numerusform>
            <numerusform>without %n unhealthy cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NodesPage</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copy %n name(s)</source>
        <translation>
            <numerusform>Copy %n name</numerusform>
            <numerusform>Copy %n names</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ObjectDock</name>
    <message numerus="yes">
        <source>%n value(s) that look like secrets are hidden.</source>
        <translation>
            <numerusform>%n value that looks like a secret is hidden.</numerusform>
            <numerusform>%n values that look like secrets are hidden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) are truncated in this view; a copy has the full text.</source>
        <translation>
            <numerusform>%n line is truncated in this view; a copy has the full text.</numerusform>
            <numerusform>%n lines are truncated in this view; a copy has the full text.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There are more than %n events; the rest was not read.</source>
        <translation>
            <numerusform>There is more than %n event; the rest was not read.</numerusform>
            <numerusform>There are more than %n events; the rest was not read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n hit</numerusform>
            <numerusform>%n hits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The server keeps events for about an hour; there are none for the first %n objects of this workload. The others were not asked about.</source>
        <translation>
            <numerusform>The server keeps events for about an hour; there are none for the first object of this workload. The others were not asked about.</numerusform>
            <numerusform>The server keeps events for about an hour; there are none for the first %n objects of this workload. The others were not asked about.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Events of the first %n objects of this workload; the others were not asked about.</source>
        <translation>
            <numerusform>Events of the first object of this workload; the others were not asked about.</numerusform>
            <numerusform>Events of the first %n objects of this workload; the others were not asked about.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::OutcomePane</name>
    <message numerus="yes">
        <source>All %n pod(s) were placed as predicted</source>
        <translation>
            <numerusform>The pod was placed as predicted</numerusform>
            <numerusform>All %n pods were placed as predicted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No pod was created within %n second(s)</source>
        <translation>
            <numerusform>No pod was created within %n second</numerusform>
            <numerusform>No pod was created within %n seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n pod(s) were placed, %1 of them on another of the places that tied</source>
        <translation>
            <numerusform>The pod was placed, %1 of them on another of the places that tied</numerusform>
            <numerusform>All %n pods were placed, %1 of them on another of the places that tied</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n workload(s)</source>
        <translation>
            <numerusform>%n workload</numerusform>
            <numerusform>%n workloads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PastBar</name>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n card</numerusform>
            <numerusform>%n cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PendingDetails</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n card</numerusform>
            <numerusform>%n cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s), by the first rule that fails</source>
        <translation>
            <numerusform>%n node, by the first rule that fails</numerusform>
            <numerusform>%n nodes, by the first rule that fails</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PendingPage</name>
    <message numerus="yes">
        <source>%n pod(s) are pending in other namespaces.</source>
        <translation>
            <numerusform>%n pod is pending in other namespaces.</numerusform>
            <numerusform>%n pods are pending in other namespaces.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PendingTexts</name>
    <message numerus="yes">
        <source>%n card(s) have %1 free in total, but no node has %2 cards with %3 each</source>
        <translation>
            <numerusform>%n card has %1 free in total, but no node has %2 cards with %3 each</numerusform>
            <numerusform>%n cards have %1 free in total, but no node has %2 cards with %3 each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) have %1 free in total, but none can give %2 and %3 of compute at once</source>
        <translation>
            <numerusform>%n card has %1 free in total, but it cannot give %2 and %3 of compute at once</numerusform>
            <numerusform>%n cards have %1 free in total, but none can give %2 and %3 of compute at once</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) have %1 free in total, none has %2 free alone</source>
        <translation>
            <numerusform>%n card has %1 free in total, none has %2 free alone</numerusform>
            <numerusform>%n cards have %1 free in total, none has %2 free alone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is needed; the %n card(s) that take such requests have %2 free in all</source>
        <translation>
            <numerusform>%1 is needed; the one card that takes such requests has %2 free</numerusform>
            <numerusform>%1 is needed; the %n cards that take such requests have %2 free in all</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fits now on %n node(s), for example on %1; it waits for the scheduler</source>
        <translation>
            <numerusform>Fits now on %n node, %1; it waits for the scheduler</numerusform>
            <numerusform>Fits now on %n nodes, for example on %1; it waits for the scheduler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) have room on their cards, but another resource is short</source>
        <translation>
            <numerusform>%n node has room on its cards, but another resource is short</numerusform>
            <numerusform>%n nodes have room on their cards, but another resource is short</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Waiting can help: %n node(s) would take it once enough pods on them end.</source>
        <translation>
            <numerusform>Waiting can help: %n node would take it once enough pods on it end.</numerusform>
            <numerusform>Waiting can help: %n nodes would take it once enough pods on them end.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>lacks %n card(s)</source>
        <translation>
            <numerusform>lacks %n card</numerusform>
            <numerusform>lacks %n cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>lacks %n pod slot(s)</source>
        <translation>
            <numerusform>lacks %n pod slot</numerusform>
            <numerusform>lacks %n pod slots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Once its queue admits it, it fits on %n node(s), for example on %1, as the cluster is now</source>
        <translation>
            <numerusform>Once its queue admits it, it fits on %n node, for example on %1, as the cluster is now</numerusform>
            <numerusform>Once its queue admits it, it fits on %n nodes, for example on %1, as the cluster is now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Scheduling gates hold it back. Once they are removed it fits on %n node(s), for example on %1, as the cluster is now</source>
        <translation>
            <numerusform>Scheduling gates hold it back. Once they are removed it fits on %n node, %1, as the cluster is now</numerusform>
            <numerusform>Scheduling gates hold it back. Once they are removed it fits on %n nodes, for example on %1, as the cluster is now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The pod has the scheduling gate(s) %1; the scheduler does not consider it until they are removed</source>
        <translation>
            <numerusform>The pod has the scheduling gate %1; the scheduler does not consider it until it is removed</numerusform>
            <numerusform>The pod has the scheduling gates %1; the scheduler does not consider it until they are removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>As the cluster is now, %n node(s) would take it then.</source>
        <translation>
            <numerusform>As the cluster is now, %n node would take it then.</numerusform>
            <numerusform>As the cluster is now, %n nodes would take it then.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) are free in total, but no node has %1 of them</source>
        <translation>
            <numerusform>%n card is free in total, but no node has %1 of them</numerusform>
            <numerusform>%n cards are free in total, but no node has %1 of them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) are needed, and the schedulable nodes that offer them have %1 free in total</source>
        <translation>
            <numerusform>%n card is needed, and the schedulable nodes that offer such cards have %1 free in total</numerusform>
            <numerusform>%n cards are needed, and the schedulable nodes that offer them have %1 free in total</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>needs %n card(s), most free on one node: %1</source>
        <translation>
            <numerusform>needs %n card, most free on one node: %1</numerusform>
            <numerusform>needs %n cards, most free on one node: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) are needed, and the schedulable nodes that offer them have %1 free in total; %2, which is cordoned, has them</source>
        <translation>
            <numerusform>%n card is needed, and the schedulable nodes that offer such cards have %1 free in total; %2, which is cordoned, has one</numerusform>
            <numerusform>%n cards are needed, and the schedulable nodes that offer them have %1 free in total; %2, which is cordoned, has them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is needed; the %n card(s) of schedulable nodes that take such requests have %2 free in all; %3, which is cordoned, has it</source>
        <translation>
            <numerusform>%1 is needed; the %n card of schedulable nodes that takes such requests has %2 free in all; %3, which is cordoned, has it</numerusform>
            <numerusform>%1 is needed; the %n cards of schedulable nodes that take such requests have %2 free in all; %3, which is cordoned, has it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) have enough cards free, but a rule between pods refuses this one; on %1: %2</source>
        <translation>
            <numerusform>%n node has enough cards free, but a rule between pods refuses this one; on %1: %2</numerusform>
            <numerusform>%n nodes have enough cards free, but a rule between pods refuses this one; on %1: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Would fit on %n node(s), for example on %1</source>
        <translation>
            <numerusform>Would fit on %n node, for example on %1</numerusform>
            <numerusform>Would fit on %n nodes, for example on %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PendingView</name>
    <message numerus="yes">
        <source>%n identical pod(s) are waiting</source>
        <translation>
            <numerusform>%n identical pod is waiting</numerusform>
            <numerusform>%n identical pods are waiting</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PlaceRows</name>
    <message numerus="yes">
        <source>%1 and %n more node(s)</source>
        <comment>node names</comment>
        <translation>
            <numerusform>%1 and one more node</numerusform>
            <numerusform>%1 and %n more nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PlanSide</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PlanWords</name>
    <message numerus="yes">
        <source>Drain %n node(s)</source>
        <translation>
            <numerusform>Drain %n node</numerusform>
            <numerusform>Drain %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Drain %n node(s)?</source>
        <translation>
            <numerusform>Drain %n node?</numerusform>
            <numerusform>Drain %n nodes?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Change the mode of %n node(s)</source>
        <translation>
            <numerusform>Change the mode of %n node</numerusform>
            <numerusform>Change the mode of %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s) are blocked now by a PodDisruptionBudget; the plan waits for them.</source>
        <translation>
            <numerusform>%n pod is blocked now by a PodDisruptionBudget; the plan waits for it.</numerusform>
            <numerusform>%n pods are blocked now by a PodDisruptionBudget; the plan waits for them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) stay cordoned until they are uncordoned.</source>
        <translation>
            <numerusform>%n node stays cordoned until it is uncordoned.</numerusform>
            <numerusform>%n nodes stay cordoned until they are uncordoned.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s) still waiting</source>
        <translation>
            <numerusform>%n pod still waits</numerusform>
            <numerusform>%n pods still wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) remaining.</source>
        <translation>
            <numerusform>%n node remaining.</numerusform>
            <numerusform>%n nodes remaining.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Evict %n pod(s)</source>
        <translation>
            <numerusform>Evict %n pod</numerusform>
            <numerusform>Evict %n pods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Evict %n pod(s) and switch</source>
        <translation>
            <numerusform>Evict %n pod and switch</numerusform>
            <numerusform>Evict %n pods and switch</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PodPane</name>
    <message numerus="yes">
        <source>%n card(s); the API does not say which</source>
        <translation>
            <numerusform>%n card; the API does not say which</numerusform>
            <numerusform>%n cards; the API does not say which</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PolicyPictureView</name>
    <message numerus="yes">
        <source>the next %1 on %n card(s)</source>
        <translation>
            <numerusform>the next %1 on %n card</numerusform>
            <numerusform>the next %1 on %n cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s)</source>
        <translation>
            <numerusform>%n pod</numerusform>
            <numerusform>%n pods</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PredictionWatch</name>
    <message numerus="yes">
        <source>%n place(s) were equally good; the scheduler takes one of them at random</source>
        <translation>
            <numerusform>%n place was equally good; the scheduler takes one of them at random</numerusform>
            <numerusform>%n places were equally good; the scheduler takes one of them at random</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PreemptionTexts</name>
    <message numerus="yes">
        <source>The scheduler would evict %n pod(s) of lower priority on %1.</source>
        <translation>
            <numerusform>The scheduler would evict %n pod of lower priority on %1.</numerusform>
            <numerusform>The scheduler would evict %n pods of lower priority on %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more pod(s)</source>
        <translation>
            <numerusform>and %n more pod</numerusform>
            <numerusform>and %n more pods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n further node(s) are as good for it.</source>
        <translation>
            <numerusform>%n further node is as good for it.</numerusform>
            <numerusform>%n further nodes are as good for it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n evicted pod(s) are under a PodDisruptionBudget that allows no disruption now; preemption may break it.</source>
        <translation>
            <numerusform>%n evicted pod is under a PodDisruptionBudget that allows no disruption now; preemption may break it.</numerusform>
            <numerusform>%n evicted pods are under a PodDisruptionBudget that allows no disruption now; preemption may break it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n replica(s) take the free places; for the next:</source>
        <translation>
            <numerusform>%n replica takes the free place; for the next:</numerusform>
            <numerusform>%n replicas take the free places; for the next:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Whom it would evict for the %n further replica(s) depends on which of these pods have ended by then.</source>
        <translation>
            <numerusform>Whom it would evict for the %n further replica depends on which of these pods have ended by then.</numerusform>
            <numerusform>Whom it would evict for the %n further replicas depends on which of these pods have ended by then.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PreviewChange</name>
    <message numerus="yes">
        <source>and %n more replica(s)</source>
        <translation>
            <numerusform>and %n more replica</numerusform>
            <numerusform>and %n more replicas</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PreviewPane</name>
    <message numerus="yes">
        <source>%n replica(s)</source>
        <translation>
            <numerusform>%n replica</numerusform>
            <numerusform>%n replicas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s), by first reason</source>
        <translation>
            <numerusform>%n node, by first reason</numerusform>
            <numerusform>%n nodes, by first reason</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other workload(s) of the file do not fit completely</source>
        <translation>
            <numerusform>%n other workload of the file does not fit completely</numerusform>
            <numerusform>%n other workloads of the file do not fit completely</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::QueueDetails</name>
    <message numerus="yes">
        <source>%n workload(s) whose pods would be rejected</source>
        <translation>
            <numerusform>%n workload whose pods would be rejected</numerusform>
            <numerusform>%n workloads whose pods would be rejected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pod group(s) waiting</source>
        <translation>
            <numerusform>%n pod group waiting</numerusform>
            <numerusform>%n pod groups waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n workload(s) waiting</source>
        <translation>
            <numerusform>%n workload waiting</numerusform>
            <numerusform>%n workloads waiting</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::QueueTexts</name>
    <message numerus="yes">
        <source>Room has to be made by evicting %n workload(s); candidates: %1.</source>
        <translation>
            <numerusform>Room has to be made by evicting %n workload; candidates: %1.</numerusform>
            <numerusform>Room has to be made by evicting %n workloads; candidates: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Quota is free for it, but %n workload(s) stand before it.</source>
        <translation>
            <numerusform>Quota is free for it, but %n workload stands before it.</numerusform>
            <numerusform>Quota is free for it, but %n workloads stand before it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Ask for %n pod(s) instead of %1</source>
        <translation>
            <numerusform>Ask for %n pod instead of %1</numerusform>
            <numerusform>Ask for %n pods instead of %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>By itself the pod fits on %n node(s), for example on %1, as the cluster is now</source>
        <translation>
            <numerusform>By itself the pod fits on %n node, for example on %1, as the cluster is now</numerusform>
            <numerusform>By itself the pod fits on %n nodes, for example on %1, as the cluster is now</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::QueuesPage</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s): all that wait in the queues shown.</source>
        <translation>
            <numerusform>%n row: all that wait in the queues shown.</numerusform>
            <numerusform>%n rows: all that wait in the queues shown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ReasonTexts</name>
    <message numerus="yes">
        <source>needs %n card(s) that fit, found %1</source>
        <translation>
            <numerusform>needs %n card that fits, found %1</numerusform>
            <numerusform>needs %n cards that fit, found %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>needs %n free card(s), found %1</source>
        <translation>
            <numerusform>needs %n free card, found %1</numerusform>
            <numerusform>needs %n free cards, found %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::RemedyTexts</name>
    <message numerus="yes">
        <source>Ask for %n card(s) instead of %1</source>
        <translation>
            <numerusform>Ask for %n card instead of %1</numerusform>
            <numerusform>Ask for %n cards instead of %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Spread the memory over %n card(s) (aliyun.com/gpu-count)</source>
        <translation>
            <numerusform>Spread the memory over %n card (aliyun.com/gpu-count)</numerusform>
            <numerusform>Spread the memory over %n cards (aliyun.com/gpu-count)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It takes %n of these pods</source>
        <translation>
            <numerusform>It takes %n of these pods</numerusform>
            <numerusform>It takes %n of these pods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Then it fits on %1; the node takes %n of these pods</source>
        <translation>
            <numerusform>Then it fits on %1; the node takes %n of these pods</numerusform>
            <numerusform>Then it fits on %1; the node takes %n of these pods</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ReplicaView</name>
    <message numerus="yes">
        <source>The cluster can take %n more of this request.</source>
        <translation>
            <numerusform>The cluster can take %n more of this request.</numerusform>
            <numerusform>The cluster can take %n more of this request.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only %n replica(s) can be created.</source>
        <translation>
            <numerusform>Only %n replica can be created.</numerusform>
            <numerusform>Only %n replicas can be created.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %1 more of this request fit; of %n node(s) it is unknown what they take.</source>
        <translation>
            <numerusform>At least %1 more of this request fit; of %n node it is unknown what it takes.</numerusform>
            <numerusform>At least %1 more of this request fit; of %n nodes it is unknown what they take.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No place is known for replica %1: of %n node(s) it is unknown what they take.</source>
        <translation>
            <numerusform>No place is known for replica %1: of %n node it is unknown what it takes.</numerusform>
            <numerusform>No place is known for replica %1: of %n nodes it is unknown what they take.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::Report</name>
    <message numerus="yes">
        <source>%1, on %n node(s)</source>
        <translation>
            <numerusform>%1, on %n node</numerusform>
            <numerusform>%1, on %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Allocated and not used in the last %n hour(s)</source>
        <translation>
            <numerusform>Allocated and not used in the last hour</numerusform>
            <numerusform>Allocated and not used in the last %n hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more card(s)</source>
        <translation>
            <numerusform>and %n more card</numerusform>
            <numerusform>and %n more cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::RolloutTexts</name>
    <message numerus="yes">
        <source>Rollout: %n pod(s) of %1 run or wait now.</source>
        <translation>
            <numerusform>Rollout: %n pod of %1 runs or waits now.</numerusform>
            <numerusform>Rollout: %n pods of %1 run or wait now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>An update creates no pod beside them (maxSurge 0): %n pod(s) end first (maxUnavailable).</source>
        <translation>
            <numerusform>An update creates no pod beside them (maxSurge 0): %n pod ends first (maxUnavailable).</numerusform>
            <numerusform>An update creates no pod beside them (maxSurge 0): %n pods end first (maxUnavailable).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>An update creates up to %n pod(s) beside the %1 (maxSurge), which ask for %2; up to %3 may end before (maxUnavailable).</source>
        <translation>
            <numerusform>An update creates up to %n pod beside the %1 (maxSurge), which asks for %2; up to %3 may end before (maxUnavailable).</numerusform>
            <numerusform>An update creates up to %n pods beside the %1 (maxSurge), which ask for %2; up to %3 may end before (maxUnavailable).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There is room for %n of them now.</source>
        <translation>
            <numerusform>There is room for %n of them now.</numerusform>
            <numerusform>There is room for %n of them now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 exists already: %n pod(s) of it run or wait now.</source>
        <translation>
            <numerusform>%1 exists already: %n pod of it runs or waits now.</numerusform>
            <numerusform>%1 exists already: %n pods of it run or wait now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It lacks %n pod(s): so many are created where its pod template stays as it is.</source>
        <translation>
            <numerusform>It lacks %n pod, which is created where its pod template stays as it is.</numerusform>
            <numerusform>It lacks %n pods: so many are created where its pod template stays as it is.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::SelectionPane</name>
    <message numerus="yes">
        <source>%n card(s) selected</source>
        <translation>
            <numerusform>%n card selected</numerusform>
            <numerusform>%n cards selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>on %n node(s)</source>
        <translation>
            <numerusform>on %n node</numerusform>
            <numerusform>on %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Utilization, mean of %n card(s)</source>
        <translation>
            <numerusform>Utilization</numerusform>
            <numerusform>Utilization, mean of %n cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::SlotsView</name>
    <message numerus="yes">
        <source>%n card(s) of unknown size are left out</source>
        <translation>
            <numerusform>%n card of unknown size is left out</numerusform>
            <numerusform>%n cards of unknown size are left out</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::SourceDialog</name>
    <message numerus="yes">
        <source>%n service(s) that may be one</source>
        <translation>
            <numerusform>%n service that may be one</numerusform>
            <numerusform>%n services that may be one</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n series</source>
        <translation>
            <numerusform>%n series</numerusform>
            <numerusform>%n series</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::StatusLine</name>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n card</numerusform>
            <numerusform>%n cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) selected</source>
        <translation>
            <numerusform>%n card selected</numerusform>
            <numerusform>%n cards selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) with cards</source>
        <translation>
            <numerusform>%n node with cards</numerusform>
            <numerusform>%n nodes with cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n GPU node(s)</source>
        <translation>
            <numerusform>%n GPU node</numerusform>
            <numerusform>%n GPU nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::SubmitDialog</name>
    <message numerus="yes">
        <source>Submit %n workload(s) to %1?</source>
        <translation>
            <numerusform>Submit %n workload to %1?</numerusform>
            <numerusform>Submit %n workloads to %1?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Submit %n workload(s)</source>
        <translation>
            <numerusform>Submit %n workload</numerusform>
            <numerusform>Submit %n workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Server dry run passed: %n object(s) would be created</source>
        <translation>
            <numerusform>Server dry run passed: %n object would be created</numerusform>
            <numerusform>Server dry run passed: %n objects would be created</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) were created before the error and stay</source>
        <translation>
            <numerusform>%n object was created before the error and stays</numerusform>
            <numerusform>%n objects were created before the error and stay</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n object(s)…</source>
        <translation>
            <numerusform>Delete %n object…</numerusform>
            <numerusform>Delete %n objects…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>does not fit the chosen target; %n other node(s) could take it</source>
        <translation>
            <numerusform>does not fit the chosen target; %n other node could take it</numerusform>
            <numerusform>does not fit the chosen target; %n other nodes could take it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) can be checked only once their namespace or kind exists; that is created first</source>
        <translation>
            <numerusform>One object can be checked only once its namespace or kind exists; that is created first</numerusform>
            <numerusform>%n objects can be checked only once their namespace or kind exists; that is created first</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Submit %n object(s)</source>
        <translation>
            <numerusform>Submit %n object</numerusform>
            <numerusform>Submit %n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Submit %n object(s) to %1?</source>
        <translation>
            <numerusform>Submit %n object to %1?</numerusform>
            <numerusform>Submit %n objects to %1?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; or %n other place(s) as good</source>
        <translation>
            <numerusform>%1; or %n other place as good</numerusform>
            <numerusform>%1; or %n other places as good</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more workload(s)</source>
        <translation>
            <numerusform>and %n more workload</numerusform>
            <numerusform>and %n more workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more pod(s)</source>
        <translation>
            <numerusform>and %n more pod</numerusform>
            <numerusform>and %n more pods</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::TablePage</name>
    <message numerus="yes">
        <source>%1, %n selected</source>
        <translation>
            <numerusform>%1, %n selected</numerusform>
            <numerusform>%1, %n selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::TemplatePalette</name>
    <message numerus="yes">
        <source>%1 · %n pod(s)</source>
        <comment>kinds of objects</comment>
        <translation>
            <numerusform>%1 · one pod</numerusform>
            <numerusform>%1 · %n pods</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::TopologyTexts</name>
    <message numerus="yes">
        <source>all %n pod(s) of %1 in one domain of %2.</source>
        <translation>
            <numerusform>the %n pod of %1 in one domain of %2.</numerusform>
            <numerusform>all %n pods of %1 in one domain of %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>each of %n group(s) of %1, of %2 pods, in a domain of %3 of its own.</source>
        <translation>
            <numerusform>the %n group of %1, of %2 pods, in a domain of %3 of its own.</numerusform>
            <numerusform>each of %n groups of %1, of %2 pods, in a domain of %3 of its own.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of the first %n domain(s) holds them; the others were not searched.</source>
        <translation>
            <numerusform>The first domain (%n) does not hold them; the others were not searched.</numerusform>
            <numerusform>None of the first %n domains holds them; the others were not searched.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only %n group(s) find one.</source>
        <translation>
            <numerusform>Only %n group finds one.</numerusform>
            <numerusform>Only %n groups find one.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No domain holds them: at most %n pod(s) fit, in %1.</source>
        <translation>
            <numerusform>No domain holds them: at most %n pod fits, in %1.</numerusform>
            <numerusform>No domain holds them: at most %n pods fit, in %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There is room for all %n slice(s).</source>
        <translation>
            <numerusform>There is room for the slice.</numerusform>
            <numerusform>There is room for all %n slices.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 holds all %n slice(s).</source>
        <translation>
            <numerusform>%1 holds the slice.</numerusform>
            <numerusform>%1 holds all %n slices.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There is room for %n of %1 slice(s) only.</source>
        <translation>
            <numerusform>There is room for %n of %1 slices only.</numerusform>
            <numerusform>There is room for %n of %1 slices only.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No domain holds them: at most %n of %1 slice(s) fit, in %2.</source>
        <translation>
            <numerusform>No domain holds them: at most %n of %1 slices fits, in %2.</numerusform>
            <numerusform>No domain holds them: at most %n of %1 slices fit, in %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WastePage</name>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n card</numerusform>
            <numerusform>%n cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WatchTexts</name>
    <message numerus="yes">
        <source>%n alert(s)</source>
        <translation>
            <numerusform>%n alert</numerusform>
            <numerusform>%n alerts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WatchesPage</name>
    <message numerus="yes">
        <source>%n event(s) concern cards without a pod of %1.</source>
        <translation>
            <numerusform>%n event concerns a card without a pod of %1.</numerusform>
            <numerusform>%n events concern cards without a pod of %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WhatIfPage</name>
    <message numerus="yes">
        <source>… and %n more</source>
        <comment>pods</comment>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WhatIfTexts</name>
    <message numerus="yes">
        <source>Add %n node(s) like %1</source>
        <translation>
            <numerusform>Add %n node like %1</numerusform>
            <numerusform>Add %n nodes like %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n card</numerusform>
            <numerusform>%n cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) added</source>
        <translation>
            <numerusform>%n node added</numerusform>
            <numerusform>%n nodes added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n placed</source>
        <comment>pods</comment>
        <translation>
            <numerusform>%n placed</numerusform>
            <numerusform>%n placed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pending</source>
        <comment>pods</comment>
        <translation>
            <numerusform>%n pending</numerusform>
            <numerusform>%n pending</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n gone</source>
        <comment>pods</comment>
        <translation>
            <numerusform>%n gone</numerusform>
            <numerusform>%n gone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stay(s)</source>
        <comment>pods</comment>
        <translation>
            <numerusform>%n stays</numerusform>
            <numerusform>%n stay</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n move(s) free %1. Proven: fewer cannot do it.</source>
        <translation>
            <numerusform>%n move frees %1. Proven: fewer cannot do it.</numerusform>
            <numerusform>%n moves free %1. Proven: fewer cannot do it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n move(s) free %1. Best found; fewer were not ruled out.</source>
        <translation>
            <numerusform>%n move frees %1. Best found; fewer were not ruled out.</numerusform>
            <numerusform>%n moves free %1. Best found; fewer were not ruled out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n list(s) of moves tried.</source>
        <translation>
            <numerusform>%n list of moves tried.</numerusform>
            <numerusform>%n lists of moves tried.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) are allocated to pods that cannot be moved.</source>
        <translation>
            <numerusform>%n card is allocated to pods that cannot be moved.</numerusform>
            <numerusform>%n cards are allocated to pods that cannot be moved.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) with unknown memory were left out.</source>
        <translation>
            <numerusform>%n card with unknown memory was left out.</numerusform>
            <numerusform>%n cards with unknown memory were left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Submit %1, %n pod(s)</source>
        <translation>
            <numerusform>Submit %1, %n pod</numerusform>
            <numerusform>Submit %1, %n pods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Looked at: %n schedulable node(s) that share cards by memory.</source>
        <translation>
            <numerusform>Looked at: %n schedulable node that shares cards by memory.</numerusform>
            <numerusform>Looked at: %n schedulable nodes that share cards by memory.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WorkloadAsk</name>
    <message numerus="yes">
        <source>%1 · %n pod(s)</source>
        <comment>kind of workload</comment>
        <translation>
            <numerusform>%1 · one pod</numerusform>
            <numerusform>%1 · %n pods</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WorkloadPage</name>
    <message numerus="yes">
        <source>%n rule(s) broken</source>
        <translation>
            <numerusform>%n rule broken</numerusform>
            <numerusform>%n rules broken</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) would be created</source>
        <translation>
            <numerusform>%n object would be created</numerusform>
            <numerusform>%n objects would be created</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WorkloadTexts</name>
    <message numerus="yes">
        <source>%n gang(s)</source>
        <translation>
            <numerusform>%n gang</numerusform>
            <numerusform>%n gangs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WorkloadsPage</name>
    <message numerus="yes">
        <source>%n pod(s)</source>
        <translation>
            <numerusform>%n pod</numerusform>
            <numerusform>%n pods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pods of %n workload(s)</source>
        <translation>
            <numerusform>Pods of %n workload</numerusform>
            <numerusform>Pods of %n workloads</numerusform>
        </translation>
    </message>
</context>
</TS>
